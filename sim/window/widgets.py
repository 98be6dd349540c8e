"""Buttons, sliders and switches of the simulator's side panel: what they look like and what a finger does to them.

A widget has `rect`, `look()` (a tuple that differs whenever it has to be drawn again), `draw(target, skin)`,
`press(point)` and `drag(point)`. No toolkit makes them: pygame_gui's buttons and sliders take no keys, its sliders
follow the pointer of the system, which a test cannot move, and it draws everything in every frame.
"""

from collections import namedtuple

import pygame

from sim.window import art

# The panel's colours: behind everything, behind groups, text, faint text, lines and wells, what is on, and warnings.
Skin = namedtuple("Skin", "paper card ink faint line accent alarm")
DAY = Skin(
    (244, 236, 222), (255, 251, 243), (52, 42, 38), (138, 122, 108), (222, 208, 188), (46, 132, 110), (198, 62, 46)
)
NIGHT = Skin((28, 25, 31), (40, 36, 44), (242, 232, 216), (158, 146, 140), (66, 60, 70), (88, 190, 158), (240, 110, 88))
TEXT = 17  # pixels


def write(target, words, place, skin, height=TEXT, colour=None, right=False, centre=False, room=None):
    """A line of text whose left (right, middle) edge is at `place`; its end is left out where `room` is too narrow."""
    line = art.text(words, height, colour or skin.ink)
    while room is not None and line.get_width() > room and len(words) > 1:
        words = words[:-2].rstrip() + "…"
        line = art.text(words, height, colour or skin.ink)
    rect = line.get_rect(midleft=place)
    if right:
        rect.midright = place
    elif centre:
        rect.center = place
    art.put(target, line, rect)
    return rect


class Button:
    """Something to press. caption, lit: functions that give what it says and whether it is on. key: the keyboard's
    key that does the same, as it is written on the button.
    """

    def __init__(self, rect, caption, do, key="", lit=lambda: False, enabled=lambda: True):
        self.rect = pygame.Rect(rect)
        self._caption, self._do, self._key, self._lit, self._enabled = caption, do, key, lit, enabled

    def look(self):
        return self._caption(), self._lit(), self._enabled()

    def draw(self, target, skin):
        caption, lit, enabled = self.look()
        back = skin.accent if lit else skin.line
        art.put(target, art.plate(self.rect.size, back, radius=8), self.rect)
        ink = (skin.card if lit else skin.ink) if enabled else skin.faint
        room = self.rect.width - 16
        if self._key and self.rect.width > 60:
            cap = art.text(self._key, 15, ink if lit else skin.faint)
            art.put(target, cap, cap.get_rect(midright=(self.rect.right - 8, self.rect.centery)))
            room -= cap.get_width() + 4
            write(target, caption, (self.rect.left + 9, self.rect.centery), skin, colour=ink, room=room)
        else:
            write(target, caption, self.rect.center, skin, colour=ink, centre=True)

    def press(self, point):
        if self._enabled():
            self._do()

    def drag(self, point):
        """A button does nothing more until it is pressed again."""


class Slider:
    """A value between `low` and `high` in whole steps. get() gives it (None: there is none), put(value) sets it,
    told(value) says it.
    """

    def __init__(self, rect, caption, get, put, low, high, step, told):
        self.rect = pygame.Rect(rect)
        self._caption, self._get, self._put = caption, get, put
        self._low, self._high, self._step, self._told = low, high, step, told
        self.focused = False

    def look(self):
        return self._get(), self.focused

    def told(self):
        """The value in words; where there is none, a dash."""
        return "-" if self._get() is None else self._told(self._get())

    def _track(self):
        return pygame.Rect(self.rect.left + 104, self.rect.centery - 3, self.rect.width - 104 - 66, 6)

    def draw(self, target, skin):
        value, track = self._get(), self._track()
        if value is None:
            value = self._low
        if self.focused:
            art.put(target, art.plate(self.rect.size, skin.line, radius=8), self.rect)
        write(target, self._caption, (self.rect.left + 8, self.rect.centery), skin)
        write(target, self.told(), (self.rect.right - 8, self.rect.centery), skin, right=True)
        art.put(target, art.plate(track.size, skin.faint, 120), track)
        share = max(0.0, min(1.0, (value - self._low) / (self._high - self._low)))
        if share > 0:
            art.put(target, art.plate((max(6, round(track.width * share)), 6), skin.accent), track)
        knob = art.plate((16, 16), skin.accent)
        art.put(target, knob, knob.get_rect(center=(track.left + round(track.width * share), track.centery)))

    def press(self, point):
        track = self._track()
        share = max(0.0, min(1.0, (point[0] - track.left) / track.width))
        self._set(self._low + share * (self._high - self._low))

    drag = press

    def nudge(self, steps):
        """More (or, below 0, less) by so many steps."""
        self._set((self._get() or 0) + steps * self._step)

    def _set(self, value):
        value = max(self._low, min(self._high, round(value / self._step) * self._step))
        if value != self._get():
            self._put(value)


class Sides:
    """Who is cut off: a disc for each device, near or far; a finger that is drawn over discs takes them along."""

    def __init__(self, rect, names, far, put):
        """far(): seats that are cut off, as a list. put(list) sets it."""
        self.rect = pygame.Rect(rect)
        self._names, self._far, self._put = names, far, put
        self._to_far = True  # where the finger takes discs

    def look(self):
        return tuple(self._far())

    def _centre(self, seat):
        step = self.rect.width / len(self._names)
        down = 0.75 if seat in self._far() else 0.25
        return round(self.rect.left + (seat + 0.5) * step), round(self.rect.top + down * self.rect.height)

    def draw(self, target, skin):
        art.put(target, art.plate(self.rect.size, skin.line, radius=8), self.rect)
        y = self.rect.centery
        for x in range(self.rect.left + 8, self.rect.right - 8, 10):
            pygame.draw.line(target, skin.alarm if self._far() else skin.faint, (x, y), (x + 4, y))
        for seat, name in enumerate(self._names):
            disc = art.plate((24, 24), art.CASES[seat])
            rect = disc.get_rect(center=self._centre(seat))
            art.put(target, disc, rect)
            write(target, name[:1], rect.center, skin, 16, art.INK, centre=True)

    def press(self, point):
        seat = self._seat(point)
        self._to_far = seat not in self._far()
        self._take(seat)

    def drag(self, point):
        if self.rect.inflate(0, 40).collidepoint(point):
            self._take(self._seat(point))

    def _seat(self, point):
        return max(0, min(len(self._names) - 1, (point[0] - self.rect.left) * len(self._names) // self.rect.width))

    def _take(self, seat):
        far = list(self._far())
        if (seat in far) != self._to_far:
            self._put(sorted([*far, seat]) if self._to_far else [one for one in far if one != seat])
