"""Adafruit Feather ESP32-S2 Reverse TFT: as the reference board, with an older and slower chip."""

from boards.feather import reverse_tft


def device():
    """The device."""
    return reverse_tft()
