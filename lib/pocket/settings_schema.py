"""Each setting of a device: its name, its default, and a function that says what a value should be instead, as
`Words.say` wants it; None where it is good.
"""

import engine
from pocket import names
from pocket.settings import MIXED
from pocket.words import ENGLISH, languages

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


_KINDS = engine.PERSONALITIES + (MIXED,)


def _unless(allowed: "Callable[[Any], bool]", *wanted: "Any") -> "Callable[[Any], tuple[Any, ...] | None]":
    return lambda value: None if allowed(value) else wanted


def _number(least: int, most: int, *wanted: "Any") -> "Callable[[Any], tuple[Any, ...] | None]":
    return _unless(lambda value: type(value) is int and least <= value <= most, *wanted)


def _one_of(values: tuple[str, ...]) -> "Callable[[Any], tuple[Any, ...] | None]":
    return _unless(lambda value: value in values, "one_of", ", ".join(values))


def _hex_key(value: "Any") -> bool:
    try:
        return isinstance(value, str) and len(bytes.fromhex(value)) >= 16
    except ValueError:
        return False


SETTINGS = (
    ("name", "", lambda value: None if value == "" else names.wrong(value)),
    ("key", "00" * 16, _unless(_hex_key, "want_key")),
    ("game", "gifts", _unless(lambda value: isinstance(value, str) and 0 < len(value) <= 12, "want_game")),
    ("place", 0, _number(0, 8, "want_place")),
    ("players", 0, _unless(lambda value: type(value) is int and 0 <= value <= 8 and value != 1, "want_players")),
    ("bot", 0, _number(0, 1, "want_flag")),
    ("bot_kind", _KINDS[0], _one_of(_KINDS)),
    ("bot_ms", 1500, _number(1, 60000, "want_ms", 1, 60000)),
    ("reveal_ms", 4000, _number(500, 60000, "want_ms", 500, 60000)),
    ("brightness", 30, _number(1, 100, "want_range", 1, 100)),
    ("language", ENGLISH, _one_of(tuple(languages()))),
    ("sound", 1, _number(0, 1, "want_flag")),
    ("hints", 1, _number(0, 1, "want_flag")),
    ("deck", "", _unless(lambda value: isinstance(value, str) and len(value) <= 255, "want_length", 1, 255)),
)
