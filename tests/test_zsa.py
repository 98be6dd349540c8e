"""The direction-card variant: a scripted round, what differs from the official game, the options, the refusals, and the
whole game as properties.
"""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from engine import IllegalAction, gifts, new_game, zsa
from engine.zsa import (
    ACCEPT,
    DRAW,
    GIVE,
    LEFT,
    NAME,
    NEXT,
    REFUSE,
    RIGHT,
    SPOKEN,
    TURN,
    VERDICT,
    Game,
)
from sim.words import NAMES
from tests import any_game

YOU, WEST, NORTH, EAST = 0, 1, 2, 3  # clockwise, as in the pictures of the rule text: West is your left neighbour
CLUBS, SPADES, HEARTS, DIAMONDS = 0, 1, 2, 3
JACK, QUEEN, KING, ACE = 0, 1, 2, 3
HAT, GUITAR, MUFFIN, DUCK, PIANO, CROWN, FOOTBALL, TEAPOT = map(
    NAMES.index, ("hat", "guitar", "muffin", "duck", "piano", "crown", "football", "teapot")
)


def table(players=4, **options):
    return new_game("zsa", players, seed=5, options={"claims": "picked", **options})


def stacked(start, draws, directions, **options):
    """A table of four suits: `start` gifts a seat; then `draws` come up, and of the directions only `directions`."""
    game = table(len(start), **options)
    game.rows = [[gift] for gift in start]
    game.shop = [gift for gift in range(44) if gift not in start + draws] + draws[::-1]
    game.directions = [suit * 4 + rank for suit, rank in directions[::-1]]
    game._claims = sorted(GIVE << 8 | gift for gift in start)
    return game


def play(game, *actions):
    """Do actions, each of them a kind or (kind, argument)."""
    for action in actions:
        kind, argument = action if isinstance(action, tuple) else (action, 0)
        game.apply(kind << 8 | argument)


def name_all(game):
    play(game, *[NAME] * game.players, *[TURN] * game.players)
    return game


def play_a_round(game):
    """Doubt whatever can be doubted until the round is over."""
    while game.phase not in ("round", "over"):
        game.apply(game.actions()[-1])


# The scripted round: You, West, North and East.


@pytest.fixture
def round_of_four():
    directions = [(CLUBS, QUEEN), (HEARTS, JACK), (DIAMONDS, ACE)]
    return stacked([HAT, GUITAR, MUFFIN, DUCK], [PIANO, CROWN, FOOTBALL, TEAPOT], directions)


def test_the_table_names_the_start_gifts_and_turns_them_down_in_turn(round_of_four):
    game = round_of_four
    for seat, other in ((YOU, 0), (WEST, 1), (NORTH, 0), (EAST, 0)):
        assert (game.phase, game.actor, game.actions()) == ("name", seat, [NAME << 8, NAME << 8 | 1])
        play(game, (NAME, other))
        assert game.view(NORTH).faces == [[HAT], [GUITAR], [MUFFIN], [DUCK]]
    assert [gift for gift, other in enumerate(game.view(EAST).names) if other] == [GUITAR]
    for seat in (YOU, WEST, NORTH, EAST):
        assert (game.phase, game.actor, game.actions()) == ("agree", seat, [TURN << 8])
        play(game, TURN)
        assert game.view(NORTH).faces[: seat + 1] == [[]] * (seat + 1), "what is turned down nobody sees again"
    assert (game.phase, game.actor) == ("draw", YOU)


def test_the_starter_keeps_the_drawn_card_and_gives_the_oldest_as_the_direction_card_says(round_of_four):
    game = name_all(round_of_four)
    assert game.view(EAST).shop == PIANO
    play(game, DRAW)
    assert [game.view(seat).shown for seat in range(4)] == [PIANO] * 4
    assert game.view(EAST).direction_card is None, "the direction card is turned up after the gift is turned down"
    play(game, TURN)
    view = game.view(EAST)
    assert (game.rows[YOU], game.card) == ([PIANO], HAT)
    assert (view.direction_card, view.arrow, view.shown) == (CLUBS * 4 + QUEEN, LEFT, None)
    assert (view.phase, view.actor, view.giver, view.receiver) == ("give", YOU, YOU, WEST)
    assert view.claims == sorted([HAT, GUITAR, MUFFIN, DUCK, PIANO])


