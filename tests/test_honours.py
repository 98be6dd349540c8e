"""Titles at the end of a match: counted from the log, the same on every board."""

import pytest

import engine
from engine.gifts import ACCEPT, GIVE, REFUSE, SPOKEN, VERDICT, arrow
from engine.honours import Honours

TRUE, FALSE = True, False


def play(claims, *turns):
    """A match of 4 in which, one gift after the other, the giver says what is true or false, and the receiver accepts
    or refuses. Returns its honours, and the seats that gave and received."""
    game = engine.new_game("gifts", 4, seed=3, options={"claims": claims, "penalties": 5, "arrows": "black"})
    honours, seats = Honours(game, 4), []

    def do(action):
        honours.note(game, action)
        game.apply(action)

    for true, answer in turns:
        while game.phase != "give":
            do(game.actions()[0])
        seats.append((game.giver, game.receiver))
        assert arrow(game, game.card) == 1
        if claims == "spoken":
            do(GIVE << 8 | SPOKEN)
        else:
            do(next(one for one in game.actions() if (one & 255 == game.card) == true))
        do(answer << 8)
        if game.phase == "verdict":
            do(VERDICT << 8 | true)
    return honours, seats


@pytest.mark.parametrize(
    ("turn", "titles"),
    [
        ((TRUE, ACCEPT), {"honest": 0, "favourite": 1}),
        ((FALSE, ACCEPT), {"liar": 0, "gullible": 1, "favourite": 1}),
        ((TRUE, REFUSE), {"honest": 0, "paranoid": 1}),
        ((FALSE, REFUSE), {"mastermind": 1}),
    ],
)
def test_what_each_deed_earns(turn, titles):
    honours, _ = play("picked", turn)
    assert dict(honours.titles()) == {name: [seat] for name, seat in titles.items()}


@pytest.mark.parametrize(("true", "titles"), [(TRUE, {"honest": [0], "paranoid": [1]}), (FALSE, {"mastermind": [1]})])
def test_what_was_said_aloud_counts_once_the_giver_has_owned_up(true, titles):
    honours, _ = play("spoken", (true, REFUSE))
    assert dict(honours.titles()) == titles


def test_a_title_goes_to_all_who_share_it_and_to_nobody_where_all_are_alike():
    honours, seats = play("picked", (TRUE, ACCEPT), (TRUE, ACCEPT))
    assert seats == [(0, 1), (1, 2)]
    assert dict(honours.titles()) == {"honest": [0, 1], "favourite": [1, 2]}
    honours, _ = play("picked", *[(TRUE, ACCEPT)] * 4)
    assert honours.titles() == []


def test_lies_weigh_against_honesty():
    honours, _ = play("picked", (TRUE, ACCEPT), (TRUE, ACCEPT), (TRUE, ACCEPT), (TRUE, ACCEPT), (FALSE, REFUSE))
    assert dict(honours.titles())["honest"] == [1, 2, 3]
