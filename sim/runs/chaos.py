"""Whole matches under faults, from a seed: the table must never fork, never lose a settled entry, and always go on.

Each seed draws rates (loss, doubling, delay, wrong bits, clocks) and a list of faults, prints them on failure with the
command that replays it, and shrinks the list to the faults that matter. After every step the invariants are checked.
"""

import functools
import json
import pathlib
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Sized
from typing import Any, NamedTuple

from tqdm import tqdm

import engine
from boards.tool import terminal
from engine.core import Generator as Chance
from pocket.app import App
from pocket.session import Session
from pocket.store import Store
from ring.askers import ASKERS
from ring.frames import NOBODY, STATUS, Codec, Key
from ring.lobby import OFFERS
from ring.member import AWAY, SEATED
from ring.memory import PAST, SAVE_ENTRIES, Memory
from ring.messages import ENTRY, ID, INHERITS, NO_TABLE, SEATS_MAX, WHOLE, Roster
from sim.room import START_MS, Blind, Room
from sim.runs import marks, people

FAULTS_MS = 40000  # faults happen within this time of the start; then everything heals
CALM_MS = 20 * 60000  # after healing, the match must be over within this time
PROGRESS_MS = 60000  # and an entry must be settled within this
KIND = 2  # where a frame says of which kind it is
PLAY_MS = 300  # how often people look whether it is their turn
HAND_MS = 2000  # how often somebody at the table decides what to do about a missing device
DIGEST_ENTRIES = 16  # equal logs must give equal games: looked at every so many entries, since a digest takes its time
LOSABLE = 2 * SAVE_ENTRIES + 2  # entries that a set may lose whose devices all lost their power at once
PLAYERS = (2, 3, 3, 4, 4, 5, 5, 6, 7, 8)  # a frame costs the square of them, and what breaks mostly breaks with few
PLAIN_CLOCK = 20  # parts per thousand by which clocks are wrong, of sets of bots and of those alone
LONG = 9  # one seed in so many plays as many rounds as there are players
WITH_SCREENS = 100  # and one in so many runs the whole device program, with screens, lamps and keys
TWICE = 100  # and one in so many runs a second time, which has to be the same
TOTALS = {
    "fork": "forks",
    "lost": "lost_entries",
    "unfinished": "unfinished",
    "list": "lists",
    "error": "errors",
}  # by kind of failure


Fault = tuple[int, str, int, int, int]  # (ms, kind, device, other, length_ms)
OLD = ["restart", "together", "erase", "torn", "cut", "one_way", "partition", "spike", "strangers", "all_off"]
NEW = ["gone", "leave", "recorded", "rolled_back", "cloned", "slow"]
LOSES = ("gone", "rolled_back", "cloned", "erase", "torn")  # more than LOSABLE may be lost where a device is gone
DECK = pathlib.Path(__file__).parents[2] / "docs" / "decks" / "kitchen.json"


class Plan(NamedTuple):
    """What a seed draws. A list of it is JSON."""

    players: int
    air: dict[str, Any]  # arguments of Air
    step_ms: int  # how long a step of a device's program takes, about
    humans: int  # devices that people play on
    by_hand: bool  # whether people open the table and sit down, or the set starts by itself
    game: str
    deck: bool  # whether all have a deck of their own
    boot: int  # the number of the last start, about
    clock: int  # parts per thousand by which clocks are wrong, at most
    faults: list[Fault]

    @property
    def plain(self) -> bool:
        """Whether it is a set of bots under the faults that end with everybody at one table."""
        return self.clock == PLAIN_CLOCK


