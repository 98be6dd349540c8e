"""Facts that two rooms have to know, of which neither may know the other: they are equal."""

import engine
from boards import known
from boards.assets import build, deck, language
from boards.tool import doctor
from engine import caps, gifts
from pocket import hat_row, layout, pictures, words
from pocket.screens import game_caps
from ring import messages
from sim.room import Room


def test_the_fonts_and_pictures_that_are_made_are_those_that_the_layouts_show():
    for shown in (layout.COLOUR, layout.MONO):
        made = build.LAYOUTS[shown.name]
        assert set(made.fonts) == {*shown.titles, *shown.mains}
        assert set(made.pictures) == {shown.picture, shown.row} - {0}
    assert set(build.LAYOUTS) == {layout.COLOUR.name, layout.MONO.name}


def test_there_are_as_many_gifts_people_hats_and_places_everywhere():
    english = language.table("en")
    assert {gifts.GIFTS, words.GIFTS, pictures.PEOPLE - pictures.GIFTS, len(language.EMOJI), deck.MOST} == {110}
    assert {len(english["gifts"]), len(english["other_names"])} == {110}
    people = {words.PEOPLE, pictures.HATS - pictures.PEOPLE, pictures.CAP - pictures.HATS, caps.CAP, game_caps.CAP_HAT}
    assert people == {len(english["characters"]), len(english["hats"])} == {20}
    assert caps.PLACES == hat_row.PLACES
    assert len(build.everything()) == pictures.COUNT


def test_a_table_has_as_many_seats_for_the_rules_as_on_the_air():
    assert (engine.SEATS_MIN, engine.SEATS_MAX) == (messages.SEATS_MIN, messages.SEATS_MAX)


def test_every_language_has_its_words_and_its_letters():
    assert words.languages() == language.languages() == list(build.ALPHABETS)


def test_there_is_room_for_as_many_penalties_as_end_a_round():
    most = [max(dict(engine.rules(name).choices(8)).get("penalties", [0])) for name in engine.GAMES]
    assert max(most) == layout.MARKS_MAX


def test_a_board_knows_the_names_of_all_settings():
    assert sorted(known.NAMES) == sorted(name.removeprefix("HATS_") for name in doctor.KNOWN)


def test_a_virtual_device_offers_what_a_board_does():
    """By name; `tests/test_profiles.py` looks at what is in it."""
    device = Room(2, 0, 1, "mono").devices[0]
    names = "display keys pixels link nvm uid appends spare ticks entropy battery tone problems"
    for name in names.split():
        assert hasattr(device, name), name
