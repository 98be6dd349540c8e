"""The memory of bots: how well it recalls after how long, what moving does, and that every interpreter agrees."""

import math

import pytest

from engine.bots.memory import EXPOSURES, ORDINARY, SOON_MS, UNIT, Memory, strength
from tests.interpreter import requires_micropython, run

AFTER_S = (10, 20, 30, 60, 120, 300)
RECALLED = {  # ACT-R with d = 0.5, noise 0.25 and threshold -2: the share recalled after so many exposures at one time
    1: (0.97, 0.88, 0.77, 0.45, 0.17, 0.03),
    2: (1.0, 0.99, 0.98, 0.93, 0.77, 0.35),
    3: (1.0, 1.0, 1.0, 0.98, 0.94, 0.73),
}
TRIALS = 4000


def exposed(times, seed=1, **more):
    memory = Memory(seed, **more)
    for _ in range(times):
        memory.learn(7, 42, 0)
    return memory


def share(memory, now_ms):
    return sum(memory.recall(7, now_ms)[0] == 42 for _ in range(TRIALS)) / TRIALS


@pytest.mark.parametrize("times", RECALLED)
def test_recall_is_calibrated(times):
    memory = exposed(times)
    for seconds, wanted in zip(AFTER_S, RECALLED[times], strict=True):
        assert share(memory, 1000 * seconds) == pytest.approx(wanted, abs=0.05), (times, seconds)


@pytest.mark.parametrize("times", RECALLED)
def test_certainty_is_the_chance_of_recalling(times):
    memory = exposed(times)
    for seconds in AFTER_S:
        activation = math.log(times * seconds**-0.5)
        chance = 1 / (1 + math.exp((-2 - activation) / 0.25))
        assert memory.recall(7, 1000 * seconds)[1] == pytest.approx(1000 * chance, abs=10)


def test_an_exposure_counts_by_the_square_root_of_its_age():
    for past_ms in [*range(SOON_MS, 5000, 7), *range(5000, 10**6, 997), 3600 * 1000, 24 * 3600 * 1000]:
        assert strength(past_ms) == pytest.approx(UNIT / math.sqrt(past_ms / 1000), rel=0.01, abs=1)
    assert strength(0) == strength(SOON_MS)


def test_the_threshold_is_the_skill():
    goldfish, ordinary, elephant = [share(exposed(1, threshold=ORDINARY * n // 2), 45000) for n in (3, 2, 1)]
    assert goldfish < ordinary - 0.2 < elephant - 0.4
    assert share(exposed(1, threshold=0), 10**8) == 1


def test_what_is_weak_takes_long():
    memory = exposed(3, threshold=500)
    waited = []
    for seconds in (1, 10, 60):
        memory.recall(7, seconds * 1000)
        waited.append(memory.latency_ms)
    memory.recall(8, 0)
    waited.append(memory.latency_ms)
    assert waited == sorted(waited)
    assert waited[0] < 100
    assert waited[-1] == 2000


def test_what_is_not_known_is_not_recalled():
    assert Memory(1).recall(7, 5) == (None, 0)


def test_another_value_at_a_place_takes_over():
    memory = exposed(3)
    memory.learn(7, 43, 100)
    assert memory.recall(7, 200)[0] == 43


def test_a_card_takes_its_fact_along_and_is_rehearsed():
    memory, still = exposed(1), exposed(1)
    memory.swap(7, 8, 5000)
    assert memory.recall(7, 5000) == (None, 0)
    value, sure = memory.recall(8, 60000)
    assert value == 42
    assert sure > still.recall(7, 60000)[1] + 300


def test_a_card_that_is_not_recalled_moves_unrehearsed():
    memory, still = exposed(1), exposed(1)
    memory.swap(7, 8, 10**8)
    assert memory.recall(8, 10**8) == still.recall(7, 10**8)


@pytest.mark.parametrize("way", ["swap", "exchange"])
def test_two_places_change(way):
    memory = exposed(3)
    memory.learn(8, 5, 0)
    getattr(memory, way)(*(7, 8), *([10] if way == "swap" else []))
    assert [memory.recall(key, 10)[0] for key in (7, 8)] == [5, 42]
    getattr(memory, way)(*(8, 9), *([10] if way == "swap" else []))
    assert [memory.recall(key, 10)[0] for key in (7, 8, 9)] == [5, None, 42]


def test_only_a_swap_rehearses():
    swapped, passed = exposed(1), exposed(1)
    swapped.swap(7, 8, 5000)
    passed.exchange(7, 8)
    assert swapped.recall(8, 60000)[1] > passed.recall(8, 60000)[1] + 300


def test_a_value_is_found_where_it_lies():
    memory = exposed(3)
    assert memory.find(42, (5, 6, 7), 10)[0] == 7
    assert memory.find(42, (5, 6), 10) == (None, 0)
    assert memory.find(41, (5, 6, 7), 10) == (None, 0)
    assert exposed(1).find(42, (7,), 10**8)[0] is None


def test_forgetting():
    memory = exposed(3)
    memory.learn(8, 5, 0)
    memory.forget(7)
    assert [memory.recall(key, 10)[0] for key in (7, 8)] == [None, 5]
    memory.clear()
    assert memory.recall(8, 10)[0] is None


def test_a_fact_keeps_its_latest_exposures():
    memory, latest = Memory(1), Memory(1)
    for second in range(20):
        memory.learn(7, 42, 1000 * second)
        if second >= 20 - EXPOSURES:
            latest.learn(7, 42, 1000 * second)
    assert memory.recall(7, 99000) == latest.recall(7, 99000)


def test_all_at_one_moment_as_after_a_restart():
    memory = exposed(9)
    for turn in range(9):
        memory.swap(7 + turn, 8 + turn, 0)
    assert memory.recall(16, 0) == (42, 1000)


SCRIPT = """
from engine.bots.memory import ORDINARY, Memory
seen = []
for times in (1, 2, 3):
    for threshold in (ORDINARY // 2, ORDINARY, 2 * ORDINARY):
        memory = Memory(times, threshold)
        for key in range(times):
            memory.learn(0, 42, 1000 * key)
        for turn in range(200):
            memory.swap(turn % 5, 5, 2000 * turn)
            seen.append(memory.recall(turn % 7, 2000 * turn + 900))
            seen.append(memory.latency_ms)
print(seen)
"""


@requires_micropython
def test_micropython_remembers_the_same(capsys):
    exec(SCRIPT, {})
    assert run(SCRIPT) == capsys.readouterr().out
