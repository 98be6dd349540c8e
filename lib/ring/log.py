"""The table is a log: every device has all of it, and the player whose turn it is writes the next entry.

An entry is settled when every device of the table holds it, and nobody writes entry k before k - 1 is settled, so there
is nothing to vote on. One kind of frame does the work, the status: how many entries I hold and the digest of the last,
whose word I still lack, and entries for whoever is behind. Loss, doubling, delay and reordering then cost only time.

A device that restarted has forgotten what it said: it is not whole. It holds nothing, writes nothing, and nobody copies
from it, until every other device has echoed its new boot number and it has copied the log of one that is whole.
"""

from binascii import crc32

from ring.frames import ILLEGAL, REASONS, STALE
from ring.messages import ENTRY, Status, entries_max, pack_status, unpack_status

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from ring.ports import Jitter, Moves

ENTRIES_MAX = 65535
ROOM = 64 * ENTRY  # bytes that the log grows by

SLOT_MS = 3  # devices answer one after the other, a slot each, so that their frames do not meet in the air
RETRY_MS = 40  # between statuses of the author and of the next writer while something is unsettled
RELAY_MS = 300  # and between those of the others; half as much random delay comes on top of both
RETRIES = 12  # after this many repeats without an answer, a status goes out once a second only
STALL_MS = 150  # after this long without progress, a device gets entries from others than the author, too
BEACON_MS = 1000  # between statuses while nothing happens
SILENT_MS = 3500  # a device counts as missing when it has not been heard for this long


class _Peer:
    """What another device last said of itself."""

    def __init__(self, now: int) -> None:
        self.boot = self.sequence = 0
        self.held = -1  # entries; -1: never heard, it may not even have the roster
        self.digest = 0
        self.whole = False
        self.echo = 0  # my boot number as it last heard it; 0: never
        self.heard_ms = self.moved_ms = now  # when it was last heard, and when it last had come on


