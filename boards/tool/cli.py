"""The command line `python3 -m boards`: `list`, `set`, `install`, `doctor` and more; `--help` says what they take."""

import argparse
from collections import namedtuple

from boards.tool import terminal
from boards.tool.commands import board, install, listing, party, zips

Shared = namedtuple("Shared", ("port", "drive", "file"))  # parsers of what several commands take


def make_parser() -> argparse.ArgumentParser:
    """The command line. Every command sets `function`, which is called with the arguments."""
    parser = terminal.Parser(prog="python3 dev.py boards", description="List, set up and check boards.")
    commands = parser.add_subparsers()
    shared = Shared(*[terminal.Parser(add_help=False) for _ in Shared._fields])
    shared.port.add_argument("--port", help="a serial port: COM3, /dev/ttyACM0, socket://host:port")
    shared.drive.add_argument("--drive", help="the folder where the board's drive CIRCUITPY is mounted")
    shared.file.add_argument("--file", help="the set's file, in place of the one in your settings folder")
    for module in (listing, party, install, board, zips):
        module.add(commands, shared)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Returns the exit status."""

    def command() -> int:
        args = make_parser().parse_args(arguments)
        return args.function(args)

    return terminal.run(command)
