"""Where the gift of a game is right now, as things to draw over the table: on its way along its arrow, or turned up.

A picture follows from what everybody may see and from how long ago it changed, and from nothing that was drawn before.
Games without gifts have nothing in the air.
"""

from collections import namedtuple
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from sim.window import art
from sim.words import has_gifts

if TYPE_CHECKING:
    from engine import gift_game
    from engine.core import View


GLIDE_MS = 650  # a gift travels for so long
FADE_MS = 900  # and a penalty
GIFT_SIDE = 46  # pixels, where devices' screens are 240 pixels wide
LEFT_COLOUR, RIGHT_COLOUR, PLAIN_COLOUR = (104, 164, 255), (255, 158, 70), (255, 240, 214)

# Something to draw. key: differs where the picture does.
Sprite = namedtuple("Sprite", "key picture rect")


def sprites(
    view: "View",
    since_ms: int,
    cases: list[pygame.Rect],
    centre: pygame.Vector2,
    side: int,
    face: Callable[[int], str],
    pull: float = 0.4,
) -> list[Sprite]:
    """What to draw of the gift in the air, the lowest first.

    view: the public view. since_ms: how long ago it changed. cases: a rectangle for each seat. centre: of the table.
    side: of a gift, in pixels. face: a function that gives the name of a gift. pull: how much ways bend to the centre.
    """
    if not has_gifts(view) or view.giver >= len(cases) or len(cases) == 1:  # alone: over its own screen
        return []
    giver, receiver, shown, loser = view.giver, view.receiver, view.shown, view.loser
    share = min(1.0, since_ms / GLIDE_MS)
    share = share * share * (3 - 2 * share)  # gently off and gently on
    if view.phase == "reveal" and shown is not None:
        spot = _spot(cases[giver], centre, side)
        return [_card(face(shown), centre.lerp(spot, share), side)]
    if receiver is None or receiver >= len(cases):
        return []
    start, end = _ends(cases[giver], cases[receiver], centre, side)
    bend = _bend(start, end, centre, view.arrow or 1, pull)
    if view.phase == "give":
        home = pygame.Vector2(cases[giver].center)
        return [*_arrow(view, start, bend, end, side), _gift(home.lerp(start, 0.4 + 0.6 * share), side)]
    if view.phase == "decide":
        return [*_arrow(view, start, bend, end, side), _gift(_curve(start, bend, end, share), side)]
    if view.phase == "verdict" and shown is not None:
        return [_card(face(shown), end, side)]
    if loser is not None and shown is not None and since_ms < GLIDE_MS + FADE_MS:
        late = max(0.0, (since_ms - FADE_MS) / GLIDE_MS)
        home = pygame.Vector2(cases[loser].center)
        return [_card(face(shown), end.lerp(home, late * late), side)]
    return []


def _spot(case: pygame.Rect, towards: pygame.Vector2, side: int) -> pygame.Vector2:
    """Beside a device, in the direction of `towards`."""
    middle = pygame.Vector2(case.center)
    way = pygame.Vector2(towards) - middle
    across = (case.width / 2 + side * 0.7) / max(1, abs(way.x))
    down = (case.height / 2 + side * 0.7) / max(1, abs(way.y))
    return middle + way * min(1, across, down)


def _ends(
    giver: pygame.Rect, receiver: pygame.Rect, centre: pygame.Vector2, side: int
) -> tuple[pygame.Vector2, pygame.Vector2]:
    """Where the way from one device to another begins and ends."""
    one, other = pygame.Vector2(giver.center), pygame.Vector2(receiver.center)
    return _spot(giver, other.lerp(centre, 0.75), side), _spot(receiver, one.lerp(centre, 0.75), side)


def _bend(
    start: pygame.Vector2, end: pygame.Vector2, centre: pygame.Vector2, arrow: int, pull: float
) -> pygame.Vector2:
    """What a way bends towards: a little to the middle of the table, less where it is short; where it would lead across
    what lies there, to the side that the arrow names.
    """
    middle, most = start.lerp(end, 0.5), pull * start.distance_to(end)
    way = centre - middle
    if way.length() < start.distance_to(end) / 10:
        return middle + (end - start).rotate(-90 * arrow) * 0.9
    return middle + way * min(1, most / way.length())


def _curve(start: pygame.Vector2, bend: pygame.Vector2, end: pygame.Vector2, share: float) -> pygame.Vector2:
    return start.lerp(bend, share).lerp(bend.lerp(end, share), share)


def _arrow(
    view: "gift_game.View", start: pygame.Vector2, bend: pygame.Vector2, end: pygame.Vector2, side: int
) -> list[Sprite]:
    """Arrowheads along the way, in the colour of the light that says which way it is."""
    colour = PLAIN_COLOUR if not view.arrow else LEFT_COLOUR if view.arrow > 0 else RIGHT_COLOUR
    count = max(1, min(12, round(start.distance_to(end)) // max(1, side // 2)))
    heads = []
    for step in range(1, count + 1):
        at = _curve(start, bend, end, step / (count + 1))
        ahead = _curve(start, bend, end, (step + 0.5) / (count + 1))
        turn = round(pygame.Vector2(1, 0).angle_to(ahead - at)) // 5 * 5 if ahead != at else 0
        head = art.chevron(max(6, side // 2), colour, turn % 360)
        rect = head.get_rect(center=(round(at.x), round(at.y)))
        heads.append(Sprite((rect.center, colour, turn), head, rect))
    return heads


def _gift(at: pygame.Vector2, side: int) -> Sprite:
    picture = art.gift(side)
    rect = picture.get_rect(center=(round(at.x), round(at.y)))
    return Sprite(("gift", rect.center, side), picture, rect)


def _card(words: str, at: pygame.Vector2, side: int) -> Sprite:
    picture = art.card(words, max(10, side // 2))
    rect = picture.get_rect(center=(round(at.x), round(at.y)))
    return Sprite((words, rect.center, side), picture, rect)
