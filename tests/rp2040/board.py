"""An emulated RP2040 that runs CircuitPython's firmware: keys are pressed, time passes, its screen and heap are read.

What it needs is not part of this repository: see README.md. All times are milliseconds on the board's own clock, from
the moment at which power came on.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

from tests.rp2040.screen import read

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MORE, YES, NO = 13, 14, 15  # the pins of a Pico's keys
DRIVE_SECTORS = 2048  # of 512 bytes


def what_is_missing():
    """A sentence that says what is not here for an emulated board, and how it comes here; "" when it can run."""
    for name, what in (("FIRMWARE", "CircuitPython's firmware"), ("BOOTROM", "the RP2040's boot ROM")):
        path = os.environ.get("POCKET_HATS_" + name, "")
        if not Path(path).is_file():
            return f"POCKET_HATS_{name} names no file with {what}: tests/rp2040/README.md says where it is from."
    for tool in ("node", "mcopy", "mformat"):
        if shutil.which(tool) is None:
            return f"There is no {tool} on the PATH: tests/rp2040/README.md says what to install."
    if not (node_modules() / "rp2040js").is_dir():
        return f"rp2040js is not in {node_modules()}: tests/rp2040/README.md says how it comes there."
    return ""


def node_modules():
    """The folder with the emulator's package."""
    return Path(os.environ.get("POCKET_HATS_RP2040JS") or ROOT / ".venv" / "rp2040" / "node_modules")


def make_drive(folder, image):
    """Write into the file `image` a CIRCUITPY drive of 1 MiB with what is in a folder."""
    Path(image).unlink(missing_ok=True)
    size = ["-T", str(DRIVE_SECTORS), "-h", "1", "-s", "1", "-c", "1", "-v", "CIRCUITPY"]
    subprocess.run(["mformat", "-C", "-i", image, *size, "::"], check=True)
    subprocess.run(["mcopy", "-s", "-i", image, *sorted(Path(folder).iterdir()), "::"], check=True)


class Board:
    """One board, from power on. Use it as a context; `run` lets time pass.

    serial: what it has said. draws: when its screen had changed. heaps: (when, bytes free, bytes of the largest free
    piece, bytes of all) at the end of each collection of garbage. wires: called with (UART, bytes) for what it sends.
    """

    def __init__(self, drive):
        """drive: the file of a drive, as make_drive writes it. It is read only."""
        command = ["node", str(HERE / "emulator.mjs"), str(node_modules())]
        command += [os.environ["POCKET_HATS_FIRMWARE"], os.environ["POCKET_HATS_BOOTROM"], str(drive)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ms, self.serial, self.draws, self.heaps = 0.0, "", [], []
        self.screen = bytes(1024)
        self.wires = lambda uart, data: None
        self._coming = [b"", b""]

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._process.kill()
        self._process.communicate()

    def run(self, ms, draws=0, **more):
        """Let `ms` pass, or less if the screen has changed `draws` times by then. more: what emulator.mjs takes.

        Raises RuntimeError when the chip was reset, which no running program does.
        """
        request = {"ms": ms, "draws": draws, "wires": [data.hex() for data in self._coming], **more}
        self._coming = [b"", b""]
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        told = json.loads(self._process.stdout.readline())
        self.ms, self.screen = told["ms"], bytes.fromhex(told["screen"])
        self.serial += told["serial"]
        self.draws += told["draws"]
        self.heaps += [tuple(heap) for heap in told["heaps"]]
        for uart, data in enumerate(told["wires"]):
            if data:
                self.wires(uart, bytes.fromhex(data))
        if told["reset"]:
            raise RuntimeError(f"The chip was reset at {self.ms:.0f} ms. It had said: {self.serial[-500:]}")

    def feed(self, uart, data):
        """Let bytes come over a wire, from the next `run` on."""
        self._coming[uart] += data

    def press(self, pin, hold_ms=60, limit_ms=1000):
        """Press a key for `hold_ms`, and wait for the screen. Returns how long that took, from the edge that counts
        (down for YES, up for the others), or None if nothing has changed within `limit_ms`.
        """
        before = len(self.draws)
        self.run(hold_ms, keys=[(pin, True)])
        since = self.ms if pin != YES else self.ms - hold_ms
        self.run(0, keys=[(pin, False)])
        if len(self.draws) == before:
            self.run(limit_ms, draws=1)
        return self.draws[before] - since if len(self.draws) > before else None

    def settle(self, still_ms=160, limit_ms=3000):
        """Wait until the screen has been still for a while."""
        until = self.ms + limit_ms
        while self.ms < until:
            still = self.ms - (self.draws[-1] if self.draws else 0)
            if still >= still_ms:
                return
            self.run(still_ms - still)

    def read(self):
        """(lines of text, what the keys do) on the screen."""
        return read(self.screen)
