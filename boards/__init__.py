"""Which pins: a profile per board, and the parts that boards have in common.

A profile is a module named after the board's id in CircuitPython (`board.board_id`). Its one function, `device()`,
makes the device that `pocket.app` runs; everything that is special about a board is in there.
"""


def profile(name):
    """The profile module `name`. Raises ValueError, with a sentence, when there is none."""
    try:
        return getattr(__import__("boards." + name), name)
    except ImportError:
        raise ValueError(
            "There is no profile for the board {}. Name one that fits in settings.toml: HATS_PROFILE = ...".format(name)
        )
