"""What the games share in which a gift goes from hand to hand with a claim: `engine.gifts` and `engine.zsa`."""

from engine import core
from engine.core import NEXT

# Kinds of actions; an action is kind << 8 | argument. NEXT of `engine.core` is one more.
TURN, GIVE, ACCEPT, REFUSE, VERDICT, DRAW = range(1, 7)
SPOKEN = 255  # the claim that was said aloud and not picked from a list
LEFT, RIGHT = 1, -1  # added to a seat, a direction gives the receiver

# A phase and what its actor may do in it; what may be given depends on the round.
TO_DRAW: tuple[str, list[int]] = ("draw", [DRAW << 8])
_TO_REVEAL: tuple[str, list[int]] = ("reveal", [TURN << 8])
_TO_DECIDE: tuple[str, list[int]] = ("decide", [ACCEPT << 8, REFUSE << 8])
_TO_OWN_UP: tuple[str, list[int]] = ("verdict", [VERDICT << 8, VERDICT << 8 | 1])
_ROUND_OVER: tuple[str, list[int]] = ("round", [NEXT << 8])
_MATCH_OVER: tuple[str, list[int]] = ("over", [])
GIVEN = GIVE << 8
_SAID_ALOUD = [GIVEN | SPOKEN]


class View(core.View):
    """What a seat may see in both games."""

    giver: int
    receiver: int | None
    loser: int | None  # who was wrong last
    claim: int | None  # a gift, or SPOKEN
    shown: int | None  # the gift that is face up in the middle
    arrow: int | None  # where the card in the air goes: LEFT or RIGHT
    sizes: list[int]  # cards in the row of each seat
    faces: list[list[int]]  # start gifts of each seat that are still up, oldest first
    names: list[int] | None  # for each gift 1 when the table calls it by its other name, else 0; None: by its name
    shop: int | None  # the gift on top of the shop, where that can be seen
    shop_size: int
    claims: list[int]  # gifts that may be claimed, in order
    discards: list[int]  # how many penalty cards each seat has in this round
    piles: list[list[int]]  # those of them that lie face up
    penalties: int  # how many of them end a round
    picked: bool  # claims are picked from a list; else they are said aloud


