"""What all games share: the refusal, the checks of a set-up, the generator, and what a match is apart from its rules.

CircuitPython's `random` and `hash()` differ from CPython's, and some firmware lacks the usual hash functions, so the
engine carries its own generator and digest; both are exact integer arithmetic and give the same on every interpreter.
"""

# Kinds of actions in the games in which gifts are claimed; an action is kind << 8 | argument.
TURN, GIVE, ACCEPT, REFUSE, VERDICT, DRAW, NEXT = range(1, 8)
SPOKEN = 255  # the claim that was said aloud and not picked from a list
LEFT, RIGHT = 1, -1  # added to a seat, a direction gives the receiver

SEATS_MIN = 2
SEATS_MAX = 8
SEEDS = 1 << 128

_MASK_128 = SEEDS - 1
_MASK_64 = (1 << 64) - 1
_MASK_30 = (1 << 30) - 1
# The constants of PCG's 128-bit linear congruential generator (O'Neill 2014); its upper 64 bits pass BigCrush.
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_INCREMENT = 0x5851F42D4C957F2D14057B7EF767814F


class IllegalAction(ValueError):
    """The action is not among `game.actions()`; the game has not changed. The message says what is allowed."""


def check_table(players, seed, starter):
    """Raise ValueError, with a sentence, unless a table of `players` can start with this seed and starter."""
    if type(players) is not int or not SEATS_MIN <= players <= SEATS_MAX:
        raise ValueError("A game is for {} to {} players, not {!r}.".format(SEATS_MIN, SEATS_MAX, players))
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise ValueError("The seed must be a whole number from 0 to 2**128 - 1, not {!r}.".format(seed))
    if type(starter) is not int or not 0 <= starter < players:
        raise ValueError("The starter must be a seat from 0 to {}, not {!r}.".format(players - 1, starter))


def resolve(options, choices):
    """Complete `options` with defaults. `choices`: pairs (name, allowed values), the default value first.

    Returns a new dict with every name. Raises ValueError with a sentence for an unknown name or a value not allowed.
    """
    chosen = {}
    for name, allowed in choices:
        chosen[name] = allowed[0]
    if options:
        allowed_for = dict(choices)
        for name in sorted(options):
            if name not in chosen:
                names = ", ".join([name for name, _ in choices])
                raise ValueError("There is no option {!r}. The options are: {}.".format(name, names))
            value, allowed = options[name], allowed_for[name]
            if value not in allowed or type(value) is not type(allowed[0]):  # True is no 1 here
                values = ", ".join([repr(one) for one in allowed])
                raise ValueError("The option {} cannot be {!r}. Allowed: {}.".format(name, value, values))
            chosen[name] = value
    return chosen


