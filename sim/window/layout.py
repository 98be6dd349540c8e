"""Where things are in the simulator's picture: devices around a table seen from above, as large as the picture allows.

Devices lie clockwise on a superellipse, the first at the bottom in the middle, and all are upright so that they can be
read. Pixels of screens are enlarged by whole numbers; only what would not fit otherwise is made smaller by a fraction.
"""

from collections import namedtuple
from collections.abc import Iterator
from functools import cache

import pygame

MARGIN, GAP = 20, 14  # pixels: around all devices, and between them
USUAL = (1280, 830)  # pixels, of a picture whose letters are as large as is written
HELP_HEIGHT = 34  # pixels there, of the line of help at the bottom
LEAST = (320, 240)  # pixels; a smaller picture shows a part of this one
MIDDLE_MIN, MIDDLE_MAX = 60, 180  # pixels, how high the middle is; in small pictures the least is less
# How many pixels a screen's pixel may have, from small to large: (on a colour screen, on a one-colour screen).
STEPS = ((1, 1), (1, 2), (2, 3), (2, 4), (3, 4), (3, 6), (4, 8), (5, 10), (6, 12))
PEOPLE_LARGER = 2  # steps by which people's screens may be larger than bots'
ROUNDNESS = (2.4, 3, 4, 8)  # exponents of the superellipse, from almost an ellipse to almost a rectangle

# A device. area: all that it covers, with its name under the case; case, screen: rectangles too. buttons: (centre,
# radius) of each; lamp: the same. name_height: of its letters, in pixels. unit: how thick things are, as in `art.case`.
Place = namedtuple("Place", "area case screen buttons lamp name_height unit")
# places: one for each seat. middle, mat: rectangles; middle is None where a device lies alone.
Layout = namedtuple("Layout", "places middle mat")


def scale(size: tuple[int, int]) -> float:
    """How large letters are in a picture of `size` pixels, as a share of what is written; they never get small."""
    return max(1.0, min(size[0] / USUAL[0], size[1] / USUAL[1]))


def layout(size: tuple[int, int], screens: list[tuple[int, int]], humans: int, shape: float = 1) -> Layout:
    """The `Layout` of a picture of `size` pixels. screens: (width, height) in pixels for each seat. shape: how many
    times as wide as high the middle is.

    The first `humans` seats are people's and may get larger devices than the others.
    """
    width, height = max(size[0], LEAST[0]), max(size[1], LEAST[1])
    foot = round(HELP_HEIGHT * scale(size))
    area = pygame.Rect(0, 0, width - 2 * MARGIN, height - MARGIN - foot)
    area.size = min(area.width, round(1.9 * area.height)), min(area.height, round(1.7 * area.width))
    area.center = width // 2, (MARGIN + height - foot) // 2
    if len(screens) == 1:
        return _alone(area, screens[0])
    for factors in _factors(screens, humans):
        devices = [_device(screen, factor) for screen, factor in zip(screens, factors, strict=True)]
        for roundness in ROUNDNESS:
            areas = around(area, [device.area for device in devices], roundness)
            middle = _middle(area, areas, shape)
            if middle is not None:
                places = [_moved(device, *at.topleft) for device, at in zip(devices, areas, strict=True)]
                return Layout(places, middle, area.inflate(-area.width * 0.15, -area.height * 0.2))
    raise AssertionError("the smallest devices fit into the least picture")


def _alone(area: pygame.Rect, screen: tuple[int, int]) -> Layout:
    """One device, as large as the picture allows."""
    for factor in [*range(8, 0, -1), *[percent / 100 for percent in range(95, 10, -5)]]:
        device = _device(screen, factor)
        if device.area.width <= area.width and device.area.height <= area.height:
            break
    left, top = device.area.width // 2, device.area.height // 2
    place = _moved(device, area.centerx - left, area.centery - top)
    return Layout([place], None, area.inflate(-area.width * 0.15, -area.height * 0.2))


