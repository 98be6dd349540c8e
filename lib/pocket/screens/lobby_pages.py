"""What stands on the screen before a game: looking for a table, gathering one, choosing what is played, waiting."""

import engine
from pocket import lamp, lobby_host
from pocket.screens.page import Page
from pocket.screens.pages import page_of
from pocket.words import knows, say
from ring.lobby import SEATS_MAX
from ring.messages import GATHERING, STARTING


def lobby_page(session):
    """Looking for a table, gathering one, or waiting at one."""
    lobby = session.lobby
    if lobby.opener and not session.settings.players:
        return _opener_page(session, lobby) if lobby.stage == GATHERING else _starter_page(session, lobby)
    offer = lobby.offer()
    if offer is not None and offer.people:
        return _guest_page(session, lobby, offer)
    if session.settings.players:
        return _gathering_page(session, lobby)
    if lobby.sent_away:
        ok = say("ok"), lambda now: lobby.leave()
        return Page(("asking", lobby.sent_away), say("their_table", lobby.sent_away), say("sent_away"), yes=ok)
    if session.draft:
        from pocket.screens.menu import rules_page  # late: not everybody asks

        return rules_page(session.settings.game, _step(session))
    items = [(say("sit_with", _host(one)), _asking(lobby, one)) for one in lobby.gathering()]
    for one in lobby.running():
        items.append((say("join", _host(one)), _asking(lobby, one)))
        items.append((say("watch", _host(one)), lambda now, one=one: session.watch(one, now)))
    items.append((say("open_table"), _does(lobby_host.open_table, session)))
    items.append((say("solo", lobby_host.SOLO_BOTS), _does(lobby_host.play_with_bots, session)))
    items.append((say("how_to_play"), _step(session, "rules")))
    items.append((say("demo"), _does(lobby_host.demonstrate, session)))
    key = "welcome", [(one.table, one.stage) for one in lobby.offers]
    return Page(key, say("hello", session.name), note=say("how_to_menu", say("next")), items=items)


def _gathering_page(session, lobby):
    """A set that starts by itself; where somebody lacks the deck, it waits for them or for a word."""
    made = Page("gathering", say("hello", session.name), say("gathering"))
    if lobby.opener and lobby_host.deckless(session):
        made.key, made.main = "deckless", _lacks(session)
        made.yes, made.light = (say("no_deck"), _does(lobby_host.switch_deck, session)), lamp.ACT
    return made


def _lacks(session):
    return say("deck_lacks", ", ".join(lobby_host.deckless(session)), session.deck.name)


def _does(what, session):
    return lambda now: what(session, now)


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
    return _SETUP[session.draft[0] if session.draft else "table"](session, lobby)


def _table_page(session, lobby):
    """What the opener can do with the table: begin, choose the game, seat people and bots."""
    people = lobby_host.people(session)
    players = len(people)
    items: list = []
    if lobby_host.deckless(session):
        items.append((_lacks(session), None))
    elif players > 1:
        items.append((say("start"), _does(lobby_host.start, session)))
    if players < SEATS_MAX:
        items.append((say("add_bot"), _does(lobby_host.add_bot, session)))
    if lobby.guests:
        items.append((say("remove_bot"), _does(lobby_host.remove_bot, session)))
    items.append((say("game", say(lobby.game)), _step(session, "game")))
    if lobby_host.takes_decks(session):
        small = "" if lobby_host.deck_fits(session) or not session.wants_deck else say("deck_small")
        name = session.deck.name if session.wants_deck else say("usual")
        items.append((say("deck", name), _does(lobby_host.switch_deck, session), small))
    items.append((say("options"), _step(session, "options")))
    if len(lobby.people) > 2:
        items.append((say("seats"), _step(session, "seats")))
    items.append((say("close_table"), session.leave))
    return Page(("open", players), say(lobby.game), note=say("people_here", ", ".join(people)), items=items)


def _game_page(session, lobby):
    def choosing(name):
        return lambda now: lobby_host.choose_game(session, name)

    for name in engine.GAMES:
        if not knows(name):
            page_of(name)  # a game that brings its own words along
    items = [(say(name), choosing(name), say("about_" + name)) for name in engine.GAMES]
    return Page("game", say("which_game"), items=items)


def _options_page(session, lobby):
    """Each option with its value; pressed, it takes the next one that a table of this size can have."""
    players = max(len(lobby_host.people(session)), engine.SEATS_MIN)
    options = session.settings.options_for(players)
    items: list = []
    for name, allowed in engine.rules(lobby.game).choices(players):
        if len(allowed) > 1:
            text = say("option", _word("option_" + name, name), _value(options[name]))
            about = _word("about_option_" + name, "")
            items.append((text, lambda now, name=name: lobby_host.next_value(session, name), about))
    items.append((say("back"), _step(session)))
    return Page("options", say("options"), items=items)


def _value(value):
    return _word("value_{}".format(value).lower(), str(value)) if type(value) in (str, bool) else str(value)


def _word(key, otherwise):
    """The sentence `key`; `otherwise` where there is none yet, as for the option of a house rule."""
    return say(key) if knows(key) else otherwise


def _seats_page(session, lobby):
    """The order in which people sit; pressed, somebody moves one seat on, clockwise."""

    def moving(index):
        return lambda now: lobby_host.move_on(session, index)

    names = [person.name for person in lobby.people]
    order = say("clockwise", ", ".join(names))
    items: list = [(names[index], moving(index), order) for index in range(1, len(names))]
    items.append((say("back"), _step(session)))
    return Page("seats", say("seats"), items=items)


def _step(session, *draft):
    return lambda now: session.choose_step(*draft)


_SETUP = {"table": _table_page, "game": _game_page, "options": _options_page, "seats": _seats_page}


def _starter_page(session, lobby):
    yes, no = (say("it_was_me"), lobby.claim_last_gift), (say("lots"), _does(lobby_host.found, session))
    return Page("starter", say("who_starts"), say("first_" + lobby.game), yes=yes, no=no, light=lamp.ACT)


def _guest_page(session, lobby, offer):
    opener, leave = _host(offer), (say("leave"), session.leave)
    if not lobby.seated():
        return Page("asking", say("their_table", opener), say("asking"), no=leave)
    if offer.stage != STARTING:
        people = ", ".join([name for _, name in offer.people])
        title = say(offer.game) if knows(offer.game) else say("seated")
        return Page(("seated", len(offer.people)), title, say("they_start", opener), people, no=leave)
    it_was_me = (say("it_was_me"), lobby.claim_last_gift)
    return Page("starter", say("who_starts"), say("first_" + offer.game), yes=it_was_me, light=lamp.ACT)
