"""What stands on the screen before a game: looking for a table, gathering one, choosing what is played, waiting."""

import engine
from pocket import lamp, lobby_host
from pocket.player import Player
from pocket.screens.page import Page, notice
from pocket.words import Words
from ring.lobby import HOSTING
from ring.messages import GATHERING, RUNNING, SEATS_MAX, STARTING

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ring.lobby import Offer


def lobby_page(words: Words, me: Player) -> Page:
    """Looking for a table, gathering one, or waiting at one."""
    return _Screens(words, me).page()


class _Screens:
    def __init__(self, words: Words, me: Player) -> None:
        self.words, self.say, self.draft, self.name = words, words.say, me.draft, me.name
        self.notice = notice(words, me)
        self.caution = self.notice or (words.say("public_key") if me.public else "")
        self.session = me.do  # as `lobby_host` wants it: before a game it holds no secret
        self.settings, self.lobby = me.settings, me.do.lobby

    def page(self) -> Page:
        lobby, say = self.lobby, self.say
        if lobby.state == HOSTING and not self.settings.players:
            return self._opener() if lobby.stage == GATHERING else self._who_begins(lobby.game, True)
        offer = lobby.offer()
        if offer is not None and offer.people:
            return self._guest(offer)
        if self.settings.players:
            return self._set()
        if lobby.sent_away:
            title, ok = say("their_table", lobby.sent_away), (say("ok"), (lobby_host.look_round, self.session))
            return Page(("asking", lobby.sent_away), title, say("sent_away"), yes=ok)
        if self.draft:
            from pocket.screens.menu import rules_page  # late: not everybody asks

            return rules_page(self.words, self.settings.game, self._step())
        return self._tables()

    def _tables(self) -> Page:
        """The tables that were found, and what else there is to do."""
        lobby, say = self.lobby, self.say
        tables = lobby.gathering() + lobby.running()
        items = [(say("sit_with", _host(one)), (self.session.ask, one)) for one in lobby.gathering()]
        for one in lobby.running():
            items.append((say("join", _host(one)), (self.session.ask, one)))
            items.append((say("watch", _host(one)), (self.session.watch, one)))
        items.append((say("open_table"), self._do(lobby_host.open_table)))
        items.append((say("solo", lobby_host.SOLO_BOTS), self._do(lobby_host.play_with_bots)))
        items.append((say("how_to_play"), self._step("rules")))
        items.append((say("demo"), self._do(lobby_host.demonstrate)))
        key = "welcome", tables and tables[0].table  # what comes and goes behind the first makes no press void
        return Page(key, say("hello", self.name), note=self.notice or say("how_to_menu", say("next")), items=items)

    def _do(self, what: "Callable[..., None]", *about: object) -> "tuple[Any, ...]":
        """A function of `lobby_host`, as a button calls it."""
        return (what, self.session) + about

    def _step(self, *steps: str) -> "tuple[Any, ...]":
        return self.session.match.choose_step, steps

    def _set(self) -> Page:
        """A set that starts by itself; where somebody lacks the deck, it waits for them or for a word."""
        made = Page("gathering", self.say("hello", self.name), self.say("gathering"), self.caution)
        if self.lobby.state != HOSTING:
            return made
        if self.lobby.gathering():
            made.main, made.note = self.say("two_openers", _host(self.lobby.gathering()[0])), ""
        if lobby_host.deckless(self.session):
            made.key, made.main, made.note, made.light = "deckless", self._lacks(), "", lamp.ACT
            made.yes = self.say("no_deck"), self._do(lobby_host.switch_deck)
        return made

    def _lacks(self) -> str:
        return self.say("deck_lacks", ", ".join(lobby_host.deckless(self.session)), self.session.match.deck.name)

    def _opener(self) -> Page:
        """Somebody who asks for a seat, or one of the steps of setting the table up."""
        say, lobby = self.say, self.lobby
        if lobby.asking:
            person = lobby.asking[0]
            yes = say("welcome"), (lobby.accept, person)
            no = say("not_now"), self._do(lobby_host.refuse, person)
            return Page(("asks", person.device), say("asks"), person.name, yes=yes, no=no, light=lamp.ACT)
        steps = {"game": self._games, "options": self._options, "seats": self._seats}
        return steps[self.draft[0]]() if self.draft else self._table()

    def _table(self) -> Page:
        """What the opener can do with the table: begin, choose the game, seat people and bots."""
        say, lobby, session = self.say, self.lobby, self.session
        people = lobby_host.people(session)
        items: list = []
        if lobby_host.deckless(session):
            items.append((self._lacks(), None))
        elif len(people) > 1:
            items.append((say("start"), self._do(lobby_host.start)))
        if len(people) < SEATS_MAX:
            items.append((say("add_bot"), self._do(lobby_host.add_bot)))
        if lobby.guests:
            items.append((say("remove_bot"), self._do(lobby_host.remove_bot)))
        items.append((say("game", say(lobby.game)), self._step("game")))
        if lobby_host.takes_decks(session):
            small = "" if lobby_host.deck_fits(session) or not session.wants_deck else say("deck_small")
            name = session.match.deck.name if session.wants_deck else say("usual")
            items.append((say("deck", name), self._do(lobby_host.switch_deck), small))
        items.append((say("options"), self._step("options")))
        if len(lobby.people) > 2:
            items.append((say("seats"), self._step("seats")))
        items.append((say("close_table"), (session.leave,)))
        note = self.caution if len(people) == 1 else self.notice
        note = note or say("people_here", ", ".join(people))
        return Page(("open", len(people)), say(lobby.game), note=note, items=items)

    def _games(self) -> Page:
        """The choice of a game."""
        items = [
            (self.say(name), self._do(lobby_host.choose_game, name), self.say("about_" + name)) for name in engine.GAMES
        ]
        return Page("game", self.say("which_game"), items=items)

    def _options(self) -> Page:
        """Each option with its value; pressed, it takes the next one that a table of this size can have."""
        players = max(len(lobby_host.people(self.session)), engine.SEATS_MIN)
        options = self.settings.options_for(players)
        items: list = []
        for name, allowed in engine.rules(self.lobby.game).choices(players):
            if len(allowed) > 1:
                text = self.say("named", self._word("option_" + name, name), self._value(options[name]))
                about = self._word("about_option_" + name, "")
                items.append((text, self._do(lobby_host.next_value, name), about))
        items.append((self.say("back"), self._step()))
        return Page("options", self.say("options"), items=items)

    def _value(self, value: int | str | bool) -> str:
        return self._word("value_{}".format(value).lower(), str(value)) if type(value) in (str, bool) else str(value)

    def _word(self, key: str, otherwise: str) -> str:
        """The sentence `key`; `otherwise` where there is none yet, as for the option of a house rule."""
        return self.say(key) if self.words.knows(key) else otherwise

    def _seats(self) -> Page:
        """The order in which people sit; pressed, somebody moves one seat on, clockwise."""
        names = [person.name for person in self.lobby.people]
        order = self.say("clockwise", ", ".join(names))
        items: list = [(names[at], self._do(lobby_host.move_on, at), order) for at in range(1, len(names))]
        items.append((self.say("back"), self._step()))
        return Page("seats", self.say("seats"), items=items)

    def _who_begins(self, game: str, opener: bool) -> Page:
        """Who received a gift last says so; the opener can also draw lots."""
        yes = self.say("it_was_me"), (self.lobby.claim_last_gift,)
        no = (self.say("lots"), self._do(lobby_host.found)) if opener else None
        return Page("starter", self.say("who_starts"), self.say("first_" + game), yes=yes, no=no, light=lamp.ACT)

    def _guest(self, offer: "Offer") -> Page:
        """At the table of somebody else."""
        say, opener, leave = self.say, _host(offer), (self.say("leave"), (self.session.leave,))
        if not self.lobby.seated():
            later = offer.stage == RUNNING and self.session.me.device not in [device for device, _ in offer.people]
            note = say("in_next_round") if later else ""
            return Page("asking", say("their_table", opener), say("asking"), note, no=leave)
        if offer.stage == STARTING:
            return self._who_begins(offer.game, False)
        title = say(offer.game) if self.words.knows(offer.game) else say("seated")
        people = ", ".join([name for _, name in offer.people])
        return Page(("seated", len(offer.people)), title, say("they_start", opener), people, no=leave)


def _host(offer: "Offer") -> str:
    return offer.people[0][1]
