"""`boards list`: profiles, the boards that are plugged in, and how large an install is."""

import contextlib
import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from boards import profiles
from boards.tool import ToolError, finding, partyset, places, plan

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from boards.tool.cli import Shared


def add(commands: "_SubParsersAction[ArgumentParser]", shared: "Shared") -> None:
    """Tell the command line what the command takes."""
    parser = commands.add_parser("list", help=list_.__doc__, description=list_.__doc__)
    parser.set_defaults(function=list_)
    parser.add_argument("--sizes", action="store_true", help="files and bytes of an install, by layout and language")
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")


def list_(args: Namespace) -> int:
    """Profiles, and the boards that are plugged in."""
    told = {"profiles": [{"name": name, "layout": plan.layout(name)} for name in profiles()], "boards": []}
    for found in finding.plugged_in():
        told["boards"].append({"port": found.port, "drive": found.drive and found.drive.name, **_about(found)})
    if args.sizes:
        told["sizes"] = sizes()
    if args.json:
        print(json.dumps(told))
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


def _about(found: finding.Found) -> dict[str, str]:
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


def sizes() -> list[dict[str, Any]]:
    """Files and bytes of an install without MQTT, for each layout and language: of the profile that needs most."""
    largest: dict[tuple[str, str], dict[str, Any]] = {}
    for profile in profiles():
        for language in partyset.LANGUAGES:
            files = plan.files(profile, (language,))
            one: dict[str, Any] = {
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
