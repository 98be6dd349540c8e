"""The table is a log: every device has all of it, and the player whose turn it is writes the next entry.

An entry is settled when every device of the table holds it, and nobody writes entry k before k - 1 is settled, so there
is nothing to vote on. One kind of frame does the work, the status: how many entries I hold and the digest of the last,
whose word I still lack, and entries for whoever is behind. Loss, doubling, delay and reordering then cost only time.

A device that restarted has forgotten what it said: it is not whole. It holds nothing, writes nothing, and nobody copies
from it, until every other device has echoed its new boot number and it has copied the log of one that is whole.

A status' body: boot number (2 bytes), sequence number (3), entries held (2), digest (4), devices that I lack (1, a bit
each), whole (1), boot numbers as I last heard them (1 a device, low byte); and where entries follow: index of the first
(2), digest before it (4), the entries (4 each).
"""

import struct
from binascii import crc32

from ring.frames import BODY_MAX

ENTRY = 4  # bytes: seat, the author's boot number (low byte), action (2 bytes)
ENTRIES_MAX = 65535

SLOT_MS = 3  # devices answer one after the other, a slot each, so that their frames do not meet in the air
RETRY_MS = 40  # between statuses of the author and of the next writer while something is unsettled
RELAY_MS = 300  # and between those of the others; half as much random delay comes on top of both
RETRIES = 12  # so often in vain, it goes on at the pace of beacons
STALL_MS = 150  # who has not come on for so long gets entries from others than the author, too
BEACON_MS = 1000  # between statuses while nothing happens
SILENT_MS = 3500  # a device not heard for so long is missed

STATUS_LENGTH = 13  # bytes of a status, and one more for each device; entries follow
_STATUS = ">HBHHIBB"
_START, _START_LENGTH = ">HI", 6  # what stands before entries
_ENTRIES_PER_FRAME = (BODY_MAX - STATUS_LENGTH - 8 - _START_LENGTH) // ENTRY


def says_whole(body):
    """Whether the sender of this status says that it is whole."""
    return len(body) >= STATUS_LENGTH and body[STATUS_LENGTH - 1] == 1


class _Peer:
    """What another device last said of itself."""

    def __init__(self, now):
        self.boot = self.sequence = 0
        self.held = -1  # entries; -1: never heard, it may not even have the roster
        self.digest = 0
        self.whole = False
        self.echo = 0  # my boot number as it last heard it, low byte
        self.heard_ms = self.moved_ms = now  # when it was last heard, and when it last had come on


