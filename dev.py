#!/usr/bin/env python3
"""Sets the project up on first use and runs its commands: the one door for players and developers.

All that it installs lies in `.venv` beside this file, which may be deleted at any time. Its messages go to standard
error, so that standard output is the command's own. It needs the standard library only, and its syntax is kept so plain
that an older Python, too, can read it and say in a sentence what is missing.
"""

import contextlib
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

TYPE_CHECKING = False  # type checkers take it for True; nothing of this may keep an older Python from reading on
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST_PYTHON = (3, 11)
FROM_NPM = {  # tested under Node.js 20
    "micropython": "@micropython/micropython-webassembly-pyscript@1.27.0",
    "rp2040": "rp2040js@1.4.1",
}
IMPORTABLE = (ROOT, ROOT / "lib")
ASSETS = ROOT / "assets"
ASSETS_COME_FROM = (
    "boards/assets/*.py",
    "boards/assets/letters/*",
    "boards/assets/svg/*/*.svg",
    "boards/assets/words/*",
    "boards/assets/*.toml",
    "lib/pocket/words.py",
)
PIP_MAY_KNOW = (  # which of pip's variables count: where packages come from, and how the network is reached
    "PIP_CACHE_DIR",
    "PIP_CERT",
    "PIP_CLIENT_CERT",
    "PIP_CONFIG_FILE",
    "PIP_DEFAULT_TIMEOUT",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "PIP_NO_INDEX",
    "PIP_PROXY",
    "PIP_RETRIES",
    "PIP_TRUSTED_HOST",
)
WHOLE_SUITE = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")  # a process a core; no more than 4 Blinkas

USAGE = """usage: python3 dev.py COMMAND [arguments]

  play     sit down at a table in a window, against bots
  sim      the simulator and its tools
  boards   list, set up and check boards
  assets   make the letters and pictures that boards show; --sheet FILE.png: all pictures on one sheet
  deck     make a deck of your own into a board's folder (see docs/decks.md)
  words    print every sentence of a language as it appears (see docs/developing.md)
  wiring   make the tables and drawings of the build guides anew
  dist     make the zips of a release, to be dragged onto boards, in dist/
  test     run every test, or those that the arguments for pytest choose; --fast: leave out the slow ones
  rp2040   measure times and memory on an emulated board (see tests/rp2040/README.md)
  lint     check format, style and types

The first use sets up .venv, which takes about a minute and a network connection."""


class SetupError(Exception):
    """A step of the set-up failed; the message says why and what to do."""


def main(arguments: list) -> int:
    """Run the command that `arguments` (a list of str) begin with. Returns the exit status."""
    if sys.version_info < OLDEST_PYTHON:
        say(f"Python 3.11 or newer is needed, and this is {platform.python_version()}: install one from python.org.")
        return 1
    if arguments[:1] in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    command = COMMANDS.get(arguments[0]) if arguments else None
    if not arguments:
        print(USAGE, file=sys.stderr)
        return 2
    if not command:
        say(f"there is no command {arguments[0]}. The commands are: {', '.join(COMMANDS)}.")
        return 2
    try:
        return command(*arguments[1:])
    except KeyboardInterrupt:
        return 130
    except SetupError as error:
        say(error)
    except OSError as error:
        say(f"{error}. If this happens again, delete the folder {VENV} and try once more.")
    return 1


def play(*arguments: str) -> int:
    return sim("play", "--table", *arguments)


def sim(*arguments: str) -> int:
    set_up("environment", "run", "assets")
    if arguments[:1] == ("bench",):
        try:
            set_up("bench")
        except SetupError:
            say("open-spiel could not be installed: the comparison with it is left out.")
    return become("sim", *arguments)


def boards(*arguments: str) -> int:
    set_up("environment", "run", "assets")
    return become("boards", *arguments)


def assets(*arguments: str) -> int:
    set_up("environment", "run", "assets")
    return become("boards.assets.build", *arguments) if arguments else 0


