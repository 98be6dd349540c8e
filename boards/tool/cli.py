"""The maker's commands: `python -m boards list`, `set`, `install`, `doctor` and more; `--help` says what they take."""

import argparse
import contextlib
import json
import pathlib
import sys
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from tqdm import tqdm

import engine
from boards import profiles
from boards.tool import ToolError, compiling, doctor, finding, installing, partyset, places, plan, release
from pocket.settings import EACH


def say(*lines):
    """For a person; standard output is for results."""
    for line in lines:
        tqdm.write(line, file=sys.stderr)


class Progress:
    """A bar of bytes for one board, as `installing.install` wants it."""

    def __init__(self, name, position):
        self._name, self._position, self._bar = name, position, None

    def start(self, count, size):
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

    def file(self, path):
        self._bar.set_postfix_str(path, refresh=False)

    def sent(self, count):
        self._bar.update(count)

    def close(self):
        if self._bar is not None:
            self._bar.close()


def list_(args):
    """Profiles, and the boards that are plugged in."""
    told = {"profiles": [{"name": name, "layout": plan.layout(name)} for name in profiles()], "boards": []}
    for found in finding.plugged_in():
        told["boards"].append({"port": found.port, "drive": found.drive and found.drive.name, **_about(found)})
    if args.sizes:
        told["sizes"] = sizes()
    if args.json:
        print(json.dumps(told, ensure_ascii=False))
        return 0
    print("Profiles:")
    for one in told["profiles"]:
        print(f"  {one['name']:40} {one['layout']}")
    print("Boards that are plugged in:" if told["boards"] else "No board is plugged in, or its cable carries no data.")
    for one in told["boards"]:
        where = " and ".join(part for part in (one["port"], one["drive"]) if part)
        print(f"  {where}: {one.get('problem') or one['board'] + ', CircuitPython ' + one['version']}")
    if args.sizes:
        print("The largest install, without MQTT, by layout and language:")
    for one in told.get("sizes", []):
        where = f"{one['layout']:7} {one['language']:3} {one['files']:4} files {one['bytes']:8} bytes"
        print(f"  {where} {one['on_drive']:8} on the drive ({one['profile']})")
    return 0


def _about(found):
    """What a plugged-in board says of itself. One without a drive is interrupted for it and started again."""
    try:
        if found.drive is not None:
            about = found.drive.about
        else:
            with contextlib.closing(places.Board(found.port)) as board:
                about = board.about
                board.restart()
    except ToolError as error:
        return {"problem": str(error)}
    version = ".".join(str(part) for part in about["version"])
    return {"board": about["board"] or found.product, "version": version, "uid": about["uid"]}


def sizes():
    """Files and bytes of an install without MQTT, for each layout and language: of the profile that needs most."""
    largest = {}
    for profile in profiles():
        for language in partyset.LANGUAGES:
            files = plan.files(profile, (language,))
            one = {
                "layout": plan.layout(profile),
                "language": language,
                "profile": profile,
                "files": len(files),
                "bytes": sum(len(data) for data in files.values()),
                "on_drive": plan.on_drive(files),
            }
            key = one["layout"], language
            if key not in largest or one["on_drive"] > largest[key]["on_drive"]:
                largest[key] = one
    return [largest[key] for key in sorted(largest)]


def set_(args):
    """Make a party set, or change one."""
    path = _set_path(args)
    new = not path.exists()
    party = partyset.PartySet(path) if new else partyset.PartySet.load(path)
    changes = [
        name for name in ("player", "language", "link", "option", "setting", *PLAIN) if getattr(args, name) is not None
    ]
    if not changes and not args.remove and not args.new_key and sys.stdin.isatty():
        _ask(party)
    for name in PLAIN:
        if getattr(args, name) is not None:
            setattr(party, name, getattr(args, name))
    party.players = [name for name in [*party.players, *(args.player or [])] if name not in (args.remove or [])]
    party.languages = args.language or party.languages
    party.link = party.link if args.link is None else args.link
    party.options = {**party.options, **dict(args.option or [])}
    party.settings = {**party.settings, **dict(args.setting or [])}
    if args.new_key:
        party.key = partyset.secrets.token_hex(16)
    party.save()
    say(
        f"The set {path.stem} {'was made' if new else 'was changed'}: {path}",
        f"  players: {', '.join(party.players) or 'none yet: each board takes the name of a hat'}",
        f"  languages: {', '.join(party.languages)}; link: {party.link or 'what each board has'}; game: {party.game}",
        f"  its key is secret; {partyset.fingerprint(party.key)} is its fingerprint, by which boards can be compared",
    )
    if args.new_key and not new:
        say("The key is new: install on every board of the set again.")
    return 0


