"""Every layout of bytes that devices exchange: what a frame says, by kind, and entry 0 of a log.

SETUP carries a roster, entry 0 of a log: who sits where, which devices are at the table, which game they play. A table
never changes its roster: a change of who plays is a new table, whose roster names the one before, how many entries that
had, and their digest. The game's part is opaque here, and so is the nonce, from which the program above derives a seed.

STATUS, the one frame of a running table: boot number (2 bytes), sequence number (3), entries held (2), digest of the
last (4), devices that I lack (1, a bit each), whole (1), boot numbers as I last heard them (2 a device; 0: never); and
where entries follow: index of the first (2), digest before it (4), the entries (4 each).

OFFER, about twice a second from the opener of a table: stage (1 byte), the game's name (as a name), then id, boot
number and name of everybody who has been accepted, in seating order, clockwise, and of those who are sent away id and
boot number, each with an empty name; id of the rules that the opener plays by (4). Whoever asks at a running table and
is not wanted there is told so by an OFFER.

ASK, about once a second from everybody who wants to sit at that table or already does: wish (1 byte), place (1; bit 7:
a bot), id, boot number (2), name, entries held (2), id of the deck that the device has (4; NO_DECK where it has none of
its own), id of the rules (4). OFFER and ASK carry the table's id in their head, and NOBODY as their sender.
"""

import struct
from collections import namedtuple

from ring.frames import BODY_MAX

ID = 4  # bytes of the id of a device, a table, a deck, the rules; the last is what each frame but a status ends with
NO_TABLE = NO_DECK = bytes(ID)  # the ids that no table and no deck has
NAME_MAX = 15  # bytes of UTF-8
NONCE = 8  # bytes
GAME_MAX = 28  # bytes of a game's part of a roster, so that it fits into a frame with all seats and names
SEATS_MIN, SEATS_MAX = 2, 8
REFUSED_MAX = 2  # of whom an offer says that they are sent away

INHERITS = 1  # flag of a roster: the log goes on with the entries of the table before; otherwise it begins anew
WHOLE = 2  # flag: the founder had not forgotten anything of the table before

ENTRY = 4  # bytes: seat, the author's boot number (low byte), action (2 bytes)
STATUS_LENGTH = 13  # bytes of a status, and ECHO more for each device; entries follow
ECHO = 2  # bytes of a boot number
_STATUS = ">HBHHIBB"
_START, _START_LENGTH = ">HI", 6  # what stands before entries

GATHERING, STARTING, RUNNING = range(3)  # stages of an offer; no frame says the last, it is what a status shows
SEAT, LAST_GIFT, LOOK = range(3)  # wishes: a seat; to be heard that "I received a gift last"; to look on
_BOT = 0x80  # set in the place byte of an ask, and in the device byte of a seat, when a bot plays

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
Status = namedtuple(
    "Status",
    (
        "boot",
        "sequence",
        "held",  # entries
        "digest",  # of the last
        "lacks",  # a bit for each device whose word is missed
        "whole",
        "echoes",  # the boot number of each device, as last heard; 0: never
        "first",  # index of the first of the entries that follow
        "before",  # digest before it
        "entries",  # ENTRY bytes each; none: b""
    ),
)


class Person:
    """Somebody who has a seat, or wants one, and the device."""

    def __init__(
        self,
        device: bytes,  # its id
        boot: int,  # its boot number
        name: str,
        place: int,  # where the device says that it lies on the table, 1 to 8 clockwise; 0: anywhere
        bot: bool,  # whether a bot plays it
        now: int,  # ms
        deck: bytes = NO_DECK,  # id of the deck that it has
        rules: bytes = bytes(ID),  # id of the rules that it plays by
    ) -> None:
        self.device = device
        self.boot = boot
        self.name = name
        self.place = place
        self.bot = bot
        self.deck, self.rules = deck, rules
        self.heard_ms = now


