"""The table as a picture: the room's devices around it, what is in the air between them, and light.

Only what has changed is drawn. A screen that has changed costs displayio tens of milliseconds, so one at most is
refreshed per frame, people's before bots'.
"""

from collections import namedtuple
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from sim.window import art, flight, pictograms
from sim.window.layout import HELP_HEIGHT, MARGIN, layout, scale
from sim.words import gift_words, has_gifts, secrets

if TYPE_CHECKING:
    from engine.core import Game, View
    from pocket.deck import Deck
    from pocket.session import Session
    from sim.hardware import Screen
    from sim.runs.run import Run
    from sim.window.layout import Place


KEYS = YES, NO, MORE = range(3)  # a device's, by their numbers
DARK_GLASS = (12, 11, 15)
SECRET = (255, 226, 150)

_Look = namedtuple("_Look", "version shine held mark percent chosen")  # of a device, all that changes


class Picture:
    """The table with all devices, kept up to date on a surface that somebody shows, whatever size that gets.

    run: a `sim.runs.run.Run`. humans: how many devices, from the first on, are people's. letters: for each of
    them, what to write beside its buttons, from the left. helps: lines of help for the lower edge, the longest first.
    Attributes to set: `run`, `dark` (by night), `everything` (what is hidden is shown too), `chosen` (the seat that is
    marked, or None), `close` (the seat whose screen is seen from close by, or None), `banner` (large, over the middle)
    and `note` (at the lower edge), each "" where there is none.
    """

    def __init__(
        self, run: "Run", humans: int = 0, letters: Sequence[Sequence[str]] = (), helps: Sequence[str] = ()
    ) -> None:
        pygame.font.init()
        self.run, self._humans, self._letters, self._helps = run, humans, letters, helps
        self.dark = self.everything = False
        self.banner = self.note = ""
        self.chosen: int | None = None
        self.close: int | None = None
        devices = run.room.devices
        self._sizes = [(device.screen.width, device.screen.height) for device in devices]
        # (screen, version) of each picture that was read last
        self._read: list[tuple[Screen, int] | None] = [None] * len(devices)
        self._pixels = [pygame.Surface(size, depth=32) for size in self._sizes]
        self._queue = list(range(len(devices)))  # seats: whose screen was read last is last
        self._built: tuple[object, ...] | None = None  # what the picture was built for
        self.places: list[Place] = []
        self.help_rect = pygame.Rect(0, 0, 0, 0)  # of the line of help

    def draw(self, target: pygame.Surface, whole: bool = False) -> list[pygame.Rect]:
        """Bring `target` up to date. whole: also where nothing changed.

        Returns the rectangles that have changed, or an empty list.
        """
        now = target.get_size(), self.dark, self._shape(), self._colours()
        if self._built != now:
            self._built = now
            self._build(*now)
            whole = True
        self._read_one_screen()
        looks = [self._look(seat) for seat in range(len(self.places))]
        flying = self._flying() + self._words_over(target.get_size())
        changed = [reach for reach, new, old in zip(self._reach, looks, self._looks, strict=True) if new != old]
        changed += [one.rect for one in _differing(flying, self._flew)]
        self._looks, self._flew = looks, flying
        if whole:
            changed = [target.get_rect()]
        for rect in changed:
            self._redraw(target, rect.clip(target.get_rect()))
        target.set_clip(None)
        return changed

    def button_at(self, point: tuple[int, int]) -> tuple[int, int] | None:
        """The button (seat, key) at a point of the picture drawn last, or None."""
        for seat, place in enumerate(self.places):
            for key, (centre, radius) in enumerate(place.buttons):
                if pygame.Vector2(centre).distance_to(point) <= 1.3 * radius:
                    return seat, key
        return None

    def seat_at(self, point: tuple[int, int]) -> int | None:
        """The seat whose device is at a point of the picture drawn last, or None."""
        for seat, place in enumerate(self.places):
            if place.area.collidepoint(point):
                return seat
        return None

    def write_letters(self, letters: Sequence[Sequence[str]]) -> None:
        """Other letters beside the buttons, from the next picture on."""
        self._letters, self._built = letters if self._letters else (), None

    def _redraw(self, target: pygame.Surface, rect: pygame.Rect) -> None:
        target.set_clip(rect)
        target.blit(self._still, rect, rect)
        for seat in rect.collidelistall(self._reach):
            self._draw_device(target, seat)
        for one in self._flew:
            if rect.colliderect(one.rect):
                art.put(target, one.picture, one.rect)

    def _look(self, seat: int) -> _Look:
        room = self.run.room
        device = room.devices[seat]
        shine = device.lamp.colours[0] if room.apps[seat] is not None else (0, 0, 0)
        battery = getattr(device, "battery", None)
        percent = battery() if battery else None
        return _Look(self._read[seat], shine, device.keys.held(), self._mark(seat), percent, self.chosen == seat)

    def _mark(self, seat: int) -> str:
        """What is the matter with a device, in a word or two."""
        room = self.run.room
        if room.apps[seat] is None:
            return "unplugged"
        if room.errors[seat] is not None:
            return "stopped"
        unheard = {pair for pair in room.air.cuts if seat in pair} if room.air else ()
        return "cut off" if len(unheard) > len(self.places) - 1 else ""

    def _read_one_screen(self) -> None:
        """Read a screen that has changed: a person's, or else that which was read the longest time ago."""
        now = [(device.screen, device.screen.version) for device in self.run.room.devices]
        stale = [seat for seat in self._queue if now[seat] != self._read[seat]]
        if not stale:
            return
        seat = min(stale, key=lambda seat: seat >= self._humans)
        self._queue.remove(seat)
        self._queue.append(seat)
        self._read[seat] = now[seat]
        self._pixels[seat].blit(pygame.image.frombuffer(now[seat][0].rgb(), self._sizes[seat], "RGB"), (0, 0))
        self._enlarged[seat] = self._enlarge(seat)

    def _enlarge(self, seat: int) -> pygame.Surface:
        size = self.places[seat].screen.size
        whole = size[0] % self._sizes[seat][0] == 0
        return (pygame.transform.scale if whole else pygame.transform.smoothscale)(self._pixels[seat], size)

    def session(self) -> "Session | None":
        """The session whose table is shown: the chosen device's, or that which knows most. None: nobody sits."""
        seat = self._shown_seat()
        return None if seat is None else self.run.room.apps[seat].session

    def _shape(self) -> float:
        """How many times as wide as high what lies in the middle is."""
        session = self.session()
        return pictograms.ROW_SHAPE if session and pictograms.row_key(session.game.view(None)) else 1

    def _colours(self) -> list[art.Colour]:
        """Of the cases. A device that is here alone has that of its seat at the table, as on all other pictures."""
        if len(self._sizes) > 1:
            return list(art.CASES)
        session = self.session()
        return [art.CASES[session.seat] if session and session.seat is not None else art.CASES[-1]]

    def _shown_seat(self) -> int | None:
        apps, best = self.run.room.apps, None
        for seat, app in enumerate(apps):
            if app is not None and app.session.table is not None:
                if seat == self.chosen:
                    return seat
                if best is None or app.session.table.count > apps[best].session.table.count:
                    best = seat
        return best

    def _flying(self) -> list[flight.Sprite]:
        """What lies or moves above the table."""
        seat = self._shown_seat()
        if seat is None:
            return self._parcel(None)
        session, cases = self.run.room.apps[seat].session, [place.area for place in self.places]
        game = session.game
        view, unit = game.view(None), min(place.unit for place in self.places)
        since_ms = session.since_ms(self.run.room.devices[seat].ticks())
        side = max(16, round(flight.GIFT_SIDE * min(1.4 * self._scale, unit)))

        def called(gift: int) -> str:
            return gift_words(gift, session.match.deck_in_use)

        screens = [place.screen for place in self.places]
        over = self._parcel(view.shop_size) if has_gifts(view) else self._row(view)
        over += flight.sprites(view, since_ms, cases, self._centre, side, called, screens=screens)
        return over + (self._hidden(game, session.match.deck_in_use) if self.everything else [])

    def _parcel(self, left: int | None) -> list[flight.Sprite]:
        """The shop in the middle. left: how many gifts are there, or None."""
        middle = self._middle
        if not middle:
            return []
        found = [flight.Sprite("shop", art.gift(middle.width), middle)]
        if left is not None:
            corner = middle.right - middle.width // 4, middle.bottom - middle.height // 5
            found.append(_line(str(left), corner, round(19 * self._scale), (255, 246, 229), art.INK))
        return found

    def _row(self, view: "View") -> list[flight.Sprite]:
        """The row of a game that has one, where several devices lie round it."""
        key = pictograms.row_key(view)
        if not key or not self._middle:
            return []
        picture = pictograms.row(view, self._middle.width)
        return [flight.Sprite(key, picture, picture.get_rect(center=self._middle.center))]

    def _words_over(self, size: tuple[int, int]) -> list[flight.Sprite]:
        """What lies over all: a screen seen from close by, the banner, the note."""
        found = []
        if self.close is not None:
            wide, high = self._sizes[self.close]
            times = max(1, min((size[0] - 2 * MARGIN) // wide, (size[1] - 2 * MARGIN) // high))
            picture = pygame.transform.scale(self._pixels[self.close], (times * wide, times * high))
            rect = picture.get_rect(center=(size[0] // 2, size[1] // 2))
            found.append(flight.Sprite(self._read[self.close], picture, rect))
        if self.banner:
            picture = art.label(self.banner, min(size) // 10)
            at = round(self._centre.x), round(self._centre.y)
            found.append(flight.Sprite(self.banner, picture, picture.get_rect(center=at)))
        if self.note:
            picture = art.label(self.note, round(22 * self._scale), art.PAPER, art.INK, 255)
            found.append(flight.Sprite(self.note, picture, picture.get_rect(center=self._foot)))
        return found

    def _hidden(self, game: "Game", deck: "Deck | None") -> list[flight.Sprite]:
        """The faces of hidden cards, beside the devices of those who have them."""
        found = []
        for seat, cards in enumerate(secrets(game, deck)[: len(self.places)]):
            case = self.places[seat].case
            for row, words in enumerate(cards):
                y, left = case.top + round((14 + 22 * row) * self._scale), case.centerx < self._centre.x - 1
                at = (case.right + 4, y) if left else (case.left - 4, y)
                found.append(_line(words, at, round(15 * self._scale), SECRET, art.INK, right=not left))
        return found

    def _build(self, size: tuple[int, int], dark: bool, shape: float, colours: list[art.Colour]) -> None:
        """Make all that stands still. dark: by night. shape: of the middle. colours: of the cases."""
        self.places, self._middle, mat = layout(size, self._sizes, self._humans, shape)
        self._centre, self._scale = pygame.Vector2((self._middle or mat).center), scale(size)
        self._foot = size[0] // 2, size[1] - round(HELP_HEIGHT * self._scale) // 2 - 1
        self._reach = [
            place.area.union(_square(place.lamp[0], _glow_radius(place))).inflate(10, 10) for place in self.places
        ]
        self._looks, self._flew = [None] * len(self.places), []
        self._enlarged = [self._enlarge(seat) for seat in range(len(self.places))]
        self._still = art.table(size, mat, dark)
        for seat in range(len(self.places)):
            self._draw_still_device(seat, colours[seat])
        for words in self._helps:
            line = art.label(words, round(19 * self._scale))
            if line.get_width() <= size[0] - 2 * MARGIN:
                self.help_rect = line.get_rect(center=self._foot)
                art.put(self._still, line, self.help_rect)
                break

    def _draw_still_device(self, seat: int, colour: art.Colour) -> None:
        """What of a device never changes: its case, and the keyboard's letters beside its buttons."""
        place, unit = self.places[seat], self.places[seat].unit
        shadow, off = art.shadow(place.case.size, unit), art.lamp(place.lamp[1])
        art.put(self._still, shadow, shadow.get_rect(center=place.case.center).move(0, round(8 * unit)))
        art.put(self._still, art.case(place.case.size, unit, colour), place.case)
        art.put(self._still, off, off.get_rect(center=place.lamp[0]))
        if seat < min(self._humans, len(self._letters)) and unit > 0.6:  # smaller letters could not be read
            for sign, key in zip(self._letters[seat], (YES, MORE, NO), strict=True):
                (x, y), radius = place.buttons[key]
                cap = art.keycap(sign, round(15 * unit))
                away = radius + round(13 * unit)
                art.put(self._still, cap, cap.get_rect(center=(x - away if key == NO else x + away, y)))

    def _draw_device(self, target: pygame.Surface, seat: int) -> None:
        """What of a device changes: its screen, its buttons, its lamp and its name."""
        place, look, room = self.places[seat], self._looks[seat], self.run.room
        if room.apps[seat] is None:
            pygame.draw.rect(target, DARK_GLASS, place.screen)
        else:
            target.blit(self._enlarged[seat], place.screen)
        for key, (centre, radius) in enumerate(place.buttons):
            button = art.button(key, radius, key in look.held, None if seat < self._humans else art.CASES[seat])
            art.put(target, button, button.get_rect(center=centre))
        name = room.names[seat] if seat < self._humans else f"{room.names[seat]} (bot)"
        label = art.name_plate(name, look.mark, place.name_height, look.percent)
        art.put(target, label, label.get_rect(midbottom=place.area.midbottom))
        if look.chosen:
            pygame.draw.rect(target, art.PAPER, place.case.inflate(8, 8), 2, border_radius=round(22 * place.unit))
        if any(look.shine):
            centre, radius = place.lamp
            brightest = max(look.shine)
            colour = tuple(channel * 255 // brightest for channel in look.shine)  # the setting is for eyes
            glow = art.glow(_glow_radius(place), colour)
            target.blit(glow, glow.get_rect(center=centre), special_flags=pygame.BLEND_RGB_ADD)
            lens = art.lamp(radius, colour)
            art.put(target, lens, lens.get_rect(center=centre))


def _differing(new: list[flight.Sprite], old: list[flight.Sprite]) -> list[flight.Sprite]:
    """Sprites that are in one of the lists only."""
    was, are = {one.key for one in old}, {one.key for one in new}
    return [one for one in old if one.key not in are] + [one for one in new if one.key not in was]


def _line(
    words: str, place: tuple[int, int], height: int, back: art.Colour, ink: art.Colour, right: bool = False
) -> flight.Sprite:
    """A sprite with words whose left (right) edge is at `place`."""
    picture = art.label(words, height, back, ink, 220)
    rect = picture.get_rect(midright=place) if right else picture.get_rect(midleft=place)
    return flight.Sprite((words, rect.topleft), picture, rect)


def _glow_radius(place: "Place") -> int:
    return max(2, round(44 * place.unit))


def _square(centre: tuple[int, int], radius: int) -> pygame.Rect:
    return pygame.Rect(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius)
