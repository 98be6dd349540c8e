"""What a device keeps while it is off: who it is, how often it has started, and the table that it sits at.

Entries of the log are kept as one byte each, which the game turns back into actions.
"""

from ring.messages import ID, Reader

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
