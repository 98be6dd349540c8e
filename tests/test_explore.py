"""The explorer finds what is broken, tells it so that it can be seen again, and looks at a small world whole."""

import json

import pytest

from ring.log import Log
from ring.memory import Keeper
from sim.__main__ import main
from sim.measure import explore

pytestmark = pytest.mark.slow  # worlds are searched whole

TINY = explore.World(devices=2, boot=1, kept=0, entries=1, restarts=1, founds=0)


def search(world, **limits):
    faults = []
    return explore.search(world, found=lambda *fault: faults.append(fault), **limits), faults


def test_a_tiny_world_is_searched_whole_and_nothing_is_broken():
    result, faults = search(TINY)
    assert (result["cut"], result["violations"], result["stuck"], faults) == (0, 0, 0, [])
    assert result["states"] > 300
    assert search(TINY)[0]["states"] == result["states"], "the same search finds the same states"


def test_what_is_not_looked_at_is_counted_as_cut():
    result, _ = search(TINY, states=100)
    assert result["states"] >= 100
    assert result["cut"] > 0


def without_echo(log):
    """Rule 5, left out."""
    return True


def at_once(log):
    """Rule 3, left out: nobody waits until the entry before is settled."""
    return log.whole


def never(log):
    """A device that restarted never becomes whole again."""
    return False


def low_bytes_only(log):
    """Whether all have echoed the boot number, as far as its low byte tells, which may be 0."""
    return all(peer is None or (peer.held >= 0 and peer.echo & 255 == log.boot & 255) for peer in log._peers)


def kept_nothing(keeper, table, left, knock, go_back=Keeper.go_back):
    """Who goes back to the table before has nothing of its log left."""
    go_back(keeper, table, left._replace(choices=b"", boots=[]), knock)


PAIR = TINY._replace(entries=2)
WENT_ON = explore.WORLDS["back"]._replace(entries=2, restarts=1)


@pytest.mark.parametrize(
    ("owner", "method", "broken", "kinds", "world", "states"),
    [
        (Log, "answered", without_echo, {"lost", "fork"}, PAIR, 3000),
        (Log, "settled", at_once, {"lost", "fork"}, PAIR, 3000),
        (Log, "_mend", never, {"stuck"}, PAIR, 3000),
        # and what was once a hole: an echo that also meant "never", a late word that stayed, a log wiped on going back
        (Log, "answered", low_bytes_only, {"lost", "fork"}, TINY._replace(boot=255), 1000),
        (Log, "_misfits", lambda *words: False, {"stuck"}, TINY._replace(restarts=2), 20000),
        (Keeper, "go_back", kept_nothing, {"wiped"}, WENT_ON, 300),
    ],
)
def test_a_rule_that_is_left_out_is_found_and_told(monkeypatch, owner, method, broken, kinds, world, states):
    monkeypatch.setattr(owner, method, broken)
    _, faults = search(world, states=states)
    assert {told.split(":")[0] for told, _ in faults} & kinds
    for told, events in faults:
        *steps, end = explore.replay(world, events)
        assert end == told
        assert len(steps) == 2 * len(events)
    monkeypatch.undo()
    told, events = faults[0]
    with pytest.raises(ValueError, match="cannot happen there"):
        list(explore.replay(world, [*events[:1], "A.founds.2"]))


def test_the_command_prints_one_object_with_its_bounds(capsys, monkeypatch):
    monkeypatch.setattr(explore, "WORLDS", {"tiny": TINY})
    assert main(["explore", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert set(result) == {"states", "cut", "violations", "stuck", "worlds"}
    assert (result["cut"], result["worlds"]["tiny"]["faults"]) == (0, [])
    assert main(["explore", "--replay", "A.restarts."]) == 0
    assert "A restarts" in capsys.readouterr().out
    assert main(["explore", "--replay", "A.sleeps."]) == 2
    assert "cannot happen there" in capsys.readouterr().err