class Log:
    """One device's end of a table.

    Everything on the air is in `hear` and `poll`. What it drops it counts in `dropped`, by reason (see `ring.frames`).
    """

    def __init__(
        self,
        roster_data: bytes,  # entry 0
        devices: int,  # how many, 1 to 8
        me: "int | None",  # the index of this one; None: it only listens
        boot: int,  # its boot number, 1 to 65535, never used before
        game: "Moves",  # asked about each new entry
        jitter: "Jitter",
        now: int,  # ms
        sound: bool = True,  # False for a device that restarted
        entries: bytes = b"",  # a log that the table starts with; the game has taken it already
        inherited: int = 0,  # how many entries the table has from the one before
        dropped: "list[int] | None" = None,  # counters, a list of REASONS numbers
    ) -> None:
        self.me = me
        self.boot = boot
        self._sound = sound
        self._inherited = inherited
        self._dropped = dropped or [0] * REASONS
        self._game = game
        self._jitter = jitter
        self._log = bytearray(entries) + bytes(ROOM)
        self._base = crc32(roster_data)
        self._devices = devices
        self._peers = [None if index == me else _Peer(now) for index in range(devices)]
        self.sequence = 0
        self.count = len(entries) // ENTRY
        self.digest = self._digest(self.count)
        self._author = False  # whether the newest entry is mine
        self._urgent = True  # something to say that nobody knows yet
        self._tries = 0  # statuses in vain since anything came on
        self.grown_ms = now
        self.forked = False  # somebody who has forgotten nothing either has another log, which no rule can mend
        # A boot number under which another has spoken as this device, or itself, and forgot it; 0: none.
        self.usurped = 0
        self._watched: "int | None" = None  # a listener asks for entries from this index on
        self._due_ms = now + jitter(SLOT_MS * devices + 1)
        self._sent_ms = self._beacon_ms = now

    @property
    def whole(self) -> bool:
        """Whether this device has forgotten nothing of the table, and has all that the table inherited."""
        return self._sound and self.count >= self._inherited

    # the log

    def entry(self, index: int) -> "tuple[int, int, int]":
        """Entry `index` (0 to count - 1) as (seat, boot, action)."""
        seat, boot, high, low = self._log[index * ENTRY : index * ENTRY + ENTRY]
        return seat, boot, high << 8 | low

    def entries(self) -> bytes:
        """The whole log as bytes, ENTRY for each."""
        return bytes(self._log[: self.count * ENTRY])

    def _digest(self, count: int) -> int:
        return crc32(memoryview(self._log)[: count * ENTRY], self._base)

    def _append(self, data: bytes, now: int) -> bool:
        """Take one entry, four bytes, if the game allows it. Returns whether it did."""
        if self.count == ENTRIES_MAX or not self._game.take(data[0], data[2] << 8 | data[3], now):
            self._dropped[ILLEGAL] += 1
            return False
        at = self.count * ENTRY
        if at == len(self._log):
            self._log.extend(bytes(ROOM))  # rare: a match is a few hundred entries
        self._log[at : at + ENTRY] = data
        self.count += 1
        self.digest = crc32(data, self.digest)
        self._tries = 0
        self.grown_ms = now
        return True

    # what the others hold

    def lacking(self) -> int:
        """A bit for each device not yet heard to be whole and to hold exactly what this one holds; 0: all is
        settled.
        """
        bits = 0
        for index, peer in enumerate(self._peers):
            if peer is not None and not (peer.whole and peer.held == self.count and peer.digest == self.digest):
                bits |= 1 << index
        return bits

    def settled(self) -> bool:
        """Whether every device of the table is whole and holds exactly this log."""
        return self.whole and not self.lacking()

    def silent(self, now: int) -> "list[int]":
        """The indices of devices that have not been heard for SILENT_MS: the table waits for them."""
        return [index for index, peer in enumerate(self._peers) if peer is not None and now - peer.heard_ms > SILENT_MS]

    def complete(self) -> bool:
        """Whether every device has been heard at this table: all of them have the roster."""
        return all([peer is None or peer.held >= 0 for peer in self._peers])

    def answered(self) -> bool:
        """Whether every device has echoed this one's boot number: its word was given after this one's start."""
        return all([peer is None or (peer.held >= 0 and peer.echo == self.boot) for peer in self._peers])

    def boots(self) -> "list[int]":
        """The boot number of each device, as last heard; 0 where it never was."""
        return [self.boot if peer is None else peer.boot for peer in self._peers]

    def any_whole(self, now: int) -> bool:
        """Whether this device, or one that it hears, is whole."""
        if self.whole:
            return True
        return any([peer.whole and now - peer.heard_ms < SILENT_MS for peer in self._peers if peer is not None])

    def rank(self, now: int) -> int:
        """How many devices before this one are about and hold its log: whose rank is 0 speaks for all."""
        rank = 0
        for peer in self._peers[: self.me]:
            rank += peer.whole and peer.held == self.count and now - peer.heard_ms < SILENT_MS
        return rank

    # writing

    def write(self, seat: int, action: int, now: int) -> bool:
        """Write the next entry for `seat`, a seat of this device. Returns False, and does nothing, while an earlier
        entry is unsettled, or when the game does not allow it.
        """
        if not self.settled() or not self._append(bytes([seat, self.boot & 255, action >> 8, action & 255]), now):
            return False
        self._author = self._urgent = True
        self._due_ms = now
        return True

    # the air

    def poll(self, now: int) -> "bytes | None":
        """The body of a STATUS that is due now, to be sent; None: none is."""
        if self.me is None or self._due_ms > now:
            return None
        lacking = self.lacking()
        self._plan(lacking != 0 or not self.whole, now)
        self.sequence += 1
        first, entries = self._entries_for_the_last(now) if self.whole else (0, b"")
        before = self._digest(first) if entries else 0
        return pack_status(
            Status(
                self.boot,
                self.sequence,
                self.count,
                self.digest,
                lacking,
                self.whole,
                self.boots(),
                first,
                before,
                entries,
            )
        )

    def _plan(self, unsettled: bool, now: int) -> None:
        """Decide when the next status is due, one being sent now."""
        self._urgent = False
        self._sent_ms = now
        self._beacon_ms = now + BEACON_MS + self._jitter(BEACON_MS // 10)
        self._due_ms = self._beacon_ms
        if unsettled and self._tries < RETRIES:
            self._tries += 1
            eager = self._author or not self.whole or self._game.turn() == self.me
            pause_ms = RETRY_MS if eager else RELAY_MS
            self._due_ms = now + pause_ms + self._jitter(pause_ms // 2)

    def wait_ms(self, now: int) -> int:
        """Milliseconds until the next status is due; 0 when it is due now."""
        return BEACON_MS if self.me is None else max(0, self._due_ms - now)

    def watch(self, held: int, now: int) -> None:
        """Somebody who only listens holds `held` entries and asks for those behind them."""
        if held < self.count:
            self._watched = held
            self._soon(now, SLOT_MS * self._devices)

    def _helps(self, peer: _Peer, now: int) -> bool:
        """Whether it is for this device to send `peer` what it lacks.

        The author of the newest entry looks after those who miss it, and the first of the others after those who
        restarted; when they do not reach them, the rest follows, one after the other.
        """
        rank = self.rank(now)
        first = self._author if peer.whole else rank == 0
        stalled_ms = min(now - peer.moved_ms, now - self.grown_ms)
        return first or stalled_ms > STALL_MS * (1 + rank)

    def _entries_for_the_last(self, now: int) -> "tuple[int, bytes]":
        """(index of the first, entries) for whoever is furthest behind of those whom this device helps."""
        first = self.count
        for peer in self._peers:
            if peer is not None and 0 <= peer.held < first and self._helps(peer, now):
                first = peer.held
        if first == self.count and self._watched is not None:  # who looks on comes after those who play
            first, self._watched = self._watched, None
        end = min(self.count, first + entries_max(self._devices))
        return first, bytes(self._log[first * ENTRY : end * ENTRY])

    def hear(self, sender: int, body: bytes, now: int) -> None:
        """Take in a STATUS of device `sender`. Raises ValueError when it makes no sense."""
        status = unpack_status(body, self._devices)
        peer = self._peers[sender] if sender < self._devices else None
        if peer is None:
            if sender == self.me and (status.boot, status.sequence) > (self.boot, self.sequence):
                self.usurped = status.boot
            return
        if (status.boot, status.sequence) <= (peer.boot, peer.sequence):
            self._dropped[STALE] += 1
            return
        first = not peer.whole  # since it is whole
        new_boot = status.boot != peer.boot
        if new_boot or status.held != peer.held or status.whole != peer.whole:
            peer.moved_ms = now
            self._tries = 0
        peer.boot, peer.sequence, peer.held, peer.digest = status.boot, status.sequence, status.held, status.digest
        peer.whole, peer.heard_ms = status.whole, now
        if self.me is not None:
            peer.echo = status.echoes[self.me]
            thinks_whole = not status.lacks >> self.me & 1
            if peer.echo > self.boot or (
                peer.echo == self.boot and not self._sound and (thinks_whole or (first and peer.whole))
            ):
                self.usurped = peer.echo
        grown = peer.whole and self._copy(status, now)
        mended = self._mend()
        if self._misfits(status, peer):
            if self._sound and self.me is not None:
                self.forked = True
            else:
                self._drop(now)
        # To one who has less, this device's word is of no use.
        asked = self.me is not None and status.lacks >> self.me & 1 and status.held == self.count
        crossed = now - self._sent_ms < SLOT_MS * self._devices  # it was on its way when mine was
        behind = status.held < self.count and not crossed and self._helps(peer, now)
        if grown or mended or new_boot or asked or behind:
            self._soon(now, SLOT_MS * ((self.me or 0) - sender) % (SLOT_MS * self._devices))
        elif not self._urgent and self.settled():
            self._due_ms = self._beacon_ms  # settled in the meantime: nothing to repeat

    def speak_anew(self, boot: int, now: int) -> None:
        """Go on under another boot number as one who restarted, who has heard the others under the number before."""
        self.boot, self.sequence, self.usurped, self._sound = boot, 0, 0, False
        self._tries, self._due_ms = 0, now

    def _soon(self, now: int, delay_ms: int) -> None:
        self._urgent = True
        due_ms = now + delay_ms
        if due_ms < self._due_ms:
            self._due_ms = due_ms

    def _misfits(self, status: Status, peer: _Peer) -> bool:
        """Whether this log cannot become that of `peer`, who is whole and has spoken since: of a device that restarted
        or looks on, it has an entry that its author has given up and written anew; of any other, they are two.
        """
        if not peer.whole or (self.me is not None and peer.echo != self.boot):
            return False
        if status.held == self.count:
            return bool(status.digest != self.digest)
        if status.held < self.count and status.digest != self._digest(status.held):
            return True
        return bool(status.entries and status.first <= self.count and status.before != self._digest(status.first))

    def _drop(self, now: int) -> None:
        """Give up all entries, as one that is not whole or looks on may; those of the others are copied then."""
        self._game.restart(now)
        self.count, self._author = 0, False
        self.digest = self._digest(0)
        self._tries, self.grown_ms = 0, now

    def _copy(self, status: Status, now: int) -> bool:
        """Copy the entries of a status as far as they continue this log. Returns whether it has grown."""
        index, before, entries = status.first, self.count, status.entries
        if not entries or index > self.count or status.before != self._digest(index):
            return False
        for start in range(0, len(entries), ENTRY):
            if index == self.count and not self._append(entries[start : start + ENTRY], now):
                break
            index += 1
        if self.count > before:
            self._author = False
        return self.count > before

    def _mend(self) -> bool:
        """Become whole again after a restart, if that can be. Returns whether it has just happened.

        Every echo of the new boot number proves that its sender's word was given after the restart; so nothing that was
        said before it, and forgotten, can be held by anybody without being seen here.
        """
        if self._sound or self.me is None or self.usurped or not self.answered():
            return False
        sound = [peer for peer in self._peers if peer is not None and peer.whole]
        if not sound or any([peer.held > self.count for peer in sound]):
            return False
        self._sound = not any([peer.held == self.count and peer.digest != self.digest for peer in sound])
        return self._sound