class Reader:
    """Takes fields off bytes that came from outside. Raises ValueError where they end too early or make no sense."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, length: int) -> bytes:
        """The next `length` bytes."""
        end = self._at + length
        if end > len(self._data):
            raise ValueError("the bytes end too early")
        piece = self._data[self._at : end]
        self._at = end
        return piece

    def byte(self) -> int:
        """The next byte as a number."""
        return self.take(1)[0]

    def number(self, length: int) -> int:
        """The next `length` bytes as a big-endian number."""
        return int.from_bytes(self.take(length), "big")

    def name(self) -> str:
        """The next name, as `pack_name` wrote it."""
        length = self.byte()
        if length > NAME_MAX:
            raise ValueError("a name is too long")
        try:
            return str(self.take(length), "utf-8")
        except UnicodeError:
            raise ValueError("a name is not text")

    def left(self) -> int:
        """How many bytes have not been taken."""
        return len(self._data) - self._at


def pack_name(name: str) -> bytes:
    """A length byte and the name in UTF-8, cut to whole characters within NAME_MAX bytes."""
    while len(name.encode()) > NAME_MAX:
        name = name[:-1]
    data = name.encode()
    return bytes([len(data)]) + data


def apart(names: "list[str]", name: str) -> str:
    """`name`, with a number behind it where somebody of `names` is called so; cut, if need be, to fit into NAME_MAX."""
    told, number = name, 1
    while told in names:
        number += 1
        told = "{} {}".format(_room(name), number)
    return told


def is_apart(told: str, name: str) -> bool:
    """Whether `told` is `name`, or what `apart` made of it."""
    room, _, number = told.rpartition(" ")
    return told == name or (number.isdigit() and room == _room(name))


def _room(name: str) -> str:
    """`name`, cut to be with a number behind it as long as a name may be on a screen."""
    room = name[:8]
    while len(room.encode()) > NAME_MAX - 2:
        room = room[:-1]
    return room


def pack_roster(roster: Roster) -> bytes:
    """The roster as bytes, at most 234 of them (a frame's body) with eight seats and the longest names."""
    out = roster.parent + roster.length.to_bytes(2, "big") + roster.digest.to_bytes(4, "big") + bytes([roster.flags])
    out += roster.nonce + bytes([len(roster.devices), len(roster.seats)])
    for device, boot in zip(roster.devices, roster.boots):
        out += device + boot.to_bytes(2, "big")
    for seat in roster.seats:
        out += bytes([seat.device | (_BOT if seat.bot else 0)]) + pack_name(seat.name)
    return bytes(out + bytes([len(roster.game)]) + roster.game)


def unpack_roster(data: bytes) -> Roster:
    """The Roster in `data`. Raises ValueError unless it makes sense: 1 to 8 devices, 2 to 8 seats, each with a
    device.
    """
    reader = Reader(data)
    parent, length, digest, flags = reader.take(ID), reader.number(2), reader.number(4), reader.byte()
    nonce, devices, seats = reader.take(NONCE), reader.byte(), reader.byte()
    if not 1 <= devices <= SEATS_MAX or not SEATS_MIN <= seats <= SEATS_MAX:
        raise ValueError("a table has 1 to 8 devices and 2 to 8 seats")
    pairs = [(reader.take(ID), reader.number(2)) for _ in range(devices)]
    people = []
    for _ in range(seats):
        who = reader.byte()
        if who & ~_BOT >= devices:
            raise ValueError("a seat has no device")
        people.append(Seat(who & ~_BOT, bool(who & _BOT), reader.name()))
    game = reader.take(reader.byte())
    if reader.left():
        raise ValueError("there are bytes behind the end")
    return Roster(
        parent, length, digest, flags, nonce, [one for one, _ in pairs], [boot for _, boot in pairs], people, game
    )


def pack_status(status: Status) -> bytes:
    """The body of a STATUS."""
    high, low = status.sequence >> 16, status.sequence & 0xFFFF
    body = struct.pack(_STATUS, status.boot, high, low, status.held, status.digest, status.lacks, status.whole)
    body += b"".join([boot.to_bytes(ECHO, "big") for boot in status.echoes])
    if status.entries:
        body += struct.pack(_START, status.first, status.before) + status.entries
    return body


def unpack_status(body: bytes, devices: int) -> Status:
    """The Status in a body, of a table of so many devices. Raises ValueError when it makes no sense."""
    end = STATUS_LENGTH + ECHO * devices
    more = len(body) - end - _START_LENGTH
    if len(body) < end or (len(body) > end and (more < 0 or more % ENTRY)):
        raise ValueError("that is no status")
    boot, high, low, held, digest, lacks, whole = struct.unpack(_STATUS, body[:STATUS_LENGTH])
    first = before = 0
    if len(body) > end:
        first, before = struct.unpack(_START, body[end : end + _START_LENGTH])
    echoes = [int.from_bytes(body[at : at + ECHO], "big") for at in range(STATUS_LENGTH, end, ECHO)]
    entries = body[end + _START_LENGTH :]
    return Status(boot, high << 16 | low, held, digest, lacks, whole == 1, echoes, first, before, entries)


def entries_max(devices: int) -> int:
    """How many entries a status has room for, at a table of so many devices."""
    return (BODY_MAX - STATUS_LENGTH - ECHO * devices - _START_LENGTH) // ENTRY


def pack_offer(stage: int, game: str, people: "list[Person]", refused: "list[Person]") -> bytes:
    """The body of an OFFER. people: at most SEATS_MAX, the opener first. refused: who is sent away, of whom it tells
    the first two.
    """
    body = bytes([stage]) + pack_name(game)
    told = [(one, one.name) for one in people[:SEATS_MAX]] + [(one, "") for one in refused[:REFUSED_MAX]]
    body += b"".join([one.device + one.boot.to_bytes(ECHO, "big") + pack_name(name) for one, name in told])
    return body + people[0].rules


def unpack_offer(body: bytes) -> "tuple[int, str, list[tuple[bytes, int, str]]]":
    """(stage, game, (id, boot number, name) of each). Raises ValueError when it makes no sense."""
    reader = Reader(body[:-ID])
    stage, game, people = reader.byte(), reader.name(), []
    while reader.left():
        people.append((reader.take(ID), reader.number(ECHO), reader.name()))
    if stage > STARTING or not 1 <= len(people) <= SEATS_MAX + REFUSED_MAX or not people[0][2]:
        raise ValueError("that is no offer")
    return stage, game, people


def pack_no(me: Person, asker: Person) -> bytes:
    """The body of an OFFER with which `me`, at a running table, sends `asker` away."""
    return pack_offer(STARTING, "", [me], [asker])


def pack_ask(wish: int, person: Person, held: int) -> bytes:
    """The body of an ASK. held: entries of the table's log that `person` has already."""
    place = person.place | (_BOT if person.bot else 0)
    who = person.device + person.boot.to_bytes(2, "big") + pack_name(person.name)
    return bytes([wish, place]) + who + held.to_bytes(2, "big") + person.deck + person.rules


def unpack_ask(body: bytes, now: int) -> "tuple[int, Person, int]":
    """(wish, Person, entries held) of an ASK. Raises ValueError when it makes no sense."""
    reader = Reader(body)
    wish, place, device, boot = reader.byte(), reader.byte(), reader.take(ID), reader.number(2)
    name, held, deck, rules = reader.name(), reader.number(2), reader.take(ID), reader.take(ID)
    if wish > LOOK or reader.left():
        raise ValueError("that is no wish")
    return wish, Person(device, boot, name, place & ~_BOT, place & _BOT != 0, now, deck, rules), held
