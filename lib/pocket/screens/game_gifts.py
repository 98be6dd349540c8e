"""What stands on the screen in That's Not a Hat: every phase of `engine.gifts` turned into a `Page`."""

from engine.gift_game import ACCEPT, DRAW, GIVE, REFUSE, SPOKEN, TURN, VERDICT
from pocket import lamp
from pocket import scoreline as _tally  # noqa: F401 (with the game: nobody is to wait for it as the page is drawn)
from pocket.screens.page import Page, act
from pocket.words import a_gift, gift, nice_gift, say


def page(session, view, now):
    """The page of what the game asks for or shows now; None once the end of a round has been seen."""
    return made_of(PAGES, session, view, now, view.discards)


def made_of(pages, session, view, now, points):
    """The page of this phase, from a dict of functions, one for each phase and one for "wrong"; or None. points:
    penalties by seat; the page shows the own ones, or everybody's where somebody was wrong.
    """
    phase = view.phase
    if phase == "draw" and view.loser is not None:
        phase = "wrong"
    if phase in ("round", "over"):
        if session.since_ms(now) >= session.settings.reveal_ms:
            return None
        phase = "wrong"  # the last card was turned up for all to see
    made = pages[phase](session, view)
    made.key = (view.round, session.table.count, phase)
    made.side = phase not in ("give", "decide")
    if phase == "wrong":
        seats = [((view.seat or 0) + place) % view.players for place in range(view.players)]
        made.tally = view.penalties, tuple([(session.name_of(seat), points[seat]) for seat in seats])
    elif view.seat is not None:
        made.marks = points[view.seat], view.penalties
    return made


def called(view, one, name=gift):
    """What a gift is called here; name: `gift`, or `a_gift` for the name with its article."""
    return name(one) if view.names is None else name(one, view.names[one])


def own_faces(view):
    """The own start gifts that are still up."""
    return "" if view.seat is None else ", ".join([called(view, one) for one in view.faces[view.seat]])


def only_face(view):
    """The own start gift where it is the only one that is up; or None."""
    faces = [] if view.seat is None else view.faces[view.seat]
    return faces[0] if len(faces) == 1 else None


def showing(made, one):
    """The page with the picture of a gift; None: without."""
    made.picture = one
    return made


def _shop(view):
    return "" if view.shop is None else say("in_shop", called(view, view.shop))


def start_page(session, view):
    """Before the first card is drawn."""
    title = say("your_gift")
    if view.seat is None:
        title = say("watching")
    elif len(view.faces[view.seat]) > 1:
        title = say("your_gifts")
    elif view.rounds > 1:
        title = say("round_gift", view.round, view.rounds)
    made = Page(None, title, own_faces(view), say("begins", session.name_of(view.actor)))
    showing(made, only_face(view)).hint = "hint_start"
    draw = None
    if session.my_turn():
        draw = act(session, DRAW << 8)
        made.note, made.light, made.yes = say("you_begin"), lamp.ACT, (say("draw"), draw)
    seats = [seat for seat in range(view.players) if seat != view.seat and view.faces[seat]]
    if seats and made.main:  # the others' gifts lie open as well: on their own devices, or nowhere else
        made.items = [(made.main, draw, made.note, made.picture)]
        for seat in seats:
            faces = view.faces[seat]
            names = ", ".join([called(view, one) for one in faces])
            picture = faces[0] if len(faces) == 1 else None
            made.items.append((names, draw, say("before", session.name_of(seat)), picture))
    return made


def _reveal_page(session, view):
    mine = view.giver == view.seat
    title = say("you_unwrap") if mine else say("unwraps", session.name_of(view.giver))
    made = showing(Page(None, title, called(view, view.shown), say("remember")), view.shown)
    if session.my_turn():
        made.light, made.yes = lamp.ACT, (say("turn_over"), act(session, TURN << 8))
    return made


def _on_its_way(session, view, main):
    """What those see who neither give nor receive: who gives to whom, and what lies open."""
    title = say("from_to", session.name_of(view.giver), session.name_of(view.receiver))
    faces = own_faces(view)
    if faces and not main:  # the device lies on the table: its start gift is there for all to see
        return showing(Page(None, say("yours"), faces, title), only_face(view))
    return Page(None, title, main or say("hidden" if view.seat is None else "all_face_down"), _shop(view))