PLAIN = ("channel", "wifi", "password", "access_point", "broker", "game", "deck")


def _ask(party):
    """Ask for what a set needs most."""
    names = input(f"Names of the players, with commas [{', '.join(party.players)}]: ")
    party.players = [name.strip() for name in names.split(",") if name.strip()] or party.players
    languages = input(
        f"Languages, the main one first ({', '.join(partyset.LANGUAGES)}) [{', '.join(party.languages)}]: "
    )
    party.languages = languages.replace(",", " ").split() or party.languages
    link = input(f"Link ({', '.join(partyset.LINKS)}; empty: what each board has) [{party.link}]: ").strip()
    party.link = link or party.link
    if party.link in ("udp", "mqtt"):
        party.wifi = input(f"Name of the Wi-Fi network [{party.wifi}]: ") or party.wifi
        party.password = input("Its password [unchanged]: ") or party.password
    if party.link == "mqtt":
        party.broker = input(f"MQTT broker [{party.broker}]: ") or party.broker


def _set_path(args):
    if args.file:
        return pathlib.Path(args.file)
    if getattr(args, "set", None) is None:
        raise ToolError("Say which set: --set NAME (made with `boards set NAME`), or --file PATH.")
    return partyset.path_of(args.set)


def install(args):
    """Put the program on a board, or on all that are plugged in."""
    party = partyset.PartySet.load(_set_path(args))
    opened = [_open(args)] if not args.all else _open_all()
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
    return failed


def _open(args):
    """The one board that was asked for, ready to be written."""
    if args.drive:
        return places.Drive(args.drive)
    return finding.open_place(finding.Found(args.port, None, "") if args.port else finding.only_one())


def _open_all():
    found = finding.plugged_in()
    if not found:
        raise ToolError("No board was found: plug them in, with cables that carry data.")
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(contextlib.closing(finding.open_place(one))) for one in found]
        stack.pop_all()  # all were opened: the caller closes them
    return opened


def _deal(party, opened, player):
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


def deck_path(text):
    """The whole path of a deck's file, for argparse: the set is used from other folders too."""
    return str(pathlib.Path(text).resolve()) if text else ""


def _player(party, wanted):
    """A player's name, from the name or the number."""
    if wanted.isdigit() and 1 <= int(wanted) <= len(party.players):
        return party.players[int(wanted) - 1]
    if wanted in party.players:
        return wanted
    raise ToolError(f"Nobody in the set {party.path.stem} is called {wanted}. The players: {', '.join(party.players)}.")


Job = namedtuple("Job", ("place", "player", "files", "values", "drive_key"))  # what goes on one board, and for whom


def _prepare(args, party, deals):
    """(the jobs of the boards, 1 if one cannot be installed, which is told, else 0).

    Everything that is worked out on the computer is worked out here, once for each kind of board: `ast`, for one, is
    not safe in threads before Python 3.13 (CPython issue 106905).
    """

    @cache
    def files(profile, mpy):
        found = plan.files(profile, party.languages, party.link)
        if party.deck:
            found.update(plan.deck_files(party.deck, plan.layout(profile)))
        return compiling.compile_all(found, args.mpy_cross, mpy) if args.mpy_cross else found

    jobs, failed = [], 0
    for place, player in deals:
        try:
            jobs.append(_job(args, party, place, player, files))
        except ToolError as error:
            say(f"{place.name}: {error}")
            failed = 1
    return jobs, failed


