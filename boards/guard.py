"""Restarts a board that hangs, and tells safemode.py that all is well again once the program has run for a while."""

import microcontroller
from adafruit_ticks import ticks_diff, ticks_ms

TIMEOUT_S = 8  # the longest that an RP2040's watchdog can wait; the slowest step, a save to flash, takes a tenth
WELL_MS = 60000  # a program that has run for this long is well

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable


class Guard:
    """Call `step` at least every TIMEOUT_S seconds."""

    def __init__(self, may_wait: bool, all_is_well: "Callable[[], None]") -> None:
        """may_wait: whether a step may take long, as one that looks for a broker: then there is no watchdog.
        all_is_well: called once the program has run for WELL_MS.
        """
        self._started_ms = ticks_ms()
        self._well, self._all_is_well = False, all_is_well
        self._watchdog = None if may_wait else getattr(microcontroller, "watchdog", None)
        if self._watchdog is not None:
            from watchdog import WatchDogMode

            self._watchdog.timeout = TIMEOUT_S
            self._watchdog.mode = WatchDogMode.RESET  # CircuitPython ends it with the program, Ctrl-C included

    def step(self) -> None:
        """All is well, so far."""
        if self._watchdog is not None:
            self._watchdog.feed()
        if not self._well and ticks_diff(ticks_ms(), self._started_ms) >= WELL_MS:
            self._well = True
            self._all_is_well()
