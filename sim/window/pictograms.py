"""Pictures of gifts, people, hats and signs in any size, and the row of a game that has one, for table and television.

They are those of the devices' own screens, drawn from the same sources.
"""

import functools
from typing import TYPE_CHECKING

import pygame
from PIL import Image

from boards.assets import build
from engine import caps
from pocket.pictures import CAP, FACE_DOWN, HATS, PEOPLE
from sim.window import art

if TYPE_CHECKING:
    from engine.core import View


FINE = 3  # how many times too large a picture is drawn before it is made smaller, which smooths its edges
PLACES, GAP = 7, 0.08  # of a row; a share of a place's width
ROW_SHAPE = PLACES / (2 - GAP)  # how many times as wide as high it is
BACK, EDGE = (54, 46, 84), (30, 26, 40)  # of a hat that lies face down, and of cards


@functools.cache
def _everything() -> list:
    return build.everything()


@functools.lru_cache(maxsize=512)
def pictogram(number: int, side: int, colour: art.Colour) -> pygame.Surface:
    """A picture by its number in `pocket.pictures`, `side` pixels wide and high."""
    mask = _everything()[number][1](side * FINE).convert("L").resize((side, side), Image.Resampling.BOX)
    image = Image.new("RGBA", (side, side), colour)
    image.putalpha(mask)
    return pygame.image.frombytes(image.tobytes(), (side, side), "RGBA").premul_alpha()


@functools.lru_cache(maxsize=64)
def _tile(number: int, side: int, edge: art.Colour | None, hidden: bool) -> pygame.Surface:
    """A card with a picture; edge: the colour of a mark around it."""
    tile = art.plate((side, side), edge or EDGE, radius=side // 7).copy()
    inside = side - 2 * (max(3, side // 10) if edge else 2)
    art.put(tile, art.plate((inside, inside), BACK if hidden else art.PAPER, radius=side // 9), _middle(tile, inside))
    sign = pictogram(number, round(side * 0.7), art.PAPER if hidden else art.INK)
    art.put(tile, sign, _middle(tile, sign.get_width()))
    return tile


def _middle(tile: pygame.Surface, side: int) -> pygame.Rect:
    return pygame.Rect(0, 0, side, side).move((tile.get_width() - side) // 2, (tile.get_height() - side) // 2)


def row_key(view: "View") -> tuple[object, ...] | None:
    """What differs where the row does; None in games that have none."""
    if not isinstance(view, caps.View):
        return None
    return tuple(view.characters), tuple(view.covered), view.place, view.shown, view.last, view.last_seat


def row(view: "View", width: int) -> pygame.Surface:
    """The whole row: characters, and a hat above each. What the last turn was about is edged in the player's colour."""
    assert isinstance(view, caps.View)
    step = width // PLACES
    side = round(step * (1 - GAP))
    made = pygame.Surface((width, step + side), pygame.SRCALPHA, 32)
    for place, (character, covered) in enumerate(zip(view.characters, view.covered, strict=True)):
        if character is None:
            continue
        edge = art.CASES[view.last_seat] if place in _touched(view) else None
        is_open = place == view.place and view.shown is not None
        if covered or is_open:
            hat = (CAP if view.shown >= caps.CAP else HATS + view.shown) if is_open else FACE_DOWN
            art.put(made, _tile(hat, side, edge, not is_open), (place * step, 0))
        art.put(made, _tile(PEOPLE + character, side, edge, False), (place * step, step))
    return made


def _touched(view: "caps.View") -> tuple[int, ...]:
    """The places of the last look, exchange or opening."""
    if view.last is None:
        return ()
    argument = view.last & 255
    return (argument >> 4, argument & 15) if view.last >> 8 == caps.SWAP else (argument,)
