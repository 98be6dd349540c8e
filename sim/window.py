"""The simulator's window: the room's devices around a table seen from above, played live with mouse, touch and keyboard.

Only what has changed is drawn. A screen that has changed costs displayio tens of milliseconds, so one at most is
refreshed per frame, people's before bots'.
"""

import os
import time
from collections import namedtuple

from sim import art  # before pygame: it keeps pygame's greeting off standard output

# isort: split
import pygame

from sim.room import Room

YES, NO, MORE = range(3)  # numbers of a device's keys
# For each of the first seats, which keyboard keys stand for which of the device's; the first of each is on its button.
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
FRAMES_PER_S = 60
ELAPSED_MAX_MS = 100  # of simulated time in one frame: a laptop that slept does not make up for it
MARGIN, GAP, HELP_HEIGHT = 20, 14, 34  # pixels: around everything, between devices, of the line at the bottom
# How many pixels a screen's pixel may have, small to large: (on a colour screen, on a one-colour screen).
STEPS = ((1, 1), (1, 2), (2, 3), (2, 4), (3, 4))
GIFT_MIN, GIFT_MAX = 60, 180  # pixels; less than the least in small windows
PEOPLE_LARGER = 2  # steps that people's screens may be larger than bots'
ROUNDNESS = (2.4, 3, 4, 8)  # exponents of the superellipse that devices lie on, from an ellipse to a rectangle

# Where things are, in pixels of the picture. area: all that the device covers. case, screen: rectangles. buttons, lamps:
# a list of (centre, radius). unit: how many pixels are one in a device of the smallest size.
Place = namedtuple("Place", "area case screen buttons lamps unit")
Layout = namedtuple("Layout", "places gift mat")


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
            f"A window cannot be opened here ({error}). Play without one (--headless), or save a picture (--shot FILE.png)."
        ) from error
    try:
        _run(room, Fingers(room, humans), Picture(room, humans), size)
    finally:
        pygame.display.quit()


def shot(room, humans, path, size=None):
    """Save the picture that `play` would show now as the PNG file `path`. size: in pixels, (width, height)."""
    picture = Picture(room, humans)
    target = pygame.Surface(size or _wanted_size(len(room.devices)), depth=32)
    while picture.draw(target):
        pass
    pygame.image.save(target, path)


