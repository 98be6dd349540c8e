"""The match as one device plays it: the game, the bots in the seats of this device, and what its player wishes.

It is the game behind the log (`ring.ports.Game`). There is one way from a button to a screen, on the own device too:
`wish`, the log takes the entry, every device hands the entry to its game, and the game's views are what is shown.
"""

import engine
from engine.honours import Honours
from pocket import deck, match_config
from pocket.settings import MIXED
from ring.messages import NO_DECK

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from engine.core import Game, View
    from pocket.settings import Settings
    from ring.frames import Key
    from ring.messages import Person, Roster, Seat
    from ring.ports import Jitter


USUAL_BOT_MS = 1500  # with this HATS_BOT_MS a bot thinks as long as its memory needs


class Match:
    """What a device does at one table; `game` is None while it sits at none.

    settings: a Settings. key: the set's Key. jitter(n): a number from 0 to n - 1, for delays.
    """

    game: "Game"
    roster: "Roster"
    seat: int | None
    _me: int | None
    deck_in_use: deck.Deck | None
    honours: Honours
    _wish: tuple[int, int] | None

    def __init__(self, settings: "Settings", key: "Key", jitter: "Jitter") -> None:
        self.settings = settings
        self.hints_seen = {}  # how many pieces of each hint have been read since the start: each is shown once
        self._key, self._jitter = key, jitter
        self.deck = deck.load(settings.deck)  # of this device: a Deck, or None
        self.end()

    def end(self) -> None:
        """Let go of the game: this device sits at no table any more."""
        self.roster = self.game = self.seat = self._me = None
        self.deck_in_use = None  # a Deck where the table does not play with the game's own
        self.honours = None
        self.draft = ()  # what the player has chosen so far, where a choice takes several steps
        self._bots = {}
        self._wish = None  # (seat, action) to be written as soon as it can be

    # the game behind the log

    def check(self, roster: "Roster") -> None:
        """Raise ValueError when this device cannot play what the roster asks for."""
        match_config.check(roster, self.deck)

    def begin(self, roster: "Roster", me: int | None, now: int) -> None:
        """Begin the game of a roster, on its device `me`; None: to look on. Raises ValueError when that cannot be."""
        game, seed = self._new_game(roster), self.seed_of(roster)
        name = engine.GAMES[roster.game[0]]
        seats = [seat for seat, person in enumerate(roster.seats) if person.device == me]
        bots = {
            seat: engine.new_bot(name, seed, seat, self._bot_kind(seat)) for seat in seats if roster.seats[seat].bot
        }
        honours = Honours(game, len(roster.seats))
        # Nothing below can fail, for want of memory either: a failure above leaves the game before as it was.
        self.roster, self._me = roster, me
        self.deck_in_use = None if match_config.deck_of(roster) == NO_DECK else self.deck
        self.game, self._bots, self.honours, self._game_ms, self._dealt_ms = game, bots, honours, 0, now
        people = [seat for seat in seats if seat not in bots]  # beside a bot that plays for somebody who left
        self.seat = (people + seats + [None])[0]
        self._showed = None, None  # what was up for all right before each of the last two actions: a number, or None
        self._revealed = -1  # how many actions there were when the own player last turned something up
        self._choices = bytearray()  # of each entry, the place of its action among those that were legal
        self._changed(now)

    def take(self, seat: int, action: int, now: int) -> bool:
        """Take an action. Returns False, and changes nothing, where the rules do not allow it."""
        if seat != self.game.actor:
            return False
        self._show_bots()
        actions = self.game.actions()
        if action not in actions:
            return False
        self.honours.note(self.game, action)
        shows = self.game.phase in self.game.SHOWING
        self._showed = self._showed[1], getattr(self.game, "shown", None) if shows else None
        self.game.apply(action)
        self._choices.append(actions.index(action))
        if seat == self.seat and seat not in self._bots and action >> 8 in self.game.REVEALS:
            self._revealed = self.count
        self._changed(now)
        return True

    def restart(self, now: int) -> None:
        """Begin the same game anew, without the actions that were taken."""
        self.begin(self.roster, self._me, now)

    def turn(self) -> int | None:
        """The index of the device that may write the next entry; None: nobody."""
        actor = self.game.actor
        return None if actor is None else self.roster.seats[actor].device

    def over(self) -> bool:
        """Whether the match is over."""
        return self.game.over

    def between_rounds(self) -> bool:
        """Whether a round is over and the next has not begun: when somebody may join."""
        return self.game.phase == "round"

    def choices(self) -> bytes:
        """The actions taken since the beginning, a byte each: the place of each among those that were legal."""
        return bytes(self._choices)

    def replay(self, roster: "Roster", choices: bytes) -> "Iterator[tuple[int, int]]":
        """(seat, action) of each of these actions. Raises ValueError when they make no sense."""
        game = self._new_game(roster)
        for choice in choices:
            actions, seat = game.actions(), game.actor
            if choice >= len(actions):
                raise ValueError("an action that was never legal")
            game.apply(actions[choice])
            yield seat, actions[choice]

    def goes_on_with(self, seats: "list[Seat]") -> bool:
        """Whether the game can go on where it is when these play it. Where claims are spoken, which no bot can hear, it
        cannot when bots and people come to sit together.
        """
        return not match_config.fit_claims(dict(self.game.options), seats)

    def next_round(self, kept: list[int], seats: "list[Seat]") -> bytes:
        """The roster's part for a round of `seats`, of which the first are the seats `kept` of today, in order."""
        from pocket.founding import next_round  # late: most matches need no new table

        return next_round(self.game, self.roster, kept, seats)

    def may_play(self, person: "Person") -> bool:
        """Whether the device of `person` has the deck that is played with."""
        return self.deck_in_use is None or person.deck == self.deck_in_use.id

    # what the player does and sees

    @property
    def name(self) -> str:
        """The name of the game that is played."""
        return engine.GAMES[self.roster.game[0]]

    @property
    def count(self) -> int:
        """How many actions have been taken."""
        return len(self._choices)

    def reveals(self) -> bool:
        """Whether the newest action is the own player's, and turned up what nobody could know."""
        return self._revealed == self.count

    def choose_step(self, steps: "tuple[Any, ...]", now: int) -> None:
        """Go on, or back, in a choice that takes several steps: `steps`, a tuple, are those that have been taken."""
        self.draft = steps

    def read_hint(self, hint: str, count: int, now: int) -> None:
        """The player has read `count` pieces of `hint`, a key of the words, or `pages.READ`: all of it."""
        self.hints_seen[hint] = count

    def just_shown(self, entries: int = 1) -> int | None:
        """The number of what was up for all right before the newest `entries`, 0 or 1; None: nothing was."""
        return self._showed[1 - entries]

    def speech(self) -> tuple[int, bool] | None:
        """What the bot in the own seat says as it gives: (gift, whether it hesitates); None where none gives."""
        bot = self._bots.get(self.seat)
        return None if bot is None or bot.said is None else (bot.said, bot.hesitant)

    def wish(self, action: int) -> None:
        """Wish `action` for the own seat. It is written as soon as the table is settled, unless it is illegal by
        then.
        """
        self._wish = (self.seat, action)

    def name_of(self, seat: int) -> str:
        """The name of the player in `seat`."""
        return self.roster.seats[seat].name

    def names_at(self, device: int) -> str:
        """Names of the people (or, where there are none, bots) who play on device `device`, an index."""
        seats = [seat for seat in self.roster.seats if seat.device == device]
        return ", ".join([seat.name for seat in seats if not seat.bot] or [seat.name for seat in seats])

    def view(self) -> "View":
        """The own seat's view of the game."""
        return self.game.view(self.seat)

    def my_turn(self) -> bool:
        """Whether the own seat, played by a person, is to act, and has not wished anything yet."""
        return (
            self.seat is not None and self.game.actor == self.seat and not self.played_by_bot() and self._wish is None
        )

    def awaited(self) -> int | None:
        """The number of the entry that a person or a bot on this device is to write; None when it is another's."""
        here = self.game is not None and self._me is not None and self.turn() == self._me
        return self.count if here else None

    def played_by_bot(self) -> bool:
        """Whether a bot plays the own seat."""
        return self.seat in self._bots

    def seats_bots(self) -> bool:
        """Whether bots play on this device."""
        return bool(self._bots)

    def since_ms(self, now: int) -> int:
        """Milliseconds since the game last changed."""
        return now - self._since_ms

    def seed_of(self, roster: "Roster") -> int:
        """The seed of the cards: whoever lacks the set's key cannot tell it from the nonce, which is public."""
        return int.from_bytes(self._key.sign(b"deck" + roster.nonce)[:16], "big")

    def _new_game(self, roster: "Roster") -> "Game":
        return match_config.new_game(roster, self.seed_of(roster), self.deck)

    def _bot_kind(self, seat: int) -> str:
        """The personality of the bot in `seat`."""
        kind = self.settings.bot_kind
        return engine.PERSONALITIES[seat % len(engine.PERSONALITIES)] if kind == MIXED else kind

    def _changed(self, now: int) -> None:
        self._since_ms = now
        self._wish = None
        self.draft = ()
        self._pause_ms = self.settings.bot_ms // 2 + self._jitter(self.settings.bot_ms)
        self._unseen = True

    def _show_bots(self) -> None:
        """Let the bots see what has changed. It waits for the step after, so that a press is on the screen first."""
        if self._unseen:
            self._unseen = False
            for seat in sorted(self._bots):
                self._bots[seat].see(self.game.view(seat), self._game_ms)

    def due_ms(self) -> int | None:
        """When this device is to do something: at once what is wished, in time to turn a shown card over or to let a
        bot act. None: never.
        """
        actor = self.game.actor
        if self._wish is not None:
            return self._since_ms
        if self.awaited() is None:
            return None
        if self.game.phase in self.game.SHOWING:
            return self._since_ms + self.settings.reveal_ms
        if actor not in self._bots:
            return None
        thinks_ms = self._bots[actor].latency_ms * self.settings.bot_ms // USUAL_BOT_MS
        return self._since_ms + self._pause_ms + thinks_ms

    def poll(self, settled: bool, now: int) -> tuple[int, int] | None:
        """Let bots act in time, turn shown cards over in time. settled: whether an entry can be written.

        Returns (seat, action) of what is to be written now; it comes again until it is. None: nothing.
        """
        self._game_ms = now - self._dealt_ms
        self._show_bots()
        due = self.due_ms()
        if self._wish is None and due is not None and now >= due and settled:
            self._wish = (self.game.actor, self._choose())
        if self._wish is not None:
            seat, action = self._wish
            if seat != self.game.actor or action not in self.game.actions():
                self._wish = None
        return self._wish

    def _choose(self) -> int:
        game = self.game
        if game.actor in self._bots:
            return self._bots[game.actor].choose(game.view(game.actor), game.actions(), self._game_ms)
        return game.actions()[0]
