"""The rosters of tables that follow tables: who sits where, who plays what, which points count, and that each fits."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.gifts import ACCEPT, REFUSE
from pocket import match_config
from pocket.match import Match
from ring import successor
from ring.frames import NOBODY, SETUP, Codec, Key
from ring.messages import INHERITS, NAME_MAX, NO_TABLE, WHOLE, Person, Roster, Seat, apart, pack_roster, unpack_roster
from tests.matches import CHOICES, PEOPLE

NEW = b"new nonc"


def device(index):
    return b"dev" + bytes([index])


def newcomer(name="Ivan", bot=False):
    return Person(b"newc", 77, name, 0, bot, 0)


class Port:
    """What a member of a table asks its match."""

    goes_on_with, next_round = Match.goes_on_with, Match.next_round

    def __init__(self, game, roster):
        self.game, self.roster = game, roster


class Table:
    """A table of `players` with a device each, or with fewer devices, at some moment of its match."""

    def __init__(self, players, stop=lambda game: True, devices=None, whole=True, bots=(), seed=1, **options):
        options = {"claims": "picked", **options}
        self.game = engine.new_game("gifts", players, seed, seed % players, options)
        chance, self.count = random.Random(seed), 0
        while not stop(self.game) and not self.game.over:
            doubt = [one for one in self.game.actions() if one >> 8 == REFUSE]
            self.game.apply(doubt[0] if doubt else chance.choice(self.game.actions()))
            self.count += 1
        devices = devices or players
        seats = [Seat(index % devices, index in bots, PEOPLE[index]) for index in range(players)]
        game = match_config.pack_game("gifts", players, seed % players, self.game.options, (0, [0] * players))
        ids, boots = [device(index) for index in range(devices)], list(range(1, devices + 1))
        self.roster = Roster(NO_TABLE, 0, 0, WHOLE, b"old nonc", ids, boots, seats, game)
        self.standing = successor.Standing(
            b"tabl", self.count, 0xDEADBEEF, whole, [100 + one for one in boots], self.roster
        )
        self.port = Port(self.game, self.roster)

    def next_game(self, made):
        """The game of the roster that follows."""
        name, starter, options, carried, _ = match_config.unpack_game(made.game, len(made.seats))
        return engine.new_game(name, len(made.seats), 5, starter, options, carried)


def middle(game):
    """In the second round, after a penalty."""
    return game.round == 2 and any(game.piles)


def round_over(game):
    return game.phase == "round"


def check_child(made, table):
    """What all followers have in common: where they come from, and that no device is there without a seat."""
    standing = table.standing
    assert (made.parent, made.length, made.digest) == (b"tabl", standing.count, 0xDEADBEEF)
    assert bool(made.flags & WHOLE) == standing.whole
    assert {seat.device for seat in made.seats} == set(range(len(made.devices)))
    assert unpack_roster(pack_roster(made)) == made


def names(made):
    return [seat.name for seat in made.seats]


def who(made):
    """(name, device's id, bot) of each seat."""
    return [(seat.name, made.devices[seat.device], seat.bot) for seat in made.seats]


def test_a_fresh_table_follows_none():
    seats = [Seat(0, False, "Ana"), Seat(1, False, "Ben")]
    made = match_config.fresh([device(0), device(1)], [3, 4], seats, b"game", b"12345678")
    assert (made.parent, made.length, made.flags, made.boots) == (NO_TABLE, 0, WHOLE, [3, 4])
    assert unpack_roster(pack_roster(made)) == made


def test_a_bot_goes_on_with_the_round_where_claims_are_picked():
    table = Table(4, middle, rounds=4)
    made = successor.with_bot(table.standing, table.port, 2, 0, NEW)
    check_child(made, table)
    assert made.flags & INHERITS
    assert (made.game, made.nonce) == (table.roster.game, table.roster.nonce)
    assert who(made) == [
        ("Angelica", device(0), False),
        ("Benjamin", device(1), False),
        ("Caroline", device(0), True),
        ("Dorothea", device(3), False),
    ]
    assert made.boots == [101, 102, 104], "boot numbers as they are now, not as they were at the start"


def test_where_people_spoke_a_bot_begins_the_round_anew_and_claims_are_picked():
    table = Table(3, middle, rounds=3, claims="spoken")
    made = successor.with_bot(table.standing, table.port, 1, 2, NEW)
    check_child(made, table)
    assert not made.flags & INHERITS
    assert made.nonce == NEW
    game = table.next_game(made)
    assert (game.options["claims"], game.round, game.carried) == ("picked", 2, table.game.carried)
    assert not any(game.piles), "penalties of the round that was broken off do not count"
    assert names(made) == list(PEOPLE[:3])


def test_a_bot_among_bots_goes_on():
    table = Table(3, middle, rounds=3, claims="picked", bots=(0, 1, 2))
    assert successor.with_bot(table.standing, table.port, 1, 0, NEW).flags & INHERITS


def test_bots_that_come_to_share_a_device_pick_their_claims_from_then_on():
    table = Table(3, middle, rounds=3, claims="spoken", bots=(0, 1, 2))
    made = successor.with_bot(table.standing, table.port, 1, 0, NEW)
    assert not made.flags & INHERITS
    assert table.next_game(made).picked


def test_a_bot_for_a_device_with_several_seats_plays_all_of_them():
    table = Table(4, devices=2)
    made = successor.with_bot(table.standing, table.port, 1, 0, NEW)
    check_child(made, table)
    assert [seat.bot for seat in made.seats] == [False, True, False, True]
    assert made.devices == [device(0)]


def test_without_somebody_the_round_is_played_again_and_points_of_finished_ones_are_kept():
    table = Table(4, middle, rounds=4)
    made = successor.without(table.standing, table.port, 1, NEW)
    check_child(made, table)
    assert not made.flags & INHERITS
    assert made.nonce == NEW
    assert names(made) == ["Angelica", "Caroline", "Dorothea"]
    assert made.boots == [101, 103, 104]
    game, points = table.next_game(made), table.game.carried
    assert (game.round, game.rounds, game.carried) == (2, 3, [points[0], points[2], points[3]])
    assert sum(points) > 0


def test_without_somebody_after_a_round_it_counts():
    table = Table(3, round_over, rounds=3)
    made = successor.without(table.standing, table.port, 0, NEW)
    game, scores = table.next_game(made), table.game.scores()
    assert (game.round, game.carried) == (2, scores[1:])
    assert max(scores) == 3


def test_who_took_the_last_penalty_begins_unless_they_have_gone():
    table = Table(3, round_over, rounds=3)
    loser = table.game.loser
    for gone in range(3):
        made = successor.without(table.standing, table.port, gone, NEW)
        starter = names(made)[table.next_game(made).actor]
        assert starter == (PEOPLE[loser] if gone != loser else names(made)[0])


@pytest.mark.parametrize("table", [Table(2), Table(4, devices=2), Table(3, devices=2)], ids=["2", "2 each", "2 and 1"])
def test_nobody_plays_alone(table):
    left = [len([seat for seat in table.roster.seats if seat.device != gone]) for gone in range(2)]
    for gone in range(2):
        made = successor.without(table.standing, table.port, gone, NEW)
        assert (made is None) == (left[gone] < 2)


def test_without_the_last_person_bots_may_speak_as_they_like():
    table = Table(3, bots=(1, 2))
    assert table.next_game(successor.without(table.standing, table.port, 0, NEW)).options["claims"] == "picked"


def test_a_new_device_takes_a_seat_over_and_the_round_goes_on():
    table = Table(3, middle, rounds=3)
    made = successor.with_new_device(table.standing, table.port, 1, newcomer(), NEW)
    check_child(made, table)
    assert made.flags & INHERITS
    assert who(made)[1] == ("Benjamin", b"newc", False), "the seat keeps its name"
    assert made.devices == [device(0), device(2), b"newc"]
    assert made.boots == [101, 103, 77]


@pytest.mark.parametrize(("bots", "bot"), [((), True), ((0, 1, 2), False)])
def test_where_claims_were_spoken_a_bot_among_people_or_a_person_among_bots_begins_the_round_anew(bots, bot):
    table = Table(3, middle, rounds=3, claims="spoken", bots=bots)
    made = successor.with_new_device(table.standing, table.port, 1, newcomer(bot=bot), NEW)
    check_child(made, table)
    game = table.next_game(made)
    assert (made.flags & INHERITS, made.nonce) == (0, NEW)
    assert (game.options["claims"], game.round, game.carried) == ("picked", 2, table.game.carried)


def test_who_comes_back_gets_the_seat_from_the_bot():
    table = Table(3, middle, rounds=3)
    made = successor.with_bot(table.standing, table.port, 1, 0, NEW)
    standing = table.standing._replace(roster=made, boots=made.boots)
    again = successor.with_new_device(standing, Port(table.game, made), 1, newcomer("Benjamin"), NEW)
    assert who(again) == [
        ("Angelica", device(0), False),
        ("Benjamin", b"newc", False),
        ("Caroline", device(2), False),
    ]


@pytest.mark.parametrize("bot", [False, True])
def test_one_more_begins_the_next_round_with_the_points_of_the_last_in_the_ranking(bot):
    table = Table(3, round_over, rounds=3)
    made = successor.with_one_more(table.standing, table.port, newcomer(bot=bot), NEW)
    check_child(made, table)
    assert not made.flags & INHERITS
    assert who(made)[-1] == ("Ivan", b"newc", bot)
    game, scores = table.next_game(made), table.game.scores()
    assert game.carried == [*scores, max(scores)]
    assert (game.round, game.rounds) == (2, 4), "as many rounds as players"
    assert game.actor == table.game.loser


@pytest.mark.parametrize("name", ["Angelica", "Евдокия", "W" * NAME_MAX])
def test_a_namesake_can_be_told_from_the_others(name):
    table = Table(3, round_over, rounds=3)
    seats = [seat._replace(name=name if index == 0 else seat.name) for index, seat in enumerate(table.roster.seats)]
    seats[1] = seats[1]._replace(name=apart([name], name))
    standing = table.standing._replace(roster=table.roster._replace(seats=seats))
    made = successor.with_one_more(standing, table.port, newcomer(name), NEW)
    check_child(made, table)
    assert len(set(names(made))) == 4
    assert names(made)[-1].endswith(" 3")


def test_one_round_stays_one_round():
    table = Table(3, rounds=1)
    assert table.next_game(successor.without(table.standing, table.port, 0, NEW)).rounds == 1


@pytest.mark.parametrize("finished", range(4))
def test_a_match_of_which_more_rounds_are_over_than_it_now_has_plays_its_last(finished):
    table = Table(4, lambda game: (game.phase == "round" and game.round == finished) or finished == 0, rounds=4)
    made = successor.without(table.standing, table.port, 3, NEW)
    game = table.next_game(made)
    assert (game.round, game.rounds) == (min(finished + 1, 3), 3)
    while not game.over:
        game.apply(game.actions()[-1])
    assert game.winners()


def test_the_same_table_once_more_for_devices_that_have_all_restarted():
    table = Table(3, middle, rounds=3, whole=False)
    made = successor.resume(table.standing)
    check_child(made, table)
    assert made.flags == INHERITS
    assert (made.seats, made.devices, made.game) == (table.roster.seats, table.roster.devices, table.roster.game)
    assert made.boots == [101, 102, 103]


def choices_of(players):
    return st.fixed_dictionaries({name: st.sampled_from(allowed) for name, allowed in CHOICES(players)})


@st.composite
def tables(draw):
    players = draw(st.integers(2, 8))
    length = draw(st.integers(0, 60))
    steps = iter(range(length + 1))
    return Table(
        players,
        lambda game: next(steps, length) == length,
        devices=draw(st.integers(1, players)),
        bots=draw(st.sets(st.integers(0, players - 1))),
        whole=draw(st.booleans()),
        seed=draw(st.integers(0, 1000)),
        **draw(choices_of(players)),
    )


@given(tables(), st.data())
def test_whatever_follows_makes_sense_fits_into_a_frame_and_can_be_played(table, data):
    gone = data.draw(st.integers(0, len(table.roster.devices) - 1))
    seat = data.draw(st.integers(0, len(table.roster.seats) - 1))
    made = [
        successor.resume(table.standing),
        successor.with_bot(table.standing, table.port, gone, 0, NEW),
        successor.with_new_device(table.standing, table.port, seat, newcomer(bot=data.draw(st.booleans())), NEW),
        successor.without(table.standing, table.port, gone, NEW),
    ]
    if len(table.roster.seats) < 8 and table.game.phase == "round":
        made.append(successor.with_one_more(table.standing, table.port, newcomer(), NEW))
    for one in made:
        if one is not None:
            check_child(one, table)
            game = table.next_game(one)
            assert ACCEPT not in game.actions()
            if mixed(one.seats):
                assert game.picked or mixed(table.roster.seats), "no bot can hear what people say"
            assert len(Codec(Key(b"k")).pack(SETUP, b"tabl", NOBODY, pack_roster(one))) <= 250


def mixed(seats):
    return 0 < sum(seat.bot for seat in seats) < len(seats)


@given(st.integers(2, 8), st.data())
def test_the_games_part_comes_out_as_it_went_in(players, data):
    options = data.draw(choices_of(players))
    carried = (
        data.draw(st.integers(0, 7)),
        data.draw(st.lists(st.integers(-128, 127), min_size=players, max_size=players)),
    )
    starter = data.draw(st.integers(0, players - 1))
    deck = data.draw(st.binary(min_size=4, max_size=4))
    packed = match_config.pack_game("gifts", players, starter, options, carried, deck)
    assert match_config.unpack_game(packed, players) == ("gifts", starter, options, carried, deck)


@given(st.binary(max_size=30), st.integers(2, 8))
def test_a_game_that_makes_no_sense_is_refused_or_can_be_played(noise, players):
    try:
        name, starter, options, carried, _ = match_config.unpack_game(noise, players)
        engine.new_game(name, players, 1, starter, options, carried)
    except ValueError:
        return
    assert starter < players


def test_eight_seats_with_the_longest_names_fit_into_a_frame():
    table = Table(7, round_over, rounds=7)
    name = "W" * NAME_MAX
    seats = [seat._replace(name=name) for seat in table.roster.seats]
    standing = table.standing._replace(roster=table.roster._replace(seats=seats))
    data = pack_roster(successor.with_one_more(standing, table.port, newcomer("V" * NAME_MAX), NEW))
    assert len(data) <= 230
    assert len(Codec(Key(b"k")).pack(SETUP, b"tabl", NOBODY, data)) <= 250
    assert [seat.name for seat in unpack_roster(data).seats] == [name] * 7 + ["V" * NAME_MAX]
