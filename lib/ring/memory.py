"""What a device keeps while it is off: who it is, how often it has started, and the table that it sits at.

A Memory is what stands in the store. Its Keeper says what is to stand there, and when it is written. Entries of the log
are kept as one byte each, which the game turns back into actions.
"""

from collections import namedtuple

from ring.messages import ENTRY, ID, Person, Reader, Roster, unpack_roster

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from ring.log import Log
    from ring.ports import Entropy, Game, Store

PAST = 6  # so many tables that are over are remembered
SAVE_ENTRIES = 8  # the log is kept every so many entries, or twice as many where nobody ever pauses
QUIET_MS = 400  # of that length
PAUSE_MS = 20000  # and also where nobody has done anything for so long
BOOT_LAST = 65000  # with this boot number a device ends, but for a few that are said at tables to go back to
_BOOTS_MAX = 255  # changes of a boot number in one log; the rest of a log with more is not kept


class Memory:
    """The contents."""

    def __init__(
        self,
        identity: bytes,  # ID random bytes from the first start
        boot: int,  # the number of the last start; 0: there was none
        past: bytes = b"",  # the ids of tables that it will not sit at again, the latest last
        table: "bytes | None" = None,  # the id of the table; None: it sits at none
        roster_data: bytes = b"",  # its entry 0
        choices: bytes = b"",  # a byte for each entry
        boots: "list[tuple[int, int, int]]" = [],  # noqa: B006 (never changed) index of an entry, its seat and boot number, for each that is the first of its seat under that number
        preferences: bytes = b"",  # what the player chose in the menu
    ) -> None:
        self.identity, self.boot, self.past = identity, boot, past
        self.table, self.roster_data, self.choices, self.boots = table, roster_data, choices, boots
        self.preferences = preferences

    def pack(self, room: int) -> bytes:
        """As bytes, at most `room` of them: entries that do not fit are left out, the latest first."""
        out = self.identity + self.boot.to_bytes(2, "big") + bytes([len(self.past) // ID]) + self.past
        out += bytes([len(self.preferences)]) + self.preferences
        if self.table is None:
            return out
        boots, choices = self.boots[:_BOOTS_MAX], self.choices
        if len(self.boots) > _BOOTS_MAX:
            choices = choices[: self.boots[_BOOTS_MAX][0]]
        out += self.table + bytes([len(self.roster_data)]) + self.roster_data + bytes([len(boots)])
        for index, seat, boot in boots:
            out += index.to_bytes(2, "big") + bytes([seat, boot])
        return out + bytes(choices[: max(0, room - len(out))])


def unpack_memory(data: bytes) -> Memory:
    """The Memory in `data`. Raises ValueError when it makes no sense."""
    reader = Reader(data)
    memory = Memory(reader.take(ID), reader.number(2), reader.take(reader.byte() * ID))
    memory.preferences = reader.take(reader.byte())
    if reader.left():
        memory.table = reader.take(ID)
        memory.roster_data = reader.take(reader.byte())
        memory.boots = [(reader.number(2), reader.byte(), reader.byte()) for _ in range(reader.byte())]
        memory.choices = reader.take(reader.left())
    return memory


Left = namedtuple(
    "Left",
    (
        "data",  # entry 0 of a table that this device went on from
        "known",  # its log, as far as this device knew it
        "choices",  # the same as it is kept
        "boots",
    ),
)


class Keeper:
    """Of one device: its boot numbers, the tables that are over, and what it remembers of the log at its table."""

    def __init__(self, me: Person, memory: Memory, store: "Store", game: "Game", entropy: "Entropy") -> None:
        self.me = me  # the boot number in it is raised here
        self.spent = memory.boot  # the last boot number that was given out
        self.past = memory.past  # ids of tables that are over for this device
        self.memory = memory  # as it was written last
        self._store, self._game, self._entropy = store, game, entropy
        self._log: "Log | None" = None  # of the table that it sits at
        self.unheard = b""  # a log that was kept, until all is settled: its next entry may have to be written again
        self.remembers = False  # something of the log, without being whole
        self.forget()

    # boot numbers, and tables that are over

    def forget(self) -> None:
        """What this device said at its table is forgotten from now on, just as if it had restarted. When boot numbers
        end it is another device: none is ever said twice.
        """
        if self.spent >= BOOT_LAST:
            self.memory.identity, self.spent = self._entropy(ID), 0
        self.me.device, self.spent = self.memory.identity, self.spent + 1
        self.me.boot = self.spent

    def past_ids(self) -> "list[bytes]":
        """The ids of tables that are over for this device, the latest last."""
        return [self.past[at : at + ID] for at in range(0, len(self.past), ID)]

    def leave_behind(self, table: bytes) -> None:
        """Never sit at `table` again: all know its end, or it has been followed by another."""
        if table not in self.past_ids():
            self.past = (self.past + table)[-PAST * ID :]

    # what is remembered

    def begin(
        self,
        table: bytes,
        roster: Roster,
        roster_data: bytes,
        log: "Log",
        kept: "bytes | None",  # what this device remembers of that log without being whole; None: nothing
    ) -> None:
        """Sit down, or look on, at a table. Only of a seat is anything kept."""
        if log.me is not None and self._log is None and self.memory.table not in (None, table, roster.parent):
            self.leave_behind(self.memory.table)  # what is kept of it is lost now
        self._table, self._roster, self._roster_data, self._log = table, roster, roster_data, log
        self.unheard, self.remembers = kept or b"", kept is not None
        self._saved = -1  # so many entries have been kept
        if log.me is not None:
            self.save()

    def leave(self, unheard: bool) -> None:
        """Sit at no table any more. unheard: the newest entry is an own one that nobody else may hold, and is kept."""
        stays_kept = unheard or self._log.me is None or self._remembers_more()
        self.forget()
        if self._game.over():
            self.leave_behind(self._table)
        self._log = None
        if stays_kept:
            self.save_boot()
        else:
            self.save()

    def go_back(self, table: bytes, left: Left, boot: int) -> None:
        """Let what is kept be of a table that this device went on from, under the boot number that was said there."""
        self.past = b"".join([one for one in self.past_ids() if one != table])
        self.me.boot, memory = boot, self.memory
        memory.table, memory.roster_data, memory.choices, memory.boots = table, left.data, left.choices, left.boots

    def left(self) -> Left:
        """The table that is being left for another."""
        if self._remembers_more():
            return Left(self._roster_data, self.remembered(), self.memory.choices, self.memory.boots)
        return Left(self._roster_data, self.known(), self._game.choices(), self._boots_of_entries())

    def known(self) -> bytes:
        """The log as far as this device knows it: after a restart, what it had kept or what it has copied since."""
        entries = self._log.entries()
        return self.unheard if not self._log.whole and len(self.unheard) > len(entries) else entries

    def remembered(self) -> bytes:
        """The same, and an entry that was kept and is still to be written again."""
        known = self.known()
        return self.unheard if len(self.unheard) > len(known) and self.unheard.startswith(known) else known

    def _remembers_more(self) -> bool:
        """Whether that is more than the log holds by now."""
        return len(self.remembered()) > self._log.count * ENTRY

    def take_unheard(self) -> bytes:
        """The entry that this device had written last, and kept, and that nobody has heard, now that all is settled;
        none: b"".
        """
        kept, entries = self.unheard, self._log.entries()
        self.unheard = b""
        return kept[len(entries) :][:ENTRY] if kept.startswith(entries) else b""

    def replay(self) -> bytes:
        """The log that was kept, as entries. Raises ValueError when it makes no sense."""
        roster = unpack_roster(self.memory.roster_data)
        boots = [0] * len(roster.seats)
        changes = list(self.memory.boots)
        entries = bytearray()
        for seat, action in self._game.replay(roster, self.memory.choices):
            while changes and changes[0][0] * ENTRY == len(entries):
                _, whose, boot = changes.pop(0)
                if whose >= len(boots):
                    raise ValueError("a seat that nobody has")
                boots[whose] = boot
            entries.extend(bytes([seat, boots[seat], action >> 8, action & 255]))
        return bytes(entries)

    # what is written

    def prefer(self, preferences: bytes) -> None:
        """Keep what the player has chosen in the menu."""
        self.memory.preferences = preferences
        self.save_boot()

    def save_now(self) -> None:
        """Keep the log at once, for a device that is about to stop."""
        if self._log is not None and self._log.me is not None and self._log.count > self._saved:
            self.save()

    def save_in_time(self, silent: "list[int]", now: int) -> None:
        """Keep the log every few entries, where it is quiet: writing holds everything up for a moment."""
        unsaved, since_ms = self._log.count - self._saved, now - self._log.grown_ms
        quiet = since_ms >= QUIET_MS or unsaved >= 2 * SAVE_ENTRIES
        pause = silent or since_ms >= PAUSE_MS or self._game.between_rounds() or self._game.over()
        ended = self._game.over() and self._log.settled() and self._table not in self.past_ids()
        if ended:  # until then somebody may lack the end, and this device may be the one to tell it
            self.leave_behind(self._table)
        if ended or (unsaved and quiet and (pause or unsaved >= SAVE_ENTRIES)):
            self.save()

    def save(self) -> None:
        """Keep identity, boot number and table, so that they survive a loss of power."""
        memory = Memory(self.me.device, self.spent, self.past, preferences=self.memory.preferences)
        if self._log is not None:
            if self._log.whole:
                self._saved = self._log.count
            if self._remembers_more() or not self._log.whole:
                self._save_seat()
                return
            memory.table, memory.roster_data, memory.choices = self._table, self._roster_data, self._game.choices()
            memory.boots = self._boots_of_entries()
        self.memory = memory
        self._store.save(memory)

    def _boots_of_entries(self) -> "list[tuple[int, int, int]]":
        """(index, seat, boot number) of each entry that is the first of its seat under that boot number."""
        found, last = [], [0] * len(self._roster.seats)
        for index in range(self._log.count):
            seat, boot, _ = self._log.entry(index)
            if last[seat] != boot:
                last[seat] = boot
                found.append((index, seat, boot))
        return found

    def _save_seat(self) -> None:
        """Keep boot number and table, before anything is said under them, and of the log what had been kept before:
        that is worth more than what has been copied so far, and may hold an entry to be written again. It belongs to
        this table too, if that goes on with it.
        """
        memory = self.memory
        if (memory.boot, memory.table) != (self.spent, self._table):
            if memory.table != self._table:
                if not self.remembers or memory.table != self._roster.parent:
                    memory.choices, memory.boots = b"", []
                memory.table, memory.roster_data = self._table, self._roster_data
            self.save_boot()

    def save_boot(self) -> None:
        """Keep the boot number, before anything is said under it, and leave the rest as it was kept."""
        self.memory.boot, self.memory.past = self.spent, self.past
        self._store.save(self.memory)
