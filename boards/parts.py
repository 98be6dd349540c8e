"""What boards have in common: keys behind one or two `keypad` objects, the store, the id, and the device itself."""

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


class Store:
    """What the device keeps while it is off: its boot number, in the first four bytes of non-volatile memory."""

    _MAGIC = b"PH"

    def next_boot(self):
        """A boot number that was never given out before, 1 to 65535."""
        nvm = microcontroller.nvm
        if nvm is None:
            return 1 + int.from_bytes(os.urandom(2), "big") % 65535
        boot = int.from_bytes(nvm[2:4], "big") + 1 if bytes(nvm[0:2]) == self._MAGIC else 1
        nvm[0:4] = self._MAGIC + boot.to_bytes(2, "big")
        return boot


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
        self.store = Store()
        self.id = _short_id(microcontroller.cpu.uid)
        self.ticks = ticks_ms
        self.entropy = os.urandom


def _short_id(uid):
    """Four bytes of a chip's id; all of it is folded in, since makers of chips number them in different places."""
    folded = bytearray(4)
    for index, byte in enumerate(uid):
        folded[index % 4] = (folded[index % 4] * 31 + byte) & 255
    return bytes(folded)
