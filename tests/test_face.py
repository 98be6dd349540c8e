"""What stands on a display: every page of whole matches and of the lobby, on both screens, with names of eight letters."""

import pytest
from adafruit_display_text.label import Label

from sim.parts import colour_screen, mono_screen  # before pocket: it chooses Blinka's board

# isort: split
from hypothesis import given
from hypothesis import strategies as st
from pocket import pages
from pocket.face import COLOUR, MONO, Face, fit
from pocket.lamp import OFF
from pocket.settings import Settings
from ring.lobby import Lobby, Person

from tests.matches import PEOPLE, Seat, drawn, every_variant, situations

SCREENS = {"colour": colour_screen, "mono": mono_screen}
BOTH = pytest.mark.parametrize("kind", SCREENS)
NOTHING = ("", "", "", "", "", 0, None)


class Shown:
    """A face on a screen, and what it shows."""

    def __init__(self, kind, lazy=True):
        self.screen = SCREENS[kind](lazy=lazy)
        self.face = Face(self.screen.display)
        labels = [layer for layer in self.screen.display.root_group if isinstance(layer, Label)]
        self.title, self.note, self.main, self.yes, self.no = labels
        self.labels = labels

    def draw(self, title="", main="", note="", yes="", no="", arrow=0, marks=None):
        return self.face.draw((title, main, note, yes, no, arrow, marks))

    def lit(self):
        """The places of pixels that differ from the background, and what colour they have."""
        rgb = self.screen.rgb()
        paper = rgb[-3 * self.screen.width :][3 * (self.screen.width // 2) :][:3]
        width = self.screen.width
        colours = {(i % width, i // width): rgb[3 * i : 3 * i + 3] for i in range(len(rgb) // 3)}
        return {place: colour for place, colour in colours.items() if colour != paper}


def box(label):
    """(left, top, right, bottom) of a label in pixels, its background included."""
    x, y, width, height = label.bounding_box
    padding = label.padding_left if label.background_color is not None else 0
    left = label.x + (x - padding) * label.scale
    top = label.y + y * label.scale
    return left, top, left + (width + 2 * padding) * label.scale, top + height * label.scale


def words(label):
    """A label's text as one line."""
    return label.text.replace("\n", " ")


@pytest.fixture(scope="module")
def of_matches():
    """Everything that is drawn in a match of each variant: [(what is drawn, kind of situation), ...], none twice."""
    found = {}
    for match in every_variant():
        for game in situations(match):
            for index in range(game.players):
                for one in drawn(Seat(game, index).page()):
                    found.setdefault(one, game)
    return list(found)


class Nobody:
    """Stands in for a session in the lobby; `lobby` is real."""

    name = PEOPLE[0]
    guests = 0
    open = add_bot = play_with_bots = start = found = leave = None

    def __init__(self):
        self.lobby = Lobby(person(0), lambda n: 0, 0)

    def people(self):
        return [one.name for one in self.lobby.people]


def person(index):
    return Person(bytes(3) + bytes([index]), PEOPLE[index], 0, False, 0)


def lobby_pages():
    """Pages of the lobby, for one to eight people."""
    session = Nobody()
    lobby = session.lobby
    for index in range(1, 4):
        opener = Nobody().lobby
        opener.me = person(index)
        opener.open(bytes([index] * 4), "gifts", 0)
        opener.people += [person(other) for other in range(8) if other != index][:index]
        lobby.hear_offer(*opener.due(0)[1:], 0)
        yield pages.lobby_page(session)
    for index in (0, 1):
        lobby.ask(lobby.offers[index], 0)
        yield pages.lobby_page(session)
        lobby.offers[index].people.append((lobby.me.device, lobby.me.name))
        yield pages.lobby_page(session)
        lobby.offers[index].stage = 1
        yield pages.lobby_page(session)
    lobby.open(bytes(4), "gifts", 0)
    for index in range(1, 8):
        yield pages.lobby_page(session)
        lobby.asking.append(person(index))
        yield pages.lobby_page(session)
        lobby.accept(lobby.asking[0], 0)
    yield pages.lobby_page(session)
    lobby.start(0)
    yield pages.lobby_page(session)
    yield pages.menu_page(session, None)


def of_lobby():
    return [one for page in lobby_pages() for one in drawn(page)]


def problems():
    """Every sentence about a setting."""
    names = "name key game place players bot bot_errors bot_ms reveal_ms brightness arrows start_gifts rounds penalties"
    names += " shop claims"
    bad = Settings({f"HATS_{name.upper()}": "?" * 11 for name in names.split()}.get)
    assert len(bad.problems) == 16
    return [pages.problem_page(problem, None).at(0) for problem in bad.problems]


def cut(kind, all_drawn, part, place):
    """The texts of one part, the label `part`, in `place` of what is drawn, that are not shown whole."""
    shown, short = Shown(kind), set()
    for one in all_drawn:
        shown.face.draw(one)
        if words(getattr(shown, part)) != one[place]:
            short.add(one[place])
    return sorted(short)


def test_the_layout_goes_by_the_size_of_the_display():
    assert [Shown(kind).face._layout for kind in SCREENS] == [COLOUR, MONO]


@BOTH
def test_the_main_text_is_shown_whole(kind, of_matches):
    assert cut(kind, of_matches, "main", 1) == []


@BOTH
def test_the_note_is_shown_whole(kind, of_matches):
    assert cut(kind, of_matches, "note", 2) == []


@BOTH
def test_the_main_text_and_the_note_of_the_lobby_are_shown_whole(kind):
    assert cut(kind, of_lobby(), "main", 1) == []
    assert cut(kind, of_lobby(), "note", 2) == []


@BOTH
def test_the_sentence_about_a_bad_setting_is_shown_whole(kind):
    assert cut(kind, problems(), "main", 1) == []


@BOTH
def test_the_title_is_shown_whole(kind, of_matches):
    assert cut(kind, of_matches + of_lobby() + problems(), "title", 0) == []


@BOTH
def test_no_word_is_broken(kind, of_matches):
    shown, broken = Shown(kind), set()
    for one in of_matches + of_lobby():
        shown.face.draw(one)
        broken |= {one[1] for line in shown.main.text.split("\n") if line.endswith("-")}
    assert sorted(broken) == []


@BOTH
def test_everything_stays_inside_the_screen_and_nothing_overlaps(kind, of_matches):
    shown = Shown(kind)
    width, height = shown.screen.width, shown.screen.height
    for one in of_matches + of_lobby() + problems():
        shown.face.draw(one)
        boxes = [box(label) for label in shown.labels if label.text]
        for left, top, right, bottom in boxes:
            assert left >= 0, one
            assert top >= -shown.title.scale, one  # a row of the font that holds no dot
            assert right <= width, one
            assert bottom <= height + 2 * shown.yes.scale, one
        for index, (left, top, right, bottom) in enumerate(boxes):
            for other_left, other_top, other_right, other_bottom in boxes[:index]:
                apart = right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top
                assert apart, one


@BOTH
def test_a_picture_is_drawn_once_for_each_change(kind, of_matches):
    shown = Shown(kind)
    for one in of_matches[:200]:
        version = shown.screen.version
        assert shown.face.draw(one) is True
        assert shown.screen.version == version + 1
        assert shown.face.draw(one) is False
        assert shown.screen.version == version + 1


@BOTH
def test_a_face_that_has_shown_much_shows_the_same_as_a_fresh_one(kind, of_matches):
    old = Shown(kind, lazy=False)
    for one in of_matches[::97] + of_lobby()[::7]:
        old.face.draw(one)
        fresh = Shown(kind)
        fresh.face.draw(one)
        assert old.screen.rgb() == fresh.screen.rgb(), one


@BOTH
def test_an_empty_page_shows_nothing(kind):
    shown = Shown(kind)
    shown.draw("title", "main", "note", "yes", "no", 1, (1, 3))
    assert shown.lit()
    shown.face.draw(NOTHING)
    assert shown.lit() == {}


@BOTH
def test_captions_stand_in_the_lower_corners(kind):
    shown = Shown(kind)
    width, height = shown.screen.width, shown.screen.height
    shown.draw(yes="yes")
    left = shown.lit()
    assert min(x for x, _ in left) == 0
    assert max(x for x, _ in left) < width // 2 < height + min(y for _, y in left)
    shown.draw(no="no")
    right = shown.lit()
    assert max(x for x, _ in right) == width - 1
    assert min(x for x, _ in right) > width // 2
    assert max(y for _, y in {**left, **right}) == height - 1


@BOTH
@pytest.mark.parametrize("arrow", [1, -1])
def test_the_arrow_stands_on_the_side_to_which_it_points(kind, arrow):
    shown = Shown(kind)
    shown.draw(arrow=arrow)
    columns = {}
    for x, y in shown.lit():
        columns.setdefault(x, []).append(y)
    width = shown.screen.width
    ordered = [len(columns[x]) for x in sorted(columns)]
    if arrow < 0:
        ordered.reverse()
    assert ordered == sorted(ordered)  # narrow at its tip
    assert ordered[0] < ordered[-1] // 3
    assert (max(columns) < width // 2) if arrow > 0 else (min(columns) > width // 2)


@BOTH
@pytest.mark.parametrize("limit", [2, 3, 4, 5])
def test_a_mark_for_each_penalty_taken_or_to_come_full_or_hollow(kind, limit):
    shown, areas = Shown(kind), []
    for count in range(limit + 1):
        shown.draw(marks=(count, limit))
        areas.append(len(shown.lit()))
    size = shown.face._layout.mark
    assert areas == [count * size**2 + (limit - count) * (size**2 - (size - 2) ** 2) for count in range(limit + 1)]


@BOTH
def test_marks_leave_the_title_alone(kind):
    shown = Shown(kind)
    for limit in (2, 3, 4, 5):
        shown.draw(title="W" * 40, marks=(0, limit))
        titled = set(shown.lit())
        shown.draw(marks=(0, limit))
        marks = set(shown.lit())
        assert marks < titled
        shown.draw(title="W" * 40, marks=(limit, limit))
        shown.draw(title="", marks=(limit, limit))
        full = set(shown.lit())
        assert min(x for x, _ in full) > max(x for x, _ in titled - full)


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
    scale, lines = fit(text, (4, 3, 2, 1), *size)
    for larger in range(scale + 1, 5):
        assert fit(text, (larger,), *size)[1] != lines or larger * 12 > size[1]
    if " ".join(lines) != text and scale == 1:
        assert lines[-1].endswith("..")


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


def test_the_lamp_of_a_page_is_off_unless_it_says_otherwise():
    assert pages.Page("key", "title").light == OFF
