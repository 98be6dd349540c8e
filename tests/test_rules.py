"""The rules of docs/protocol.md at their boundaries, on a log or a member of a table alone, frames carried by hand."""

import pytest

from ring import successor
from ring.frames import ASK, NOBODY, REASONS, SETUP, STATUS
from ring.lobby import Lobby
from ring.log import ENTRIES_MAX, ENTRY, SILENT_MS, SLOT_MS, Log
from ring.member import KNOCK_MS, LOST_MS, RESUME_MS, Member
from ring.memory import BOOT_LAST, PAST, PAUSE_MS, QUIET_MS, SAVE_ENTRIES, Memory
from ring.messages import (
    INHERITS,
    NO_TABLE,
    SEAT,
    WHOLE,
    Person,
    Roster,
    Seat,
    Status,
    pack_ask,
    pack_roster,
    pack_status,
    unpack_status,
)
from tests.tables import ROSTER, Numbers, Seats, settled

FIRST, NEXT, LATER, OTHER = b"tab1", b"tab2", b"tab3", b"else"  # ids of tables, the higher rank last
NAMES = ("Red", "Blue", "Green", "Pink")


class Game:
    """Any seat may write any number at any time."""

    def __init__(self):
        self.taken, self.ended, self.paused = [], False, False

    def take(self, seat, action, now):
        self.taken.append((seat, action))
        return True

    def begin(self, roster, me, now):
        self.taken = []

    def turn(self):
        return None

    def check(self, roster):
        pass

    def over(self):
        return self.ended

    def between_rounds(self):
        return self.paused

    def choices(self):
        return bytes([action for _, action in self.taken])

    def replay(self, roster, choices):
        return iter([(0, choice) for choice in choices])

    def goes_on_with(self, seats):
        return True

    def next_round(self, kept, seats):
        return b"game"

    def may_play(self, person):
        return True


class Kept:
    """A store that shows what was kept last."""

    def save(self, memory):
        self.boot, self.table, self.choices = memory.boot, memory.table, bytes(memory.choices)
        self.identity = memory.identity


def roster(count=2, table=NO_TABLE, length=0, flags=INHERITS | WHOLE, boots=None, bots=(), devices=None):
    """The roster of a table of `count` people with a device each; table: the one before."""
    devices = devices or [b"dev" + bytes([index]) for index in range(count)]
    seats = [Seat(index % len(devices), index in bots, NAMES[index]) for index in range(max(2, len(devices)))]
    return Roster(table, length, 0, flags, b"nonceful", devices, boots or [1] * len(devices), seats, b"game")


class Party:
    """Members of a table who sit at FIRST. The clock goes on by 10 ms with each word."""

    def __init__(self, count=2, flags=WHOLE, **how):
        self.now, self.said = 1000, []
        self.stores = [Kept() for _ in range(count)]
        self.members = [self.start(index, Memory(b"dev" + bytes([index]), 0)) for index in range(count)]
        self.roster = roster(count, flags=flags, **how)
        for member in self.members:
            member.sit(FIRST, pack_roster(self.roster), self.now)
        self.settle()

    def start(self, index, memory):
        boot, dropped = memory.boot, [0] * REASONS
        me = Person(memory.identity, boot, NAMES[index], 0, False, self.now)
        return Member(me, memory, self.stores[index], Game(), lambda n: 0, lambda n: b"\7" * n, dropped)

    def restart(self, index, choices=b""):
        """The power goes; `choices` is what had been kept of the log."""
        member = self.members[index]
        memory = Memory(member.me.device, member.me.boot, b"", member.table, pack_roster(member.roster), choices)
        self.members[index] = self.start(index, memory)
        self.members[index].restore(self.now)

    def poll(self, index, after_ms=10):
        """What a member sends."""
        self.now += max(after_ms, 1)
        return self.members[index].poll(self.now)

    def tell(self, index, *others):
        """A member says what is due within a second; the others (or all) hear it."""
        for kind, table, sender, body in self.poll(index, self.members[index].wait_ms(self.now)):
            for other in others or range(len(self.members)):
                if other != index:
                    self.members[other].hear(kind, table, sender, body, self.now)

    def settle(self):
        for _ in range(6):
            for index in range(len(self.members)):
                self.tell(index)

    def write(self, *actions):
        for action in actions:
            assert self.members[0].write(0, action, self.now)
            self.settle()

    def invite(self, index, table, **how):
        """Member `index` hears that somebody has founded `table`, which follows the one where it sits."""
        before = how.pop("table_before", self.members[index].table)
        how = {"count": len(self.members), "table": before, **how}
        self.members[index].hear(SETUP, table, NOBODY, pack_roster(roster(**how)), self.now)
        if how["table"] != self.members[index].table:  # it may go where it hears that somebody is
            self.whole_word(index, table, echo=self.members[index].me.boot)
        return self.members[index].table

    def whole_word(self, index, table, held=3, whole=True, boot=1, echo=1):
        """Member `index` hears a status of somebody at `table`."""
        count = len(self.members)
        body = pack_status(Status(boot, 900, held, 0, 0, whole, [echo] * count, 0, 0, b""))
        self.members[index].hear(STATUS, table, (index + 1) % count, body, self.now)
        return self.members[index].table


