"""Everybody's penalties on a display: names with marks, side by side, in one line."""

import bitmaptools
import displayio

from pocket.font import Font
from pocket.screens.page import Score

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from pocket.layout import Layout


_GAP = 2  # pixels beside a name
_ROWS = 3  # of marks above each other, where they would leave too little of a name otherwise
_LETTERS = 3  # how many letters of a name are shown at the least


class Tally:
    """One line over the whole width, as high as a letter."""

    def __init__(self, group: displayio.Group, layout: "Layout", font: Font, width: int) -> None:
        self._font, self._mark = font, layout.mark
        self._names, self._marks = [displayio.Bitmap(width, font.height, 2) for _ in range(2)]
        self._shown: Score | None = None
        self._line = displayio.Group()
        group.append(self._line)
        for bitmap, colour in ((self._names, layout.ink), (self._marks, layout.penalty)):
            palette = displayio.Palette(2)
            palette[1] = colour
            palette.make_transparent(0)
            self._line.append(displayio.TileGrid(bitmap, pixel_shader=palette))

    def show(self, score: Score, top: int) -> None:
        """score: a `Score` of the page. top: where the line begins, in pixels from above."""
        self._line.y = top
        self._line.hidden = False
        if score == self._shown:
            return
        self._shown = score
        limit, seats = score
        self._names.fill(0)
        self._marks.fill(0)
        measure, names, left = self._font.width, [name for name, _ in seats], 1
        side, rows = self._arrange(limit, names)
        beside = _GAP + _marks_width(limit, side, rows)
        while True:  # the longest names lose letters until there is room
            widths = [measure(name) for name in names]
            spare = self._names.width - sum(widths) - len(names) * beside
            if spare >= 0:
                break
            longest = widths.index(max(widths))
            names[longest] = names[longest][:-1]
        for name, width, (_, penalties) in zip(names, widths, seats):
            self._font.draw(self._names, left, 0, name)
            left += width + _GAP
            top = (self._font.height - rows * (side + 1)) // 2 + 1
            for place in range(limit):
                column, row = place // rows, place % rows
                self._draw_mark(left + column * (side + 1), top + row * (side + 1), side, place < penalties)
            left += beside - _GAP + spare // len(seats)

    def hide(self) -> None:
        """Show nothing."""
        self._line.hidden = True

    def _arrange(self, limit: int, names: list[str]) -> tuple[int, int]:
        """(side of a mark, rows of marks): as large as leaves room for all names, or else for their first letters."""
        small = (self._font.height + 1) // _ROWS - 1
        for shown in (names, [name[:_LETTERS] for name in names]):
            letters = sum([self._font.width(name) for name in shown])
            for side in (self._mark, small):
                if letters + len(names) * (_GAP + _marks_width(limit, side, 1)) <= self._names.width:
                    return side, 1
        return small, _ROWS

    def _draw_mark(self, x: int, y: int, side: int, taken: bool) -> None:
        """A square: full for a penalty that was taken, hollow for one to come."""
        bitmaptools.fill_region(self._marks, x, y, x + side, y + side, 1)
        if not taken:
            bitmaptools.fill_region(self._marks, x + 1, y + 1, x + side - 1, y + side - 1, 0)


def _marks_width(limit: int, side: int, rows: int) -> int:
    return (limit + rows - 1) // rows * (side + 1)
