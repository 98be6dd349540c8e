"""A board's firmware on the desktop: starts `code.py` as a board does, under the shims of its built-in modules.

Pins and modules are those that circuitpython-stubs list for the board; what hangs on the pins is in board_facts.toml.
Displays, libraries and the program itself are the real ones. Time passes when the program sleeps.
"""

import contextlib
import importlib.util
import os
import re
import runpy
import sys
import sysconfig
import time
import tomllib
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import busdisplay
import displayio

from pocket import app  # all of it, so that no run leaves files of words open
from sim.hardware import _ST7789, Screen
from sim.measure import stage

ROOT = Path(__file__).resolve().parents[1]
SHIMS = ROOT / "tests" / "shims"
STUBS = Path(sysconfig.get_path("purelib"))
FACTS = tomllib.loads((ROOT / "tests" / "board_facts.toml").read_text("utf-8"))
CIRCUITPYTHON = FACTS.pop("circuitpython")
# In the order in which they need one another.
MODULES = (
    "microcontroller supervisor digitalio neopixel_write keypad analogio pwmio busio i2cdisplaybus board wifi espnow "
    "socketpool cardputer_keyboard"
).split()
CIRCUITPYTHON_10 = SimpleNamespace(**{**vars(sys.implementation), "version": (10, 3, 0)})  # libraries ask for it
PRESS_MS = 200  # how long a finger stays, and how long it waits: longer than the program's guard against slips
LIST_MAX = 9  # items of a list

_draws = app.Renderer.draw


class Done(BaseException):
    """The script is over: the program ends in the middle of its sleep."""


