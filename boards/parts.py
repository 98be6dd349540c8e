"""What boards have in common: their own displays, keys, lamps, wires, and the device that they make up.

HATS_PIXEL_PIN names the pin of a NeoPixel that was added to a board without one; HATS_PIXELS says how many there
are, where they are no part of the board. HATS_PIEZO_PIN names that of a piezo sounder without electronics of its own.
"""

import os
import sys

import board
import keypad
import microcontroller
from supervisor import ticks_ms

from boards.toml import setting
from ring.clock import Clock
from ring.link import Link, LinkError

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from busdisplay import BusDisplay
    from busio import I2C
    from neopixel import NeoPixel


PIXELS_MAX = 64
LOCK_TRIES = 1000  # some milliseconds
SCAN_S = 0.01  # between two looks at the keys; two that agree are an edge, which neither bounces nor glitches make


class NoDisplay(RuntimeError):
    """No display can be had. pixels: the lamp, which is there all the same, or None."""

    def __init__(self, error: Exception, pixels: "NeoPixel | None") -> None:
        super().__init__("No display answers ({}): check its wires.".format(error))
        self.pixels = pixels


class Device:
    """One board, as `pocket.app` wants it. Raises NoDisplay.

    make_display: called without arguments, once the lamp can tell that it fails.
    pixels: None where the board has no lamp of its own. make_link: called without arguments; where it raises anything,
    the board plays alone and says why. battery: called without arguments, gives percent, 0 to 100, or None when the
    board cannot tell. sounder: the pin of the board's own piezo sounder; None: it has none.
    """

    def __init__(
        self,
        make_display: "Callable[[], Any]",
        keys: "Any",
        pixels: "NeoPixel | None",
        make_link: "Callable[[], Link]",
        battery: "Callable[[], int | None] | None" = None,
        sounder: microcontroller.Pin | None = None,
    ) -> None:
        from boards.spare import opened  # here, so that the module can go

        self.keys = keys
        self.nvm = microcontroller.nvm
        self.uid = bytes(microcontroller.cpu.uid)  # the chip's own number: what was copied from another chip differs
        self.appends = sys.platform[:2] == "RP"  # RP2040 and RP2350 write erased bytes of it without erasing
        self.spare = opened()
        self.ticks = Clock(ticks_ms)
        self.entropy = os.urandom
        self.battery = battery
        self.problems = []
        self.pixels = self._added_pixels() if pixels is None else pixels
        try:
            self.display = make_display()
        except (RuntimeError, ValueError) as error:
            raise NoDisplay(error, self.pixels)
        self.tone = self._added_sounder() if sounder is None else tone(sounder)
        try:
            self.link = make_link()
        except LinkError as error:
            self.problems.append(error.args)
            self.link = Link()
        except Exception as error:  # of the firmware, such as a module that it lacks
            self.problems.append(("no_link", error))
            self.link = Link()

    def _added_pixels(self) -> "NeoPixel | None":
        name = setting("HATS_PIXEL_PIN", None)
        if name is None:
            return None
        try:
            return added_lamp(getattr(board, name))
        except (AttributeError, TypeError, ValueError):
            self.problems.append(("must_be", "HATS_PIXEL_PIN", ("want_pin_name",)))
            return None

    def _added_sounder(self) -> "Callable[[int], None] | None":
        name = setting("HATS_PIEZO_PIN", None)
        if name is None:
            return None
        try:
            return tone(getattr(board, name))
        except (AttributeError, RuntimeError, TypeError, ValueError):
            self.problems.append(("must_be", "HATS_PIEZO_PIN", ("want_pin_name",)))
            return None


class Keys:
    """One queue of key edges from `keypad.Keys` objects. Pins of both polarities need two: each has one polarity."""

    def __init__(self, *keypads: "tuple[Any, int]") -> None:
        """keypads: pairs of a keypad object and the number of its first key."""
        self._keypads = keypads

    def get(self) -> tuple:
        """None, or (key number, whether it went down) of the oldest edge. (0, None): edges were lost."""
        for pad, first in self._keypads:
            if pad.events.overflowed:
                pad.events.clear()
                return 0, None
            event = pad.events.get()
            if event is not None:
                return first + event.key_number, event.pressed
        return None


def lock(i2c: "I2C") -> bool:
    """Take an I2C bus, unless something else holds it for long. Returns whether it was free."""
    return any(i2c.try_lock() for _ in range(LOCK_TRIES))


def own_display() -> "BusDisplay":
    """The display that is part of the board, wider than high."""
    display = board.DISPLAY
    display.auto_refresh = False
    if display.rotation % 90:
        # The StickC's firmware says 1 degree: it draws that as 90, but takes it for 0 when the display is turned. A
        # full turn more makes it 90 and turns nothing.
        display.rotation = 360 + 90
    if display.height > display.width:
        display.rotation = (display.rotation + 90) % 180
    return display


def scanned(pins: tuple[microcontroller.Pin, ...], pressed: bool, pull: bool = True) -> keypad.Keys:
    """A keypad object. pressed: what its pins read when a key is down. pull: whether the chip holds them otherwise."""
    return keypad.Keys(pins, value_when_pressed=pressed, pull=pull, interval=SCAN_S, debounce_threshold=2)


def buttons(*pins: microcontroller.Pin) -> Keys:
    """Buttons between pins and ground: YES, NO, and MORE where there is one. A pin without a button does nothing."""
    return Keys((scanned(pins, False), 0))


def lamp(pin: microcontroller.Pin, count: int = 1) -> "NeoPixel":
    """NeoPixels at a pin. The library also switches on what powers those that are part of a board."""
    from neopixel import NeoPixel

    return NeoPixel(pin, count, brightness=1.0, auto_write=False)


def added_lamp(pin: microcontroller.Pin) -> "NeoPixel":
    """NeoPixels that somebody wired to a pin: one, or as many as HATS_PIXELS says, up to 64."""
    count = setting("HATS_PIXELS", 1)
    return lamp(pin, count if type(count) is int and 1 <= count <= PIXELS_MAX else 1)


def tone(pin: microcontroller.Pin) -> "Callable[[int], None]":
    """What sounds a piezo at a pin: called with Hz it starts, with 0 it stops. It goes on by itself."""
    import pwmio

    pwm = pwmio.PWMOut(pin, frequency=1000, variable_frequency=True)

    def sound(hz: int) -> None:
        if hz:
            pwm.frequency = hz
        pwm.duty_cycle = 0x8000 if hz else 0

    return sound