def _job(args, party, place, player, files):
    """The job of one board. files: called with its profile and its version of .mpy files. Raises ToolError."""
    board, mpy = place.about["board"], place.about["mpy"]
    profile = args.profile or _kept_profile(place) or plan.profile_for(board)
    if args.mpy_cross and not mpy:
        raise ToolError(
            "--mpy-cross needs the serial port (--port): over the drive a board does not say what it reads."
        )
    key, heap = plan.constant(profile, "DRIVE_KEY", ""), plan.constant(profile, "HEAP_BYTES", 0)
    values = party.values(player, profile if profile != board else "", key)
    return Job(place, player, files(profile, mpy), values + ([(partyset.HEAP, heap)] if heap else []), key)


def _carry_out(job, replace, row):
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
        say(f"{place.name}: everything was there already.")
    for path in result.kept:
        say(f"{place.name}: {path} is no longer needed, but was changed by hand: it stays.")
    for name in result.overruled:
        say(f"{place.name}: {name} also stands above the set's lines in settings.toml, and that one counts.")
    if "boot.py" in result.sent and job.drive_key:
        say(
            f"{place.name}: press the reset button once. From then on the board owns its drive, so that the "
            "serial port can be used; hold NO during a reset to see the drive on the computer."
        )


def _kept_profile(place):
    """The profile that the last install named, or ""."""
    with contextlib.suppress(ValueError):
        kept = installing.read_settings(place).get("HATS_PROFILE")
        return kept if kept in profiles() else ""
    return ""


def check(args):
    """Say what is wrong with a board."""
    party = partyset.PartySet.load(_set_path(args)) if args.set or args.file else None
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


def _found(args):
    return finding.Found(args.port, None, "") if args.port else finding.Found("", places.Drive(args.drive), "")


def logs(args):
    """Show what a board says on its serial line, until Ctrl-C; or save the match that it keeps."""
    port = _port(args)
    if args.save:
        return _save_memory(port, pathlib.Path(args.save))
    say(f"Listening to {port}; Ctrl-C ends it.")
    return places.follow(port, _show)


def _show(data):
    sys.stdout.write(data.decode("utf-8", "replace").replace("\x04", ""))
    sys.stdout.flush()


def _save_memory(port, path):
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


def run(args):
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


def reset(args):
    """Restart a board as its reset button does."""
    with contextlib.closing(places.Board(_port(args))) as board:
        board.reset()
    say("The board restarts.")
    return 0


def uninstall(args):
    """Remove what was installed."""
    place = _open(args)
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


def dist(args):
    """Make the zips of a release."""
    for path in release.make(plan.ROOT / "dist", args.profiles or None):
        print(path.relative_to(plan.ROOT))
    return 0


def _port(args):
    if args.port:
        return args.port
    port = finding.only_one().port
    if not port:
        raise ToolError(
            "The board that is plugged in has a drive but no serial port that can be seen: name it, --port P."
        )
    return port


def option(text):
    """NAME=VALUE of a game's option, for argparse."""
    name, _, value = text.partition("=")
    allowed = dict(engine.rules(engine.GAMES[0]).choices(engine.SEATS_MAX))
    for game in engine.GAMES:
        allowed.update(engine.rules(game).choices(engine.SEATS_MAX))
    if name not in allowed or not value:
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE, and NAME one of: {', '.join(sorted(allowed))}")
    return name, int(value) if value.isdigit() else value


def setting(text):
    """NAME=VALUE of any setting, for argparse; HATS_ in front of the name may be left out."""
    name, _, value = text.partition("=")
    name = name.upper().removeprefix("HATS_")
    if not name.replace("_", "").isalpha() or not value:
        raise argparse.ArgumentTypeError("must be NAME=VALUE")
    return name, int(value) if value.isdigit() else value


