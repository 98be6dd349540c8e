"""The maker's tool against a real raw REPL, a folder as a drive, and a line that speaks as CircuitPython does."""

import ast
import contextlib
import errno
import hashlib
import io
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import tomllib
import types
import zipfile

import pytest
from mpremote import transport_serial

import boards
import sim.__main__
from boards import __main__ as commands
from boards.tool import ToolError, doctor, finding, installing, partyset, places, plan, release
from sim.room import Blind, Room
from tests.firmware import FACTS, Firmware
from tests.interpreter import ROOT, requires_micropython
from tests.serial_boards import Cable, CircuitPython, MicroPython

needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty.")
BOOT_OUT = (
    "Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico with rp2040\r\n"
    "Board ID:raspberry_pi_pico\r\nUID:DF6050A04B1F4D2E\r\n"
)
OLD = {"code.py": b"old = 1\n", "lib/a/one.py": b"one = 1\n" * 300, "lib/two.py": b"two\n", "gone/away.py": b"away\n"}
NEW = {
    "code.py": b"import two\n",
    "lib/a/one.py": b"one = 2\n" * 300,
    "lib/two.py": b"two\n",
    "assets/common/f.bin": bytes(range(256)) * 3,
}
VALUES = [("HATS_NAME", "Anna"), ("HATS_PENALTIES", 4)]
CUTS = 10
MAY_LACK = {"boards/radio.py": "espnow", "code.py": "importlib"}  # imported only where it is there, or on a desktop


def drive(folder, **files):
    """A Drive in `folder`, as CircuitPython leaves a new one."""
    folder.mkdir(exist_ok=True)
    (folder / "boot_out.txt").write_text(BOOT_OUT, newline="")
    (folder / "code.py").write_bytes(installing.FRESH)
    (folder / "settings.toml").write_text("")
    return places.Drive(folder)


def holds(place, files):
    """Whether every file is there, as the place itself hashes it."""
    found = place.look(sorted(files))
    return {path: found[path] and found[path][0] for path in files} == {
        path: hashlib.sha1(data).hexdigest() for path, data in files.items()
    }


def starts(place, *programs):
    """Which of the programs {path: bytes} would start whole, "" for the sentence that says to go on, or None."""
    code = place.read("code.py")
    if code in (None, installing.UNFINISHED):
        return ""
    return next((name for name, files in programs if code == files["code.py"] and holds(place, files)), None)


class Counting:
    """Counts what travels."""

    def start(self, count, size):
        self.count, self.size, self.paths, self.bytes = count, size, [], 0

    def file(self, path):
        self.paths.append(path)

    def sent(self, count):
        self.bytes += count


@pytest.fixture(scope="module", autouse=True)
def hasty():
    """These boards need no pauses between what they are sent."""
    hasty = types.SimpleNamespace(**{**vars(time), "sleep": lambda seconds: time.sleep(seconds / 100)})
    with pytest.MonkeyPatch.context() as patch:
        for module in (places, transport_serial):
            patch.setattr(module, "time", hasty)
        yield


@pytest.fixture(scope="module")
def micropython():
    with MicroPython() as running:
        yield running


@contextlib.contextmanager
def opened(url):
    board = places.Board(url)
    line = getattr(board._repl.serial, "_socket", None)
    if line is not None:  # pyserial lets TCP wait for more to send, which makes each command 40 ms longer
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        yield board
    finally:
        board.close()


@contextlib.contextmanager
def serial_place(request):
    with opened(request.getfixturevalue("micropython").url) as board:
        for path in {*OLD, *NEW, installing.LIST, installing.SETTINGS}:
            board.remove(path)
        yield board


@contextlib.contextmanager
def drive_place(request):
    yield drive(request.getfixturevalue("tmp_path") / "CIRCUITPY")


@pytest.fixture(
    params=[pytest.param(serial_place, marks=requires_micropython, id="serial"), pytest.param(drive_place, id="drive")]
)
def place(request):
    with request.param(request) as made:
        yield made


def test_only_what_changed_travels_and_uninstall_leaves_nothing(place):
    place.write("settings.toml", b"# mine\nHATS_BRIGHTNESS = 80\n")
    first = installing.install(place, OLD, VALUES)
    assert sorted(first.sent) == sorted(OLD)
    assert first.sent[-1] == "code.py"
    assert holds(place, OLD)
    again = installing.install(place, OLD, VALUES)
    assert (again.sent, again.removed) == ([], [])

    changed = {**OLD, "lib/two.py": b"two = 3\n"}
    counting = Counting()
    second = installing.install(place, changed, VALUES, progress=counting)
    assert second.sent == counting.paths == ["lib/two.py"]
    assert counting.bytes == counting.size == len(changed["lib/two.py"])
    assert holds(place, changed)

    third = installing.install(place, NEW, VALUES)
    assert third.removed == ["gone/away.py"]
    assert place.read("gone/away.py") is None
    assert holds(place, NEW)

    taken = installing.uninstall(place)
    assert sorted(taken.removed) == sorted(NEW)
    assert {path: place.read(path) for path in (*NEW, installing.LIST)} == dict.fromkeys((*NEW, installing.LIST))
    assert place.read("settings.toml") == b"# mine\nHATS_BRIGHTNESS = 80\n"


def test_what_was_changed_by_hand_stays_until_it_is_named(place):
    installing.install(place, OLD, VALUES)
    place.write("gone/away.py", b"my own\n")
    place.write("lib/two.py", b"mine too\n")
    assert installing.install(place, {path: OLD[path] for path in OLD if path != "gone/away.py"}).kept == [
        "gone/away.py"
    ]
    place.write("lib/two.py", b"mine again\n")
    assert installing.uninstall(place).kept == ["gone/away.py", "lib/two.py"]
    assert place.read("lib/two.py") == b"mine again\n"
    installing.uninstall(place, ["lib/two.py"])
    assert place.read("lib/two.py") is None
    assert place.read("gone/away.py") == b"my own\n"
    installing.uninstall(place, ["gone/away.py"])
    with pytest.raises(ToolError, match="nothing was installed"):
        installing.uninstall(place)


