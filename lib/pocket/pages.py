"""What stands on the screen, as words: every situation of the lobby and of the game turned into a `Page`.

A page is a function of what the seat may see. It knows no pixels; `face` puts it on a display, and `app` runs what its
buttons do.
"""

from engine.gifts import ACCEPT, DRAW, GIVE, NEXT, REFUSE, SPOKEN, TURN, VERDICT
from pocket import lamp
from pocket.session import SOLO_BOTS
from pocket.words import a_gift, gift, say
from ring.lobby import GATHERING, SEATS_MAX
from ring.roster import unpack

RESUMED_MS = 6000  # how long it is said that the game went on from what the devices had kept


class Page:
    """One screenful.

    key: differs between situations, so that a press meant for one cannot act in the next. title, main, note: text, main
    largest. yes, no: (caption, what it does: called with now) or None. items: [(text, what it does)] to choose from;
    main is then the one at the cursor. arrow: 1 left, -1 right, 0 none. light: a meaning of `lamp`. marks: own
    penalties and how many end the round, or None.
    """

    def __init__(self, key, title, main="", note="", yes=None, no=None, items=None, arrow=0, light=lamp.OFF):
        self.key = key
        self.title, self.main, self.note = title, main, note
        self.yes, self.no, self.items = yes, no, items
        self.arrow, self.light, self.marks = arrow, light, None

    def at(self, cursor):
        """The page as it is drawn, with the item at `cursor`: (title, main, note, yes, no, arrow, marks)."""
        main, note, yes, no = self.main, self.note, self.yes and self.yes[0], self.no and self.no[0]
        if self.items:
            main = self.items[cursor][0]
            yes = yes or say("ok")
            if len(self.items) > 1:
                note = note or say("choice", cursor + 1, len(self.items))
                no = say("next")
        return self.title, main, note, yes or "", no or "", self.arrow, self.marks


def problem_page(problem, done):
    """A setting that is wrong."""
    return Page(("problem", problem), say("settings"), problem, yes=(say("ok"), done))


def crash_page(error):
    """The program has stopped with `error` and starts again."""
    return Page("crash", say("sorry"), "{}: {}".format(type(error).__name__, error), say("starts_again"))


def menu_page(session, back):
    """The menu during a game."""
    items = [(say("back_to_game"), back), (say("leave_table"), session.leave)]
    return Page("menu", say("menu"), items=items)


def lobby_page(session):
    """Looking for a table, gathering one, or waiting at one."""
    lobby = session.lobby
    if lobby.opener and not session.settings.players:
        return _opener_page(session, lobby) if lobby.stage == GATHERING else _starter_page(session, lobby)
    offer = lobby.offer()
    if offer is not None and offer.people:
        return _guest_page(session, lobby, offer)
    if session.settings.players:
        return Page("gathering", say("hello", session.name), say("gathering"))
    items = [(say("sit_with", _host(one)), _asking(lobby, one)) for one in lobby.gathering()]
    for one in lobby.running():
        items.append((say("join", _host(one)), _asking(lobby, one)))
        items.append((say("watch", _host(one)), lambda now, one=one: session.watch(one, now)))
    items.append((say("open_table"), session.open))
    items.append((say("solo", SOLO_BOTS), session.play_with_bots))
    key = "welcome", [(one.table, one.stage) for one in lobby.offers]
    return Page(key, say("hello", session.name), items=items)


def _host(offer):
    return offer.people[0][1]


def _asking(lobby, offer):
    return lambda now: lobby.ask(offer, now)


def _opener_page(session, lobby):
    if lobby.asking:
        person = lobby.asking[0]
        return Page(
            ("asks", person.device),
            say("asks"),
            person.name,
            yes=(say("welcome"), lambda now: lobby.accept(person, now)),
            no=(say("not_now"), lambda now: lobby.refuse(person)),
            light=lamp.ACT,
        )
    players = len(session.people())
    items = []
    if players > 1:
        items.append((say("start"), session.start))
    if players < SEATS_MAX:
        items.append((say("add_bot"), session.add_bot))
    items.append((say("close_table"), session.leave))
    return Page(("open", players), say("your_table"), note=", ".join(session.people()), items=items)


def _starter_page(session, lobby):
    yes, no = (say("it_was_me"), lobby.claim_last_gift), (say("lots"), session.found)
    return Page("starter", say("who_starts"), say("last_gift"), yes=yes, no=no, light=lamp.ACT)


