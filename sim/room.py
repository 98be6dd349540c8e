"""A room with a table of virtual devices: the real device program on each, over the simulated link, on simulated time.

Time is a whole number of milliseconds that jumps from one thing that happens to the next, so the same seed and the same
key presses give the same run, to the byte, however fast the machine is.
"""

from engine.core import Generator
from pocket.app import App
from pocket.keep import Keep
from pocket.session import BOT_NAMES, Session
from pocket.settings import Settings
from sim import parts
from sim.air import Air

CASES = ("Red", "Blue", "Green", "Yellow", "Pink", "Teal", "Orange", "White")  # colours of the cases, clockwise
START_MS = 1000
NVM_BYTES = 4096  # of non-volatile memory, as on the smallest board
TICKS = 1 << 29  # a board's ticks wrap here
TICKS_BEFORE_WRAP = 65000  # and, on purpose, do so for the first time 65 s after its start


class Device:
    """A virtual board: what a board's profile makes, out of parts that a desktop has."""

    def __init__(self, room, index, layout, lazy):
        self._room = room
        self.screen = parts.colour_screen(lazy=lazy) if layout == "colour" else parts.mono_screen(lazy=lazy)
        self.lamp = parts.Lamp()
        self.display = self.screen.display
        self.pixels = self.lamp.pixels
        self.keys = parts.Keys()
        self.link = room.air.link()
        self.nvm = bytearray(NVM_BYTES)
        self.problems = []
        self.fast = 0  # how much its clock runs fast, in parts per thousand
        self._entropy = Generator(room.seed * 64 + index + 1)

    def ticks(self):
        return (self._room.now_ms * (1000 + self.fast) // 1000 + TICKS - TICKS_BEFORE_WRAP) % TICKS

    def entropy(self, count):
        return bytes([self._entropy.below(256) for _ in range(count)])


class Blind:
    """The device program without screen, lamp and keys, for runs in which nobody looks."""

    def __init__(self, device, settings):
        self._device = device
        jitter = Generator(device.entropy(1)[0]).below
        self.session = Session(device.link, settings, Keep(device.nvm), jitter, device.entropy, device.ticks())

    def step(self):
        now = self._device.ticks()
        self.session.step(now)
        return self.session.wait_ms(now)


class Room:
    """A set of devices on one table.

    players: 2 to 8 devices, clockwise. humans: how many of them, from the first on, are left to somebody's fingers;
    bots play the others. layout: colour, mono, or mixed (every other device). options: as the settings of a device (see
    `pocket.settings`), without HATS_. air: keyword arguments of `Air`. lazy: draw screens only when somebody looks.
    program: App, or Blind.
    """

    def __init__(self, players, humans, seed, layout="colour", options=None, air=None, lazy=True, program=App):
        self.seed = seed
        self.now_ms = START_MS
        self.air = Air(seed, lambda: self.now_ms, **(air or {}))
        self.names = CASES[:humans] + BOT_NAMES[: players - humans]
        self._program = program
        self._values = []
        self.devices = []
        self.apps = []  # None for a device that is off
        self._due_ms = []
        for index in range(players):
            kind = layout if layout != "mixed" else ("colour", "mono")[index % 2]
            values = {"HATS_NAME": self.names[index], "HATS_PLACE": index + 1, "HATS_PLAYERS": players}
            values["HATS_BOT"] = int(index >= humans)
            for name, value in (options or {}).items():
                values["HATS_" + name.upper()] = value
            self._values.append(values)
            self.devices.append(Device(self, index, kind, lazy))
            self.apps.append(None)
            self._due_ms.append(None)
            self.switch_on(index)

    def switch_on(self, index):
        """Start the program of device `index`."""
        self.apps[index] = self._program(self.devices[index], Settings(self._values[index].get))
        self._due_ms[index] = self.now_ms

    def switch_off(self, index):
        """Pull the plug of device `index`: only its non-volatile memory remains."""
        self.apps[index] = self._due_ms[index] = None
        self.air.empty(index)

    def press(self, index, key, down):
        """A finger on a key of device `index`: down, or up again."""
        (self.devices[index].keys.press if down else self.devices[index].keys.release)(key)
        if self.apps[index]:
            self._due_ms[index] = self.now_ms

    def next_ms(self):
        """When the next thing happens by itself, on the room's clock; None when every device is off."""
        due = [ms for ms in self._due_ms if ms is not None]
        frames = [inbox[0][0] for inbox, app in zip(self.air.inboxes, self.apps, strict=True) if inbox and app]
        return min(due + frames) if due else None

    def run_next(self):
        """Let everything happen that happens at `next_ms()`. Returns the devices that did something."""
        now_ms = self.now_ms = max(self.now_ms, self.next_ms())
        stepped = []
        for index, app in enumerate(self.apps):
            if app:
                inbox = self.air.inboxes[index]
                if self._due_ms[index] <= now_ms or (inbox and inbox[0][0] <= now_ms):
                    self._due_ms[index] = now_ms + max(1, app.step())
                    stepped.append(index)
        return stepped

    def run_to(self, until_ms):
        """Let everything happen that happens until `until_ms`, and set the clock to it."""
        while True:
            next_ms = self.next_ms()
            if next_ms is None or next_ms > until_ms:
                break
            self.run_next()
        self.now_ms = max(self.now_ms, until_ms)

    def run_until(self, condition, limit_ms):
        """Let things happen until `condition()` holds. Returns whether it did within `limit_ms` on the room's clock."""
        while not condition():
            next_ms = self.next_ms()
            if next_ms is None or next_ms > limit_ms:
                return False
            self.run_next()
        return True

    def sessions(self):
        """The session of each device that is on."""
        return [app.session for app in self.apps if app]

    def finished(self):
        """Whether the match is over and every device knows that all the others know it."""
        return all(one.table and one.game.over and one.table.settled() for one in self.sessions())
