"""What boards have in common: keys behind one or two `keypad` objects, and the device itself."""

import os

import microcontroller
from supervisor import ticks_ms


class Keys:
    """One queue of key edges from `keypad.Keys` objects. Pins of both polarities need two: one object has one
    polarity.
    """

    def __init__(self, *keypads):
        """keypads: pairs of a keypad object and the number of its first key."""
        self._keypads = keypads

    def get(self):
        """None, or (key number, whether it went down) of the oldest edge."""
        for keypad, first in self._keypads:
            event = keypad.events.get()
            if event is not None:
                return first + event.key_number, event.pressed
        return None


class NoLink:
    """The link of a board without a radio: nobody hears it, and it hears nobody."""

    def send(self, frame):
        """Lose `frame`."""

    def recv(self):
        """None: no frame ever comes."""
        return

    def close(self):
        """Nothing is open."""


class Device:
    """One board, as `pocket.app` wants it."""

    def __init__(self, display, keys, pixels, link):
        self.display, self.keys, self.pixels, self.link = display, keys, pixels, link
        self.nvm = microcontroller.nvm
        self.ticks = ticks_ms
        self.entropy = os.urandom

