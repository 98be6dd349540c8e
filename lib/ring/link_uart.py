"""A ring of wires: every board has a UART to each of its two neighbours and passes on what it has not seen yet.

A broken ring is a chain and works as well; so does the end of a chain, with one UART. On the wire a frame looks as in
RFC 1055 (SLIP), with an END on both sides: END cannot occur inside, so whatever noise there is between two frames, the
next one is whole again. Inside are: how often it may still be passed on (1 byte), a stamp by which a frame that comes
round again is known (4), the frame, and its CRC-32 (4). Without the CRC an altered copy would be passed on, and the
good one, from the other side, held for seen.
"""

from binascii import crc32

from ring.frames import LENGTH_MAX
from ring.link import Recent

BAUD = 115200
RECEIVER_BUFFER = 1024  # bytes, for busio.UART: 89 ms at that speed, for a board that is busy with its screen

_END, _ESCAPE = b"\xc0", b"\xdb"
_ESCAPED_END, _ESCAPED_ESCAPE = b"\xdb\xdc", b"\xdb\xdd"
_PASSES = 15  # at the most: even in a ring so busy that boards forget what they have seen, nothing goes round for ever
_STAMP = slice(1, 5)
_HEAD, _CHECK = 5, 4  # bytes before the frame and after it
_LONGEST = 2 * (_HEAD + LENGTH_MAX + _CHECK)  # bytes between two ENDs, if all were escaped
_SEEN = 32


class UartLink:
    """`noise` counts pieces between two ENDs that were no whole frame."""

    def __init__(self, uarts, entropy):
        """uarts: one or two objects with the API of `busio.UART`. entropy(n): n random bytes."""
        self.noise = 0
        self._uarts = uarts
        self._rests = [b"" for _ in uarts]  # from each, the beginning of a piece
        self._count = int.from_bytes(entropy(4), "big")  # it starts somewhere, as no two boards must use one stamp
        self._seen = Recent(_SEEN)
        self._frames = []

    def send(self, frame):
        """Send `frame`, at most 250 bytes, both ways. It waits for the wire: 4 ms for 48 bytes at 115,200 baud."""
        self._count = (self._count + 1) & 0xFFFFFFFF
        stamp = self._count.to_bytes(4, "big")
        self._seen.add(stamp)
        self._write(bytes([_PASSES]) + stamp + frame, None)

    def recv(self):
        """The oldest frame that waits, or None. It passes on whatever has come in the meantime."""
        for side in range(len(self._uarts)):
            self._read(side)
        return self._frames.pop(0) if self._frames else None

    def close(self):
        """Give the pins back."""
        for uart in self._uarts:
            uart.deinit()

    def _write(self, data, source):
        """Send `data` to the neighbours, but not to the one on side `source`."""
        piece = wrap(data)
        for side, uart in enumerate(self._uarts):
            if side != source:
                uart.write(piece)

    def _read(self, side):
        uart = self._uarts[side]
        waiting = uart.in_waiting
        if not waiting:  # or it would wait for the first byte
            return
        pieces = (self._rests[side] + (uart.read(waiting) or b"")).split(_END)
        rest = pieces.pop()
        self._rests[side] = rest if len(rest) <= _LONGEST else b""
        for piece in pieces:
            if piece:
                self._take(piece, side)

    def _take(self, piece, side):
        data = unwrap(piece)
        if data is None:
            self.noise += 1
        elif data[_STAMP] not in self._seen:
            self._seen.add(data[_STAMP])
            self._frames.append(data[_HEAD:])
            if data[0]:
                self._write(bytes([data[0] - 1]) + data[1:], side)


def wrap(data):
    """`data` and its checksum as they go over the wire, both ENDs included."""
    whole = data + crc32(data).to_bytes(_CHECK, "big")
    return _END + whole.replace(_ESCAPE, _ESCAPED_ESCAPE).replace(_END, _ESCAPED_END) + _END


def unwrap(piece):
    """The data in what stood between two ENDs; None when it was no whole, unaltered frame."""
    whole = piece.replace(_ESCAPED_END, _END).replace(_ESCAPED_ESCAPE, _ESCAPE)
    data, check = whole[:-_CHECK], whole[-_CHECK:]
    if len(data) <= _HEAD or crc32(data).to_bytes(_CHECK, "big") != check:
        return None
    return data
