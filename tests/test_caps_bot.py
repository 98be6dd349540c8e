"""The bot of Cap of Invisibility: what it does with what it knows, and that matches end and the better one wins."""

import pathlib

import pytest

from engine import new_bot
from engine.caps import LOOK, NEXT, OPEN, SWAP, View
from tests import caps_match
from tests.interpreter import requires_micropython, run

STRANGERS = [7, 8, 9, 10, 11, 12, 13]  # hats that belong to nobody in the row


class Table:
    """What one bot at seat 0 sees of a row of characters 0 to 6 whose hats nobody knows yet."""

    def __init__(self, personality="perfect", players=2, **fields):
        self.bot = new_bot("caps", 1, 0, personality)
        self.now_ms = 0
        self.players = players
        self.fields = {"hats_left": 17, "characters_left": 13, "caps": [0] * players, **fields}
        self.show("turn", 0)

    def view(self, phase, actor, **fields):
        view = View()
        vars(view).update(seat=0, players=self.players, round=1, rounds=1, relaid=0, phase=phase, actor=actor)
        vars(view).update(place=None, looked=None, shown=None, last=None, last_seat=None, forbidden=None)
        vars(view).update(characters=list(range(7)), covered=[True] * 7)
        vars(view).update(pairs=[0] * self.players, penalties=[0] * self.players)
        vars(view).update(self.fields)
        vars(view).update(fields)
        return view

    def show(self, phase, actor, **fields):
        self.now_ms += 2000
        self.bot.see(self.view(phase, actor, **fields), self.now_ms)

    def look(self, seat, place, hat=None):
        """`seat` looks; the bot at seat 0 sees the hat."""
        last = {"last": LOOK << 8 | place, "last_seat": seat}
        self.show("look", seat, place=place, looked=(place, hat) if seat == 0 else None, **last)
        self.show("turn", (seat + 1) % self.players, **last)

    def swap(self, seat, first, second):
        self.show("turn", (seat + 1) % self.players, last=SWAP << 8 | first << 4 | second, last_seat=seat)

    def open(self, seat, place, hat):
        last = {"last": OPEN << 8 | place, "last_seat": seat}
        self.show("open", seat, place=place, shown=hat, **last)
        self.show("turn", (seat + 1) % self.players, **last)

    def choose(self, **fields):
        actions = [LOOK << 8 | place for place in range(7)]
        actions += [SWAP << 8 | first << 4 | second for first in range(7) for second in range(first + 1, 7)]
        actions += [OPEN << 8 | place for place in range(7)]
        return self.bot.choose(self.view("turn", 0, **fields), actions, self.now_ms)


def test_it_opens_a_hat_that_it_knows_to_be_right():
    table = Table()
    table.look(0, 3, 3)
    assert table.choose() == OPEN << 8 | 3


def test_it_follows_a_hat_over_exchanges_of_its_own_and_of_others():
    table = Table()
    table.look(0, 5, 2)
    table.swap(1, 5, 6)
    table.swap(0, 4, 6)
    table.swap(1, 2, 4)
    assert table.choose() == OPEN << 8 | 2


def test_it_brings_a_hat_to_its_character():
    table = Table()
    table.look(0, 5, 2)
    assert table.choose() == SWAP << 8 | 2 << 4 | 5


def test_it_brings_no_hat_that_another_has_met_until_nothing_happens_for_long():
    table = Table()
    table.open(1, 5, 2)
    assert table.choose() >> 8 == LOOK
    for _ in range(5):
        table.look(1, 1)
        table.look(0, 0, 12)
    assert table.choose() == SWAP << 8 | 2 << 4 | 5


def test_it_takes_nothing_for_known_after_a_refill_or_a_row_laid_out_anew():
    table = Table()
    table.look(0, 3, 3)
    table.open(1, 3, 3)
    assert table.choose() >> 8 == LOOK
    table = Table()
    table.look(0, 3, 3)
    table.show("turn", 0, relaid=1)
    assert table.choose(relaid=1) >> 8 == LOOK


def test_it_looks_where_it_knows_nothing():
    table = Table()
    for place in (0, 1, 2, 4, 5, 6):
        table.look(0, place, STRANGERS[place])
    assert table.choose() == LOOK << 8 | 3


def test_it_looks_first_where_somebody_may_have_brought_a_hat():
    table = Table()
    table.look(1, 6)
    table.swap(1, 4, 6)
    assert table.choose() in (LOOK << 8 | 4, OPEN << 8 | 4)


def test_it_opens_what_cannot_be_known_when_caps_make_that_free():
    table = Table(hats_left=0, characters_left=0)
    assert table.choose(caps=[1, 0]) >> 8 == OPEN
    assert table.choose(caps=[0, 0]) >> 8 == LOOK


def test_an_ordinary_player_forgets_in_time_and_a_perfect_one_does_not():
    opened = {"ordinary": 0, "perfect": 0}
    for personality in opened:
        for seed in range(40):
            table = Table(personality)
            table.bot = new_bot("caps", seed, 0, personality)
            table.look(0, 3, 3)
            table.now_ms += 180000
            opened[personality] += table.choose() == OPEN << 8 | 3
    assert opened["perfect"] == 40
    assert opened["ordinary"] < 15


def test_it_covers_a_hat_again_and_goes_on():
    table = Table("ordinary")
    assert table.bot.choose(table.view("open", 0), [NEXT << 8], table.now_ms) == NEXT << 8


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 8])
def test_matches_of_bots_end(players):
    for seed in range(60):
        game, actions = caps_match.play(seed, ["ordinary"] * players, caps=seed % 2 == 0)
        assert game.over, f"seed {seed}: {len(actions)} actions"


def duels(one, other, matches):
    """How many four-handed matches, 2 + 2 with seats rotated, `one` wins; a shared win is half of it."""
    won = 0
    for seed in range(matches):
        personalities = [one, other] * 2 if seed % 2 else [other, one] * 2
        game, _ = caps_match.play(seed, personalities, most=2000)
        winners = [personalities[seat] for seat in game.winners()]
        won += winners.count(one) / len(winners)
    return won


def test_bots_beat_players_who_do_anything():
    assert duels("ordinary", None, 40) >= 38


def test_who_remembers_better_wins():
    assert duels("elephant", "goldfish", 40) >= 32


def test_a_bot_thinks_for_three_seconds_at_most():
    table = Table("goldfish")
    for place in range(7):
        table.look(0, place, STRANGERS[place])
        table.choose()
        assert 0 < table.bot.latency_ms <= 3000


@pytest.mark.slow
@requires_micropython
def test_bots_do_the_same_on_micropython():
    source = pathlib.Path(caps_match.__file__).read_text()
    assert run(source).splitlines() == list(caps_match.lines())
