"""Searches small worlds whole: every order of frames, timers, restarts and decisions, on the real code of `ring`.

A world is two or three devices at one table, with a bound on entries, restarts and tables founded. Whatever a device
has ever said may reach any other never, once, or again after that one has restarted, in any order; that is a set of
frames which only grows. Time is what a device may notice of it: a timer that is due fires at any moment, and a device
may find that it has not heard another for long. Devices act on their own between frames, so a step of one device is
worked out once for each of its states (`Places`), and a state of the world is a few small numbers.

At every state the promises of docs/protocol.md are checked (`Explorer.broken`); from every state faults end, all
devices hear each other and agree to what is proposed, and the table must settle (`Explorer.settles`).
"""

import contextlib
import copy
import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from types import MethodType
from typing import Any
from zlib import crc32

from ring.frames import STATUS
from ring.member import AWAY, Member
from ring.memory import Memory
from ring.messages import ENTRY, NO_TABLE, STATUS_LENGTH, WHOLE, Person, Roster, Seat, pack_roster

NOW = 1 << 40  # ms; nothing that is compared with it was long ago, but for LONG_AGO
LONG_AGO = NOW - (1 << 30)
PATIENT_MS = 1000  # after so long a device helps with entries whom it would leave to others at first
QUICK_STATES, QUICK_S = 36000, 14
ROUNDS = 24  # of everybody hearing everybody, within which a table has to settle
ACTIONS = 2  # that are legal at each turn: enough to tell an entry from another
STUCK = "stuck: the table never settles again"
OWN = b"\xff" * 5  # nobody hears itself
TABLE, GAME = b"tab0", b"g"
PLAIN = {int, bool, bytes, str, tuple, type(None)}  # what never changes, and can be hashed
PLAIN = {int, bool, bytes, str, tuple, type(None)}  # what never changes, and can be hashed

Frame = tuple[int, bytes, int, bytes]  # kind, table, sender, body
Event = tuple[str, Any]  # what happens, and an argument, or None
World = namedtuple(
    "World",
    (
        "devices",
        "boot",  # of every device at the start
        "kept",  # entries that are settled, and kept by all, at the start
        "entries",  # at most, those included
        "restarts",  # at most, of all devices together
        "founds",  # tables that each device may found
        "opening",  # what has happened before, as `token` tells events
    ),
    defaults=((),),
)
WORLDS = {
    "two": World(2, 1, 0, 3, 2, 0),
    "three": World(3, 1, 0, 2, 1, 0),
    "wrap": World(2, 255, 0, 3, 2, 0),  # the low byte of a boot number becomes 0
    "follow": World(2, 1, 2, 3, 2, 1),
    "siblings": World(3, 1, 2, 2, 2, 1),
    "back": World(2, 1, 2, 3, 2, 1, ("A.restarts.", "A.misses.1", "A.founds.1")),  # who forgot has gone on
}


class Chance:
    """What a device takes for chance: always the earliest moment; ids that no other device makes."""

    def __init__(self, me: int) -> None:
        self.me, self.made = me, 0

    def jitter(self, limit: int) -> int:
        return 0

    def entropy(self, count: int) -> bytes:
        self.made += 1
        return (crc32(self.made.to_bytes(2, "big") + bytes([self.me])).to_bytes(4, "big") * count)[:count]


class Counting:
    """A game: the devices act in turn, and each of ACTIONS is legal."""

    def __init__(self) -> None:
        self.taken, self.seats = [], []

    def check(self, roster: Roster) -> None:
        """Everything can be played."""

    def begin(self, roster: Roster, me: int | None, now: int) -> None:
        self.taken, self.seats = [], [seat.device for seat in roster.seats]

    def take(self, seat: int, action: int, now: int) -> bool:
        if seat != len(self.taken) % len(self.seats) or action >= ACTIONS:
            return False
        self.taken.append(action)
        return True

    def restart(self, now: int) -> None:
        self.taken = []

    def turn(self) -> int:
        return self.seats[len(self.taken) % len(self.seats)]

    def over(self) -> bool:
        return False

    def between_rounds(self) -> bool:
        return False

    def choices(self) -> bytes:
        return bytes(self.taken)

    def replay(self, roster: Roster, choices: bytes) -> Iterator[tuple[int, int]]:
        for index, action in enumerate(choices):
            yield index % len(roster.seats), action

    def goes_on_with(self, seats: list[Seat]) -> bool:
        return True

    def next_round(self, kept: list[int], seats: list[Seat]) -> bytes:
        return GAME

    def may_play(self, person: Person) -> bool:
        return True


