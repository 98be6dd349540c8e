"""What a bot of the two games of giving takes in, and keeps as people do.

What it saw and what it was told are two memories (`engine.bots.memory`), by seat and slot. What it makes of them is
`engine.bots.giver`; both are short, because a board with little RAM compiles them in the middle of things.
"""

from engine import bots
from engine.bots.memory import Memory
from engine.core import SEEDS, Generator
from engine.gift_game import SPOKEN, View

THINKS_MS = 3000  # the longest that a bot thinks
AIR = 0  # the key of the card in the air; then come the slots, seat by seat, and then the discards


class Witness(bots.Bot):
    """Sits in one seat, sees and keeps."""

    DRAWN_ENTERS = False  # a drawn card is given at once and enters no row

    _flips: list[list[int]]  # for each seat [claims that were true, claims that were not], as flips have shown
    _recalled: int | None  # what it takes the card in the air for, and how sure that is
    _sure: int
    _told: tuple[int | None, int]  # the same of what it was told of that card

    def __init__(self, seed: int, seat: int, threshold: int, heeds: int) -> None:
        """seed: a whole number, 0 to 2**128 - 1. seat: its own. threshold: of its memories. heeds: how often in a
        hundred it heeds a card that comes to it or leaves it; what goes on between others, a third as often.
        """
        self.seat, self.heeds = seat, heeds
        self.latency_ms = 0
        self._generator = Generator(seed * 8 + seat & SEEDS - 1)
        self._facts = Memory(self._generator.below(1 << 30), threshold)
        self._claims = Memory(self._generator.below(1 << 30), threshold)  # what givers said, true or not
        self._round: int | None = None
        self._phase = ""
        self._flips = []

    def see(self, view: View, now_ms: int) -> None:  # type: ignore[override]  # of its own game
        """As `Bot.see`."""
        bots.check_shown(view, self.seat, now_ms)
        phase, before = view.phase, self._phase
        self._phase = phase
        self.latency_ms = 0
        if view.round != self._round:
            self._begin(view, now_ms)
        elif phase == "give":
            if before == "decide" or self.DRAWN_ENTERS:
                self._pass_on(view, now_ms)
            self._watch(view, now_ms)
        elif phase == "decide":
            self._hear(view, now_ms)
        elif phase == "reveal":
            assert view.shown is not None
            self._facts.learn(AIR, view.shown, now_ms)
            self._claims.forget(AIR)
        elif before == "decide" or before == "verdict":
            self._judge(view, now_ms)

    def _begin(self, view: View, now_ms: int) -> None:
        """A round begins; everybody's start gifts lie open."""
        self._round = view.round
        self._facts.clear()
        self._claims.clear()
        self._flips = self._flips or [[0, 0] for _ in range(view.players)]
        self._slots = view.sizes[0]
        self._oldest = [0] * view.players  # the slot of the oldest card of each row
        self._places = range(1, view.players * self._slots + 1)
        self._thanks = 0  # since a card was last doubted
        self._recalled, self._sure = None, 0
        self._told = None, 0
        self._take_faces(view.faces, now_ms)

    def _take_faces(self, faces: list[list[int]], now_ms: int) -> None:
        self._faces = faces
        for seat, row in enumerate(faces):
            for slot, gift in enumerate(row):
                self._facts.learn(1 + seat * self._slots + slot, gift, now_ms)

    def _pass_on(self, view: View, now_ms: int) -> None:
        """The card in the air lies now where the oldest of the giver's row lay, and that one is in the air."""
        giver = view.giver
        self._thanks += 1
        slot = self._oldest[giver]
        key = 1 + giver * self._slots + slot
        self._oldest[giver] = (slot + 1) % self._slots
        self._facts.exchange(AIR, key)
        self._claims.exchange(AIR, key)
        if self._faces[giver]:  # a start gift, which was up until now
            self._facts.learn(AIR, self._faces[giver][0], now_ms)
            self._faces = view.faces

    def _watch(self, view: View, now_ms: int) -> None:
        """A card moves: who heeds that goes over in mind what it is, and its giver has to."""
        if self._heeds(view):
            recalled = self._facts.rehearse(AIR, now_ms)
        elif self.seat == view.giver:
            recalled = self._facts.recall(AIR, now_ms)
        else:
            return
        self._recalled, self._sure = recalled
        if self.seat == view.giver:
            self.latency_ms = self._facts.latency_ms

    def _heeds(self, view: View) -> bool:
        """Whether it pays attention to what goes on between the giver and the receiver."""
        mine = self.seat == view.giver or self.seat == view.receiver
        return self._happens(self.heeds if mine else self.heeds // 3)

    def _happens(self, percent: int) -> bool:
        return self._generator.below(100) < percent

    def _hear(self, view: View, now_ms: int) -> None:
        """Somebody gives and claims: the receiver thinks, and who heeds it keeps what was said."""
        receiving = self.seat == view.receiver
        if receiving:
            self._recalled, self._sure = self._facts.recall(AIR, now_ms)
            self._told = self._claims.recall(AIR, now_ms)
            self.latency_ms = min(self._facts.latency_ms + self._claims.latency_ms, THINKS_MS)
        self._claims.forget(AIR)  # the new claim takes the place of an old one, even if it is the same
        claim = view.claim
        if claim is not None and claim != SPOKEN and (receiving or self.seat == view.giver or self._heeds(view)):
            self._claims.learn(AIR, claim, now_ms)

    def _judge(self, view: View, now_ms: int) -> None:
        """A doubted card lies open: was its giver honest?"""
        if view.phase != "verdict":
            self._flips[view.giver][view.loser == view.giver] += 1
            self._thanks = 0
            self._facts.forget(AIR)
            self._claims.forget(AIR)
