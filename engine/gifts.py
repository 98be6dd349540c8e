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

from engine import core
from engine.core import ACCEPT, DRAW, GIVE, LEFT, NEXT, REFUSE, RIGHT, SPOKEN, TURN, VERDICT, IllegalAction

GIFTS = 110  # cards of the printed deck; a black arrow points left, a white one right


_choices = {}  # for each number of players, as soon as it has been asked for
_DECK = list(range(GIFTS))
_ARROWS = [LEFT, RIGHT] * (GIFTS // 2)  # a smaller deck is the first so many of both
# A phase and what its actor may do in it; what may be given depends on the round.
_DRAW = ("draw", [DRAW << 8])
_REVEAL = ("reveal", [TURN << 8])
_DECIDE = ("decide", [ACCEPT << 8, REFUSE << 8])
_VERDICT = ("verdict", [VERDICT << 8, VERDICT << 8 | 1])
_ROUND = ("round", [NEXT << 8])
_OVER = ("over", [])
_GIVE = GIVE << 8
_SAID_ALOUD = [_GIVE | SPOKEN]


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
    """Somebody who plays `seat`: see `engine.bots`."""
    from engine.bots import Bot  # late: a table of people needs no bots

    return Bot(seed, seat, personality)


def honours(players):
    """A fresh Honours for a match."""
    from engine.honours import CLAIM_TITLES, Honours, claim_deeds  # late: not needed before a match begins

    return Honours(players, CLAIM_TITLES, claim_deeds)


def arrow(game, gift):
    """Which way `gift` travels in this round: LEFT (1) or RIGHT (-1)."""
    return game.arrows[gift]


class Game(core.Game):
    """One match of That's Not a Hat. Fields: rows (gifts a seat, oldest first), face_up (how many of a row, from the
    oldest on, are still up), shop (the next card last), piles (penalty cards a seat), arrows (a gift), card (in the air
    or shown), claim, shown, giver, receiver, loser, carried (points of finished rounds), cards (of the whole deck).
    """

    PHASES = ("draw", "reveal", "give", "decide", "verdict", "round", "over")
    SCALARS = ("actor", "giver", "receiver", "loser", "card", "claim", "shown", "round", "penalties", "picked")
    LISTS = ("carried", "face_up", "shop", "arrows", "_claims")
    NESTED = ("rows", "piles")
    _FIXED = core.Game._FIXED + ("cards",)  # as many as there are arrows, which a digest tells

    def __init__(self, players, seed, starter, options, carried, cards=GIFTS):
        core.Game.__init__(self, players, seed, options, choices(players), carried)
        if players == 2:
            self.options["start_gifts"] = 2
        least = needed(players, self.options)
        if type(cards) is not int or not least <= cards <= GIFTS:
            raise ValueError("This table needs a deck of {} to {} cards, not {!r}.".format(least, GIFTS, cards))
        self.cards = cards
        self.penalties = self.options["penalties"]
        self.picked = self.options["claims"] == "picked"
        self._deal(starter)

    def _deal(self, starter):
        n, start_gifts = self.players, self.options["start_gifts"]
        self.round += 1
        self.shop = deck = self._shuffle(n * start_gifts + n * (self.penalties - 1) + 1)
        dealt = deck[-n * start_gifts :]
        del deck[-n * start_gifts :]
        self.rows = [dealt[seat::n] for seat in range(n)]
        self.face_up = [start_gifts] * n  # how many of a row, from the oldest on, are still up
        self.piles = [[] for _ in range(n)]
        self._claims = [_GIVE | gift for gift in dealt]
        if self.picked:
            self._claims.sort()  # in the order of gift numbers: the place in the list tells nothing
        self.card = self.claim = self.shown = self.receiver = self.loser = None
        self.giver = self.actor = starter
        self.phase, self._legal = _DRAW

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
            self.phase, self._legal = _DECIDE
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
            self.card = self.shown = gift = self.shop.pop()
            self._claims.append(_GIVE | gift)
            if self.picked:
                self._claims.sort()
            self.giver = self.actor
            self.receiver = self.claim = self.loser = None
            self.phase, self._legal = _REVEAL
        elif kind == REFUSE:
            self.shown = self.card
            if self.claim == SPOKEN:
                self.actor = self.giver
                self.phase, self._legal = _VERDICT
            else:
                self._penalise(self.receiver if self.card == self.claim else self.giver)
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
        self.phase, self._legal = "give", self._claims if self.picked else _SAID_ALOUD

    def _penalise(self, loser):
        self.loser = self.actor = loser
        pile = self.piles[loser]
        pile.append(self.card)
        self.card = None
        if len(pile) < self.penalties:
            self.phase, self._legal = _DRAW
        elif self.round < self.rounds:
            self.phase, self._legal = _ROUND
        else:
            self.phase, self._legal = _OVER
            self.actor = None

    def scores(self):
        """Points a seat, one for each penalty card of the match so far; fewest is best."""
        return [carried + len(pile) for carried, pile in zip(self.carried, self.piles)]

    def next_starter(self):
        """The seat that would start the next round: who was wrong last; None before anybody was."""
        return self.loser

    def view(self, seat):
        """What `seat` (0 to players - 1; None: somebody who only watches) may see. Raises IndexError otherwise.

        Fields: seat, players, phase, actor, giver, receiver, loser (who was wrong last), claim (a gift or SPOKEN),
        shown (the gift that is face up in the middle), arrow (of the card in the air), faces (a list of gifts a seat:
        its start gifts that are still up, oldest first), backs (a list of arrows a seat: its face-down cards, oldest
        first), shop (its top gift when the shop is open), shop_size, piles (penalty cards a seat), claims (gifts that
        may be claimed), scores, winners, round, rounds, penalties (how many end a round), picked (claims are picked).
        """
        v = self._seen_by(seat)
        v.giver, v.receiver, v.loser, v.claim, v.shown = self.giver, self.receiver, self.loser, self.claim, self.shown
        hidden = self.card is not None and self.shown is None
        v.arrow = self.arrows[self.card] if hidden else None
        v.faces = [row[:up] for row, up in zip(self.rows, self.face_up)]
        v.backs = [[self.arrows[gift] for gift in row[up:]] for row, up in zip(self.rows, self.face_up)]
        v.shop = self.shop[-1] if self.options["shop"] == "open" else None
        v.shop_size = len(self.shop)
        v.piles = [pile[:] for pile in self.piles]
        v.claims = sorted([action & 255 for action in self._claims])
        v.penalties, v.picked = self.penalties, self.picked
        return v

    def copy(self):
        """An independent game in the same state, future cards included."""
        twin = core.Game.copy(self)
        if self._legal is self._claims:
            twin._legal = twin._claims
        return twin
