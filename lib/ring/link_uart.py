"""A ring of wires: every board has a UART to each of its two neighbours and passes on what it has not seen yet.

A broken ring is a chain and works as well; so does the end of a chain, with one UART. On the wire a frame looks as in
RFC 1055 (SLIP), with an END on both sides: END cannot occur inside, so whatever noise there is between two frames, the
next one is whole again. Inside are how often it may still be passed on (1 byte), a count (2), the frame, and the CRC-32
of count and frame (4). The CRC keeps altered copies from being passed on, and by it a frame that comes round again is
known; the count makes it differ when the same frame is sent again.
"""

import os
from binascii import crc32

from ring.frames import LENGTH_MAX
from ring.link import Link

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from busio import UART


BAUD = 115200
RECEIVER_BUFFER = 1024  # bytes, for busio.UART: 89 ms at that speed, for a board that is busy with its screen

_END, _ESCAPE = b"\xc0", b"\xdb"
_ESCAPED_END, _ESCAPED_ESCAPE = b"\xdb\xdc", b"\xdb\xdd"
_PASSES = 15  # at the most: even in a ring so busy that boards forget what they have seen, nothing goes round for ever
_COUNT, _CRC = 2, 4  # bytes
_LONGEST = 2 * (1 + _COUNT + LENGTH_MAX + _CRC)  # bytes between two ENDs, if all were escaped
_SEEN = 32  # frames that a board remembers
_SMALL = 0x3FFFFFFF  # the bits of a number that takes no memory of its own on a board


def make(means: "Any", values: "dict[str, Any]") -> "UartLink":
    """The link of a device, as `ring.links` wants it."""
    return UartLink(means.wires(BAUD, RECEIVER_BUFFER))


class UartLink(Link):
    """`noise` counts pieces between two ENDs that were no whole frame."""

    KEEPS_MS = 80  # how long frames can wait unread: RECEIVER_BUFFER holds a little more of a busy line

    def __init__(self, uarts: "list[UART]") -> None:
        """uarts: one or two objects with the API of `busio.UART`."""
        self.noise = 0
        self._uarts = uarts
        self._rests = [b"" for _ in uarts]  # from each, the beginning of a piece
        self._count = int.from_bytes(os.urandom(_COUNT), "big")  # not where it was before a restart
        self._seen: list[int] = [-1] * _SEEN  # by the lower bits of their CRCs
        self._oldest = 0
        self._frames = []

    def send(self, frame: bytes) -> None:
        """Send `frame`, at most 250 bytes, both ways. It waits for the wire: 4 ms for 48 bytes at 115,200 baud."""
        self._count = (self._count + 1) & 0xFFFF
        data = self._count.to_bytes(_COUNT, "big") + frame
        crc = crc32(data).to_bytes(_CRC, "big")
        self._remember(crc)
        self._write(bytes([_PASSES]) + data + crc, None)

    def recv(self) -> bytes | None:
        """The oldest frame that waits, or None. It passes on whatever has come in the meantime."""
        if not self._frames:  # or they would pile up where more comes than is taken
            for side in range(len(self._uarts)):
                self._read(side)
        return self._frames.pop(0) if self._frames else None

    def close(self) -> None:
        """Give the pins back."""
        for uart in self._uarts:
            uart.deinit()

    def _remember(self, crc: bytes) -> bool:
        """Remember a frame. Returns whether it had not been seen yet."""
        name = int.from_bytes(crc, "big") & _SMALL
        if name in self._seen:
            return False
        self._seen[self._oldest] = name
        self._oldest = (self._oldest + 1) % _SEEN
        return True

    def _write(self, data: bytes, source: int | None) -> None:
        """Send `data` to the neighbours, but not to the one on side `source`."""
        piece = _END + data.replace(_ESCAPE, _ESCAPED_ESCAPE).replace(_END, _ESCAPED_END) + _END
        for side, uart in enumerate(self._uarts):
            if side != source:
                uart.write(piece)

    def _read(self, side: int) -> None:
        uart = self._uarts[side]
        waiting = uart.in_waiting
        if not waiting:  # or it would wait for the first byte
            return
        pieces = (self._rests[side] + (uart.read(waiting) or b"")).split(_END)
        rest = pieces.pop()
        self._rests[side] = rest if len(rest) <= _LONGEST else b""
        for piece in pieces:
            if piece:
                self._take(piece.replace(_ESCAPED_END, _END).replace(_ESCAPED_ESCAPE, _ESCAPE), side)

    def _take(self, piece: bytes, side: int) -> None:
        """Deliver and pass on what stood between two ENDs, if it is a whole frame that was not seen yet."""
        passes, data, crc = piece[0], piece[1:-_CRC], piece[-_CRC:]
        if not _COUNT < len(data) <= _COUNT + LENGTH_MAX or crc32(data).to_bytes(_CRC, "big") != crc:
            self.noise += 1
        elif self._remember(crc):
            self._frames.append(data[_COUNT:])
            if passes:
                self._write(bytes([passes - 1]) + data + crc, side)
