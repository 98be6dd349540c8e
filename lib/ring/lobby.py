"""How a table comes together: one device opens it, the others ask to sit down, and the opener founds it.

Who is not heard any more has left. The founding frame is a SETUP that carries the roster; whoever has it starts the
log. Tables that are running already are found by their statuses; an ASK with the wish to LOOK brings their roster.
`ring.messages` says what the frames are.
"""

from ring.messages import GATHERING, LAST_GIFT, LOOK, REFUSED_MS, RUNNING, SEAT, STARTING, pack_ask, unpack_ask
from ring.roster import ID, Reader, pack_name

OFFER_MS = 450  # between offers
ASK_MS = 300  # between asks while they have not been answered
STAY_MS = 900  # between asks of somebody who sits
FORGET_MS = 4000  # who is not heard for so long has gone
SEATS_MAX = 8


class Offer:
    """A table of others, as last heard."""

    def __init__(self, table, stage, game, people, now):
        self.table = table
        self.stage = stage
        self.game = game
        self.people = people  # [(id, name), ...] in seating order; the first is the opener
        self.roster_data = b""  # of a running table, as soon as it is known
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
        self.refused = []  # who was sent away and may not know it yet
        self.sent_away = None  # the name of the opener who did not want this device, until it leaves
        self.guests = 0  # seats at the open table that need no device: bots
        self.last_gift = None  # id of the device whose player received a gift last, at the open table
        self._wish = SEAT
        self._jitter = jitter
        self._due_ms = now

    # what a player decides

    def open(self, table, game, now):
        """Open a table. table: a fresh random id, 4 bytes. game: a short name, for people."""
        self.table, self.opener, self.stage, self.game = table, True, GATHERING, game
        self.people, self.asking, self.refused, self.last_gift = [self.me], [], [], None
        self._due_ms = now

    def ask(self, offer, now):
        """Ask for a seat at the table of `offer`; it is repeated until the table starts or `leave`."""
        self.table, self.opener, self._wish, self.sent_away = offer.table, False, SEAT, None
        self._due_ms = now + self._jitter(ASK_MS)

    def leave(self):
        """Give up the open table or the wish for a seat."""
        self.table, self.opener, self.sent_away = None, False, None

    def accept(self, person, now):
        """Give `person`, who is asking, the next seat, clockwise; send them away when all are taken."""
        if len(self.people) + self.guests >= SEATS_MAX:
            self.refuse(person)
        elif person in self.asking:
            self.asking.remove(person)
            self.people.append(person)
            self._due_ms = now

    def refuse(self, person):
        """Send `person` away: the offers say so until they have heard it. Then they may ask again."""
        if person in self.asking:
            self.asking.remove(person)
            self.refused.append(person)

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

    def gathering(self):
        """The offers of tables at which one can still sit down."""
        return [offer for offer in self.offers if offer.stage == GATHERING]

    def running(self):
        """The offers of tables that are playing, as far as their roster is known."""
        return [offer for offer in self.offers if offer.stage == RUNNING and offer.roster_data]

    def unknown(self):
        """The id of a running table whose roster is not known yet, or None."""
        for offer in self.offers:
            if offer.stage == RUNNING and not offer.roster_data:
                return offer.table
        return None

    def summary(self):
        """All of it that people see, to compare with: it changes when there is something new to show."""
        offers = [(offer.table, offer.stage, offer.people) for offer in self.offers]
        people, asking = (
            [(one.device, one.name, one.deck) for one in self.people],
            [(one.device, one.name) for one in self.asking],
        )
        return offers, self.stage, people, asking, self.seated(), self.sent_away

    # the air

    def due(self, now):
        """(is it an offer, table id, body) of a frame that is due now, or None."""
        self._forget(now)
        if self.table is None or self._due_ms > now:
            return None
        if self.opener:
            self._due_ms = now + OFFER_MS + self._jitter(OFFER_MS // 5)
            body = bytes([self.stage]) + pack_name(self.game)
            people = [(one.device, one.name) for one in self.people] + [(one.device, "") for one in self.refused]
            return True, self.table, body + b"".join([device + pack_name(name) for device, name in people[:SEATS_MAX]])
        pause_ms = STAY_MS if self._wish == SEAT and self.seated() else ASK_MS
        self._due_ms = now + pause_ms + self._jitter(pause_ms // 3)
        return False, self.table, pack_ask(self._wish, self.me, 0)

    def wait_ms(self, now):
        """Milliseconds until a frame is due; 0 when one is due now."""
        return OFFER_MS if self.table is None else max(0, self._due_ms - now)

    def _forget(self, now):
        self.offers = [offer for offer in self.offers if now - offer.heard_ms < FORGET_MS]
        if self.table is not None and not self.opener and self.offer() is None:
            self.table = None  # the table asked at has gone
        self.me.heard_ms = now
        self.asking, self.people, self.refused = [
            [person for person in people if now - person.heard_ms < limit_ms]
            for people, limit_ms in ((self.asking, FORGET_MS), (self.people, FORGET_MS), (self.refused, REFUSED_MS))
        ]

    def hear_offer(self, table, body, now):
        """Take in an offer. Raises ValueError when it makes no sense."""
        reader = Reader(body)
        stage, game, people = reader.byte(), reader.name(), []
        while reader.left():
            people.append((reader.take(ID), reader.name()))
        if stage > STARTING or not 1 <= len(people) <= SEATS_MAX or not people[0][1]:
            raise ValueError("that is no offer")
        offer = self._find(table, now)
        if not offer.roster_data:  # of a running table more is known than this
            offer.stage, offer.game, offer.people = stage, game, [one for one in people if one[1]]
        if (self.me.device, "") in people and table == self.table and not self.opener:
            self.table, self.sent_away = None, people[0][1]

    def hear_running(self, table, now):
        """Take in that a table is playing."""
        self._find(table, now).stage = RUNNING

    def hear_roster(self, table, roster, roster_data, now):
        """Take in the roster of a running table."""
        offer = self._find(table, now)
        offer.stage, offer.roster_data = RUNNING, roster_data
        offer.people = [(roster.devices[seat.device], seat.name) for seat in roster.seats]

    def _find(self, table, now):
        for offer in self.offers:
            if offer.table == table:
                offer.heard_ms = now
                return offer
        self.offers.append(Offer(table, RUNNING, "", [], now))
        return self.offers[-1]

    def hear_ask(self, table, body, now):
        """Take in an ask. Raises ValueError when it makes no sense."""
        wish, asker, _ = unpack_ask(body, now)
        if not self.opener or table != self.table or wish == LOOK:
            return
        for person in self.people + self.asking + self.refused:
            if person.device == asker.device:
                person.boot, person.name, person.place, person.bot = asker.boot, asker.name, asker.place, asker.bot
                person.heard_ms, person.deck = now, asker.deck
                if wish == LAST_GIFT and self.last_gift is None:
                    self.last_gift = asker.device
                return
        if self.stage == GATHERING:
            self.asking.append(asker)
