"""The engine gives the same games everywhere: transcripts of whole games, on CPython and on MicroPython."""

import pathlib

import pytest

import engine
from tests.golden import transcript
from tests.interpreter import requires_micropython, run


def golden(game):
    return pathlib.Path(transcript.__file__).with_name(game + ".txt").read_text(encoding="utf-8").splitlines()


def parts(line):
    """What a line says of each field; of a line that tells a step, the line itself."""
    who, _, fields = line.strip().partition(": ")
    if "=" not in fields:
        return {line.strip(): line} if line else {}
    return {f"{who}: {one.split('=')[0]}": one for one in fields.split("; ")}


def difference(wanted, found):
    """Where two transcripts part, for people: the match, the step, and the fields; None where they do not."""
    match = step = "the set-up"
    for old, new in zip([*wanted, ""], [*found, ""], strict=False):
        if old != new:
            before, after = parts(old), parts(new)
            names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
            told = [f"{name}: {before.get(name, 'nothing')} became {after.get(name, 'nothing')}" for name in names]
            return "\n".join([match, f"after {step}:", *told])
        if not old.startswith(" "):
            match, step = old, "the set-up"
        elif old[2:3] != " ":
            step = old.strip()
    return None


def says_the_same(game, found):
    told = difference(golden(game), found)
    assert told is None, f"{told}\nIf the change was meant, see {transcript.__file__}"


@pytest.mark.parametrize("game", engine.GAMES)
def test_cpython_plays_the_golden_games(game):
    says_the_same(game, list(transcript.lines(game)))


@pytest.mark.slow
@requires_micropython
@pytest.mark.parametrize("game", engine.GAMES)
def test_micropython_plays_the_golden_games(game):
    source = pathlib.Path(transcript.__file__).read_text(encoding="utf-8")
    says_the_same(game, run(f"import sys\nsys.argv[:] = ['transcript.py', '{game}']\n{source}").splitlines())


def test_a_difference_names_the_match_the_step_and_the_fields():
    wanted = golden("gifts")
    at = next(index for index, line in enumerate(wanted) if "receiver=0" in line)
    found = [*wanted[:at], wanted[at].replace("receiver=0", "receiver=1"), *wanted[at + 1 :]]
    assert difference(wanted, wanted) is None
    assert difference(wanted, found).splitlines() == [
        "gifts for 2, seed 1, arrows both, claims spoken, penalties 3, rounds 1, shop open, start_gifts 2",
        "after 2. seat 1 does 256: turns it over:",
        "all: receiver: receiver=0 became receiver=1",
    ]
    assert difference(wanted, wanted[:-1]).endswith("became nothing")
