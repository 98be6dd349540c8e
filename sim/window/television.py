"""The public view of a table, large enough for a living room: who sits there, what lies face up, what is on its way."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import pygame

from sim import words
from sim.window import art, flight

if TYPE_CHECKING:
    from engine.gift_game import View
    from pocket.session import Session
    from sim.runs.watch import Onlooker


SIZE = (1280, 720)
FRAMES_PER_S = 30
INK, FAINT, LEFT, RIGHT = (52, 42, 38), (150, 134, 120), (44, 104, 214), (226, 120, 30)
LINES = 4  # of what happened last


def show(onlooker: "Onlooker") -> None:
    """Open a window and show the table until it is closed. Raises RuntimeError when there is no display."""
    try:
        pygame.display.init()
        pygame.display.set_caption("Pocket Hats")
        pygame.display.set_icon(art.gift(64))
        pygame.display.set_mode(SIZE, pygame.RESIZABLE)
    except pygame.error as error:
        pygame.display.quit()
        raise RuntimeError(f"A window cannot be opened here ({error}). Look on with --headless.") from error
    try:
        television, clock = Television(), pygame.time.Clock()
        while not _closed():
            onlooker.step()
            television.hear(onlooker.news())
            if television.draw(pygame.display.get_surface(), onlooker.session, onlooker.ticks()):
                pygame.display.flip()
            clock.tick(FRAMES_PER_S)
    finally:
        pygame.display.quit()


def _closed() -> bool:
    for event in pygame.event.get():
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_q)):
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_F11, pygame.K_f):
            full = pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
            pygame.display.set_mode(SIZE if full else (0, 0), pygame.RESIZABLE if full else pygame.FULLSCREEN)
    return False


class Television:
    """Draws the table of a session; a picture that would be the same is not drawn again."""

    def __init__(self) -> None:
        pygame.font.init()
        self._still: pygame.Surface | None = None
        self._last: list[tuple[str, str]] = []  # what happened last: (name, words)
        self._drawn: tuple[object, ...] | None = None

    def hear(self, news: Iterable[tuple[int, str, str]]) -> None:
        """Take in what happened, as `Onlooker.news` tells it."""
        for index, name, what in news:
            self._last = [*([] if index == 0 else self._last), (name, what)][-LINES:]

    def draw(self, target: pygame.Surface, session: "Session", now: int) -> bool:
        """Bring `target` up to date. now: the session's ticks. Returns whether anything has changed."""
        size = target.get_size()
        self._unit = min(size[0] / SIZE[0], size[1] / SIZE[1])
        if self._still is None or self._still.get_size() != size:
            margin = round(min(size) * 0.16)
            mat = pygame.Rect(0, 0, size[0], size[1]).inflate(-margin, -margin)
            self._still, self._drawn = art.table(size, mat, True), None
        sprites = [] if session.table is None else self._sprites(session, size, now)
        count = session.table and session.table.count
        state = session.table_id, count, [one.key for one in sprites], len(self._last)
        if state == self._drawn:
            return False
        self._drawn = state
        target.blit(self._still, (0, 0))
        if session.table is None:
            self._write(target, "Waiting for a table...", target.get_rect().center, 44, art.PAPER)
            return True
        for seat in range(session.game.players):
            self._draw_seat(target, session, seat, self._card(seat, session.game.players, size))
        for one in sprites:
            art.put(target, one.picture, one.rect)
        self._draw_middle(target, session)
        return True

    def _units(self, count: float) -> int:
        return max(1, round(count * self._unit))

    def _card(self, seat: int, players: int, size: tuple[int, int]) -> pygame.Rect:
        """Where a player's card lies: clockwise on an ellipse, the first at the bottom."""
        rect = pygame.Rect(0, 0, self._units(236), self._units(132))
        turn = 2 * math.pi * seat / players
        across, down = size[0] / 2 - rect.width * 0.62, size[1] / 2 - rect.height * 0.66
        rect.center = round(size[0] / 2 - math.sin(turn) * across), round(size[1] / 2 + math.cos(turn) * down)
        return rect

    def _sprites(self, session: "Session", size: tuple[int, int], now: int) -> list[flight.Sprite]:
        game = session.game
        cards = [self._card(seat, game.players, size) for seat in range(game.players)]
        centre = pygame.Vector2(size) / 2
        since_ms, side = session.since_ms(now), self._units(56)
        return flight.sprites(
            game.view(None),
            since_ms,
            cards,
            centre,
            side,
            lambda gift: words.gift_words(gift, session.match.deck_in_use),
            pull=0.1,
        )

    def _write(
        self,
        target: pygame.Surface,
        text: str,
        centre: tuple[int, int],
        height: float,
        colour: art.Colour,
        left: bool = False,
    ) -> None:
        line = art.text(text, self._units(height), colour)
        art.put(target, line, line.get_rect(midleft=centre) if left else line.get_rect(center=centre))

    def _draw_seat(self, target: pygame.Surface, session: "Session", seat: int, rect: pygame.Rect) -> None:
        view, name = session.game.view(None), session.match.name_of(seat)
        unit = self._units
        shadow = art.shadow(rect.size, self._unit)
        art.put(target, shadow, shadow.get_rect(center=rect.center).move(0, unit(6)))
        if view.actor == seat:
            halo = rect.inflate(unit(12), unit(12))
            art.put(target, art.plate(halo.size, (255, 214, 110), radius=unit(20)), halo)
        art.put(target, art.plate(rect.size, art.CASES[seat], radius=unit(16)), rect)
        paper = pygame.Rect(rect.x + unit(6), rect.y + unit(40), rect.width - unit(12), rect.height - unit(46))
        art.put(target, art.plate(paper.size, art.PAPER, radius=unit(11)), paper)
        ink = art.PAPER if sum(art.CASES[seat]) < 420 else INK
        self._write(target, name, (rect.x + unit(16), rect.y + unit(21)), 30, ink, left=True)
        self._write(target, str(view.scores[seat]), (rect.right - unit(24), rect.y + unit(21)), 30, ink)
        if words.has_gifts(view):
            self._draw_gifts(target, session, view, seat, paper)

    def _draw_gifts(
        self, target: pygame.Surface, session: "Session", view: "View", seat: int, paper: pygame.Rect
    ) -> None:
        """What lies before a player for all to see: gifts that are face up, arrows of the others, penalties."""
        unit = self._units
        lines = [words.gift_words(gift, session.match.deck_in_use) for gift in view.faces[seat]]
        y = paper.y + unit(16)
        for line in lines[:2]:
            self._write(target, line, (paper.x + unit(10), y), 22, INK, left=True)
            y += unit(22)
        x = paper.x + unit(20)
        for arrow in words.backs(view, seat)[:6]:
            other = self._card((seat + arrow) % view.players, view.players, target.get_size())
            way = pygame.Vector2(other.center) - paper.center
            self._draw_back(target, arrow, round(pygame.Vector2(1, 0).angle_to(way)) % 360, (x, y + unit(2)))
            x += unit(34)
        for number in range(view.penalties):
            at = paper.right - unit(18 + 20 * number), paper.bottom - unit(14)
            colour = (206, 62, 50) if number < len(view.piles[seat]) else (226, 212, 194)
            dot = art.plate((unit(14), unit(14)), colour)
            art.put(target, dot, dot.get_rect(center=at))

    def _draw_back(self, target: pygame.Surface, arrow: int, turn: int, centre: tuple[int, int]) -> None:
        back = art.gift(self._units(34))
        art.put(target, back, back.get_rect(center=centre))
        head = art.chevron(self._units(20), LEFT if arrow > 0 else RIGHT, turn)
        art.put(target, head, head.get_rect(center=(centre[0], centre[1] + self._units(24))))

    def _draw_middle(self, target: pygame.Surface, session: "Session") -> None:
        """What happened last, and who has won."""
        centre = target.get_rect().center
        y = centre[1] - self._units(20 * (len(self._last) - 1))
        for number, (name, what) in enumerate(self._last):
            newest = number == len(self._last) - 1
            colour = art.PAPER if newest else (158, 190, 178)
            self._write(target, f"{name} {what}", (centre[0], y), 38 if newest else 24, colour)
            y += self._units(44 if number == len(self._last) - 2 else 34)
        if session.game.over:
            names = [session.match.name_of(seat) for seat in session.game.winners()]
            won = f"{names[0]} wins!" if len(names) == 1 else f"{', '.join(names)} share the win"
            self._write(target, won, (centre[0], centre[1] + self._units(96)), 60, (255, 214, 110))
