"""Rules 7 to 13 of docs/protocol.md at their boundaries: members of a table, with a toy for a game, and no screen."""

import pytest

from ring import successor
from ring.askers import ASKER_MS, seat_for
from ring.frames import ASK, NOBODY, REASONS, SETUP, STATUS
from ring.log import SILENT_MS
from ring.member import AWAY, LOST_MS, REMIND_MS, RESUME_MS, SEATED, WATCHING, Member
from ring.memory import SAVE_ENTRIES, Memory, unpack_memory
from ring.messages import (
    INHERITS,
    LOOK,
    NO_TABLE,
    SEAT,
    WHOLE,
    Person,
    Roster,
    Seat,
    Status,
    apart,
    is_apart,
    pack_ask,
    pack_roster,
    pack_status,
    unpack_roster,
)

TABLE, OTHER, THIRD = b"tab1", b"tab2", b"tab3"
FOUNDED_BOOT = 7


class Toy:
    """A game: seats take turns, every action below 100 is legal, and after `last` actions it is over."""

    def __init__(self, last=1000):
        self.last, self.roster, self.taken, self.pause, self.bots_spoil = last, None, [], False, False

    def check(self, roster):
        if roster.game not in (b"toy", b"again"):
            raise ValueError("another game")

    def begin(self, roster, me, now):
        self.check(roster)
        self.roster, self.taken = roster, []

    def take(self, seat, action, now):
        legal = seat == len(self.taken) % len(self.roster.seats) and action < 100 and not self.over()
        if legal:
            self.taken.append(action)
        return legal

    def restart(self, now):
        self.taken = []

    def turn(self):
        return None if self.over() else self.roster.seats[len(self.taken) % len(self.roster.seats)].device

    def over(self):
        return len(self.taken) >= self.last

    def between_rounds(self):
        return self.pause

    def choices(self):
        return bytes(self.taken)

    def replay(self, roster, choices):
        for index, action in enumerate(choices):
            yield index % len(roster.seats), action

    def goes_on_with(self, seats):
        return not self.bots_spoil

    def next_round(self, kept, seats):
        return b"again"

    def may_play(self, person):
        return person.deck == bytes(4)


class Shelf:
    """A store that remembers all that was saved."""

    def __init__(self, data=None):
        self.saved = [data] if data else []

    def save(self, memory):
        self.saved.append(memory.pack(2000))


