"""The program is started by code.py, as CircuitPython wants it, and still `import code` is the standard library's."""

import code
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
STDLIB = Path(sysconfig.get_path("stdlib"))
TELL = "import code; print(code.__file__); code.InteractiveConsole"


def run(*arguments):
    """What Python prints in the root."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def is_standard(file):
    return Path(file).parent == STDLIB


def test_in_this_process_code_is_the_standard_librarys():
    assert is_standard(code.__file__)
    assert str(ROOT) in sys.path
    assert sys.path.index(str(ROOT)) > sys.path.index(str(STDLIB))


@pytest.mark.parametrize(
    "before",
    [
        "",  # python -c puts the working folder first, as an empty string
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); ",
        f"import sys; sys.path[0] = {str(ROOT / 'lib' / '..')!r}; ",
        f"import sys; sys.path[:1] = ['.', {str(ROOT)!r}, '']; ",
    ],
    ids=["as '' first", "by name first", "by another name", "three times"],
)
def test_with_the_root_first_on_the_path_it_is_the_standard_librarys(before):
    assert is_standard(run("-c", before + TELL).strip())


def test_it_is_imported_once_and_stays_what_it_is():
    told = run("-c", "import code, sys; first = code; import code; print(first is code is sys.modules['code'])")
    assert told == "True\n"


def test_from_code_import_works():
    assert "interact" in run("-c", "from code import interact, InteractiveConsole; print(interact.__name__)")


def test_the_debugger_finds_its_console():
    told = run("-c", "import pdb, code; print(pdb.code is code, pdb.code.__file__)").split(maxsplit=1)
    assert told[0] == "True"
    assert is_standard(told[1].strip())


@pytest.mark.slow
@pytest.mark.parametrize("module", ["pytest", "sim", "boards"])
def test_modules_that_are_run_in_the_root_do_not_start_the_device(module):
    told = run("-m", module, "--help")
    assert "usage" in told.lower()


def test_the_debugger_runs_a_script_in_the_root(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("print('ran')\n")
    done = subprocess.run(
        [sys.executable, "-m", "pdb", "-c", "interact", "-c", "continue", "-c", "quit", str(script)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "ran" in done.stdout
    assert "Error" not in done.stdout + done.stderr


def test_importing_it_starts_nothing():
    names = "[name for name in sys.modules if name in ('board', 'boards', 'pocket')]"
    assert run("-c", f"import code, sys; print({names})") == "[]\n"
