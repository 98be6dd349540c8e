"""What all games share: the refusal, the checks of a set-up, the generator, and what a match is apart from its rules.

CircuitPython's `random` and `hash()` differ from CPython's, and some firmware lacks the usual hash functions, so the
engine carries its own generator and digest; both are exact integer arithmetic and give the same on every interpreter.
"""

NEXT = 7  # the one kind of action that games share: begin the next round; an action is kind << 8 | argument

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


def is_whole(value: object, least: int, limit: int) -> bool:
    """Whether `value` is an int, and no bool, from `least` to `limit` - 1."""
    return type(value) is int and least <= value < limit


def check_players(players: object) -> None:
    """Raise ValueError, with a sentence, unless this number of players can play."""
    if not is_whole(players, SEATS_MIN, SEATS_MAX + 1):
        raise ValueError("A game is for {} to {} players, not {!r}.".format(SEATS_MIN, SEATS_MAX, players))


def check_seed(seed: object) -> None:
    """Raise ValueError, with a sentence, unless `seed` is one."""
    if not is_whole(seed, 0, SEEDS):
        raise ValueError("The seed must be a whole number from 0 to 2**128 - 1, not {!r}.".format(seed))


def resolve(
    options: dict[str, int | str], choices: tuple[tuple[str, tuple[int | str, ...]], ...]
) -> dict[str, int | str]:
    """Complete `options` with defaults. `choices`: pairs (name, allowed values), the default value first.

    Returns a new dict with every name. Raises ValueError with a sentence for an unknown name or a value not allowed.
    """
    if not isinstance(options, dict):
        raise ValueError("The options must be a dict of names and values, not {!r}.".format(options))
    chosen = {}
    for name, allowed in choices:
        chosen[name] = allowed[0]
    for name in options:
        if name not in chosen:
            names = ", ".join([name for name, _ in choices])
            raise ValueError("There is no option {!r}. The options are: {}.".format(name, names))
    for name, allowed in choices:
        if name in options:
            value = options[name]
            if value not in allowed or type(value) is not type(allowed[0]):  # True is no 1 here
                values = ", ".join([repr(one) for one in allowed])
                raise ValueError("The option {} cannot be {!r}. Allowed: {}.".format(name, value, values))
            chosen[name] = value
    return chosen