class Party:
    """Devices with a seat each at one table, and the air between them: what `cuts` names, (from, to), does not pass."""

    def __init__(self, count, bots=(), last=1000):
        self.now, self.last, self.cuts, self.sent = 1000, last, [], []
        self.shelves = [Shelf() for _ in range(count)]
        self.members = [self.start(index, Memory(self.id(index), FOUNDED_BOOT - 1)) for index in range(count)]
        seats = [Seat(index, index in bots, f"P{index}") for index in range(count)]
        ids = [self.id(index) for index in range(count)]
        self.roster = Roster(NO_TABLE, 0, 0, WHOLE, b"12345678", ids, [FOUNDED_BOOT] * count, seats, b"toy")
        for index, member in enumerate(self.members):
            member.sit(TABLE, pack_roster(self.roster), self.now, founder=index == 0)
        self.run(500)
        assert self.settled()

    def id(self, index):
        return b"dev" + bytes([index])

    def start(self, index, kept):
        me = Person(kept.identity, kept.boot, f"P{index}", 0, False, self.now)
        drawn = iter(range((index + 1) << 16, 1 << 20))
        entropy = lambda n: next(drawn).to_bytes(n, "big")  # noqa: E731
        return Member(me, kept, self.shelves[index], Toy(self.last), lambda n: 0, entropy, [0] * REASONS)

    def restart(self, index, forgets=False):
        """The power of a device goes and comes back, with what it has kept, or without."""
        kept = Memory(self.id(index), FOUNDED_BOOT) if forgets else unpack_memory(self.shelves[index].saved[-1])
        self.members[index] = self.start(index, kept)
        self.members[index].restore(self.now)

    def off(self, index):
        self.members[index] = None

    def game(self, index):
        return self.members[index]._game

    def step(self):
        for index, member in enumerate(self.members):
            for message in member.poll(self.now) if member and member.state != AWAY else ():
                self.sent.append((index, message))
                for other, hearer in enumerate(self.members):
                    if hearer and other != index and (index, other) not in self.cuts and hearer.state != AWAY:
                        self.hear(other, message)

    def hear(self, index, message):
        kind, table, sender, body = message
        self.members[index].hear(kind, table, sender, body, self.now)

    def run(self, ms):
        for _ in range(ms // 10):
            self.now += 10
            self.step()

    def until(self, condition):
        for _ in range(6000):
            if condition():
                return
            self.run(10)
        raise AssertionError("it did not come to that in a minute")

    def settled(self, *indices):
        members = [self.members[index] for index in indices] or [one for one in self.members if one]
        return len({one.table for one in members}) == 1 and all(one.log.settled() for one in members)

    def write(self, index, action=1):
        """Whoever is next writes, if it is this device. Returns whether it did."""
        member = self.members[index]
        return member.write(len(self.game(index).taken) % len(member.roster.seats), action, self.now)

    def play(self, count):
        """Let so many entries be written and settled."""
        for _ in range(count):
            assert self.write(next(one for one in self.members if one)._game.turn())
            self.run(100)
            assert self.settled()

    def apart(self, *groups):
        self.cuts = [(a, b) for one in groups for other in groups if one != other for a in one for b in other]

    def follower(self, length, flags=WHOLE, parent=TABLE, **changes):
        """The bytes of a roster that follows the first table, from which device 2, if there is one, has gone."""
        roster = self.roster._replace(parent=parent, length=length, flags=flags, nonce=b"87654321")
        seats = [seat._replace(bot=seat.device == 2) for seat in roster.seats]
        return pack_roster(roster._replace(seats=seats, **changes))

    def consider(self, index, data, table=OTHER, alive=True):
        """A device hears of a table, at which somebody answers it. Returns whether its player is asked about it, or it
        has moved.
        """
        member = self.members[index]
        self.hear(index, (SETUP, table, NOBODY, data))
        if alive and member.table != table:
            echoes = [member.me.boot] * len(unpack_roster(data).devices)
            self.hear(index, (STATUS, table, 0, pack_status(Status(9, 9, 0, 0, 0, True, echoes, 0, 0, b""))))
        return bool(member.proposal and member.proposal.table == table) or member.table == table


# Rule 7: at one table at a time


def test_nobody_sits_down_again_at_a_table_that_was_moved_on_from():
    party = Party(3)
    old = pack_roster(party.roster)
    party.members[0].with_bot(2, party.now)
    assert party.members[0].is_past(TABLE)
    assert not party.consider(0, old, TABLE)
    party.run(300)
    party.members[1].agree(party.now)
    assert party.members[1].is_past(TABLE)
    assert not party.consider(1, old, TABLE)


def test_six_tables_that_are_over_are_remembered():
    party = Party(2)
    for number in range(8):
        party.members[0].sit(bytes([9, 9, 9, number]), pack_roster(party.roster), party.now)
        party.game(0).last = 0
        party.members[0].leave()
        party.game(0).last = 1000
    assert [party.members[0].is_past(bytes([9, 9, 9, number])) for number in range(8)] == [False] * 2 + [True] * 6


def test_who_declines_a_table_is_not_asked_about_it_again():
    party = Party(3)
    data = party.follower(0)
    assert party.consider(1, data)
    party.members[1].decline(party.now)
    assert not party.consider(1, data)
    assert party.consider(1, data, THIRD)


# Rule 8: nobody follows a founder who lacks an entry that may be settled


@pytest.mark.parametrize(("length", "follows"), [(5, True), (4, True), (3, False), (0, False)])
def test_a_founder_may_lack_the_last_entry_and_no_other(length, follows):
    party = Party(3)
    party.play(5)
    assert party.consider(1, party.follower(length)) == follows


@pytest.mark.parametrize("parent", [NO_TABLE, OTHER, b"none"])
def test_only_a_table_whose_parent_is_the_own_one_is_followed(parent):
    party = Party(3)
    assert not party.consider(1, party.follower(0, parent=parent), THIRD)


def test_a_table_of_another_game_is_refused():
    party = Party(3)
    with pytest.raises(ValueError, match="another game"):
        party.consider(1, party.follower(0, game=b"chess"))
    assert party.members[1].table == TABLE


# Rule 9: of two that are founded at once, the longer, then the larger id


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [((5, OTHER), (4, THIRD), OTHER), ((4, OTHER), (5, THIRD), THIRD), ((5, OTHER), (5, THIRD), THIRD)],
)
def test_who_is_asked_about_two_tables_is_asked_about_the_one_at_which_all_end(first, second, asked):
    party = Party(3)
    party.play(5)
    for length, table in (first, second):
        party.consider(1, party.follower(length), table)
    assert party.members[1].proposal.table == asked
    for length, table in (first, second):
        party.consider(1, party.follower(length), table)
    assert party.members[1].proposal.table == asked, "whatever comes last"


