"""Every link that there is. Adding one takes its module, `ring.link_NAME`, and its row in LINKS: whatever asks for
settings, checks them, plans an install or starts a link goes by this table.

The module has a function `make(means, values)`, which returns a `ring.link.Link` or raises LinkError. values: a dict of
the link's settings. means: what the device has for it, with a method for the one of NEEDS that the row names:
`radio()` gives the firmware's modules `espnow` and `wifi`; `network(values)` a `socketpool.SocketPool` (or CPython's
`socket`) and the address that reaches everybody; `wires(baud, buffer)` the UARTs to the neighbours. `means.name`, where
there is a network, is a name that no other device has.
"""

from collections import namedtuple

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from typing import Any


Kind = namedtuple("Kind", ("name", "needs", "settings"))  # needs: one of NEEDS


def _number(least: int, most: int) -> "Callable[[Any], bool]":
    return lambda value: type(value) is int and least <= value <= most


def _text(least: int, most: int) -> "Callable[[Any], bool]":
    return lambda value: isinstance(value, (str, int)) and least <= len(str(value).encode()) <= most


def _is_key(value: "Any") -> bool:
    try:
        return len(bytes.fromhex(value)) >= 16
    except (TypeError, ValueError):
        return False


def _is_password(value: "Any") -> bool:
    return _text(8, 63)(value) or str(value) == ""


# A setting: its name, its default, what it allows, the key of a sentence that says what it wants and what fills it in.
KEY = ("key", "00" * 16, _is_key, ("want_key",))
PORT = ("port", 0, _number(0, 65535), ("want_range", 0, 65535))  # 0: the link's usual one
NETWORK = (  # how a board gets onto the network that a link needs
    ("wifi", "pocket-hats", _text(1, 32), ("want_length", 1, 32)),
    ("password", "", _is_password, ("want_length", 8, 63)),
    ("access_point", 0, _number(0, 1), ("want_flag",)),
)
NEEDS = (  # what a link may need, and the firmware's modules that bring it
    ("radio", ("espnow", "wifi")),
    ("network", ("socketpool", "wifi")),
    ("wires", ("busio",)),
)
BOARDS = (  # what boards have, by the function with which their profiles make a link
    ("wireless", ("radio", "network")),
    ("over_wifi", ("network",)),
    ("wired", ("wires",)),
)
LINKS = (  # of those that a board can have, the first is the usual one
    Kind("espnow", "radio", (("channel", 6, _number(1, 13), ("want_range", 1, 13)),)),
    Kind("udp", "network", (PORT,)),
    Kind("mqtt", "network", (("broker", "", _text(1, 255), ("want_length", 1, 255)), PORT, KEY)),
    Kind("uart", "wires", ()),
)
NONE = "none"  # the name of no link at all


def of_board(functions: "Container[str]") -> list:
    """The rows of LINKS that a board can have whose profile uses these functions: names in BOARDS."""
    has = []
    for function, needs in BOARDS:
        if function in functions:
            has += needs
    return [kind for kind in LINKS if kind.needs in has]


def settings_of(kind: Kind) -> tuple:
    """The settings of a row on a board, those of its network included."""
    return (NETWORK if kind.needs == "network" else ()) + kind.settings
