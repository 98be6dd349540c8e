"""Cap of Invisibility, the game of finding the right hat (rule text S4).

Seven characters stand in a row, and above each lies a hat, face down. Who opens a character's own hat takes the pair.
`Game.phase` names the step, and in each of them exactly one seat may act:

    turn     one of three: look at a hat in secret, exchange two unseen, open one      LOOK | place, OPEN | place,
                                                                                       SWAP | first << 4 | second
    look     the actor sees the hat; nobody else does                                  NEXT
    open     the hat is up for all; then it is taken away or covered again             NEXT
    round    the round is over; the left neighbour of its starter starts the next      NEXT
    over     the match is over; nobody acts

A turn may not look at the hat that the turn before looked at, nor exchange the two that it exchanged. Places are 0 to 6
from left to right; characters and hats are numbers in `engine.wardrobe`.
"""

from engine import core
from engine.core import NEXT, IllegalAction
from engine.wardrobe import CAP

LOOK, SWAP, OPEN = range(1, 4)  # kinds, beside NEXT; an action is kind << 8 | argument

PLACES = 7
LAST_PAIRS = 3  # so many are left in the row when a round ends
CAPS = 4

_LOOK = ("look", [NEXT << 8])
_OPEN = ("open", [NEXT << 8])
_ROUND = ("round", [NEXT << 8])
_OVER = ("over", [])


def choices(players):
    """The options of a match for `players` seats: pairs (name, allowed values), the default first.

    `caps`: whether the caps of invisibility are in the deck.
    """
    return (("caps", (True, False)), ("rounds", (1, players)))


def new_bot(seed, seat, personality):
    """Somebody who plays `seat`: see `engine.caps_bot`."""
    from engine.caps_bot import Bot  # late: a table of people needs no bots

    return Bot(seed, seat, personality)


def honours(players):
    """A fresh Honours for a match: who found most pairs, looked most, exchanged most, opened most caps."""
    from engine.honours import Honours  # late: not needed before a match begins

    return Honours(players, ("finder", "spy", "juggler", "lucky"), _deeds)


def _deeds(game, action):
    kind, seat = action >> 8, game.actor
    if kind == LOOK:
        return [("spy", seat, 1)]
    if kind == SWAP:
        return [("juggler", seat, 1)]
    if kind == OPEN:
        place = action & 255
        if game.hats[place] == game.characters[place]:
            return [("finder", seat, 1)]
        return [("lucky", seat, 1)] if game.hats[place] >= CAP else []
    return []


class View(core.View):
    """What a seat may see. `pairs`, `penalties` and `caps` are counts of this round."""

    characters: list[int | None]  # at each place; None where it is empty
    covered: list[bool]  # at each place: whether a hat lies there face down
    place: int | None  # of the hat that is looked at or open
    looked: tuple[int, int] | None  # (place, hat), for the seat that is looking at it
    shown: int | None  # the hat that is open
    last: int | None  # the last look, exchange or opening of the round, an action
    last_seat: int | None  # whose it was
    forbidden: int | None  # the action that this turn may not repeat
    pairs: list[int]  # of each seat
    penalties: list[int]
    caps: list[int]
    hats_left: int  # in the stocks
    characters_left: int
    relaid: int  # how often this round's row was dead and laid out anew