def make_parser():
    """The command line."""
    parser = argparse.ArgumentParser("python3 dev.py boards", description="List, set up and check boards.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, function):
        made = commands.add_parser(name, help=function.__doc__.splitlines()[0], description=function.__doc__)
        made.set_defaults(function=function)
        return made

    where = argparse.ArgumentParser(add_help=False)
    where.add_argument("--port", help="a serial port: COM3, /dev/ttyACM0, socket://host:port")
    files = argparse.ArgumentParser(add_help=False)
    files.add_argument("--drive", help="the folder where the board's drive CIRCUITPY is mounted")
    of_set = argparse.ArgumentParser(add_help=False)
    of_set.add_argument("--file", help="the set's file, in place of the one in your settings folder")

    listing = command("list", list_)
    listing.add_argument("--sizes", action="store_true", help="files and bytes of an install, by layout and language")
    listing.add_argument("--json", action="store_true", help="one JSON object on standard output")

    making = commands.add_parser("set", parents=[of_set], help=set_.__doc__, description=set_.__doc__)
    making.set_defaults(function=set_)
    making.add_argument("set", nargs="?", metavar="NAME")
    making.add_argument("--player", action="append", metavar="NAME", help="add a player; may be repeated")
    making.add_argument("--remove", action="append", metavar="NAME", help="remove a player")
    making.add_argument(
        "--language", action="append", choices=partyset.LANGUAGES, help="may be repeated; the main one first"
    )
    making.add_argument("--link", choices=partyset.LINKS)
    making.add_argument("--channel", type=int, help="of ESP-NOW, 1 to 13")
    making.add_argument("--wifi", metavar="NETWORK")
    making.add_argument("--password", help="of the Wi-Fi network")
    making.add_argument("--access-point", metavar="PLAYER", help="whose board opens the Wi-Fi network")
    making.add_argument("--broker", metavar="HOST", help="of MQTT")
    making.add_argument("--game", choices=engine.GAMES)
    making.add_argument("--deck", type=deck_path, metavar="FILE.json", help='gifts of your own; "" for the usual ones')
    making.add_argument(
        "--option", action="append", type=option, metavar="NAME=VALUE", help=f"of the game; rounds={EACH} too"
    )
    making.add_argument(
        "--setting", action="append", type=setting, metavar="NAME=VALUE", help="any other, such as BRIGHTNESS=60"
    )
    making.add_argument(
        "--new-key", action="store_true", help="a fresh key: the boards of the set must be installed again"
    )

    def with_parents(name, function, *parents):
        made = commands.add_parser(name, parents=parents, help=function.__doc__, description=function.__doc__)
        made.set_defaults(function=function)
        return made

    putting = with_parents("install", install, where, files, of_set)
    putting.add_argument("--all", action="store_true", help="every board that is plugged in, side by side")
    putting.add_argument("--set", metavar="NAME", help="the party set")
    putting.add_argument("--player", metavar="N", help="whose board it is: a name or number in the set")
    putting.add_argument("--profile", help="the profile, where the board's id does not name it; it is kept")
    putting.add_argument(
        "--replace", action="store_true", help="overwrite a code.py or boot.py that is somebody else's"
    )
    putting.add_argument("--mpy-cross", metavar="PATH", help="compile the modules with this program")
    checking = with_parents("doctor", check, where, files, of_set)
    checking.add_argument("--set", metavar="NAME", help="the party set that the board should belong to")
    checking.add_argument("--profile", help="the profile, where the board's id does not name it")
    with_parents("logs", logs, where).add_argument(
        "--save", metavar="FILE.bin", help="save the board's memory, for `dev.py sim replay`, instead"
    )
    with_parents("run", run, where).add_argument("script", metavar="FILE")
    with_parents("reset", reset, where)
    taking = with_parents("uninstall", uninstall, where, files)
    taking.add_argument(
        "paths", nargs="*", metavar="PATH", help="also remove this one, although it was changed by hand"
    )
    command("dist", dist).add_argument("profiles", nargs="*", metavar="PROFILE", help="only these")
    return parser


def main(arguments=None):
    """Run one command. Returns the exit status."""
    args = make_parser().parse_args(arguments)
    try:
        return args.function(args)
    except ToolError as error:
        say(str(error))
    except KeyboardInterrupt:
        return 130
    return 1
