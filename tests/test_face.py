"""What stands on a display: pages of whole matches and of the lobby, on both screens, with names of eight letters."""

from functools import cache
from itertools import combinations

import pytest
import terminalio
from adafruit_display_text.label import Label

from sim.parts import colour_screen, mono_screen  # before pocket: it chooses Blinka's board

# isort: split
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import NAMES
from pocket import pages
from pocket.face import COLOUR, MONO, Face, fit
from pocket.lobby_pages import lobby_page
from pocket.settings import Settings
from ring.lobby import STARTING
from tests.matches import PEOPLE, Seat, drawn, every_variant, looking_round, situations

SCREENS = {"colour": colour_screen, "mono": mono_screen}
BOTH = pytest.mark.parametrize("kind", SCREENS)
TITLE, MAIN, NOTE = (0, 0), (1, 2), (2, 1)  # where each is in what is drawn, and in an album
FONT_HEIGHT = 12


class Shown:
    """A face on a screen, and what it shows."""

    def __init__(self, kind, lazy=True):
        self.screen = SCREENS[kind](lazy=lazy)
        self.face = Face(self.screen.display)
        labels = [layer for layer in self.screen.display.root_group if isinstance(layer, Label)]
        self.title, self.note, self.main, self.yes, self.no = self.labels = labels

    def draw(self, title="", main="", note="", yes="", no="", arrow=0, marks=None):
        return self.face.draw((title, main, note, yes, no, arrow, marks))

    def lit(self):
        """The places of the pixels that differ from the background."""
        rgb, width = self.screen.rgb(), self.screen.width
        paper = 3 * (len(rgb) // 3 - width // 2)  # between the captions
        paper = rgb[paper : paper + 3]
        return {(i % width, i // width) for i in range(len(rgb) // 3) if rgb[3 * i : 3 * i + 3] != paper}

    def boxes(self):
        """(left, top, right, bottom) in pixels of each label that says something: dots and backgrounds lie inside."""
        return [self._box(label) for label in self.labels if label.text]

    def _box(self, label):
        x, y, width, height = label.bounding_box
        beside, above, below = 0, *blank_rows(label.text)
        if label in (self.yes, self.no):
            beside, above, below = self.face._layout.caption_padding, 0, 0
        left, top = label.x + (x - beside) * label.scale, label.y + (y + above) * label.scale
        return left, top, left + (width + 2 * beside) * label.scale, top + (height - above - below) * label.scale


@cache
def blank_rows(text):
    """How many rows without a dot are above the first line of a text, and below its last."""
    first, last = [
        [row for letter in line for row in rows(letter)] for line in (text.split("\n")[0], text.split("\n")[-1])
    ]
    return min(first), FONT_HEIGHT - 1 - max(last)


@cache
def rows(letter):
    """The rows of a letter's cell that hold a dot."""
    glyph = terminalio.FONT.get_glyph(ord(letter))
    columns = range(glyph.tile_index * glyph.width, (glyph.tile_index + 1) * glyph.width)
    return [row for row in range(glyph.height) if any(glyph.bitmap[column, row] for column in columns)]


def people():
    """Somebody of every name, for a lobby."""
    everybody = []
    for index, name in enumerate(PEOPLE):
        everybody.append(looking_round(name).lobby.me)
        everybody[-1].device = bytes([0, 0, 0, index])
    return everybody


def lobby_pages():
    """Pages of the lobby with one to eight people, and the menu."""
    session, others = looking_round(), people()[1:]
    lobby = session.lobby
    lobby.me.device = bytes(4)
    for index, other in enumerate(others[:3]):
        opener = looking_round(other.name).lobby
        opener.open(bytes([index] * 4), "gifts", 0)
        opener.people = others[index:]
        lobby.hear_offer(*opener.due(0)[1:], 0)
        yield lobby_page(session)
    offer = lobby.offers[0]
    lobby.ask(offer, 0)
    yield lobby_page(session)
    offer.people.append((lobby.me.device, lobby.me.name))
    yield lobby_page(session)
    offer.stage = STARTING
    yield lobby_page(session)
    session.open(0)
    for other in others:
        yield lobby_page(session)
        lobby.asking.append(other)
        yield lobby_page(session)
        lobby.accept(other, 0)
    yield lobby_page(session)
    session.start(0)
    yield lobby_page(session)
    yield pages.menu_page(session, None)


def problem_pages():
    """A page for every sentence about a setting."""
    names = "name key game place players bot bot_kind bot_ms reveal_ms brightness arrows start_gifts rounds penalties"
    bad = Settings({f"HATS_{name}": "?" * 11 for name in f"{names} shop claims".upper().split()}.get)
    assert len(bad.problems) == 16
    return [pages.problem_page(problem, None) for problem in bad.problems]


def match_pages():
    """Pages of a match of every variant."""
    for match in every_variant():
        for game in situations(match):
            yield from [Seat(game, index).page() for index in range(game.players)]


@cache
def everything():
    """What is drawn of all pages above, by where it comes from, none twice."""
    sources = {"match": match_pages(), "lobby": lobby_pages(), "problem": problem_pages()}
    return {name: list(dict.fromkeys(one for page in made for one in drawn(page, 9))) for name, made in sources.items()}


@cache
def album(kind):
    """For each source: [(what was drawn, the text of the labels title, note, main, the boxes), ...] on one screen."""
    shown = Shown(kind)
    taken = {"size": (shown.screen.width, shown.screen.height)}
    for source, all_drawn in everything().items():
        taken[source] = []
        for one in all_drawn:
            shown.face.draw(one)
            texts = [" ".join(label.text.split()) for label in shown.labels[:3]]
            taken[source].append((one, texts, shown.boxes()))
    return taken


def test_the_layout_goes_by_the_size_of_the_display():
    assert [Shown(kind).face._layout for kind in SCREENS] == [COLOUR, MONO]


def of(sources, kinds=tuple(SCREENS)):
    """Parameters (kind, source)."""
    return pytest.mark.parametrize(("kind", "source"), [(kind, one) for kind in kinds for one in sources.split()])


def not_whole(kind, source, part):
    """The texts of a part, (its place in what is drawn, its place in an album), that are not shown whole."""
    return sorted({one[part[0]] for one, texts, _ in album(kind)[source] if texts[part[1]] != one[part[0]]})


@of("match lobby problem")
def test_the_main_text_is_shown_whole(kind, source):
    assert not_whole(kind, source, MAIN) == []


@of("match")
def test_the_note_of_a_match_is_shown_whole(kind, source):
    assert not_whole(kind, source, NOTE) == []


@of("match lobby problem", kinds=["colour"])
def test_the_title_is_shown_whole(kind, source):
    assert not_whole(kind, source, TITLE) == []


@of("match lobby problem")
def test_what_is_not_shown_whole_ends_in_dots(kind, source):
    for one, texts, _ in album(kind)[source]:
        for drawn_at, label_at in (TITLE, NOTE, MAIN):
            assert texts[label_at] == one[drawn_at] or texts[label_at].endswith("..")


@BOTH
def test_no_word_of_a_gift_is_broken(kind):
    shown, broken = Shown(kind), set()
    for name in NAMES:
        for arrow, main, note in ((1, name, "3 of 33"), (0, name, "Remember it!"), (0, f"a nice {name}", "x" * 30)):
            shown.draw("title", main, note, arrow=arrow)
            if " ".join(shown.main.text.split()) != main:
                broken.add(shown.main.text)
    assert sorted(broken) == []


@of("match lobby problem")
def test_everything_stays_inside_the_screen(kind, source):
    width, height = album(kind)["size"]
    for one, _, boxes in album(kind)[source]:
        for left, top, right, bottom in boxes:
            assert (left >= 0, top >= 0, right <= width, bottom <= height) == (True,) * 4, (one, boxes)


@of("match lobby problem")
def test_nothing_stands_on_anything_else(kind, source):
    for one, _, boxes in album(kind)[source]:
        for (left, top, right, bottom), (left2, top2, right2, bottom2) in combinations(boxes, 2):
            assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top, (one, boxes)


@BOTH
def test_a_change_is_drawn_once_and_no_change_not_at_all(kind):
    shown = Shown(kind)
    for one in everything()["match"][:100]:
        version = shown.screen.version
        assert shown.face.draw(one) is True
        assert shown.screen.version == version + 1
        assert shown.face.draw(one) is False
        assert shown.screen.version == version + 1


@BOTH
def test_what_was_shown_before_leaves_no_trace(kind):
    old = Shown(kind, lazy=False)
    for one in everything()["match"][::350] + everything()["lobby"][::5]:
        old.face.draw(one)
        fresh = Shown(kind)
        fresh.face.draw(one)
        assert old.screen.rgb() == fresh.screen.rgb(), one


@BOTH
def test_an_empty_page_shows_nothing(kind):
    shown = Shown(kind)
    shown.draw("title", "main", "note", "yes", "no", 1, (1, 3))
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
@pytest.mark.parametrize("limit", [2, 3, 4, 5])
def test_a_mark_for_each_penalty_taken_or_to_come_full_or_hollow(kind, limit):
    shown, areas = Shown(kind), []
    for count in range(limit + 1):
        shown.draw(marks=(count, limit))
        areas.append(len(shown.lit()))
    size = shown.face._layout.mark
    full, hollow = size**2, size**2 - (size - 2) ** 2
    assert areas == [count * full + (limit - count) * hollow for count in range(limit + 1)]


@BOTH
@pytest.mark.parametrize("limit", [2, 3, 4, 5])
def test_marks_and_title_stand_beside_each_other(kind, limit):
    shown = Shown(kind)
    shown.draw(marks=(limit, limit))
    marks = shown.lit()
    shown.draw(title="W" * 40, marks=(limit, limit))
    assert max(shown.lit() - marks)[0] < min(marks)[0]


sizes = st.tuples(st.integers(60, 320), st.integers(12, 170))
sentences = st.lists(st.text("abcdefghijkl'.", min_size=1, max_size=9), min_size=0, max_size=20).map(" ".join)


@given(sentences, sizes)
def test_what_fit_gives_fits(text, size):
    scale, lines = fit(text, (4, 3, 2, 1), *size)
    assert scale in (4, 3, 2, 1)
    assert 1 <= len(lines) <= max(1, size[1] // (12 * scale))
    assert all(len(line) * 6 * scale <= size[0] for line in lines)


@given(sentences, sizes)
def test_fit_takes_the_largest_scale_at_which_all_of_a_text_fits(text, size):
    def whole(scale):
        return " ".join(fit(text, (scale,), *size)[1]) == text and size[1] >= 12 * scale

    scale, lines = fit(text, (4, 3, 2, 1), *size)
    assert scale == next((one for one in (4, 3, 2, 1) if whole(one)), 1)
    assert whole(scale) or any(line.endswith("..") for line in lines)


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
    assert fit(text, (1,), columns * 6, 60) == (1, lines)


def test_what_does_not_fit_ends_in_dots():
    assert fit("one two three four", (2, 1), 54, 24) == (1, ["one two", "three.."])
    assert fit("one two", (1,), 24, 5) == (1, ["on.."])
    assert fit("unbreakable", (1,), 54, 24) == (1, ["unbreak.."])
