"""Saving a file of the program shows at once: the run goes on at the same moment, or every device tells what is wrong.

The command itself runs, without a display, on a copy of the program that may be spoilt. A reload is another process,
so the script of a test gives a list of `LIVES`, and each process leads the next of them: a function that is called with
the window at its first frame. When it is done, the window waits for the process that comes after.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ring.log import Log
from sim.runs import chaos

pytestmark = pytest.mark.slow  # a second process tries each new program

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = """
import json, os, pathlib, sys, time
root = pathlib.Path.cwd()
sys.path[:0] = [str(root)]
import sim
sys.path[:0] = [str(root), str(root / "lib")]  # before the program itself, which the environment has on its path
import sim.__main__
from sim.runs import record
from sim.window import window

real_frame, done, begun = window.Window.frame, False, False
noted, count = root / "noted", root / "count"

def save(path, old, new):
    file = root / path
    text = file.read_text()
    assert text.count(old) >= 1, path
    file.write_text(text.replace(old, new))

def until(window, condition):
    while not condition():
        real_frame(window, 0, (800, 600))  # time stands still
        time.sleep(0.01)

def now(window):
    desk, room = window.desk, window.desk.room
    shown = [session.table.count for session in room.sessions() if session.table]
    note({
        "ms": room.now_ms, "log": record.Digests().results(room)["log"], "counts": shown, "failure": desk.failure,
        "errors": [str(error) for error in room.errors], "paused": desk.paused, "message": desk.message,
        "screens": [str(hash(device.screen.rgb())) for device in room.devices],
        "drawn": [getattr(getattr(getattr(app, "face", None), "shown", None), "title", None) for app in room.apps],
        "trouble": desk.run.trouble, "speed": desk.speed, "chosen": desk.picture.chosen, "dark": desk.picture.dark,
        "events": len(desk.run.events), "held": [sorted(device.keys.held()) for device in room.devices],
        "size": window.looks()["size"], "process": os.getpid(),
    })

def note(value):
    with noted.open("a") as file:
        file.write(json.dumps(value) + "\\n")

def play(run, turns=30):
    for turn in range(turns):
        run.run_to(run.room.now_ms + 997)
        run.do("press", 0, 0, True)
        run.do("press", 0, 0, False)

def frame(window, elapsed_ms, size):
    number = int(count.read_text()) if count.exists() else 0
    count.write_text(str(number + 1))
    LIVES[number](window)
    if number + 1 < len(LIVES):
        until(window, lambda: False)
    return False

window.Window.frame = frame
"""
PLAY = ("play", "--players=3", "--humans=1", "--seed=5", "--layout=mono")


@pytest.fixture
def told(tmp_path):
    """Runs a command with SCRIPT and a script of LIVES on a copy of the program; gives what was noted with `now`."""
    for folder in ("assets", "boards", "engine", "lib", "sim"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))

    def run(script, *command):
        environment = {**os.environ, "PYTHONHASHSEED": "0", "SDL_VIDEODRIVER": "dummy", "TMPDIR": str(tmp_path / "tmp")}
        (tmp_path / "tmp").mkdir()
        done = subprocess.run(
            [sys.executable, "-P", "-c", f"{SCRIPT}{script}\nsys.exit(sim.__main__.main())", *(command or PLAY)],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=240,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert list((tmp_path / "tmp").iterdir()) == [], "a process leaves nothing behind"
        return [json.loads(line) for line in (tmp_path / "noted").read_text().splitlines()]

    return run


def test_a_new_screen_text_is_shown_at_the_same_moment(told):
    before, after = told("""
def first(window):
    play(window.desk.run)
    now(window)
    save("lib/pocket/screens/game_gifts.py", 'Page(None, title', 'Page(None, "NEW " + title')

