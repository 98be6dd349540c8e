"""The engine gives the same games everywhere: pinned digests, on CPython and on MicroPython."""

import pathlib

from tests.golden import trace
from tests.interpreter import requires_micropython, run

GOLDEN = pathlib.Path(__file__).parent / "golden" / "gifts.txt"


def test_cpython_plays_the_golden_games():
    assert list(trace.lines()) == GOLDEN.read_text().splitlines(), f"if the change was meant, see {trace.__file__}"


@requires_micropython
def test_micropython_plays_the_golden_games():
    source = pathlib.Path(trace.__file__).read_text()
    assert run(source).splitlines() == GOLDEN.read_text().splitlines()
