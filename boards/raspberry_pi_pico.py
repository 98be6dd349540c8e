"""Raspberry Pi Pico, or any RP2040 with its pin names, in a ring of wires.

Wires to the neighbours: TX GP0, RX GP1 to the RX and TX of one neighbour's second pair, TX GP8, RX GP9; three wires
each, ground being the third. A board without neighbours plays alone.
"""

import board

from boards.links import wired
from boards.pico import display, pico

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from boards.parts import Device


DRIVE_KEY = "GP15 low"  # boot.py: NO, held down at the start, gives the drive to the computer
HEAP_BYTES = 114688  # for the tool: two pieces of memory from the start, where the firmware would give five


def device() -> "Device":
    """The device. Raises NoDisplay."""
    return pico(display, lambda: wired((board.GP0, board.GP1), (board.GP8, board.GP9)))
