"""Whole matches of random but legal actions, and the pages that a seat sees of them, for tests of pages and screens."""

import random
from copy import copy
from functools import cache

from hypothesis import strategies as st

import engine
from pocket import pages
from pocket.keep import Keep
from pocket.session import Session
from pocket.settings import Settings
from ring import roster

PEOPLE = ("Angelica", "Benjamin", "Caroline", "Dorothea", "Eleanora", "Federica", "Giuliana", "Hannelis")
LATER_MS = 5000  # the last card of a round has been looked at
CHOICES = engine.rules("gifts").choices


class NoLink:
    """A link over which nothing comes."""

    def send(self, frame):
        """Lose it."""

    def recv(self):
        return None


def looking_round(name=PEOPLE[0]):
    """A session in the lobby."""
    return Session(NoLink(), Settings({"HATS_NAME": name}.get), Keep(None), lambda n: 0, bytes, 0)


@cache
def solo(players):
    """A session at a table of that many seats, all on its own device."""
    session = looking_round()
    session.open(0)
    session.lobby.guests = players - 1
    session.found(0)
    session.roster = session.roster._replace(seats=[roster.Seat(0, False, name) for name in PEOPLE[:players]])
    return session


class Seat:
    """A seat of a game as pages see it: a session that notes what the buttons wish, and does nothing."""

    def __init__(self, game, seat, count=0):
        """seat: None for somebody who looks on. count: entries in the log."""
        self.session = session = copy(solo(game.players))
        session.game, session.seat, session._bots, session._wish = game, seat, {}, None
        session.honours = engine.rules("gifts").honours(game.players)
        session.table = copy(session.table)
        session.table.count = count
        self.wishes, self.left = [], False
        session.act = lambda action, now: self.wishes.append(action)
        session.leave = self.leave

    def leave(self, now):
        self.left = True

    def page(self, ms=LATER_MS):
        """What it shows `ms` milliseconds after the last action."""
        return pages.table_page(self.session, ms)


def new_game(players, seed, **options):
    return engine.new_game("gifts", players, seed, starter=seed % players, options=options)


def matches():
    """Strategy: (players, options, seed) of a whole match."""
    players = st.integers(engine.SEATS_MIN, engine.SEATS_MAX)
    return players.flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.fixed_dictionaries({name: st.sampled_from(allowed) for name, allowed in CHOICES(n)}),
            st.integers(0, 2**32 - 1),
        )
    )


def every_variant():
    """(players, options, seed) for every number of players and, one after the other, every value of every option."""
    for players in range(engine.SEATS_MIN, engine.SEATS_MAX + 1):
        for turn in range(4):
            yield players, {name: allowed[turn % len(allowed)] for name, allowed in CHOICES(players)}, turn


def situations(match):
    """Every situation of a match: the game after the set-up and after each action."""
    players, options, seed = match
    game, chance = new_game(players, seed, **options), random.Random(seed)
    while not game.over:
        yield game
        game.apply(chance.choice(game.actions()))
    yield game


def drawn(page, step=1):
    """What can be seen of a page with its cursor on every `step`-th item, the last included."""
    return [page.at(cursor) for cursor in range(len(page.items or "1") - 1, -1, -step)][::-1]
