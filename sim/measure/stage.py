"""Situations to look at: devices without radio in a lobby, at a table or in a game, for the gallery and for tests.

Each is a pair (what it is, `Page`); the same words come again wherever the same screen shows something else.
"""

import random
from copy import copy
from functools import cache, partial
from types import SimpleNamespace

import engine
from engine.caps import LOOK, OPEN, SWAP
from engine.honours import Honours
from pocket import lobby_host
from pocket.screens import pages
from pocket.screens.lobby_pages import lobby_page
from pocket.screens.menu import Menu
from pocket.session import Session
from pocket.settings import Settings
from pocket.store import Store
from pocket.words import say
from ring import roster
from ring.link import LinkError
from ring.messages import STARTING

TEXTS = ("title", "main", "note", "yes", "no")  # of what is drawn
LATER_MS = 5000  # the last card of a round has been looked at
PAUSE_MS = 3000  # from one action to the next
WITH_HINTS = Settings({"HATS_HINTS": 1}.get)
STEPS = {"turn": ((), (LOOK,), (SWAP,), (SWAP, 0), (OPEN,))}  # what a turn in Cap of Invisibility may have come to
LINKS = (  # what can be wrong with a link, with what a maker and the firmware may say
    ("no_wifi", "pocket-hats", "No network with that ssid"),
    ("no_access_point", "pocket-hats", "Wifi is in station mode."),
    ("no_broker", "broker.local"),
    ("espnow_alone",),
    ("espnow_old", "espnow error 0x306a", "9.2.8"),
)


def texts(drawn):
    """The texts of a `Drawn`, in the order of TEXTS."""
    return [getattr(drawn, name) for name in TEXTS]


class NoLink:
    """A link over which nothing comes."""

    def send(self, frame):
        """Lose it."""

    def recv(self):
        return None


def looking_round(name, **values):
    """A session in the lobby; values: settings, such as game="zsa"."""
    values = {"HATS_" + key.upper(): value for key, value in {"name": name, "hints": 0, **values}.items()}
    return Session(NoLink(), Settings(values.get), Store(None), lambda n: 0, bytes, 0)


@cache
def table(name, people):
    """A session at a table of a game at which `people`, a tuple of names, sit."""
    session = looking_round(people[0], game=name)
    lobby_host.open_table(session, 0)
    session.lobby.guests = len(people) - 1
    lobby_host.found(session, 0)
    seats = [roster.Seat(device, False, person) for device, person in enumerate(people)]
    devices = [bytes([1, 0, 0, device]) for device in range(len(people))]
    session.roster = session.roster._replace(seats=seats, devices=devices, boots=[1] * len(people))
    return session


class Read(dict):
    """As many pieces of any hint have been read."""

    def __init__(self, count):
        self._count = count

    def get(self, hint, otherwise):
        return self._count


class Seat:
    """A seat of a game as pages see it: a session that notes what the buttons wish, and does nothing."""

    def __init__(self, game, seat, people, honours=None, count=0):
        """seat: None for who looks on. people: at least as many names as players. count: entries in the log."""
        name = type(game).__module__.rsplit(".")[-1]
        self.session = session = copy(table(name, tuple(people[: game.players])))
        session.game, session.seat, session._bots, session._wish = game, seat, {}, None
        session.honours = honours or Honours(game, game.players)
        session.table, session.hints_seen = copy(session.table), {}
        session.table.count = count
        self.wishes, self.left = [], False
        session.act = lambda action, now: self.wishes.append(action)
        session.leave = self.leave

    def leave(self, now):
        self.left = True

    def page(self, ms=LATER_MS):
        """What it shows `ms` milliseconds after the last action."""
        return pages.table_page(self.session, ms)


def walk(name, players, seed, options=None):
    """Every situation of a match: (game, honours) after the set-up and each action.

    Anything may be done, each kind of action as often as another; but Cap of Invisibility would hardly end that way,
    and is played by bots.
    """
    game, chance = engine.new_game(name, players, seed, seed % players, options), random.Random(seed)
    honours = Honours(game, players)
    bots = [engine.new_bot(name, seed, seat, engine.PERSONALITIES[0]) for seat in range(players) if name == "caps"]
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


