"""What stands on the screen at a table: something to decide about who plays, somebody to wait for, or the game.

A page is a function of words, the view of the own seat and its `Player`. The phases of a game are pages of its own
module, `pocket.screens.game_<name>`; the end of a round and of a match look alike in all games.
"""

import engine
from engine.core import View
from pocket import lamp
from pocket.player import Player
from pocket.screens.page import Card, Page, nothing, notice, pieces
from pocket.session import GRAVE
from pocket.words import Words
from ring.link import LinkError

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


HINT_MS = 3000  # how long each piece of a hint stands
READ = 255  # of a hint that has been read, instead of the number of its pieces
RESUMED_MS = 6000  # how long it is said that the game went on from what the devices had kept


def problem_page(words: Words, problem: tuple, done: "Callable[[int], None] | None") -> Page:
    """What is wrong with a setting or a part, as `Words.say` wants it, to be leafed through where it is long. done:
    called with now.
    """
    items = [(piece, (done,)) for piece in pieces(words.say(*problem))]
    return Page(("problem", problem), words.say("settings"), items=items, yes=(words.say("ok"), None))


def crash_page(words: Words, error: Exception) -> Page:
    """The program has stopped with `error` and starts again."""
    told = words.say(*error.args) if isinstance(error, LinkError) else "{}: {}".format(type(error).__name__, error)
    return Page("crash", words.say("sorry"), told, words.say("starts_again"))


def table_page(words: Words, view: View, me: Player) -> Page:
    """The first page of SCREENS that there is."""
    for screen in SCREENS:
        page = screen(words, view, me)
        if page is not None:
            break
    return page


def _proposal_page(words: Words, view: View, me: Player) -> Page | None:
    if me.proposal is None:
        return None
    table, names = me.proposal
    yes, no = (words.say("yes"), (me.do.member.agree,)), (words.say("no"), (me.do.member.decline,))
    title, note = words.say("go_on_so"), words.say("star_is_bot")
    return Page(("proposal", table), title, ", ".join(names), note, yes=yes, no=no, light=lamp.ACT)


def _went_on_page(words: Words, view: View, me: Player) -> Page | None:
    if not me.went_on:
        return None
    yes, no = (words.say("yes"), (me.do.come_back,)), (words.say("no"), (me.do.member.decline,))
    return Page("went on", words.say("went_on"), words.say("come_back"), yes=yes, no=no)


def _asker_page(words: Words, view: View, me: Player) -> Page | None:
    if me.asker is None:
        return None
    asker, seat = me.asker
    note = words.say("in_next_round") if seat is None else words.say("for_seat", seat)
    yes, no = (
        (words.say("welcome"), (me.do.member.let_in, asker)),
        (words.say("not_now"), (me.do.member.turn_away, asker)),
    )
    return Page(("asker", asker.device), words.say("asks"), asker.name, note, yes=yes, no=no, light=lamp.ACT)


def _grave_page(words: Words, view: View, me: Player) -> Page | None:
    """Another device speaks as this one, which nobody hears any more, or there are two logs of this table."""
    if me.notice not in GRAVE:
        return None
    return Page("grave", words.say("settings"), notice(words, me), light=lamp.WAITING)


def _forgotten_page(words: Words, view: View, me: Player) -> Page | None:
    if not me.forgotten:
        return None
    leave = words.say("leave"), (me.do.leave,)
    return Page("forgotten", words.say("finding"), words.say("forgotten"), no=leave, light=lamp.WAITING)


def _missing_page(words: Words, view: View, me: Player) -> Page | None:
    """Who is missed, and what can be done about the first of them."""
    if not me.may_follow:
        return None
    device, names = me.missing[0]
    items = [
        (words.say("wait"), (nothing,), notice(words, me)),
        (words.say("with_bot", names), (me.do.member.with_bot, device)),
    ]
    if me.enough:
        items.append((words.say("without", names), (me.do.member.without, device)))
    key = "missing", device, len(me.missing)
    return Page(key, words.say("waiting", names), items=items, light=lamp.WAITING)


