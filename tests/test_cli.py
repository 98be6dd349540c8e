"""The simulator's commands as a person types them: whole matches without a window, and sentences for what cannot be."""

import contextlib
import functools
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from sim.__main__ import main
from sim.room import Blind, Room

ROOT = Path(__file__).resolve().parents[1]
NUMBERS = ("seed", "entries", "frames", "bytes", "frames_lost", "simulated_ms")


@pytest.fixture
def blind(monkeypatch):
    """Devices without screens: a match is over sooner."""
    monkeypatch.setattr("sim.__main__.Room", functools.partial(Room, program=Blind))


def run(*arguments):
    """Run the command with the arguments, here. Returns (exit status, standard output, standard error)."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main([*map(str, arguments)])
        except SystemExit as end:
            status = end.code
    return status, out.getvalue(), err.getvalue()


def match(*arguments):
    """The JSON object of a whole match, which is all that standard output holds."""
    quick = [] if "--layout" in arguments else ["--layout", "mono"]  # which is drawn sooner
    status, out, err = run("play", "--headless", "--json", *quick, *arguments)
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


def check(result, players):
    """That a match of `players` was played to its end."""
    assert set(result) >= {*NUMBERS, "game", "options", "scores", "winners", "digest"}
    assert all(type(result[name]) is int and result[name] >= 0 for name in NUMBERS)
    scores, options = result["scores"], result["options"]
    assert len(scores) == players
    assert result["winners"] == [seat for seat in range(players) if scores[seat] == min(scores)]
    assert options["penalties"] <= max(scores) <= options["penalties"] * options["rounds"]
    assert sum(scores) <= options["rounds"] * (players * (options["penalties"] - 1) + 1)
    assert result["entries"] > sum(scores) * 4
    assert 0 < result["frames"] < result["bytes"] <= 250 * result["frames"]
    assert len(bytes.fromhex(result["digest"])) == 8


@pytest.mark.slow
def test_a_match_is_told_as_one_json_object_and_the_same_match_as_the_same():
    command = "--game gifts --players 4 --bots 4 --seed 7 --loss 0.1".split()
    result = match(*command)
    check(result, 4)
    assert (result["seed"], result["game"]) == (7, "gifts")
    defaults = {name: allowed[0] for name, allowed in engine.rules("gifts").choices(4)}
    assert result["options"] == {**defaults, "claims": "picked"}
    assert result["frames_lost"] > 0
    quick = ["play", "--headless", "--json", "--layout", "mono"]
    done = subprocess.run([sys.executable, "-m", "sim", *quick, *command], cwd=ROOT, capture_output=True, check=True)
    assert json.loads(done.stdout) == result
    other = match(*command[:-3], "8")
    assert other["frames_lost"] == 0
    assert other["digest"] != result["digest"]


@pytest.mark.slow
def test_eight_play_over_a_radio_that_loses_and_doubles_frames(blind):
    result = match("--players", 8, "--loss", 0.3, "--duplication", 0.2, "--delay", 40, "--penalties", 2)
    check(result, 8)
    assert 0.2 < result["frames_lost"] / (result["frames"] * 7) < 0.5


def test_two_play_with_two_gifts_each(blind):
    result = match("--players", 2, "--layout", "mixed")
    check(result, 2)
    assert result["options"]["start_gifts"] == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ("--arrows black --claims picked --penalties 2", {"arrows": "black", "claims": "picked", "penalties": 2}),
        ("--arrows white --shop closed --penalties 4", {"arrows": "white", "shop": "closed", "penalties": 4}),
        ("--start-gifts 2 --penalties 5 --layout mono", {"start_gifts": 2, "penalties": 5}),
        ("--rounds each --penalties 2", {"rounds": 3}),
        ("--rounds 3 --penalties 2", {"rounds": 3}),
        ("--rounds 1 --arrows both --shop open --claims spoken --start-gifts 1 --penalties 3", {"rounds": 1}),
    ],
)
def test_every_variant_is_played(blind, arguments, options):
    result = match("--players", 3, *arguments.split())
    check(result, 3)
    assert result["options"].items() >= options.items()


def test_without_json_the_scores_are_told_to_a_person(blind):
    status, out, err = run("play", "--headless", "--players", 3, "--seed", 2, "--layout", "mono")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    result = match("--players", 3, "--seed", 2)
    assert [line.split()[:2] for line in lines[:3]] == [
        [name, str(points)] for name, points in zip(result["names"], result["scores"], strict=True)
    ]
    assert [seat for seat in range(3) if lines[seat].endswith("wins")] == result["winners"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", "say which command."),
        ("fly", "there is no command 'fly'. The commands are: "),
        ("play --headless --players 9", "--players must be from 2 to 8"),
        ("play --headless --players 1", "--players must be from 2 to 8"),
        ("play --headless --players two", "--players must be a whole number, not 'two'."),
        ("play --headless --loss 0.95", "--loss must be a number from 0 to 0.9"),
        ("play --headless --duplication -0.1", "--duplication must be a number from 0 to 0.9"),
        ("play --headless --delay 0", "--delay must be from 1 to 5000"),
        ("play --headless --seed -1", "--seed must be from 0 to 4294967295"),
        ("play --headless --game chess", "--game cannot be 'chess'. It can be: "),
        ("play --headless --penalties 6", "--penalties must be one of 2, 3, 4, 5"),
        ("play --headless --claims shouted", "--claims must be one of spoken, picked"),
        ("play --headless --rounds 3", "a match has 1 round or as many as players (4), not 3"),
        ("play --headless --bots 3", "without a window nobody can press a button"),
        ("play --headless --humans 1", "without a window nobody can press a button"),
        ("play --players 4 --humans 2 --bots 3", "2 people and 3 bots do not make 4 players"),
        ("play --players 4 --humans 5", "5 people need a table for as many: say --players 5"),
        ("play --players 3 --bots 4", "4 bots need a table for as many: say --players 4"),
        ("play --headless --play 4", "there is no option --play. Did you mean --players?"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arguments, words):
    status, out, err = run(*arguments.split())
    assert (status, out) == (2, "")
    assert "Traceback" not in err
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments", ["--rounds many", "--loss much"])
def test_what_is_no_number_is_refused_in_words_for_people(arguments):
    status, _, err = run("play", "--headless", *arguments.split())
    assert status == 2
    assert "lambda" not in err
    assert "invalid share value" not in err


def test_a_picture_that_cannot_be_saved_is_told_in_a_sentence(tmp_path):
    status, out, err = run("play", "--shot", tmp_path / "missing" / "picture.png", "--at", 0)
    assert (status, out) == (2, "")
    assert "Traceback" not in err


def test_help_names_every_option_of_the_game():
    status, out, _ = run("play", "--help")
    assert status == 0
    for name, _ in engine.rules("gifts").choices(4):
        assert "--" + name.replace("_", "-") in out


@pytest.mark.slow
def test_a_picture_is_saved_and_nothing_is_printed(tmp_path):
    status, out, _ = run("play", "--players", 2, "--shot", tmp_path / "picture.png", "--at", 3)
    assert (status, out) == (0, "")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
