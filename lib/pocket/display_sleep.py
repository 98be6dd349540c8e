"""Spares the battery: the screen dims and goes out where nobody needs it.

The radio is never switched off: the others miss a device that they have not heard for 3.5 s.
"""

from pocket.keys import GUARD_MS

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


DIM_MS = 60000  # without a press
DARK_MS = 300000
DIM = 0.35  # of a display's full brightness: it can still be read

_BRIGHT, _DIMMED, _DARK = range(3)


class DisplaySleep:
    """Dims the display after a minute without a press, and switches it off after five while nobody is to act here."""

    def __init__(self, display: "Any", get_edge: "Callable[[], tuple[int, bool | None] | None]", now: int) -> None:
        """display: of displayio. get_edge: called without arguments, as `Keys` wants it."""
        self._display, self._get_edge = display, get_edge
        self._state = _BRIGHT
        self._woken_ms = now
        self._unread = False  # it has just come on
        self._awaited: int | None = None
        self._now = now

    @property
    def dark(self) -> bool:
        """Whether the display is off."""
        return self._state == _DARK

    def step(self, awaited: int | None, now: int) -> None:
        """Call it often. awaited: the number of the entry that somebody is to write here, or None; see `Match`."""
        self._now = now
        if awaited is not None and awaited != self._awaited:
            self.wake()
        self._awaited = awaited
        idle_ms = now - self._woken_ms
        if idle_ms >= DARK_MS and awaited is None:
            self._set(_DARK)
        elif idle_ms >= DIM_MS:
            self._set(_DIMMED)

    def revive(self) -> None:
        """Start a display anew that may have lost its power without anybody noticing."""
        if hasattr(self._display, "revive"):  # an added one, which may lose its power alone
            self._display.revive()

    def wake(self) -> None:
        """Light the display, and count from the beginning."""
        self._woken_ms = self._now
        self._set(_BRIGHT)

    def edge(self) -> tuple[int, bool | None] | None:
        """The next key edge, as `Keys` wants it. Without the press that wakes the display when it was off, and what
        follows so soon that nobody can have read anything.
        """
        while True:
            edge = self._get_edge()
            if edge is None or not edge[1]:
                return edge
            if self.dark or (self._state == _DIMMED and self._awaited is None):
                self._unread = True
                self.wake()
            elif not self._unread or self._now - self._woken_ms >= GUARD_MS:
                self._unread = False
                self.wake()
                return edge

    def _set(self, state: int) -> None:
        if state == self._state:
            return
        display, before, self._state = self._display, self._state, state
        sleeps = hasattr(display, "sleep")  # an OLED display, which still glows with a brightness of 0
        if sleeps and before == _DARK:
            display.wake()
        if sleeps and state == _DARK:
            display.sleep()
        else:
            display.brightness = (1.0, DIM, 0.0)[state]
