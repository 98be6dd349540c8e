"""That's Not a Hat, the official game with its variants (rule texts S0, S1 and S2).

Everybody gives presents away and must remember what lies face down. A round is a chain of small steps, and in each of
them exactly one seat may act; `Game.phase` names the step:

    draw     the starter, or who took the last penalty, draws from the shop        DRAW
    reveal   the drawn card is up for all; the drawer turns it over                TURN
    give     a card goes where its arrow points, with a claim                      GIVE | claim
    decide   the receiver thanks for it or says that it is not so                  ACCEPT, REFUSE
    verdict  (spoken claims) the card is up; the giver owns up                     VERDICT | 1 true, 0 not true
    round    the round is over; who took its last penalty starts the next          NEXT
    over     the match is over; nobody acts

Seats are clockwise: the left neighbour of seat s is s + 1. A gift is a number, 0 to 109: its place among the gifts of
the tables of words, or in a deck of somebody's own.
"""

from engine import gift_game
from engine.core import NEXT, check_players, is_whole  # noqa: F401 (with all kinds of actions)
from engine.gift_game import ACCEPT, DRAW, GIVE, GIVEN, LEFT, REFUSE, RIGHT, SPOKEN, TO_DRAW, TURN, VERDICT  # noqa: F401 (the same)

GIFTS = 110  # cards of the printed deck; a black arrow points left, a white one right

_choices: dict[
    int, tuple[tuple[str, tuple[int | str, ...]], ...]
] = {}  # by the number of players that it was asked for
_DECK = list(range(GIFTS))
_ARROWS = [LEFT, RIGHT] * (GIFTS // 2)  # a smaller deck is the first so many of both


def arrow(game: "Game", gift: int) -> int:
    """Which way `gift` travels in this round: LEFT (1) or RIGHT (-1). Raises IndexError when there is no such gift."""
    if not is_whole(gift, 0, game.cards):
        raise IndexError("There is no gift {!r}; the gifts are 0 to {}.".format(gift, game.cards - 1))
    return game.arrows[gift]


class View(gift_game.View):
    """What a seat may see."""

    backs: list[list[int]]  # arrows of each seat's face-down cards, oldest first


class Game(gift_game.Game):
    """One match of That's Not a Hat."""

    PHASES = ("draw", "reveal", "give", "decide", "verdict", "round", "over")
    PEOPLE_MS = (2000, 4000, 4000, 4000, 2000, 2000, 0)
    DECK_MAX = GIFTS

    cards: int  # of the whole deck
    arrows: list[int]  # of each gift

    @staticmethod
    def choices(players: int) -> tuple[tuple[str, tuple[int | str, ...]], ...]:
        """As `core.Game.choices`. Two players always start with two gifts, whatever `start_gifts` says (S0).
        `penalties` is how many end a round.
        """
        check_players(players)
        if players not in _choices:
            _choices[players] = (
                ("arrows", ("both", "black", "white")),
                ("start_gifts", (1, 2)),
                ("rounds", (1, players)),
                ("penalties", (3, 2, 4, 5)),
                ("shop", ("open", "closed")),
                ("claims", ("spoken", "picked")),
            )
        return _choices[players]

    @staticmethod
    def needed(players: int, options: dict[str, int | str]) -> int:
        """As `core.Game.needed`."""
        start_gifts = 2 if players == 2 else int(options["start_gifts"])
        cards = players * start_gifts + players * (int(options["penalties"]) - 1) + 1
        return cards if options["arrows"] == "both" else 2 * cards - 1  # half of the cards stay in the box

    def _prepare(self, cards: int | None) -> None:
        gift_game.Game._prepare(self, cards)
        if self.players == 2:
            self.options["start_gifts"] = 2
        if cards is None:
            self.cards = GIFTS  # enough for every table
            return
        least = self.needed(self.players, self.options)
        if not is_whole(cards, least, GIFTS + 1):
            raise ValueError("This table needs a deck of {} to {} cards, not {!r}.".format(least, GIFTS, cards))
        self.cards = cards

    def _deal(self, starter: int) -> None:
        self._begin(starter)
        n, start_gifts = self.players, int(self.options["start_gifts"])
        self.shop = deck = self._shuffle(n * start_gifts + n * (self.penalties - 1) + 1)
        dealt = deck[-n * start_gifts :]
        del deck[-n * start_gifts :]
        self.rows = [dealt[seat::n] for seat in range(n)]
        self.face_up = [start_gifts] * n
        self._claims = [GIVEN | gift for gift in dealt]
        self._sort_claims()
        self.phase, self._legal = TO_DRAW

    def _shuffle(self, needed: int) -> list[int]:
        """Shuffle the deck, its top at the end, and draw every gift's arrow anew.

        Only the `needed` cards that can come up before the round must end are drawn at random; nobody ever sees in
        which order the others lie, so shuffling them would only make boards slower.
        """
        place = cards = self.cards
        deck, arrows = _DECK[:cards], _ARROWS[:cards]
        for number in self._generator.draw((needed + 1) // 2):
            at = number % place
            gift, other = deck[at], deck[number // place % place]  # `other` has the arrow that the gift shall have
            arrows[gift], arrows[other] = arrows[other], arrows[gift]
            place -= 1
            deck[at] = deck[place]
            deck[place] = gift
        self.arrows = arrows
        colour = self.options["arrows"]
        if colour == "both":
            return deck
        for place in range(cards):  # half of the cards stay in the box
            arrows[deck[place]] = LEFT if (colour == "black") == (place >= cards // 2) else RIGHT
        return deck[cards // 2 :]

    def _pass_on(self) -> None:
        assert self.card is not None
        row = self.rows[self.giver]
        row.append(self.card)
        if self.face_up[self.giver]:
            self.face_up[self.giver] -= 1  # start gifts are always the oldest: the one that leaves is the first of them
        gift = row.pop(0)
        self._offer(gift, self.arrows[gift])

    def _turn_over(self) -> None:
        assert self.card is not None
        self._offer(self.card, self.arrows[self.card])

    def _state(self) -> list[object]:
        state: list[object] = [self.actor, self.giver, self.receiver, self.loser, self.card, self.claim, self.shown]
        state += [self.round, self.penalties, int(self.picked)]
        state += [self.carried, self.face_up, self.shop, self.arrows, self._claims, self.rows, self.piles]
        return state

    def view(self, seat: int | None) -> View:
        """As `core.Game.view`."""
        v = View()
        self._show_gifts(v, seat)
        v.arrow = self.arrows[self.card] if self.card is not None and self.shown is None else None
        v.names = None
        v.backs = [[self.arrows[gift] for gift in row[up:]] for row, up in zip(self.rows, self.face_up)]
        v.shop = self.shop[-1] if self.options["shop"] == "open" else None
        v.piles = [pile[:] for pile in self.piles]
        return v
