"""New tables out of old ones: the rosters for going on without somebody, with a bot, with a new device, with one more.

Nothing here keeps state. Each function takes a Standing, how the table is right now, and gives the roster of the table
that would follow it; a table never changes its own.
"""

from collections import namedtuple

import engine
from ring.roster import INHERITS, NO_TABLE, WHOLE, Roster, Seat, unpack

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


def resume(standing):
    """The same table once more, for devices that have all restarted."""
    return _child(standing, standing.roster.seats, [], INHERITS)


def with_bot(standing, device, me, nonce):
    """A bot plays the seats of device `device`, on device `me`."""
    roster = standing.roster
    seats = [Seat(me, True, seat.name) if seat.device == device else seat for seat in roster.seats]
    return _same_players(standing, seats, [], nonce)


def with_new_device(standing, seat, person, nonce):
    """The device of `person`, who is asking, takes seat `seat` over from another device, or back from a bot."""
    seats = list(standing.roster.seats)
    seats[seat] = Seat(len(standing.roster.devices), person.bot, seats[seat].name)
    return _same_players(standing, seats, [person], nonce)


def without(standing, device, nonce):
    """The round begins anew without the seats of device `device`; None when fewer than two would be left."""
    seats = standing.roster.seats
    kept = [index for index, seat in enumerate(seats) if seat.device != device]
    if len(kept) < engine.SEATS_MIN:
        return None
    return _new_round(standing, kept, [seats[index] for index in kept], [], nonce)


def with_one_more(standing, person, nonce):
    """The next round begins with `person` too, who starts with as many points as the last in the ranking."""
    roster = standing.roster
    seats = list(roster.seats) + [Seat(len(roster.devices), person.bot, person.name)]
    return _new_round(standing, list(range(len(roster.seats))), seats, [person], nonce)


def fit_claims(options, seats):
    """Where both people and bots sit, let claims be picked from a list: no bot can hear what is spoken. Returns whether
    that changed `options`.
    """
    mixed = 0 < sum([seat.bot for seat in seats]) < len(seats)
    if not mixed or options.get("claims") != "spoken":
        return False
    options["claims"] = "picked"
    return True


def _same_players(standing, seats, newcomers, nonce):
    """The roster for going on where the table is. Where claims are spoken, which no bot can hear, and bots and people
    now sit together, the round begins anew with claims picked from a list."""
    if fit_claims(dict(standing.game.options), seats):
        return _new_round(standing, list(range(len(seats))), seats, newcomers, nonce)
    return _child(standing, seats, newcomers, INHERITS)


def _new_round(standing, kept, seats, newcomers, nonce):
    """The roster for a round of `seats`, of which the first are the old seats `kept`, in order, with their points."""
    game = standing.game
    options = dict(game.options)
    if options["rounds"] != 1:
        options["rounds"] = len(seats)
    fit_claims(options, seats)
    rounds, points = game.carry()
    points = [points[index] for index in kept] + [game.worst(points)] * (len(seats) - len(kept))
    starter = game.next_starter()
    starter = kept.index(starter) if starter in kept else 0
    name = engine.GAMES[standing.roster.game[0]]
    return _child(standing, seats, newcomers, 0, nonce, pack_game(name, len(seats), starter, options, (rounds, points)))


def _child(standing, seats, newcomers, flags, nonce=None, game=None):
    """The roster of the table that follows, with the devices of `newcomers` behind the old ones; devices that no seat
    needs any more are left out."""
    roster = standing.roster
    devices = list(roster.devices) + [person.device for person in newcomers]
    boots = list(standing.boots) + [person.boot for person in newcomers]
    used = [index for index in range(len(devices)) if any([seat.device == index for seat in seats])]
    return Roster(
        standing.table,
        standing.count,
        standing.digest,
        flags | (WHOLE if standing.whole else 0),
        nonce or roster.nonce,
        [devices[index] for index in used],
        [boots[index] for index in used],
        [Seat(used.index(seat.device), seat.bot, seat.name) for seat in seats],
        game or roster.game,
    )
