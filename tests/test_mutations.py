"""The tests of the protocol bite: each rule is broken on purpose, and a scenario, or chaos in a few seeds, notices."""

import pytest

from pocket.match import Match
from pocket.store import Store
from ring.log import Log
from ring.member import SEATED, Member
from ring.messages import STATUS_LENGTH, WHOLE
from sim.runs import chaos
from tests import test_protocol as scenarios

pytestmark = pytest.mark.slow  # whole matches for each mutation

WAYS = ("with_bot", "without")


def settled_by_some(monkeypatch):
    """An entry counts as settled when all but one device hold it."""

    def settled(table):
        lacking = table.lacking()
        return table.whole and lacking & lacking - 1 == 0

    monkeypatch.setattr(Log, "settled", settled)


def written_by_one_who_has_forgotten(monkeypatch):
    """A device that restarted writes before it is whole."""
    monkeypatch.setattr(Log, "settled", lambda table: not table.lacking())


def boot_number_used_twice(monkeypatch):
    """The store loses the new boot number of each start."""
    save = Store.save

    def losing(keep, memory):
        kept, boot = keep.load(), memory.boot
        memory.boot = kept.boot if kept else boot
        save(keep, memory)
        memory.boot = boot

    monkeypatch.setattr(Store, "save", losing)


def older_status_accepted(monkeypatch):
    """A status is believed whatever its boot and sequence number."""
    hear = Log.hear

    def believing(table, sender, body, now):
        peer = table._peers[sender]
        if peer is not None:
            peer.boot = peer.sequence = 0
        hear(table, sender, body, now)

    monkeypatch.setattr(Log, "hear", believing)


def entries_taken_without_digest(monkeypatch):
    """Entries are taken by their index alone."""
    hear = Log.hear

    def careless(table, sender, body, now):
        at = STATUS_LENGTH + len(table._peers)
        index = int.from_bytes(body[at : at + 2], "big")
        if len(body) > at and index <= table.count:
            body = body[: at + 2] + table._digest(index).to_bytes(4, "big") + body[at + 6 :]
        hear(table, sender, body, now)

    monkeypatch.setattr(Log, "hear", careless)


def copied_from_one_who_has_forgotten(monkeypatch):
    """Everybody is believed to be whole."""
    hear = Log.hear
    at = STATUS_LENGTH - 1
    monkeypatch.setattr(
        Log, "hear", lambda table, sender, body, now: hear(table, sender, body[:at] + b"\1" + body[at + 1 :], now)
    )


def whole_again_without_echo(monkeypatch):
    """A restarted device does not wait until everybody has echoed its boot number."""
    mend = Log._mend

    def hasty(table):
        for peer in table._peers:
            if peer is not None:
                peer.echo = table.boot & 255
        return mend(table)

    monkeypatch.setattr(Log, "_mend", hasty)


def whole_again_with_a_shorter_log(monkeypatch):
    """A restarted device does not wait until it has what the whole ones have."""
    mend = Log._mend

    def hasty(table):
        peers = [peer for peer in table._peers if peer is not None]
        held = [peer.held for peer in peers]
        for peer in peers:
            peer.held = min(peer.held, table.count)
            peer.digest = table.digest if peer.held == table.count else peer.digest
        mended = mend(table)
        for peer, count in zip(peers, held, strict=True):
            peer.held = count
        return mended

    monkeypatch.setattr(Log, "_mend", hasty)


def never_forgets(monkeypatch):
    """A device that restarted takes itself for whole at once."""
    start = Log.__init__

    def blithe(table, roster_data, devices, me, boot, game, jitter, now, sound=True, *rest, **more):
        start(table, roster_data, devices, me, boot, game, jitter, now, True, *rest, **more)

    monkeypatch.setattr(Log, "__init__", blithe)


def shorter_follow_up_accepted(monkeypatch):
    """A device moves to a table whose founder had fewer entries than it has."""
    follows = Member._follows
    monkeypatch.setattr(
        Member,
        "_follows",
        lambda member, table, roster: roster.parent == member.table or follows(member, table, roster),
    )


def back_at_an_old_table(monkeypatch):
    """A device sits down again at a table that it had left behind."""
    monkeypatch.setattr(Member, "is_past", lambda member, table: False)


def no_choice_between_two_tables(monkeypatch):
    """Nobody moves from one of two tables that were founded at once to the other."""
    monkeypatch.setattr(Member, "_follows", lambda member, table, roster: roster.parent == member.table)


def founded_by_one_who_has_forgotten(monkeypatch):
    """A device that restarted founds a table though it hears one that remembers everything."""
    monkeypatch.setattr(Member, "may_follow", lambda member, now: member.state == SEATED)


