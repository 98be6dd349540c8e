"""Where files go: a mounted drive, or a board behind a serial port, both with the same few methods.

A path is one on the board, such as "lib/ring/log.py". Every method raises ToolError, with a sentence, when the place
does not do what it was asked for.
"""

import contextlib
import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from boards.tool import ToolError

CHUNK = 2048  # bytes a round trip: more would not fit beside a running program's memory, fewer are slow
ATTEMPTS, ATTEMPT_S = 6, 5  # to interrupt a board
ANSWER_S = 30  # how long a board may be silent while it works, a slow one included
NEW = ".new"  # what a file is called until it is whole
LINE = re.compile(r"^Adafruit CircuitPython (\S+) on .*?; (.*)$", re.MULTILINE)
BOARD = re.compile(r"^Board ID: ?(\S+)", re.MULTILINE)
UID = re.compile(r"^UID: ?(\S+)", re.MULTILINE)
ON_BOARD = """
import os, hashlib
def look(paths):
    for path in paths:
        try:
            size, sha1 = os.stat(path)[6], hashlib.new("sha1")
            with open(path, "rb") as file:
                while True:
                    data = file.read(1024)
                    if not data:
                        break
                    sha1.update(data)
            print("".join(["%02x" % one for one in sha1.digest()]), size)
        except OSError:
            print("-", 0)
def folders(path):
    parts = path.split("/")
    for depth in range(2, len(parts)):
        try:
            os.mkdir("/".join(parts[:depth]))
        except OSError:
            pass
def exists(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False
def take(path):
    if exists(path):
        os.remove(path)
    parts = path.split("/")
    for depth in range(len(parts) - 1, 1, -1):
        try:
            os.rmdir("/".join(parts[:depth]))
        except OSError:
            return
def name(path, to):
    if exists(to):
        os.remove(to)
    os.rename(path, to)
"""
ABOUT = """
import sys, json
about = {"version": list(sys.implementation.version[:3]), "mpy": getattr(sys.implementation, "_mpy", 0) & 255}
try:
    import board
    about["board"] = board.board_id
except (ImportError, AttributeError):
    about["board"] = ""
try:
    import microcontroller
    about["uid"] = "".join(["%02X" % one for one in microcontroller.cpu.uid])
except (ImportError, AttributeError):
    about["uid"] = ""
print(json.dumps(about))
"""
WRITABLE = """
import storage
try:
    if storage.getmount("/").readonly:
        storage.remount("/", readonly=False)
    print("yes")
except RuntimeError:
    print("no")
"""
MEMORY = """
import microcontroller
nvm = microcontroller.nvm or b""
for at in range(0, len(nvm), 64):
    print("".join(["%02x" % one for one in nvm[at:at + 64]]))
"""
READ_ONLY = (
    "The board's drive is read-only over {name}, because the computer holds it. Copy onto the mounted drive instead "
    "(--drive PATH), or eject the drive CIRCUITPY on the computer, wait 5 s and run this again."
)


def sha1(data: bytes) -> str:
    """The SHA-1 of `data`, in hexadecimal."""
    return hashlib.sha1(data).hexdigest()


