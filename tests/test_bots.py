"""Bots: what they decide in situations that they are told view by view, how they bluff, and that views are all they
know.
"""

import copy
import random
from types import SimpleNamespace

import pytest

import engine
from engine.bots.gifts import Bot
from engine.bots.giver import PATIENCE, RISK
from engine.bots.witness import THINKS_MS
from engine.gifts import ACCEPT, GIVE, REFUSE, SPOKEN, VERDICT
from tests.interpreter import requires_micropython, run

HAT, DUCK, PIE, KEY = 5, 18, 37, 58
START = (0, 1, 2, 3)  # start gifts of the seats
HOUR_MS = 3600 * 1000
SEEDS = range(60)
ANSWERS = [ACCEPT << 8, REFUSE << 8]


class Told:
    """A bot at seat 1 of four that is told of a round, step by step. Everything that the steps do not say stays."""

    def __init__(self, seed=0, personality="ordinary", down=False, **more):
        """down: it joins when all start gifts lie face down, and knows none."""
        self.bot = engine.new_bot("gifts", seed, 1, personality)
        self.now_ms = 0
        self.view = SimpleNamespace(seat=1, players=4, round=1, rounds=1, penalties=3, picked=True, loser=None)
        self.view.faces = [[] if down else [gift] for gift in START]
        self.view.sizes = [1] * 4
        self.view.piles = [[], [], [], []]
        self.view.claims = sorted([*START, HAT, DUCK, PIE, KEY])
        vars(self.view).update(more)
        self.then("draw", 0)

    def then(self, phase, after_ms=1000, **fields):
        self.now_ms += after_ms
        self.view = copy.deepcopy(self.view)
        vars(self.view).update(dict.fromkeys(("shown", "claim", "actor")), phase=phase, **fields)
        self.bot.see(self.view, self.now_ms)
        return self

    def drawn(self, gift, giver=0, after_ms=1000):
        self.then("reveal", after_ms, shown=gift, giver=giver, actor=giver)
        return self.given(giver)

    def given(self, giver, after_ms=1000):
        return self.then("give", after_ms, giver=giver, receiver=(giver + 1) % 4, actor=giver)

    def claimed(self, claim, after_ms=1000):
        return self.then("decide", after_ms, claim=claim, actor=self.view.receiver)

    def flipped(self, gift, loser):
        return self.then("draw", shown=gift, loser=loser, actor=loser)

    def thanks(self):
        return self.bot.choose(self.view, ANSWERS, self.now_ms) == ANSWERS[0]

    def says(self):
        """(what it says, whether it sounds unsure)."""
        allowed = [GIVE << 8 | gift for gift in self.view.claims] if self.view.picked else [GIVE << 8 | SPOKEN]
        action = self.bot.choose(self.view, allowed, self.now_ms)
        assert action == GIVE << 8 | (self.bot.said if self.view.picked else SPOKEN)
        return self.bot.said, self.bot.hesitant


def share(outcomes):
    outcomes = list(outcomes)
    return sum(outcomes) / len(outcomes)


@pytest.mark.parametrize("personality", engine.PERSONALITIES)
def test_what_it_is_sure_of_decides(personality):
    same, other = [
        [Told(seed, personality).drawn(HAT).claimed(claim).thanks() for seed in SEEDS] for claim in (HAT, DUCK)
    ]
    assert all(same)
    assert share(other) < 0.05
    assert personality == "goldfish" or not any(other)


def test_it_doubts_a_claim_that_lies_in_the_open():
    for seed in SEEDS:
        told = Told(seed, down=True, piles=[[], [], [DUCK], []])
        assert not told.given(0).claimed(DUCK).thanks()
        assert not Told(seed).given(0, HOUR_MS).claimed(START[2]).thanks()


