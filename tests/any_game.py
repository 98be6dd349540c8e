"""Any game under anybody's hands: what holds in all of them, whatever is done, for the tests of each to build on."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine import IllegalAction, new_game

players = st.integers(2, 8)
seeds = st.integers(0, (1 << 128) - 1)


class AnyGame(RuleBasedStateMachine):
    """A test of a game sets `game` up with an `initialize`, adds its own invariants, and says in `other_hidden(game,
    seat)` which state differs from `game` in everything that `seat` may not see, and in nothing else.
    """

    @precondition(lambda self: not self.game.over)
    @rule(number=st.integers(0, 1 << 16))
    def act(self, number):
        actions = self.game.actions()
        self.do(actions[number % len(actions)])

    def do(self, action):
        self.game.apply(action)

    @rule(action=st.integers(0, 0x8FF) | st.integers(0, 0xFFFF))
    def act_illegally(self, action):
        if action not in self.game.actions():
            check_refused(self.game, action)

    @invariant()
    def exactly_one_seat_may_act_until_the_end(self):
        game = self.game
        assert (game.actor is None) == game.over == (game.actions() == [])
        assert game.actor in [*range(game.players), None]

    @invariant()
    def the_best_scores_win(self):
        scores = self.game.scores()
        best = min(scores) if self.game.FEWEST_WIN else max(scores)
        winners = [seat for seat, score in enumerate(scores) if score == best]
        assert self.game.winners() == (winners if self.game.over else [])

    @invariant()
    def views_are_equal_when_only_hidden_cards_differ(self):
        for seat in (None, *range(self.game.players)):
            assert vars(self.other_hidden(self.game, seat).view(seat)) == vars(self.game.view(seat))


def check_refused(game, action, sentence=None):
    """That an action is refused, with a sentence that has this pattern, and changes nothing."""
    before = game.digest()
    with pytest.raises(IllegalAction, match=sentence):
        game.apply(action)
    assert game.digest() == before


def check_no_set_up(game, change, sentence):
    """That a set-up which differs from a usual one in `change` is refused with a sentence."""
    wanted = {"game": game, "players": 4, "seed": 1, "starter": 0, "options": {}, **change}
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$") as refusal:
        new_game(wanted["game"], wanted["players"], wanted["seed"], wanted["starter"], wanted["options"])
    assert sentence in str(refusal.value)


def rotate(places):
    """Put into each place, a pair (pile, index), the card of the next, and into the last that of the first."""
    cards = [pile[at] for pile, at in places]
    for (pile, at), card in zip(places, cards[1:] + cards[:1], strict=True):
        pile[at] = card
