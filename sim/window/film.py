"""Pictures and films of a window that somebody looks at, as files beside whatever is there already."""

import contextlib
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.runs.record import Recording


LENGTH_MS = 10000


def free_path(ending: str) -> pathlib.Path:
    """A file, in the folder from which the program was started, that there is not yet."""
    return next(path for n in itertools.count(1) if not (path := pathlib.Path(f"pocket-hats-{n}.{ending}")).exists())


class Film:
    """A film of the last seconds of a run, which another process makes: it plays all again up to there."""

    def __init__(self, recording: "Recording", dark: bool) -> None:
        self._path = free_path("gif")
        handle, self._run = tempfile.mkstemp(suffix=".json")
        os.close(handle)
        recording.save(self._run)
        end_ms, night = recording.end_ms, ["--night"] if dark else []
        stretch = f"--from={max(0, end_ms - LENGTH_MS) / 1000}", f"--to={end_ms / 1000}"
        command = [sys.executable, "-P", "-m", "sim", "replay", self._run, f"--gif={self._path}", *stretch, *night]
        quiet = subprocess.DEVNULL
        self._child = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=subprocess.PIPE, text=True)

    def told(self) -> str:
        """What came of it, a sentence; "" while it is being made."""
        return "" if self._child.poll() is None else self.end()

    def end(self) -> str:
        """Wait until it has been made, and leave nothing else behind. Returns what came of it."""
        _, said = self._child.communicate()
        with contextlib.suppress(OSError):
            os.unlink(self._run)
        return f"Saved: {self._path}" if self._child.returncode == 0 else f"There is no film: {said.strip()}"