def test_it_doubts_a_claim_that_it_remembers_elsewhere():
    """It saw the duck come to seat 1 and then does not know what seat 0 has."""

    def thanks(seed, claim):
        told = Told(seed, down=True).drawn(DUCK, giver=1).claimed(DUCK)
        return told.given(2).claimed(PIE).given(3).claimed(PIE).given(0).claimed(claim).thanks()

    assert share(thanks(seed, DUCK) for seed in SEEDS) < 0.1
    assert share(thanks(seed, KEY) for seed in SEEDS) > 0.8


def caught(seed, lies, truths=0, personality="ordinary"):
    """Whether it thanks for an unknown card after it has seen so many claims of its giver turned up."""
    told = Told(seed, personality, down=True)
    for loser in [0] * lies + [1] * truths:
        told.given(0).claimed(HAT).flipped(DUCK if loser == 0 else HAT, loser)
    return told.given(0, HOUR_MS).claimed(PIE).thanks()


def test_a_giver_caught_lying_twice_is_doubted_more():
    thanks = [share(caught(seed, lies) for seed in SEEDS) for lies in (0, 2, 4)]
    assert thanks[0] > 0.9 > 0.6 > thanks[1] > thanks[2]
    assert share(caught(seed, 2, truths=6) for seed in SEEDS) > thanks[1] + 0.2


def test_sceptics_doubt_where_the_trusting_thank():
    sceptic, trusting = [share(caught(seed, 1, 0, who) for seed in SEEDS) for who in ("sceptic", "trusting")]
    assert sceptic < 0.5 < 0.95 < trusting


def test_it_rather_doubts_where_it_would_have_to_give_what_it_does_not_know():
    """With a start gift of its own still up, giving on is no risk."""
    unknown = share(caught(seed, 2) for seed in SEEDS)
    up = share(Told(seed).given(0, HOUR_MS).claimed(PIE).thanks() for seed in SEEDS)
    assert unknown < up == 1
    assert RISK > 0


def test_a_claim_that_contradicts_the_last_one_is_doubted():
    """What it gave as a pie comes back to it after a round of the table."""

    def thanks(seed, claim):
        told = Told(seed, down=True).given(1).claimed(PIE)
        told.given(2).claimed(HAT).given(3).claimed(START[3]).given(0).claimed(START[0]).given(1).claimed(KEY)
        told.given(2).then("decide", claim=claim, receiver=1, actor=1)
        return told.thanks()

    assert share(thanks(seed, PIE) for seed in SEEDS) == 1
    assert share(thanks(seed, DUCK) for seed in SEEDS) < 0.3


def test_a_goldfish_forgets_and_an_elephant_does_not():
    def caught(personality):
        return share(not Told(seed, personality).drawn(HAT).claimed(DUCK, 60000).thanks() for seed in SEEDS)

    goldfish, ordinary, elephant = caught("goldfish"), caught("ordinary"), caught("elephant")
    assert goldfish < 0.4 < ordinary < 0.95 <= elephant


def test_inventing_is_lying_with_a_steady_voice():
    said = [Told(seed, "liar").drawn(HAT, giver=1).says() for seed in range(300)]
    lies = [(gift, hesitant) for gift, hesitant in said if gift != HAT]
    assert 0.1 < len(lies) / len(said) < 0.3
    assert not any(hesitant for _, hesitant in lies)
    assert {gift for gift, _ in lies} == {DUCK, PIE, KEY}, "it claims nothing that all see elsewhere"


def test_feigned_doubt_is_the_truth_in_an_unsure_voice():
    said = [Told(seed, "liar").drawn(HAT, giver=1).says() for seed in range(300)]
    truths = [hesitant for gift, hesitant in said if gift == HAT]
    assert 0.15 < share(truths) < 0.45


def test_a_double_bluff_is_a_guess_that_sounds_played():
    said = [Told(seed, down=True).given(1, HOUR_MS).says() for seed in range(300)]
    assert 0.25 < share(hesitant for _, hesitant in said) < 0.55
    assert len({gift for gift, _ in said}) == 8


