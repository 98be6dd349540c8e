"""What is true: the rules of the hat games, and nothing else.

A game is a state machine over small integers without clock, hardware, input or output, so that every board of a table,
the simulator and a test get the same game, bit for bit, from the same set-up and the same actions. One name a
game, one module a game.
"""

from engine.core import SEATS_MAX, SEATS_MIN, IllegalAction, check_table

__all__ = ["GAMES", "PERSONALITIES", "SEATS_MAX", "SEATS_MIN", "IllegalAction", "new_game", "rules"]

GAMES = ("gifts", "zsa", "caps")  # the name of a game is the name of its module in this package
PERSONALITIES = ("ordinary", "goldfish", "elephant", "liar", "sceptic", "trusting")  # of bots, the default first


def rules(game):
    """The module that holds the rules of `game`. Raises ValueError for an unknown game."""
    if game not in GAMES:
        raise ValueError("There is no game called {!r}. The games are: {}.".format(game, ", ".join(GAMES)))
    return getattr(__import__("engine." + game), game)  # late: a board holds only the game it plays


def new_game(game, players, seed, starter=0, options=None, carried=None, cards=None):
    """Set up a match and deal its first round, or the next one of a match that goes on with other players.

    game: a name in GAMES. players: 2 to 8. seed: a whole number from 0 to 2**128 - 1; it decides every card.
    starter: the seat that begins, 0 to players - 1. options: a dict; what is left out takes its default (see the game's
    `choices`). carried: (rounds finished, points a seat) of a match that goes on. cards: how many a deck of somebody's
    own has, which only games with a function `needed` can take; None: the game's own deck. Raises ValueError with a
    sentence when any of them cannot be.
    """
    module = rules(game)
    check_table(players, seed, starter)
    if carried is not None and len(carried[1]) != players:
        raise ValueError("Points are carried for {} seats, but {} play.".format(len(carried[1]), players))
    carried = carried or (0, [0] * players)
    if cards is None:
        return module.Game(players, seed, starter, options or {}, carried)
    if not hasattr(module, "needed"):
        raise ValueError("The game {} has a deck of its own and takes no other.".format(game))
    return module.Game(players, seed, starter, options or {}, carried, cards)