class Drive:
    """A folder that is a board's mounted drive CIRCUITPY."""

    def __init__(self, folder: str | Path) -> None:
        """folder: a path. Raises ToolError when it is none, or no board's drive."""
        self.root = Path(folder)
        self.name = str(folder)
        if not self.root.is_dir():
            raise ToolError(f"There is no folder {folder}. Is the board plugged in, and its drive mounted?")
        try:
            text = (self.root / "boot_out.txt").read_text("utf-8", errors="replace")
        except OSError:
            raise ToolError(
                f"{folder} is no CircuitPython drive: it has no boot_out.txt. If the board's drive is called RPI-RP2 "
                "or ...BOOT, install CircuitPython first: see docs/flashing.md."
            ) from None
        line, board, uid = LINE.search(text), BOARD.search(text), UID.search(text)
        version = [int(part) for part in re.findall(r"\d+", line[1])[:3]] if line else [0]
        self.about: dict[str, Any] = {
            "version": tuple(version),
            "mpy": 0,
            "board": board[1] if board else "",
            "uid": uid[1] if uid else "",
        }

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            hint = {
                28: "there is not enough room: delete what is not needed",
                30: "it is read-only: the board owns it. Hold NO while it starts, or use --port",
            }.get(error.errno, f"{error.strerror}. Plug the board in again and run the same command: it goes on")
            raise ToolError(f"The drive {self.name} does not take it: {hint}.") from None

    def look(self, paths: Iterable[str]) -> dict[str, tuple[str, int] | None]:
        """(SHA-1, bytes) of each of `paths`, or None where there is no file."""
        found = {}
        for path in paths:
            with self._asking():
                data = self.read(path)
            found[path] = None if data is None else (sha1(data), len(data))
        return found

    def read(self, path: str) -> bytes | None:
        """The content of a file, or None where there is none."""
        try:
            return (self.root / path).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, path: str, data: bytes, sent: Callable[[int], object] | None = None) -> None:
        """Write a file, and make its folders. sent: called with the number of bytes that are written."""
        target = self.root / path
        with self._asking():
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        if sent:
            sent(len(data))

    def rename(self, path: str, to: str) -> None:
        """Let the file `path` take the place of `to`."""
        with self._asking():
            os.replace(self.root / path, self.root / to)

    def remove(self, path: str) -> None:
        """Remove a file, and the folders that are empty then."""
        with self._asking():
            (self.root / path).unlink(missing_ok=True)
            for folder in list(Path(path).parents)[:-1]:
                try:
                    (self.root / folder).rmdir()
                except OSError:  # it is not empty
                    return

    def free(self) -> tuple[int, int]:
        """(free bytes, bytes of a cluster)."""
        with self._asking():
            if not hasattr(os, "statvfs"):
                return 1 << 40, 512  # Windows says so itself when a drive is full
            room = os.statvfs(self.root)
        return room.f_bavail * room.f_frsize, room.f_frsize

    def restart(self) -> None:
        """Nothing to do: CircuitPython starts the program again by itself after a change on the drive."""

    def close(self) -> None:
        """Nothing is open."""


class Repl(SerialTransport):
    """mpremote's transport, entered in a way that also works on CircuitPython in any language: without a soft reset,
    whose message is translated, and with several attempts, since the first key press only ends a finished program.
    """

    def enter_raw_repl(self, soft_reset: bool = False, timeout_overall: float = ATTEMPT_S) -> None:
        """Interrupt the program and enter the raw REPL. Raises TransportError when the board does not answer."""
        for _ in range(ATTEMPTS):
            self.serial.write(b"\r\x03\x03")
            time.sleep(0.1)
            self.serial.write(b"\r\x01")
            banner = b"raw REPL; CTRL-B to exit\r\n"
            if self.read_until(1, banner + b">", timeout=ATTEMPT_S, timeout_overall=timeout_overall).endswith(b">"):
                self.serial.write(b"\r\x01")  # once more, so that the prompt is the next thing to be read
                self.read_until(1, banner, timeout=ATTEMPT_S)
                self.in_raw_repl = True
                return
        raise TransportError("no raw REPL")


