"""`boards set`: makes a party set, or changes one."""

import argparse
import pathlib
import sys
from typing import TYPE_CHECKING

import engine
from boards.tool import ToolError, partyset
from boards.tool.terminal import say
from pocket.settings import EACH
from ring import links

if TYPE_CHECKING:
    from boards.tool.cli import Shared


PLAIN = (*partyset.SHARED, "game", "deck")  # fields that an option replaces


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", shared: "Shared") -> None:
    """Tell the command line what the command takes."""
    parser = commands.add_parser("set", parents=[shared.file], help=set_.__doc__, description=set_.__doc__)
    parser.set_defaults(function=set_)
    parser.add_argument("set", nargs="?", metavar="NAME")
    parser.add_argument("--player", action="append", metavar="NAME", help="add a player; may be repeated")
    parser.add_argument("--remove", action="append", metavar="NAME", help="remove a player")
    parser.add_argument(
        "--language", action="append", choices=partyset.LANGUAGES, help="may be repeated; the main one first"
    )
    parser.add_argument(
        "--link", choices=("usual", *partyset.LINKS), help="how the boards talk; usual: what each board has"
    )
    for name, (first, row) in partyset.SHARED.items():
        users = [kind.name for kind in links.LINKS if row in links.settings_of(kind)]
        shared_by = f"for {', '.join(users)}{': whose board' if row[3] == partyset.FLAG else ''}"
        metavar = "PLAYER" if row[3] == partyset.FLAG else None
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(first), metavar=metavar, help=shared_by)
    parser.add_argument("--game", choices=engine.GAMES)
    parser.add_argument("--deck", type=deck_path, metavar="FILE.json", help='gifts of your own; "" for the usual ones')
    parser.add_argument(
        "--option", action="append", type=option, metavar="NAME=VALUE", help=f"of the game; rounds={EACH} too"
    )
    parser.add_argument(
        "--setting", action="append", type=setting, metavar="NAME=VALUE", help="any other, such as BRIGHTNESS=60"
    )
    parser.add_argument(
        "--new-key", action="store_true", help="a fresh key: the boards of the set must be installed again"
    )


def set_(args: argparse.Namespace) -> int:
    """Make a party set, or change one."""
    path = path_of(args)
    new = not path.exists()
    party = partyset.PartySet(path) if new else partyset.PartySet.load(path)
    changes = [
        name for name in ("player", "language", "link", "option", "setting", *PLAIN) if getattr(args, name) is not None
    ]
    if not changes and not args.remove and not args.new_key and sys.stdin.isatty():
        _ask(party)
    if strangers := [name for name in args.remove or [] if name not in party.players]:
        there = ", ".join(party.players) or "none"
        raise ToolError(f"Nobody in the set {path.stem} is called {strangers[0]}. The players: {there}.")
    for name in PLAIN:
        if getattr(args, name) is not None:
            setattr(party, name, getattr(args, name))
    party.players = [name for name in [*party.players, *(args.player or [])] if name not in (args.remove or [])]
    party.languages = args.language or party.languages
    if args.link is not None:
        party.link = "" if args.link == "usual" else args.link
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


def _ask(party: partyset.PartySet) -> None:
    """Ask for what a set needs most."""
    names = input(f"Names of the players, with commas [{', '.join(party.players)}]: ")
    party.players = [name.strip() for name in names.split(",") if name.strip()] or party.players
    languages = input(
        f"Languages, the main one first ({', '.join(partyset.LANGUAGES)}) [{', '.join(party.languages)}]: "
    )
    party.languages = languages.replace(",", " ").split() or party.languages
    link = input(f"Link ({', '.join(partyset.LINKS)}; empty: what each board has) [{party.link}]: ").strip()
    party.link = link or party.link
    for name, default, *_ in party.link_settings() if party.link else ():
        if isinstance(default, str):
            asked = "[unchanged]" if name == "password" else f"[{getattr(party, name)}]"
            setattr(party, name, input(f"{name} of the link {party.link} {asked}: ").strip() or getattr(party, name))


def path_of(args: argparse.Namespace) -> pathlib.Path:
    """The file of the set that was asked for. Raises ToolError when none was."""
    if args.file:
        return pathlib.Path(args.file)
    if getattr(args, "set", None) is None:
        raise ToolError("Say which set: --set NAME (made with `boards set NAME`), or --file PATH.")
    return partyset.path_of(args.set)


def deck_path(text: str) -> str:
    """The whole path of a deck's file, for argparse: the set is used from other folders too."""
    return str(pathlib.Path(text).resolve()) if text else ""


def option(text: str) -> tuple[str, int | str]:
    """NAME=VALUE of a game's option, for argparse."""
    name, _, value = text.partition("=")
    allowed = dict(engine.rules(engine.GAMES[0]).choices(engine.SEATS_MAX))
    for game in engine.GAMES:
        allowed.update(engine.rules(game).choices(engine.SEATS_MAX))
    if name not in allowed or not value:
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE, and NAME one of: {', '.join(sorted(allowed))}")
    return name, int(value) if value.isdigit() else value


def setting(text: str) -> tuple[str, int | str]:
    """NAME=VALUE of any setting, for argparse; HATS_ in front of the name may be left out."""
    name, _, value = text.partition("=")
    name = name.upper().removeprefix("HATS_")
    if not name.replace("_", "").isalpha() or not value:
        raise argparse.ArgumentTypeError("must be NAME=VALUE")
    return name, int(value) if value.isdigit() else value
