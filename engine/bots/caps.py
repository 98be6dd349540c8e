"""A player of Cap of Invisibility for an empty seat: it follows every hat over the row and forgets as people do.

What it knows for itself is a memory of hats by their places; what others may know is who has looked where, which
everybody can see.
"""

from engine import bots
from engine.bots.memory import ORDINARY, SURE, Memory
from engine.caps import CAP, LOOK, OPEN, PLACES, SWAP, View
from engine.core import NEXT, SEEDS, Generator

THRESHOLDS = {"goldfish": ORDINARY * 2, "elephant": ORDINARY // 3, "perfect": 0}  # all others are ordinary
# Keys of the memory, each plus a place: the hat there; a bit for each other seat that has met it; how likely it is
# the character's own, judged by what others did.
HAT, WITNESSES, HUNCH = 0, PLACES, 2 * PLACES
SPARE_WORTH = 30  # of a cap that has no penalty to cancel yet, for each character that is still to come
PATIENCE = 8  # turns of the table without a success before a bot takes risks
RISK = 75  # thousandths of a point that it risks more with each turn after that
THOUGHT_MS, LONGEST_MS = 600, 3000


class Bot(bots.Bot):
    """Plays one seat."""

    def __init__(self, seed: int, seat: int, personality: str) -> None:
        """As `engine.new_bot`. personality: how well it remembers, as THRESHOLDS says."""
        self.seat = seat
        self._generator = Generator(seed * 8 + seat & SEEDS - 1)
        self._memory = Memory(self._generator.below(1 << 30), THRESHOLDS.get(personality, ORDINARY))
        self._row: tuple[int, int] | None = None  # the round, and how often its row was laid out anew
        self._event: tuple[str, int | None, int] | None = None  # what it has taken in last
        self._progress: tuple[int, int, int] | None = None
        self._idle = 0  # turns of the table without a success

    def see(self, view: View, now_ms: int) -> None:  # type: ignore[override]  # of its own game
        """As `Bot.see`."""
        bots.check_shown(view, self.seat, now_ms)
        row = view.round, view.relaid
        if row != self._row:
            self._row = row
            self._memory.clear()
        if view.last is None or view.last_seat is None:
            return
        event = view.phase, view.actor, view.last
        if event == self._event:
            return
        self._event = event
        self._count_turns(view)
        if view.phase == "open":
            self._see_open(view, now_ms)
        elif view.phase == "look":
            self._see_look(view, now_ms)
        elif view.phase == "turn" and view.last >> 8 == SWAP:
            self._see_swap(view.last >> 4 & 15, view.last & 15, view.last_seat, now_ms)

    def _count_turns(self, view: View) -> None:
        progress = view.round, view.relaid, sum(view.pairs) + sum(view.caps)
        if progress != self._progress:
            self._idle = 0
        elif view.phase == "turn":
            self._idle += 1
        self._progress = progress

    def _see_open(self, view: View, now_ms: int) -> None:
        place, hat = view.place, view.shown
        assert place is not None
        assert hat is not None
        self._memory.forget(HUNCH + place)
        if hat == view.characters[place] or hat >= CAP:  # another hat will lie there
            self._memory.forget(HAT + place)
            self._memory.forget(WITNESSES + place)
        else:
            self._memory.learn(HAT + place, hat, now_ms)
            self._memory.learn(WITNESSES + place, (1 << view.players) - 1 & ~(1 << self.seat), now_ms)

    def _see_look(self, view: View, now_ms: int) -> None:
        place, seat = view.place, view.last_seat
        assert place is not None
        assert seat is not None
        if view.looked is not None:
            self._memory.learn(HAT + place, view.looked[1], now_ms)
        else:
            self._memory.learn(WITNESSES + place, self._witnesses(place, now_ms) | 1 << seat, now_ms)

    def _see_swap(self, first: int, second: int, seat: int, now_ms: int) -> None:
        for about in (HAT, WITNESSES):
            self._memory.swap(about + first, about + second, now_ms)
        for place in (first, second):
            if self._witnesses(place, now_ms) >> seat & 1:  # who knew that hat may want it just here, or may not
                self._memory.learn(HUNCH + place, self._generator.below(SURE), now_ms)
            else:
                self._memory.forget(HUNCH + place)

    def _witnesses(self, place: int, now_ms: int) -> int:
        return self._memory.recall(WITNESSES + place, now_ms)[0] or 0

    def choose(self, view: View, actions: list[int], now_ms: int) -> int:  # type: ignore[override]  # of its own game
        """As `Bot.choose`."""
        bots.check_shown(view, self.seat, now_ms)
        self.latency_ms = THOUGHT_MS
        if actions[0] >> 8 == NEXT:
            return actions[0]
        hats, hunches, thought_ms = [], [], []
        for place in range(PLACES):
            hats.append(self._memory.recall(HAT + place, now_ms)[0] if view.covered[place] else None)
            thought_ms.append(self._memory.latency_ms)
            hunches.append(self._memory.recall(HUNCH + place, now_ms)[0] or 0)
        opening, worth = self._opening(view, hats, hunches)
        action = opening if worth > 0 else self._exchange(view, hats, actions, now_ms)
        if action is None:
            risk = RISK * (self._idle - PATIENCE)
            action = opening if worth > -risk else self._look(hats, hunches, actions)
        place = action >> 4 & 15 if action >> 8 == SWAP else action & 255
        self.latency_ms = min(THOUGHT_MS + thought_ms[place], LONGEST_MS)
        return action

    def _one_of(self, things: list[int], worth: list[int]) -> int:
        """The best of `things`, any of those that are equally good. worth: a number for each."""
        most = max(worth)
        best = [thing for thing, one in zip(things, worth) if one == most]
        return best[self._generator.below(len(best))]

    def _opening(self, view: View, hats: list[int | None], hunches: list[int]) -> tuple[int, int]:
        """(opening the hat that promises most, how much that is in thousandths of a point)."""
        places = [place for place in range(PLACES) if view.covered[place]]
        worth = [self._worth(view, hats, hunches, place) for place in places]
        return OPEN << 8 | self._one_of(places, worth), max(worth)

    def _worth(self, view: View, hats: list[int | None], hunches: list[int], place: int) -> int:
        """What opening the hat at `place` promises, in thousandths of a point."""
        unspent = view.caps[self.seat] - view.penalties[self.seat]
        later = SPARE_WORTH * view.characters_left
        own, cap = _chances(view, hats, hunches, place)
        gain = own * SURE + cap * (SURE if unspent < 0 else later)
        return (gain - (SURE - own - cap) * (SURE if unspent <= 0 else later)) // SURE

    def _exchange(self, view: View, hats: list[int | None], actions: list[int], now_ms: int) -> int | None:
        """Bringing a hat that it knows to its character, unless others may know it too and open it first, which it does
        not mind when nothing has happened for long. None when there is no such hat.
        """
        for place in range(PLACES):
            if hats[place] is None or hats[place] not in view.characters:
                continue
            if self._witnesses(place, now_ms) and self._idle <= PATIENCE:
                continue
            other = view.characters.index(hats[place])
            action = SWAP << 8 | min(place, other) << 4 | max(place, other)
            if action in actions:
                return action
        return None

    def _look(self, hats: list[int | None], hunches: list[int], actions: list[int]) -> int:
        """Looking where it knows nothing, at a place that others brought a hat to rather than elsewhere."""
        looks = [action for action in actions if action >> 8 == LOOK]
        worth = [hunches[action & 255] if hats[action & 255] is None else -1 for action in looks]
        return self._one_of(looks, worth)


def _chances(view: View, hats: list[int | None], hunches: list[int], place: int) -> tuple[int, int]:
    """How likely the hat at `place` is its character's own, and a cap, in thousandths. hats: those that are known."""
    hat, character = hats[place], view.characters[place]
    if hat is not None:
        return SURE * (hat == character), SURE * (hat >= CAP)
    unknown = view.hats_left + sum(view.covered) - sum([one is not None for one in hats])
    caps = view.hats_left - view.characters_left - sum([one is not None and one >= CAP for one in hats])
    own = 0 if character in hats else max(SURE // unknown, hunches[place])
    return own, (SURE - own) * caps // unknown
