"""How a command speaks to a person: sentences and bars on standard error, results on standard output, no traceback for
what a terminal or a pipe does, and no usage of twenty lines for a slip of the pen.
"""

import argparse
import difflib
import os
import re
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from tqdm import tqdm

from boards.tool import ToolError

INTERRUPTED, NOBODY_READS = 128 + 2, 128 + 13  # exit status: that of a program ended by SIGINT, by SIGPIPE

# What argparse says, and what a person is told instead; "{0}" and so on are the groups.
SENTENCES = (
    (
        r"argument COMMAND: invalid choice: (.+?) \(choose from (.+)\)",
        "there is no command {0}. The commands are: {1}.",
    ),
    (r"the following arguments are required: COMMAND", "say which command."),
    (r"the following arguments are required: (.+)", "this is missing: {0}."),
    (r"one of the arguments (.+) is required", "one of these is missing: {0}."),
    (r"argument (.+?): invalid choice: (.+?) \(choose from (.+)\)", "{0} cannot be {1}. It can be: {2}."),
    (r"argument (.+?): invalid (.+?) value: (.+)", "{0} must be a {1}, not {2}."),
    (r"argument (.+?): expected (?:one|at least one) argument", "{0} needs a value behind it."),
    (r"argument (.+?): expected (\d+) arguments", "{0} needs {1} values behind it."),
    (r"argument (.+?): not allowed with argument (.+)", "{0} does not go with {1}."),
    (r"argument (.+?): ignored explicit argument (.+)", "{0} takes no value."),
    (r"argument (.+?): (must be .+)", "{0} {1}."),
)
NOUNS = {"int": "whole number", "float": "number"}


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


class Parser(argparse.ArgumentParser):
    """A command line that says what is wrong with it in a sentence, and what to do, with exit status 2."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"allow_abbrev": False, **options})

    def add_subparsers(self, **options: Any) -> Any:
        """As in argparse; one of the commands must be named."""
        return super().add_subparsers(metavar="COMMAND", required=True, **options)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As in argparse, but nothing is left over: of several parsers, the one that does not know it says so."""
        found, rest = super().parse_known_args(args, namespace)
        return (found, rest) if not rest else self._refuse(rest[0])

    def _refuse(self, word: str) -> NoReturn:
        options = [name for action in self._actions for name in action.option_strings if name[:2] == "--"]
        near = difflib.get_close_matches(word.partition("=")[0], options, 1)
        if word[:1] != "-":
            self.error(f"{word!r} is too much.")
        self.error(f"there is no option {word}. Did you mean {near[0]}?" if near else f"there is no option {word}.")

    def error(self, message: str) -> NoReturn:
        """Say what argparse calls `message`, and end."""
        for pattern, sentence in SENTENCES:
            if found := re.fullmatch(pattern, message):
                *groups, last = [NOUNS.get(group, group) for group in found.groups() or ("",)]
                message = sentence.format(*groups, last.replace("'", "") if "choose from" in pattern else last)
                break
        print(f"{self.prog}: {message} What it takes: {self.prog} --help", file=sys.stderr)
        raise SystemExit(2)


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