def test_a_round_with_a_doubt_of_each_outcome_and_a_reshuffle(round_of_four):
    game = name_all(round_of_four)
    play(game, DRAW, TURN, (GIVE, HAT), ACCEPT)
    assert (game.rows[WEST], game.card) == ([HAT], GUITAR), "the hat is West's newest, the guitar leaves"
    assert (game.giver, game.direction, game.receiver) == (WEST, RIGHT, YOU)

    play(game, (GIVE, MUFFIN), REFUSE)
    assert (game.loser, game.piles) == (WEST, [[], [GUITAR], [], []]), "it was no muffin: the giver was wrong"
    assert (game.phase, game.actor) == ("draw", YOU), "the receiver draws"
    assert (game.view(EAST).shown, game.view(EAST).discards) == (GUITAR, [0, 1, 0, 0])

    play(game, DRAW, TURN)
    assert (game.rows[YOU], game.card) == ([CROWN], PIANO)
    assert (game.direction, game.receiver, game.view(EAST).directions_left) == (RIGHT, EAST, 0)

    play(game, (GIVE, PIANO), REFUSE)
    assert (game.loser, game.piles) == (EAST, [[], [GUITAR], [], [PIANO]]), "it was a piano: the receiver was wrong"
    assert (game.phase, game.actor) == ("draw", EAST), "the receiver draws"

    play(game, DRAW, TURN)
    assert (game.rows[EAST], game.card, game.giver) == ([FOOTBALL], DUCK, EAST)
    assert sorted([*game.directions, game.direction_card]) == list(range(16)), "all direction cards are shuffled again"
    assert game.scores() == [0, 1, 0, 1]


def test_the_numbers_of_the_rule_text_after_the_first_draw():
    game = name_all(table(4))
    play(game, DRAW, TURN)
    assert (game.view(0).shop_size, game.view(0).directions_left) == (39, 15)


# What differs from the official game.


@pytest.mark.parametrize("suit", range(4))
def test_with_four_suits_red_is_right_and_blue_is_left(suit):
    for rank in range(4):
        game = name_all(stacked([HAT, GUITAR, MUFFIN, DUCK], [PIANO], [(suit, rank)]))
        play(game, DRAW, TURN)
        assert game.direction == (RIGHT if suit in (HEARTS, DIAMONDS) else LEFT)
        assert game.receiver == (EAST if suit in (HEARTS, DIAMONDS) else WEST), "the same card, whichever way it goes"
        assert game.card == HAT


@pytest.mark.parametrize("suit", range(8))
def test_with_eight_suits_a_base_suit_is_right_and_an_extended_one_left(suit):
    for rank in range(4):
        game = name_all(table(6, suits=8))
        game.directions[-1] = suit * 4 + rank
        play(game, DRAW, TURN)
        assert (game.direction, game.receiver) == ((RIGHT, 5) if suit < 4 else (LEFT, 1))


@pytest.mark.parametrize(("answer", "loser"), [(1, WEST), (0, YOU)])
def test_after_a_doubt_the_receiver_draws_whoever_was_wrong(answer, loser):
    game = name_all(stacked([HAT, GUITAR, MUFFIN, DUCK], [PIANO], [(CLUBS, JACK)], claims="spoken"))
    play(game, DRAW, TURN)
    assert game.actions() == [GIVE << 8 | SPOKEN]
    play(game, (GIVE, SPOKEN), REFUSE)
    assert (game.phase, game.actor) == ("verdict", YOU)
    assert [game.view(seat).shown for seat in range(4)] == [HAT] * 4
    play(game, (VERDICT, answer))
    assert (game.loser, game.piles[loser]) == (loser, [HAT])
    assert (game.phase, game.actor) == ("draw", WEST)


def test_discards_lie_face_down():
    game = name_all(stacked([HAT, GUITAR, MUFFIN, DUCK], [PIANO, CROWN], [(CLUBS, JACK)]))
    play(game, DRAW, TURN, (GIVE, HAT), REFUSE)
    assert game.view(EAST).shown == HAT, "all see what was doubted"
    play(game, DRAW)
    view = game.view(EAST)
    assert (view.shown, view.loser, view.discards) == (CROWN, None, [0, 1, 0, 0])
    assert view.piles == [[]] * 4


def test_the_kinds_of_action_are_those_of_the_official_game_and_one_more():
    for kind in ("TURN", "GIVE", "ACCEPT", "REFUSE", "VERDICT", "DRAW", "NEXT", "SPOKEN", "LEFT", "RIGHT"):
        assert getattr(gifts, kind) == getattr(zsa, kind)
    assert NAME > NEXT


# A match.


@pytest.mark.parametrize("claims", ["picked", "spoken"])  # the giver is wrong last, or the receiver
def test_a_round_ends_at_once_with_the_last_discard_and_its_loser_starts_the_next(claims):
    game = table(3, rounds=3, penalties=2, claims=claims)
    play(game, (NAME, 1))
    named = game.rows[0][0]
    for number in (1, 2, 3):
        play_a_round(game)
        assert max(map(len, game.piles)) == len(game.piles[game.loser]) == 2
        assert sum(game.scores()) >= 2 * number
        if number < 3:
            loser, scores = game.loser, game.scores()
            assert game.actor == game.next_starter() == loser
            assert game.carry() == (number, scores)
            play(game, NEXT)
            assert (game.phase, game.actor, game.giver) == ("name", loser, loser)
            assert (game.scores(), game.piles) == (scores, [[], [], []]), "points of finished rounds are kept"
            assert game.carry() == (number, scores)
            assert game.names[named] == 1, "what the table has agreed on holds for the match"
    assert (game.over, game.actor, game.actions()) == (True, None, [])


