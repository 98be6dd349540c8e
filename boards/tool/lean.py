"""Modules as boards with little RAM get them: without comments and docstrings, local variables with short names.

CircuitPython keeps every name that it has ever read, some 1,600 of them for this program, in a table that doubles when
it is full: 7.7 KB at once on an RP2040. A local variable needs no name of its own. Lines stay where they are, so that
what a traceback says of a line is true of the source.
"""

import ast
import io
import itertools
import string
import tokenize

LONGEST = 1 << 20  # bytes, more than a line has
SHORT = [first + rest for rest in ("", *string.ascii_lowercase) for first in string.ascii_lowercase]


def lean(sources):
    """`sources`, a dict from path to the bytes of every module of a program, made lean.

    A name is shortened where it is bound in a function, and nothing else in the program is called that: no attribute,
    no argument that is given by name, nothing global.
    """
    trees = {path: ast.parse(source) for path, source in sources.items()}
    taken = {"self"}.union(*map(_other_names, trees.values()))
    return {path: _written(source.decode(), trees[path], taken).encode() for path, source in sources.items()}


def _other_names(tree):
    """Names in a module that are not, or not only, those of local variables."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.keyword):
            found.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.ExceptHandler):
            found.add(node.name)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update(part for one in node.names for part in (one.asname or one.name).split("."))
    outside = {id(inner) for function in _functions(tree) for inner in ast.walk(function)}
    found.update(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in outside)
    for function in _functions(tree):
        ids = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
        found.update(ids - _bound(function))
    return found


def _functions(tree):
    """The outermost functions of a module or class; what is defined within one belongs to it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif hasattr(node, "body"):
            yield from _functions(node)


def _bound(function):
    """Names that a function, or what is defined in it, binds."""
    names = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    return names | {
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _written(source, tree, taken):
    """The text of a module, changed from its end to its beginning so that positions stay true."""
    lines = [line.encode() for line in source.splitlines()]
    changes = [*_without_comments(source), *_without_docstrings(tree), *_with_short_names(tree, taken)]
    for line, start, end, text in sorted(changes, reverse=True):
        lines[line - 1] = lines[line - 1][:start] + text + lines[line - 1][end:]
    return "\n".join(line.decode().rstrip() for line in lines) + "\n"


def _without_comments(source):
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            start = len(token.line[: token.start[1]].encode())
            yield token.start[0], start, start + len(token.string.encode()), b""


def _without_docstrings(tree):
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            for line in range(first.lineno, first.end_lineno + 1):
                start = first.col_offset if line == first.lineno else 0
                end = first.end_col_offset if line == first.end_lineno else LONGEST
                yield line, start, end, b"0" if line == first.lineno else b""


def _with_short_names(tree, taken):
    for function in _functions(tree):
        inner = list(ast.walk(function))
        used = {node.id for node in inner if isinstance(node, ast.Name)} | _bound(function)
        spare = (name for name in itertools.chain(SHORT) if name not in used)
        short = {name: next(spare).encode() for name in sorted(_bound(function) - taken) if len(name) > 1}
        for node in inner:
            if isinstance(node, (ast.Name, ast.arg)):
                name = node.id if isinstance(node, ast.Name) else node.arg
                if name in short:
                    yield node.lineno, node.col_offset, node.col_offset + len(name.encode()), short[name]
