"""Which pins: a profile per board, and the parts that boards have in common.

A profile is a module named after the board's id in CircuitPython (`board.board_id`). Its one function, `device()`,
makes the device that `pocket.app` runs; everything that is special about a board is in there.
"""

import os

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from types import ModuleType


def profile(name: str) -> "ModuleType | None":
    """The profile module `name`. Raises ValueError, with a sentence, when there is none."""
    name = str(name)
    try:
        found = getattr(__import__("boards." + name), name, None)
    except ImportError as error:
        if name.split(".")[0] not in str(error):  # the profile is there, and a library that it needs is not
            raise
        found = None
    if not hasattr(found, "device"):
        raise ValueError(
            "There is no profile for the board {}. Name one that fits in settings.toml: HATS_PROFILE = ...".format(name)
        )
    return found


def profiles() -> list[str]:
    """The names of all profiles, in order. Only for tools on a computer."""
    folder = __path__[0]
    return [name[:-3] for name in sorted(os.listdir(folder)) if name[-3:] == ".py" and _makes_a_device(folder, name)]


def _makes_a_device(folder: str, name: str) -> bool:
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return "\ndef device()" in file.read()
