"""Modules as boards with little RAM get them: without comments and docstrings, with short names for what is private.

CircuitPython keeps every name that it has ever read, some 1,800 of them for this program, in a table that doubles when
it is full: 7.7 KB at once on an RP2040. A local variable needs no name of its own, nor does what is private to a
module: others can be called the same. Lines stay where they are, so that what a traceback says of a line is true of the
source.
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
    no argument that is given by name, nothing global. And where it begins with an underscore and stands in one module
    only, or in modules of which one has a class that another builds upon: their objects have the names of both.
    """
    trees = {path: ast.parse(source) for path, source in sources.items()}
    taken = {"self"}.union(*map(_other_names, trees.values()))
    private = _private(trees, taken)
    return {path: _written(sources[path].decode(), tree, taken, private[path]).encode() for path, tree in trees.items()}


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


def _private(trees, taken):
    """For each module, a dict from each private name that can be shortened there to its short one."""
    used = {path: _other_names(tree) for path, tree in trees.items()}
    classes = {node.name for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    fixed = {"_"}.union(*(_fixed_names(tree, classes) for tree in trees.values()))
    spare = ["_" + name for name in SHORT if "_" + name not in taken]
    made = {}
    for group in _families(trees):
        inside = set().union(*(used[path] for path in group))
        outside = set().union(*(used[path] for path in trees if path not in group))
        defined = set().union(*(_defined(trees[path]) for path in group))
        names = sorted(name for name in (inside & defined) - outside - fixed if name[0] == "_" and name[:2] != "__")
        short = dict(zip(names, spare, strict=False))
        made.update((path, short) for path in group)
    return made


def _fixed_names(tree, classes):
    """Names in a module that have to stay what they are: they stand in a string, come from elsewhere, or are methods
    that a class from elsewhere, which is none of `classes`, may call.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.ClassDef) and not {_last_name(base) for base in node.bases} <= classes:
            yield from (inner.name for inner in node.body if isinstance(inner, ast.FunctionDef))
        elif isinstance(node, ast.JoinedStr):
            yield from (inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))
            yield from (inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute))


def _defined(tree):
    """Names of functions, classes, variables and attributes that a module makes, and does not only use."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(getattr(node, "ctx", None), ast.Store):
            yield _last_name(node)


def _last_name(node):
    """What a variable or an attribute is called; None for anything else."""
    return getattr(node, "id", None) or getattr(node, "attr", None)


def _families(trees):
    """The modules in groups: those together of which one has a class that another builds upon."""
    groups = {path: {path} for path in trees}
    nodes = [(path, node) for path, tree in trees.items() for node in ast.walk(tree)]
    classes = [(path, node) for path, node in nodes if isinstance(node, ast.ClassDef)]
    for path, node in classes:
        bases = [_last_name(base) for base in node.bases]
        for other, base in classes:
            if base.name in bases and groups[other] is not groups[path]:
                groups[path] |= groups[other]
                for one in groups[path]:
                    groups[one] = groups[path]
    return {id(group): group for group in groups.values()}.values()


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


def _written(source, tree, taken, private):
    """The text of a module, changed from its end to its beginning so that positions stay true."""
    lines = [line.encode() for line in source.splitlines()]
    changes = [*_without_comments(source), *_without_docstrings(tree), *_with_short_names(tree, taken)]
    changes += _with_private_names(source, private)
    for line, start, end, text in sorted(changes, reverse=True):
        lines[line - 1] = lines[line - 1][:start] + text + lines[line - 1][end:]
    return "\n".join(line.decode().rstrip() for line in lines) + "\n"


def _without_comments(source):
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            start = len(token.line[: token.start[1]].encode())
            yield token.start[0], start, start + len(token.string.encode()), b""


def _with_private_names(source, private):
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME and token.string in private:
            start = len(token.line[: token.start[1]].encode())
            yield token.start[0], start, start + len(token.string), private[token.string].encode()


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
