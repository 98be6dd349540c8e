"""A game as a roster carries it: which one, who starts, its options, and the points of rounds that are over."""

from collections import namedtuple

import engine
from ring.roster import NO_TABLE, WHOLE, Roster, unpack

# table: its id. count, digest: of its log. whole: whether this device has forgotten nothing. boots: the devices' boot
# numbers as they are now.
Standing = namedtuple("Standing", ("table", "count", "digest", "whole", "boots", "roster", "game"))


def pack_game(name, players, starter, options, carried):
    """The game's part of a roster: its number, the starter, each option as the place of its value, and what is
    carried.
    """
    out = bytearray([engine.GAMES.index(name), starter])
    for option, allowed in engine.rules(name).choices(players):
        out.append(allowed.index(options.get(option, allowed[0])))
    rounds, points = carried
    return bytes(out) + bytes([rounds]) + bytes([max(-128, min(one, 127)) & 255 for one in points])


def unpack_game(data, players):
    """(name, starter, options, carried) of a roster's game. Raises ValueError when this program knows no such game."""
    if len(data) < 2 or data[0] >= len(engine.GAMES) or data[1] >= players:
        raise ValueError("an unknown game, or a starter who does not play")
    name = engine.GAMES[data[0]]
    choices = engine.rules(name).choices(players)
    carried = data[2 + len(choices) :]
    if len(carried) != 1 + players:
        raise ValueError("other options than this program has")
    options = {}
    for index, (option, allowed) in zip(data[2:], choices):
        if index >= len(allowed):
            raise ValueError("an unknown choice")
        options[option] = allowed[index]
    points = [one - 256 if one > 127 else one for one in carried[1:]]  # of some games they can be below 0
    return name, data[1], options, (carried[0], points)


def read(roster_data):
    """The Roster in `roster_data`, of a game that this program can play. Raises ValueError when it is none."""
    roster = unpack(roster_data)
    unpack_game(roster.game, len(roster.seats))
    return roster


def fresh(devices, boots, seats, game, nonce):
    """The roster of a table that follows none."""
    return Roster(NO_TABLE, 0, 0, WHOLE, nonce, devices, boots, seats, game)


def fit_claims(options, seats):
    """Where both people and bots sit, let claims be picked from a list: no bot can hear what is spoken. Returns whether
    that changed `options`.
    """
    mixed = 0 < sum([seat.bot for seat in seats]) < len(seats)
    if not mixed or options.get("claims") != "spoken":
        return False
    options["claims"] = "picked"
    return True
