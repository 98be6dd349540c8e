"""How a table comes together: one device opens it, the others ask to sit down, and the opener founds it.

Who is not heard any more has left. The founding frame is a SETUP that carries the roster; whoever has it starts the
log. Tables that are running already are found by their statuses; an ASK with the wish to LOOK brings their roster.
`ring.messages` says what the frames are.
"""

from ring.askers import is_refused, present, renew
from ring.frames import ASK, NOBODY, OFFER, STATUS
from ring.messages import (
    GATHERING,
    LAST_GIFT,
    LOOK,
    RUNNING,
    SEAT,
    SEATS_MAX,
    STARTING,
    Person,
    Roster,
    apart,
    pack_ask,
    pack_offer,
    unpack_ask,
    unpack_offer,
)

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from ring.ports import Jitter, Message

LOOKING, ASKING, HOSTING = range(3)  # what a device does in the lobby: it looks round, asks at a table, has one open

OFFER_MS = 450  # between offers
ASK_MS = 300  # between asks while they have not been answered
STAY_MS = 900  # between asks of somebody who sits
FORGET_MS = 4000  # who is not heard for so long has gone
VAIN_MS = 5000  # so long a device by itself asks at a table that does not list it
OFFERS = 12  # so many tables, and so many who ask, are remembered at a time
LOOK_MS = 800  # between asks for the roster of a running table
REFUSED_MS = 1500  # who was sent away, and has not asked for so long, has heard it


class Offer:
    """A table of others, as last heard."""

    def __init__(self, table: bytes, stage: int, game: str, people: "list[tuple[bytes, str]]", now: int) -> None:
        self.table = table
        self.stage = stage
        self.game = game
        self.people = people  # [(id, name), ...] in seating order; the first is the opener
        self.seats_me = False  # whether it lists this device, since its present start
        self.roster_data: bytes = b""  # of a running table, as soon as it is known
        self.heard_ms = now


