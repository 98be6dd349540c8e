"""What the links have in common."""


class LinkError(RuntimeError):
    """This link cannot work here, or not any more. Its arguments are the key of a sentence for people and what fills it
    in, as `Words.say` wants them.
    """


class Link:
    """Carries frames between the boards of a table, and has no wisdom: it knows nothing of what is in a frame.

    This one is that of a board that is alone: nobody hears it, and it hears nobody. Others build upon it.
    """

    KEEPS_MS = 0  # how long frames that have come wait unharmed, so that a device can doze
    MAY_WAIT = False  # whether a step may take seconds, as one that looks for a broker: then there is no watchdog

    def send(self, frame: bytes) -> None:
        """Send `frame`, bytes, or lose it."""

    def recv(self) -> bytes:
        """The oldest frame that waits, as bytes, or None. It never waits."""

    def close(self) -> None:
        """Give back what it is made from."""