def test_somebody_elses_program_is_overwritten_only_when_that_was_said(place):
    place.write("code.py", b"print('my thermometer')\n")
    with pytest.raises(ToolError, match=r"There is a code\.py .* --replace"):
        installing.install(place, NEW)
    assert place.read("code.py") == b"print('my thermometer')\n"
    installing.install(place, NEW, replace=True)
    assert holds(place, NEW)


@pytest.mark.slow
@requires_micropython
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # pyserial leaves a dead socket open
def test_a_line_that_is_cut_at_any_place_leaves_no_half_new_program(micropython):
    with opened(micropython.url) as board:
        installing.install(board, OLD, VALUES, replace=True)
    with Cable(micropython.port) as cable, opened(cable.url) as board:
        installing.install(board, NEW, VALUES)
    for cut in range(1, CUTS + 1):
        with opened(micropython.url) as board:
            installing.install(board, OLD, VALUES)
        with (
            Cable(micropython.port, cable.sent * cut // (CUTS + 1)) as cut_cable,
            pytest.raises(ToolError, match=r"it goes on where it stopped|does not answer"),
            opened(cut_cable.url) as board,
        ):
            installing.install(board, NEW, VALUES)
        with opened(micropython.url) as board:
            assert starts(board, ("old", OLD), ("new", NEW)) is not None
            installing.install(board, NEW, VALUES)
            assert holds(board, NEW)
            assert board.read("gone/away.py") is None
    with opened(micropython.url) as board:
        assert board.read("settings.toml").count(b"HATS_NAME") == 1
        assert sorted(installing.uninstall(board).removed) == sorted(NEW)


class Unplugged(places.Drive):
    """A drive that goes away after `left` bytes; a write that is under way is cut short."""

    def __init__(self, folder, left):
        super().__init__(folder)
        self.left = left

    def _use(self, count):
        self.left -= count
        if self.left < 0:
            raise ToolError("The drive went away.")

    def write(self, path, data, sent=None):
        if len(data) > self.left:
            super().write(path, data[: max(0, self.left)])
        self._use(len(data))
        super().write(path, data, sent)

    def rename(self, path, to):
        self._use(1)
        super().rename(path, to)

    def remove(self, path):
        self._use(1)
        super().remove(path)


def test_a_drive_that_is_unplugged_at_any_place_holds_no_half_new_program(tmp_path):
    meter = Unplugged(drive(tmp_path / "meter").root, 1 << 30)
    installing.install(meter, OLD, VALUES)
    before = meter.left
    installing.install(meter, NEW, VALUES)
    whole = before - meter.left
    for cut in range(CUTS):
        healthy = drive(tmp_path / str(cut))
        installing.install(healthy, OLD, VALUES)
        with pytest.raises(ToolError):
            installing.install(Unplugged(healthy.root, whole * cut // CUTS), NEW, VALUES)
        assert starts(healthy, ("old", OLD), ("new", NEW)) is not None
        installing.install(healthy, NEW, VALUES)
        assert holds(healthy, NEW)
        assert sorted(installing.uninstall(healthy).removed) == sorted(NEW)


@pytest.mark.slow
def test_boot_py_that_was_cut_off_at_any_byte_is_not_taken_for_somebody_elses(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda number: None)
    old = {"code.py": b"old = 1\n", "boot.py": b"old boot\n", "safemode.py": b"old safe mode\n"}
    new = {"code.py": b"new = 1\n", "boot.py": b"new boot, longer\n", "safemode.py": b"new safe mode\n"}
    for before in ({}, old):
        meter = Unplugged(drive(tmp_path / f"meter{len(before)}").root, 1 << 30)
        if before:
            installing.install(meter, before, VALUES)
        first = meter.left
        installing.install(meter, new, VALUES)
        for cut in range(0, first - meter.left, 7):
            healthy = drive(tmp_path / f"{len(before)} {cut}")
            if before:
                installing.install(healthy, before, VALUES)
            with pytest.raises(ToolError):
                installing.install(Unplugged(healthy.root, cut), new, VALUES)
            installing.install(healthy, new, VALUES)
            assert holds(healthy, new)
            assert sorted(installing.uninstall(healthy).removed) == sorted(new)


@pytest.mark.parametrize("path", ["../victim.toml", "/victim.toml", "lib/../../victim.toml", "..\\victim", "C:victim"])
def test_a_list_that_leads_away_from_the_board_deletes_nothing(tmp_path, path):
    place, victim = drive(tmp_path / "CIRCUITPY"), tmp_path / "victim.toml"
    victim.write_bytes(b"key = 1\n")
    installing.install(place, OLD)
    line = f"{hashlib.sha1(b'key = 1' + bytes([10])).hexdigest()} {path}\n".encode()
    place.write(installing.LIST, place.read(installing.LIST) + line)
    for act in (
        lambda: installing.install(place, NEW),
        lambda: installing.uninstall(place),
        lambda: doctor.check(place),
    ):
        with pytest.raises(ToolError, match=r"which is not on it: delete installed\.txt and try again"):
            act()
    assert victim.exists()


@pytest.mark.parametrize("text", ['HATS_NAME = "J\u00f6rg"\n'.encode("latin-1"), 'A = "b"\n'.encode("utf-16")])
def test_settings_that_are_no_utf_8_are_left_alone(tmp_path, text):
    place = drive(tmp_path / "CIRCUITPY")
    place.write("settings.toml", text)
    with pytest.raises(ToolError, match="is no text in UTF-8, so nothing was written"):
        installing.install(place, NEW, VALUES)
    assert (place.read("settings.toml"), place.read("code.py")) == (text, installing.FRESH)


def test_a_bom_goes_and_the_sets_lines_stand_where_the_firmware_reads_them(tmp_path):
    place = drive(tmp_path / "CIRCUITPY")
    for before in (
        b"\xef\xbb\xbfA = 1\n[table]\nB = 2\n",
        f"A = 1\n[table]\n{partyset.START}\nHATS_KEY = 1\n".encode(),
    ):
        place.write("settings.toml", before)
        installing.install(place, NEW, VALUES)
        lines = place.read("settings.toml").decode().splitlines()
        assert lines[0] == "A = 1"
        assert lines.index(partyset.START) < lines.index('HATS_NAME = "Anna"') < lines.index("[table]")
        assert lines.count(partyset.START) == 1
        assert "HATS_KEY = 1" not in lines


def test_the_settings_of_a_run_that_ended_between_two_names_are_found_again(tmp_path):
    healthy = drive(tmp_path)
    healthy.write("settings.toml.new", b"# mine\n")
    healthy.remove("settings.toml")
    installing.install(healthy, OLD, VALUES)
    assert healthy.read("settings.toml").startswith(b"# mine\n")


# What CircuitPython refuses


@pytest.fixture
def board(tmp_path):
    (tmp_path / "drive").mkdir()
    with CircuitPython(tmp_path / "drive") as made:
        yield made


@needs_pty
def test_a_board_that_speaks_another_language_is_interrupted_and_started_again(board):
    with opened(board.port) as place:
        assert place.about == {"version": (10, 0, 3), "mpy": 6, "board": "raspberry_pi_pico", "uid": "DF6050A04B1F4D2E"}
        installing.install(place, NEW, VALUES)
        assert holds(place, NEW)
        place.restart()
    assert all("ilistdir" not in script for script in board.scripts)
    assert (board.folder / "assets/common/f.bin").read_bytes() == NEW["assets/common/f.bin"]


@needs_pty
def test_the_drive_is_taken_from_a_computer_that_does_not_use_it(board):
    board.readonly = True
    with opened(board.port) as place:
        place.make_writable()
        installing.install(place, NEW)
    assert not board.readonly


@needs_pty
def test_a_computer_that_holds_the_drive_is_named(board):
    board.readonly = True
    board.failing["remount"] = RuntimeError("Kann den Pfad nicht neu einbinden, wenn er über USB sichtbar ist.")
    with opened(board.port) as place:
        with pytest.raises(ToolError, match=r"read-only .*because the computer holds it.*--drive PATH"):
            place.make_writable()
        with pytest.raises(ToolError, match=r"read-only .*because the computer holds it.*--drive PATH"):
            installing.install(place, NEW)


@needs_pty
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, ""), "not enough room on the board .* for installed.txt|not enough room"),
        (MemoryError("memory allocation failed, allocating 4096 bytes"), "not enough memory left: press its reset"),
        (OSError(errno.ENOENT, ""), r"refused .*: OSError: \[Errno 2\] No such file/directory"),
    ],
)
def test_what_a_board_raises_becomes_a_sentence(board, error, sentence):
    board.failing["open wb"] = error
    with opened(board.port) as place, pytest.raises(ToolError, match=sentence):
        installing.install(place, NEW)


