"""What happens in a game, in English words for a developer: actions, and what lies hidden. Nothing here is needed to
play.
"""

import engine
import pocket.words
from boards.assets.language import EMOJI
from engine import gift_game
from pocket import deck

NAMES = tuple(EMOJI)  # of gifts, in English


def action_words(game, action):
    """`action` (kind << 8 | argument) of the game called `game`, in words that fit behind a player's name."""
    return engine.rules(game).told(action).format(gift_words(game, action & 255))


def secrets(game):
    """What nobody may see right now, a list of strings for each seat of a running game: its face-down cards, oldest
    first. The one that is in the air comes last with its giver. Empty lists where the game has no rows of gifts.
    """
    hidden = [[] for _ in range(game.players)]
    if isinstance(game, gift_game.Game):
        for seat, (row, up) in enumerate(zip(game.rows, game.face_up, strict=True)):
            hidden[seat] += [_gift(game, gift) for gift in row[up:]]
        if game.card is not None:
            hidden[game.giver].append(f"> {_gift(game, game.card)}")
    return hidden


def gift_words(game, gift):
    """The name of a gift of the game called `game`; of a deck of somebody's own, in the devices' language."""
    if game == "gifts" and deck.in_use is not None:
        return pocket.words.gift(gift)
    return NAMES[gift] if gift < len(NAMES) else str(gift)


def name_of(game):
    """The name of a running game, as in `engine.GAMES`."""
    return type(game).__module__.split(".")[-1]


def _gift(game, gift):
    return gift_words(name_of(game), gift)
