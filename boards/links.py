"""Makes a board's link: the one that HATS_LINK names in settings.toml, or else the first that the board can have."""

from boards.toml import setting
from ring import links
from ring.link import Link, LinkError

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from microcontroller import Pin


def made(board: str, means: "Any") -> Link:
    """The link of a board. Raises LinkError.

    board: the name of the function that makes links for such boards, as in `ring.links`. means: what the link is made
    from, as `ring.links` tells.
    """
    kinds = links.of_board((board,))
    names = [kind.name for kind in kinds]
    name = setting("HATS_LINK", names[0])
    if name == links.NONE:
        return Link()
    if name not in names:
        raise LinkError("must_be", "HATS_LINK", ("one_of", ", ".join(names + [links.NONE])))
    values = {}
    for key, default, allowed, wanted in links.settings_of(kinds[names.index(name)]):
        values[key] = setting("HATS_" + key.upper(), default)
        if not allowed(values[key]):
            raise LinkError("must_be", "HATS_" + key.upper(), wanted)
    return getattr(__import__("ring.link_" + name), "link_" + name).make(means, values)


class Wires:
    """UARTs to the neighbours: pairs of pins (TX, RX), one or two."""

    def __init__(self, pins: "tuple[tuple[Pin, Pin], ...]") -> None:
        self._pins = pins

    def wires(self, baud: int, buffer: int) -> list:
        """The UARTs. baud: bits a second. buffer: bytes that each keeps of what has come."""
        import busio

        return [busio.UART(tx, rx, baudrate=baud, receiver_buffer_size=buffer, timeout=0) for tx, rx in self._pins]


def wired(*pins: "tuple[Pin, Pin]") -> Link:
    """The link of a board with wires to its neighbours: pairs of pins (TX, RX), one or two. Raises LinkError."""
    return made("wired", Wires(pins))