@needs_pty
def test_what_does_not_fit_is_known_before_anything_is_written(board):
    board.room = 2048
    with (
        opened(board.port) as place,
        pytest.raises(ToolError, match=r"not enough room .*: \d+ KB are needed and 2 KB are"),
    ):
        installing.install(place, NEW)
    assert list(board.folder.iterdir()) == []


@needs_pty
def test_a_board_that_does_not_answer_says_what_to_press(board, monkeypatch):
    monkeypatch.setattr(places, "ATTEMPT_S", 0.05)
    board.deaf = True
    with pytest.raises(ToolError, match=r"does not answer\. Press its reset button"):
        places.Board(board.port)


def test_a_port_that_is_not_there_says_who_may_use_it():
    with pytest.raises(ToolError, match=r"cannot be opened\. Is the board plugged in"):
        places.Board("/dev/there-is-no-such-port")


def test_a_folder_that_is_no_drive_is_refused(tmp_path):
    with pytest.raises(ToolError, match=r"has no boot_out\.txt"):
        places.Drive(tmp_path)
    with pytest.raises(ToolError, match="There is no folder"):
        places.Drive(tmp_path / "nowhere")


# doctor


@pytest.fixture
def family(tmp_path):
    party = partyset.PartySet(tmp_path / "family.toml")
    party.players = ["Anna", "Ben"]
    party.save()
    return party


def examine(board, party=None, files=NEW, name="Anna"):
    """What doctor says of a board on which `files` were installed for a party."""
    with opened(board.port) as place:
        if files:
            installing.install(place, files, party.values(name) if party else ())
        return doctor.check(place, party)


@needs_pty
def test_a_healthy_board_gives_no_trouble(board, family):
    good, bad = examine(board, family)
    assert bad == []
    assert any("It belongs to the set family, as Anna." in line for line in good)


def ail(board, **changes):
    for name, value in changes.items():
        setattr(board, name, value)


