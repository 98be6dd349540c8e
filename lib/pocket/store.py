"""Where a device keeps its `ring.memory.Memory` while it is off: two copies in non-volatile memory, which take turns.

Each has a number and a checksum, so a write that is cut off at any byte leaves the older one readable, and says on
which chip it was made: what was copied from another board does not count, or two would be one device.
"""

from binascii import crc32

from ring.memory import unpack_memory

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from ring.memory import Memory


_MAGIC = b"PH\x03"
_HEAD = 3 + 2 + 2 + 4 + 4  # magic, number of the copy, length, checksums: of the chip's number, of all behind magic


class Store:
    """Non-volatile memory with two copies. nvm: a bytearray, or an object like `microcontroller.nvm`; None keeps
    nothing. One that raises RuntimeError, as the firmware's does where its flash fails, is let alone from then on.
    uid: the chip's number; None reads what any chip has kept.
    """

    def __init__(self, nvm: "Any", uid: bytes | None = None) -> None:
        self._chip = None if uid is None else crc32(uid).to_bytes(4, "big")
        self.failure: RuntimeError | None = None  # the RuntimeError because of which nothing is kept any more
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

    def _fail(self, error: RuntimeError) -> None:
        self.failure, self._nvm = error, None

    def _read(self, start: int) -> tuple[int, bytes] | None:
        """(number, data) of the copy at `start`, or None where none is whole."""
        head = bytes(self._nvm[start : start + _HEAD])
        length = int.from_bytes(head[5:7], "big")
        if head[:3] != _MAGIC or length > self._half - _HEAD or self._chip not in (None, head[7:11]):
            return None
        data = bytes(self._nvm[start + _HEAD : start + _HEAD + length])
        if crc32(data, crc32(head[3:11])).to_bytes(4, "big") != head[11:]:
            return None
        return int.from_bytes(head[3:5], "big"), data

    def load(self) -> "Memory | None":
        """The Memory of the last whole write, or None."""
        if self._data is None:
            return None
        try:
            return unpack_memory(self._data)
        except ValueError:
            return None

    def save(self, memory: "Memory") -> None:
        """Write `memory` over the older copy, in one go: flash is erased once for each write."""
        if self._nvm is None:
            return
        data = memory.pack(self._half - _HEAD - 1)  # the very last byte is safemode.py's
        self._number = (self._number + 1) & 0xFFFF
        head = self._number.to_bytes(2, "big") + len(data).to_bytes(2, "big") + (self._chip or bytes(4))
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
