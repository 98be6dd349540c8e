"""The log: written by the turn's owner, settled when all hold it, caught up through the same frames; rule by rule."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ring.clock import Clock
from ring.frames import ILLEGAL, STALE
from ring.log import BEACON_MS, RETRY_MS, SILENT_MS, SLOT_MS, Log
from ring.messages import ENTRY
from tests.tables import ROSTER, Numbers, Seats, settled

TICKS = 1 << 29  # a board's ticks wrap here


def test_nothing_is_written_before_all_have_the_roster():
    seats = Seats(3)
    seats.tell(1)
    assert not seats.tables[0].write(0, 5, seats.now)
    assert seats.tables[0].lacking() == 0b100
    assert not seats.tables[0].complete()
    seats.tell(2)
    assert seats.tables[0].complete()
    assert seats.tables[0].write(0, 5, seats.now)
    assert seats.games[0] == [(0, 5)]


def test_an_entry_is_settled_when_every_device_has_been_heard_to_hold_it():
    seats = settled(3)
    seats.tables[0].write(0, 0x1234, seats.now)
    assert seats.tables[0].lacking() == 0b110
    seats.tell(0)
    assert seats.games == [[(0, 0x1234)]] * 3
    assert not seats.tables[1].write(1, 6, seats.now), "device 1 holds it, but has not heard 2 say so"
    seats.tell(2)
    assert seats.tables[1].write(1, 6, seats.now)
    assert seats.tables[0].entry(0) == (0, 1, 0x1234)


def test_a_device_that_missed_an_entry_holds_the_table_up_until_it_has_caught_up():
    seats = settled(3)
    seats.tables[0].write(0, 5, seats.now)
    seats.tell(0, 1)  # 2 hears nothing
    seats.tell(1)
    seats.tell(2)
    assert [table.lacking() for table in seats.tables] == [0b100, 0b100, 0b010]
    assert not seats.tables[1].write(1, 6, seats.now)
    seats.tell(0)
    assert seats.games[2] == [(0, 5)]
    seats.tell(2)
    assert seats.tables[1].write(1, 6, seats.now)


def test_when_the_author_is_not_heard_the_others_pass_its_entry_on():
    seats = settled(3)
    seats.tables[0].write(0, 5, seats.now)
    seats.tell(0, 1)
    seats.tell(2)  # it lacks the entry; the author never reaches it
    for _ in range(20):
        seats.tell(1, 0, 2)
    assert seats.games[2] == [(0, 5)]


def test_a_long_log_is_caught_up_in_few_frames():
    seats = settled(2)
    for number in range(300):
        seats.tables[number % 2].write(number % 2, number, seats.now)
        seats.all_tell()
        seats.all_tell()
    newcomer = Seats(2)
    seats.games[1], seats.tables[1] = [], newcomer.tables[1]
    seats.tables[1]._game = Numbers(seats, 1)
    seats.tables[1].boot = 2
    seats.tell(1)
    frames = 0
    while len(seats.games[1]) < 300:
        seats.tell(0)
        seats.tell(1)
        frames += 1
    assert seats.games[1] == seats.games[0]
    assert frames <= 7


def test_an_older_status_changes_nothing():
    seats = settled(2)
    old = seats.status(0)
    seats.tables[0].write(0, 5, seats.now)
    seats.tell(0)
    seats.tables[1].hear(0, old, seats.now)
    assert seats.dropped[1][STALE] == 1
    assert seats.tables[1].lacking() == 0


def test_a_doubled_status_changes_nothing():
    seats = settled(2)
    seats.tables[0].write(0, 5, seats.now)
    body = seats.status(0)
    for _ in range(3):
        seats.tables[1].hear(0, body, seats.now)
    assert seats.games[1] == [(0, 5)]
    assert seats.dropped[1][STALE] == 2


def test_entries_that_do_not_continue_this_log_are_not_taken():
    seats, others = settled(2), settled(2)
    seats.tables[0].write(0, 5, seats.now)
    seats.tell(0)
    others.tables[0].write(0, 7, others.now)
    others.tell(0)
    others.tell(1)
    others.tables[0].write(0, 8, others.now)
    seats.tables[1].hear(0, others.status(0), seats.now)
    assert seats.games[1] == [(0, 5)], "the same index with another digest before it"


def test_an_entry_that_the_game_refuses_is_dropped_and_counted():
    seats = Seats(2, legal=lambda seat, action: action < 10)
    seats.all_tell()
    assert not seats.tables[0].write(0, 11, seats.now)
    seats.legal = lambda seat, action: True
    assert seats.tables[0].write(0, 12, seats.now)
    seats.legal = lambda seat, action: action < 10
    seats.tell(0)
    assert seats.games[1] == []
    assert seats.dropped[1][ILLEGAL] == 1
    assert seats.tables[1].count == 0


@pytest.mark.parametrize("sender", [3, 255])
def test_a_status_of_nobody_at_the_table_is_dropped(sender):
    seats = settled(3)
    before = vars(seats.tables[0]).copy()
    seats.tables[0].hear(sender, seats.status(1), seats.now)
    assert vars(seats.tables[0]) == before


@given(st.binary(max_size=60))
def test_a_status_that_makes_no_sense_changes_no_entry(body):
    seats = settled(2)
    seats.tables[0].write(0, 5, seats.now)
    with contextlib.suppress(ValueError):
        seats.tables[0].hear(1, body, seats.now)
    assert seats.games[0] == [(0, 5)] or seats.games[0][0] == (0, 5)


def test_one_entry_makes_a_small_frame_and_none_a_smaller_one():
    seats = settled(8)
    assert len(seats.status(0)) + 16 <= 56
    seats.tables[0].write(0, 5, seats.now)
    assert len(seats.status(0)) + 16 <= 56


def test_a_status_is_sent_at_once_on_a_change_again_while_unsettled_and_else_once_a_second():
    seats = settled(2)
    first, second = seats.tables
    seats.tell(0)
    assert first.poll(seats.now) is None
    assert first.wait_ms(seats.now) > BEACON_MS // 2
    first.write(0, 5, seats.now)
    assert first.wait_ms(seats.now) == 0
    body = first.poll(seats.now)
    assert first.wait_ms(seats.now) == RETRY_MS
    second.hear(0, body, seats.now)
    assert second.wait_ms(seats.now) <= SLOT_MS
    seats.tell(1)
    assert first.lacking() == 0
    assert first.wait_ms(seats.now) > BEACON_MS // 2, "settled: nothing to repeat"


def test_who_is_asked_for_its_word_answers():
    seats = settled(3)
    seats.tables[0].write(0, 5, seats.now)
    seats.tell(0)
    seats.tell(1)  # 2 has not answered yet: 1 says that it lacks its word
    seats.status(2)  # lost
    assert seats.tables[2].wait_ms(seats.now) > BEACON_MS // 2, "2 has heard both and knows of nothing to do"
    seats.tell(0, 2)
    assert seats.tables[2].wait_ms(seats.now) <= 2 * SLOT_MS


def test_a_device_that_is_not_heard_is_missed():
    seats = settled(3)
    seats.now += SILENT_MS
    seats.tell(1)
    seats.now += 1
    assert seats.tables[0].silent(seats.now) == [2]
    seats.tell(2)
    assert seats.tables[0].silent(seats.now) == []


@pytest.mark.parametrize("start", [0, 1000, TICKS // 2, TICKS - 65000, TICKS - 1])
def test_a_clock_grows_where_ticks_wrap(start):
    at = [start]
    clock = Clock(lambda: at[0] % TICKS)
    now = clock()
    for ms in (0, 1, 65000, TICKS // 2 - 1, TICKS // 2 - 1, 5, TICKS // 2 - 1, TICKS // 2 - 1):
        at[0] += ms
        now += ms
        assert clock() == clock() == now


@pytest.mark.slow
@settings(max_examples=60)
@given(st.data())
def test_whatever_is_lost_doubled_or_late_no_two_devices_disagree(data):
    """Frames are delivered to anybody, in any order, any number of times; only whose turn it is writes."""
    count = data.draw(st.integers(2, 5))
    seats = settled(count)
    air = []
    for _ in range(data.draw(st.integers(20, 80))):
        me = data.draw(st.integers(0, count - 1))
        turn = seats.tables[me].count * 7 % count
        if turn == me:
            seats.tables[me].write(me, seats.tables[me].count, seats.now)
        air.append((me, seats.status(me)))
        for _ in range(data.draw(st.integers(0, 3))):
            sender, body = air[data.draw(st.integers(0, len(air) - 1))]
            seats.tables[data.draw(st.integers(0, count - 1))].hear(sender, body, seats.now)
        longest = max(seats.games, key=len)
        assert all(game == longest[: len(game)] for game in seats.games)
        assert len(longest) - min(map(len, seats.games)) <= 1, "nobody writes before the entry before is settled"
    for _ in range(3):
        seats.all_tell()
    assert [table.lacking() for table in seats.tables] == [0] * count
    assert all(table.count * ENTRY <= len(table._log) for table in seats.tables)


def test_a_device_that_speaks_under_a_boot_number_of_before_notices_by_what_the_others_believe():
    seats = settled(3)
    seats.restart(1)
    for _ in range(5):
        seats.all_tell()
    assert (seats.tables[1].whole, seats.tables[1].usurped) == (True, 0)
    seats.boots[1] -= 1  # its store is put back to before that restart: it says the same boot number once more
    seats.restart(1)
    seats.tell(1)
    seats.tell(0)
    assert (seats.tables[1].whole, seats.tables[1].usurped) == (False, seats.boots[1])


def test_a_boot_number_that_a_start_says_once_more_is_not_believed_though_an_entry_came_meanwhile():
    seats = settled(3)
    seats.restart(1)
    for _ in range(5):
        seats.all_tell()
    said = seats.boots[1]
    seats.write(0, 5)
    seats.tell(0, 2)
    seats.tell(2, 0)
    seats.boots[1] -= 1  # its store is put back to the start before
    seats.restart(1)
    for _ in range(5):
        seats.all_tell()
    assert (seats.games[1], seats.tables[1].whole) == ([(0, 5)], True)
    assert seats.tables[0].boots()[1] == seats.boots[1] > said


@pytest.mark.parametrize("more", [0, 1])
def test_two_that_have_forgotten_nothing_and_differ_notice_it(more):
    """It cannot be, unless a store was put back and old words were said again. Who is behind may have late words."""
    seats = settled(2)
    for me, action in ((0, 5), (1, 6)):
        seats.tables[me]._append(bytes([0, 1, 0, action]), seats.now)
    for _ in range(more):
        seats.tables[0]._append(bytes([1, 1, 0, 9]), seats.now)
    assert [table.forked for table in seats.tables] == [False, False]
    seats.all_tell()
    assert seats.tables[0].forked


def test_a_device_notices_that_another_speaks_as_it_under_the_same_boot_number():
    seats = settled(2)
    twin = seats.start(1, True)
    seats.tell(1)
    twin.hear(1, seats.status(1), seats.now)
    assert twin.usurped == 1
    assert seats.tables[1].usurped == 0, "what is not newer is its own word"


def test_a_device_notices_that_another_has_spoken_as_it_under_a_newer_boot_number():
    seats = settled(2)
    seats.restart(1)
    twin = seats.start(1, True)
    twin.boot = 1
    for _ in range(3):
        seats.all_tell()
    twin.hear(0, seats.status(0), seats.now)
    assert twin.usurped == 2
    assert seats.tables[1].usurped == 0


def test_who_looks_on_gives_up_an_entry_that_its_author_has_given_up():
    seats, own = settled(3), Seats(1)
    looks_on = Log(ROSTER, 3, None, 0, Numbers(own, 0), lambda n: 0, seats.now)

    def hear(*senders):
        for sender in senders:
            body = seats.status(sender)
            if body:
                looks_on.hear(sender, body, seats.now)

    hear(0, 1, 2)
    seats.tables[0].write(0, 5, seats.now)
    hear(0)  # nobody else does, and its author's power goes
    assert own.games[0] == [(0, 5)]
    seats.restart(0)
    for _ in range(5):
        seats.all_tell()
    seats.tables[0].write(0, 6, seats.now)
    for _ in range(5):
        seats.all_tell()
    seats.tables[1].watch(0, seats.now)
    hear(0, 1, 2, 0, 1, 2)
    assert own.games[0] == [(0, 6)]
