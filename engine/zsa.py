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
to 10), which is also its number in `engine.catalogue`; a direction card is suit * 4 + rank (J, Q, K, A: 0 to 3).
"""

from engine import gift_game
from engine.core import ACCEPT, DRAW, GIVE, LEFT, REFUSE, RIGHT, TURN, VERDICT, IllegalAction
from engine.core import NEXT as NEXT
from engine.core import SPOKEN as SPOKEN
from engine.gift_game import GIVEN, MATCH_OVER, ROUND_OVER, SAID_ALOUD, TO_DECIDE, TO_DRAW
from engine.gift_game import honours as honours  # what every game's module has, and every kind of action in it

NAME = 8  # beside the kinds of engine.core

_GIFTS, _DIRECTIONS = 11, 4  # cards of a suit
_choices = {}  # for each number of players, as soon as it has been asked for
_TO_NAME = ("name", [NAME << 8, NAME << 8 | 1])
_TO_AGREE = ("agree", [TURN << 8])


def choices(players):
    """The options of a match for `players` seats: pairs (name, allowed values), the default first.

    `suits` is how many are in the deck: with six players the table chooses. `penalties` is how many end a round.
    """
    if players not in _choices:
        _choices[players] = (
            ("suits", (4,) if players < 6 else (4, 8) if players == 6 else (8,)),
            ("rounds", (1, players)),
            ("penalties", (3, 2, 4, 5)),
            ("claims", ("spoken", "picked")),
        )
    return _choices[players]


def new_bot(seed, seat, personality):
    """Somebody who plays `seat`: see `engine.zsa_bot`."""
    from engine.zsa_bot import Bot  # late: a table of people needs no bots

    return Bot(seed, seat, personality)


class View(gift_game.View):
    """What a seat may see."""

    direction_card: int | None  # of the card in the air
    direction: int | None  # where that card says it goes: LEFT or RIGHT
    directions_left: int  # direction cards to come before all are shuffled
    sizes: list[int]  # cards in the row of each seat
    discards: list[int]  # how many each seat has
    names: list[int]  # for each gift 1 when the table calls it by its other name, else 0


class Game(gift_game.Game):
    """One match with ZSA cards. Fields: rows (gifts a seat, oldest first), face_up (1 for each seat whose start gift is
    still up, else 0), shop (the next card last), piles (discards a seat), directions (the direction cards still to
    come, the next one last), direction_card (the last one that was turned up), names (for each gift of the deck 1 when
    the table calls it by its other name, else 0), card (in the air or shown), claim, shown, giver, receiver, loser,
    carried (points of finished rounds).
    """

    PHASES = ("name", "agree", "draw", "reveal", "give", "decide", "verdict", "round", "over")
    SCALARS = ("actor", "giver", "receiver", "loser", "card", "claim", "shown", "direction_card", "round")
    LISTS = ("carried", "face_up", "shop", "directions", "names", "_claims")
    NESTED = ("rows", "piles")
    _FIXED = gift_game.Game._FIXED + ("penalties", "picked")  # the options tell them in a digest

    def __init__(self, players, seed, starter, options, carried):
        gift_game.Game.__init__(self, players, seed, options, choices(players), carried)
        self.penalties = self.options["penalties"]
        self.picked = self.options["claims"] == "picked"
        self.names = [0] * (self.options["suits"] * _GIFTS)  # what is agreed holds for the match
        self._deal(starter)

    def _deal(self, starter):
        n, suits = self.players, self.options["suits"]
        self.round += 1
        self.shop = self._shuffled(suits * _GIFTS)
        self.directions = self._shuffled(suits * _DIRECTIONS)
        self.rows = [[self.shop.pop()] for _ in range(n)]
        self.face_up = [1] * n
        self.piles = [[] for _ in range(n)]
        self._claims = [GIVEN | row[0] for row in self.rows]
        self.card = self.claim = self.shown = self.direction_card = self.receiver = self.loser = None
        self.giver = self.actor = starter
        self.phase, self._legal = _TO_NAME

    def _shuffled(self, size):
        cards = list(range(size))
        self._generator.shuffle(cards)
        return cards

    @property
    def direction(self):
        """Which way gifts go in this turn: LEFT (1) or RIGHT (-1); None before the first direction card."""
        if self.direction_card is None:
            return None
        suit = self.direction_card // _DIRECTIONS
        if self.options["suits"] == 8:
            return RIGHT if suit < 4 else LEFT  # a base suit or an extended one
        return RIGHT if suit > 1 else LEFT  # a red suit or a blue one

    def apply(self, action):
        """Let `actor` do `action`. Raises IllegalAction, and changes nothing, unless it is among `actions()`."""
        if action not in self._legal:
            raise IllegalAction(self._refusal(action))
        kind = action >> 8
        if kind == GIVE:
            self.claim = action & 255
            self.actor = self.receiver
            self.phase, self._legal = TO_DECIDE
        elif kind == ACCEPT:
            self.giver = self.receiver
            self._offer()
        elif kind == TURN and self.phase == "reveal":
            self._offer()
        elif kind == DRAW:
            self._draw()
        elif kind == REFUSE:
            self._refuse()
        elif kind == VERDICT:
            self._penalise(self.receiver if action & 1 else self.giver)
        elif kind == NAME:
            self.names[self.rows[self.actor][0]] = action & 255
            self._pass_on(_TO_AGREE)
        elif kind == TURN:
            self.face_up[self.actor] = 0
            self._pass_on(TO_DRAW)
        else:
            self.carried = self.scores()
            self._deal(self.loser)

    def _pass_on(self, following):
        """The left neighbour does the same; after all have done it, the starter begins what is `following`."""
        self.actor = (self.actor + 1) % self.players
        if self.actor == self.giver:
            self.phase, self._legal = following

    def _offer(self):
        """Put `card` face down into the row of `giver`, turn a direction card up, and put the oldest into the air."""
        row = self.rows[self.giver]
        row.append(self.card)
        self.card = row.pop(0)
        if not self.directions:
            self.directions = self._shuffled(self.options["suits"] * _DIRECTIONS)
        self.direction_card = self.directions.pop()
        self.claim = self.shown = None
        self.receiver = (self.giver + self.direction) % self.players
        self.actor = self.giver
        self.phase, self._legal = "give", self._claims if self.picked else SAID_ALOUD

    def _penalise(self, loser):
        self.loser = loser
        pile = self.piles[loser]
        pile.append(self.card)
        self.card = None
        if len(pile) < self.penalties:
            self.actor = self.receiver
            self.phase, self._legal = TO_DRAW
        elif self.round < self.rounds:
            self.actor = loser
            self.phase, self._legal = ROUND_OVER
        else:
            self.actor = None
            self.phase, self._legal = MATCH_OVER

    def view(self, seat):
        """The `View` of `seat` (0 to players - 1; None: somebody who only watches). Raises IndexError otherwise."""
        v = View()
        self._show_gifts(v, seat)
        hidden = self._is_hidden()
        v.direction_card, v.direction = (self.direction_card, self.direction) if hidden else (None, None)
        v.directions_left = len(self.directions)
        v.sizes = [len(row) for row in self.rows]
        v.shop = self.shop[-1]
        v.discards = [len(pile) for pile in self.piles]
        v.names = self.names[:]
        return v
