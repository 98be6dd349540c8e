"""How the simulator's table looks from above: wood, felt, a wrapped gift, cases, buttons and light, all drawn by code.

Every function gives a new surface for given sizes in pixels and knows nothing of games or devices' parts. Shapes are
drawn several times too large and made smaller, which smooths their edges; what they give has its colours multiplied by
its alpha, so `put` is the way to place them.
"""

import random
from collections import namedtuple
from functools import lru_cache
from itertools import pairwise

import pygame

MULTIPLY = pygame.BLEND_RGBA_MULT
FINE = 3  # how many times too large shapes are drawn
INK, PAPER = (38, 28, 24), (255, 246, 229)
BEZEL = (22, 20, 26)
CASES = (
    (214, 66, 56),
    (58, 112, 205),
    (92, 160, 76),
    (240, 192, 64),
    (234, 130, 164),
    (40, 150, 150),
    (236, 130, 50),
    (232, 224, 208),
)  # the colours that the devices are named after
BUTTONS = ((46, 150, 92), (206, 76, 56), (244, 232, 208))  # yes, no, more
STITCH = 9  # pixels
Light = namedtuple("Light", "wood felt middle corner")  # what the table looks like; the last two multiply it
LIGHTS = (  # by day, and by night
    Light((226, 160, 96), (48, 122, 104), (255, 253, 248), (208, 176, 150)),
    Light((150, 94, 54), (26, 74, 72), (255, 248, 236), (104, 84, 82)),
)


def put(target, picture, place):
    """Place a picture of this module's on `target`."""
    target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def mix(colour, other, share):
    """`colour` with a share (0 to 1) of `other`."""
    return tuple(round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))


def light(colour, share):
    """`colour` made lighter (share up to 1) or darker (down to -1)."""
    return mix(colour, (255, 255, 255) if share > 0 else (0, 0, 0), abs(share))


def _blank(size):
    return pygame.Surface(size, pygame.SRCALPHA, 32)


def _fine(size):
    return _blank((size[0] * FINE, size[1] * FINE))


def _reduced(fine, size):
    """The drawing at its real size, edges smoothed; colours are multiplied by alpha first, or edges would darken."""
    return pygame.transform.smoothscale(fine.premul_alpha(), size)


def _gradient(size, top, bottom):
    strip = _blank((1, 32))
    for y in range(32):
        strip.set_at((0, y), mix(top, bottom, y / 31))
    return pygame.transform.smoothscale(strip, size)


def _plate(target, rect, radius, top, bottom):
    """A rounded rectangle that shades from `top` to `bottom`."""
    rect = pygame.Rect(rect)
    mask = _blank(rect.size)
    pygame.draw.rect(mask, (255, 255, 255), mask.get_rect(), border_radius=round(radius))
    mask.blit(_gradient(rect.size, top, bottom), (0, 0), special_flags=MULTIPLY)
    target.blit(mask, rect)