def at_a_follower(own_entries):
    """Device 1 has moved to the table OTHER with 0, and so many entries were written there."""
    party = Party(3)
    party.play(4)
    party.off(2)
    party.members[0].follow(unpack_roster(party.follower(4, WHOLE | INHERITS, devices=party.roster.devices)), party.now)
    party.run(300)
    party.members[1].agree(party.now)
    assert party.members[1].table == party.members[0].table
    return party


def test_a_sibling_of_higher_rank_is_moved_to_as_long_as_nothing_was_written():
    party = at_a_follower(0)
    assert party.consider(1, party.follower(4, WHOLE | INHERITS), b"\xff\xff\xff\xff")


def test_nobody_is_drawn_to_a_sibling_at_which_nobody_is():
    for bots in ((), (1,)):
        party = Party(3, bots=bots)
        party.play(4)
        party.off(2)
        party.members[0].with_bot(2, party.now)
        party.run(300)
        if not bots:
            party.members[1].agree(party.now)
        here = party.members[0].table
        party.run(300)
        assert party.settled(0, 1)
        sibling = party.follower(4, WHOLE | INHERITS)
        for _ in range(10):
            assert not party.consider(1, sibling, b"\xff\xff\xff\xff", alive=False)
            party.run(1000)
        assert party.settled(0, 1)
        assert party.members[1].table == here


def test_a_sibling_of_lower_rank_is_not_moved_to():
    party = at_a_follower(0)
    assert not party.consider(1, party.follower(4, WHOLE | INHERITS), bytes([0, 0, 0, 1]))
    assert not party.consider(1, party.follower(3, WHOLE | INHERITS), b"\xff\xff\xff\xff")


def test_after_one_entry_of_its_own_a_table_is_not_left_for_a_sibling():
    party = Party(2)
    party.play(4)
    party.members[0].follow(successor.resume(party.members[0].standing()), party.now)
    party.run(500)
    assert party.settled()
    assert party.members[1].table != TABLE
    standing = successor.Standing(TABLE, 9, 0, True, [FOUNDED_BOOT] * 2, party.roster)
    sibling = pack_roster(successor.resume(standing))
    party.play(1)
    for index in (0, 1):
        assert not party.consider(index, sibling, b"\xff\xff\xff\xff")


# Rule 10: who has forgotten founds only while nobody who has not is heard


def test_whole_devices_do_not_follow_who_has_forgotten_at_any_length():
    party = Party(3)
    party.play(5)
    for length in (4, 5, 6, 60):
        assert not party.consider(1, party.follower(length, INHERITS))


@pytest.mark.parametrize(("less", "follows"), [(0, True), (1, False), (2, False)])
def test_who_has_forgotten_follows_who_has_forgotten_no_less(less, follows):
    party = Party(3)
    party.play(SAVE_ENTRIES)
    party.run(30000)
    party.off(0)
    party.off(2)
    party.restart(1)
    kept = len(party.members[1].keeper.known()) // 4
    assert kept == SAVE_ENTRIES
    assert party.consider(1, party.follower(kept - less, INHERITS)) == follows


def test_who_restarted_may_found_only_while_it_hears_nobody_whole():
    party = Party(3)
    party.play(SAVE_ENTRIES)
    party.run(30000)
    party.off(2)
    party.restart(1)
    party.run(200)
    assert not party.members[1].log.whole, "2 has not echoed"
    assert not party.members[1].may_follow(party.now), "0 is whole and about"
    party.off(0)
    party.run(SILENT_MS - 200)
    assert not party.members[1].may_follow(party.now), "it may be about"
    party.run(400)
    assert party.members[1].may_follow(party.now)


def test_who_restarted_and_remembers_nothing_founds_nothing():
    party = Party(3)
    party.members[1].sit(TABLE, pack_roster(party.roster._replace(boots=[7, 1, 7])), party.now)
    assert not party.members[1].log.whole
    party.off(0)
    party.off(2)
    party.run(2 * SILENT_MS)
    assert not party.members[1].may_follow(party.now)
    assert not party.members[1].hopeless(party.now)
    party.run(LOST_MS)
    assert party.members[1].hopeless(party.now)


