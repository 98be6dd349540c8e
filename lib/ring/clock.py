"""Time that only grows, out of a board's ticks, which begin again at 0 after six days.

Two ticks can be compared while they lie within three days of each other. Nobody can say that of two moments of a match,
so ticks are unwound here, where they come in; everywhere else a moment is a plain number of milliseconds.
"""

from adafruit_ticks import ticks_diff

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """Called, it gives milliseconds since some moment before its start, as an int that never wraps. It has to be called
    at least every 2**28 ms (74 hours), which every step of a device does.
    """

    def __init__(self, ticks: "Callable[[], int]") -> None:
        """ticks: called without arguments, gives milliseconds that wrap at 2**29, as `supervisor.ticks_ms` does."""
        self._ticks = ticks
        self._last = self._now = ticks()

    def __call__(self) -> int:
        ticks = self._ticks()
        self._now += ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now
