"""Puts a page on a display: one displayio tree, made once, whose labels and pictures are filled again and again.

Two layouts, chosen by the display's size: colour from 240 x 135 pixels on, and one-colour 128 x 64.
"""

from collections import namedtuple

import displayio

from pocket.letters import Font
from pocket.pictures import Pictures, folder
from pocket.words import say

Layout = namedtuple(
    "Layout",
    (
        "name",
        "titles",  # fonts by name, the largest first: the first in which the text fits is taken
        "mains",
        "padding",  # pixels beside a caption
        "mark",  # pixels, the side of a penalty mark, and the height of a battery
        "arrow_width",  # pixels
        "picture",  # pixels, the side of a picture
        "paper",  # colours: background, text, title and arrow, a caption's text, what YES and NO do, penalties
        "ink",
        "title",
        "caption",
        "yes",
        "no",
        "penalty",
    ),
)

COLOUR = Layout(
    *("colour", ("medium", "small"), ("large", "medium", "small"), 6, 9, 34, 64),
    *(0x1B1530, 0xFFF6E5, 0xF2C14E, 0xFFF6E5, 0x23804B, 0xB8442F, 0xE8694F),
)
MONO = Layout(
    *("mono", ("small",), ("large", "small"), 1, 3, 14, 32),
    *(0x000000, 0xFFFFFF, 0xFFFFFF, 0x000000, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF),
)

MARKS_MAX = 5  # penalties that end a round, at the most
_TAKEN, _TO_COME = range(2)  # tiles of a penalty mark
_NOTE_LINES = 2
_GAP = 2  # pixels between what stands side by side