@needs_pty
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": (9, 2, 8)}, "CircuitPython 9.2.8 is too old: install 10.0"),
        (
            {"board_id": "circuitplayground_express"},
            "There is no profile for this board .*another board than you think",
        ),
        ({"missing": {"i2cdisplaybus"}}, "has no module i2cdisplaybus, which raspberry_pi_pico needs"),
        ({"readonly": True}, "The drive is read-only for the board"),
        ({"room": 9 * 1024}, "Only 9 KB are free"),
        ({"reason": "BROWNOUT"}, r"safe mode \(BROWNOUT\).*battery"),
        ({"reason": "USER"}, r"safe mode \(USER\).*press reset once, and no other button"),
        ({"reason": "INTERRUPT_ERROR"}, r"safe mode \(INTERRUPT_ERROR\).*newest CircuitPython"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_each_trouble_has_its_sentence(board, family, changes, sentence):
    examine(board, family)
    ail(board, **changes)
    _, bad = examine(board, family, files={})
    assert len(bad) == 1
    assert re.search(sentence, bad[0])


@needs_pty
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"failing": {"ESPNow": RuntimeError("Generic Failure")}, "version": (10, 2, 1)},
            "Generic Failure.*10.3 or newer",
        ),
        ({"failing": {"ESPNow": OSError(0x3069, "")}, "version": (10, 3, 0)}, "ESP-NOW does not start.*press reset"),
        ({"clock": 40_000_000}, "The processor runs at 40 MHz, and the radio needs 80"),
        ({"missing": {"espnow"}}, "has no module espnow"),
    ],
    ids=["before 10.3", "another error", "slow", "no radio"],
)
def test_a_radio_that_does_not_work_is_explained(board, family, changes, sentence):
    board.board_id = "adafruit_feather_esp32s3_reverse_tft"
    examine(board, family)
    ail(board, **changes)
    _, bad = examine(board, family, files={})
    assert len(bad) == 1
    assert re.search(sentence, bad[0])


@needs_pty
def test_a_board_of_another_set_is_found_without_showing_a_key(board, family, tmp_path):
    other = partyset.PartySet(tmp_path / "other.toml")
    other.players, other.channel = ["Anna"], 11
    examine(board, other)
    good, bad = examine(board, family, files={})
    assert re.search("set key .* is not that of the set family", bad[0])
    assert re.search("HATS_CHANNEL is 11 here and 6 in the set", bad[1])
    assert len(bad) == 2
    told = " ".join(good + bad)
    assert family.key not in told
    assert other.key not in told


def test_a_drive_is_examined_too(tmp_path, family):
    place = drive(tmp_path / "CIRCUITPY")
    assert doctor.check(place)[1][0].startswith("Nothing was installed")
    installing.install(place, NEW, family.values("Ben"))
    assert doctor.check(place, family)[1] == []
    place.write("lib/two.py", b"changed\n")
    place.remove("lib/a/one.py")
    missing, other = doctor.check(place, family)[1]
    assert missing == "lib/a/one.py is missing: run `boards install` again."
    assert other == "lib/two.py is not as installed: run `boards install` again."
    place.write("code.py", b"mine\n")
    assert "2 files" not in doctor.check(place, family)[1][1]
    assert "code.py is not as installed: save what you changed" in doctor.check(place, family)[1][1]
    assert "boards install --replace" in doctor.check(place, family)[1][1], "what install asks for, then"
    place.write("code.py", installing.UNFINISHED)
    assert doctor.check(place, family)[1] == [
        "The last installation was cut off: run `boards install` again, it goes on where it stopped."
    ]
    place.write("settings.toml", b"HATS_NAME = J\xf6rg\n")
    assert doctor.check(place, family)[1][0].startswith("settings.toml is no text in UTF-8")


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        (b"HATS_BRIGHTNESS = 400\n", "HATS_BRIGHTNESS"),
        (b'HATS_LANGUAGE = "tlh"\n', "HATS_LANGUAGE"),
        (b"HATS_BRIGHTNES = 40\n", "There is no setting HATS_BRIGHTNES: is HATS_BRIGHTNESS meant? Nothing reads"),
        (b'HATS_LINK = "expnow"\n', "HATS_LINK is expnow, and this board knows "),
        (b"HATS_SOUND = 0\nHATS_SOUND = off\n", "Line 2 of settings.toml cannot be read"),
        (b"not a line\nHATS_BRIGHTNESS = 40\n", "Line 1 of settings.toml cannot be read"),
        (b"\xef\xbb\xbfHATS_BRIGHTNESS = 40\n", "Line 1 of settings.toml cannot be read"),
        (b"HATS_BRIGHTNESS = 40\nHATS_BRIGHTNESS = 400\n[web]\nalso nothing\n", ""),
    ],
)
def test_doctor_tells_what_the_device_refuses_of_the_settings(tmp_path, family, own, sentence):
    place = drive(tmp_path / "CIRCUITPY")
    installing.install(place, NEW, family.values("Ben"))
    own, heading, behind = own.partition(b"[web]\n")
    place.write("settings.toml", own + place.read("settings.toml") + heading + behind)
    good, bad = doctor.check(place, family)
    assert [sentence in one for one in bad] == ([True] if sentence else []), bad
    assert "It belongs to the set family, as Ben." in good, "a line that cannot be read hides no other"


@pytest.mark.slow
def test_a_name_in_a_line_that_cannot_be_read_is_not_read_below_it(tmp_path, family, capsys):
    place = drive(tmp_path / "CIRCUITPY")
    place.write("settings.toml", b"HATS_KEY = mine\n")
    assert commands.main(["install", "--file", str(family.path), "--player", "Ben", "--drive", str(place.root)]) == 0
    assert (
        "HATS_KEY also stands above the set's lines in settings.toml, where it cannot be read"
        in capsys.readouterr().err
    )
    assert any("has no set key" in one for one in doctor.check(place, family)[1])


@pytest.mark.slow
def test_a_board_of_another_set_or_with_another_profile_is_told_of_as_it_is_taken_over(tmp_path, family, capsys):
    place, other = drive(tmp_path / "CIRCUITPY"), partyset.PartySet(tmp_path / "other.toml")
    other.players = ["Zoe"]
    other.save()
    install = ["install", "--drive", str(place.root), "--player"]
    assert commands.main([*install, "Ben", "--file", str(family.path)]) == 0
    assert "another set" not in capsys.readouterr().err
    assert commands.main([*install, "Zoe", "--file", str(other.path)]) == 0
    told = capsys.readouterr().err
    assert "every file was there already; its settings are new." in told
    assert f"it was of another set (key {partyset.fingerprint(family.key)})" in told
    wrong = [*install, "Zoe", "--file", str(other.path), "--profile", "m5stack_cardputer"]
    assert commands.main(wrong) == 0
    assert "this is a raspberry_pi_pico, and it gets the profile m5stack_cardputer" in capsys.readouterr().err
    assert any("Its profile is m5stack_cardputer" in one for one in doctor.check(place, other)[0])


