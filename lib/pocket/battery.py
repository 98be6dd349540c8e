"""Watches the battery: it is shown, low and empty are said, and empty means that everything is to be kept."""

from pocket import lamp
from pocket.screens.page import Page

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable

    from pocket.words import Words


LOOK_MS = 30000  # between two looks at the battery
SETTLE_MS = 2000  # between the first looks: a gauge that has just been switched on may say nothing yet, or 0
SETTLED = 3  # readings in a row before anything is said of the battery
LOW = 15  # percent
EMPTY = 3
CHARGED = 2  # percent above a limit, at which it is over: a voltage at rest is a little higher than under load
LEVELS = 4  # of the sign on the screen


class Battery:
    """How full the battery is, and what is to be said of it."""

    def __init__(self, percent: "Callable[[], int | None]", now: int) -> None:
        """percent: called without arguments, gives 0 to 100, or None where nobody can tell right now."""
        self._percent = percent
        self._looked_ms = now
        self._looks = 1
        self._before: int | None = None
        self._last = percent()
        self._figures = 0 if self._last is None else 1  # one after the other
        self._low = self._empty = False
        self._to_say = False  # that it is low

    @property
    def level(self) -> int | None:
        """0 (nearly empty) to LEVELS - 1 for a sign on the screen; None where there is no battery."""
        return None if self._last is None else min(self._last * LEVELS // 100, LEVELS - 1)

    def light(self, light: int) -> int:
        """The meaning that the lamp is to show where a page asks for `light`: a low battery shows in place of none."""
        return lamp.LOW if light == lamp.OFF and self._low else light

    def step(self, now: int) -> bool:
        """Look, when it is time. Returns whether the battery is empty: then everything is to be kept at once."""
        if now - self._looked_ms >= (LOOK_MS if self._looks >= SETTLED else SETTLE_MS):
            self._looked_ms = now
            self._looks += 1
            self._before, self._last = self._last, self._percent()
            self._figures = 0 if self._last is None else self._figures + 1
            self._judge()
        return self._empty

    def page(self, words: "Words") -> Page | None:
        """What is to be read before all else, or None. That the battery is empty stays until it is charged."""
        if self._empty:
            return Page("empty", "", words.say("battery_empty"), light=lamp.LOW)
        if self._to_say:
            return Page(
                "low", "", words.say("battery_low", self._last), yes=(words.say("ok"), (self._said,)), light=lamp.LOW
            )
        return None

    def _said(self, now: int) -> None:
        self._to_say = False

    def _judge(self) -> None:
        if self._figures < SETTLED:
            self._low = self._empty = self._to_say = False
            return
        least = max(self._last, self._before)  # one dip says nothing
        self._empty = least <= (EMPTY + CHARGED if self._empty else EMPTY)
        low = least <= (LOW + CHARGED if self._low else LOW)
        self._to_say = low and (self._to_say or not self._low)
        self._low = low
