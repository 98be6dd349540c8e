"""Four `python -m sim board` on one machine play a whole match over real links: UDP, serial lines, an MQTT broker.

Also when one of them is killed in the middle of it, and started again.
"""

import argparse
import contextlib
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pocket.session import Session
from pocket.settings import Settings
from pocket.store import Store
from sim.air import Air
from sim.runs import board
from tests.network import free_port, mosquitto, needs_mosquitto, needs_ptys, serial_ring

pytestmark = pytest.mark.slow  # whole matches in real time

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = 4
SEED = 4
QUICK = {"bot_ms": 1, "reveal_ms": 500, "penalties": 2}
LIMIT_S = 60  # a match takes some 5 s, and the start of four processes as long again on a slow machine
LINKS = ["udp", pytest.param("uart", marks=needs_ptys), pytest.param("mqtt", marks=needs_mosquitto)]


@contextlib.contextmanager
def wired(link, folder):
    """For each place, the options that connect its board to the others."""
    if link == "udp":
        yield [["--link=udp", f"--port={free_port()}"]] * PLAYERS
    elif link == "uart":
        with serial_ring(PLAYERS) as ring:
            yield [["--link=uart", *[f"--serial={path}" for path in ports]] for ports in ring]
    else:
        with mosquitto(folder) as port:
            yield [["--link=mqtt", f"--port={port}"]] * PLAYERS


class Boards:
    """Four processes; they all end with the test, however it goes."""

    def __init__(self, options, folder):
        self._options, self._folder = options, folder
        self._running = [self._start(place) for place in range(PLAYERS)]

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        for process in self._running:
            process.kill()
            process.communicate()

    def store(self, place):
        """The file in which the board keeps what it must not forget."""
        return self._folder / f"store{place}"

    def _start(self, place):
        command = [sys.executable, "-m", "sim", "board", *self._options[place], f"--store={self.store(place)}"]
        command += [f"--place={place + 1}", f"--players={PLAYERS}", "--bot", f"--seed={SEED}", "--json", "--until-over"]
        command += [f"--set={name}={value}" for name, value in QUICK.items()]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def kill_and_start_again(self, place):
        """No time to write anything, as when a battery falls out."""
        self._running[place].kill()
        assert self._running[place].communicate() == ("", "")
        self._running[place] = self._start(place)

    def results(self):
        """What each of them prints at the end of the match."""
        outputs = [process.communicate(timeout=LIMIT_S) for process in self._running]
        assert [errors for _, errors in outputs] == [""] * PLAYERS
        assert [process.returncode for process in self._running] == [0] * PLAYERS
        results = [json.loads(output) for output, _ in outputs]
        assert [result["seat"] for result in results] == list(range(PLAYERS))
        return results


def play_without_processes():
    """(digest, entries) of the same match on simulated time: seeds decide it, links and clocks do not."""
    now = 0
    air = Air(1, lambda: now)
    sessions = []
    for place in range(1, PLAYERS + 1):
        values = {**QUICK, "place": place, "players": PLAYERS, "bot": 1}
        settings = Settings({"HATS_" + name.upper(): value for name, value in values.items()}.get)
        jitter = random.Random(place).randrange
        sessions.append(Session(air.link(), settings, Store(None), jitter, board.entropy(SEED, place), now))
    while not all(one.table is not None and one.game.over and one.table.settled() for one in sessions):
        now += 1
        for session in sessions:
            session.step(now)
    return sessions[0].game.digest().hex(), sessions[0].table.count


@pytest.mark.parametrize("link", LINKS)
def test_a_match_between_processes_is_the_same_over_every_link(link, tmp_path):
    with wired(link, tmp_path) as options, Boards(options, tmp_path) as boards:
        found = {(result["digest"], result["entries"]) for result in boards.results()}
    assert found == {play_without_processes()}


@pytest.mark.parametrize("link", LINKS)
def test_a_process_that_is_killed_and_started_again_plays_on(link, tmp_path):
    with wired(link, tmp_path) as options, Boards(options, tmp_path) as boards:
        store = boards.store(2)
        while not (store.exists() and (kept := Store(store.read_bytes()).load()) and kept.choices):
            time.sleep(0.01)
        boards.kill_and_start_again(2)
        found = {(result["digest"], result["entries"]) for result in boards.results()}
    assert len(found) == 1
    after = Store(store.read_bytes()).load()
    assert after.identity == kept.identity
    assert after.boot > kept.boot


def run(*words):
    """Exit status of the command, in this process; for options with which it ends at once."""
    parser = argparse.ArgumentParser()
    board.add_arguments(parser)
    return board.run(parser.parse_args(words))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--set=bot_ms=0"], "HATS_BOT_MS must be from 1 to 60000 ms"),
        (["--set=colour"], "--set wants NAME=VALUE, not colour."),
        (["--key=12"], "HATS_KEY must be 32 hexadecimal digits or more"),
        (["--link=uart"], "A board has one neighbour or two: name their ports"),
        (["--set=FOO=1"], "There is no setting FOO. There are: arrows, bot, bot_kind,"),
        (
            ["--link=uart", "--serial=/nowhere/at/all"],
            "The serial port /nowhere/at/all cannot be opened: No such file or directory.",
        ),
        (["--serial=/dev/null"], "--serial does not go with --link udp: leave it out, or say --link uart."),
        (["--broker=127.0.0.1"], "--broker does not go with --link udp: leave it out."),
        (["--link=mqtt", "--port=1"], "The MQTT broker 127.0.0.1 cannot be reached"),
        (["--store=/nowhere/at/all"], "/nowhere/at/all cannot be used: No such file or directory."),
        ([f"--store={__file__}"], "is no store of a device: it should have 8192 bytes."),
    ],
)
def test_a_wrong_option_is_answered_with_a_sentence(words, sentence, capsys):
    assert run(*words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("sim: ")
    assert err.count("\n") == 1
    assert sentence in err


def test_a_store_keeps_what_was_written_into_it(tmp_path):
    memory = board.FileMemory(tmp_path / "store")
    assert len(memory) == board.NVM
    memory[4100:4103] = b"hat"
    again = board.FileMemory(str(tmp_path / "store"))
    assert (again[4099:4104], again[0:2]) == (b"\0hat\0", b"\0\0")


def test_a_seed_decides_the_cards_whatever_delays_were_drawn():
    one, other, elsewhere = board.entropy(5, 1), board.entropy(5, 1), board.entropy(5, 2)
    for _ in range(10):
        other(2)
    assert one(8) == other(8) != elsewhere(8)
    assert one(8) != one(4) * 2