class Broken(AssertionError):
    """An invariant does not hold. kind: fork, lost, unfinished; list: too long; error: the program raised one."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Truth:
    """What has been settled at each table, and what may follow from it."""

    def __init__(self, loses: bool = False) -> None:
        """loses: what the last who remembers has kept may be old, so that more is lost than else."""
        self.loses = loses
        self.logs = {}  # table id: entries that some device has called settled, as bytes
        self.rosters = {}  # table id: its roster
        self.states = {}  # (table id, count, digest of the log): digest of the game
        self.successors = {}  # table id: the tables that went on from it
        self.put_back: set[bytes] = set()  # devices whose store was put back: each may go on twice from what it had
        self.ended = set()  # ids of tables whose match is over and settled
        self.resumed_losses = 0
        self._checked = {}  # device: what it said when it was last checked

    def check(self, session: Session) -> None:
        """Check one device against what all of them have said."""
        table = session.table
        if table is None or table.me is None:
            return
        settled = table.settled()
        said = session.table_id, table.count, table.digest, table.whole, settled
        if self._checked.get(session.me.device) == said:
            return
        self._checked[session.me.device] = said
        key, entries = session.table_id, table.entries()
        self.rosters.setdefault(key, session.roster)
        log = self.logs.get(key, b"")
        if table.whole:
            common = min(len(log), len(entries))
            if log[:common] != entries[:common]:
                raise Broken("fork", f"table {key.hex()}: a settled entry differs on device {session.name}")
        if settled and len(entries) >= len(log):
            if session.game.over:
                self._end(key)
            if len(entries) > len(log):
                self.logs[key] = entries
                self._own_progress(key, session, len(entries))
        elif table.whole and len(entries) < len(log):
            raise Broken("lost", f"table {key.hex()}: device {session.name} is whole but lacks settled entries")
        if table.count % DIGEST_ENTRIES == 0 or session.game.over:
            state = session.game.digest()
            if self.states.setdefault((key, table.count, table.digest), state) != state:
                raise Broken("fork", f"table {key.hex()}: equal logs, but another game on device {session.name}")

    def _end(self, key: bytes) -> None:
        """The match of a table is over, and with it that of the tables that it went on from."""
        while key in self.rosters:
            self.ended.add(key)
            key = self.rosters[key].parent

    def _own_progress(self, key: bytes, session: Session, length: int) -> None:
        """A settled entry of its own makes a table the successor of the one before."""
        roster = session.roster
        inherited = roster.length * ENTRY if roster.flags & INHERITS else 0
        for other in self.successors.get(key, ()):
            after = self.rosters[other]
            if not after.flags & INHERITS or length > after.length * ENTRY:  # what went along is settled in both
                self._apart(key, other)
        if roster.parent == NO_TABLE or length <= inherited:
            return
        siblings = self.successors.setdefault(roster.parent, [])
        if key not in siblings:
            for other in siblings:
                self._apart(key, other)
            siblings.append(key)
            self._inheritance(key, roster, session.table.entries())

    def _apart(self, key: bytes, other: bytes) -> None:
        """Two tables may go on from one only where people who do not hear each other decided to: without each other.

        Who has played a match to its end may sit down elsewhere, even at a table that was left behind in it.
        """
        if key in self.ended or other in self.ended:
            return
        if (set(self.rosters[key].devices) & set(self.rosters[other].devices)) - self.put_back:
            raise Broken("fork", f"a device of table {key.hex()} is at {other.hex()} too, and both go on")

    def _inheritance(self, key: bytes, roster: Roster, entries: bytes) -> None:
        before = self.logs.get(roster.parent, b"")
        lost = len(before) // ENTRY - roster.length
        if roster.flags & INHERITS:
            common = min(len(before), roster.length * ENTRY)
            if entries[:common] != before[:common]:
                raise Broken("fork", f"table {key.hex()} inherits other entries than its parent had settled")
        if lost > 0 and (roster.flags & WHOLE or (lost > LOSABLE and not self.loses)):
            raise Broken("lost", f"table {key.hex()} lacks {lost} entries that its parent had settled")
        self.resumed_losses += max(lost, 0)


def draw_faults(seed: int) -> Plan:
    """What happens in a seed: half of them are sets of bots, in the others are people, and most kinds of fault are left
    out.
    """
    draw = Chance(seed)
    players = PLAYERS[draw.below(len(PLAYERS))]
    air = {
        "loss": (0, 10, 20, 30, 50)[draw.below(5)] / 100,
        "duplicate": (0, 0, 20, 40)[draw.below(4)] / 100,
        "delay_ms": (2, 8, 40, 400)[draw.below(4)],
        "corrupt": (0, 0, 5)[draw.below(3)] / 100,
    }
    step_ms = (5, 10, 15, 30, 60)[draw.below(5)]
    plain = seed % 4 < 2
    kinds = ["restart", *OLD]
    humans, by_hand, game, deck, boot, clock = 0, False, "gifts", False, 0, PLAIN_CLOCK
    if not plain:
        kinds = [kind for kind in OLD + NEW * 2 if draw.below(4) == 0] or ["leave"]
        players = min(players, 5)
        humans, by_hand = draw.below(players + 1), draw.below(3) == 0
        game, deck = engine.GAMES[draw.below(len(engine.GAMES))], draw.below(8) == 0
        boot, clock = (0, 0, 254, 64995)[draw.below(4)], (5, 50)[draw.below(2)]
        for name in ("loss", "duplicate", "corrupt"):
            air[name] *= draw.below(2)
        air["airtime"] = draw.below(4) == 0
    faults = []
    for _ in range(draw.below(8)):
        kind = kinds[draw.below(len(kinds))]
        faults.append((draw.below(FAULTS_MS), kind, draw.below(players), draw.below(players), 200 + draw.below(9000)))
    faults.sort()
    return Plan(players, air, step_ms, humans, by_hand, game, deck, boot, clock, faults)


class Run:
    """One match of a seed."""

    def __init__(
        self, seed: int, without: Sequence[int] = (), blind: type[Blind] = Blind, plan: Plan | None = None
    ) -> None:
        """without: numbers of faults of the seed that are left out. blind: the program where screens do not matter;
        with `Seen` it is the same run with screens to look at. plan: instead of what the seed draws."""
        self.seed = seed
        self.plan = plan = plan or draw_faults(seed)
        self.players, step_ms = plan.players, plan.step_ms
        self.faults = [fault for number, fault in enumerate(plan.faults) if number not in without]
        self.trace = 0  # a checksum of everything that happened
        self.restarts = self.partitions = 0
        self._chance = Chance(seed + (1 << 64))
        self._todo = []  # (ms, what to do)
        options: dict[str, Any] = {"bot_ms": 150, "reveal_ms": 500, "claims": "picked", "bot_kind": "liar"}
        if seed % LONG == 0:
            options["rounds"] = "each"
        options["penalties"] = 2 + self._chance.below(2)  # so that some matches end among the faults
        if not plan.plain:
            options["game"] = plan.game
        if plan.by_hand:
            options["players"] = 0
        program = App if seed % WITH_SCREENS == 6 else blind
        deck = DECK if plan.deck else None
        self.room = Room(self.players, plan.humans, seed, "mono", options, plan.air, program=program, deck=deck)
        for device in self.room.devices:
            device.fast = self._chance.below(2 * plan.clock + 1) - plan.clock
            device.step_ms = step_ms // 2 + self._chance.below(step_ms)
        self.truth = Truth(any(fault[1] in LOSES[:3] for fault in self.faults))
        self.gone: set[int] = set()  # devices that never come back
        self._calm = False
        self._tape: dict[int, list[bytes]] = {}  # frames by kind, to be said again
        self._shelf: list[list[bytes]] = [[] for _ in range(self.players)]  # of each device, older copies of its store
        self._writes = [0] * self.players  # to stores, by programs that have ended
        if plan.boot:
            for index, device in enumerate(self.room.devices):
                Store(device.nvm, device.uid).save(Memory(device.entropy(ID), plan.boot - self._chance.below(3)))
                self.room.switch_on(index)
        if not plan.plain:
            self._record()
        self._stranger = Codec(Key(b"somebody else's key"))

    def play(self) -> "Run":
        """Run it. Raises Broken when an invariant does not hold."""
        for _ in self.steps():
            pass
        return self

    def steps(self) -> Iterator[int]:
        """Run it step by step: gives, before each step, its time on the room's clock. Raises as `play`."""
        room = self.room
        for fault in self.faults:
            self._at(START_MS + fault[0], functools.partial(self._fault, *fault[1:]))
        self._at(START_MS + HAND_MS, self._hand)
        if self.plan.humans:
            self._at(START_MS, self._play)
        yield from self._run(START_MS + FAULTS_MS + 9500, until_over=False)
        self._heal()
        settled = self._settled_entries()
        healed_ms = room.now_ms
        over = self._over()
        while not over:
            before_ms = room.now_ms
            over = yield from self._run(room.now_ms + PROGRESS_MS, until_over=True)
            now_settled = self._settled_entries()
            if not over and now_settled == settled:
                raise Broken(
                    "unfinished", f"no entry was settled from {before_ms} to {room.now_ms} ms: {self._where()}"
                )
            settled = now_settled
            if not self.plan.plain and not over and room.now_ms > healed_ms + 3 * PROGRESS_MS:
                return  # who plays at random may take long, and goes on
            if not over and room.now_ms > healed_ms + CALM_MS:
                raise Broken("unfinished", f"the match was not over {CALM_MS} ms after healing: {self._where()}")

    def _where(self) -> str:
        seen = [
            (
                one.name,
                one.table_id and one.table_id.hex(),
                one.table and one.table.count,
                one.table and one.table.whole,
            )
            for one in self.room.sessions()
        ]
        return "; ".join(" ".join(map(str, one)) for one in seen)

    def _settled_entries(self) -> int:
        return sum(len(log) for log in self.truth.logs.values())

    def _over(self) -> bool:
        """Whether all devices that are on sit at one table whose match is over and settled. Where people have left, or
        devices are gone for ever, some may be elsewhere: then no table is left that waits.
        """
        if not self.plan.plain:
            sessions = self.room.sessions()
            waits = [one for one in sessions if one.member.state == SEATED and one.table_id not in self.truth.ended]
            away = [one for one in sessions if one.member.state == AWAY]
            return not waits and (bool(self.truth.ended) or (bool(self.gone) and len(away) == len(sessions)))
        if not self.truth.ended:
            return False
        sessions = self.room.sessions()
        return len({one.table_id for one in sessions}) == 1 and self.room.finished()

    def _at(self, ms: int, action: Callable[[], object]) -> None:
        self._todo.append((ms, len(self._todo), action))
        self._todo.sort(key=lambda one: one[:2])

    def _run(self, until_ms: int, until_over: bool) -> Generator[int, None, bool]:
        """Step to `until_ms`, checking every device after every step. Returns whether the match is over."""
        room = self.room
        while True:
            upcoming = room.upcoming()
            next_ms = upcoming[0]
            if self._todo and (next_ms is None or self._todo[0][0] <= next_ms):
                ms, _, action = self._todo.pop(0)
                yield ms
                room.now_ms = max(room.now_ms, ms)
                action()
                continue
            if next_ms is None or next_ms > until_ms:
                room.now_ms = until_ms
                return False
            yield next_ms
            for index in room.run_next(upcoming):
                self.truth.check(room.apps[index].session)
                self._check_lists(room.apps[index].session)
            self.trace = (self.trace * 31 + room.now_ms + room.air.frames) % (1 << 61)
            if until_over and self._over():
                return True

    def _check_lists(self, session: Session) -> None:
        """Whatever is on the air, a device remembers so much and no more."""
        member, lobby = session.member, session.lobby
        rows: list[tuple[Sized, int]] = [
            (member.askers.people, ASKERS),
            (member.askers.refused, ASKERS),
            (member._declined, PAST + 1),
        ]
        rows.append((member.keeper.past, PAST * ID))
        if lobby is not None:
            rows += [(lobby.offers, OFFERS), (lobby.asking, OFFERS), (lobby.refused, OFFERS), (lobby.people, SEATS_MAX)]
        for row, most in rows:
            if len(row) > most:
                raise Broken("list", f"device {session.name} remembers {len(row)} of what it may remember {most} of")

    def writes(self) -> int:
        """How often the store was written, of the device that did so most."""
        apps = zip(self._writes, self.room.apps, strict=True)
        return max(before + (app.session.member.keeper._store.writes if app else 0) for before, app in apps)

    def _record(self) -> None:
        transmit = self.room.air.transmit

        def recorded(sender: int | None, frame: bytes, *late: int) -> None:
            if sender is not None and len(self._tape.setdefault(frame[KIND], [])) < 1000:
                self._tape[frame[KIND]].append(frame)
            transmit(sender, frame, *late)

        vars(self.room.air)["transmit"] = recorded

    def _say_recorded(self, until_ms: int, pause_ms: int, frames: list[bytes]) -> None:
        if self.room.now_ms < until_ms:
            self.room.air.transmit(None, frames[self._chance.below(len(frames))])
            self._at(self.room.now_ms + pause_ms, lambda: self._say_recorded(until_ms, pause_ms, frames))

    def _heal(self) -> None:
        self._calm = True
        room = self.room
        for name in ("loss", "duplicate", "corrupt"):
            room.radio(name, 0)
        room.radio("delay_ms", 8)
        room.part([])
        for index, app in enumerate(room.apps):
            if app is None and index not in self.gone:
                room.switch_on(index)

    def _fault(self, kind: str, device: int, other: int, length_ms: int) -> None:
        room = self.room
        session = room.apps[device] and room.apps[device].session
        if kind in ("restart", "erase", "torn", "rolled_back", "cloned"):
            self._restart([device], length_ms, kind)
            if kind == "rolled_back":  # and once more, so that the copy may be from before a start
                self._at(room.now_ms + length_ms + 3000, lambda: self._restart([device], length_ms, kind))
        elif kind == "gone":
            if len(self.gone) + 2 < self.players and session:
                self.gone.add(device)
                self._restart([device], length_ms, kind)
        elif kind == "leave":
            if session and session.member.state != AWAY:
                session.leave(room.devices[device].ticks())
        elif kind == "slow":
            step_ms, room.devices[device].step_ms = room.devices[device].step_ms, 700
            self._at(room.now_ms + length_ms, lambda: setattr(room.devices[device], "step_ms", step_ms))
        elif kind == "recorded":
            if self._tape:
                kept = self._tape[sorted(self._tape)[self._chance.below(len(self._tape))]]
                frames = [kept[self._chance.below(len(kept))] for _ in range(1 + self._chance.below(4))]
                self._say_recorded(room.now_ms + length_ms, 20 + self._chance.below(500), frames)
        elif kind == "together":
            self._restart([one for one in range(self.players) if one != device], length_ms, "restart")
        elif kind == "all_off":
            self._restart(range(self.players), length_ms, "restart")
        elif kind == "strangers":
            for number in range(20):
                noise = bytes([self._chance.below(256) for _ in range(1 + self._chance.below(60))])
                frame = self._stranger.pack(STATUS, NO_TABLE, NOBODY, noise) if number % 2 else noise
                room.air.transmit(None, frame)
        elif kind == "spike":
            delay_ms = room.air.delay_ms
            room.radio("delay_ms", 2000)
            self._at(room.now_ms + length_ms, lambda: room.radio("delay_ms", delay_ms))
        else:
            self._cut(kind, device, other, length_ms)

    def _cut(self, kind: str, device: int, other: int, length_ms: int) -> None:
        self.partitions += 1
        pairs = [(device, other)] if kind == "one_way" else [(device, other), (other, device)]
        if kind == "partition":
            near, far = range(device + 1), range(device + 1, self.players)
            pairs = [pair for a in near for b in far for pair in ((a, b), (b, a))]
        self.room.air.cuts = self.room.air.cuts + pairs

        def mend() -> None:
            kept = list(self.room.air.cuts)
            for pair in pairs:
                if pair in kept:
                    kept.remove(pair)
            self.room.air.cuts = kept

        self._at(self.room.now_ms + length_ms, mend)

    def _restart(self, devices: Iterable[int], length_ms: int, kind: str) -> None:
        room = self.room
        for index in devices:
            if room.apps[index] is None:
                continue
            self.restarts += 1
            self._writes[index] += room.apps[index].session.member.keeper._store.writes
            nvm = room.devices[index].nvm
            if kind == "rolled_back" and self._shelf[index]:
                self.truth.put_back.add(room.apps[index].session.me.device)
                nvm[:] = self._shelf[index][self._chance.below(len(self._shelf[index]))]
            if kind == "cloned":
                nvm[:] = room.devices[index - 1].nvm
            if kind == "torn":  # a write was under way: one of the copies is cut off somewhere
                half = len(nvm) // 2
                at = self._chance.below(half - 40) + half * room.apps[index].session.member.keeper._store._next
                nvm[at : at + 40] = bytes([self._chance.below(256) for _ in range(40)])
            room.switch_off(index)
            if kind == "erase":
                room.erase(index)
            self._at(room.now_ms + length_ms + self._chance.below(500), functools.partial(self._switch_on, index))

    def _switch_on(self, index: int) -> None:
        if self.room.apps[index] is None and index not in self.gone:
            self.room.switch_on(index)

    def _hand(self) -> None:
        """Somebody at the table decides what to do about a device that is missing: mostly to wait."""
        room = self.room
        self._at(room.now_ms + HAND_MS, self._hand)
        for index, app in enumerate(room.apps):
            session = app and app.session
            if session and not self.plan.plain:
                self._decide(index, session)
            if not session or not session.table or session.table.me is None or self._chance.below(2):
                continue
            now = room.devices[index].ticks()
            missing = session.member.missing(now)
            if missing and session.member.may_follow(now):
                alone = len(session.roster.seats) == 2  # then nobody can go on without the other
                (session.member.with_bot if alone or self._chance.below(3) else session.member.without)(missing[0], now)

    def _decide(self, index: int, session: Session) -> None:
        now = self.room.devices[index].ticks()
        self._shelf[index].append(bytes(self.room.devices[index].nvm))
        if session.member.state != AWAY:
            people.decide(session, self._chance.below, self._calm, now)
        elif self.plan.by_hand:
            opens = all(other is session or other.member.state != AWAY for other in self.room.sessions()[:index])
            people.gather(session, self._chance.below, self._calm, opens, now)

    def _play(self) -> None:
        """Whoever is asked does something."""
        self._at(self.room.now_ms + PLAY_MS, self._play)
        for index, app in enumerate(self.room.apps[: self.plan.humans]):
            if app:
                people.play(app.session, self._chance.below, self.room.devices[index].ticks())


