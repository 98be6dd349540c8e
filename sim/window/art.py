"""How the simulator's table looks from above: wood, felt, a wrapped gift, cases, buttons and light.

Each thing is an SVG file in svg/, drawn once in the size that is asked for. Pictures have their colours multiplied by
their alpha, so `put` is the way to place them. Nothing here knows of games, or of the parts of devices.
"""

import functools
import io
import re
from collections import namedtuple
from pathlib import Path

import pygame
import resvg_py

Colour = tuple[int, int, int]  # red, green and blue, 0 to 255 each
SVG = Path(__file__).parent / "svg"
INK, PAPER = (38, 28, 24), (255, 246, 229)
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
KEYS = ("yes", "no", "more")
FINE = (
    3  # how many times too large letters and plates are drawn before they are made smaller, which smooths their edges
)
WOOD_SIZE = (1280, 830)  # pixels; it is stretched for other tables, which costs less than to draw it again
GRAIN = 16  # how much the wood is stretched along its planks
SHADOW = 24  # units by which a shadow is larger on every side than what it belongs to
Light = namedtuple("Light", "wood felt middle corner")  # what the table looks like; the last two multiply it
LIGHTS = (  # by day, and by night
    Light((226, 160, 96), (48, 122, 104), (255, 253, 248), (208, 176, 150)),
    Light((150, 94, 54), (26, 74, 72), (255, 248, 236), (104, 84, 82)),
)


def put(target: pygame.Surface, picture: pygame.Surface, place: pygame.Rect | tuple[float, float]) -> None:
    """Place a picture of this module's on `target`."""
    target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def drawn(
    name: str, size: tuple[float, float], colour: Colour = (0, 0, 0), shown: tuple[str, ...] = (), style: str = ""
) -> pygame.Surface:
    """A new picture of the SVG file `name`.

    size: (width, height) in pixels; what the file places in per cent follows it, a file with a viewBox is stretched.
    colour: what the file calls currentColor, as (red, green, blue), 0 to 255 each.
    shown: the classes of those parts to show that the file hides.
    style: further rules of CSS.
    """
    width, height = [max(1, round(side)) for side in size]
    source = re.sub(r'width="\d+" height="\d+"', f'width="{width}" height="{height}"', _source(name), count=1)
    rules = [f"svg {{color: rgb{colour}}}", *[f".{one} {{display: inline}}" for one in shown], style]
    png = resvg_py.svg_to_bytes(svg_string=source, style_sheet=" ".join(rules), skip_system_fonts=True)
    return pygame.image.load(io.BytesIO(png), ".png").premul_alpha()


picture = functools.lru_cache(maxsize=1024)(drawn)  # for what is small and needed again


@functools.cache
def _source(name: str) -> str:
    return (SVG / f"{name}.svg").read_text("utf-8")


@functools.lru_cache(maxsize=256)
def stretched(
    name: str, size: tuple[int, int], unit: float, edges: tuple[float, ...], colour: Colour = (0, 0, 0)
) -> pygame.Surface:
    """The SVG file `name`, whose middle is stretched or shrunk until it is of `size`, in pixels.

    unit: pixels for a unit of the file, wherever it is not stretched.
    edges: how many of its units are not stretched at the left, top, right and bottom.
    colour: as for `picture`.
    """
    natural = [int(side) for side in re.search(r'width="(\d+)" height="(\d+)"', _source(name)).groups()]
    whole = drawn(name, (unit * natural[0], unit * natural[1]), colour)
    made = pygame.Surface(size, pygame.SRCALPHA, 32)
    columns, rows = [_pieces(whole.get_size()[axis], size[axis], unit, edges[axis::2]) for axis in (0, 1)]
    for left, width, to_left, to_width in columns:
        for top, height, to_top, to_height in rows:
            piece = pygame.transform.smoothscale(whole.subsurface((left, top, width, height)), (to_width, to_height))
            made.blit(piece, (to_left, to_top))
    return made