class Generator:
    """A seeded stream of 30-bit numbers, which are small integers on boards too; `state` (0 to 2**128 - 1) is all of
    it.
    """

    def __init__(self, seed: int) -> None:
        # Two steps: seeds that differ in their low bits part in the upper half only after them.
        state = seed * _MULTIPLIER + _INCREMENT
        self.state = (state * _MULTIPLIER + _INCREMENT) & _MASK_128

    def draw(self, steps: int) -> list[int]:
        """The numbers of so many steps of the generator, two from each."""
        numbers, state = [], self.state
        for _ in range(steps):
            state = (state * _MULTIPLIER + _INCREMENT) & _MASK_128
            numbers.append(state >> 98)
            numbers.append(state >> 68 & _MASK_30)
        self.state = state
        return numbers

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, all equally likely (to 1 in 2**22 for limits up to 255)."""
        self.state = state = (self.state * _MULTIPLIER + _INCREMENT) & _MASK_128
        return (state >> 98) % limit

    def shuffle(self, cards: list[int]) -> None:
        """Put the list `cards` into random order, in place (Fisher and Yates)."""
        place = len(cards)
        for number in self.draw(place // 2):
            at = number % place
            place -= 1
            cards[at], cards[place] = cards[place], cards[at]


def fnv1a(data: bytes | bytearray) -> bytes:
    """FNV-1a, 64 bit, of `data`: eight bytes, big-endian (Fowler, Noll, Vo)."""
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
    """One match. The rules are a subclass called Game, in a module of the game's name, and this is what it brings:

    the constants below, `choices`, `_deal`, `_do`, `_state`, `scores`, `next_starter` and `view`; where it needs them
    `_prepare`, `deeds` and `told`. Its fields are the full state, for tests: screens and bots get a `View`.
    """

    PHASES: tuple[str, ...] = ()
    PEOPLE_MS: tuple[int, ...] = ()  # how long people need for what each of the PHASES asks of them
    SHOWING: tuple[str, ...] = ("reveal",)  # PHASES in which something lies open, until the actor's only action ends it
    REVEALS: tuple[int, ...] = ()  # kinds of actions, of several to choose from, that turn up what nobody could know
    TURN_PHASE = ""  # the one of the PHASES that comes once in every turn of the table
    FEWEST_WIN = True  # points are penalties
    TITLES: tuple[str, ...] = ()  # that are earned at the end of a match, the finest first
    DECK_MAX = 0  # cards that a deck of somebody's own can have; 0: the game takes none

    players: int
    options: dict[str, int | str]
    rounds: int
    round: int  # 1 to rounds
    phase: str
    actor: int | None  # the one seat that may act
    carried: list[int]  # points of finished rounds a seat
    _legal: list[int]  # what `actor` may do; never changed in place while it is that
    _generator: Generator

    def __init__(
        self,
        players: int,
        seed: int,
        starter: int,
        options: dict[str, int | str],
        carried: tuple[int, list[int]],
        cards: int | None,
    ) -> None:
        """As `engine.new_game`, which checks what it is given: but for options and cards, which are checked here."""
        self.players = players
        self.options = resolve(options, self.choices(players))
        self.rounds = int(self.options["rounds"])
        self.round = min(carried[0], self.rounds - 1)
        self.carried = list(carried[1])
        self._generator = Generator(seed)
        self._prepare(cards)
        self._deal(starter)

    @staticmethod
    def choices(players: int) -> tuple[tuple[str, tuple[int | str, ...]], ...]:
        """The options of a match for `players` seats: pairs (name, allowed values), the default first; always rounds.

        Raises ValueError, with a sentence, unless this number of players can play.
        """
        raise NotImplementedError

    @staticmethod
    def needed(players: int, options: dict[str, int | str]) -> int:
        """How many cards a deck must have at least for a table of `players` with these options, complete."""
        return 0

    def _prepare(self, cards: int | None) -> None:
        """Set up what holds for the whole match. cards: how many the table's own deck has. Raises ValueError when that
        cannot be.
        """

    def _deal(self, starter: int) -> None:
        """Set up the next round, which the seat `starter` begins."""
        raise NotImplementedError

    def _do(self, kind: int, argument: int) -> None:
        """Let `actor` do what is legal."""
        raise NotImplementedError

    def _state(self) -> list[object]:
        """Everything that makes two states differ, but for the options and the generator: whole numbers from -128 to
        253 or None, lists of them, and lists of lists.
        """
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Points a seat in the match so far."""
        raise NotImplementedError

    def next_starter(self) -> int | None:
        """The seat that would start if a round began now; None where nothing says which."""
        raise NotImplementedError

    def view(self, seat: int | None) -> View:
        """The `View` of `seat` (0 to players - 1; None: somebody who only watches). Raises IndexError otherwise."""
        raise NotImplementedError

    def deeds(self, action: int) -> list[tuple[str, int, int]]:
        """What `action`, about to be done, counts for: (one of the TITLES, seat, points) each."""
        return []

    @staticmethod
    def told(action: int) -> str:
        """`action` in English words that fit behind a player's name, with {} where the name of a gift belongs, whose
        number is the action's argument.
        """
        return "does {}:{}".format(action >> 8, action & 255)

    @property
    def over(self) -> bool:
        """True when the match is over."""
        return self.phase == "over"

    def actions(self) -> list[int]:
        """The legal actions of the seat `actor`, as a list that is the caller's own; empty when the match is over."""
        return self._legal[:]

    def apply(self, action: int) -> None:
        """Let `actor` do `action`. Raises IllegalAction, and changes nothing, unless it is among `actions()`."""
        if type(action) is not int or action not in self._legal:
            raise IllegalAction(self._refusal(action))
        self._do(action >> 8, action & 255)

    def _refusal(self, action: object) -> str:
        if self.phase == "over":
            return "The match is over; no action is allowed any more."
        allowed = ", ".join([str(one) for one in self._legal])
        return "Action {!r} is not allowed while seat {} has to {}. Allowed: {}.".format(
            action, self.actor, self.phase, allowed
        )

    def winners(self) -> list[int]:
        """The seats with the best score, who share the win; empty until the match is over."""
        if not self.over:
            return []
        scores = self.scores()
        best = self.best(scores)
        return [seat for seat in range(self.players) if scores[seat] == best]

    def best(self, scores: list[int]) -> int:
        """The best of some scores."""
        return min(scores) if self.FEWEST_WIN else max(scores)

    def worst(self, scores: list[int]) -> int:
        """The worst of some scores."""
        return max(scores) if self.FEWEST_WIN else min(scores)

    def carry(self) -> tuple[int, list[int]]:
        """(rounds finished, points a seat) with which a round would begin now: this one anew, or the next when it is
        over.
        """
        if self.phase == "round":
            return self.round, self.scores()
        return self.round - 1, self.carried[:]

    def _show(self, v: View, seat: int | None) -> None:
        """Fill in what `View` declares for `seat`. Raises IndexError when there is no such seat."""
        if seat is not None and not is_whole(seat, 0, self.players):
            raise IndexError("There is no seat {!r}; the seats are 0 to {}.".format(seat, self.players - 1))
        v.seat, v.players, v.phase, v.actor = seat, self.players, self.phase, self.actor
        v.actions = self._legal[:] if seat is not None and seat == self.actor else []
        v.over, v.showing = self.over, self.phase in self.SHOWING
        v.round, v.rounds, v.scores, v.winners = self.round, self.rounds, self.scores(), self.winners()
        v.fewest_win = self.FEWEST_WIN

    def copy(self) -> "Game":
        """An independent game in the same state, future cards included: every field is copied."""
        twin = object.__new__(type(self))
        fields = self.__dict__
        for name in sorted(fields):
            value = fields[name]
            if isinstance(value, list):
                value = [one[:] if isinstance(one, list) else one for one in value]
            setattr(twin, name, value)
        twin._generator = Generator(0)
        twin._generator.state = self._generator.state
        return twin

    def digest(self) -> bytes:
        """Eight bytes that are equal for equal states on every interpreter, and practically never otherwise."""
        state = bytearray([self.players, self.PHASES.index(self.phase)])
        for name in sorted(self.options):
            state.extend("{}={};".format(name, self.options[name]).encode())
        for field in self._state():
            if not isinstance(field, list):
                state.append(_as_byte(field))
            elif field and isinstance(field[0], list):
                for inner in field:
                    _put_list(state, inner)
            else:
                _put_list(state, field)
        state.extend(self._generator.state.to_bytes(16, "big"))
        return fnv1a(state)


def _put_list(state: bytearray, values: list[int | None]) -> None:
    state.append(len(values))
    for value in values:
        state.append(_as_byte(value))


def _as_byte(value: object) -> int:
    if value is None:
        return 254  # no card has that number
    assert isinstance(value, int)
    return value & 255
