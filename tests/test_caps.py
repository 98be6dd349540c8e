"""Cap of Invisibility: a game by the rule text, what is refused and why, what nobody may see, and the whole game as
properties.
"""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from boards.assets import language
from engine import IllegalAction, new_game
from engine.caps import CAP, LAST_PAIRS, LOOK, NEXT, OPEN, PLACES, SWAP
from tests import any_game

KING, WIZARD, KNIGHT, COOK, PIRATE, COWBOY, SAILOR = range(7)
CROWN, POINTED_HAT, PLUME, TOQUE, TRICORNE, COWBOY_HAT, SAILOR_CAP = range(7)
THE_FIRST_SEVEN = [KING, WIZARD, KNIGHT, COOK, PIRATE, COWBOY, SAILOR]
MORTARBOARD, BELLS, STRAW_HAT, HARD_HAT = 7, 8, 9, 10


def table(players=3, starter=0, **options):
    return new_game("caps", players, seed=5, starter=starter, options=options)


def lay(game, characters, hats):
    """Let the row be this; the other cards that are still in play are in the stocks."""
    every = [sorted(stock + [one for one in row if one is not None]) for stock, row in cards(game)]
    rows = characters, hats
    game.characters, game.hats = list(characters), list(hats)
    game.stocks = [[card for card in deck if card not in row] for deck, row in zip(every, rows, strict=True)]
    game._begin_turn(game.actor)


def cards(game):
    return list(zip(game.stocks, (game.characters, game.hats), strict=True))


def look(place):
    return LOOK << 8 | place


def swap(first, second):
    return SWAP << 8 | first << 4 | second


def opening(place):
    return OPEN << 8 | place


def do(game, *actions):
    for action in actions:
        game.apply(action)


ON = NEXT << 8


def one_pair_before_the_end(game):
    """Four pairs are left and all lie right; the stocks are empty."""
    nothing = [None] * 3
    lay(game, [KING, WIZARD, KNIGHT, COOK, *nothing], [CROWN, POINTED_HAT, PLUME, TOQUE, *nothing])
    game.stocks = [[], []]
    game._begin_turn(game.actor)


def test_a_game_with_a_look_an_exchange_a_cap_and_a_wrong_opening():
    game = table()
    lay(game, THE_FIRST_SEVEN, [CROWN, PLUME, POINTED_HAT, CAP, MORTARBOARD, BELLS, STRAW_HAT])
    do(game, look(1))
    assert (game.phase, game.actor) == ("look", 0)
    assert [game.view(seat).looked for seat in (0, 1, 2, None)] == [(1, PLUME), None, None, None]
    do(game, ON)
    assert (game.phase, game.actor, game.view(0).looked) == ("turn", 1, None)
    do(game, swap(1, 2))
    assert (game.phase, game.actor, game.hats[1:3]) == ("turn", 2, [POINTED_HAT, PLUME])
    do(game, opening(3))
    assert [game.view(seat).shown for seat in (0, 1, 2, None)] == [CAP] * 4
    assert (game.actor, game.caps, game.scores()) == (2, [0, 0, 1], [0, 0, 0])
    do(game, ON)
    assert (game.characters[3], game.hats[3] == CAP) == (COOK, False), "only the cap is taken"
    assert [len(stock) for stock in game.stocks] == [13, 16]
    do(game, opening(4))
    assert (game.actor, game.penalties, game.view(1).shown) == (0, [1, 0, 0], MORTARBOARD)
    do(game, ON)
    assert (game.hats[4], game.view(1).shown, game.scores()) == (MORTARBOARD, None, [-1, 0, 0])
    do(game, opening(2))
    assert (game.points, game.scores(), game.view(0).place) == ([0, 1, 0], [-1, 1, 0], 2)
    assert (game.characters[2], game.hats[2]) == (KNIGHT, PLUME), "they lie there until all have seen them"
    do(game, ON)
    assert KNIGHT not in game.characters + game.stocks[0]
    assert PLUME not in game.hats + game.stocks[1]
    assert [len(stock) for stock in game.stocks] == [12, 15]
    assert None not in game.characters + game.hats


def test_the_hat_that_was_just_looked_at_may_not_be_looked_at_again_at_once():
    game = table()
    do(game, look(3), ON)
    assert game.view(2).forbidden == look(3)
    assert look(3) not in game.actions()
    any_game.check_refused(game, look(3), "Seat 0 has just looked at that hat")
    do(game, swap(3, 4))
    assert look(3) in game.actions(), "only the turn before counts"
    assert game.view(0).forbidden == swap(3, 4)


