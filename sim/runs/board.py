"""`python -m sim board`: one device as a process of its own, on real time, with a real link to the others.

It runs the same program as a board and as the virtual devices of a room, in a window of its own or with a screen that
nobody looks at, and tells how the match ended.
"""

import argparse
import hashlib
import importlib
import ipaddress
import json
import os
import pathlib
import socket
import sys
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import serial
from adafruit_ticks import ticks_ms

import engine
from engine.core import Generator
from pocket.app import App
from pocket.session import Session
from pocket.settings import Settings, every_choice
from pocket.settings_schema import SETTINGS
from pocket.words import ENGLISH, Words
from ring import links
from ring.clock import Clock
from ring.link import Link, LinkError
from ring.log import Log
from sim import hardware
from sim.runs.run import Run

USUAL = {"broker": "127.0.0.1"}  # on a desktop
LOOPBACK = "127.255.255.255"  # broadcasts on it stay on this machine
TICK_MS = 2  # the longest sleep between two looks at the link
STAY_S = 3  # after the end, for those who have not heard of it yet; bots leave the table of themselves after 6
NVM = 8192  # bytes, as on a board
WRITE_S = 0.1  # what a serial line does not take in this time is lost


# What --set can set: a device's settings, and the options of all games.
SETTABLE = {row[0] for row in SETTINGS} | {name for game in engine.GAMES for name, _ in every_choice(game)}


class FileMemory(bytearray):
    """Non-volatile memory in a file, with the slices of `microcontroller.nvm`. The file is made where it is missing."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises OSError when the file cannot be used, and ValueError when it has another size."""
        self._path = pathlib.Path(path)
        if not self._path.exists():
            self._path.write_bytes(bytes(NVM))
        super().__init__(self._path.read_bytes())
        if len(self) != NVM:
            raise ValueError(f"{path} is no store of a device: it should have {NVM} bytes. Name another file.")

    def __setitem__(self, piece: Any, data: Any) -> None:
        super().__setitem__(piece, data)
        with self._path.open("r+b") as file:
            file.seek(piece.start)
            file.write(data)


class Uart(serial.Serial):
    """A serial port with the API of `busio.UART`. What cannot be written or read is lost, as on a wire."""

    def __init__(self, path: str | os.PathLike[str], baud: int) -> None:
        """baud: bits a second. Raises ValueError, with a sentence, when there is no such port."""
        try:
            super().__init__(path, baud, timeout=0, write_timeout=WRITE_S)
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            raise ValueError(f"The serial port {path} cannot be opened: {why}. Is it plugged in, and free?") from error

    @property
    def in_waiting(self) -> int:
        try:
            return super().in_waiting
        except OSError:
            return 0

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError:
            return 0

    def deinit(self) -> None:
        self.close()


class Device:
    """A virtual board with a real clock and a real link."""

    def __init__(self, arguments: argparse.Namespace, settings: Settings) -> None:
        self.screen = (hardware.colour_screen if arguments.layout == "colour" else hardware.mono_screen)(lazy=True)
        self.lamp = hardware.Lamp()
        self.display, self.pixels = self.screen.display, self.lamp.pixels
        self.keys = hardware.Keys()
        self.tone = self.battery = None
        self.ticks = Clock(ticks_ms)
        self.entropy = os.urandom if arguments.seed is None else entropy(arguments.seed, settings.place)
        self.nvm = FileMemory(arguments.store) if arguments.store else None
        self.uid = chip_number(arguments.store)
        self.appends, self.spare = False, None
        self.problems = []
        self.link = make_link(arguments, bytes.fromhex(settings.key))


def chip_number(store: str | os.PathLike[str] | None) -> bytes:
    """What stands for the number of a device's chip, 8 bytes: a copy of its store, elsewhere, is another device's."""
    if store is None:
        return os.urandom(8)
    place = f"{uuid.getnode()} {pathlib.Path(store).resolve()}"
    return hashlib.sha1(place.encode(errors="surrogateescape")).digest()[:8]


class Seat(Run):
    """The device as a run: a room with one device, on real time."""

    live = True
    air = None

    def __init__(self, app: App, device: Device, settings: Settings, told: Callable[[Session], object]) -> None:
        """told: called with the session after every step."""
        self.room = self
        self.apps, self.devices, self.names, self.errors = [app], [device], [app.session.name], [None]
        self.setup = {"humans": 0 if settings.bot else 1}
        self.now_ms = 0
        self._told = told

    def do(self, kind: str, index: int, key: int, down: bool) -> None:
        """A finger on a key of the device."""
        keys = self.devices[index].keys
        (keys.press if down else keys.release)(key)

    def run_to(self, ms: int) -> None:
        """Let the device do what is due. How late it is, its own clock knows."""
        self.apps[0].step()
        self._told(self.apps[0].session)
        self.now_ms = ms


