"""Adafruit Feather ESP32-S3 Reverse TFT, the reference board: nothing to solder."""

from boards.feather import reverse_tft

DRIVE_KEY = "D2 high"  # boot.py: NO, held down at the start, gives the drive to the computer


def device():
    """The device."""
    return reverse_tft()