def _guest_page(session, lobby, offer):
    opener, leave = _host(offer), (say("leave"), session.leave)
    if not lobby.seated():
        return Page("asking", say("their_table", opener), say("asking"), no=leave)
    if offer.stage == GATHERING:
        people = ", ".join([name for _, name in offer.people])
        return Page(("seated", len(offer.people)), say("seated"), say("they_start", opener), people, no=leave)
    it_was_me = (say("it_was_me"), lobby.claim_last_gift)
    return Page("starter", say("who_starts"), say("last_gift"), yes=it_was_me, light=lamp.ACT)


def table_page(session, now):
    """The table as it is: something to decide about who plays, somebody to wait for, or the game."""
    missing = session.missing(now)
    if session.proposal:
        return _proposal_page(session)
    if session.went_on:
        return Page("went on", say("went_on"), say("come_back"), yes=(say("yes"), session.come_back))
    asker = session.askers[0] if session.askers else None
    if asker and session.can_let_in(asker, now):
        return _asker_page(session, asker, now)
    if missing and session.may_follow(now):
        return _missing_page(session, missing[0], len(missing))
    page = _game_page(session, session.view(), now)
    if session.game.over and not session.may_leave(now):
        page.yes = None  # somebody may not know yet how it ended
    if missing or not session.table.whole:
        names = ", ".join([session.names_at(device) for device in missing])
        page.title, page.light = say("waiting", names) if missing else say("finding"), lamp.WAITING
    elif session.resumed and session.since_ms(now) < RESUMED_MS:
        page.note = say("resumed")
    return page


def _proposal_page(session):
    table, roster_data = session.proposal
    names = ", ".join([seat.name + "*" * seat.bot for seat in unpack(roster_data).seats])
    yes, no = (say("yes"), session.agree), (say("no"), session.decline)
    return Page(("proposal", table), say("go_on_so"), names, say("star_is_bot"), yes=yes, no=no, light=lamp.ACT)


def _asker_page(session, asker, now):
    seat = session.seat_for(asker, now)
    note = say("in_next_round") if seat is None else say("for_seat", session.name_of(seat))
    return Page(
        ("asker", asker.device),
        say("asks"),
        asker.name,
        note,
        yes=(say("welcome"), lambda now: session.let_in(asker, now)),
        no=(say("not_now"), lambda now: session.turn_away(asker, now)),
        light=lamp.ACT,
    )


def _missing_page(session, device, count):
    """Who is missed, and what can be done about the first of them."""
    names = session.names_at(device)
    items = [(say("wait"), lambda now: None)]
    items.append((say("with_bot", names), lambda now: session.with_bot(device, now)))
    if len([seat for seat in session.roster.seats if seat.device != device]) > 1:
        items.append((say("without", names), lambda now: session.without(device, now)))
    return Page(("missing", device, count), say("waiting", names), items=items, light=lamp.WAITING)


def _game_page(session, view, now):
    situation = view.phase
    if situation == "draw" and view.loser is not None:
        situation = "wrong"
    if situation in ("round", "over") and session.since_ms(now) < session.settings.reveal_ms:
        situation = "wrong"  # the last card was turned up for all to see
    page = _PAGES[situation](session, view)
    page.key = (view.round, session.table.count, situation)
    if view.seat is not None:
        page.marks = (len(view.piles[view.seat]), view.penalties)
    return page


def _act(session, action):
    return lambda now: session.act(action, now)


def _own_faces(view):
    return "" if view.seat is None else ", ".join([gift(one) for one in view.faces[view.seat]])


def _shop(view):
    return "" if view.shop is None else say("in_shop", gift(view.shop))


def _start_page(session, view):
    title = say("your_gift")
    if view.seat is None:
        title = say("watching")
    elif len(view.faces[view.seat]) > 1:
        title = say("your_gifts")
    elif view.rounds > 1:
        title = say("round_gift", view.round, view.rounds)
    page = Page(None, title, _own_faces(view), say("begins", session.name_of(view.actor)))
    if session.my_turn():
        page.note, page.light, page.yes = say("you_begin"), lamp.ACT, (say("draw"), _act(session, DRAW << 8))
    return page


def _reveal_page(session, view):
    mine = view.giver == view.seat
    title = say("you_unwrap") if mine else say("unwraps", session.name_of(view.giver))
    page = Page(None, title, gift(view.shown), say("remember"))
    if session.my_turn():
        page.light, page.yes = lamp.ACT, (say("turn_over"), _act(session, TURN << 8))
    return page