def _give_page(session, view):
    receiver = session.name_of(view.receiver)
    if view.giver != view.seat:
        made = _on_its_way(session, view, "")
        if view.receiver == view.seat:
            words = say("gift_for_you", session.name_of(view.giver))
            made.title, made.note = (say("yours"), words) if own_faces(view) else (words, made.note)
        return made
    light = lamp.TO_LEFT if view.arrow > 0 else lamp.TO_RIGHT
    if not session.my_turn():
        return Page(None, say("give_spoken", receiver), say("hidden"), _shop(view), arrow=view.arrow, light=light)
    new = session.just_shown(0) and view.names is None  # a drawn card waits behind the oldest there
    if view.picked:
        names = sorted([(called(view, one), one) for one in view.claims])
        note = say("the_new_one" if new else "your_oldest")
        items = [(name, act(session, GIVE << 8 | one), note, one) for name, one in names]
        made = Page(None, say("give_picked", receiver), items=items, arrow=view.arrow, light=light)
        made.yes, made.hint = (say("give_it"), None), "hint_give"
        return made
    main = say("say_it" if new else "say_the_oldest")
    made = Page(None, say("give_spoken", receiver), main, say("i_have"), arrow=view.arrow, light=light)
    made.yes, made.hint = (say("given"), act(session, GIVE << 8 | SPOKEN)), "hint_give"
    return made


def _decide_page(session, view):
    giver = session.name_of(view.giver)
    claim = say("said_aloud", giver) if view.claim == SPOKEN else called(view, view.claim, nice_gift)
    speech = session.speech()
    if view.giver == view.seat and speech is not None:  # a bot speaks through its own screen
        said, hesitant = speech
        key, name = ("speaks_unsure", a_gift) if hesitant else ("speaks", nice_gift)
        words = say(key, called(view, said, name))
        return Page(None, say("give_spoken", session.name_of(view.receiver)), words)
    if view.receiver != view.seat:
        return _on_its_way(session, view, "" if view.claim == SPOKEN else claim)
    made = Page(None, say("gift_for_you" if view.claim == SPOKEN else "says", giver), claim, light=lamp.DECIDE)
    showing(made, None if view.claim == SPOKEN else view.claim)
    if session.my_turn():
        made.note = say("answer_aloud")
        if view.claim != SPOKEN:
            made.note = say("thanks_or", called(view, view.claim, a_gift))
        made.hint = "hint_decide_known" if session.just_shown() else "hint_decide"
        made.yes = (say("thank_you"), act(session, ACCEPT << 8))
        made.no = (say("not_so"), act(session, REFUSE << 8))
    return made


def _verdict_page(session, view):
    title = say("you_doubt") if view.receiver == view.seat else say("doubts", session.name_of(view.receiver))
    made = Page(None, title, called(view, view.shown), say("owns_up", session.name_of(view.giver)))
    showing(made, view.shown)
    if session.my_turn():
        made.note, made.light, made.hint = say("was_it"), lamp.DECIDE, "hint_verdict"
        made.yes = (say("yes"), act(session, VERDICT << 8 | 1))
        made.no = (say("no"), act(session, VERDICT << 8))
    return made


def _wrong_page(session, view):
    mine = view.loser == view.seat
    title = say("you_wrong") if mine else say("wrong", session.name_of(view.loser))
    made = Page(None, title, called(view, view.shown), light=lamp.WRONG if mine else lamp.OFF)
    showing(made, view.shown)
    made.hint = "hint_wrong"
    if view.claim != SPOKEN:
        made.note = say("called", called(view, view.claim, a_gift))
    else:
        made.note = say("told_wrongly" if view.loser == view.giver else "told_correctly")
    if session.my_turn() and view.phase == "draw":
        made.yes = (say("draw_next"), act(session, DRAW << 8))
    return made


PAGES = {
    "draw": start_page,
    "reveal": _reveal_page,
    "give": _give_page,
    "decide": _decide_page,
    "verdict": _verdict_page,
    "wrong": _wrong_page,
}
