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
from left to right. A character is a number, 0 to 19: its place in the tables of words; the hat of the same number
belongs to it, and hats from CAP on are caps of invisibility, which belong to nobody.
"""

from engine import core
from engine.core import NEXT, check_players

LOOK, SWAP, OPEN = range(1, 4)  # kinds, beside NEXT; an action is kind << 8 | argument

PLACES = 7
LAST_PAIRS = 3  # how many are left in the row when a round ends
CAP = 20  # characters, and the first hat that is a cap
CAPS = 4

_PAIR, _CAP, _WRONG = range(3)  # what a hat can be that is opened
_LOOK: tuple[str, list[int]] = ("look", [NEXT << 8])
_OPEN: tuple[str, list[int]] = ("open", [NEXT << 8])
_ROUND: tuple[str, list[int]] = ("round", [NEXT << 8])
_OVER: tuple[str, list[int]] = ("over", [])


class View(core.View):
    """What a seat may see. `pairs`, `penalties` and `caps` are counts of this round."""

    characters: list[int | None]  # at each place; None where it is empty
    covered: list[bool]  # at each place: whether a hat lies there face down
    place: int | None  # of the hat that is looked at or open
    looked: tuple[int, int] | None  # (place, hat), for the seat that is looking at it
    shown: int | None  # the hat that is open
    last: int | None  # the last look, exchange or opening of the round, an action
    last_met: list[int]  # the characters at its places, as they stood then
    last_seat: int | None  # whose it was
    forbidden: int | None  # the action that this turn may not repeat
    pairs: list[int]  # of each seat
    penalties: list[int]
    caps: list[int]
    hats_left: int  # in the stocks
    characters_left: int
    relaid: int  # how often this round's row was dead and laid out anew
    anew: bool  # whether that happened just before this turn


class Game(core.Game):
    """One match of Cap of Invisibility."""

    PHASES = ("turn", "look", "open", "round", "over")
    PEOPLE_MS = (6000, 4000, 4000, 2000, 0)
    SHOWING = ("open",)
    REVEALS: tuple[int, ...] = (LOOK, OPEN)
    TURN_PHASE = "turn"
    FEWEST_WIN = False
    TITLES = ("finder", "spy", "juggler", "lucky")

    characters: list[int | None]  # at each place; None where it is empty
    hats: list[int | None]  # above them
    stocks: list[list[int]]  # of characters and of hats, in no order
    points: list[int]  # pairs of each seat, in this round
    penalties: list[int]
    caps: list[int]
    starter: int  # of this round
    place: int | None  # of the hat that is looked at or open
    relaid: int  # how often this round's row was dead and laid out anew
    _last: list[int]  # seat, kind and argument of the turn before; empty where there was none
    _met: list[int]  # the characters at its places, as they stood then
    _anew: bool  # whether the row was laid out anew since

    @staticmethod
    def choices(players: int) -> tuple[tuple[str, tuple[int | str, ...]], ...]:
        """As `core.Game.choices`. `caps`: whether the caps of invisibility are in the deck."""
        check_players(players)
        return (("caps", (True, False)), ("rounds", (1, players)))

    def _deal(self, starter: int) -> None:
        n = self.players
        self.round += 1
        self.points, self.penalties, self.caps = [0] * n, [0] * n, [0] * n
        self.stocks = [list(range(CAP)), list(range(CAP + CAPS if self.options["caps"] else CAP))]
        self._lay_out()
        self.relaid = 0
        self._last, self._met = [], []
        self.starter = starter
        self._begin_turn(starter)

    def _lay_out(self) -> None:
        characters, hats = self.stocks
        self.characters = [self._draw(characters) for _ in range(PLACES)]
        self.hats = [self._draw(hats) for _ in range(PLACES)]

    def _draw(self, stock: list[int]) -> int:
        """Take any card out of `stock`: as good as the top of a shuffled one, and shuffling again costs nothing."""
        at = self._generator.below(len(stock))
        card, stock[at] = stock[at], stock[-1]
        stock.pop()
        return card

    def _is_dead(self) -> bool:
        """True when no character's own hat lies anywhere in the row, and no cap."""
        hats = self.hats
        for character, hat in zip(self.characters, hats):
            if hat is not None and (hat >= CAP or character in hats):
                return False
        return True

    def _begin_turn(self, seat: int) -> None:
        # There always is a row that is not dead: a hat leaves together with its character or is a cap. And a dead row
        # has no empty place: those come when the last character is in the row, and then so is whoever owns a hat in it.
        self._anew = self._is_dead()
        while self._is_dead():
            for stock, row in zip(self.stocks, (self.characters, self.hats)):
                stock.extend([card for card in row if card is not None])
            self._lay_out()
            self.relaid += 1
        self.actor, self.place = seat, None
        self.phase = "turn"
        self._legal = self._allowed()

    def _allowed(self) -> list[int]:
        """What a turn may do, in the order look, exchange, open."""
        places = [place for place in range(PLACES) if self.hats[place] is not None]
        actions = [LOOK << 8 | place for place in places]
        actions.extend([SWAP << 8 | first << 4 | second for first in places for second in places if first < second])
        actions.extend([OPEN << 8 | place for place in places])
        forbidden = self._forbidden()
        return [action for action in actions if action != forbidden]

    def _forbidden(self) -> int | None:
        """What this turn may not do because the turn before did it; None when there is nothing like that."""
        if self.phase == "turn" and self._last and self._last[1] != OPEN:
            return self._last[1] << 8 | self._last[2]
        return None

    def _refusal(self, action: object) -> str:
        if action is None or action != self._forbidden():
            return core.Game._refusal(self, action)
        seat, kind, _ = self._last
        if kind == LOOK:
            return "Seat {} has just looked at that hat: look at another, exchange two or open one.".format(seat)
        return "Seat {} has just exchanged those two: exchange others, look at a hat or open one.".format(seat)

    def _do(self, kind: int, argument: int) -> None:
        assert self.actor is not None
        if kind != NEXT:
            self._last = [self.actor, kind, argument]
            places = (argument >> 4, argument & 15) if kind == SWAP else (argument,)
            self._met = [self.characters[place] for place in places]  # type: ignore[misc]  # a hat lies above each
        if kind == LOOK:
            self.place = argument
            self.phase, self._legal = _LOOK
        elif kind == SWAP:
            hats, first, second = self.hats, argument >> 4, argument & 15
            hats[first], hats[second] = hats[second], hats[first]
            self._begin_turn(self._next_seat(self.actor))
        elif kind == OPEN:
            self.place = argument
            (self.points, self.caps, self.penalties)[self._worth(argument)][self.actor] += 1
            self.phase, self._legal = _OPEN
        elif self.phase == "round":
            self.carried = self.scores()
            self._deal(self.actor)
        else:
            if self.phase == "open":
                assert self.place is not None
                self._clear(self.place)
            self._pass_on(self.actor)

    def _next_seat(self, seat: int) -> int:
        return (seat + 1) % self.players

    def _worth(self, place: int) -> int:
        """What the hat at `place` is: one of _PAIR, _CAP, _WRONG."""
        hat = self.hats[place]
        assert hat is not None
        if hat >= CAP:
            return _CAP
        return _PAIR if hat == self.characters[place] else _WRONG

    def _clear(self, place: int) -> None:
        """Take away what was won at `place` and fill it again; a wrong hat is only covered."""
        characters, hats = self.stocks
        worth = self._worth(place)
        if worth == _CAP:
            self.hats[place] = self._draw(hats)  # there is one for every cap that is not taken
        elif worth == _PAIR:
            self.characters[place] = self._draw(characters) if characters else None
            self.hats[place] = None if self.characters[place] is None else self._draw(hats)

    def _pass_on(self, seat: int) -> None:
        """The turn of the seat after `seat`, or the end of the round."""
        if PLACES - self.characters.count(None) > LAST_PAIRS:
            self._begin_turn(self._next_seat(seat))
        elif self.round < self.rounds:
            self.actor, self.place = self._next_seat(self.starter), None
            self.phase, self._legal = _ROUND
        else:
            self.actor = self.place = None
            self.phase, self._legal = _OVER

    def scores(self) -> list[int]:
        """Points a seat in the match so far, which may be negative: a pair is one, a penalty that no cap cancels is one
        less. Most is best.
        """
        return [
            carried + points - max(0, penalties - caps)
            for carried, points, penalties, caps in zip(self.carried, self.points, self.penalties, self.caps)
        ]

    def next_starter(self) -> int:
        """The seat that would start if a round began now: this round's starter, or whoever is left of it at the end."""
        return self._next_seat(self.starter) if self.phase == "round" else self.starter

    def deeds(self, action: int) -> list[tuple[str, int, int]]:
        """What `action`, about to be done, counts for: who found most pairs, looked most, exchanged most, opened most
        caps.
        """
        kind, seat = action >> 8, self.actor
        if seat is None or kind == NEXT:
            return []
        if kind == OPEN:
            title = ("finder", "lucky", None)[self._worth(action & 255)]
        else:
            title = "spy" if kind == LOOK else "juggler"
        return [] if title is None else [(title, seat, 1)]

    @staticmethod
    def told(action: int) -> str:
        """As `core.Game.told`."""
        kind, argument = action >> 8, action & 255
        if kind == SWAP:
            return "swaps hats {} and {}".format((argument >> 4) + 1, (argument & 15) + 1)
        if kind == NEXT:
            return "goes on"
        return "{} hat {}".format("looks at" if kind == LOOK else "opens", argument + 1)

    def _state(self) -> list[object]:
        state: list[object] = [self.actor, self.starter, self.place, self.relaid, self.round]
        state += [self.carried, self.characters, self.hats, self.points, self.penalties, self.caps, self._last]
        state.append(self.stocks)
        return state

    def view(self, seat: int | None) -> View:
        """As `core.Game.view`."""
        v = View()
        self._show(v, seat)
        v.place = self.place
        v.characters = self.characters[:]
        v.covered = [hat is not None for hat in self.hats]
        v.looked = v.shown = v.last = v.last_seat = None
        if self.place is not None:
            hat = self.hats[self.place]
            if self.phase == "open":
                v.shown, v.covered[self.place] = hat, False
            elif seat == self.actor and hat is not None:
                v.looked = self.place, hat
        if self._last:
            v.last_seat, v.last = self._last[0], self._last[1] << 8 | self._last[2]
        v.last_met, v.anew = self._met[:], self._anew
        v.forbidden = self._forbidden()
        v.pairs, v.penalties, v.caps = self.points[:], self.penalties[:], self.caps[:]
        v.characters_left, v.hats_left = [len(stock) for stock in self.stocks]
        v.relaid = self.relaid
        return v