def played(entries=3, **how):
    party = Party(**how)
    party.write(*range(1, entries + 1))
    return party


# The log


def word(count, held, whole=True, digest=0, boot=1, sequence=1, echoes=None, lacks=0):
    return pack_status(Status(boot, sequence, held, digest, lacks, whole, echoes or [0] * count, 0, 0, b""))


def restarted(count=3):
    """A log that has restarted under boot number 2, has heard all others before it said that, and the echoes of it."""
    seats = settled(count)
    seats.restart(0)
    for other in range(1, count):
        seats.tables[0].hear(other, word(count, 0, sequence=50), seats.now)
    return seats, [2] * count


def test_logs_of_one_length_that_differ_are_not_settled():
    seats = settled(2)
    seats.tables[0].hear(1, word(2, 0, digest=7, sequence=99), seats.now)
    assert seats.tables[0].lacking() == 0b10


def test_who_holds_the_log_but_is_not_whole_is_lacked():
    seats = settled(2)
    seats.tables[0].hear(1, word(2, 0, whole=False, digest=seats.tables[0].digest, sequence=99), seats.now)
    assert seats.tables[0].lacking() == 0b10


@pytest.mark.parametrize(("held", "whole"), [(0, True), (1, False), (2, False)])
def test_rule_6_at_the_very_entry(held, whole):
    seats, echoes = restarted()
    log = seats.tables[0]
    log.hear(1, word(3, 0, digest=log.digest, echoes=echoes, sequence=99, lacks=1), seats.now)
    log.hear(2, word(3, held, digest=0 if held else log.digest, echoes=echoes, sequence=99, lacks=1), seats.now)
    assert log.whole == whole, "one of two that are whole has more"


def test_rule_6_wants_somebody_who_is_whole():
    seats, echoes = restarted()
    for other in (1, 2):
        seats.tables[0].hear(other, word(3, 0, whole=False, echoes=echoes, sequence=99, lacks=1), seats.now)
    assert not seats.tables[0].whole


def test_rule_6_counts_only_those_who_are_whole():
    seats, echoes = restarted()
    log = seats.tables[0]
    log.hear(1, word(3, 0, digest=log.digest, echoes=echoes, sequence=99, lacks=1), seats.now)
    log.hear(2, word(3, 5, whole=False, echoes=echoes, sequence=99, lacks=1), seats.now)
    assert log.whole


def test_rule_6_wants_the_same_log_not_only_one_as_long():
    seats, echoes = restarted(2)
    seats.tables[0].hear(1, word(2, 0, digest=7, echoes=echoes, sequence=99, lacks=1), seats.now)
    assert not seats.tables[0].whole


