"""Measures what an install takes on an emulated RP2040: times from power on, free memory, presses until the screen.

    python3 dev.py rp2040 start solo bots table

Each word is a run on a board of its own: `start` looks at the start page; `solo` plays with three bots, `bots` with
seven on the same board, `pair` and `table` with one and seven other boards, which are on this computer and wired to
the emulated one. Prints a table, or with --json one object; it says on standard error how far it is.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
from pathlib import Path

from boards.tool import cli
from boards.tool.terminal import Parser
from engine.core import Generator
from pocket.session import Session
from pocket.settings import Settings
from pocket.store import Store
from ring.link_uart import UartLink
from sim.air import Air
from tests.rp2040.board import NO, YES, Board, make_drive, what_is_missing

PROFILE = "raspberry_pi_pico"
BOOT_OUT = "Adafruit CircuitPython {} on 2025-10-17; rp2040 with rp2040\nBoard ID:rp2040\nUID:0000000000000000\n"
FIRST_MS = 15000  # the longest that a first screen may take
IDLE_MS = 3000  # how long the start page is looked at
STEP_MS = 5  # how long the boards of a table go on before they hear of each other
HOLD_MS = 60  # how long a key is held
ANSWER_MS = 1000  # the longest that a press may take to change the screen
BOT_MS = 300  # how long the other boards of a table think
PARTS = {"start": "start page", "way_to_game": "on the way to the game", "game": "in the game"}
HEAP = {"free_median": "free, median", "free_min": "free, lowest", "largest_median": "largest piece, median"}
RUNS = {"start": 0, "solo": 3, "bots": 7, "pair": 1, "table": 7}  # how many others play


class Others:
    """The other boards of a table, played by bots on this computer: what they send goes over the emulated board's
    second wire, and what comes from there reaches them all.
    """

    def __init__(self, board, count, key, game):
        self._board, self._in = board, b""
        self._air = Air(1, self._now)
        self._here = self._air.link()
        self._wire = UartLink([self])
        board.wires = self._hear
        self._sessions = [self._session(place, count + 1, key, game) for place in range(2, count + 2)]

    def _session(self, place, players, key, game):
        values = {"HATS_PLACE": place, "HATS_PLAYERS": players, "HATS_BOT": 1, "HATS_BOT_MS": BOT_MS}
        settings = Settings({**values, "HATS_KEY": key, "HATS_GAME": game}.get)
        chance = Generator(place)
        memory = Store(bytearray(b"\xff" * 4096))

        def entropy(count):
            return bytes(chance.below(256) for _ in range(count))

        return Session(self._air.link(), settings, memory, chance.below, entropy, self._now())

    def _now(self):
        return int(self._board.ms)

    def _hear(self, uart, data):
        if uart == 1:
            self._in += data

    # what a busio.UART has
    @property
    def in_waiting(self):
        return len(self._in)

    def read(self, count):
        data, self._in = self._in[:count], self._in[count:]
        return data

    def write(self, data):
        self._board.feed(1, data)

    def step(self):
        """Let the other boards do what is due, and carry what they and the emulated board have to say."""
        for session in self._sessions:
            session.step(self._now())
        while (frame := self._here.recv()) is not None:
            self._wire.send(frame)
        while (frame := self._wire.recv()) is not None:
            self._here.send(frame)


class Player:
    """Whoever holds the emulated board: reads its screen and presses its keys."""

    def __init__(self, board, others, seed):
        self._board, self._others = board, others
        self._chance = random.Random(seed)
        self.presses = []  # (what stood on the screen, ms until the next)
        self.playing_ms = None  # when the game had begun

    def go_on(self, ms):
        """Let time pass at the whole table."""
        until = self._board.ms + ms
        print(f"\r{self._board.ms / 1000:6.1f} s ", end="", file=sys.stderr, flush=True)
        while self._board.ms < until:
            self._board.run(min(STEP_MS, until - self._board.ms) if self._others else ms)
            if self._others:
                self._others.step()

    def play(self, mode, count, until_ms):
        """Press what leads into a game of `count` others, and play it until it is over or that moment has come."""
        added = 0
        while self._board.ms < until_ms:
            self.go_on(40)
            if self._board.draws and self._board.ms - self._board.draws[-1] < 150:
                continue  # something is about to change
            lines, captions = self._board.read()
            title, text = (lines or [""])[0], " ".join(lines[1:])
            if title.startswith("Hello"):
                wanted = "Play with" if mode == "solo" else "Open a" if mode == "bots" else ""
                self._press(YES if wanted and text.startswith(wanted) else NO if wanted else None, lines)
            elif mode == "bots" and "here" in text.lower() and self.playing_ms is None:
                wanted = "Add a bot" if added < count else "Start the"
                pressed = YES if text.startswith(wanted) else NO
                added += pressed == YES and added < count
                self._press(pressed, lines)
            elif captions == ["done"] or "win" in title:
                return True
            else:
                if captions and self.playing_ms is None:
                    self.playing_ms = self._board.ms
                second = len(captions) > 1 and self._chance.random() < (0.45 if captions[1] == "next" else 0.3)
                self._press(NO if second else YES if captions else None, lines)
        return False

    def _press(self, pin, lines):
        """Press a key, and wait for the screen, while the whole table goes on: it may wait for an answer."""
        if pin is None:
            return
        board = self._board
        since, before = board.ms, len(board.draws)
        board.run(0, keys=[(pin, True)])
        self.go_on(HOLD_MS)
        if pin != YES:  # the edge that counts is the other one
            since, before = board.ms, len(board.draws)
        board.run(0, keys=[(pin, False)])
        until = board.ms + ANSWER_MS
        while len(board.draws) == before and board.ms < until:
            self.go_on(STEP_MS)
        if len(board.draws) > before:
            self.presses.append((" / ".join(lines), board.draws[before] - since))


def measure(mode, drive, seconds, key, game):
    """What one run has shown, as a dict."""
    with Board(drive) as board:
        if not board.run(FIRST_MS, draws=1) and not board.draws:
            raise RuntimeError(f"There is no screen. The board says: {board.serial}")
        told = {"run": mode, "first_screen_ms": round(board.draws[0])}
        others = Others(board, RUNS[mode], key, game) if mode in ("pair", "table") else None
        player = Player(board, others, seed=3)
        since = board.ms
        player.go_on(IDLE_MS)
        told["start"] = heap([one for one in board.heaps if one[0] > since + IDLE_MS / 3])
        if mode != "start":
            told["over"] = player.play(mode, RUNS[mode], board.ms + seconds * 1000)
            began = player.playing_ms or board.ms
            told["way_to_game"] = heap([one for one in board.heaps if since < one[0] < began])
            told["game"] = heap([one for one in board.heaps if one[0] >= began])
            took = sorted(ms for _, ms in player.presses)
            told["presses"] = {"n": len(took), "median": round(statistics.median(took)) if took else None}
            told["presses"].update({"p95": round(took[len(took) * 95 // 100]), "max": round(took[-1])} if took else {})
            told["slowest"] = max(player.presses, key=lambda one: one[1], default=None)
        told["screen"] = board.read()[0]
        if "Traceback" in board.serial:
            told["serial"] = board.serial
        told["board_ms"] = round(board.ms)
        return told


def heap(samples):
    """Free bytes and the largest piece after collections: how many there were, the lowest, the median."""
    if not samples:
        return None
    free, largest = sorted(one[1] for one in samples), sorted(one[2] for one in samples)
    middle = len(samples) // 2
    found = {"n": len(samples), "free_min": free[0], "free_median": free[middle], "all": samples[-1][3]}
    return {**found, "largest_min": largest[0], "largest_median": largest[middle]}


def make(folder, install, settings):
    """A drive with what `boards install` puts there; its path, and the set's key."""
    place, party = Path(folder) / "drive", Path(folder) / "set.toml"
    place.mkdir()
    (place / "boot_out.txt").write_text(BOOT_OUT.format("10.0.3"), newline="")
    (place / "settings.toml").write_text("".join(f"{line}\n" for line in settings))
    for command in (
        ["set", "--file", str(party), "--player", "Anna"],
        ["install", "--file", str(party), "--player", "Anna", "--drive", str(place), "--profile", PROFILE, *install],
    ):
        if cli.main(command):
            raise RuntimeError(f"`boards {' '.join(command)}` did not work.")
    (place / "kept" / "in").mkdir(parents=True)  # as a board makes it at its very first start, which takes a second
    (place / "kept" / "in" / "spare").write_bytes(bytes(3 * 4096))
    image = Path(folder) / "drive.img"
    make_drive(place, image)
    written = dict(line.split(" = ", 1) for line in (place / "settings.toml").read_text().splitlines() if " = " in line)
    return image, json.loads(written["HATS_KEY"])


