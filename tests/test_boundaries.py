"""Who may import whom, what must be equal on every board, and what boards do not have: read off the source."""

import ast
from pathlib import Path

import pytest

import boards
from boards.tool import plan

ROOT = Path(__file__).resolve().parents[1]

# What a folder's modules may import; everything that is not named is forbidden.
IMPORTS = {
    "engine": "engine",
    "engine/bots": "engine",
    "lib/ring": "ring adafruit_ticks adafruit_hashlib hashlib binascii collections struct",
    "lib/pocket": "pocket ring engine displayio terminalio bitmaptools fontio adafruit_display_text"
    " binascii collections struct gc os sys",
}
IMPORTS["lib/pocket/screens"] = IMPORTS["lib/pocket"]
LINK_IMPORTS = "ring adafruit_ticks adafruit_minimqtt binascii os select sys time espnow wifi socketpool"
ABOVE = ("engine", "ring", "pocket", "sim", "tests")  # a board's profile makes parts, and of these only a link
BRINGS_TOGETHER = ROOT / "boards" / "start.py"  # the board and what runs on it
FOR_PARTS = {"ring.clock.Clock"}  # to make ticks comparable
PROJECT = {"engine", "ring", "pocket", "boards", "sim", "tests"}
START = ("boot.py", "code.py", "safemode.py")  # what CircuitPython runs by name
LOAD = ast.Load()
ABSENT_MODULES = "abc contextlib copy dataclasses enum functools heapq hmac itertools pathlib typing".split()
ABSENT_METHODS = "ljust rjust zfill removeprefix removesuffix title capitalize isalnum casefold".split()
ABSENT_ARGUMENTS = {"zip": ["strict"], "dumps": ["indent", "sort_keys"], "decode": ["errors"]}


def modules(folder):
    return sorted((ROOT / folder).glob("*.py"))


def is_link(path):
    return path.name.startswith("link_")


def profiles():
    """The modules in boards/ that run on a board; the tools beside them do not."""
    installed = {path for name in boards.profiles() for path in plan.modules(name) if path.startswith("boards/")}
    return [ROOT / path for path in sorted(installed)]


def on_boards():
    return [path for folder in IMPORTS for path in modules(folder)] + profiles() + [ROOT / name for name in START]


def parse(path):
    return without_foreign_types(ast.parse(path.read_text(encoding="utf-8")))


def without_foreign_types(tree):
    """A module without what only type checkers import, but for that of the project, whose rules hold there too."""
    for node in tree.body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = [one for one in node.body if set(names(one)) & PROJECT]
    return tree


def names(tree):
    """The packages that a module imports, late imports and those by a computed name included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            yield node.module.split(".")[0] if node.level == 0 else "a relative import"
        elif called(node) in ("__import__", "import_module"):
            constants = [one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)]
            yield constants[0].split(".")[0] if constants else "a name that is not known here"


def dotted(tree):
    """What a module imports, by full names; links are left out."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            inside = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            yield from [inside + one.name for one in node.names if not f"{inside}{one.name}".startswith("ring.link")]


def called(node):
    """The name of the function or method that a node calls, or None."""
    if not isinstance(node, ast.Call):
        return None
    return getattr(node.func, "id", None) or getattr(node.func, "attr", None)


