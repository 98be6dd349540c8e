"""The engine gives the same games everywhere: pinned digests, on CPython and on MicroPython."""

import pathlib

import pytest

import engine
from tests.golden import trace
from tests.interpreter import requires_micropython, run


def golden(game):
    return pathlib.Path(trace.__file__).with_name(game + ".txt").read_text().splitlines()


@pytest.mark.parametrize("game", engine.GAMES)
def test_cpython_plays_the_golden_games(game):
    assert list(trace.lines(game)) == golden(game), f"if the change was meant, see {trace.__file__}"


@requires_micropython
@pytest.mark.parametrize("game", engine.GAMES)
def test_micropython_plays_the_golden_games(game):
    source = pathlib.Path(trace.__file__).read_text()
    assert run(f"import sys\nsys.argv[:] = ['trace.py', '{game}']\n{source}").splitlines() == golden(game)
