"""A memory that fails as people's do: ACT-R's base-level learning, in whole numbers.

What was met n times, t1 to tn seconds ago, has the activation A = ln S with S = t1**-0.5 + ... + tn**-0.5 (Anderson and
others 2004, decay 0.5). It is recalled when A and a logistic noise of scale 0.25 exceed a threshold tau, which takes
exp(-A) times a factor. Boards lack exact floats, so no logarithm is taken: at this scale A exceeds the noisy tau with
the chance S**4 / (S**4 + exp(4 * tau)), and a square root is all that is left. It is the same on every interpreter.
"""

from engine.core import Generator

ORDINARY = 1353  # exp(tau) in UNIT for tau = -2
UNIT = 10000  # of S and of thresholds: 1 per square root of a second
EXPOSURES = 4  # of one fact that are kept, the latest: a memory stays small, and older ones hardly count
SOON_MS = 100  # the shortest time since a meeting that counts: a shorter one counts as this
RECALL_MS = 200  # F of ACT-R's latency F * exp(-A)
SURE = 1000  # certainties and chances are in thousandths


def _square_root(number: int) -> int:
    """The whole part of the square root of `number`, 0 to 2**30 - 1."""
    root, place = 0, 1 << 28
    while place:
        if number >= root + place:
            number -= root + place
            root = (root >> 1) + place
        else:
            root >>= 1
        place >>= 2
    return root


# UNIT over the square root of 64 to 255 milliseconds and a half, two bytes each: 16 * sqrt(1000) is 506. As a tuple it
# would need one piece of memory that a board may not have at this moment.
_STRENGTHS = bytearray(2 * (256 - 64))
for _at in range(0, len(_STRENGTHS), 2):
    _STRENGTHS[_at], _STRENGTHS[_at + 1] = divmod(UNIT * 506 // _square_root(128 * _at + 64 * 256 + 128), 256)


def strength(past_ms: int) -> int:
    """What an exposure `past_ms` milliseconds ago (0 to 2**30 - 1) adds to S, in UNIT."""
    if past_ms < SOON_MS:
        past_ms = SOON_MS
    halvings = 0
    while past_ms > 255:
        past_ms >>= 2
        halvings += 1
    at = 2 * past_ms - 2 * 64
    return (_STRENGTHS[at] << 8 | _STRENGTHS[at + 1]) >> halvings


class Memory:
    """Facts by the place at which they lie: a key is the number by which the caller names a place, such as a seat and
    a slot. A value is a number. Times are milliseconds, 0 to 2**30 - 1, and never go back.

    latency_ms: how long the last recall took, or how long it took to give up.
    """

    def __init__(self, seed: int, threshold: int = ORDINARY) -> None:
        """seed: a whole number, 0 to 2**128 - 1. threshold: exp(tau) in UNIT; more forgets more, 0 forgets nothing."""
        self.threshold = threshold
        self.latency_ms = 0
        self._generator = Generator(seed)
        self._facts: dict[int, list[int]] = {}  # key -> [value, times of exposures, the latest last]

    def learn(self, key: int, value: int, now_ms: int) -> None:
        """Meet `value` at `key`; whatever else was known to lie there is forgotten."""
        fact = self._facts.get(key)
        if fact is None or fact[0] != value:
            self._facts[key] = [value, now_ms]
        else:
            self._expose(fact, now_ms)

    def recall(self, key: int, now_ms: int) -> tuple[int | None, int]:
        """(what lies at `key` or None, how sure: the chance of recalling it, 0 to 1000)."""
        fact = self._facts.get(key)
        if fact is None:
            return self._nothing()
        return self._try(fact, now_ms)

    def find(self, value: int, keys: range, now_ms: int) -> tuple[int | None, int]:
        """(the first of `keys` at which `value` lies or None, how sure), as `recall`."""
        for key in keys:
            fact = self._facts.get(key)
            if fact is not None and fact[0] == value:
                recalled, sure = self._try(fact, now_ms)
                return (None if recalled is None else key), sure
        return self._nothing()

    def rehearse(self, key: int, now_ms: int) -> tuple[int | None, int]:
        """Try to recall what lies at `key`; where that works it counts as having met it. Returns what `recall` does."""
        fact = self._facts.get(key)
        if fact is None:
            return self._nothing()
        recalled = self._try(fact, now_ms)
        if recalled[0] is not None:
            self._expose(fact, now_ms)
        return recalled

    def swap(self, one_key: int, other_key: int, now_ms: int) -> None:
        """What lay at one lies at the other now, and the other way; both are rehearsed."""
        self.exchange(one_key, other_key)
        self.rehearse(one_key, now_ms)
        self.rehearse(other_key, now_ms)

    def exchange(self, one_key: int, other_key: int) -> None:
        """As `swap`, but in passing: nothing is rehearsed."""
        facts = self._facts
        one, other = facts.pop(one_key, None), facts.pop(other_key, None)
        if one is not None:
            facts[other_key] = one
        if other is not None:
            facts[one_key] = other

    def forget(self, key: int) -> None:
        """Nothing is known about `key` any more."""
        self._facts.pop(key, None)

    def clear(self) -> None:
        """Nothing is known any more."""
        self._facts = {}

    def _expose(self, fact: list[int], now_ms: int) -> None:
        fact.append(now_ms)
        if len(fact) > EXPOSURES + 1:
            del fact[1]

    def _nothing(self) -> tuple[None, int]:
        self.latency_ms = self._latency(0)
        return None, 0

    def _try(self, fact: list[int], now_ms: int) -> tuple[int | None, int]:
        total = 0
        for index in range(1, len(fact)):
            total += strength(now_ms - fact[index])
        sure = self._chance(total)
        recalled = sure == SURE or self._generator.below(SURE) < sure
        self.latency_ms = self._latency(total if recalled else 0)
        return (fact[0] if recalled else None), sure

    def _chance(self, total: int) -> int:
        """S**4 / (S**4 + exp(4 * tau)) in thousandths, without a number that is big on a board."""
        if not self.threshold:
            return SURE
        ratio = min(total * 1024 // self.threshold, 7168)
        square = ratio * ratio >> 12
        return SURE - (SURE << 16) // (square * square + (1 << 16))

    def _latency(self, total: int) -> int:
        """Milliseconds that recalling takes, or giving up, which happens at the threshold."""
        return RECALL_MS * UNIT // max(total, self.threshold, UNIT // 10)
