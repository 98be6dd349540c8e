"""What stands on the screen at a table: something to decide about who plays, somebody to wait for, or the game.

A page is a function of what the seat may see. The phases of a game are pages of its own module,
`pocket.screens.game_<name>`; the end of a round and of a match look alike in all games.
"""

import engine
from pocket import lamp
from pocket.screens.page import Page, act, pieces
from pocket.words import knows, say
from ring.link import LinkError
from ring.roster import unpack

HINT_MS = 3000  # how long each piece of a hint stands
READ = 255  # of a hint that has been read, instead of the number of its pieces
RESUMED_MS = 6000  # how long it is said that the game went on from what the devices had kept


def problem_page(problem, done):
    """What is wrong with a setting or a part, to be leafed through where it is long."""
    items = [(piece, done) for piece in pieces(problem)]
    return Page(("problem", problem), say("settings"), items=items, yes=(say("ok"), None))


def crash_page(error):
    """The program has stopped with `error` and starts again."""
    told = say(*error.args) if isinstance(error, LinkError) else "{}: {}".format(type(error).__name__, error)
    return Page("crash", say("sorry"), told, say("starts_again"))


def table_page(session, now):
    """The table as it is."""
    missing = session.missing(now)
    if session.proposal:
        return _proposal_page(session)
    if session.went_on:
        yes, no = (say("yes"), session.come_back), (say("no"), session.decline)
        return Page("went on", say("went_on"), say("come_back"), yes=yes, no=no)
    asker = session.askers[0] if session.askers else None
    if asker and session.can_let_in(asker, now):
        return _asker_page(session, asker, now)
    if missing and session.may_follow(now):
        return _missing_page(session, missing)
    page = _game_page(session, session.view(), now)
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


def _missing_page(session, missing):
    """Who is missed, and what can be done about the first of them."""
    device, names = missing[0], session.names_at(missing[0])
    items = [(say("wait"), lambda now: None)]
    items.append((say("with_bot", names), lambda now: session.with_bot(device, now)))
    if len([seat for seat in session.roster.seats if seat.device != device]) > 1:
        items.append((say("without", names), lambda now: session.without(device, now)))
    return Page(("missing", device, len(missing)), say("waiting", names), items=items, light=lamp.WAITING)


def page_of(name):
    """The page function of a game. Late: a board holds only the pages of what it plays."""
    return getattr(__import__("pocket.screens.game_" + name).screens, "game_" + name).page


def _game_page(session, view, now):
    page = page_of(engine.GAMES[session.roster.game[0]])(session, view, now)
    if page is None:
        page = _round_page(session, view) if view.phase == "round" else _over_page(session, view, now)
        page.key = (view.round, session.table.count, view.phase)
    elif view.showing or view.phase in ("round", "over"):
        page.time = (session.settings.reveal_ms - session.since_ms(now), session.settings.reveal_ms)
    if session.demonstrates:
        page.note = say("demo_runs")
    elif session.settings.hints and page.hint and not session.played_by_bot():
        _put_hint_first(page, session, session.since_ms(now) // HINT_MS)
    return page


def _put_hint_first(page, session, at):
    """Let the page's hint be read before what it is about is shown. at: the piece of it that stands by now, where the
    player has nothing to do; who is to act reads it at leisure.
    """
    hint = page.hint
    known = session.hints_seen.get(hint, 0)
    if known == READ:
        return
    texts = pieces(say(hint))
    at = known if session.my_turn() else max(known, at)
    if at >= len(texts):
        session.hints_seen[hint] = READ
    else:
        read = at + 1 if at + 1 < len(texts) else READ
        page.key = (page.key, at)  # what is pressed here is not meant for what comes after it
        page.main, page.note, page.picture, page.row = texts[at], "", None, None
        page.items = page.secret = page.side = page.tally = None
        page.yes, page.no = (say("ok"), lambda now: session.read_hint(hint, read)), None


def _scores(session, view):
    """(the ranking in a line, what wins)."""
    ranking = sorted([(points if view.fewest_win else -points, seat) for seat, points in enumerate(view.scores)])
    letters = 7 if view.players <= 6 else 3  # more would be too much for the smaller screen
    scores = " ".join(["{}:{}".format(session.name_of(seat)[:letters], view.scores[seat]) for _, seat in ranking])
    return scores, say("fewest_wins" if view.fewest_win else "most_points")


def _round_page(session, view):
    page = Page(None, say("round_over", view.round, view.rounds), *_scores(session, view))
    if session.my_turn():
        page.light, page.yes = lamp.ACT, (say("next_round"), act(session, view.actions[0]))
    return page


def _over_page(session, view, now):
    """Who won, the ranking, and the titles that were earned, one after the other."""
    names = [session.name_of(seat) for seat in view.winners]
    if view.winners == [view.seat]:
        title = say("you_win")
    else:
        title = say("wins", names[0]) if len(names) == 1 else say("share")
    again = session.leave
    if session.played_by_bot() or not session.may_leave(now):  # somebody may not know yet how it ended
        again = None
    scores, note = _scores(session, view)
    items = [(scores, again, ", ".join(names) if len(names) > 1 else note)]
    for name, seats in session.honours.titles():
        note = ", ".join([session.name_of(seat) for seat in seats])
        if len(seats) == 1 and knows("deed_" + name):  # for more there is no room on the smaller screen
            note = "{}: {}".format(note, say("deed_" + name))
        items.append((say("title_" + name), again, note))
    page = Page(None, title, items=items, yes=(say("again"), None))
    page.light = lamp.ACT if view.seat in view.winners else lamp.OFF
    return page
