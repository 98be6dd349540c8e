"""The simulator's window: the table on the left, the panel on the right, and mouse and keyboard that act on both."""

import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from sim.room import Room
from sim.runs import record
from sim.runs.run import Run
from sim.window import art, panel, widgets
from sim.window import desk as desks
from sim.window.desk import Looks
from sim.window.picture import MORE, NO, YES, Picture

if TYPE_CHECKING:
    from pygame.event import Event

    from sim.runs.reload import Reloader


# For each of the first seats: which keys of the keyboard stand for which of the device. The first is shown beside it.
KEYBOARD = (
    (
        (pygame.K_z, pygame.K_LEFT, pygame.K_RETURN, pygame.K_KP_ENTER),
        (pygame.K_x, pygame.K_RIGHT, pygame.K_BACKSPACE),
        (pygame.K_c, pygame.K_DOWN),
    ),
    ((pygame.K_q,), (pygame.K_w,), (pygame.K_e,)),
    ((pygame.K_i,), (pygame.K_o,), (pygame.K_p,)),
    ((pygame.K_b,), (pygame.K_n,), (pygame.K_m,)),
)
BUTTON_OF = {code: (seat, key) for seat, keys in enumerate(KEYBOARD) for key in (YES, NO, MORE) for code in keys[key]}
LETTERS = [[pygame.key.name(codes[0]).upper() for codes in keys] for keys in KEYBOARD]
SLIDER_KEYS = {
    pygame.K_PAGEUP: ("focus", -1),
    pygame.K_PAGEDOWN: ("focus", 1),
    pygame.K_HOME: ("nudge", -1),
    pygame.K_END: ("nudge", 1),
}
MOUSE = "mouse"
FRAMES_PER_S = 60
TABLE_MIN = 700  # pixels: a narrower window has no room for the panel


def play(
    run: Run,
    path: str | None = None,
    tools: bool = True,
    reloader: "Reloader | None" = None,
    looks: Looks | None = None,
) -> Run:
    """Open a window on `run` and go on until it is closed. Returns the run as it is then.

    run: a `sim.runs.run.Run`.
    path: where F5 saves the run.
    tools: whether there are a panel and keys to break things.
    reloader: a `sim.runs.reload.Reloader`, or None.
    looks: what `Window.looks` told in the process before this one, or None.
    Raises RuntimeError when there is no display to open a window on.
    """
    try:
        pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("no display was found")  # SDL's last resort is a window that nobody can see
        size = _window_size(len(run.room.devices), tools)
        pygame.display.set_caption("Pocket Hats")
        pygame.display.set_icon(art.gift(64))
        _open(size, looks or {})
    except pygame.error as error:
        pygame.display.quit()
        raise RuntimeError(
            f"A window cannot be opened here ({error}). Play with --headless, or save a picture with --shot FILE.png."
        ) from error
    try:
        window = Window(run, path, tools, reloader)
        if looks:
            window.desk.restore(looks)
        clock = pygame.time.Clock()
        elapsed_ms = 0
        while window.frame(elapsed_ms, size):
            elapsed_ms = clock.tick(FRAMES_PER_S)
        return window.desk.run
    finally:
        if reloader:
            reloader.close()
        pygame.display.quit()


class Fingers:
    """Fingers on people's buttons: several may be on one, and it comes up with the last of them."""

    def __init__(self, press: Callable[[int, int, bool], object], humans: int) -> None:
        """press: called with (seat, key, down)."""
        self._press = press
        self._humans = humans
        self._held: dict[object, tuple[int, int]] = {}  # finger -> (seat, key)

    def press(self, finger: object, button: tuple[int, int]) -> None:
        """Put a finger (any name) on a button (seat, key). Nothing happens on a bot's, or when it is on one already."""
        if button[0] < self._humans and finger not in self._held:
            self._held[finger] = button
            self._press(*button, True)

    def release(self, finger: object) -> None:
        """Take a finger off the button that it is on, if any."""
        button = self._held.pop(finger, None)
        if button is not None and button not in self._held.values():
            self._press(*button, False)

    def release_all(self) -> None:
        """Take all fingers off."""
        for finger in list(self._held):
            self.release(finger)


