"""What the lamp shows behind the real neopixel library: which way, in colour, rhythm and place, never too fast."""

from functools import cache
from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocket.lamp import ACT, DECIDE, FLASH_MS, LOW, OFF, TO_LEFT, TO_RIGHT, WAITING, WRONG, Lamp
from sim import hardware

MEANINGS = (OFF, TO_LEFT, TO_RIGHT, DECIDE, WRONG, ACT, WAITING, LOW)
SHOWN = MEANINGS[1:]
DARK = (0, 0, 0)
WATCHED_MS = 6000


def lamp(count=1, brightness=100):
    part = hardware.Lamp(count)
    return part, Lamp(part.pixels, SimpleNamespace(brightness=brightness))


@cache
def watch(meaning, brightness=100, start=0):
    """The colour in each of WATCHED_MS milliseconds."""
    part, shown = lamp(brightness=brightness)
    colours = []
    for ms in range(start, start + WATCHED_MS):
        shown.show(meaning, ms)
        colours.append(part.colours[0])
    return tuple(colours)


def colour(colours):
    (lit,) = {one for one in colours if one != DARK}
    return lit


def rhythm(colours):
    """How long light and dark last, up to the last change."""
    changes = [ms for ms in range(1, len(colours)) if colours[ms] != colours[ms - 1]]
    return [end - begin for begin, end in zip([0, *changes], changes, strict=False)]


def test_off_is_dark():
    assert set(watch(OFF)) == {DARK}


@pytest.mark.parametrize(("one", "other"), list(combinations(SHOWN, 2)))
def test_meanings_differ_in_colour_even_at_the_lowest_brightness(one, other):
    for brightness in (1, 30, 100):
        assert colour(watch(one, brightness)) != colour(watch(other, brightness))


def test_left_and_right_differ_in_colour_and_in_rhythm():
    left, right = watch(TO_LEFT), watch(TO_RIGHT)
    assert colour(left)[2] > colour(left)[0]  # rather blue than red
    assert colour(right)[0] > colour(right)[2]
    assert rhythm(left)[:4] == [1200, 400, 1200, 400]
    assert rhythm(right)[:4] == [250, 250, 250, 850]


@pytest.mark.parametrize("meaning", MEANINGS)
def test_nothing_flashes_more_than_three_times_a_second(meaning):
    colours = watch(meaning)
    flashes = [ms for ms in range(1, len(colours)) if colours[ms] != DARK and colours[ms - 1] == DARK]
    for first in flashes:
        assert len([ms for ms in flashes if first <= ms < first + 1000]) <= 3


@pytest.mark.parametrize("meaning", SHOWN)
@pytest.mark.parametrize("brightness", [1, 30, 99, 100])
def test_no_channel_is_brighter_than_the_setting(meaning, brightness):
    assert 0 < max(colour(watch(meaning, brightness))) <= 255 * brightness / 100


@pytest.mark.parametrize("meaning", MEANINGS)
def test_a_meaning_begins_with_its_light_whenever_it_begins(meaning):
    assert watch(meaning, start=123457) == watch(meaning)


@given(st.lists(st.tuples(st.sampled_from(MEANINGS), st.integers(1, 900)), max_size=30))
def test_nothing_flashes_faster_however_meanings_follow_one_another(changes):
    """Counted as a flash is every change to a light, be it from the dark or from another colour."""
    part, shown = lamp()
    ms, before, flashes = 0, DARK, []
    for meaning, lasts_ms in changes:
        for _ in range(lasts_ms):
            shown.show(meaning, ms)
            if part.colours[0] not in (before, DARK):
                flashes.append(ms)
            before = part.colours[0]
            ms += 1
    for first in flashes:
        assert len([at for at in flashes if first <= at < first + 1000]) <= 3


def test_a_meaning_that_has_to_wait_is_shown_soon_and_the_wait_is_told():
    part, shown = lamp()
    shown.show(ACT, 0)
    assert shown.show(WRONG, 100) == FLASH_MS - 100
    assert part.colours[0][1] > part.colours[0][0]
    shown.show(WRONG, FLASH_MS)
    assert part.colours[0][0] > part.colours[0][1]
    assert shown.show(OFF, FLASH_MS + 1) is None  # the dark waits for nothing
    assert part.colours == [DARK]


# Linear RGB as those see it who lack one kind of cones: Machado, Oliveira and Fernandes 2009, severity 1.0.
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
LUMINANCE = (0.2126, 0.7152, 0.0722)  # ITU-R BT.709; a NeoPixel's channels are linear


