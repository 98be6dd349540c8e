"""Takes out of a program's sources what a board can do without, before they are compiled.

A board looks the name of a constant up whenever it is used, and keeps it, its value and its text for ever, in each
module that imports it: numbers stand there instead. What an error of `engine` or `ring` says is for developers: on a
board its class is all that anybody asks for. docs/memory.md has what that is worth. No line gets another number.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

SMALL = 1 << 30  # whole numbers from there on are objects on a board, which had better be there once
PLAIN: tuple[type[ast.AST], ...] = (ast.Constant, ast.Name, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.Call)
PLAIN += (ast.operator, ast.unaryop, ast.expr_context)
TERSE = ("engine", "ring")  # packages whose errors nobody reads on a board
ERRORS = ("ValueError", "IndexError")
Edit = tuple[ast.expr | ast.stmt, str]


def reduced(sources: dict[str, bytes], keep: tuple[str, ...] = ()) -> dict[str, bytes]:
    """The sources of a program, {path: source}, with numbers in place of every name of a module that is bound once, to
    a small whole number, False or True. Those in `keep` stay as they are. Raises SyntaxError.

    What somebody may ask for as an attribute, by its name in a string, or in `keep`, stays in its module as well.
    """
    trees = {path: _parsed(source, path) for path, source in sources.items()}
    known = _known({module_name(path): tree for path, tree in trees.items() if path not in keep})
    asked_for = set().union(*(_asked_for(tree, known.get(module_name(path), {})) for path, tree in trees.items()))
    found = dict(sources)
    for path in sources.keys() - set(keep):
        name = module_name(path)
        edits = [*_edits(trees[path], known[name], asked_for)]
        if name.split(".")[0] in TERSE:
            edits += _terse(trees[path])
        found[path] = _edited(sources[path], edits)
    return found


@cache
def _parsed(source: bytes, path: str) -> ast.Module:
    return ast.parse(source, path)


@cache
def nodes(tree: ast.Module) -> list[ast.AST]:
    """All that is in a tree which nobody changes any more; so that it is walked once, whatever is looked for."""
    return [*ast.walk(tree)]


def module_name(path: str) -> str:
    """What a module is imported as."""
    return path.removeprefix("/").removeprefix("lib/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _known(modules: dict[str, ast.Module]) -> dict[str, dict[str, int]]:
    """For each module its constants, those that it imports too: by name, what they are."""
    known: dict[str, dict[str, int]] = {name: {} for name in modules}
    made = {name: [node for node in tree.body if isinstance(node, ast.Assign)] for name, tree in modules.items()}
    imports = {name: _imports(tree) for name, tree in modules.items()}
    once = {name: {bound for bound, count in _bound(tree).items() if count == 1} for name, tree in modules.items()}
    more = True
    while more:  # one may be made of another, of a module that comes later
        more = False
        for name, here in known.items():
            values = [pair for node in made[name] for target in node.targets for pair in _assigned(target, node, here)]
            values += [(bound, known.get(module, {}).get(theirs)) for bound, module, theirs in imports[name]]
            for bound, value in values:
                if bound in once[name] - here.keys() and isinstance(value, int) and abs(value) < SMALL:
                    here[bound] = value
                    more = True
    return known


@cache
def _imports(tree: ast.Module) -> list[tuple[str, str, str]]:
    """(what it is called here, its module, what it is called there) of each name that is imported from a module."""
    found = [node for node in nodes(tree) if isinstance(node, ast.ImportFrom)]
    return [(one.asname or one.name, node.module or "", one.name) for node in found for one in node.names]


@cache
def _bound(tree: ast.Module) -> Counter[str]:
    """How often each name is bound, anywhere in a module; by any number of like imports, once."""
    found = Counter(name for name, _, _ in set(_imports(tree)))
    for node in nodes(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found[node.id] += 1
        elif isinstance(node, ast.arg):
            found[node.arg] += 1
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler) and node.name:
            found[node.name] += 1
        elif isinstance(node, ast.Import):
            found.update((one.asname or one.name).split(".")[0] for one in node.names)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            found.update(node.names)
    return found


def _assigned(target: ast.expr, statement: ast.Assign, here: dict[str, int]) -> Iterator[tuple[str, Any]]:
    """(name, value) of what an assignment to `target` makes; the value is None where it cannot be told."""
    meant = _meaning(statement.value, here)
    if isinstance(target, ast.Name):
        yield target.id, meant
    elif isinstance(target, ast.Tuple) and isinstance(meant, tuple | range):
        yield from ((getattr(one, "id", ""), part) for one, part in zip(target.elts, meant, strict=True))


def _meaning(node: ast.expr, here: dict[str, int]) -> Any:
    """What an expression of whole numbers, constants, and ranges of them is; None where it is anything else."""
    for part in ast.walk(node):
        name = part.id if isinstance(part, ast.Name) else "range"
        if not isinstance(part, PLAIN) or not (name == "range" or name in here):
            return None
        if isinstance(part, ast.Constant) and not isinstance(part.value, int):
            return None
    return eval(compile(ast.Expression(node), "", "eval"), {"range": range}, here)


def _asked_for(tree: ast.Module, known: dict[str, int]) -> set[str]:
    """Names that a module may ask another for: all but those that are `known` in it once they are imported."""
    found = set()
    for node in nodes(tree):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.ImportFrom):
            found.update(one.name for one in node.names if (one.asname or one.name) not in known)
    return found


def _edits(tree: ast.Module, known: dict[str, int], asked_for: set[str]) -> Iterator[Edit]:
    """(node, what stands there instead) for all that changes in a module."""
    gone = known.keys() - asked_for
    for node in nodes(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load) and child.id in known:
                text = repr(known[child.id])
                yield child, f"({text})" if isinstance(node, ast.Attribute | ast.BinOp | ast.UnaryOp) else text
        if isinstance(node, ast.ImportFrom):
            left = [ast.unparse(one) for one in node.names if (one.asname or one.name) not in gone]
            if len(left) < len(node.names):
                yield node, f"from {node.module} import {', '.join(left)}" if left else "pass"
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and gone.issuperset(_targets(statement)):
            yield statement, "pass"


def _targets(statement: ast.Assign) -> list[Any]:
    """The names that an assignment binds; None for anything else that it does."""
    parts = [one for target in statement.targets for one in getattr(target, "elts", [target])]
    return [getattr(one, "id", None) for one in parts]


def _terse(tree: ast.Module) -> Iterator[Edit]:
    """What raises an error with a sentence raises it without."""
    for node in nodes(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) in ERRORS:
            yield node.exc, ast.unparse(node.exc.func)


def _edited(source: bytes, edits: list[Edit]) -> bytes:
    """A source after edits; what lies in a statement that goes is not edited as well."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    spans = []
    for node, text in edits:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first, last = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        spans.append((first, -last, text.encode() + b"\n" * source[first:last].count(b"\n")))
    parts: list[bytes] = []
    done = 0
    for first, last, replacement in sorted(spans):
        if first >= done:
            parts += [source[done:first], replacement]
            done = -last
    return b"".join([*parts, source[done:]])
