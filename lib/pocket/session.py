"""A device from its start on: the lobby, the table, the match, and the link over which all of it goes.

It holds the four and knows none of their rules: the lobby knows how a table comes together (`ring.lobby`, and
`pocket.lobby_host`), the member how it is kept and goes on as another (`ring.member`), the match what is played. Here
is what joins them: which of them hears a frame, and what a device does by itself whose seat a bot plays.
"""

import engine
from pocket.deck import id_of
from pocket.match import Match
from ring.frames import ASK, NOBODY, NONSENSE, OFFER, SETUP, STATUS, Codec, Key
from ring.member import AWAY, SEATED, Member
from ring.memory import Memory
from ring.messages import ID, LOOK, Person, pack_ask, unpack_ask, unpack_offer, unpack_roster

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from engine.core import Game
    from pocket.settings import Settings
    from pocket.store import Store
    from ring.link import Link
    from ring.lobby import Lobby, Offer
    from ring.log import Log
    from ring.messages import Roster
    from ring.ports import Entropy, Jitter, Message


FRAMES = 16  # the most that one step reads: keys, lamp and screen are not to wait for the air
AGAIN_MS = 6000  # a device that a bot plays leaves a finished match by itself after this
NOTICE_MS = 4000  # so long it is said what was last heard of somebody who cannot play along
TELL_MS = 1000  # and so often they are told, and what is said of whom changes
GRAVE = ("doubled",), ("forked",)  # what is said whatever else there is to show
LISTEN_MS = 400  # before the first place of a set opens a table, it hears whether one is running
BOT_NAMES = ("Bowler", "Fez", "Beret", "Fedora", "Stetson", "Trilby", "Panama", "Cloche")


