"""Letters of a font that lies in a file: proportional, of one colour, read one by one, so that they need hardly RAM.

English firmware has ASCII only. `boards.assets.build` makes the files; all numbers in them are little-endian:

    5 bytes   rows of every letter; the baseline, in rows from the top; bytes in a row; 0; 0
    2 bytes   count of ranges R; 2 bytes   count of letters N
    2 R       the first code point of every range, ascending
    2 R       the letter that it is, counted from 0; letter 0 stands for every one that is missing
    N         widths in pixels, the gap to the next letter included
    N x rows x bytes in a row: the pixels, a bit each, the leftmost first
"""

import struct

import bitmaptools
import displayio
from fontio import Glyph

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import BinaryIO


_HEADER = "<5B2H"
_HEADER_SIZE = 9
_MISSING = 0
_CACHED = 12  # letters kept for labels: some 100 bytes each


class Font:
    """A font as `adafruit_display_text.label` wants it."""

    def __init__(self, path: str) -> None:
        """Raises OSError when there is no such file."""
        self._path = path
        with open(path, "rb") as file:
            head = struct.unpack(_HEADER, file.read(_HEADER_SIZE))
            self.height, self.ascent, self._stride, _, _, ranges, count = head
            self.descent = self.height - self.ascent
            self._firsts = struct.unpack("<{}H".format(ranges), file.read(2 * ranges))
            self._indices = struct.unpack("<{}H".format(ranges), file.read(2 * ranges)) + (count,)
            self._widths = file.read(count)
        self._pixels_at = _HEADER_SIZE + 4 * ranges + count
        self._ascii = self._indices[self._firsts.index(32)] - 32
        self._blank = self._index(32)
        self._cell = displayio.Bitmap(8 * self._stride, self.height, 2)
        self._glyphs = {}

    def get_bounding_box(self) -> tuple[int, ...]:
        """(width, height, x, y) in pixels of a box for any letter; x and y from the baseline, upwards."""
        return 8 * self._stride, self.height, 0, -self.descent

    def width(self, text: str) -> int:
        """How many pixels wide a line of text is."""
        width = 0
        for index in self._letters(text):
            width += self._widths[index]
        return width

    def draw(self, bitmap: displayio.Bitmap, x: int, y: int, text: str) -> None:
        """Set the pixels of a line of text to 1 in a `displayio.Bitmap`, with (x, y) its upper left corner; what does
        not fit is left out.
        """
        with open(self._path, "rb") as file:
            for index in self._letters(text):
                if index != self._blank and x < bitmap.width:
                    self._read(file, index)
                    bitmaptools.blit(bitmap, self._cell, x, y, x2=self._widths[index], skip_source_index=0)
                x += self._widths[index]

    def get_glyph(self, code: int) -> Glyph:
        """The letter of a code point, as a `fontio.Glyph`; a box for one that is missing."""
        bitmap = self._glyphs.get(code)
        if bitmap is None:
            index = self._index(code)
            bitmap = displayio.Bitmap(self._widths[index], self.height, 2)
            with open(self._path, "rb") as file:
                self._read(file, index)
            bitmaptools.blit(bitmap, self._cell, 0, 0, x2=bitmap.width)
            if len(self._glyphs) >= _CACHED:  # labels that show one of them keep it alive by themselves
                self._glyphs.clear()
            self._glyphs[code] = bitmap
        return Glyph(bitmap, 0, bitmap.width, bitmap.height, 0, -self.descent, bitmap.width, 0)

    def _letters(self, text: str) -> list[int]:
        """Which letters a text is made of. Not cut into strings: a board would keep each of those for ever."""
        found, base, code, more = [], self._ascii, 0, 0
        for byte in text.encode():
            if 32 <= byte < 127:  # most are ASCII, which all lie together
                found.append(byte + base)
            elif byte & 0xC0 == 0x80:
                code, more = code << 6 | byte & 0x3F, more - 1
                if not more:
                    found.append(self._index(code))
            elif byte < 0x80:
                found.append(_MISSING)
            else:
                more = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
                code = byte & (0x1F if more == 1 else 0x0F)
        return found

    def _index(self, code: int) -> int:
        """Which letter a code point is."""
        low, high = 0, len(self._firsts)
        while high - low > 1:
            middle = (low + high) // 2
            if self._firsts[middle] <= code:
                low = middle
            else:
                high = middle
        index = self._indices[low] + code - self._firsts[low]
        return index if index < self._indices[low + 1] else _MISSING

    def _read(self, file: "BinaryIO", index: int) -> None:
        file.seek(self._pixels_at + index * self._stride * self.height)
        bitmaptools.readinto(self._cell, file, 1, reverse_pixels_in_element=True)