def luminance(colour, eyes):
    seen = [sum(weight * channel for weight, channel in zip(row, colour, strict=True)) for row in EYES[eyes]]
    return sum(weight * max(0, channel) for weight, channel in zip(LUMINANCE, seen, strict=True))


def pulse(meaning):
    """What the eye tells rhythms apart by: lights in a cycle, the longest of them, the cycle."""
    hardware = rhythm(watch(meaning))
    cycle = hardware[: {TO_RIGHT: 4, LOW: 4}.get(meaning, 2)]
    return len(cycle) // 2, max(cycle[::2], default=0), sum(cycle)


def rhythms_differ(one, other):
    (lights, longest, cycle), (others, their_longest, their_cycle) = pulse(one), pulse(other)
    apart = [max(pair) >= 1.5 * max(1, min(pair)) for pair in ((longest, their_longest), (cycle, their_cycle))]
    return lights != others or any(apart)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("one", "other"), list(combinations(SHOWN, 2)))
def test_every_kind_of_eyes_tells_any_two_meanings_apart(one, other, eyes):
    for brightness in (1, 2, 3, 5, 10, 30, 100):
        levels = [luminance(colour(watch(meaning, brightness)), eyes) for meaning in (one, other)]
        assert rhythms_differ(one, other) or max(levels) >= 1.5 * min(levels)


def test_the_two_that_are_steady_differ_in_luminance():
    assert not rhythms_differ(WRONG, ACT)  # so the test above is not empty


def test_brightness_may_change_at_any_time():
    part = hardware.Lamp(1)
    settings = SimpleNamespace(brightness=100)
    shown = Lamp(part.pixels, settings)
    for brightness in (100, 1, 50):
        settings.brightness = brightness
        shown.show(DECIDE, 0)
        assert part.colours == [(255 * brightness // 100,) * 3]


@given(st.sampled_from(MEANINGS), st.lists(st.integers(0, 700), max_size=15))
def test_the_time_until_it_changes_is_exact(meaning, waits):
    part, shown = lamp()
    ms = 0
    for wait in waits:
        shown.show(meaning, ms)
        ms += wait
    rest_ms = shown.show(meaning, ms)
    before, writes = part.colours, part.writes
    if rest_ms is None:
        shown.show(meaning, ms + 10**9)
        assert (part.colours, part.writes) == (before, writes)
    else:
        assert shown.show(meaning, ms + rest_ms - 1) == 1
        assert (part.colours, part.writes) == (before, writes)
        shown.show(meaning, ms + rest_ms)
        assert part.colours != before
        assert part.writes == writes + 1


@pytest.mark.parametrize("meaning", MEANINGS)
def test_it_writes_only_when_something_changes(meaning):
    part, shown = lamp()
    writes, seen = [], []
    for ms in range(3000):
        shown.show(meaning, ms)
        writes.append(part.writes)
        seen.append(part.colours)
    changes = [ms for ms in range(1, 3000) if seen[ms] != seen[ms - 1]]
    assert writes[0] == 1  # what a lamp showed before its program started is unknown
    assert [ms for ms in range(1, 3000) if writes[ms] != writes[ms - 1]] == changes


def test_a_dark_lamp_is_not_written_again_to_make_it_dark():
    part, shown = lamp()
    shown.show(TO_LEFT, 0)
    shown.show(TO_LEFT, 1300)
    writes = part.writes
    assert part.colours == [DARK]
    shown.show(OFF, 1301)
    assert part.writes == writes


@pytest.mark.parametrize(
    ("count", "left", "right"),
    [(1, "#", "#"), (2, "##", "##"), (3, "##.", ".##"), (4, "##..", "..##"), (8, "####....", "....####")],
)
def test_on_a_strip_a_direction_has_its_end_and_all_else_the_whole(count, left, right):
    for meaning in SHOWN:
        part, shown = lamp(count)
        shown.show(meaning, 0)
        place = "".join("." if one == DARK else "#" for one in part.colours)
        assert place == {TO_LEFT: left, TO_RIGHT: right}.get(meaning, "#" * count)


def test_a_device_without_pixels_keeps_the_same_time():
    part, with_pixels = lamp()
    without = Lamp(None, SimpleNamespace(brightness=30))
    for ms in range(0, 20000, 37):
        meaning = MEANINGS[ms // 3000]
        assert without.show(meaning, ms) == with_pixels.show(meaning, ms)
    assert part.writes > 0
