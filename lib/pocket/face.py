"""Puts a page on a display: one displayio tree, made once, whose labels and shapes are filled again and again.

Two layouts, chosen by the display's size: colour from 240 x 135 pixels on, and one-colour 128 x 64.
"""

from collections import namedtuple

import displayio
import terminalio
from adafruit_display_text import label

Layout = namedtuple(
    "Layout",
    (
        "title_scales",  # of the font, the largest first: the first at which the text fits is taken
        "main_scales",
        "caption_scale",
        "caption_padding",  # pixels beside a caption
        "mark",  # pixels, the side of a penalty mark
        "arrow_width",  # pixels
        "paper",  # colours: background, text, title and arrow, a caption's text, what YES and NO do, penalties
        "ink",
        "title",
        "caption",
        "yes",
        "no",
        "penalty",
    ),
)

COLOUR = Layout((2, 1), (4, 3, 2, 1), 2, 2, 9, 34, 0x1B1530, 0xFFF6E5, 0xF2C14E, 0xFFF6E5, 0x23804B, 0xB8442F, 0xE8694F)
MONO = Layout((1,), (2, 1), 1, 1, 3, 14, 0x000000, 0xFFFFFF, 0xFFFFFF, 0x000000, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF)

MARKS_MAX = 5  # penalties that end a round, at the most
_TAKEN, _TO_COME = range(2)  # tiles of a penalty mark
_GLYPH_WIDTH, _GLYPH_HEIGHT = 6, 12  # terminalio.FONT, before scaling
_NOTE_LINES = 2


class Face:
    """What a display shows. Make it once; `draw` changes only the parts that differ."""

    def __init__(self, display):
        self._display = display
        self._layout = layout = COLOUR if display.width >= 240 and display.height >= 135 else MONO
        self._shown = None
        width, height = display.width, display.height
        self._top = _GLYPH_HEIGHT * layout.title_scales[0] + 1  # where the middle begins, and where it ends
        self._foot = height - _GLYPH_HEIGHT * layout.caption_scale - 2
        group = displayio.Group()
        if layout.paper:  # black is what a display shows where nothing is, and every layer costs time
            group.append(_box(width, height, layout.paper))
        self._title = _label(group, layout.title, 1)
        self._note = _label(group, layout.ink, 1)
        self._main = _label(group, layout.ink, 1)
        self._arrow = _arrow(layout, self._foot - self._top - _GLYPH_HEIGHT)
        group.append(self._arrow)
        self._yes = _caption(group, layout, layout.yes)
        self._no = _caption(group, layout, layout.no)
        self._marks = _marks(layout)
        for mark in self._marks:
            group.append(mark)
        display.root_group = group

    def draw(self, drawn):
        """Show what `Page.at` returned. Returns whether anything changed; then the display was refreshed."""
        if drawn == self._shown:
            return False
        self._shown = drawn
        title, main, note, yes, no, arrow, marks = drawn
        self._fill_title(title, marks)
        self._fill_middle(main, note, arrow)
        self._fill_captions(yes, no)
        self._display.refresh()
        return True

    def _fill_title(self, title, marks):
        layout, width = self._layout, self._display.width
        count, limit = marks or (0, 0)
        room = width - 4 - (layout.mark + 2) * limit
        scale, lines = fit(title, layout.title_scales, room, self._top)
        self._title.scale = scale
        _set(self._title, "\n".join(lines))
        self._title.x, self._title.y = 2, self._top // 2
        for index, mark in enumerate(self._marks):
            _hide(mark, index >= limit)
            mark.x = width - (layout.mark + 2) * (limit - index)
            mark[0] = _TAKEN if index < count else _TO_COME

    def _fill_middle(self, main, note, arrow):
        layout, width, height = self._layout, self._display.width, self._foot - self._top
        room = width - 2 - (2 * layout.arrow_width if arrow else 0)
        notes = fit(note, (1,), room, _NOTE_LINES * _GLYPH_HEIGHT)[1] if note else []
        _set(self._note, _centred(notes))
        _put(self._note, 0.5, 1.0, width // 2, self._foot)
        height -= _GLYPH_HEIGHT * len(notes)
        scale, lines = fit(main, layout.main_scales, room, height)
        self._main.scale = scale
        _set(self._main, _centred(lines))
        middle = self._top + height // 2
        _put(self._main, 0.5, 0.5, width // 2, middle)
        _hide(self._arrow, not arrow)
        self._arrow.flip_x = arrow < 0
        self._arrow.x = 1 if arrow > 0 else width - layout.arrow_width
        self._arrow.y = (self._top + self._foot - self._arrow.tile_height) // 2

    def _fill_captions(self, yes, no):
        width, height = self._display.width, self._display.height
        _set(self._yes, yes)
        _set(self._no, no)
        edge = self._layout.caption_padding * self._layout.caption_scale
        _put(self._yes, 0, 1.0, edge, height)
        _put(self._no, 1.0, 1.0, width - edge, height)


def fit(text, scales, width, height):
    """(scale, lines) of `text` in a space of width x height pixels, at the first of `scales` at which all of it fits;
    if it does not fit at the last either, it is cut and ends in dots. There is at least one line."""
    for scale in scales:
        columns, most = width // (_GLYPH_WIDTH * scale), height // (_GLYPH_HEIGHT * scale)
        lines = _wrapped(text, columns)
        if len(lines) <= most and all([len(line) <= columns for line in lines]):
            return scale, lines
    most = max(1, most)
    cut = len(lines) > most
    lines = [line if len(line) <= columns else line[: columns - 2] + ".." for line in lines[:most]]
    if cut:
        lines[-1] = lines[-1][: columns - 2] + ".."
    return scale, lines


def _wrapped(text, columns):
    """The lines of `text`, broken at blanks only: the library's own wrapping breaks words and counts a blank too
    many.
    """
    lines = [""]
    for word in text.split(" "):
        if not lines[-1]:
            lines[-1] = word
        elif len(lines[-1]) + 1 + len(word) <= columns:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _centred(lines):
    """The lines as one text, the shorter ones in the middle; all letters of the font are equally wide."""
    longest = max([len(line) for line in lines]) if lines else 0
    return "\n".join([" " * ((longest - len(line)) // 2) + line for line in lines])


def _label(group, colour, scale):
    made = label.Label(terminalio.FONT, text="", color=colour, scale=scale, line_spacing=1.0)
    group.append(made)
    return made


def _caption(group, layout, colour):
    made = label.Label(
        terminalio.FONT,
        text="",
        color=layout.caption,
        background_color=colour,
        padding_left=layout.caption_padding,
        padding_right=layout.caption_padding,
        scale=layout.caption_scale,
    )
    group.append(made)
    return made


def _set(made, text):
    if made.text != text:  # a new text costs a bitmap of every glyph
        made.text = text


def _hide(grid, hidden):
    if grid.hidden != hidden:  # setting it again would draw it again
        grid.hidden = hidden


def _put(made, across, down, x, y):
    made.anchor_point = (across, down)
    made.anchored_position = (x, y)


def _box(width, height, colour):
    palette = displayio.Palette(1)
    palette[0] = colour
    return displayio.TileGrid(displayio.Bitmap(width, height, 1), pixel_shader=palette)


def _marks(layout):
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
        mark.y = (_GLYPH_HEIGHT * layout.title_scales[0] - size) // 2
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
