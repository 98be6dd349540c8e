"""One device's part in a table, without anything to see or press: the lobby, the log, the game, and the bots it plays.

There is one way from a button to a screen, on the own device too: `act` wishes, the log takes the entry, every device
hands the entry to its game, and the game's views are what is shown.
"""

from adafruit_ticks import ticks_add, ticks_diff

import engine
from engine.bots import Bot
from pocket import founding
from pocket.keep import Memory
from ring.frames import ASK, NOBODY, OFFER, SETUP, STATUS, Codec, Key
from ring.lobby import GATHERING, LOOK, STARTING, Lobby, Person, pack_ask, unpack_ask
from ring.roster import ID, INHERITS, NO_TABLE, NONCE, WHOLE, Seat, pack, unpack
from ring.table import ENTRY, Table, says_whole

SOLO_BOTS = 3
AGAIN_MS = 6000  # a device that a bot plays leaves a finished match by itself after this
SETUP_MS = 200  # between repeats of the roster while a device has not answered
REMIND_MS = 1000  # and while one that had answered is silent: it may have restarted
RESUME_MS = 1500  # devices that have all restarted go on together after this, if none is whole
LISTEN_MS = 400  # before the first place of a set opens a table, it hears whether one is running
LOOK_MS = 800  # between asks for the roster, or the log, of a table that is not one's own
ASKER_MS = 4000  # who asks for a seat and is not heard for so long has gone
PAST = 6  # so many tables that are over are remembered
SAVE_ENTRIES = 8  # the log is kept every so many entries, or twice as many where nobody ever pauses
QUIET_MS = 400  # of that length
BOT_NAMES = ("Bowler", "Fez", "Beret", "Fedora", "Stetson", "Trilby", "Panama", "Cloche")