def match(name, people, seed, options=None):
    """What every seat, and somebody who looks on, sees in a match of `walk`."""
    for what, make in views(name, people, seed, options):
        yield what, make()


def views(name, people, seed, options=None):
    """As `match`, but with a function instead of each page: it makes the page, in the language then spoken."""
    for game, honours in walk(name, len(people), seed, options):
        frozen = game.copy()
        for index in [*range(game.players), None]:
            for how, change, ms in _ways(frozen, index):
                seat = Seat(frozen, index, people, honours)
                for field, value in change.items():
                    setattr(seat.session, field, value)
                yield how, partial(seat.page, ms)


def _ways(game, index):
    """What there is to see in a seat: (what it is, what to set in its session, milliseconds since the last action) for
    every step of a choice and every way in which a bot there may speak.
    """
    role = _role(game, index)
    what = f"{_phase(game)}, {role}"
    if index == game.actor:
        ways = [(what + _step(steps), {"draft": steps}, LATER_MS) for steps in STEPS.get(game.phase, ((),))]
        return [*ways, *[(f"{what}, a hint", {"settings": WITH_HINTS, "hints_seen": Read(at)}, 0) for at in (0, 1)]]
    ways = [(what, {}, LATER_MS)]
    if game.phase in ("round", "over") and "reveal" in game.SHOWING:
        ways.append((f"the last card, {role}", {}, 0))
    if game.phase == "decide" and index == game.giver:
        for how, hesitant in (("sure", False), ("not sure", True)):
            bot = SimpleNamespace(said=game.card, hesitant=hesitant)
            ways.append((f"{what} is a bot, {how}", {"_bots": {index: bot}}, LATER_MS))
    return ways


def _step(steps):
    names = {LOOK: "looking", SWAP: "swapping", OPEN: "opening"}
    return f", step {len(steps)} of {names[steps[0]]}" if steps else ""


def _phase(game):
    """The phase of a game, told apart by what its screens show."""
    if game.phase == "draw" and game.loser is not None:
        return "who was wrong"
    if game.phase in ("give", "decide", "verdict"):
        return game.phase + (" (picked)" if game.picked else " (spoken)")
    return game.phase


def _role(game, seat):
    """Who somebody is in a situation."""
    if seat is None:
        return "a watcher"
    if game.phase == "over":
        return "a winner" if seat in game.winners() else "another"
    for role in ("loser", "actor", "giver", "receiver"):
        if getattr(game, role, None) == seat:
            return {"actor": "whose turn it is", "loser": "the loser"}.get(role, "the " + role)
    return "another"


def lobby(people):
    """Everything before a game, for a table that grows from one of `people`, a list of names, to all of them."""
    session = looking_round(people[0])
    others = [looking_round(name).me for name in people[1:]]
    yield "alone", lobby_page(session)
    yield from _guest(session, people, others)
    session = looking_round(people[0], players=len(people), place=1)
    yield "a set finds together", lobby_page(session)
    session = looking_round(people[0])
    lobby_host.open_table(session, 0)
    yield "an empty table", lobby_page(session)
    for other in others:
        session.lobby.asking.append(other)
        yield "somebody asks for a seat", lobby_page(session)
        session.lobby.accept(other, 0)
        yield from _setup(session)
    yield "an open table", lobby_page(session)
    for name in engine.GAMES:
        lobby_host.choose_game(session, name)
        lobby_host.start(session, 0)
        yield f"who begins ({name})", lobby_page(session)
        session.lobby.stage -= 1


