"""Boards for the maker's tool to speak to: MicroPython's own raw REPL on TCP, a line that is cut, and a stand-in that
repeats CircuitPython's prompts and errors on a pty.
"""

import builtins
import errno
import functools
import hashlib
import io
import json
import os
import pty
import select
import socket
import subprocess
import sysconfig
import threading
import tty
import types
from pathlib import Path

from tests.interpreter import HOST, node_modules

UID = bytes.fromhex("DF6050A04B1F4D2E")
FIRMWARE = {  # what stands in for CircuitPython's modules
    "/lib/board.py": 'board_id = "raspberry_pi_pico"\n',
    "/lib/microcontroller.py": f"class cpu:\n    uid = {UID!r}\n    frequency = 125000000\n",
    "/lib/storage.py": "class _Mount:\n    readonly = False\n\n\ndef getmount(path):\n    return _Mount\n",
    "/lib/hashlib.py": "from _sha1 import sha1\n\n\ndef new(name):\n    return {'sha1': sha1}[name]()\n",
    "/lib/_sha1.py": Path(sysconfig.get_path("purelib"), "adafruit_hashlib", "_sha1.py").read_text("utf-8"),
}


class MicroPython:
    """A process that runs MicroPython; `url` is its raw REPL."""

    def __enter__(self):
        command = ["node", str(HOST / "repl.mjs"), str(node_modules())]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._process.stdin.write(json.dumps({"files": FIRMWARE}))
        self._process.stdin.close()
        self.port = int(self._process.stdout.readline())
        self.url = f"socket://127.0.0.1:{self.port}"
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.stdout.close()
        self._process.wait()


class Cable:
    """A TCP line to `port` that is cut once `length` bytes have gone to the board; None: never. `sent` counts them."""

    def __init__(self, port, length=None):
        self.sent, self._length = 0, length
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self._board = socket.create_connection(("127.0.0.1", port))
        self._thread = threading.Thread(target=self._carry)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._listener.close()
        self._thread.join()

    def _carry(self):
        tool, _ = self._listener.accept()
        for end in (tool, self._board):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with tool, self._board:
            while True:
                for end in select.select([tool, self._board], [], [])[0]:
                    data = end.recv(4096)
                    if end is tool and self._length is not None:
                        data = data[: self._length - self.sent]
                    if not data:
                        return
                    if end is tool:
                        self.sent += len(data)
                    (self._board if end is tool else tool).sendall(data)


