"""What is true: the rules of the hat games, and nothing else.

A game is a state machine over small integers without clock, hardware, input or output, so that every board of a table,
the simulator and a test get the same game, bit for bit, from the same set-up and the same actions. One name a
game: its rules are the module of that name here, and its player for empty seats the one in `engine.bots`.
"""

from engine.bots import Bot
from engine.core import SEATS_MAX, SEATS_MIN, Game, IllegalAction, check_players, check_seed, is_whole

__all__ = [
    "GAMES",
    "PERSONALITIES",
    "RULES_ID",
    "SEATS_MAX",
    "SEATS_MIN",
    "IllegalAction",
    "new_bot",
    "new_game",
    "rules",
]

RULES_ID = b"\xf1\x69\xf5\xb8"  # made from these modules: when they change, tests/test_rules_id.py says the new one
GAMES: tuple[str, ...] = ("gifts", "zsa", "caps")
PERSONALITIES = ("ordinary", "goldfish", "elephant", "liar", "sceptic", "trusting")  # of bots, the default first
PERFECT = "perfect"  # a personality for measurements, which forgets nothing and never bluffs
_BYTE = 256  # what a match that goes on brings along are bytes


def rules(game: str) -> type[Game]:
    """The rules of `game`, a `core.Game`. Raises ValueError for an unknown game."""
    if game not in GAMES:
        raise ValueError("There is no game called {!r}. The games are: {}.".format(game, ", ".join(GAMES)))
    found: type[Game] = getattr(__import__("engine." + game), game).Game  # late: a board holds only the game it plays
    return found


def new_bot(game: str, seed: int, seat: int, personality: str) -> Bot:
    """Somebody who plays a seat of `game`.

    seed: a whole number, 0 to 2**128 - 1. seat: the one it plays, 0 to 7. personality: one of PERSONALITIES, or
    PERFECT. Raises ValueError, with a sentence, when any of them cannot be.
    """
    rules(game)
    check_seed(seed)
    if not is_whole(seat, 0, SEATS_MAX):
        raise ValueError("A bot plays a seat from 0 to {}, not {!r}.".format(SEATS_MAX - 1, seat))
    if personality != PERFECT and personality not in PERSONALITIES:
        names = ", ".join(PERSONALITIES)
        raise ValueError("There is no bot called {!r}. The bots are: {}, {}.".format(personality, names, PERFECT))
    found: type[Bot] = getattr(__import__("engine.bots." + game).bots, game).Bot  # late: a table of people needs none
    return found(seed, seat, personality)


def new_game(
    game: str,
    players: int,
    seed: int,
    starter: int = 0,
    options: dict[str, int | str] | None = None,
    carried: tuple[int, list[int]] | None = None,
    cards: int | None = None,
) -> Game:
    """Set up a match and deal its first round, or the next one of a match that goes on with other players.

    game: a name in GAMES.
    players: 2 to 8.
    seed: a whole number from 0 to 2**128 - 1; it decides every card.
    starter: the seat that begins, 0 to players - 1.
    options: a dict; what is left out takes its default (see the game's `choices`).
    carried: (rounds finished, 0 to 255; points a seat, -128 to 127) of a match that goes on.
    cards: how many a deck of somebody's own has, which only some games can take; None: the game's own deck.
    Raises ValueError with a sentence when any of them cannot be.
    """
    chosen = rules(game)
    check_players(players)
    check_seed(seed)
    if not is_whole(starter, 0, players):
        raise ValueError("The starter must be a seat from 0 to {}, not {!r}.".format(players - 1, starter))
    if carried is None:
        carried = 0, [0] * players
    else:
        _check_carried(carried, players)
    if cards is not None and not chosen.DECK_MAX:
        raise ValueError("The game {} has a deck of its own and takes no other.".format(game))
    return chosen(players, seed, starter, {} if options is None else options, carried, cards)


def _check_carried(carried: object, players: int) -> None:
    """Raise ValueError, with a sentence, unless a match of this number of players can go on with this."""
    if type(carried) is not tuple or len(carried) != 2 or not is_whole(carried[0], 0, _BYTE):
        raise ValueError("What is carried must be (rounds finished, points a seat), not {!r}.".format(carried))
    points = carried[1]
    if not isinstance(points, (list, tuple)) or len(points) != players:
        raise ValueError("Points must be carried for the {} seats that play, not {!r}.".format(players, points))
    if not all([is_whole(one, -_BYTE // 2, _BYTE // 2) for one in points]):
        raise ValueError("Points must be whole numbers from -128 to 127, not {!r}.".format(points))
