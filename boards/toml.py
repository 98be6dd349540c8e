"""Reads settings.toml, and says which of its lines cannot be read, since the firmware's own errors name none."""

import os

import supervisor

PATH = "/settings.toml"


def read(name):
    """What settings.toml says of `name`: a str, an int, or None where it is not set, or not in a way that can be read.

    CircuitPython's `os.getenv` gives numbers as str from 10.2 on; there `supervisor.get_setting` gives what they are.
    """
    try:
        return getattr(supervisor, "get_setting", os.getenv)(name)
    except ValueError:
        return None


def setting(name, default):
    """What settings.toml says of `name`, or the default."""
    value = read(name)
    return default if value is None else value


def problems():
    """For each line that makes no sense a sentence for the screen, as `pocket.words` wants it."""
    try:
        with open(PATH) as file:
            lines = file.read().split("\n")
    except (OSError, UnicodeError):  # there need be none
        return []
    return [
        ("the_bad_line", number + 1)  # two lines on the smallest display
        for number, line in enumerate(lines)
        if not _is_readable(line.strip())
    ]


def _is_readable(line):
    """Whether a line, without the spaces around it, is empty, a comment, a heading, or a name with a value."""
    if not line or line[0] in "#[":
        return True
    name, equals, value = line.partition("=")
    name, value = name.strip(), value.strip()
    if not (equals and name and value) or " " in name:
        return False
    if value[0] != '"':
        value = value.split("#")[0].strip()
        return value in ("true", "false") or value.lstrip("+-").replace(".", "", 1).isdigit()
    at = 1
    while at < len(value) and value[at] != '"':
        at += 2 if value[at] == "\\" else 1
    return at < len(value) and value[at + 1 :].strip()[:1] in ("", "#")
