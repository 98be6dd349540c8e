"""The simulator's window: the room's devices around a table, played live with mouse, touch and keyboard.

Only what has changed is drawn. A screen that has changed costs displayio tens of milliseconds, so one at most is
refreshed per frame, people's before bots'.
"""

import os
import time

from sim import art  # before pygame: it keeps pygame's greeting off standard output

# isort: split
import pygame

from sim.layout import HELP_HEIGHT, MARGIN, layout
from sim.room import Room

KEYS = YES, NO, MORE = range(3)  # a device's, by their numbers
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
BUTTON_OF = {code: (seat, key) for seat, keys in enumerate(KEYBOARD) for key in KEYS for code in keys[key]}
LETTERS = [[pygame.key.name(codes[0]).upper() for codes in keys] for keys in KEYBOARD]
MOUSE = "mouse"
FRAMES_PER_S = 60
ELAPSED_MAX_MS = 100  # in one frame: a machine that was asleep does not make up for it


def play(room, humans):
    """Open a window on `room` and play until it is closed; the first `humans` devices have buttons that can be pressed.

    Raises RuntimeError when there is no display to open a window on.
    """
    try:
        pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("no display was found")  # SDL's last resort is a window that nobody can see
        size = _window_size(len(room.devices))
        pygame.display.set_caption("Pocket Hats")
        pygame.display.set_icon(art.gift(64))
        pygame.display.set_mode(size, pygame.RESIZABLE)
    except pygame.error as error:
        pygame.display.quit()
        raise RuntimeError(
            f"A window cannot be opened here ({error}). Play with --headless, or save a picture with --shot FILE.png."
        ) from error
    try:
        _run(room, Fingers(room, humans), Picture(room, humans), size)
    finally:
        pygame.display.quit()


def shot(room, humans, path, size=None):
    """Save the picture that `play` would show now as the PNG file `path`. size: (width, height) in pixels, or None."""
    picture = Picture(room, humans)
    target = pygame.Surface(size or _wanted_size(len(room.devices)), depth=32)
    while picture.draw(target):  # each time one more screen
        pass
    pygame.image.save(target, path)


