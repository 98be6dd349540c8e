"""A run that is recorded and played again is the same to the byte; what a board has kept can be read by people."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pocket.store import Store
from sim import words
from sim.__main__ import main
from sim.room import INFLUENCES, Blind, Room, Seen, deck_folder
from sim.runs import chaos, record, replay, saved
from tests.tables import settled_by_some

pytestmark = pytest.mark.slow  # whole runs, again and again

ROOT = Path(__file__).resolve().parents[1]
NEWER = [f"python3.{minor}" for minor in range(19, sys.version_info.minor, -1)]


def a_run():
    """Fifty seconds at a table with every kind of influence."""
    run = record.Recorder(Room(3, 1, 5, "mixed", {"reveal_ms": 1000}, {"loss": 0.1}, guarded=True))
    todo = {
        5: [("radio", "loss", 0.4), ("charge", 2, 30)],
        12: [("part", [1])],
        20: [("part", []), ("switch_off", 2)],
        24: [("erase", 2), ("switch_on", 2)],
        40: [("radio", "delay_ms", 90), ("radio", "duplicate", 0.5)],
    }
    for turn in range(50):
        run.run_to(run.room.now_ms + 997)
        for influence in todo.get(turn, []):
            run.do(*influence)
        run.do("press", 0, turn % 3 // 2, True)
        run.do("press", 0, turn % 3 // 2, False)
    return run


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """(the run, the file that it was saved in)."""
    run, path = a_run(), tmp_path_factory.mktemp("run") / "run.json"
    run.recording().save(path)
    return run, path


@pytest.fixture(scope="module")
def once(recorded):
    """What `replayed` gives of that file."""
    return replayed(recorded[1])


def replayed(path):
    """What `sim replay --headless --json` prints of a file, in this process."""
    run, digests = replay.load(path, saved.DEFAULT_KEY), record.Digests()
    digests.watch(run)
    return run, digests.results(run.room)


def test_every_influence_is_recorded(recorded):
    run, path = recorded
    assert {kind for _, kind, *_ in run.events} == set(INFLUENCES)
    value = json.loads(path.read_text())
    assert value["events"] == run.events
    assert value["program"] == record.program()
    assert path.stat().st_size < 8000


def test_a_replay_is_the_same_as_the_run_and_as_another(recorded, once):
    run, path = recorded
    found = [once, replayed(path)]
    assert found[0][1] == found[1][1]
    assert found[0][1]["log"] == record.Digests().results(run.room)["log"]
    again = found[0][0].room
    assert [one.screen.rgb() for one in again.devices] == [one.screen.rgb() for one in run.room.devices]
    assert (again.now_ms, again.air.frames, again.air.lost) == (run.room.now_ms, run.room.air.frames, run.room.air.lost)


def newest_other_python():
    """A newer Python in which the libraries of this one, which are pure Python as far as this needs, can be used."""
    found = [shutil.which(name) for name in NEWER]
    found += sorted(map(str, Path.home().glob(".pyenv/versions/3.*/bin/python")), key=version_of, reverse=True)
    for path in found:
        if path and version_of(path) > list(sys.version_info[:2]):
            asked = subprocess.run([path, "-c", "import sys; print(sys.version_info.minor)"], capture_output=True)
            if asked.returncode == 0:
                return path
    return None


def version_of(path):
    """[major, minor] of .../versions/3.13.0/bin/python; of a plain name a newer one than any."""
    parts = Path(path).parts[-3].split(".") if "versions" in path else ["4", "0"]
    return [int(part) for part in parts[:2]]


def test_a_replay_is_the_same_on_the_newest_other_python(recorded, once):
    python = newest_other_python()
    if python is None:
        pytest.skip("no newer Python is installed beside this one")
    _, path = recorded
    libraries = [folder for folder in sys.path if folder.endswith("site-packages")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(libraries)}
    done = subprocess.run(
        [python, "-m", "sim", "replay", path, "--headless", "--json"],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "ModuleNotFoundError" in done.stderr or "ImportError" in done.stderr:
        pytest.skip(f"{python} cannot use the libraries of this Python")
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    expected = once[1]
    assert {name: result[name] for name in expected} == expected


def test_going_back_and_forth_in_a_replay_changes_nothing(recorded):
    _, path = recorded
    run = replay.load(path, saved.DEFAULT_KEY)
    run.seek(30000)
    before = record.Digests().results(run.room), run.room.air.frames
    run.seek(run.end_ms)
    run.seek(10000)
    while run.room.now_ms < 30000:
        run.step()
        assert run.room.now_ms <= run.end_ms
    run.seek(30000)
    assert (record.Digests().results(run.room), run.room.air.frames) == before


def test_commands_record_and_replay(tmp_path, capsys):
    path = tmp_path / "run.json"
    match = ["--players=2", "--seed=9", "--loss=0.2", "--penalties=2", "--layout=mono"]
    assert main(["play", "--headless", *match, f"--record={path}", "--json"]) == 0
    match = json.loads(capsys.readouterr().out)
    assert main(["replay", str(path), "--headless"]) == 0
    told = capsys.readouterr().out
    assert told == f"{match['entries']} entries in {match['simulated_ms'] / 1000:.3f} s, {match['frames']} frames.\n"
    assert main(["replay", str(path), "--headless", "--json", "--at=5.5"]) == 0
    assert json.loads(capsys.readouterr().out)["simulated_ms"] == 5500


def test_another_program_is_told(recorded, tmp_path, capsys):
    _, path = recorded
    other = tmp_path / "other.json"
    other.write_text(path.read_text().replace(record.program(), "0" * 12))
    assert main(["replay", str(other), "--headless"]) == 0
    assert "the program has changed since this was recorded" in capsys.readouterr().err


def test_a_seed_of_chaos_is_the_same_with_screens_to_look_at():
    assert chaos.Run(5).play().trace == chaos.Run(5, blind=Seen).play().trace


def test_a_failing_seed_stops_at_the_step_that_failed(monkeypatch, capsys):
    settled_by_some(monkeypatch)
    seed = next(seed for seed in range(99) if chaos.play(seed)[1])
    played, broken = chaos.play(seed)
    run = replay.ChaosReplay(seed)
    assert str(broken) in run.trouble
    run.seek(run.end_ms)
    assert run.room.now_ms == run.end_ms == played.room.now_ms, "the step that failed, and nothing after it"
    run.seek(run.end_ms // 2)
    assert run.room.now_ms == run.end_ms // 2
    assert main(["replay", "--chaos", str(seed), "--headless"]) == 1
    assert f"It fails at this step: {run.trouble}." in capsys.readouterr().out


def test_a_seed_that_does_not_fail_is_said_not_to(capsys):
    assert main(["replay", "--chaos", "5", "--headless"]) == 0
    assert "It does not fail." in capsys.readouterr().out
    assert main(["replay", "--chaos", "5", "--headless", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["failed"] is None


KITCHEN = ROOT / "docs" / "decks" / "kitchen.json"


def a_kept_log(seed=3):
    """(room, dump of the first device's memory) in the middle of a match."""
    room = Room(4, 0, seed, "mono", program=Blind)
    room.run_to(60000)
    room.apps[0].session.member.keeper.save_now()
    return room, bytes(room.devices[0].nvm)


def test_what_a_board_kept_is_read_with_and_without_the_key(tmp_path, capsys):
    room, dump = a_kept_log()
    path = tmp_path / "board.bin"
    path.write_bytes(dump)
    assert main(["replay", str(path), "--headless", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    kept = Store(bytearray(dump)).load()
    assert len(told["actions"]) == len(kept.choices) == room.apps[0].session.table.count
    assert told["digest"] == room.apps[0].session.game.digest().hex()
    text = tmp_path / "board.json"
    text.write_text(saved.from_nvm(dump).to_json())
    assert main(["replay", str(text), "--headless", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert main(["replay", str(path), "--headless"]) == 0
    assert "   0  " in capsys.readouterr().out


def test_what_a_board_kept_of_a_match_with_another_deck_is_read_with_that_deck(tmp_path, capsys):
    room = Room(3, 0, 5, "mono", deck=KITCHEN, program=Blind)
    room.run_to(40000)
    room.apps[0].session.member.keeper.save_now()
    path = tmp_path / "board.bin"
    path.write_bytes(bytes(room.devices[0].nvm))
    replay = ["replay", str(path), "--headless", "--json"]
    assert main([*replay, "--deck", str(KITCHEN)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["digest"] == room.apps[0].session.game.digest().hex()
    assert len(told["actions"]) == room.apps[0].session.table.count > 5
    text = tmp_path / "board.json"
    text.write_text(saved.from_nvm(path.read_bytes(), deck=deck_folder(str(KITCHEN))).to_json())
    assert main(["replay", str(text), "--headless", "--json", "--deck", str(KITCHEN)]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert main(replay) == 2
    assert "name its file, --deck FILE.json" in capsys.readouterr().err
    path.write_bytes(a_kept_log()[1])
    assert main([*replay, "--deck", str(KITCHEN)]) == 2
    assert "not with that of --deck" in capsys.readouterr().err


def test_an_album_shows_every_state_of_a_kept_log():
    room, dump = a_kept_log()
    album = saved.Album(saved.from_nvm(dump), "mono")
    pictures = [[device.screen.rgb() for device in album.devices]]
    for _ in album.log.choices:
        album.step()
        pictures.append([device.screen.rgb() for device in album.devices])
    assert len({b"".join(one) for one in pictures}) > len(pictures) // 2
    assert [one.game.digest() for one in album.sessions()] == [room.apps[0].session.game.digest()] * 4
    album.seek(0)
    assert [device.screen.rgb() for device in album.devices] == pictures[0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\0" * 4096, "This is no recording and no saved log, and as a dump it holds nothing"),
        (b"{", "is no JSON"),
        (b"{}", "is neither a recording nor a saved log"),
        (b'{"recording": 1}', "The recording makes no sense"),
        (b'{"recording": 9, "setup": {"players": 2, "humans": 0, "seed": 1}, "events": [], "end_ms": 1, "program": ""}',
         "it has format 9"),
        (b'{"recording": 1, "setup": {"players": 2, "humans": 0, "seed": 1, "layout": "mono"}, '
         b'"events": [[1, "kick", 0]], "end_ms": 1, "program": ""}', "nothing like ['kick', 0] can happen"),
        (b'{"log": 1, "roster": "00"}', "The log makes no sense"),
        (b'{"log": 2}', "it has format 2"),
    ],
)  # fmt: skip
def test_what_is_no_run_is_refused_in_a_sentence(content, words, tmp_path, capsys):
    path = tmp_path / "file"
    path.write_bytes(content)
    assert main(["replay", str(path), "--headless"]) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert told.out == ""


def test_with_another_sets_key_the_cards_are_others():
    _, dump = a_kept_log(8)
    stories = [saved.Album(saved.from_nvm(dump, key), "mono").story() for key in (saved.DEFAULT_KEY, "01" * 16)]
    assert len(stories[0]) == len(stories[1])
    assert stories[0] != stories[1]


def test_a_choice_that_was_never_legal_is_noticed():
    log = json.loads(saved.from_nvm(a_kept_log()[1]).to_json())
    with pytest.raises(ValueError, match="Action 4 of the log was never legal"):
        saved.from_json({**log, "choices": "00000000fe"})


def test_a_device_without_a_table_has_no_log():
    room = Room(2, 2, 1, "mono", {"players": 0})
    with pytest.raises(ValueError, match="sat at no table"):
        saved.from_nvm(room.devices[0].nvm)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name a file to replay, or a seed"),
        (["x.json", "--chaos=3"], "one of them"),
        (["x.json", "--json"], "--json goes with --headless"),
        (["x.json", "--from=3"], "--from and --to go with --gif"),
        (["/nowhere/x.json"], "there is no file /nowhere/x.json"),
    ],
)
def test_what_cannot_be_replayed_is_refused_in_a_sentence(arguments, words, capsys):
    assert main(["replay", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_actions_have_words_and_unknown_ones_numbers():
    from engine import gifts

    spoken = {
        gifts.DRAW << 8: "draws a gift",
        gifts.GIVE << 8 | 5: '"a nice sun hat"',
        gifts.GIVE << 8 | gifts.SPOKEN: "says what it is",
        gifts.REFUSE << 8: '"that\'s not so!"',
        gifts.VERDICT << 8 | 1: "owns up: it was so",
    }
    assert {action: words.action_words("gifts", action) for action in spoken} == spoken
    assert words.action_words("gifts", 99 << 8 | 7) == "does 99:7"
    assert words.action_words("a game to come", 1 << 8) == "does 1:0"


def test_what_is_hidden_is_told_for_each_seat():
    room = Room(3, 0, 2, "mono", program=Blind)
    room.run_until(lambda: room.sessions()[0].table and room.sessions()[0].table.count > 30, 10**7)
    game = room.sessions()[0].game
    told = words.secrets(game)
    assert [len(one) for one in told] == [
        len(row) - up + (game.card is not None and game.giver == seat)
        for seat, (row, up) in enumerate(zip(game.rows, game.face_up, strict=True))
    ]

    class Other:
        players = 2

    assert words.secrets(Other()) == [[], []]
