"""Adafruit Feather ESP32-S3 Reverse TFT, the reference board: nothing to solder."""

from boards.feather import reverse_tft

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from boards.parts import Device


DRIVE_KEY = "D2 high"  # boot.py: NO, held down at the start, gives the drive to the computer


def device() -> "Device":
    """The device."""
    return reverse_tft()
