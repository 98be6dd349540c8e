"""The same devices on a desktop: parts that a desktop lacks, a room of virtual boards, its window, and measurements.

Importing any part of it first makes the rest importable: the program lies where it does on a board, with /lib on the
path, and Blinka takes this machine for a board without pins, whatever hardware its user's settings name.
"""

import functools
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
for _folder in (ROOT / "lib", ROOT):  # behind the standard library: this folder's code.py must not hide its `code`; but
    while str(_folder) in sys.path:  # before another copy of the program that packages may lead to
        sys.path.remove(str(_folder))
    _ends = [_at for _at, _path in enumerate(sys.path) if _path.endswith("site-packages")]
    sys.path.insert(_ends[0] if _ends else len(sys.path), str(_folder))

for _name in [name for name in os.environ if name.startswith("BLINKA_")]:
    del os.environ[_name]
os.environ["BLINKA_OS_AGNOSTIC"] = "1"  # Blinka reads these once, when it is first imported
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for results

from pocket.words import Table  # noqa: E402 (the path leads to it only now)

for _name in ("sentence", "numbered"):  # a desktop has RAM enough to remember what it has read
    setattr(Table, _name, functools.cache(getattr(Table, _name)))
