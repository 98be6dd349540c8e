"""Players for empty seats of the game with ZSA cards, where a drawn card enters its drawer's row and discards lie face
down.
"""

from engine.bots.giver import Giver
from engine.gift_game import View


class Bot(Giver):
    """Plays one seat of `zsa`."""

    DRAWN_ENTERS = True

    def see(self, view: View, now_ms: int) -> None:  # type: ignore[override]  # of its own game
        """As `Bot.see`; start gifts are turned face down before the first is given."""
        if self._phase == "agree" and view.round == self._round:
            self._take_faces(self._faces, now_ms)
            self._faces = view.faces
        Giver.see(self, view, now_ms)

    def _judge(self, view: View, now_ms: int) -> None:
        Giver._judge(self, view, now_ms)
        if view.phase != "verdict":
            assert view.shown is not None
            discard = self._places.stop
            self._facts.learn(discard, view.shown, now_ms)
            self._places = range(1, discard + 1)
