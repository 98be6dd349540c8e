"""What a family or a maker has set, what the player has chosen since, and what is wrong with a value.

On a board settings stand in settings.toml as HATS_NAME = "Blue" and so on; `os.getenv` reads them there.
"""

import engine
from pocket import match_config
from pocket.words import folder, languages

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


EACH = "each"  # HATS_ROUNDS = "each": as many rounds as players
MIXED = "mixed"  # HATS_BOT_KIND = "mixed": the bots at a table are of different kinds
_PREFERENCES = ("brightness", "language", "sound", "hints", "game")  # what a player changes and the device keeps


def _names(name: str) -> "Sequence[str] | None":
    """Of a preference that is kept as the place of a name: the names; None for one that is a number."""
    return languages() if name == "language" else engine.GAMES if name == "game" else None


class Settings:
    """One attribute for each setting of `pocket.settings_schema`, `options` for the game, and `problems`: for
    each bad value a sentence, as `Words.say` wants it.
    """

    name: str
    key: str
    game: str
    place: int
    players: int
    bot: int
    bot_kind: str
    bot_ms: int
    reveal_ms: int
    brightness: int
    language: str
    sound: int
    hints: int

    def __init__(self, read: "Callable[[str], Any]") -> None:
        """read: called with a name in capitals, such as "HATS_NAME"; gives a str, an int or None (not set)."""
        self.problems: list = []
        self.preferences = bytes(len(_PREFERENCES))  # for each, 0: as set here, or one more than what was chosen
        self.players = self.place = 0
        from pocket.settings_schema import SETTINGS  # late: they are needed only now

        for name, default, wrong in SETTINGS:
            key = "HATS_" + name.upper()
            value = read(key)
            wanted = None if value is None else wrong(value)
            if wanted is not None:
                self.problems.append(("must_be", key, wanted))
                value = None
            setattr(self, name, default if value is None else value)
        if self.players and not self.place:
            self.problems.append(("needs", "HATS_PLAYERS", "HATS_PLACE"))
            self.players = 0
        if self.game not in engine.GAMES:
            self.problems.append(("must_be", "HATS_GAME", ("one_of", ", ".join(engine.GAMES))))
            self.game = engine.GAMES[0]
        self.deck = self.deck or folder().rsplit("/", 1)[0] + "/deck"  # where a deck of the own may lie
        self._read = read
        self.choose(self.game)

    def choose(self, game: str) -> None:
        """Let `game` be the one that is played next, with its options as they are set. Its problems join the others."""
        self.game, self.options = game, {}
        for name, allowed in every_choice(game):
            value = self._read("HATS_" + name.upper())
            if value in allowed:
                self.options[name] = value
            elif value is not None:
                values = ", ".join([str(one) for one in allowed])
                problem = "must_be", "HATS_" + name.upper(), ("one_of", values)
                if problem not in self.problems:
                    self.problems.append(problem)

    def prefer(self, name: str, value: "Any") -> None:
        """Let the player's own choice stand in for the setting `name`."""
        setattr(self, name, value)
        kept = bytearray(self.preferences)
        names = _names(name)
        kept[_PREFERENCES.index(name)] = 1 + (names.index(value) if names else value)
        self.preferences = bytes(kept)

    def recall(self, preferences: bytes) -> None:
        """Take in what was chosen before: `preferences` as they were kept. What makes no sense is left as it is set."""
        for name, kept in zip(_PREFERENCES, preferences):
            names = _names(name)
            if kept and names and kept <= len(names):
                self.prefer(name, names[kept - 1])
            elif kept and not names and kept - 1 <= (100 if name == "brightness" else 1):
                self.prefer(name, kept - 1)
        self.choose(self.game)

    def options_for(self, players: int) -> dict:
        """The game's options for a table of `players`, complete: the default stands in for what such a table cannot
        have.
        """
        return match_config.options_for(self.game, players, self.options)


def every_choice(game: str) -> list:
    """Pairs (name, values that a table of some size can have) of the options of `game`."""
    found = []
    for name, _ in engine.rules(game).choices(engine.SEATS_MAX):
        values = [1, EACH] if name == "rounds" else []
        for players in range(engine.SEATS_MIN, engine.SEATS_MAX + 1):
            values += [one for one in dict(engine.rules(game).choices(players))[name] if one not in values]
        found.append((name, values[:2] if name == "rounds" else values))
    return found
