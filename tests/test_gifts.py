"""That's Not a Hat: the examples of the rule texts by name, the options, the refusals, and the whole game as
properties.
"""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

from engine import IllegalAction, new_game
from engine.gifts import (
    ACCEPT,
    DRAW,
    GIFTS,
    GIVE,
    LEFT,
    NEXT,
    REFUSE,
    RIGHT,
    SPOKEN,
    TURN,
    VERDICT,
    arrow,
)
from sim.words import NAMES
from tests import any_game

ANNA, TOM, MARLENE = 0, 1, 2  # clockwise: Anna is Tom's right neighbour, and Marlène's left one


def put(game, seat, *names):
    """Let `seat` own just these gifts, oldest first, face down; what it had goes under the shop."""
    for gift in game.rows[seat]:
        game.shop.insert(0, gift)
    gifts = [NAMES.index(name) for name in names]
    for gift in gifts:
        game.shop.remove(gift)
    game.rows[seat] = gifts
    game.face_up[seat] = 0


def offer(game, giver, name, way):
    """Let `giver` hold out the gift `name`, which goes `way`."""
    gift = NAMES.index(name)
    for pile in [game.shop, *game.rows]:
        if gift in pile:  # it changes places with the card at the bottom of the shop
            pile[pile.index(gift)] = game.shop[0]
            game.shop.pop(0)
            break
    game.arrows[gift] = way
    game.giver = giver
    game._offer(gift, way)


def claim(name):
    return GIVE << 8 | NAMES.index(name)


def table(players=3, **options):
    return new_game("gifts", players, seed=5, options={"claims": "picked", **options})


def play_to(game, *kinds):
    for kind in kinds:
        game.apply(kind << 8)


def test_e1_tom_accepts_the_piano_and_gives_the_guitar_to_anna():
    game = table()
    put(game, TOM, "guitar")
    put(game, ANNA, "muffin")
    game.arrows[NAMES.index("guitar")] = RIGHT
    offer(game, ANNA, "piano", LEFT)
    game.apply(GIVE << 8 | game.actions()[0] & 255)
    assert game.actor == TOM
    game.apply(ACCEPT << 8)
    assert game.rows[TOM] == [NAMES.index("piano")]
    assert (game.giver, game.card, game.receiver) == (TOM, NAMES.index("guitar"), ANNA)
    game.apply(game.actions()[0])
    game.apply(ACCEPT << 8)
    assert game.rows[ANNA] == [NAMES.index("guitar")], "the guitar lies on top of the muffin, which leaves"
    assert (game.giver, game.card) == (ANNA, NAMES.index("muffin"))


def test_e2_marlene_calls_the_broccoli_a_hat_and_draws_the_book_for_anna():
    game = table()
    put(game, ANNA, "muffin")
    broccoli, book = NAMES.index("broccoli"), NAMES.index("book")
    offer(game, MARLENE, "broccoli", LEFT)
    game._claims.append(claim("top hat"))
    game.apply(claim("top hat"))
    game.apply(REFUSE << 8)
    assert game.piles[MARLENE] == [broccoli]
    assert game.actor == game.loser == MARLENE
    assert game.view(ANNA).shown == broccoli
    game.shop.remove(book)
    game.shop.append(book)
    game.arrows[book] = LEFT
    play_to(game, DRAW)
    assert game.view(TOM).shown == book
    play_to(game, TURN)
    assert book not in game.rows[MARLENE], "a new gift is given at once"
    assert game.receiver == ANNA
    game.apply(claim("book"))
    game.apply(ACCEPT << 8)
    assert game.rows[ANNA] == [book]
    assert (game.giver, game.card) == (ANNA, NAMES.index("muffin"))


@pytest.mark.parametrize(("shown", "claimed", "loser"), [("umbrella", "key", 0), ("camera", "camera", 1)])
def test_e3_a_caught_bluff_costs_the_giver_and_a_wrong_doubt_the_receiver(shown, claimed, loser):
    game = table()
    offer(game, 0, shown, LEFT)
    game._claims.append(claim(claimed))
    game.apply(claim(claimed))
    game.apply(REFUSE << 8)
    assert game.piles[loser] == [NAMES.index(shown)]
    assert game.loser == loser
    assert game.scores()[loser] == 1


@pytest.mark.parametrize(("answer", "loser"), [(1, 1), (0, 0)])
def test_with_spoken_claims_the_giver_answers_for_what_was_said(answer, loser):
    game = table(claims="spoken")
    offer(game, 0, "piano", LEFT)
    assert game.actions() == [GIVE << 8 | SPOKEN]
    game.apply(GIVE << 8 | SPOKEN)
    game.apply(REFUSE << 8)
    assert (game.phase, game.actor) == ("verdict", 0)
    assert [game.view(seat).shown for seat in range(3)] == [NAMES.index("piano")] * 3
    game.apply(VERDICT << 8 | answer)
    assert game.piles[loser] == [NAMES.index("piano")]