def _game_page(words: Words, view: View, me: Player) -> Page | None:
    page = module_of(me.game).page(words, view, me)
    if page is None:
        page = _round_page(words, view, me) if view.phase == "round" else _over_page(words, view, me)
        page.key = (view.round, me.count, view.phase)
    if me.demonstrates:
        page.note = words.say("demo_runs")
    elif me.hints is not None and page.hint:
        _put_hint_first(words, page, me)
    if me.missing:
        page.title, page.light = words.say("waiting", ", ".join([names for _, names in me.missing])), lamp.WAITING
        page.note = notice(words, me) or page.note
    elif me.finding:
        page.title, page.light = words.say("finding"), lamp.WAITING
    elif me.resumed and me.since_ms < RESUMED_MS:
        page.note = words.say("resumed")
    return page


SCREENS = (  # the most urgent first
    _grave_page,
    _proposal_page,
    _went_on_page,
    _asker_page,
    _forgotten_page,
    _missing_page,
    _game_page,
)


def words_in(language: str) -> Words:
    """The Words of a device, with those that games bring along."""
    words = Words(language)
    for name in engine.GAMES:
        if not words.knows(name):
            words.add(module_of(name).SENTENCES)
    return words


def module_of(name: str) -> "Any":
    """The module with the pages of a game. Late: a board holds only the pages of what it plays."""
    return getattr(__import__("pocket.screens.game_" + name).screens, "game_" + name)


def _put_hint_first(words: Words, page: Page, me: Player) -> None:
    """Let the page's hint be read before what it is about is shown. Who is to act reads it at leisure; to others each
    piece of it is shown for a while.
    """
    hint = page.hint
    known = me.hints.get(hint, 0)
    if known == READ:
        return
    texts = pieces(words.say(hint))
    at = known if me.acts else max(known, me.since_ms // HINT_MS)
    if at >= len(texts):
        page.hint_over = hint
        return
    page.key = (page.key, at)  # what is pressed here is not meant for what comes after it
    page.main, page.note, page.picture = texts[at], "", None
    page.items = page.secret = page.no = None
    page.card = page.card and Card(None, page.card.time)
    if page.score and len(page.score.seats) > 1:
        page.score = None
    page.yes = words.say("ok"), (me.do.match.read_hint, hint, at + 1 if at + 1 < len(texts) else READ)


def _scores(words: Words, view: View, me: Player) -> tuple:
    """(the ranking in a line, what wins)."""
    ranking = sorted([(points if view.fewest_win else -points, seat) for seat, points in enumerate(view.scores)])
    letters = 7 if view.players <= 6 else 3  # more would be too much for the smaller screen
    scores = " ".join(["{}:{}".format(me.names[seat][:letters], view.scores[seat]) for _, seat in ranking])
    return scores, words.say("fewest_wins" if view.fewest_win else "most_points")


def _round_page(words: Words, view: View, me: Player) -> Page | None:
    page = Page(None, words.say("round_over", view.round, view.rounds), *_scores(words, view, me))
    if me.acts:
        page.light, page.yes = lamp.ACT, (words.say("next_round"), (me.do.act, view.actions[0]))
    return page


def _over_page(words: Words, view: View, me: Player) -> Page | None:
    """Who won, the ranking, and the titles that were earned, one after the other."""
    names = [me.names[seat] for seat in view.winners]
    if view.winners == [view.seat]:
        title = words.say("you_win")
    else:
        title = words.say("wins", names[0]) if len(names) == 1 else words.say("share")
    again = (me.do.leave,) if me.may_leave else None  # else somebody may not know yet how it ended
    scores, note = _scores(words, view, me)
    items = [(scores, again, ", ".join(names) if len(names) > 1 else note)]
    for name, seats in me.titles:
        note = ", ".join([me.names[seat] for seat in seats])
        if len(seats) == 1 and words.knows("deed_" + name):  # for more there is no room on the smaller screen
            note = words.say("named", note, words.say("deed_" + name))
        items.append((words.say("title_" + name), again, note))
    page = Page(None, title, items=items, yes=(words.say("again"), None))
    page.light = lamp.ACT if view.seat in view.winners else lamp.OFF
    return page
