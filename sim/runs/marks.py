"""Which branches of the protocol's rules a run takes. The rules say nothing of it, so that boards carry none of it.

`tests/marks.toml` names functions, lines of them and conditions. Their code is compiled once more, on desktops only,
with a note before each of those lines.
"""

import ast
import functools
import importlib
import operator
import pathlib
import tomllib
from collections.abc import Iterator
from types import CodeType
from typing import Any

PATH = pathlib.Path(__file__).parents[2] / "tests" / "marks.toml"

reached: set[str] = set()  # names of the marks that were passed since somebody emptied it


@functools.cache
def install() -> tuple[str, ...]:
    """Note from now on in `reached` what is passed. Returns the marks' names: those whose lines there are."""
    found = []
    for name, rows in tomllib.loads(PATH.read_text()).items():
        module = importlib.import_module(name)
        source = pathlib.Path(module.__file__).read_text()
        tree = ast.parse(source)
        found += [mark for mark, row in rows.items() if _insert(tree, source.splitlines(), mark, *row)]
        vars(module)["_passed_"] = reached.add
        codes = {code.co_qualname: code for code in _codes(compile(tree, module.__file__, "exec"))}
        for where in {row[0] for row in rows.values()} & set(codes):
            function: Any = operator.attrgetter(where)(module)
            if function.__code__.co_qualname == where:  # and not what a test has put in its place
                function.__code__ = codes[where]
    return tuple(found)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _insert(tree: ast.Module, lines: list[str], mark: str, where: str, start: str, condition: str = "True") -> bool:
    """Put the note before the first line of function `where` that begins with `start`. Returns whether there is one."""
    node: Any = tree
    for part in where.split("."):
        node = next((one for one in node.body if getattr(one, "name", "") == part), ast.Module([], []))
    for block in ast.walk(node):
        for field in ("body", "orelse"):
            statements = getattr(block, field, None)
            for at, one in enumerate(statements if isinstance(statements, list) else ()):
                if lines[one.lineno - 1].lstrip().startswith(start):
                    (note,) = ast.parse(f"if {condition}: _passed_({mark!r})").body
                    for inner in ast.walk(note):
                        ast.copy_location(inner, one)
                    statements.insert(at, note)
                    return True
    return False