def resumes_on_hearsay(monkeypatch):
    """A device that restarted takes the others for present whom it has heard, though perhaps from before its start."""
    is_to_resume = Member._is_to_resume

    def credulous(member, silent, now):
        member.log.answered = member.log.complete
        resumes = is_to_resume(member, silent, now)
        del member.log.answered
        return resumes

    monkeypatch.setattr(Member, "_is_to_resume", credulous)


def kept_too_late(monkeypatch):
    """What is kept of the log lacks its last 24 entries."""
    choices = Match.choices
    monkeypatch.setattr(Match, "choices", lambda match: choices(match)[:-24])


def written_without_waiting(monkeypatch):
    """Entry after entry is written without waiting for the one before."""

    def write(table, seat, action, now):
        if not table.whole or not table._append(bytes([seat, table.boot & 255, action >> 8, action & 255]), now):
            return False
        table._author = table._urgent = True
        table._due_ms = now
        return True

    monkeypatch.setattr(Log, "write", write)
    monkeypatch.setattr(Log, "settled", lambda table: table.whole)


def follows_one_who_has_forgotten(monkeypatch):
    """A device that remembers everything moves to a table that was founded from memory."""
    follows = Member._follows
    monkeypatch.setattr(
        Member,
        "_follows",
        lambda member, table, roster: follows(member, table, roster._replace(flags=roster.flags | WHOLE)),
    )


S = scenarios
MUTATIONS = [  # what is broken, the scenario that notices, and its parameters
    (settled_by_some, S.test_an_entry_is_settled_only_when_every_device_holds_it, {}),
    (settled_by_some, S.test_a_table_waits_for_a_missing_device_and_names_it, {}),
    (written_without_waiting, S.test_an_entry_is_settled_only_when_every_device_holds_it, {}),
    (written_by_one_who_has_forgotten, S.test_a_restarted_device_writes_nothing_until_everybody_has_echoed_it, {}),
    (whole_again_without_echo, S.test_a_restarted_device_writes_nothing_until_everybody_has_echoed_it, {}),
    (whole_again_without_echo, S.test_a_word_from_before_a_restart_does_not_hide_what_was_said_before_it, {}),
    (
        whole_again_with_a_shorter_log,
        S.test_a_restarted_device_is_not_whole_before_it_holds_what_others_hold,
        {},
    ),
    (never_forgets, S.test_a_word_from_before_a_restart_does_not_hide_what_was_said_before_it, {}),
    (never_forgets, S.test_who_restarts_after_having_spoken_at_a_table_that_followed_is_not_whole_there, {}),
    (boot_number_used_twice, S.test_a_boot_number_is_never_used_twice_even_when_a_write_is_cut_off, {"at": 5}),
    (older_status_accepted, S.test_an_older_status_changes_nothing, {}),
    (entries_taken_without_digest, S.test_entries_that_do_not_continue_the_own_log_are_not_taken, {}),
    (copied_from_one_who_has_forgotten, S.test_entries_are_copied_only_from_who_is_whole, {}),
    (shorter_follow_up_accepted, S.test_a_follow_up_whose_founder_had_fewer_entries_is_not_moved_to, {}),
    (back_at_an_old_table, S.test_who_has_left_a_table_that_is_over_is_not_brought_back_by_replayed_frames, {}),
    (no_choice_between_two_tables, S.test_when_two_are_founded_at_once_all_end_at_the_same, {"seed": 0, "ways": WAYS}),
    (founded_by_one_who_has_forgotten, S.test_who_has_forgotten_founds_no_table_while_it_hears_who_has_not, {}),
    (follows_one_who_has_forgotten, S.test_who_remembers_everything_does_not_follow_who_has_forgotten, {}),
    (resumes_on_hearsay, S.test_who_restarted_takes_nobody_for_present_on_a_word_from_before_its_start, {}),
    (kept_too_late, S.test_a_set_that_was_left_alone_and_then_switched_off_at_once_goes_on_where_it_stopped, {}),
]
CHAOS = [  # what is broken, and seeds among which chaos notices
    (settled_by_some, range(2)),
    (written_without_waiting, range(3)),
    (never_forgets, range(8, 10)),
    (copied_from_one_who_has_forgotten, range(9, 10)),
    (kept_too_late, range(9, 10)),
]


def name(value):
    """Names of mutations and scenarios, for pytest."""
    return getattr(value, "__name__", "-").removeprefix("test_")


@pytest.mark.parametrize(("mutation", "scenario", "parameters"), MUTATIONS, ids=name)
def test_a_scenario_notices(monkeypatch, mutation, scenario, parameters):
    scenario(**parameters)
    mutation(monkeypatch)
    with pytest.raises(AssertionError):
        scenario(**parameters)


@pytest.mark.parametrize(("mutation", "seeds"), CHAOS, ids=name)
def test_chaos_notices(monkeypatch, mutation, seeds):
    mutation(monkeypatch)
    found = [(seed, broken.kind) for seed in seeds if (broken := chaos.play(seed)[1])]
    print(f"{mutation.__name__}: {found}")
    assert found
