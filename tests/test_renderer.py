"""What stands on a display, in pixels: where texts, marks, arrows, pictures and rows are, and that no trace is left.

Whether every text is whole is measured in `test_every_string`.
"""

import random
from functools import cache
from itertools import combinations, pairwise

import displayio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocket.animation import BAR_STEPS, FRAME_MS, TURN_MS
from pocket.font import Font
from pocket.layout import COLOUR, MONO
from pocket.pictures import FACE_DOWN, HATS, PEOPLE
from pocket.renderer import Renderer, fit
from pocket.scoreline import Tally
from pocket.screens.page import Drawn, Score
from sim.hardware import colour_screen, mono_screen
from sim.measure import gallery
from sim.words import NAMES

SCREENS = {"colour": colour_screen, "mono": mono_screen}
BOTH = pytest.mark.parametrize("kind", SCREENS)
ROW = tuple((PEOPLE + place, FACE_DOWN if place % 2 else None) for place in range(7))
NEAR = 10  # pixels from a letter to the marks behind it, at the most
SHARED = 1  # rows of two texts, one below the other, that may be the same: there is hardly ever a dot in them


class Told:
    """A text of a face, which notes what it is told to show."""

    def __init__(self, text, padding):
        self._show, self._padding = text.show, padding
        text.show = self.show

    def show(self, font, lines, across, down, x, y):
        self._show(font, lines, across, down, x, y)
        self.text = " ".join(lines)
        width, height = max((font.width(line) for line in lines), default=0), font.height * len(lines)
        left, top = x - round(width * across), y - round(height * down)
        self.box = left - self._padding, top, left + width + self._padding, top + height