def deck(*arguments: str) -> int:
    set_up("environment", "run", "assets")
    return become("boards.assets.deck", *arguments)


def words(*arguments: str) -> int:
    set_up("environment", "run", "assets")
    return become("sim.measure.sentences", *arguments)


def wiring(*_: str) -> int:
    set_up("environment", "run", "test")
    return become("boards.assets.wiring")


def dist(*arguments: str) -> int:
    return boards("dist", *arguments)


def test(*arguments: str) -> int:
    set_up("environment", "run", "test", "assets")
    if shutil.which("node") and shutil.which("npm"):
        set_up("micropython")
    else:
        say("Node.js with npm is not installed: the MicroPython tests are skipped.")
    os.chdir(ROOT)
    if arguments[:1] == ("--fast",):
        return become("pytest", "-m", "not slow", "--hypothesis-profile=quick", *(arguments[1:] or WHOLE_SUITE))
    return become("pytest", *(arguments or WHOLE_SUITE))


def rp2040(*arguments: str) -> int:
    set_up("environment", "run", "test", "assets", "rp2040")
    return become("tests.rp2040.measure", *arguments)


def lint(*_: str) -> int:
    set_up("environment", "run", "test")
    os.chdir(ROOT)
    checks = (["ruff", "format", "--check"], ["ruff", "check"], ["mypy"])
    return max([subprocess.call(module(*check)) for check in checks])


COMMANDS = {
    "play": play,
    "sim": sim,
    "boards": boards,
    "assets": assets,
    "deck": deck,
    "words": words,
    "wiring": wiring,
    "dist": dist,
    "test": test,
    "rp2040": rp2040,
    "lint": lint,
}


def module(name: str, *arguments: str) -> list:
    """The command line that runs a module inside the environment.

    -P keeps the current folder off sys.path: this folder's code.py would hide the standard library's `code`.
    """
    return [str(PYTHON), "-P", "-m", name, *arguments]


def become(name: str, *arguments: str) -> int:
    """Run a module inside the environment in place of this process, where the system can, so that signals reach it."""
    command = module(name, *arguments)
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)


def set_up(*parts: str) -> None:
    """Make, in this order, those parts that are missing or out of date. Raises SetupError when one of them fails."""
    if all(is_made(part) for part in parts):
        return
    with alone():
        started = time.monotonic()
        for part in parts:
            if not is_made(part):  # asked again: another dev.py may have made it in the meantime
                stamp(part).unlink(missing_ok=True)
                MAKERS.get(part, install)(part)
                stamp(part).write_text(fingerprint(part))
        say(f"set-up ready after {time.monotonic() - started:.0f} s.")


def is_made(part: str) -> bool:
    """Whether a part was made to the end, and from what it would be made from today."""
    return PYTHON.exists() and stamp(part).exists() and stamp(part).read_text() == fingerprint(part)


def stamp(part: str) -> Path:
    return (ASSETS if part == "assets" else VENV) / f"made-{part}"


def fingerprint(part: str) -> str:
    """What a part is made from: when this changes, it is made again."""
    if part == "environment":
        return platform.python_version()
    if part in FROM_NPM:
        return FROM_NPM[part]
    if part == "assets":
        sources = [requirements("run"), *[path for one in ASSETS_COME_FROM for path in sorted(ROOT.glob(one))]]
        return hashlib.sha256(b"".join([path.read_bytes() for path in sources])).hexdigest()
    return hashlib.sha256(requirements(part).read_bytes()).hexdigest()


def requirements(part: str) -> Path:
    return ROOT / "requirements" / f"{part}.txt"


def make_environment(part: str) -> None:
    """Make .venv, in which this folder and lib come last on sys.path, as /lib does on a board."""
    say(f"setting up {VENV} with Python {platform.python_version()}. This is done once and takes about a minute.")
    advice = "The environment could not be made. On Debian or Ubuntu, first run: sudo apt install python3-venv"
    attempt([sys.executable, "-I", "-m", "venv", "--clear", str(VENV)], advice)
    lines = [os.path.relpath(folder, site_packages()) for folder in IMPORTABLE]  # relative: ASCII in any place
    (site_packages() / "pocket_hats.pth").write_text("\n".join(lines) + "\n")


