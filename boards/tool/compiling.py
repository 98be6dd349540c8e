"""Compiles a plan's modules with CircuitPython's mpy-cross: smaller files, which load sooner and leave the board's
memory in larger pieces.
"""

import subprocess
import tempfile
from pathlib import Path

from boards.tool import ToolError, plan

HEADER = 4  # bytes: "C", or "M" in MicroPython's; version; architecture of native code; bits of a small int


def compile_all(files, mpy_cross, version):
    """`files` with an .mpy in the place of each module; what CircuitPython starts by name stays as it is.

    mpy_cross: the program. version: of the .mpy format that the board reads, `sys.implementation._mpy & 255`.
    Raises ToolError when the program cannot be run, or makes files of another format.
    """
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        for path, data in files.items():
            if path in plan.START or not path.endswith(".py"):
                made[path] = data
            else:
                made[path[:-3] + ".mpy"] = _compile(Path(folder), path, data, mpy_cross, version)
    return made


def _compile(folder, path, data, mpy_cross, version):
    source, target = folder / "module.py", folder / "module.mpy"
    source.write_bytes(data)
    try:
        done = subprocess.run(
            [mpy_cross, "-s", path, "-o", str(target), str(source)], capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise ToolError(f"mpy-cross cannot be run: {error.strerror}: {mpy_cross}.") from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).replace(str(source), path)
        raise ToolError(f"mpy-cross cannot compile {path}: {said.strip()}")
    compiled = target.read_bytes() if target.is_file() else b""
    if compiled[:1] == b"M":
        raise ToolError(
            f"{mpy_cross} is MicroPython's: take CircuitPython's own, from the version that is on the board."
        )
    if compiled[:1] != b"C" or len(compiled) < HEADER:
        raise ToolError(f"{mpy_cross} makes no .mpy files: is it CircuitPython's mpy-cross?")
    if compiled[1] != version:
        raise ToolError(
            f"{mpy_cross} makes .mpy files of version {compiled[1]}, and this board reads version {version}: take the "
            "mpy-cross of the CircuitPython version that is on the board."
        )
    return compiled
