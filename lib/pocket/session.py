"""One device's part in a table, without anything to see or press: the lobby, the log, the game, and the bots it plays.

There is one way from a button to a screen, on the own device too: `act` wishes, the log takes the entry, every device
hands the entry to its game, and the game's views are what is shown.
"""

from adafruit_ticks import ticks_add, ticks_diff
from ring.frames import ASK, NOBODY, OFFER, SETUP, STATUS, Codec, Key
from ring.lobby import STARTING, Lobby, Person
from ring.roster import NONCE, Roster, Seat, pack, unpack
from ring.table import Table

import engine
from engine.bots import Bot

SOLO_BOTS = 3
AGAIN_MS = 6000  # a device that a bot plays leaves a finished match by itself after this
SETUP_MS = 200  # between repeats of the roster while a device has not answered
BOT_NAMES = ("Bowler", "Fez", "Beret", "Fedora", "Stetson", "Trilby", "Panama", "Cloche")


class Session:
    """link, settings: see `ring` and `Settings`. device: this one's id, 4 bytes. boot: its boot number, 1 to 65535,
    never used before. jitter(n): a number from 0 to n - 1, for delays. entropy(n): n random bytes. now: ticks in ms."""

    def __init__(self, link, settings, device, boot, jitter, entropy, now):
        self.settings = settings
        self.name = settings.name or BOT_NAMES[device[-1] % len(BOT_NAMES)]
        self.version = 0  # grows with everything that a screen may show
        self.nonsense = 0  # frames with a good tag whose body makes no sense
        self._link = link
        self._key = Key(bytes.fromhex(settings.key))
        self.codec = Codec(self._key)
        self._device, self._boot = device, boot
        self._jitter, self._entropy = jitter, entropy
        self._to_lobby(now)

    def _to_lobby(self, now):
        person = Person(self._device, self.name, self.settings.place, self.settings.bot == 1, now)
        self.lobby = Lobby(person, self._jitter, now)
        self.guests = 0  # bots that the opener adds
        self.table = self.game = self.roster = self.seat = None
        self._bots = {}
        self._wish = None
        self._since_ms = now
        self._seen = None
        self.version += 1

    # what the player decides

    def open(self, now):
        """Open a table that others can join."""
        self.lobby.open(self._entropy(4), self.settings.game, now)
        self.version += 1

    def add_bot(self, now):
        """Let one more bot sit at the table that is open here."""
        self.guests += 1
        self.version += 1

    def play_with_bots(self, now):
        """A game on this device alone."""
        self.open(now)
        self.guests = SOLO_BOTS
        self.found(now)

    def start(self, now):
        """Close the doors: ask who received a gift last, or begin at once where nobody else can answer."""
        if len(self.lobby.people) == 1:
            self.found(now)
        else:
            self.lobby.start(now)
        self.version += 1

    def found(self, now):
        """Found the table that is open here, with everybody who sits and `guests` bots; the game begins."""
        lobby = self.lobby
        opener = lobby.people.index(lobby.me)
        seats = [Seat(index, person.bot, person.name) for index, person in enumerate(lobby.people)]
        seats += [Seat(opener, True, name) for name in self.people()[len(seats) :]]
        starter = self._entropy(1)[0] % len(seats)
        for index, person in enumerate(lobby.people):
            if person.device == lobby.last_gift:
                starter = index
        game = pack_game(self.settings.game, len(seats), starter, self._options(seats))
        devices = [person.device for person in lobby.people]
        self._sit(lobby.table, pack(Roster(self._entropy(NONCE), devices, seats, game)), now)

    def _options(self, seats):
        options = self.settings.options_for(len(seats))
        if 0 < sum([seat.bot for seat in seats]) < len(seats):
            options["claims"] = "picked"  # bots can neither hear people nor speak to them
        return options

    def act(self, action, now):
        """Wish `action` for the own seat. It is written as soon as the table is settled, unless it is illegal by
        then.
        """
        self._wish = (self.seat, action)
        self.step(now)

    def leave(self, now):
        """Leave the table, or the lobby's table; back to looking round."""
        self._to_lobby(now)

    # what there is to see

    def people(self):
        """Names of those who will play at the table that is open here, clockwise."""
        names = [person.name for person in self.lobby.people]
        spare = [name for name in BOT_NAMES if name not in names]
        return names + spare[: self.guests]

    def name_of(self, seat):
        """The name of the player in `seat`."""
        return self.roster.seats[seat].name

    def view(self):
        """The own seat's view of the game."""
        return self.game.view(self.seat)

    def my_turn(self):
        """Whether the own seat, played by a person, is to act, and has not wished anything yet."""
        return self.game.actor == self.seat and self.seat not in self._bots and self._wish is None

    def missing(self, now):
        """Names of the players whose device the table waits for."""
        silent = self.table.silent(now)
        return [seat.name for seat in self.roster.seats if seat.device in silent and not seat.bot]

    def since_ms(self, now):
        """Milliseconds since the game last changed."""
        return ticks_diff(now, self._since_ms)

    # the air and the clock

    def step(self, now):
        """Do all that is due: hear, decide for bots, write, send."""
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
            return self.lobby.wait_ms(now)
        wait = self.table.wait_ms(now)
        due = self._auto_due_ms()
        if due is not None:
            wait = min(wait, max(0, ticks_diff(due, now)) if self._wish is None else 5)
        return wait

    def _hear(self, frame, now):
        message = self.codec.unpack(frame)
        if message is None:
            return
        kind, table, sender, body = message
        try:
            if self.table is not None:
                if kind == STATUS and table == self._id:
                    self.table.hear(sender, body, now)
            elif kind == OFFER:
                self.lobby.hear_offer(table, body, now)
            elif kind == ASK:
                self.lobby.hear_ask(table, body, now)
            elif kind == SETUP and table == self.lobby.table:
                self._sit(table, body, now)
        except ValueError:
            self.nonsense += 1

    def _step_lobby(self, now):
        lobby = self.lobby
        if self.settings.players:
            self._seat_by_itself(now)
        if lobby.opener and lobby.stage == STARTING and lobby.last_gift is not None:
            self.found(now)
        if self.table is not None:
            return
        due = lobby.due(now)
        if due is not None:
            is_offer, table, body = due
            self._link.send(self.codec.pack(OFFER if is_offer else ASK, table, NOBODY, body))
        seen = lobby.summary()
        if seen != self._seen:
            self._seen = seen
            self.version += 1

    def _seat_by_itself(self, now):
        """A set whose devices have fixed places starts without a hand: the first place opens, the others sit down."""
        lobby = self.lobby
        if self.settings.place <= 1:
            if lobby.table is None:
                self.open(now)
            for person in lobby.asking[:]:
                lobby.accept(person, now)
            lobby.people.sort(key=lambda person: (person.place, person.device))
            if len(lobby.people) == self.settings.players:
                self.found(now)
        elif lobby.offers and lobby.offer() is None:
            lobby.ask(lobby.offers[0], now)

    def _sit(self, table, roster_data, now):
        """Start the log of a table whose roster has this device; otherwise (somebody else's table) do nothing."""
        roster = unpack(roster_data)
        if self._device not in roster.devices:
            return
        name, starter, options = unpack_game(roster.game, len(roster.seats))
        seed = int.from_bytes(self._key.sign(b"deck" + roster.nonce)[:16], "big")
        self.game = engine.new_game(name, len(roster.seats), seed, starter, options)
        me = roster.devices.index(self._device)
        self._id, self.roster, self._roster_data = table, roster, roster_data
        self._setup_ms = now
        self._opener = self.lobby.opener
        self._bots = {}
        for seat, person in enumerate(roster.seats):
            if person.device == me:
                if self.seat is None:
                    self.seat = seat
                if person.bot:
                    self._bots[seat] = Bot((seed + seat) & (1 << 128) - 1, self.settings.bot_errors)
        self.table = Table(roster_data, len(roster.devices), me, self._boot, self._take, self._turn, self._jitter, now)
        self._changed(now)

    def _take(self, seat, action):
        if seat != self.game.actor:
            return False
        self._show_bots()
        try:
            self.game.apply(action)
        except engine.IllegalAction:
            return False
        self._changed(self._now)
        return True

    def _turn(self):
        actor = self.game.actor
        return None if actor is None else self.roster.seats[actor].device

    def _changed(self, now):
        self._now = self._since_ms = now
        self._wish = None
        self._pause_ms = self.settings.bot_ms // 2 + self._jitter(self.settings.bot_ms)
        self._unseen = True
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
        if self._turn() != self.table.me:
            return None
        if self.game.phase == "reveal":
            return ticks_add(self._since_ms, self.settings.reveal_ms)
        return ticks_add(self._since_ms, self._pause_ms) if actor in self._bots else None

    def _step_table(self, now):
        self._now = now
        self._show_bots()
        due = self._auto_due_ms()
        if self._wish is None and due is not None and ticks_diff(now, due) >= 0:
            self._wish = (self.game.actor, self._choose())
        if self._wish is not None:
            seat, action = self._wish
            if seat != self.game.actor or action not in self.game.actions():
                self._wish = None
            else:
                self.table.write(seat, action, now)
        body = self.table.status(now)
        if body is not None:
            self._link.send(self.codec.pack(STATUS, self._id, self.table.me, body))
        if self._opener and ticks_diff(now, self._setup_ms) >= 0 and not self.table.complete():
            self._setup_ms = ticks_add(now, SETUP_MS + self._jitter(SETUP_MS // 4))
            self._link.send(self.codec.pack(SETUP, self._id, NOBODY, self._roster_data))
        if self.game.over and self.seat in self._bots and self.since_ms(now) > AGAIN_MS and self.settings.players:
            self.leave(now)

    def _choose(self):
        game = self.game
        if game.actor in self._bots:
            return self._bots[game.actor].choose(game.view(game.actor), game.actions())
        return game.actions()[0]


def pack_game(name, players, starter, options):
    """The game's part of a roster: number of the game, starter, and for each option the place of its value."""
    out = bytearray([engine.GAMES.index(name), starter])
    for option, allowed in engine.rules(name).choices(players):
        out.append(allowed.index(options.get(option, allowed[0])))
    return bytes(out)


def unpack_game(data, players):
    """(name, starter, options) of a roster's game. Raises ValueError when this program does not know such a game."""
    if len(data) < 2 or data[0] >= len(engine.GAMES):
        raise ValueError("an unknown game")
    name = engine.GAMES[data[0]]
    choices = engine.rules(name).choices(players)
    if len(data) != 2 + len(choices):
        raise ValueError("other options than this program has")
    options = {}
    for index, (option, allowed) in zip(data[2:], choices):
        if index >= len(allowed):
            raise ValueError("an unknown choice")
        options[option] = allowed[index]
    return name, data[1], options