def entropy(seed: int, place: int) -> Callable[[int], bytes]:
    """A function like `os.urandom`, decided by `seed`, different at each place of a table.

    Each length is drawn from a row of its own: how many delays (2 bytes) a device has drawn depends on the clock, and
    must not decide about the cards (8 bytes).
    """
    rows = {}

    def draw(length: int) -> bytes:
        row = rows.setdefault(length, Generator((seed * (engine.SEATS_MAX + 1) + place) * 256 + length))
        return bytes([row.below(256) for _ in range(length)])

    return draw


class Means:
    """What links are made from on a desktop, as `ring.links` tells."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self.name = "hats" + os.urandom(8).hex()

    def network(self, values: Mapping[str, Any]) -> tuple[Any, str]:
        """CPython's sockets, and the address that reaches everybody. Raises ValueError when it is no address."""
        return socket, str(ipaddress.IPv4Address(self._arguments.broadcast))

    def wires(self, baud: int, buffer: int) -> list[Uart]:
        """Serial ports with the API of `busio.UART`. Raises ValueError, with a sentence, when one cannot be used."""
        if not 1 <= len(self._arguments.serial) <= 2:
            raise ValueError("A board has one neighbour or two: name their ports, --serial PATH, once for each.")
        return [Uart(path, baud) for path in self._arguments.serial]


def make_link(arguments: argparse.Namespace, key: bytes) -> Link:
    """The link that `arguments` ask for. Raises LinkError, OSError or ValueError when it cannot work."""
    kind = next(kind for kind in kinds() if kind.name == arguments.link)
    values = {"key": key.hex()}
    if arguments.serial and kind.needs != "wires":
        raise ValueError(f"--serial does not go with --link {kind.name}: leave it out, or say --link uart.")
    own = [row[0] for row in kind.settings]
    for name in dict.fromkeys(row[0] for other in kinds() for row in other.settings):
        if name not in own and getattr(arguments, name, None) is not None and name != "key":
            raise ValueError(f"{option_name(name)} does not go with --link {kind.name}: leave it out.")
    for name, default, allowed, wanted in kind.settings:
        chosen = values.setdefault(name, getattr(arguments, name))
        values[name] = USUAL.get(name, default) if chosen is None else chosen
        if not allowed(values[name]):
            raise ValueError(Words().say("must_be", option_name(name), wanted))
    return importlib.import_module(f"ring.link_{kind.name}").make(Means(arguments), values)


def kinds() -> list[links.Kind]:
    """The links that a desktop can have: what their `make` asks for is a method of Means."""
    return [kind for kind in links.LINKS if hasattr(Means, kind.needs)]


def option_name(name: str) -> str:
    return "--" + name.replace("_", "-")


def make_settings(arguments: argparse.Namespace) -> Settings:
    """The device's settings. Raises ValueError, with a sentence, for a bad one."""
    values = {"place": arguments.place, "players": arguments.players, "bot": int(arguments.bot)}
    for text in arguments.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--set wants NAME=VALUE, not {text}.")
        if name not in SETTABLE:
            raise ValueError(f"There is no setting {name}. There are: {', '.join(sorted(SETTABLE))}.")
        values[name] = int(value) if value.isdecimal() else value
    if arguments.name:
        values["name"] = arguments.name
    if arguments.key:
        values["key"] = arguments.key
    settings = Settings({"HATS_" + name.upper(): value for name, value in values.items()}.get)
    check(settings)
    return settings


