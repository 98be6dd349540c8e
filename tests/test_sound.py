"""What a device lets hear, and when: short cues that nobody waits for."""

from itertools import pairwise
from types import SimpleNamespace

import pytest

from pocket.keys import NO, YES
from pocket.sound import CARD, SILENT_MS, TURN, WON, WRONG, Sound
from tests.test_app import Table

CUES = {"turn": TURN, "card": CARD, "wrong": WRONG, "won": WON}


def heard(table, person):
    """The cues that a device has played, by name, in order."""
    tones = list(table.room.devices[person].tones)
    found, notes = [], []
    for (ms, hz), (end_ms, _) in pairwise(tones):
        if hz:
            notes.append((hz, end_ms - ms))
        else:
            found.append(tuple(notes))
            notes = []
    found.append(tuple(notes))
    names = {tuple(notes): name for name, notes in CUES.items()}
    return [names[one] for one in found if one]


def two(**options):
    table = Table(2, 2, penalties=2, **options)
    table.until(table.playing)
    return table, table.game().actor


def play_a_round(table, giver):
    """A card is drawn, given and refused; what was said of it is true."""
    other = 1 - giver
    for person, key in ((giver, YES), (giver, YES), (giver, YES), (other, NO), (giver, YES)):
        table.tap(person, key)
        table.wait(1000)
    return other


def test_each_cue_is_heard_where_it_belongs():
    table, giver = two()
    table.wait(1000)
    loser = play_a_round(table, giver)
    assert heard(table, giver) == ["turn", "card", "turn"]  # to begin, drawn, was it true?
    assert heard(table, loser) == ["turn", "wrong"]


def test_a_winner_hears_it():
    table, giver = two()
    table.wait(1000)
    loser = play_a_round(table, giver)
    for person, key in ((loser, YES), (loser, YES), (loser, YES), (giver, NO), (loser, NO)):
        table.tap(person, key)
        table.wait(1000)
    assert table.game().over
    (winner,) = table.game().winners()
    table.wait(2000)
    assert heard(table, winner)[-1] == "won"
    assert "won" not in heard(table, 1 - winner)


def test_it_can_be_switched_off_at_any_time():
    table, giver = two(sound=0)
    play_a_round(table, giver)
    assert [list(device.tones) for device in table.room.devices] == [[], []]
    sounding, settings = [], SimpleNamespace(sound=1)
    sound = Sound(sounding.append, settings, 0)
    sound._notes = WON
    sound.step(0)
    settings.sound = 0
    sound.step(1)
    assert sounding == [WON[0][0], 0]


@pytest.mark.parametrize("cue", CUES)
def test_a_cue_is_short_and_as_long_as_it_says_whenever_it_is_stepped(cue):
    for step_ms in (1, 7, 500):
        tones, now = [], 0
        sound = Sound(lambda hz, tones=tones: tones.append(hz), SimpleNamespace(sound=1), 0)
        sound._notes = CUES[cue]
        while (wait_ms := sound.step(now)) != SILENT_MS:
            now += min(wait_ms, step_ms)
        assert tones == [hz for hz, _ in CUES[cue]] + [0]
        assert now == sum(ms for _, ms in CUES[cue]) < 1000
