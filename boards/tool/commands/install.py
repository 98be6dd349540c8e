"""`boards install`: plans what goes on each board, then puts it there, on all boards side by side."""

import contextlib
from argparse import ArgumentParser, Namespace
from collections import namedtuple
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

from boards import profiles
from boards.tool import ToolError, compiling, doctor, finding, installing, partyset, places, plan
from boards.tool.commands.party import path_of
from boards.tool.terminal import Progress, say

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from boards.tool.cli import Shared


def add(commands: "_SubParsersAction[ArgumentParser]", shared: "Shared") -> None:
    """Tell the command line what the command takes."""
    parents = [shared.port, shared.drive, shared.file]
    parser = commands.add_parser("install", parents=parents, help=install.__doc__, description=install.__doc__)
    parser.set_defaults(function=install)
    parser.add_argument("--all", action="store_true", help="every board that is plugged in, side by side")
    parser.add_argument("--set", metavar="NAME", help="the party set")
    parser.add_argument("--player", metavar="N", help="whose board it is: a name or number in the set")
    parser.add_argument("--profile", help="the profile, where the board's id does not name it; it is kept")
    parser.add_argument("--replace", action="store_true", help="overwrite a code.py or boot.py that is somebody else's")
    parser.add_argument("--py", action="store_true", help="modules as they are, not compiled")


def install(args: Namespace) -> int:
    """Put the program on a board, or on all that are plugged in."""
    party = partyset.PartySet.load(path_of(args))
    opened, unopened = _open_all() if args.all else ([open_one(args)], False)
    with contextlib.ExitStack() as stack:
        for place in opened:
            stack.callback(place.close)
        if args.all and args.player:
            raise ToolError("--all deals out all names of the set: --player is for one board.")
        deals = _deal(party, opened, args.player)
        party.save()
        jobs, failed = _prepare(args, party, deals)
        with ThreadPoolExecutor(max_workers=len(deals)) as pool:
            running = [pool.submit(_carry_out, job, args.replace, row) for row, job in enumerate(jobs)]
        for job, done in zip(jobs, running, strict=True):
            error = done.exception()
            if error is not None and not isinstance(error, ToolError):
                raise error
            if error is not None:
                say(f"{job.place.name}: {error}")
                failed = 1
    return failed or int(unopened)


def open_one(args: Namespace) -> places.Place:
    """The one board that was asked for, ready to be written."""
    if args.drive:
        return places.Drive(args.drive)
    return finding.open_place(finding.Found(args.port, None, "") if args.port else finding.only_one())


def _open_all() -> tuple[list[places.Place], bool]:
    """(every board that is plugged in, ready to be written; whether another one could not be opened, which is told)."""
    found = finding.plugged_in()
    if not found:
        raise ToolError("No board was found: plug them in, with cables that carry data.")
    opened = []
    for one in found:
        try:
            opened.append(finding.open_place(one))
        except ToolError as error:  # it may be no board at all: the others do not wait for it
            say(str(error))
    if not opened:
        raise ToolError("None of the boards could be opened.")
    return opened, len(opened) < len(found)


def _deal(party: partyset.PartySet, opened: list[places.Place], player: str | None) -> list[tuple[places.Place, str]]:
    """Pairs of a place and its player's name. What the set's boards were dealt is remembered in it."""
    deals = []
    for place in opened:
        uid = place.about["uid"]
        if player is not None:
            name = _player(party, player)
        else:
            name = party.deal(uid, [name for _, name in deals]) if party.players else ""
        if uid and name:
            party.boards = {**{one: dealt for one, dealt in party.boards.items() if dealt != name}, uid: name}
        deals.append((place, name))
    return deals


def _player(party: partyset.PartySet, wanted: str) -> str:
    """A player's name, from the name or the number."""
    if wanted.isdigit() and 1 <= int(wanted) <= len(party.players):
        return party.players[int(wanted) - 1]
    if wanted in party.players:
        return wanted
    raise ToolError(f"Nobody in the set {party.path.stem} is called {wanted}. The players: {', '.join(party.players)}.")


