"""What happens in a game, in English words for a developer: actions, and what lies hidden.

Nothing here is needed to play. A game that is not known yet gets numbers instead of words.
"""

import engine
import pocket.words
from engine.catalogue import NAMES
from pocket import deck

SPOKEN = 255  # the claim that is said aloud


def action_words(game, action):
    """`action` (kind << 8 | argument) of the game called `game`, in words that fit behind a player's name."""
    kind, argument = action >> 8, action & 255
    for name, words in _ACTIONS.get(game, {}).items():
        if getattr(engine.rules(game), name, None) == kind:
            return words(game, argument)
    return f"does {kind}:{argument}"


def secrets(game):
    """What nobody may see right now, a list of strings for each seat of a running game: its face-down cards, oldest
    first. The one that is in the air comes last with its giver. Empty lists where the game has no rows of gifts.
    """
    hidden = [[] for _ in range(game.players)]
    for seat, row in enumerate(getattr(game, "rows", [])):
        up = game.face_up[seat] if hasattr(game, "face_up") else 0
        hidden[seat] += [_gift(game, gift) for gift in row[up:]]
    card, giver = getattr(game, "card", None), getattr(game, "giver", None)
    if card is not None and giver is not None:
        hidden[giver].append(f"> {_gift(game, card)}")
    return hidden


def gift_words(game, gift):
    """The name of a gift of the game called `game`; of a deck of somebody's own, in the devices' language."""
    if game == "gifts" and deck.in_use is not None:
        return pocket.words.gift(gift)
    names = getattr(engine.rules(game), "NAMES", NAMES)
    return names[gift] if gift < len(names) else str(gift)


def name_of(game):
    """The name of a running game, as in `engine.GAMES`."""
    return type(game).__module__.split(".")[-1]


def _gift(game, gift):
    return gift_words(name_of(game), gift)


def _claim(game, gift):
    if gift == SPOKEN:
        return "says what it is"
    return f'"a nice {gift_words(game, gift)}"'


_GIFTS = {
    "DRAW": lambda game, argument: "draws a gift",
    "TURN": lambda game, argument: "turns it over",
    "GIVE": _claim,
    "ACCEPT": lambda game, argument: '"thank you"',
    "REFUSE": lambda game, argument: '"that\'s not so!"',
    "VERDICT": lambda game, argument: "owns up: it was so" if argument else "owns up: it was not",
    "NEXT": lambda game, argument: "next round",
}
_ACTIONS = {
    "gifts": _GIFTS,
    "zsa": _GIFTS,
    "caps": {
        "LOOK": lambda game, place: f"looks at hat {place + 1}",
        "SWAP": lambda game, places: f"swaps hats {(places >> 4) + 1} and {(places & 15) + 1}",
        "OPEN": lambda game, place: f"opens hat {place + 1}",
        "NEXT": lambda game, argument: "next round",
    },
}
