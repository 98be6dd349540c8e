"""A device as a member of a table: which table it sits at, who else does, and how the table goes on as another.

Rules 7 to 13 of docs/protocol.md are here, over the log of rules 1 to 6: whom this device follows to another table and
whom not, what it founds, when it goes back, whom it reminds. What is kept while it is off, its `keeper` knows. It knows
no game but by the port in `ring.ports`, and nothing of screens: `poll` gives the frames to be sent, and what there is
to decide stands in `proposal`, `went_on` and `askers`.
"""

from collections import namedtuple

from ring.askers import Askers, seat_for
from ring.frames import ASK, NOBODY, OFFER, SETUP, STATUS
from ring.log import Log
from ring.memory import PAST, Keeper, Memory
from ring.messages import (
    ENTRY,
    ID,
    INHERITS,
    LOOK,
    NO_TABLE,
    NONCE,
    SEATS_MAX,
    WHOLE,
    Person,
    Roster,
    Status,
    pack_ask,
    pack_no,
    pack_roster,
    pack_status,
    unpack_ask,
    unpack_roster,
    unpack_status,
)

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from ring import successor
    from ring.memory import Left
    from ring.ports import Entropy, Game, Jitter, Message, Store

AWAY, SEATED, WATCHING = range(3)  # where a device is: at no table, in a seat of one, or looking on

SETUP_MS = 200  # between repeats of the roster while a device has not answered
REMIND_MS = 1000  # and while one that had answered is silent: it may have restarted
RESUME_MS = 1500  # devices that have all restarted go on together after this, if none is whole
KNOCK_MS = 300  # between words at a table that is not sat at yet
LOST_MS = 20000  # so long somebody may be waited for who remembers the table, or comes at all
ANSWER_MS = 700  # between answers to those who look on or come back, however often they ask
LOOK_MS = 800  # between asks for the roster, or the log, of a table that is not one's own

Founded = namedtuple("Founded", ("table", "roster", "data"))  # a table that somebody has founded: id and entry 0


