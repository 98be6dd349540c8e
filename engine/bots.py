"""Players for empty seats: a bot remembers every card it has seen and now and then forgets one at the wrong moment.

A bot gets views and nothing else, so it knows no more than a person in its seat could.
"""

from engine.core import Generator
from engine.gifts import ACCEPT, GIVE, REFUSE, SPOKEN, VERDICT


class Bot:
    """Plays one seat of `gifts`. Show it every view of its seat, in order, with `see`; then ask it with `choose`."""

    def __init__(self, seed, errors=15):
        """seed: a whole number, 0 to 2**128 - 1. errors: how often in a hundred it cannot recall a card, 0 to 100.

        With 0 no bot ever errs, so a table of such bots alone never ends.
        """
        self.errors = errors
        self._generator = Generator(seed)
        self._round = self._phase = self._air = self.said = None
        self._rows = []
        self.hesitant = False

    def see(self, view):
        """Take in what has just changed."""
        if view.round != self._round:
            self._round = view.round
            self._rows = [faces[:] for faces in view.faces]
        elif view.phase == "reveal":
            self._air = view.shown
        elif view.phase == "give" and self._phase == "decide":  # the card was accepted: the giver is its new owner
            row = self._rows[view.giver]
            row.append(self._air)
            self._air = row.pop(0)
        self._phase = view.phase

    def choose(self, view, actions):
        """One of `actions`, the legal actions of the bot's seat in the situation that `view` shows."""
        if len(actions) == 1 and actions[0] & 255 != SPOKEN:
            return actions[0]
        if view.phase == "give":
            recalled = self._recall()
            self.said = view.claims[self._generator.below(len(view.claims))] if recalled is None else recalled
            return actions[0] if not view.picked else GIVE << 8 | self.said
        if view.phase == "verdict":
            return VERDICT << 8 | (self.said == view.shown)
        recalled = self._recall()
        if recalled is None or view.claim == SPOKEN:  # it cannot tell, or cannot hear: mostly it trusts the giver
            return (ACCEPT if self._generator.below(4) else REFUSE) << 8
        return (ACCEPT if recalled == view.claim else REFUSE) << 8

    def _recall(self):
        return None if self._generator.below(100) < self.errors else self._air
