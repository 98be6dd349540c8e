"""The table of `dev.py play` between two evenings: what its devices keep while they are off, in a file of the user's.

The file is a recording in which nothing has happened yet, of a room whose devices remember.
"""

import json
from pathlib import Path

import platformdirs

from sim.runs import record


def path() -> Path:
    return Path(platformdirs.user_state_dir("pocket-hats", appauthor=False)) / "table.json"


def keep(run: record.Recorder) -> None:
    """Keep the table of `run`. Raises OSError when that cannot be."""
    path().parent.mkdir(parents=True, exist_ok=True)
    run.kept().save(path())


def load() -> record.Recorder | None:
    """A run of the table that was kept last, where it can go on; None: there is none, or it makes no sense."""
    try:
        return record.Recorder(record.read(json.loads(path().read_text(encoding="utf-8"))).room())
    except (OSError, ValueError):
        return None