def test_when_all_have_restarted_they_go_on_by_themselves_with_the_longest_log():
    party = Party(3)
    party.play(SAVE_ENTRIES)
    party.run(30000)
    party.shelves[1].saved.pop()  # it had not kept as much
    for index in (0, 1, 2):
        party.restart(index)
    began_ms = party.now
    while not (party.settled() and party.members[0].table != TABLE):
        party.run(100)
        assert party.now < began_ms + 10 * RESUME_MS
    assert [party.game(index).taken for index in (0, 1, 2)] == [[1] * SAVE_ENTRIES] * 3
    assert [member.resumed for member in party.members] == [True] * 3


def one_went_on_without(party, more=0):
    """0 and 1 restart while 2, who remembers everything, is out of range, and 0 goes on with a bot for it. more:
    entries that 0 has not kept.
    """
    party.play(SAVE_ENTRIES)
    party.run(30000)
    party.play(more)
    party.apart((0, 1), (2,))
    party.restart(0)
    party.restart(1)
    party.run(SILENT_MS + 500)
    party.members[0].with_bot(2, party.now)
    party.run(300)


def two_went_on_without(party):
    """The same, and 1 goes along."""
    one_went_on_without(party)
    party.members[1].agree(party.now)
    party.run(300)
    assert party.settled(0, 1)


def test_who_went_on_from_memory_goes_back_to_who_remembers_everything():
    party = Party(3)
    two_went_on_without(party)
    party.cuts = []
    party.run(5000)
    assert party.settled()
    assert party.members[0].table == TABLE


def test_who_is_not_whole_is_not_so_at_once_at_a_table_that_names_its_present_start():
    """Its store may have been put back to before it sat there."""
    party = Party(3)
    party.play(2)
    party.restart(1)
    member = party.members[1]
    boots = [FOUNDED_BOOT, member.me.boot, FOUNDED_BOOT]
    assert party.consider(1, pack_roster(party.roster._replace(parent=TABLE, length=2, nonce=b"87654321", boots=boots)))
    assert (member.table, member.log.whole) == (OTHER, False)


def test_after_one_entry_of_its_own_nobody_goes_back():
    party = Party(3)
    two_went_on_without(party)
    party.members[2].log.silent(party.now)
    assert party.write(party.game(0).turn())
    party.run(200)
    party.cuts = []
    party.run(5000)
    assert party.members[0].table == party.members[1].table != TABLE
    assert party.members[2].went_on, "and who remembers everything is told"


def test_what_has_become_outdated_is_neither_asked_about_nor_agreed_to():
    party = Party(3)
    one_went_on_without(party, more=3)
    assert party.members[1].proposal
    party.cuts = [(1, 2), (2, 1)]
    while party.members[0].table != TABLE:
        party.run(10)
    assert party.members[2].went_on
    party.cuts = []
    party.run(5000)
    assert party.settled()
    assert [(one.proposal, one.went_on) for one in party.members] == [(None, None)] * 3
    party.members[1].agree(party.now)
    assert party.members[1].table == TABLE


def test_an_old_roster_takes_no_bot_away_from_a_table_at_which_nobody_is_missed():
    party = Party(3, bots=(2,))
    party.consider(2, party.follower(0, devices=[party.id(0), b"else", party.id(1)]))
    party.run(100)
    assert party.members[2].went_on is None


# Rule 11: whole from the start only under the boot number in the roster


@pytest.mark.parametrize("later", [-1, 0, 1])
def test_whole_from_the_start_only_under_the_boot_number_in_the_roster(later):
    party = Party(2)
    party.members[1].sit(OTHER, pack_roster(party.roster._replace(boots=[7, FOUNDED_BOOT + later])), party.now)
    assert party.members[1].log.whole == (later == 0)


def test_who_leaves_and_comes_back_is_not_whole():
    party = Party(2)
    boot = party.members[1].me.boot
    party.members[1].leave()
    assert (party.members[1].state, party.members[1].me.boot) == (AWAY, boot + 1)
    party.members[1].sit(TABLE, pack_roster(party.roster), party.now)
    assert not party.members[1].log.whole


