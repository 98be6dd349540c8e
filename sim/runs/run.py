"""What the window shows: one interface for runs that are live, recorded, of chaos, saved, or a board's own.

Windows and films know a run by these names only. How it comes about is the matter of the modules beside this one.
"""

from collections.abc import Sequence
from typing import Any


class Run:
    """A room of devices and its time.

    room: what has `devices`, `apps` (None for a device that is off), `names` and `errors`, one for each seat; `setup`,
    of which `humans` is looked at; `air`, or None; and `now_ms`. It may be another one after `seek` and `resume`.
    live: whether somebody can act on it, with `do`. end_ms: where it ends on the room's clock; None: it goes on.
    trouble: why it is looked at, a sentence, or None. events: what has come in from outside, as `do` noted it.
    """

    room: Any
    live = False
    end_ms: int | None = None
    trouble: str | None = None
    events: Sequence[list[Any]] = ()

    def run_to(self, ms: int) -> None:
        """Let everything happen until `ms` on the room's clock, or the end."""
        raise NotImplementedError

    def step(self) -> None:
        """Let the next thing happen, if any does before the end."""
        raise NotImplementedError

    def seek(self, ms: int) -> None:
        """Go to `ms` on the room's clock, backwards or forwards. Runs without an end cannot."""
        raise NotImplementedError

    def do(self, kind: str, *values: Any) -> None:
        """Let the influence `kind` of `sim.room.INFLUENCES` act on the room now. Only runs that are live can."""
        raise NotImplementedError

    def recording(self) -> Any:
        """The run so far, as a `sim.runs.record.Recording`. Only runs that are live, but for a board's, have one."""
        raise NotImplementedError

    def resume(self, ms: int, events: list[list[Any]]) -> None:
        """Go to `ms` with `events` behind it, where the run of another process was. For a run that was just made."""
        self.seek(ms)
