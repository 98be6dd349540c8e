"""Players for empty seats of the game with ZSA cards, where a drawn card enters its drawer's row and discards lie face
down.
"""

from engine import gift_bot


class Bot(gift_bot.Bot):
    """Plays one seat of `zsa`, as `engine.gift_bot.Bot` plays one of `gifts`."""

    DRAWN_ENTERS = True

    def _size_of_rows(self, view):
        self._discards = view.players + 1  # the key of the next one; rows are of one card
        return 1

    def see(self, view, now_ms):
        """As `Witness.see`; start gifts are turned face down before the first is given."""
        if self._phase == "agree" and view.round == self._round:
            self._take_faces(self._faces, now_ms)
            self._faces = view.faces
        gift_bot.Bot.see(self, view, now_ms)

    def _judge(self, view, now_ms):
        gift_bot.Bot._judge(self, view, now_ms)
        if view.phase != "verdict":
            self._facts.learn(self._discards, view.shown, now_ms)
            self._discards += 1
            self._places = range(1, self._discards)

    def _open(self, view):
        return [gift for row in view.faces for gift in row]
