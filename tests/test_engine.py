"""What holds for every game: what a seat may see is declared, no field can be forgotten in a copy or a digest, and
whatever is asked of the engine that cannot be is refused with a sentence.
"""

import random
import re
from types import UnionType
from typing import get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import gifts
from engine.gifts import DRAW

# Fields that follow from others, which a digest holds: from the options and the phase; and what is told of the last
# action, which follows from the log.
FOLLOWS = {"players", "options", "rounds", "phase", "cards", "_legal", "_generator"}
FOLLOWS_IN = {"gifts": set(), "zsa": {"penalties", "picked"}, "caps": {"_met", "_anew"}}
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.binary(max_size=3),
    st.lists(st.integers(), max_size=3), st.tuples(st.integers(), st.lists(st.integers(), max_size=9)),
    st.dictionaries(st.one_of(st.integers(), st.sampled_from(["rounds", "caps", "shop"])), st.integers(), max_size=2),
)  # fmt: skip
SENTENCE = r"^[A-Z].*\.$"


def refused(ask):
    """The sentence with which something is refused; None when it is done."""
    try:
        ask()
    except ValueError as refusal:
        return str(refusal)


def other(value):
    """Another value than this of a field."""
    if isinstance(value, list):
        return [other(value[0]), *value[1:]] if value else [1]
    return 1 if value is None else value + 1


def fits(value, kind):
    """Whether a value is of a declared type, such as list[int | None]."""
    if isinstance(kind, UnionType):
        return any(fits(value, one) for one in get_args(kind))
    if get_origin(kind) is list:
        return type(value) is list and all(fits(one, get_args(kind)[0]) for one in value)
    if get_origin(kind) is tuple:
        return type(value) is tuple and len(value) == len(get_args(kind)) and all(map(fits, value, get_args(kind)))
    return type(value) is kind


def matches(name):
    """Matches of four with some options, after the set-up and each action."""
    for claims in [{"claims": "picked"}, {}] if name != "caps" else [{}]:
        game, chance = engine.new_game(name, 4, 1, options={"rounds": 4, **claims}), random.Random(1)
        for _ in range(400):
            yield game
            if game.over:
                break
            game.apply(chance.choice(game.actions()))


def test_a_view_has_the_fields_that_are_declared_and_no_other():
    every, filled = set(), set()
    for name in engine.GAMES:
        declared = get_type_hints(type(engine.new_game(name, 4, 1).view(0)))
        every |= set(declared)
        for game in matches(name):
            for seat in (None, *range(4)):
                view = vars(game.view(seat))
                assert set(view) == set(declared)
                assert [field for field, value in view.items() if not fits(value, declared[field])] == []
                filled |= {field for field, value in view.items() if value not in (None, False, [], 0)}
    assert every <= filled | {"relaid", "anew"}, "a field that stayed empty was not looked at"


@pytest.mark.parametrize("name", engine.GAMES)
def test_there_is_no_view_for_a_seat_that_is_not_there(name):
    with pytest.raises(IndexError, match="no seat 4"):
        engine.new_game(name, 4, 1).view(4)


@pytest.mark.parametrize("name", engine.GAMES)
def test_what_is_legal_is_shown_to_the_actor_alone(name):
    for game in matches(name):
        for seat in (None, *range(4)):
            assert game.view(seat).actions == (game.actions() if seat == game.actor else [])


@pytest.mark.parametrize("name", engine.GAMES)
def test_every_field_is_copied_and_digested(name):
    for number, game in enumerate(matches(name)):
        if number % 7:
            continue
        twin, before = game.copy(), game.digest()
        assert twin.digest() == before
        assert vars(twin).keys() == vars(game).keys()
        for field, value in vars(game).items():
            if isinstance(value, list):
                assert getattr(twin, field) == value
                assert getattr(twin, field) is not value
            if field not in FOLLOWS | FOLLOWS_IN[name]:
                setattr(twin, field, other(value))
                assert twin.digest() != before, f"the digest does not tell {field}"
                setattr(twin, field, value)
        assert game.digest() == before


def test_a_change_inside_a_list_of_lists_stays_in_a_copy():
    game = engine.new_game("gifts", 3, 1)
    game.copy().rows[0].append(7)
    assert len(game.rows[0]) == 1


@pytest.mark.parametrize("name", engine.GAMES)
def test_every_action_and_phase_is_described(name):
    rules = engine.rules(name)
    assert len(rules.PEOPLE_MS) == len(rules.PHASES)
    assert {*rules.SHOWING, rules.TURN_PHASE} <= set(rules.PHASES)
    for game in matches(name):
        for action in game.actions():
            assert "does" not in rules.told(action).format("hat")


