"""Puts a page on a display: one displayio tree, made once, whose labels and pictures are filled again and again.

`pocket.layout` has the two layouts, for displays with colours and for small ones without.
"""

import displayio

from pocket.animation import Motion, refresh
from pocket.deck import Deck
from pocket.font import Font
from pocket.pictures import Pictures, folder
from pocket.screens.page import Drawn, Score

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from displayio import TileGrid

    from pocket.hat_row import Row
    from pocket.scoreline import Tally


_TAKEN, _TO_COME = range(2)  # tiles of a penalty mark
_GAP = 2  # pixels between what stands side by side


class Renderer:
    """What a display shows. Make it once; `draw` changes only the parts that differ. shown: the `Drawn` on the display,
    None before the first.
    """

    shown: Drawn | None
    _row: "Row | None"
    _tally: "Tally | None"
    _battery: "TileGrid | None"
    _level: int | None
    _deck: Deck | None

    def __init__(self, display: "Any") -> None:
        """Raises OSError when the letters or pictures are missing."""
        from pocket import layout as parts  # late: they are made only now

        self._display = display
        self._layout = layout = parts.layout_for(display)
        self._folder = folder(layout.name)
        self.shown = self._row = self._tally = self._battery = self._level = self._deck = None
        self._fonts = {}
        for name in layout.mains + layout.titles:
            self._fonts[name] = self._fonts.get(name) or Font("{}/{}.font".format(self._folder, name))
        small = self._fonts["small"]
        self._top = self._foot = 0  # where the middle begins, and where it ends
        self._group = group = displayio.Group()
        if layout.paper:  # a black page needs none: a display is black where nothing is drawn, and a layer costs time
            group.append(parts.box(display.width, display.height, layout.paper))
        text = parts.text(layout)
        self._title = text(group, small, layout.title)
        self._middle = displayio.Group()
        group.append(self._middle)
        self._note, self._main = [text(self._middle, small, layout.ink) for _ in range(2)]
        self._picture = self._add_picture(layout.picture)
        self._arrow = parts.arrow(layout, display.height - 2 * small.height - self._fonts[layout.titles[0]].height)
        self._middle.append(self._arrow)
        self._yes, self._no = [
            text(group, small, layout.caption, colour, layout.padding) for colour in (layout.yes, layout.no)
        ]
        self._marks = parts.marks(layout)
        for mark in self._marks:
            group.append(mark)
        display.root_group = displayio.Group()
        display.root_group.append(group)
        top = self._fonts[layout.titles[0]].height - 1
        height = display.height - small.height - top
        self.motion = Motion(display, display.root_group, self._middle, layout, top, height)

    def _add_picture(self, size: int) -> Pictures:
        made = Pictures(self._folder, size)
        made.colours[0], made.colours[1] = self._layout.paper, self._layout.ink
        made.hidden = True
        self._middle.append(made)
        return made

    def draw(self, drawn: Drawn, level: int | None = None, deck: Deck | None = None) -> bool:
        """Show a `Drawn`, and how full the battery is: a tile of `battery_sign`, or None. deck: the Deck whose gifts it
        shows; None: those of the game.

        Returns whether anything changed; then the display was refreshed.
        """
        if (drawn, level, deck) == (self.shown, self._level, self._deck):
            return False
        before, self.shown, self._deck = self.shown, drawn, deck
        row = _row_of(drawn)
        self._foot = self._display.height - (self._fonts["small"].height if drawn.yes or drawn.no else 0)
        if before is None or _title_of(drawn, level) != _title_of(before, self._level):
            self._level = level
            self._fill_title(drawn.title, _own(drawn), self._layout.titles[-1:] if row else self._layout.titles)
        self._fill_tally(drawn.score)
        if row:
            self._fill_row(drawn.main, drawn.note, row, drawn.cursor)
        else:
            if self._row is not None:
                self._row.hide()
            self._fill_middle(drawn.main, drawn.note, drawn.arrow, drawn.picture)
        self._fill_captions(drawn.yes, drawn.no)
        refresh(self._display)
        return True

    def _fill_title(self, title: str, own: tuple[int, int], names: tuple[str, ...]) -> None:
        """The title in one of the fonts `names`, and on its right penalties and the battery, where words leave room."""
        layout, width, height = self._layout, self._display.width, self._fonts[names[0]].height
        self._top = height - 1  # the lowest row of a title and the uppermost of what follows are hardly ever lit
        limit, count = own
        for level, places in ((self._level, limit), (None, limit), (None, 0)):
            right = width - self._fill_battery(level, height)
            font, lines = self._fit(title, names, right - 2 * _GAP - (layout.mark + _GAP) * places, height)
            if lines == [title]:
                break
        self._title.show(font, lines, 0, 0, _GAP, (height - font.height) // 2)
        for index, mark in enumerate(self._marks):
            _hide(mark, index >= places)
            mark.x = right - (layout.mark + _GAP) * (places - index)
            mark.y = (height - layout.mark) // 2
            mark[0] = _TAKEN if index < count else _TO_COME

    def _fill_tally(self, score: Score | None) -> None:
        """Everybody's penalties above the captions; the middle ends where they begin."""
        everybody = score is not None and len(score.seats) > 1
        if everybody and self._tally is None:
            from pocket.scoreline import Tally  # late: not every game has penalties; those that do import it

            self._tally = Tally(self._middle, self._layout, self._fonts["small"], self._display.width)
        if everybody:
            self._foot -= self._fonts["small"].height
            self._tally.show(score, self._foot)
        elif self._tally is not None:
            self._tally.hide()

    def _fill_battery(self, level: int | None, height: int) -> int:
        """Show or hide it in a title of this height. Returns how many pixels it takes at the right."""
        if level is not None and self._battery is None:
            from pocket.battery_sign import battery_sign  # late: not every board has one

            self._battery = battery_sign(self._layout)
            self._group.append(self._battery)
        if self._battery is None:
            return 0
        _hide(self._battery, level is None)
        if level is None:
            return 0
        made = self._battery
        made.x, made.y = self._display.width - made.tile_width - _GAP, (height - made.tile_height) // 2
        made[0] = level
        return made.tile_width + 2 * _GAP

    def _fill_middle(self, main: str, note: str, arrow: int, picture: int | None) -> None:
        """An arrow at its side, a picture on the left, the main text above the note in what remains."""
        layout, left, right = self._layout, 0, self._display.width
        if isinstance(main, tuple) and not self._has_room((main,), right - layout.arrow_width):
            arrow = 0  # rows cannot be broken; the lamp says it as well
        _hide(self._arrow, not arrow)
        if arrow > 0:
            left += layout.arrow_width
        elif arrow < 0:
            right -= layout.arrow_width
        self._arrow.flip_x = arrow < 0
        self._arrow.x = 1 if arrow > 0 else right + 1
        self._arrow.y = (self._top + self._foot - self._arrow.tile_height) // 2
        beside = layout.picture + 2 * _GAP
        if self._foot - self._top < layout.picture or (
            picture is not None and self._is_in_the_way(main, note, right - left, right - left - beside)
        ):
            picture = None
        _hide(self._picture, picture is None)
        if picture is not None:
            self._picture.show(picture, self._deck)
            self._picture.x = left + _GAP
            self._picture.y = (self._top + self._foot - layout.picture) // 2
            left += beside
        self._fill_text(main, note, left, right, self._top)

    def _fill_text(self, main: str, note: str, left: int, right: int, top: int) -> None:
        """`main` as large as fits above `note`, or either alone, from `top` to the foot.

        The note gives way where the main text needs its room: a single line of a longer one would say nothing.
        """
        if not main:
            main, note = note, ""
        room, height, small = right - left - 2 * _GAP, self._foot - top, self._fonts["small"]
        most = height // small.height - len(_wrapped(main, small, room))
        notes = fit(note, [small], room, most * small.height)[1] if note and most > 0 else []
        if most == 1 and notes != [note]:
            notes = []
        below = small.height * len(notes)
        font, lines = self._fit(main, self._layout.mains, room, height - below)
        above = font.height * len(lines)
        gap = max(0, height - above - below) // (3 if below else 2)
        middle = (left + right) // 2
        self._main.show(font, lines, 0.5, 0, middle, top + gap)
        self._note.show(small, notes, 0.5, 1, middle, self._foot - gap)

    def _fill_captions(self, yes: str, no: str) -> None:
        width, height = self._display.width, self._display.height
        for made, text, across, x in ((self._yes, yes, 0, 0), (self._no, no, 1, width)):
            edge = self._layout.padding
            room = width - 4 * edge if not (yes and no) else width - width // 3
            font, lines = self._fit(text, ("small",), room, self._fonts["small"].height)
            made.show(font, lines, across, 1, edge if x == 0 else x - edge, height)

    def _fill_row(self, main: str, note: str, row: tuple, cursor: int | None) -> None:
        """Pictures of a row with what there is to say below them, or, where it is too wide, the one that is chosen."""
        if self._layout.row:
            _hide(self._arrow, True)
            _hide(self._picture, True)
            if self._row is None:
                from pocket.hat_row import Row  # late: most games have none

                self._row = Row(self._add_picture, self._layout, self._display.width)
            self._row.show(row, cursor, self._top)
            self._fill_text(main, note, 0, self._display.width, self._top + self._row.height)
        else:
            self._fill_middle(main, note, 0, None if cursor is None else row[cursor][0])

    def _is_in_the_way(self, main: str, note: str, width: int, less: int) -> bool:
        """Whether a picture, which leaves `less` of `width` pixels, must give way: beside it the main text would be
        cut, or the note, which has room without it.
        """
        if self._has_room((main, note), less):
            return False
        return self._has_room((main, note), width) or not self._has_room((main,), less)

    def _has_room(self, texts: tuple[str, ...], width: int) -> bool:
        """Whether all of these texts can be whole, one below the other."""
        small, lines = self._fonts["small"], []
        for text in texts:
            lines += _wrapped(text, small, width - 2 * _GAP) if text else []
        if len(lines) * small.height > self._foot - self._top:
            return False
        return all([small.width(line) <= width - 2 * _GAP for line in lines])

    def _fit(self, text: str, names: tuple[str, ...], width: int, height: int) -> tuple[Font, list[str]]:
        """(font, lines) of `text` as `fit` finds them among the fonts `names`."""
        return fit(text, [self._fonts[name] for name in names], width, height)


def _title_of(drawn: Drawn, level: int | None) -> tuple:
    """What the line of the title depends on."""
    return drawn.title, _own(drawn), _row_of(drawn) is None, level


def _own(drawn: Drawn) -> tuple[int, int]:
    """(how many penalties end the round, the own ones) where they stand alone; otherwise (0, 0)."""
    score = drawn.score
    return (score.limit, score.seats[0][1]) if score is not None and len(score.seats) == 1 else (0, 0)


def _row_of(drawn: Drawn) -> tuple | None:
    """The row that is drawn; None where there is none."""
    return drawn.picture if type(drawn.picture) is tuple else None


def fit(text: str, fonts: list[Font], width: int, height: int) -> tuple[Font, list[str]]:
    """(font, lines) of `text` in a space of width x height pixels, in the first of `fonts` in which all of it fits; if
    it does not fit in the last either, it is cut and ends in dots. There is at least one line.
    """
    for sign in () if isinstance(text, tuple) else "\n\r\t":  # of a name from the air: of no font, no new line
        if sign in text:
            text = text.replace(sign, "\0")
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


def _cut(line: str, font: Font, width: int) -> str:
    """A line that ends in dots."""
    while line and font.width(line + "..") > width:
        line = line[:-1]
    return line + ".."


def _wrapped(text: str | tuple[str, ...], font: Font, width: int) -> list[str]:
    """The lines of `text`, broken at blanks only; rows are lines as they are."""
    if isinstance(text, tuple):
        return list(text)
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


def _hide(grid: "Any", hidden: bool) -> None:
    if grid.hidden != hidden:  # setting it again would draw it again
        grid.hidden = hidden
