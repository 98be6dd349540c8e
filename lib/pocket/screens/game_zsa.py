"""What stands on the screen in the direction-card variant: `engine.zsa` turned into pages.

It is That's Not a Hat but for the names that the table agrees on, the direction card of a turn, and who draws on.
"""

from engine.zsa import DRAW, NAME, TURN
from pocket import lamp
from pocket.pictures import SUITS
from pocket.screens import game_gifts
from pocket.screens.game_gifts import called, only_face, own_faces, showing
from pocket.screens.page import Page, act
from pocket.words import gift, say


def page(session, view, now):
    """The page of what the game asks for or shows now; None once the end of a round has been seen."""
    made = game_gifts.made_of(PAGES, session, view, now, view.discards)
    if made is None:
        return None
    if made.hint == "hint_decide_known":  # here another card is given than the one that was shown
        made.hint = "hint_decide"
    if view.phase == "give" and not made.items:
        made.note = _direction(view)
        if not made.arrow and made.picture is None:
            made.picture = SUITS + view.direction_card // 4
    return made


def _direction(view):
    """The direction card that is up, in words."""
    suit, rank = view.direction_card // 4, view.direction_card % 4
    return say("direction", "JQKA"[rank], say("suit_{}".format(suit)))


def _name_page(session, view):
    faces = view.faces[view.actor]
    if not session.my_turn():
        title = say("names_it", session.name_of(view.actor))
        named = ", ".join([called(view, one) for one in faces])
        return showing(Page(None, title, named, say("agree_on_it")), faces[0] if len(faces) == 1 else None)
    items = [(gift(faces[0], other), act(session, NAME << 8 | other), "", faces[0]) for other in (0, 1)]
    made = Page(None, say("name_yours"), items=items, light=lamp.ACT)
    made.hint = "hint_name"
    return made


def _agree_page(session, view):
    if not session.my_turn():
        made = Page(None, say("turning", session.name_of(view.actor)), own_faces(view))
        if made.main:
            return showing(made, only_face(view))
        (face,) = view.faces[view.actor]  # whose own gift is turned over already has an eye for this one
        made.main, made.note = called(view, face), say("remember")
        return showing(made, face)
    made = showing(Page(None, say("your_gift"), own_faces(view), say("all_agreed"), light=lamp.ACT), only_face(view))
    made.yes = (say("turn_over"), act(session, TURN << 8))
    return made


def _draw_page(session, view):
    made = game_gifts.start_page(session, view)
    if not made.main and view.shop is not None:
        made.title, made.main = say("shop_has"), called(view, view.shop)
        showing(made, view.shop)
    return made


def _wrong_page(session, view):
    made = game_gifts.PAGES["wrong"](session, view)
    if view.phase == "draw":  # whoever was wrong: the receiver draws on
        made.yes = (say("draw_next"), act(session, DRAW << 8)) if session.my_turn() else None
    return made


PAGES = dict(game_gifts.PAGES)
PAGES.update({"name": _name_page, "agree": _agree_page, "draw": _draw_page, "wrong": _wrong_page})