def test_espnow_with_firmware_in_which_it_fails_is_told_before_anybody_plays(tmp_path, family):
    place = drive(tmp_path / "CIRCUITPY")
    place.about["board"] = "adafruit_feather_esp32s3_tft"
    installing.install(place, NEW, family.values("Ben"))
    assert any("ESP-NOW fails on many boards" in one for one in doctor.check(place, family)[1])
    assert doctor.radio_doubt({"version": (10, 3, 0)}, "adafruit_feather_esp32s3_tft", "") == ""
    assert doctor.radio_doubt({"version": (10, 0, 3)}, "adafruit_feather_esp32s3_tft", "udp") == ""


# What goes on a board


@pytest.mark.parametrize("profile", boards.profiles())
@pytest.mark.parametrize("link", ["", "mqtt"])
def test_everything_that_a_board_imports_is_there_or_the_firmwares(profile, link):
    modules, firmware = plan.modules(profile, link), Firmware(profile)
    assert {*plan.START, "boards/__init__.py", f"boards/{profile}.py", "lib/neopixel.py"} <= set(modules)
    there = {path.removeprefix("lib/").split("/")[0].removesuffix(".py") for path in modules}
    for path, source in modules.items():
        if path.split("/")[0] in ("boards", "engine") or path.startswith(("lib/pocket", "code.py")):
            needed = {name.split(".")[0] for name in plan.imports_of(path, source)} - there
            assert not [name for name in needed - {MAY_LACK.get(path)} if not firmware.has(name)], path
    assert ("lib/adafruit_minimqtt/adafruit_minimqtt.py" in modules) is (
        link == "mqtt" and FACTS[profile]["radio"] != []
    )
    assert not [path for path in modules if "hashlib" in path or "typing" in path]


@pytest.mark.parametrize("profile", boards.profiles())
def test_what_is_for_computers_or_other_boards_stays_away(profile):
    own = [path.removeprefix("boards/") for path in plan.modules(profile) if path.startswith("boards/")]
    others = {f"{name}.py" for name in boards.profiles() if name != profile}
    assert not set(own) & {"__main__.py", "assets.py", "deck.py", "drawings.py", "language.py", "wiring.py", *others}
    assert not [path for path in own if "/" in path]


@pytest.mark.parametrize("profile", boards.profiles())
def test_a_board_gets_the_libraries_letters_and_pictures_of_its_own_display(profile):
    mono = not FACTS[profile]["display"]["built_in"]
    modules = plan.modules(profile)
    assert plan.layout(profile) == ("mono" if mono else "colour")
    text = {path for path in modules if path.startswith(("lib/pocket/text_", "lib/adafruit_display"))}
    assert text == (
        {"lib/pocket/text_bitmap.py"}
        if mono
        else {"lib/pocket/text_label.py", *(f"lib/adafruit_display_text/{name}.py" for name in ("__init__", "label"))}
    )
    assert ("boards/oled.py" in modules) is mono


@pytest.mark.parametrize("profile", boards.profiles())
def test_the_firmware_has_the_modules_that_doctor_asks_for(profile):
    modules = doctor.firmware_modules(profile)
    assert {"board", "keypad", "microcontroller"} <= set(modules)
    assert [name for name in modules if not Firmware(profile).has(name)] == []
    assert ("espnow" in modules) is ("espnow" in FACTS[profile]["radio"])
    assert ("wifi" in modules) is ("wifi" in FACTS[profile]["radio"])


@pytest.mark.parametrize(
    ("source", "package", "found"),
    [
        ("import a.b, c", "", ["a.b", "c"]),
        ("def f():\n    from a import b", "", ["a", "a.b"]),
        ("from .matcher import M", "lib.x", ["lib.x.matcher", "lib.x.matcher.M"]),
        ("from . import y", "x", ["x", "x.y"]),
        ("try:\n    from typing import Any\n    import a\nexcept ImportError: pass\nimport b", "", ["b"]),
        ("try:\n    import a\nexcept ImportError:\n    import b", "", ["a", "b"]),
    ],
)
def test_imports_are_read_as_a_board_meets_them(source, package, found):
    assert plan.imports(ast.parse(source), package) == found


def test_assets_of_the_layout_and_the_words_of_its_languages_go_along(tmp_path, monkeypatch):
    for path in ("mono/small.font", "mono/p.bmp", "colour/small.font", "words/en.words", "words/ru.words"):
        (tmp_path / "assets" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "assets" / path).write_bytes(path.encode())
    monkeypatch.setattr(plan, "ROOT", tmp_path)
    mono = ["assets/mono/p.bmp", "assets/mono/small.font", "assets/words/en.words"]
    assert sorted(plan.assets("mono", ["en"])) == mono
    assert sorted(plan.assets("mono", ["ru"])) == [*mono, "assets/words/ru.words"]
    assert sorted(plan.assets("colour", [])) == ["assets/colour/small.font", "assets/words/en.words"]
    with pytest.raises(ToolError, match=r"not made yet\. This makes them: python3 dev\.py assets"):
        plan.assets("mono", ["vi"])
    monkeypatch.setattr(plan, "ROOT", tmp_path / "assets")
    with pytest.raises(ToolError, match="not made yet"):
        plan.assets("mono", [])


@pytest.mark.slow
def test_the_words_of_all_languages_and_every_link_fit_on_the_smallest_drive():
    for profile in boards.profiles():
        assert plan.on_drive(plan.files(profile, partyset.LANGUAGES, "mqtt")) <= plan.ROOM


def test_a_board_without_a_profile_is_told_which_there_are():
    with pytest.raises(ToolError, match=r"no profile for the board bbq.*--profile: .*raspberry_pi_pico"):
        plan.profile_for("bbq")


# Sets


