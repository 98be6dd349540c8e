"""Gives the names that only the program itself knows short ones, in the tables of its compiled modules.

CircuitPython keeps every name that it has ever read, in a table that doubles when it is full. So a name has two
letters, and what nobody outside a module knows is called the same in several. docs/memory.md has what that is worth.
"""

import ast
import collections
import importlib.metadata
import io
import keyword
import re
import string
from binascii import crc32
from collections.abc import Iterator
from functools import cache
from pathlib import PurePosixPath

from boards import profiles
from boards.tool.reducing import nodes

STUBS = "circuitpython-stubs"  # from PyPI: what the modules have that are built into the firmware
BUILT_IN = "binascii builtins collections errno gc hashlib json math os random re select struct sys time".split()
TYPES: list = [bytearray, bytes, dict, float, int, list, object, range, set, str, tuple, type(_ for _ in ()), OSError]
TYPES += [io.BytesIO, io.FileIO, io.StringIO, io.TextIOWrapper, *map(__import__, [*BUILT_IN, "traceback", "zlib"])]
NAME = re.compile(r"[A-Za-z_]\w*")
PROSE = re.compile(r'""".*?"""|#.*?$', re.DOTALL | re.MULTILINE)
SHORT = [one + two for one in string.ascii_letters for two in string.ascii_letters + string.digits]
SHORT = [name for name in SHORT if not keyword.iskeyword(name)]
PRIVATE = ["_" + one for one in string.ascii_letters + string.digits]
LONG = 3  # letters from which on a name is shortened


def shorten(modules: dict[str, bytes], sources: dict[str, bytes]) -> dict[str, bytes]:
    """The compiled modules of one program with short names, {path of the .py: bytes}.

    sources: of the whole program, {path: text or bytes}; what is in those that are not compiled keeps its name.
    """
    trees = {path: _untyped(source) for path, source in sources.items()}
    own = own_names(trees, [tree for path, tree in trees.items() if path not in modules])
    used = {path: {name for name, _, _ in table(data)} for path, data in modules.items()}
    private = _private(used, own, _related(trees))
    everywhere = set().union(*used.values())
    common = everywhere & own - set().union(*private.values())
    short = _two_letters(common, everywhere - own | foreign_names())
    return {path: _renamed(data, {**short, **private[path]}) for path, data in modules.items()}


def own_names(trees: dict[str, ast.Module], plain: list[ast.Module]) -> set[str]:
    """Names that the program has defined, and that nobody else may ask for.

    Not what the language or the firmware has; what stands in a string, whole or in part; the names of modules; methods
    of classes that are built upon one from elsewhere, which may call them; all in the trees `plain`.
    """
    own, others = set(), set(foreign_names())
    classes = {node.name for tree in trees.values() for node in nodes(tree) if isinstance(node, ast.ClassDef)}
    for path, tree in trees.items():
        others.update(PurePosixPath(path).with_suffix("").parts)
        for node in nodes(tree):
            own.update(_defined(node))
            if tree in plain:
                others.update((_name(node), getattr(node, "name", None), getattr(node, "arg", None)))
            if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
                text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
                others.update(NAME.findall(text))
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                parts = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
                others.update(name for part in parts for name in part.split("."))
            elif isinstance(node, ast.ClassDef) and not {_name(base) for base in node.bases} <= classes - {node.name}:
                others.update(inner.name for inner in node.body if isinstance(inner, ast.FunctionDef))
    return {name for name in own - others if len(name) >= LONG and name[:2] != "__"}


@cache
def foreign_names() -> frozenset[str]:
    """Every name that the language has, and CircuitPython's own modules, and the boards of the profiles."""
    found = {name for one in TYPES for name in dir(one)}
    for path in importlib.metadata.files(STUBS):
        if path.suffix == ".pyi" and (path.parts[0] != "board_definitions" or {*path.parts} & {*profiles()}):
            found.update(NAME.findall(PROSE.sub("", path.read_text("utf-8"))))
    return frozenset(found)


@cache
def _untyped(source: str | bytes) -> ast.Module:
    """A module without annotations and docstrings: compiling drops them, so that no name has to stay for theirs."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return tree


def _defined(node: ast.AST) -> Iterator[str]:
    """The names that a node of a tree makes, and does not only use."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias) and node.asname:
        yield node.asname
    elif isinstance(getattr(node, "ctx", None), ast.Store) and _name(node):
        yield _name(node)


def _name(node: ast.AST) -> str | None:
    """What a variable or an attribute is called; None for anything else."""
    return getattr(node, "id", None) or getattr(node, "attr", None)


def _related(trees: dict[str, ast.Module]) -> set[str]:
    """The modules of which one has a class that another's is built upon: objects have the names of both."""
    related, classes = set(), {}
    found = [(path, node) for path, tree in trees.items() for node in nodes(tree) if isinstance(node, ast.ClassDef)]
    for path, node in found:
        classes.setdefault(node.name, set()).add(path)
    for path, node in found:
        for base in node.bases:
            elsewhere = classes.get(_name(base), set()) - {path}
            related |= elsewhere | ({path} if elsewhere else set())
    return related


def _private(used: dict[str, set[str]], own: set[str], related: set[str]) -> dict[str, dict[str, str]]:
    """For each module, a dict from its private names and constants, those that stand in no other, to names that others
    have as well.
    """
    counts = collections.Counter(name for names in used.values() for name in names & own)
    found = {}
    for path, names in used.items():
        alone = [name for name in sorted(names) if counts[name] == 1 and (name[0] == "_" or name.isupper())]
        found[path] = {} if path in related else dict(zip(alone, PRIVATE, strict=False))
    return found


def _two_letters(names: set[str], taken: set[str]) -> dict[str, str]:
    """A dict from each of `names` to two letters, all different and not among `taken`. A name's letters hang on itself,
    as far as they are free: so a new name changes few others, and an update of the program few files.
    """
    short, taken = {}, set(taken)
    for name in sorted(names):
        at = crc32(name.encode())
        while SHORT[at % len(SHORT)] in taken:
            at += 1
        short[name] = SHORT[at % len(SHORT)]
        taken.add(short[name])
    return short


def table(data: bytes) -> Iterator[tuple[str, int, int]]:
    """(text, where its entry starts, where it ends) of each entry of a compiled module's table of names that has a
    text; the others are the numbers of names that every firmware has. They lie as MicroPython's py/persistentcode.c
    reads them, after four bytes of a header.
    """
    count, at = _number(data, 4)
    _, at = _number(data, at)  # of constants, which follow
    for _ in range(count):
        start = at
        length, at = _number(data, at)
        if not length & 1:
            end = at + (length >> 1)
            yield data[at:end].decode(), start, end + 1
            at = end + 1


def _number(data: bytes, at: int) -> tuple[int, int]:
    """(the number that is written at `at`, seven bits a byte; where the next one is)."""
    number = 0
    while True:
        number = number << 7 | data[at] & 127
        at += 1
        if data[at - 1] < 128:
            return number, at


def _renamed(data: bytes, short: dict[str, str]) -> bytes:
    """A compiled module with the names in its table exchanged."""
    parts, copied = [], 0
    for name, start, end in table(data):
        if name in short:
            parts += [data[copied:start], bytes((len(short[name]) << 1,)), short[name].encode(), b"\0"]
            copied = end
    return b"".join([*parts, data[copied:]])