def test_who_moved_is_not_whole_before_it_has_what_the_table_inherited():
    party = Party(3)
    party.play(4)
    party.consider(1, party.follower(4, WHOLE | INHERITS))
    party.members[1].agree(party.now)
    assert (party.members[1].table, party.members[1].log.count, party.members[1].log.whole) == (OTHER, 0, False)


# Rule 12: about is who has echoed the present boot number


def test_late_words_from_before_the_start_do_not_make_anybody_about():
    party = Party(2)
    party.play(SAVE_ENTRIES)
    party.run(30000)
    late = [message for sender, message in party.sent if sender == 0 and message[0] == STATUS][-1]
    party.off(0)
    party.restart(1)
    party.hear(1, late)
    party.run(2 * RESUME_MS)
    assert party.members[1].table == TABLE, "it does not go on by itself"


# Rule 13: where others went on without this device


def test_where_others_went_on_from_the_own_table_is_told_to_people_and_to_bots():
    for bots in ((), (1,)):
        party = Party(3, bots=bots)
        party.off(0)
        party.run(SILENT_MS + 200)
        gone = party.follower(0, devices=[party.id(0), b"else", party.id(2)])
        party.consider(1, gone)
        assert party.members[1].went_on.table == OTHER


def test_somebody_missed_who_sits_elsewhere_is_told_to_people_only():
    for bots, told in (((), True), ((1,), False)):
        party = Party(3, bots=bots)
        party.off(2)
        elsewhere = party.follower(0, parent=b"none", devices=[b"eins", b"zwei", party.id(2)])
        party.consider(1, elsewhere)
        assert party.members[1].went_on is None, "nobody is missed yet"
        party.run(SILENT_MS + 200)
        party.consider(1, elsewhere)
        assert (party.members[1].went_on is not None) == told


# Who comes by: seats, looking on, reminding


def newcomer(name="New", deck=bytes(4)):
    return Person(b"newc", 3, name, 0, False, 0, deck)


def ask(party, index, wish=SEAT, person=None, held=0, table=TABLE):
    party.hear(index, (ASK, table, NOBODY, pack_ask(wish, person or newcomer(), held)))


def test_who_asks_for_a_seat_is_there_until_it_is_not_heard_any_more():
    party = Party(2)
    ask(party, 0)
    party.run(ASKER_MS)
    assert [asker.name for asker in party.members[0].askers.people] == ["New"]
    party.run(20)
    assert party.members[0].askers.people == []


def test_a_newcomer_gets_the_seat_of_who_is_missed_or_one_between_rounds():
    party = Party(3)
    ask(party, 0)
    asker = party.members[0].askers.people[0]
    assert not party.members[0].can_let_in(asker, party.now)
    party.game(0).pause = True
    assert party.members[0].can_let_in(asker, party.now)
    assert not party.members[0].can_let_in(newcomer(deck=b"deck"), party.now), "who cannot play does not get in"
    party.game(0).pause = False
    party.off(2)
    party.run(SILENT_MS + 200)
    assert party.members[0].seat_for(asker, party.now) == 2
    ask(party, 0)
    party.members[0].let_in(party.members[0].askers.people[0], party.now)
    roster = party.members[0].roster
    assert [(seat.name, roster.devices[seat.device]) for seat in roster.seats][2] == ("P2", b"newc")


def test_who_is_missed_two_tables_on_is_told_where_the_others_are():
    party = Party(4)
    kept = party.shelves[0].saved[-1]
    for index in (0, 2, 3):
        party.off(index)
    party.run(SILENT_MS + 200)
    for _ in range(2):  # its player goes on without two of them, one after the other
        member = party.members[1]
        gone = next(index for index in member.missing(party.now) if member.roster.seats[index].name != "P0")
        member.without(gone, party.now)
        party.run(SILENT_MS + 200)
    party.members[0] = party.start(0, unpack_memory(kept))
    party.members[0].restore(party.now)
    party.run(SILENT_MS + 3000)
    assert party.members[0].table != party.members[1].table
    assert party.members[0].went_on.table == party.members[1].table


