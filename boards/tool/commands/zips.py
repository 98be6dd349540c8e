"""`boards dist`: the zips of a release."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from boards.tool import plan, release

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from boards.tool.cli import Shared


def add(commands: "_SubParsersAction[ArgumentParser]", shared: "Shared") -> None:
    """Tell the command line what the command takes."""
    parser = commands.add_parser("dist", help=dist.__doc__, description=dist.__doc__)
    parser.set_defaults(function=dist)
    parser.add_argument("profiles", nargs="*", metavar="PROFILE", help="only these")


def dist(args: Namespace) -> int:
    """Make the zips of a release."""
    for path in release.make(plan.ROOT / "dist", args.profiles or None):
        print(path.relative_to(plan.ROOT))
    return 0
