"""A run as one small file, and the same run again: what a room was made from, and all that came in from outside.

A recording is JSON: `setup` (the arguments of `Room`), `events` (lists of milliseconds on the room's clock, the name of
one of `sim.room.INFLUENCES`, and its arguments), `end_ms`, and `program`, a fingerprint of the program that ran.
"""

import hashlib
import json
import pathlib
from typing import Any

from engine import SEATS_MAX, SEATS_MIN
from sim.room import INFLUENCES, NVM_BYTES, START_MS, Room
from sim.runs.run import Run

FORMAT = 1
END_MAX_MS = 24 * 3600 * 1000
SEED_MAX = 2**32 - 1
DELAY_MAX_MS = 60000
DRAW_MAX_MS = 10000
KEY_MAX = 2  # a device has three keys
ROOT = pathlib.Path(__file__).resolve().parents[2]


def program() -> str:
    """A fingerprint of the program on the devices, as 12 hexadecimal digits: equal for equal sources."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def sources() -> list[pathlib.Path]:
    """The files that the program on the devices is made of."""
    return sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "lib").rglob("*.py")])


class Recording:
    """A run that can be played again."""

    def __init__(self, setup: dict[str, Any], events: list[list[Any]], end_ms: int, made_by: str) -> None:
        self.setup, self.events, self.end_ms, self.made_by = setup, events, end_ms, made_by

    def save(self, path: str | pathlib.Path) -> None:
        """Write the file `path`. Raises OSError when that cannot be."""
        head = {"recording": FORMAT, "program": self.made_by, "setup": self.setup, "end_ms": self.end_ms}
        lines = ",\n  ".join([json.dumps(event) for event in self.events])
        text = json.dumps(head)[:-1] + ', "events": [' + (f"\n  {lines}\n" if lines else "") + "]}\n"
        pathlib.Path(path).write_text(text, encoding="utf-8")

    def room(self) -> Room:
        """A room as the run began. A bad option of the set-up raises ValueError."""
        return Room(**self.setup, guarded=True)


def read(data: Any) -> Recording:
    """The Recording in `data`, what JSON gave. Raises ValueError, with a sentence, when it makes no sense."""
    try:
        if data["recording"] != FORMAT:
            raise ValueError(f"it has format {data['recording']}, and this program reads {FORMAT}")
        setup, events, end_ms = data["setup"], data["events"], data["end_ms"]
        _check_setup(setup)
        if not _whole(end_ms, END_MAX_MS):
            raise ValueError(f"its end, {end_ms!r}, is no time from 0 to {END_MAX_MS} ms")
        if not isinstance(events, list):
            raise ValueError("its events are no list")
        before_ms = 0
        for ms, kind, *values in events:
            if not _whole(ms, END_MAX_MS) or ms < before_ms:
                raise ValueError(f"{ms!r} is no time, or earlier than the event before it")
            if not _is_influence(kind, values, setup["players"]):
                raise ValueError(f"nothing like {[kind, *values]} can happen")
            before_ms = ms
        recording = Recording(setup, events, end_ms, str(data["program"]))
        recording.room()
    except KeyError as error:
        raise ValueError(f"The recording makes no sense: {error} is missing.") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"The recording makes no sense: {error}.") from error
    return recording


def _whole(value: Any, most: int, least: int = 0) -> bool:
    return type(value) is int and least <= value <= most


def _check_setup(setup: Any) -> None:
    """Raise ValueError or TypeError unless a `Room` can be made from `setup`."""
    unknown = [
        name
        for name in setup
        if name not in ("players", "humans", "seed", "layout", "options", "air", "deck", "draw_ms", "stores")
    ]
    if unknown:
        raise ValueError(f"a set-up has no {unknown[0]!r}")
    players = setup["players"]
    if not _whole(players, SEATS_MAX, SEATS_MIN) or not _whole(setup["humans"], players):
        raise ValueError(f"{players!r} devices, {setup['humans']!r} of them people's, are no table")
    if not _whole(setup["seed"], SEED_MAX):
        raise ValueError(f"its seed, {setup['seed']!r}, is no number from 0 to {SEED_MAX}")
    if setup["layout"] not in ("colour", "mono", "mixed"):
        raise ValueError(f"there is no layout {setup['layout']!r}")
    for name, value in setup.get("air", {}).items():
        if not _is_of_radio(name, value):
            raise ValueError(f"no radio has {name!r}: {value!r}")
    for name, value in setup.get("options", {}).items():
        if type(value) not in (int, str, bool):
            raise ValueError(f"the option {name!r} cannot be {value!r}")
    if not _whole(setup.get("draw_ms", 0), DRAW_MAX_MS):
        raise ValueError(f"no device takes {setup['draw_ms']!r} ms to draw")
    stores = setup.get("stores", [bytes(NVM_BYTES).hex()] * players)
    if len(stores) != players or any(len(bytes.fromhex(one)) != NVM_BYTES for one in stores):
        raise ValueError(f"its stores are not {players} of {NVM_BYTES} bytes each")
    if not isinstance(setup.get("deck", ""), str):
        raise ValueError(f"{setup['deck']!r} is no deck")


def _is_of_radio(name: str, value: Any) -> bool:
    """Whether `Air` can have an attribute `name` with this value."""
    if name in ("loss", "duplicate", "corrupt"):
        return type(value) in (int, float) and 0 <= value <= 1
    return _whole(value, DELAY_MAX_MS, 1) if name == "delay_ms" else name == "airtime" and type(value) is bool


def _is_influence(kind: str, values: list[Any], players: int) -> bool:
    """Whether `kind` is one of `sim.room.INFLUENCES` and takes `values` in a room of `players` devices."""
    if kind == "radio":
        return len(values) == 2 and _is_of_radio(*values)
    if kind == "part":
        return len(values) == 1 and type(values[0]) is list and all(_whole(one, players - 1) for one in values[0])
    if kind not in INFLUENCES or not values or not _whole(values[0], players - 1):
        return False
    if kind == "press":
        return len(values) == 3 and _whole(values[1], KEY_MAX) and type(values[2]) is bool
    return len(values) == 2 and _whole(values[1], 100) if kind == "charge" else len(values) == 1


class Recorder(Run):
    """A run that goes on: everything from outside that reaches the room through `do` is noted."""

    live = True
    events: list[list[Any]]

    def __init__(self, room: Room) -> None:
        self.room = room
        self.events = []

    def do(self, kind: str, *values: Any) -> None:
        """Let the influence `kind` act on the room now.

        What is due at this moment happens first: so it does when the recording is played.
        """
        self.room.run_to(self.room.now_ms)
        self.events.append([self.room.now_ms, kind, *values])
        getattr(self.room, kind)(*values)

    def run_to(self, ms: int) -> None:
        self.room.run_to(ms)

    def step(self) -> None:
        if self.room.next_ms() is not None:
            self.room.run_next()

    def resume(self, ms: int, events: list[list[Any]]) -> None:
        run = Replay(Recording(self.room.setup, events, ms, ""))
        run.run_to(ms)
        self.room, self.events = run.room, events

    def begin(self, setup: dict[str, Any]) -> None:
        """Begin anew, with another room. What devices have kept until now counts no more."""
        setup.pop("stores", None)
        self.room, self.events = Room(**setup, guarded=True), []

    def kept(self) -> Recording:
        """A run that has not begun, of the same devices, who remember what they know now."""
        for session in self.room.sessions():
            session.member.keeper.save_now()
        setup = self.room.setup | {"stores": [device.nvm.hex() for device in self.room.devices]}
        return Recording(setup, [], START_MS, program())

    def recording(self) -> Recording:
        """The run so far."""
        self.room.run_to(self.room.now_ms)
        return Recording(self.room.setup, self.events[:], self.room.now_ms, program())


class Replay(Run):
    """A recording that is played again."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self.made_by = recording.made_by
        self.end_ms = recording.end_ms
        self.seek(0)

    def run_to(self, ms: int) -> None:
        ms = min(ms, self.end_ms)
        while self._left and self._left[0][0] <= ms:
            at_ms, kind, *values = self._left.pop(0)
            self.room.run_to(at_ms)
            getattr(self.room, kind)(*values)
        self.room.run_to(ms)

    def step(self) -> None:
        due = [ms for ms in (self.room.next_ms(), self._left[0][0] if self._left else None) if ms is not None]
        self.run_to(max(self.room.now_ms, min(due, default=self.end_ms)))

    def seek(self, ms: int) -> None:
        if not ms or ms < self.room.now_ms:
            self.room, self._left = self._recording.room(), self._recording.events[:]
        self.run_to(ms)


class Digests:
    """What proves that two runs were the same: digests of all logs and of every picture that each screen showed."""

    def __init__(self) -> None:
        self._screens, self._versions = [], []

    def watch(self, run: Run) -> None:
        """Play `run` to its end, looking at every screen whenever it has changed."""
        self._screens = [hashlib.sha256() for _ in run.room.devices]
        self._versions = [None] * len(run.room.devices)
        while run.room.now_ms < run.end_ms:
            run.step()
            self._look(run.room)

    def _look(self, room: Room) -> None:
        for index, device in enumerate(room.devices):
            if device.screen.version != self._versions[index]:
                self._versions[index] = device.screen.version
                self._screens[index].update(room.now_ms.to_bytes(8, "big") + device.screen.rgb())

    def results(self, room: Room) -> dict[str, Any]:
        """As JSON can hold it: the digest of all logs and games in `room`, and one for each screen."""
        log = hashlib.sha256()
        for session in room.sessions():
            if session.table is not None:
                log.update(session.table_id + session.table.entries() + session.game.digest())
        return {"log": log.hexdigest(), "screens": [screen.hexdigest() for screen in self._screens]}
