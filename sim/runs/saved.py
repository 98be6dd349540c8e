"""The log that a board keeps while it is off, as something to look at action by action.

It is read from a dump of the board's non-volatile memory (see `pocket.store`), or from JSON that holds what such a dump
and the set's key tell: `roster` (entry 0, hexadecimal), `seed` (of the cards, hexadecimal) and `choices` (a byte for
each entry, hexadecimal: the place of its action among those that were legal).
"""

import json
from collections.abc import Iterable
from typing import Any

import engine
from engine.core import Game
from pocket import deck as decks
from pocket import match_config
from pocket.player import player_of
from pocket.renderer import Renderer
from pocket.screens import pages
from pocket.session import Session
from pocket.settings import Settings
from pocket.store import Store
from pocket.words import Words
from ring.messages import ENTRY, unpack_roster
from ring.messages import NO_DECK as NO_CARDS
from sim import hardware, words
from sim.room import NO_DECK
from sim.runs.run import Run

FORMAT = 1
DEFAULT_KEY = Settings(lambda name: None).key
WORDS = Words()
STEP_MS = 1500  # on the clock of an album, from one action to the next
TABLE = b"kept"  # some id


class SavedLog:
    """A match as far as it was kept. entries: the log, as `ring.log` has it, with 0 for boot numbers.

    Raises ValueError, with a sentence, when a choice was never legal. Another seed, which another key gives, need not
    show: the same choices may have been legal with other cards.
    """

    def __init__(self, roster_data: bytes, seed: int, choices: Iterable[int], deck: str | None = None) -> None:
        """deck: the folder of the deck that was played with, where it is not the game's own."""
        self.roster_data, self.seed, self.choices, self.deck = roster_data, seed, bytes(choices), deck
        self.roster = unpack_roster(roster_data)
        wanted, mine = match_config.deck_of(self.roster), decks.id_of(decks.load(deck or NO_DECK))
        if wanted != mine:
            if mine == NO_CARDS:
                raise ValueError("The match was played with a deck of its own: name its file, --deck FILE.json.")
            played = "the game's own" if wanted == NO_CARDS else "another"
            raise ValueError(f"The match was played with {played} deck, and not with that of --deck.")
        self.game = engine.GAMES[self.roster.game[0]]
        self.names = [seat.name for seat in self.roster.seats]
        entries = bytearray()
        try:
            for seat, action in reader(seed, deck).match.replay(self.roster, self.choices):
                entries += bytes([seat, 0, action >> 8, action & 255])
        except ValueError as error:
            number = len(entries) // ENTRY
            raise ValueError(
                f"Action {number} of the log was never legal: was another key, or program, in use?"
            ) from error
        self.entries = bytes(entries)

    def new_game(self) -> Game:
        """The game as it was at the beginning."""
        return match_config.new_game(self.roster, self.seed, decks.load(self.deck or NO_DECK))

    def actions(self) -> list[tuple[int, int]]:
        """The log as a list of (seat, action)."""
        log = self.entries
        return [(log[at], log[at + 2] << 8 | log[at + 3]) for at in range(0, len(log), ENTRY)]

    def to_json(self) -> str:
        """As JSON text, which needs no key any more."""
        value = {"log": FORMAT, "roster": self.roster_data.hex(), "seed": f"{self.seed:032x}"}
        return json.dumps({**value, "choices": self.choices.hex()})


def reader(seed: int | None, deck: str | None, name: str = "", key: str = DEFAULT_KEY) -> Session:
    """The Session of a device that can read the log of a match with this seed, and does nothing else. deck: a folder,
    or None. seed: None for that which the set's key tells.
    """
    settings = Settings({"HATS_NAME": name, "HATS_DECK": deck or NO_DECK, "HATS_KEY": key}.get)
    session = Session(None, settings, Store(None), lambda n: 0, bytes, 0)
    if seed is not None:
        match: Any = session.match  # one of its methods is replaced
        match.seed_of = lambda roster: seed
    return session


