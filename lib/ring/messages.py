"""What is said about seats: the frames of the lobby, and of those who come to a running table.

An OFFER, about twice a second from the opener: stage (1 byte), the game's name (as a name), then id and name of
everybody who has been accepted, in seating order, clockwise, and of those who are sent away the ids, each with an empty
name. An ASK, about once a second from everybody who wants to sit at that table or already does: wish (1 byte), place
(1; bit 7: a bot), id, boot number (2), name, entries held (2), id of the deck that the device has (4; NO_DECK where it
has none of its own). Both carry the table's id in their head, and NOBODY as their sender. Whoever asks at a running
table and is not wanted there is told so by an OFFER too.
"""

from ring.roster import ID, Reader, pack_name

GATHERING, STARTING, RUNNING = range(3)  # stages of an offer; no frame says the last, it is what a status shows
SEAT, LAST_GIFT, LOOK = range(3)  # wishes: a seat; to be heard that "I received a gift last"; to look on

REFUSED_MS = 1500  # who was sent away, and has not asked for so long, has heard it and may ask anew
NO_DECK = bytes(4)  # the id that no deck has
BOT = 0x80  # set in the place byte of an ask when a bot plays the device


class Person:
    """Somebody who has a seat, or wants one, and the device."""

    def __init__(self, device, boot, name, place, bot, now, deck=NO_DECK):
        self.device = device  # its id, 4 bytes
        self.boot = boot  # its boot number
        self.name = name
        self.place = place  # where the device says that it lies on the table, 1 to 8 clockwise; 0: anywhere
        self.bot = bot  # whether a bot plays it
        self.deck = deck  # id of the deck that it has
        self.heard_ms = now


def pack_ask(wish, person, held):
    """The body of an ASK. held: entries of the table's log that `person` has already."""
    place = person.place | (BOT if person.bot else 0)
    who = person.device + person.boot.to_bytes(2, "big") + pack_name(person.name)
    return bytes([wish, place]) + who + held.to_bytes(2, "big") + person.deck


def pack_no(me, asker):
    """The body of an OFFER with which `me`, a Person at a running table, sends `asker` away."""
    return bytes([STARTING]) + pack_name("") + me.device + pack_name(me.name) + asker.device + pack_name("")


def unpack_ask(body, now):
    """(wish, Person, entries held) of an ASK. Raises ValueError when it makes no sense."""
    reader = Reader(body)
    wish, place, device, boot = reader.byte(), reader.byte(), reader.take(ID), reader.number(2)
    name, held, deck = reader.name(), reader.number(2), reader.take(len(NO_DECK))
    if wish > LOOK or reader.left():
        raise ValueError("that is no wish")
    return wish, Person(device, boot, name, place & ~BOT, place & BOT != 0, now, deck), held
