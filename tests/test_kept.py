"""A table at the desktop that was stopped, whatever stopped it, is gone on with at the next start."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest

from sim.__main__ import main
from sim.room import Room
from sim.runs import kept, record, replay, saved
from sim.window import window

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path):
    monkeypatch.setattr(kept, "path", lambda: tmp_path / "state" / "table.json")


def until(run, condition):
    assert run.room.run_until(condition, run.room.now_ms + 10**6)


def count(run):
    """How many actions everybody at the table knows; -1 while somebody sits at none."""
    sessions = run.room.sessions()
    return min([one.table.count if one.table else -1 for one in sessions])


def test_the_game_goes_on_where_it_stopped_and_can_be_recorded_from_there():
    run = record.Recorder(Room(3, 0, 5, "mono", guarded=True))
    until(run, lambda: count(run) > 10)
    entries = count(run)
    before = actions(run, entries)
    kept.keep(run)
    again = kept.load()
    until(again, lambda: count(again) >= entries)
    assert actions(again, entries) == before
    assert again.room.now_ms < 10000, "it takes no longer than devices do that are switched on"
    until(again, lambda: count(again) > entries + 3)
    recording = again.recording()
    second = record.Replay(record.read(json.loads(json.dumps(vars_of(recording)))))
    second.run_to(recording.end_ms)
    assert record.Digests().results(second.room) == record.Digests().results(again.room)


def test_it_goes_on_every_time():
    """What devices draw at random is not what they drew the time before: a table would get the id of an old one."""
    run = record.Recorder(Room(2, 0, 5, "mono", guarded=True))
    until(run, lambda: count(run) > 1)
    for _ in range(4):
        entries = count(run)
        kept.keep(run)
        run = kept.load()
        until(run, lambda run=run, entries=entries: count(run) > entries)


def actions(run, number):
    """The first actions of the game that everybody plays: (seat, action) of each."""
    (told,) = {tuple([one.table.entry(n)[::2] for n in range(number)]) for one in run.room.sessions()}
    return told


def vars_of(recording):
    """What the file of a recording holds."""
    head = {"recording": record.FORMAT, "program": recording.made_by}
    return head | {"setup": recording.setup, "events": recording.events, "end_ms": recording.end_ms}


def test_a_new_game_begins_with_devices_that_remember_nothing():
    run = record.Recorder(Room(2, 0, 5, "mono", guarded=True))
    until(run, lambda: count(run) > 3)
    kept.keep(run)
    again = kept.load()
    again.begin(again.room.setup | {"seed": 6})
    assert "stores" not in again.room.setup
    assert (again.room.seed, again.events) == (6, [])


@pytest.mark.parametrize("stores", [[], ["00"], ["zz"] * 2, ["00" * 4095] * 2, [1, 2], "ab", None])
def test_stores_that_make_no_sense_are_refused(stores):
    setup = {"players": 2, "humans": 0, "seed": 1, "layout": "mono", "stores": stores}
    with pytest.raises(ValueError, match="makes no sense"):
        record.read({"recording": 1, "program": "", "setup": setup, "events": [], "end_ms": 1000})


@pytest.mark.parametrize("content", [None, "", "{}", '{"recording": 1', "\xff"])
def test_a_kept_table_that_makes_no_sense_is_none(content):
    if content is not None:
        kept.path().parent.mkdir()
        kept.path().write_text(content, encoding="latin-1")
    assert kept.load() is None


def played(monkeypatch, *arguments, error=None, ms=20000):
    """What `dev.py play` does when somebody looks on for `ms`. Returns (exit status, room)."""
    seen = []

    def look(run, path, lab):
        assert not lab
        seen.append(run)
        run.run_to(run.room.now_ms + ms)
        if error:
            raise error

    monkeypatch.setattr(window, "play", look)
    status = main(["play", "--table", *arguments])
    return status, seen[0].room


def test_a_table_is_kept_also_when_ctrl_c_ends_it_and_options_ask_for_another(monkeypatch, tmp_path):
    status, first = played(monkeypatch, error=KeyboardInterrupt(), ms=1)
    assert status == 130
    status, again = played(monkeypatch, f"--record={tmp_path / 'run.json'}")
    assert (status, again.seed) == (0, first.seed)
    run = replay.load(str(tmp_path / "run.json"), saved.DEFAULT_KEY)
    assert run.end_ms == again.now_ms
    status, other = played(monkeypatch, "--players=2", "--layout=mono")
    assert (status, len(other.devices)) == (0, 2)
    status, last = played(monkeypatch)
    assert (len(last.devices), last.seed) == (2, other.seed)


def test_without_a_seed_tables_differ_but_the_laboratory_is_the_same_every_time(monkeypatch):
    seeds = {played(monkeypatch, "--players=2", "--layout=mono", ms=1)[1].seed for _ in range(3)}
    assert len(seeds) == 3
    monkeypatch.setattr(window, "play", lambda run, *_, **__: seeds.add(run.room.seed))
    assert main(["play", "--players=2", "--layout=mono"]) == 0
    assert 0 in seeds


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_window_without_a_word_and_the_recording_is_there(how, tmp_path):
    path, state = tmp_path / "run.json", tmp_path / "state"
    begun = "import sys, sim.__main__, sim.window.window as w; f = w.Window.frame; "
    begun += "w.Window.frame = lambda *a: (f(*a), print(flush=True))[0]; sys.exit(sim.__main__.main())"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", begun, "play", "--table", "--layout=mono", f"--record={path}"],
        cwd=ROOT, env={**os.environ, "XDG_STATE_HOME": str(state)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while process.stdout.readline() != "\n":  # it greets as pygame does, then each frame is a line
        assert process.poll() is None
    process.send_signal(how)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert json.loads(path.read_text())["recording"] == 1
    assert (state / "pocket-hats" / "table.json").exists()
