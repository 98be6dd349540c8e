"""Rooms of devices without screens, and the hands of the people in them, for tests that read like scripts.

After every step the invariants are checked that `sim.runs.chaos` checks.
"""

from pocket import lobby_host
from pocket.player import player_of
from pocket.screens.lobby_pages import lobby_page
from pocket.screens.pages import table_page
from pocket.words import Words
from ring.frames import STATUS
from ring.lobby import ASKING
from sim.measure import stage
from sim.room import Blind, Room
from sim.runs.chaos import Truth

MINUTE_MS = 60000


def going_on(game):
    """What somebody presses who wants a long game: to thank for everything."""
    return game.actions()[0]


def doubting(game):
    """What somebody presses who wants it to be over: never to thank."""
    return game.actions()[-1]


class Scene(Room):
    """A room in which people (all devices, or the first `humans`) sit at a table that has come together.

    press: what each of them presses when they may act, a function of the game, or None: nothing. spare: so many more
    devices of the set lie in the room and sit at no table.
    """

    def __init__(self, players, seed=1, humans=None, spare=0, air=None, program=Blind, **options):
        self.truth, self.sent, self.press = Truth(), [], None
        options = {"bot_ms": 200, "reveal_ms": 500, "claims": "picked", "players": players, **options}
        people = players + spare if humans is None else humans
        super().__init__(players + spare, people, seed, "mono", options, air, program=program)
        transmit = self.air.transmit
        self.air.transmit = lambda sender, frame: self.sent.append((sender, frame)) or transmit(sender, frame)
        for index in range(players, players + spare):
            self._values[index].update({"HATS_PLAYERS": 0, "HATS_PLACE": 0})
            self.erase(index)
            self.switch_on(index)
        self.until(lambda: all(self.session(index).table for index in range(players)))
        self.until(self.settled)

    def session(self, index):
        return self.apps[index].session

    def table(self, index):
        return self.session(index).table

    def at_tables(self):
        """Sessions of devices that have a seat."""
        return [session for session in self.sessions() if session.table is not None and session.seat is not None]

    def now(self, index):
        return self.devices[index].ticks()

    def run_next(self, upcoming=None):
        stepped = super().run_next(upcoming)
        for index in stepped:
            self.truth.check(self.session(index))
        for index, app in enumerate(self.apps):
            if app and self.press and app.session.table and app.session.match.my_turn():
                action = self.press(app.session.game)
                if action is not None:
                    self.do(index, "act", action)
        return stepped

    def wake(self, index):
        self._due_ms[index] = self.now_ms

    def wait(self, ms):
        self.run_to(self.now_ms + ms)

    def until(self, condition, limit_ms=5 * MINUTE_MS):
        assert self.run_until(condition, self.now_ms + limit_ms), self.where()

    def where(self):
        """For messages: who is where."""
        return [
            (one.name, one.table_id and one.table_id.hex(), one.table and (one.table.count, one.table.whole))
            for one in self.sessions()
        ]

    def settled(self):
        """Whether all that sit at tables agree, at each table, on all that was written."""
        return all(session.table.settled() for session in self.at_tables())

    def together(self, *indices):
        """Whether these devices (or all that are on) have seats at the same table, settled."""
        sessions = [self.session(index) for index in indices] or self.sessions()
        ids = {session.table_id for session in sessions}
        return len(ids) == 1 and None not in ids and all(session.table.settled() for session in sessions)

    def play(self, press, entries):
        """Let people press until so many entries have been settled, then let go."""
        self.press = press
        self.until(lambda: self.at_tables()[0].table.count >= entries)
        self.press = None
        self.until(self.settled)

    def do(self, index, what, *arguments):
        """A button of device `index`: the method `what` of its session, or of its member."""
        session = self.session(index)
        getattr(session if hasattr(session, what) else session.member, what)(*arguments, self.now(index))
        self.wake(index)

    def watch(self, index):
        """Whoever has device `index`, which sits at no table, looks on at the one that is running."""
        lobby = self.session(index).lobby
        self.until(lobby.running)
        self.do(index, "watch", lobby.running()[0])

    def open_table(self, index):
        """Whoever has device `index` opens a table."""
        lobby_host.open_table(self.session(index), self.now(index))
        self.wake(index)

    def ask(self, index, stage="gathering"):
        """Whoever has device `index` asks for a seat at the first table of this stage that is seen there."""
        lobby = self.session(index).lobby
        tables = getattr(lobby, stage)
        self.until(tables)
        self.do(index, "ask", tables()[0])

    def accept(self, index):
        """The opener, who has device `index`, lets the first sit down who asks."""
        lobby = self.session(index).lobby
        self.until(lambda: lobby.asking)
        lobby.accept(lobby.asking[0], self.now(index))
        self.wake(index)

    def askers(self, index):
        """Names of those who ask for a seat at the running table, as device `index` shows them."""
        return [asker.name for asker in self.session(index).member.askers.people]

    def asks_itself(self, index):
        """Whether device `index` asks for a seat somewhere."""
        lobby = self.session(index).lobby
        return lobby is not None and lobby.state == ASKING

    def says(self, index):
        """What stands on the screen of device `index`: title, main, note and the words at the keys."""
        session, words = self.session(index), Words()
        me = player_of(session, self.now(index))
        page = table_page(words, session.match.view(), me) if me.table else lobby_page(words, me)
        return stage.texts(page.at(words, 0))

    def agree(self, *indices):
        """These people agree to what they are asked."""
        for index in indices:
            self.until(lambda index=index: self.session(index).member.proposal)
            self.do(index, "agree")

    def off(self, *indices):
        for index in indices:
            self.switch_off(index)

    def on(self, *indices):
        for index in indices:
            self.switch_on(index)

    def erase(self, index):
        self.devices[index].nvm[:] = bytes(len(self.devices[index].nvm))

    def missed_by(self, index):
        """Names of those whom the table waits for, as device `index` shows them."""
        session = self.session(index)
        return [session.match.names_at(device) for device in session.member.missing(self.now(index))]

    def apart(self, *groups):
        """From now on nothing passes between these groups of devices."""
        self.air.cuts = [(a, b) for one in groups for other in groups if one != other for a in one for b in other]

    def finish(self):
        """Play to the end, and see that all who are there agree on it."""
        self.press = doubting
        self.until(self.finished, 60 * MINUTE_MS)
        assert self.together()
        assert len({session.game.digest() for session in self.sessions()}) == 1
        return self.sessions()[0].game

    def statuses(self):
        """(device, table, body) of every status that was sent."""
        frames = [(sender, frame) for sender, frame in self.sent if frame[2] == STATUS]
        return [(sender, bytes(frame[3:7]), bytes(frame[8:-8])) for sender, frame in frames]

    def recorded(self, kind, *senders):
        """The frames of this kind that these devices (or any) have sent, as somebody without the key records them."""
        return [frame for sender, frame in self.sent if frame[2] == kind and (not senders or sender in senders)]

    def replay(self, frames, every_ms, for_ms, until=None):
        """Send recorded frames again and again, for so long or until `until()`; returns how long it took."""
        start_ms = self.now_ms
        while self.now_ms < start_ms + for_ms and not (until and until()):
            for frame in frames:
                self.air.transmit(None, frame)
            self.wait(every_ms)
        return self.now_ms - start_ms
