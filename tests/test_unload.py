"""Little RAM: modules go when nothing needs them and come back when asked for, and when there is no room all the same,
the board starts again without a word.
"""

import gc

import pytest

from pocket import lobby_host
from pocket.app import App
from pocket.session import Session
from pocket.settings import Settings
from ring.memory import Keeper
from tests.firmware import Firmware
from tests.interpreter import requires_micropython, run

LITTLE_RAM = 256 * 1024  # as in code.py
PLAY = """
import sys
from engine.core import Generator
from pocket import lobby_host, unload
from pocket.store import Store
from pocket.session import Session
from ring.memory import Keeper
from pocket.settings import Settings
from ring.memory import Keeper

clock = [1000]
LATE = ["engine." + name for name in "gifts zsa caps".split()]
LATE += ["engine.bots." + name for name in "giver witness memory gifts zsa caps".split()]
LATE += ["pocket.settings_schema", "pocket.lobby_host", "ring.lobby"]


class Alone:
    send = recv = lambda *frame: None


def device(seed):
    chance = Generator(seed)
    entropy = lambda n: bytes([chance.below(256) for _ in range(n)])
    return Session(Alone(), Settings({"HATS_BOT_MS": 1}.get), Store(bytearray(4096)), chance.below, entropy, clock[0])


def tidy(session):
    if LETS_GO:
        unload.let_go(session.game_at_hand(), session.match.seats_bots(), session.table is None)


def begin(session, game):
    lobby_host.open_table(session, clock[0])
    lobby_host.choose_game(session, game, clock[0])
    tidy(session)
    session.lobby.guests = 3
    lobby_host.found(session, clock[0])


def play(sessions):
    for _ in range(150):
        for session in sessions:
            session.step(clock[0])
            if session.match.my_turn():
                session.act(session.game.actions()[-1], clock[0])
            tidy(session)
        clock[0] += 100


def loaded():
    return " ".join([name.split(".", 1)[1] for name in LATE if name in sys.modules])


lone = device(1)
for game in ("gifts", "zsa", "caps", "gifts"):
    begin(lone, game)
    play([lone])
    print(lone.table.count, lone.game.digest().hex(), "in the game:", loaded())
    lone.leave(clock[0])
    tidy(lone)
    print("after it:", loaded())
pair = [device(2), device(3)]  # as in the simulator, where devices share the modules
begin(pair[0], "zsa")
begin(pair[1], "caps")
play(pair)
print(*[one.game.digest().hex() for one in pair])
pair[0].leave(clock[0])
begin(pair[0], "zsa")
play(pair)
print(*[one.game.digest().hex() for one in pair], loaded())
"""


@pytest.mark.slow
@requires_micropython
def test_a_board_holds_the_game_at_hand_only_and_every_game_goes_as_if_it_held_them_all():
    told = run("LETS_GO = True\n" + PLAY).splitlines()
    held = [line.split(":")[1].strip() for line in told if ":" in line]
    assert held == [
        "gifts bots.giver bots.witness bots.memory bots.gifts",
        "gifts lobby",
        "zsa bots.giver bots.witness bots.memory bots.zsa",
        "zsa lobby",
        "caps bots.memory bots.caps",
        "caps lobby",
        "gifts bots.giver bots.witness bots.memory bots.gifts",
        "gifts lobby",
    ]
    kept = run("LETS_GO = False\n" + PLAY).splitlines()
    assert [line.split()[:2] for line in told] == [line.split()[:2] for line in kept]
    bots = "bots.giver bots.witness bots.memory bots.gifts bots.zsa bots.caps"
    assert kept[-1].endswith(f"gifts zsa caps {bots} settings_schema lobby_host lobby")


@pytest.mark.parametrize(
    ("steps", "error", "is_told"), [(200, MemoryError, 0), (5, MemoryError, 1), (200, ValueError, 1)]
)
def test_a_board_without_room_keeps_its_log_and_starts_again_without_a_word(monkeypatch, steps, error, is_told):
    """Unless that happens right after the start, where it would happen again."""
    left, kept = [None] * steps, []

    def step(app):
        left.pop()
        if not left:
            raise error
        return step_of_app(app)

    step_of_app = App.step
    monkeypatch.setattr(App, "step", step)
    monkeypatch.setattr(Keeper, "save_now", lambda self: kept.append(1))
    with pytest.raises(BaseException, match="has crashed and says" if is_told else "^$") as ended:
        Firmware("raspberry_pi_pico").run(lambda board: board.wait(10**6))
    assert type(ended.value).__name__ == ("AssertionError" if is_told else "Reload")
    assert len(kept) == 1


@pytest.mark.slow
@pytest.mark.parametrize("mem_free", [100 * 1024, 1024 * 1024])
def test_where_ram_is_little_a_device_that_has_left_its_table_starts_afresh(monkeypatch, mem_free):
    def script(board):
        yield from board.wait(2000)
        (session,) = sessions
        lobby_host.open_table(session, board.supervisor.ticks_ms())
        lobby_host.choose_game(session, "caps", board.supervisor.ticks_ms())
        yield from board.wait(1000)
        session.leave(board.supervisor.ticks_ms())  # it has only been open
        yield from board.wait(2000)
        lobby_host.play_with_bots(session, board.supervisor.ticks_ms())
        yield from board.wait(3000)
        session.leave(board.supervisor.ticks_ms())
        yield from board.wait(2000)

    sessions = []
    begin = Session.__init__
    monkeypatch.setattr(Session, "__init__", lambda self, *how: sessions.append(self) or begin(self, *how))
    monkeypatch.setattr(gc, "mem_free", lambda: mem_free, raising=False)
    monkeypatch.setattr("pocket.unload.let_go", lambda *held: None)  # the tests go on with these modules
    firmware = Firmware("raspberry_pi_pico")
    if mem_free > LITTLE_RAM:
        firmware.run(script)
        return
    with pytest.raises(BaseException, match=r"^$") as ended:
        firmware.run(script)
    assert type(ended.value).__name__ == "Reload"
    assert sessions[0].settings.game == "caps"
    again = Settings({}.get)
    again.recall(sessions[0].settings.preferences)
    assert again.game == "caps"