def table(found):
    """What the runs have shown, as a table in Markdown."""
    lines = [["", *[one["run"] for one in found]], ["---"] * (len(found) + 1)]
    lines.append(["first screen after power, ms", *[str(one["first_screen_ms"]) for one in found]])
    for part, when in PARTS.items():
        for name, what in HEAP.items():
            values = [f"{one[part][name] / 1024:.1f}" if one.get(part) else "" for one in found]
            lines.append([f"{when}: {what}, KB", *values])
    for name in ("median", "max", "n"):
        values = [str(one.get("presses", {}).get(name, "")) for one in found]
        lines.append([f"from a press to its screen, {name}{', ms' if name != 'n' else ''}", *values])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main():
    parser = Parser(
        prog="python3 dev.py rp2040", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="*", metavar="RUN", help=f"{', '.join(RUNS)}; start if there is none")
    parser.add_argument("--game", default="gifts", help="what is played")
    parser.add_argument("--seconds", type=int, default=30, help="of the board's time: the longest game")
    parser.add_argument("--install", default="", help="options for `boards install`, such as --py")
    parser.add_argument("--drive", help="an image of a drive to start in place of a fresh install")
    parser.add_argument("--json", action="store_true", help="an object a run in place of the table")
    args = parser.parse_args()
    runs = args.runs or ["start"]
    if what_is_missing() or set(runs) - set(RUNS):
        parser.error(what_is_missing() or f"The runs are: {', '.join(RUNS)}.")
    found = []
    for mode in runs:
        with tempfile.TemporaryDirectory() as folder:
            settings = [f'HATS_GAME = "{args.game}"']
            if mode in ("pair", "table"):
                settings += ["HATS_PLACE = 1", f"HATS_PLAYERS = {RUNS[mode] + 1}"]
            image, key = make(folder, args.install.split(), settings)
            found.append(measure(mode, args.drive or image, args.seconds, key, args.game))
        if args.json:
            print(json.dumps(found[-1]), flush=True)
    if not args.json:
        print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