def test_the_hats_that_were_just_exchanged_may_not_be_exchanged_again_at_once():
    game = table()
    do(game, swap(0, 6))
    assert game.view(0).forbidden == swap(0, 6)
    any_game.check_refused(game, swap(0, 6), "Seat 0 has just exchanged those two")
    assert {swap(0, 5), look(0), opening(0)} <= set(game.actions())
    do(game, look(0), ON)
    assert swap(0, 6) in game.actions()


def test_an_opening_forbids_nothing():
    game = table()
    lay(game, THE_FIRST_SEVEN, [CROWN, PLUME, POINTED_HAT, MORTARBOARD, BELLS, STRAW_HAT, HARD_HAT])
    do(game, opening(3))
    assert game.view(1).forbidden is None
    do(game, ON)
    assert game.view(1).forbidden is None
    assert len(game.actions()) == 7 + 21 + 7
    do(game, opening(3))


def test_a_cap_cancels_one_penalty_and_no_more():
    game = table()
    game.points, game.penalties, game.caps = [2, 2, 2], [0, 2, 1], [2, 1, 1]
    assert game.scores() == [2, 1, 2]


def test_a_dead_row_is_laid_out_anew_and_costs_no_turn():
    game = table(caps=False)
    lay(game, THE_FIRST_SEVEN, [CROWN, MORTARBOARD, BELLS, STRAW_HAT, HARD_HAT, 11, 12])
    relaid = game.relaid
    game.stocks[0] = [card for card in game.stocks[0] if card > 12]  # whoever comes next has no hat in the row
    do(game, opening(0), ON)
    assert game.view(1).relaid > relaid
    assert (game.phase, game.actor, game.points) == ("turn", 1, [1, 0, 0])
    assert not game._is_dead()
    assert [len(set(row)) for row in (game.characters, game.hats)] == [PLACES, PLACES]


def test_a_row_with_a_cap_or_with_a_hat_anywhere_for_a_character_is_not_dead():
    game = table()
    strangers = [MORTARBOARD, BELLS, STRAW_HAT, HARD_HAT, 11, 12]
    for hat, dead in ((CAP + 3, False), (SAILOR_CAP, False), (13, True)):
        game.characters, game.hats = THE_FIRST_SEVEN, [hat, *strangers]
        assert game._is_dead() == dead


def test_a_first_deal_is_never_dead():
    deals = [new_game("caps", 2, seed, options={"caps": False}) for seed in range(400)]
    assert max(game.relaid for game in deals) > 0
    assert not any(game._is_dead() for game in deals)


def test_a_place_stays_empty_when_no_character_is_left():
    game = table()
    lay(game, THE_FIRST_SEVEN, [CROWN, POINTED_HAT, PLUME, TOQUE, TRICORNE, COWBOY_HAT, SAILOR_CAP])
    game.stocks = [[], [CAP]]
    do(game, opening(2), ON)
    view = game.view(0)
    assert (game.characters[2], game.hats[2], game.stocks) == (None, None, [[], [CAP]])
    assert (view.characters[2], view.covered[2], sum(view.covered)) == (None, False, 6)
    touching = [look(2), opening(2), swap(2, 3), swap(1, 2)]
    assert not [action for action in touching if action in game.actions()]
    assert len(game.actions()) == 6 + 15 + 6


def test_the_round_ends_with_three_pairs_in_the_row():
    game = table()
    one_pair_before_the_end(game)
    do(game, opening(0))
    assert not game.over
    do(game, ON)
    assert (game.over, game.actor, game.actions()) == (True, None, [])
    assert sum(hat is not None for hat in game.hats) == LAST_PAIRS
    assert game.winners() == [0]
    with pytest.raises(IllegalAction, match="over"):
        game.apply(ON)


def test_most_points_win_and_equal_ones_share_also_below_zero():
    game = table(4)
    one_pair_before_the_end(game)
    game.points, game.penalties = [2, 0, 3, 1], [4, 1, 4, 7]
    do(game, opening(0), ON)
    assert (game.scores(), game.winners()) == ([-1, -1, -1, -6], [0, 1, 2])


