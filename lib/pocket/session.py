"""How a device finds a table, keeps it, and moves on to another: everything on the air, nothing to see or press."""

import engine
from pocket import match_config
from pocket.deck import id_of
from pocket.match import Match
from pocket.store import Memory
from ring.frames import ASK, NOBODY, OFFER, SETUP, STATUS, Codec, Key
from ring.log import says_whole
from ring.messages import LOOK, REFUSED_MS, Person, pack_ask, pack_no, unpack_ask
from ring.roster import ID, INHERITS, NO_TABLE, NONCE, WHOLE, pack, unpack

FRAMES = 16  # the most that one step reads: keys, lamp and screen are not to wait for the air
AGAIN_MS = 6000  # a device that a bot plays leaves a finished match by itself after this
SETUP_MS = 200  # between repeats of the roster while a device has not answered
REMIND_MS = 1000  # and while one that had answered is silent: it may have restarted
RESUME_MS = 1500  # devices that have all restarted go on together after this, if none is whole
LOST_MS = 20000  # a bot waits so long for somebody who remembers the table
LISTEN_MS = 400  # before the first place of a set opens a table, it hears whether one is running
LOOK_MS = 800  # between asks for the roster, or the log, of a table that is not one's own
ASKER_MS = 4000  # who asks for a seat and is not heard for so long has gone
PAST = 6  # so many tables that are over are remembered
SAVE_ENTRIES = 8  # the log is kept every so many entries, or twice as many where nobody ever pauses
QUIET_MS = 400  # of that length
PAUSE_MS = 20000  # and also where nobody has done anything for so long
BOT_NAMES = ("Bowler", "Fez", "Beret", "Fedora", "Stetson", "Trilby", "Panama", "Cloche")


