"""What a screen may know beside its view of the game: names, what has been chosen so far, whom the table waits for.

`player_of` takes it from a session, and nothing else does: the screens never reach the game, which holds every secret.
"""

from ring.roster import unpack


class Player:
    """The person before a device, as its screens know them.

    do: what the buttons can do, the methods of a `Session` that take the time last. The rest is data; a test can make
    it up. What is said of a table holds only where `table` is not None.
    """

    name = ""  # of this device
    game = ""  # the name of the game that is played here, or chosen
    draft: tuple = ()  # what has been chosen so far, where a choice takes several steps
    radio = (0, 0, 0)  # frames that were sent, heard, and of no use

    table: bytes | None = None  # its id
    count = 0  # entries in its log
    names: tuple = ()  # of the players, by seat
    acts = False  # it is this player's turn, and they have not decided yet
    played_by_bot = False  # the own seat is
    demonstrates = False  # bots play here until somebody presses a button
    since_ms = 0  # milliseconds since the game last changed
    reveal_ms = 4000  # for how long a card that was turned up can be seen
    hints: dict | None = None  # how many pieces of each hint have been read; None where no hints are to be shown
    speech: tuple | None = None  # (gift, whether it hesitates): what the bot in the own seat says as it gives
    just_shown = False  # something was up for all right before now
    shown_before = False  # and right before the newest entry
    titles: list = []  # (title, seats that earned it), at the end of a match
    may_leave = False  # a match that is over

    proposal: tuple | None = None  # (id of a table that would follow this one, names of its players)
    went_on = False  # others have gone on without this device
    asker: tuple | None = None  # (a Person who can be let in, the name of the seat that they would take now or None)
    missing: tuple = ()  # ((device, names of those who play there), ...)
    may_follow = False  # this device may found a table that goes on without them
    enough = False  # so many would be left without the first of them
    finding = False  # the log is being copied from others
    resumed = False  # it came out of this device's memory

    def __init__(self, do, settings):
        self.do, self.settings = do, settings


def player_of(session, now: int) -> Player:
    """The Player at a device, as things are. now: ticks in milliseconds."""
    me = Player(session, session.settings)
    me.name, me.game, me.draft = session.name, session.game_at_hand(), session.draft
    codec = session.codec
    me.radio = session.sent, session.heard, codec.forged + codec.foreign + session.nonsense
    if session.table is not None:
        _at_table(me, session, now)
        _between_moves(me, session, now)
    return me


def _at_table(me, session, now):
    """What the pages of a game need."""
    me.table, me.count = session.table_id, session.table.count
    me.names = tuple([seat.name for seat in session.roster.seats])
    me.acts, me.played_by_bot, me.demonstrates = session.my_turn(), session.played_by_bot(), session.demonstrates
    me.since_ms, me.reveal_ms = session.since_ms(now), session.settings.reveal_ms
    if session.settings.hints and not (me.demonstrates or me.played_by_bot):
        me.hints = session.hints_seen
    me.speech = session.speech()
    me.just_shown, me.shown_before = session.just_shown(0), session.just_shown(1)
    if session.game.over:
        me.titles = session.honours.titles()
        me.may_leave = not me.played_by_bot and session.may_leave(now)


def _between_moves(me, session, now):
    """What can come up about who plays."""
    if session.proposal:
        table, roster_data = session.proposal
        me.proposal = table, [seat.name + "*" * seat.bot for seat in unpack(roster_data).seats]
    me.went_on = session.went_on is not None
    asker = session.askers[0] if session.askers else None
    if asker and session.can_let_in(asker, now):
        seat = session.seat_for(asker, now)
        me.asker = asker, None if seat is None else me.names[seat]
    me.missing = tuple([(device, session.names_at(device)) for device in session.missing(now)])
    if me.missing:
        me.may_follow = session.may_follow(now)
        me.enough = len([seat for seat in session.roster.seats if seat.device != me.missing[0][0]]) > 1
    me.finding, me.resumed = not session.table.whole, session.resumed