class Board:
    """A board behind a serial port: `COM3`, `/dev/ttyACM0`, `socket://host:port`."""

    def __init__(self, port: str) -> None:
        """Interrupts the program. Raises ToolError when there is no such port, or no answer."""
        self.name = port
        self._known: set[str] = set()
        try:
            self._repl = Repl(port, timeout=ATTEMPT_S)
            self._repl.is_pty = True  # what it does for a pty, waiting for bytes, is quicker than polling everywhere
        except (TransportError, OSError, ValueError):
            raise ToolError(
                f"The port {port} cannot be opened. Is the board plugged in, and no other program (Thonny, Mu, a "
                "terminal) using it? `boards list` shows the ports. On Linux you may have to join the group dialout."
            ) from None
        try:
            with self._asking():
                self._repl.enter_raw_repl()
                self.exec(ON_BOARD)
                self.about: dict[str, Any] = json.loads(self.exec(ABOUT))
                self.about["version"] = tuple(self.about["version"])
        except ToolError:
            self.close()
            raise

    @contextlib.contextmanager
    def _asking(self, path: str = "") -> Iterator[None]:
        try:
            yield
        except TransportExecError as error:
            raise ToolError(self._refusal(error.error_output, path)) from None
        except (TransportError, OSError) as error:
            silent = "raw REPL" in str(error)
            raise ToolError(
                f"The board at {self.name} does not answer. Press its reset button and run this again; if that does "
                'not help, see "safe mode" in docs/flashing.md.'
                if silent
                else f"The connection to {self.name} was lost. Run the same command again: it goes on where it stopped."
            ) from None

    def _refusal(self, traceback: str, path: str) -> str:
        """The sentence for what a board raised."""
        last = traceback.strip().splitlines()[-1]
        numbers = re.findall(r"OSError: (?:\[Errno )?(\d+)", last) + [""]
        if numbers[0] == "30":
            return READ_ONLY.format(name=self.name)
        if numbers[0] == "28":
            return f"There is not enough room on the board at {self.name} for {path}: delete what is not needed."
        if last.startswith("MemoryError"):
            return f"The board at {self.name} has not enough memory left: press its reset button and run this again."
        return f"The board at {self.name} refused{f' {path}' if path else ''}: {last}."

    def exec(self, script: str | bytes, output: Callable[[bytes], object] | None = None) -> str:
        """Run a script on the board; its output as a str. output: called with bytes as they come, instead."""
        with self._asking():
            self._repl.exec_raw_no_follow(script)
            out, error = self._repl.follow(ANSWER_S, output)
            if error:
                raise TransportExecError(out, error.decode("utf-8", "replace"))
        return out.decode("utf-8", "replace").strip()

    def make_writable(self) -> None:
        """Take the drive from the computer, if it holds it. Raises ToolError when it does not let go."""
        if self.about["board"] and self.exec(WRITABLE) != "yes":
            raise ToolError(READ_ONLY.format(name=self.name))

    def look(self, paths: Iterable[str]) -> dict[str, tuple[str, int] | None]:
        """(SHA-1, bytes) of each of `paths`, worked out on the board, or None where there is no file."""
        found, paths = {}, list(paths)
        for start in range(0, len(paths), 8):
            some = paths[start : start + 8]
            lines = self.exec(f"look({['/' + path for path in some]!r})").splitlines()
            for path, line in zip(some, lines, strict=True):
                digest, size = line.split()
                found[path] = None if digest == "-" else (digest, int(size))
        return found

    def read(self, path: str) -> bytes | None:
        """The content of a file, or None where there is none."""
        if self.exec(f"print(exists({'/' + path!r}))") != "True":
            return None
        with self._asking(path):
            return bytes(self._repl.fs_readfile("/" + path, chunk_size=512))

    def write(self, path: str, data: bytes, sent: Callable[[int], object] | None = None) -> None:
        """Write a file, and make its folders. sent: called with the number of bytes whenever some were written."""
        folder = path.rpartition("/")[0]
        if folder not in self._known:
            self.exec(f"folders({'/' + path!r})")
            self._known.add(folder)
        done = 0

        def progress(written: int, _: int) -> None:
            nonlocal done
            if sent:
                sent(written - done)
            done = written

        with self._asking(path):
            self._repl.fs_writefile("/" + path, data, chunk_size=CHUNK, progress_callback=progress)

    def rename(self, path: str, to: str) -> None:
        """Let the file `path` take the place of `to`."""
        self.exec(f"name({'/' + path!r}, {'/' + to!r})")

    def remove(self, path: str) -> None:
        """Remove a file, and the folders that are empty then."""
        self.exec(f"take({'/' + path!r})")
        self._known.clear()

    def free(self) -> tuple[int, int]:
        """(free bytes, bytes of a cluster)."""
        cluster, free = self.exec("print(os.statvfs('/')[0], os.statvfs('/')[3])").split()
        return int(cluster) * int(free), int(cluster)

    def memory(self) -> bytes:
        """The board's non-volatile memory, in which a device keeps its match; b"" where it has none."""
        return bytes.fromhex(self.exec(MEMORY))

    def restart(self) -> None:
        """Start the program again, as after a change on the drive."""
        with self._asking():
            self._repl.exit_raw_repl()
            self._repl.serial.write(b"\x04")

    def reset(self) -> None:
        """Restart the board as its reset button does, boot.py included."""
        with self._asking():
            self._repl.exec_raw_no_follow("import microcontroller\nmicrocontroller.reset()")

    def close(self) -> None:
        """Let go of the port."""
        with contextlib.suppress(OSError):
            self._repl.close()
        self._repl.serial.close()  # mpremote leaves it open when the line is dead


Place = Drive | Board


def follow(port: str, output: Callable[[bytes], object]) -> None:
    """Hand what the board at `port` says to `output`, bytes by bytes, for ever. Raises ToolError when it goes away."""
    import serial

    try:
        with serial.serial_for_url(port, baudrate=115200, timeout=0.2) as line:
            while True:
                output(line.read(line.in_waiting or 1))
    except OSError:
        raise ToolError(f"There is nothing to hear at {port}: it is not there, or it went away.") from None
