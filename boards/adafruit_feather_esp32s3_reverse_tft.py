"""Adafruit Feather ESP32-S3 Reverse TFT, the reference board: nothing to solder."""

from boards.feather import reverse_tft


def device():
    """The device."""
    return reverse_tft()