class Board:
    """A device: a member of a table, and what it keeps while it is off."""

    def __init__(self, me: int, world: World) -> None:
        self.me, self.founded = me, 0
        self.store = Memory(bytes([1, 0, 0, me]), world.boot - 1)
        self.said: tuple[object, ...] | None = None  # what its last statuses said
        self.start()

    def save(self, memory: Memory) -> None:
        """Keep it, as `ring.ports.Store`."""
        self.store = copy.copy(memory)

    def start(self) -> None:
        """The power comes: everything is forgotten but for what is kept."""
        self.game, self.chance = Counting(), Chance(self.me)
        self.chance.made = 2 * self.store.boot
        person = Person(self.store.identity, self.store.boot, "ABC"[self.me], 0, False, NOW)
        self.member = Member(
            person, copy.copy(self.store), self, self.game, self.chance.jitter, self.chance.entropy, [0] * 16
        )
        self.said = None

    def level(self) -> None:
        """Let no time have passed since anything, but for devices that were not heard for long."""
        member, log = self.member, self.member.log
        member._begun_ms = NOW
        member._asked_ms = member._knocked_ms = LONG_AGO
        member._answered_ms = [LONG_AGO] * 2
        member._setup_ms = NOW
        member._dropped = [0] * 16
        if log is not None:
            log._dropped = member._dropped
            log._due_ms = log._beacon_ms = log.grown_ms = log._sent_ms = NOW
            log._tries, log._urgent = 0, True
            for peer in log._peers:
                if peer is not None:
                    peer.moved_ms = NOW
                    peer.heard_ms = NOW if peer.heard_ms > LONG_AGO else LONG_AGO

    def speak(self) -> list[Frame]:
        """All that this device may say now: frames (kind, table, sender, body), each that differs."""
        if self.member.log is None:
            return []
        number = self.member.log.sequence
        frames: list[Frame] = []
        saying = []
        for late_ms in (0, PATIENT_MS):
            for frame in self.member.poll(NOW + late_ms):
                kind, table, _sender, body = frame
                if body not in [one[3] for one in frames]:
                    frames.append(frame)
                saying.append((kind, table, body[:2] + body[5:] if kind == STATUS else body))
            self.level()
        said = tuple(saying)
        if said == self.said:  # the same again, only later
            self.member.log.sequence = number
            return []
        self.said = said
        return frames


def canonical(board: Board) -> tuple[object, ...]:
    """What makes two states of a device differ, as something that can be hashed: all fields of all objects that it is
    made of, so that a new one is not forgotten.
    """
    parts, found = [board], []
    for part in parts:  # which grow meanwhile
        found += [value if type(value) in PLAIN else _plain(value, parts) for value in vars(part).values()]
    return tuple(found)