def frame_ms_p95(players=8, frames=1800):
    """The time in ms within which 95 % of frames are computed and drawn, off screen, while bots play."""
    room = Room(players, humans=0, seed=7)
    picture = Picture(room, humans=0)
    target = pygame.Surface(_wanted_size(players), depth=32)
    room.run_until(lambda: all(session.table is not None for session in room.sessions()), limit_ms=60000)
    while picture.draw(target):
        pass
    times = []
    for _ in range(frames):
        start = time.perf_counter()
        room.run_to(room.now_ms + 1000 // FRAMES_PER_S)
        picture.draw(target)
        times.append((time.perf_counter() - start) * 1000)
    return sorted(times)[frames * 95 // 100]


class Fingers:
    """Fingers on people's buttons: several may be on one, and it comes up with the last of them."""

    def __init__(self, room, humans):
        self._room = room
        self._humans = humans
        self._held = {}  # finger -> (seat, key)

    def press(self, finger, button):
        """Put a finger (any name) on a button (seat, key). Nothing happens on a bot's, or when it is on one already."""
        if button[0] < self._humans and finger not in self._held:
            self._held[finger] = button
            self._room.press(*button, True)

    def release(self, finger):
        """Take a finger off the button that it is on, if any."""
        button = self._held.pop(finger, None)
        if button is not None and button not in self._held.values():
            self._room.press(*button, False)

    def release_all(self):
        """Take all fingers off."""
        for finger in list(self._held):
            self.release(finger)

    def down(self):
        """The buttons that are held, as a set of (seat, key)."""
        return set(self._held.values())


class Picture:
    """The table with all devices, kept up to date on a surface that somebody shows, whatever size that gets."""

    def __init__(self, room, humans):
        pygame.font.init()
        self._devices, self._names, self._humans = room.devices, room.names, humans
        self._sizes = [(device.screen.width, device.screen.height) for device in room.devices]
        self._versions = [None] * len(room.devices)  # of each screen, as read last
        self._pixels = [pygame.Surface(size, depth=32) for size in self._sizes]
        self._queue = list(range(len(room.devices)))  # seats: whose screen was read last is last
        self._size = None

    def draw(self, target, down=(), whole=False):
        """Bring `target` up to date. down: buttons that are held, as (seat, key). whole: also where nothing changed.

        Returns the rectangles that have changed, or an empty list.
        """
        if target.get_size() != self._size:
            self._build(target.get_size())
            whole = True
        self._read_one_screen()
        now = []
        for seat, device in enumerate(self._devices):
            now.append((self._versions[seat], device.lamp.colours[0], [(seat, key) in down for key in KEYS]))
        changed = [reach for reach, new, old in zip(self._reach, now, self._drawn, strict=True) if new != old]
        self._drawn = now
        if whole:
            changed = [target.get_rect()]
        for rect in changed:
            target.set_clip(rect)
            target.blit(self._still, rect, rect)
            for seat in rect.collidelistall(self._reach):
                self._draw_device(target, seat)
        target.set_clip(None)
        return changed

    def button_at(self, point):
        """The button (seat, key) at a point of the picture drawn last, or None."""
        for seat, place in enumerate(self._places):
            for key, (centre, radius) in enumerate(place.buttons):
                if pygame.Vector2(centre).distance_to(point) <= 1.3 * radius:
                    return seat, key
        return None

    def _read_one_screen(self):
        """Read a screen that has changed: a person's, or else that which was read the longest time ago."""
        stale = [seat for seat in self._queue if self._devices[seat].screen.version != self._versions[seat]]
        if not stale:
            return
        seat = min(stale, key=lambda seat: seat >= self._humans)
        self._queue.remove(seat)
        self._queue.append(seat)
        screen = self._devices[seat].screen
        self._versions[seat] = screen.version
        self._pixels[seat].blit(pygame.image.frombuffer(screen.rgb(), self._sizes[seat], "RGB"), (0, 0))
        self._enlarged[seat] = self._enlarge(seat)

    def _enlarge(self, seat):
        size = self._places[seat].screen.size
        whole = size[0] % self._sizes[seat][0] == 0
        return (pygame.transform.scale if whole else pygame.transform.smoothscale)(self._pixels[seat], size)

    def _build(self, size):
        """Make all that depends on the size of the picture."""
        self._size = size
        self._places, gift, mat = layout(size, self._sizes, self._humans)
        self._reach = [place.case.union(_square(place.lamp[0], _glow_radius(place))) for place in self._places]
        self._drawn = [None] * len(self._places)
        self._enlarged = [self._enlarge(seat) for seat in range(len(self._places))]
        self._still = art.table(size, mat)
        art.put(self._still, art.gift(gift.width), gift)
        for seat in range(len(self._places)):
            self._draw_still_device(seat)
        for words in _help(self._names[: self._humans]):
            line = art.label(words, 19)
            if line.get_width() <= size[0] - 2 * MARGIN:
                break
        art.put(self._still, line, line.get_rect(center=(size[0] // 2, size[1] - HELP_HEIGHT // 2 - 1)))

    def _draw_still_device(self, seat):
        """What of a device never changes: its case, its name, and the keyboard's letters beside its buttons."""
        place, colour, name = self._places[seat], art.CASES[seat], self._names[seat]
        case, unit = place.case, place.unit
        blur = max(2, round(9 * unit))
        shadow = art.shadow(case.size, round(20 * unit), blur)
        art.put(self._still, shadow, (case.x - 2 * blur, case.y - 2 * blur + round(8 * unit)))
        *wells, lamp = [((x - case.x, y - case.y), radius) for (x, y), radius in [*place.buttons, place.lamp]]
        window = tuple(place.screen.move(-case.x, -case.y))
        art.put(self._still, art.case(case.size, unit, colour, window, tuple(wells), lamp), case)
        label = art.label(name if seat < self._humans else f"{name} (bot)", place.name_height)
        art.put(self._still, label, label.get_rect(midbottom=place.area.midbottom))
        if seat < min(self._humans, len(LETTERS)) and unit > 0.6:  # smaller letters could not be read
            for key, ((x, y), radius) in enumerate(place.buttons):
                cap = art.keycap(LETTERS[seat][key], round(15 * unit))
                away = radius + round(13 * unit)
                art.put(self._still, cap, cap.get_rect(center=(x - away if key == NO else x + away, y)))

    def _draw_device(self, target, seat):
        """What of a device changes: its screen, its buttons and its lamp."""
        place, (_, shine, held) = self._places[seat], self._drawn[seat]
        target.blit(self._enlarged[seat], place.screen)
        for key, (centre, radius) in enumerate(place.buttons):
            button = art.button(key, radius, held[key], None if seat < self._humans else art.CASES[seat])
            art.put(target, button, button.get_rect(center=centre))
        if any(shine):
            centre, radius = place.lamp
            colour = tuple(channel * 255 // max(shine) for channel in shine)  # the setting of brightness is for eyes
            glow = art.glow(_glow_radius(place), colour)
            target.blit(glow, glow.get_rect(center=centre), special_flags=pygame.BLEND_RGB_ADD)
            lens = art.lens(radius, colour)
            art.put(target, lens, lens.get_rect(center=centre))


def _glow_radius(place):
    return max(2, round(44 * place.unit))


def _square(centre, radius):
    return pygame.Rect(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius)


def _help(people):
    """What the line at the bottom may say about the keys, the longest first."""
    if not people:
        return ["Bots play among themselves.   Esc: end"]
    keys = "   ".join([f"{name}: {' '.join(letters)}" for name, letters in zip(people, LETTERS, strict=False)])
    if len(people) == 1:
        what = "Z or Left: yes   X or Right: no   C or Down: more   hold no: menu"
    else:
        what = f"{keys}   for yes, no, more   (hold no: menu)"
    return [f"Click the buttons, or press   {what}   F11: full screen   Esc: end", f"{keys}   Esc: end", keys]


def _wanted_size(players):
    return (1280, 830) if players <= 5 else (1440, 900)


def _window_size(players):
    """As large as wanted, unless the desktop is smaller; the window's title and the desktop's bars need room too."""
    wanted, desktop = _wanted_size(players), pygame.display.get_desktop_sizes()[0]
    return min(wanted[0], desktop[0] - 20), min(wanted[1], desktop[1] - 90)


def _run(room, fingers, picture, size):
    clock = pygame.time.Clock()
    elapsed_ms = 0
    while True:
        whole = False
        for event in pygame.event.get():
            if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
                return
            whole = whole or event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED)
            _handle(event, fingers, picture, size)
        room.run_to(room.now_ms + min(elapsed_ms, ELAPSED_MAX_MS))
        pygame.display.update(picture.draw(pygame.display.get_surface(), fingers.down(), whole))
        elapsed_ms = clock.tick(FRAMES_PER_S)


def _handle(event, fingers, picture, size):
    if event.type == pygame.KEYDOWN and event.key in BUTTON_OF:
        fingers.press(event.key, BUTTON_OF[event.key])
    elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
        full = pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
        pygame.display.set_mode(size if full else (0, 0), pygame.RESIZABLE if full else pygame.FULLSCREEN)
    elif event.type == pygame.KEYUP:
        fingers.release(event.key)
    elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
        button = picture.button_at(event.pos)
        if button is not None:
            fingers.press(MOUSE, button)
    elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
        fingers.release(MOUSE)
    elif event.type == pygame.WINDOWFOCUSLOST:
        fingers.release_all()
