"""What the links have in common: the error that ends one, and the memory by which one knows what it has seen.

A link carries frames between the boards of a table and has three methods and no wisdom: send(frame: bytes), which may
lose it, recv() -> bytes or None, which never waits, and close(). It knows nothing of what is in a frame.
"""


class LinkError(RuntimeError):
    """This link cannot work here, or not any more. The message is a sentence for people, short enough for a screen."""


class Recent:
    """The last `size` things that were added; `in` asks for one."""

    def __init__(self, size):
        self._things = [None] * size
        self._at = 0

    def __contains__(self, thing):
        return thing in self._things

    def add(self, thing):
        """Remember `thing`, in place of the oldest."""
        self._things[self._at] = thing
        self._at = (self._at + 1) % len(self._things)
