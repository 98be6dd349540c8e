"""The match as one device plays it: the game, the log behind it, and the bots in the seats of this device.

There is one way from a button to a screen, on the own device too: `act` wishes, the log takes the entry, every device
hands the entry to its game, and the game's views are what is shown.
"""

import engine
from engine.honours import Honours
from pocket import deck, match_config
from pocket.settings import MIXED
from ring.log import ENTRY, Log
from ring.messages import NO_DECK
from ring.roster import INHERITS, unpack

USUAL_BOT_MS = 1500  # with this HATS_BOT_MS a bot thinks as long as its memory needs


class Match:
    """What a device does at one table; `table` is None while it sits at none. `Session` is built on it.

    settings: a Settings. key: the set's Key. jitter(n): a number from 0 to n - 1, for delays. now: ticks in
    milliseconds.
    """

    def __init__(self, settings, key, jitter, now):
        self.settings = settings
        self.hints_seen = {}  # how many pieces of each hint have been read since the start: each is shown once
        self.version = 0  # grows with everything that a screen may show
        self._key, self._jitter, self._now = key, jitter, now
        self.deck = deck.load(settings.deck)  # of this device: a Deck, or None
        self._stand_up(now)

    def _stand_up(self, now):
        self.table = self.table_id = self.roster = self.game = self.seat = None
        self.deck_in_use = None  # a Deck where the table does not play with the game's own
        self.resumed = False  # the log came out of this device's memory
        self._roster_data = self._kept = b""
        self._remembers = False
        self._bots = {}
        self.honours = None
        self.draft = ()  # what the player has chosen so far, where a choice takes several steps
        self._wish = None  # (seat, action) to be written as soon as it can be
        self._unsaved = 0  # entries that have not been kept yet
        self._since_ms = now
        self.version += 1

    def _sit_down(self, table, roster_data, identity, boot, entries, kept, now):
        """Begin the log of `table`: with `entries`, or empty. Raises ValueError when the roster makes no sense.

        kept: what this device remembers of that log without being whole; None where it remembers nothing.
        """
        roster = unpack(roster_data)
        game, seed = self._new_game(roster), self._seed(roster)
        me = roster.devices.index(identity) if identity in roster.devices else None
        sound = me is None or roster.boots[me] == boot
        name = engine.GAMES[roster.game[0]]
        seats = [seat for seat, person in enumerate(roster.seats) if person.device == me]
        bots = {
            seat: engine.new_bot(name, seed, seat, self._bot_kind(seat)) for seat in seats if roster.seats[seat].bot
        }
        honours = Honours(game, len(roster.seats))
        # All that may fail is done, for want of room too: until here, what there was before is as it was.
        self.table_id, self.roster, self._roster_data = table, roster, roster_data
        self.deck_in_use = None if match_config.deck_of(roster) == NO_DECK else self.deck
        self._kept, self._remembers = kept or b"", kept is not None
        self.game, self._bots, self.honours, self._game_ms, self._dealt_ms = game, bots, honours, 0, now
        people = [seat for seat in seats if seat not in bots]  # beside a bot that plays for somebody who left
        self.seat = (people + seats + [None])[0]
        self._showed = False, False  # whether something was up for all right before each of the last two actions
        self._choices = bytearray()  # of each entry, the place of its action among those that were legal
        self._changed(now)
        for at in range(0, len(entries), ENTRY):
            self._take(entries[at], entries[at + 2] << 8 | entries[at + 3])
        devices = len(roster.devices)
        self.table = Log(
            roster_data, devices, me, boot, self._take, self._turn, self._jitter, now, sound, entries, self._inherited()
        )

    def choose_step(self, steps, now):
        """Go on, or back, in a choice that takes several steps: `steps`, a tuple, are those that have been taken."""
        self.draft = steps
        self.version += 1

    def read_hint(self, hint, count, now):
        """The player has read `count` pieces of `hint`, a key of the words, or `pages.READ`: all of it."""
        self.hints_seen[hint] = count
        self.version += 1

    def just_shown(self, entries=1):
        """Whether something was up for all right before the newest `entries`, 0 or 1."""
        return self._showed[1 - entries]

    def speech(self):
        """What the bot in the own seat says as it gives: (gift, whether it hesitates); None where none gives."""
        bot = self._bots.get(self.seat)
        return None if bot is None or bot.said is None else (bot.said, bot.hesitant)

    def act(self, action, now):
        """Wish `action` for the own seat. It is written as soon as the table is settled, unless it is illegal by
        then.
        """
        self._wish = (self.seat, action)
        self._play(now)

    def name_of(self, seat):
        """The name of the player in `seat`."""
        return self.roster.seats[seat].name

    def names_at(self, device):
        """Names of the people (or, where there are none, bots) who play on device `device`, an index."""
        seats = [seat for seat in self.roster.seats if seat.device == device]
        return ", ".join([seat.name for seat in seats if not seat.bot] or [seat.name for seat in seats])

    def view(self):
        """The own seat's view of the game."""
        return self.game.view(self.seat)

    def my_turn(self):
        """Whether the own seat, played by a person, is to act, and has not wished anything yet."""
        return (
            self.seat is not None and self.game.actor == self.seat and not self.played_by_bot() and self._wish is None
        )

    def awaited(self):
        """The number of the entry that a person or a bot on this device is to write; None when it is another's."""
        here = self.table is not None and self.table.me is not None and self._turn() == self.table.me
        return self.table.count if here else None

    def played_by_bot(self):
        """Whether a bot plays the own seat."""
        return self.seat in self._bots

    def seats_bots(self):
        """Whether bots play on this device."""
        return bool(self._bots)

    def _only_bots(self):
        return all([seat.bot for seat in self.roster.seats])

    def missing(self, now):
        """Indices of the devices that the table waits for."""
        return [] if self.game.over else self.table.silent(now)

    def since_ms(self, now):
        """Milliseconds since the game last changed."""
        return now - self._since_ms

    def standing(self):
        """How the table is right now, for `founding`. A device that restarted goes by the log that it has kept."""
        table = self.table
        count, digest = len(self._known()) // ENTRY, table.digest if table.whole else 0
        boots = [heard or known for heard, known in zip(table.boots(), self.roster.boots)]
        return match_config.Standing(self.table_id, count, digest, table.whole, boots, self.roster, self.game)

    def _known(self):
        """The log as far as this device knows it: after a restart, what it had kept or what it has copied since."""
        entries = self.table.entries()
        return self._kept if not self.table.whole and len(self._kept) > len(entries) else entries

    def may_follow(self, now):
        """Whether this device may found a table that follows: one that restarted only where it hears none that did
        not.
        """
        return self.seat is not None and (self.table.whole or (self._remembers and not self.table.any_whole(now)))

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
        able = self.deck_in_use is None or asker.deck == self.deck_in_use.id
        return able and self.may_follow(now) and (room or self.seat_for(asker, now) is not None)

    def _seed(self, roster):
        """The seed of the cards: whoever lacks the set's key cannot tell it from the nonce, which is public."""
        return int.from_bytes(self._key.sign(b"deck" + roster.nonce)[:16], "big")

    def _new_game(self, roster):
        return match_config.new_game(roster, self._seed(roster), self.deck)

    def _bot_kind(self, seat):
        """The personality of the bot in `seat`."""
        kind = self.settings.bot_kind
        return engine.PERSONALITIES[seat % len(engine.PERSONALITIES)] if kind == MIXED else kind

    def _replay(self, kept, game):
        """The kept log as entries, which `game` takes. Raises ValueError when it makes no sense."""
        boots = [0] * game.players
        changes = list(kept.boots)
        entries = bytearray()
        for index, choice in enumerate(kept.choices):
            while changes and changes[0][0] == index:
                _, seat, boot = changes.pop(0)
                if seat >= game.players:
                    raise ValueError("a seat that nobody has")
                boots[seat] = boot
            actions, seat = game.actions(), game.actor
            if choice >= len(actions):
                raise ValueError("an action that was never legal")
            action = actions[choice]
            game.apply(action)
            entries.extend(bytes([seat, boots[seat], action >> 8, action & 255]))
        return bytes(entries)

    def _progress(self):
        """Whether the log, as far as this device knows it, has entries of its own, beyond those of the table before."""
        return len(self._known()) // ENTRY > self._inherited()

    def _inherited(self):
        """How many entries the log has from the table before."""
        return self.roster.length if self.roster.flags & INHERITS else 0

    def _take(self, seat, action):
        if seat != self.game.actor:
            return False
        self._show_bots()
        actions = self.game.actions()
        if action not in actions:
            return False
        self.honours.note(self.game, action)
        self._showed = self._showed[1], self.game.phase in self.game.SHOWING
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
        self.draft = ()
        self._pause_ms = self.settings.bot_ms // 2 + self._jitter(self.settings.bot_ms)
        self._unseen = True
        self._unsaved += 1
        self.version += 1

    def _show_bots(self):
        """Let the bots see what has changed. It waits for the step after, so that a press is on the screen first."""
        if self._unseen:
            self._unseen = False
            for seat in sorted(self._bots):
                self._bots[seat].see(self.game.view(seat), self._game_ms)

    def _auto_due_ms(self):
        """When this device does something by itself: turns a shown card over, or lets a bot act. None: never."""
        actor = self.game.actor
        if self.awaited() is None:
            return None
        if self.game.phase in self.game.SHOWING:
            return self._since_ms + self.settings.reveal_ms
        if actor not in self._bots:
            return None
        thinks_ms = self._bots[actor].latency_ms * self.settings.bot_ms // USUAL_BOT_MS
        return self._since_ms + self._pause_ms + thinks_ms

    def _play(self, now):
        """Let bots act in time, turn shown cards over in time, and write what is wished."""
        self._now = now
        self._game_ms = now - self._dealt_ms
        self._show_bots()
        due = self._auto_due_ms()
        if self._wish is None and due is not None and now >= due and self.table.settled():
            self._wish = (self.game.actor, self._choose())
        if self._wish is not None:
            seat, action = self._wish
            if seat != self.game.actor or action not in self.game.actions():
                self._wish = None
            else:
                self.table.write(seat, action, now)

    def _remember(self, memory):
        """Put the table and its log into `memory`."""
        memory.table, memory.roster_data, memory.choices = self.table_id, self._roster_data, bytes(self._choices)
        memory.boots = []
        last = [0] * len(self.roster.seats)
        for index in range(self.table.count):
            seat, boot, _ = self.table.entry(index)
            if last[seat] != boot:
                last[seat] = boot
                memory.boots.append((index, seat, boot))

    def _choose(self):
        game = self.game
        if game.actor in self._bots:
            return self._bots[game.actor].choose(game.view(game.actor), game.actions(), self._game_ms)
        return game.actions()[0]
