"""What stands on the screen in Cap of Invisibility: the row of seven, secret looks, and what a seat can do."""

from engine.caps import LOOK, NEXT, OPEN, SWAP
from pocket import lamp
from pocket.pictures import CAP, FACE_DOWN, HATS, PEOPLE
from pocket.screens.page import Page, act
from pocket.words import above, character, hat, say


def page(session, view, now):
    """The page of what the game asks for or shows now; None at the end of a round."""
    if view.phase not in _PAGES:
        return None
    made = _PAGES[view.phase](session, view)
    made.key = (view.round, session.table.count, session.draft)
    made.side = view.phase == "open"
    return made


def _row(view):
    """The row as pictures: (of the character, of the hat above it) for each place."""
    pairs = zip(view.characters, view.covered)
    return tuple([(None if one is None else PEOPLE + one, FACE_DOWN if covered else None) for one, covered in pairs])


def _standing(view):
    """The own pairs, penalties and caps in short."""
    if view.seat is None:
        return ""
    return say("standing", view.pairs[view.seat], view.penalties[view.seat], view.caps[view.seat])


def _turn_page(session, view):
    if not session.my_turn():
        items = _happened(session, view) + [(_who(view, place), None, "", place) for place in _places(view)]
        return _with_row(Page(None, say("begins", session.name_of(view.actor)), items=items), view)
    steps = session.draft
    if not steps:
        return _kinds_page(session, view)
    kind, first = steps[0], steps[1:]
    items = []
    for place in _places(view):
        if kind == SWAP and not first:
            items.append((_who(view, place), _step(session, kind, place), "", place))
        elif place not in first:
            items.append(_item(session, view, kind, first, place))
    items.append((say("back"), _step(session)))
    title = say("swap_with", _who(view, first[0])) if first else say(_TITLES[kind])
    return _with_row(Page(None, title, items=items, light=lamp.ACT), view)


def _with_row(made, view):
    made.row = _row(view)
    return made


def _step(session, *steps):
    return lambda now: session.choose_step(*steps)


def _item(session, view, kind, first, place):
    """The choice of `place`; greyed out where the player before did just that."""
    argument = min(first[0], place) << 4 | max(first[0], place) if first else place
    action = kind << 8 | argument
    if action in view.actions:
        return _who(view, place), act(session, action), "", place
    return "({})".format(_who(view, place)), None, say("just_done"), place


def _kinds_page(session, view):
    items = [(say(title), _step(session, kind), _standing(view)) for kind, title in _KINDS]
    if view.last is not None and view.last >> 8 == SWAP:  # of the rest there were pages to see
        items = _happened(session, view) + items
    made = _with_row(Page(None, say("your_turn"), items=items, light=lamp.ACT), view)
    made.hint = "hint_caps"
    return made


def _happened(session, view):
    """What the player before did, as an item to read; none where nobody did anything."""
    if view.last is None:
        return [(say("laid_anew"), None)] if view.relaid else []
    kind, place = view.last >> 8, view.last & 15
    name = session.name_of(view.last_seat)
    if kind == SWAP:
        return [(say("swapped", name, _above(view, view.last >> 4 & 15), _above(view, place)), None)]
    return [(say("looked" if kind == LOOK else "opened", name, _above(view, place)), None)]


def _look_page(session, view):
    if view.looked is None:
        place = view.last & 15
        made = Page(None, say("looks", session.name_of(view.actor)), _who(view, place), say("secretly"))
        if view.characters[place] is not None:
            made.picture = PEOPLE + view.characters[place]
        return made
    place, found = view.looked
    made = Page(None, say("look_title", _above(view, place)), say("hidden"), say("hold_to_look"), light=lamp.ACT)
    made.picture, made.hint = FACE_DOWN, "hint_look"
    made.secret = (say("look_hold"), hat(found), _hat_picture(found))
    if session.my_turn():
        made.no = (say("done_looking"), act(session, NEXT << 8))
    return made


def _open_page(session, view):
    made = Page(None, say("look_title", _above(view, view.place)), hat(view.shown))
    made.picture = _hat_picture(view.shown)
    if view.shown == view.characters[view.place]:
        made.note = say("it_fits")
    else:
        made.note, made.light = say("a_cap") if view.shown >= CAP_HAT else say("wrong_hat"), lamp.OFF
    if session.my_turn():
        made.light = lamp.ACT if view.shown >= CAP_HAT or view.shown == view.characters[view.place] else lamp.WRONG
        made.yes = (say("go_on"), act(session, NEXT << 8))
    return made


def _hat_picture(number):
    return HATS + number if number < CAP_HAT else CAP


def _places(view):
    return [place for place, covered in enumerate(view.covered) if covered]


def _who(view, place):
    one = view.characters[place]
    return say("nobody") if one is None else character(one)


def _above(view, place):
    one = view.characters[place]
    return say("nobody") if one is None else above(one)


CAP_HAT = 20  # hats from this number on are caps of invisibility
_KINDS = ((LOOK, "look"), (SWAP, "swap"), (OPEN, "open"))
_TITLES = {LOOK: "look_where", SWAP: "swap_where", OPEN: "open_where"}
_PAGES = {"turn": _turn_page, "look": _look_page, "open": _open_page}