def lacks(tree):
    """What a module uses that CircuitPython does not have."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Match, ast.TryStar)):
            yield "match or except*"
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield "positional-only arguments"
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)) and isinstance(getattr(node, "ctx", LOAD), ast.Load):
            if any(isinstance(one, ast.Starred) for one in node.elts):
                yield "unpacking in a display"
        elif isinstance(node, ast.Dict) and None in node.keys:
            yield "unpacking in a display"
        elif isinstance(node, ast.ClassDef) and (len(node.bases) > 1 or node.keywords):
            yield "several bases or a metaclass"
        elif isinstance(node, ast.FunctionDef) and node.name == "__init_subclass__":
            yield node.name
        elif isinstance(node, ast.Call):
            name = called(node)
            if isinstance(node.func, ast.Attribute) and name in ABSENT_METHODS:
                yield "str." + name
            for keyword in node.keywords:
                if keyword.arg in ABSENT_ARGUMENTS.get(name, ()):
                    yield f"{name}({keyword.arg}=)"


def unequal(tree):
    """What in a module might not be equal on every board."""
    dicts = {"dict"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and (isinstance(node.value, ast.Dict) or called(node.value) == "dict"):
            dicts |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
            yield "a float"
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
            yield "true division"
        elif isinstance(node, (ast.Set, ast.SetComp)) or called(node) in ("set", "frozenset"):
            yield "a set"
        elif called(node) in ("hash", "id", "float"):
            yield called(node)
        elif isinstance(node, (ast.For, ast.comprehension)):
            over = node.iter
            while called(over) in ("enumerate", "list", "tuple", "zip", "reversed") and over.args:
                over = over.args[0]
            by_method = called(over) in ("items", "keys", "values")
            if by_method or isinstance(over, (ast.Dict, ast.DictComp)) or getattr(over, "id", None) in dicts:
                yield "the order of a dict"


def told(check, paths):
    """What `check` finds, by module."""
    return {str(path.relative_to(ROOT)): found for path in paths if (found := sorted(set(check(parse(path)))))}


@pytest.mark.parametrize("folder", IMPORTS)
def test_imports_run_one_way(folder):
    allowed = IMPORTS[folder].split()
    paths = [path for path in modules(folder) if not is_link(path)]
    assert paths
    assert told(lambda tree: set(names(tree)) - set(allowed), paths) == {}


def test_a_link_knows_a_radio_and_ring_and_nothing_above():
    links = [path for path in modules("lib/ring") if is_link(path)]
    assert told(lambda tree: set(names(tree)) - set(LINK_IMPORTS.split()), links) == {}


def test_boards_know_nothing_of_what_runs_on_them():
    apart = [path for path in profiles() if path != BRINGS_TOGETHER]
    assert len(profiles()) - 1 == len(apart) > len(boards.profiles()) >= 10
    assert told(lambda tree: {name for name in dotted(tree) if name.split(".")[0] in ABOVE} - FOR_PARTS, apart) == {}


def test_only_the_start_and_the_simulator_start_the_device_program():
    assert "pocket" in names(parse(BRINGS_TOGETHER))
    assert (
        told(
            lambda tree: set(names(tree)) & {"pocket"}, modules("engine") + modules("engine/bots") + modules("lib/ring")
        )
        == {}
    )


def test_nothing_but_the_simulator_imports_the_simulator():
    assert told(lambda tree: set(names(tree)) & {"sim", "tests"}, on_boards()) == {}


def test_what_must_be_equal_on_every_board_is_made_of_what_is():
    paths = [path for path in modules("engine") + modules("engine/bots") + modules("lib/ring") if not is_link(path)]
    assert told(unequal, paths) == {}


def test_nothing_on_boards_needs_what_they_lack():
    assert told(lacks, on_boards()) == {}
    assert told(lambda tree: set(names(tree)) & set(ABSENT_MODULES), on_boards()) == {}


@pytest.mark.parametrize(
    ("imported", "found"),
    [("from typing import Any", []), ("import sim.room", ["sim"]), ("from pocket import x", ["pocket"])],
)
def test_for_types_a_module_may_import_what_is_not_the_project_s(imported, found):
    tree = ast.parse(f"if TYPE_CHECKING:\n    {imported}\nif other:\n    import typing")
    assert list(names(without_foreign_types(tree))) == [*found, "typing"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import time", "time"),
        ("import os.path as p, random", "random"),
        ("def f():\n    from pocket.app import App", "pocket"),
        ("from . import core", "a relative import"),
        ("__import__('sim.' + name)", "sim"),
        ("import_module(name)", "a name that is not known here"),
    ],
)
def test_an_import_is_found_wherever_it_stands(source, found):
    assert found in names(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "x = 0.5",
        "x = a / b",
        "x /= 2",
        "x = {1, 2}",
        "x = {y for y in z}",
        "x = set(y)",
        "x = hash(y)",
        "x = float(y)",
        "for key in {1: 2}: pass",
        "for key, value in d.items(): pass",
        "x = [key for key in d.keys()]",
        "for index, value in enumerate(d.values()): pass",
        "d = {}\nfor key in d: pass",
        "def f():\n    d = dict(x)\n    return [key for key in list(d)]",
    ],
)
def test_what_may_differ_between_boards_is_found(source):
    assert list(unequal(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "match x:\n    case 1: pass",
        "def f(a, /, b): pass",
        "x = [*a, 3]",
        "x = (*a, 3)",
        "x = {*a}",
        "x = {**d}",
        "class A(B, C): pass",
        "class A(metaclass=M): pass",
        "class A:\n    def __init_subclass__(cls): pass",
        "x = 'a'.ljust(3)",
        "x = name.zfill(3)",
        "zip(a, b, strict=True)",
        "json.dumps(x, indent=2)",
        "b.decode('utf-8', errors='replace')",
        "try: pass\nexcept* OSError: pass",
    ],
)
def test_what_boards_lack_is_found(source):
    assert list(lacks(ast.parse(source)))


def test_what_boards_have_is_not_found():
    source = """
import os
first, *rest = [1, 2]
def f(*a, key=None, **k):
    page.title = 7 // 2 + len({1: 2}) + sorted([3])[0]
    return f(*a, **k), [x for x in (1, 2)], b.decode("utf-8"), zip(a, rest), 1 in {1: 2}
class A(B): pass
for name in options: pass
"""
    tree = ast.parse(source)
    assert (list(lacks(tree)), list(unequal(tree)), list(names(tree))) == ([], [], ["os"])
