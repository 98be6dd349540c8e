"""Finds what `pocket.store` has kept when a program starts, from which on nobody needs this any more."""

from binascii import crc32

from pocket.store import HEAD, MORE, SPARE_AT, WHOLE

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any


def newest(nvm: "Any", spare: "Any", chip: bytes | None) -> "tuple[bytes | None, int, int, int, bool]":
    """Of the newest whole copy: (its data or None, number, where it ends in nvm, the half that the next goes to,
    whether it is the spare's). nvm, spare: as Store has them. chip: the checksum of the chip's number; None: any chip.
    """
    half = len(nvm) // 2
    first, second = [_copy(nvm, start, start + half, chip) for start in (0, half)]
    # One is newer when its number comes soon after the other's; numbers go round at 65536.
    following = 0 if _is_newer(second, first) else 1
    found = (first, second)[1 - following]
    if spare is not None:
        spare.seek(SPARE_AT)
        spared = _copy(spare.read(half), 0, half, chip)
        if _is_newer(spared, found):
            return spared[0], spared[1], 0, following, True
    return found[0], found[1], found[2], following if found[0] else 0, False


def _is_newer(one: "tuple[bytes | None, int, int]", other: "tuple[bytes | None, int, int]") -> bool:
    return one[0] is not None and (other[0] is None or (one[1] - other[1]) & 0xFFFF < 0x8000)


def _copy(source: "Any", start: int, limit: int, chip: bytes | None) -> "tuple[bytes | None, int, int]":
    """(data, number, where it ends) of the copy at `start` with all that is appended to it; None: none is whole."""
    data: bytes | None = None
    number = 0
    while True:
        head = bytes(source[start : start + HEAD])
        end = start + HEAD + int.from_bytes(head[5:7], "big")
        if head[:3] != (WHOLE if data is None else MORE) or chip not in (None, head[7:11]) or end > limit:
            return data, number, start
        more = (data or b"") + bytes(source[start + HEAD : end])
        if crc32(more, crc32(head[3:11])).to_bytes(4, "big") != head[11:]:
            return data, number, start
        data, number, start = more, int.from_bytes(head[3:5], "big"), end
