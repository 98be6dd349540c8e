"""Saving a file of the program shows at once: the run goes on at the same moment, or every device tells what is wrong.

Everything happens in a process of its own, on a copy of the program that may be spoilt.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = """
import json, os, pathlib, sys
root = pathlib.Path.cwd()
sys.path[:0] = [str(root), str(root / "lib")]  # before the program itself, which the environment has on its path
os.environ["SDL_VIDEODRIVER"] = "dummy"
from sim.runs import record
from sim.window import window
from sim.window.desk import Desk
from sim.runs.reload import LOOK_FRAMES, Reloader
import sim.room, sim.runs.replay

made = []

def start(run):
    desk = Desk(run, window.make_picture(run))
    return desk, Reloader()

def save(path, old, new):
    file = root / path
    text = file.read_text()
    assert text.count(old) >= 1, path
    file.write_text(text.replace(old, new))

def looked(desk, reloader):
    for _ in range(LOOK_FRAMES):
        reloader.look(desk)

def now(desk):
    room = desk.room
    shown = [session.table.count for session in room.sessions() if session.table]
    made.append({
        "ms": room.now_ms, "log": record.Digests().results(room)["log"], "counts": shown, "failure": desk.failure,
        "errors": [str(error) for error in room.errors], "paused": desk.paused, "message": desk.message,
        "screens": [str(hash(device.screen.rgb())) for device in room.devices],
        "drawn": [getattr(getattr(app, "face", None), "shown", None) for app in room.apps],
    })

def a_run(turns=30):
    run = record.Recorder(sim.room.Room(3, 1, 5, "mono", {"reveal_ms": 1000}, guarded=True))
    for turn in range(turns):
        run.run_to(run.room.now_ms + 997)
        run.do("press", 0, 0, True)
        run.do("press", 0, 0, False)
    return run
"""


@pytest.fixture
def told(tmp_path):
    """Runs a script behind SCRIPT on a copy of the program; gives what it noted with `now`."""
    for folder in ("assets", "engine", "lib", "sim"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))

    def run(script):
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        done = subprocess.run(
            [sys.executable, "-P", "-c", SCRIPT + script + "\nprint(json.dumps(made))"],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return run


def test_a_new_screen_text_is_shown_at_the_same_moment(told):
    before, after = told("""
desk, reloader = start(a_run())
looked(desk, reloader)
now(desk)
save("lib/pocket/screens/game_gifts.py", 'Page(None, title', 'Page(None, "NEW " + title')
looked(desk, reloader)
now(desk)
""")
    assert (after["ms"], after["log"], after["counts"]) == (before["ms"], before["log"], before["counts"])
    assert after["screens"] != before["screens"]
    assert not before["drawn"][0].title.startswith("NEW")
    assert any(drawn.title.startswith("NEW") for drawn in after["drawn"])
    assert (after["failure"], after["message"], after["paused"]) == ("", "The new program is running.", False)


def test_a_new_rule_plays_the_same_presses_again(told):
    before, after = told("""
desk, reloader = start(a_run(12))
now(desk)
save("engine/gifts.py", '"penalties", (3, 2, 4, 5)', '"penalties", (2, 3, 4, 5)')
looked(desk, reloader)
now(desk)
assert {session.game.penalties for session in desk.room.sessions() if session.game} == {2}
""")
    assert after["ms"] == before["ms"]


def test_what_cannot_be_imported_is_told_everywhere_and_the_next_save_goes_on(told):
    before, broken, stopped, after = told("""
desk, reloader = start(a_run())
now(desk)
save("engine/gifts.py", "class Game(gift_game.Game):", "class Game(gift_game.Game)")
looked(desk, reloader)
now(desk)
desk.advance(50)
now(desk)
save("engine/gifts.py", "class Game(gift_game.Game)\\n", "class Game(gift_game.Game):\\n")
looked(desk, reloader)
now(desk)
""")
    assert broken["failure"].startswith("engine/gifts.py, line ")
    assert "SyntaxError" in broken["failure"]
    assert [drawn.title for drawn in broken["drawn"]] == ["Sorry!"] * 3
    assert broken["paused"]
    assert stopped["ms"] == before["ms"]
    assert {name: after[name] for name in ("ms", "log", "screens", "failure", "paused")} == {
        name: before[name] for name in ("ms", "log", "screens", "failure", "paused")
    }


def test_what_fails_later_stops_the_device_that_it_happens_to(told):
    broken, after = told("""
run = record.Recorder(sim.room.Room(3, 1, 5, "mono", {"reveal_ms": 1000}, guarded=True))
desk, reloader = start(run)
run.run_to(3000)
save("lib/pocket/screens/game_gifts.py", "page(session, view):", "page(session, view):\\n  1 // 0")
looked(desk, reloader)
desk.run.run_to(20000)
now(desk)
save("lib/pocket/screens/game_gifts.py", "  1 // 0\\n", "")
looked(desk, reloader)
now(desk)
""")
    assert "integer division or modulo by zero" in broken["errors"]
    stopped = [drawn.title for drawn, error in zip(broken["drawn"], broken["errors"], strict=True) if error != "None"]
    assert set(stopped) == {"Sorry!"}
    assert after["errors"] == ["None"] * 3


def test_a_failing_seed_is_played_with_the_new_protocol(told):
    broken, mended = told("""
save("lib/ring/log.py", "return self.whole and not self.lacking()", "return self.whole")
from sim.reload import fresh_program
with fresh_program():
    pass
seed = next(seed for seed in range(99) if sim.runs.chaos.play(seed)[1])
run = sim.runs.replay.ChaosReplay(seed)
run.seek(run.end_ms)
desk, reloader = start(run)
made.append(bool(desk.run.trouble))
save("lib/ring/log.py", "return self.whole\\n", "return self.whole and not self.lacking()\\n")
looked(desk, reloader)
made.append(bool(desk.run.trouble))
""")
    assert (broken, mended) == (True, False)
