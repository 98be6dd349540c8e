"""A room with a table of virtual devices: the real device program on each, over the simulated link, on simulated time.

Time is a whole number of milliseconds that jumps from one thing that happens to the next, so the same seed and the same
influences give the same run, to the byte, however fast the machine is. `INFLUENCES` names the methods through which
anything comes in from outside.
"""

import atexit
import contextlib
import functools
import pathlib
import shutil
import tempfile
from binascii import crc32
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core import Generator
from pocket.app import App
from pocket.player import player_of
from pocket.renderer import Renderer
from pocket.screens import lobby_pages, pages
from pocket.session import BOT_NAMES, Session
from pocket.settings import Settings
from pocket.store import Store
from ring.clock import Clock
from ring.frames import Codec, Key
from sim import hardware
from sim.air import Air

CASES = ("Red", "Blue", "Green", "Yellow", "Pink", "Teal", "Orange", "White")  # colours of the cases, clockwise
START_MS = 1000
TONES = 100  # that a device remembers
NVM_BYTES = 4096  # of non-volatile memory, as on the smallest board
NO_DECK = "/no/deck"  # where no device finds one
TICKS = 1 << 29  # a board's ticks wrap here
TICKS_BEFORE_WRAP = 65000  # and, on purpose, do so for the first time 65 s after its start
INFLUENCES = ("press", "switch_on", "switch_off", "erase", "charge", "radio", "part")


@functools.cache
def deck_folder(path: str | pathlib.Path) -> str:
    """A folder, for as long as this program runs, with what devices need of the deck in a JSON file."""
    from boards.assets import deck  # late: most rooms have none

    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    deck.make(path, folder)
    return folder


