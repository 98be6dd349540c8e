"""A player of Cap of Invisibility for an empty seat: it follows every hat over the row and forgets as people do.

It gets views and nothing else. What it knows for itself is a memory of hats by their places; what others may know is
who has looked where, which everybody can see.
"""

from engine.caps import LOOK, NEXT, OPEN, PLACES, SWAP
from engine.core import SEEDS, Generator
from engine.memory import ORDINARY, SURE, Memory
from engine.wardrobe import CAP

THRESHOLDS = {"goldfish": ORDINARY * 2, "elephant": ORDINARY // 3, "perfect": 0}  # all others are ordinary
# Keys of the memory, each plus a place: the hat there; bit by bit, the other seats that have met it; how likely it is
# the character's own, to judge by what others did.
HAT, WITNESSES, HUNCH = 0, PLACES, 2 * PLACES
SPARE_WORTH = 30  # of a cap that has no penalty to cancel yet, for each character that is still to come
PATIENCE = 8  # turns of the table without a success before a bot takes risks
RISK = 75  # thousandths of a point that it risks more with each turn after that
THOUGHT_MS, LONGEST_MS = 600, 3000


class Bot:
    """Plays one seat. Show it every view of its seat, in order, with `see`; then ask it with `choose`.

    latency_ms: how long it thought about its last choice, 0 to 3000.
    """

    def __init__(self, seed, seat, personality):
        """seed: a whole number, 0 to 2**128 - 1. seat: the one it plays. personality: how well it remembers, a name in
        THRESHOLDS; any other is ordinary.
        """
        self.seat = seat
        self.latency_ms = 0
        self._generator = Generator(seed * 8 + seat & SEEDS - 1)
        self._memory = Memory(self._generator.below(1 << 30), THRESHOLDS.get(personality, ORDINARY))
        self._row = self._event = self._progress = None
        self._idle = 0

    def see(self, view, now_ms):
        """Take in what has just changed. now_ms: game time in milliseconds, 0 to 2**30 - 1, never going back."""
        row = view.round, view.relaid
        if row != self._row:
            self._row = row
            self._memory.clear()
        event = view.phase, view.actor, view.last
        if event == self._event or view.last is None:
            return
        self._event = event
        self._count_turns(view)
        if view.phase == "open":
            self._see_open(view, now_ms)
        elif view.phase == "look":
            self._see_look(view, now_ms)
        elif view.phase == "turn" and view.last >> 8 == SWAP:
            self._see_swap(view.last >> 4 & 15, view.last & 15, view.last_seat, now_ms)

    def _count_turns(self, view):
        progress = view.round, view.relaid, sum(view.pairs) + sum(view.caps)
        if progress != self._progress:
            self._idle = 0
        elif view.phase == "turn":
            self._idle += 1
        self._progress = progress

    def _see_open(self, view, now_ms):
        place, hat = view.place, view.shown
        self._memory.forget(HUNCH + place)
        if hat == view.characters[place] or hat >= CAP:  # another hat will lie there
            self._memory.forget(HAT + place)
            self._memory.forget(WITNESSES + place)
        else:
            self._memory.learn(HAT + place, hat, now_ms)
            self._memory.learn(WITNESSES + place, (1 << view.players) - 1 & ~(1 << self.seat), now_ms)

    def _see_look(self, view, now_ms):
        if view.looked is not None:
            self._memory.learn(HAT + view.place, view.looked[1], now_ms)
        else:
            witnesses = self._witnesses(view.place, now_ms) | 1 << view.last_seat
            self._memory.learn(WITNESSES + view.place, witnesses, now_ms)

    def _see_swap(self, first, second, seat, now_ms):
        for about in (HAT, WITNESSES):
            self._memory.swap(about + first, about + second, now_ms)
        for place in (first, second):
            if self._witnesses(place, now_ms) >> seat & 1:  # who knew that hat may want it just here, or may not
                self._memory.learn(HUNCH + place, self._generator.below(SURE), now_ms)
            else:
                self._memory.forget(HUNCH + place)

    def _witnesses(self, place, now_ms):
        return self._memory.recall(WITNESSES + place, now_ms)[0] or 0

    def choose(self, view, actions, now_ms):
        """One of `actions`, the legal actions of the bot's seat in the situation that `view` shows."""
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

    def _one_of(self, things, worth):
        """The best of `things`, any of those that are equally good. worth: a number for each."""
        most = max(worth)
        best = [thing for thing, one in zip(things, worth) if one == most]
        return best[self._generator.below(len(best))]

    def _opening(self, view, hats, hunches):
        """(opening the hat that promises most, how much that is in thousandths of a point)."""
        places = [place for place in range(PLACES) if view.covered[place]]
        worth = [self._worth(view, hats, hunches, place) for place in places]
        return OPEN << 8 | self._one_of(places, worth), max(worth)

    def _worth(self, view, hats, hunches, place):
        """What opening the hat at `place` promises, in thousandths of a point."""
        unspent = view.caps[self.seat] - view.penalties[self.seat]
        later = SPARE_WORTH * view.characters_left
        own, cap = _chances(view, hats, hunches, place)
        gain = own * SURE + cap * (SURE if unspent < 0 else later)
        return (gain - (SURE - own - cap) * (SURE if unspent <= 0 else later)) // SURE

    def _exchange(self, view, hats, actions, now_ms):
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

    def _look(self, hats, hunches, actions):
        """Looking where it knows nothing, at a place that others brought a hat to rather than elsewhere."""
        looks = [action for action in actions if action >> 8 == LOOK]
        worth = [hunches[action & 255] if hats[action & 255] is None else -1 for action in looks]
        return self._one_of(looks, worth)


def _chances(view, hats, hunches, place):
    """How likely the hat at `place` is its character's own, and a cap, in thousandths. hats: those that are known."""
    hat, character = hats[place], view.characters[place]
    if hat is not None:
        return SURE * (hat == character), SURE * (hat >= CAP)
    unknown = view.hats_left + sum(view.covered) - sum([one is not None for one in hats])
    caps = view.hats_left - view.characters_left - sum([one is not None and one >= CAP for one in hats])
    own = 0 if character in hats else max(SURE // unknown, hunches[place])
    return own, (SURE - own) * caps // unknown