def play(seed: int, without: Sequence[int] = (), plan: Plan | None = None) -> tuple[Run, Broken | None]:
    """One run of a seed, or of a plan with it. Returns (run, Broken or None)."""
    run = Run(seed, without, plan=plan)
    try:
        return run.play(), None
    except Broken as broken:
        return run, broken
    except Exception as error:
        return run, Broken("error", f"{type(error).__name__}: {error}")


def shrink(seed: int, kind: str, plan: Plan | None = None) -> tuple[int, ...]:
    """The numbers of those faults of a seed, or of a plan with it, that can be left out while it still fails in the
    same way. Of the faults that remain, none can be left out alone.
    """
    without, before = [], None
    while without != before:  # once a fault is gone, one that mattered before may not matter any more
        before = without[:]
        for number in range(len((plan or draw_faults(seed)).faults)):
            if number not in without:
                _, broken = play(seed, (*without, number), plan)
                if broken is not None and broken.kind == kind:
                    without.append(number)
    return tuple(without)


def report(seed: int, run: Run, broken: Broken) -> None:
    """Say on standard error what failed and how to see it again, with as few faults as will do."""
    without = shrink(seed, broken.kind)
    less = " --without " + ",".join(map(str, without)) if without else ""
    broken = play(seed, without)[1]
    plan = run.plan
    lines = [f"seed {seed}: {broken.kind}: {broken}"]
    lines.append(f"  {plan.players} devices, {plan.air}, {plan.step_ms} ms a step")
    if not plan.plain:
        lines.append("  " + ", ".join(f"{name}: {getattr(plan, name)}" for name in Plan._fields[3:-1]))
    lines += [f"  fault {number}: {fault}" for number, fault in enumerate(plan.faults) if number not in without]
    lines.append(f"  again: python3 dev.py sim chaos --seeds {seed}:{seed + 1}{less}")
    lines.append(f"  see it: python3 dev.py sim replay --chaos {seed}{less}")
    terminal.say("\n".join(lines))