def _plain(value: Any, parts: list[Any]) -> object:
    """The same of one value; objects that it leads to are added to `parts`."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is bytearray:
        return bytes(value)
    if kind in (Roster, MethodType):  # its data, its object stand beside it
        return None
    if isinstance(value, (list, tuple)):
        plain = PLAIN.issuperset(map(type, value))
        return tuple(value) if plain else tuple([_plain(one, parts) for one in value])
    if not any(part is value for part in parts):
        parts.append(value)
    return True


def twin(thing: Any, made: dict[int, Any]) -> Any:
    """A copy of a device that shares nothing that can change. made: what has been copied, by id."""
    kind = type(thing)
    if kind in PLAIN or isinstance(thing, tuple):
        return thing
    if kind is list and not PLAIN.issuperset(map(type, thing)):
        return [twin(one, made) for one in thing]
    if kind in (list, bytearray):
        return thing[:]
    if kind is MethodType:
        return MethodType(thing.__func__, twin(thing.__self__, made))
    found = made.get(id(thing))
    if found is None:
        found = made[id(thing)] = object.__new__(kind)
        fields = vars(found)
        fields.update(vars(thing))
        for field, value in vars(thing).items():
            if type(value) not in PLAIN:
                fields[field] = twin(value, made)
    return found


class Places:
    """The states of single devices and all frames, as numbers; what a device does is worked out once for each state."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.boards, self.numbers, self.told = [], {}, []
        self.frames: list[Frame] = []
        self.frame_numbers: dict[Frame, int] = {}
        self.steps: dict[Any, Any] = {}
        self.deaf = {}  # by state: how many frames have been looked at, and those that it is deaf to
        self.heads = []  # of each frame that is a status: (table, sender, its boot and sequence number)

    def number(self, board: Board) -> int:
        """The number of this state of a device."""
        board.level()
        member = board.member
        log = member.log
        entries = log.entries() if log is not None and member.state != AWAY else b""
        key = canonical(board)
        if key not in self.numbers:
            self.numbers[key] = len(self.boards)
            self.boards.append(board)
            self.told.append(Told(board, entries))
        return self.numbers[key]

    def frame(self, frame: Frame) -> int:
        """The number of a frame."""
        if frame not in self.frame_numbers:
            self.frame_numbers[frame] = len(self.frames)
            self.frames.append(frame)
            kind, table, sender, body = frame
            self.heads.append((table, sender, body[:5]) if kind == STATUS else None)
        return self.frame_numbers[frame]

    def deaf_to(self, place: int) -> int:
        """Frames, a bit each, that this state of a device drops for certain: its own, and statuses older than one that
        it has heard.
        """
        told = self.told[place]
        if not told.seated:
            return -1
        looked_at, mask = self.deaf.get(place, (0, 0))
        for number in range(looked_at, len(self.heads)):
            key = self.heads[number]
            if key is not None and key[0] == told.table and told.heard[key[1]] >= key[2]:
                mask |= 1 << number
        self.deaf[place] = len(self.heads), mask
        return mask

    def step(self, place: int, event: Event) -> tuple[int, tuple[int, ...]]:
        """(the state of a device after an event, the frames that it may say then)."""
        found = self.steps.get((place, event))
        if found is None:
            board = twin(self.boards[place], {})
            do(board, event, self.frames)
            board.level()
            frames = [self.frame(frame) for frame in board.speak()]
            found = self.steps[place, event] = self.number(board), tuple(frames)
        return found


class Told:
    """What is known of a state of a device, to check it and to know what it can do."""

    def __init__(self, board: Board, entries: bytes) -> None:
        member, log = board.member, board.member.log
        self.me, self.entries, self.kept = board.me, entries, board.store.choices
        self.identity = board.store.identity
        self.seated = member.state != AWAY
        self.table, self.roster = member.table, member.roster
        self.whole = self.seated and log.whole
        self.settled = self.seated and log.settled()
        self.proposal = member.proposal is not None
        self.went_on = member.went_on is not None
        self.founded = board.founded
        self.count = len(entries) // ENTRY
        self.turn = self.settled and board.game.turn() == log.me
        self.boot = member.me.boot
        self.missing = member.missing(NOW) if self.seated else []
        self.may_follow = self.seated and member.may_follow(NOW)
        peers = log._peers if self.seated else []
        self.hearing = [at for at, peer in enumerate(peers) if peer is not None and peer.heard_ms != LONG_AGO]
        self.unsound = self.seated and not log.whole
        self.heard = []  # by device: boot and sequence number of the status that was heard last
        if self.seated:
            for peer in log._peers:
                heard = OWN if peer is None else peer.boot.to_bytes(2, "big") + peer.sequence.to_bytes(3, "big")
                self.heard.append(heard)