def _factors(screens: list[tuple[int, int]], humans: int) -> Iterator[list[float]]:
    """How much each seat's screen is enlarged: from the most that may be wanted downwards."""
    for people in reversed(range(len(STEPS))):
        for bots in reversed(range(max(0, people - PEOPLE_LARGER), people + 1)):
            steps = [STEPS[people if seat < humans else bots] for seat in range(len(screens))]
            yield [step[0 if width >= 240 else 1] for step, (width, _) in zip(steps, screens, strict=True)]
    for percent in range(95, 10, -5):
        yield [percent / 100 if width >= 240 else percent / 50 for width, _ in screens]


@cache
def _device(screen: tuple[int, int], factor: float) -> Place:
    """The `Place` of a device in the top left corner, whose `screen` (width, height) is enlarged by `factor`."""
    width, height = [max(1, round(side * factor)) for side in screen]
    unit = (0.6 + 0.4 * max(screen[0], width) / 240) * min(1, factor)  # cases of large screens are not as thick again

    def units(count: float) -> int:
        return max(2, round(count * unit))

    case = pygame.Rect(0, 0, width + units(32), height + units(80))
    glass = pygame.Rect(0, units(30), width, height)
    glass.centerx = case.centerx
    y = glass.bottom + units(27)
    buttons = [((units(24), y), units(14)), ((case.right - units(24), y), units(14)), ((case.centerx, y), units(10.5))]
    lamp = ((case.centerx, units(11.5)), units(5.5))
    name_height = max(6, min(round(26 * unit), round(max(14 + 6 * unit, 15 * unit))))
    area = pygame.Rect(0, 0, case.width, case.height + 6 + round(1.25 * name_height))
    return Place(area, case, glass, buttons, lamp, name_height, unit)


def _moved(place: Place, x: int, y: int) -> Place:
    """`place`, further right by `x` and further down by `y` pixels."""
    area, case, screen = [rect.move(x, y) for rect in (place.area, place.case, place.screen)]
    *buttons, lamp = [((left + x, top + y), radius) for (left, top), radius in [*place.buttons, place.lamp]]
    return Place(area, case, screen, buttons, lamp, place.name_height, place.unit)


def around(area: pygame.Rect, devices: list[pygame.Rect], roundness: float) -> list[pygame.Rect]:
    """The devices on the rim of a superellipse that fills `area`, clockwise, the first at the bottom."""
    places = []
    for seat, device in enumerate(devices):
        right, down = pygame.Vector2(0, 1).rotate(360 * seat / len(devices))
        reach = (abs(right) ** roundness + abs(down) ** roundness) ** (-1 / roundness)
        left = area.left + round((1 + right * reach) * (area.width - device.width) / 2)
        top = area.top + round((1 + down * reach) * (area.height - device.height) / 2)
        places.append(device.move(left, top))
    return places


def _middle(area: pygame.Rect, devices: list[pygame.Rect], shape: float) -> pygame.Rect | None:
    """What is free in the middle; None when devices leave the area, are too close, or leave no room there."""
    for index, device in enumerate(devices):
        if not area.contains(device) or device.inflate(GAP, GAP).collidelist(devices[:index]) >= 0:
            return None
    column = [device for device in devices if device.left < area.centerx < device.right]
    top = max([device.bottom for device in column if device.centery < area.centery], default=area.top) + GAP
    bottom = min([device.top for device in column if device.centery >= area.centery], default=area.bottom) - GAP
    most = min(max(MIDDLE_MAX, area.height // 6), area.height // 5)
    for height in range(most, round(min(MIDDLE_MIN, min(area.size) // 10) / shape**0.5), -4):
        middle = pygame.Rect(0, 0, round(shape * height), height)
        middle.center = area.centerx, max(top + height // 2, min(bottom - height // 2, area.centery))
        if height <= bottom - top and middle.inflate(GAP, GAP).collidelist(devices) < 0:
            return middle
    return None