def _on_its_way(session, view, main):
    """What those see who neither give nor receive: who gives to whom, and what lies open."""
    title = say("from_to", session.name_of(view.giver), session.name_of(view.receiver))
    faces = _own_faces(view)
    if faces and not main:  # the device lies on the table: its start gift is there for all to see
        return Page(None, title, faces, say("yours"))
    return Page(None, title, main or say("hidden"), _shop(view))


def _give_page(session, view):
    receiver = session.name_of(view.receiver)
    if view.giver == view.seat:
        light = lamp.TO_LEFT if view.arrow > 0 else lamp.TO_RIGHT
        if not session.my_turn():
            return Page(None, say("give_spoken", receiver), say("hidden"), _shop(view), arrow=view.arrow, light=light)
        if view.picked:
            names = sorted([(gift(one), one) for one in view.claims])
            items = [(name, _act(session, GIVE << 8 | one)) for name, one in names]
            page = Page(None, say("give_picked", receiver), items=items, arrow=view.arrow, light=light)
            page.yes = (say("give_it"), None)
            return page
        said = (say("given"), _act(session, GIVE << 8 | SPOKEN))
        return Page(
            None, say("give_spoken", receiver), say("say_it"), say("i_have"), yes=said, arrow=view.arrow, light=light
        )
    page = _on_its_way(session, view, "")
    if view.receiver == view.seat:
        page.title = say("gift_for_you", session.name_of(view.giver))
    return page


def _decide_page(session, view):
    claim = say("said_aloud") if view.claim == SPOKEN else say("a_nice", gift(view.claim))
    if view.receiver != view.seat:
        return _on_its_way(session, view, "" if view.claim == SPOKEN else claim)
    page = Page(None, say("says", session.name_of(view.giver)), claim, light=lamp.DECIDE)
    if session.my_turn():
        page.note = "" if view.claim == SPOKEN else say("thanks_or", a_gift(view.claim))
        page.yes = (say("thank_you"), _act(session, ACCEPT << 8))
        page.no = (say("not_so"), _act(session, REFUSE << 8))
    return page


def _verdict_page(session, view):
    title = say("you_doubt") if view.receiver == view.seat else say("doubts", session.name_of(view.receiver))
    page = Page(None, title, gift(view.shown), say("owns_up", session.name_of(view.giver)))
    if session.my_turn():
        page.note, page.light = say("was_it"), lamp.DECIDE
        page.yes = (say("yes"), _act(session, VERDICT << 8 | 1))
        page.no = (say("no"), _act(session, VERDICT << 8))
    return page


def _wrong_page(session, view):
    mine = view.loser == view.seat
    title = say("you_wrong") if mine else say("wrong", session.name_of(view.loser))
    page = Page(None, title, gift(view.shown), light=lamp.WRONG if mine else lamp.OFF)
    if view.claim != SPOKEN:
        page.note = say("called", a_gift(view.claim))
    if session.my_turn() and view.phase == "draw":
        page.yes = (say("draw_next"), _act(session, DRAW << 8))
    return page


def _scores(session, view):
    ranking = sorted([(points, seat) for seat, points in enumerate(view.scores)])
    letters = 7 if view.players <= 6 else 3  # more would be too much for the smaller screen
    return " ".join(["{}:{}".format(session.name_of(seat)[:letters], points) for points, seat in ranking])


def _round_page(session, view):
    page = Page(None, say("round_over", view.round, view.rounds), _scores(session, view))
    if session.my_turn():
        page.light, page.yes = lamp.ACT, (say("next_round"), _act(session, NEXT << 8))
    return page


def _over_page(session, view):
    names = [session.name_of(seat) for seat in view.winners]
    if view.winners == [view.seat]:
        title = say("you_win")
    else:
        title = say("wins", names[0]) if len(names) == 1 else say("share", ", ".join(names))
    page = Page(None, title, _scores(session, view))
    if not session.played_by_bot():
        page.yes = (say("again"), session.leave)
    page.light = lamp.ACT if view.seat in view.winners else lamp.OFF
    return page


_PAGES = {
    "draw": _start_page,
    "reveal": _reveal_page,
    "give": _give_page,
    "decide": _decide_page,
    "verdict": _verdict_page,
    "wrong": _wrong_page,
    "round": _round_page,
    "over": _over_page,
}