class Generator:
    """A seeded stream of 30-bit numbers, which are small integers on boards too; `state` (0 to 2**128 - 1) is all of
    it.
    """

    def __init__(self, seed):
        # Two steps: seeds that differ in their low bits part in the upper half only after them.
        state = seed * _MULTIPLIER + _INCREMENT
        self.state = (state * _MULTIPLIER + _INCREMENT) & _MASK_128

    def draw(self, steps):
        """The numbers of so many steps of the generator, two from each, as a list."""
        numbers, state = [], self.state
        for _ in range(steps):
            state = (state * _MULTIPLIER + _INCREMENT) & _MASK_128
            numbers.append(state >> 98)
            numbers.append(state >> 68 & _MASK_30)
        self.state = state
        return numbers

    def below(self, limit):
        """A whole number from 0 to limit - 1, all equally likely (to 1 in 2**22 for limits up to 255)."""
        self.state = state = (self.state * _MULTIPLIER + _INCREMENT) & _MASK_128
        return (state >> 98) % limit

    def shuffle(self, cards):
        """Put the list `cards` into random order, in place (Fisher and Yates)."""
        place = len(cards)
        for number in self.draw(place // 2):
            at = number % place
            place -= 1
            cards[at], cards[place] = cards[place], cards[at]


def fnv1a(data):
    """FNV-1a, 64 bit, of `data` (any iterable of bytes): eight bytes, big-endian (Fowler, Noll, Vo)."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & _MASK_64
    return value.to_bytes(8, "big")


class View:
    """All that one seat may see, and the only thing that pages and bots get. A game's `view` fills in every field, one
    by one; None stands where there is nothing. These are the fields of all games; a game's own View declares the rest.
    """

    seat: int | None  # whose view it is; None: of somebody who only watches
    players: int
    phase: str  # one of the game's PHASES
    actor: int | None  # the one seat that may act; None when the match is over
    actions: list[int]  # what this seat may do now, in the game's order; empty unless it is the actor
    over: bool  # the match is
    showing: bool  # something lies open for all to see, until the actor ends that with its only action
    round: int  # from 1 on
    rounds: int
    scores: list[int]  # points a seat
    fewest_win: bool  # rather than most
    winners: list[int]  # seats; empty until the match is over


class Game:
    """One match; the rules are a subclass. Public fields are the full state, for tests: screens and bots get a `View`.

    A subclass has `choices(players)` in its module and names its state: PHASES, and the fields that are numbers or None
    (SCALARS), lists of such (LISTS) and lists of lists (NESTED). `_legal` is the list of what `actor` may do. SHOWING:
    phases in which something lies open for all to see, until `actor` ends it with the first of its actions.
    """

    SHOWING = ("reveal",)  # type: tuple
    FEWEST_WIN = True  # points are penalties
    PHASES = SCALARS = LISTS = NESTED = ()  # type: tuple
    _FIXED = ("players", "options", "rounds", "phase", "_legal")  # type: tuple

    def __init__(self, players, seed, options, choices, carried):
        self.players = players
        self.options = resolve(options, choices)
        self.rounds = self.options["rounds"]
        self.round = min(carried[0], self.rounds - 1)
        self.carried = list(carried[1])  # of finished rounds
        self._generator = Generator(seed)

    @property
    def over(self):
        """True when the match is over."""
        return self.phase == "over"

    def actions(self):
        """The legal actions of the seat `actor`, as a list that is the caller's own; empty when the match is over."""
        return self._legal[:]

    def _refusal(self, action):
        if self.phase == "over":
            return "The match is over; no action is allowed any more."
        allowed = ", ".join([str(one) for one in self._legal])
        return "Action {!r} is not allowed while seat {} has to {}. Allowed: {}.".format(
            action, self.actor, self.phase, allowed
        )

    def winners(self):
        """The seats with the best score, who share the win; empty until the match is over."""
        if not self.over:
            return []
        scores = self.scores()
        best = self.best(scores)
        return [seat for seat in range(self.players) if scores[seat] == best]

    def best(self, scores):
        """The best of some scores."""
        return min(scores) if self.FEWEST_WIN else max(scores)

    def worst(self, scores):
        """The worst of some scores."""
        return max(scores) if self.FEWEST_WIN else min(scores)

    def carry(self):
        """(rounds finished, points a seat) with which a round would begin now: this one anew, or the next when it is
        over.
        """
        if self.phase == "round":
            return self.round, self.scores()
        return self.round - 1, self.carried[:]

    def _show(self, v, seat):
        """Fill in what `View` declares for `seat` (None: somebody who only watches). Raises IndexError when there is
        no such seat.
        """
        if seat is not None and not 0 <= seat < self.players:
            raise IndexError("There is no seat {!r}; the seats are 0 to {}.".format(seat, self.players - 1))
        v.seat, v.players, v.phase, v.actor = seat, self.players, self.phase, self.actor
        v.actions = self._legal[:] if seat is not None and seat == self.actor else []
        v.over, v.showing = self.over, self.phase in self.SHOWING
        v.round, v.rounds, v.scores, v.winners = self.round, self.rounds, self.scores(), self.winners()
        v.fewest_win = self.FEWEST_WIN

    def copy(self):
        """An independent game in the same state, future cards included."""
        twin = object.__new__(type(self))
        for name in self._FIXED + self.SCALARS:
            setattr(twin, name, getattr(self, name))  # neither `options` nor a list of actions is changed in place
        for name in self.LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in self.NESTED:
            setattr(twin, name, [inner[:] for inner in getattr(self, name)])
        twin._generator = object.__new__(Generator)
        twin._generator.state = self._generator.state
        return twin

    def digest(self):
        """Eight bytes that are equal for equal states on every interpreter, and practically never otherwise."""
        state = bytearray([self.players, self.PHASES.index(self.phase)])
        for name in sorted(self.options):
            state.extend("{}={};".format(name, self.options[name]).encode())
        for name in self.SCALARS:
            state.append(_as_byte(getattr(self, name)))
        for name in self.LISTS:
            state.append(len(getattr(self, name)))
            for value in getattr(self, name):
                state.append(_as_byte(value))
        for name in self.NESTED:
            for inner in getattr(self, name):
                state.append(len(inner))
                state.extend(bytes(inner))
        state.extend(self._generator.state.to_bytes(16, "big"))
        return fnv1a(state)


def _as_byte(value):
    return 254 if value is None else value & 255  # no card has that number
