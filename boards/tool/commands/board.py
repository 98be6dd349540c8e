"""The commands for a board that is plugged in: `boards doctor`, `logs`, `run`, `reset`, `uninstall`."""

import contextlib
import pathlib
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from boards.tool import ToolError, doctor, finding, installing, partyset, places
from boards.tool.commands.install import open_one
from boards.tool.commands.party import path_of
from boards.tool.terminal import say

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from boards.tool.cli import Shared


def add(commands: "_SubParsersAction[ArgumentParser]", shared: "Shared") -> None:
    """Tell the command line what the commands take."""

    def command(name: str, function: Callable[[Namespace], int | None], *parents: ArgumentParser) -> ArgumentParser:
        made = commands.add_parser(name, parents=parents, help=function.__doc__, description=function.__doc__)
        made.set_defaults(function=function)
        return made

    checking = command("doctor", check, shared.port, shared.drive, shared.file)
    checking.add_argument("--set", metavar="NAME", help="the party set that the board should belong to")
    checking.add_argument("--profile", help="the profile, where the board's id does not name it")
    command("logs", logs, shared.port).add_argument(
        "--save", metavar="FILE.bin", help="save the board's memory, for `dev.py sim replay`, instead"
    )
    command("run", run, shared.port).add_argument("script", metavar="FILE")
    command("reset", reset, shared.port)
    taking = command("uninstall", uninstall, shared.port, shared.drive)
    taking.add_argument(
        "paths", nargs="*", metavar="PATH", help="also remove this one, although it was changed by hand"
    )


def check(args: Namespace) -> int:
    """Say what is wrong with a board."""
    party = partyset.PartySet.load(path_of(args)) if args.set or args.file else None
    trouble = 0
    for found in [_found(args)] if args.port or args.drive else finding.plugged_in() or [finding.only_one()]:
        place = None
        try:
            place = places.Board(found.port) if found.port else found.drive
            good, bad = doctor.check(place, party, args.profile or "")
            place.restart()
        except ToolError as error:
            good, bad = [], [str(error)]
        finally:
            if place is not None:
                place.close()
        print(f"{found.port or found.drive.name}:")
        for line in good:
            print(f"  ok       {line}")
        for line in bad:
            print(f"  trouble  {line}")
        trouble = trouble or int(bool(bad))
    return trouble


def _found(args: Namespace) -> finding.Found:
    return finding.Found(args.port, None, "") if args.port else finding.Found("", places.Drive(args.drive), "")


def logs(args: Namespace) -> int | None:
    """Show what a board says on its serial line, until Ctrl-C; or save the match that it keeps."""
    port = _port(args)
    if args.save:
        return _save_memory(port, pathlib.Path(args.save))
    say(f"Listening to {port}; Ctrl-C ends it.")
    places.follow(port, _show)
    return None


def _show(data: bytes) -> None:
    sys.stdout.write(data.decode("utf-8", "replace").replace("\x04", ""))
    sys.stdout.flush()


def _save_memory(port: str, path: pathlib.Path) -> int:
    with contextlib.closing(places.Board(port)) as board:
        memory = board.memory()
        board.restart()
    if not memory:
        raise ToolError(f"The board at {port} keeps nothing while it is off.")
    try:
        path.write_bytes(memory)
    except OSError as error:
        raise ToolError(f"{path} cannot be written: {error.strerror}.") from None
    say(f"{len(memory)} bytes were saved. With the key in the set's file: python3 dev.py sim replay {path} --key KEY")
    return 0


def run(args: Namespace) -> int:
    """Run a script from this computer on a board; the program starts again afterwards."""
    try:
        script = pathlib.Path(args.script).read_bytes()
    except OSError as error:
        raise ToolError(f"{args.script} cannot be read: {error.strerror}.") from None
    with contextlib.closing(places.Board(_port(args))) as board:
        try:
            board.exec(script, _show)
        finally:
            board.restart()
    return 0


def reset(args: Namespace) -> int:
    """Restart a board as its reset button does."""
    with contextlib.closing(places.Board(_port(args))) as board:
        board.reset()
    say("The board restarts.")
    return 0


def uninstall(args: Namespace) -> int:
    """Remove what was installed."""
    place = open_one(args)
    with contextlib.closing(place):
        result = installing.uninstall(place, args.paths)
        place.restart()
    say(f"{len(result.removed)} files were removed, and the set's lines in settings.toml.")
    if result.kept:
        say(
            f"These were changed since, and stay: {', '.join(result.kept)}. To remove them too, name them: "
            f"boards uninstall {' '.join(result.kept)}"
        )
    return 0


def _port(args: Namespace) -> str:
    if args.port:
        return args.port
    port = finding.only_one().port
    if not port:
        raise ToolError(
            "The board that is plugged in has a drive but no serial port that can be seen: name it, --port P."
        )
    return port