def do(board: Board, event: Event, frames: list[Frame]) -> None:
    """Let something happen to a device. event: (what, argument)."""
    what, argument = event
    member = board.member
    if what == "hears" and member.state != AWAY:
        kind, table, sender, body = frames[argument]
        with contextlib.suppress(ValueError):
            member.hear(kind, table, sender, body, NOW)
    elif what == "restarts":
        board.start()
        board.member.restore(NOW)
    elif what == "writes":
        member.write(len(board.game.taken) % len(board.game.seats), argument, NOW)
    elif what == "ages":  # whoever is not heard until the next time is missed
        for peer in member.log._peers if member.state != AWAY else ():
            if peer is not None:
                peer.heard_ms = LONG_AGO
    elif what == "misses":
        member.log._peers[argument].heard_ms = LONG_AGO
    elif what == "resumes":
        member._begun_ms = LONG_AGO
        before = member.table
        frames = member.poll(NOW)
        board.founded += member.table != before
        member._out = frames
    elif what == "founds":
        board.founded += 1
        member.with_bot(argument, NOW)
    elif what == "agrees":
        member.agree(NOW)
    elif what == "declines":
        member.decline(NOW)


State = namedtuple("State", "places net restarts settled")  # settled: ((table, entries), ...) that may not be lost


