"""Raspberry Pi Pico W: Wi-Fi, on a network that is there or one that one of the boards opens.

With HATS_PROFILE = "raspberry_pi_pico" it takes part in a ring of wires instead.
"""

from boards.pico import display, pico
from boards.radio import over_wifi

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from boards.parts import Device


DRIVE_KEY = "GP15 low"  # boot.py: NO, held down at the start, gives the drive to the computer


def device() -> "Device":
    """The device. Raises NoDisplay."""
    return pico(display, over_wifi)
