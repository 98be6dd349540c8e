"""Stands in for `supervisor`: milliseconds that wrap 65 s after the start, as on a board."""

_WRAP = 1 << 29
_ms = _WRAP - 65000


def ticks_ms() -> int:
    return _ms % _WRAP


class Reload(BaseException):
    """The program starts again. No program catches this."""


def reload():
    raise Reload