class Explorer:
    """The search of one world."""

    def __init__(self, world: World) -> None:
        self.world, self.places = world, Places(world)
        self.good = {}  # places -> whether the table settles from there without faults
        self.seen, self.cut = {}, 0

    def begin(self) -> State:
        """The first state: all have heard each other, and the first entries are settled and kept."""
        world = self.world
        boards = [Board(me, world) for me in range(world.devices)]
        devices = [board.store.identity for board in boards]
        seats = [Seat(me, False, "ABC"[me]) for me in range(world.devices)]
        roster = pack_roster(
            Roster(NO_TABLE, 0, 0, WHOLE, bytes(8), devices, [board.member.me.boot for board in boards], seats, GAME)
        )
        net = 0
        for board in boards:
            board.member.sit(TABLE, roster, NOW)
        places = [self.places.number(board) for board in boards]
        for entry in range(world.kept + 1 if world.kept else 0):
            if entry:
                places[(entry - 1) % world.devices] = self._silently(places, (entry - 1) % world.devices, ("writes", 0))
            for _ in range(3):
                for me in range(world.devices):
                    self._heard(places, me, self._says(places[me]))
        kept = []
        for place in places:
            board = twin(self.places.boards[place], {})
            board.member.keeper.save_now()
            kept.append(self.places.number(board))
        for place in kept:
            for frame in self._says(place):
                net |= 1 << frame
        state = State(tuple(kept), net, world.restarts, ())
        for wanted in world.opening:
            event = next(event for event in self.events(state) if token(self, *event) == wanted)
            state = self.after(state, *event) or state
        return state

    def _silently(self, places: Sequence[int], me: int, event: Event) -> int:
        return self.places.step(places[me], event)[0]

    def events(self, state: State) -> Iterator[tuple[int, Event]]:
        """What can happen next: (device, event)."""
        for me, place in enumerate(state.places):
            told = self.places.told[place]
            net = state.net & ~self.places.deaf_to(place)
            while net:
                number = (net & -net).bit_length() - 1
                yield me, ("hears", number)
                net &= net - 1
            if state.restarts:
                yield me, ("restarts", None)
            if told.turn and told.count < self.world.entries:
                for action in range(ACTIONS):
                    yield me, ("writes", action)
            if self.world.founds:
                for other in told.hearing:
                    yield me, ("misses", other)
                if told.unsound and told.founded < self.world.founds:
                    yield me, ("resumes", None)
                if told.may_follow and told.founded < self.world.founds:
                    for other in told.missing:
                        yield me, ("founds", other)
                if told.proposal:
                    yield me, ("agrees", None)
                    yield me, ("declines", None)

    def after(self, state: State, me: int, event: Event) -> State | None:
        """The state after an event."""
        place, frames = self.places.step(state.places[me], event)
        net = state.net
        for frame in frames:
            net |= 1 << frame
        if place == state.places[me] and net == state.net:
            return None
        places = (*state.places[:me], place, *state.places[me + 1 :])
        restarts = state.restarts - (event[0] == "restarts")
        return State(places, net, restarts, self._settled(places, state.settled))

    def _settled(
        self, places: tuple[int, ...], before: tuple[tuple[bytes, bytes], ...]
    ) -> tuple[tuple[bytes, bytes], ...]:
        told = [self.places.told[place] for place in places]
        known = dict(before)
        for one in told:
            if one.settled and len(one.entries) > len(known.get(one.table, b"")):
                known[one.table] = one.entries
        whole = {one.table for one in told if one.whole}
        return tuple(sorted([(table, entries) for table, entries in known.items() if table in whole]))

    def broken(self, before: State | None, state: State) -> str | None:
        """A sentence that says which promise this state breaks; None where it breaks none."""
        told = [self.places.told[place] for place in state.places]
        for one in told:
            for other in told:
                if one.seated and other.seated and one.table == other.table and one.roster != other.roster:
                    return f"roster: {name(one.me)} and {name(other.me)} are at one table with different rosters"
                if one.me < other.me and one.whole and other.whole and one.table == other.table:
                    short, long = sorted([one.entries, other.entries], key=len)
                    if not long.startswith(short):
                        return f"fork: {name(one.me)} and {name(other.me)} hold different entries, both whole"
            for table, entries in state.settled:
                if one.table == table and one.whole and not one.entries.startswith(entries):
                    return f"lost: {name(one.me)} is whole without an entry that was settled"
        if before is not None:
            for old, new in zip(before.places, state.places, strict=True):
                was, now = self.places.told[old], self.places.told[new]
                if len(now.kept) < len(was.kept) - 1:
                    return f"wiped: {name(now.me)} had kept {len(was.kept)} entries and keeps {len(now.kept)} now"
        return None

    def settles(self, places: tuple[int, ...]) -> bool:
        """Whether the table settles if all devices hear each other from now on and agree to what is proposed."""
        path = []
        for _ in range(ROUNDS):
            verdict = self.good.get(places)
            if verdict is None and self._together(places):
                verdict = True
            if verdict is not None:
                break
            path.append(places)
            places = self._round(places)
        else:
            verdict = False
        for one in [*path, places]:
            self.good[one] = verdict
        return verdict

    def _together(self, places: tuple[int, ...]) -> bool:
        """Whether every table is settled, with all of its devices at it; whoever was left behind has been told."""
        told = [self.places.told[place] for place in places]
        for one in told:
            mates = [other for other in told if one.seated and other.identity in one.roster.devices]
            if not one.went_on and not (one.settled and all(other.table == one.table for other in mates)):
                return False
        return True

    def _round(self, places: tuple[int, ...]) -> tuple[int, ...]:
        """Everybody does what it would do by itself, agrees to what is proposed, and speaks; all others hear that."""
        now = list(places)
        for me in range(len(now)):
            for event in (("resumes", None), ("agrees", None)):
                told = self.places.told[now[me]]
                if told.unsound if event[0] == "resumes" else told.proposal:
                    now[me], frames = self.places.step(now[me], event)
                    self._heard(now, me, frames)
            self._heard(now, me, self._says(now[me]))
            now[me] = self._silently(now, me, ("ages", None))
        return tuple(now)

    def _heard(self, places: list[int], me: int, frames: tuple[int, ...]) -> None:
        """Let all but `me` hear these frames of it, and what is answered to them; statuses of the own table come of
        themselves.
        """
        waiting, done = [(me, frame) for frame in frames], 0
        while done < len(waiting):
            sender, frame = waiting[done]
            done += 1
            for other in range(len(places)):
                if other != sender:
                    places[other], said = self.places.step(places[other], ("hears", frame))
                    own = STATUS, self.places.told[places[other]].table
                    answers = [(other, one) for one in said if self.places.frames[one][:2] != own]
                    waiting += [one for one in answers if one not in waiting]

    def _says(self, place: int) -> tuple[int, ...]:
        """What a device says again, where it said nothing new."""
        key = place, "says"
        if key not in self.places.steps:
            board = twin(self.places.boards[place], {})
            board.said = None
            self.places.steps[key] = tuple([self.places.frame(frame) for frame in board.speak()])
        return self.places.steps[key]


