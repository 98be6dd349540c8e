"""The simulator's window: the table on the left, the panel on the right, and mouse and keyboard that act on both."""

import contextlib
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from sim.room import Room
from sim.runs import record
from sim.runs.run import Run
from sim.window import art, panel
from sim.window import desk as desks
from sim.window.desk import Looks
from sim.window.picture import MORE, NO, YES, Picture
from sim.window.sheet import BACK, Sheet

if TYPE_CHECKING:
    from pygame.event import Event

    from sim.runs.reload import Reloader


# For each of the first seats: the keys for yes, more and no, in the order in which the buttons lie. They are meant by
# their places on the keyboard, and named by what a US one has there; the second person's lie under the other hand.
KEYBOARD = ("ZXC", "IOP", "QWE", "BNM")
BUTTON_OF = {
    getattr(pygame, f"KSCAN_{letter}"): (seat, key)
    for seat, letters in enumerate(KEYBOARD)
    for letter, key in zip(letters, (YES, MORE, NO), strict=True)
} | {
    code: (0, key)
    for key, names in ((YES, "LEFT RETURN KP_ENTER SPACE"), (MORE, "DOWN"), (NO, "RIGHT BACKSPACE"))
    for code in [getattr(pygame, f"KSCAN_{name}") for name in names.split()]
}
SCANCODES = 512
HELP = next(codes for codes, _, do, _ in desks.KEYS if do == desks.Desk.toggle_help)
SLIDER_KEYS = {
    pygame.K_PAGEUP: ("focus", -1),
    pygame.K_PAGEDOWN: ("focus", 1),
    pygame.K_HOME: ("nudge", -1),
    pygame.K_END: ("nudge", 1),
}
SEEK_MS = {pygame.K_LEFT: -5000, pygame.K_RIGHT: 5000, pygame.K_COMMA: -100}  # in a run that is over
MOUSE = "mouse"
FRAMES_PER_S = 60
DESKTOP = (1920, 1080)  # pixels, of a usual one
TABLE_MIN = 700  # pixels: a narrower window has no room for the panel


def play(
    run: Run,
    path: str | None = None,
    tools: bool = True,
    reloader: "Reloader | None" = None,
    looks: Looks | None = None,
    lab: bool = True,
) -> None:
    """Open a window on `run` and go on until it is closed.

    run: a `sim.runs.run.Run`.
    path: where F5 saves the run.
    tools: whether there is a laboratory: the panel, and keys to break things.
    reloader: a `sim.runs.reload.Reloader`, or None.
    looks: what `Window.looks` told in the process before this one, or None.
    lab: whether the laboratory is open from the start.
    Raises RuntimeError when there is no display to open a window on, and KeyboardInterrupt, after the last frame, when
    a signal asked this program to end.
    """
    try:
        pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("no display was found")  # SDL's last resort is a window that nobody can see
        size = _window_size(len(run.room.devices), tools and lab)
        pygame.display.set_caption("Pocket Hats" if tools else f"{run.room.names[0]} - Pocket Hats")
        pygame.display.set_icon(art.gift(64))
        _open(size, looks or {})
    except pygame.error as error:
        pygame.display.quit()
        raise RuntimeError(
            f"A window cannot be opened here ({error}). Play with --headless, or save a picture with --shot FILE.png."
        ) from error
    try:
        window = Window(run, path, tools, reloader, lab)
        if looks:
            window.desk.restore(looks)
        clock = pygame.time.Clock()
        elapsed_ms = 0
        with _signals() as asked:
            while window.frame(elapsed_ms, size) and not asked:
                elapsed_ms = clock.tick(FRAMES_PER_S)
            window.desk.close()
        if asked:
            raise KeyboardInterrupt
    finally:
        if reloader:
            reloader.close()
        pygame.display.quit()