class Session:
    """link, settings, keep: see `ring`, `Settings` and `Keep`. jitter(n): a number from 0 to n - 1, for delays.
    entropy(n): n random bytes. now: ticks in ms."""

    def __init__(self, link, settings, keep, jitter, entropy, now):
        self.settings = settings
        self.version = 0  # grows with everything that a screen may show
        self.nonsense = 0  # frames with a good tag whose body makes no sense
        self._link = link
        self._key = Key(bytes.fromhex(settings.key))
        self.codec = Codec(self._key)
        self._jitter, self._entropy = jitter, entropy
        self._keep = keep
        self._memory = kept = keep.load()
        self.identity = kept.identity if kept else self._new_identity()
        self._boot = kept.boot % 65535 + 1 if kept else 1
        self._past = kept.past if kept else b""  # ids of tables that are over for this device
        self.name = settings.name or BOT_NAMES[self.identity[-1] % len(BOT_NAMES)]
        self._now = now
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
        return self._key.sign(self._entropy(8) + self.settings.name.encode())[:ID]

    def _to_lobby(self, now):
        me = Person(self.identity, self._boot, self.name, self.settings.place, self.settings.bot == 1, now)
        self.lobby = Lobby(me, self._jitter, now)
        self.table = self.game = self.roster = self.seat = self.table_id = None
        self.proposal = None  # (table id, roster data) of a table that would follow this one
        self.went_on = None  # (table id, roster, its bytes) of a table that follows this one without this device
        self.askers = []  # Persons who ask for a seat at the running table
        self._turned_away = []  # and those who were sent away and go on asking
        self.resumed = False  # the log came out of this device's memory
        self._kept = b""  # the log as it was kept, for a device that restarted
        self._declined = []  # proposals that were turned down
        self._bots = {}
        self._wish = None
        self._unsaved = 0
        self._since_ms = self._asked_ms = now
        self._seen = None
        self.version += 1

    # what the player decides

    def open(self, now):
        """Open a table that others can join."""
        self.lobby.open(self._entropy(ID), self.settings.game, now)
        self.version += 1

    def add_bot(self, now):
        """Let one more bot sit at the table that is open here."""
        self.lobby.guests += 1
        self.version += 1

    def play_with_bots(self, now):
        """A game on this device alone."""
        self.open(now)
        self.lobby.guests = SOLO_BOTS
        self.found(now)

    def start(self, now):
        """Close the doors: ask who received a gift last, or begin at once where nobody else can answer."""
        if len(self.lobby.people) == 1:
            self.found(now)
        else:
            self.lobby.start(now)
        self.version += 1

    def found(self, now):
        """Found the table that is open here, with everybody who sits and the added bots; the game begins.

        Where everybody else has left, it waits for others again.
        """
        lobby = self.lobby
        if len(self.people()) < engine.SEATS_MIN:
            lobby.stage = GATHERING
            self.version += 1
            return
        opener = lobby.people.index(lobby.me)
        seats = [Seat(index, person.bot, person.name) for index, person in enumerate(lobby.people)]
        seats += [Seat(opener, True, name) for name in self.people()[len(seats) :]]
        starter = self._entropy(1)[0] % len(seats)
        for index, person in enumerate(lobby.people):
            if person.device == lobby.last_gift:
                starter = index
        options = self.settings.options_for(len(seats))
        if founding.mixed(seats):
            options["claims"] = "picked"  # bots can neither hear people nor speak to them
        game = founding.pack_game(self.settings.game, len(seats), starter, options, (0, [0] * len(seats)))
        devices, boots = [one.device for one in lobby.people], [one.boot for one in lobby.people]
        roster = founding.fresh(devices, boots, seats, game, self._entropy(NONCE))
        self._sit(lobby.table, pack(roster), now, founder=True)

    def act(self, action, now):
        """Wish `action` for the own seat. It is written as soon as the table is settled, unless it is illegal by
        then.
        """
        self._wish = (self.seat, action)
        self.step(now)

    def leave(self, now):
        """Leave the table, or the lobby's table; back to looking round."""
        if self.table is not None:
            self._forget()
            if self.game.over:
                self._leave_behind()
        self._to_lobby(now)
        self._save()

    def _forget(self):
        """What this device said at its table is forgotten from now on, just as if it had restarted."""
        self._boot = self._boot % 65535 + 1

    def _leave_behind(self):
        """Never sit at this table again: it is over, or has been followed by another."""
        self._past = (self._past + self.table_id)[-PAST * ID :]

    def _is_past(self, table):
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
        self._sit(offer.table, offer.roster_data, now)

    def follow(self, roster, now):
        """Found the table that `roster` describes, which follows the one that this device sits at."""
        if roster is not None:
            self._move(self._entropy(ID), pack(roster), now, founder=True)

    def without(self, device, now):
        """Go on without the players of device `device` (an index)."""
        self.follow(founding.without(self.standing(), device, self._entropy(NONCE)), now)

    def with_bot(self, device, now):
        """Go on with a bot for the players of device `device` (an index)."""
        self.follow(founding.with_bot(self.standing(), device, self.table.me, self._entropy(NONCE)), now)

    def let_in(self, asker, now):
        """Give `asker` the seat that `seat_for` found."""
        self.askers.remove(asker)
        seat = self.seat_for(asker, now)
        if seat is not None:
            self.follow(founding.with_new_device(self.standing(), seat, asker), now)
        elif self.game.phase == "round":
            self.follow(founding.with_one_more(self.standing(), asker, self._entropy(NONCE)), now)

    def turn_away(self, asker, now):
        """Do not let `asker` in. Who wants to be asked about again must first have stopped asking."""
        self.askers.remove(asker)
        self._turned_away.append(asker)
        self.version += 1

    def agree(self, now):
        """Move to the proposed table."""
        table, roster_data = self.proposal
        self._move(table, roster_data, now)

    def decline(self, now):
        """Stay, and do not be asked about this proposal again."""
        self._declined.append(self.proposal[0])
        self.proposal = None
        self.version += 1

    # what there is to see

    def people(self):
        """Names of those who will play at the table that is open here, clockwise."""
        names = [person.name for person in self.lobby.people]
        spare = [name for name in BOT_NAMES if name not in names]
        return names + spare[: self.lobby.guests]

    def name_of(self, seat):
        """The name of the player in `seat`."""
        return self.roster.seats[seat].name

    def view(self):
        """The own seat's view of the game."""
        return self.game.view(self.seat)

    def my_turn(self):
        """Whether the own seat, played by a person, is to act, and has not wished anything yet."""
        return (
            self.seat is not None and self.game.actor == self.seat and not self.played_by_bot() and self._wish is None
        )

    def played_by_bot(self):
        """Whether a bot plays the own seat."""
        return self.seat in self._bots

    def _only_bots(self):
        return all([seat.bot for seat in self.roster.seats])

    def missing(self, now):
        """Indices of the devices that the table waits for."""
        return [] if self.game.over else self.table.silent(now)

    def names_at(self, device):
        """Names of the people (or, where there are none, bots) who play on device `device`, an index."""
        seats = [seat for seat in self.roster.seats if seat.device == device]
        return ", ".join([seat.name for seat in seats if not seat.bot] or [seat.name for seat in seats])

    def standing(self):
        """How the table is right now, for `founding`. A device that restarted goes by the log that it has kept."""
        table = self.table
        count, digest = len(self._known()) // ENTRY, table.digest if table.whole else 0
        boots = [heard or known for heard, known in zip(table.boots(), self.roster.boots)]
        return founding.Standing(self.table_id, count, digest, table.whole, boots, self.roster, self.game)

    def _known(self):
        """The log as far as this device knows it: after a restart, what it had kept or what it has copied since."""
        log = self.table.entries()
        return self._kept if not self.table.whole and len(self._kept) > len(log) else log

    def may_follow(self):
        """Whether this device may found a table that follows: one that restarted only where it hears none that did
        not.
        """
        return self.seat is not None and (self.table.whole or not self.table.any_whole())

    def seat_for(self, asker, now):
        """The seat that `asker` can take at once: the own one that a bot plays, or one whose device is gone. Or
        None.
        """
        silent = self.table.silent(now)
        seats = self.roster.seats
        for index, seat in enumerate(seats):
            if seat.name == asker.name and (seat.bot or seat.device in silent):
                return index
        for index, seat in enumerate(seats):
            if seat.device in silent:
                return index
        return None

    def can_let_in(self, asker, now):
        """Whether there is something for `asker` to do: a seat to take at once, or a place in the next round."""
        room = len(self.roster.seats) < engine.SEATS_MAX and self.game.phase == "round"
        return self.may_follow() and (room or self.seat_for(asker, now) is not None)

    def since_ms(self, now):
        """Milliseconds since the game last changed."""
        return ticks_diff(now, self._since_ms)

    # the air and the clock

    def step(self, now):
        """Do all that is due: hear, decide for bots, write, send, keep."""
        self._now = now
        while True:
            frame = self._link.recv()
            if frame is None:
                break
            self._hear(frame, now)
        if self.table is None:
            self._step_lobby(now)
        else:
            self._step_table(now)

    def wait_ms(self, now):
        """Milliseconds until `step` has something to do, unless a frame or a key comes first."""
        if self.table is None:
            return min(LISTEN_MS, self.lobby.wait_ms(now))
        wait = self.table.wait_ms(now)
        due = self._auto_due_ms()
        if due is not None:
            wait = min(wait, max(0, ticks_diff(due, now)) if self._wish is None else 5)
        return wait

    def _send(self, kind, table, body, sender=NOBODY):
        self._link.send(self.codec.pack(kind, table, sender, body))

    def _hear(self, frame, now):
        message = self.codec.unpack(frame)
        if message is None:
            return
        kind, table, sender, body = message
        try:
            if self.table is None:
                self._hear_in_lobby(kind, table, body, now)
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
                roster_data, self._kept = self._before
                self._past = self._past[:-ID]
                self._sit(table, roster_data, now)
        elif self.seat is not None and self.table.silent(now) and ticks_diff(now, self._asked_ms) > LOOK_MS:
            self._asked_ms = now  # perhaps that is how the others went on
            self._send(ASK, table, pack_ask(LOOK, self.lobby.me, 0))

    def _hear_in_lobby(self, kind, table, body, now):
        if kind == OFFER:
            self.lobby.hear_offer(table, body, now)
        elif kind == ASK:
            self.lobby.hear_ask(table, body, now)
        elif kind == STATUS and not self._is_past(table):
            self.lobby.hear_running(table, now)
        elif kind == SETUP:
            roster = unpack(body)
            if self._is_past(table):
                return
            mine = self.identity in roster.devices
            if mine and self.lobby.table is not None and self.lobby.table in (table, roster.parent):
                self._sit(table, body, now)
            else:
                self.lobby.hear_roster(table, roster, body, now)

    def _hear_ask(self, body, now):
        wish, person, held = unpack_ask(body, now)
        if wish == LOOK:
            if self.table.rank(now) == 0 and self.table.whole:
                if held == 0:
                    self._send(SETUP, self.table_id, self._roster_data)
                self.table.watch(held, now)
        elif person.device in self.roster.devices:
            if self.table.rank(now) == 0:
                self._send(SETUP, self.table_id, self._roster_data)  # it has left and comes back
        else:
            self._hear_asker(person)

    def _hear_asker(self, person):
        for asker in self.askers + self._turned_away:
            if asker.device == person.device:
                asker.heard_ms = person.heard_ms
                return
        self.askers.append(person)
        self.version += 1

    def _step_lobby(self, now):
        lobby = self.lobby
        if self.settings.players:
            self._seat_by_itself(now)
        if self.table is None and lobby.opener and lobby.stage == STARTING and lobby.last_gift is not None:
            self.found(now)
        if self.table is not None:
            return
        due = lobby.due(now)
        if due is not None:
            is_offer, table, body = due
            self._send(OFFER if is_offer else ASK, table, body)
        unknown = lobby.unknown()
        if unknown is not None and ticks_diff(now, self._asked_ms) > LOOK_MS:
            self._asked_ms = now
            self._send(ASK, unknown, pack_ask(LOOK, lobby.me, 0))
        seen = lobby.summary()
        if seen != self._seen:
            self._seen = seen
            self.version += 1

    def _seat_by_itself(self, now):
        """A set whose devices have fixed places starts without a hand: the first place opens, the others sit down."""
        lobby = self.lobby
        if lobby.running() and lobby.offer() is None and not lobby.opener:
            lobby.ask(lobby.running()[0], now)  # it came too late, or lost its memory
        elif self.settings.place <= 1:
            if lobby.table is None and self.since_ms(now) > LISTEN_MS:
                self.open(now)
            for person in lobby.asking[:]:
                lobby.accept(person, now)
            lobby.people.sort(key=lambda person: (person.place, person.device))
            if lobby.opener and len(lobby.people) == self.settings.players >= engine.SEATS_MIN:
                self.found(now)
        elif lobby.offer() is None and lobby.gathering():
            lobby.ask(lobby.gathering()[0], now)

    # sitting down, and moving on

    def _seed(self, roster):
        """The seed of the cards: whoever lacks the set's key cannot tell it from the nonce, which is public."""
        return int.from_bytes(self._key.sign(b"deck" + roster.nonce)[:16], "big")

    def _new_game(self, roster):
        players = len(roster.seats)
        name, starter, options, carried = founding.unpack_game(roster.game, players)
        return engine.new_game(name, players, self._seed(roster), starter, options, carried)

    def _sit(self, table, roster_data, now, founder=False, entries=b""):
        """Start the log of `table` on this device: with the entries of the log before, or from its beginning."""
        roster = unpack(roster_data)
        self.game, seed = self._new_game(roster), self._seed(roster)
        me = roster.devices.index(self.identity) if self.identity in roster.devices else None
        whole = me is None or len(roster.devices) == 1 or roster.boots[me] == self._boot
        self.table_id, self.roster, self._roster_data = table, roster, roster_data
        self._founder, self._before = founder, None
        self._setup_ms = self._begun_ms = now
        self.proposal, self.went_on, self.seat, self.askers = None, None, None, []
        self._bots = {}
        for seat, person in enumerate(roster.seats):
            if person.device == me:
                if self.seat is None:
                    self.seat = seat
                if person.bot:
                    self._bots[seat] = Bot((seed + seat) & (1 << 128) - 1, self.settings.bot_errors)
        self._choices = bytearray()
        self._changed(now)
        for at in range(0, len(entries), ENTRY):
            self._take(entries[at], entries[at + 2] << 8 | entries[at + 3])
        devices = len(roster.devices)
        self.table = Table(
            roster_data, devices, me, self._boot, self._take, self._turn, self._jitter, now, whole, entries
        )
        if me is not None:
            self._save()

    def _move(self, table, roster_data, now, founder=False):
        """Go on at a table that follows this one; this one is over for this device."""
        entries = b""
        if founder and unpack(roster_data).flags & INHERITS:
            entries = self._known()
            self.resumed = not self.table.whole
        before = self._roster_data, self._known()
        self._leave_behind()
        self._sit(table, roster_data, now, founder, entries)
        self._before = before

    def _consider(self, table, roster_data, now):
        """Somebody has founded a table that may follow this one: move, ask the player, or do nothing."""
        if table == self.table_id or table in self._declined or self._is_past(table):
            return
        roster = unpack(roster_data)
        if self.identity not in roster.devices:
            if roster.parent == self.table_id:
                self.went_on = table, roster, roster_data
                self.version += 1
            return
        if not self._follows(table, roster):
            return
        same = roster.seats == self.roster.seats and roster.devices == self.roster.devices
        if same or self.played_by_bot() or self.seat is None:
            self._move(table, roster_data, now)
        elif self.proposal is None or self.proposal[0] != table:
            self.proposal = (table, roster_data)
            self.version += 1

    def _follows(self, table, roster):
        """Whether this device may move to that table without losing an entry that may be settled."""
        mine = self.roster
        if roster.parent == self.table_id:
            held = self.standing().count
            if roster.flags & WHOLE:
                return roster.length >= held - 1  # an entry that its founder has not seen is not settled
            return not self.table.whole and roster.length >= held
        if roster.parent == mine.parent != NO_TABLE and not self._progress():
            return (roster.length, table) > (
                mine.length,
                self.table_id,
            )  # two were founded at once: the same one for all
        return False

    def _progress(self):
        """Whether the log has entries of its own, beyond those of the table before."""
        return self.table.count > (self.roster.length if self.roster.flags & INHERITS else 0)

    def _restore(self, kept, now):
        """Sit down again at the table that was kept. What the log held is a hint until all have restarted alike."""
        try:
            roster = unpack(kept.roster_data)
            game = self._new_game(roster)
            entries = self._replay(kept, game)
        except ValueError:
            return
        if game.over or self.identity not in roster.devices:
            return
        self._kept = entries
        self.resumed = len(roster.devices) == 1
        self._sit(kept.table, kept.roster_data, now, entries=entries if self.resumed else b"")

    def _replay(self, kept, game):
        """The kept log as entries, which `game` takes. Raises ValueError when it makes no sense."""
        boots = [0] * game.players
        changes = list(kept.boots)
        entries = bytearray()
        for index, choice in enumerate(kept.choices):
            while changes and changes[0][0] == index:
                _, seat, boot = changes.pop(0)
                boots[seat] = boot
            actions, seat = game.actions(), game.actor
            if choice >= len(actions):
                raise ValueError("an action that was never legal")
            action = actions[choice]
            game.apply(action)
            entries.extend(bytes([seat, boots[seat], action >> 8, action & 255]))
        return bytes(entries)

    def _save(self):
        """Keep identity, boot number and table, so that they survive a loss of power."""
        self._unsaved = 0
        memory = Memory(self.identity, self._boot, self._past)
        if self.table is not None and self.seat is not None:
            if not self.table.whole:
                self._save_boot()  # what was kept of the log is worth more than what has been copied so far
                return
            memory.table, memory.roster_data, memory.choices = self.table_id, self._roster_data, self._choices
            memory.boots = boots = []
            last = [0] * len(self.roster.seats)
            for index in range(self.table.count):
                seat, boot, _ = self.table.entry(index)
                if last[seat] != boot:
                    last[seat] = boot
                    boots.append((index, seat, boot))
        self._memory = memory
        self._keep.save(memory)

    def _save_boot(self):
        """Keep a new boot number, before anything is said under it."""
        if self._memory.boot != self._boot:
            self._memory.boot = self._boot
            self._keep.save(self._memory)

    # the game

    def _take(self, seat, action):
        if seat != self.game.actor:
            return False
        self._show_bots()
        actions = self.game.actions()
        if action not in actions:
            return False
        self.game.apply(action)
        self._choices.append(actions.index(action))
        self._changed(self._now)
        return True

    def _turn(self):
        actor = self.game.actor
        return None if actor is None else self.roster.seats[actor].device

    def _changed(self, now):
        self._since_ms = now
        self._wish = None
        self._pause_ms = self.settings.bot_ms // 2 + self._jitter(self.settings.bot_ms)
        self._unseen = True
        self._unsaved += 1
        self.version += 1

    def _show_bots(self):
        """Let the bots see what has changed. It waits for the step after, so that a press is on the screen first."""
        if self._unseen:
            self._unseen = False
            for seat in sorted(self._bots):
                self._bots[seat].see(self.game.view(seat))

    def _auto_due_ms(self):
        """When this device does something by itself: turns a shown card over, or lets a bot act. None: never."""
        actor = self.game.actor
        if self.table.me is None or self._turn() != self.table.me:
            return None
        if self.game.phase == "reveal":
            return ticks_add(self._since_ms, self.settings.reveal_ms)
        return ticks_add(self._since_ms, self._pause_ms) if actor in self._bots else None

    def _choose(self):
        game = self.game
        if game.actor in self._bots:
            return self._bots[game.actor].choose(game.view(game.actor), game.actions())
        return game.actions()[0]

    def _step_table(self, now):
        table = self.table
        self._show_bots()
        due = self._auto_due_ms()
        if self._wish is None and due is not None and ticks_diff(now, due) >= 0 and table.settled():
            self._wish = (self.game.actor, self._choose())
        if self._wish is not None:
            seat, action = self._wish
            if seat != self.game.actor or action not in self.game.actions():
                self._wish = None
            else:
                table.write(seat, action, now)
        body = table.status(now)
        if body is not None:
            self._send(STATUS, self.table_id, body, table.me)
        if table.me is None:
            self._look_on(now)
        else:
            self._tend(now)

    def _tend(self, now):
        """What a seat does for its table: repeat the roster, resume it, keep it, leave it."""
        table = self.table
        silent = table.silent(now)
        incomplete = not table.complete()
        if ticks_diff(now, self._setup_ms) >= 0 and (
            (incomplete and self._founder) or (silent and table.rank(now) == 0)
        ):
            pause_ms = SETUP_MS if incomplete and not silent else REMIND_MS
            self._setup_ms = ticks_add(now, pause_ms + self._jitter(pause_ms // 4))
            self._send(SETUP, self.table_id, self._roster_data)
        if not table.whole and self.may_follow() and not silent and not incomplete and self.proposal is None:
            if ticks_diff(now, self._begun_ms) > RESUME_MS + self._jitter(RESUME_MS):
                self.follow(founding.resume(self.standing()), now)
                return
        for askers in (self.askers, self._turned_away):
            for asker in [one for one in askers if ticks_diff(now, one.heard_ms) > ASKER_MS]:
                askers.remove(asker)
                self.version += 1
        if self.askers and table.rank(now) == 0 and self._only_bots() and self.can_let_in(self.askers[0], now):
            self.let_in(self.askers[0], now)
            return
        if self.went_on and self.played_by_bot():
            self.come_back(now)
            return
        self._save_in_time(bool(silent), now)
        if self.game.over and self.played_by_bot() and self.settings.players and self.since_ms(now) > AGAIN_MS:
            if self.may_leave(now):
                self.leave(now)

    def keep_now(self):
        """Keep the log at once, for a device that is about to stop."""
        if self._unsaved:
            self._save()

    def _save_in_time(self, pause, now):
        """Keep the log every few entries, and where there is time: writing holds everything up for a moment."""
        busy = self.since_ms(now) < QUIET_MS and self._unsaved < 2 * SAVE_ENTRIES
        if self._unsaved and not busy:
            if pause or self._unsaved >= SAVE_ENTRIES or self.game.phase in ("round", "over"):
                self._save()

    def _look_on(self, now):
        """What a listener does: ask for what it lacks, and go when the table is gone."""
        if ticks_diff(now, self._asked_ms) > LOOK_MS:
            self._asked_ms = now
            self._send(ASK, self.table_id, pack_ask(LOOK, self.lobby.me, self.table.count))
        if len(self.table.silent(now)) == len(self.roster.devices):
            self.leave(now)
