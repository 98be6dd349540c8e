"""Adafruit Feather RP2040 in a ring of wires, with a display on its I2C pins or its STEMMA QT socket.

Buttons to ground: YES D10, NO D9, MORE D11. Wires to the neighbours: TX, RX to the RX and TX of one neighbour's second
pair, TX D24, RX D25; three wires each, ground being the third. A board without neighbours plays alone.
"""

import board

from boards.links import wired
from boards.oled import oled
from boards.parts import Device, buttons, lamp

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from boards.oled import Oled


DRIVE_KEY = "D9 low"  # boot.py: NO, held down at the start, gives the drive to the computer
HEAP_BYTES = 114688  # for the tool: two pieces of memory from the start, where the firmware would give five


def display() -> "Oled":
    """The display. Raises RuntimeError or ValueError when none answers."""
    return oled(board.SCL, board.SDA)


def device() -> Device:
    """The device. Raises NoDisplay."""
    keys = buttons(board.D10, board.D9, board.D11)
    return Device(display, keys, lamp(board.NEOPIXEL), lambda: wired((board.TX, board.RX), (board.D24, board.D25)))
