"""New tables out of old ones: the rosters for going on without somebody, with a bot, with a new device, with one more.

Nothing here keeps state. Each function takes a Standing, how the table is right now, and the game, which knows whether
it can go on and what its part of a roster is; it gives the roster of the table that would follow.
"""

from collections import namedtuple

from ring.messages import INHERITS, SEATS_MIN, WHOLE, Person, Roster, Seat, apart

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from ring.ports import Game

Standing = namedtuple(
    "Standing",
    (
        "table",  # its id
        "count",  # of entries in its log
        "digest",  # of the last
        "whole",  # whether this device has forgotten nothing
        "boots",  # the devices' boot numbers as they are now
        "roster",
    ),
)


def resume(standing: Standing) -> Roster:
    """The same table once more, for devices that have all restarted."""
    return _child(standing, standing.roster.seats, [], INHERITS, standing.roster.nonce, standing.roster.game)


def with_bot(standing: Standing, game: "Game", device: int, me: int, nonce: bytes) -> Roster:
    """A bot plays the seats of device `device`, on device `me`."""
    roster = standing.roster
    seats = [Seat(me, True, seat.name) if seat.device == device else seat for seat in roster.seats]
    return _same_players(standing, game, seats, [], nonce)


def with_new_device(standing: Standing, game: "Game", seat: int, person: Person, nonce: bytes) -> Roster:
    """The device of `person`, who is asking, takes seat `seat` over from another device, or back from a bot."""
    seats = list(standing.roster.seats)
    seats[seat] = Seat(len(standing.roster.devices), person.bot, seats[seat].name)
    return _same_players(standing, game, seats, [person], nonce)


def without(standing: Standing, game: "Game", device: int, nonce: bytes) -> "Roster | None":
    """The round begins anew without the seats of device `device`; None when fewer than two would be left."""
    seats = standing.roster.seats
    kept = [index for index, seat in enumerate(seats) if seat.device != device]
    if len(kept) < SEATS_MIN:
        return None
    return _new_round(standing, game, kept, [seats[index] for index in kept], [], nonce)


def with_one_more(standing: Standing, game: "Game", person: Person, nonce: bytes) -> Roster:
    """The next round begins with `person` too."""
    roster = standing.roster
    name = apart([seat.name for seat in roster.seats], person.name)
    seats = list(roster.seats) + [Seat(len(roster.devices), person.bot, name)]
    return _new_round(standing, game, list(range(len(roster.seats))), seats, [person], nonce)


def _same_players(
    standing: Standing, game: "Game", seats: "list[Seat]", newcomers: "list[Person]", nonce: bytes
) -> Roster:
    """The roster for going on where the table is; where the game cannot, the round begins anew."""
    if game.goes_on_with(seats):
        return _child(standing, seats, newcomers, INHERITS, standing.roster.nonce, standing.roster.game)
    return _new_round(standing, game, list(range(len(seats))), seats, newcomers, nonce)


def _new_round(
    standing: Standing,
    game: "Game",
    kept: "list[int]",  # the old seats that are the first of the new ones, in order
    seats: "list[Seat]",
    newcomers: "list[Person]",
    nonce: bytes,
) -> Roster:
    return _child(standing, seats, newcomers, 0, nonce, game.next_round(kept, seats))


def _child(
    standing: Standing,
    seats: "list[Seat]",
    newcomers: "list[Person]",  # whose devices come behind the old ones
    flags: int,
    nonce: bytes,
    game: bytes,
) -> Roster:
    """The roster of the table that follows; devices that no seat needs any more are left out."""
    roster = standing.roster
    devices = list(roster.devices) + [person.device for person in newcomers]
    boots = list(standing.boots) + [person.boot for person in newcomers]
    used = [index for index in range(len(devices)) if any([seat.device == index for seat in seats])]
    return Roster(
        standing.table,
        standing.count,
        standing.digest,
        flags | (WHOLE if standing.whole else 0),
        nonce,
        [devices[index] for index in used],
        [boots[index] for index in used],
        [Seat(used.index(seat.device), seat.bot, seat.name) for seat in seats],
        game,
    )