def test_a_drawn_card_is_seen_by_all_and_given_at_once():
    game = table(4)
    top = game.view(3).shop
    assert top == game.shop[-1]
    play_to(game, DRAW)
    assert [game.view(seat).shown for seat in range(4)] == [top] * 4
    assert game.view(1).arrow is None, "its back is not to be seen while its face is up"
    play_to(game, TURN)
    assert game.view(1).shown is None
    assert game.view(1).arrow == arrow(game, top)
    assert game.receiver == arrow(game, top) % 4


def test_a_start_gift_is_face_up_until_it_is_given_and_only_then_shows_its_arrow():
    game = table(4, start_gifts=2)
    play_to(game, DRAW, TURN)
    receiver = game.receiver
    first, second = game.rows[receiver]
    assert game.view(0).faces[receiver] == [first, second]
    assert game.view(0).backs[receiver] == []
    game.apply(game.actions()[0])
    game.apply(ACCEPT << 8)
    assert game.card == first
    view = game.view(0)
    assert view.arrow == arrow(game, first)
    assert view.faces[receiver] == [second]
    assert view.backs[receiver] == [arrow(game, game.rows[receiver][-1])]


def test_a_closed_shop_hides_its_top_card():
    assert table(shop="closed").view(0).shop is None
    assert table(shop="open").view(0).shop is not None


def test_a_round_ends_at_once_with_the_last_penalty_and_its_loser_starts_the_next():
    game = table(3, rounds=3, penalties=2)
    for number in (1, 2, 3):
        while game.phase not in ("round", "over"):
            game.apply(game.actions()[-1])  # doubts whatever can be doubted
        assert max(map(len, game.piles)) == 2
        assert sum(game.scores()) >= 2 * number
        if number < 3:
            loser, scores = game.loser, game.scores()
            assert game.actor == loser
            play_to(game, NEXT)
            assert (game.phase, game.actor, game.giver) == ("draw", loser, loser)
            assert game.scores() == scores, "points of finished rounds are kept"
            assert game.piles == [[], [], []]
    assert (game.over, game.actor, game.actions()) == (True, None, [])


def test_equal_lowest_totals_share_the_win():
    game = table(4)
    while not game.over:
        game.apply(game.actions()[-1])
    game.piles = [[1, 2], [3], [4], [5, 6, 7]]
    assert game.winners() == [1, 2]


def test_nobody_has_won_before_the_end():
    assert table().winners() == []


def test_two_players_always_start_with_two_gifts():
    game = new_game("gifts", 2, seed=1, options={"start_gifts": 1})
    assert game.options["start_gifts"] == 2
    assert [len(row) for row in game.rows] == [2, 2]


@pytest.mark.parametrize(("colour", "way"), [("black", LEFT), ("white", RIGHT)])
def test_with_one_colour_half_the_deck_is_used_and_every_gift_travels_the_same_way(colour, way):
    game = table(8, arrows=colour, start_gifts=2)
    deck = game.shop + [gift for row in game.rows for gift in row]
    assert len(set(deck)) == len(deck) == 55
    assert {arrow(game, gift) for gift in deck} == {way}


def test_black_and_white_are_55_each_and_drawn_anew_for_every_round():
    game = table(3, rounds=3, penalties=2)
    first = game.arrows
    assert sorted(first) == [RIGHT] * 55 + [LEFT] * 55
    while game.phase != "round":
        game.apply(game.actions()[-1])
    play_to(game, NEXT)
    assert sorted(game.arrows) == [RIGHT] * 55 + [LEFT] * 55
    assert game.arrows != first


