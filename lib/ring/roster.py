"""Entry 0 of a log: who sits where, which devices are at the table, which game they play.

A table never changes its roster: a change of who plays is a new table, whose roster names the one before, how many
entries that had, and their digest. The game's part is opaque here: bytes that the program above understands. So is the
nonce, from which it derives the seed.
"""

from collections import namedtuple

NAME_MAX = 15  # bytes of UTF-8
ID = 4  # bytes of a device's id
NONCE = 8  # bytes
GAME_MAX = 24  # bytes

Seat = namedtuple("Seat", ("device", "bot", "name"))  # index of the device that plays it; a bot or not; its name
Roster = namedtuple(
    "Roster",
    (
        "parent",  # id of the table before, NO_TABLE where there was none
        "length",  # of the log there
        "digest",  # of its last entry
        "flags",
        "nonce",
        "devices",  # their ids
        "boots",  # and their boot numbers: a device that has restarted since has forgotten what it said
        "seats",  # clockwise
        "game",
    ),
)
NO_TABLE = bytes(ID)
INHERITS = 1  # flag: the log goes on with the entries of the table before; otherwise it begins anew
WHOLE = 2  # flag: the founder had not forgotten anything of the table before


def pack_name(name):
    """A length byte and the name in UTF-8, cut to whole characters within NAME_MAX bytes."""
    while len(name.encode()) > NAME_MAX:
        name = name[:-1]
    data = name.encode()
    return bytes([len(data)]) + data


class Reader:
    """Takes fields off a body from a frame. Raises ValueError where the bytes end too early or make no sense."""

    def __init__(self, data):
        self._data = data
        self._at = 0

    def take(self, length):
        """The next `length` bytes."""
        end = self._at + length
        if end > len(self._data):
            raise ValueError("the bytes end too early")
        piece = self._data[self._at : end]
        self._at = end
        return piece

    def byte(self):
        """The next byte as a number."""
        return self.take(1)[0]

    def number(self, length):
        """The next `length` bytes as a big-endian number."""
        return int.from_bytes(self.take(length), "big")

    def name(self):
        """The next name, as `pack_name` wrote it."""
        length = self.byte()
        if length > NAME_MAX:
            raise ValueError("a name is too long")
        try:
            return str(self.take(length), "utf-8")
        except UnicodeError:
            raise ValueError("a name is not text")

    def left(self):
        """How many bytes have not been taken."""
        return len(self._data) - self._at


def pack(roster):
    """The roster as bytes, at most 230 of them (a frame's body) with eight seats and the longest names."""
    out = roster.parent + roster.length.to_bytes(2, "big") + roster.digest.to_bytes(4, "big") + bytes([roster.flags])
    out += roster.nonce + bytes([len(roster.devices), len(roster.seats)])
    for device, boot in zip(roster.devices, roster.boots):
        out += device + boot.to_bytes(2, "big")
    for seat in roster.seats:
        out += bytes([seat.device | (0x80 if seat.bot else 0)]) + pack_name(seat.name)
    return out + bytes([len(roster.game)]) + roster.game


def unpack(data):
    """The Roster in `data`. Raises ValueError unless it makes sense: 1 to 8 devices, 2 to 8 seats, each with a
    device.
    """
    reader = Reader(data)
    parent, length, digest, flags = reader.take(ID), reader.number(2), reader.number(4), reader.byte()
    nonce, devices, seats = reader.take(NONCE), reader.byte(), reader.byte()
    if not 1 <= devices <= 8 or not 2 <= seats <= 8:
        raise ValueError("a table has 1 to 8 devices and 2 to 8 seats")
    pairs = [(reader.take(ID), reader.number(2)) for _ in range(devices)]
    people = []
    for _ in range(seats):
        who = reader.byte()
        if who & 0x7F >= devices:
            raise ValueError("a seat has no device")
        people.append(Seat(who & 0x7F, bool(who & 0x80), reader.name()))
    game = reader.take(reader.byte())
    if reader.left():
        raise ValueError("there are bytes behind the end")
    return Roster(
        parent, length, digest, flags, nonce, [one for one, _ in pairs], [boot for _, boot in pairs], people, game
    )
