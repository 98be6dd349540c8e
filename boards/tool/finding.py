"""Which boards are plugged in: mounted drives and serial ports, matched by what they say of themselves."""

import os
import string
from collections import namedtuple
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import serial.tools.list_ports

from boards.tool import ToolError
from boards.tool.places import Board, Drive

if TYPE_CHECKING:
    from boards.tool.places import Place


VENDORS = (0x239A, 0x2E8A, 0x303A, 0x10C4, 0x1A86, 0x0403)  # Adafruit, Raspberry Pi, Espressif; USB-to-serial chips

Found = namedtuple("Found", ("port", "drive", "product"))  # a port's name or "", a Drive or None, what USB calls it


def drives(folders: Iterable[Path] | None = None) -> list[Drive]:
    """A Drive for every mounted drive that CircuitPython has written on. folders: where to look."""
    found = []
    for folder in _mounted() if folders is None else folders:
        try:
            if (folder / "boot_out.txt").is_file():
                found.append(Drive(folder))
        except (OSError, ToolError):  # it is being unplugged, or may not be read
            continue
    return found


def _mounted() -> list[Path]:
    """Folders on which a drive may be mounted."""
    if os.name == "nt":
        return [Path(f"{letter}:\\") for letter in string.ascii_uppercase]
    user = os.environ.get("USER", "")
    parents = [Path(one) for one in (f"/media/{user}", f"/run/media/{user}", "/media", "/mnt", "/Volumes")]
    return [folder for parent in dict.fromkeys(parents) if parent.is_dir() for folder in sorted(parent.iterdir())]


def ports() -> list[Any]:
    """pyserial's description of every port that may be a board's."""
    return [port for port in sorted(serial.tools.list_ports.comports()) if port.vid in VENDORS]


def plugged_in() -> list[Found]:
    """A Found for every board: a drive and the port of the same board, by the board's unique number, are one."""
    waiting = {drive.about["uid"].upper(): drive for drive in drives()}
    found = []
    for port in ports():
        drive = waiting.pop((port.serial_number or "").upper(), None)
        found.append(Found(port.device, drive, port.product or port.description))
    return found + [Found("", drive, "") for drive in waiting.values()]


def open_place(found: Found) -> "Place":
    """The drive of a Found, or else its port as a Board that can be written. Raises ToolError."""
    if found.drive is not None and os.access(found.drive.root, os.W_OK):
        return found.drive
    board = Board(found.port)
    try:
        board.make_writable()
    except ToolError:
        board.close()
        raise
    return board


def only_one() -> Found:
    """The one board that is plugged in. Raises ToolError when there is none, or more."""
    found = plugged_in()
    if len(found) != 1:
        raise ToolError(
            "No board was found: plug one in, with a cable that carries data, or say where: --port P or --drive PATH."
            if not found
            else f"{len(found)} boards are plugged in: say which (--port P or --drive PATH), or --all."
        )
    return found[0]