@pytest.mark.parametrize(
    ("bots", "silent", "found"),
    [
        ((1,), (), 1),  # the bot plays for another of that name
        ((1,), (0, 2), 1),  # rather than the seat of somebody whose device is off
        ((), (1, 2), 2),  # the very name
        ((), (1,), 1),
        ((), (0, 1), 1),  # rather than that of somebody else
        ((), (0,), 0),
        ((0,), (), None),
    ],
)
def test_who_comes_back_gets_the_seat_of_that_name_first_from_a_bot(bots, silent, found):
    names = ["Bo", "Ana 3", "Ana"]
    seats = [Seat(index, index in bots, name) for index, name in enumerate(names)]
    roster = Roster(NO_TABLE, 0, 0, WHOLE, b"12345678", [b"dev1", b"dev2", b"dev3"], [1] * 3, seats, b"toy")
    assert seat_for(Person(b"newc", 1, "Ana", 0, False, 0), roster, list(silent)) == found


@pytest.mark.parametrize(("told", "name", "same"), [
    ("Ana", "Ana", True), ("Ana 2", "Ana", True), ("Ana 12", "Ana", True), ("Ana", "Ana 2", False),
    ("Anabel 2", "Ana", False), ("An 2", "Ana", False), ("Ana B", "Ana", False), ("Maximili 2", "Maximilian", True),
    (apart(["Зоя Петровна"], "Зоя Петровна"), "Зоя Петровна", True),
])  # fmt: skip
def test_a_name_that_was_told_apart_by_a_number_is_known_again(told, name, same):
    assert is_apart(told, name) == same


def test_who_is_turned_away_is_told_as_often_as_it_asks():
    party = Party(2)
    ask(party, 0)
    party.members[0].turn_away(party.members[0].askers.people[0], party.now)
    sent = [message for message in party.members[0].poll(party.now) if message[0] not in (STATUS, SETUP)]
    assert len(sent) == 1
    ask(party, 0)
    assert party.members[0].askers.people == []


def test_a_press_for_what_has_gone_in_the_meantime_does_nothing():
    party = Party(2)
    ask(party, 0)
    member, asker, table = party.members[0], party.members[0].askers.people[0], party.members[0].table
    member.askers.people.clear()
    member.let_in(asker, party.now)
    member.turn_away(asker, party.now)
    member.agree(party.now)
    member.decline(party.now)
    assert (member.table, member.askers.refused, member._declined) == (table, [], [])


def test_who_looks_on_is_sent_the_roster_and_the_log_and_holds_nobody_up():
    party = Party(3)
    party.play(4)
    ask(party, 0, LOOK)
    messages = party.members[0].poll(party.now)
    assert (SETUP, TABLE, NOBODY, pack_roster(party.roster)) in messages
    watcher = Member(newcomer(), Memory(b"newc", 2), Shelf(), Toy(), lambda n: 0, bytes, [0] * REASONS)
    watcher.sit(TABLE, pack_roster(party.roster), party.now)
    party.members.append(watcher)
    party.shelves.append(Shelf())
    party.run(3000)
    assert (watcher.state, watcher.log.count) == (WATCHING, 4)
    assert watcher not in [party.members[index] for index, message in party.sent if message[0] == STATUS]
    for index in (0, 1, 2):
        party.off(index)
    party.run(SILENT_MS + 200)
    assert watcher.state == AWAY, "a table that has gone is not looked at"


def test_the_first_of_those_who_are_about_reminds_who_is_silent():
    party = Party(3)
    party.off(2)
    party.run(SILENT_MS + 200)
    party.sent.clear()
    party.run(3 * REMIND_MS)
    reminders = [sender for sender, message in party.sent if message[0] == SETUP]
    assert set(reminders) == {0}
    assert 2 <= len(reminders) <= 3


# What is kept


def kept(party, index):
    return unpack_memory(party.shelves[index].saved[-1])


def test_the_log_is_kept_every_eight_entries_and_when_nobody_has_done_anything_for_a_while():
    party = Party(2)
    party.play(SAVE_ENTRIES - 2)
    assert len(kept(party, 0).choices) == 0
    party.run(25000)
    assert len(kept(party, 0).choices) == SAVE_ENTRIES - 2
    writes = len(party.shelves[0].saved)
    party.run(60000)
    assert len(party.shelves[0].saved) == writes, "nothing new, no write"


def test_a_boot_number_is_kept_before_anything_is_said_under_it():
    party = Party(2)
    party.play(3)
    party.restart(1)
    assert kept(party, 1).boot == party.members[1].me.boot == FOUNDED_BOOT + 1
    party.members[1].leave()
    assert kept(party, 1).boot == party.members[1].me.boot == FOUNDED_BOOT + 2


