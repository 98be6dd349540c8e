"""Plans of chaos that reached marks which none before had reached, kept as a corpus, and changed to reach more.

The corpus is a text: a line of JSON for each plan, [seed, plan, the marks that it was the first to reach].
"""

import json
import pathlib

from engine.core import Generator
from sim.runs.chaos import Plan, draw_faults

SWARM = 2  # seeds with this remainder by 4 have people


class Corpus:
    """The plans in a file, which is made where it is missing."""

    def __init__(self, path: pathlib.Path) -> None:
        """Raises OSError or ValueError when it cannot be read or makes no sense."""
        self._path = path
        lines = path.read_text().splitlines() if path.exists() else []
        rows = [json.loads(line) for line in lines]
        self.plans = [(seed, Plan._make([*plan[:-1], [tuple(fault) for fault in plan[-1]]])) for seed, plan, _ in rows]
        self.marks = {mark for *_, marks in rows for mark in marks}

    def learn(self, seed: int, plan: Plan, marks: list[str]) -> None:
        """Keep a plan that reached `marks` first."""
        self.plans.append((seed, plan))
        with self._path.open("a") as file:
            file.write(json.dumps([seed, plan, sorted(marks)]) + "\n")

    def next(self, seed: int) -> Plan:
        """What is to be played with `seed`: one time in three what it draws itself, else a kept plan, changed."""
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
                name = ("air", "step_ms", "humans", "by_hand", "game", "boot", "clock")[chance.below(7)]
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