class Log:
    """One device's end of a table.

    roster_data: entry 0 as bytes. devices: how many; me: the index of this one, or None for one that only listens.
    boot: its boot number, 1 to 65535, never used before. take: called with (seat, action) for each new entry; it
    returns False, and changes nothing, where the game does not allow it. turn: called without arguments, gives the
    index of the device that may write next, or None. jitter: called with n, gives a number from 0 to n - 1. now: ticks
    in milliseconds. sound: False for a device that restarted. entries: a log that the table starts with; the game has
    taken it already. inherited: how many entries the table has from the one before.
    """

    def __init__(self, roster_data, devices, me, boot, take, turn, jitter, now, sound=True, entries=b"", inherited=0):
        self.me = me
        self.boot = boot
        self._sound = sound
        self._inherited = inherited
        self.stale = 0  # statuses dropped: older than one already heard
        self.refused = 0  # statuses or entries dropped: they make no sense, or the game does not allow them
        self._take = take
        self._turn = turn
        self._jitter = jitter
        self._log = bytearray(max(256 * ENTRY, 2 * len(entries)))
        self._log[: len(entries)] = entries
        self._base = crc32(roster_data)
        self._devices = devices
        self._peers = [None if index == me else _Peer(now) for index in range(devices)]
        self._sequence = 0
        self.count = len(entries) // ENTRY
        self.digest = self._digest(self.count)
        self._author = False  # whether the newest entry is mine
        self._urgent = True  # something to say that nobody knows yet
        self._tries = 0  # statuses in vain since anything came on
        self._grown_ms = now
        self._watched = None  # a listener asks for entries from this index on
        self._due_ms = now + jitter(SLOT_MS * devices + 1)
        self._sent_ms = self._beacon_ms = now

    @property
    def whole(self):
        """Whether this device has forgotten nothing of the table, and has all that the table inherited."""
        return self._sound and self.count >= self._inherited

    # the log

    def entry(self, index):
        """Entry `index` (0 to count - 1) as (seat, boot, action)."""
        seat, boot, high, low = self._log[index * ENTRY : index * ENTRY + ENTRY]
        return seat, boot, high << 8 | low

    def entries(self):
        """The whole log as bytes, ENTRY for each."""
        return bytes(self._log[: self.count * ENTRY])

    def _digest(self, count):
        return crc32(memoryview(self._log)[: count * ENTRY], self._base)

    def _append(self, data, now):
        """Take one entry, four bytes, if the game allows it. Returns whether it did."""
        if self.count == ENTRIES_MAX or not self._take(data[0], data[2] << 8 | data[3]):
            self.refused += 1
            return False
        at = self.count * ENTRY
        if at == len(self._log):
            self._log.extend(bytes(at))  # twice the room: rare, a match is a few hundred entries
        self._log[at : at + ENTRY] = data
        self.count += 1
        self.digest = crc32(data, self.digest)
        self._tries = 0
        self._grown_ms = now
        return True

    # what the others hold

    def lacking(self):
        """A bit for each device not yet heard to be whole and to hold exactly what this one holds; 0: all is
        settled.
        """
        bits = 0
        for index, peer in enumerate(self._peers):
            if peer is not None and not (peer.whole and peer.held == self.count and peer.digest == self.digest):
                bits |= 1 << index
        return bits

    def settled(self):
        """Whether every device of the table is whole and holds exactly this log."""
        return self.whole and not self.lacking()

    def silent(self, now):
        """The indices of devices that have not been heard for SILENT_MS: the table waits for them."""
        return [index for index, peer in enumerate(self._peers) if peer is not None and now - peer.heard_ms > SILENT_MS]

    def complete(self):
        """Whether every device has been heard at this table: all of them have the roster."""
        return all([peer is None or peer.held >= 0 for peer in self._peers])

    def answered(self):
        """Whether every device has echoed this one's boot number: its word was given after this one's start."""
        return all([peer is None or (peer.held >= 0 and peer.echo == self.boot & 255) for peer in self._peers])

    def boots(self):
        """The boot number of each device, as last heard; 0 where it never was."""
        return [self.boot if peer is None else peer.boot for peer in self._peers]

    def any_whole(self, now):
        """Whether this device, or one that it hears, is whole."""
        if self.whole:
            return True
        return any([peer.whole and now - peer.heard_ms < SILENT_MS for peer in self._peers if peer is not None])

    def rank(self, now):
        """How many devices before this one are about and hold its log: whose rank is 0 speaks for all."""
        rank = 0
        for peer in self._peers[: self.me]:
            rank += peer.whole and peer.held == self.count and now - peer.heard_ms < SILENT_MS
        return rank

    # writing

    def write(self, seat, action, now):
        """Write the next entry for `seat`, a seat of this device. Returns False, and does nothing, while an earlier
        entry is unsettled, or when the game does not allow it.
        """
        if not self.settled() or not self._append(bytes([seat, self.boot & 255, action >> 8, action & 255]), now):
            return False
        self._author = self._urgent = True
        self._due_ms = now
        return True

    # the air

    def status(self, now):
        """The body of a status that is due now, or None."""
        if self.me is None or self._due_ms > now:
            return None
        lacking = self.lacking()
        self._plan(lacking or not self.whole, now)
        self._sequence += 1
        high, low = self._sequence >> 16, self._sequence & 0xFFFF
        body = struct.pack(_STATUS, self.boot, high, low, self.count, self.digest, lacking, self.whole)
        body += bytes([self.boot & 255 if peer is None else peer.boot & 255 for peer in self._peers])
        return body + self._entries_for_the_last(now) if self.whole else body

    def _plan(self, unsettled, now):
        """Decide when the next status is due, one being sent now."""
        self._urgent = False
        self._sent_ms = now
        self._beacon_ms = now + BEACON_MS + self._jitter(BEACON_MS // 10)
        self._due_ms = self._beacon_ms
        if unsettled and self._tries < RETRIES:
            self._tries += 1
            eager = self._author or not self.whole or self._turn() == self.me
            pause_ms = RETRY_MS if eager else RELAY_MS
            self._due_ms = now + pause_ms + self._jitter(pause_ms // 2)

    def wait_ms(self, now):
        """Milliseconds until the next status is due; 0 when it is due now."""
        return BEACON_MS if self.me is None else max(0, self._due_ms - now)

    def watch(self, held, now):
        """Somebody who only listens holds `held` entries and asks for those behind them."""
        if held < self.count:
            self._watched = held
            self._soon(now, SLOT_MS * self._devices)

    def _helps(self, peer, now):
        """Whether it is for this device to send `peer` what it lacks.

        The author of the newest entry looks after those who miss it, and the first of the others after those who
        restarted; when they do not reach them, the rest follows, one after the other.
        """
        rank = self.rank(now)
        first = self._author if peer.whole else rank == 0
        stalled_ms = min(now - peer.moved_ms, now - self._grown_ms)
        return first or stalled_ms > STALL_MS * (1 + rank)

    def _entries_for_the_last(self, now):
        first = self.count
        if self._watched is not None:
            first, self._watched = self._watched, None
        for peer in self._peers:
            if peer is not None and 0 <= peer.held < first and self._helps(peer, now):
                first = peer.held
        if first == self.count:
            return b""
        end = min(self.count, first + _ENTRIES_PER_FRAME)
        return struct.pack(_START, first, self._digest(first)) + bytes(self._log[first * ENTRY : end * ENTRY])

    def hear(self, sender, body, now):
        """Take in a status of device `sender`. Nonsense is dropped."""
        end = STATUS_LENGTH + self._devices
        if len(body) < end or (len(body) > end and (len(body) - end) % ENTRY != _START_LENGTH % ENTRY):
            self.refused += 1
        elif sender < self._devices and sender != self.me:
            self._hear(sender, self._peers[sender], body, end, now)

    def _hear(self, sender, peer, body, end, now):
        boot, high, low, held, digest, lacks, whole = struct.unpack(_STATUS, body[:STATUS_LENGTH])
        sequence = high << 16 | low
        if boot < peer.boot or (boot == peer.boot and sequence <= peer.sequence):
            self.stale += 1
            return
        new_boot = boot != peer.boot
        if new_boot or held != peer.held or whole != peer.whole:
            peer.moved_ms = now
            self._tries = 0
        peer.boot, peer.sequence, peer.held, peer.digest, peer.heard_ms = boot, sequence, held, digest, now
        peer.whole = whole == 1
        if self.me is not None:
            peer.echo = body[STATUS_LENGTH + self.me]
        grown = peer.whole and self._copy(body, end, now)
        mended = self._mend()
        # To one who has less, this device's word is of no use.
        asked = self.me is not None and lacks >> self.me & 1 and held == self.count
        crossed = now - self._sent_ms < SLOT_MS * self._devices  # it was on its way when mine was
        if grown or mended or new_boot or asked or (held < self.count and not crossed and self._helps(peer, now)):
            self._soon(now, SLOT_MS * ((self.me or 0) - sender) % (SLOT_MS * self._devices))
        elif not self._urgent and self.settled():
            self._due_ms = self._beacon_ms  # settled in the meantime: nothing to repeat

    def _soon(self, now, delay_ms):
        self._urgent = True
        due_ms = now + delay_ms
        if due_ms < self._due_ms:
            self._due_ms = due_ms

    def _copy(self, body, at, now):
        """Copy the entries at the end of a status as far as they continue this log. Returns whether it has grown."""
        if len(body) < at + _START_LENGTH:
            return False
        index, digest = struct.unpack(_START, body[at : at + _START_LENGTH])
        if index > self.count or digest != self._digest(index):
            return False
        before = self.count
        for start in range(at + _START_LENGTH, len(body), ENTRY):
            if index == self.count and not self._append(body[start : start + ENTRY], now):
                break
            index += 1
        if self.count > before:
            self._author = False
        return self.count > before

    def _mend(self):
        """Become whole again after a restart, if that can be. Returns whether it has just happened.

        Every echo of the new boot number proves that its sender's word was given after the restart; so nothing that was
        said before it, and forgotten, can be held by anybody without being seen here.
        """
        if self._sound or self.me is None or not self.answered():
            return False
        sound = [peer for peer in self._peers if peer is not None and peer.whole]
        if not sound or any([peer.held > self.count for peer in sound]):
            return False
        self._sound = not any([peer.held == self.count and peer.digest != self.digest for peer in sound])
        return self._sound
