"""Every screen in every language and layout, measured: nothing is cut that need not be, and nothing overlaps."""

import re
from functools import cache
from itertools import combinations
from types import SimpleNamespace

import pytest

import engine
from boards.assets import language
from pocket import layout as layouts
from pocket.font import Font
from pocket.pictures import folder
from pocket.renderer import Renderer
from pocket.words import GIFTS, Words
from pocket.words import PEOPLE as HATTED
from sim.hardware import colour_screen, mono_screen
from sim.measure import stage

pytestmark = pytest.mark.slow  # every screen in every language

PEOPLE = (
    "Wilhelmina",
    "Maximilian",
    "Emmanuelle",
    "Bartholomy",
    "Cassiopeia",
    "Gwendoline",
    "Montgomery",
    "Annamarias",
)
SIZES = {"colour": (240, 135), "mono": (128, 64)}
EVERYWHERE = pytest.mark.parametrize(
    ("spoken", "layout"),
    [(spoken, layout) for spoken in language.languages() for layout in SIZES],
    scope="module",  # the tests of one album one after the other, in one process
)
NEAR = 10  # pixels: the shorter lines of a label stand in the middle only by whole blanks
LISTED = 3  # so many names are a list, which may be cut
FORMS = 3  # of a gift's name
SHARED = 1  # rows in which a letter hardly ever has a dot
EXTREMES = 3  # so many of the longest names of each form are tried
SPARE = ("thanks_or", "how_to_menu", "people_here", "public_key")


class Measured:
    """Stands in for a text on the display: it knows where it lies, and draws nothing."""

    def __init__(self, group, font, colour, background=None, padding=0):
        self._beside = padding
        self.text = ""

    def show(self, font, lines, across, down, x, y):
        width, height = max((font.width(line) for line in lines), default=0), font.height * len(lines)
        left, top = x - round(width * across), y - round(height * down)
        self.text = " ".join(lines)
        self.box = left - self._beside, top, left + width + self._beside, top + height


class Known:
    """A language's words, in which every gift has the name of the one with number `picked`; characters and hats have
    those of others, so many numbers on.
    """

    def __init__(self, spoken):
        self._words = language.complete(spoken)[0]
        self._texts = language.numbered(self._words)
        self.picked = 0

    def sentence(self, key):
        return self._words["sentences"].get(key)

    def numbered(self, number):
        form, one = divmod(number, GIFTS)
        if form < 2 * FORMS:
            return self._texts[form * GIFTS + self.picked % GIFTS]
        form, one = divmod(number - 2 * FORMS * GIFTS, HATTED)
        start = 2 * FORMS * GIFTS + form * HATTED
        return self._texts[start + (one + self.picked) % HATTED]

    def picks(self, font):
        """The numbers to pick: of gifts whose names are the widest in a font, or hold the widest words, and enough for
        every character and hat.
        """
        found = set(range(HATTED))
        for form in range(2 * FORMS):
            names = self._texts[form * GIFTS : (form + 1) * GIFTS]
            for width in (font.width, lambda text: max(font.width(word) for word in text.split())):
                found.update(sorted(range(GIFTS), key=lambda one: width(names[one]))[-EXTREMES:])
        return sorted(found)


class Keys:
    """Words that say nothing but which sentence, or which kind of name, they stand for. asked: whether for a name."""

    def sentence(self, key):
        return f"<{key}>"

    def numbered(self, number):
        self.asked = True
        return f"<{number // GIFTS if number < 2 * FORMS * GIFTS else number // HATTED}>"


@cache
def shapes():
    """Functions that make the pages of all games, the places of the cursor there, and whether there are names of gifts,
    characters or hats; none twice for names alone.
    """
    words, found = Words(), {}
    words.table = Keys()
    for name in engine.GAMES:
        for players in range(engine.SEATS_MIN, engine.SEATS_MAX + 1):
            for turn in range(2):
                options = {key: values[turn % len(values)] for key, values in engine.rules(name).choices(players)}
                rounds = 0
                for what, make in stage.views(name, PEOPLE[:players], turn, options):
                    rounds += what == "round, a watcher"
                    if (name, rounds, what[:4]) == ("caps", 3, "turn"):
                        break  # further rounds of this long game differ in scores alone
                    words.table.asked = False
                    page = make(words)
                    for cursor in range(len(page.items or "1")):
                        one = page.at(words, cursor)
                        limits = one.score and (one.score.limit, len(one.score.seats))
                        shape = (*stage.texts(one), one.arrow, limits, type(one.picture))
                        found.setdefault(shape, (make, cursor, words.table.asked or page.secret))
    return list(found.values())


def others(words):
    """Everything that is drawn outside of games."""
    for players in (4, engine.SEATS_MAX):
        for pages in (stage.lobby(words, PEOPLE[:players]), stage.interruptions(words, PEOPLE[:players])):
            for _, page in pages:
                yield from [page.at(words, cursor) for cursor in range(len(page.items or "1"))]


