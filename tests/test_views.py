"""What a seat may see is declared: each game's View has just the fields that it says, of the types that it says."""

import random
from types import UnionType
from typing import get_args, get_origin, get_type_hints

import pytest

import engine


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
    assert every <= filled | {"relaid"}, "a field that stayed empty was not looked at"


@pytest.mark.parametrize("name", engine.GAMES)
def test_what_is_legal_is_shown_to_the_actor_alone(name):
    for game in matches(name):
        for seat in (None, *range(4)):
            assert game.view(seat).actions == (game.actions() if seat == game.actor else [])
