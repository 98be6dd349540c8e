"""Edit and see: when a file of the devices' program is saved, the run goes on with the new program at the same moment.

A child process rehearses: it makes the run with the new program, and plays again all that has come in from outside.
When it succeeds, this process gives way to a new one with the same command line, which does the same and opens its
window at the same place. When it fails, every device shows the error and stands still until the next save.
"""

import argparse
import atexit
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback
from typing import TYPE_CHECKING, Any, NoReturn

from sim.runs import record
from sim.runs.run import Run

if TYPE_CHECKING:
    from sim.window.desk import Desk

State = dict[str, Any]  # of a run, as JSON can hold it: `ms`, `events`, and `looks` of the window; None in a rehearsal

LOOK_FRAMES = 15  # between two looks at the files
OPTION = "--resume"
UNCACHED = {"PYTHONDONTWRITEBYTECODE": "1"}  # compiled files tell saves apart by whole seconds only
PLACE = re.compile(r'^ +File "(.+)", line (\d+)', re.MULTILINE)  # in a traceback


def add_argument(parser: argparse.ArgumentParser) -> None:
    """Tell an argparse parser what the new process is told."""
    parser.add_argument(OPTION, metavar="FILE", help=argparse.SUPPRESS)


def show(run: Run, resume: str | None, path: str | None = None) -> None:
    """Show `run` in a window that goes on with each program that is saved.

    resume: the file of `--resume`, or None. path: where F5 saves the run.
    Raises RuntimeError when there is no display to open a window on.
    """
    from sim.window import window  # here, since most commands need no pygame

    looks = None
    if resume:
        state = json.loads(pathlib.Path(resume).read_text(encoding="utf-8"))
        pathlib.Path(resume).unlink()
        looks = state["looks"]
        run.resume(state["ms"], state["events"])
        if looks is None:
            raise SystemExit  # a rehearsal, which has succeeded
    window.play(run, path, reloader=Reloader(), looks=looks)


class Reloader:
    """Watches the program's files; `look` is to be called for every frame, and `close` at the end."""

    def __init__(self) -> None:
        self._seen = stamps()
        self._frames = 0
        self._rehearsal: Rehearsal | None = None
        self._stopped_ms: int | None = None  # when the program that was saved did not run
        self._was_paused = False

    def look(self, desk: "Desk") -> bool:
        """Look after the files and the rehearsal. Returns whether it is time to `go_on`.

        desk: a `sim.window.desk.Desk`, which is told where the new program fails.
        """
        self._frames += 1
        if self._frames % LOOK_FRAMES:
            return False
        now = stamps()
        if now != self._seen:
            self._seen = now
            self.close()
            self._rehearsal = Rehearsal(self._state(desk, None))
        failure = self._rehearsal.failure() if self._rehearsal else None
        if failure is None:
            return False
        self._rehearsal = None
        if failure:
            self._stop(desk, failure)
        return not failure

    def _stop(self, desk: "Desk", failure: str) -> None:
        if self._stopped_ms is None:
            self._stopped_ms, self._was_paused = desk.room.now_ms, desk.paused
        desk.failure, desk.paused = told(failure), True
        kind, _, what = failure.strip().rpartition("\n")[2].partition(": ")
        desk.room.stop(type(kind, (Exception,), {})(what))  # it was raised in another process

    def _state(self, desk: "Desk", looks: dict[str, Any] | None) -> State:
        ms = desk.room.now_ms if self._stopped_ms is None else self._stopped_ms
        return {"ms": ms, "events": [event for event in desk.run.events if event[0] <= ms], "looks": looks}

    def go_on(self, desk: "Desk", looks: dict[str, Any]) -> NoReturn:
        """Give way to a process with the new program. looks: what its window needs to look like this one."""
        if self._stopped_ms is not None:
            looks = {**looks, "paused": self._was_paused}
        command = again(self._state(desk, looks))
        os.environ.update(UNCACHED)
        atexit._run_exitfuncs()  # which closes the window; `execv` would leave them out
        if os.name == "posix":
            os.execv(command[0], command)
        raise SystemExit(subprocess.call(command))

    def close(self) -> None:
        """End the rehearsal, if there is one."""
        if self._rehearsal:
            self._rehearsal.end()
        self._rehearsal = None


class Rehearsal:
    """A child process that tries whether a run can go on with the program as it is saved now."""

    def __init__(self, state: State) -> None:
        command = again(state)
        self._file = command[-1]
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115  # to `end`
        quiet = subprocess.DEVNULL
        self._child = subprocess.Popen(
            command, env={**os.environ, **UNCACHED}, stdin=quiet, stdout=quiet, stderr=self._errors
        )

    def failure(self) -> str | None:
        """None while it is under way; "" when it has succeeded; what it said when it has failed."""
        status = self._child.poll()
        if status is None:
            return None
        self._errors.seek(0)
        said = self._errors.read().strip()
        self.end()
        return "" if status == 0 else said or f"SystemError: the new program ended with status {status}"

    def end(self) -> None:
        """Leave nothing behind."""
        self._child.kill()
        self._child.wait()
        self._errors.close()
        pathlib.Path(self._file).unlink(missing_ok=True)


def again(state: State) -> list[str]:
    """The command line of this process, for one that goes on from `state`: a list of str, whose last one is a file."""
    handle, path = tempfile.mkstemp(suffix=".json")
    with open(handle, "w", encoding="utf-8") as file:
        json.dump(state, file)
    arguments = sys.orig_argv[1:]
    if arguments[-2:-1] == [OPTION]:
        arguments = arguments[:-2]
    return [sys.executable, *arguments, OPTION, path]


def stamps() -> list[tuple[str, int, int]]:
    """What differs when a file of the program has been saved."""
    found = []
    for path in record.sources():
        with contextlib.suppress(OSError):  # an editor replaces a file by removing it for a moment
            status = path.stat()
            found.append((str(path), status.st_mtime_ns, status.st_size))
    return found


def told(failure: str) -> str:
    """A traceback, or another last word, in a sentence, with the place in the program where it happened."""
    what = failure.strip().rpartition("\n")[2]
    places = [place for place in PLACE.findall(failure) if place[0].startswith(str(record.ROOT))]
    if not places:
        return what
    path, line = places[-1]
    return f"{path.removeprefix(str(record.ROOT)).lstrip(os.sep)}, line {line}: {what}"


def told_of(error: Exception) -> str:
    """The same of an exception."""
    return told("".join(traceback.format_exception(error)))