class Lobby:
    """One device's end of the lobby. It either looks round, has asked at a table, or has one open itself."""

    def __init__(self, me: Person, jitter: "Jitter", now: int) -> None:
        self.me = me
        self.state = LOOKING
        self.offers: "list[Offer]" = []  # tables heard, the order in which they were found
        self.table: "bytes | None" = None  # id of the table that is open here or that was asked at
        self.stage = GATHERING
        self.game = ""
        self.people: "list[Person]" = []  # who sits at the open table, clockwise
        self.asking: "list[Person]" = []  # who wants to
        self.refused: "list[Person]" = []  # who was sent away
        self.sent_away: "str | None" = None  # the name of the opener who did not want this device, until it leaves
        self.guests = 0  # seats at the open table that need no device: bots
        self.last_gift: "bytes | None" = None  # id of the device whose player received a gift last, at the open table
        self._wish = SEAT
        self._jitter = jitter
        self._due_ms = self._asked_ms = self._asking_ms = now
        self._replaced_ms = now - FORGET_MS
        self._vain: "list[bytes]" = []  # tables at which it asked in vain

    # what a player decides

    def open(self, table: bytes, game: str, now: int) -> None:
        """Open a table. table: a fresh random id, 4 bytes. game: a short name, for people."""
        self.state, self.table, self.stage, self.game = HOSTING, table, GATHERING, game
        self.people, self.asking, self.refused, self.last_gift = [self.me], [], [], None
        self._due_ms = self._asking_ms = now

    def ask(self, offer: Offer, now: int) -> None:
        """Ask for a seat at the table of `offer`; it is repeated until the table starts or `leave`."""
        self.state, self.table, self._wish, self.sent_away = ASKING, offer.table, SEAT, None
        if offer not in self.offers:  # others have taken its place meanwhile
            self.offers[-1:] = [offer]
        self._asking_ms = now
        self._due_ms = now + self._jitter(ASK_MS)

    def leave(self) -> None:
        """Give up the open table or the wish for a seat."""
        self.state, self.table, self.sent_away = LOOKING, None, None

    def accept(self, person: Person, now: int) -> None:
        """Give `person`, who is asking, the next seat, clockwise; send them away when all are taken."""
        if len(self.people) + self.guests >= SEATS_MAX:
            self.refuse(person)
        elif person in self.asking:
            self.asking.remove(person)
            person.name = apart([one.name for one in self.people], person.name)
            self.people.append(person)
            self._due_ms = now

    def refuse(self, person: Person) -> None:
        """Send `person` away: the offers say so until they have heard it. To ask again takes a new boot number."""
        if person in self.asking:
            self.asking.remove(person)
            self.refused = self.refused[1 - OFFERS :] + [person]

    def start(self, now: int) -> None:
        """Close the doors and ask everybody who received a gift last."""
        self.stage = STARTING
        self._due_ms = now

    def claim_last_gift(self, now: int) -> None:
        """Say that this device's player received a gift last."""
        if self.state == HOSTING:
            self.last_gift = self.me.device
        else:
            self._wish, self._due_ms = LAST_GIFT, now

    # what it knows

    def offer(self) -> "Offer | None":
        """The offer of the table that this device asked at; None when it asked nowhere, or that table has gone."""
        for offer in self.offers:
            if self.state == ASKING and offer.table == self.table:
                return offer
        return None

    def seated(self) -> bool:
        """Whether the table asked at has accepted this device."""
        offer = self.offer()
        return offer is not None and offer.seats_me

    def saw_gather(self, table: bytes) -> bool:
        """Whether this device asked at `table` while that was open: no offer of a running table names a game."""
        offer = self.offer()
        return offer is not None and offer.table == table and offer.game != ""

    def gathering(self) -> "list[Offer]":
        """The offers of tables at which one can still sit down."""
        return [offer for offer in self.offers if offer.stage == GATHERING]

    def next_to_ask(self, tables: "list[Offer]", now: int) -> "Offer | None":
        """At which of `tables` a device that sits down by itself is to ask next: at each for a while, as long as that
        does not list it: it may be a recording. For the same reason nobody waits for ever at an open table.
        """
        if (self.state == HOSTING and self.people[1:]) or self.seated():
            self._asking_ms = now
        if now - self._asking_ms <= (0, VAIN_MS, 2 * VAIN_MS)[self.state]:
            return None
        if self.state == ASKING:
            self._vain = self._vain[-OFFERS:] + [self.table]
            self.leave()
        fresh = [offer for offer in tables if offer.table not in self._vain]
        if not fresh:
            self._vain = []
        return fresh[-1] if fresh else None  # recordings are older than a table that has just been opened

    def running(self) -> "list[Offer]":
        """The offers of tables that are playing, as far as their roster is known."""
        return [offer for offer in self.offers if offer.stage == RUNNING and offer.roster_data]

    def unknown(self) -> "bytes | None":
        """The id of a running table whose roster is not known yet, or None."""
        for offer in self.offers:
            if offer.stage == RUNNING and not offer.roster_data:
                return offer.table
        return None

    def summary(self) -> "tuple[object, ...]":
        """All of it that people see, to compare with: it changes when there is something new to show."""
        offers = [(offer.table, offer.stage, offer.people) for offer in self.offers]
        people, asking = (
            [(one.device, one.name, one.deck) for one in self.people],
            [(one.device, one.name) for one in self.asking],
        )
        return offers, self.stage, people, asking, self.seated(), self.sent_away

    # the air

    def poll(self, now: int) -> "list[Message]":
        """The frames that are due now, to be sent."""
        self._forget(now)
        out: "list[Message]" = []
        if self.state != LOOKING and self._due_ms <= now:
            out.append(self._offer(now) if self.state == HOSTING else self._ask(now))
        unknown = self.unknown()
        if unknown is not None and now - self._asked_ms > LOOK_MS:
            self._asked_ms = now
            out.append((ASK, unknown, NOBODY, pack_ask(LOOK, self.me, 0)))
        return out

    def _offer(self, now: int) -> "Message":
        self._due_ms = now + OFFER_MS + self._jitter(OFFER_MS // 5)
        refused = present(self.refused, now, REFUSED_MS)
        return OFFER, self.table, NOBODY, pack_offer(self.stage, self.game, self.people, refused)

    def _ask(self, now: int) -> "Message":
        pause_ms = STAY_MS if self._wish == SEAT and self.seated() else ASK_MS
        self._due_ms = now + pause_ms + self._jitter(pause_ms // 3)
        return ASK, self.table, NOBODY, pack_ask(self._wish, self.me, 0)

    def wait_ms(self, now: int) -> int:
        """Milliseconds until a frame is due; 0 when one is due now."""
        return OFFER_MS if self.state == LOOKING else max(0, self._due_ms - now)

    def _forget(self, now: int) -> None:
        self.offers = [offer for offer in self.offers if now - offer.heard_ms < FORGET_MS]
        if self.state == ASKING and self.offer() is None:
            self.state, self.table = LOOKING, None  # the table asked at has gone
        self.me.heard_ms = now
        self.asking, self.people = present(self.asking, now, FORGET_MS), present(self.people, now, FORGET_MS)

    def hear(self, kind: int, table: bytes, body: bytes, now: int) -> None:
        """Take in a frame, but for a roster. Raises ValueError when it makes no sense."""
        if kind == OFFER:
            self._hear_offer(table, body, now)
        elif kind == ASK:
            self._hear_ask(table, body, now)
        elif kind == STATUS:
            self._find(table, now).stage = RUNNING

    def _hear_offer(self, table: bytes, body: bytes, now: int) -> None:
        stage, game, people = unpack_offer(body)
        mine = [name for device, boot, name in people if device == self.me.device and boot == self.me.boot]
        offer = self._find(table, now)
        if not offer.roster_data:  # of a running table more is known than this
            offer.stage, offer.game = max(offer.stage, stage), game
            offer.people = [(device, name) for device, _, name in people if name]
            offer.seats_me = any(mine)
        if "" in mine and self.state == ASKING and table == self.table:
            self.state, self.table, self.sent_away = LOOKING, None, people[0][2]

    def hear_roster(self, table: bytes, roster: Roster, roster_data: bytes, now: int) -> None:
        """Take in the roster of a running table."""
        offer = self._find(table, now)
        offer.stage, offer.roster_data = RUNNING, roster_data
        offer.people = [(roster.devices[seat.device], seat.name) for seat in roster.seats]

    def _find(self, table: bytes, now: int) -> Offer:
        """The offer of a table, a new one where it is not known. Where there are too many it takes the place of the
        newest, but not so often that nobody could press on what is listed.
        """
        for offer in self.offers:
            if offer.table == table:
                offer.heard_ms = now
                return offer
        found = Offer(table, GATHERING, "", [], now)
        if len(self.offers) < OFFERS:
            self.offers.append(found)
        elif now - self._replaced_ms > FORGET_MS:
            self._replaced_ms = now
            self.offers[-2 if self.offers[-1].table == self.table else -1] = found
        return found

    def _hear_ask(self, table: bytes, body: bytes, now: int) -> None:
        wish, asker, _ = unpack_ask(body, now)
        if self.state != HOSTING or table != self.table or wish == LOOK:
            return
        if renew(self.people + self.asking, asker):
            if wish == LAST_GIFT and self.last_gift is None:
                self.last_gift = asker.device
        elif not is_refused(self.refused, asker) and self.stage == GATHERING and len(self.asking) < OFFERS:
            self.asking.append(asker)
