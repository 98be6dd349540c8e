"""Tables of one log with the frames between them carried by hand, for tests of the log rule by rule."""

from ring.frames import REASONS
from ring.log import Log

ROSTER = b"entry 0"


class Numbers:
    """The game of a log: a list of (seat, action). Whose turn it is nobody knows."""

    def __init__(self, seats, me):
        self._seats, self._me = seats, me

    def take(self, seat, action, now):
        if not self._seats.legal(seat, action):
            return False
        self._seats.games[self._me].append((seat, action))
        return True

    def restart(self, now):
        self._seats.games[self._me] = []

    def turn(self):
        return None


class Seats:
    """Tables of one log, each with a list of (seat, action) as its game."""

    def __init__(self, count, legal=lambda seat, action: True):
        self.now = 1000
        self.games = [[] for _ in range(count)]
        self.boots = [1] * count
        self.legal = legal
        self.dropped = [[0] * REASONS for _ in range(count)]
        self.tables = [self.start(me, True) for me in range(count)]

    def start(self, me, sound):
        count = len(self.games)
        game = Numbers(self, me)
        return Log(ROSTER, count, me, self.boots[me], game, lambda n: 0, self.now, sound, dropped=self.dropped[me])

    def restart(self, me):
        """The power of device `me` goes and comes back: it has forgotten everything."""
        self.games[me] = []
        self.dropped[me] = [0] * REASONS
        self.boots[me] += 1
        self.tables[me] = self.start(me, False)

    def status(self, me):
        """What device `me` says now, due or not."""
        table = self.tables[me]
        if table.usurped and not table.whole:  # as a member of a table does
            self.boots[me] = table.usurped + 1
            table.speak_anew(self.boots[me], self.now)
        self.now += max(table.wait_ms(self.now), 1)
        return table.poll(self.now)

    def tell(self, sender, *receivers):
        body = self.status(sender)
        for receiver in receivers or range(len(self.tables)):
            self.tables[receiver].hear(sender, body, self.now)

    def all_tell(self):
        for me in range(len(self.tables)):
            self.tell(me)

    def write(self, me, action):
        """Device `me` writes `action`, if it may. Returns whether it did."""
        return self.tables[me].write(me, action, self.now)


def settled(count):
    """Tables at which all have heard each other and nothing has been written."""
    seats = Seats(count)
    seats.all_tell()
    seats.all_tell()
    assert [table.lacking() for table in seats.tables] == [0] * count
    return seats


class PowerCut(Exception):
    """The power has gone in the middle of a write."""


class Failing(bytearray):
    """Non-volatile memory whose power goes when `left` more bytes have been written."""

    left = 1 << 30

    def __setitem__(self, piece, data):
        written = data[: self.left]
        super().__setitem__(slice(piece.start, piece.start + len(written)), written)
        self.left -= len(written)
        if len(written) < len(data):
            raise PowerCut


def settled_by_some(monkeypatch):
    """Breaks rule 2: an entry counts as settled when all but one device hold it. Chaos is to notice that at once."""
    monkeypatch.setattr(Log, "settled", lambda log: log.whole and log.lacking() & (log.lacking() - 1) == 0)