def test_a_match_that_is_over_is_not_sat_down_at_again():
    party = Party(2, last=4)
    party.play(4)
    party.run(1000)
    party.restart(1)
    assert party.members[1].state == AWAY
    assert party.members[1].is_past(TABLE)


def test_whose_last_entry_nobody_has_heard_sits_down_again_and_writes_it_anew():
    party = Party(2, last=4)
    party.play(3)
    author = party.game(0).turn()
    party.apart((0,), (1,))
    assert party.write(author)
    party.run(1000)
    assert party.game(author).over()
    party.restart(author)
    party.cuts = []
    party.run(5000)
    assert party.settled()
    assert all(party.game(index).over() for index in (0, 1))
    for index in (0, 1):
        party.restart(index)
        assert (party.members[index].state, party.members[index].is_past(TABLE)) == (AWAY, True)


@pytest.mark.parametrize(("wrote", "told"), [("kept", False), ("kept", True), ("nothing", False)])
def test_what_was_kept_and_nobody_has_heard_is_written_again_before_anything_else(wrote, told):
    party = Party(2)
    party.play(3)
    author = party.game(0).turn()
    party.apart((0,), (1,))
    assert party.write(author, 7)
    if wrote == "kept":
        party.members[author].keeper.save_now()
    if told:
        party.cuts = []
        party.run(500)
        assert party.write(1 - author, 5)
        party.run(500)
    party.restart(author)
    party.cuts = []
    for _ in range(500):
        party.write(author, 9)
        party.run(10)
    taken = party.game(1 - author).taken
    assert taken[3] == (7 if wrote == "kept" else 9)
    assert not told or taken[4] == 5
    assert party.game(author).taken == taken


def test_who_left_with_an_entry_that_nobody_heard_and_plays_elsewhere_does_not_come_back():
    party = Party(2)
    assert party.write(0, 7)
    member = party.members[0]
    member.leave(unheard=True)
    member.sit(OTHER, pack_roster(party.roster), party.now)
    assert member.is_past(TABLE)


def who_kept_and_is_whole_before_the_others(others):
    """A party of three whose device 0 has kept an entry that nobody heard, and is whole again while device 2 is not."""
    party = Party(3)
    party.play(others)
    party.apart((0,), (1, 2))
    assert party.write(0, 7)
    party.members[0].keeper.save_now()
    party.restart(0)
    party.restart(2)
    party.cuts = [(1, 2)]
    party.until(lambda: party.members[0].log.whole)
    party.off(2)
    party.cuts = []
    assert party.members[0].log.count == others
    return party


def test_what_was_kept_is_still_kept_while_somebody_else_is_missing():
    party = who_kept_and_is_whole_before_the_others(2 * SAVE_ENTRIES + 2)
    party.run(SILENT_MS + 1000)
    assert len(kept(party, 0).choices) == 2 * SAVE_ENTRIES + 3
    party.restart(0)
    party.restart(2)
    for _ in range(300):
        party.members[0].write(0, 9, party.now)
        party.run(10)
    assert party.game(0).taken[-1] == party.game(1).taken[-1] == 7


@pytest.mark.parametrize("founder", [0, 1])
def test_what_was_kept_is_written_again_at_the_table_that_follows(founder):
    party = who_kept_and_is_whole_before_the_others(3)
    party.run(SILENT_MS + 1000)
    party.members[founder].with_bot(2, party.now)
    party.until(lambda: party.members[1 - founder].proposal)
    party.members[1 - founder].agree(party.now)
    for _ in range(300):
        party.members[0].write(0, 9, party.now)
        party.run(10)
    assert party.game(0).taken[:4] == party.game(1).taken[:4]
    assert party.game(0).taken[3] == 7


def test_a_match_that_is_over_is_kept_with_one_write():
    party = Party(2, last=4)
    party.play(3)
    writes = len(party.shelves[0].saved)
    party.play(1)
    party.run(60000)
    assert len(party.shelves[0].saved) == writes + 1


def test_a_status_that_makes_no_sense_raises():
    party = Party(2)
    for body in (b"", bytes(14), pack_status(Status(7, 1, 0, 0, 0, True, [7, 7], 0, 0, b""))[:-1]):
        with pytest.raises(ValueError, match="status"):
            party.hear(0, (STATUS, TABLE, 1, body))
    assert party.members[0].state == SEATED
