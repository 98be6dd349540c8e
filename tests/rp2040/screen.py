"""Reads the text on a one-colour display, by the letters of the fonts that it was drawn with."""

import struct
from functools import cache
from pathlib import Path

WIDTH, HEIGHT = 128, 64
FONTS = Path(__file__).resolve().parents[2] / "assets" / "mono"
WIDE_GAP = 14  # pixels: between two captions


def read(memory):
    """(lines of text from the top, what the keys do) on a screen, from what an SSD1306 holds: bytes of 8 pixels, one
    below the other. What keys do stands at the bottom, dark on light: of YES, of NO.
    """
    columns = [0] * WIDTH  # as numbers: bit y is the pixel at y
    for at, byte in enumerate(memory):
        columns[at % WIDTH] |= byte << 8 * (at // WIDTH)
    lines, captions, y = [], [], 0
    while y < HEIGHT:
        found = [(_line(columns, y, *font, inverted), inverted) for font in fonts() for inverted in (False, True)]
        (_, text, rows), inverted = max(found)
        if sum(one.isalnum() for one in text) < 2:
            y += 1
            continue
        if inverted and y > HEIGHT // 2:
            captions = text.split("  ")
        else:
            lines.append(text)
        y += rows
    return lines, captions


def _line(columns, y, rows, blank, letters, inverted):
    """(pixels that letters account for, the text, rows) of what stands at `y` in one font."""
    mask = (1 << rows) - 1
    if y + rows > HEIGHT:
        return 0, "", rows
    band = [(column >> y & mask) ^ (mask if inverted else 0) for column in columns] + [0] * 4
    text, pixels, x, gap = "", 0, 0, 0
    widths = sorted({len(shape) for shape in letters}, reverse=True)
    while x < WIDTH:
        shape = next((shape for width in widths if (shape := tuple(band[x : x + width])) in letters), None)
        if shape is None:
            x, gap = x + 1, gap + 1
            continue
        if text and gap >= blank:
            text += "  " if gap > WIDE_GAP else " "
        text += letters[shape]
        pixels += sum(one.bit_count() for one in shape)
        x, gap = x + len(shape), 0
    return pixels, text, rows


@cache
def fonts():
    """(rows, width of a blank, {columns of a letter: the letter}) of each font; pocket/font.py says how they lie."""
    return [_font((FONTS / name).read_bytes()) for name in ("large.font", "small.font")]


def _font(data):
    rows, _, stride, _, _, ranges, count = struct.unpack_from("<5B2H", data)
    firsts = struct.unpack_from(f"<{ranges}H", data, 9)
    starts = (*struct.unpack_from(f"<{ranges}H", data, 9 + 2 * ranges), count)
    widths = data[9 + 4 * ranges :][:count]
    pixels = data[9 + 4 * ranges + count :]
    letters, blank = {}, 0
    for first, start, end in zip(firsts, starts[:-1], starts[1:], strict=True):
        for index in range(start, end):
            lines = [pixels[(index * rows + row) * stride :][:stride] for row in range(rows)]
            bits = [int.from_bytes(line, "big") for line in lines]
            shape = tuple(
                sum((bits[row] >> 8 * stride - 1 - x & 1) << row for row in range(rows)) for x in range(widths[index])
            )
            letter = chr(first + index - start)
            if any(shape):
                letters.setdefault(shape, letter)
            elif letter == " ":
                blank = len(shape)
    return rows, blank, letters