# What goes on one board, and for whom; before: the settings that it had.
Job = namedtuple("Job", ("place", "player", "files", "values", "drive_key", "before"))


def _prepare(args: Namespace, party: partyset.PartySet, deals: list[tuple[places.Place, str]]) -> tuple[list[Job], int]:
    """(the jobs of the boards, 1 if one cannot be installed, which is told, else 0).

    Everything that is worked out on the computer is worked out here, once for each kind of board: `ast`, for one, is
    not safe in threads before Python 3.13 (CPython issue 106905).
    """

    @cache
    def files(profile: str) -> dict[str, bytes]:
        found = plan.files(profile, party.languages, party.link, args.py)
        if party.deck:
            found.update(plan.deck_files(party.deck, plan.layout(profile)))
        return found

    jobs, failed = [], 0
    for place, player in deals:
        try:
            jobs.append(_job(args, party, place, player, files))
        except ToolError as error:
            say(f"{place.name}: {error}")
            failed = 1
    return jobs, failed


def _job(
    args: Namespace,
    party: partyset.PartySet,
    place: places.Place,
    player: str,
    files: Callable[[str], dict[str, bytes]],
) -> Job:
    """The job of one board. files: called with its profile. Raises ToolError."""
    board = place.about["board"]
    before = _settings(place)
    kept = before.get("HATS_PROFILE")
    profile = args.profile or (kept if kept in profiles() else "") or plan.profile_for(board)
    if board in profiles() and profile != board:
        say(f"{place.name}: this is a {board}, and it gets the profile {profile}: their pins must be the same.")
    if not args.py and (doubt := compiling.doubt(place.about)):
        if not compiling.can_read(place.about):
            raise ToolError(doubt)
        say(f"{place.name}: {doubt}")
    if doubt := doctor.radio_doubt(place.about, profile, party.link):
        say(f"{place.name}: {doubt}")
    key, heap = plan.constant(profile, "DRIVE_KEY", ""), plan.constant(profile, "HEAP_BYTES", 0)
    values = party.values(player, profile if profile != board else "", key)
    return Job(place, player, files(profile), values + ([(partyset.HEAP, heap)] if heap else []), key, before)


def _carry_out(job: Job, replace: bool, row: int) -> None:
    """Put a job's files on its board, beside other boards: nothing but the board itself is asked here."""
    place, files = job.place, job.files
    board = place.about["board"] or "a board"
    say(f"{place.name}: {board}{f', for {job.player}' if job.player else ''}. Comparing {len(files)} files ...")
    progress = Progress(job.player or place.name, row)
    try:
        result = installing.install(place, files, job.values, replace, progress)
    finally:
        progress.close()
    place.restart()
    size = sum(len(files[path]) for path in result.sent)
    if result.sent or result.removed:
        say(
            f"{place.name}: {len(result.sent)} files ({size} bytes) were written and {len(result.removed)} removed; "
            "all were verified."
        )
    else:
        say(f"{place.name}: every file was there already{'; its settings are new' if result.set_anew else ''}.")
    key = job.before.get("HATS_KEY")
    if key and key != dict(job.values)["HATS_KEY"]:
        say(f"{place.name}: it was of another set (key {partyset.fingerprint(str(key))}), and is of this one now.")
    for path in result.kept:
        say(f"{place.name}: {path} is no longer needed, but was changed by hand: it stays.")
    for name in result.overruled:
        counts = (
            "and that one counts" if name in job.before else "where it cannot be read: correct that line or delete it"
        )
        say(f"{place.name}: {name} also stands above the set's lines in settings.toml, {counts}.")
    if "boot.py" in result.sent and job.drive_key:
        say(
            f"{place.name}: press the reset button once. From then on the board owns its drive, so that the "
            "serial port can be used; hold NO during a reset to see the drive on the computer."
        )


def _settings(place: places.Place) -> dict[str, Any]:
    """What a device reads in the settings that are there; nothing where they are no text."""
    with contextlib.suppress(ValueError):
        return installing.read_settings(place)[0]
    return {}
