"""Stands in for `microcontroller`: pins that belong to one user at a time, the chip's number, memory and reset."""

from types import SimpleNamespace

nvm = bytearray(8192)
cpu = SimpleNamespace(uid=bytes(range(6)))


class Reset(BaseException):
    """The board starts again. No program catches this."""


class Pin:
    """A pin of the chip. `_forced` is what a finger puts on it, `_outside` and `_pull` what holds it otherwise."""

    _number = 0
    _owner = _forced = _outside = _pull = _output = None
    _millivolts = 0
    _data = ()  # what was sent to NeoPixels

    def _claim(self, owner):
        if self._owner is not None:
            raise ValueError(f"GPIO{self._number} in use")
        self._owner = owner

    def _free(self):
        self._owner = self._pull = self._output = None

    def _read(self):
        for level in (self._forced, self._outside, self._pull):
            if level is not None:
                return level
        raise AssertionError(f"GPIO{self._number} floats: nothing pulls it up or down")


def reset():
    raise Reset