class Device:
    """A virtual board: what a board's profile makes, out of parts that a desktop has."""

    def __init__(self, room: "Room", index: int, layout: str, lazy: bool, store: str) -> None:
        """store: what it has kept, in hexadecimal; "": nothing yet."""
        self._room = room
        self.screen = hardware.colour_screen(lazy=lazy) if layout == "colour" else hardware.mono_screen(lazy=lazy)
        self.lamp = hardware.Lamp()
        self.display = self.screen.display
        self.pixels = self.lamp.pixels
        self.keys = hardware.Keys()
        self.link = room.air.link(lambda: self.late_ms)
        self.nvm = bytearray.fromhex(store) if store else bytearray(NVM_BYTES)
        self.uid = b"chip%d" % index
        self.appends, self.spare = index % 2 == 1, None  # both kinds of chips
        self.problems = []
        self.percent = 100  # how full its battery is
        self.tones = deque(maxlen=TONES)  # what its sounder did last: (room's ms, Hz; 0 where it fell silent)
        self.fast = 0  # how much its clock runs fast, in parts per thousand
        self.late_ms = 0  # how much of the step that is under way has gone by, on the room's clock
        self.ticks = Clock(self._ticks)
        self.step_ms = 0  # how long a step of its program takes; what comes meanwhile waits
        self.draw_ms = room.draw_ms  # how much longer one takes that draws a page
        past = crc32(self.nvm) << 64 if store else 0  # or what it draws would be what it drew before
        self._entropy = Generator(past + room.seed * 64 + index + 1)

    def _ticks(self) -> int:
        now_ms = self._room.now_ms + self.late_ms
        return (now_ms * (1000 + self.fast) // 1000 + TICKS - TICKS_BEFORE_WRAP) % TICKS

    def takes_time(self, face: Any) -> None:
        """Let each page that `face`, the Renderer of its program, draws take `draw_ms`."""
        draw = face.draw

        def slowly(*page: Any) -> bool:
            drawn = draw(*page)
            self.late_ms += self.draw_ms if drawn else 0
            return drawn

        face.draw = slowly

    def entropy(self, count: int) -> bytes:
        return bytes([self._entropy.below(256) for _ in range(count)])

    def tone(self, hz: int) -> None:
        """Sound at `hz` from now on; 0: fall silent."""
        self.tones.append((self._room.now_ms, hz))

    def battery(self) -> int:
        """How full the battery is, from 0 to 100."""
        return self.percent


class SharedKey(Key):
    """A set's key that signs equal data once, since every device of a room checks the tag of every frame."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self._signed = functools.lru_cache(maxsize=64)(super().sign)

    def sign(self, data: bytes) -> bytes:
        return self._signed(data)


@functools.cache
def shared_key(secret: str) -> SharedKey:
    """The `SharedKey` of all devices with this secret, hexadecimal digits."""
    return SharedKey(bytes.fromhex(secret))


class Blind:
    """The device program without screen, lamp and keys, for runs in which nobody looks."""

    def __init__(self, device: Device, settings: Settings) -> None:
        self._device = device
        jitter = Generator(device.entropy(1)[0]).below
        self.session = Session(
            device.link, settings, Store(device.nvm, device.uid, device.appends), jitter, device.entropy, device.ticks()
        )
        self.session.codec = Codec(shared_key(settings.key))

    def step(self) -> int:
        now = self._device.ticks()
        self.session.step(now)
        return self.session.wait_ms(now)


class Seen(Blind):
    """The same, step by step, with a screen to look at: for looking into a run of blind devices."""

    def __init__(self, device: Device, settings: Settings) -> None:
        super().__init__(device, settings)
        self._words = pages.words_in(settings.language)
        self.face = Renderer(device.display)
        self._look()

    def step(self) -> int:
        wait_ms = super().step()
        self._look()
        return wait_ms

    def crashed(self, error: Exception) -> None:
        """Show what happened."""
        self.face.draw(pages.crash_page(self._words, error).at(self._words, 0))

    def _look(self) -> None:
        me = player_of(self.session, self._device.ticks())
        if me.table is None:
            page = lobby_pages.lobby_page(self._words, me)
        else:
            page = pages.table_page(self._words, self.session.match.view(), me)
        self.face.draw(page.at(self._words, 0))


class Room:
    """A set of devices on one table.

    players: 2 to 8 devices, clockwise. humans: how many of them, from the first on, are left to somebody's fingers;
    bots play the others. layout: colour, mono, or mixed (every other device). options: as the settings of a device (see
    `pocket.settings`), without HATS_. air: keyword arguments of `Air`. lazy: draw screens only when somebody looks.
    program: App, Blind or Seen. guarded: an error in a device's program stops that device, which shows it, instead of
    the room; see `errors`. deck: the JSON file of a deck that all of them have; it raises ValueError when that is none.

    stores: what each device has kept, its non-volatile memory in hexadecimal; None: nothing yet.

    draw_ms: how long a device takes to draw a page, in ms: `hardware.DRAW_MS` on a cheap board. What it sends before it
    draws is on its way meanwhile; what comes waits.

    setup: what the room was made from, as JSON can hold it. errors: what stopped the program of each device, or None.
    """

    def __init__(
        self,
        players: int,
        humans: int,
        seed: int,
        layout: str = "colour",
        options: Mapping[str, Any] | None = None,
        air: Mapping[str, Any] | None = None,
        lazy: bool = True,
        program: Callable[[Device, Settings], Any] = App,
        guarded: bool = False,
        deck: str | pathlib.Path | None = None,
        draw_ms: int = 0,
        stores: Sequence[str] | None = None,
    ) -> None:
        self.seed = seed
        self.setup: dict[str, Any] = {"players": players, "humans": humans, "seed": seed, "layout": layout}
        self.setup.update(options=dict(options or {}), air=dict(air or {}))
        self.draw_ms = draw_ms
        if draw_ms:
            self.setup["draw_ms"] = draw_ms
        if deck:
            self.setup["deck"] = str(deck)
        if stores:
            self.setup["stores"] = list(stores)
        self.now_ms = START_MS
        self.air = Air(seed, lambda: self.now_ms, **(air or {}))
        self.names = CASES[:humans] + BOT_NAMES[: players - humans]
        self.errors: list[Exception | None] = [None] * players
        self._program = program
        self._guarded = guarded
        self._values = []
        self.devices = []
        self.apps = []  # None for a device that is off
        self._due_ms = []  # when its next step is due
        self._free_ms = []  # and when its last one is done
        for index in range(players):
            kind = layout if layout != "mixed" else ("colour", "mono")[index % 2]
            values = {"HATS_NAME": self.names[index], "HATS_PLACE": index + 1, "HATS_PLAYERS": players}
            values["HATS_BOT"], values["HATS_HINTS"] = int(index >= humans), 0
            values["HATS_DECK"] = deck_folder(deck) if deck else NO_DECK
            for name, value in (options or {}).items():
                values["HATS_" + name.upper()] = value
            self._values.append(values)
            self.devices.append(Device(self, index, kind, lazy, stores[index] if stores else ""))
            self.apps.append(None)
            self._due_ms.append(None)
            self._free_ms.append(0)
            self.switch_on(index)

    def switch_on(self, index: int) -> None:
        """Start the program of device `index`."""
        app = self.apps[index] = self._program(self.devices[index], Settings(self._values[index].get))
        if self.draw_ms and hasattr(app, "face"):
            self.devices[index].takes_time(app.face)
        self.errors[index] = None
        self._due_ms[index] = self._free_ms[index] = self.now_ms

    def switch_off(self, index: int) -> None:
        """Pull the plug of device `index`: only its non-volatile memory remains.

        What is sent to it from now on waits for it, as no radio's frames would: late words, for its program to see
        through.
        """
        self.apps[index] = self._due_ms[index] = self.errors[index] = None
        self.air.empty(index)

    def erase(self, index: int) -> None:
        """Empty the non-volatile memory of device `index`."""
        self.devices[index].nvm[:] = bytes(NVM_BYTES)

    def charge(self, index: int, percent: int) -> None:
        """Let the battery of device `index` be full to `percent`, 0 to 100."""
        self.devices[index].percent = percent

    def press(self, index: int, key: int, down: bool) -> None:
        """A finger on a key of device `index`: down, or up again."""
        (self.devices[index].keys.press if down else self.devices[index].keys.release)(key)
        if self._due_ms[index] is not None:
            self._due_ms[index] = self.now_ms

    def radio(self, name: str, value: Any) -> None:
        """Change an attribute of `Air`: loss, duplicate, delay_ms or corrupt."""
        setattr(self.air, name, value)

    def part(self, far: Sequence[int]) -> None:
        """Let nothing pass between the devices whose indices are in `far` and the others; nobody is cut off by []."""
        near = [index for index in range(len(self.devices)) if index not in far]
        self.air.cuts = [pair for one in near for other in far for pair in ((one, other), (other, one))]

    def next_ms(self) -> int | None:
        """When the next thing happens by itself, on the room's clock; None when no device is running."""
        return self.upcoming()[0]

    def upcoming(self) -> tuple[int | None, list[int]]:
        """(when the next thing happens by itself, the devices to which it does); (None, []) when none is running.

        A device takes a step when something is due or a frame arrives, but not before its last step is done.
        """
        soonest_ms, devices = None, []
        for index, inbox in enumerate(self.air.inboxes):
            ms, free_ms = self._due_ms[index], self._free_ms[index]
            if ms is None:
                continue
            if inbox and inbox[0][0] < ms:
                ms = inbox[0][0]
            if ms < free_ms:
                ms = free_ms
            if soonest_ms is None or ms < soonest_ms:
                soonest_ms, devices = ms, [index]
            elif ms == soonest_ms:
                devices.append(index)
        return soonest_ms, devices

    def run_next(self, upcoming: tuple[int | None, list[int]] | None = None) -> list[int]:
        """Let everything happen that happens at `next_ms()`. Returns the devices that did something.

        upcoming: what the method of that name has just said, if anybody asked it.
        """
        soonest_ms, devices = upcoming or self.upcoming()
        self.now_ms = max(self.now_ms, soonest_ms)
        for index in devices:
            self._step(index)
        return devices

    def _step(self, index: int) -> None:
        try:
            device = self.devices[index]
            wait_ms = self.apps[index].step()
            self._due_ms[index] = self.now_ms + device.late_ms + max(1, wait_ms)
            self._free_ms[index] = self.now_ms + device.late_ms + device.step_ms
            device.late_ms = 0
        except Exception as error:
            self.devices[index].late_ms = 0
            if not self._guarded:
                raise
            self._stop(index, error)

    def _stop(self, index: int, error: Exception) -> None:
        self.errors[index], self._due_ms[index] = error, None
        with contextlib.suppress(Exception):  # what shows an error may be what is broken
            self.apps[index].crashed(error)

    def stop(self, error: Exception) -> None:
        """Stop every device that is on, each showing `error`."""
        for index, app in enumerate(self.apps):
            if app:
                self._stop(index, error)

    def run_to(self, until_ms: int) -> None:
        """Let everything happen that happens until `until_ms`, and set the clock to it."""
        while True:
            upcoming = self.upcoming()
            if upcoming[0] is None or upcoming[0] > until_ms:
                break
            self.run_next(upcoming)
        self.now_ms = max(self.now_ms, until_ms)

    def run_until(self, condition: Callable[[], object], limit_ms: int) -> bool:
        """Let things happen until `condition()` holds. Returns whether it did within `limit_ms` on the room's clock."""
        while not condition():
            upcoming = self.upcoming()
            if upcoming[0] is None or upcoming[0] > limit_ms:
                return False
            self.run_next(upcoming)
        return True

    def sessions(self) -> list[Session]:
        """The session of each device that is on and has not been stopped by an error."""
        return [app.session for app, error in zip(self.apps, self.errors, strict=True) if app and error is None]

    def finished(self) -> bool:
        """Whether the match is over and every device knows that all the others know it."""
        return all(one.table and one.game.over and one.table.settled() for one in self.sessions())
