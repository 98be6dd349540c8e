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

Seats are clockwise: the left neighbour of seat s is s + 1. A gift is its number in `engine.catalogue`, or
in a deck of somebody's own.
"""

from engine import gift_game
from engine.core import ACCEPT, DRAW, GIVE, LEFT, REFUSE, RIGHT, TURN, VERDICT, IllegalAction
from engine.core import NEXT as NEXT
from engine.core import SPOKEN as SPOKEN
from engine.gift_game import GIVEN, MATCH_OVER, ROUND_OVER, SAID_ALOUD, TO_DECIDE, TO_DRAW
from engine.gift_game import honours as honours  # what every game's module has, and every kind of action in it

GIFTS = 110  # cards of the printed deck; a black arrow points left, a white one right

_choices = {}  # for each number of players, as soon as it has been asked for
_DECK = list(range(GIFTS))
_ARROWS = [LEFT, RIGHT] * (GIFTS // 2)  # a smaller deck is the first so many of both


def choices(players):
    """The options of a match for `players` seats: pairs (name, allowed values), the default first.

    Two players always start with two gifts, whatever `start_gifts` says (S0). `penalties` is how many end a round.
    """
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


def needed(players, options):
    """How many cards a deck must have at least for a table of `players` with these options, complete."""
    start_gifts = 2 if players == 2 else options["start_gifts"]
    cards = players * start_gifts + players * (options["penalties"] - 1) + 1
    return cards if options["arrows"] == "both" else 2 * cards - 1  # half of the cards stay in the box


def new_bot(seed, seat, personality):
    """Somebody who plays `seat`: see `engine.gift_bot`."""
    from engine.gift_bot import Bot  # late: a table of people needs no bots

    return Bot(seed, seat, personality)


def arrow(game, gift):
    """Which way `gift` travels in this round: LEFT (1) or RIGHT (-1)."""
    return game.arrows[gift]


class View(gift_game.View):
    """What a seat may see."""

    arrow: int | None  # of the card in the air: LEFT or RIGHT
    backs: list[list[int]]  # arrows of each seat's face-down cards, oldest first
    piles: list[list[int]]  # penalty cards of each seat


class Game(gift_game.Game):
    """One match of That's Not a Hat. Fields: rows (gifts a seat, oldest first), face_up (how many of a row, from the
    oldest on, are still up), shop (the next card last), piles (penalty cards a seat), arrows (a gift), card (in the air
    or shown), claim, shown, giver, receiver, loser, carried (points of finished rounds), cards (of the whole deck).
    """

    PHASES = ("draw", "reveal", "give", "decide", "verdict", "round", "over")
    SCALARS = ("actor", "giver", "receiver", "loser", "card", "claim", "shown", "round", "penalties", "picked")
    LISTS = ("carried", "face_up", "shop", "arrows", "_claims")
    NESTED = ("rows", "piles")
    _FIXED = gift_game.Game._FIXED + ("cards",)  # as many as there are arrows, which a digest tells

    def __init__(self, players, seed, starter, options, carried, cards=GIFTS):
        gift_game.Game.__init__(self, players, seed, options, choices(players), carried)
        if players == 2:
            self.options["start_gifts"] = 2
        if cards is not GIFTS:  # the printed deck has enough for every table
            self._check_deck(cards)
        self.cards = cards
        self.penalties = self.options["penalties"]
        self.picked = self.options["claims"] == "picked"
        self._deal(starter)

    def _check_deck(self, cards):
        least = needed(self.players, self.options)
        if type(cards) is not int or not least <= cards <= GIFTS:
            raise ValueError("This table needs a deck of {} to {} cards, not {!r}.".format(least, GIFTS, cards))

    def _deal(self, starter):
        n, start_gifts = self.players, self.options["start_gifts"]
        self.round += 1
        self.shop = deck = self._shuffle(n * start_gifts + n * (self.penalties - 1) + 1)
        dealt = deck[-n * start_gifts :]
        del deck[-n * start_gifts :]
        self.rows = [dealt[seat::n] for seat in range(n)]
        self.face_up = [start_gifts] * n  # how many of a row, from the oldest on, are still up
        self.piles = [[] for _ in range(n)]
        self._claims = [GIVEN | gift for gift in dealt]
        if self.picked:
            self._claims.sort()  # in the order of gift numbers: the place in the list tells nothing
        self.card = self.claim = self.shown = self.receiver = self.loser = None
        self.giver = self.actor = starter
        self.phase, self._legal = TO_DRAW

    def _shuffle(self, needed):
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
            self.giver = giver = self.receiver
            row = self.rows[giver]
            row.append(self.card)
            if self.face_up[giver]:
                self.face_up[giver] -= 1  # start gifts are always the oldest: the one that leaves is the first of them
            self._offer(row.pop(0))
        elif kind == TURN:
            self._offer(self.card)
        elif kind == DRAW:
            self._draw()
        elif kind == REFUSE:
            self._refuse()
        elif kind == VERDICT:
            self._penalise(self.receiver if action & 1 else self.giver)
        else:
            self.carried = self.scores()
            self._deal(self.loser)

    def _offer(self, card):
        """Put `card`, face down, into the air between `giver` and the neighbour whom its arrow names."""
        self.card = card
        self.claim = self.shown = None
        self.receiver = (self.giver + self.arrows[card]) % self.players
        self.actor = self.giver
        self.phase, self._legal = "give", self._claims if self.picked else SAID_ALOUD

    def _penalise(self, loser):
        self.loser = self.actor = loser
        pile = self.piles[loser]
        pile.append(self.card)
        self.card = None
        if len(pile) < self.penalties:
            self.phase, self._legal = TO_DRAW
        elif self.round < self.rounds:
            self.phase, self._legal = ROUND_OVER
        else:
            self.phase, self._legal = MATCH_OVER
            self.actor = None

    def view(self, seat):
        """The `View` of `seat` (0 to players - 1; None: somebody who only watches). Raises IndexError otherwise."""
        v = View()
        self._show_gifts(v, seat)
        hidden = self._is_hidden()
        v.arrow = self.arrows[self.card] if hidden else None
        v.backs = [[self.arrows[gift] for gift in row[up:]] for row, up in zip(self.rows, self.face_up)]
        v.shop = self.shop[-1] if self.options["shop"] == "open" else None
        v.piles = [pile[:] for pile in self.piles]
        return v