def test_points_add_up_over_rounds_and_the_starter_moves_to_the_left():
    game = table(3, starter=2, rounds=3)
    totals = [0, 0, 0]
    for number, starter in ((1, 2), (2, 0), (3, 1)):
        assert (game.round, game.starter, game.actor, game.carried) == (number, starter, starter, totals)
        assert game.next_starter() == starter, "begun anew, the round has the same starter"
        one_pair_before_the_end(game)
        game.penalties = [1, 2, 3]
        do(game, opening(0), ON)
        totals = game.scores()
        if number < 3:
            assert (game.phase, game.actor, game.carry()) == ("round", (starter + 1) % 3, (number, totals))
            assert game.next_starter() == game.actor
            do(game, ON)
            assert (game.penalties, game.view(0).last, game.view(0).forbidden) == ([0, 0, 0], None, None)
    assert game.over
    assert totals == [1 - 3, 1 - 6, 1 - 9]


def test_a_match_can_go_on_with_points_below_zero():
    game = new_game("caps", 2, 1, options={"rounds": 2}, carried=(1, [-3, 4]))
    assert (game.round, game.scores(), game.carry()) == (2, [-3, 4], (1, [-3, 4]))
    assert (game.best([1, 4]), game.worst([1, 4])) == (4, 1)


def test_a_copy_lives_its_own_life():
    game = table(4, rounds=4)
    ends = []
    for twin in (game.copy(), game.copy()):
        chance = random.Random(1)
        for _ in range(200):
            twin.apply(chance.choice(twin.actions()))
        ends.append(twin.digest())
    assert game.digest() == table(4, rounds=4).digest()
    assert ends[0] == ends[1], "a copy has the same future"


def test_without_caps_there_are_twenty_hats():
    assert [len(stock) for stock in table(caps=False).stocks] == [13, 13]
    assert [len(stock) for stock in table().stocks] == [13, 17]


def test_there_are_twenty_characters_with_a_hat_each_whose_names_fit_the_smallest_screen():
    characters, hats = [tuple(language.table("en")[section]) for section in ("characters", "hats")]
    assert len(set(characters)) == len(characters) == len(set(hats)) == len(hats) == CAP
    assert [name for name in characters + hats if len(name) > 14 or not name.isascii() or name != name.lower()] == []
    pairs = list(zip(characters, hats, strict=True))
    assert pairs[:3] == [("king", "crown"), ("wizard", "pointed hat"), ("knight", "plume")]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"caps": 1}, "The option caps cannot be 1. Allowed: True, False."),
        ({"caps": "no"}, "The option caps cannot be 'no'. Allowed: True, False."),
        ({"rounds": 2}, "The option rounds cannot be 2. Allowed: 1, 3."),
        ({"claims": "picked"}, "There is no option 'claims'. The options are: caps, rounds."),
    ],
)
def test_an_option_that_cannot_be_is_refused_with_a_sentence(options, sentence):
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        new_game("caps", 3, 1, options=options)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "action", [0, -1, None, "look", 1.5, ON, look(7), opening(7), swap(1, 1), swap(2, 1), swap(0, 7), 0xFFFF]
)
def test_an_illegal_action_is_refused_with_a_sentence_and_changes_nothing(action):
    any_game.check_refused(table(), action, r"is not allowed while seat 0 has to turn\. Allowed: 256, 257")


@pytest.mark.slow
@pytest.mark.parametrize("caps", [True, False])
@pytest.mark.parametrize("players", [2, 8])
def test_games_of_any_actions_that_favour_openings_end(players, caps):
    for seed in range(20):
        chance = random.Random(seed)
        game = new_game("caps", players, seed, options={"caps": caps})
        while not game.over:
            game.apply(chance.choice(game.actions()[-7:] if chance.random() < 0.8 else game.actions()))
        assert sum(game.points) == CAP - LAST_PAIRS


# The whole game, with anybody doing anything that is allowed.