def chaos(
    seeds: Iterable[int],
    without: Sequence[int] = (),
    plan_of: Callable[[int], Plan | None] = lambda seed: None,
    learn: Callable[[int, Plan, set[str]], None] = lambda *rest: None,
) -> dict[str, Any]:
    """Run all `seeds`, a few of them twice. Returns the totals.

    plan_of: gives what to play instead of what a seed draws, or None. learn: is told of each plan that holds, with the
    marks that it has reached.
    """
    counted = ("runs", "entries", "restarts", "partitions", *TOTALS.values(), "resumed_losses", "differing")
    totals: dict[str, Any] = {**dict.fromkeys(counted, 0), "failed_seeds": []}
    totals.update(most_frames_a_minute=0, most_writes_of_a_device=0)
    named = marks.install()
    first: dict[str, int] = {}  # by mark, how many runs there were when it was reached
    began_s = time.process_time()
    for seed in tqdm(seeds, unit="seed", file=sys.stderr, leave=False):
        plan = plan_of(seed)
        marks.reached.clear()
        run, broken = play(seed, without, plan)
        totals["runs"] += 1
        first.update(dict.fromkeys(sorted(marks.reached - set(first)), totals["runs"]))
        if not broken:
            learn(seed, run.plan, set(marks.reached))
        totals["entries"] += run._settled_entries() // ENTRY
        totals["restarts"] += run.restarts
        totals["partitions"] += run.partitions
        totals["resumed_losses"] += run.truth.resumed_losses
        rate = run.room.air.frames * 60000 // (run.room.now_ms or 1)
        totals["most_frames_a_minute"] = max(totals["most_frames_a_minute"], rate)
        totals["most_writes_of_a_device"] = max(totals["most_writes_of_a_device"], run.writes())
        if broken:
            totals[TOTALS[broken.kind]] += 1
            totals["failed_seeds"].append(seed)
            if plan is None:
                report(seed, run, broken)
            else:  # as a line of a file for --plans
                less = shrink(seed, broken.kind, plan)
                plan = plan._replace(faults=[one for at, one in enumerate(plan.faults) if at not in less])
                terminal.say(f"seed {seed}: {broken.kind}: {broken}\n{json.dumps([seed, plan, []])}")
        elif seed % TWICE == 0 and play(seed, without, plan)[0].trace != run.trace:
            totals["differing"] += 1
            totals["failed_seeds"].append(seed)
            terminal.say(f"seed {seed} gave two different runs")
    totals["seeds_per_core_second"] = round(totals["runs"] / (time.process_time() - began_s), 2)
    totals["marks"] = len(first)
    totals["unreached"] = [mark for mark in named if mark not in first]
    totals["first"] = first
    return totals


def main(
    seeds: Sequence[int], without: Sequence[int], as_json: bool, plans: pathlib.Path | None = None, guided: bool = False
) -> int:
    """Run and print. plans: a corpus, which is played instead of the seeds; guided: or before them, which change it.
    Returns the exit status.
    """
    if plans is None:
        totals = chaos(seeds, without)
    else:
        from sim.runs.guided import Corpus  # late: it changes what is drawn here

        corpus = Corpus(plans)
        kept = [seed for seed, _ in corpus.plans]
        totals = chaos([*kept, *seeds] if guided else kept, (), corpus.next, corpus.learn)
        if guided:
            corpus.keep()
    if as_json:
        print(json.dumps(totals))
    else:
        del totals["first"]
        for name, value in totals.items():
            print(f"{name:24} {value}" if name != "unreached" else "\n  ".join(["reached by no seed:", *value]))
    return 1 if totals["failed_seeds"] else 0