class Game(core.Game):
    """One match of Cap of Invisibility. Fields: characters and hats (a place; None where it is empty), stocks (of
    characters and of hats, in no order), points (pairs taken in this round), penalties and caps (a seat), starter (of
    this round), place (of the hat that is looked at or open), relaid (how often this round's row was laid out anew),
    carried (points of finished rounds).
    """

    SHOWING = ("open",)
    FEWEST_WIN = False
    PHASES = ("turn", "look", "open", "round", "over")
    SCALARS = ("actor", "starter", "place", "relaid", "round")
    LISTS = ("carried", "characters", "hats", "points", "penalties", "caps", "_last")
    NESTED = ("stocks",)

    def __init__(self, players, seed, starter, options, carried):
        core.Game.__init__(self, players, seed, options, choices(players), carried)
        self._deal(starter)

    def _deal(self, starter):
        n = self.players
        self.round += 1
        self.points, self.penalties, self.caps = [0] * n, [0] * n, [0] * n
        self.stocks = [list(range(CAP)), list(range(CAP + CAPS if self.options["caps"] else CAP))]
        self._lay_out()
        self.relaid = 0
        self._last = []  # seat, kind and argument of the turn before
        self.starter = starter
        self._begin_turn(starter)

    def _lay_out(self):
        self.characters, self.hats = [[self._draw(stock) for _ in range(PLACES)] for stock in self.stocks]

    def _draw(self, stock):
        """Take any card out of `stock`: as good as the top of a shuffled one, and shuffling again costs nothing."""
        at = self._generator.below(len(stock))
        card, stock[at] = stock[at], stock[-1]
        stock.pop()
        return card

    def _is_dead(self):
        """True when no character's own hat lies anywhere in the row, and no cap."""
        hats = self.hats
        for character, hat in zip(self.characters, hats):
            if hat is not None and (hat >= CAP or character in hats):
                return False
        return True

    def _begin_turn(self, seat):
        # There always is a row that is not dead: a hat leaves together with its character or is a cap. And a dead row
        # has no empty place: those come when the last character is in the row, and then so is whoever owns a hat in it.
        while self._is_dead():
            self.stocks[0].extend(self.characters)
            self.stocks[1].extend(self.hats)
            self._lay_out()
            self.relaid += 1
        self.actor, self.place = seat, None
        self.phase = "turn"
        self._legal = self._allowed()

    def _allowed(self):
        """What a turn may do, in the order look, exchange, open."""
        places = [place for place in range(PLACES) if self.hats[place] is not None]
        actions = [LOOK << 8 | place for place in places]
        actions.extend([SWAP << 8 | first << 4 | second for first in places for second in places if first < second])
        actions.extend([OPEN << 8 | place for place in places])
        forbidden = self._forbidden()
        return [action for action in actions if action != forbidden]

    def _forbidden(self):
        """What this turn may not do because the turn before did it; None when there is nothing like that."""
        if self.phase == "turn" and self._last and self._last[1] != OPEN:
            return self._last[1] << 8 | self._last[2]
        return None

    def _refusal(self, action):
        if action is None or action != self._forbidden():
            return core.Game._refusal(self, action)
        seat, kind, _ = self._last
        if kind == LOOK:
            return "Seat {} has just looked at that hat: look at another, exchange two or open one.".format(seat)
        return "Seat {} has just exchanged those two: exchange others, look at a hat or open one.".format(seat)

    def apply(self, action):
        """Let `actor` do `action`. Raises IllegalAction, and changes nothing, unless it is among `actions()`."""
        if action not in self._legal:
            raise IllegalAction(self._refusal(action))
        kind, argument = action >> 8, action & 255
        if kind != NEXT:
            self._last = [self.actor, kind, argument]
        if kind == LOOK:
            self.place = argument
            self.phase, self._legal = _LOOK
        elif kind == SWAP:
            hats, first, second = self.hats, argument >> 4, argument & 15
            hats[first], hats[second] = hats[second], hats[first]
            self._begin_turn(self._next_seat(self.actor))
        elif kind == OPEN:
            self.place = argument
            self._count(self.characters[argument], self.hats[argument])
            self.phase, self._legal = _OPEN
        elif self.phase == "round":
            self.carried = self.scores()
            self._deal(self.actor)
        else:
            if self.phase == "open":
                self._clear(self.place)
            self._pass_on()

    def _next_seat(self, seat):
        return (seat + 1) % self.players

    def _count(self, character, hat):
        """Somebody has opened this hat above this character."""
        if hat == character:
            self.points[self.actor] += 1
        elif hat >= CAP:
            self.caps[self.actor] += 1
        else:
            self.penalties[self.actor] += 1

    def _clear(self, place):
        """Take away what was won at `place` and fill it again; a wrong hat is only covered."""
        characters, hats = self.stocks
        if self.hats[place] >= CAP:
            self.hats[place] = self._draw(hats)  # there is one for every cap that is not taken
        elif self.hats[place] == self.characters[place]:
            self.characters[place] = self._draw(characters) if characters else None
            self.hats[place] = None if self.characters[place] is None else self._draw(hats)

    def _pass_on(self):
        """The next seat's turn, or the end of the round."""
        if PLACES - self.characters.count(None) > LAST_PAIRS:
            self._begin_turn(self._next_seat(self.actor))
        elif self.round < self.rounds:
            self.actor, self.place = self._next_seat(self.starter), None
            self.phase, self._legal = _ROUND
        else:
            self.actor = self.place = None
            self.phase, self._legal = _OVER

    def scores(self):
        """Points a seat in the match so far, which may be negative: a pair is one, a penalty that no cap cancels is one
        less. Most is best.
        """
        return [
            carried + points - max(0, penalties - caps)
            for carried, points, penalties, caps in zip(self.carried, self.points, self.penalties, self.caps)
        ]

    def next_starter(self):
        """The seat that would start if a round began now: this round's starter, or whoever is left of it at the end."""
        return self._next_seat(self.starter) if self.phase == "round" else self.starter

    def view(self, seat):
        """The `View` of `seat` (0 to players - 1; None: somebody who only watches). Raises IndexError otherwise."""
        v = View()
        self._show(v, seat)
        place = v.place = self.place
        v.characters = self.characters[:]
        v.covered = [hat is not None for hat in self.hats]
        v.looked = v.shown = v.last = v.last_seat = None
        if self.phase == "look" and seat == self.actor:
            v.looked = place, self.hats[place]
        elif self.phase == "open":
            v.shown, v.covered[place] = self.hats[place], False
        if self._last:
            v.last_seat, v.last = self._last[0], self._last[1] << 8 | self._last[2]
        v.forbidden = self._forbidden()
        v.pairs, v.penalties, v.caps = self.points[:], self.penalties[:], self.caps[:]
        v.characters_left, v.hats_left = [len(stock) for stock in self.stocks]
        v.relaid = self.relaid
        return v
