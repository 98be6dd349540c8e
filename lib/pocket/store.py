"""Where a device keeps its `ring.memory.Memory` while it is off: two copies in non-volatile memory, and one in a spare.

Each has a number and a checksum, so that one whose writing was cut off does not count. Where a chip may lose all of its
memory while it writes, the newest copy stands in the spare by then; and where it erases nothing to write bytes that are
0xFF, what has come since is appended to a copy. Each says on which chip it was made: what was copied from another board
does not count, or two would be one device.
"""

import os
from binascii import crc32

from ring.memory import unpack_memory

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from ring.memory import Memory


WHOLE, MORE = b"PH\x03", b"PH\x04"  # a copy; what belongs behind the copy, or the more, before it
HEAD = 3 + 2 + 2 + 4 + 4  # magic, number of the copy, length, checksums: of the chip's number, of all behind magic
AHEAD = 768  # bytes that are erased behind a copy, for more
TAIL = 16  # bytes at the very end, which are safemode.py's marks, as it says
TAIL_USED = 10  # of them, from which on they are erased: it needs four at once
SPARE_AT = 4096  # where the copy begins in the spare: a sector of flash, on all chips
SPARE_UNIT = 512  # bytes that the firmware writes at once, without first reading what stands there


class Store:
    """Non-volatile memory with a copy in each half, which take turns. nvm: a bytearray, or an object like
    `microcontroller.nvm`; None keeps nothing. One that raises RuntimeError, as the firmware's does where its flash
    fails, is let alone from then on. uid: the chip's number; None reads what any chip has kept. appends: whether bytes
    that are 0xFF are written without an erase. spare: an open file, as `boards.spare` makes it; None: there is none.
    """

    def __init__(self, nvm: "Any", uid: bytes | None = None, appends: bool = False, spare: "Any" = None) -> None:
        from pocket.copies import newest

        self._chip = None if uid is None else crc32(uid).to_bytes(4, "big")
        self.failure: RuntimeError | None = None  # the RuntimeError because of which nothing is kept any more
        self.writes = 0
        self._nvm, self._appends, self._spare = nvm, appends, spare
        self._data: bytes | None = None
        if nvm:
            self._half = len(nvm) // 2
            try:
                self._data, self._number, self._end, self._next, self._spared = newest(nvm, spare, self._chip)
            except RuntimeError as error:
                self._fail(error)

    def _fail(self, error: RuntimeError) -> None:
        self.failure, self._nvm = error, None

    def load(self) -> "Memory | None":
        """The Memory of the last whole write, or None."""
        if self._data is None:
            return None
        try:
            return unpack_memory(self._data)
        except ValueError:
            return None

    def save(self, memory: "Memory") -> None:
        """Write `memory` so that the copy before it is there until it is whole."""
        if not self._nvm:
            return
        data = memory.pack(self._half - HEAD - TAIL)
        self._number = (self._number + 1) & 0xFFFF
        try:
            if not self._append(data):
                self._write(data)
        except RuntimeError as error:
            self._fail(error)
            return
        self._data = data
        self.writes += 1

    def _record(self, kind: bytes, data: bytes, known: int) -> bytes:
        """All of `data` but the bytes that are known, as it is written."""
        head = self._number.to_bytes(2, "big") + (len(data) - known).to_bytes(2, "big") + (self._chip or bytes(4))
        return kind + head + crc32(data, crc32(head)).to_bytes(4, "big") + data[known:]

    def _append(self, data: bytes) -> bool:
        """Append to the newest copy what it lacks, if it lacks nothing else, and without an erase. Returns whether."""
        if not self._appends or self._data is None or self._spared or not data.startswith(self._data):
            return False
        more = self._record(MORE, data, len(self._data))
        end = self._end + len(more)
        if end > (2 - self._next) * self._half - TAIL or min(self._nvm[self._end : end]) < 255:
            return False
        self._nvm[self._end : end] = more
        self._end = end
        return True

    def _write(self, data: bytes) -> None:
        """Write all of it: into the spare, or over the older half if the spare has the copy before it."""
        whole = self._record(WHOLE, data, 0)
        if self._to_spare(whole):
            return
        start = self._next * self._half
        self._end = start + len(whole)
        if self._appends:
            whole += b"\xff" * min(AHEAD, self._half - TAIL - len(whole))
        self._nvm[start : start + len(whole)] = whole
        self._next = 1 - self._next
        self._spared = False

    def _to_spare(self, whole: bytes) -> bool:
        """Write it into the spare, if there is one, and if what the spare has may be lost. Returns whether it was."""
        if self._spare is None or self._data is None or self._spared:
            return False
        try:
            self._spare.seek(SPARE_AT)
            self._spare.write(whole + bytes(-len(whole) % SPARE_UNIT))
            os.sync()
        except OSError:  # the computer owns the drive
            self._spare = None
            return False
        self._spared = True
        return True

    def all_is_well(self) -> None:
        """The program has run for a while: tell safemode.py, where it has left a mark."""
        if not self._nvm:
            return
        start = 2 * self._half - TAIL
        try:
            marks = bytes(self._nvm[start:]).rstrip(b"\xff")
            if len(marks) > TAIL_USED:
                if self._data is not None:
                    self._to_spare(self._record(WHOLE, self._data, 0))
                self._nvm[start : start + TAIL] = b"\xff" * TAIL
            elif marks[-1:] == b"\1":
                self._nvm[start + len(marks)] = 0
        except RuntimeError as error:
            self._fail(error)
