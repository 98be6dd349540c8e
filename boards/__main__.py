"""The door to the maker's tool, `python3 -m boards`: see `boards.tool.cli`."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
for folder in (ROOT, ROOT / "lib"):  # as on a board, where /lib is on the path; behind everything else, since this
    while str(folder) in sys.path:  # folder's code.py must not hide the standard library's module `code`
        sys.path.remove(str(folder))
    sys.path.append(str(folder))


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Returns the exit status."""
    try:
        from boards.tool import cli  # late: it takes a second, in which somebody may press Ctrl-C
    except KeyboardInterrupt:
        return 130
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