@pytest.mark.slow
@given(argument=st.sampled_from(["game", "players", "seed", "starter", "options", "carried", "cards"]), junk=JUNK)
@settings(max_examples=400)
def test_a_set_up_of_junk_is_refused_with_a_sentence_or_plays(argument, junk):
    wanted = {"game": "gifts", "players": 4, "seed": 7, argument: junk}
    sentence = refused(lambda: engine.new_game(**wanted).apply(DRAW << 8))
    assert sentence is None or re.match(SENTENCE, sentence, re.DOTALL)


@pytest.mark.parametrize(
    "carried",
    [(-1, [0] * 4), (256, [0] * 4), (True, [0] * 4), (0, [0] * 3), (0, [0, 0, 0, 128]), (0, [0, 0, 0, 1.0]), (0,), 5],
)
def test_what_a_match_cannot_have_brought_along_is_refused_with_a_sentence(carried):
    with pytest.raises(ValueError, match=SENTENCE):
        engine.new_game("gifts", 4, 1, carried=carried)


@given(name=st.sampled_from(engine.GAMES), junk=JUNK)
def test_an_action_of_junk_is_refused_with_a_sentence_and_changes_nothing(name, junk):
    game = engine.new_game(name, 4, 7)
    before = game.digest()
    for action in (junk, float(game.actions()[0])):
        if action in game.actions() and type(action) is int:
            continue
        with pytest.raises(engine.IllegalAction, match=SENTENCE):
            game.apply(action)
    assert game.digest() == before


@given(junk=JUNK)
def test_a_seat_or_a_gift_of_junk_is_refused_with_a_sentence(junk):
    game = engine.new_game("gifts", 4, 7)
    if junk is not None and not (type(junk) is int and 0 <= junk < 4):
        with pytest.raises(IndexError, match=SENTENCE):
            game.view(junk)
    if not (type(junk) is int and 0 <= junk < 110):
        with pytest.raises(IndexError, match=SENTENCE):
            gifts.arrow(game, junk)


@given(argument=st.sampled_from(["game", "seed", "seat", "personality"]), junk=JUNK)
def test_a_bot_of_junk_is_refused_with_a_sentence_or_plays(argument, junk):
    wanted = {"game": "gifts", "seed": 1, "seat": 0, "personality": "ordinary", argument: junk}
    sentence = refused(lambda: engine.new_bot(**wanted))
    assert sentence is None or re.match(SENTENCE, sentence, re.DOTALL)


@pytest.mark.parametrize("name", engine.GAMES)
@pytest.mark.parametrize("now_ms", [-1, 1 << 30, 1.5, True, None, "0"])
def test_a_bot_is_shown_its_own_seat_at_a_time_that_can_be(name, now_ms):
    game, bot = engine.new_game(name, 4, 7), engine.new_bot(name, 1, 0, "ordinary")
    with pytest.raises(ValueError, match=SENTENCE):
        bot.see(game.view(0), now_ms)
    with pytest.raises(ValueError, match=SENTENCE):
        bot.choose(game.view(0), game.actions(), now_ms)
    with pytest.raises(ValueError, match="bot of seat 0 was shown what seat 1 sees"):
        bot.see(game.view(1), 0)


@pytest.mark.parametrize("name", engine.GAMES)
@pytest.mark.parametrize("players", [1, 9, True, "2", None])
def test_there_are_no_options_for_a_table_that_cannot_be(name, players):
    with pytest.raises(ValueError, match=SENTENCE):
        engine.rules(name).choices(players)


@pytest.mark.parametrize("name", engine.GAMES)
@given(seed=st.integers(0, 1 << 64), players=st.integers(2, 8))
def test_the_same_set_up_gives_the_same_game_and_another_seed_another(name, seed, players):
    one, same, other = [engine.new_game(name, players, number) for number in (seed, seed, seed + 1)]
    assert one.digest() == same.digest()
    assert getattr(one, "stocks" if name == "caps" else "shop") != getattr(
        other, "stocks" if name == "caps" else "shop"
    )


@pytest.mark.parametrize("name", engine.GAMES)
@pytest.mark.parametrize("players", range(3, 9))  # two always have two start gifts
def test_the_first_choice_is_the_default(name, players):
    options = {option: allowed[0] for option, allowed in engine.rules(name).choices(players)}
    assert engine.new_game(name, players, 1).options == options
