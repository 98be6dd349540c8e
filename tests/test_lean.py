"""Modules made lean for boards with little RAM: the same program, in the same lines, with fewer names."""

import ast
import io
import keyword
import tokenize

import pytest

from boards import profiles
from boards.tool import plan
from boards.tool.lean import _functions, lean
from tests.interpreter import board_files, requires_micropython, run
from tests.test_micropython import MATCH

TIGHT = [name for name in profiles() if plan.constant(name, "LITTLE_RAM", False)]
INTERNED = 10  # letters of the longest string that CircuitPython keeps in its table of names
NAMES = 1560  # in the modules that a game of people needs: some 100 more, and an emulated RP2040 needs 7.7 KB at once
LATE = (
    "caps",
    "zsa",
    "bot",
    "witness",
    "memory",
    "menu",
    "founding",
    "row",
    "sound",
    "battery",
    "safemode",
    "boot",
    "deck",
)


def program(profile):
    """The modules of an install, as they are and made lean, by path."""
    sources = {path: source.read_bytes() for path, source in plan.modules(profile).items()}
    files = plan.files(profile)
    return sources, {path: files[path] for path in sources}


def shape(source):
    """A module as a tree in which docstrings are 0, and every name bound in a function is the number in the order in
    which that function's names come up.
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
    for path, source in made.items():
        if not any(word in path.rpartition("/")[2] for word in LATE):
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


@requires_micropython
def test_a_match_of_lean_modules_is_that_of_their_sources():
    assert run(MATCH, files=lean(board_files())).splitlines()[0] == run(MATCH).splitlines()[0]