@contextlib.contextmanager
def _signals() -> Iterator[list[int]]:
    """A list of the signals that asked this program to end, which would else end it in the middle of something."""
    asked: list[int] = []
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), lambda number, _: asked.append(number)) for name in names}
    try:
        yield asked
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


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
        self,
        run: Run,
        path: str | None = None,
        tools: bool = True,
        reloader: "Reloader | None" = None,
        lab: bool = True,
    ) -> None:
        self.desk = desks.Desk(run, make_picture(run, tools), path, tools, tools and lab)
        self._reloader = reloader
        self._people = run.room.setup["humans"] if self.desk.live else 0
        self._fingers = Fingers(lambda *values: self.desk.run.do("press", *values), self._people)
        self._panel: panel.Panel | None = None
        self._sheet: Sheet | None = None
        self._told: list[Exception] = []  # errors of devices
        self._shown: tuple[object, ...] | None = None  # what the display was divided for

    def frame(self, elapsed_ms: int, size: tuple[int, int]) -> bool:
        """Do what happened since the frame before, and draw. size: of the window that full screen goes back to.

        Returns False when the window is to be closed.
        """
        whole = False
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            whole = whole or event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED)
            self._handle(event, size)
        if self.desk.over:
            return False
        self.desk.advance(elapsed_ms)
        self._tell_errors()
        if self._reloader and self._reloader.look(self.desk):
            self._fingers.release_all()  # what is held down now comes up in another process
            self._reloader.go_on(self.desk, self.looks())
        pygame.display.update(self._draw(whole))
        return True

    def _tell_errors(self) -> None:
        """Say in the terminal, too, where the program of a device has stopped."""
        for error in self.desk.room.errors:
            if error and error not in self._told:
                self._told.append(error)
                if self.desk.panel and error.__traceback__:
                    traceback.print_exception(error)

    def looks(self) -> Looks:
        """What another process needs for a window that looks like this one, as JSON can hold it."""
        full = bool(pygame.display.get_surface().get_flags() & pygame.FULLSCREEN)
        size, place = pygame.display.get_window_size(), pygame.display.get_window_position()
        return {**self.desk.looks(), "full": full, "size": size, "place": place}

    def _draw(self, whole: bool) -> list[pygame.Rect]:
        screen, desk = pygame.display.get_surface(), self.desk
        shown = screen.get_size(), desk.panel, desk.sheet
        if shown != self._shown:
            whole, self._shown, self._sheet = True, shown, None
            width, height = screen.get_size()
            unit = panel.unit(height)
            side = panel.WIDTH * unit
            if desk.panel and width < side + TABLE_MIN:
                desk.say(f"The laboratory has no room: make the window {side + TABLE_MIN} pixels wide.")
                side = 0
            side = side if desk.panel else 0
            self._panel, self._unit = panel.Panel(desk, height, unit) if side else None, unit
            self._table = screen.subsurface((0, 0, width - side, height))
        elif self._sheet and not whole:
            return [screen.get_rect()]  # what lies under it stands still
        desk.picture.banner = "Paused" if desk.live and desk.paused else ""
        desk.picture.note = desk.message
        changed = desk.picture.draw(self._table, whole)
        if self._panel and (self._panel.draw() or whole):
            changed.append(screen.blit(self._panel.surface, (self._table.get_width(), 0)))
        if desk.sheet:
            self._sheet = self._make_sheet(screen)
            changed.append(screen.get_rect())
        return changed

    def _make_sheet(self, screen: pygame.Surface) -> Sheet:
        desk = self.desk
        if desk.sheet == desks.KEYS_SHEET:
            return Sheet(screen, desk.picture.dark, "Keys", key_lines(desk))
        title = "Paused" if desk.made_anew else "Pocket Hats"
        return Sheet(screen, desk.picture.dark, title, choices=desk.choices())

    def _handle(self, event: "Event", size: tuple[int, int]) -> None:
        if event.type == pygame.KEYDOWN:
            self._key(event, size)
        elif event.type == pygame.KEYUP:
            self._fingers.release(event.scancode)
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
        elif event.type == pygame.KEYMAPCHANGED:
            self.desk.picture.write_letters(letters())

    def _key(self, event: "Event", size: tuple[int, int]) -> None:
        desk, button = self.desk, BUTTON_OF.get(event.scancode)
        if event.key == pygame.K_ESCAPE:
            desk.escape()
        elif event.key == pygame.K_F11:
            full = pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
            pygame.display.set_mode(size if full else (0, 0), pygame.RESIZABLE if full else pygame.FULLSCREEN)
        elif desk.sheet:
            if event.key in HELP:
                desk.toggle_help()
            elif self._sheet:
                yes = button is not None and button[1] == YES and event.key not in BACK
                self._sheet.key(pygame.K_RETURN if yes else event.key)
        elif button and button[0] < self._people and not (desk.panel and event.key in desks.KEY_OF):
            self._fingers.press(event.scancode, button)
        elif event.key in SEEK_MS and desk.run.end_ms is not None:
            desk.seek(max(0, min(desk.run.end_ms, desk.room.now_ms + SEEK_MS[event.key])))
        elif event.key == pygame.K_TAB and desk.panel and getattr(event, "mod", 0) & pygame.KMOD_SHIFT:
            desk.choose_next(-1)
        elif desk.may(event.key):
            desks.KEY_OF[event.key](desk)
        elif event.key in SLIDER_KEYS and self._panel:
            what, way = SLIDER_KEYS[event.key]
            getattr(self._panel, what)(way)

    def _click(self, point: tuple[int, int]) -> None:
        desk = self.desk
        if desk.sheet:
            if not (self._sheet and self._sheet.click(point)):
                desk.escape()
        elif self._panel and point[0] >= self._table.get_width():
            self._panel.press(self._in_panel(point))
        elif desk.picture.close is not None:
            desk.picture.close = None
        elif (button := desk.picture.button_at(point)) is not None:
            self._fingers.press(MOUSE, button)
        elif desk.panel and (seat := desk.picture.seat_at(point)) is not None:
            desk.choose(seat)
        elif desk.picture.help_rect.collidepoint(point):
            desk.escape()
        elif len(desk.picture.places) > 1:
            desk.picture.close = desk.picture.seat_at(point)

    def _in_panel(self, point: tuple[int, int]) -> tuple[int, int]:
        return (point[0] - self._table.get_width()) // self._unit, point[1] // self._unit


