"""Spares the battery and watches it: the screen dims and goes out where nobody needs it; low and empty are said.

The radio is never switched off: the others miss a device that they have not heard for 3.5 s.
"""

from adafruit_ticks import ticks_diff

from pocket import lamp
from pocket.keys import GUARD_MS
from pocket.page import Page
from pocket.words import say

DIM_MS = 60000  # without a press
DARK_MS = 300000
DIM = 0.2  # of a display's full brightness

LOOK_MS = 30000  # between two looks at the battery
LOW = 15  # percent
EMPTY = 3
CHARGED = 2  # percent above a limit, at which it is over: a voltage at rest is a little higher than under load
LEVELS = 4  # of the sign on the screen

_BRIGHT, _DIMMED, _DARK = range(3)


class Rest:
    """Dims the display after a minute without a press, and switches it off after five while nobody is to act here."""

    def __init__(self, display, get_edge, now):
        """display: of displayio. get_edge: called without arguments, gives None or (key number, whether it is down)."""
        self._display, self._get_edge = display, get_edge
        self._state = _BRIGHT
        self._idle_ms = 0
        self._unread = False  # it has just come on
        self._awaited = None
        self._now = now

    @property
    def dark(self):
        """Whether the display is off."""
        return self._state == _DARK

    def step(self, awaited, now):
        """Call it often. awaited: the number of the entry that somebody is to write here, or None; see `Match`."""
        self._idle_ms = min(self._idle_ms + ticks_diff(now, self._now), DARK_MS)  # ticks wrap
        self._now = now
        if awaited is not None and awaited != self._awaited:
            self.wake()
        self._awaited = awaited
        if self._idle_ms >= DARK_MS and awaited is None:
            self._set(_DARK)
        elif self._idle_ms >= DIM_MS:
            self._set(_DIMMED)

    def wake(self):
        """Light the display, and count from the beginning."""
        self._idle_ms = 0
        self._set(_BRIGHT)

    def edge(self):
        """The next key edge, as `Keys` wants it. Without the press that wakes the display when it was off, and what
        follows so soon that nobody can have read anything.
        """
        while True:
            edge = self._get_edge()
            if edge is None or not edge[1]:
                return edge
            if self.dark:
                self._unread = True
                self.wake()
            elif not self._unread or self._idle_ms >= GUARD_MS:
                self._unread = False
                self.wake()
                return edge

    def _set(self, state):
        if state == self._state:
            return
        display, before, self._state = self._display, self._state, state
        sleeps = hasattr(display, "sleep")  # an OLED display, which still glows with a brightness of 0
        if sleeps and before == _DARK:
            display.wake()
        if sleeps and state == _DARK:
            display.sleep()
        else:
            display.brightness = (1.0, DIM, 0.0)[state]


class Battery:
    """How full the battery is, and what is to be said of it."""

    def __init__(self, percent, now):
        """percent: called without arguments, gives 0 to 100, or None where nobody can tell."""
        self._percent = percent
        self._looked_ms = now
        self._before = self._last = percent()
        self._low = self._empty = False
        self._to_say = False  # that it is low
        self._judge()

    @property
    def level(self):
        """0 (nearly empty) to LEVELS - 1 for a sign on the screen; None where there is no battery."""
        return None if self._last is None else min(self._last * LEVELS // 100, LEVELS - 1)

    def light(self, light):
        """The meaning that the lamp is to show where a page asks for `light`: a low battery shows in place of none."""
        return lamp.LOW if light == lamp.OFF and self._low else light

    def step(self, now):
        """Look, when it is time. Returns whether the battery is empty: then everything is to be kept at once."""
        if ticks_diff(now, self._looked_ms) >= LOOK_MS:
            self._looked_ms = now
            self._before, self._last = self._last, self._percent()
            self._judge()
        return self._empty

    def page(self):
        """What is to be read before all else, or None. That the battery is empty stays until it is charged."""
        if self._empty:
            return Page("empty", "", say("battery_empty"), light=lamp.LOW)
        if self._to_say:
            return Page("low", "", say("battery_low", self._last), yes=(say("ok"), self._said), light=lamp.LOW)
        return None

    def _said(self, now):
        self._to_say = False

    def _judge(self):
        if self._last is None:
            self._low = self._empty = self._to_say = False
            return
        least = self._last if self._before is None else max(self._last, self._before)  # one dip says nothing
        self._empty = least <= (EMPTY + CHARGED if self._empty else EMPTY)
        low = least <= (LOW + CHARGED if self._low else LOW)
        self._to_say = low and (self._to_say or not self._low)
        self._low = low