def test_every_seat_names_its_gift_from_the_starter_on():
    game = new_game("zsa", 3, seed=5, starter=2)
    actors = []
    while game.phase in ("name", "agree"):
        actors.append((game.phase, game.actor))
        game.apply(game.actions()[0])
    assert actors == [(phase, seat) for phase in ("name", "agree") for seat in (2, 0, 1)]
    assert (game.phase, game.actor) == ("draw", 2)


def test_a_match_can_go_on_with_other_players():
    game = new_game("zsa", 5, seed=1, options={"rounds": 5}, carried=(2, [3, 0, 1, 2, 1]))
    assert (game.round, game.scores()) == (3, [3, 0, 1, 2, 1])
    assert game.next_starter() is None


def test_equal_lowest_totals_share_the_win():
    game = table()
    play_a_round(game)
    game.piles = [[1, 2], [3], [4], [5, 6, 7]]
    assert game.winners() == [1, 2]


def test_nobody_has_won_before_the_end():
    assert table().winners() == []


# Set-up and refusals.


@pytest.mark.parametrize("players", range(2, 9))
def test_the_suits_follow_from_the_number_of_players(players):
    allowed = dict(Game.choices(players))["suits"]
    assert allowed == {6: (4, 8), 7: (8,), 8: (8,)}.get(players, (4,))
    for suits in allowed:
        game = table(players, suits=suits)
        assert (len(deck_of(game)), len(game.directions), len(game.names)) == (suits * 11, suits * 4, suits * 11)