class Shown:
    """A face on a screen, and what it shows."""

    def __init__(self, kind, lazy=True):
        self.screen = SCREENS[kind](lazy=lazy)
        self.face = face = Renderer(self.screen.display)
        plain = [Told(text, 0) for text in (face._title, face._main, face._note)]
        self.texts = plain + [Told(text, face._layout.padding) for text in (face._yes, face._no)]

    def draw(
        self,
        title="",
        main="",
        note="",
        yes="",
        no="",
        arrow=0,
        score=None,
        picture=None,
        cursor=None,
    ):
        return self.face.draw(Drawn(title, main, note, yes, no, arrow, score, picture, cursor))

    def lit(self):
        """The places of the pixels that differ from the background."""
        rgb, width = self.screen.rgb(), self.screen.width
        paper = 3 * (len(rgb) // 3 - width // 2)  # between the captions
        paper = rgb[paper : paper + 3]
        lit = set()
        for y in range(self.screen.height):
            row = rgb[3 * width * y : 3 * width * (y + 1)]
            if row != paper * width:
                lit.update([(x, y) for x in range(width) if row[3 * x : 3 * x + 3] != paper])
        return lit

    def boxes(self):
        """(left, top, right, bottom) in pixels of everything that is to be seen, but the marks."""
        grids = [self.face._arrow, self.face._picture]
        if self.face._row:
            grids += self.face._row._people + self.face._row._hats
        return [text.box for text in self.texts if text.text] + [
            (grid.x, grid.y, grid.x + grid.tile_width, grid.y + grid.tile_height) for grid in grids if not grid.hidden
        ]


def beside(one, other):
    """Whether two boxes are apart."""
    (left, top, right, bottom), (left2, top2, right2, bottom2) = one, other
    return right <= left2 or right2 <= left or bottom - SHARED <= top2 or bottom2 - SHARED <= top


@cache
def everything():
    """What is drawn in the gallery, by where it comes from."""
    return {group: [drawn for _, drawn in gallery.shown(group, "en")] for group in gallery.groups()}


def test_the_layout_goes_by_the_size_of_the_display():
    assert [Shown(kind).face._layout for kind in SCREENS] == [COLOUR, MONO]


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("group", gallery.groups())
def test_everything_is_inside_the_screen_and_nothing_on_anything_else(kind, group):
    shown = Shown(kind)
    for one in everything()[group]:
        shown.face.draw(one)
        boxes = shown.boxes()
        for left, top, right, bottom in boxes:
            inside = left >= 0, top >= 0, right <= shown.screen.width, bottom <= shown.screen.height
            assert inside == (True,) * 4, (one, boxes)
        for pair in combinations(boxes, 2):
            assert beside(*pair), (one, pair)


@BOTH
def test_no_word_of_a_gift_is_broken(kind):
    shown, broken = Shown(kind), set()
    for number, name in enumerate(NAMES):
        for arrow, main, note in ((1, name, "3 of 33"), (0, name, "Remember it!"), (0, f"a nice {name}", "x" * 30)):
            shown.draw("title", main, note, arrow=arrow, picture=number)
            if shown.texts[1].text != main:
                broken.add(shown.texts[1].text)
    assert sorted(broken) == []


@BOTH
def test_a_change_is_drawn_once_and_no_change_not_at_all(kind):
    shown = Shown(kind)
    for one in everything()["gifts"]:
        version = shown.screen.version
        assert shown.face.draw(one) is True
        assert shown.screen.version == version + 1
        assert shown.face.draw(one) is False
        assert shown.screen.version == version + 1


@pytest.mark.slow
@BOTH
def test_what_was_shown_before_leaves_no_trace(kind):
    old = Shown(kind, lazy=False)
    pages = [one for group in everything().values() for one in group[::4]]
    random.Random(1).shuffle(pages)
    for one in pages:
        old.face.draw(one)
        fresh = Shown(kind)
        fresh.face.draw(one)
        assert old.screen.rgb() == fresh.screen.rgb(), one


@BOTH
def test_an_empty_page_shows_nothing(kind):
    shown = Shown(kind)
    for full in ({"arrow": 1, "picture": 1}, {"picture": ROW, "cursor": 1}):
        for score in (marks(1, 3), tally(3, 3, [0, 1, 2])):
            shown.draw("title", "main", "note", "yes", "no", score=score, **full)
            assert shown.lit()
            shown.draw()
            assert shown.lit() == set()


@BOTH
def test_captions_stand_in_the_lower_corners(kind):
    shown = Shown(kind)
    width, height = shown.screen.width, shown.screen.height
    shown.draw(yes="yes")
    left = shown.lit()
    shown.draw(no="no")
    right = shown.lit()
    assert (min(left)[0], max(right)[0]) == (0, width - 1)
    assert max(left)[0] < width // 2 < min(right)[0]
    rows = {y for _, y in left | right}
    assert height // 2 < min(rows)
    assert max(rows) == height - 1


@BOTH
@pytest.mark.parametrize("arrow", [1, -1])
def test_the_arrow_stands_on_the_side_to_which_it_points(kind, arrow):
    shown = Shown(kind)
    shown.draw(arrow=arrow)
    lit = shown.lit()
    columns = sorted({x for x, _ in lit}, reverse=arrow < 0)
    heights = [len([place for place in lit if place[0] == x]) for x in columns]
    assert heights == sorted(heights)  # it begins with its tip
    assert heights[0] * 3 < heights[-1]
    middle = shown.screen.width // 2
    assert max(columns) < middle if arrow > 0 else min(columns) > middle


@BOTH
def test_a_picture_stands_left_of_the_text(kind):
    shown = Shown(kind)
    shown.draw(picture=5)
    picture = shown.lit()
    assert max(picture)[0] < shown.screen.width // 2
    shown.draw(main="hat", picture=5)
    assert min(shown.lit() - picture)[0] > max(picture)[0]


@BOTH
def test_a_picture_gives_way_to_a_word_that_has_no_room_beside_it(kind):
    shown = Shown(kind)
    shown.draw(main="m" * 10, picture=5)
    assert not shown.face._picture.hidden
    shown.draw(main="m" * 17, picture=5)
    assert shown.face._picture.hidden


@BOTH
def test_a_note_alone_stands_in_the_middle(kind):
    shown = Shown(kind)
    shown.draw(main="alone")
    main = shown.lit()
    shown.draw(note="alone")
    assert shown.lit() == main


def test_a_row_shows_all_places_and_the_chosen_one_in_another_colour():
    shown = Shown("colour")
    shown.draw(picture=ROW)
    places = shown.lit()
    assert len({x * 7 // shown.screen.width for x, _ in places}) == 7
    plain = shown.screen.rgb()
    shown.draw(picture=ROW, cursor=2)
    assert shown.lit() == places
    chosen = shown.screen.rgb()
    changed = {i // 3 % 240 for i in range(len(plain)) if plain[i] != chosen[i]}
    assert 2 * 240 // 7 <= min(changed) < max(changed) < 3 * 240 // 7 + 1


def test_of_a_row_without_room_the_chosen_character_is_shown():
    shown, other = Shown("mono"), Shown("mono")
    shown.draw(main="king", picture=ROW, cursor=2)
    other.draw(main="king", picture=PEOPLE + 2)
    assert shown.screen.rgb() == other.screen.rgb()
    shown.draw(main="king", picture=ROW)
    other.draw(main="king")
    assert shown.screen.rgb() == other.screen.rgb()
    assert HATS not in ROW[2]


def marks(count, limit):
    return Score(limit, (("", count),))


def tally(players, limit, counts):
    return Score(limit, tuple((f"{'ABCDEFGH'[seat]}nnnnnnnnn", counts[seat]) for seat in range(players)))


@BOTH
@pytest.mark.parametrize("players", range(2, 9))
def test_a_line_shows_everybodys_penalties_each_in_a_place_of_its_own(kind, players):
    shown = Shown(kind)
    width = shown.screen.width
    shown.draw(yes="yes")
    caption = min(y for _, y in shown.lit())
    for limit in (2, 3, 4, 5):
        shown.draw(yes="yes", score=tally(players, limit, [0] * players))
        none = shown.lit()
        line = {place for place in none if place[1] < caption}
        assert max(y for _, y in line) < caption
        assert min(y for _, y in line) >= caption - shown.face._fonts["small"].height
        for odd in range(2):
            taken = [limit * (seat % 2 == odd) for seat in range(players)]
            shown.draw(yes="yes", score=tally(players, limit, taken))
            changed = sorted({x for x, _ in shown.lit() ^ none})
            firsts = [x for before, x in pairwise([-width, *changed]) if x - before > 2 * shown.face._layout.mark]
            assert len(firsts) == sum(map(bool, taken))
            assert changed[-1] < width
            for first in firsts:  # a letter of the name stands before the marks
                assert any(first - NEAR <= x < first - 1 for x, _ in line)


def test_a_line_cuts_no_name_while_there_is_room_and_then_the_longest(monkeypatch):
    shown, drawn = Shown("mono"), []
    monkeypatch.setattr(Font, "draw", lambda font, bitmap, x, y, text: drawn.append(text))
    line = Tally(displayio.Group(), MONO, shown.face._fonts["small"], shown.screen.width)
    for names in (("Bowler", "Fez", "Eve"), ("Wilhelmina", "Maximilian", "Eve")):
        line.show(Score(2, tuple([(name, 1) for name in names])), 0)
    assert drawn[:3] == ["Bowler", "Fez", "Eve"]
    assert drawn[5] == "Eve"
    assert all(3 < len(name) < 10 for name in drawn[3:5])


@BOTH
def test_the_text_makes_room_for_everybodys_penalties_and_gets_it_back(kind):
    shown = Shown(kind)
    shown.draw(main="hammer", note="Called a swan.", picture=5)
    before = shown.screen.rgb()
    shown.draw(main="hammer", note="Called a swan.", picture=5, score=tally(4, 3, [0, 1, 2, 3]))
    assert shown.face._foot == shown.screen.height - shown.face._fonts["small"].height
    assert shown.screen.rgb() != before
    shown.draw(main="hammer", note="Called a swan.", picture=5)
    assert shown.screen.rgb() == before


@BOTH
def test_a_card_that_turns_opens_from_its_edge_and_leaves_no_trace(kind):
    shown = Shown(kind)
    shown.draw("title", "hammer", yes="yes", picture=5)
    before, lit = shown.screen.rgb(), []
    motion, width = shown.face.motion, shown.screen.width
    motion.turn(100)
    shown.draw("title", "swan", yes="yes", picture=6)
    for ms in range(100, 100 + TURN_MS, FRAME_MS):
        motion.step(ms)
        lit.append({x for x, y in shown.lit() if motion._group[-3].y <= y < shown.screen.height // 2})
    assert {width // 2 - 1, width // 2} >= lit[0] != set()  # the edge alone
    assert [max(columns) - min(columns) for columns in lit] == sorted(max(columns) - min(columns) for columns in lit)
    assert motion.step(100 + TURN_MS) == FRAME_MS
    assert motion.step(100 + 2 * TURN_MS) is None
    fresh = Shown(kind)
    fresh.draw("title", "swan", yes="yes", picture=6)
    assert before != shown.screen.rgb() == fresh.screen.rgb()


@BOTH
def test_a_bar_is_as_long_as_the_time_that_is_left(kind):
    shown = Shown(kind)
    shown.draw("")
    motion, lengths = shown.face.motion, []
    motion.count((4000, 4000), 0)
    for ms in range(0, 4200, 50):
        motion.step(ms)
        lengths.append(len({x for x, _ in shown.lit()}))
    width = shown.screen.width
    assert lengths == sorted(lengths, reverse=True)
    assert (lengths[0], lengths[-1]) == (width, 0)
    assert all(
        abs(length - width * (1 - at * 50 / 4000)) <= width / BAR_STEPS + 1 for at, length in enumerate(lengths[:80])
    )
    assert motion.step(4300) is None
    motion.count((1000, 4000), 5000)
    shown.screen.display.refresh()
    assert abs(len({x for x, _ in shown.lit()}) - width // 4) <= 1
    motion.count(None, 5000)
    shown.screen.display.refresh()
    assert shown.lit() == set()


@BOTH
@pytest.mark.parametrize("limit", [2, 3, 4, 5])
def test_a_mark_for_each_penalty_taken_or_to_come_full_or_hollow(kind, limit):
    shown, areas = Shown(kind), []
    for count in range(limit + 1):
        shown.draw(score=marks(count, limit))
        areas.append(len(shown.lit()))
    size = shown.face._layout.mark
    full, hollow = size**2, size**2 - (size - 2) ** 2
    assert areas == [count * full + (limit - count) * hollow for count in range(limit + 1)]


@BOTH
@pytest.mark.parametrize("limit", [2, 5])
def test_marks_stand_beside_the_title_and_give_way_to_its_words(kind, limit):
    shown = Shown(kind)
    shown.draw(score=marks(limit, limit))
    alone = shown.lit()
    shown.draw(title="title", score=marks(limit, limit))
    assert alone < shown.lit()
    assert max(shown.lit() - alone)[0] < min(alone)[0]
    shown.draw(title="W" * 40)
    long = shown.lit()
    shown.draw(title="W" * 40, score=marks(limit, limit))
    assert shown.lit() == long


class Even:
    """A font in which each letter is 6 pixels wide."""

    def __init__(self, height):
        self.height, self.size = height, height // 12

    def width(self, text):
        return 6 * self.size * len(text)


FONTS = [Even(12 * size) for size in (4, 3, 2, 1)]
sizes = st.tuples(st.integers(60, 320), st.integers(12, 170))
sentences = st.lists(st.text("abcdefghijkl'.", min_size=1, max_size=9), min_size=0, max_size=20).map(" ".join)


@given(sentences, sizes)
def test_what_fit_gives_fits(text, size):
    font, lines = fit(text, FONTS, *size)
    assert 1 <= len(lines) <= max(1, size[1] // font.height)
    assert all(font.width(line) <= size[0] for line in lines)


@given(sentences, sizes)
def test_fit_takes_the_largest_font_in_which_all_of_a_text_fits(text, size):
    def whole(font):
        return " ".join(fit(text, [font], *size)[1]) == text and size[1] >= font.height

    font, lines = fit(text, FONTS, *size)
    assert font is next((one for one in FONTS if whole(one)), FONTS[-1])
    assert whole(font) or any(line.endswith("..") for line in lines)


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("", 9, [""]),
        ("one", 9, ["one"]),
        ("one two", 9, ["one two"]),
        ("a nice hat for you", 9, ["a nice", "hat for", "you"]),
        ("a nice hat", 10, ["a nice hat"]),
    ],
)
def test_lines_are_as_long_as_there_is_room(text, columns, lines):
    assert fit(text, FONTS[-1:], columns * 6, 60) == (FONTS[-1], lines)


def test_what_does_not_fit_ends_in_dots():
    small = FONTS[-1]
    assert fit("one two three four", FONTS[-2:], 54, 24) == (small, ["one two", "three.."])
    assert fit("one two", [small], 24, 5) == (small, ["on.."])
    assert fit("unbreakable", [small], 54, 24) == (small, ["unbreak.."])
