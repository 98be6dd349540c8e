"""How a command speaks to a person: sentences and bars on standard error, results on standard output, no traceback for
what a terminal or a pipe does.
"""

import os
import sys
from collections.abc import Callable

from tqdm import tqdm

from boards.tool import ToolError

INTERRUPTED, NOBODY_READS = 128 + 2, 128 + 13  # exit status: that of a program ended by SIGINT, by SIGPIPE


def run(command: Callable[[], int | None]) -> int | None:
    """Run `command`, called without arguments. Returns the exit status: its own, or 1 after a sentence about what went
    wrong, 130 after Ctrl-C, 141 when whoever read the output has gone.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed, as by `2>&-`: print would take the other one
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  # to the end
        elif hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="backslashreplace")  # names have letters that ASCII lacks
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except ToolError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return NOBODY_READS
    except OSError as error:
        say(f"{error.filename or 'The output'} cannot be used: {error.strerror or error}.")
        _give_up_output()
        return 1


def _give_up_output() -> None:
    """Let what standard output still holds go nowhere: as it ends, Python would try once more, and complain."""
    if sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(*lines: str) -> None:
    """Say `lines` to a person, above any bars."""
    for line in lines:
        tqdm.write(line, file=sys.stderr)


class Progress:
    """A bar of bytes for one board, as `installing.install` wants it."""

    def __init__(self, name: str, position: int) -> None:
        self._name, self._position = name, position
        self._bar: tqdm | None = None

    def start(self, count: int, size: int) -> None:
        if count:
            self._bar = tqdm(
                desc=self._name,
                total=size,
                unit="B",
                unit_scale=True,
                position=self._position,
                leave=False,
                disable=None,
            )

    def file(self, path: str) -> None:
        self._bar.set_postfix_str(path, refresh=False)

    def sent(self, count: int) -> None:
        self._bar.update(count)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