def _noise(size, low, high, seed):
    """Grey grains, each between `low` and `high`, to multiply a picture by."""
    grains = bytearray()
    for value in random.Random(seed).randbytes(size[0] * size[1]):
        grains += bytes([low + value * (high - low) // 255]) * 3
    return pygame.image.frombuffer(grains, size, "RGB")


@lru_cache(maxsize=1)
def _cloth():
    return _noise((160, 160), 226, 255, 3)


def _wood(size, wood_colour):
    """Planks that run from left to right."""
    width, height = size
    wood = pygame.Surface(size, depth=32)
    chance = random.Random(11)
    count = max(3, height // 120)
    edges = [height * i // count for i in range(count + 1)]
    for top, bottom in pairwise(edges):
        shade = light(wood_colour, chance.uniform(-0.16, 0.06))
        wood.blit(_gradient((width, bottom - top), light(shade, 0.05), light(shade, -0.06)), (0, top))
    for columns, low in ((6, 214), (34, 236)):  # noise that is stretched along the planks is grain
        grain = _noise((columns, max(2, height // 2)), low, 255, columns)
        wood.blit(pygame.transform.smoothscale(grain, size), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    for top, bottom in pairwise(edges):
        pygame.draw.line(wood, light(wood_colour, -0.62), (0, top), (width, top), 2)
        pygame.draw.line(wood, light(wood_colour, 0.12), (0, top + 2), (width, top + 2))
        x = chance.randrange(width // 8, width - width // 8)
        pygame.draw.line(wood, light(wood_colour, -0.55), (x, top), (x, bottom - 1), 2)
    return wood


def _rounded(size, radius):
    """A white rounded rectangle, made of the quarters of a disc: so a large one need not be drawn larger still."""
    fine = _fine((2 * radius, 2 * radius))
    pygame.draw.circle(fine, (255, 255, 255), fine.get_rect().center, radius * FINE)
    disc = _reduced(fine, (2 * radius, 2 * radius))
    shape = _blank(size)
    shape.fill((255, 255, 255))
    for x, left in ((0, 0), (radius, size[0] - radius)):
        for y, top in ((0, 0), (radius, size[1] - radius)):
            shape.blit(disc, (left, top), (x, y, radius, radius), special_flags=MULTIPLY)
    return shape


def _mat(target, rect, colour):
    """A felt mat with a stitched edge."""
    radius = min(rect.size) // 3
    put(target, shadow(rect.size, radius, 14), (rect.x - 28, rect.y - 22))
    for inset, top, bottom in ((0, -0.3, -0.4), (2, 0.07, -0.12)):
        felt = _rounded((rect.width - 2 * inset, rect.height - 2 * inset), radius - inset)
        felt.blit(_gradient(felt.get_size(), light(colour, top), light(colour, bottom)), (0, 0), special_flags=MULTIPLY)
        for x in range(0, rect.width, _cloth().get_width()):
            for y in range(0, rect.height, _cloth().get_height()):
                felt.blit(_cloth(), (x, y), special_flags=pygame.BLEND_RGB_MULT)
        put(target, felt, (rect.x + inset, rect.y + inset))
    _stitches(target, rect.inflate(-28, -28), radius - 14, light(colour, 0.32))


def _stitches(target, rect, radius, colour):
    """A dashed line along a rounded rectangle."""
    corners, turns = [], max(1, round(radius * 1.57 / STITCH))
    for x, y, start in ((1, 1, 0), (0, 1, 90), (0, 0, 180), (1, 0, 270)):
        middle = (rect.right - radius if x else rect.left + radius, rect.bottom - radius if y else rect.top + radius)
        corners += [middle + pygame.Vector2(radius, 0).rotate(start + 90 * turn / turns) for turn in range(turns + 1)]
    path = []
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        steps = max(1, round(start.distance_to(end) / STITCH))
        path += [start.lerp(end, step / steps) for step in range(steps)]
    for start, end in zip(path[::2], path[1::2], strict=False):
        pygame.draw.aaline(target, colour, start, end)


def _lamplight(size, middle, corner):
    """What to multiply the table by: light above its middle, dusk in its corners."""
    spot = pygame.Surface((48, 30), depth=32)
    for x in range(48):
        for y in range(30):
            far = min(1.0, (((x - 23.5) / 30) ** 2 + ((y - 13.5) / 19) ** 2) ** 0.5)
            spot.set_at((x, y), mix(middle, corner, far**1.8))
    return pygame.transform.smoothscale(spot, size)


def table(size, mat, dark):
    """The table's top with a felt mat in the rectangle `mat`. dark: by night."""
    look = LIGHTS[dark]
    top = _wood(size, look.wood)
    _mat(top, mat, look.felt)
    top.blit(_lamplight(size, look.middle, look.corner), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return top


def shadow(size, radius, blur):
    """The soft shadow of a rounded rectangle; it is larger than `size` by 2 * `blur` on every side."""
    coarse = 4  # a blurred picture loses nothing when it is drawn small
    picture = _blank(((size[0] + 4 * blur) // coarse, (size[1] + 4 * blur) // coarse))
    rect = picture.get_rect().inflate(-4 * blur // coarse, -4 * blur // coarse)
    pygame.draw.rect(picture, (0, 0, 0, 150), rect, border_radius=radius // coarse)
    picture = pygame.transform.box_blur(picture, max(1, blur // coarse))
    return pygame.transform.smoothscale(picture, (size[0] + 4 * blur, size[1] + 4 * blur))


@lru_cache(maxsize=4)
def gift(side):
    """A wrapped gift with a bow, `side` pixels wide and high, its shadow included."""
    unit = side / 100
    fine = _fine((side, side))

    def at(*numbers):
        return [number * unit * FINE for number in numbers]

    put(fine, shadow((round(68 * unit * FINE),) * 2, round(8 * unit * FINE), round(5 * unit * FINE)), at(10, 14))
    paper, ribbon = (226, 74, 70), (255, 214, 110)
    _plate(fine, at(16, 16, 68, 68), 7 * unit * FINE, light(paper, -0.34), light(paper, -0.42))
    _plate(fine, at(16, 13, 68, 66), 7 * unit * FINE, light(paper, 0.12), light(paper, -0.1))
    for x in range(5):
        for y in range(5):
            pygame.draw.circle(fine, light(paper, 0.3), at(23 + 13.5 * x, 19 + 13.5 * y), 1.7 * unit * FINE)
    _plate(fine, at(44, 13, 12, 71), 0, ribbon, light(ribbon, -0.2))
    _plate(fine, at(16, 40, 68, 12), 0, light(ribbon, -0.06), light(ribbon, -0.22))
    for turn in (35, 145, 215, 325):
        _loop(fine, at(50, 46), turn, 15 * unit * FINE, ribbon)
    pygame.draw.circle(fine, light(ribbon, -0.3), at(50, 47), 6.4 * unit * FINE)
    pygame.draw.circle(fine, light(ribbon, 0.15), at(50, 46), 5.4 * unit * FINE)
    turned = pygame.transform.rotozoom(fine.premul_alpha(), 9, 1)
    turned = turned.subsurface(fine.get_rect(center=turned.get_rect().center))
    return pygame.transform.smoothscale(turned, (side, side))


def _loop(target, centre, turn, length, colour):
    """One loop of a bow."""
    loop = _blank((round(2.4 * length), round(1.3 * length)))
    pygame.draw.ellipse(loop, light(colour, -0.34), loop.get_rect())
    pygame.draw.ellipse(loop, colour, loop.get_rect().inflate(-0.2 * length, -0.26 * length))
    pygame.draw.ellipse(loop, light(colour, -0.42), loop.get_rect().inflate(-1.3 * length, -0.86 * length))
    loop = pygame.transform.rotozoom(loop, -turn, 0.62)
    middle = pygame.Vector2(centre) + pygame.Vector2(0.75 * length, 0).rotate(turn)
    target.blit(loop, loop.get_rect(center=middle))


@lru_cache(maxsize=64)
def case(size, unit, colour, window, wells, lamp):
    """A device's case without what changes. unit: how thick everything is, 1 around a screen 240 pixels wide.

    window: where the screen is, (left, top, width, height); wells: (centre, radius) of each button; lamp: the same.
    """
    fine = _fine(size)
    one = unit * FINE
    _plate(fine, fine.get_rect(), 20 * one, light(colour, -0.42), light(colour, -0.5))
    top = pygame.Rect(0, 0, fine.get_width(), fine.get_height() - round(5 * one))
    _plate(fine, top, 20 * one, light(colour, 0.42), light(colour, -0.12))
    _plate(fine, top.inflate(-2.6 * one, -2.6 * one), 18.7 * one, light(colour, 0.1), light(colour, -0.1))
    glass = pygame.Rect([FINE * side for side in window]).inflate(14 * one, 14 * one)
    _plate(fine, glass.inflate(3 * one, 3 * one), 9 * one, light(colour, -0.4), light(colour, 0.3))
    _plate(fine, glass, 8 * one, light(BEZEL, 0.06), BEZEL)
    for centre, radius in wells:
        _disc(fine, centre, radius + 2.8 * unit, light(colour, -0.6), light(colour, -0.4))
    _disc(fine, lamp[0], lamp[1] + 1.6 * unit, light(colour, -0.5), light(colour, 0.25))
    _disc(fine, *lamp, (222, 218, 210), (176, 172, 168))
    return _reduced(fine, size)


def _disc(fine, centre, radius, top, bottom):
    side = round(2 * radius * FINE)
    _plate(fine, ((centre[0] - radius) * FINE, (centre[1] - radius) * FINE, side, side), side // 2, top, bottom)


@lru_cache(maxsize=64)
def button(key, radius, down, colour):
    """A button, with a margin of a quarter of its radius. colour: None, or a case's in which it is only for show."""
    size = (round(2.5 * radius),) * 2
    fine = _fine(size)
    face = BUTTONS[key] if colour is None else mix(BUTTONS[key], light(colour, -0.25), 0.62)
    sign = INK if key == 2 else PAPER
    middle, drop = 1.25 * radius, (0.1 * radius if down else 0)
    if down:
        _disc(fine, (middle, middle), radius, light(face, -0.55), light(face, -0.4))
        face = light(face, -0.24)
    else:
        _disc(fine, (middle, middle + 0.12 * radius), radius, light(face, -0.5), light(face, -0.5))
        _disc(fine, (middle, middle), radius, light(face, 0.4), light(face, -0.2))
    _disc(fine, (middle, middle + drop), 0.88 * radius, light(face, 0.12), light(face, -0.1))
    _sign(fine, key, (middle, middle + drop), radius, sign if colour is None else mix(face, sign, 0.45))
    return _reduced(fine, size)


def _sign(fine, key, middle, radius, colour):
    """A tick, a cross, or three dots."""

    def stroke(*points):
        ends = [(middle + pygame.Vector2(point) * radius) * FINE for point in points]
        for start, end in pairwise(ends):
            for step in range(33):
                pygame.draw.circle(fine, colour, start.lerp(end, step / 32), 0.105 * radius * FINE)

    if key == 0:
        stroke((-0.4, 0.02), (-0.12, 0.3), (0.42, -0.3))
    elif key == 1:
        stroke((-0.3, -0.3), (0.3, 0.3))
        stroke((-0.3, 0.3), (0.3, -0.3))
    else:
        for x in (-0.4, 0, 0.4):
            stroke((x, 0), (x, 0))


@lru_cache(maxsize=256)
def glow(radius, colour):
    """The light of a lamp, to be added to a picture; `radius` is where nothing of it is left."""
    small = pygame.Surface((33, 33), depth=32)
    for x in range(33):
        for y in range(33):
            near = max(0.0, 1 - ((x - 16) ** 2 + (y - 16) ** 2) ** 0.5 / 16)
            small.set_at((x, y), mix((0, 0, 0), colour, 0.62 * near**2.2))
    return pygame.transform.smoothscale(small, (2 * radius, 2 * radius))


@lru_cache(maxsize=256)
def lens(radius, colour):
    """A lamp's lens that shines in `colour`."""
    size = (2 * radius + 2,) * 2
    fine = _fine(size)
    _disc(fine, (radius + 1, radius + 1), radius, light(colour, 0.3), colour)
    _disc(fine, (radius + 1, radius + 1), 0.62 * radius, light(colour, 0.85), light(colour, 0.6))
    return _reduced(fine, size)


@lru_cache(maxsize=1024)
def text(words, height, colour):
    """A line of text. height: of the font, in pixels."""
    fine = pygame.font.Font(None, height * FINE).render(words, True, colour)
    return _reduced(fine, (fine.get_width() // FINE, fine.get_height() // FINE))


@lru_cache(maxsize=256)
def plate(size, colour, alpha=255, radius=None):
    """A flat rounded rectangle. radius: in pixels; None: half of its height."""
    fine = _fine(size)
    rounded = fine.get_height() // 2 if radius is None else radius * FINE
    pygame.draw.rect(fine, (*colour, alpha), fine.get_rect(), border_radius=rounded)
    return _reduced(fine, size)


@lru_cache(maxsize=128)
def label(words, height, back=(26, 16, 12), ink=PAPER, alpha=170):
    """A line of text on a small plate."""
    line = text(words, height, ink)
    made = plate((line.get_width() + height, round(1.25 * height)), back, alpha).copy()
    put(made, line, line.get_rect(center=made.get_rect().center))
    return made


@lru_cache(maxsize=128)
def name_plate(name, mark, height, percent):
    """The label under a device. mark: words behind the name, or "". percent: of its battery, or None."""
    line = text(name, height, PAPER)
    behind = text(mark, height, (255, 206, 120)) if mark else None
    cell = None if percent is None else battery(height, percent)
    parts = [part for part in (line, behind, cell) if part]
    gap = height // 2
    width = sum([part.get_width() + gap for part in parts]) + gap
    made = plate((width + 4, round(1.25 * height)), (26, 16, 12), 170).copy()
    x = gap + 2
    for part in parts:
        put(made, part, part.get_rect(midleft=(x, made.get_height() // 2)))
        x += part.get_width() + gap
    return made


@lru_cache(maxsize=256)
def battery(height, percent):
    """A battery that is full to `percent`; red when it is nearly empty."""
    size = (round(1.5 * height), round(0.72 * height))
    fine = _fine(size)
    line = max(2, round(0.09 * height * FINE))
    body = pygame.Rect(0, 0, fine.get_width() - round(0.14 * height * FINE), fine.get_height())
    knob = pygame.Rect(body.right, body.height // 3, fine.get_width() - body.right, body.height // 3)
    pygame.draw.rect(fine, PAPER, knob, border_radius=line)
    pygame.draw.rect(fine, PAPER, body, line, border_radius=2 * line)
    inside = body.inflate(-4 * line, -4 * line)
    inside.width = inside.width * percent // 100
    colour = (232, 80, 60) if percent <= 15 else (240, 190, 70) if percent <= 35 else (120, 206, 120)
    pygame.draw.rect(fine, colour, inside, border_radius=line)
    return _reduced(fine, size)


@lru_cache(maxsize=64)
def card(words, height):
    """A card that lies face up, with the name of what is on it."""
    line = text(words, height, INK)
    size = (line.get_width() + 2 * height, round(2.4 * height))
    made = shadow(size, height // 2, 6)
    back = plate(size, PAPER, radius=height // 2)
    put(made, back, (12, 9))
    edge = plate((size[0] - 8, size[1] - 8), (214, 66, 56), radius=height // 3)
    put(made, edge, (16, 13))
    put(made, plate((size[0] - 12, size[1] - 12), PAPER, radius=height // 3), (18, 15))
    put(made, line, line.get_rect(center=(12 + size[0] // 2, 9 + size[1] // 2)))
    return made


@lru_cache(maxsize=256)
def chevron(side, colour, turn):
    """An arrowhead that points in the direction `turn`, in degrees from the right, clockwise."""
    fine = _fine((side, side))
    middle = pygame.Vector2(fine.get_rect().center)
    reach = side * FINE * 0.36
    points = [middle + pygame.Vector2(x, y).rotate(turn) * reach for x, y in ((-0.6, -1), (0.6, 0), (-0.6, 1))]
    for start, end in pairwise(points):
        for step in range(25):
            pygame.draw.circle(fine, colour, start.lerp(end, step / 24), side * FINE * 0.1)
    return _reduced(fine, (side, side))


@lru_cache(maxsize=64)
def keycap(letter, side):
    """A key of a keyboard."""
    fine = _fine((side, side))
    rect = fine.get_rect()
    _plate(fine, rect, side * 0.25 * FINE, light(PAPER, -0.4), light(PAPER, -0.4))
    top = pygame.Rect(0, 0, rect.width, rect.height - side * FINE // 8)
    _plate(fine, top, side * 0.22 * FINE, PAPER, light(PAPER, -0.1))
    cap = _reduced(fine, (side, side))
    sign = text(letter, side, INK)
    put(cap, sign, sign.get_rect(center=(side // 2, side * 15 // 32)))
    return cap
