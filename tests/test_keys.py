"""What a player means by a press: each one counts once, and none was meant for a screen that had just gone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocket.keys import GUARD_MS, LONG_MS, MENU, MORE, NO, YES, Keys


class Fingers:
    """Keys under fingers, and the time."""

    def __init__(self):
        self.edges = []
        self.ms = 0
        self.keys = Keys(lambda: self.edges.pop(0) if self.edges else None)

    def read(self):
        """All that the keys mean now."""
        meant = []
        while (meaning := self.keys.read(self.ms)) is not None:
            meant.append(meaning)
            assert len(meant) < 1000, "it never ends"
        return meant

    def edge(self, key, down):
        self.edges.append((key, down))
        return self.read()

    def down(self, key):
        return self.edge(key, True)

    def up(self, key):
        return self.edge(key, False)

    def wait(self, ms):
        self.ms += ms
        return self.read()

    def new_screen(self):
        self.keys.screen_changed(self.ms)


@pytest.fixture
def fingers():
    return Fingers()


@pytest.mark.parametrize("key", [YES, MORE])
def test_yes_and_more_act_when_they_go_down_and_only_then(fingers, key):
    assert fingers.down(key) == [key]
    assert fingers.wait(10 * LONG_MS) == []
    assert fingers.up(key) == []


def test_no_acts_when_it_comes_up(fingers):
    assert fingers.down(NO) == []
    assert fingers.wait(LONG_MS - 1) == []
    assert fingers.up(NO) == [NO]


def test_no_held_means_the_menu_once_and_nothing_when_it_comes_up(fingers):
    fingers.down(NO)
    assert fingers.wait(LONG_MS) == [MENU]
    assert fingers.wait(LONG_MS) == []
    assert fingers.up(NO) == []
    fingers.down(NO)
    assert fingers.up(NO) == [NO]


def test_the_wait_ends_when_a_held_no_means_the_menu(fingers):
    assert fingers.keys.wait_ms(fingers.ms) == LONG_MS
    fingers.down(NO)
    fingers.wait(300)
    wait_ms = fingers.keys.wait_ms(fingers.ms)
    assert fingers.wait(wait_ms - 1) == []
    assert fingers.wait(1) == [MENU]
    assert fingers.keys.wait_ms(fingers.ms) == LONG_MS


def test_a_late_look_takes_a_short_press_for_what_its_edges_say_so_far(fingers):
    fingers.down(NO)
    fingers.edges.append((NO, False))
    assert fingers.wait(2 * LONG_MS) == [NO]  # both edges were there to be read: it was no longer held


@pytest.mark.parametrize("key", [YES, NO, MORE])
def test_a_key_held_while_the_screen_changed_does_nothing_until_released(fingers, key):
    fingers.down(key)
    fingers.new_screen()
    assert fingers.wait(2 * LONG_MS) == ([MENU] if key == NO else []), "the menu alone, which does no harm"
    assert fingers.up(key) == []
    assert fingers.down(key) + fingers.up(key) == [key]


@pytest.mark.parametrize("key", [YES, NO, MORE])
def test_a_key_that_goes_down_within_the_guard_time_was_meant_for_the_screen_before(fingers, key):
    fingers.new_screen()
    fingers.ms += GUARD_MS - 1
    assert fingers.down(key) == []
    assert fingers.wait(LONG_MS - 1) == []
    assert fingers.up(key) == []
    fingers.new_screen()
    fingers.ms += GUARD_MS
    assert fingers.down(key) + fingers.up(key) == [key]


@pytest.mark.parametrize("days", [4, 6, 12])
def test_keys_work_on_a_screen_that_has_not_changed_for_days(days):
    fingers = Fingers()
    fingers.new_screen()
    for _ in range(days * 24):
        fingers.wait(3600 * 1000)
    assert fingers.down(YES) == [YES]


def test_a_key_that_no_profile_names_means_nothing(fingers):
    assert fingers.down(3) + fingers.wait(LONG_MS) + fingers.up(3) == []


steps = st.lists(
    st.one_of(
        st.tuples(st.just("edge"), st.integers(0, 3), st.booleans()),
        st.tuples(st.just("wait"), st.integers(0, 2 * LONG_MS)),
        st.tuples(st.just("queue"), st.integers(0, 3), st.booleans()),  # pressed while the device was busy
        st.tuples(st.just("new_screen")),
    ),
    max_size=40,
)


@given(steps)
def test_no_sequence_of_edges_means_more_than_was_pressed(sequence):
    fingers = Fingers()
    presses, meanings = {YES: 0, NO: 0, MORE: 0, 3: 0}, []
    for what, *values in sequence:
        if what == "queue":
            fingers.edges.append(tuple(values))
        else:
            meanings += getattr(fingers, what)(*values) or []
        if what in ("edge", "queue"):
            presses[values[0]] += values[1]
    meanings += fingers.read()
    assert meanings.count(YES) <= presses[YES]
    assert meanings.count(MORE) <= presses[MORE]
    assert meanings.count(NO) + meanings.count(MENU) <= presses[NO]


presses = st.lists(
    st.tuples(st.sampled_from([YES, NO, MORE]), st.integers(0, LONG_MS - 1), st.integers(0, 400), st.booleans()),
    max_size=30,
)


@given(presses)
def test_every_short_press_means_one_thing_whenever_it_is_read(sequence):
    fingers = Fingers()
    meanings = []
    for key, held_ms, pause_ms, read_between in sequence:
        fingers.edges.append((key, True))
        if read_between:
            meanings += fingers.read()
            fingers.ms += held_ms
        fingers.edges.append((key, False))
        meanings += fingers.read()
        fingers.ms += pause_ms
    assert meanings == [key for key, *_ in sequence]


def test_when_edges_were_lost_no_menu_opens_and_nothing_counts_as_held():
    fingers = Fingers()
    fingers.down(NO)
    fingers.down(YES)
    assert fingers.keys.held(YES)
    assert fingers.edge(0, None) == []
    assert not fingers.keys.held(YES)
    assert fingers.wait(2 * LONG_MS) == []
    assert fingers.up(NO) == fingers.up(YES) == []
    fingers.down(NO)
    assert fingers.up(NO) == [NO]