def add_link_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell an argparse parser how a table can be reached."""
    parser.add_argument("--link", choices=[kind.name for kind in kinds()], default="udp", help="(default: %(default)s)")
    for name in dict.fromkeys(row[0] for kind in kinds() for row in kind.settings if row[0] != "key"):
        rows = [(kind.name, row) for kind in kinds() for row in kind.settings if row[0] == name]
        used = f"for {', '.join(link for link, _ in rows)}"
        parser.add_argument(option_name(name), type=type(rows[0][1][1]), help=used)
    parser.add_argument("--broadcast", default=LOOPBACK, metavar="ADDRESS", help="for UDP (default: this machine only)")
    parser.add_argument("--serial", action="append", default=[], metavar="PATH", help="for UART: once or twice")
    parser.add_argument("--key", metavar="HEX", help="the set's, 32 hexadecimal digits or more")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell an argparse parser what the command takes."""
    add_link_arguments(parser)
    parser.add_argument("--window", action="store_true", help="show the device, for somebody who plays here")
    parser.add_argument("--name", help="of the player (default: a bot's name)")
    parser.add_argument(
        "--place", type=int, default=0, choices=range(engine.SEATS_MAX + 1), metavar="N", help="clockwise, 1 to 8"
    )
    parser.add_argument(
        "--players",
        type=int,
        default=0,
        choices=range(engine.SEATS_MAX + 1),
        metavar="N",
        help="how many make a table that starts by itself",
    )
    parser.add_argument("--bot", action="store_true", help="let a bot play")
    parser.add_argument("--seed", type=int, help="decides the cards (default: chance does)")
    parser.add_argument("--store", metavar="FILE", help="what the device keeps while it is off (default: nothing)")
    parser.add_argument("--layout", choices=("colour", "mono"), default="colour", help="which display")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="any setting, as bot_ms=1")
    parser.add_argument("--json", action="store_true", help="print one JSON object for a match, and nothing else")
    parser.add_argument("--until-over", action="store_true", help="end soon after the match instead of never")


def sentence(error: Exception, settings: Settings | None = None) -> str:
    """What to tell of an error; of a link's in the language of the device with these Settings."""
    if isinstance(error, LinkError):
        return Words(settings.language if settings else ENGLISH).say(*error.args)
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename} cannot be used: {error.strerror}."
    return str(error)


def until_stopped(work: Callable[[], object], link: Link, settings: Settings) -> int:
    """Let `work` use a link until it is told to stop. Returns the exit status; a sentence says what went wrong."""
    try:
        work()
    except (LinkError, RuntimeError) as error:
        print(f"sim: {sentence(error, settings)}", file=sys.stderr)
        return 1
    finally:
        link.close()
    return 0


def check(settings: Settings) -> None:
    """Raise ValueError, with a sentence, where a setting is bad."""
    if settings.problems:
        raise ValueError(Words(settings.language).say(*settings.problems[0]))


def run(arguments: argparse.Namespace) -> int:
    """Run the device until it is told to stop. Returns the exit status."""
    settings = None
    try:
        if arguments.window and arguments.until_over:
            raise ValueError("--until-over goes without --window: a window stays until it is closed.")
        settings = make_settings(arguments)
        device = Device(arguments, settings)
    except (LinkError, OSError, ValueError) as error:
        print(f"sim: {sentence(error, settings)}", file=sys.stderr)
        return 2

    def work() -> None:
        app, ending = App(device, settings), Ending(arguments.json)
        if arguments.window:
            from sim.window import window

            window.play(Seat(app, device, settings, ending.look), tools=False)
        else:
            loop(app, ending, arguments.until_over)

    return until_stopped(work, device.link, settings)


class Ending:
    """Tells once for each match how it ended."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._told: Log | None = None  # the table whose end was told

    def look(self, session: Session) -> bool:
        """Tell it if the match is over now. Returns whether it has just been told."""
        table = session.table
        if table is self._told or table is None or not session.game.over or not table.settled():
            return False
        self._told = table
        tell(session, self._as_json)
        return True


def loop(app: App, ending: "Ending", until_over: bool) -> None:
    """Step for ever, or until a match is over and everybody had time to hear of it."""
    end_s = None
    while end_s is None or time.monotonic() < end_s:
        wait_ms = app.step()
        if ending.look(app.session) and until_over:
            end_s = time.monotonic() + STAY_S
        time.sleep(min(wait_ms, TICK_MS) / 1000)


def tell(session: Session, as_json: bool) -> None:
    """Print how the match ended."""
    game = session.game
    result: dict[str, Any] = {
        "name": session.name,
        "seat": session.seat,
        "options": game.options,
        "names": [seat.name for seat in session.roster.seats],
        "scores": game.scores(),
        "winners": game.winners(),
        "entries": session.table.count,
        "digest": game.digest().hex(),
    }
    if as_json:
        print(json.dumps(result), flush=True)
    else:
        scores = ", ".join(f"{name} {score}" for name, score in zip(result["names"], result["scores"], strict=True))
        print(f"{scores}: {result['entries']} entries.", flush=True)