def everything(table, font):
    """Everything that can be drawn in a language, none twice."""
    words = Words()
    words.table = table
    found = dict.fromkeys(others(words))
    for at, picked in enumerate(table.picks(font)):
        table.picked = picked
        for make, cursor, named in shapes():
            if at and not named:
                continue
            page = make(words)
            found[page.at(words, cursor)] = None
            if page.secret:
                found[page.at(words, cursor, True)] = None
    return list(found)


@cache
def album(spoken, layout):
    """[(what was drawn, its five texts as shown, their boxes where there is text), ...]."""
    table, font = Known(spoken), Font(f"{folder(layout)}/small.font")
    patch = pytest.MonkeyPatch()
    with patch.context() as changed:
        width = Font.width
        changed.setattr(Font, "width", cache(width))
        changed.setattr(layouts, "text", lambda layout: Measured)
        changed.setattr("pocket.pictures.Pictures.show", lambda picture, number, deck=None: None)
        changed.setattr("pocket.scoreline.Tally.show", lambda tally, score, top: lines.append(top))
        display = SimpleNamespace(width=SIZES[layout][0], height=SIZES[layout][1], refresh=lambda: None)
        shown = Renderer(display)
        labels = [shown._title, shown._main, shown._note, shown._yes, shown._no]
        taken, lines = [], []
        for one in everything(table, font):
            lines.clear()
            shown.draw(one)
            boxes = [label.box for label in labels if label.text]
            boxes += [(0, top, display.width, top + font.height) for top in lines]
            taken.append((one, [label.text for label in labels], boxes))
    return taken


def cut(one, texts):
    """(name, text, what is shown of it) of the texts of what is drawn that are not shown whole."""
    if not one.main:  # a note alone stands in the middle
        one = one._replace(main=one.note, note="")
    parts = zip(stage.TEXTS, stage.texts(one), texts, strict=True)
    return [(name, text, shown) for name, text, shown in parts if shown != text]


def is_list(text):
    """Whether it counts up names, or scores: what does not fit of that may be left out."""
    scores = len(re.findall(r"\w:\d", text))
    return max(sum(name in text for name in PEOPLE), text.count(", "), scores) >= LISTED


def may_go(table, one, note):
    """Whether a note may give way to the main text: what number of how many, an explanation of a list, how the menu is
    opened, that the key is public, the answer to a claim that nobody need say aloud, which its button says too, and
    above everybody's penalties what was claimed a moment ago.
    """
    spare = [table.sentence(key).split("{}")[0] for key in SPARE]
    if one.score and len(one.score.seats) > 1:
        spare.append(table.sentence("called").split("{}")[0])
    counted = re.fullmatch(table.sentence("choice").format(r"\d+(-\d+)?", r"\d+"), note)
    return counted or is_list(one.main) or note.startswith(tuple(spare))


@EVERYWHERE
def test_nothing_is_cut_that_need_not_be(spoken, layout):
    table, wrong = Known(spoken), {}
    for one, texts, _ in album(spoken, layout):
        for part, text, shown in cut(one, texts):
            given_way = part == "note" and not shown and may_go(table, one, text)
            if not (given_way or (is_list(text) and part not in ("yes", "no"))):
                wrong[text] = shown
    assert wrong == {}


@EVERYWHERE
def test_what_must_be_said_aloud_stands_whole_on_the_screen_of_who_must_say_it(spoken, layout):
    table, found = Known(spoken), 0
    for one, texts, _ in album(spoken, layout):
        if one.yes == table.sentence("given"):
            found += 1
            assert table.sentence("i_have") in texts
    assert found


@EVERYWHERE
def test_everything_is_inside_the_screen_and_nothing_on_anything_else(spoken, layout):
    width, height = SIZES[layout]
    for one, _, boxes in album(spoken, layout):
        for left, top, right, bottom in boxes:
            assert left >= 0, (one, boxes)
            assert top >= 0, (one, boxes)
            assert right <= width, (one, boxes)
            assert bottom <= height, (one, boxes)
        for (left, top, right, bottom), (left2, top2, right2, bottom2) in combinations(boxes, 2):
            apart = right <= left2 or right2 <= left or bottom - SHARED <= top2 or bottom2 - SHARED <= top
            assert apart, (one, boxes)


@pytest.mark.parametrize("screen", [colour_screen, mono_screen])
def test_what_is_measured_is_what_the_display_lights(screen):
    """All that is lit is inside the boxes, and something is lit near each of their sides."""
    made = screen(lazy=True)
    real = Renderer(made.display)
    layout = "colour" if made.width == SIZES["colour"][0] else "mono"
    for one, _, boxes in album("de", layout)[::60]:
        if not one.arrow and one.score is None and one.picture is None:
            real.draw(one)
            rgb = made.rgb()
            paper = rgb[3 * (made.width - 1) : 3 * made.width]  # the upper right corner
            lit = {(i % made.width, i // made.width) for i in range(len(rgb) // 3) if rgb[3 * i : 3 * i + 3] != paper}
            for left, top, right, bottom in boxes:
                own = {(x, y) for x, y in lit if left <= x < right and top <= y < bottom}
                assert min(own)[0] - left < NEAR, (one, boxes)
                assert right - max(own)[0] < NEAR + 1, (one, boxes)
                lit -= own
            assert lit == set(), (one, boxes)