def test_every_gift_can_lie_anywhere_and_go_both_ways():
    tops, ways = set(), set()
    for seed in range(1500):
        game = new_game("gifts", 3, seed)
        tops.add(game.shop[-1])
        ways.add((game.shop[-1] % 10, arrow(game, game.shop[-1])))
    assert tops == set(range(GIFTS))
    assert len(ways) == 20


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "no game called 'chess'"),
        ({"players": 1}, "2 to 8 players, not 1"),
        ({"players": 9}, "2 to 8 players, not 9"),
        ({"players": True}, "2 to 8 players"),
        ({"players": "4"}, "2 to 8 players"),
        ({"seed": -1}, "whole number"),
        ({"seed": 1 << 128}, "whole number"),
        ({"seed": 1.5}, "whole number"),
        ({"starter": 4}, "seat from 0 to 3"),
        ({"starter": None}, "seat from 0 to 3"),
        ({"options": {"hats": 3}}, "no option 'hats'"),
        ({"options": {"arrows": "red"}}, "Allowed: 'both', 'black', 'white'"),
        ({"options": {"start_gifts": 3}}, "Allowed: 1, 2"),
        ({"options": {"start_gifts": True}}, "Allowed: 1, 2"),
        ({"options": {"rounds": 3}}, "Allowed: 1, 4"),
        ({"options": {"penalties": 6}}, "Allowed: 3, 2, 4, 5"),
        ({"options": {"penalties": 3.0}}, "Allowed"),
        ({"options": {"shop": None}}, "Allowed: 'open', 'closed'"),
        ({"options": {"claims": ["picked"]}}, "Allowed: 'spoken', 'picked'"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_with_a_sentence(change, sentence):
    any_game.check_no_set_up("gifts", change, sentence)


@pytest.mark.parametrize("action", [0xFFFF, 0, -1, None, "draw", TURN << 8, DRAW << 8 | 1, GIVE << 8, 1.5])
def test_an_illegal_action_is_refused_with_a_sentence_and_changes_nothing(action):
    any_game.check_refused(table(), action, r"is not allowed while seat 0 has to draw\. Allowed: 1536\.")


def test_a_claim_must_have_been_face_up_in_this_round():
    game = table()
    play_to(game, DRAW, TURN)
    seen = {action & 255 for action in game.actions()}
    unseen = next(gift for gift in range(GIFTS) if gift not in seen)
    with pytest.raises(IllegalAction):
        game.apply(GIVE << 8 | unseen)


def test_no_action_is_allowed_after_the_end():
    game = table()
    while not game.over:
        game.apply(game.actions()[-1])
    with pytest.raises(IllegalAction, match="over"):
        game.apply(DRAW << 8)


def test_a_copy_lives_its_own_life():
    game = table(4, rounds=4)
    twin = game.copy()
    while not twin.over:
        twin.apply(twin.actions()[0] if twin.phase != "decide" else REFUSE << 8)
    assert game.digest() == table(4, rounds=4).digest()
    assert game.phase == "draw"
    again = game.copy()
    while not again.over:
        again.apply(again.actions()[0] if again.phase != "decide" else REFUSE << 8)
    assert again.digest() == twin.digest(), "a copy has the same future"


# The whole game, with anybody doing anything that is allowed.

setups = st.fixed_dictionaries(
    {
        "arrows": st.sampled_from(["both", "black", "white"]),
        "start_gifts": st.sampled_from([1, 2]),
        "penalties": st.sampled_from([2, 3, 4, 5]),
        "shop": st.sampled_from(["open", "closed"]),
        "claims": st.sampled_from(["spoken", "picked"]),
    }
)


def deck_of(game):
    inner = [gift for pile in game.rows + game.piles for gift in pile]
    return sorted(game.shop + inner + ([game.card] if game.card is not None else []))


class AnyMatch(any_game.AnyGame):
    @initialize(players=st.integers(2, 8), seed=st.integers(0, (1 << 128) - 1), options=setups, each=st.booleans())
    def set_up(self, players, seed, options, each):
        self.players = players
        self.game = new_game("gifts", players, seed, seed % players, {**options, "rounds": players if each else 1})
        self.start_gifts = self.game.options["start_gifts"]
        self.deck = deck_of(self.game)
        self.round, self.used = 1, 0

    @invariant()
    def every_card_is_somewhere_and_none_twice(self):
        if self.game.round != self.round:  # a new deal: with one colour another half of the deck
            self.round, self.deck = self.game.round, deck_of(self.game)
        assert deck_of(self.game) == self.deck
        assert len(set(self.deck)) == len(self.deck) == (110 if self.game.options["arrows"] == "both" else 55)

    @invariant()
    def every_row_has_its_start_size(self):
        assert [len(row) for row in self.game.rows] == [self.start_gifts] * self.players

    @invariant()
    def a_round_needs_few_cards_and_few_penalties(self):
        game, n = self.game, self.players
        assert sum(map(len, game.piles)) <= n * (game.penalties - 1) + 1
        assert len(self.deck) - len(game.shop) <= n * self.start_gifts + n * (game.penalties - 1) + 1

    @invariant()
    def the_claims_hold_the_truth(self):
        view = self.game.view(0)
        assert view.claims == sorted(view.claims)
        assert self.game.card is None or self.game.card in view.claims
        if self.game.penalties == 3:
            assert len(view.claims) <= 33

    def other_hidden(self, game, seat):
        return with_other_hidden_cards(game)


def with_other_hidden_cards(game):
    """A state that differs from `game` in everything that nobody may see, and in nothing else.

    Face-down cards change places with others that have the same arrow, since arrows are on the backs; the shop lies in
    another order, but for its top where that is open; and the generator is another.
    """
    twin = game.copy()
    top = [] if game.options["shop"] == "closed" else [len(twin.shop) - 1]
    places = [(twin.shop, at) for at in range(len(twin.shop)) if at not in top]
    for row, up in zip(twin.rows, twin.face_up, strict=True):
        places += [(row, at) for at in range(up, len(row))]
    hidden = [twin.card] if game.card is not None and game.shown is None else []
    places += [(hidden, 0)] * len(hidden)
    for way in (LEFT, RIGHT):
        any_game.rotate([(pile, at) for pile, at in places if game.arrows[pile[at]] == way])
    if hidden:
        twin.card = hidden[0]
    twin._generator.state ^= 1 << 100
    return twin


TestAnyMatch = AnyMatch.TestCase
TestAnyMatch.settings = settings(stateful_step_count=120)