def test_who_is_not_whole_sends_no_entries():
    seats = settled(3)
    seats.write(1, 5)
    seats.all_tell()
    seats.restart(0)
    seats.tell(1, 0)  # 0 has copied the entry, but not heard 2
    assert (seats.games[0], seats.tables[0].whole) == ([(1, 5)], False)
    seats.tables[0].hear(2, word(3, 0, whole=False, sequence=99, boot=2), seats.now)
    assert unpack_status(seats.status(0), 3).entries == b""


def test_the_first_of_those_who_are_whole_sends_the_log_to_who_restarted():
    seats = settled(3)
    seats.write(1, 5)
    seats.all_tell()
    seats.restart(2)
    seats.tell(2, 0)
    assert unpack_status(seats.status(0), 3).entries == bytes([1, 1, 0, 5]), "though another has written it"


def test_a_new_boot_number_is_answered_at_once():
    seats = settled(3)
    seats.write(1, 5)
    seats.all_tell()
    seats.restart(0)
    seats.tell(2)
    assert seats.tables[2].wait_ms(seats.now) > 100
    seats.tell(0, 2)
    assert seats.tables[2].wait_ms(seats.now) <= 3 * SLOT_MS, "by others than the first, too"


def test_a_word_heard_again_does_not_make_its_sender_present():
    seats = settled(2)
    body = seats.status(1)
    seats.tables[0].hear(1, body, seats.now)
    seats.tables[0].hear(1, body, seats.now + SILENT_MS)
    assert seats.tables[0].silent(seats.now + SILENT_MS + 1) == [1]
    assert seats.tables[0].silent(seats.now + SILENT_MS) == []


def test_the_first_who_is_about_and_whole_speaks_for_all():
    seats = settled(3)
    log, now = seats.tables[2], seats.now
    assert log.rank(now) == 2
    log.hear(0, word(3, 0, whole=False, digest=log.digest, sequence=99), now)
    assert log.rank(now) == 1, "who is not whole does not count"
    log.hear(0, word(3, 0, digest=log.digest, sequence=100), now + SILENT_MS)
    assert log.rank(now + SILENT_MS) == 1, "nor does who is silent"


def test_who_was_whole_and_is_silent_is_not_heard_to_be_whole():
    seats, _ = restarted(2)
    log = seats.tables[0]
    log.hear(1, word(2, 1, sequence=99), seats.now)
    assert log.any_whole(seats.now + SILENT_MS - 1)
    assert not log.any_whole(seats.now + SILENT_MS)


def test_a_digest_tells_tables_apart_whose_entries_are_the_same():
    logs = [Log(data, 2, 0, 1, Numbers(Seats(2), 0), lambda n: 0, 0) for data in (ROSTER, b"another")]
    assert logs[0].digest != logs[1].digest