def test_every_gift_can_be_first_and_so_can_every_direction_card():
    games = [new_game("zsa", 8, seed) for seed in range(1200)]
    assert {game.shop[-1] for game in games} == {game.rows[3][0] for game in games} == set(range(88))
    assert {game.directions[-1] for game in games} == set(range(32))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": 1}, "2 to 8 players, not 1"),
        ({"players": 9}, "2 to 8 players, not 9"),
        ({"seed": -1}, "whole number"),
        ({"starter": 4}, "seat from 0 to 3"),
        ({"options": {"arrows": "both"}}, "no option 'arrows'. The options are: suits, rounds, penalties, claims."),
        ({"options": {"suits": 8}}, "The option suits cannot be 8. Allowed: 4."),
        ({"players": 7, "options": {"suits": 4}}, "The option suits cannot be 4. Allowed: 8."),
        ({"players": 6, "options": {"suits": 5}}, "The option suits cannot be 5. Allowed: 4, 8."),
        ({"options": {"suits": 4.0}}, "Allowed: 4"),
        ({"options": {"rounds": 3}}, "Allowed: 1, 4"),
        ({"options": {"rounds": True}}, "Allowed: 1, 4"),
        ({"options": {"penalties": 6}}, "Allowed: 3, 2, 4, 5"),
        ({"options": {"claims": ["picked"]}}, "Allowed: 'spoken', 'picked'"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_with_a_sentence(change, sentence):
    any_game.check_no_set_up("zsa", change, sentence)


@pytest.mark.parametrize("action", [0xFFFF, 0, -1, None, "name", TURN << 8, DRAW << 8, NAME << 8 | 2, GIVE << 8, 1.5])
def test_an_illegal_action_is_refused_with_a_sentence_and_changes_nothing(action):
    any_game.check_refused(table(), action, r"is not allowed while seat 0 has to name\. Allowed: 2048, 2049\.")


def test_a_claim_must_have_been_face_up_in_this_round():
    game = name_all(table())
    play(game, DRAW, TURN)
    assert game.actions() == [GIVE << 8 | gift for gift in game.view(0).claims]
    with pytest.raises(IllegalAction):
        game.apply(GIVE << 8 | game.shop[0])


def test_no_action_is_allowed_after_the_end():
    game = table()
    play_a_round(game)
    with pytest.raises(IllegalAction, match="over"):
        game.apply(DRAW << 8)


def test_a_copy_lives_its_own_life():
    game = name_all(table(4, rounds=4))
    play(game, DRAW, TURN)
    before, actions, twin = game.digest(), game.actions(), game.copy()
    play_a_round(game)
    assert (twin.digest(), twin.actions()) == (before, actions)
    again = twin.copy()
    play_a_round(again)
    assert again.digest() == game.digest(), "a copy has the same future"
    assert (twin.digest(), twin.actions()) == (before, actions)


# The whole game, with anybody doing anything that is allowed.


def deck_of(game):
    inner = [gift for pile in game.rows + game.piles for gift in pile]
    return sorted(game.shop + inner + ([game.card] if game.card is not None else []))


class AnyMatch(any_game.AnyGame):
    @initialize(
        players=st.integers(2, 8),
        seed=st.integers(0, (1 << 128) - 1),
        all_suits=st.booleans(),
        penalties=st.sampled_from([2, 3, 4, 5]),
        claims=st.sampled_from(["spoken", "picked"]),
        each=st.booleans(),
    )
    def set_up(self, players, seed, all_suits, penalties, claims, each):
        self.suits = dict(Game.choices(players))["suits"][-1 if all_suits else 0]
        rounds = players if each else 1
        options = {"suits": self.suits, "penalties": penalties, "claims": claims, "rounds": rounds}
        self.players = players
        self.game = new_game("zsa", players, seed, seed % players, options)

    @precondition(lambda self: self.game.phase in ("name", "agree"))
    @rule()
    def get_ready(self):
        while self.game.phase in ("name", "agree"):
            self.game.apply(self.game.actions()[0])

    @invariant()
    def every_card_is_somewhere_and_none_twice(self):
        game = self.game
        assert deck_of(game) == list(range(self.suits * 11))
        up = [] if game.direction_card is None else [game.direction_card]
        cards = game.directions + up
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(range(self.suits * 4))
        assert game.direction_card is not None or len(game.directions) == self.suits * 4

    @invariant()
    def every_row_is_one_card_beside_the_one_in_the_air(self):
        assert self.game.view(0).sizes == [len(row) for row in self.game.rows] == [1] * self.players

    @invariant()
    def a_round_needs_few_cards_so_the_shop_always_has_a_top(self):
        game, n = self.game, self.players
        assert sum(map(len, game.piles)) <= n * (game.penalties - 1) + 1
        assert self.suits * 11 - len(game.shop) <= n + n * (game.penalties - 1) + 1
        assert game.view(0).shop == game.shop[-1]

    @invariant()
    def the_claims_are_what_has_been_up_in_this_round(self):
        out = [gift for gift in range(self.suits * 11) if gift not in self.game.shop]
        assert self.game.view(0).claims == out
        assert self.game.view(0).names == self.game.names
        if self.game.phase == "give":
            claims = out if self.game.picked else [SPOKEN]
            assert self.game.actions() == [GIVE << 8 | claim for claim in claims]

    @invariant()
    def the_gift_goes_where_the_direction_card_says(self):
        view = self.game.view(0)
        in_the_air = view.phase in ("give", "decide")
        assert in_the_air == (view.arrow is not None) == (view.direction_card is not None)
        if in_the_air:
            assert view.receiver == (view.giver + view.arrow) % self.players
            assert view.direction_card == self.game.direction_card

    @invariant()
    def the_receiver_draws_after_a_doubt(self):
        game = self.game
        if game.phase == "draw" and game.loser is not None:
            assert game.actor == game.receiver

    @invariant()
    def start_gifts_are_up_until_their_names_are_agreed(self):
        game = self.game
        done = (game.actor - game.giver) % self.players if game.phase == "agree" else 0
        for seat, faces in enumerate(game.view(0).faces):
            up = game.phase == "name" or (game.phase == "agree" and (seat - game.giver) % self.players >= done)
            assert faces == (game.rows[seat] if up else [])

    @invariant()
    def discards_are_counted(self):
        game, scores = self.game, self.game.scores()
        assert game.view(0).discards == [len(pile) for pile in game.piles]
        assert scores == [old + len(pile) for old, pile in zip(game.carried, game.piles, strict=True)]
        assert (max(map(len, game.piles)) == game.penalties) == (game.phase in ("round", "over"))

    def other_hidden(self, game, seat):
        return with_other_hidden_cards(game)


def with_other_hidden_cards(game):
    """A state that differs from `game` in everything that nobody may see, and in nothing else.

    Face-down cards, discards among them, and the shop below its top change places; the direction cards to come lie in
    another order; and the generator is another.
    """
    twin = game.copy()
    places = [(twin.shop, at) for at in range(len(twin.shop) - 1)]
    for row, up in zip(twin.rows, twin.face_up, strict=True):
        places += [(row, at) for at in range(up, len(row))]
    for pile in twin.piles:
        places += [(pile, at) for at in range(len(pile)) if pile[at] != twin.shown]
    hidden = [twin.card] if game.card is not None and game.shown is None else []
    places += [(hidden, 0)] * len(hidden)
    any_game.rotate(places)
    if hidden:
        twin.card = hidden[0]
    twin.directions.reverse()
    twin._generator.state ^= 1 << 100
    return twin


TestAnyMatch = AnyMatch.TestCase
TestAnyMatch.settings = settings(stateful_step_count=120)