class Session(Match):
    """link, settings, keep: see `ring`, `Settings` and `Keep`. jitter(n): a number from 0 to n - 1, for delays.
    entropy(n): n random bytes. now: ticks in ms."""

    def __init__(self, link, settings, keep, jitter, entropy, now):
        super().__init__(settings, Key(bytes.fromhex(settings.key)), jitter, now)
        self.nonsense = 0  # frames with a good tag whose body makes no sense
        self.codec = Codec(self._key)
        self._link = link
        self._busy = False  # frames may be waiting that the last step did not read
        self.entropy = entropy
        self._keep = keep
        self._memory = kept = keep.load()
        self.identity = kept.identity if kept else self._new_identity()
        self._boot = kept.boot % 65535 + 1 if kept else 1
        self.sent = self.heard = 0  # frames
        if kept:
            settings.recall(kept.preferences)
        self._past = kept.past if kept else b""  # ids of tables that are over for this device
        self.name = settings.name or BOT_NAMES[self.identity[-1] % len(BOT_NAMES)]
        self._to_lobby(now)
        if kept and kept.table:
            self._save_boot()
            self._restore(kept, now)
        else:
            self._save()

    def _new_identity(self):
        """An id that no other device has. The name helps where chips draw poor random numbers right after their
        start.
        """
        return self._key.sign(self.entropy(8) + self.settings.name.encode())[:ID]

    def _to_lobby(self, now):
        from ring.lobby import Lobby  # late: nobody needs it at a table

        place, bot, mine = self.settings.place, self.settings.bot == 1, id_of(self.deck)
        self.me = Person(self.identity, self._boot, self.name, place, bot, now, mine)
        self.lobby = Lobby(self.me, self._jitter, now)  # None at a table
        self.wants_deck = self.deck is not None  # at a table that is open here
        self._stand_up(now)
        self.proposal = None  # (table id, roster data) of a table that would follow this one
        self.went_on = None  # (table id, roster, its bytes) of a table at which others went on without this device
        self.askers = []  # Persons who ask for a seat at the running table
        self._turned_away = []  # and those who were sent away and go on asking
        self._declined = []  # tables that its player does not want to go to
        self.asked_ms = now
        self.seen = None
        self.demonstrates = False

    # what the player decides; for the table that is open here see `pocket.lobby_host`

    def leave(self, now):
        """Leave the table, or the lobby's table; back to looking round."""
        if self.table is not None:
            self._forget()
            if self.game.over:
                self._leave_behind(self.table_id)
        self._to_lobby(now)
        self._save()

    def _forget(self):
        """What this device said at its table is forgotten from now on, just as if it had restarted."""
        self._boot = self._boot % 65535 + 1

    def _leave_behind(self, table):
        """Never sit at `table` again: it is over, or has been followed by another."""
        self._past = (self._past + table)[-PAST * ID :]

    def is_past(self, table):
        """Whether `table` is over for this device."""
        return any([self._past[at : at + ID] == table for at in range(0, len(self._past), ID)])

    def may_leave(self, now):
        """Whether a finished table can do without this device: all know the end, or have had time enough to."""
        return self.table.settled() or self.since_ms(now) > 5 * AGAIN_MS

    def come_back(self, now):
        """Ask for a seat at the table that has gone on without this device."""
        table, roster, roster_data = self.went_on
        self.leave(now)
        self.lobby.hear_roster(table, roster, roster_data, now)
        self.lobby.ask(self.lobby.offers[0], now)

    def watch(self, offer, now):
        """Look on at the running table of `offer`."""
        self.sit(offer.table, offer.roster_data, now)

    def follow(self, roster, now):
        """Found the table that `roster` describes, which follows the one that this device sits at."""
        if roster is not None:
            self._move(self.entropy(ID), pack(roster), now, founder=True)

    def without(self, device, now):
        """Go on without the players of device `device` (an index)."""
        self.follow(_founding().without(self.standing(), device, self.entropy(NONCE)), now)

    def with_bot(self, device, now):
        """Go on with a bot for the players of device `device` (an index)."""
        self.follow(_founding().with_bot(self.standing(), device, self.table.me, self.entropy(NONCE)), now)

    def let_in(self, asker, now):
        """Give `asker` the seat that `seat_for` found."""
        self.askers.remove(asker)
        seat = self.seat_for(asker, now)
        if seat is not None:
            self.follow(_founding().with_new_device(self.standing(), seat, asker, self.entropy(NONCE)), now)
        elif self.game.phase == "round":
            self.follow(_founding().with_one_more(self.standing(), asker, self.entropy(NONCE)), now)

    def turn_away(self, asker, now):
        """Do not let `asker` in, and tell them. Who wants to be asked about again must first have stopped asking."""
        self.askers.remove(asker)
        self._turned_away.append(asker)
        self.send(OFFER, self.table_id, pack_no(self.me, asker))
        self.version += 1

    def agree(self, now):
        """Move to the proposed table."""
        table, roster_data = self.proposal
        self._move(table, roster_data, now)

    def decline(self, now):
        """Stay, and do not be asked about this table again."""
        self._declined.append((self.proposal or self.went_on)[0])
        self.proposal = self.went_on = None
        self.version += 1

    # what there is to see

    def game_at_hand(self):
        """The name of the game that is played here, or chosen."""
        return self.settings.game if self.roster is None else engine.GAMES[self.roster.game[0]]

    # the air and the clock

    def step(self, now):
        """Do all that is due: hear, decide for bots, write, send, keep."""
        self._now = now
        self._busy = True
        for _ in range(FRAMES):
            frame = self._link.recv()
            if frame is None:
                self._busy = False
                break
            self._hear(frame, now)
        if self.table is None:
            _gathering().step(self, now)
        else:
            self._step_table(now)

    def wait_ms(self, now):
        """Milliseconds until `step` has something to do, unless a frame or a key comes first."""
        if self._busy:
            return 0
        if self.table is None:
            return min(LISTEN_MS, self.lobby.wait_ms(now))
        wait = self.table.wait_ms(now)
        due = now if self._wish else self._auto_due_ms()
        if due is not None and self.table.settled():  # while it is not, only a frame changes anything
            wait = min(wait, max(0, due - now))
        return wait

    def send(self, kind, table, body, sender=NOBODY):
        """Send a frame to everybody, and count it."""
        self.sent += 1
        self._link.send(self.codec.pack(kind, table, sender, body))

    def _hear(self, frame, now):
        message = self.codec.unpack(frame)
        if message is None:
            return
        self.heard += 1
        kind, table, sender, body = message
        try:
            if self.table is None:
                _gathering().hear(self, kind, table, body, now)
            elif kind == STATUS:
                self._hear_status(table, sender, body, now)
            elif kind == SETUP:
                self._consider(table, body, now)
            elif kind == ASK and table == self.table_id and self.seat is not None and not self.game.over:
                self._hear_ask(body, now)
        except ValueError:
            self.nonsense += 1

    def _hear_status(self, table, sender, body, now):
        if table == self.table_id:
            self.table.hear(sender, body, now)
        elif self._before and table == self.roster.parent and says_whole(body) and not self.roster.flags & WHOLE:
            if not self._progress():  # those who restarted went on without one who remembers everything: back to it
                self._forget()
                roster_data, kept = self._before
                self._past = self._past[:-ID]
                self.sit(table, roster_data, now, kept=kept)
        elif self.seat is not None and self.table.silent(now) and now - self.asked_ms > LOOK_MS:
            self.asked_ms = now  # perhaps that is how the others went on
            self.send(ASK, table, pack_ask(LOOK, self.me, 0))

    def _hear_ask(self, body, now):
        wish, person, held = unpack_ask(body, now)
        if wish == LOOK:
            if self.table.rank(now) == 0 and self.table.whole:
                if held == 0:
                    self.send(SETUP, self.table_id, self._roster_data)
                self.table.watch(held, now)
        elif person.device in self.roster.devices:
            if self.table.rank(now) == 0:
                self.send(SETUP, self.table_id, self._roster_data)  # it has left and comes back
        else:
            self._hear_asker(person)

    def _hear_asker(self, person):
        for asker in self.askers + self._turned_away:
            if asker.device == person.device:
                asker.heard_ms = person.heard_ms
                if asker in self._turned_away:
                    self.send(OFFER, self.table_id, pack_no(self.me, asker))
                return
        self.askers.append(person)
        self.version += 1

    # sitting down, and moving on

    def sit(self, table, roster_data, now, founder=False, entries=b"", kept=None):
        """Start the log of `table` on this device: with the entries of the log before, or from its beginning.

        kept: what this device remembers of that log without being whole; None where it remembers nothing.
        """
        self._sit_down(table, roster_data, self.identity, self._boot, entries, kept, now)
        self.lobby, self._founder, self._before = None, founder, None
        self._setup_ms = self._begun_ms = now
        self.proposal, self.went_on, self.askers = None, None, []
        if self.seat is not None:
            self._save()

    def _move(self, table, roster_data, now, founder=False):
        """Go on at a table that follows this one; this one is over for this device."""
        known, inherits = self._known(), unpack(roster_data).flags & INHERITS
        self.resumed = self.resumed or not self.table.whole
        before = self._roster_data, known
        self._leave_behind(self.table_id)
        if founder and inherits:
            self.sit(table, roster_data, now, founder, known)
        else:
            self.sit(table, roster_data, now, founder, kept=known if inherits else None)
        self._before = before

    def _consider(self, table, roster_data, now):
        """Somebody has founded a table that may follow this one: move, ask the player, or do nothing."""
        if table == self.table_id or table in self._declined or self.is_past(table):
            return
        roster = match_config.read(roster_data, self.deck)
        if self.identity not in roster.devices:
            if self.seat is None and roster.parent == self.table_id:
                self.sit(table, roster_data, now)  # who only looks on goes along
            elif self._went_on_at(table, roster, now):
                self.went_on = table, roster, roster_data
                self.version += 1
            return
        if not self._follows(table, roster):
            return
        same = roster.seats == self.roster.seats and roster.devices == self.roster.devices
        if same or self.played_by_bot():
            self._move(table, roster_data, now)
        elif self.proposal is None or _rank(table, roster) > _rank(self.proposal[0], unpack(self.proposal[1])):
            self.proposal = (table, roster_data)
            self.version += 1

    def _went_on_at(self, table, roster, now):
        """Whether others have gone on at that table without this device: from this very table, or, for people to know,
        anywhere, where somebody is missed here who sits there. Bots go along, but only in the first case, and then at
        once: of two that each go where the other was, neither arrives.
        """
        if roster.parent == self.table_id or self._outranked(table, roster):
            return True
        missing = [] if self.played_by_bot() else self.missing(now)
        return any([self.roster.devices[index] in roster.devices for index in missing])

    def _follows(self, table, roster):
        """Whether this device may move to that table without losing an entry that may be settled."""
        if roster.parent == self.table_id:
            held = self.standing().count
            if roster.flags & WHOLE:
                return roster.length >= held - 1  # an entry that its founder has not seen is not settled
            return not self.table.whole and roster.length >= held
        return self._outranked(table, roster)

    def _outranked(self, table, roster):
        """Whether that table was founded at once with this one, and is the one at which all devices end."""
        if roster.parent != self.roster.parent or roster.parent == NO_TABLE or self._progress():
            return False
        return _rank(table, roster) > _rank(self.table_id, self.roster)

    def _restore(self, kept, now):
        """Sit down again at the table that was kept. What the log held is a hint until all have restarted alike."""
        try:
            roster = unpack(kept.roster_data)
            game = self._new_game(roster)
            entries = self._replay(kept, game)
        except ValueError:
            return
        if game.over:
            self._leave_behind(kept.table)
        if game.over or self.identity not in roster.devices:
            return
        _founding()  # now, while there is most room: it may be needed as soon as the others are back
        self.sit(kept.table, kept.roster_data, now, kept=entries)
        if self._only_bots() and len(roster.devices) == 1 and not self.settings.bot:
            self.me.bot = self.demonstrates = True

    def _save(self):
        """Keep identity, boot number and table, so that they survive a loss of power."""
        memory = Memory(self.identity, self._boot, self._past, preferences=self.settings.preferences)
        if self.table is not None and self.seat is not None:
            if not self.table.whole:
                self._save_seat()
                return
            self._remember(memory)
        self._unsaved = 0
        self._memory = memory
        self._keep.save(memory)

    def _save_seat(self):
        """Keep boot number and table, before anything is said under them, and of the log what had been kept before:
        that is worth more than what has been copied so far. It belongs to this table too, if that goes on with it."""
        memory = self._memory
        if (memory.boot, memory.table) != (self._boot, self.table_id):
            if memory.table != self.table_id:
                if not self._remembers or memory.table != self.roster.parent:
                    memory.choices, memory.boots = b"", []
                memory.table, memory.roster_data = self.table_id, self._roster_data
            self._save_boot()

    def _save_boot(self):
        """Keep the boot number, before anything is said under it, and leave the rest as it was kept."""
        self._memory.boot, self._memory.past = self._boot, self._past
        self._memory.preferences = self.settings.preferences
        self._keep.save(self._memory)

    def prefer(self, name, value, now):
        """Let the player's own choice stand in for the setting `name`, and keep it."""
        self.settings.prefer(name, value)
        self._save_boot()
        self.version += 1

    # the game

    def _step_table(self, now):
        self._play(now)
        body = self.table.status(now)
        if body is not None:
            self.send(STATUS, self.table_id, body, self.table.me)
        if self.seat is None:
            self._look_on(now)
        else:
            self._tend(now)

    def _tend(self, now):
        """What a seat does for its table, and when it leaves it or moves on by itself."""
        silent = self.table.silent(now)
        self._remind(silent, now)
        self._save_in_time(silent, now)
        askers = self._present(self.askers, now)
        if askers != self.askers:
            self.askers = askers
            self.version += 1
        self._turned_away = self._present(self._turned_away, now, REFUSED_MS)
        if self.demonstrates and self.game.over and self.since_ms(now) > AGAIN_MS:
            self.leave(now)
            _gathering().demonstrate(self, now)
        elif self._is_to_leave(silent, now):
            self.leave(now)
        elif self.went_on and self.played_by_bot():
            self.come_back(now)
        elif self._is_to_resume(silent, now):
            self.follow(_founding().resume(self.standing()), now)
        elif askers and self._only_bots() and self.table.rank(now) == 0 and self.can_let_in(askers[0], now):
            self.let_in(askers[0], now)

    def _remind(self, silent, now):
        """Repeat the roster while somebody may not have it: not yet, or, after a restart, not any more."""
        new = self._founder and not self.table.complete()
        lost = silent and not self.game.over and self.table.rank(now) == 0
        if (new or lost) and now >= self._setup_ms:
            pause_ms = REMIND_MS if silent else SETUP_MS
            self._setup_ms = now + pause_ms + self._jitter(pause_ms // 4)
            self.send(SETUP, self.table_id, self._roster_data)

    def _present(self, askers, now, limit_ms=ASKER_MS):
        return [asker for asker in askers if now - asker.heard_ms <= limit_ms]

    def _is_to_leave(self, silent, now):
        """Whether a bot's device has nothing more to do here: the match is over, or nobody remembers the table."""
        if not self.played_by_bot() or not self.settings.players:
            return False
        if self.game.over:
            return self.since_ms(now) > AGAIN_MS and self.may_leave(now)
        alone = len(silent) == len(self.roster.devices) - 1
        forgotten = not self._remembers and not self.table.any_whole(now)  # nobody here knows the log
        return (forgotten or (alone and not self.table.complete())) and now - self._begun_ms > LOST_MS

    def _is_to_resume(self, silent, now):
        """Whether all devices are about, and all of them have restarted."""
        if self.table.whole or silent or not self.table.answered() or not self.may_follow(now):
            return False
        return self.proposal is None and now - self._begun_ms > RESUME_MS + self._jitter(RESUME_MS)

    def keep_now(self):
        """Keep the log at once, for a device that is about to stop."""
        if self._unsaved:
            self._save()

    def _save_in_time(self, silent, now):
        """Keep the log every few entries, where it is quiet: writing holds everything up for a moment."""
        quiet = self.since_ms(now) >= QUIET_MS or self._unsaved >= 2 * SAVE_ENTRIES
        pause = silent or self.since_ms(now) >= PAUSE_MS or self.game.phase in ("round", "over")
        if self._unsaved and quiet and (pause or self._unsaved >= SAVE_ENTRIES):
            self._save()

    def _look_on(self, now):
        """What a listener does: ask for what it lacks, and go when the table is gone."""
        if now - self.asked_ms > LOOK_MS:
            self.asked_ms = now
            self.send(ASK, self.table_id, pack_ask(LOOK, self.me, self.table.count))
        if len(self.table.silent(now)) == len(self.roster.devices):
            self.leave(now)


def _rank(table, roster):
    """When two tables are founded at once, all devices end at the one of higher rank."""
    return roster.length, table


def _gathering():
    from pocket import lobby_host  # late: nobody needs it at a table

    return lobby_host


def _founding():
    from pocket import founding  # late: most matches need no new table

    return founding