def make_picture(run: Run, tools: bool = True) -> Picture:
    """The picture of `run`, where somebody can press keys with the keyboard's letters beside people's buttons."""
    humans = run.room.setup["humans"]
    if not run.live:
        return Picture(run, humans, (), help_lines([], tools))
    return Picture(run, humans, letters(), help_lines(run.room.names[:humans], tools))


def letters() -> list[list[str]]:
    """What stands on the keys of KEYBOARD, in the layout of this keyboard; a US one's where no display knows it."""
    place_of = pygame.key.ScancodeWrapper(range(SCANCODES))  # type: ignore[arg-type]  # by what is written on a key
    written = {place_of[code]: chr(code).upper() for code in range(0x5FF, 0x20, -1)}
    return [[written.get(getattr(pygame, f"KSCAN_{one}"), one) for one in keys] for keys in KEYBOARD]


def help_lines(people: Sequence[str], tools: bool = True) -> list[str]:
    """What the line at the bottom may say about the keys, the longest first."""
    if not people:
        return ["F1: all keys   Esc: end", "F1: keys"]
    rest = f"F1: all keys   Esc: {'pause, stop' if tools else 'stop'}"
    keys = "   ".join([f"{name}: {' '.join(signs)}" for name, signs in zip(people, letters(), strict=False)])
    what = "yes, more, no (hold no: menu)"
    if len(people) == 1:
        keys = f"{' '.join(letters()[0])}: {what}   Enter: yes"
        return [f"Click the buttons, or press   {keys}   {rest}", f"{keys}   {rest}", keys, "F1: keys"]
    return [f"{keys}   for {what}   {rest}", f"{keys}   {rest}", f"{keys}   F1: keys", keys]


def key_lines(desk: desks.Desk) -> list[tuple[str, str]]:
    """The list of keys: (key, what it does)."""
    people = desk.room.names[: desk.room.setup["humans"]] if desk.live else []
    lines = [(" ".join(signs), f"{name}: yes, more, no") for name, signs in zip(people, letters(), strict=False)]
    if people:
        others = "Enter" if desk.panel else "Space, Enter"
        lines[0] = lines[0][0], f"{people[0]}: yes, more, no (or arrows; {others}: yes)"
        lines.append(("hold no", "the device's menu"))
    lines += [(written, what) for codes, written, _, what in desks.KEYS if desk.may(codes[0])]
    if desk.panel:
        lines += [("PgUp PgDn", "choose a slider"), ("Home End", "less, more")]
    if desk.run.end_ms is not None:
        lines += [("Left Right", "five seconds back, five seconds on"), (",", "a tenth of a second back")]
    return [*lines, ("F11", "full screen"), ("Esc", "pause: go on or stop" if desk.live else "end")]


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
    """As large as wanted, and larger where a desktop has very many pixels, unless it is smaller; the window's title and
    the desktop's bars need room too.
    """
    wanted, (width, height) = wanted_size(players, tools), pygame.display.get_desktop_sizes()[0]
    times = max(1, min(width / DESKTOP[0], height / DESKTOP[1]))
    return min(round(wanted[0] * times), width - 20), min(round(wanted[1] * times), height - 90)


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