def from_json(data: Any, deck: str | None = None) -> SavedLog:
    """The SavedLog in `data`, what JSON gave. deck: the folder of its deck, or None. Raises ValueError, with a
    sentence, when it makes no sense.
    """
    try:
        if data["log"] != FORMAT:
            raise ValueError(f"it has format {data['log']}, and this program reads {FORMAT}")
        roster, choices = bytes.fromhex(data["roster"]), bytes.fromhex(data["choices"])
        return SavedLog(roster, int(data["seed"], 16), choices, deck)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ValueError(f"The log makes no sense: {error}") from error


def from_nvm(data: bytes, key: str = DEFAULT_KEY, deck: str | None = None) -> SavedLog:
    """The SavedLog in a dump of non-volatile memory, whose set has this key (hexadecimal). deck: as in `from_json`.

    Raises ValueError, with a sentence, when there is none.
    """
    memory = Store(bytearray(data)).load()
    if memory is None:
        raise ValueError(
            "This is no recording and no saved log, and as a dump it holds nothing that a device has kept."
        )
    if memory.table is None:
        raise ValueError("The device sat at no table: it has kept its identity, and no log.")
    seed = reader(None, deck, key=key).match.seed_of(unpack_roster(memory.roster_data))
    return SavedLog(memory.roster_data, seed, memory.choices, deck)


class _Device:
    """The screen of one seat. A lamp stays dark: its rhythm means nothing where time stands still."""

    def __init__(self, log: SavedLog, seat: int, layout: str) -> None:
        self.screen = hardware.colour_screen(lazy=True) if layout == "colour" else hardware.mono_screen(lazy=True)
        self.lamp, self.keys = hardware.Lamp(), hardware.Keys()
        self.shown_ms = 0  # for how long it has shown what it shows
        self.face = Renderer(self.screen.display)
        self.session = reader(log.seed, log.deck, log.names[seat])
        self._log, self._seat = log, seat

    def ticks(self) -> int:
        return self.shown_ms

    def show(self, count: int) -> None:
        """The table after `count` entries."""
        session = self.session
        session.sit(TABLE, self._log.roster_data, 0, entries=self._log.entries[: count * ENTRY])
        session.match.seat = self._seat
        me = player_of(session, session.settings.reveal_ms if session.game.over else 0)
        self.face.draw(pages.table_page(WORDS, session.match.view(), me).at(WORDS, 0))


class Album(Run):
    """A saved log as a run: its own room, in which an action happens every STEP_MS."""

    def __init__(self, log: SavedLog, layout: str = "colour") -> None:
        self.room = self
        self.log, self.names = log, log.names
        self.devices = self.apps = [_Device(log, seat, layout) for seat in range(len(log.names))]
        self.errors = [None] * len(log.names)
        self.setup = {"humans": 0 if all(seat.bot for seat in log.roster.seats) else len(log.names)}
        self.air = None  # no radio
        self.end_ms = len(log.choices) * STEP_MS
        self.now_ms, self._count = 0, -1
        self.seek(0)

    def seek(self, ms: int) -> None:
        self.now_ms = max(0, min(ms, self.end_ms))
        count = self.now_ms // STEP_MS
        if count != self._count:
            self._count = count
            for device in self.devices:
                device.show(count)
        for device in self.devices:
            device.shown_ms = self.now_ms % STEP_MS

    run_to = seek

    def step(self) -> None:
        self.seek((self.now_ms // STEP_MS + 1) * STEP_MS)

    def stop(self, error: Exception) -> None:
        """Show `error` on every screen."""
        for device in self.devices:
            device.face.draw(pages.crash_page(WORDS, error).at(WORDS, 0))

    def sessions(self) -> list[Session]:
        return [device.session for device in self.devices]

    def story(self) -> list[str]:
        """Each action in words: a list of strings."""
        return [
            f"{self.names[seat]} {words.action_words(self.log.game, action)}" for seat, action in self.log.actions()
        ]