class AnyMatch(any_game.AnyGame):
    @initialize(players=st.integers(2, 8), seed=st.integers(0, (1 << 128) - 1), caps=st.booleans(), each=st.booleans())
    def set_up(self, players, seed, caps, each):
        options = {"caps": caps, "rounds": players if each else 1}
        self.game = new_game("caps", players, seed, seed % players, options)
        self.before = None  # the action of the turn before

    @precondition(lambda self: self.game.phase == "turn")
    @rule(number=st.integers(0, 6))
    def open_one_that_is_right_if_there_is_one(self, number):
        game = self.game
        right = [at for at in range(PLACES) if game.hats[at] is not None and game.hats[at] == game.characters[at]]
        places = right or [at for at in range(PLACES) if game.hats[at] is not None]
        self.do(opening(places[number % len(places)]))

    def do(self, action):
        actor, round_before = self.game.actor, self.game.round
        self.game.apply(action)
        if action != ON:
            self.before = action
            assert (self.game.view(None).last, self.game.view(None).last_seat) == (action, actor)
        elif self.game.round != round_before:
            self.before = None

    @invariant()
    def every_card_is_somewhere_and_none_twice(self):
        game = self.game
        open_hat = game.hats[game.place] if game.phase == "open" else None
        pair_in_the_row = open_hat is not None and open_hat == game.characters[game.place]
        cap_in_the_row = open_hat is not None and open_hat >= CAP
        pairs, caps = sum(game.points) - pair_in_the_row, sum(game.caps) - cap_in_the_row
        characters, hats = ([*stock, *[one for one in row if one is not None]] for stock, row in cards(game))
        assert len(set(characters)) == len(characters) == CAP - pairs
        assert len(set(hats)) == len(hats) == CAP - pairs + (4 - caps if game.options["caps"] else 0)
        assert sorted(characters) == sorted(hat for hat in hats if hat < CAP), "a hat leaves with its character"

    @invariant()
    def a_place_has_both_or_neither_and_is_empty_only_without_characters_to_come(self):
        game = self.game
        assert [one is None for one in game.characters] == [one is None for one in game.hats]
        assert None not in game.hats or not game.stocks[0]
        assert PLACES - game.hats.count(None) >= LAST_PAIRS
        assert (PLACES - game.hats.count(None) == LAST_PAIRS) == (game.phase in ("round", "over"))

    @invariant()
    def no_row_is_dead_when_a_turn_begins(self):
        game = self.game
        row = [hat for hat in game.hats if hat is not None]
        if game.phase == "turn":
            assert max(row) >= CAP or [hat for hat in row if hat in game.characters]

    @invariant()
    def a_turn_may_do_all_but_what_the_turn_before_did(self):
        game, view = self.game, self.game.view(None)
        if game.phase != "turn":
            assert view.forbidden is None
            assert game.actions() == ([] if game.over else [ON])
            return
        places = [place for place in range(PLACES) if view.covered[place]]
        allowed = {look(place) for place in places} | {opening(place) for place in places}
        allowed |= {swap(first, second) for first in places for second in places if first < second}
        forbidden = self.before if self.before is not None and self.before >> 8 != OPEN else None
        assert view.forbidden == forbidden
        assert set(game.actions()) == allowed - {forbidden}
        assert len(set(game.actions())) == len(game.actions())

    @invariant()
    def scores_are_pairs_less_penalties_that_no_cap_cancels(self):
        game = self.game
        for seat, score in enumerate(game.scores()):
            lost = max(0, game.penalties[seat] - game.caps[seat])
            assert score == game.carried[seat] + game.points[seat] - lost

    @invariant()
    def only_who_looks_sees_a_hat(self):
        game = self.game
        for seat in (None, *range(game.players)):
            looks = game.phase == "look" and seat == game.actor
            assert game.view(seat).looked == ((game.place, game.hats[game.place]) if looks else None)

    def other_hidden(self, game, seat):
        return with_other_hidden_cards(game, seat)


def with_other_hidden_cards(game, seat):
    """A state that differs from `game` in everything that `seat` may not see, and in nothing else."""
    twin = game.copy()
    seen = game.place if game.phase == "open" or (game.phase == "look" and seat == game.actor) else None
    places = [(twin.hats, at) for at in range(PLACES) if twin.hats[at] is not None and at != seen]
    places += [(twin.stocks[1], at) for at in range(len(twin.stocks[1]))]
    any_game.rotate(places)
    twin.stocks[0].reverse()
    twin._generator.state ^= 1 << 100
    return twin


TestAnyMatch = AnyMatch.TestCase
TestAnyMatch.settings = settings(stateful_step_count=120)


def test_every_card_can_lie_anywhere():
    games = [new_game("caps", 2, seed) for seed in range(600)]
    assert {(at, one) for game in games for at, one in enumerate(game.characters)} == {
        (at, one) for at in range(PLACES) for one in range(CAP)
    }
    assert {(at, one) for game in games for at, one in enumerate(game.hats)} == {
        (at, one) for at in range(PLACES) for one in range(CAP + 4)
    }
