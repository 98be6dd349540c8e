"""Plans of chaos that together reach every mark that was ever reached, kept as a corpus, and changed to reach more.

The corpus is a text: a line of JSON for each plan, [seed, plan, the marks that it is among the first COPIES to reach];
the plan that reaches most stands first.
"""

import json
import pathlib

from engine.core import Generator
from sim.runs.chaos import Plan, draw_faults

SWARM = 2  # seeds with this remainder by 4 have people
COPIES = 3  # plans that are kept for each mark, where there are so many
CHANGED = "air", "step_ms", "humans", "by_hand", "game", "boot", "clock"  # what one plan may take from another


class Corpus:
    """The plans in a file, which is made where it is missing."""

    def __init__(self, path: pathlib.Path) -> None:
        """Raises OSError or ValueError when it cannot be read or makes no sense."""
        self._path = path
        lines = path.read_text().splitlines() if path.exists() else []
        rows = [json.loads(line) for line in lines]
        self.plans = [(seed, Plan._make([*plan[:-1], [tuple(fault) for fault in plan[-1]]])) for seed, plan, _ in rows]
        self._first = list(self.plans)  # as they stand there, before any that is changed
        self._played: list[tuple[int, Plan, set[str]]] = []  # with the marks that each reached
        self._known: set[str] = set()

    def learn(self, seed: int, plan: Plan, marks: set[str]) -> None:
        """A plan has reached `marks`, and nothing was broken. What is new is changed from now on."""
        self._played.append((seed, plan, marks))
        if marks - self._known and (seed, plan) not in self.plans:
            self.plans.append((seed, plan))
        self._known |= marks

    def keep(self) -> None:
        """Write of what was played as few plans as reach all marks COPIES times, or as often as all of them do."""
        counts = {mark: 0 for *_, marks in self._played for mark in marks}
        lines, left = [], list(self._played)
        while left:
            seed, plan, marks = best = max(left, key=lambda one: sum(counts[mark] < COPIES for mark in one[2]))
            first = sorted([mark for mark in marks if counts[mark] < COPIES])
            if not first:
                break
            left.remove(best)
            counts.update({mark: counts[mark] + 1 for mark in marks})
            lines.append(json.dumps([seed, plan, first]) + "\n")
        self._path.write_text("".join(lines))

    def next(self, seed: int) -> Plan:
        """What is to be played with `seed`: the kept plans first, then one time in three what the seed draws itself,
        else a kept plan, changed.
        """
        if self._first:
            return self._first.pop(0)[1]
        chance = Generator(seed + (1 << 65))
        drawn = draw_faults(seed)
        if not self.plans or chance.below(3) == 0:
            return drawn
        donor = drawn if not drawn.plain else draw_faults(seed // 4 * 4 + SWARM)
        plan = self.plans[chance.below(len(self.plans))][1]
        if plan.plain:
            plan = donor._replace(faults=plan.faults)
        faults = list(plan.faults)
        for _ in range(1 + chance.below(3)):
            change = chance.below(4)
            if change == 0:
                name = CHANGED[chance.below(len(CHANGED))]
                plan = plan._replace(**{name: getattr(donor, name)})
            elif change == 1 and faults:
                ms, kind, one, other, length = faults.pop(chance.below(len(faults)))
                faults.append((max(0, ms + chance.below(4001) - 2000), kind, one, other, length))
            elif change == 2 and len(faults) > 1:
                faults.pop(chance.below(len(faults)))
            else:
                faults += donor.faults[: 1 + chance.below(3)]
        faults = [
            (ms, kind, one % plan.players, other % plan.players, length) for ms, kind, one, other, length in faults
        ]
        return plan._replace(humans=min(plan.humans, plan.players), faults=sorted(faults)[-8:])
