"""Short cues for the ears. Nobody waits for them: a tone starts in one step of the program and ends in another."""

from engine.core import View
from pocket import lamp
from pocket.player import Player
from pocket.settings import Settings

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable


SILENT_MS = 60000  # nothing is due

# Notes: Hz (0: a pause), milliseconds.
TURN = ((880, 80), (1175, 120))  # it is your turn
CARD = ((1568, 40),)  # a card was turned up
WRONG = ((330, 150), (247, 250))  # you were wrong
WON = ((784, 120), (988, 120), (1175, 120), (1568, 300))  # you won


class Sound:
    """Plays a cue where the game comes to something that calls for one."""

    def __init__(self, tone: "Callable[[int], object]", settings: Settings, now: int) -> None:
        """tone: called with Hz to start and with 0 to stop. settings: `sound` may change at any time."""
        self._tone, self._settings = tone, settings
        self._notes = ()  # to be played from now on
        self._until = now  # when the note that sounds is over
        self._sounds = False
        self._heard: tuple | None = None
        self._actor: int | None = None

    def hear(self, view: View, me: Player, light: int) -> None:
        """Find out whether the game has come on, and to what. view, me: as a page gets them. light: what the lamp
        says.
        """
        here = me.table, me.count
        if here != self._heard:
            self._notes = self._cue(view, me, light) or self._notes
            self._heard, self._actor = here, view.actor

    def step(self, now: int) -> int:
        """Do what is due. Returns in how many milliseconds something is."""
        if not self._settings.sound:
            self._notes = ()
        elif self._sounds and self._until > now:
            return self._until - now
        if self._notes:
            (hz, ms), self._notes = self._notes[0], self._notes[1:]
            self._until = now + ms
            self._sounds = True
            self._tone(hz)
            return ms
        if self._sounds:
            self._sounds = False
            self._tone(0)
        return SILENT_MS

    def _cue(self, view: View, me: Player, light: int) -> tuple | None:
        if view.over:
            return WON if view.seat in view.winners else None
        if light == lamp.WRONG:
            return WRONG
        if view.showing and view.actor == view.seat:
            return CARD
        return TURN if me.acts and self._actor != view.seat else None