class Game(core.Game):
    """One match. Who gives what to whom is a subclass's."""

    REVEALS: tuple[int, ...] = (REFUSE,)
    TURN_PHASE = "give"
    TITLES = ("mastermind", "honest", "liar", "gullible", "paranoid", "favourite")
    RECEIVER_DRAWS = False  # after a doubt, whoever was wrong

    giver: int  # or who has drawn, or is to draw
    receiver: int | None
    loser: int | None  # who was wrong last
    card: int | None  # in the air or shown
    claim: int | None
    shown: int | None
    rows: list[list[int]]  # gifts a seat, oldest first
    face_up: list[int]  # how many of each row, from the oldest on, are still up
    shop: list[int]  # the next card last
    piles: list[list[int]]  # penalty cards a seat
    penalties: int  # how many end a round
    picked: bool  # claims are picked from a list
    _claims: list[int]  # what may be given: an action for each gift that has been up in this round

    def _prepare(self, cards: int | None) -> None:
        self.penalties = int(self.options["penalties"])
        self.picked = self.options["claims"] == "picked"

    def _begin(self, starter: int) -> None:
        """What is alike at the start of every round."""
        self.round += 1
        self.piles = [[] for _ in range(self.players)]
        self.card = self.claim = self.shown = self.receiver = self.loser = None
        self.giver = self.actor = starter

    def _sort_claims(self) -> None:
        """Where claims are picked, in the order of gift numbers: the place in the list tells nothing."""
        if self.picked:
            self._claims.sort()

    def _do(self, kind: int, argument: int) -> None:
        if kind == GIVE:
            self.claim = argument
            self.actor = self.receiver
            self.phase, self._legal = _TO_DECIDE
        elif kind == ACCEPT:
            assert self.receiver is not None
            self.giver = self.receiver
            self._pass_on()
        elif kind == TURN:
            self._turn_over()
        elif kind == DRAW:
            self._draw()
        elif kind == REFUSE:
            self._refuse()
        elif kind == VERDICT:
            self._penalise(self.receiver if argument else self.giver)
        else:
            assert self.loser is not None
            self.carried = self.scores()
            self._deal(self.loser)

    def _pass_on(self) -> None:
        """`giver` has accepted the card in the air, and gives the oldest of its row."""
        raise NotImplementedError

    def _turn_over(self) -> None:
        """`actor` turns over the card that is shown."""
        raise NotImplementedError

    def _offer(self, card: int, way: int) -> None:
        """Put `card`, face down, into the air between `giver` and the neighbour whom `way` names."""
        self.card = card
        self.claim = self.shown = None
        self.receiver = (self.giver + way) % self.players
        self.actor = self.giver
        self.phase, self._legal = "give", self._claims if self.picked else _SAID_ALOUD

    def _refuse(self) -> None:
        """The card is turned up: what was picked is judged at once, what was said aloud by its giver."""
        self.shown = self.card
        if self.claim == SPOKEN:
            self.actor = self.giver
            self.phase, self._legal = _TO_OWN_UP
        else:
            self._penalise(self.receiver if self.card == self.claim else self.giver)

    def _penalise(self, loser: int | None) -> None:
        """Give the card in the air to whoever was wrong."""
        assert loser is not None
        assert self.card is not None
        self.loser = self.actor = loser
        pile = self.piles[loser]
        pile.append(self.card)
        self.card = None
        if len(pile) < self.penalties:
            if self.RECEIVER_DRAWS:
                self.actor = self.receiver
            self.phase, self._legal = TO_DRAW
        elif self.round < self.rounds:
            self.phase, self._legal = _ROUND_OVER
        else:
            self.phase, self._legal = _MATCH_OVER
            self.actor = None

    def _draw(self) -> None:
        """`actor` draws the next card, which is up for all."""
        assert self.actor is not None
        self.card = self.shown = gift = self.shop.pop()
        self._claims.append(GIVEN | gift)
        self._sort_claims()
        self.giver = self.actor
        self.receiver = self.claim = self.loser = None
        self.phase, self._legal = _TO_REVEAL

    def scores(self) -> list[int]:
        """Points a seat, one for each penalty card of the match so far; fewest is best."""
        return [carried + len(pile) for carried, pile in zip(self.carried, self.piles)]

    def next_starter(self) -> int | None:
        """The seat that would start the next round: who was wrong last; None before anybody was."""
        return self.loser

    def deeds(self, action: int) -> list[tuple[str, int, int]]:
        """What `action`, about to be done, counts for: (title, seat, points) each.

        mastermind: doubts that were right. honest: claims that were true, less those that were not. liar: untrue claims
        that were believed. gullible: believed them. paranoid: doubts that were wrong. favourite: gifts accepted. What
        was said aloud is known only once it has been doubted.
        """
        kind, giver, receiver = action >> 8, self.giver, self.receiver
        if kind == GIVE and self.picked:
            return [("honest", giver, 1 if action & 255 == self.card else -1)]
        if receiver is None:
            return []
        if kind == ACCEPT:
            deeds = [("favourite", receiver, 1)]
            if self.claim not in (SPOKEN, self.card):
                deeds += [("liar", giver, 1), ("gullible", receiver, 1)]
            return deeds
        if kind == REFUSE and self.claim != SPOKEN:
            return [("paranoid" if self.claim == self.card else "mastermind", receiver, 1)]
        if kind == VERDICT:
            if action & 1:
                return [("honest", giver, 1), ("paranoid", receiver, 1)]
            return [("honest", giver, -1), ("mastermind", receiver, 1)]
        return []

    @staticmethod
    def told(action: int) -> str:
        """As `core.Game.told`."""
        kind, argument = action >> 8, action & 255
        if kind == GIVE:
            return "says what it is" if argument == SPOKEN else '"a nice {}"'
        if kind == VERDICT:
            return "owns up: it was so" if argument else "owns up: it was not"
        return _TOLD[kind]

    def _show_gifts(self, v: View, seat: int | None) -> None:
        """Fill in what `View` declares for `seat`, but for arrow, names, shop and piles."""
        self._show(v, seat)
        v.giver, v.receiver, v.loser, v.claim, v.shown = self.giver, self.receiver, self.loser, self.claim, self.shown
        v.sizes = [len(row) for row in self.rows]
        v.faces = [row[:up] for row, up in zip(self.rows, self.face_up)]
        v.shop_size = len(self.shop)
        v.claims = sorted([action & 255 for action in self._claims])
        v.discards = [len(pile) for pile in self.piles]
        v.penalties, v.picked = self.penalties, self.picked


_TOLD = {
    TURN: "turns it over",
    ACCEPT: '"thank you"',
    REFUSE: '"that\'s not so!"',
    DRAW: "draws a gift",
    NEXT: "next round",
}
