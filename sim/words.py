"""What happens in a game, in English words for a developer: actions, and what lies hidden. Nothing here is needed to
play.
"""

from typing import TYPE_CHECKING, TypeGuard

import engine
from boards.assets.language import EMOJI, table
from engine import gift_game, gifts
from pocket.words import table_of

if TYPE_CHECKING:
    from engine.core import Game, View
    from pocket.deck import Deck


NAMES = tuple(EMOJI)  # what the program calls the gifts
ENGLISH = tuple(forms[0] for forms in table("en")["gifts"].values())  # what screens call them


def action_words(game: str, action: int, deck: "Deck | None" = None) -> str:
    """`action` (kind << 8 | argument) of the game called `game`, in words that fit behind a player's name. deck: the
    Deck with which it is played; None: the game's own.
    """
    try:
        return engine.rules(game).told(action).format(gift_words(action & 255, deck))
    except (LookupError, ValueError):  # of another program, or of another deck
        return f"does {action >> 8}:{action & 255}"


def secrets(game: "Game", deck: "Deck | None" = None) -> list[list[str]]:
    """What nobody may see right now, a list of strings for each seat of a running game: its face-down cards, oldest
    first. The one that is in the air comes last with its giver. Empty lists where the game has no rows of gifts.
    """
    hidden = [[] for _ in range(game.players)]
    if isinstance(game, gift_game.Game):
        for seat, (row, up) in enumerate(zip(game.rows, game.face_up, strict=True)):
            hidden[seat] += [gift_words(gift, deck) for gift in row[up:]]
        if game.card is not None:
            hidden[game.giver].append(f"> {gift_words(game.card, deck)}")
    return hidden


def has_gifts(view: "View") -> TypeGuard[gift_game.View]:
    """Whether `view` is one of a game in which gifts travel: a `gift_game.View`."""
    return isinstance(view, gift_game.View)


def backs(view: "View", seat: int) -> list[int]:
    """The arrows on a seat's face-down cards, oldest first; none where backs of cards have no arrows."""
    return view.backs[seat] if isinstance(view, gifts.View) else []


def gift_words(gift: int, deck: "Deck | None" = None) -> str:
    """The name of a gift, or of one of a Deck of somebody's own."""
    if deck is not None:
        return table_of(deck.folder, "en").numbered(gift)
    return ENGLISH[gift] if gift < len(ENGLISH) else str(gift)


def name_of(game: "Game") -> str:
    """The name of a running game, as in `engine.GAMES`."""
    return type(game).__module__.split(".")[-1]