class Session:
    """`member.state` says whether it is at a table; `lobby` is there only while it is not."""

    lobby: "Lobby | None"

    def __init__(
        self, link: "Link", settings: "Settings", store: "Store", jitter: "Jitter", entropy: "Entropy", now: int
    ) -> None:
        """link, settings, store: see `ring.links`, `Settings` and `Store`. jitter(n): a number from 0 to n - 1, for
        delays. entropy(n): n random bytes. now: ms.
        """
        key = Key(bytes.fromhex(settings.key))
        self.settings, self.entropy = settings, entropy
        self.codec = Codec(key)
        self.sent = self.heard = 0  # frames
        self.demonstrates = False  # bots play here, match after match, until somebody presses a button
        self._link, self._jitter = link, jitter
        self._busy = False  # frames may be waiting that the last step did not read
        kept = store.load() or Memory(self._new_identity(key), 0)
        settings.recall(kept.preferences)
        kept.preferences = settings.preferences
        self.name = settings.name or BOT_NAMES[kept.identity[-1] % len(BOT_NAMES)]
        self.match = Match(settings, key, jitter)
        decks, rules = id_of(self.match.deck), engine.RULES_ID
        me = Person(kept.identity, kept.boot, self.name, settings.place, settings.bot == 1, now, decks, rules)
        self._notice: "tuple[Any, ...] | None" = None
        self._noted_ms, self._changed_ms, self._told_ms = now, now, now - TELL_MS
        self.member = Member(me, kept, store, self.match, jitter, entropy, self.codec.dropped)
        self.member.restore(now)
        self.lobby = None
        if self.member.state == AWAY:
            self._to_lobby(now)
        elif len(self.member.roster.devices) == 1 and self.member.only_bots() and not settings.bot:
            self.demonstrates = me.bot = True

    def _new_identity(self, key: Key) -> bytes:
        """An id that no other device has. The name helps where chips draw poor random numbers right after their
        start.
        """
        return key.sign(self.entropy(8) + self.settings.name.encode())[:ID]

    def _to_lobby(self, now: int) -> None:
        from ring.lobby import Lobby  # late: nobody needs it at a table

        self.me.bot = self.settings.bot == 1
        self.lobby = Lobby(self.me, self._jitter, now)
        self.wants_deck = self.match.deck is not None  # at a table that is open here
        self.demonstrates = False
        self._since_ms = now  # when it came to the lobby
        self.match.end()

    @property
    def me(self) -> Person:
        """This device and its player, as others are told."""
        return self.member.me

    @property
    def table(self) -> "Log | None":
        """The log of the table that it is at; None: it is at none."""
        return self.member.log

    @property
    def table_id(self) -> bytes | None:
        return self.member.table

    @property
    def roster(self) -> "Roster | None":
        return self.member.roster

    @property
    def game(self) -> "Game | None":
        return self.match.game

    @property
    def seat(self) -> int | None:
        return self.match.seat

    # what the player decides; for the table that is open here see `pocket.lobby_host`

    def act(self, action: int, now: int) -> None:
        """Do `action` in the own seat, as soon as the table is settled."""
        self.match.wish(action)
        self._write(now)

    def leave(self, now: int) -> None:
        """Leave the table, or the lobby's table; back to looking round."""
        if self.member.state != AWAY:
            self.member.leave(self.match.reveals() and not self.table.settled())
        self._to_lobby(now)

    def ask(self, offer: "Offer", now: int) -> None:
        """Ask for a seat at the table of `offer`, as if never before: a refusal counts for one asking."""
        self.member.speak_anew()
        self.lobby.ask(offer, now)

    def come_back(self, now: int) -> None:
        """Ask for a seat at the table that has gone on without this device."""
        found = self.member.went_on
        if found is None:  # there is no reason to any more
            return
        self.leave(now)
        self.lobby.hear_roster(found.table, found.roster, found.data, now)
        self.lobby.ask(self.lobby.offers[0], now)

    def watch(self, offer: "Offer", now: int) -> None:
        """Look on at the running table of `offer`, or come back where this device has a seat there."""
        if self.me.device in [device for device, _ in offer.people]:
            self.ask(offer, now)
        else:
            self.sit(offer.table, offer.roster_data, now)

    def sit(self, table: bytes, roster_data: bytes, now: int, founder: bool = False, entries: bytes = b"") -> None:
        """Sit down, or look on, at the table with that id and entry 0. Raises ValueError when it cannot be played."""
        self.member.sit(table, roster_data, now, founder, entries)
        self._settle_in()

    def _settle_in(self) -> None:
        """Let the lobby go where the device sits at a table by now."""
        if self.member.state != AWAY:
            self.lobby = None

    def may_leave(self, now: int) -> bool:
        """Whether a finished table can do without this device: all know the end, or have had time enough to."""
        return self.table.settled() or self.match.since_ms(now) > 5 * AGAIN_MS

    def prefer(self, name: str, value: int | str, now: int) -> None:
        """Let the player's own choice stand in for the setting `name`, and keep it."""
        self.settings.prefer(name, value)
        self.member.keeper.prefer(self.settings.preferences)

    # what there is to see

    def game_at_hand(self) -> str:
        """The name of the game that is played here, or chosen."""
        return self.settings.game if self.game is None else self.match.name

    def seen(self, now: int) -> "tuple[Any, ...]":
        """All that a screen may show and that changes without a press, to compare with."""
        if self.member.state == AWAY:
            return self.lobby.summary(), self.notice(now)
        notice = self.notice(now)
        return self.member.seen(now), notice if notice in GRAVE or self.member.missing(now) else None

    def notice(self, now: int) -> "tuple[Any, ...] | None":
        """Why somebody who is about cannot play along, as `Words.say` wants it; None: there is nothing to say."""
        return self._notice if now - self._noted_ms < NOTICE_MS else None

    def note(self, now: int, *sentence: "Any") -> None:
        """Have it said for a while, as long as it is heard, and for TELL_MS at least before something else is said."""
        if self.notice(now) != sentence:
            if self._notice is not None and now - self._changed_ms < TELL_MS:
                return
            self._changed_ms = now
        self._notice, self._noted_ms = sentence, now

    # the air and the clock

    def step(self, now: int) -> None:
        """Do all that is due: hear, decide for bots, write, send, keep."""
        self._busy = True
        for _ in range(FRAMES):
            frame = self._link.recv()
            if frame is None:
                self._busy = False
                break
            self._hear(frame, now)
        if self.member.state == AWAY:
            _gathering().step(self, now)
            if self.member.state == AWAY:
                self._send(self.lobby.poll(now) + self.member.poll(now))
        else:
            self._write(now)
            if self.table.usurped and self.table.whole:  # one that is not comes back under another boot number
                self.table.usurped = 0
                self.note(now, "doubled")
            if self.table.forked:
                self.table.forked = False
                self.note(now, "forked")
            self._send(self.member.poll(now))
            self._decide(now)
            if self.member.state == AWAY and self.game is not None:  # its table has gone
                self._to_lobby(now)

    def wait_ms(self, now: int) -> int:
        """Milliseconds until `step` has something to do, unless a frame or a key comes first."""
        if self._busy:
            return 0
        if self.member.state == AWAY:
            return min(LISTEN_MS, self.lobby.wait_ms(now))
        wait = self.member.wait_ms(now)
        due = self.match.due_ms()
        if due is not None and self.table.settled():  # while it is not, only a frame changes anything
            wait = min(wait, max(0, due - now))
        return wait

    def since_ms(self, now: int) -> int:
        """Milliseconds since the game last changed, or since this device came to the lobby."""
        return now - self._since_ms if self.member.state == AWAY else self.match.since_ms(now)

    def _write(self, now: int) -> None:
        entry = self.match.poll(self.table.settled(), now)
        if entry is not None and self.member.write(entry[0], entry[1], now):
            alone = len(self.member.roster.devices) == 1  # nobody else holds what the player has done
            if self.match.reveals() or (alone and entry[0] == self.seat):
                self.member.keeper.save_now()  # before anybody sees it: or the plug would take it back

    def _send(self, messages: "list[Message]") -> None:
        for kind, table, sender, body in messages:
            self.sent += 1
            self._link.send(self.codec.pack(kind, table, sender, body))

    def _hear(self, frame: bytes, now: int) -> None:
        message = self.codec.unpack(frame)
        if message is None:
            return
        self.heard += 1
        kind, table, sender, body = message
        try:
            if kind != STATUS and body[-ID:] != engine.RULES_ID:
                self._hear_other_program(kind, table, sender, body, now)
            elif self.member.state != AWAY:
                self.member.hear(kind, table, sender, body, now)
            elif kind == SETUP:
                self._hear_roster(table, body, now)
            elif kind != STATUS or not self.member.is_past(table):
                self.lobby.hear(kind, table, body, now)
                if kind == STATUS:
                    self.member.hear_away(self.lobby.table, table, body, now)
                    self._settle_in()
        except ValueError:
            self.codec.dropped[NONSENSE] += 1

    def _hear_other_program(self, kind: int, table: bytes, sender: int, body: bytes, now: int) -> None:
        """Somebody of this set plays by other rules. Both are to know it, and nothing more comes of it."""
        if kind == ASK:
            wish, person, _ = unpack_ask(body, now)
            names = [person.name]
            if wish == LOOK and self.member.state == SEATED:
                self.member.hear(kind, table, sender, body, now)  # the roster is the answer
        elif kind == OFFER:
            names = [unpack_offer(body)[2][0][2]]
            if self.member.state == AWAY and now - self._told_ms > TELL_MS:
                self._told_ms = now
                self._send([(ASK, table, NOBODY, pack_ask(LOOK, self.me, 0))])
        else:
            roster = unpack_roster(body)
            names = [seat.name for seat in roster.seats if roster.devices[seat.device] != self.me.device]
        if names:
            self.note(now, "other_program", names[0])

    def _hear_roster(self, table: bytes, roster_data: bytes, now: int) -> None:
        """The roster of a table that has begun: the one asked at, or another to be shown."""
        roster = unpack_roster(roster_data)
        self.match.check(roster)
        if self.member.is_past(table):
            return
        if self.me.device in roster.devices and self.lobby.table in (table, roster.parent):
            self.member.come_to(table, roster, roster_data, self.lobby.saw_gather(table), now)
            self._settle_in()
        else:
            self.lobby.hear_roster(table, roster, roster_data, now)

    def _decide(self, now: int) -> None:
        """What a device does by itself: it leaves, comes back, or lets somebody in where only bots are asked."""
        member, match = self.member, self.match
        if member.state != SEATED:
            return
        if self.demonstrates and match.over() and match.since_ms(now) > AGAIN_MS:
            self.leave(now)
            _gathering().demonstrate(self, now)
        elif self._is_to_leave(now):
            self.leave(now)
        elif member.went_on and match.played_by_bot():
            self.come_back(now)
        elif self._lets_in(now):
            member.let_in(member.askers.people[0], now)

    def _lets_in(self, now: int) -> "bool | list[Person]":
        """Whether the first who asks for a seat gets it unasked: at a table of bots, from one of them."""
        member = self.member
        first = member.askers.people and member.only_bots() and self.table.rank(now) == 0
        return first and member.can_let_in(member.askers.people[0], now)

    def _is_to_leave(self, now: int) -> bool:
        """Whether a bot's device has nothing more to do here: the match is over, or nobody remembers the table."""
        if not self.match.played_by_bot() or not self.settings.players:
            return False
        if self.match.over():
            return self.match.since_ms(now) > AGAIN_MS and self.may_leave(now)
        return self.member.hopeless(now)


def _gathering() -> "Any":
    from pocket import lobby_host  # late: nobody needs it at a table

    return lobby_host
