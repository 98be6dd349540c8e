"""Whole matches of random but legal actions, and the pages that a seat sees of them, for tests of pages and screens."""

import random

from hypothesis import strategies as st

import engine
from pocket.words import Words
from sim.measure import stage

PEOPLE = ("Angelica", "Benjamin", "Caroline", "Dorothea", "Eleanora", "Federica", "Giuliana", "Hannelis")
LATER_MS = stage.LATER_MS
WORDS = Words()
CHOICES = engine.rules("gifts").choices


class Seat(stage.Seat):
    """A seat of a game at which people with names of eight letters sit, in English."""

    def __init__(self, game, seat, count=0):
        super().__init__(game, seat, PEOPLE, count=count)

    def page(self, ms=LATER_MS):
        return super().page(WORDS, ms)


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
    return [page.at(WORDS, cursor) for cursor in range(len(page.items or "1") - 1, -1, -step)][::-1]
