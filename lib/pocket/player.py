"""What a screen may know beside its view of the game: names, what has been chosen so far, whom the table waits for.

`player_of` takes it from a session, and nothing else does: the screens never reach the game, which holds every secret.
"""

from pocket.settings import Settings

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from pocket.session import Session


MYPY = False
if MYPY:  # a test's Player has no session
    from pocket.session import Session


class Player:
    """The person before a device, as its screens know them.

    do: what the buttons can do, the methods of a `Session`, its match and its member that take the time last. The rest
    is data; a test can make it up. What is said of a table holds only where `table` is not None.
    """

    name = ""  # of this device
    game = ""  # the name of the game that is played here, or chosen
    draft: tuple = ()  # what has been chosen so far, where a choice takes several steps
    notice: tuple | None = None  # why somebody cannot play along, as `Words.say` wants it
    public = False  # the set's key is the one that everybody knows
    radio = (0, 0, 0)  # frames that were sent, heard, and dropped

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
    just_shown: int | None = None  # the number of what was up for all right before now
    shown_before: int | None = None  # and right before the newest entry
    titles: list = []  # (title, seats that earned it), at the end of a match
    may_leave = False  # a match that is over

    proposal: tuple | None = None  # (id of a table that would follow this one, names of its players)
    went_on = False  # others have gone on without this device
    asker: tuple | None = None  # (a Person who can be let in, the name of the seat that they would take now or None)
    missing: tuple = ()  # ((device, names of those who play there), ...)
    may_follow = False  # this device may found a table that goes on without them
    enough = False  # so many would be left without the first of them
    finding = False  # the log is being copied from others
    forgotten = False  # and nobody who is about has it
    resumed = False  # it came out of this device's memory

    def __init__(self, do: "Session", settings: Settings) -> None:
        self.do, self.settings = do, settings


def player_of(session: "Session", now: int) -> Player:
    """The Player at a device, as things are. now: ticks in milliseconds."""
    me = Player(session, session.settings)
    me.name, me.game, me.draft = session.name, session.game_at_hand(), session.match.draft
    me.notice, me.public = session.notice(now), not session.settings.key.strip("0")
    me.radio = session.sent, session.heard, sum(session.codec.dropped)
    if session.table is not None:
        _at_table(me, session, now)
        _between_moves(me, session, now)
    return me


def _at_table(me: Player, session: "Session", now: int) -> None:
    """What the pages of a game need."""
    match = session.match
    me.table, me.count = session.table_id, match.count
    me.names = tuple([seat.name for seat in session.roster.seats])
    me.acts, me.played_by_bot, me.demonstrates = match.my_turn(), match.played_by_bot(), session.demonstrates
    me.since_ms, me.reveal_ms = match.since_ms(now), session.settings.reveal_ms
    if session.settings.hints and not (me.demonstrates or me.played_by_bot):
        me.hints = match.hints_seen
    me.speech = match.speech()
    me.just_shown, me.shown_before = match.just_shown(0), match.just_shown(1)
    if match.over():
        me.titles = match.honours.titles()
        me.may_leave = not me.played_by_bot and session.may_leave(now)


def _between_moves(me: Player, session: "Session", now: int) -> None:
    """What can come up about who plays."""
    member = session.member
    if member.proposal:
        me.proposal = member.proposal.table, [seat.name + "*" * seat.bot for seat in member.proposal.roster.seats]
    me.went_on = member.went_on is not None
    asker = member.askers.people[0] if member.askers.people else None
    if asker and member.can_let_in(asker, now):
        seat = member.seat_for(asker, now)
        me.asker = asker, None if seat is None else me.names[seat]
    me.missing = tuple([(device, session.match.names_at(device)) for device in member.missing(now)])
    if me.missing:
        me.may_follow = member.may_follow(now)
        me.enough = len([seat for seat in session.roster.seats if seat.device != me.missing[0][0]]) > 1
    me.forgotten = member.forgotten(now)
    me.finding, me.resumed = not session.table.whole, member.resumed