def name(me: int) -> str:
    """What a device is called in a trace."""
    return "ABC"[me]


def search(
    world: World,
    states: int | None = None,
    seconds: float | None = None,
    found: Callable[[str, list[str]], None] = lambda told, events: None,
) -> dict[str, Any]:
    """Search a world, first what comes of few frames. Returns a dict of counts: states, cut, violations, stuck.

    states: how many at most; seconds: of this process, after which it stops. What is not looked at then is counted as
    cut. found: called with a sentence and the events that lead there, for the first fault of each kind.
    """
    explorer, start_s = Explorer(world), time.process_time()
    first = explorer.begin()
    came: dict[State, tuple[State, int, Event] | None] = {first: None}
    queue, later, at = [first], [], 0
    counts, kinds = {"violations": 0, "stuck": 0}, []
    while queue:
        late = seconds and at % 64 == 0 and time.process_time() - start_s > seconds
        if late or (states and len(came) >= states):
            break
        state = queue.pop()
        at += 1
        for me, event in explorer.events(state):
            following = explorer.after(state, me, event)
            if following is None or following in came:
                continue
            came[following] = state, me, event
            told = explorer.broken(state, following)
            if told is None and not explorer.settles(following.places):
                told = STUCK
            if told is None or told.startswith("wiped"):
                (later if event[0] == "hears" else queue).append(following)
            if told is None:
                continue
            counts["stuck" if told == STUCK else "violations"] += 1  # what comes after a fork proves nothing more
            if told.split(":")[0] not in kinds:
                kinds.append(told.split(":")[0])
                found(told, path(explorer, came, following))
        if not queue:
            queue, later = later, []
    seconds = round(time.process_time() - start_s, 1)
    return {"states": len(came), "cut": len(queue) + len(later), **counts, "seconds": seconds}


def path(explorer: Explorer, came: dict[State, tuple[State, int, Event] | None], state: State) -> list[str]:
    """The events that lead to a state, as `replay` takes them."""
    events = []
    while came[state] is not None:
        state, me, event = came[state]
        events.append(token(explorer, me, event))
    return events[::-1]


def token(explorer: Explorer, me: int, event: Event) -> str:
    """An event in letters that mean the same in every run, such as A.writes.0 or B.hears.1c2d3e4f."""
    what, argument = event
    if what == "hears":
        argument = f"{check(explorer.places.frames[argument]):08x}"
    return f"{name(me)}.{what}.{'' if argument is None else argument}"


def check(frame: Frame) -> int:
    """A checksum that tells a frame from others."""
    kind, table, sender, body = frame
    return crc32(bytes([kind, sender]) + table + body)


def replay(world: World, events: list[str]) -> Iterator[str]:
    """Let events happen again, as `path` gives them; yields what happens line by line. Raises ValueError where one of
    them cannot happen.
    """
    explorer = Explorer(world)
    before, state = None, explorer.begin()
    for number, one in enumerate(events):
        options = {token(explorer, *option): option for option in explorer.events(state)}
        if one not in options:
            raise ValueError(f"step {number + 1}, {one}, cannot happen there.")
        before, following = state, explorer.after(state, *options[one])
        yield f"{number + 1:3}. {tell(explorer, *options[one])}"
        state = following or before
        yield "       " + "; ".join([show(explorer.places.told[place]) for place in state.places])
    told = explorer.broken(before, state)
    if told is None and not explorer.settles(state.places):
        told = STUCK
    yield told or "nothing is broken"


