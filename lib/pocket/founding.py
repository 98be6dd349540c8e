"""New tables out of old ones: the rosters for going on without somebody, with a bot, with a new device, with one more.

Nothing here keeps state. Each function takes a Standing, how the table is right now, and gives the roster of the table
that would follow it; a table never changes its own.
"""

import engine
from pocket.match_config import deck_of, fit_claims, options_for, pack_game, takes
from ring.messages import NO_DECK
from ring.roster import INHERITS, WHOLE, Roster, Seat


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


def _same_players(standing, seats, newcomers, nonce):
    """The roster for going on where the table is. Where claims are spoken, which no bot can hear, and bots and people
    now sit together, the round begins anew with claims picked from a list."""
    if fit_claims(dict(standing.game.options), seats):
        return _new_round(standing, list(range(len(seats))), seats, newcomers, nonce)
    return _child(standing, seats, newcomers, INHERITS)


def _new_round(standing, kept, seats, newcomers, nonce):
    """The roster for a round of `seats`, of which the first are the old seats `kept`, in order, with their points."""
    game = standing.game
    name = engine.GAMES[standing.roster.game[0]]
    options = options_for(name, len(seats), game.options)
    fit_claims(options, seats)
    rounds, points = game.carry()
    points = [points[index] for index in kept] + [game.worst(points)] * (len(seats) - len(kept))
    starter = game.next_starter()
    starter = kept.index(starter) if starter in kept else 0
    deck = deck_of(standing.roster)
    if deck != NO_DECK and not takes(name, len(seats), options, game.cards):  # more people need more cards
        deck = NO_DECK
    made = pack_game(name, len(seats), starter, options, (rounds, points), deck)
    return _child(standing, seats, newcomers, 0, nonce, made)


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
