"""A room with a table of virtual devices: the real device program on each, over the simulated link, on simulated time.

Time is a whole number of milliseconds that jumps from one thing that happens to the next, so the same seed and the same
key presses give the same run, to the byte, however fast the machine is.
"""

from pocket.app import App
from pocket.session import BOT_NAMES
from pocket.settings import Settings

from engine.core import Generator
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
        self._entropy = Generator(room.seed * 64 + index + 1)

    def ticks(self):
        return (self._room.now_ms + TICKS - TICKS_BEFORE_WRAP) % TICKS

    def entropy(self, count):
        return bytes([self._entropy.below(256) for _ in range(count)])


class Room:
    """A set of devices on one table.

    players: 2 to 8 devices, clockwise. humans: how many of them, from the first on, are left to somebody's fingers;
    bots play the others. layout: colour, mono, or mixed (every other device). options: as the settings of a device (see
    `pocket.settings`), without HATS_. air: keyword arguments of `Air`. lazy: draw screens only when somebody looks.
    """

    def __init__(self, players, humans, seed, layout="colour", options=None, air=None, lazy=True):
        self.seed = seed
        self.now_ms = START_MS
        self.air = Air(seed, lambda: self.now_ms, **(air or {}))
        self.names = CASES[:humans] + BOT_NAMES[: players - humans]
        self.devices = []
        self.apps = []
        self._due_ms = []
        for index in range(players):
            kind = layout if layout != "mixed" else ("colour", "mono")[index % 2]
            device = Device(self, index, kind, lazy)
            values = {"HATS_NAME": self.names[index], "HATS_PLACE": index + 1, "HATS_PLAYERS": players}
            values["HATS_BOT"] = int(index >= humans)
            for name, value in (options or {}).items():
                values["HATS_" + name.upper()] = value
            self.devices.append(device)
            self.apps.append(App(device, Settings(values.get)))
            self._due_ms.append(self.now_ms)

    def press(self, index, key, down):
        """A finger on a key of device `index`: down, or up again."""
        (self.devices[index].keys.press if down else self.devices[index].keys.release)(key)
        self._due_ms[index] = self.now_ms

    def next_ms(self):
        """When the next thing happens by itself, on the room's clock."""
        frames = [self.air.due_ms(index) for index in range(len(self.devices))]
        return min(self._due_ms + [due for due in frames if due is not None])

    def run_to(self, until_ms):
        """Let everything happen that happens until `until_ms`, and set the clock to it."""
        while True:
            next_ms = self.next_ms()
            if next_ms > until_ms:
                break
            self.now_ms = max(self.now_ms, next_ms)
            for index, app in enumerate(self.apps):
                frame_ms = self.air.due_ms(index)
                if self._due_ms[index] <= self.now_ms or (frame_ms is not None and frame_ms <= self.now_ms):
                    self._due_ms[index] = self.now_ms + max(1, app.step())
        self.now_ms = max(self.now_ms, until_ms)

    def run_until(self, condition, limit_ms):
        """Let things happen until `condition()` holds. Returns whether it did within `limit_ms` of simulated time."""
        while not condition():
            next_ms = self.next_ms()
            if next_ms > limit_ms:
                return False
            self.run_to(next_ms)
        return True

    def sessions(self):
        """The session of each device."""
        return [app.session for app in self.apps]

    def finished(self):
        """Whether the match is over and every device knows that all the others know it."""
        return all(
            session.table is not None and session.game.over and session.table.settled()
            for session in self.sessions()
        )
