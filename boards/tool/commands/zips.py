"""`boards dist`: the zips of a release."""

from boards.tool import plan, release


def add(commands, shared):
    """Tell the command line what the command takes."""
    parser = commands.add_parser("dist", help=dist.__doc__, description=dist.__doc__)
    parser.set_defaults(function=dist)
    parser.add_argument("profiles", nargs="*", metavar="PROFILE", help="only these")


def dist(args):
    """Make the zips of a release."""
    for path in release.make(plan.ROOT / "dist", args.profiles or None):
        print(path.relative_to(plan.ROOT))
    return 0
