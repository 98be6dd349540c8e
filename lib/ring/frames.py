"""One frame on the air: what it looks like, and the tag that shows that it comes from this set.

    magic 0x48, version, kind, table id (4 bytes), sender, body, tag (8 bytes)

The tag is HMAC-SHA1 (RFC 2104, vectors in RFC 2202) under the set's key, cut to 8 bytes: SHA-1 is the one hash that
every board's firmware has, and as an HMAC it still stands. Whatever is not a good frame is dropped and counted.
"""

import hashlib

MAGIC = 0x48
VERSION = 1
LENGTH_MAX = 250  # bytes: the most that ESP-NOW carries
HEAD = 8  # bytes before the body
TAG = 8  # bytes after it
BODY_MAX = LENGTH_MAX - HEAD - TAG

STATUS, SETUP, OFFER, ASK = range(1, 5)  # kinds
NOBODY = 255  # the sender of a frame that comes from outside a table

# Why something that was heard is dropped: no frame of ours (length, magic or version); a wrong tag, so altered, or of
# another set; a body that makes no sense; older than what was heard before; an entry that the game does not allow.
FOREIGN, FORGED, NONSENSE, STALE, ILLEGAL = range(5)
REASONS = 5


def _sha1(data: bytes) -> bytes:
    return hashlib.new("sha1", data).digest()


class Key:
    """A secret that a set shares: signs data with HMAC-SHA1."""

    def __init__(self, secret: bytes) -> None:
        """secret: bytes; longer than 64 they are hashed first, as RFC 2104 says."""
        if len(secret) > 64:
            secret = _sha1(secret)
        block = bytes(secret) + bytes(64 - len(secret))
        self._inner = bytes([byte ^ 0x36 for byte in block])
        self._outer = bytes([byte ^ 0x5C for byte in block])

    def sign(self, data: bytes) -> bytes:
        """HMAC-SHA1 of `data`: 20 bytes."""
        return _sha1(self._outer + _sha1(self._inner + bytes(data)))


class Codec:
    """Packs and unpacks the frames of one set, and counts what it drops."""

    def __init__(self, key: Key) -> None:
        self._key = key
        self.dropped = [0] * REASONS  # a counter for each reason; whoever reads on in a frame counts here, too

    def pack(self, kind: int, table: bytes, sender: int, body: bytes) -> bytes:
        """A frame of at most LENGTH_MAX bytes. table: its id, 4 bytes; sender: a device's index, or NOBODY."""
        head = bytes([MAGIC, VERSION, kind]) + table + bytes([sender]) + body
        assert len(head) + TAG <= LENGTH_MAX, "a frame is too long"
        return head + self._key.sign(head)[:TAG]

    def unpack(self, frame: bytes) -> "tuple[int, bytes, int, bytes] | None":
        """(kind, table, sender, body), or None for anything that is not a whole, unaltered frame of this set."""
        if not HEAD + TAG <= len(frame) <= LENGTH_MAX or frame[0] != MAGIC or frame[1] != VERSION:
            self.dropped[FOREIGN] += 1
            return None
        body_end = len(frame) - TAG
        if self._key.sign(frame[:body_end])[:TAG] != frame[body_end:]:
            self.dropped[FORGED] += 1
            return None
        return frame[2], bytes(frame[3:7]), frame[7], bytes(frame[HEAD:body_end])