class CircuitPython:
    """A stand-in for a board's serial line on a pty. What the tool runs is run here, over a folder as the drive.

    It speaks as the firmware does: a key press that only ends the program, a translated soft reboot, errors with their
    numbers and words, no `os.ilistdir`, `hashlib.new` only. `failing`: what a function (by its name) raises. `missing`:
    modules that the firmware lacks. `scripts`: what was run. The other attributes are the board's state.
    """

    def __init__(self, folder):
        self.folder = folder
        self.board_id, self.version = "raspberry_pi_pico", (10, 0, 3)
        self.reason, self.readonly, self.room, self.clock = "NONE", False, 1 << 20, 125_000_000
        self.deaf, self.nvm = False, None
        self.failing, self.missing, self.scripts = {}, set(), []
        self._raw, self._running, self._skip, self._line = False, True, 0, b""
        self._globals = {"__builtins__": {**vars(builtins), "open": self._open, "__import__": self._import}}
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _serve(self):
        while not self._stop.is_set():
            if select.select([self._master], [], [], 0.02)[0]:
                for byte in os.read(self._master, 4096):
                    if not self.deaf:
                        self._take(byte)

    def _take(self, byte):
        if self._skip:  # the rest of the probe for raw-paste
            self._skip -= 1
        elif self._running:
            if byte == 3:
                self._say("\r\nCode-Ausführung beendet. Drücke eine beliebige Taste.\r\n")
            elif byte == 13:
                self._running = False
                self._say("\r\n>>> ")
        elif byte == 1:
            self._raw, self._line = True, b""
            self._say("\r\nraw REPL; CTRL-B to exit\r\n>")
        elif byte == 2:
            self._raw, self._line = False, b""
            self._say("\r\n>>> ")
        elif byte == 3:
            self._line = b""
        elif byte == 5:
            self._skip = 2
            self._say("R\0")
        elif byte == 4 and self._raw:
            script, self._line = self._line.decode(), b""
            self._say("OK" + "\4".join(self._run(script)) + "\4>")
        elif byte == 4:
            self._running = True
            self._say("weicher Neustart\r\n")
        else:
            self._line += bytes([byte])

    def _say(self, text):
        os.write(self._master, text.encode())

    def _run(self, script):
        """What a script prints, and its traceback."""
        self.scripts.append(script)
        printed = io.StringIO()
        self._globals["print"] = functools.partial(print, file=printed)
        try:
            exec(compile(script, "<stdin>", "exec"), self._globals)
        except Exception as error:
            last = f"{type(error).__name__}: {error}"
            if isinstance(error, OSError):
                last = f"OSError: [Errno {error.errno}] {WORDS.get(error.errno, '')}"
            return printed.getvalue(), f'Traceback (most recent call last):\r\n  File "<stdin>", line 1\r\n{last}\r\n'
        return printed.getvalue(), ""

    def _path(self, path):
        return self.folder / path.lstrip("/")

    def _may(self, name):
        if name in self.failing:
            raise self.failing[name]

    def _open(self, path, mode="r"):
        self._may("open " + mode)
        if "w" in mode and self.readonly:
            raise OSError(errno.EROFS, "")
        return open(self._path(path), mode)

    def _import(self, name, *_):
        if name in self.missing or name not in MODULES:
            raise ImportError(f"no module named '{name}'")
        return getattr(self, "_module_" + name, types.SimpleNamespace)()

    def _module_os(self):
        def changing(function):
            def change(*paths):
                if self.readonly:
                    raise OSError(errno.EROFS, "")
                return function(*[self._path(path) for path in paths])

            return change

        return types.SimpleNamespace(
            stat=lambda path: os.stat(self._path(path)),
            listdir=lambda path: os.listdir(self._path(path)),
            statvfs=lambda path: (512, 512, 2009, self.room // 512, self.room // 512, 0, 0, 0, 0, 255),
            **{name: changing(getattr(os, name)) for name in ("mkdir", "remove", "rename", "rmdir")},
        )

    def _module_sys(self):
        return types.SimpleNamespace(implementation=types.SimpleNamespace(version=(*self.version, ""), _mpy=774))

    def _module_hashlib(self):
        return types.SimpleNamespace(new=hashlib.new)

    def _module_json(self):
        return json

    def _module_gc(self):
        return types.SimpleNamespace(mem_free=lambda: 140_000)

    def _module_board(self):
        return types.SimpleNamespace(board_id=self.board_id)

    def _module_microcontroller(self):
        cpu = types.SimpleNamespace(uid=UID, frequency=self.clock)
        return types.SimpleNamespace(cpu=cpu, nvm=self.nvm, reset=lambda: None)

    def _module_supervisor(self):
        reason = f"supervisor.SafeModeReason.{self.reason}"
        return types.SimpleNamespace(runtime=types.SimpleNamespace(safe_mode_reason=reason))

    def _module_storage(self):
        def remount(path, readonly):
            self._may("remount")
            self.readonly = readonly

        return types.SimpleNamespace(
            getmount=lambda path: types.SimpleNamespace(readonly=self.readonly), remount=remount
        )

    def _module_espnow(self):
        def make():
            self._may("ESPNow")
            return types.SimpleNamespace(deinit=lambda: None)

        return types.SimpleNamespace(ESPNow=make)


MODULES = (
    "analogio board busdisplay busio digitalio displayio espnow gc hashlib i2cdisplaybus json keypad "
    "microcontroller os pwmio socketpool storage supervisor sys wifi"
).split()
WORDS = {
    errno.ENOENT: "No such file/directory",
    errno.EROFS: "Read-only filesystem",
    errno.ENOSPC: "No space left on device",
}