def _setup(session):
    """The steps of setting a table up, for every game."""
    for name in engine.GAMES:
        lobby_host.choose_game(session, name)
        yield "an open table", lobby_page(session)
        session.choose_step("game")
        yield "the choice of a game", lobby_page(session)
        session.choose_step("options")
        for _ in range(5):  # as many values as an option has, at the most
            yield f"options ({name})", lobby_page(session)
            for option in session.settings.options_for(len(lobby_host.people(session))):
                lobby_host.next_value(session, option)
    lobby_host.choose_game(session, engine.GAMES[0])
    if len(session.lobby.people) > 2:
        session.choose_step("seats")
        yield "the order of seats", lobby_page(session)
    session.choose_step()


def _guest(session, people, others):
    """Sitting down at the tables of others."""
    for index, other in enumerate(others[:3]):
        opener = looking_round(other.name).lobby
        opener.open(bytes([index] * 4), "gifts", 0)
        opener.people = others[index:]
        session.lobby.hear_offer(*opener.due(0)[1:], 0)
        yield "open tables", lobby_page(session)
    running = table("gifts", tuple(people))
    session.lobby.hear_roster(bytes([9] * 4), running.roster, b"", 0)
    yield "open and running tables", lobby_page(session)
    offer = session.lobby.offers[0]
    session.lobby.ask(offer, 0)
    yield "asking", lobby_page(session)
    offer.people.append((session.me.device, session.me.name))
    yield "a seat at a table", lobby_page(session)
    offer.stage = STARTING
    for offer.game in engine.GAMES:
        yield f"who begins ({offer.game})?", lobby_page(session)


def interruptions(people):
    """What can come between the moves of a game, and where a device has something to say by itself."""
    game, _ = next(walk("gifts", len(people), 1))

    def page(**changes):
        seat = Seat(game, game.actor, people)
        for name, value in changes.items():
            setattr(seat.session, name, value)
        return seat.page()

    here = {"may_follow": lambda now: True, "askers": [looking_round(people[0]).me]}
    proposed = table("gifts", tuple(people)).roster
    proposed = proposed._replace(seats=[seat._replace(bot=seat.device % 2 == 1) for seat in proposed.seats])
    yield "waiting", page(missing=lambda now: [1])
    yield "waiting for two", page(missing=lambda now: [1, 2])
    yield "what to do about somebody missing", page(missing=lambda now: [1], may_follow=lambda now: True)
    yield "a new table is proposed", page(proposal=(bytes(4), roster.pack(proposed)))
    yield "the others went on", page(went_on=(bytes(4), None, b""))
    yield "somebody asks for a seat now", page(**here, seat_for=lambda asker, now: 1, can_let_in=lambda *_: True)
    yield "somebody asks, for later", page(**here, seat_for=lambda asker, now: None, can_let_in=lambda *_: True)
    yield "going on after a restart", page(resumed=True, since_ms=lambda now: 0)
    for session in (looking_round(people[0]), Seat(game, 0, people).session):
        for what in ("the menu", "the rules", "about this device", "a pause", "leaving"):
            menu = Menu(session, lambda now: None)
            menu.open(what)
            yield what, menu.page()
    for game_name in engine.GAMES[1:]:
        menu = Menu(looking_round(people[0], game=game_name), lambda now: None)
        menu.open("the rules")
        yield f"the rules of {game_name}", menu.page()
    yield "a crash", pages.crash_page(MemoryError("memory allocation failed"))
    yield "a radio that is stuck", pages.crash_page(LinkError("radio_stuck", "espnow error 0x3067"))
    for problem in problems():
        yield "a setting that is ignored", pages.problem_page(problem, lambda now: None)


def problems():
    """A sentence for everything that can be wrong with a setting or a link."""
    found = []
    for game in engine.GAMES:
        bad = Settings(lambda name: "?" * 11 if name != "HATS_GAME" else game)  # noqa: B023 (read at once)
        found += bad.problems
    found += Settings({"HATS_GAME": "?"}.get).problems + Settings({"HATS_PLAYERS": 4}.get).problems
    found += [say(*trouble) for trouble in LINKS] + [say("store_fails", "Flash write failed")]
    return list(dict.fromkeys(found))