def test_the_perfect_bot_never_bluffs():
    assert {Told(seed, "perfect").drawn(HAT, 1).given(1, HOUR_MS).says() for seed in SEEDS} == {(HAT, False)}


def test_what_it_never_saw_it_calls_what_it_was_told():
    def says(seed):
        return (
            Told(seed, down=True).given(0).claimed(PIE).given(1).claimed(HAT).given(0).claimed(KEY).given(1).says()[0]
        )

    assert share(says(seed) == PIE for seed in SEEDS) > 0.9


def test_a_guess_leaves_out_what_lies_elsewhere():
    """The start gifts of the others were up a moment ago, its own card it never saw."""
    for seed in SEEDS:
        told = Told(seed, piles=[[DUCK], [], [], []])
        told.given(0).claimed(START[0]).given(1).claimed(START[1])
        told = told.then("give", giver=1, receiver=2, actor=1)
        assert told.says()[0] not in (DUCK, START[2], START[3])


def test_its_start_gift_was_up_until_it_leaves():
    told = Told(3, "perfect").drawn(HAT).claimed(HAT, HOUR_MS)
    assert told.given(1).says()[0] == START[1]
    told.view.faces[1] = []
    told.claimed(START[1]).given(2).claimed(START[2])
    told.then("give", giver=0, receiver=1, actor=0).claimed(PIE)
    assert told.given(1).says()[0] == HAT


def test_where_people_speak_it_owns_up_to_what_it_said():
    verdicts = []
    for seed in SEEDS:
        told = Told(seed, "liar", picked=False).drawn(HAT, giver=1)
        said, _ = told.says()
        told.then("verdict", shown=HAT, claim=SPOKEN, actor=1)
        verdict = told.bot.choose(told.view, [VERDICT << 8, VERDICT << 8 | 1], told.now_ms)
        assert verdict == VERDICT << 8 | (said == HAT)
        verdicts.append(verdict & 1)
    assert set(verdicts) == {0, 1}


def test_where_people_speak_it_doubts_less_what_it_remembers_itself():
    known = share(Told(seed, picked=False).drawn(HAT).claimed(SPOKEN).thanks() for seed in range(300))
    unknown = share(Told(seed, picked=False, down=True).given(0).claimed(SPOKEN).thanks() for seed in range(300))
    assert unknown + 0.05 < known < 0.95


def test_what_is_weak_in_memory_takes_longer():
    quick = Told().drawn(HAT).claimed(HAT).bot.latency_ms
    slow = Told().drawn(HAT).claimed(HAT, HOUR_MS).bot.latency_ms
    assert 0 < quick < slow <= THINKS_MS
    assert Told().drawn(HAT, giver=2).bot.latency_ms == 0, "it has nothing to decide"


def seat_bots(game, seed, kinds=engine.PERSONALITIES):
    return [engine.new_bot(game, seed, seat, kinds[seat % len(kinds)]) for seat in range(engine.SEATS_MAX)]


def step(game, bots, now_ms):
    """Show every bot the situation; the actor's choice."""
    for seat in range(game.players):
        bots[seat].see(game.view(seat), now_ms)
        assert 0 <= bots[seat].latency_ms <= THINKS_MS
    return bots[game.actor].choose(game.view(game.actor), game.actions(), now_ms)


@pytest.mark.slow
@pytest.mark.parametrize("name", engine.GAMES)
@pytest.mark.parametrize("players", range(engine.SEATS_MIN, engine.SEATS_MAX + 1))
def test_every_variant_is_played_to_its_end(name, players):
    choices = engine.rules(name).choices(players)
    for turn in range(4):
        options = {option: allowed[turn % len(allowed)] for option, allowed in choices}
        game, bots = engine.new_game(name, players, turn, options=options), seat_bots(name, turn)
        for count in range(10000):
            if game.over:
                break
            game.apply(step(game, bots, 4000 * count))  # raises where a bot breaks the rules
        assert game.over, options


