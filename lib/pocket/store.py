"""What a device keeps while it is off: who it is, how often it has started, and the table that it sits at.

Two copies take turns in the board's non-volatile memory, each with a checksum, so a write that is cut off at any byte
leaves the older one readable. Entries of the log are kept as one byte each: the place of the action among those that
were legal, which a replay of the game turns back into the action.
"""

from binascii import crc32

from ring.roster import ID, Reader

_MAGIC = b"PH\x02"
_HEAD = 3 + 2 + 2 + 4  # magic, number of the copy, length, checksum
_BOOTS_MAX = 255  # changes of a boot number in one log; the rest of a log with more is not kept


class Memory:
    """The contents. identity: 4 random bytes from the first start. boot: the number of the last start.

    preferences: what the player chose in the menu, as `Settings` has it. past: the ids of tables that it will not sit
    at again, the latest last, in one piece. table: the id of the table, 4 bytes, or None. roster_data: its entry 0.
    choices: a byte for each entry. boots: a list of (index of an entry, seat, boot number) for each entry that is the
    first of its seat under that boot number.
    """

    def __init__(self, identity, boot, past=b"", table=None, roster_data=b"", choices=b"", boots=(), preferences=b""):
        self.identity, self.boot, self.past = identity, boot, past
        self.table, self.roster_data, self.choices, self.boots = table, roster_data, choices, boots
        self.preferences = preferences

    def pack(self, room):
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


def unpack(data):
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


class Store:
    """Non-volatile memory with two copies. nvm: a bytearray, or an object like `microcontroller.nvm`; None keeps
    nothing. One that raises RuntimeError, as the firmware's does where its flash fails, is let alone from then on.
    """

    def __init__(self, nvm):
        self.failure = None  # the RuntimeError because of which nothing is kept any more
        self.writes = 0
        self._nvm = nvm
        try:
            self._half = len(nvm) // 2 if nvm else 0
            first, second = [self._read(start) for start in (0, self._half)] if nvm else (None, None)
        except RuntimeError as error:
            first = second = None
            self._fail(error)
        # The second is the newer one when its number comes soon after the first's; numbers go round at 65536.
        newest = second if first is None or (second and (second[0] - first[0]) & 0xFFFF < 0x8000) else first
        self._next = 0 if newest is second else 1
        self._number, self._data = newest or (0, None)

    def _fail(self, error):
        self.failure, self._nvm = error, None

    def _read(self, start):
        """(number, data) of the copy at `start`, or None where none is whole."""
        head = bytes(self._nvm[start : start + _HEAD])
        length = int.from_bytes(head[5:7], "big")
        if head[:3] != _MAGIC or length > self._half - _HEAD:
            return None
        data = bytes(self._nvm[start + _HEAD : start + _HEAD + length])
        if crc32(data, crc32(head[3:7])).to_bytes(4, "big") != head[7:]:
            return None
        return int.from_bytes(head[3:5], "big"), data

    def load(self):
        """The Memory of the last whole write, or None."""
        if self._data is None:
            return None
        try:
            return unpack(self._data)
        except ValueError:
            return None

    def save(self, memory):
        """Write `memory` over the older copy, in one go: flash is erased once for each write."""
        if self._nvm is None:
            return
        data = memory.pack(self._half - _HEAD - 1)  # the very last byte is safemode.py's
        self._number = (self._number + 1) & 0xFFFF
        head = self._number.to_bytes(2, "big") + len(data).to_bytes(2, "big")
        whole = _MAGIC + head + crc32(data, crc32(head)).to_bytes(4, "big") + data
        start = self._next * self._half
        try:
            self._nvm[start : start + len(whole)] = whole
        except RuntimeError as error:
            self._fail(error)
            return
        self._next = 1 - self._next
        self._data = data
        self.writes += 1