LIVES = first, now
""")
    assert (after["ms"], after["log"], after["counts"]) == (before["ms"], before["log"], before["counts"])
    assert after["screens"] != before["screens"]
    assert not before["drawn"][0].startswith("NEW")
    assert any(drawn.startswith("NEW") for drawn in after["drawn"])
    assert (after["failure"], after["message"], after["paused"]) == ("", "The new program is running.", False)
    assert after["events"] == before["events"]


def test_a_new_rule_plays_the_same_presses_again(told):
    before, after, penalties = told("""
def first(window):
    play(window.desk.run, 12)
    now(window)
    save("engine/gifts.py", '"penalties", (3, 2, 4, 5)', '"penalties", (2, 3, 4, 5)')

def second(window):
    now(window)
    note([session.game.penalties for session in window.desk.room.sessions() if session.game])

LIVES = first, second
""")
    assert after["ms"] == before["ms"]
    assert set(penalties) == {2}


def test_what_cannot_be_imported_is_told_everywhere_and_the_next_save_goes_on(told):
    before, broken, stopped, after = told("""
def first(window):
    play(window.desk.run)
    now(window)
    save("engine/gifts.py", "class Game(gift_game.Game):", "class Game(gift_game.Game)")
    until(window, lambda: window.desk.failure)
    now(window)
    window.desk.advance(50)
    now(window)
    save("engine/gifts.py", "class Game(gift_game.Game)\\n", "class Game(gift_game.Game):\\n")

LIVES = first, now
""")
    assert broken["failure"].startswith("engine/gifts.py, line ")
    assert "SyntaxError" in broken["failure"]
    assert broken["drawn"] == ["Sorry!"] * 3
    assert broken["paused"]
    assert stopped["ms"] == before["ms"]
    assert {name: after[name] for name in ("ms", "log", "screens", "failure", "paused")} == {
        name: before[name] for name in ("ms", "log", "screens", "failure", "paused")
    }


def test_what_fails_later_stops_the_device_that_it_happens_to(told):
    broken, after = told("""
def first(window):
    window.desk.run.run_to(3000)
    save("lib/pocket/screens/game_gifts.py", "    return GiftScreens(", "    1 // 0\\n    return GiftScreens(")

def second(window):
    window.desk.run.run_to(20000)
    now(window)
    save("lib/pocket/screens/game_gifts.py", "    1 // 0\\n", "")

LIVES = first, second, now
""")
    assert "integer division or modulo by zero" in broken["errors"]
    stopped = [drawn for drawn, error in zip(broken["drawn"], broken["errors"], strict=True) if error != "None"]
    assert set(stopped) == {"Sorry!"}
    assert after["errors"] == ["None"] * 3


def test_the_window_looks_as_before_and_no_key_stays_down(told):
    before, after = told("""
def first(window):
    play(window.desk.run, 3)
    window._fingers.press("a finger", (0, 1))
    for do in (window.desk.choose_next, window.desk.faster, window.desk.toggle_dark, window.desk.pause):
        do()
    now(window)
    save("lib/pocket/screens/game_gifts.py", 'Page(None, title', 'Page(None, "NEW " + title')

LIVES = first, now
""")
    kept = ("ms", "speed", "chosen", "dark", "paused", "size")
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert (before["held"][0], after["held"][0]) == ([1], [])
    assert (after["chosen"], after["dark"], after["paused"]) == (0, True, True)


def test_a_failing_seed_is_played_with_the_new_protocol(told, tmp_path, monkeypatch):
    monkeypatch.setattr(Log, "settled", lambda log: log.whole)
    seed = next(seed for seed in range(99) if chaos.play(seed)[1])
    log = tmp_path / "lib" / "ring" / "log.py"
    log.write_text(log.read_text().replace("return self.whole and not self.lacking()", "return self.whole"))
    broken, mended = told("""
def first(window):
    now(window)
    save("lib/ring/log.py", "return self.whole\\n", "return self.whole and not self.lacking()\\n")

LIVES = first, now
""", "replay", "--chaos", str(seed))  # fmt: skip
    assert broken["trouble"]
    assert not mended["trouble"]
