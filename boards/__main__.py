"""The door to the maker's tool, `python3 -m boards`: see `boards.tool.cli`."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
for folder in (ROOT, ROOT / "lib"):  # as on a board, where /lib is on the path; behind everything else, since this
    while str(folder) in sys.path:  # folder's code.py must not hide the standard library's module `code`
        sys.path.remove(str(folder))
    sys.path.append(str(folder))

from boards.tool.cli import main

if __name__ == "__main__":
    sys.exit(main())
