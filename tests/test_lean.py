"""Modules made lean for boards with little RAM: the same program, in the same lines, with fewer names."""

import ast
import io
import keyword
import re
import sys
import tokenize
from types import ModuleType

import pytest

from boards import profiles
from boards.tool import plan
from boards.tool.lean import _functions, lean
from tests.interpreter import board_files, requires_micropython, run
from tests.test_micropython import MATCH

TIGHT = [name for name in profiles() if plan.constant(name, "LITTLE_RAM", False)]
INTERNED = 10  # letters of the longest string that CircuitPython keeps in its table of names
NAMES = 1500  # in all modules: with some 150 more, an emulated RP2040 needs 7.7 KB at once


def program(profile):
    """The modules of an install, as they are and made lean, by path."""
    sources = {path: source.read_bytes() for path, source in plan.modules(profile).items()}
    files = plan.files(profile)
    return sources, {path: files[path] for path in sources}


def shape(source):
    """A module as a tree in which docstrings are 0, and every name bound in a function is the number in the order in
    which that function's names come up; so is every private name in that of the module's.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if (
            isinstance(body, list)
            and body
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
        ):
            body[0] = ast.Expr(ast.Constant(0))
    for function in _functions(tree):
        inner = list(ast.walk(function))
        bound = {node.arg for node in inner if isinstance(node, ast.arg)}
        bound |= {node.id for node in inner if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        numbers = {}
        for node in inner:
            field = "arg" if isinstance(node, ast.arg) else "id" if isinstance(node, ast.Name) else None
            if field and getattr(node, field) in bound:
                setattr(node, field, str(numbers.setdefault(getattr(node, field), len(numbers))))
    numbers = {}
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "arg"):
            name = getattr(node, field, None)
            if isinstance(name, str) and name[:1] == "_" and name[:2] != "__":
                setattr(node, field, "_" + str(numbers.setdefault(name, len(numbers))))
        if isinstance(node, ast.Global):
            node.names = ["_" + str(numbers.setdefault(name, len(numbers))) for name in node.names]
    return ast.dump(tree)


@pytest.mark.parametrize("profile", TIGHT)
def test_a_lean_module_is_the_same_program_in_the_same_lines(profile):
    sources, made = program(profile)
    changed = 0
    for path, source in sources.items():
        assert shape(made[path]) == shape(source), path
        assert made[path].count(b"\n") == source.count(b"\n"), path
        changed += made[path] != source
    assert changed > 20
    assert sum(map(len, made.values())) < 0.7 * sum(map(len, sources.values()))


def test_other_boards_get_the_modules_as_they_are():
    sources, made = program("adafruit_feather_esp32s3_reverse_tft")
    assert made == sources


@pytest.mark.parametrize("profile", TIGHT)
def test_a_board_has_room_in_its_table_of_names(profile):
    _, made = program(profile)
    names = set()
    for source in made.values():
        for token in tokenize.generate_tokens(io.StringIO(source.decode()).readline):
            if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                names.add(token.string)
            elif token.type == tokenize.STRING and not token.string.startswith("b"):
                text = ast.literal_eval(token.string)
                names.update([text] if len(text) <= INTERNED else [])
    assert len(names) < NAMES


SOURCE = '''"""A module."""

import os as system

LIMIT = 3  # so many


class Thing:
    """A thing."""

    total = system.sep

    def method(self, first, *, given=1):
        """What it does."""
        total = first + given  # ä comment
        try:
            int(self.total)
        except ValueError as problem:
            total += len(str(problem)) * 0
        return [entry * LIMIT for entry in range(total)], lambda argument, total=total: argument + total


def outer(one):
    def within(two):
        nonlocal one
        one += two
        return "ä" + str(one), ("# no comment", two)

    LIMIT_ = one
    return within, LIMIT_, max(x for x in (one, 2))


Thing().method(2, given=3)
'''


def test_what_is_called_that_elsewhere_keeps_its_name():
    made = lean({"a.py": SOURCE.encode(), "b.py": b"def f(a_long_name):\n    return a_long_name\n\nf(1).entry\n"})
    text = made["a.py"].decode()
    before, after = {}, {}
    exec(SOURCE, before)
    exec(text, after)
    for space in (before, after):
        values, adds = space["Thing"]().method(2, given=3)
        within, limit, most = space["outer"](1)
        assert (values, adds(1), within(2), limit, most) == ([0, 3, 6, 9, 12], 6, ("ä3", ("# no comment", 2)), 1, 2)
    for kept in ("given", "entry", "total", "problem", "one", "LIMIT", "system", "within", "self"):
        assert kept in text
    for gone in ("first", "argument", "two", "LIMIT_", "comment\n", "What it does"):
        assert gone not in text
    assert "a_long_name" not in made["b.py"].decode()


FAMILY = {
    "base.py": """
class Base:
    def __init__(self):
        self._kept, self._both = 1, 2

    def _given(self):
        return self._kept, self._both
""",
    "more.py": """
from base import Base

_LIMIT = 5

class More(Base):
    def __init__(self):
        super().__init__()
        self._link, self._both = 3, 4

    def all(self):
        return self._given(), self._link, self._both, _LIMIT, hasattr(self, "_named")
""",
    "other.py": """
import sys
from elsewhere import Pixels

_seen = 0
_SIZE = 6

def count():
    global _seen
    _seen += 1
    return _seen, _SIZE, sys._getframe is not None

class Alone(Pixels):
    def __init__(self):
        self._named = 7

    def _transmit(self):
        pass
""",
}


def test_what_is_private_to_modules_has_short_names_that_others_have_too():
    made = lean({path: source.encode() for path, source in FAMILY.items()})
    run = ModuleType("base"), ModuleType("more"), ModuleType("other")
    elsewhere = ModuleType("elsewhere")
    elsewhere.Pixels = object
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "elsewhere", elsewhere)
        for module in run:
            patch.setitem(sys.modules, module.__name__, module)
            exec(made[module.__name__ + ".py"].decode(), vars(module))
    assert run[1].More().all() == ((1, 4), 3, 4, 5, False)
    assert [run[2].count(), run[2].count()] == [(1, 6, True), (2, 6, True)]
    text = {path: source.decode() for path, source in made.items()}
    for gone in ("_kept", "_given", "_link", "_both", "_LIMIT", "_seen", "_SIZE"):
        assert gone not in "".join(text.values())
    assert "self._named" in text["other.py"], "a string asks for it by name"
    assert "def _transmit" in text["other.py"], "what it builds upon may call that"
    assert "sys._getframe" in text["other.py"], "it is not the program's"
    base, more, other = [set(re.findall(r"\b_[a-z]\b", source)) for source in text.values()]
    assert len(base | more) == 5, "their objects have the names of both"
    assert other < base | more, "nobody shares an object with it"


@requires_micropython
def test_a_match_of_lean_modules_is_that_of_their_sources():
    assert run(MATCH, files=lean(board_files())).splitlines()[0] == run(MATCH).splitlines()[0]
