"""Buttons, sliders and switches of the simulator's side panel: what they look like and what a finger does to them.

A widget has `rect`, `look()` (a tuple that differs whenever it has to be drawn again), `draw(paper)`, `press(point)`
and `drag(point)`. No toolkit makes them: Dear ImGui draws with OpenGL, which a test without a display lacks;
pygame_gui's buttons and sliders take no keys, its sliders follow the pointer of the system, which a test cannot move,
and it draws everything in every frame.
"""

from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any

import pygame

from sim.window import art

# The panel's colours: behind everything, behind groups, text, faint text, lines and wells, what is on, and warnings.
Skin = namedtuple("Skin", "paper card ink faint line accent alarm")
DAY = Skin(
    (244, 236, 222), (255, 251, 243), (52, 42, 38), (138, 122, 108), (222, 208, 188), (46, 132, 110), (198, 62, 46)
)
NIGHT = Skin((28, 25, 31), (40, 36, 44), (242, 232, 216), (158, 146, 140), (66, 60, 70), (88, 190, 158), (240, 110, 88))
TEXT = 17  # pixels


class Paper:
    """A surface to draw on in units, of one pixel or, where pixels are small, of more. skin: the colours, a Skin."""

    def __init__(self, surface: pygame.Surface, unit: int = 1, skin: Skin = DAY) -> None:
        self.surface, self._unit, self.skin = surface, unit, skin

    def plate(
        self,
        rect: pygame.Rect | tuple[int, int, int, int],
        colour: art.Colour,
        alpha: int = 255,
        radius: int | None = None,
    ) -> None:
        """A rounded rectangle; radius: None: as round as it can be."""
        rect = pygame.Rect([side * self._unit for side in rect])
        radius = None if radius is None else radius * self._unit
        art.put(self.surface, art.plate(rect.size, colour, alpha, radius), rect)

    def disc(self, centre: tuple[int, int], side: int, colour: art.Colour) -> None:
        self.plate((centre[0] - side // 2, centre[1] - side // 2, side, side), colour)

    def line(self, colour: art.Colour, start: tuple[int, int], end: tuple[int, int]) -> None:
        first, last = [(x * self._unit, y * self._unit) for x, y in (start, end)]
        pygame.draw.line(self.surface, colour, first, last, self._unit)

    def write(
        self,
        words: str,
        place: tuple[int, int],
        height: int = TEXT,
        colour: art.Colour | None = None,
        edge: str = "midleft",
        room: float | None = None,
    ) -> float:
        """A line of text. Returns its width.

        place: where its `edge` is, one that a pygame.Rect has. height: of its letters.
        colour: None: the skin's ink. room: the most that it may be wide, or None; its end is left out then.
        """
        line = art.text(words, height * self._unit, colour or self.skin.ink)
        while room is not None and line.get_width() > room * self._unit and len(words) > 1:
            words = words[:-2].rstrip() + "…"
            line = art.text(words, height * self._unit, colour or self.skin.ink)
        art.put(self.surface, line, line.get_rect(**{edge: (place[0] * self._unit, place[1] * self._unit)}))
        return line.get_width() / self._unit


class Button:
    """Something to press. caption, lit: functions that give what it says and whether it is on. key: the keyboard's
    key that does the same, as it is written on the button. height: of its letters, where it has no key.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        caption: Callable[[], str],
        do: Callable[[], object],
        key: str = "",
        lit: Callable[[], bool] = lambda: False,
        enabled: Callable[[], bool] = lambda: True,
        height: int = TEXT,
    ) -> None:
        self.rect = pygame.Rect(rect)
        self._caption, self._do, self._key, self._lit, self._enabled = caption, do, key, lit, enabled
        self._height = height

    def look(self) -> tuple[str, bool, bool]:
        return self._caption(), self._lit(), self._enabled()

    def draw(self, paper: Paper) -> None:
        caption, lit, enabled = self.look()
        skin, rect = paper.skin, self.rect
        paper.plate(rect, skin.accent if lit else skin.line, radius=8)
        ink = (skin.card if lit else skin.ink) if enabled else skin.faint
        if self._key and rect.width > 60:
            faint = ink if lit else skin.faint
            taken = paper.write(self._key, (rect.right - 8, rect.centery), 15, faint, "midright")
            paper.write(caption, (rect.left + 9, rect.centery), colour=ink, room=rect.width - 20 - taken)
        else:
            paper.write(caption, rect.center, self._height, ink, "center")

    def press(self, point: tuple[int, int]) -> None:
        if self._enabled():
            self._do()

    def drag(self, point: tuple[int, int]) -> None:
        """A button does nothing more until it is pressed again."""


class Slider:
    """A value between `low` and `high` in whole steps. get() gives it (None: there is none), put(value) sets it,
    told(value) says it.
    """

    def __init__(
        self,
        rect: pygame.Rect | tuple[int, int, int, int],
        caption: str,
        get: Callable[[], float | None],
        put: Callable[[Any], object],
        low: float,
        high: float,
        step: float,
        told: Callable[[Any], str],
    ) -> None:
        self.rect = pygame.Rect(rect)
        self._caption, self._get, self._put = caption, get, put
        self._low, self._high, self._step, self._told = low, high, step, told
        self.focused = False

    def look(self) -> tuple[object, ...]:
        return self._get(), self.focused

    def told(self) -> str:
        """The value in words; where there is none, a dash."""
        return "-" if self._get() is None else self._told(self._get())

    def _track(self) -> pygame.Rect:
        return pygame.Rect(self.rect.left + 104, self.rect.centery - 3, self.rect.width - 104 - 66, 6)

    def draw(self, paper: Paper) -> None:
        value, track, skin = self._get(), self._track(), paper.skin
        if value is None:
            value = self._low
        if self.focused:
            paper.plate(self.rect, skin.line, radius=8)
        paper.write(self._caption, (self.rect.left + 8, self.rect.centery))
        paper.write(self.told(), (self.rect.right - 8, self.rect.centery), edge="midright")
        paper.plate(track, skin.faint, 120)
        share = max(0.0, min(1.0, (value - self._low) / (self._high - self._low)))
        if share > 0:
            paper.plate((*track.topleft, max(6, round(track.width * share)), 6), skin.accent)
        paper.disc((track.left + round(track.width * share), track.centery), 16, skin.accent)

    def press(self, point: tuple[int, int]) -> None:
        track = self._track()
        share = max(0.0, min(1.0, (point[0] - track.left) / track.width))
        self._set(self._low + share * (self._high - self._low))

    drag = press

    def nudge(self, steps: int) -> None:
        """More (or, below 0, less) by so many steps."""
        self._set((self._get() or 0) + steps * self._step)

    def _set(self, value: float) -> None:
        value = max(self._low, min(self._high, round(value / self._step) * self._step))
        if value != self._get():
            self._put(value)


class Sides:
    """Who is cut off: a disc for each device, near or far; a finger that is drawn over discs takes them along."""

    def __init__(
        self,
        rect: pygame.Rect | tuple[int, int, int, int],
        names: Sequence[str],
        far: Callable[[], list[int]],
        put: Callable[[list[int]], object],
    ) -> None:
        """far(): seats that are cut off, as a list. put(list) sets it."""
        self.rect = pygame.Rect(rect)
        self._names, self._far, self._put = names, far, put
        self._to_far = True  # where the finger takes discs

    def look(self) -> tuple[object, ...]:
        return tuple(self._far())

    def _centre(self, seat: int) -> tuple[int, int]:
        step = self.rect.width / len(self._names)
        down = 0.75 if seat in self._far() else 0.25
        return round(self.rect.left + (seat + 0.5) * step), round(self.rect.top + down * self.rect.height)

    def draw(self, paper: Paper) -> None:
        skin, y = paper.skin, self.rect.centery
        paper.plate(self.rect, skin.line, radius=8)
        for x in range(self.rect.left + 8, self.rect.right - 8, 10):
            paper.line(skin.alarm if self._far() else skin.faint, (x, y), (x + 4, y))
        for seat, name in enumerate(self._names):
            paper.disc(self._centre(seat), 26, art.CASES[seat])
            paper.write(name[:2], self._centre(seat), 14, art.INK, "center")

    def press(self, point: tuple[int, int]) -> None:
        seat = self._seat(point)
        self._to_far = seat not in self._far()
        self._take(seat)

    def drag(self, point: tuple[int, int]) -> None:
        if self.rect.inflate(0, 40).collidepoint(point):
            self._take(self._seat(point))

    def _seat(self, point: tuple[int, int]) -> int:
        return max(0, min(len(self._names) - 1, (point[0] - self.rect.left) * len(self._names) // self.rect.width))

    def _take(self, seat: int) -> None:
        far = list(self._far())
        if (seat in far) != self._to_far:
            self._put(sorted([*far, seat]) if self._to_far else [one for one in far if one != seat])


Widget = Button | Slider | Sides
