"""A game's part of the roster of a table that follows: a round of those who play on, with their points."""

import engine
from pocket.match_config import deck_of, fit_claims, options_for, pack_game, takes
from ring.messages import NO_DECK

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from ring.messages import Roster, Seat


def next_round(
    game: "Any",  # that is played today
    roster: "Roster",  # of its table
    kept: list[int],  # the seats of today that play on, as list of indices
    seats: "list[Seat]",  # of the table that follows: those, in order, and then newcomers
) -> bytes:
    """The bytes for a round of `seats`: points are kept, and newcomers start with as many as the last in the ranking.

    It begins anew where players change, and where people spoke their claims, which no bot can hear.
    """
    name = engine.GAMES[roster.game[0]]
    options = options_for(name, len(seats), game.options)
    fit_claims(options, seats)
    rounds, points = game.carry()
    points = [points[index] for index in kept] + [game.worst(points)] * (len(seats) - len(kept))
    starter = game.next_starter()
    starter = kept.index(starter) if starter in kept else 0
    deck = deck_of(roster)
    if deck != NO_DECK and not takes(name, len(seats), options, game.cards):  # more people need more cards
        deck = NO_DECK
    return pack_game(name, len(seats), starter, options, (rounds, points), deck)