@pytest.mark.parametrize(("held", "whole"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_log_is_whole_only_with_all_that_it_inherited(held, whole):
    entries = bytes(held * ENTRY)
    log = Log(ROSTER, 2, 0, 1, Numbers(Seats(2), 0), lambda n: 0, 0, entries=entries, inherited=3)
    assert log.whole == whole


def test_a_full_log_takes_no_more():
    log = Log(ROSTER, 1, 0, 1, Numbers(Seats(1), 0), lambda n: 0, 0, entries=bytes(ENTRIES_MAX * ENTRY))
    assert not log.write(0, 5, 0)
    assert log.count == ENTRIES_MAX


# Rule 7


def test_rule_7_every_table_that_was_left_is_remembered():
    party = Party()
    for number in range(PAST):
        assert party.invite(0, b"nxt" + bytes([number])) == b"nxt" + bytes([number])
    left = [FIRST, *[b"nxt" + bytes([number]) for number in range(PAST - 1)]]
    assert all(party.members[0].is_past(table) for table in left)
    here = party.members[0].table
    for table in left:
        assert party.invite(0, table) == here


# Rule 8


@pytest.mark.parametrize(("length", "goes"), [(1, False), (2, True), (3, True), (4, True)])
def test_rule_8_whoever_is_whole_follows_who_has_all_but_the_last(length, goes):
    party = played(3)
    assert (party.invite(0, NEXT, length=length) == NEXT) == goes


@pytest.mark.parametrize("length", [2, 3, 4])
def test_rule_10_whoever_is_whole_does_not_follow_who_is_not(length):
    party = played(3)
    assert party.invite(0, NEXT, length=length, flags=INHERITS) == FIRST


@pytest.mark.parametrize(
    ("length", "flags", "goes"), [(2, 0, False), (3, 0, True), (1, WHOLE, False), (2, WHOLE, True)]
)
def test_rule_8_whoever_restarted_goes_by_what_was_kept(length, flags, goes):
    party = played(3)
    party.restart(0, choices=b"\1\2\3")
    assert (party.invite(0, NEXT, length=length, flags=INHERITS | flags) == NEXT) == goes


# Rule 9


def at_sibling(table=NEXT, **how):
    """Two of whom the first has moved to `table`, which follows FIRST with three entries."""
    party = played(3)
    assert party.invite(0, table, length=3, **how) == table
    return party


@pytest.mark.parametrize(
    ("table", "length", "goes"), [(LATER, 3, True), (b"aaaa", 3, False), (b"aaaa", 4, True), (LATER, 2, False)]
)
def test_rule_9_the_longer_log_comes_first_and_then_the_id(table, length, goes):
    party = at_sibling()
    assert (party.invite(0, table, length=length, table_before=FIRST) == table) == goes


def test_rule_9_holds_among_tables_that_follow_the_same_one():
    party = at_sibling()
    assert party.invite(0, LATER, length=3, table_before=OTHER) == NEXT
    fresh = Party()
    assert fresh.invite(0, NEXT, table_before=NO_TABLE) == FIRST, "nothing came before either"


@pytest.mark.parametrize("flags", [INHERITS | WHOLE, WHOLE])
def test_rule_9_one_entry_of_its_own_binds_a_table(flags):
    party = played(3)
    founded = roster(2, FIRST, 3, flags)
    party.members[0].follow(founded, party.now)
    here = party.members[0].table
    party.members[1].hear(SETUP, here, NOBODY, pack_roster(founded), party.now)
    party.settle()
    assert [member.table for member in party.members] == [here] * 2
    party.write(9)
    assert party.invite(0, b"\xff" * 4, length=3, table_before=FIRST) == here


def test_rule_9_of_two_questions_the_one_at_which_all_end_is_asked():
    party = played(3)
    for table in (NEXT, LATER, NEXT):
        party.invite(0, table, length=3, bots=(1,))
    assert party.members[0].proposal.table == LATER
    party.members[0].decline(party.now)
    party.invite(0, LATER, length=3, bots=(1,))
    assert party.members[0].proposal is None, "it was declined"


# Rules 10 to 13


def forgetful(kept):
    """A member that sits under a boot number which the roster does not name. kept: what it remembers, or None."""
    party = Party(3)
    party.restart(0)
    member = party.members[0]
    member.sit(FIRST, pack_roster(party.roster), party.now, kept=kept)
    return party, member


def test_rule_10_who_remembers_nothing_founds_nothing():
    party, member = forgetful(None)
    assert not member.may_follow(party.now)
    party, member = forgetful(b"")
    assert member.may_follow(party.now)
    party.tell(1, 0)
    assert not member.may_follow(party.now), "it hears one that is whole"
    assert member.may_follow(party.now + SILENT_MS)


def gone_on():
    """Two who restarted; the first has moved to NEXT, which the other founded out of its memory."""
    party = played(3)
    party.restart(0, b"\1\2\3")
    assert party.invite(0, NEXT, length=3, flags=INHERITS) == NEXT
    return party


def test_rule_10_who_went_on_goes_back_to_who_is_whole():
    party = gone_on()
    boot = party.members[0].me.boot
    assert party.whole_word(0, FIRST, whole=False) == NEXT
    assert party.whole_word(0, OTHER) == NEXT
    party.now += KNOCK_MS + 1
    assert party.whole_word(0, FIRST, echo=boot) == NEXT, "a boot number that has been said proves nothing"
    assert party.whole_word(0, FIRST, echo=boot + 1, whole=False) == NEXT
    assert party.whole_word(0, FIRST, echo=boot + 1) == FIRST
    assert party.members[0].me.boot == boot + 1, "what it said there before is forgotten"
    assert party.stores[0].boot == boot + 1
    assert not party.members[0].log.whole


def test_rule_10_who_follows_somebody_whole_does_not_go_back():
    party = played(3)
    party.restart(0, b"\1\2\3")
    assert party.invite(0, NEXT, length=3) == NEXT
    party.now += KNOCK_MS + 1
    for echo in range(5):
        assert party.whole_word(0, FIRST, echo=echo) == NEXT


def test_rule_10_one_entry_of_its_own_keeps_it():
    party = played(3)
    for index in (0, 1):
        party.restart(index, b"\1\2\3")
    party.settle()
    founded = successor.resume(party.members[0].standing())
    party.members[0].follow(founded, party.now)
    here = party.members[0].table
    party.members[1].hear(SETUP, here, NOBODY, pack_roster(founded), party.now)
    party.settle()
    party.write(9)
    party.now += KNOCK_MS + 1
    for echo in range(5):
        assert party.whole_word(1, FIRST, echo=echo) == here


@pytest.mark.parametrize(("boot", "whole"), [(1, False), (2, True), (3, False)])
def test_rule_11_whole_from_the_start_is_whom_the_roster_names_under_the_present_boot_number(boot, whole):
    party = Party()
    party.restart(0)
    party.members[0].sit(NEXT, pack_roster(roster(2, boots=[boot, 1])), party.now)
    assert party.members[0].log.whole == whole


def test_rule_11_who_founds_names_the_boot_numbers_that_it_has_heard():
    party = played(3)
    party.restart(1, b"\1\2\3")
    party.settle()
    assert party.members[0].standing().boots == [1, 2]


def test_rule_11_an_opener_takes_the_boot_number_of_the_last_ask():
    lobby = Lobby(Person(b"dev0", 1, "Red", 0, False, 0), lambda n: 0, 0)
    lobby.open(FIRST, "gifts", 0)
    for boot in (1, 2):
        lobby.hear(ASK, FIRST, pack_ask(SEAT, Person(b"dev1", boot, "Blue", 0, False, 0), 0), 0)
    assert [person.boot for person in lobby.asking] == [2]


def test_rule_12_a_device_resumes_when_all_have_echoed_it():
    party = Party(2)
    party.restart(0, b"")
    member, late = party.members[0], party.members[1]
    for after_ms in (0, RESUME_MS + 1):
        party.now += after_ms
        member.hear(STATUS, FIRST, 1, word(2, 0, whole=False, boot=2, sequence=1 + after_ms), party.now)
        member.poll(party.now)
    assert member.table == FIRST, "the other has not echoed its boot number"
    member.hear(STATUS, FIRST, 1, word(2, 0, whole=False, boot=2, sequence=99999, echoes=[2, 2], lacks=1), party.now)
    party.now += SILENT_MS + 1
    member.poll(party.now)
    assert member.table == FIRST, "the other is silent"
    member.hear(STATUS, FIRST, 1, word(2, 0, whole=False, boot=2, sequence=199999, echoes=[2, 2], lacks=1), party.now)
    member.poll(party.now)
    assert member.table != FIRST
    assert late.table == FIRST


@pytest.mark.parametrize("bots", [(), (0,)])
def test_rule_13_people_are_told_where_those_are_whom_they_miss_and_bots_are_not(bots):
    party = Party(2, bots=bots)
    party.now += SILENT_MS + 1
    others = [b"dev\1", b"dev\7"]
    party.invite(0, NEXT, table_before=OTHER, devices=others)
    assert (party.members[0].went_on is None) == bool(bots)
    party.invite(0, NEXT, devices=others)
    assert party.members[0].went_on.table == NEXT


@pytest.mark.parametrize("bots", [(), (0,)])
def test_rule_13_whoever_is_left_out_of_the_sibling_at_which_all_end_is_told(bots):
    party = played(3, bots=bots)
    assert party.invite(0, NEXT, length=3, bots=bots) == NEXT
    party.now += SILENT_MS + 1
    party.invite(0, LATER, length=3, table_before=FIRST, devices=[b"dev\1", b"dev\7"])
    assert party.members[0].went_on.table == LATER


# Moving on


def test_who_follows_is_whole_when_it_has_copied_what_the_table_inherited():
    party = at_sibling()
    assert (party.members[0].log.count, party.members[0].log.whole) == (0, False)


def test_a_founder_says_the_roster_until_all_have_it_and_again_while_one_is_silent():
    party = Party(2, flags=WHOLE)
    party.members[0].follow(successor.resume(party.members[0].standing()), party.now)
    kinds = [kind for _ in range(100) for kind, *_ in party.poll(0)]
    assert kinds.count(SETUP) > 2
    party = Party(2)
    assert SETUP not in [kind for _ in range(100) for kind, *_ in party.poll(0)]
    party.now += SILENT_MS
    assert SETUP in [kind for _ in range(100) for kind, *_ in party.poll(0)]


def test_the_roster_of_who_is_not_whole_says_so():
    party = played(3)
    assert party.members[0].standing().whole
    party.restart(0, b"\1\2\3")
    assert not successor.resume(party.members[0].standing()).flags & WHOLE


# What is kept


def test_what_is_known_is_the_longer_of_what_was_kept_and_what_was_copied():
    party = played(3, count=3)
    party.restart(1, b"\1")
    assert len(party.members[1].keeper.known()) == 1 * ENTRY
    party.tell(1, 0)
    party.tell(0, 1)
    assert (party.members[1].log.count, party.members[1].log.whole) == (3, False)
    assert len(party.members[1].keeper.known()) == 3 * ENTRY


def test_a_busy_table_is_kept_every_sixteen_entries():
    party = Party(1)
    for action in range(40):
        party.now += QUIET_MS // 4
        assert party.members[0].write(0, action, party.now)
        party.members[0].poll(party.now)
        assert len(party.stores[0].choices) >= action + 1 - 2 * SAVE_ENTRIES


def test_a_table_that_rests_is_kept_to_its_last_entry():
    party = Party(1)
    assert party.members[0].write(0, 7, party.now)
    party.poll(0, QUIET_MS)
    assert party.stores[0].choices == b""
    party.poll(0, PAUSE_MS)
    assert party.stores[0].choices == b"\7"


def test_a_boot_number_is_kept_before_anything_is_said_under_it():
    party = played(3)
    party.members[1]._game.ended = True
    memory = Memory(b"dev\1", 8, b"", FIRST, pack_roster(party.roster), b"\1")
    member = party.start(1, memory)
    member._game.ended = True
    member.restore(party.now)
    assert member.me.boot == 9
    assert party.stores[1].boot == 9, "also where its match was over"


@pytest.mark.parametrize("spent", [BOOT_LAST - 1, BOOT_LAST, 65535])
def test_rule_11_no_device_says_a_boot_number_twice(spent):
    party = Party(2)
    member = party.start(0, Memory(b"dev\0", spent, b"", FIRST, pack_roster(party.roster)))
    member.restore(party.now)
    said = {(b"dev\0", boot) for boot in range(spent + 1)}
    for _ in range(3):
        assert (member.me.device, member.me.boot) not in said
        assert member.me.boot <= BOOT_LAST
        said.add((member.me.device, member.me.boot))
        assert (party.stores[0].identity, party.stores[0].boot) == (member.me.device, member.me.boot)
        member.speak_anew()


def test_the_log_of_one_table_is_not_kept_for_another():
    party = played(3)
    party.restart(0, b"\1\2\3")
    party.members[0].sit(OTHER, pack_roster(roster(2, boots=[9, 1])), party.now)
    assert (party.stores[0].table, party.stores[0].choices) == (OTHER, b"")


def test_nothing_is_hoped_for_at_a_table_that_nobody_remembers():
    party, member = forgetful(None)
    assert not member.hopeless(party.now + LOST_MS)
    assert member.hopeless(party.now + LOST_MS + 1)
