"""What players can be called: what is checked is what is shown and what is sent, and nothing is cut on the way."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.assets import build
from boards.tool import ToolError, partyset
from pocket.font import Font
from pocket.names import LETTERS, wrong
from pocket.pictures import folder
from pocket.renderer import Renderer
from pocket.screens.page import Drawn
from pocket.words import Words
from ring.messages import Reader, pack_name
from sim.hardware import mono_screen

WANTED = "a name of up to 10 letters, 15 bytes (2 or 3 beyond a-z), no blank at its ends"


def on_the_wire(name):
    return Reader(pack_name(name)).name()


def test_the_letters_of_names_are_those_of_the_fonts_but_for_the_blank_that_is_none():
    pairs = [LETTERS[at : at + 2] for at in range(0, len(LETTERS), 2)]
    letters = {chr(code) for first, last in pairs for code in range(ord(first), ord(last) + 1)}
    assert letters == set(build.LETTERS) - {"\N{NO-BREAK SPACE}"}


NAMES = st.text(st.sampled_from(build.LETTERS), max_size=12)


@given(NAMES, NAMES)
def test_names_that_are_taken_differ_on_the_air_and_on_a_screen_where_they_differ_at_all(one, other):
    font = Font(f"{folder('mono')}/small.font")
    for name in (one, other):
        if wrong(name) is None:
            assert on_the_wire(name) == name
            assert 0 not in font._letters(name)
            assert name == " ".join(name.split())
        else:
            assert len(name) not in range(1, 11) or len(name.encode()) > 15 or name != " ".join(name.split())


@pytest.mark.parametrize("name", ["Анна", "Марина К", "Ngọc Ánh", "José", "Zoë", "O'Neil", "Ada 2", "x"])
def test_good_names(name):
    assert wrong(name) is None


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Александр", WANTED),
        ("Александра", WANTED),
        ("eleven lett", WANTED),
        ("", WANTED),
        (" ", WANTED),
        (" Anna", WANTED),
        ("Anna ", WANTED),
        ("An  na", WANTED),
        (7, WANTED),
        ("Jose\u0301", "a name without the unknown sign U+0301"),
        ("An\u200bna", "a name without the unknown sign U+200B"),
        ("\u202eanna", "a name without the unknown sign U+202E"),
        ("An\nna", "a name without the unknown sign U+000A"),
        ("An\u00a0na", "a name without the unknown sign U+00A0"),
        ("Anna\U0001f3a9", "a name without the unknown sign U+1F3A9"),
        ("An\udc80na", "a name without the unknown sign U+DC80"),
    ],
)
def test_bad_names_and_what_is_said_of_them(name, sentence):
    assert Words().say(*wrong(name)) == sentence


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["Anna", "anna"], "each player needs a name of their own"),
        (["Ева", "ЕВА"], "each player needs a name of their own"),
        (["Александр", "Ева"], "HATS_NAME must be a name of up to 10 letters"),
        (["An\u200bna", "Anna"], "HATS_NAME must be a name without the unknown sign U+200B"),
        (["Anna", 7], "HATS_NAME must be a name of up to 10 letters"),
    ],
)
def test_a_set_is_not_made_of_names_that_nobody_can_tell_apart(players, said, tmp_path):
    party = partyset.PartySet(tmp_path / "party.toml")
    party.players = players
    with pytest.raises(ToolError, match=re.escape(said)):
        party.save()


def test_a_line_break_in_a_name_from_the_air_makes_no_new_line():
    pictures = []
    for name in ("An\nna", "An\0na"):
        screen = mono_screen(lazy=True)
        Renderer(screen.display).draw(Drawn(name, name, "", "", "", 0, None, None, None))
        pictures.append(screen.rgb())
    assert pictures[0] == pictures[1]
