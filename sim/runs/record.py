"""A run as one small file, and the same run again: what a room was made from, and all that came in from outside.

A recording is JSON: `setup` (the arguments of `Room`), `events` (lists of milliseconds on the room's clock, the name of
one of `sim.room.INFLUENCES`, and its arguments), `end_ms`, and `program`, a fingerprint of the program that ran.
"""

import hashlib
import json
import pathlib

import sim.room  # by its full name, everywhere below: `sim.reload` puts a newer one in its place

FORMAT = 1
ROOT = pathlib.Path(__file__).resolve().parents[2]


def program():
    """A fingerprint of the program on the devices, as 12 hexadecimal digits: equal for equal sources."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def sources():
    """The files that the program on the devices is made of."""
    return sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "lib").rglob("*.py")])


class Recording:
    """A run that can be played again."""

    def __init__(self, setup, events, end_ms, made_by):
        self.setup, self.events, self.end_ms, self.made_by = setup, events, end_ms, made_by

    def save(self, path):
        """Write the file `path`. Raises OSError when that cannot be."""
        head = {"recording": FORMAT, "program": self.made_by, "setup": self.setup, "end_ms": self.end_ms}
        lines = ",\n  ".join([json.dumps(event) for event in self.events])
        text = json.dumps(head)[:-1] + ', "events": [' + (f"\n  {lines}\n" if lines else "") + "]}\n"
        pathlib.Path(path).write_text(text, encoding="utf-8")

    def room(self):
        """A room as the run began. A bad option of the set-up raises ValueError."""
        return sim.room.Room(**self.setup, guarded=True)


def read(data):
    """The Recording in `data`, what JSON gave. Raises ValueError, with a sentence, when it makes no sense."""
    try:
        events = [[int(ms), kind, *values] for ms, kind, *values in data["events"]]
        recording = Recording(dict(data["setup"]), events, int(data["end_ms"]), str(data["program"]))
        recording.room()
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ValueError(f"The recording makes no sense ({error!r}).") from error
    if data["recording"] != FORMAT:
        raise ValueError(f"The recording has format {data['recording']}; this program reads {FORMAT}.")
    if any(kind not in sim.room.INFLUENCES for _, kind, *_ in events):
        raise ValueError(f"The recording has an event that is none of {', '.join(sim.room.INFLUENCES)}.")
    return recording


class Recorder:
    """A run that goes on: everything from outside that reaches the room through `do` is noted."""

    end_ms = trouble = None

    def __init__(self, room, events=()):
        self.room = room
        self.events = list(events)

    def do(self, kind, *values):
        """Let the influence `kind` of `sim.room.INFLUENCES` act on the room now.

        What is due at this moment happens first: so it does when the recording is played.
        """
        self.room.run_to(self.room.now_ms)
        self.events.append([self.room.now_ms, kind, *values])
        getattr(self.room, kind)(*values)

    def run_to(self, ms):
        """Let everything happen until `ms` on the room's clock."""
        self.room.run_to(ms)

    def step(self):
        """Let the next thing happen."""
        if self.room.next_ms() is not None:
            self.room.run_next()

    def again(self, ms):
        """The same run, once more from its beginning to `ms` on the room's clock; it can go on from there."""
        run = Replay(Recording(self.room.setup, self.events, ms, ""))
        run.run_to(ms)
        return Recorder(run.room, self.events)

    def recording(self):
        """The run so far."""
        self.room.run_to(self.room.now_ms)
        return Recording(self.room.setup, self.events[:], self.room.now_ms, program())


class Replay:
    """A recording that is played again."""

    trouble = None

    def __init__(self, recording):
        self._recording = recording
        self.made_by = recording.made_by
        self.end_ms = recording.end_ms
        self.seek(0)

    def run_to(self, ms):
        """Let everything happen until `ms` on the room's clock, or the end of the recording."""
        ms = min(ms, self.end_ms)
        while self._left and self._left[0][0] <= ms:
            at_ms, kind, *values = self._left.pop(0)
            self.room.run_to(at_ms)
            getattr(self.room, kind)(*values)
        self.room.run_to(ms)

    def step(self):
        """Let the next thing happen, if any does before the end."""
        due = [ms for ms in (self.room.next_ms(), self._left[0][0] if self._left else None) if ms is not None]
        self.run_to(max(self.room.now_ms, min(due, default=self.end_ms)))

    def seek(self, ms):
        """Go to `ms` on the room's clock, backwards or forwards."""
        if not ms or ms < self.room.now_ms:
            self.room, self._left = self._recording.room(), self._recording.events[:]
        self.run_to(ms)

    def again(self, ms):
        """The same recording, played once more to `ms`."""
        run = Replay(self._recording)
        run.seek(ms)
        return run


class Digests:
    """What proves that two runs were the same: digests of all logs and of every picture that each screen showed."""

    def __init__(self):
        self._screens, self._versions = [], []

    def watch(self, run):
        """Play `run` to its end, looking at every screen whenever it has changed."""
        self._screens = [hashlib.sha256() for _ in run.room.devices]
        self._versions = [None] * len(run.room.devices)
        while run.room.now_ms < run.end_ms:
            run.step()
            self._look(run.room)

    def _look(self, room):
        for index, device in enumerate(room.devices):
            if device.screen.version != self._versions[index]:
                self._versions[index] = device.screen.version
                self._screens[index].update(room.now_ms.to_bytes(8, "big") + device.screen.rgb())

    def results(self, room):
        """As JSON can hold it: the digest of all logs and games in `room`, and one for each screen."""
        log = hashlib.sha256()
        for session in room.sessions():
            if session.table is not None:
                log.update(session.table_id + session.table.entries() + session.game.digest())
        return {"log": log.hexdigest(), "screens": [screen.hexdigest() for screen in self._screens]}
