"""What lies over the table for a while: the question what to do after Esc, and the list of all keys."""

import functools
from collections.abc import Callable, Sequence

import pygame

from sim.window import panel, widgets
from sim.window.widgets import Button

Choice = tuple[str, Callable[[], object]]  # what it says, and what it does

WIDTH, LINE, BUTTON, EDGE = 520, 26, 44, 28  # units
BACK, FORTH = (pygame.K_UP, pygame.K_LEFT), (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_TAB)
CHOOSE = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class Sheet:
    """A title over lines of (key, what it does), or over choices, one of which is marked. dark: by night."""

    def __init__(
        self,
        screen: pygame.Surface,
        dark: bool,
        title: str,
        lines: Sequence[tuple[str, str]] = (),
        choices: Sequence[Choice] = (),
    ) -> None:
        self._unit = panel.unit(screen.get_height())
        self._paper = widgets.Paper(screen, self._unit, widgets.NIGHT if dark else widgets.DAY)
        self._title, self._lines, self._do, self._at = title, lines, [do for _, do in choices], 0
        room = screen.get_height() // self._unit - 92
        self._line = min(LINE, room // len(lines)) if lines else LINE
        height = 72 + self._line * len(lines) + (BUTTON + 10) * len(choices) + (10 if choices else 0)
        self._rect = pygame.Rect(0, 0, WIDTH, height)
        self._rect.center = screen.get_width() // 2 // self._unit, screen.get_height() // 2 // self._unit
        self._buttons = []
        for row, (says, do) in enumerate(choices):
            rect = pygame.Rect(self._rect.left + EDGE, self._rect.top + 72 + row * (BUTTON + 10), 0, BUTTON)
            rect.width = WIDTH - 2 * EDGE
            lit = functools.partial(lambda row: row == self._at, row)
            self._buttons.append(Button(rect, functools.partial(str, says), do, lit=lit, height=24))
        veil = pygame.Surface(screen.get_size(), pygame.SRCALPHA)
        veil.fill((10, 8, 8, 120))
        screen.blit(veil, (0, 0))
        self.draw()

    def draw(self) -> None:
        """Draw what is over the veil."""
        paper, rect = self._paper, self._rect
        paper.plate(rect, paper.skin.card, radius=16)
        paper.write(self._title, (rect.left + EDGE, rect.top + 34), 36)
        for row, (written, what) in enumerate(self._lines):
            y = rect.top + 72 + self._line * row
            paper.write(written, (rect.left + 124, y), colour=paper.skin.accent, edge="midright")
            paper.write(what, (rect.left + 144, y), room=WIDTH - 144 - EDGE)
        for button in self._buttons:
            button.draw(paper)

    def key(self, code: int) -> None:
        """A key that moves the mark, or takes what is marked."""
        if self._do and code in CHOOSE:
            self._do[self._at]()
        elif self._do and code in (*BACK, *FORTH):
            self._at = (self._at + (1 if code in FORTH else -1)) % len(self._do)
            self.draw()

    def click(self, point: tuple[int, int]) -> bool:
        """Take the choice at `point`, in pixels. Returns whether there was one."""
        at = point[0] // self._unit, point[1] // self._unit
        for button in self._buttons:
            if button.rect.collidepoint(at):
                button.press(at)
                return True
        return False
