"""The Raspberry Pi Picos, which differ in how they talk only."""

import board

from boards.oled import oled
from boards.parts import Device, added_lamp, buttons

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from boards.oled import Oled
    from ring.link import Link


def display() -> "Oled":
    """The display. Raises RuntimeError or ValueError when none answers."""
    return oled(board.GP5, board.GP4)


def pico(make_display: "Callable[[], Any]", make_link: "Callable[[], Link]") -> Device:
    """A Raspberry Pi Pico of any kind and parts from the drawer.

    Display on I2C: SDA GP4, SCL GP5. NeoPixel: GP16. Buttons to ground: YES GP14, NO GP15, MORE GP13.
    """
    return Device(make_display, buttons(board.GP14, board.GP15, board.GP13), added_lamp(board.GP16), make_link)