def tell(explorer: Explorer, me: int, event: Event) -> str:
    """An event in words."""
    what, argument = event
    if what != "hears":
        return f"{name(me)} {what}" + ("" if argument is None else f" {argument}")
    kind, table, sender, body = explorer.places.frames[argument]
    if kind != STATUS:
        return f"{name(me)} hears of the table {table.hex()}: {body.hex()}"
    boot, sequence, held = [int.from_bytes(part, "big") for part in (body[:2], body[2:5], body[5:7])]
    whole = "whole" if body[STATUS_LENGTH - 1] == 1 else "not whole"
    return f"{name(me)} hears status {sequence} of {name(sender)}'s boot {boot} at {table.hex()}: holds {held}, {whole}"


def show(told: Told) -> str:
    """A device in a few words."""
    if not told.seated:
        return f"{name(told.me)} boot {told.boot} at no table"
    signs = ("whole" if told.whole else "not whole") + (", settled" if told.settled else "")
    entries = " ".join([told.entries[at : at + ENTRY].hex() for at in range(0, len(told.entries), ENTRY)])
    return f"{name(told.me)} boot {told.boot} at {told.table.hex()} [{entries}] {signs}, keeps {len(told.kept)}"


def add_arguments(parser: ArgumentParser, whole: Callable[[int, int], Callable[[str], int]]) -> None:
    """Tell an argparse parser what the command takes. whole: makes a type for whole numbers."""
    parser.add_argument("--world", action="append", choices=WORLDS, help="one of the worlds (default: all of them)")
    parser.add_argument("--states", type=whole(1, 10**9), help="at most, in each world (default: all that there are)")
    parser.add_argument("--seconds", type=whole(1, 10**6), help="of computing, in each world (default: no limit)")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_STATES} states of each, and {QUICK_S} s at most")
    parser.add_argument(
        "--replay", metavar="EVENTS", help="let these happen again in a world, and tell it step by step"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def main(arguments: Namespace) -> int:
    """The command. Returns the exit status: 0 where nothing is broken."""
    names = arguments.world or list(WORLDS)
    if arguments.replay is not None:
        try:
            print(*replay(WORLDS[names[0]], [one for one in arguments.replay.split(",") if one]), sep="\n")
        except ValueError as error:
            print(f"sim: {error}", file=sys.stderr)
            return 2
        return 0
    states, seconds = (QUICK_STATES, QUICK_S) if arguments.quick else (arguments.states, arguments.seconds)
    return run(names, states, seconds, arguments.json)


def run(names: list[str], states: int | None, seconds: float | None, as_json: bool) -> int:
    """Search the worlds of these names, and print what came of it. Returns the exit status."""
    results = {}
    for one in names:
        faults = []

        def found(told: str, events: list[str], one: str = one, faults: list[dict[str, str]] = faults) -> None:
            faults.append({"fault": told, "again": f"python3 -m sim explore --world {one} --replay {','.join(events)}"})
            if not as_json:
                print(*replay(WORLDS[one], events), f"again: {faults[-1]['again']}", "", sep="\n", flush=True)

        results[one] = {**search(WORLDS[one], states, seconds, found), "faults": faults}
        if not as_json:
            print(f"{one}: {WORLDS[one]}")
            print(
                "{states} states, {cut} cut, {violations} violations, {stuck} stuck, {seconds} s".format(**results[one])
            )
    total = {key: sum([one[key] for one in results.values()]) for key in ("states", "cut", "violations", "stuck")}
    if as_json:
        print(json.dumps({**total, "worlds": results}))
    return 1 if total["violations"] or total["stuck"] else 0
