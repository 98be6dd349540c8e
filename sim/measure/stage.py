"""Situations to look at: devices without radio in a lobby, at a table or in a game, for the gallery and for tests.

Each is a pair (what it is, `Page`); the same words come again wherever the same screen shows something else.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import engine
from engine import gift_game, gifts
from engine.caps import LOOK, OPEN, SWAP, View
from engine.honours import Honours
from pocket import lobby_host
from pocket.player import Player, player_of
from pocket.screens import pages
from pocket.screens.game_gifts import ROWS
from pocket.screens.lobby_pages import lobby_page
from pocket.screens.menu import Menu
from pocket.session import Session
from pocket.settings import Settings
from pocket.store import Store
from ring import links, messages
from ring.link import Link, LinkError
from ring.messages import STARTING

if TYPE_CHECKING:
    from engine.core import Game
    from pocket.screens.page import Drawn, Page
    from pocket.words import Words


TEXTS = ("title", "main", "note", "yes", "no")  # of what is drawn
LATER_MS = 5000  # the last card of a round has been looked at
PAUSE_MS = 3000  # from one action to the next
SETTINGS = Settings({"HATS_HINTS": 0}.get)
MENUS = ("the menu", "the rules", "about this device", "a pause", "leaving")
TROUBLES = (  # what can be wrong with a link or the memory, with what a maker and the firmware may say
    ("no_wifi", "pocket-hats", "No network with that ssid"),
    ("no_access_point", "pocket-hats", "Wifi is in station mode."),
    ("no_broker", "broker.local"),
    ("no_link", "no module named 'espnow'"),
    ("espnow_alone",),
    ("espnow_old", "espnow error 0x306a", "9.2.8"),
    ("store_fails", "Flash write failed"),
)


def texts(drawn: "Drawn") -> list[str]:
    """The texts of a `Drawn`, in the order of TEXTS; the rows of a list as one."""
    found = [getattr(drawn, name) for name in TEXTS]
    return [" ".join(text) if isinstance(text, tuple) else text for text in found]


def looking_round(name: str, **values: object) -> Session:
    """A session in the lobby; values: settings, such as game="zsa"."""
    values = {"HATS_" + key.upper(): value for key, value in {"name": name, "hints": 0, **values}.items()}
    return Session(Link(), Settings(values.get), Store(None), lambda n: 0, bytes, 0)


def running(people: Sequence[str]) -> messages.Roster:
    """The roster of a table at which `people` sit."""
    seats = [messages.Seat(device, False, person) for device, person in enumerate(people)]
    devices, boots = [bytes([1, 0, 0, device]) for device in range(len(people))], [1] * len(people)
    return messages.Roster(messages.NO_TABLE, 0, 0, messages.WHOLE, bytes(messages.NONCE), devices, boots, seats, b"")


class Read:
    """As many pieces of any hint have been read."""

    def __init__(self, count: int) -> None:
        self._count = count

    def get(self, hint: object, otherwise: object) -> int:
        return self._count


class Hand:
    """What the buttons of a page at a table can do: it is noted, and nothing happens."""

    def __init__(self) -> None:
        self.match = self.member = self.keeper = self
        self.wishes, self.left = [], False

    def act(self, action: int, now: int) -> None:
        self.wishes.append(action)

    def leave(self, now: int) -> None:
        self.left = True

    def ignore(self, *about: object) -> None:
        """Do nothing."""

    agree = decline = come_back = let_in = turn_away = with_bot = without = ignore
    choose_step = read_hint = prefer = save_now = ignore


class Seat:
    """A seat of a game: its view, and the Player before it, `me`; `hand` notes what the buttons wish."""

    def __init__(
        self, game: "Game", seat: int | None, people: Sequence[str], honours: Honours | None = None, count: int = 0
    ) -> None:
        """seat: None for who looks on. people: at least as many names as players. count: entries in the log."""
        self.view, self.hand = game.view(seat), Hand()
        self.me = me = Player(cast("Session", self.hand), SETTINGS)
        me.name, me.game = people[0], type(game).__module__.rsplit(".")[-1]
        me.table, me.count, me.names = bytes(messages.ID), count, tuple(people[: game.players])
        me.acts = seat is not None and game.actor == seat
        if game.over:
            me.titles, me.may_leave = (honours or Honours(game, game.players)).titles(), True

    def page(self, words: "Words", ms: int = LATER_MS) -> "Page":
        """What it shows `ms` milliseconds after the last action."""
        self.me.since_ms = ms
        return pages.table_page(words, self.view, self.me)


def walk(name: str, players: int, seed: int, options: dict[str, Any] | None = None) -> "Iterator[tuple[Game, Honours]]":
    """Every situation of a match: (game, honours) after the set-up and each action.

    Where gifts are given, anything may be done, each kind of action as often as another; another game might not end
    that way, and is played by bots.
    """
    game, chance = engine.new_game(name, players, seed, seed % players, options), random.Random(seed)
    honours = Honours(game, players)
    seats = [] if isinstance(game, gift_game.Game) else range(players)
    bots = [engine.new_bot(name, seed, seat, engine.PERSONALITIES[0]) for seat in seats]
    now_ms = 0
    while not game.over:
        yield game, honours
        for seat, bot in enumerate(bots):
            bot.see(game.view(seat), now_ms)
        if bots:
            action = bots[game.actor].choose(game.view(game.actor), game.actions(), now_ms)
        else:
            kind = chance.choice(sorted({action >> 8 for action in game.actions()}))
            action = chance.choice([action for action in game.actions() if action >> 8 == kind])
        now_ms += PAUSE_MS
        honours.note(game, action)
        game.apply(action)
    yield game, honours


def match(
    words: "Words", name: str, people: Sequence[str], seed: int, options: dict[str, Any] | None = None
) -> "Iterator[tuple[str, Page]]":
    """What every seat, and somebody who looks on, sees in a match of `walk`."""
    for what, make in views(name, people, seed, options):
        yield what, make(words)


def views(
    name: str, people: Sequence[str], seed: int, options: dict[str, Any] | None = None
) -> "Iterator[tuple[str, Callable[[Words], Page]]]":
    """As `match`, but with a function instead of each page: it makes the page in the words that it is given."""
    for game, honours in walk(name, len(people), seed, options):
        for index in [*range(game.players), None]:
            for how, change, ms in _ways(game, index):
                seat = Seat(game, index, people, honours)
                for field, value in change.items():
                    setattr(seat.me, field, value)
                yield how, partial(seat.page, ms=ms)


def _ways(game: "Game", index: int | None) -> list[tuple[str, dict[str, Any], int]]:
    """What there is to see in a seat: (what it is, what to set in its Player, milliseconds since the last action) for
    every step of a choice and every way in which a bot there may speak.
    """
    role = _role(game, index)
    what = f"{_phase(game)}, {role}"
    if index == game.actor:
        turns = [(what + step, change, LATER_MS) for step, change in steps(game)]
        return [*turns, *[(f"{what}, a hint", {"hints": Read(at)}, 0) for at in (0, 1)]]
    ways: list[tuple[str, dict[str, Any], int]] = [(what, {}, LATER_MS)]
    if game.phase in ("round", "over") and "reveal" in game.SHOWING:
        ways.append((f"the last card, {role}", {}, 0))
    if isinstance(game, gift_game.Game) and game.phase == "decide" and index == game.giver:
        for how, hesitant in (("sure", False), ("not sure", True)):
            speaks = {"speech": (game.card, hesitant), "played_by_bot": True}
            ways.append((f"{what} is a bot, {how}", speaks, LATER_MS))
    return ways


def _is_covered(game: "Game", place: int) -> bool:
    """Whether a hat lies face down at a place of Cap of Invisibility."""
    return cast("View", game.view(None)).covered[place]


def steps(game: "Game") -> "Iterator[tuple[str, dict[str, Any]]]":
    """What a choice that takes several steps may have come to: (what it is, what to set in the Player)."""
    yield "", {}
    if isinstance(game, gift_game.Game) and game.phase == "give" and game.picked:
        if isinstance(game, gifts.Game):
            yield ", just drawn", {"just_shown": game.card}
            yield ", just drawn, another", {"just_shown": game.card, "draft": (None,)}
        for group in range(-(-len(game.actions()) // ROWS)):
            yield f", rows {group + 1}", {"draft": (group,)}
    elif game.phase == "turn":
        names = {LOOK: "looking", SWAP: "swapping", OPEN: "opening"}
        for steps in ((LOOK,), (SWAP,), (SWAP, 0), (OPEN,)):
            if len(steps) < 2 or _is_covered(game, steps[1]):
                yield f", step {len(steps)} of {names[steps[0]]}", {"draft": steps}


def _phase(game: "Game") -> str:
    """The phase of a game, told apart by what its screens show."""
    if not isinstance(game, gift_game.Game):
        return game.phase
    if game.phase == "draw" and game.loser is not None:
        return "who was wrong"
    if game.phase in ("give", "decide", "verdict"):
        return game.phase + (" (picked)" if game.picked else " (spoken)")
    return game.phase


def _role(game: "Game", seat: int | None) -> str:
    """Who somebody is in a situation."""
    if seat is None:
        return "a watcher"
    if game.phase == "over":
        return "a winner" if seat in game.winners() else "another"
    for role in ("loser", "actor", "giver", "receiver"):
        if getattr(game, role, None) == seat:
            return {"actor": "whose turn it is", "loser": "the loser"}.get(role, "the " + role)
    return "another"


def before(words: "Words", session: Session) -> "Page":
    """What a session in the lobby shows."""
    return lobby_page(words, player_of(session, 0))


def lobby(words: "Words", people: Sequence[str]) -> "Iterator[tuple[str, Page]]":
    """Everything before a game, for a table that grows from one of `people`, a list of names, to all of them."""
    session = looking_round(people[0])
    others = [looking_round(name).me for name in people[1:]]
    yield "alone", before(words, session)
    yield from _guest(words, session, people, others)
    session = looking_round(people[0], players=len(people), place=1)
    yield "a set finds together", before(words, session)
    session.note(0, "other_program", people[1])
    yield "a set with another program", before(words, session)
    opener = looking_round(people[1], players=len(people), place=1)
    for one in (session, opener):
        lobby_host.open_table(one, 0)
    for kind, table, _, body in opener.lobby.poll(0):
        session.lobby.hear(kind, table, body, 0)
    yield "two who open a table", before(words, session)
    session = looking_round(people[0])
    session.note(0, "other_program", people[1])
    yield "another program", before(words, session)
    session = looking_round(people[0])
    lobby_host.open_table(session, 0)
    yield "an empty table", before(words, session)
    for other in others:
        session.lobby.asking.append(other)
        yield "somebody asks for a seat", before(words, session)
        session.lobby.accept(other, 0)
        yield from _setup(words, session)
    yield "an open table", before(words, session)
    for name in engine.GAMES:
        lobby_host.choose_game(session, name, 0)
        lobby_host.start(session, 0)
        yield f"who begins ({name})", before(words, session)
        session.lobby.stage -= 1


def _setup(words: "Words", session: Session) -> "Iterator[tuple[str, Page]]":
    """The steps of setting a table up, for every game."""
    for name in engine.GAMES:
        lobby_host.choose_game(session, name, 0)
        yield "an open table", before(words, session)
        session.match.choose_step(("game",), 0)
        yield "the choice of a game", before(words, session)
        session.match.choose_step(("options",), 0)
        for _ in range(5):  # as many values as an option has, at the most
            yield f"options ({name})", before(words, session)
            for option in session.settings.options_for(len(lobby_host.people(session))):
                lobby_host.next_value(session, option, 0)
    lobby_host.choose_game(session, engine.GAMES[0], 0)
    if len(session.lobby.people) > 2:
        session.match.choose_step(("seats",), 0)
        yield "the order of seats", before(words, session)
    session.match.choose_step((), 0)


def _guest(
    words: "Words", session: Session, people: Sequence[str], others: list[messages.Person]
) -> "Iterator[tuple[str, Page]]":
    """Sitting down at the tables of others."""
    for index, other in enumerate(others[:3]):
        opener = looking_round(other.name).lobby
        opener.open(bytes([index] * 4), "gifts", 0)
        opener.people = others[index:]
        for kind, table, _, body in opener.poll(0):
            session.lobby.hear(kind, table, body, 0)
        yield "open tables", before(words, session)
    session.lobby.hear_roster(bytes([9] * 4), running(people), bytes(1), 0)
    yield "open and running tables", before(words, session)
    offer = session.lobby.offers[0]
    session.lobby.ask(offer, 0)
    yield "asking", before(words, session)
    offer.people.append((session.me.device, session.me.name))
    offer.seats_me = True
    yield "a seat at a table", before(words, session)
    offer.stage = STARTING
    for offer.game in engine.GAMES:
        yield f"who begins ({offer.game})?", before(words, session)


def interruptions(words: "Words", people: Sequence[str]) -> "Iterator[tuple[str, Page]]":
    """What can come between the moves of a game, and where a device has something to say by itself."""
    game, _ = next(walk("gifts", len(people), 1))

    def page(ms: int = LATER_MS, **changes: Any) -> "Page":
        seat = Seat(game, game.actor, people)
        for name, value in changes.items():
            setattr(seat.me, name, value)
        return seat.page(words, ms)

    asker = looking_round(people[0]).me
    one, two = ((1, people[1]),), ((1, people[1]), (2, people[2]))
    proposed = [name + "*" * (seat % 2) for seat, name in enumerate(people)]
    for what, missing in (("waiting", one), ("waiting for two", two), ("what to do about somebody missing", one)):
        yield what, page(missing=missing, may_follow=True, enough=True)
    notice = "other_program", people[1]
    yield "waiting for another program", page(missing=one, notice=notice)
    yield "what to do about another program", page(missing=one, notice=notice, may_follow=True)
    yield "here twice", page(notice=("doubled",))
    yield "two logs of one table", page(notice=("forked",))
    yield "a game that nobody remembers", page(forgotten=True)
    yield "a new table is proposed", page(proposal=(bytes(4), proposed))
    yield "the others went on", page(went_on=True)
    yield "somebody asks for a seat now", page(asker=(asker, people[1]))
    yield "somebody asks, for later", page(asker=(asker, None))
    yield "going on after a restart", page(0, resumed=True)
    yield "the table is looked for", page(finding=True)
    yield "a demonstration", page(demonstrates=True)
    for me in (player_of(looking_round(people[0]), 0), Seat(game, 0, people).me):
        yield from _menu(words, me, MENUS)
    for game_name in engine.GAMES[1:]:
        ((_, rules),) = _menu(words, player_of(looking_round(people[0], game=game_name), 0), ("the rules",))
        yield f"the rules of {game_name}", rules
    yield "a crash", pages.crash_page(words, MemoryError("memory allocation failed"))
    yield "a radio that is stuck", pages.crash_page(words, LinkError("radio_stuck", "espnow error 0x3067"))
    for problem in problems():
        yield "a setting that is ignored", pages.problem_page(words, problem, None)


def _menu(words: "Words", me: Player, which: Sequence[str]) -> "Iterator[tuple[str, Page]]":
    """These pages of the menu."""
    menu = Menu(words, None)
    for menu.shown in which:
        yield menu.shown, menu.page(me, False)


def problems() -> list[tuple[str, ...]]:
    """A sentence, as `Words.say` wants it, for everything that can be wrong with a setting or a link."""
    found = []
    for game in engine.GAMES:
        bad = Settings(lambda name: "?" * 11 if name != "HATS_GAME" else game)  # noqa: B023 (read at once)
        found += bad.problems
    found += Settings({"HATS_GAME": "?"}.get).problems + Settings({"HATS_PLAYERS": 4}.get).problems
    for kind in links.LINKS:
        found += [("must_be", "HATS_" + name.upper(), wanted) for name, _, _, wanted in links.settings_of(kind)]
    return list(dict.fromkeys([*found, *TROUBLES]))
