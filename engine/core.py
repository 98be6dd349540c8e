"""What all games share: the refusal, the checks of a set-up, the generator and the digest.

CircuitPython's `random` and `hash()` differ from CPython's, and some firmware lacks the usual hash functions, so the
engine carries its own generator and digest; both are exact integer arithmetic and give the same on every interpreter.
"""

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


def fnv1a(data):
    """FNV-1a, 64 bit, of `data` (any iterable of bytes): eight bytes, big-endian (Fowler, Noll, Vo)."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & _MASK_64
    return value.to_bytes(8, "big")