def frame_ms_p95(players=8, frames=300):
    """The time in ms that all but the slowest 5 % of frames take to compute and draw, off screen, with bots at play."""
    room = Room(players, humans=0, seed=7)
    picture = Picture(room, 0)
    target = pygame.Surface(_wanted_size(players), depth=32)
    picture.draw(target)
    room.run_until(lambda: all(session.table is not None for session in room.sessions()), 60000)
    times = []
    for _ in range(frames):
        start = time.perf_counter()
        room.run_to(room.now_ms + 1000 // FRAMES_PER_S)
        picture.draw(target)
        times.append((time.perf_counter() - start) * 1000)
    return sorted(times)[frames * 95 // 100]


class Fingers:
    """Whoever's fingers on people's buttons: several may be on one, and it comes up with the last."""

    def __init__(self, room, humans):
        self.humans = humans
        self._room = room
        self._held = {}  # what presses (a keyboard key, or MOUSE) -> (seat, key)

    def press(self, finger, button):
        """Put a finger (any name) on a button (seat, key). It does nothing on a bot's, or when it is down already."""
        if button[0] < self.humans and finger not in self._held:
            self._held[finger] = button
            self._room.press(*button, True)

    def release(self, finger):
        """Take a finger off the button it is on, if any."""
        button = self._held.pop(finger, None)
        if button is not None and button not in self._held.values():
            self._room.press(*button, False)

    def release_all(self):
        for finger in list(self._held):
            self.release(finger)

    def down(self):
        """The buttons that are held, as (seat, key)."""
        return set(self._held.values())


class Picture:
    """What the window shows. Draw it on one surface after the other of any size; only changes are drawn."""

    def __init__(self, room, humans):
        pygame.font.init()
        self._devices, self._names, self._humans = room.devices, room.names, humans
        self._size = None
        self._versions = [None] * len(room.devices)  # of the screen that was read last
        self._pixels = [pygame.Surface((device.screen.width, device.screen.height)) for device in room.devices]
        self._order = list(range(len(room.devices)))  # in which changed screens take their turns

    def draw(self, target, down=(), whole=False):
        """Bring `target` up to date. down: buttons that are held, as (seat, key). whole: also where nothing changed.

        Returns the rectangles that have changed, or an empty list.
        """
        if target.get_size() != self._size:
            self._build(target.get_size())
            whole = True
        self._refresh_one()
        for seat, device in enumerate(self._devices):
            held = tuple((seat, key) in down for key in (YES, NO, MORE))
            self._now[seat] = (self._versions[seat], tuple(device.lamp.colours), held)
        changed = [self._reach[seat] for seat, now in enumerate(self._now) if now != self._drawn[seat]]
        if whole:
            changed = [target.get_rect()]
        for rect in changed:
            target.set_clip(rect)
            target.blit(self._still, rect, rect)
            for seat in rect.collidelistall(self._reach):
                self._draw_device(target, seat)
        target.set_clip(None)
        self._drawn = self._now[:]
        return changed

    def button_at(self, point):
        """The (seat, key) of the button at a point of the picture drawn last, or None."""
        for seat, place in enumerate(self._places):
            for key, (centre, radius) in enumerate(place.buttons):
                if pygame.Vector2(centre).distance_to(point) <= 1.3 * radius:
                    return seat, key
        return None

    def _build(self, size):
        """All that depends on the size of the picture."""
        screens = [(device.screen.width, device.screen.height) for device in self._devices]
        self._size = size
        room = layout(size, screens, self._humans)
        self._places = room.places
        self._reach = [place.case.union(_around(place.lamps[0][0], _glow(place))) for place in room.places]
        self._now, self._drawn = [None] * len(screens), [None] * len(screens)
        self._scaled = [self._scale(seat) for seat in range(len(screens))]
        self._still = art.table(size, room.mat)
        art.put(self._still, art.gift(room.gift.width), room.gift)
        for seat, place in enumerate(room.places):
            self._draw_case(place, seat)
        self._draw_help()

    def _scale(self, seat):
        screen = self._places[seat].screen
        whole = screen.width % self._pixels[seat].get_width() == 0
        return (pygame.transform.scale if whole else pygame.transform.smoothscale)(self._pixels[seat], screen.size)

    def _refresh_one(self):
        """Read one changed screen, a person's first, else that of the bot that has waited longest."""
        stale = [seat for seat in self._order if self._devices[seat].screen.version != self._versions[seat]]
        if not stale:
            return
        seat = min(stale, key=lambda seat: seat >= self._humans)
        self._order.remove(seat)
        self._order.append(seat)
        screen = self._devices[seat].screen
        self._versions[seat] = screen.version
        self._pixels[seat].blit(pygame.image.frombuffer(screen.rgb(), (screen.width, screen.height), "RGB"), (0, 0))
        self._scaled[seat] = self._scale(seat)

    def _draw_case(self, place, seat):
        """What of a device never changes: its case, its name, and the keyboard's keys beside its buttons."""
        case, unit, colour = place.case, place.unit, art.CASES[seat]
        blur = max(2, round(9 * unit))
        cast = art.shadow(case.size, round(20 * unit), blur)
        art.put(self._still, cast, (case.x - 2 * blur, case.y - 2 * blur + round(8 * unit)))
        wells, lamps = [
            tuple(((x - case.x, y - case.y), radius) for (x, y), radius in discs) for discs in (place.buttons, place.lamps)
        ]
        window = tuple(place.screen.move(-case.x, -case.y))
        art.put(self._still, art.case(case.size, unit, colour, window, wells, lamps), case)
        person = seat < self._humans
        name = art.label(self._names[seat] if person else f"{self._names[seat]} (bot)", _name_height(unit))
        art.put(self._still, name, name.get_rect(midbottom=place.area.midbottom))
        if person and seat < len(KEYBOARD) and unit > 0.6:  # smaller letters could not be read
            for key, ((x, y), radius) in enumerate(place.buttons):
                cap = art.keycap(_key_name(KEYBOARD[seat][key][0]), max(1, round(15 * unit)))
                away = radius + 13 * unit
                art.put(self._still, cap, cap.get_rect(center=(x - away if key == NO else x + away, y)))

    def _draw_device(self, target, seat):
        place, device = self._places[seat], self._devices[seat]
        target.blit(self._scaled[seat], place.screen)
        colour = None if seat < self._humans else art.CASES[seat]
        for key, (centre, radius) in enumerate(place.buttons):
            picture = art.button(key, radius, self._now[seat][2][key], colour)
            art.put(target, picture, picture.get_rect(center=centre))
        for (centre, radius), shown in zip(place.lamps, device.lamp.colours, strict=True):
            if any(shown):
                colour = tuple(channel * 255 // max(shown) for channel in shown)  # undo the setting of brightness
                reach = _glow(place)
                target.blit(art.glow(reach, colour), _around(centre, reach), special_flags=pygame.BLEND_RGB_ADD)
                lens = art.lens(radius, colour)
                art.put(target, lens, lens.get_rect(center=centre))

    def _draw_help(self):
        width, height = self._size
        for words in _help(self._names[: self._humans]):
            line = art.label(words, 19)
            if line.get_width() <= width - 2 * MARGIN:
                break
        art.put(self._still, line, line.get_rect(center=(width // 2, height - HELP_HEIGHT // 2 - 1)))


def layout(size, screens, humans):
    """Where everything is in a picture of `size` pixels: a `Layout`. screens: (width, height) in pixels for each seat."""
    width, height = size
    area = pygame.Rect(0, 0, width - 2 * MARGIN, height - MARGIN - HELP_HEIGHT)
    area.size = min(area.width, round(1.9 * area.height)), min(area.height, round(1.7 * area.width))
    area.center = width // 2, (MARGIN + height - HELP_HEIGHT) // 2
    for factors in _factors(screens, humans):
        for roundness in ROUNDNESS:
            centres = _centres(area, [_area_size(*one) for one in zip(screens, factors, strict=True)], roundness)
            places = [_place(*one) for one in zip(screens, factors, centres, strict=True)]
            gift = _gift(area, [place.area for place in places])
            if gift is not None:
                return Layout(places, gift, area.inflate(-area.width * 0.15, -area.height * 0.2))
    return Layout(places, pygame.Rect(area.center, (1, 1)), area)


def _factors(screens, humans):
    """How much each seat's screen is enlarged: from the most that is wanted downwards."""
    for people in reversed(range(len(STEPS))):
        for bots in reversed(range(max(0, people - PEOPLE_LARGER), people + 1)):
            steps = [STEPS[people if seat < humans else bots] for seat in range(len(screens))]
            yield [step[0 if width >= 240 else 1] for step, (width, _) in zip(steps, screens, strict=True)]
    for percent in range(95, 10, -5):
        yield [percent / 100 if width >= 240 else percent / 50 for width, _ in screens]


def _centres(area, sizes, roundness):
    """The middle of each seat's device on the rim of a superellipse that fills `area`; clockwise, the first at the bottom."""
    centres = []
    for seat, (width, height) in enumerate(sizes):
        right, down = pygame.Vector2(0, 1).rotate(360 * seat / len(sizes))
        reach = (abs(right) ** roundness + abs(down) ** roundness) ** (-1 / roundness)
        x = area.centerx + right * reach * (area.width - width) / 2
        y = area.centery + down * reach * (area.height - height) / 2
        centres.append((x, y))
    return centres


def _unit(screen, factor):
    wide = screen[0] * max(1, factor) / 240
    return (0.6 + 0.4 * wide) * min(1, factor)


def _name_height(unit):
    return max(8, round(14 + 6 * unit)) if unit > 0.7 else max(6, round(26 * unit))


def _case_size(screen, factor):
    unit = _unit(screen, factor)
    return round(screen[0] * factor + 32 * unit), round(screen[1] * factor + 80 * unit)


def _area_size(screen, factor):
    width, height = _case_size(screen, factor)
    return width, height + 6 + round(1.25 * _name_height(_unit(screen, factor)))


def _place(screen, factor, middle):
    """The `Place` of a device around `middle`."""
    unit = _unit(screen, factor)
    area = pygame.Rect((0, 0), _area_size(screen, factor))
    area.center = round(middle[0]), round(middle[1])
    case = pygame.Rect(area.topleft, _case_size(screen, factor))
    glass = pygame.Rect(0, 0, max(1, round(screen[0] * factor)), max(1, round(screen[1] * factor)))
    glass.midtop = case.centerx, case.top + round(30 * unit)
    large, small = max(3, round(14 * unit)), max(2, round(10.5 * unit))
    y = glass.bottom + round(27 * unit)
    inset = round(24 * unit)
    buttons = [((case.left + inset, y), large), ((case.right - inset, y), large), ((case.centerx, y), small)]
    return Place(area, case, glass, buttons, [((case.centerx, case.top + round(11.5 * unit)), max(2, round(5.5 * unit)))], unit)


def _gift(area, devices):
    """Where the gift lies in the middle; None when devices overlap, leave the area or leave no room for it."""
    for index, device in enumerate(devices):
        if device.width > area.width or device.height > area.height or device.inflate(GAP, GAP).collidelist(devices[:index]) >= 0:
            return None
    column = [one for one in devices if one.left < area.centerx < one.right]
    top = max([one.bottom for one in column if one.centery < area.centery], default=area.top) + GAP
    bottom = min([one.top for one in column if one.centery >= area.centery], default=area.bottom) - GAP
    for side in range(min(GIFT_MAX, area.height // 5), min(GIFT_MIN, min(area.size) // 10), -4):
        gift = pygame.Rect(0, 0, side, side)
        gift.center = area.centerx, max(top + side // 2, min(bottom - side // 2, area.centery))
        if side <= bottom - top and gift.inflate(GAP, GAP).collidelist(devices) < 0:
            return gift
    return None


def _glow(place):
    return round(44 * place.unit)


def _around(centre, reach):
    return pygame.Rect(centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach)


def _key_name(code):
    return pygame.key.name(code).upper()


def _help(people):
    """The line at the bottom, the longest first: which keys press what."""
    if not people:
        return ["Bots play among themselves.   Esc: end"]
    rows = []
    for name, keys in zip(people, KEYBOARD, strict=False):
        yes, no, more = [_key_name(codes[0]) for codes in keys]
        rows.append((name, yes, no, more))
    brief = "   ".join([f"{name}: {yes} {no} {more}" for name, yes, no, more in rows])
    if len(people) == 1:
        long = "Click the buttons, or press {} or Left: yes   {} or Right: no   {} or Down: more   hold no: menu   F11: full screen   Esc: end"
        return [long.format(*rows[0][1:]), brief + "   Esc: end", brief]
    long = f"Click the buttons, or press   {brief}   for yes, no, more   (hold no: menu)   F11: full screen   Esc: end"
    return [long, f"yes no more   {brief}   Esc: end", brief]


def _wanted_size(players):
    return (1280, 830) if players <= 5 else (1440, 900)


def _window_size(players):
    """As large as wanted, unless the desktop is smaller; with room for the title bar and the system's own."""
    width, height = pygame.display.get_desktop_sizes()[0]
    wanted = _wanted_size(players)
    return min(wanted[0], width - 20), min(wanted[1], height - 90)


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
    if event.type == pygame.KEYDOWN:
        for seat, keys in enumerate(KEYBOARD):
            for key, codes in enumerate(keys):
                if event.key in codes:
                    fingers.press(event.key, (seat, key))
        if event.key == pygame.K_F11:
            full = pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
            pygame.display.set_mode(size if full else (0, 0), pygame.RESIZABLE if full else pygame.FULLSCREEN)
    elif event.type == pygame.KEYUP:
        fingers.release(event.key)
    elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
        button = picture.button_at(event.pos)
        if button is not None:
            fingers.press("mouse", button)
    elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
        fingers.release("mouse")
    elif event.type == pygame.WINDOWFOCUSLOST:
        fingers.release_all()
