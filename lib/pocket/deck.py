"""A deck of somebody's own for `gifts`, which a device has beside the game's own.

`boards.assets.deck` makes its folder. The file `deck` there holds its id (4 bytes), how many gifts it has (1) and its
name; beside it lie a file of words for each language that it has, in the format of `pocket.words`, and a sheet of
pictures for each layout.
"""

from ring.messages import NO_DECK


class Deck:
    """A deck in the folder `folder`: its `id`, `count` and `name`."""

    def __init__(self, folder: str) -> None:
        """Raises OSError when there is none in the folder."""
        self.folder = folder
        with open(folder + "/deck", "rb") as file:
            data = file.read()
        self.id, self.count, self.name = data[:4], data[4], str(data[5:], "utf-8")


def load(folder: str) -> Deck | None:
    """The Deck in a folder, or None."""
    try:
        return Deck(folder)
    except OSError:
        return None


def id_of(deck: Deck | None) -> bytes:
    """The id of a Deck; NO_DECK for None."""
    return NO_DECK if deck is None else deck.id
