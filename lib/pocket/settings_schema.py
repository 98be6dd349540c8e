"""Each setting of a device: its name, its default, what it allows, the key of a sentence that says what it wants."""

import engine
from pocket.settings import MIXED
from pocket.words import LANGUAGES

_KINDS = engine.PERSONALITIES + (MIXED,)


def _text(longest):
    def check(value):
        return isinstance(value, str) and 0 < len(value) <= longest

    return check


def _number(least, most):
    def check(value):
        return type(value) is int and least <= value <= most

    return check


def _hex_key(value):
    try:
        return isinstance(value, str) and len(bytes.fromhex(value)) >= 16
    except ValueError:
        return False


SETTINGS = (
    ("name", "", lambda value: value == "" or _text(10)(value), ("want_name",)),
    ("key", "00" * 16, _hex_key, ("want_key",)),
    ("game", "gifts", _text(12), ("want_game",)),
    ("place", 0, _number(0, 8), ("want_place",)),
    ("players", 0, lambda value: value != 1 and _number(0, 8)(value), ("want_players",)),
    ("bot", 0, _number(0, 1), ("want_flag",)),
    ("bot_kind", _KINDS[0], lambda value: value in _KINDS, ("one_of", ", ".join(_KINDS))),
    ("bot_ms", 1500, _number(1, 60000), ("want_ms", 1, 60000)),
    ("reveal_ms", 4000, _number(500, 60000), ("want_ms", 500, 60000)),
    ("brightness", 30, _number(1, 100), ("want_range", 1, 100)),
    ("language", LANGUAGES[0], lambda value: value in LANGUAGES, ("one_of", ", ".join(LANGUAGES))),
    ("sound", 1, _number(0, 1), ("want_flag",)),
    ("hints", 1, _number(0, 1), ("want_flag",)),
)
