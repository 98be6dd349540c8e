"""Short cues for the ears. Nobody waits for them: a tone starts in one step of the program and ends in another."""

from pocket import lamp

SILENT_MS = 60000  # nothing is due

# Notes: Hz (0: a pause), milliseconds.
TURN = ((880, 80), (1175, 120))  # it is your turn
CARD = ((1568, 40),)  # a card was turned up
WRONG = ((330, 150), (247, 250))  # you were wrong
WON = ((784, 120), (988, 120), (1175, 120), (1568, 300))  # you won


class Sound:
    """Plays a cue where the game comes to something that calls for one."""

    def __init__(self, tone, settings, now):
        """tone: called with Hz to start and with 0 to stop, or None. settings: `sound` may change at any time."""
        self._tone, self._settings = tone, settings
        self._notes = ()  # to be played from now on
        self._until = now  # when the note that sounds is over
        self._sounds = False
        self._heard = self._actor = None

    def hear(self, session, light):
        """Find out whether the game has come on, and to what. light: what the lamp says."""
        if self._tone is None or session.table is None:
            return
        here = session.table_id, session.table.count
        if here != self._heard:
            self._notes = self._cue(session, light) or self._notes
            self._heard, self._actor = here, session.game.actor

    def step(self, now):
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

    def _cue(self, session, light):
        game, seat = session.game, session.seat
        if game.over:
            return WON if seat in game.winners() else None
        if light == lamp.WRONG:
            return WRONG
        if game.actor == seat and game.phase in game.SHOWING:
            return CARD
        return TURN if session.my_turn() and self._actor != seat else None