def site_packages() -> Path:
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV)}))


def install(part: str) -> None:
    """Install the packages of one requirements file, from wherever pip is configured to look."""
    say(f"installing the packages of requirements/{part}.txt ...")
    for package in site_packages().glob("*.dist-info"):
        if not (package / "RECORD").exists():  # pip writes it last: this package was interrupted, and pip must redo it
            shutil.rmtree(package)
    pip = [str(PYTHON), "-I", "-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check"]
    advice = (
        f"The packages of requirements/{part}.txt could not be installed. This needs a network connection, or an index "
        "in pip's configuration: connect, and run the same command again. It goes on where it stopped."
    )
    attempt([*pip, "-r", str(requirements(part))], advice, environment_for_pip())
    prove(part)


def environment_for_pip() -> dict:
    """The environment without those of pip's variables that change what is installed, or where to."""
    kept = [name for name in os.environ if not name.startswith("PIP_") or name in PIP_MAY_KNOW]
    return dict([(name, os.environ[name]) for name in kept], PIP_USER="0")


def prove(part: str) -> None:
    """Raise SetupError unless every package of a requirements file is in the environment, whatever pip has said."""
    lines = [line.partition("#")[0].strip() for line in requirements(part).read_text(encoding="utf-8").splitlines()]
    names = [line.partition("==")[0].strip() for line in lines if "==" in line and ";" not in line]
    code = "import importlib.metadata, sys; [importlib.metadata.distribution(name) for name in sys.argv[1:]]"
    advice = (
        "pip has put the packages somewhere else: look in its configuration (pip config list) for target, prefix, root "
        "or user, and run the same command again without them."
    )
    attempt([str(PYTHON), "-I", "-c", code, *names], advice)


def fetch_from_npm(part: str) -> None:
    """Fetch what some tests run under Node.js."""
    say(f"fetching {FROM_NPM[part]} ...")
    folder = VENV / part
    folder.mkdir(exist_ok=True)
    advice = (
        f"{FROM_NPM[part]} could not be fetched from npm. This needs Node.js with npm and a network connection, or a "
        "registry in npm's configuration: install them or connect, and run the same command again."
    )
    npm = shutil.which("npm")
    if npm is None:
        raise SetupError(advice)
    attempt([npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", FROM_NPM[part]], advice)


def make_assets(part: str) -> None:
    """Make the letters and pictures that boards and the simulator show."""
    say("making letters and pictures ...")
    ASSETS.mkdir(exist_ok=True)
    attempt(module("boards.assets.build"), "The letters and pictures could not be made.")


MAKERS = {"environment": make_environment, "assets": make_assets, **dict.fromkeys(FROM_NPM, fetch_from_npm)}


def attempt(command: list, advice: str, environment: "dict | None" = None) -> None:
    """Run a step of the set-up. When it fails, raises SetupError with its errors and the advice."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        env=environment,
    )
    if done.returncode != 0:
        lines = done.stdout.decode(errors="replace").splitlines()
        errors = [line for line in lines if line and not line.startswith("WARNING")]  # pip warns of every retry
        raise SetupError("\n".join([*errors, f"dev.py: {advice}"]))


@contextlib.contextmanager
def alone() -> "Iterator[None]":
    """Keep other dev.py out while this one sets up. The system frees the lock even when its holder is killed."""
    with open(f"{VENV}.lock", "w") as file:
        if not try_lock(file):
            say("another dev.py is setting up; waiting for it ...")
            while not try_lock(file):
                time.sleep(0.2)
        yield


def try_lock(file: "IO[str]") -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # held by another; Windows calls it a lack of permission
        return False
    return True


def say(message: object) -> None:
    print(f"dev.py: {message}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
