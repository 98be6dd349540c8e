"""Reads settings.toml, and says which of its lines cannot be read or mean nothing: the firmware names none."""

import os

import supervisor

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any


PATH = "/settings.toml"
_BOM = "\ufeff"  # what some editors put first: with it, the firmware does not know a name again
_ESCAPED = tuple('"\\bfnrtvuU')  # what may stand behind a backslash in a text


def read(name: str) -> str | None:
    """What settings.toml says of `name`: a str, an int, or None where it is not set, or not in a way that can be read.

    CircuitPython's `os.getenv` gives numbers as str from 10.2 on; there `supervisor.get_setting` gives what they are.
    """
    try:
        return getattr(supervisor, "get_setting", os.getenv)(name)
    except ValueError:
        return None


def setting(name: str, default: "Any") -> "Any":
    """What settings.toml says of `name`, or the default."""
    value = read(name)
    return default if value is None else value


def problems() -> list:
    """For each line that the firmware or the program does not read a sentence for the screen, as `pocket.words` wants
    it.
    """
    from boards.known import NAMES  # here, so that the module can go

    try:
        with open(PATH, "rb") as file:
            lines = file.read().split(b"\n")
    except OSError:  # there need be none
        return []
    found: list = []
    names = []
    for number, line in enumerate(lines):
        try:
            text = str(line, "utf-8").strip()
        except UnicodeError:
            text = "?"
        if _is_needless(text):
            continue
        name = text.partition("=")[0].strip()
        if not _is_readable(text):
            found.append(("the_bad_line", number + 1))  # two lines on the smallest display
        elif name in names and ("the_double", name) not in found:
            found.append(("the_double", name))
        elif name.startswith("HATS_") and name[5:] not in NAMES:
            found.append(("the_unknown", name))
        names.append(name)
    return found


def _is_needless(line: str) -> bool:
    """Whether a line is empty, a comment or a heading; a byte order mark before it does no harm."""
    line = line[1:] if line[:1] == _BOM else line
    return not line or line[0] in "#["


def _is_readable(line: str) -> bool:
    """Whether a line, without the spaces around it, is a name with a value; one of our names, with a text or a whole
    number.
    """
    name, equals, value = line.partition("=")
    name, value = name.strip(), value.strip()
    if not (equals and name and value) or " " in name or "\r" in line or line[0] == _BOM:
        return False
    if value[0] != '"':
        value = value.split("#")[0].strip()
        if not name.startswith("HATS_") and (value in ("true", "false") or value.count(".") == 1):
            value = "1" if value in ("true", "false") else value.replace(".", "")
        return value.lstrip("+-").isdigit()
    at = 1  # no index of its own for each letter: to find one takes a board as long as the text before it is
    while True:
        end, escape = value.find('"', at), value.find("\\", at)
        if end < 0 or not 0 <= escape < end:
            return end > 0 and value[end + 1 :].strip()[:1] in ("", "#")
        if value[escape + 1 : escape + 2] not in _ESCAPED:
            return False
        at = escape + 2
