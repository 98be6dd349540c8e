"""Edit and see: when a file of the devices' program is saved, the run goes on with the new program at the same moment.

The program's modules are imported afresh, and all that has come in from outside is played again. Where that fails,
every device shows the error and stands still until the next time that something is saved.
"""

import contextlib
import importlib
import sys
import traceback

import sim
from sim.runs import record

LOOK_FRAMES = 15  # between two looks at the files
PROGRAM = ("engine", "ring", "pocket")
AROUND = (
    "sim.air",
    "sim.room",
    "sim.words",
    "sim.runs.chaos",
    "sim.runs.saved",
)  # what of the simulator is built on it


class Reloader:
    """Watches the program's files; `look` is to be called for every frame."""

    def __init__(self):
        self._seen = stamps()
        self._frames = 0
        self._stopped_ms = None  # when the program that was saved did not run
        self._was_paused = False

    def look(self, desk):
        """If files have been saved since the last time, go on with the new program."""
        self._frames += 1
        if self._frames % LOOK_FRAMES:
            return
        now = stamps()
        if now != self._seen:
            self._seen = now
            self.reload(desk)

    def reload(self, desk):
        """Go on with the program as it is saved now. desk: a `sim.window.desk.Desk`."""
        if self._stopped_ms is None:
            self._stopped_ms, self._was_paused = desk.room.now_ms, desk.paused
        try:
            with fresh_program():
                run = desk.run.again(self._stopped_ms)
        except Exception as error:
            desk.failure = told(error)
            desk.paused = True
            desk.room.stop(error)
            return
        desk.replace(run)
        desk.failure, desk.paused = "", self._was_paused
        desk.say("The new program is running.")
        self._stopped_ms = None


def stamps():
    """What differs when a file of the program has been saved."""
    found = []
    for path in record.sources():
        with contextlib.suppress(OSError):  # an editor replaces a file by removing it for a moment
            status = path.stat()
            found.append((str(path), status.st_mtime_ns, status.st_size))
    return found


@contextlib.contextmanager
def fresh_program():
    """Import the program anew; when that, or what is done with it, raises, the old one is put back."""
    names = [name for name in sys.modules if name.split(".")[0] in PROGRAM or name in AROUND]
    old = {name: sys.modules.pop(name) for name in names}
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    prefix, sys.pycache_prefix = sys.pycache_prefix, "/nowhere"  # compiled files tell saves apart by whole seconds only
    importlib.invalidate_caches()
    try:
        for name in AROUND:
            if name in old:
                importlib.import_module(name)
        yield
    except BaseException:
        for name in [name for name in sys.modules if name.split(".")[0] in PROGRAM or name in AROUND]:
            del sys.modules[name]
        sys.modules.update(old)
        for name in AROUND:
            if name in old:
                setattr(sim, name.split(".")[1], old[name])
        raise
    finally:
        sys.dont_write_bytecode, sys.pycache_prefix = written, prefix


def told(error):
    """An error of the program in a sentence, with the place where it happened."""
    if isinstance(error, SyntaxError):
        path, line, what = error.filename, error.lineno, f"{type(error).__name__}: {error.msg}"
    else:
        frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.startswith(str(record.ROOT))]
        path, line = (frames[-1].filename, frames[-1].lineno) if frames else (None, 0)
        what = f"{type(error).__name__}: {error}"
    if not path:
        return what
    return f"{str(path).removeprefix(str(record.ROOT)).lstrip('/')}, line {line}: {what}"
