"""Raspberry Pi Pico 2 W: as the Pico W. Its chip's pull-downs are faulty (E9 of RP2350), so buttons go to ground."""

from boards.pico import display, pico
from boards.radio import over_wifi

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from boards.parts import Device


DRIVE_KEY = "GP15 low"  # boot.py: NO, held down at the start, gives the drive to the computer


def device() -> "Device":
    """The device. Raises NoDisplay."""
    return pico(display, over_wifi)
