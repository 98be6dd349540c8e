"""What a board can do without is taken out of a program before it is compiled, and nothing else changes."""

import ast
import builtins
import sys
from types import ModuleType

import pytest

from boards.tool import plan, reducing

NUMBERS = b"""LIMIT = 8
_TWICE, NAMED, ASKED = 2 * LIMIT, 3, 4
LEFT, RIGHT = range(1, 3)
BIG = 1 << 40
twice = LIMIT
twice += 1
"""
USER = b"""from one.numbers import (
    LIMIT,
    RIGHT as TO_THE_RIGHT,
    BIG,
    twice,
)
from one import numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from nowhere import nothing
MINUS = -LIMIT

def answer(LEFT):
    return LIMIT - MINUS, TO_THE_RIGHT.bit_length(), LEFT, BIG, twice, numbers.ASKED, getattr(numbers, "NAMED")

def late():
    from one.numbers import LIMIT

    return [LIMIT for _ in range(2)]
"""
FAMILY = {
    "lib/one/__init__.py": b"",
    "lib/one/numbers.py": NUMBERS,
    "user.py": USER,
    "code.py": b"from user import late",
}


def test_constants_are_written_out_and_their_names_go():
    made = reducing.reduced(FAMILY, ("code.py",))
    numbers, user = (ast.parse(made[path]) for path in ("lib/one/numbers.py", "user.py"))
    left = {node.id for node in ast.walk(numbers) if isinstance(node, ast.Name)}
    assert left == {"_TWICE", "NAMED", "ASKED", "BIG", "twice"}, "what is asked for, too large, or changes"
    names = {node.id for node in ast.walk(user) if isinstance(node, ast.Name)}
    assert not names & {"LIMIT", "TO_THE_RIGHT", "MINUS", "TYPE_CHECKING"}
    assert "LEFT" in names, "an argument of that name is another thing"
    assert made["code.py"] == FAMILY["code.py"]
    assert all(made[path].count(b"\n") == source.count(b"\n") for path, source in FAMILY.items()), "lines keep numbers"


def test_the_reduced_program_does_the_same(monkeypatch):
    def answers(sources):
        for path in ("lib/one/__init__.py", "lib/one/numbers.py", "user.py"):
            name = reducing.module_name(path)
            module = ModuleType(name)
            monkeypatch.setitem(sys.modules, name, module)
            if name == "one.numbers":
                sys.modules["one"].numbers = module
            exec(compile(sources[path], path, "exec"), module.__dict__)
        return module.answer("a seat"), module.late()

    assert answers(reducing.reduced(FAMILY)) == answers(FAMILY) == ((16, 2, "a seat", 1 << 40, 9, 4, 3), [8, 8])


def test_errors_of_the_rules_have_no_sentence_and_those_of_boards_keep_theirs():
    source = b'def no(n):\n    raise ValueError("There is no seat {}.".format(\n        n\n    ))\n'
    made = reducing.reduced({"engine/core.py": source, "boards/oled.py": source})
    assert made["engine/core.py"] == b"def no(n):\n    raise ValueError\n\n\n"
    assert made["boards/oled.py"] == source


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["raspberry_pi_pico", "lilygo_tdisplay_s3"])
def test_what_is_left_of_the_program_has_no_name_without_a_meaning(profile):
    """Each name that a module loads is bound in it, or is one of Python's."""
    sources = {path: source.read_bytes() for path, source in plan.modules(profile, "mqtt").items()}
    made = reducing.reduced(sources, plan.START)
    assert sum(map(len, made.values())) < sum(map(len, sources.values()))
    for path, source in made.items():
        tree = ast.parse(source)
        loads = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        assert loads <= reducing._bound(tree).keys() | {*dir(builtins), "__file__", "__name__", "__path__"}, path
