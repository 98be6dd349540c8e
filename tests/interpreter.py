"""Runs scripts on MicroPython, with the program's modules where a board has them.

So tests can ask an interpreter that is not CPython: 32 bits, small ints of 31, unordered dicts, a short call stack and
a small standard library.
"""

import base64
import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HOST = ROOT / "tests" / "micropython"
PACKAGE = "@micropython/micropython-webassembly-pyscript"


def node_modules() -> Path:
    """Return the folder with the interpreter's package: dev.py's, unless POCKET_HATS_MICROPYTHON names another."""
    return Path(os.environ.get("POCKET_HATS_MICROPYTHON") or ROOT / ".venv" / "micropython" / "node_modules")


def what_is_missing() -> str:
    """Return a sentence that says why MicroPython cannot run here and what to do; "" when it can."""
    if shutil.which("node") is None:
        return "MicroPython runs under Node.js, which is not on the PATH: install it."
    if not (node_modules() / PACKAGE).is_dir():
        return f"MicroPython is not in {node_modules()}: `python3 dev.py test` puts it into .venv."
    return ""


requires_micropython = pytest.mark.skipif(what_is_missing() != "", reason=what_is_missing())


ENGLISH = "assets/words/en.words"


def board_files() -> dict[str, bytes]:
    """Return what is on the board, by its path there: the source of every module.

    That is the program and its English words, its pure-Python libraries, the simulated link, and what stands in for
    the firmware.
    """
    site_packages = Path(sysconfig.get_path("purelib"))
    sources = {
        "/lib/adafruit_ticks.py": site_packages / "adafruit_ticks.py",
        "/lib/hashlib.py": HOST / "board_hashlib.py",
        "/lib/heap.py": HOST / "heap.py",
        "/sim/air.py": ROOT / "sim" / "air.py",
        "/assets/words/en.words": ROOT / "assets" / "words" / "en.words",
    }
    packages = (
        ("/engine", ROOT / "engine"),
        ("/lib", ROOT / "lib"),
        ("/lib/adafruit_hashlib", site_packages / "adafruit_hashlib"),
    )
    for target, folder in packages:
        sources.update({f"{target}/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*.py")})
    return {target: path.read_bytes() for target, path in sources.items() if path.is_file()}


def run(script: str, timeout_s: float = 120, files: dict[str, bytes] | None = None) -> str:
    """Run a script on MicroPython and return what it printed. files: what is on the board beside English words, if not
    `board_files()`.

    sys.path is a board's, ['', '/lib'], and so is the call stack, 2 KiB. The heap is not: it ends at 2 GB, and nothing
    is collected while the script runs. The script may `await` at its top level; `await live_bytes()`, from `heap`,
    collects and measures. Raises AssertionError, with the output and traceback, when the script raises or takes longer
    than `timeout_s` seconds.
    """
    files = {**(files or board_files()), f"/{ENGLISH}": (ROOT / ENGLISH).read_bytes()}
    contents = {path: base64.b64encode(data).decode() for path, data in files.items()}
    request = json.dumps({"files": contents, "script": script})
    command = ["node", "--expose-gc", str(HOST / "micropython.mjs"), str(node_modules())]
    try:
        done = subprocess.run(
            command, input=request, capture_output=True, encoding="utf-8", timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired:
        raise AssertionError(f"The script was still running on MicroPython after {timeout_s} s.") from None
    if done.returncode != 0:
        raise AssertionError(f"Exit status {done.returncode} on MicroPython:\n{done.stdout}\n{done.stderr}")
    return done.stdout
