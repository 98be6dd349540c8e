"""A game as a roster carries it: which one, who starts, its options, and the points of rounds that are over."""

import engine
from ring.messages import ID, NO_DECK, NO_TABLE, WHOLE, Roster, unpack_roster

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from engine.core import Game
    from pocket.deck import Deck
    from ring.messages import Seat


def options_for(name: str, players: int, wanted: "dict[str, Any]") -> "dict[str, Any]":
    """The options `wanted` of a game, complete and such that a table of `players` can have them: where there are
    several rounds, as many as players; for what such a table cannot have, the default.
    """
    options = {}
    for option, allowed in engine.rules(name).choices(players):
        value = wanted.get(option, allowed[0])
        if option == "rounds" and value != 1:
            value = players
        options[option] = value if value in allowed else allowed[0]
    return options


def pack_game(
    name: str,
    players: int,
    starter: int,
    options: "dict[str, Any]",
    carried: tuple[int, list[int]],
    deck: bytes = NO_DECK,
) -> bytes:
    """The game's part of a roster: its number, the starter, each option as the place of its value, what is carried, and
    the id of the deck, unless that is the game's own, and the id of the rules.
    """
    out = bytearray([engine.GAMES.index(name), starter])
    for option, allowed in engine.rules(name).choices(players):
        out.append(allowed.index(options.get(option, allowed[0])))
    rounds, points = carried
    out.append(rounds)
    out.extend(bytes([max(-128, min(one, 127)) & 255 for one in points]))
    return bytes(out) + (deck if deck != NO_DECK else b"") + engine.RULES_ID


def unpack_game(data: bytes, players: int) -> "tuple[str, int, dict[str, Any], tuple[int, list[int]], bytes]":
    """(name, starter, options, carried, id of the deck) of a roster's game. Raises ValueError when this program knows
    no such game, or other rules of it.
    """
    data, rules = data[:-ID], data[-ID:]
    if rules != engine.RULES_ID:
        raise ValueError("another program's rules")
    if len(data) < 2 or data[0] >= len(engine.GAMES) or data[1] >= players:
        raise ValueError("an unknown game, or a starter who does not play")
    name = engine.GAMES[data[0]]
    choices = engine.rules(name).choices(players)
    carried = data[2 + len(choices) :]
    carried, deck = carried[: 1 + players], carried[1 + players :]
    if len(carried) != 1 + players or len(deck) not in (0, len(NO_DECK)):
        raise ValueError("other options than this program has")
    options = {}
    for index, (option, allowed) in zip(data[2:], choices):
        if index >= len(allowed):
            raise ValueError("an unknown choice")
        options[option] = allowed[index]
    points = [one - 256 if one > 127 else one for one in carried[1:]]  # of some games they can be below 0
    return name, data[1], options, (carried[0], points), deck or NO_DECK


def new_game(roster: Roster, seed: int, deck: "Deck | None") -> "Game":
    """The game of a roster, set up. deck: the Deck of this device, or None. Raises ValueError when it cannot be."""
    players = len(roster.seats)
    name, starter, options, carried, wanted = unpack_game(roster.game, players)
    return engine.new_game(name, players, seed, starter, options, carried, _cards(wanted, deck))


def read(roster_data: bytes, deck: "Deck | None" = None) -> Roster:
    """The Roster in `roster_data`, of a game that this program can play, with the game's own deck or `deck`. Raises
    ValueError when it is none.
    """
    roster = unpack_roster(roster_data)
    check(roster, deck)
    return roster


def check(roster: Roster, deck: "Deck | None") -> None:
    """Raise ValueError unless this program can play what a roster asks for, with the game's own deck or `deck`."""
    _cards(deck_of(roster), deck)


def deck_of(roster: Roster) -> bytes:
    """The id of the deck with which a table plays. Raises ValueError when this program does not know its game."""
    return unpack_game(roster.game, len(roster.seats))[4]


def _cards(wanted: bytes, deck: "Deck | None") -> int | None:
    """How many cards the deck with the id `wanted` has, if it is `deck`; None for the game's own."""
    if wanted == NO_DECK:
        return None
    if deck is None or wanted != deck.id:
        raise ValueError("a deck that this device does not have")
    return deck.count


def takes_decks(name: str) -> bool:
    """Whether a game can be played with other decks than its own."""
    return engine.rules(name).DECK_MAX > 0


def takes(name: str, players: int, options: "dict[str, Any]", cards: int) -> bool:
    """Whether such a table can play with a deck of `cards` cards that is not the game's own."""
    return takes_decks(name) and engine.rules(name).needed(players, options) <= cards


def fresh(devices: list[bytes], boots: list[int], seats: "list[Seat]", game: bytes, nonce: bytes) -> Roster:
    """The roster of a table that follows none."""
    return Roster(NO_TABLE, 0, 0, WHOLE, nonce, devices, boots, seats, game)


def fit_claims(options: "dict[str, Any]", seats: "list[Seat]") -> bool:
    """Where both people and bots sit, or several of them at one device, let claims be picked from a list: no bot can
    hear what is spoken, and who shares a screen cannot see what another says. Returns whether that changed `options`.
    """
    mixed = 0 < sum([seat.bot for seat in seats]) < len(seats) or len({seat.device for seat in seats}) < len(seats)
    if not mixed or options.get("claims") != "spoken":
        return False
    options["claims"] = "picked"
    return True