def test_a_set_keeps_its_key_to_its_owner_and_comments_stay(family):
    text = family.path.read_text("utf-8")
    if os.name == "posix":
        assert family.path.stat().st_mode & 0o077 == 0
    family.path.write_text("# grandma's\n" + text, "utf-8")
    again = partyset.PartySet.load(family.path)
    assert (again.key, again.players) == (family.key, ["Anna", "Ben"])
    again.deal("AB", [])
    again.boards = {"AB": "Anna"}
    again.save()
    assert family.path.read_text("utf-8").startswith("# grandma's\n")
    third = partyset.PartySet.load(family.path)
    assert [third.deal("AB"), third.deal("CD"), third.deal("AB", ["Anna"])] == ["Anna", "Ben", "Anna"]
    with pytest.raises(ToolError, match="has 2 names, and all are dealt"):
        third.deal("EF", ["Ben"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("players = ['Anna'", "cannot be read"),
        ("plyers = []", "nothing is called plyers"),
        ("players = 'Anna'", "players must be a list"),
        ("players = ['Anna', 'Anna']", "a name of their own"),
        ("players = ['Bartholomew Long']", "HATS_NAME must be a name of up to 10 letters"),
        ("key = 'secret'", "HATS_KEY must be 32 hexadecimal digits"),
        ("link = 'pigeons'", "link must be one of: espnow"),
        ("link = 'udp'", "the link udp needs wifi"),
        ("link = 'mqtt'\nwifi = 'w'", "the link mqtt needs broker"),
        ("link = 'udp'\nwifi = 'w'\npassword = 'short'", "password must be 8 to 63 characters"),
        ("wifi = 'w'\nport = 70000", "port must be from 0 to 65535"),
        ("channel = 14", "channel must be from 1 to 13"),
        ("languages = ['tlh']", "languages must be some of"),
        ("access_point = 'Zoe'", "must be the name of a player"),
        ("game = 'chess'", "HATS_GAME must be one of"),
        ("[options]\npenalties = 9", "HATS_PENALTIES must be one of"),
        ("[settings]\nBRIGHTNESS = 0", "HATS_BRIGHTNESS must be"),
        ("settings = 3", "settings must be a table"),
        ("[settings]\nBRIGTHNESS = 60", "there is no setting BRIGTHNESS"),
        ("[settings]\nbrightness = 60", "there is no setting brightness"),
        ("[settings]\nNAME = 'Zoe'", "there is no setting NAME"),
        ("[settings]\nPIXEL_PIN = [1]", "the setting PIXEL_PIN must be a text or a whole number"),
    ],
)
def test_a_set_that_cannot_be_says_why(tmp_path, text, sentence):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ToolError, match=sentence):
        partyset.PartySet.load(path)


def test_the_lines_of_a_set_are_replaced_and_a_makers_own_stay():
    first, _ = partyset.merge(
        'CIRCUITPY_HEAP_START_SIZE = 9000\nHATS_NAME = "Mine"', [("HATS_NAME", "A"), ("HATS_CAPS", True)]
    )
    assert "HATS_CAPS = 1\n" in first
    second, overruled = partyset.merge(first + "HATS_BOT = 1\n", [("HATS_NAME", "B"), ("HATS_WIFI", 'Ann"a\\')])
    assert overruled == ["HATS_NAME"]
    assert second.splitlines() == [
        "CIRCUITPY_HEAP_START_SIZE = 9000",
        'HATS_NAME = "Mine"',
        partyset.START,
        'HATS_WIFI = "Ann\\"a\\\\"',
        partyset.END,
        "HATS_BOT = 1",
    ]
    assert tomllib.loads(second)["HATS_NAME"] == "Mine"  # no name comes twice
    assert partyset.merge(second, []) == ('CIRCUITPY_HEAP_START_SIZE = 9000\nHATS_NAME = "Mine"\nHATS_BOT = 1\n', [])


# zips


def test_every_language_is_in_a_group_of_a_release_and_english_in_all():
    groups = release.GROUPS.values()
    assert {language for group in groups for language in group} == set(partyset.LANGUAGES)
    assert all("en" in group for group in groups)


@pytest.mark.slow
def test_a_release_is_the_same_to_the_byte(tmp_path):
    first, second = [release.make(tmp_path / name, ["raspberry_pi_pico"]) for name in "ab"]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    archives, sums = first[:-1], first[-1]
    assert [path.stem for path in archives] == [f"pocket-hats-raspberry_pi_pico-{name}" for name in release.GROUPS]
    names = zipfile.ZipFile(archives[0]).namelist()
    assert names[-1] == "code.py"
    assert {"assets/words/fr.words", "assets/mono/small.font"} <= set(names)
    assert not {"settings.toml", "assets/words/ru.words"} & set(names)
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in archives]
    told = [f"{digest}  {path.name}\n" for digest, path in zip(digests, archives, strict=True)]
    assert sums.read_text() == "".join(told)


# The commands