@pytest.mark.parametrize("name", engine.GAMES)
def test_a_log_replayed_at_one_moment_lets_a_bot_play_on(name):
    for seed in range(5):
        options = {"rounds": 4}
        game, bots = engine.new_game(name, 4, seed, options=options), seat_bots(name, seed)
        for _ in range(60):
            game.apply(step(game, bots, 0))
        for count in range(10000):
            if game.over:
                break
            game.apply(step(game, bots, 4000 * count))
        assert game.over


def test_where_nobody_errs_somebody_grows_curious_in_the_end():
    game = engine.new_game("gifts", 4, 3, options={"claims": "picked"})
    bots, thanks = seat_bots("gifts", 3, ["perfect"]), 0
    for count in range(1000):
        action = step(game, bots, 4000 * count)
        if action == REFUSE << 8:
            break
        thanks += action == ACCEPT << 8
        game.apply(action)
    assert game.claim == game.card
    assert PATIENCE < thanks < PATIENCE + 100


def exchanged(game, chance):
    """A twin of a game of gifts in which two cards that nobody sees, with arrows alike, have changed places."""
    twin = game.copy()
    hidden = [(row, at) for row, up in zip(twin.rows, game.face_up, strict=True) for at in range(up, len(row))]
    hidden += [(twin.shop, at) for at in range(len(twin.shop) - 1)]
    first, at = chance.choice([one for one in hidden if one[0] is not twin.shop] or hidden)
    alike = [one for one in hidden if twin.arrows[one[0][one[1]]] == twin.arrows[first[at]]]
    second, to = chance.choice(alike)
    first[at], second[to] = second[to], first[at]
    return twin


@pytest.mark.parametrize("seed", range(30))
def test_bots_know_nothing_but_their_views(seed):
    """Bots that join two games whose hidden cards differ do the same in both, until one of those cards is seen."""
    chance = random.Random(seed)
    game = engine.new_game("gifts", 4, seed, options={"claims": "picked"})
    for _ in range(chance.randrange(8, 25)):
        if game.phase not in ("round", "over"):
            game.apply(chance.choice(game.actions()))
    twin = exchanged(game, chance)
    pairs = [(game, seat_bots("gifts", seed)), (twin, seat_bots("gifts", seed))]
    steps = 0
    while not game.over and all(vars(game.view(seat)) == vars(twin.view(seat)) for seat in range(4)):
        first, second = [step(one, bots, 4000 * steps) for one, bots in pairs]
        assert first == second
        game.apply(first)
        if second not in twin.actions():
            break
        twin.apply(second)
        steps += 1
    assert steps or game.over


def test_a_bot_has_nothing_but_what_it_was_told():
    game = engine.new_game("gifts", 4, 1)
    bot = Bot(1, 2, "ordinary")
    bot.see(game.view(2), 0)
    held = [vars(bot), *[vars(one) for one in vars(bot).values() if hasattr(one, "__dict__")]]
    assert not any(value is game or isinstance(value, type(game)) for one in held for value in one.values())


SCRIPT = """
from engine import PERSONALITIES, new_bot, new_game
for name in ("gifts", "zsa"):
    for players in (2, 4, 6):
        game = new_game(name, players, players, 0, {"claims": "picked"})
        bots = [new_bot(name, 7, seat, PERSONALITIES[seat]) for seat in range(players)]
        now, thought = 0, 0
        while not game.over:
            for seat in range(players):
                bots[seat].see(game.view(seat), now)
                thought += bots[seat].latency_ms
            game.apply(bots[game.actor].choose(game.view(game.actor), game.actions(), now))
            now += 3500
        print(name, players, now, thought, game.scores(), game.digest().hex())
"""


@pytest.mark.slow
@requires_micropython
def test_bots_on_micropython_play_the_same_matches(capsys):
    exec(SCRIPT, {})
    assert run(SCRIPT) == capsys.readouterr().out