class Window:
    """What pygame's display shows of a run, and what happens to the run from there."""

    def __init__(
        self, run: Run, path: str | None = None, tools: bool = True, reloader: "Reloader | None" = None
    ) -> None:
        self.desk = desks.Desk(run, make_picture(run, tools), path)
        self._tools, self._reloader = tools, reloader
        people = run.room.setup["humans"] if self.desk.live else 0
        self._fingers = Fingers(lambda *values: self.desk.run.do("press", *values), people)
        self._panel: panel.Panel | None = None
        self._shown: tuple[object, ...] | None = None  # what the display was divided for

    def frame(self, elapsed_ms: int, size: tuple[int, int]) -> bool:
        """Do what happened since the frame before, and draw. size: of the window that full screen goes back to.

        Returns False when the window is to be closed.
        """
        whole = False
        for event in pygame.event.get():
            if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
                if event.type == pygame.QUIT or not self.desk.helping:
                    return False
                self.desk.toggle_help()
            whole = whole or event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED)
            self._handle(event, size)
        self.desk.advance(elapsed_ms)
        if self._reloader and self._reloader.look(self.desk):
            self._fingers.release_all()  # what is held down now comes up in another process
            self._reloader.go_on(self.desk, self.looks())
        pygame.display.update(self._draw(whole))
        return True

    def looks(self) -> Looks:
        """What another process needs for a window that looks like this one, as JSON can hold it."""
        full = bool(pygame.display.get_surface().get_flags() & pygame.FULLSCREEN)
        size, place = pygame.display.get_window_size(), pygame.display.get_window_position()
        return {**self.desk.looks(), "full": full, "size": size, "place": place}

    def _draw(self, whole: bool) -> list[pygame.Rect]:
        screen, desk = pygame.display.get_surface(), self.desk
        shown = screen.get_size(), desk.panel, desk.helping, desk.run
        if shown != self._shown:
            whole, self._shown = True, shown
            width, height = screen.get_size()
            unit = panel.unit(height)
            side = panel.WIDTH * unit
            side = side if self._tools and desk.panel and width >= side + TABLE_MIN else 0
            self._panel, self._unit = panel.Panel(desk, height, unit) if side else None, unit
            self._table = screen.subsurface((0, 0, width - side, height))
        elif desk.helping and not whole:
            return []  # what lies under the list of keys stands still
        changed = desk.picture.draw(self._table, whole)
        if self._panel and (self._panel.draw() or whole):
            changed.append(screen.blit(self._panel.surface, (self._table.get_width(), 0)))
        if desk.helping:
            changed.append(draw_help(screen, desk))
        return changed

    def _handle(self, event: "Event", size: tuple[int, int]) -> None:
        if event.type == pygame.KEYDOWN:
            self._key(event, size)
        elif event.type == pygame.KEYUP:
            self._fingers.release(event.key)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._click(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            self._fingers.release(MOUSE)
            if self._panel:
                self._panel.release()
        elif event.type == pygame.MOUSEMOTION and self._panel:
            self._panel.drag(self._in_panel(event.pos))
        elif event.type == pygame.MOUSEWHEEL and self._panel:
            self._panel.scroll(3 * event.y)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._fingers.release_all()

    def _key(self, event: "Event", size: tuple[int, int]) -> None:
        if event.key in BUTTON_OF:
            self._fingers.press(event.key, BUTTON_OF[event.key])
        elif event.key == pygame.K_F11:
            full = pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
            pygame.display.set_mode(size if full else (0, 0), pygame.RESIZABLE if full else pygame.FULLSCREEN)
        elif not self._tools:
            return
        elif event.key == pygame.K_TAB and getattr(event, "mod", 0) & pygame.KMOD_SHIFT:
            self.desk.choose_next(-1)
        elif event.key in desks.KEY_OF:
            desks.KEY_OF[event.key](self.desk)
        elif event.key in SLIDER_KEYS and self._panel:
            what, way = SLIDER_KEYS[event.key]
            getattr(self._panel, what)(way)

    def _click(self, point: tuple[int, int]) -> None:
        if self.desk.helping:
            self.desk.toggle_help()
        elif self._panel and point[0] >= self._table.get_width():
            self._panel.press(self._in_panel(point))
        elif (button := self.desk.picture.button_at(point)) is not None:
            self._fingers.press(MOUSE, button)
        elif self._tools and (seat := self.desk.picture.seat_at(point)) is not None:
            self.desk.choose(seat)

    def _in_panel(self, point: tuple[int, int]) -> tuple[int, int]:
        return (point[0] - self._table.get_width()) // self._unit, point[1] // self._unit


def make_picture(run: Run, tools: bool = True) -> Picture:
    """The picture of `run`, where somebody can press keys with the keyboard's letters beside people's buttons."""
    humans = run.room.setup["humans"]
    if not run.live:
        return Picture(run, humans, (), help_lines([], tools))
    return Picture(run, humans, LETTERS, help_lines(run.room.names[:humans], tools))


def help_lines(people: Sequence[str], tools: bool = True) -> list[str]:
    """What the line at the bottom may say about the keys, the longest first."""
    rest = "F1: all keys   F11: full screen   Esc: end" if tools else "F11: full screen   Esc: end"
    if not people:
        return [rest, "Esc: end"]
    keys = "   ".join([f"{name}: {' '.join(letters)}" for name, letters in zip(people, LETTERS, strict=False)])
    if len(people) == 1:
        what = "Z or Left: yes   X or Right: no   C or Down: more   hold no: menu"
    else:
        what = f"{keys}   for yes, no, more   (hold no: menu)"
    return [f"Click the buttons, or press   {what}   {rest}", f"{keys}   {rest}", f"{keys}   Esc: end", keys]


def draw_help(screen: pygame.Surface, desk: desks.Desk) -> pygame.Rect:
    """The list of keys over everything. Returns the rectangle that it covers."""
    unit = panel.unit(screen.get_height())
    paper = widgets.Paper(screen, unit, widgets.NIGHT if desk.picture.dark else widgets.DAY)
    lines = [(written, what) for _, written, _, what in desks.KEYS]
    lines += [("PgUp PgDn", "choose a slider"), ("Home End", "less, more"), ("F11", "full screen"), ("Esc", "end")]
    people = desk.room.names[: desk.room.setup["humans"]] if desk.live else []
    for name, letters in zip(people, LETTERS, strict=False):
        lines.append((" ".join(letters), f"{name}: yes, no, more (hold no: menu)"))
    rect = pygame.Rect(0, 0, 520, 64 + 26 * len(lines))
    rect.center = screen.get_width() // 2 // unit, screen.get_height() // 2 // unit
    veil = pygame.Surface(screen.get_size(), pygame.SRCALPHA)
    veil.fill((10, 8, 8, 120))
    screen.blit(veil, (0, 0))
    paper.plate(rect, paper.skin.card, radius=16)
    paper.write("Keys", (rect.left + 28, rect.top + 28), 24)
    for row, (written, what) in enumerate(lines):
        y = rect.top + 64 + 26 * row
        paper.write(written, (rect.left + 124, y), colour=paper.skin.accent, edge="midright")
        paper.write(what, (rect.left + 144, y))
    return screen.get_rect()


def wanted_size(players: int, tools: bool = True) -> tuple[int, int]:
    """How large a picture of so many devices should be, in pixels, with the panel where there are tools."""
    width, height = (1280, 830) if players <= 5 else (1440, 900)
    return width + (panel.WIDTH if tools else 0), height


def _open(size: tuple[int, int], looks: Looks) -> None:
    """Open the window in this size, or as one was that looked like this."""
    if looks.get("full"):
        pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return
    pygame.display.set_mode(looks.get("size", size), pygame.RESIZABLE)
    if "place" in looks:
        pygame.display.set_window_position(looks["place"])


def _window_size(players: int, tools: bool) -> tuple[int, int]:
    """As large as wanted, unless the desktop is smaller; the window's title and the desktop's bars need room too."""
    wanted, desktop = wanted_size(players, tools), pygame.display.get_desktop_sizes()[0]
    return min(wanted[0], desktop[0] - 20), min(wanted[1], desktop[1] - 90)


def frame_ms_p95(players: int = 8, frames: int = 1800) -> float:
    """The time in ms within which 95 % of frames are computed and drawn, the panel included, while bots play."""
    pygame.display.init()
    screen = pygame.display.set_mode(wanted_size(players))
    room = Room(players, humans=0, seed=7)
    room.run_until(lambda: all(session.table is not None for session in room.sessions()), limit_ms=60000)
    window = Window(record.Recorder(room))
    for _ in range(2 * players):
        window.frame(0, screen.get_size())
    times = []
    for _ in range(frames):
        start = time.perf_counter()
        window.frame(1000 // FRAMES_PER_S, screen.get_size())
        times.append((time.perf_counter() - start) * 1000)
    pygame.display.quit()
    return sorted(times)[frames * 95 // 100]