def run(*arguments):
    """Exit status, standard output and standard error of a command."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = commands.main(arguments)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.slow
def test_list_prints_one_json_object():
    status, out, _ = run("list", "--sizes", "--json")
    told = json.loads(out)
    assert status == 0
    assert [one["name"] for one in told["profiles"]] == boards.profiles()
    sizes = [(one["layout"], one["language"]) for one in told["sizes"]]
    assert sizes == [(folder, language) for folder in ("colour", "mono") for language in sorted(partyset.LANGUAGES)]
    assert all(0 < one["bytes"] < one["on_drive"] <= plan.ROOM for one in told["sizes"])


@pytest.mark.slow
def test_from_a_new_set_to_a_board_and_back(tmp_path):
    party, folder = str(tmp_path / "family.toml"), drive(tmp_path / "CIRCUITPY").root
    options = ("--option", "penalties=4", "--setting", "pixel_pin=G32", "--setting", "HATS_BRIGHTNESS=60")
    status, out, told = run("set", "--file", party, "--player", "Anna", "--player", "Ben", *options)
    key = partyset.PartySet.load(party).key
    assert (status, out) == (0, "")
    assert key not in told
    status, out, told = run("install", "--file", party, "--drive", str(folder))
    assert status == 0, told
    assert "press the reset button once" in told
    assert key not in out + told
    assert 'HATS_NAME = "Anna"' in (folder / "settings.toml").read_text()
    settings = (folder / "settings.toml").read_text().splitlines()
    assert {"HATS_PENALTIES = 4", 'HATS_PIXEL_PIN = "G32"', "HATS_BRIGHTNESS = 60"} <= set(settings)
    assert run("doctor", "--file", party, "--drive", str(folder))[0] == 0
    assert "every file was there already" in run("install", "--file", party, "--drive", str(folder))[2]
    (folder / "lib" / "neopixel.mpy").unlink()
    assert run("doctor", "--file", party, "--drive", str(folder))[0] == 1
    assert run("install", "--file", party, "--drive", str(folder), "--player", "2")[0] == 0
    assert 'HATS_NAME = "Ben"' in (folder / "settings.toml").read_text()
    assert "HATS_PROFILE" not in (folder / "settings.toml").read_text()
    wired_as = 'HATS_PROFILE = "adafruit_feather_rp2040"'
    assert run("install", "--file", party, "--drive", str(folder), "--profile", "adafruit_feather_rp2040")[0] == 0
    assert wired_as in (folder / "settings.toml").read_text()
    assert run("install", "--file", party, "--drive", str(folder))[0] == 0
    assert wired_as in (folder / "settings.toml").read_text()
    assert run("uninstall", "--drive", str(folder))[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == ["boot_out.txt", "settings.toml"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["install", "--drive", "."], "Say which set: --set NAME"),
        (["install", "--set", "no such name!", "--drive", "."], "up to 40 letters"),
        (["install", "--file", "nowhere.toml", "--drive", "."], "There is no set nowhere.toml"),
        (["set", "--file", "new.toml", "--player", "Anna", "--remove", "Zoe"], "Nobody in the set new is called Zoe"),
        (["set", "--file", "new.toml", "--player", "Anna", "--player", "B" * 40], "'BBBB"),
        (["uninstall", "--drive", "/nowhere"], "There is no folder /nowhere"),
        (["run", "nowhere.py", "--port", "x"], "nowhere.py cannot be read"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_status_one(capsys, arguments, sentence):
    assert commands.main(arguments) == 1
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.err.count("\n") == 1
    assert "Traceback" not in told.err


needs_shell = pytest.mark.skipif(not pathlib.Path("/dev/full").exists(), reason="This system has no /dev/full.")
DOOR = f"{sys.executable} -m boards"


@pytest.mark.slow
@needs_shell
@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        (f"{DOOR} list | true; exit ${{PIPESTATUS[0]}}", 141, ""),
        (f"{DOOR} list --json | true; exit ${{PIPESTATUS[0]}}", 141, ""),
        (f"{DOOR} list > /dev/full", 1, "The output cannot be used: No space left on device.\n"),
        (f"{DOOR} --help | true; exit ${{PIPESTATUS[0]}}", 0, ""),  # argparse itself lets go of what nobody reads
        (f"{sys.executable} -m sim.measure.sentences de | true; exit ${{PIPESTATUS[0]}}", 141, ""),
        (f"{DOOR} install --drive . 2>&-", 1, ""),
        (f"{DOOR} list >&-", 0, ""),
    ],
)
def test_whatever_becomes_of_the_output_there_is_no_traceback(line, status, told):
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (status, told)
    assert done.stdout == ""


@pytest.mark.slow
def test_names_that_the_terminal_cannot_write_are_written_otherwise(tmp_path):
    command = [sys.executable, "-m", "boards", "uninstall", "--drive", str(tmp_path / "Дом")]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    for encoding in ("ascii", "ascii:strict"):
        environment["PYTHONIOENCODING"] = encoding
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, env=environment, check=False, timeout=120
        )
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert r"\u0414\u043e\u043c. Is the board plugged in" in done.stderr
    doctor = [sys.executable, "-m", "boards", "doctor", "--drive", str(drive(tmp_path / "Дом").root)]
    done = subprocess.run(doctor, cwd=ROOT, capture_output=True, text=True, env=environment, check=False, timeout=120)
    assert done.stdout.startswith(str(tmp_path) + r"/\u0414")
    assert done.stderr == ""


def interrupt(*_):
    raise KeyboardInterrupt


def test_ctrl_c_says_nothing_even_while_the_tool_is_still_loaded(monkeypatch, capsys):
    with monkeypatch.context() as patch:
        patch.setattr(finding, "plugged_in", interrupt)
        assert commands.main(["list"]) == 130
    monkeypatch.delitem(sys.modules, "boards.tool.cli")
    monkeypatch.delattr("boards.tool.cli")
    monkeypatch.setattr(sys, "meta_path", [types.SimpleNamespace(find_spec=interrupt), *sys.meta_path])
    assert commands.main(["list"]) == 130
    assert capsys.readouterr() == ("", "")


@needs_pty
@pytest.mark.slow
def test_all_boards_are_installed_side_by_side_and_keep_their_names(tmp_path, monkeypatch, family):
    folders = [drive(tmp_path / name).root for name in "xyz"]
    for number, folder in enumerate(folders):
        (folder / "boot_out.txt").write_text(BOOT_OUT.replace("DF6050", f"0000{number:02}"), newline="")
    monkeypatch.setattr(finding, "ports", list)
    monkeypatch.setattr(finding, "_mounted", lambda: folders)
    install = ["install", "--all", "--file", str(family.path)]
    assert commands.main(install) == 1  # two names for three boards
    assert commands.main(["set", "--file", str(family.path), "--player", "Zoe"]) == 0
    assert commands.main(install) == 0
    assert [re.search('NAME = "(.*)"', (one / "settings.toml").read_text())[1] for one in folders] == [
        "Anna",
        "Ben",
        "Zoe",
    ]
    monkeypatch.setattr(finding, "_mounted", lambda: folders[::-1])
    assert commands.main(install) == 0
    assert [re.search('NAME = "(.*)"', (one / "settings.toml").read_text())[1] for one in folders] == [
        "Anna",
        "Ben",
        "Zoe",
    ]


IN_THREADS = {  # of our own code: what speaks to one board, and to the person
    "boards.tool.commands.install": None,
    "boards.tool.terminal": None,
    "boards.tool.installing": None,
    "boards.tool.places": None,
    "boards.tool.partyset": {"merge", "_quoted"},
    "boards.tool.plan": {"order"},
}


@pytest.mark.slow
@needs_pty
def test_only_the_boards_themselves_are_asked_in_threads(board, tmp_path, monkeypatch, family):
    """`ast` in threads ends in a SystemError now and then, before Python 3.13: CPython issue 106905."""
    other = drive(tmp_path / "other").root
    (other / "boot_out.txt").write_text(BOOT_OUT.replace("DF6050", "000000"), newline="")
    monkeypatch.setattr(
        finding, "ports", lambda: [types.SimpleNamespace(device=board.port, serial_number="", product="Pico")]
    )
    monkeypatch.setattr(finding, "_mounted", lambda: [other])
    called = set()
    threading.setprofile(lambda frame, *_: called.add((frame.f_globals.get("__name__"), frame.f_code.co_name)))
    try:
        assert commands.main(["install", "--all", "--file", str(family.path)]) == 0
    finally:
        threading.setprofile(None)
    assert (board.folder / "code.py").read_bytes() == (other / "code.py").read_bytes()
    own = {(name, function) for name, function in called if name.startswith(("boards", "engine", "pocket"))}
    assert {one for one in own if one[0] not in IN_THREADS} == set()
    narrow = {one for one in own if IN_THREADS[one[0]] is not None and "<" not in one[1]}
    assert {one for one in narrow if one[1] not in IN_THREADS[one[0]]} == set()
    assert {name for name, _ in called} & {"ast", "tokenize", "tomllib._parser", "PIL.Image"} == set()


@pytest.mark.slow
@needs_pty
def test_a_port_that_answers_nothing_stops_no_other_board(tmp_path, monkeypatch, family, capsys):
    good = drive(tmp_path / "CIRCUITPY").root
    port = types.SimpleNamespace(device="/dev/there-is-no-such-port", serial_number="", product="Printer")
    monkeypatch.setattr(finding, "ports", lambda: [port])
    monkeypatch.setattr(finding, "_mounted", lambda: [good])
    assert commands.main(["install", "--all", "--file", str(family.path)]) == 1
    assert "there-is-no-such-port cannot be opened" in capsys.readouterr().err
    assert 'HATS_NAME = "Anna"' in (good / "settings.toml").read_text()


@needs_pty
def test_a_script_runs_on_the_board_and_its_error_is_a_sentence(board, tmp_path, capsys):
    script = tmp_path / "script.py"
    script.write_text("print('from the board')\n")
    assert commands.main(["run", str(script), "--port", board.port]) == 0
    assert "from the board" in capsys.readouterr().out
    script.write_text("1 / 0\n")
    assert commands.main(["run", str(script), "--port", board.port]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_set_can_be_made_by_answering_questions(tmp_path, monkeypatch, capsys):
    answers = iter(["Anna, Ben", "de en", "mqtt", "home", "secret99", "broker.local"])
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    assert commands.main(["set", "--file", str(tmp_path / "family.toml")]) == 0
    party = partyset.PartySet.load(tmp_path / "family.toml")
    assert (party.players, party.languages, party.link) == (["Anna", "Ben"], ["de", "en"], "mqtt")
    assert (party.wifi, party.password, party.broker) == ("home", "secret99", "broker.local")
    assert "Anna, Ben" in capsys.readouterr().err


@needs_pty
def test_the_match_that_a_board_keeps_is_saved_as_the_simulator_reads_it(board, tmp_path, capsys):
    room = Room(3, 0, 8, "mono", program=Blind)
    room.run_to(30000)
    room.apps[0].session.member.keeper.save_now()
    board.nvm = room.devices[0].nvm
    saved = tmp_path / "match.bin"
    assert commands.main(["logs", "--save", str(saved), "--port", board.port]) == 0
    assert f"sim replay {saved} --key" in capsys.readouterr().err
    assert sim.__main__.main(["replay", str(saved), "--headless", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == room.apps[0].session.game.digest().hex()
    board.nvm = None
    assert commands.main(["logs", "--save", str(saved), "--port", board.port]) == 1
    assert "keeps nothing" in capsys.readouterr().err


@needs_pty
def test_reset_restarts_a_board_at_once(board):
    assert commands.main(["reset", "--port", board.port]) == 0
    assert "microcontroller.reset()" in board.scripts[-1]


@pytest.mark.slow
def test_a_deck_of_the_sets_own_goes_along_and_a_bad_one_is_explained(tmp_path, capsys):
    family, place = tmp_path / "family.toml", tmp_path / "CIRCUITPY"
    drive(place)
    deck = ROOT / "docs" / "decks" / "kitchen.json"
    assert commands.main(["set", "--file", str(family), "--player", "Anna", "--deck", str(deck)]) == 0
    assert commands.main(["install", "--drive", str(place), "--file", str(family), "--player", "Anna"]) == 0
    there = sorted(path.name for path in (place / "assets" / "deck").iterdir())
    assert there == ["de.words", "deck", "en.words", "pictures32.bmp"]
    capsys.readouterr()
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    assert commands.main(["set", "--file", str(family), "--deck", str(bad)]) == 1
    assert "bad.json, line 1: this is no JSON" in capsys.readouterr().err
    assert commands.main(["set", "--file", str(family), "--deck", ""]) == 0
