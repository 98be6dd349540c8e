"""Where the gift of a game is right now, as things to draw over the table: on its way along its arrow, or turned up.

A picture follows from what everybody may see and from how long ago it changed, and from nothing that was drawn before.
Games without gifts have nothing in the air. Nothing covers a screen: ways lead round it, by the middle of the table.
"""

from collections import namedtuple
from collections.abc import Callable, Sequence
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
PULL = 0.4  # how much a way bends to the middle, as a share of its length
STEPS = 12  # of a way, at each of which it is looked whether it is free

# Something to draw. key: differs where the picture does.
Sprite = namedtuple("Sprite", "key picture rect")
Way = tuple[pygame.Vector2, pygame.Vector2, pygame.Vector2]  # start, what it bends towards, end


def sprites(
    view: "View",
    since_ms: int,
    cases: list[pygame.Rect],
    centre: pygame.Vector2,
    side: int,
    face: Callable[[int], str],
    screens: Sequence[pygame.Rect] = (),
) -> list[Sprite]:
    """What to draw of the gift in the air, the lowest first.

    view: the public view. since_ms: how long ago it changed. cases: a rectangle for each seat. centre: of the table.
    side: of a gift, in pixels. face: a function that gives the name of a gift. screens: what is not to be covered.
    """
    if not has_gifts(view) or view.giver >= len(cases) or len(cases) == 1:  # alone: over its own screen
        return []
    made = _sprites(view, since_ms, cases, centre, side, face, list(screens))
    return [one for one in made if one.rect.collidelist(list(screens)) < 0]  # where there is no other way, below


def _sprites(
    view: "gift_game.View",
    since_ms: int,
    cases: list[pygame.Rect],
    centre: pygame.Vector2,
    side: int,
    face: Callable[[int], str],
    screens: list[pygame.Rect],
) -> list[Sprite]:
    giver, receiver, shown, loser = view.giver, view.receiver, view.shown, view.loser
    share = min(1.0, since_ms / GLIDE_MS)
    share = share * share * (3 - 2 * share)  # gently off and gently on

    def card(seat: int, share: float = 1) -> list[Sprite]:
        size = art.card(face(shown), max(10, side // 2)).get_size()
        spot = _free(_spot(cases[seat], centre, side), centre, size, screens)
        return [_card(face(shown), centre.lerp(spot, share), side)]

    if view.phase == "reveal" and shown is not None:
        return card(giver, share)
    if receiver is None or receiver >= len(cases):
        return []
    if view.phase in ("give", "decide"):
        way = _way(cases[giver], cases[receiver], centre, view.arrow or 1, side, screens)
        at = way[0] if view.phase == "give" else _curve(way, share)
        return [*_arrow(view, way, side), _gift(at, side)]
    if view.phase == "verdict" and shown is not None:
        return card(receiver)
    if loser is not None and shown is not None and since_ms < GLIDE_MS + FADE_MS:
        return card(loser)
    return []


def _spot(case: pygame.Rect, towards: pygame.Vector2, side: int) -> pygame.Vector2:
    """Beside a device, in the direction of `towards`."""
    middle = pygame.Vector2(case.center)
    way = pygame.Vector2(towards) - middle
    across = (case.width / 2 + side * 0.7) / max(1, abs(way.x))
    down = (case.height / 2 + side * 0.7) / max(1, abs(way.y))
    return middle + way * min(1, across, down)


def _free(
    spot: pygame.Vector2, centre: pygame.Vector2, size: tuple[int, int], screens: list[pygame.Rect]
) -> pygame.Vector2:
    """The first place on the way from `spot` to the centre where something of `size` covers no screen."""
    for step in range(STEPS):
        at = spot.lerp(centre, step / STEPS)
        if _around(at, size).collidelist(screens) < 0:
            return at
    return centre


def _around(at: pygame.Vector2, size: tuple[int, int]) -> pygame.Rect:
    rect = pygame.Rect((0, 0), size)
    rect.center = round(at.x), round(at.y)
    return rect


def _way(
    giver: pygame.Rect,
    receiver: pygame.Rect,
    centre: pygame.Vector2,
    arrow: int,
    side: int,
    screens: list[pygame.Rect],
) -> Way:
    """The way from one device to another: bent a little to the middle of the table, or as much more as it takes."""
    one, other = pygame.Vector2(giver.center), pygame.Vector2(receiver.center)
    start = _free(_spot(giver, other.lerp(centre, 0.75), side), centre, (side, side), screens)
    end = _free(_spot(receiver, one.lerp(centre, 0.75), side), centre, (side, side), screens)
    middle, corners = start.lerp(end, 0.5), (pygame.Vector2(start.x, end.y), pygame.Vector2(end.x, start.y))
    bends = [_bend(start, end, centre, arrow)]
    bends += [middle + far * (goal - middle) for far in (0.5, 1, 1.6, 2.4) for goal in (centre, *corners)]

    def badness(bend: pygame.Vector2) -> tuple[int, bool, float]:
        covered = _covered((start, bend, end), side, screens)
        return covered, bend != bends[0], start.distance_to(bend) + bend.distance_to(end)

    return start, min(bends, key=badness), end


def _covered(way: Way, side: int, screens: list[pygame.Rect]) -> int:
    """At how many steps of the way a gift covers a screen."""
    steps = [_around(_curve(way, step / STEPS), (side, side)) for step in range(STEPS + 1)]
    return sum(rect.collidelist(screens) >= 0 for rect in steps)


def _bend(start: pygame.Vector2, end: pygame.Vector2, centre: pygame.Vector2, arrow: int) -> pygame.Vector2:
    """What a way bends towards: a little to the middle of the table, less where it is short; where it would lead across
    what lies there, to the side that the arrow names.
    """
    middle, most = start.lerp(end, 0.5), PULL * start.distance_to(end)
    way = centre - middle
    if way.length() < start.distance_to(end) / 10:
        return middle + (end - start).rotate(-90 * arrow) * 0.9
    return middle + way * min(1, most / way.length())


def _curve(way: Way, share: float) -> pygame.Vector2:
    start, bend, end = way
    return start.lerp(bend, share).lerp(bend.lerp(end, share), share)


def _arrow(view: "gift_game.View", way: Way, side: int) -> list[Sprite]:
    """Arrowheads along the way, in the colour of the light that says which way it is."""
    colour = PLAIN_COLOUR if not view.arrow else LEFT_COLOUR if view.arrow > 0 else RIGHT_COLOUR
    count = max(1, min(12, round(way[0].distance_to(way[2])) // max(1, side // 2)))
    heads = []
    for step in range(1, count + 1):
        at, ahead = _curve(way, step / (count + 1)), _curve(way, (step + 0.5) / (count + 1))
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
