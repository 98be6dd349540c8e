"""The tests of the protocol bite: each rule is broken on purpose, and a scenario, or chaos in a few seeds, must notice."""

from pocket.match import Match
from pocket.session import Session
from ring.table import STATUS_LENGTH, Table
from tests import test_protocol as scenarios


def settled_by_some(monkeypatch):
    """An entry counts as settled when all but one device hold it."""

    def settled(table):
        lacking = table.lacking()
        return table.whole and lacking & lacking - 1 == 0

    monkeypatch.setattr(Table, "settled", settled)


def written_by_one_who_has_forgotten(monkeypatch):
    """A device that restarted writes before it is whole."""
    monkeypatch.setattr(Table, "settled", lambda table: not table.lacking())


def boot_number_used_twice(monkeypatch):
    """The boot number is not kept before something is said under it."""
    monkeypatch.setattr(Session, "_save_boot", lambda session: None)


def older_status_accepted(monkeypatch):
    """A status is believed whatever its boot and sequence number."""
    hear = Table.hear

    def believing(table, sender, body, now):
        peer = table._peers[sender]
        if peer is not None:
            peer.boot = peer.sequence = 0
        hear(table, sender, body, now)

    monkeypatch.setattr(Table, "hear", believing)


def entries_taken_without_digest(monkeypatch):
    """Entries are taken by their index alone."""
    hear = Table.hear

    def careless(table, sender, body, now):
        at = STATUS_LENGTH + len(table._peers)
        index = int.from_bytes(body[at : at + 2], "big")
        if len(body) > at and index <= table.count:
            body = body[: at + 2] + table._digest(index).to_bytes(4, "big") + body[at + 6 :]
        hear(table, sender, body, now)

    monkeypatch.setattr(Table, "hear", careless)


def copied_from_one_who_has_forgotten(monkeypatch):
    """Everybody is believed to be whole."""
    hear = Table.hear
    at = STATUS_LENGTH - 1
    monkeypatch.setattr(
        Table, "hear", lambda table, sender, body, now: hear(table, sender, body[:at] + b"\1" + body[at + 1 :], now)
    )


def whole_again_without_echo(monkeypatch):
    """A restarted device does not wait until everybody has echoed its boot number."""
    mend = Table._mend

    def hasty(table):
        for peer in table._peers:
            if peer is not None:
                peer.echo = table.boot & 255
        return mend(table)

    monkeypatch.setattr(Table, "_mend", hasty)


def whole_again_with_a_shorter_log(monkeypatch):
    """A restarted device does not wait until it has what the whole ones have."""
    mend = Table._mend

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

    monkeypatch.setattr(Table, "_mend", hasty)


def never_forgets(monkeypatch):
    """A device that restarted takes itself for whole at once."""
    start = Table.__init__

    def blithe(table, roster_data, devices, me, boot, take, turn, jitter, now, sound=True, *rest):
        start(table, roster_data, devices, me, boot, take, turn, jitter, now, True, *rest)

    monkeypatch.setattr(Table, "__init__", blithe)


def shorter_follow_up_accepted(monkeypatch):
    """A device moves to a table whose founder had fewer entries than it has."""
    follows = Session._follows
    monkeypatch.setattr(
        Session,
        "_follows",
        lambda session, table, roster: roster.parent == session.table_id or follows(session, table, roster),
    )


def back_at_an_old_table(monkeypatch):
    """A device sits down again at a table that it had left behind."""
    monkeypatch.setattr(Session, "_is_past", lambda session, table: False)


def no_choice_between_two_tables(monkeypatch):
    """Nobody moves from one of two tables that were founded at once to the other."""
    monkeypatch.setattr(Session, "_follows", lambda session, table, roster: roster.parent == session.table_id)


def founded_by_one_who_has_forgotten(monkeypatch):
    """A device that restarted founds a table though it hears one that remembers everything."""
    monkeypatch.setattr(Match, "may_follow", lambda match, now: match.seat is not None)


def entries_of_others_dropped(monkeypatch):
    """What is kept of the log lacks its last entry, each time."""
    remember = Match._remember

    def forgetful(match, memory):
        remember(match, memory)
        memory.choices = memory.choices[:-24]

    monkeypatch.setattr(Match, "_remember", forgetful)


def any_seat_may_act(monkeypatch):
    """Entry after entry is written without waiting for the one before."""

    def write(table, seat, action, now):
        if not table.whole or not table._append(bytes([seat, table.boot & 255, action >> 8, action & 255]), now):
            return False
        table._author = table._urgent = True
        table._due_ms = now
        return True

    monkeypatch.setattr(Table, "write", write)
    monkeypatch.setattr(Table, "settled", lambda table: table.whole)


CAUGHT = [(any_seat_may_act, scenarios.test_an_entry_is_settled_only_when_every_device_holds_it)]
ALL = [
    value
    for value in list(globals().values())
    if callable(value) and getattr(value, "__module__", "") == __name__ and value.__doc__
]
