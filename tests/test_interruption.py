"""What ends a command of the simulator, or is wrong with its input or output: a sentence at most, no traceback."""

import contextlib
import copy
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.__main__ import main
from sim.runs import record

ROOT = Path(__file__).resolve().parents[1]
SIM = (sys.executable, "-P", "-m", "sim")
MATCH = ("play", "--headless", "--players", "2", "--layout", "mono")
pytestmark = [
    pytest.mark.slow,  # processes are started and ended
    pytest.mark.skipif(os.name != "posix", reason="signals and /dev are those of POSIX"),
]


def start(*arguments, **others):
    """A command of the simulator in a process group of its own."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": ROOT, "start_new_session": True}
    return subprocess.Popen([*SIM, *arguments], **{**pipes, **others})


def ended(process, timeout_s=60):
    """(exit status, standard error) of `process`, which is to end soon, with all that it has started."""
    try:
        err = process.communicate(timeout=timeout_s)[1] or b""
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert b"Traceback" not in err
    return process.returncode, err.decode()


def wait_for(process, sign):
    """Read what `process` writes on standard error until the pattern `sign` is in it."""
    told = b""
    while not re.search(sign, told):
        more = os.read(process.stderr.fileno(), 4096)
        assert more, f"it has ended: {told}"
        told += more


def shell(command, **environment):
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_the_workers_of_a_tournament_end_with_it(how):
    process = start("tournament", "--games", "10000", "--jobs", "2")
    wait_for(process, rb" [1-9]\d*/10000 ")
    process.send_signal(how)
    assert ended(process, 20)[0] == -how  # nobody holds its output any more


@pytest.mark.parametrize(
    ("command", "begun"),
    [
        (("tournament", "--games", "10000", "--jobs", "2"), rb" [1-9]\d*/10000 "),
        (("chaos", "--seeds", "0:200"), rb" [1-9]\d*/200 "),
    ],
)
def test_ctrl_c_ends_a_command_without_a_word(command, begun):
    process = start(*command)
    wait_for(process, begun)
    interrupt(process)


def test_ctrl_c_ends_a_board_without_a_word(tmp_path):
    process, store = start("board", "--store", tmp_path / "store"), tmp_path / "store"
    while not (store.exists() and any(store.read_bytes())):  # it has kept who it is
        assert process.poll() is None
    interrupt(process)


def interrupt(process):
    os.killpg(process.pid, signal.SIGINT)
    status, err = ended(process, 20)
    assert status == 130
    assert "Error" not in err


def test_output_that_nobody_reads_or_that_cannot_be_written():
    python = " ".join(SIM)
    assert shell(f"{python} play --help | true")[0] in (0, 141)
    assert shell(f"{python} {' '.join(MATCH)} | true")[0] in (0, 141)
    status, err = shell(f"{python} {' '.join(MATCH)} > /dev/full")
    assert (status, err.count("\n")) == (1, 1)
    assert shell(f"{python} {' '.join(MATCH)} 2>&-")[0] == 0
    assert shell(f"{python} {' '.join(MATCH)} >&-")[0] == 0


def test_hardware_that_the_environment_names_and_output_in_ascii():
    python = " ".join(SIM)
    noise = {"BLINKA_FT232H": "1", "BLINKA_MCP2221": "1", "BLINKA_OS_AGNOSTIC": "", "PYTHONIOENCODING": "ascii"}
    assert shell(f"{python} {' '.join(MATCH)}", **noise) == (0, "")
    assert shell(f"{python} replay Папка.json --headless", **noise)[0] == 2


def test_a_terminal_is_told_how_far_a_match_is():
    import pty  # not on Windows
    import termios

    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    process = start(*MATCH, stderr=slave)
    os.close(slave)
    told = b""
    with contextlib.suppress(OSError):  # nobody holds the other end any more
        while more := os.read(master, 4096):
            told += more
    os.close(master)
    assert ended(process)[0] == 0
    assert re.search(rb"playing: [1-9]\d* actions", told)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["play", "--game", "caps", "--caps", "1"], "must be one of true, false"),
        (["play", "--start-gifts", "true"], "must be one of 1, 2"),
        (["play", "--deck", ""], "--deck is empty"),
        (["play", "--record", ""], "--record is empty"),
        (["play", "--shot", "x.xyz"], ".png"),
        (["chaos", "--seeds", "3:4", "--without", "999"], "the faults of that seed are 0 to"),
        (["chaos", "--without", "0"], "--without goes with one seed"),
        (["replay", "README.md", "--headless", "--png", "x.png"], "--png and --gif go without --headless"),
        (["replay", "/dev/zero"], "there is no file /dev/zero"),
        (["board", "--name", "\udcff"], "letters that nobody can read"),
        (["board", "--port", "70000"], "port"),
        (["board", "--broadcast", "notanaddress"], "notanaddress"),
    ],
)
def test_what_would_be_ignored_or_cannot_be_is_refused_with_a_sentence(command, said, capsys):
    try:
        status = main(command)
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert said in capsys.readouterr().err


def test_any_way_of_writing_a_truth_value_is_understood(capsys):
    assert main([*MATCH[:2], "--players", "3", "--layout", "mono", "--game", "caps", "--caps", "False", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["options"]["caps"] is False


GOOD = {
    "recording": record.FORMAT,
    "program": "",
    "setup": {
        "players": 2,
        "humans": 1,
        "seed": 3,
        "layout": "mono",
        "options": {"penalties": 2},
        "air": {"loss": 0.1},
    },
    "end_ms": 1200,
    "events": [[1000, "press", 0, 0, True], [1001, "radio", "loss", 0], [1002, "part", [1]], [1003, "switch_off", 1]],
}
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.just([]), st.just({}), st.just(10**400)
)


def paths(value, path=()):
    """The way to each part of a JSON value."""
    if path:
        yield path
    for name, inner in (
        value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    ):
        yield from paths(inner, (*path, name))


@settings(max_examples=150)
@given(st.sampled_from(list(paths(GOOD))), st.one_of(st.just("without"), ANYTHING))
def test_a_recording_with_any_part_changed_is_a_room_or_a_sentence(path, value):
    changed = copy.deepcopy(GOOD)
    *way, last = path
    inner = changed
    for name in way:
        inner = inner[name]
    if value == "without":
        del inner[last]
    else:
        inner[last] = value
    try:
        record.Replay(record.read(changed)).run_to(1004)
    except ValueError as error:
        assert str(error).startswith(  # noqa: PT017 (most changes are refused, some are not)
            "The recording makes no sense: "
        )


@pytest.mark.parametrize(
    "text", ['{"recording":1,"end_ms":1e400}', "{" * 3000, '{"log":1,"seed":"x"}', "{}", "", "\x00"]
)
def test_a_file_that_is_none_is_refused_with_a_sentence(text, tmp_path, capsys):
    path = tmp_path / "run.json"
    path.write_text(text)
    assert main(["replay", str(path), "--headless"]) == 2
    assert capsys.readouterr().err.startswith("sim: ")
