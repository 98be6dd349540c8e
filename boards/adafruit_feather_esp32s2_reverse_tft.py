"""Adafruit Feather ESP32-S2 Reverse TFT: as the reference board, with an older and slower chip."""

from boards.feather import reverse_tft

DRIVE_KEY = "D2 high"  # boot.py: NO, held down at the start, gives the drive to the computer


def device():
    """The device."""
    return reverse_tft()