class Firmware:
    """One board. Once `installed` or `run` has begun, each shim is an attribute by its name: `board`, `keypad`."""

    def __init__(self, board_id, settings=(), battery_mv=3900, on_bus=None):
        """settings: what stands in settings.toml. on_bus: the devices on I2C; by default what the board has."""
        self.id = board_id
        self.facts = FACTS[board_id]
        self.settings = {"HATS_NAME": "Blue", **dict(settings)}
        self.definition = (STUBS / "board_definitions" / board_id / "__init__.pyi").read_text("utf-8")
        self.screen = None
        self._battery_mv = battery_mv
        self._on_bus = on_bus
        self._steps = None
        self._drawn = ()

    @contextlib.contextmanager
    def installed(self):
        """The shims in place of whatever had their names; modules that know them are imported afresh."""
        with (
            mock.patch.dict(sys.modules),
            mock.patch.object(os, "getenv", self._getenv),
            mock.patch.object(time, "sleep", self._sleep),
            mock.patch.object(sys, "implementation", CIRCUITPYTHON_10),
            mock.patch.object(app.Renderer, "draw", lambda *arguments: self._draw(*arguments)),
        ):
            for name in [name for name in sys.modules if name.split(".")[0] in ("boards", "neopixel")]:
                del sys.modules[name]
            for name in MODULES:
                sys.modules[name] = self._load(name) if self.has(name) else None  # None: cannot be imported
            self._wire()
            __import__("boards.spare").spare.opened = lambda: None  # not on this computer's drive
            try:
                yield self
            finally:
                displayio.release_displays()

    def has(self, module):
        """Whether the board's firmware has this module."""
        if module == "cardputer_keyboard":
            return "keyboard" in self.facts
        included = re.search("Included modules: (.*)", self.definition)[1].split(", ")
        return module == "gc" or module in included  # the garbage collector belongs to the language: no list names it

    def device(self):
        """What the board's profile makes."""
        return __import__("boards").profile(self.id).device()

    def run(self, script):
        """Start code.py, and run it until `script`, a generator that is made with this object, has come to its end.

        The script goes on by one `yield` whenever the program sleeps.
        """
        self._steps = script(self)
        failure = None
        with self.installed():
            try:
                runpy.run_path(str(ROOT / "code.py"), run_name="__main__")
            except Done as done:
                failure = done.__cause__
        if failure is not None:
            raise failure

    def pin(self, name):
        return getattr(self.board, name)

    def keys(self):
        """How many keys of the program, YES, NO and MORE, the board has."""
        return len(self.facts.get("buttons") or self.facts["keyboard"])

    def press(self, key, way=0, ms=PRESS_MS):
        """Press a key and let it go; part of a script. way: which key of a keyboard, where several mean the same.
        ms: how long each takes.
        """
        for down in (True, False):
            if "keyboard" in self.facts:
                self.cardputer_keyboard._edge(self.facts["keyboard"][key]["keys"][way], down)
            else:
                button = self.facts["buttons"][key]
                self.pin(button["pin"])._forced = (button["pressed"] == "high") if down else None
                self.keypad._scan()
            yield from self.wait(ms)

    def wait(self, ms):
        """Let the time pass; part of a script."""
        end = self.supervisor._ms + ms
        while self.supervisor._ms < end:
            yield

    def until(self, true, ms=60000):
        """Let the time pass until something is true; part of a script."""
        end = self.supervisor._ms + ms
        while not true():
            assert self.supervisor._ms < end, f"it did not happen; the screen shows {self.texts()}"
            yield

    def texts(self):
        """The words on the screen: title, main text, note and what the keys do, those that there are."""
        return [text for text in self._drawn if text]

    def shows(self, words):
        """A question for `until`: whether a text has these words in it."""
        return lambda: any(words in text for text in self.texts())

    def leaf_to(self, texts, way=0):
        """Go on with NO in the list on the screen until it shows `texts`; part of a script."""
        for _ in range(LIST_MAX):
            if self.texts() == texts:
                return
            yield from self.press(1, way)
        raise AssertionError(f"{texts} is not in the list; the screen shows {self.texts()}")

    def choose(self, words):
        """Go to an item of the list on the screen and take it; part of a script."""
        for _ in range(LIST_MAX):
            if self.shows(words)():
                break
            yield from self.press(1)
        assert self.shows(words)(), f"{words} is not in the list; the screen shows {self.texts()}"
        yield from self.press(0)

    def _draw(self, face, drawn, *how):
        self._drawn = stage.texts(drawn)
        return _draws(face, drawn, *how)

    def _getenv(self, name, default=None):
        return self.settings.get(name, default) if name.startswith("HATS_") else os.environ.get(name, default)

    def _load(self, name):
        spec = importlib.util.spec_from_file_location(name, SHIMS / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        setattr(self, name, module)
        return module

    def _wire(self):
        """Put the board's parts on its pins."""
        facts, rp2 = self.facts, self.facts["port"] == "raspberrypi"
        if facts["display"]["built_in"]:
            self.screen = panel(**facts["display"])
        has_bus = "def I2C()" in self.definition and {"SCL", "SDA"} <= set(facts["pins"])
        self.board._define(self.definition, self.screen and self.screen.display, ("SCL", "SDA") if has_bus else None)
        self.board.board_id = self.id
        self.busio._rp2 = rp2
        self.keypad._NO_PULL = range(34, 40) if facts["chip"] == "esp32" else ()
        self.keypad._NO_PULL_DOWN = facts["chip"] == "rp2350"
        battery = facts.get("battery", {})
        if self._on_bus is None:
            on_bus = {0x3C: {}} if self.screen is None else {}
            if "gauge" in battery:
                on_bus[battery["address"]] = {4: (self._battery_mv - 3300) // 8}
        self.busio._devices = on_bus if self._on_bus is None else self._on_bus
        if "pin" in battery:
            self.pin(battery["pin"])._millivolts = self._battery_mv // battery["divider"]
        for button in facts.get("buttons", ()):
            if button["pull"] == "board":
                self.pin(button["pin"])._outside = button["pressed"] == "low"

    def _sleep(self, seconds):
        assert seconds < 1, f"the program has crashed and says {self.texts()}"
        self.supervisor._ms += max(1, round(seconds * 1000))
        try:
            next(self._steps)
        except StopIteration:
            raise Done from None
        except Exception as failure:  # of the script: code.py is not to take it for its own
            raise Done from failure


def panel(width, height, rotation, built_in):
    """The Screen of a display as the firmware hands it over: refreshing by itself, turned in the firmware's way."""
    across, down = (width, height) if rotation == 0 else (height, width)
    controller = _ST7789(across, down)
    display = busdisplay.BusDisplay(controller, b"", width=width, height=height, auto_refresh=False)
    display._core.set_rotation(rotation)  # Blinka's own constructor refuses the StickC's rotation
    screen = Screen(display, controller, lazy=True)
    display.auto_refresh = True
    return screen
