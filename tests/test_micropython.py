"""Rules, log and lobby on a MicroPython-family interpreter: a whole match of four boards, and the memory it takes."""

import pytest

from tests.interpreter import requires_micropython, run

MATCH = """
import gc
from heap import live_bytes
base = await live_bytes()
from engine.core import Generator
from pocket import settings_schema, lobby_host
from pocket.store import Store
from pocket.session import Session
from pocket.settings import Settings
from sim.air import Air
imported = await live_bytes()

clock = [1000]
air = Air(7, lambda: clock[0], 0.1, 0.1)
sessions = []
for index in range(4):
    values = {"HATS_PLACE": index + 1, "HATS_PLAYERS": 4, "HATS_BOT": 1, "HATS_CLAIMS": "picked"}
    settings = Settings(values.get)
    assert settings.problems == [], settings.problems
    jitter, chance = Generator(index), Generator(index + 10)
    entropy = lambda n, chance=chance: bytes([chance.below(256) for _ in range(n)])
    sessions.append(Session(air.link(), settings, Store(bytearray(4096)), jitter.below, entropy, clock[0]))

highest, steps = 0, 0
while not all([s.table is not None and s.game.over and s.table.settled() for s in sessions]):
    for session in sessions:
        session.step(clock[0])
    due = [clock[0] + s.wait_ms(clock[0]) for s in sessions] + [air.due_ms(i) or 1 << 29 for i in range(4)]
    clock[0] = max(clock[0] + 1, min(due))
    steps += 1
    if steps % 50 == 0:
        highest = max(highest, await live_bytes())
    assert clock[0] < 3600000, "the match does not end"
print(len({s.game.digest() for s in sessions}), sessions[0].table.count, sessions[0].game.digest().hex())
print(base, imported - base, highest - imported)
"""


@pytest.mark.slow
@requires_micropython
def test_four_boards_play_a_whole_match_within_a_small_heap():
    match, memory = run(MATCH).splitlines()
    digests, entries, _ = match.split()
    assert digests == "1"
    assert int(entries) > 10
    _, imported, boards = [int(number) for number in memory.split()]
    print(f"heap in use: {imported / 1024:.0f} KiB after import, {boards / 1024:.0f} KiB more for four boards at most")
    assert imported <= 93 * 1024  # from sources; what a board gets, compiled and with short names, takes less
    assert boards <= 4 * 20 * 1024
