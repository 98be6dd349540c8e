"""Players for empty seats of the two games of giving: they remember as people do, doubt, and bluff.

A bot gets views of its seat and nothing else, so it knows no more than a person there could. What it saw and what it
was told are two memories (`engine.memory`), by seat and slot. It weighs what to do by the penalties that it expects.
"""

from engine.core import ACCEPT, GIVE, REFUSE, SEEDS, SPOKEN, VERDICT, Generator
from engine.memory import ORDINARY, SURE, Memory

THINKS_MS = 3000  # the longest that a bot thinks
AIR = 0  # the key of the card in the air; then come the slots, seat by seat, and then the discards
DOUBT_WEIGHT = 4  # a giver's reputation begins as if so many flips had shown what the bot's trust expects
RISK = 350  # penalties, in thousandths, that are expected of giving a card that one does not remember
PATIENCE = 50  # after so many thanks in a row everybody grows curious, by CURIOSITY thousandths with each further one
CURIOSITY = 10
MOOD = 300  # nobody weighs exactly what is uncertain: up to so much more or less, in thousandths of a penalty

# What a bot is like: the threshold of its memory; how often in a hundred it heeds a card that comes to it or leaves it
# (what goes on between others, a third as often); how far it trusts a giver of whom it knows nothing, in thousandths;
# and how often in a hundred it bluffs in each of the author's three styles: claims something else than what it
# remembers (invent), sounds unsure though it is sure (feign doubt), sounds as if it only played unsure when it is
# (double bluff). A perfect bot is for measurements: it forgets nothing and never bluffs.
_TEMPERS = {
    "ordinary": (ORDINARY, 30, 700, 4, 15, 40),
    "goldfish": (ORDINARY * 2, 20, 700, 4, 15, 40),
    "elephant": (ORDINARY // 3, 60, 700, 8, 15, 40),
    "liar": (ORDINARY, 30, 600, 20, 30, 40),
    "sceptic": (ORDINARY, 30, 450, 4, 15, 40),
    "trusting": (ORDINARY, 30, 900, 2, 5, 20),
    "perfect": (0, 100, 700, 0, 0, 0),
}


class Bot:
    """Plays one seat of `gifts`. Show it every view of its seat, in order, with `see`; then ask it with `choose`.

    latency_ms: how long it thinks, 0 to THINKS_MS, about what it has just seen. said: the gift that it claimed last.
    hesitant: whether it sounds unsure of that.
    """

    DRAWN_ENTERS = False  # a drawn card is given at once and enters no row

    def __init__(self, seed, seat, personality):
        """seed: a whole number, 0 to 2**128 - 1. seat: the one it plays. personality: one of
        `engine.PERSONALITIES`, or "perfect".
        """
        threshold, self.heeds, self.trust, self.invents, self.feigns, self.doubles = _TEMPERS[personality]
        self.seat = seat
        self.latency_ms = 0
        self.said, self.hesitant = None, False
        self._generator = Generator(seed * 8 + seat & SEEDS - 1)
        self._facts = Memory(self._generator.below(1 << 30), threshold)
        self._claims = Memory(self._generator.below(1 << 30), threshold)  # what givers said, true or not
        self._round = self._phase = None
        self._flips = None  # for each seat [claims that were true, claims that were not], as flips have shown

    def see(self, view, now_ms):
        """Take in what has just changed. now_ms: milliseconds since any start, 0 to 2**30 - 1, never going back."""
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
            self._facts.learn(AIR, view.shown, now_ms)
            self._claims.forget(AIR)
        elif before == "decide" or before == "verdict":
            self._judge(view, now_ms)

    def choose(self, view, actions, now_ms):
        """One of `actions`, the legal actions of the bot's seat in the situation that `view` shows."""
        if view.phase == "give":
            self.said = self._claim(view, now_ms)
            return GIVE << 8 | self.said if view.picked else actions[0]
        if view.phase == "decide":
            return (ACCEPT if self._believes(view, now_ms) else REFUSE) << 8
        if view.phase == "verdict":
            return VERDICT << 8 | (self.said == view.shown)
        return actions[0]

    # what it takes in

    def _begin(self, view, now_ms):
        """A round begins; everybody's start gifts lie open."""
        self._round = view.round
        self._facts.clear()
        self._claims.clear()
        self._flips = self._flips or [[0, 0] for _ in range(view.players)]
        self._slots = self._size_of_rows(view)
        self._oldest = [0] * view.players  # the slot of the oldest card of each row
        self._places = range(1, view.players * self._slots + 1)
        self._thanks = 0  # since a card was last doubted
        self._recalled, self._sure = None, 0
        self._told = None, 0
        self._take_faces(view.faces, now_ms)

    def _size_of_rows(self, view):
        return len(view.faces[0]) + len(view.backs[0])

    def _take_faces(self, faces, now_ms):
        self._faces = faces
        for seat, row in enumerate(faces):
            for slot, gift in enumerate(row):
                self._facts.learn(1 + seat * self._slots + slot, gift, now_ms)

    def _pass_on(self, view, now_ms):
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

    def _watch(self, view, now_ms):
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

    def _heeds(self, view):
        """Whether it pays attention to what goes on between the giver and the receiver."""
        mine = self.seat == view.giver or self.seat == view.receiver
        return self._happens(self.heeds if mine else self.heeds // 3)

    def _hear(self, view, now_ms):
        """Somebody gives and claims: the receiver thinks, and who heeds it keeps what was said."""
        receiving = self.seat == view.receiver
        if receiving:
            self._recalled, self._sure = self._facts.recall(AIR, now_ms)
            self._told = self._claims.recall(AIR, now_ms)
            self.latency_ms = min(self._facts.latency_ms + self._claims.latency_ms, THINKS_MS)
        self._claims.forget(AIR)  # the new claim takes the place of an old one, even if it is the same
        if view.claim != SPOKEN and (receiving or self.seat == view.giver or self._heeds(view)):
            self._claims.learn(AIR, view.claim, now_ms)

    def _judge(self, view, now_ms):
        """A doubted card lies open: was its giver honest?"""
        if view.phase != "verdict":
            self._flips[view.giver][view.loser == view.giver] += 1
            self._thanks = 0
            self._facts.forget(AIR)
            self._claims.forget(AIR)

    # what it does

    def _happens(self, percent):
        return self._generator.below(100) < percent

    def _claim(self, view, now_ms):
        """What it says the card is, and how it says that."""
        known = self._recalled
        if known is None:
            self.hesitant = self._happens(self.doubles)
            return self._guess(view, now_ms)
        if self._happens(self.invents):
            self.hesitant = False
            return self._invent(view, now_ms, known)
        self.hesitant = self._happens(self.feigns)
        return known

    def _guess(self, view, now_ms):
        """What the card may well be: what was said of it when it came, or anything not known to lie elsewhere."""
        told, _ = self._claims.recall(AIR, now_ms)
        return self._invent(view, now_ms, None) if told is None else told

    def _invent(self, view, now_ms, known):
        """A gift that can be claimed, but not `known`, and if possible none that is known to lie elsewhere."""
        elsewhere = self._open(view) + [self._facts.recall(key, now_ms)[0] for key in self._places]
        likely = [gift for gift in view.claims if gift != known and gift not in elsewhere]
        choice = likely or view.claims
        return choice[self._generator.below(len(choice))]

    def _open(self, view):
        """Gifts that lie open before everybody."""
        return [gift for rows in (view.faces, view.piles) for row in rows for gift in row]

    def _believes(self, view, now_ms):
        """Whether it rather thanks than doubts: the penalties that either would bring it, in thousandths."""
        true = max(0, self._chance(view, now_ms) - CURIOSITY * max(0, self._thanks - PATIENCE))
        others = view.players - 1
        doubting = true - (SURE - true) // others  # a penalty of somebody else is worth a share of an own one
        mood = MOOD * (true * (SURE - true) // 250) // SURE
        return doubting >= self._risk(view, now_ms) + self._generator.below(2 * mood + 1) - mood

    def _risk(self, view, now_ms):
        """What thanking may bring: its own oldest card must be given next."""
        if view.faces[self.seat]:
            return 0
        key = 1 + self.seat * self._slots + self._oldest[self.seat]
        return RISK if self._facts.recall(key, now_ms)[0] is None else 0

    def _chance(self, view, now_ms):
        """How likely what the giver claims is true, in thousandths."""
        honest = self._honesty(view.giver)
        claim = view.claim
        if claim == SPOKEN:  # it cannot hear; but what it remembers, its giver may remember too
            if self._recalled is not None:
                honest = (honest + SURE) // 2
            return SURE * (self._generator.below(SURE) < honest)
        if claim in self._open(view):
            return 0
        value, sure = self._recalled, self._sure
        if value is None:
            place, sure = self._facts.find(claim, self._places, now_ms)
            if place is None:
                value, sure = self._told
                return self._weigh(honest, value == claim, sure * self.trust // SURE if value is not None else 0)
        return self._weigh(honest, value == claim, (SURE + sure) // 2)  # what comes to mind at all is mostly right

    def _weigh(self, honest, agrees, weight):
        """The chance that a claim is true, where what is known with `weight` agrees with it or does not."""
        return (honest * (SURE - weight) + SURE * weight * agrees) // SURE

    def _honesty(self, giver):
        """How likely `giver` tells the truth, in thousandths, by what the bot expected and what flips have shown."""
        true, false = self._flips[giver]
        return (self.trust * DOUBT_WEIGHT + SURE * true) // (DOUBT_WEIGHT + true + false)


class CardsBot(Bot):
    """Plays one seat of `zsa`, where a drawn card enters its drawer's row and discards lie face down."""

    DRAWN_ENTERS = True

    def _size_of_rows(self, view):
        self._discards = view.players + 1  # the key of the next one; rows are of one card
        return 1

    def see(self, view, now_ms):
        """As `Bot.see`; start gifts are turned face down before the first is given."""
        if self._phase == "agree" and view.round == self._round:
            self._take_faces(self._faces, now_ms)
            self._faces = view.faces
        Bot.see(self, view, now_ms)

    def _judge(self, view, now_ms):
        Bot._judge(self, view, now_ms)
        if view.phase != "verdict":
            self._facts.learn(self._discards, view.shown, now_ms)
            self._discards += 1
            self._places = range(1, self._discards)

    def _open(self, view):
        return [gift for row in view.faces for gift in row]