class Face:
    """What a display shows. Make it once; `draw` changes only the parts that differ."""

    def __init__(self, display):
        """Raises OSError when the letters or pictures are missing."""
        self._display = display
        self._layout = layout = COLOUR if display.width >= 240 and display.height >= 135 else MONO
        self._folder = folder(layout.name)
        self._shown = self._row = self._battery = self._level = None
        self._fonts = {}
        for name in layout.mains + layout.titles:
            self._fonts[name] = self._fonts.get(name) or Font("{}/{}.font".format(self._folder, name))
        small = self._fonts["small"]
        self._top = self._fonts[layout.titles[0]].height  # where the middle begins, and where it ends
        self._foot = display.height - small.height
        self._group = group = displayio.Group()
        if layout.paper:  # black is what a display shows where nothing is, and every layer costs time
            group.append(_box(display.width, display.height, layout.paper))
        text = _text(layout.name)
        self._title, self._note, self._main = [
            text(group, small, colour) for colour in (layout.title, layout.ink, layout.ink)
        ]
        self._picture = self._add_picture(layout.picture)
        self._arrow = _arrow(layout, self._foot - self._top - small.height)
        group.append(self._arrow)
        self._yes, self._no = [
            text(group, small, layout.caption, colour, layout.padding) for colour in (layout.yes, layout.no)
        ]
        self._marks = _marks(layout, self._top)
        for mark in self._marks:
            group.append(mark)
        display.root_group = group

    def _add_picture(self, size):
        made = Pictures(self._folder, size)
        made.pixel_shader[0], made.pixel_shader[1] = self._layout.paper, self._layout.ink
        made.hidden = True
        self._group.append(made)
        return made

    def draw(self, drawn, level=None):
        """Show what `Page.at` returned, and how full the battery is: a tile of `battery_sign`, or None.

        Returns whether anything changed; then the display was refreshed.
        """
        if (drawn, level) == (self._shown, self._level):
            return False
        before, self._shown = self._shown or (None,) * len(drawn), drawn
        title, main, note, yes, no, arrow, marks, picture, row, cursor = drawn
        if (title, marks, level) != (before[0], before[6], self._level):
            self._level = level
            self._fill_battery(level)
            self._fill_title(title, marks)
        if row:
            self._fill_row(row, cursor, main, note)
        else:
            if self._row is not None:
                self._row.hide()
            self._fill_middle(main, note, arrow, picture)
        self._fill_captions(yes, no)
        self._display.refresh()
        return True

    def _fill_title(self, title, marks):
        layout, width = self._layout, self._display.width
        if self._level is not None:
            width = self._battery.x
        count, limit = marks or (0, 0)
        room = width - 2 * _GAP - (layout.mark + _GAP) * limit
        self._title.show(*self._fit(title, layout.titles, room, self._top), 0, 0.5, _GAP, self._top // 2)
        for index, mark in enumerate(self._marks):
            _hide(mark, index >= limit)
            mark.x = width - (layout.mark + _GAP) * (limit - index)
            mark[0] = _TAKEN if index < count else _TO_COME

    def _fill_battery(self, level):
        if level is not None and self._battery is None:
            from pocket.battery_sign import battery_sign  # late: not every board has one

            self._battery = battery_sign(self._layout, self._top)
            self._battery.x = self._display.width - self._battery.tile_width - _GAP
            self._group.append(self._battery)
        if self._battery is not None:
            _hide(self._battery, level is None)
            self._battery[0] = level or 0

    def _fill_middle(self, main, note, arrow, picture):
        """An arrow at its side, a picture on the left, the main text above the note in what remains."""
        layout, left, right = self._layout, 0, self._display.width
        _hide(self._arrow, not arrow)
        if arrow > 0:
            left += layout.arrow_width
        elif arrow < 0:
            right -= layout.arrow_width
        self._arrow.flip_x = arrow < 0
        self._arrow.x = 1 if arrow > 0 else right + 1
        self._arrow.y = (self._top + self._foot - self._arrow.tile_height) // 2
        _hide(self._picture, picture is None)
        if picture is not None:
            self._picture.show(picture)
            self._picture.x = left + _GAP
            self._picture.y = (self._top + self._foot - layout.picture) // 2
            left += layout.picture + 2 * _GAP
        self._fill_text(main, note, left, right)

    def _fill_text(self, main, note, left, right):
        """`note` at the foot of the middle, `main` as large as fits above it."""
        room, height, small = right - left - 2 * _GAP, self._foot - self._top, self._fonts["small"].height
        middle = (left + right) // 2
        font, lines = self._fit(note, ("small",), room, _NOTE_LINES * small)
        self._note.show(font, lines, 0.5, 1, middle, self._foot)
        height -= small * len(lines) if note else 0
        self._main.show(*self._fit(main, self._layout.mains, room, height), 0.5, 0.5, middle, self._top + height // 2)

    def _fill_captions(self, yes, no):
        width, height = self._display.width, self._display.height
        for made, text, across, x in ((self._yes, yes, 0, 0), (self._no, no, 1, width)):
            edge = self._layout.padding
            room = width - 4 * edge if not (yes and no) else width - width // 3
            fitted = self._fit(text, ("small",), room, self._fonts["small"].height)
            made.show(*fitted, across, 1, edge if x == 0 else x - edge, height)

    def _fill_row(self, row, cursor, main, note):
        """Pictures of a row, and beside or below them what there is to say."""
        _hide(self._arrow, True)
        _hide(self._picture, True)
        if self._row is None:
            from pocket.row import Row  # late: most games have none

            self._row = Row(self._add_picture, self._layout, self._display.width, self._top)
        self._row.show(row, cursor)
        if self._row.whole:
            self._fill_text("", say("both", main, note) if main and note else main or note, 0, self._display.width)
        else:
            self._fill_text(main, note, self._row.width, self._display.width)

    def _fit(self, text, names, width, height):
        """(font, lines) of `text` as `fit` finds them among the fonts `names`."""
        return fit(text, [self._fonts[name] for name in names], width, height)


def fit(text, fonts, width, height):
    """(font, lines) of `text` in a space of width x height pixels, in the first of `fonts` in which all of it fits; if
    it does not fit in the last either, it is cut and ends in dots. There is at least one line.
    """
    for font in fonts:
        most = height // font.height
        lines = _wrapped(text, font, width)
        if len(lines) <= most and all([font.width(line) <= width for line in lines]):
            return font, lines
    most = max(1, most)
    cut = len(lines) > most
    lines = [_cut(line, font, width) if font.width(line) > width else line for line in lines[:most]]
    if cut:
        lines[-1] = _cut(lines[-1], font, width)
    return font, lines


def _cut(line, font, width):
    """A line that ends in dots."""
    while line and font.width(line + "..") > width:
        line = line[:-1]
    return line + ".."


def _wrapped(text, font, width):
    """The lines of `text`, broken at blanks only."""
    lines, blank, used = [], font.width(" "), 0
    for word in text.split(" "):
        length = font.width(word)
        if lines and used + blank + length <= width:
            lines[-1] += " " + word
            used += blank + length
        else:
            lines.append(word)
            used = length
    return lines


def _text(layout):
    """The class of texts for a layout. Late: a board has only the one that it needs."""
    if layout == "mono":
        from pocket.text_bitmap import Text
    else:
        from pocket.text_label import Text
    return Text


def _hide(grid, hidden):
    if grid.hidden != hidden:  # setting it again would draw it again
        grid.hidden = hidden


def _box(width, height, colour):
    palette = displayio.Palette(1)
    palette[0] = colour
    return displayio.TileGrid(displayio.Bitmap(width, height, 1), pixel_shader=palette)


def _marks(layout, top):
    """Squares for the most penalties that a round may need: full for one that was taken, hollow for one to come."""
    size = layout.mark
    bitmap = displayio.Bitmap(2 * size, size, 2)
    for y in range(size):
        for x in range(size):
            bitmap[x, y] = 1
            bitmap[size + x, y] = 0 if 0 < x < size - 1 and 0 < y < size - 1 else 1
    palette = displayio.Palette(2)
    palette[0], palette[1] = layout.paper, layout.penalty
    marks = []
    for _ in range(MARKS_MAX):
        mark = displayio.TileGrid(bitmap, pixel_shader=palette, tile_width=size, tile_height=size)
        mark.y = (top - size) // 2
        marks.append(mark)
    return marks


def _arrow(layout, room):
    """A triangle that points left, as high as `room` allows."""
    width = layout.arrow_width - 2
    height = min(room, 2 * width) | 1
    bitmap = displayio.Bitmap(width, height, 2)
    for y in range(height):
        reach = width - abs(y - height // 2) * width // (height // 2 + 1)
        for x in range(width - reach, width):
            bitmap[x, y] = 1
    palette = displayio.Palette(2)
    palette[0], palette[1] = layout.paper, layout.title
    palette.make_transparent(0)
    grid = displayio.TileGrid(bitmap, pixel_shader=palette)
    grid.hidden = True
    return grid
