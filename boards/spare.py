"""Opens the file on the drive for the copy that `pocket.store` wants elsewhere while a chip erases what it keeps.

To write the copy changes nothing else on the drive: the firmware erases 4 KB of flash at once, and the copy stands in
the middle of its file, further than that from both ends. When a program ends, the firmware writes a date into the
file's folder, which therefore has a file of ours on both sides too.
"""

import os

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any


SECTOR = 4096  # bytes of flash that are erased at once, and where the copy begins
FOLDERS = "/kept", "/kept/in"
BEFORE, FILE = "/room", "/spare"  # of one and of three sectors


def opened() -> "Any":
    """The file, open; it can only be read where the computer owns the drive. None where there is none then."""
    path = FOLDERS[1] + FILE
    try:
        if _size(path) < 3 * SECTOR:
            _make()
        return open(path, "r+b")
    except OSError:
        return open(path, "rb") if _size(path) else None


def _size(path: str) -> int:
    try:
        return os.stat(path)[6]
    except OSError:
        return 0


def _make() -> None:
    for folder, name, sectors in ((FOLDERS[0], BEFORE, 1), (FOLDERS[1], FILE, 3)):
        try:
            os.mkdir(folder)
        except OSError:  # a start that was cut off here has made it
            pass
        with open(folder + name, "wb") as file:
            for _ in range(sectors):
                file.write(bytes(SECTOR))
