"""How a table comes together: one device opens it, the others ask to sit down, and the opener founds it.

An OFFER, about twice a second from the opener: stage (1 byte), the game's name (as a name), then id and name of
everybody who has been accepted, in seating order, clockwise. An ASK, about once a second from everybody who wants to
sit at that table or already does: wish (1 byte), place (1; bit 7: a bot), id, name. Who is not heard any more has
left. Both carry the table's id in their head, and NOBODY as their sender. The founding frame is a SETUP that carries
the roster; whoever has it starts the log.
"""

from adafruit_ticks import ticks_add, ticks_diff

from ring.roster import ID, Reader, pack_name

GATHERING, STARTING = range(2)  # stages of an offer
SEAT, LAST_GIFT = range(2)  # wishes: a seat; to be heard that "I received a gift last"

OFFER_MS = 450  # between offers
ASK_MS = 300  # between asks while they have not been answered
STAY_MS = 900  # between asks of somebody who sits
FORGET_MS = 4000  # who is not heard for so long has gone
SEATS_MAX = 8
BOT = 0x80  # set in the place byte of an ask when a bot plays the device


class Offer:
    """A table that another device has open, as last heard."""

    def __init__(self, table, stage, game, people, now):
        self.table = table
        self.stage = stage
        self.game = game
        self.people = people  # [(id, name), ...] in seating order; the first is the opener
        self.heard_ms = now


class Person:
    """Somebody who sits at the table that this device has open, or wants to."""

    def __init__(self, device, name, place, bot, now):
        self.device = device  # its id, 4 bytes
        self.name = name
        self.place = place  # where the device says that it lies on the table, 1 to 8 clockwise; 0: anywhere
        self.bot = bot  # whether a bot plays it
        self.heard_ms = now


class Lobby:
    """One device's end of the lobby. It either looks round, has asked at a table, or has one open itself."""

    def __init__(self, me, jitter, now):
        """me: a Person. jitter(n): a number from 0 to n - 1. now: ticks in ms."""
        self.me = me
        self.offers = []  # tables heard, the order in which they were found
        self.table = None  # id of the table that is open here or that was asked
        self.opener = False
        self.stage = GATHERING
        self.game = ""
        self.people = []  # who sits at the open table, clockwise
        self.asking = []  # who wants to
        self.last_gift = None  # id of the device whose player received a gift last, at the open table
        self._wish = SEAT
        self._jitter = jitter
        self._due_ms = now

    # what a player decides

    def open(self, table, game, now):
        """Open a table. table: a fresh random id, 4 bytes. game: a short name, for people."""
        self.table, self.opener, self.stage, self.game = table, True, GATHERING, game
        self.people, self.asking, self.last_gift = [self.me], [], None
        self._due_ms = now

    def ask(self, offer, now):
        """Ask for a seat at the table of `offer`; it is repeated until the table starts or `leave`."""
        self.table, self.opener, self._wish = offer.table, False, SEAT
        self._due_ms = ticks_add(now, self._jitter(ASK_MS))

    def leave(self):
        """Give up the open table or the wish for a seat."""
        self.table, self.opener = None, False

    def accept(self, person, now):
        """Give `person`, who is asking, the next seat, clockwise. Does nothing when all are taken."""
        self.asking.remove(person)
        if len(self.people) < SEATS_MAX:
            self.people.append(person)
            self._due_ms = now

    def refuse(self, person):
        """Send `person` away, who may ask again."""
        self.asking.remove(person)

    def start(self, now):
        """Close the doors and ask everybody who received a gift last."""
        self.stage = STARTING
        self._due_ms = now

    def claim_last_gift(self, now):
        """Say that this device's player received a gift last."""
        if self.opener:
            self.last_gift = self.me.device
        else:
            self._wish, self._due_ms = LAST_GIFT, now

    # what it knows

    def offer(self):
        """The offer of the table that this device asked at; None when it asked nowhere, or that table has gone."""
        for offer in self.offers:
            if offer.table == self.table and not self.opener:
                return offer
        return None

    def seated(self):
        """Whether the table asked at has accepted this device."""
        offer = self.offer()
        return offer is not None and any([device == self.me.device for device, _ in offer.people])

    def summary(self):
        """All of it that people see, to compare with: it changes when there is something new to show."""
        offers = [(offer.table, offer.stage, offer.people) for offer in self.offers]
        return offers, self.stage, [one.name for one in self.people], [one.name for one in self.asking], self.seated()

    # the air

    def due(self, now):
        """(is it an offer, table id, body) of a frame that is due now, or None."""
        self._forget(now)
        if self.table is None or ticks_diff(self._due_ms, now) > 0:
            return None
        if self.opener:
            self._due_ms = ticks_add(now, OFFER_MS + self._jitter(OFFER_MS // 5))
            body = bytes([self.stage]) + pack_name(self.game)
            return True, self.table, body + b"".join([one.device + pack_name(one.name) for one in self.people])
        pause_ms = STAY_MS if self._wish == SEAT and self.seated() else ASK_MS
        self._due_ms = ticks_add(now, pause_ms + self._jitter(pause_ms // 3))
        place = self.me.place | (BOT if self.me.bot else 0)
        return False, self.table, bytes([self._wish, place]) + self.me.device + pack_name(self.me.name)

    def wait_ms(self, now):
        """Milliseconds until a frame is due; 0 when one is due now."""
        return OFFER_MS if self.table is None else max(0, ticks_diff(self._due_ms, now))

    def _forget(self, now):
        self.offers = [offer for offer in self.offers if ticks_diff(now, offer.heard_ms) < FORGET_MS]
        self.me.heard_ms = now
        self.asking = [person for person in self.asking if ticks_diff(now, person.heard_ms) < FORGET_MS]
        self.people = [person for person in self.people if ticks_diff(now, person.heard_ms) < FORGET_MS]

    def hear_offer(self, table, body, now):
        """Take in an offer. Raises ValueError when it makes no sense."""
        reader = Reader(body)
        stage, game, people = reader.byte(), reader.name(), []
        while reader.left():
            people.append((reader.take(ID), reader.name()))
        if stage > STARTING or not 1 <= len(people) <= SEATS_MAX:
            raise ValueError("that is no offer")
        for offer in self.offers:
            if offer.table == table:
                offer.stage, offer.game, offer.people, offer.heard_ms = stage, game, people, now
                return
        self.offers.append(Offer(table, stage, game, people, now))

    def hear_ask(self, table, body, now):
        """Take in an ask. Raises ValueError when it makes no sense."""
        reader = Reader(body)
        wish, place, device, name = reader.byte(), reader.byte(), reader.take(ID), reader.name()
        place, bot = place & ~BOT, place & BOT != 0
        if wish > LAST_GIFT or reader.left():
            raise ValueError("that is no wish")
        if not self.opener or table != self.table:
            return
        for person in self.people + self.asking:
            if person.device == device:
                person.name, person.place, person.bot, person.heard_ms = name, place, bot, now
                if wish == LAST_GIFT and self.last_gift is None:
                    self.last_gift = device
                return
        if self.stage == GATHERING:
            self.asking.append(Person(device, name, place, bot, now))
