"""That's Not a Hat with ZSA cards, the direction-card variant (rule text S3).

Here the direction belongs to the turn and not to the card, a drawn card enters its drawer's row and the oldest one
leaves it, the receiver draws after a doubt whoever was wrong, and discards lie face down. As in `engine.gifts`, in each
step of a round exactly one seat may act; `Game.phase` names the step:

    name     each in turn: what is the gift before me called?                      NAME | 0 its name, 1 its other name
    agree    each in turn turns that gift face down: all know its name             TURN
    draw     the starter, or the receiver of the gift that was doubted, draws      DRAW
    reveal   the drawn card is up for all; the drawer turns it over                TURN
    give     the oldest card goes where the direction card says, with a claim      GIVE | claim
    decide   the receiver thanks for it or says that it is not so                  ACCEPT, REFUSE
    verdict  (spoken claims) the card is up; the giver owns up                     VERDICT | 1 true, 0 not true
    round    the round is over; who took its last discard starts the next          NEXT
    over     the match is over; nobody acts

The suits are clubs, spades, hearts, diamonds, caps, switches, stars and planets, 0 to 7. A gift is suit * 11 + rank (0
to 10), which is also its place among the gifts of the tables of words; a direction card is suit * 4 + rank (J, Q, K, A:
0 to 3).
"""

from engine import gift_game
from engine.core import NEXT, check_players  # noqa: F401 (with all kinds of actions)
from engine.gift_game import ACCEPT, DRAW, GIVE, GIVEN, LEFT, REFUSE, RIGHT, SPOKEN, TO_DRAW, TURN, VERDICT  # noqa: F401 (the same)

NAME = 8  # beside the kinds of engine.gift_game

_GIFTS, _DIRECTIONS = 11, 4  # cards of a suit
_choices: dict[
    int, tuple[tuple[str, tuple[int | str, ...]], ...]
] = {}  # by the number of players that it was asked for
_TO_NAME: tuple[str, list[int]] = ("name", [NAME << 8, NAME << 8 | 1])
_TO_AGREE: tuple[str, list[int]] = ("agree", [TURN << 8])


class View(gift_game.View):
    """What a seat may see."""

    direction_card: int | None  # of the card in the air
    directions_left: int  # direction cards to come before all are shuffled


class Game(gift_game.Game):
    """One match with ZSA cards."""

    PHASES = ("name", "agree", "draw", "reveal", "give", "decide", "verdict", "round", "over")
    PEOPLE_MS = (5000, 1000, 2000, 4000, 4000, 4000, 2000, 2000, 0)
    REVEALS = (ACCEPT, REFUSE)  # the first a direction card
    RECEIVER_DRAWS = True

    directions: list[int]  # the direction cards still to come, the next one last
    direction_card: int | None  # the last one that was turned up
    names: list[int]  # for each gift of the deck 1 when the table calls it by its other name, else 0

    @staticmethod
    def choices(players: int) -> tuple[tuple[str, tuple[int | str, ...]], ...]:
        """As `core.Game.choices`. `suits` is how many are in the deck: with six players the table chooses. `penalties`
        is how many end a round.
        """
        check_players(players)
        if players not in _choices:
            _choices[players] = (
                ("suits", (4,) if players < 6 else (4, 8) if players == 6 else (8,)),
                ("rounds", (1, players)),
                ("penalties", (3, 2, 4, 5)),
                ("claims", ("spoken", "picked")),
            )
        return _choices[players]

    def _prepare(self, cards: int | None) -> None:
        gift_game.Game._prepare(self, cards)
        self.names = [0] * (int(self.options["suits"]) * _GIFTS)  # what is agreed holds for the match

    def _deal(self, starter: int) -> None:
        self._begin(starter)
        self.shop = self._shuffled(_GIFTS)
        self.directions = self._shuffled(_DIRECTIONS)
        self.direction_card = None
        self.rows = [[self.shop.pop()] for _ in range(self.players)]
        self.face_up = [1] * self.players
        self._claims = [GIVEN | row[0] for row in self.rows]
        self.phase, self._legal = _TO_NAME

    def _shuffled(self, of_a_suit: int) -> list[int]:
        cards = list(range(int(self.options["suits"]) * of_a_suit))
        self._generator.shuffle(cards)
        return cards

    @property
    def direction(self) -> int | None:
        """Which way gifts go in this turn: LEFT (1) or RIGHT (-1); None before the first direction card."""
        return None if self.direction_card is None else self._way(self.direction_card)

    def _way(self, direction_card: int) -> int:
        suit = direction_card // _DIRECTIONS
        if self.options["suits"] == 8:
            return RIGHT if suit < 4 else LEFT  # a base suit or an extended one
        return RIGHT if suit > 1 else LEFT  # a red suit or a blue one

    def _do(self, kind: int, argument: int) -> None:
        if self.phase == "name":
            assert self.actor is not None
            self.names[self.rows[self.actor][0]] = argument
            self._next_of_all(_TO_AGREE)
        elif self.phase == "agree":
            assert self.actor is not None
            self.face_up[self.actor] = 0
            self._next_of_all(TO_DRAW)
        else:
            gift_game.Game._do(self, kind, argument)

    def _next_of_all(self, following: tuple[str, list[int]]) -> None:
        """The left neighbour does the same; after all have done it, the starter begins what is `following`."""
        assert self.actor is not None
        self.actor = (self.actor + 1) % self.players
        if self.actor == self.giver:
            self.phase, self._legal = following

    def _pass_on(self) -> None:
        """Put `card` face down into the row of `giver`, turn a direction card up, and put the oldest into the air."""
        assert self.card is not None
        row = self.rows[self.giver]
        row.append(self.card)
        if not self.directions:
            self.directions = self._shuffled(_DIRECTIONS)
        self.direction_card = self.directions.pop()
        self._offer(row.pop(0), self._way(self.direction_card))

    def _turn_over(self) -> None:
        self._pass_on()

    def _state(self) -> list[object]:
        state: list[object] = [self.actor, self.giver, self.receiver, self.loser, self.card, self.claim, self.shown]
        state += [self.direction_card, self.round]
        state += [self.carried, self.face_up, self.shop, self.directions, self.names, self._claims]
        state += [self.rows, self.piles]
        return state

    @staticmethod
    def told(action: int) -> str:
        """As `core.Game.told`."""
        if action >> 8 == NAME:
            return "calls the gift by its {}name".format("other " if action & 1 else "")
        return gift_game.Game.told(action)

    def view(self, seat: int | None) -> View:
        """As `core.Game.view`."""
        v = View()
        self._show_gifts(v, seat)
        hidden = self.card is not None and self.shown is None
        v.direction_card, v.arrow = (self.direction_card, self.direction) if hidden else (None, None)
        v.directions_left = len(self.directions)
        v.shop = self.shop[-1]
        v.piles = [[] for _ in self.piles]
        v.names = self.names[:]
        return v
