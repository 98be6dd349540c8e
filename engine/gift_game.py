"""What the games share in which a gift goes from hand to hand with a claim: `engine.gifts` and `engine.zsa`."""

from engine import core
from engine.core import ACCEPT, DRAW, GIVE, NEXT, REFUSE, SPOKEN, TURN, VERDICT

# A phase and what its actor may do in it; what may be given depends on the round.
TO_DRAW = ("draw", [DRAW << 8])
TO_REVEAL = ("reveal", [TURN << 8])
TO_DECIDE = ("decide", [ACCEPT << 8, REFUSE << 8])
TO_OWN_UP = ("verdict", [VERDICT << 8, VERDICT << 8 | 1])
ROUND_OVER = ("round", [NEXT << 8])
MATCH_OVER = ("over", [])
GIVEN = GIVE << 8
SAID_ALOUD = [GIVEN | SPOKEN]


def honours(players):
    """A fresh Honours for a match."""
    from engine.honours import CLAIM_TITLES, Honours, claim_deeds  # late: not needed before a match begins

    return Honours(players, CLAIM_TITLES, claim_deeds)


class View(core.View):
    """What a seat may see in both games."""

    giver: int | None
    receiver: int | None
    loser: int | None  # who was wrong last
    claim: int | None  # a gift, or SPOKEN
    shown: int | None  # the gift that is face up in the middle
    faces: list[list[int]]  # start gifts of each seat that are still up, oldest first
    shop: int | None  # the gift on top of the shop, where that can be seen
    shop_size: int
    claims: list[int]  # gifts that may be claimed, in order
    penalties: int  # how many end a round
    picked: bool  # claims are picked from a list; else they are said aloud


class Game(core.Game):
    """One match; who gives what to whom, and what a doubt leads to (`_penalise`), is a subclass's."""

    def _refuse(self):
        """The card is turned up: what was picked is judged at once, what was said aloud by its giver."""
        self.shown = self.card
        if self.claim == SPOKEN:
            self.actor = self.giver
            self.phase, self._legal = TO_OWN_UP
        else:
            self._penalise(self.receiver if self.card == self.claim else self.giver)

    def _draw(self):
        """`actor` draws the next card, which is up for all."""
        self.card = self.shown = gift = self.shop.pop()
        self._claims.append(GIVEN | gift)
        if self.picked:
            self._claims.sort()  # in the order of gift numbers: the place in the list tells nothing
        self.giver = self.actor
        self.receiver = self.claim = self.loser = None
        self.phase, self._legal = TO_REVEAL

    def scores(self):
        """Points a seat, one for each penalty card of the match so far; fewest is best."""
        return [carried + len(pile) for carried, pile in zip(self.carried, self.piles)]

    def next_starter(self):
        """The seat that would start the next round: who was wrong last; None before anybody was."""
        return self.loser

    def _show_gifts(self, v, seat):
        """Fill in what `View` declares for `seat`, but for the shop's top."""
        self._show(v, seat)
        v.giver, v.receiver, v.loser, v.claim, v.shown = self.giver, self.receiver, self.loser, self.claim, self.shown
        v.faces = [row[:up] for row, up in zip(self.rows, self.face_up)]
        v.shop_size = len(self.shop)
        v.claims = sorted([action & 255 for action in self._claims])
        v.penalties, v.picked = self.penalties, self.picked

    def _is_hidden(self):
        """Whether a card is in the air, face down."""
        return self.card is not None and self.shown is None

    def copy(self):
        """An independent game in the same state, future cards included."""
        twin = core.Game.copy(self)
        if self._legal is self._claims:
            twin._legal = twin._claims
        return twin
