"""The table that is open here, before its game: who sits at it, what it plays, and its founding.

Functions of a `Session`, in a module of their own: where there is little RAM, it goes once a game has begun.
"""

import engine
from pocket import match_config
from pocket.deck import id_of
from pocket.session import BOT_NAMES, LISTEN_MS
from pocket.settings import EACH
from ring.lobby import HOSTING, LOOKING
from ring.member import AWAY
from ring.messages import ID, NO_DECK, NONCE, STARTING, Seat, pack_roster

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from pocket.session import Session
    from ring.messages import Person


SOLO_BOTS = 3


def open_table(session: "Session", now: int) -> None:
    """Open a table that others can join."""
    session.lobby.open(session.entropy(ID), session.settings.game, now)


def add_bot(session: "Session", now: int) -> None:
    """Let one more bot sit at the table that is open here."""
    session.lobby.guests += 1


def remove_bot(session: "Session", now: int) -> None:
    """Let one bot less sit there."""
    session.lobby.guests -= 1


def choose_game(session: "Session", name: str, now: int) -> None:
    """Let the table that is open here play `name`."""
    session.prefer("game", name, now)  # first, in case there is no room for its rules before a fresh start
    session.settings.choose(name)
    session.lobby.game = name
    session.match.choose_step((), now)


def next_value(session: "Session", option: str, now: int) -> None:
    """Let an option of the game take the next value that a table of this size can have, the first after the last."""
    settings, players = session.settings, max(len(people(session)), engine.SEATS_MIN)
    allowed = dict(engine.rules(settings.game).choices(players))[option]
    value = allowed[(allowed.index(settings.options_for(players)[option]) + 1) % len(allowed)]
    settings.options[option] = EACH if option == "rounds" and value == players else value


def switch_deck(session: "Session", now: int) -> None:
    """Let the table that is open here play with this device's deck instead of the game's own, or the other way."""
    session.wants_deck = not session.wants_deck


def move_on(session: "Session", index: int, now: int) -> None:
    """Let person `index` (1 or more: the opener stays) of the open table sit one seat on, clockwise."""
    seated = session.lobby.people
    person = seated.pop(index)
    seated.insert(index + 1 if index < len(seated) else 1, person)


def refuse(session: "Session", person: "Person", now: int) -> None:
    """Send `person`, who asks for a seat at the table that is open here, away."""
    session.lobby.refuse(person)


def look_round(session: "Session", now: int) -> None:
    """Read that the opener of a table did not want this device."""
    session.lobby.leave()


def play_with_bots(session: "Session", now: int) -> None:
    """A game on this device alone."""
    open_table(session, now)
    session.lobby.guests = SOLO_BOTS
    found(session, now)


def demonstrate(session: "Session", now: int) -> None:
    """Let bots play on this device alone, match after match, until somebody presses a button."""
    session.me.bot = True
    play_with_bots(session, now)
    session.demonstrates = True


def start(session: "Session", now: int) -> None:
    """Close the doors: ask who received a gift last, or begin at once where nobody else can answer."""
    if len(session.lobby.people) == 1:
        found(session, now)
    else:
        session.lobby.start(now)


def found(session: "Session", now: int) -> None:
    """Found the table that is open here, with everybody who sits and the added bots; the game begins.

    Where everybody else has left, another is opened in its place.
    """
    lobby = session.lobby
    if len(people(session)) < engine.SEATS_MIN:
        open_table(session, now)
        return
    opener = lobby.people.index(lobby.me)
    seats = [Seat(index, person.bot, person.name) for index, person in enumerate(lobby.people)]
    seats += [Seat(opener, True, name) for name in people(session)[len(seats) :]]
    starter = session.entropy(1)[0] % len(seats)
    for index, person in enumerate(lobby.people):
        if person.device == lobby.last_gift:
            starter = index
    options = session.settings.options_for(len(seats))
    match_config.fit_claims(options, seats)
    mine = id_of(session.match.deck) if deck_fits(session) and not deckless(session) else NO_DECK
    game = match_config.pack_game(session.settings.game, len(seats), starter, options, (0, [0] * len(seats)), mine)
    devices, boots = [one.device for one in lobby.people], [one.boot for one in lobby.people]
    roster = match_config.fresh(devices, boots, seats, game, session.entropy(NONCE))
    session.sit(lobby.table, pack_roster(roster), now, founder=True)


def people(session: "Session") -> list[str]:
    """Names of those who will play at the table that is open here, clockwise."""
    names = [person.name for person in session.lobby.people]
    spare = [name for name in BOT_NAMES if name not in names]
    return names + spare[: session.lobby.guests]


def takes_decks(session: "Session") -> bool:
    """Whether this device has a deck for the game that is chosen."""
    return session.match.deck is not None and match_config.takes_decks(session.settings.game)


def deck_fits(session: "Session") -> bool:
    """Whether the table that is open here plays with this device's deck, and that has enough cards for it."""
    if not session.wants_deck or not takes_decks(session):
        return False
    settings, players = session.settings, max(len(people(session)), engine.SEATS_MIN)
    return match_config.takes(settings.game, players, settings.options_for(players), session.match.deck.count)


def deckless(session: "Session") -> list[str]:
    """Names of those who sit at the table that is open here and lack the deck with which it would play."""
    if not session.wants_deck or not takes_decks(session):
        return []
    return [person.name for person in session.lobby.people if person.deck != session.match.deck.id]


def step(session: "Session", now: int) -> None:
    """What a device does by itself that sits at no table."""
    lobby = session.lobby
    if session.settings.players:
        _seat_by_itself(session, now)
    waits = session.member.state == AWAY and lobby.state == HOSTING and lobby.stage == STARTING
    if waits and lobby.last_gift is not None:
        found(session, now)


def _seat_by_itself(session: "Session", now: int) -> None:
    """A set whose devices have fixed places starts without a hand: the first place opens, the others sit down."""
    lobby = session.lobby
    first = session.settings.place <= 1
    tables = lobby.running()  # where it came too late, or has lost its memory
    offer = lobby.next_to_ask(tables if first else lobby.gathering() + tables, now)
    if offer is not None:
        lobby.ask(offer, now)
    elif first:
        if lobby.state == LOOKING and session.since_ms(now) > LISTEN_MS:
            open_table(session, now)
        for person in lobby.asking[:]:
            lobby.accept(person, now)
        lobby.people.sort(key=lambda person: (person.place, person.device))
        complete = lobby.state == HOSTING and len(lobby.people) == session.settings.players >= engine.SEATS_MIN
        if complete and (lobby.me.bot or not deckless(session)):  # a person is told who lacks the deck
            found(session, now)
