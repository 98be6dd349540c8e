"""What can be set: the defaults, and a sentence for whatever cannot be, which is then ignored."""

import pytest

import engine
from pocket.settings import EACH, Settings
from pocket.words import Words

WORDS = Words()
DEFAULTS = {
    "name": "",
    "key": "00" * 16,
    "game": "gifts",
    "place": 0,
    "players": 0,
    "bot": 0,
    "bot_kind": "ordinary",
    "bot_ms": 1500,
    "reveal_ms": 4000,
    "brightness": 30,
}
GOOD = {
    "name": ["B", "Blue", "ten letter", "Анна", "Ngọc Ánh", "O'Neil-2"],
    "key": ["0123456789abcdefABCDEF0123456789", "ff" * 64],
    "game": ["gifts"],
    "place": [0, 1, 8],
    "players": [0, 2, 8],
    "bot": [0, 1],
    "bot_kind": ["goldfish", "trusting", "mixed"],
    "bot_ms": [1, 60000],
    "reveal_ms": [500, 60000],
    "brightness": [1, 100],
}
BAD = {
    "name": ["eleven lett", 7, "Александр", " "],
    "key": ["", "00" * 15, "0" * 33, "x" * 32, 12345678],
    "game": ["", "Gifts", "chess", "a name of many letters", 3],
    "place": [-1, 9, "1", 1.0, True],
    "players": [-1, 9, "4"],
    "bot": [-1, 2, "yes", True],
    "bot_kind": ["", "perfect", "Liar", 15],
    "bot_ms": [0, 60001, "1500"],
    "reveal_ms": [499, 60001, ""],
    "brightness": [0, 101, "30"],
}
OPTIONS = {"arrows": "white", "start_gifts": 2, "penalties": 5, "shop": "closed", "claims": "picked"}
BAD_OPTIONS = [("arrows", "red"), ("start_gifts", "1"), ("penalties", 6), ("shop", 0), ("claims", ""), ("rounds", 2)]


def settings(**values):
    return Settings({"HATS_" + name.upper(): value for name, value in values.items()}.get)


def pairs(table):
    return [(name, value) for name, values in table.items() for value in values]


def is_sentence_about(problem, key):
    problem = WORDS.say(*problem)
    return problem.startswith(f"{key} must be ") and problem.endswith(".")


def test_without_any_setting_everything_has_its_default():
    made = settings()
    assert {name: getattr(made, name) for name in DEFAULTS} == DEFAULTS
    assert (made.options, made.problems) == ({}, [])


@pytest.mark.parametrize(("name", "value"), pairs(GOOD))
def test_a_good_value_is_taken(name, value):
    made = settings(**{"place": 1, name: value})
    assert getattr(made, name) == value
    assert made.problems == []


@pytest.mark.parametrize(("name", "value"), pairs(BAD))
def test_a_bad_value_is_ignored_and_a_sentence_names_its_key(name, value):
    made = settings(**{name: value})
    assert getattr(made, name) == DEFAULTS[name]
    (problem,) = made.problems
    assert is_sentence_about(problem, "HATS_" + name.upper())


def test_nobody_plays_alone_without_a_bot():
    made = settings(players=1, place=1)
    assert made.players == 0
    assert [is_sentence_about(problem, "HATS_PLAYERS") for problem in made.problems] == [True]


def test_a_table_that_starts_by_itself_needs_places():
    made = settings(players=4)
    assert (made.players, made.problems) == (0, [("needs", "HATS_PLAYERS", "HATS_PLACE")])


def test_every_bad_value_has_its_sentence():
    worst = {name: values[0] for name, values in BAD.items()}
    assert len(settings(**worst).problems) == len(worst)


def test_options_of_the_game_are_taken_and_only_those_that_are_set():
    made = settings(**OPTIONS)
    assert (made.options, made.problems) == (OPTIONS, [])
    assert made.options_for(5) == {"rounds": 1, **OPTIONS}


@pytest.mark.parametrize(("name", "value"), BAD_OPTIONS)
def test_a_bad_option_is_ignored_and_its_sentence_says_what_is_allowed(name, value):
    made = settings(**{name: value})
    assert made.options == {}
    (problem,) = made.problems
    assert is_sentence_about(problem, "HATS_" + name.upper())
    for one in (1, EACH) if name == "rounds" else dict(engine.rules("gifts").choices(8))[name]:
        assert str(one) in WORDS.say(*problem)


def test_as_many_rounds_as_players_whatever_their_number():
    made = settings(rounds=EACH)
    assert made.problems == []
    for players in range(engine.SEATS_MIN, engine.SEATS_MAX + 1):
        assert made.options_for(players)["rounds"] == players
        engine.new_game("gifts", players, 0, options=made.options_for(players))
    assert made.options == {"rounds": EACH}
    assert settings(rounds=1).options_for(4)["rounds"] == 1


def test_the_place_of_a_deck_that_is_no_text_is_named_and_the_usual_one_stays():
    usual, wrong = Settings({}.get), Settings({"HATS_DECK": 5}.get)
    assert usual.deck.endswith("/assets/deck")
    assert (wrong.deck, wrong.problems) == (usual.deck, [("must_be", "HATS_DECK", ("want_length", 1, 255))])
    assert Settings({"HATS_DECK": "/mine"}.get).deck == "/mine"
