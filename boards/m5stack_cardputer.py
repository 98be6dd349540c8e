"""M5Stack Cardputer: nothing to solder. YES is Enter or the space bar, NO is Backspace or N, MORE is the arrow up.

The firmware scans the keyboard and takes its keys for typing, unless it is told not to.
"""

import board
import cardputer_keyboard  # type: ignore[import-not-found]  # only this board's firmware has it

from boards.battery import half_voltage
from boards.parts import Device, lamp, own_display
from boards.radio import wireless

_MEANINGS = {13: 0, 6: 0, 27: 1, 32: 1, 12: 2}  # the keyboard's number of a key: that of the device


class Keyboard:
    """The queue of key edges of those keys that mean something."""

    def get(self) -> tuple[int, bool | None] | None:
        """None, or (key number, whether it went down) of the oldest edge. (0, None): edges were lost."""
        events = cardputer_keyboard.KEYBOARD.events
        if events.overflowed:
            events.clear()
            return 0, None
        while True:
            event = events.get()
            if event is None:
                return None
            if event.key_number in _MEANINGS:
                return _MEANINGS[event.key_number], event.pressed


def device() -> Device:
    """The device."""
    cardputer_keyboard.detach_serial()
    return Device(own_display, Keyboard(), lamp(board.NEOPIXEL), wireless, half_voltage(board.BAT_ADC))
