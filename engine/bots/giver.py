"""What players for empty seats of the two games of giving have in common: they remember as people do, doubt, and bluff.

What they saw and what they were told they keep as `engine.bots.witness` says. They weigh what to do by the penalties
that they expect.
"""

from engine.bots import check_shown
from engine.bots.memory import ORDINARY, SURE
from engine.bots.witness import AIR, Witness
from engine.gift_game import ACCEPT, GIVE, REFUSE, SPOKEN, VERDICT, View

DOUBT_WEIGHT = 4  # a giver's reputation begins as if so many flips had shown what the bot's trust expects
RISK = 350  # penalties, in thousandths, that are expected of giving a card that one does not remember
PATIENCE = 50  # thanks in a row before everybody grows curious, by CURIOSITY thousandths with each further one
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


class Giver(Witness):
    """Plays one seat."""

    def __init__(self, seed: int, seat: int, personality: str) -> None:
        """As `engine.new_bot`."""
        threshold, heeds, self.trust, self.invents, self.feigns, self.doubles = _TEMPERS[personality]
        Witness.__init__(self, seed, seat, threshold, heeds)

    def choose(self, view: View, actions: list[int], now_ms: int) -> int:  # type: ignore[override]  # of its own game
        """As `Bot.choose`."""
        check_shown(view, self.seat, now_ms)
        if view.phase == "give":
            self.said = self._claim(view, now_ms)
            return GIVE << 8 | self.said if view.picked else actions[0]
        if view.phase == "decide":
            return (ACCEPT if self._believes(view, now_ms) else REFUSE) << 8
        if view.phase == "verdict":
            return VERDICT << 8 | (self.said == view.shown)
        return actions[0]

    def _claim(self, view: View, now_ms: int) -> int:
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

    def _guess(self, view: View, now_ms: int) -> int:
        """What the card may well be: what was said of it when it came, or anything not known to lie elsewhere."""
        told, _ = self._claims.recall(AIR, now_ms)
        return self._invent(view, now_ms, None) if told is None else told

    def _invent(self, view: View, now_ms: int, known: int | None) -> int:
        """A gift that can be claimed, but not `known`, and if possible none that is known to lie elsewhere."""
        elsewhere: list[int | None] = [self._facts.recall(key, now_ms)[0] for key in self._places]
        elsewhere += self._open(view)
        likely = [gift for gift in view.claims if gift != known and gift not in elsewhere]
        choice = likely or view.claims
        return choice[self._generator.below(len(choice))]

    def _open(self, view: View) -> list[int]:
        """Gifts that lie open before everybody."""
        return [gift for rows in (view.faces, view.piles) for row in rows for gift in row]

    def _believes(self, view: View, now_ms: int) -> bool:
        """Whether it rather thanks than doubts: the penalties that either would bring it, in thousandths."""
        true = max(0, self._chance(view, now_ms) - CURIOSITY * max(0, self._thanks - PATIENCE))
        others = view.players - 1
        doubting = true - (SURE - true) // others  # a penalty of somebody else is worth a share of an own one
        mood = MOOD * (true * (SURE - true) // 250) // SURE
        return doubting >= self._risk(view, now_ms) + self._generator.below(2 * mood + 1) - mood

    def _risk(self, view: View, now_ms: int) -> int:
        """What thanking may bring: its own oldest card must be given next."""
        if view.faces[self.seat]:
            return 0
        key = 1 + self.seat * self._slots + self._oldest[self.seat]
        return RISK if self._facts.recall(key, now_ms)[0] is None else 0

    def _chance(self, view: View, now_ms: int) -> int:
        """How likely what the giver claims is true, in thousandths."""
        honest = self._honesty(view.giver)
        claim = view.claim
        assert claim is not None
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

    def _weigh(self, honest: int, agrees: bool, weight: int) -> int:
        """The chance that a claim is true, where what is known with `weight` agrees with it or does not."""
        return (honest * (SURE - weight) + SURE * weight * agrees) // SURE

    def _honesty(self, giver: int) -> int:
        """How likely `giver` tells the truth, in thousandths, by what the bot expected and what flips have shown."""
        true, false = self._flips[giver]
        return (self.trust * DOUBT_WEIGHT + SURE * true) // (DOUBT_WEIGHT + true + false)
