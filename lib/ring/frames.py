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


def _choose_sha1():
    try:
        hashlib.new("sha1", b"")
    except (AttributeError, ValueError):  # an interpreter without it: the library in pure Python fills the gap
        from adafruit_hashlib import sha1

        return sha1
    return lambda data: hashlib.new("sha1", data)


_sha1 = _choose_sha1()


class Key:
    """A secret that a set shares: signs data with HMAC-SHA1."""

    def __init__(self, secret):
        """secret: bytes; longer than 64 they are hashed first, as RFC 2104 says."""
        if len(secret) > 64:
            secret = _sha1(secret).digest()
        block = bytes(secret) + bytes(64 - len(secret))
        self._inner = bytes([byte ^ 0x36 for byte in block])
        self._outer = bytes([byte ^ 0x5C for byte in block])

    def sign(self, data):
        """HMAC-SHA1 of `data`: 20 bytes."""
        return _sha1(self._outer + _sha1(self._inner + bytes(data)).digest()).digest()


class Codec:
    """Packs and unpacks the frames of one set, and counts what it drops."""

    def __init__(self, key):
        self._key = key
        self.foreign = 0  # not our frame: length, magic or version
        self.forged = 0  # ours by its looks, but with a wrong tag: altered, or of another set

    def pack(self, kind, table, sender, body):
        """A frame of at most LENGTH_MAX bytes. table: its id, 4 bytes; sender: a device's index, or NOBODY."""
        head = bytes([MAGIC, VERSION, kind]) + table + bytes([sender]) + body
        assert len(head) + TAG <= LENGTH_MAX, "a frame is too long"
        return head + self._key.sign(head)[:TAG]

    def unpack(self, frame):
        """(kind, table, sender, body), or None for anything that is not a whole, unaltered frame of this set."""
        if not HEAD + TAG <= len(frame) <= LENGTH_MAX or frame[0] != MAGIC or frame[1] != VERSION:
            self.foreign += 1
            return None
        body_end = len(frame) - TAG
        if self._key.sign(frame[:body_end])[:TAG] != frame[body_end:]:
            self.forged += 1
            return None
        return frame[2], bytes(frame[3:7]), frame[7], bytes(frame[HEAD:body_end])