class Member:
    """One device. `state` says where it is; `table`, `roster` and `log` are of the table that it is at."""

    def __init__(
        self,
        me: Person,  # the boot number in it is raised here
        kept: Memory,  # what the device has kept; its boot number is of the last start
        store: "Store",
        game: "Game",
        jitter: "Jitter",
        entropy: "Entropy",
        dropped: "list[int]",  # counters by reason, see `ring.frames`
    ) -> None:
        self.me = me
        self._game, self._jitter, self._entropy = game, jitter, entropy
        self._dropped = dropped
        self.keeper = Keeper(me, kept, store, game, entropy)
        self._out: "list[Message]" = []
        self._door: "Founded | None" = None  # a table to go to when somebody there has echoed the present boot number
        self._knocked_ms = -KNOCK_MS
        self._stand_up()

    def _stand_up(self) -> None:
        self.state = AWAY
        self.table: "bytes | None" = None
        self.roster: "Roster | None" = None
        self.log: "Log | None" = None
        self.resumed = False  # the log came out of this device's memory
        self.proposal: "Founded | None" = None  # a table that would follow this one: its player is to decide
        self.went_on: "Founded | None" = None  # a table at which others went on without this device
        self.askers = Askers()
        self._declined: "list[bytes]" = []  # tables that its player does not want to go to

    # what a player decides

    def leave(self, unheard: bool = False) -> None:
        """Leave the table. unheard: the newest entry is an own one that nobody else may hold, and is kept. Then it
        stays so, and counts when this device comes back.
        """
        self.keeper.leave(unheard)
        self._stand_up()

    def speak_anew(self) -> None:
        """Go on under a new boot number, at no table: what was said to this device before means nothing from now on."""
        self.keeper.forget()
        self.keeper.save_boot()

    def follow(self, roster: "Roster | None", now: int) -> None:
        """Found the table that `roster` describes, which follows the one that this device sits at."""
        if roster is not None:
            self._move(self._entropy(ID), pack_roster(roster), now, founder=True)

    def without(self, device: int, now: int) -> None:
        """Go on without the players of device `device` (an index)."""
        from ring import successor  # late: most matches need no new table

        self.follow(successor.without(self.standing(), self._game, device, self._entropy(NONCE)), now)

    def with_bot(self, device: int, now: int) -> None:
        """Go on with a bot for the players of device `device` (an index)."""
        from ring import successor  # late: most matches need no new table

        made = successor.with_bot(self.standing(), self._game, device, self.log.me, self._entropy(NONCE))
        self.follow(made, now)

    def let_in(self, asker: Person, now: int) -> None:
        """Give `asker` the seat that `seat_for` found, or one in the next round."""
        from ring import successor  # late: most matches need no new table

        if not self.askers.take(asker):
            return
        seat, standing = self.seat_for(asker, now), self.standing()
        if seat is not None:
            self.follow(successor.with_new_device(standing, self._game, seat, asker, self._entropy(NONCE)), now)
        elif self._game.between_rounds():
            self.follow(successor.with_one_more(standing, self._game, asker, self._entropy(NONCE)), now)

    def turn_away(self, asker: Person, now: int) -> None:
        """Do not let `asker` in, and tell them. Who wants to be asked about again does so under a new boot number."""
        if self.askers.take(asker):
            self.askers.refuse(asker)
            self._say(OFFER, pack_no(self.me, asker))

    def agree(self, now: int) -> None:
        """Move to the proposed table, unless that has become outdated."""
        self._drop_outdated(now)
        if self.proposal:
            self._move(self.proposal.table, self.proposal.data, now)

    def decline(self, now: int) -> None:
        """Stay, and do not be asked about this table again."""
        found = self.proposal or self.went_on
        if found:
            self._declined = self._declined[-PAST:] + [found.table]
            self.proposal = self.went_on = None

    # what there is to know

    def is_past(self, table: bytes) -> bool:
        """Whether `table` is over for this device."""
        return table in self.keeper.past_ids()

    def missing(self, now: int) -> "list[int]":
        """Indices of the devices that the table waits for."""
        return [] if self._game.over() else self.log.silent(now)

    def only_bots(self) -> bool:
        """Whether nobody but bots plays at the table."""
        return all([seat.bot for seat in self.roster.seats])

    def bot(self) -> bool:
        """Whether nobody but bots plays on this device."""
        return all([seat.bot for seat in self.roster.seats if seat.device == self.log.me])

    def may_follow(self, now: int) -> bool:
        """Whether this device may found a table that follows: one that restarted only where it hears none that did
        not (rule 10).
        """
        if self.state != SEATED:
            return False
        return self.log.whole or (self.keeper.remembers and not self.log.any_whole(now))

    def seat_for(self, asker: Person, now: int) -> "int | None":
        """The seat that `asker` can take at once, or None."""
        return seat_for(asker, self.roster, self.log.silent(now))

    def can_let_in(self, asker: Person, now: int) -> bool:
        """Whether there is something for `asker` to do: a seat to take at once, or a place in the next round."""
        room = len(self.roster.seats) < SEATS_MAX and self._game.between_rounds()
        return self._game.may_play(asker) and self.may_follow(now) and (room or self.seat_for(asker, now) is not None)

    def hopeless(self, now: int) -> bool:
        """Whether it has been waited for long enough: nobody who is about remembers the table, or nobody ever came."""
        alone = len(self.log.silent(now)) == len(self.roster.devices) - 1
        return self.forgotten(now) or (alone and not self.log.complete() and now - self._begun_ms > LOST_MS)

    def forgotten(self, now: int) -> bool:
        """Whether nobody who is about remembers the table, and somebody who does has been waited for long enough."""
        return not self.keeper.remembers and not self.log.any_whole(now) and now - self._begun_ms > LOST_MS

    def standing(self) -> "successor.Standing":
        """How the table is right now. A device that restarted goes by the log that it has kept."""
        from ring import successor  # late: most matches need no new table

        log = self.log
        count, digest = len(self.keeper.known()) // ENTRY, log.digest if log.whole else 0
        boots = [heard or known for heard, known in zip(log.boots(), self.roster.boots)]
        return successor.Standing(self.table, count, digest, log.whole, boots, self.roster)

    def seen(self, now: int) -> "tuple[object, ...]":
        """All that a screen may show of the table, to compare with: it changes when there is something new to show."""
        askers = [(asker.device, self.can_let_in(asker, now)) for asker in self.askers.people]
        state = self.log.count, self.log.whole, self.log.settled(), self.may_follow(now)
        return self.table, state, self.missing(now), self.proposal, self.went_on, askers

    # the air and the clock

    def write(self, seat: int, action: int, now: int) -> bool:
        """Write the next entry, for a seat of this device. Returns False while that cannot be; see `ring.log`."""
        return not self._say_again(now) and self.log.write(seat, action, now)

    def poll(self, now: int) -> "list[Message]":
        """Do what is due by now, and give the frames that are to be sent."""
        body = self.log and self.log.poll(now)
        if body:
            self._out.append((STATUS, self.table, self.log.me, body))
        if self.state == WATCHING:
            self._look_on(now)
        elif self.state == SEATED:
            self._tend(now)
        out, self._out = self._out, []
        return out

    def wait_ms(self, now: int) -> int:
        """Milliseconds until `poll` has something to send."""
        return self.log.wait_ms(now)

    def hear(self, kind: int, table: bytes, sender: int, body: bytes, now: int) -> None:
        """Take in a frame. Raises ValueError when it makes no sense."""
        if kind == STATUS:
            if table == self.table:
                self.log.hear(sender, body, now)
            else:
                self._hear_elsewhere(table, body, now)
        elif kind == SETUP:
            self._consider(table, body, now)
        elif kind == ASK and table == self.table and self.state == SEATED:
            self._hear_ask(body, now)

    def _say(self, kind: int, body: bytes) -> None:
        self._out.append((kind, self.table, NOBODY, body))

    def _hear_elsewhere(self, table: bytes, body: bytes, now: int) -> None:
        """A status of another table: of the one before, to go back to, or of one at which the others went on."""
        if self._before and table == self.roster.parent and not self.roster.flags & WHOLE and not self._progress():
            self._hear_before(table, body, now)
        elif self._hears_echo(table, body):
            door, self._door = self._door, None
            self._turn_to(door, now)
        elif self.log.silent(now) and now - self._asked_ms > LOOK_MS:
            self._asked_ms = now  # perhaps that is how the others went on
            self._out.append((ASK, table, NOBODY, pack_ask(LOOK, self.me, 0)))

    def _hear_before(self, table: bytes, body: bytes, now: int) -> None:
        """Those who restarted went on without somebody who remembers everything: back to them, once they have proved
        that they are about, by an echo of a boot number that was never said before (rule 10).
        """
        before = unpack_roster(self._before.data)
        me, status = before.devices.index(self.me.device), unpack_status(body, len(before.devices))
        if not status.whole:
            return
        if self._knock and status.echoes[me] == self._knock:
            left = self._before
            self.keeper.go_back(table, left, self._knock)
            self.sit(table, left.data, now, kept=left.known)
            self.keeper.save_boot()
            return
        if not self._knock:
            self._knock = self.keeper.spent = self.keeper.spent + 1
            self.keeper.save_boot()
        self._knock_at(table, before, self._knock, now)

    def _knock_at(self, table: bytes, roster: Roster, boot: int, now: int) -> None:
        """Say at a table that one does not sit at that one holds nothing: who is there echoes the boot number. It is
        the first word under that, however often it is said.
        """
        if now - self._knocked_ms >= KNOCK_MS:
            self._knocked_ms = now
            devices = roster.devices
            word = Status(boot, 0, 0, 0, 0, False, [0] * len(devices), 0, 0, b"")
            self._out.append((STATUS, table, devices.index(self.me.device), pack_status(word)))

    def _hears_echo(self, table: bytes, body: bytes) -> bool:
        """Whether a status is of the table to go to, and echoes the present boot number. Raises ValueError when it
        makes no sense.
        """
        if self._door is None or table != self._door.table:
            return False
        devices = self._door.roster.devices
        echo = unpack_status(body, len(devices)).echoes[devices.index(self.me.device)]
        if echo > self.me.boot and self.state == AWAY:  # the store was put back to an older copy
            self.keeper.spent = echo
            self.speak_anew()
        return bool(echo == self.me.boot)

    def _hear_ask(self, body: bytes, now: int) -> None:
        wish, person, held = unpack_ask(body, now)
        if wish != LOOK and person.device not in self.roster.devices and not self._game.over():
            if not self.askers.hear(person):
                self._say(OFFER, pack_no(self.me, person))
        elif (
            self.log.rank(now) == 0 and now - self._answered_ms[held > 0] >= ANSWER_MS
        ):  # long answers to short questions
            self._answered_ms[held > 0] = now  # who looks on already takes no answer from who does not
            if wish != LOOK and person.device in self.roster.devices:
                self._say(SETUP, self._roster_data)  # it has left and comes back
            elif wish != LOOK:
                self._say(OFFER, pack_no(self.me, person))  # the match is over
            elif self.log.whole:
                if held == 0:
                    self._say(SETUP, self._roster_data)
                self.log.watch(held, now)

    def _say_again(self, now: int) -> bool:
        """Write once more what this device had written last, and kept, and what nobody has heard: who has pressed, and
        seen what came of it, does not choose anew. Returns whether there was such an entry.
        """
        if not self.keeper.unheard or not self.log.settled():
            return False
        entry = self.keeper.take_unheard()
        if not entry:
            return False
        seat, _, high, low = entry
        return self.roster.seats[seat].device == self.log.me and self.log.write(seat, high << 8 | low, now)

    # sitting down, and moving on

    def sit(
        self,
        table: bytes,  # its id
        roster_data: bytes,  # its entry 0
        now: int,
        founder: bool = False,
        entries: bytes = b"",  # that its log begins with
        kept: "bytes | None" = None,  # what this device remembers of that log without being whole; None: nothing
        fresh: bool = True,  # it cannot have sat there before, unless under an older boot number
    ) -> None:
        """Start the log of `table` on this device. Raises ValueError, and changes nothing, when its game cannot be."""
        roster = unpack_roster(roster_data)
        me = roster.devices.index(self.me.device) if self.me.device in roster.devices else None
        self._game.begin(roster, me, now)
        for at in range(0, len(entries), ENTRY):
            self._game.take(entries[at], entries[at + 2] << 8 | entries[at + 3], now)
        self.table, self.roster, self._roster_data = table, roster, roster_data
        self._founder = founder
        self._before: "Left | None" = None  # the table that `roster` names as its parent
        self._knock = 0  # the boot number that was said at the table before; 0: none
        self._door = None
        self._setup_ms = self._begun_ms = self._asked_ms = now
        self._answered_ms = [now - ANSWER_MS] * 2
        self.proposal, self.went_on, self.askers.people = None, None, []
        self.log = Log(
            roster_data,
            len(roster.devices),
            me,
            self.me.boot,
            self._game,
            self._jitter,
            now,
            me is None or (fresh and roster.boots[me] == self.me.boot),
            entries,
            roster.length if roster.flags & INHERITS else 0,
            self._dropped,
        )
        self.state = WATCHING if me is None else SEATED
        self.keeper.begin(table, roster, roster_data, self.log, kept)

    def come_to(self, table: bytes, roster: Roster, roster_data: bytes, gathered: bool, now: int) -> None:
        """Sit down at a table that was asked for a seat, and has it. gathered: it was seen to gather. If not, or where
        it names another boot number than the present one, it may be long over, or have been sat at before: then only
        once somebody there has echoed a number that was never said, see `hear_away`. Raises ValueError when its game
        cannot be.
        """
        named = roster.boots[roster.devices.index(self.me.device)] == self.me.boot
        if named and gathered:
            self._come_back(table, roster, roster_data, now)
        else:
            if named:
                self.speak_anew()
            self._door = Founded(table, roster, roster_data)
            self._knock_at(table, roster, self.me.boot, now)

    def hear_away(self, asked: "bytes | None", table: bytes, body: bytes, now: int) -> None:
        """Take in a status while at no table, where a seat is asked of table `asked`. Raises ValueError when it makes
        no sense.
        """
        if self._hears_echo(table, body) and asked in (table, self._door.roster.parent):
            self._come_back(table, self._door.roster, self._door.data, now)

    def _come_back(self, table: bytes, roster: Roster, roster_data: bytes, now: int) -> None:
        """Sit down, with the log that was kept on leaving that table or the one before it, if one was."""
        was_at, kept = self.keeper.memory.table, None
        if was_at == table or (was_at == roster.parent and roster.flags & INHERITS):
            try:
                kept = self.keeper.replay()
            except ValueError:
                pass
        self.sit(table, roster_data, now, kept=kept)

    def restore(self, now: int) -> None:
        """Sit down again at the table that was kept, after a start. Its log is a hint until all have restarted."""
        self.keeper.save_boot()
        kept = self.keeper.memory
        if kept.table is None or self.is_past(kept.table):
            return
        try:
            if self.me.device in unpack_roster(kept.roster_data).devices:
                self.sit(kept.table, kept.roster_data, now, kept=self.keeper.replay())
        except ValueError:
            pass

    def _move(self, table: bytes, roster_data: bytes, now: int, founder: bool = False) -> None:
        """Go on at a table that follows this one; this one is over for this device."""
        roster, known, remembered = unpack_roster(roster_data), self.keeper.known(), self.keeper.remembered()
        inherits = roster.flags & INHERITS
        self.resumed = self.resumed or not self.log.whole
        before = self._before
        if roster.parent == self.table:  # and not where two were founded at once: then both have the same parent
            before = self.keeper.left()
        self.keeper.leave_behind(self.table)
        if founder and inherits:
            self.sit(table, roster_data, now, founder, known, remembered)
        else:
            fresh = founder or self.log.whole
            self.sit(table, roster_data, now, founder, kept=remembered if inherits else None, fresh=fresh)
        self._before = before

    def _consider(self, table: bytes, roster_data: bytes, now: int) -> None:
        """Somebody has founded a table that may follow this one: move, ask the player, or do nothing."""
        if table == self.table or table in self._declined or self.is_past(table):
            return
        roster = unpack_roster(roster_data)
        self._game.check(roster)
        if self.me.device not in roster.devices:
            if self.state == WATCHING and roster.parent == self.table:
                self.sit(table, roster_data, now)  # who only looks on goes along
            elif self._went_on_at(table, roster, now):
                self.went_on = Founded(table, roster, roster_data)
            return
        found = Founded(table, roster, roster_data)
        if not self._follows(table, roster):  # of more than one table on, this one's player has not been asked
            if roster.parent not in (self.table, self.roster.parent) and self._went_on_at(table, roster, now):
                self.went_on = found
            return
        if self.proposal and self.proposal.table == table:
            return
        if roster.parent == self.table:
            self._turn_to(found, now)
        else:  # nobody may be there any more, and from here there is no way back
            self._door = found
            self._knock_at(table, roster, self.me.boot, now)

    def _turn_to(self, found: Founded, now: int) -> None:
        """Move to a table, or ask the player; unless there is a better one."""
        roster = found.roster
        same = roster.seats == self.roster.seats and roster.devices == self.roster.devices
        if not self._follows(found.table, roster):
            return
        if same or self.bot():
            self._move(found.table, found.data, now)
        elif self.proposal is None or _rank(found.table, roster) > _rank(self.proposal.table, self.proposal.roster):
            self.proposal = found

    def _went_on_at(self, table: bytes, roster: Roster, now: int) -> bool:
        """Whether somebody is missed here who sits at that table. For bots, which go there by themselves, only a table
        counts that follows this one: of two that each go where the other was, neither arrives.
        """
        if self.bot() and roster.parent != self.table and not self._outranked(table, roster):
            return False
        return any([self.roster.devices[index] in roster.devices for index in self.missing(now)])

    def _drop_outdated(self, now: int) -> None:
        """Let go of tables that there is no reason to go to any more."""
        proposal, went_on = self.proposal, self.went_on
        if proposal and not self._follows(proposal.table, proposal.roster):
            self.proposal = None
        if went_on and not self._went_on_at(went_on.table, went_on.roster, now):
            self.went_on = None

    def _follows(self, table: bytes, roster: Roster) -> bool:
        """Whether this device may move to that table without losing an entry that may be settled (rules 8 to 10)."""
        if roster.parent == self.table:
            held = len(self.keeper.known()) // ENTRY
            if roster.flags & WHOLE:
                return bool(roster.length >= held - 1)  # an entry that its founder has not seen is not settled
            return not self.log.whole and roster.length >= held
        return self._outranked(table, roster)

    def _outranked(self, table: bytes, roster: Roster) -> bool:
        """Whether that table was founded at once with this one, and is the one at which all devices end (rule 9)."""
        if roster.parent != self.roster.parent or roster.parent == NO_TABLE or self._progress():
            return False
        return _rank(table, roster) > _rank(self.table, self.roster)

    def _progress(self) -> bool:
        """Whether the log, as far as this device knows it, has entries of its own, beyond those of the table before."""
        inherited = self.roster.length if self.roster.flags & INHERITS else 0
        return len(self.keeper.known()) // ENTRY > inherited

    # what a seat does for its table

    def _tend(self, now: int) -> None:
        silent = self.log.silent(now)
        self._drop_outdated(now)
        if self.log.usurped and not self.log.whole:
            self._renumber(now)
        self._remind(silent, now)
        self._say_again(now)
        self.keeper.save_in_time(silent, now)
        self.askers.forget(now)
        if self._is_to_resume(silent, now):
            from ring import successor  # late: most matches need no new table

            self.follow(successor.resume(self.standing()), now)

    def _renumber(self, now: int) -> None:
        """Take a boot number beyond one that may have been said before: that of a start, or of a store put back."""
        self.keeper.spent = max(self.keeper.spent, self.log.usurped)
        self.keeper.forget()
        if self.me.device in self.roster.devices:
            self.keeper.save()
            self.log.speak_anew(self.me.boot, now)
        else:  # numbers have ended: it is another device, which looks on
            self.sit(self.table, self._roster_data, now)

    def _remind(self, silent: "list[int]", now: int) -> None:
        """Repeat the roster while somebody may not have it: not yet, or, after a restart, not any more."""
        new = self._founder and not self.log.complete()
        lost = silent and not self._game.over() and self.log.rank(now) == 0
        if (new or lost) and now >= self._setup_ms:
            pause_ms = REMIND_MS if silent else SETUP_MS
            self._setup_ms = now + pause_ms + self._jitter(pause_ms // 4)
            self._say(SETUP, self._roster_data)

    def _is_to_resume(self, silent: "list[int]", now: int) -> bool:
        """Whether all devices are about, and all of them have restarted (rules 10 and 12)."""
        if self.log.whole or silent or not self.log.answered() or not self.may_follow(now):
            return False
        return self.proposal is None and now - self._begun_ms > RESUME_MS + self._jitter(RESUME_MS)

    def _look_on(self, now: int) -> None:
        """What a listener does: ask for what it lacks, and go when the table is gone."""
        if now - self._setup_ms > LOOK_MS:
            self._setup_ms = now
            self._say(ASK, pack_ask(LOOK, self.me, self.log.count))
        if len(self.log.silent(now)) == len(self.roster.devices):
            self.leave()


def _rank(table: bytes, roster: Roster) -> "tuple[int, bytes]":
    """When two tables are founded at once, all devices end at the one of higher rank."""
    return roster.length, table
