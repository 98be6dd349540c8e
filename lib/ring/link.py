"""What the links have in common.

A link carries frames between the boards of a table and has three methods and no wisdom: send(frame: bytes), which may
lose it, recv() -> bytes or None, which never waits, and close(). It knows nothing of what is in a frame.
One that keeps what comes for so long that a device can doze says how long, in milliseconds: KEEPS_MS.
"""


class LinkError(RuntimeError):
    """This link cannot work here, or not any more. Its arguments are the key of a sentence for people and what fills it
    in, as `Words.say` wants them.
    """