def _pieces(old: int, new: int, unit: float, edges: tuple[float, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """The three pieces of a picture's side: (start, length, start when it is stretched, length then) of each."""
    before, behind = [round(unit * edge) for edge in edges]
    middle = max(0, new - before - behind)
    return (
        (0, before, 0, before),
        (before, old - before - behind, before, middle),
        (old - behind, behind, before + middle, behind),
    )


@functools.lru_cache(maxsize=2)
def _wood(colour: Colour) -> pygame.Surface:
    """Planks that run from left to right."""
    narrow = drawn("wood", (WOOD_SIZE[0] / GRAIN, WOOD_SIZE[1] / 2), colour)
    wood = pygame.transform.smoothscale(narrow, WOOD_SIZE)
    put(wood, drawn("seams", WOOD_SIZE), (0, 0))
    return wood


def table(size: tuple[int, int], mat: pygame.Rect, dark: bool) -> pygame.Surface:
    """The table's top with a felt mat in the rectangle `mat`. dark: by night."""
    return _table(size, tuple(mat), dark).copy()


@functools.lru_cache(maxsize=2)  # by day and by night
def _table(size: tuple[int, int], mat: tuple[int, int, int, int], dark: bool) -> pygame.Surface:
    look, top = LIGHTS[dark], pygame.Surface(size, depth=32)
    top.blit(pygame.transform.smoothscale(_wood(look.wood), size), (0, 0))
    felt = drawn("mat", (mat[2] / 0.96, mat[3] / 0.96), look.felt)
    cloth = picture("cloth", (160, 160))
    for x in range(0, felt.get_width(), cloth.get_width()):
        for y in range(0, felt.get_height(), cloth.get_height()):
            felt.blit(cloth, (x, y), special_flags=pygame.BLEND_RGB_MULT)
    put(top, felt, felt.get_rect(center=pygame.Rect(mat).center))
    style = f".middle {{stop-color: rgb{look.middle}}} .corner {{stop-color: rgb{look.corner}}}"
    lamp = drawn("light", (size[0] / 8, size[1] / 8), style=style)
    top.blit(pygame.transform.smoothscale(lamp, size), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return top


def shadow(size: tuple[int, int], unit: float) -> pygame.Surface:
    """The soft shadow of something of `size` with corners of 20 units; larger by SHADOW units on every side."""
    margin = 2 * round(SHADOW * unit)
    edges = (2.6 * SHADOW,) * 4
    return stretched("shadow", (size[0] + margin, size[1] + margin), unit, edges)


def gift(side: float) -> pygame.Surface:
    """A wrapped gift with a bow, `side` pixels wide and high, its shadow included."""
    return picture("gift", (side, side))


def case(size: tuple[int, int], unit: float, colour: Colour) -> pygame.Surface:
    """A device's case without what changes. unit: how thick everything is, 1 around a screen 240 pixels wide."""
    return stretched("case", size, unit, (45, 50, 45, 80), colour)


def button(key: int, radius: float, down: bool, colour: Colour | None) -> pygame.Surface:
    """A button, with a margin of a quarter of its radius. colour: None, or a case's in which it is only for show."""
    shown = (KEYS[key], "down" if down else "up", *(("bot",) if colour else ()))
    return picture("button", (2.5 * radius, 2.5 * radius), colour or INK, shown)


def lamp(radius: float, colour: Colour | None = None) -> pygame.Surface:
    """A lamp, with a margin of a third of its radius. colour: in which it shines, or None."""
    return picture("lamp", (2.7 * radius, 2.7 * radius), colour or INK, ("on" if colour else "off",))


def glow(radius: float, colour: Colour) -> pygame.Surface:
    """The light of a lamp, to be added to a picture; `radius` is where nothing of it is left."""
    return picture("glow", (2 * radius, 2 * radius), colour)


def battery(height: int, percent: int) -> pygame.Surface:
    """A battery beside letters of `height` that is full to `percent`; red when it is nearly empty."""
    colour = (232, 80, 60) if percent <= 15 else (240, 190, 70) if percent <= 35 else (120, 206, 120)
    level = f".level {{stroke-dasharray: {percent} 200}}"
    return picture("battery", (1.5 * height, 0.72 * height), colour, (), level)


@functools.lru_cache(maxsize=256)
def chevron(side: int, colour: Colour, turn: int) -> pygame.Surface:
    """An arrowhead that points in the direction `turn`, in degrees from the right, clockwise."""
    return pygame.transform.rotozoom(picture("chevron", (side, side), colour), -turn, 1)


@functools.lru_cache(maxsize=64)
def keycap(letter: str, side: int) -> pygame.Surface:
    """A key of a keyboard."""
    cap, sign = picture("key", (side, side)).copy(), text(letter, side, INK)
    put(cap, sign, sign.get_rect(center=(side // 2, side * 15 // 32)))
    return cap


@functools.lru_cache(maxsize=64)
def card(words: str, height: int) -> pygame.Surface:
    """A card that lies face up, with the name of what is on it, in letters of `height` pixels; its shadow included."""
    line, unit = text(words, height, INK), height / 20
    size = line.get_width() + round(64 * unit), round(72 * unit)
    made = stretched("card", size, unit, (28, 34, 28, 34)).copy()
    put(made, line, line.get_rect(center=(size[0] // 2, size[1] // 2)))
    return made


@functools.lru_cache(maxsize=1024)
def text(words: str, height: int, colour: Colour) -> pygame.Surface:
    """A line of text. height: of the font, in pixels."""
    return _reduced(pygame.font.Font(None, height * FINE).render(words, True, colour))


@functools.lru_cache(maxsize=256)
def plate(size: tuple[int, int], colour: Colour, alpha: int = 255, radius: int | None = None) -> pygame.Surface:
    """A flat rounded rectangle. radius: in pixels; None: half of its height."""
    fine = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA, 32)
    rounded = fine.get_height() // 2 if radius is None else radius * FINE
    pygame.draw.rect(fine, (*colour, alpha), fine.get_rect(), border_radius=rounded)
    return _reduced(fine)


def _reduced(fine: pygame.Surface) -> pygame.Surface:
    """The drawing at its real size; colours are multiplied by alpha first, or edges would darken."""
    return pygame.transform.smoothscale(fine.premul_alpha(), (fine.get_width() // FINE, fine.get_height() // FINE))


@functools.lru_cache(maxsize=128)
def label(
    words: str, height: int, back: Colour = (26, 16, 12), ink: Colour = PAPER, alpha: int = 170
) -> pygame.Surface:
    """A line of text on a small plate."""
    line = text(words, height, ink)
    made = plate((line.get_width() + height, round(1.25 * height)), back, alpha).copy()
    put(made, line, line.get_rect(center=made.get_rect().center))
    return made


@functools.lru_cache(maxsize=128)
def name_plate(name: str, mark: str, height: int, percent: int | None) -> pygame.Surface:
    """The label under a device. mark: words behind the name, or "". percent: of its battery, or None."""
    behind = text(mark, height, (255, 206, 120)) if mark else None
    cell = None if percent is None else battery(height, percent)
    parts = [part for part in (text(name, height, PAPER), behind, cell) if part]
    gap = height // 2
    width = sum([part.get_width() + gap for part in parts]) + gap
    made = plate((width + 4, round(1.25 * height)), (26, 16, 12), 170).copy()
    x = gap + 2
    for part in parts:
        put(made, part, part.get_rect(midleft=(x, made.get_height() // 2)))
        x += part.get_width() + gap
    return made
