"""What a board runs around the program: boot.py, safemode.py, the watchdog; and settings.toml with broken lines."""

import importlib
import runpy
import sys
import types
from pathlib import Path

import busdisplay
import displayio
import pytest

from boards.tool import plan
from pocket import store
from pocket.display_sleep import DARK_MS
from pocket.font import Font
from pocket.keys import SURPRISE_MS
from pocket.renderer import fit
from pocket.store import Store
from pocket.words import Words, languages
from ring.memory import Memory
from tests.firmware import FACTS, Firmware

ROOT = Path(__file__).resolve().parents[1]
GOOD = """\
# comment
[section]
HATS_NAME = "An#na"  # hers

HATS_PLACE=3 # three
HATS_KEY = "a \\"quoted\\" \\\\ text"
OFFSET = -7
RATIO = 1.5
DEBUG = true\
"""
BAD = """\
HATS_NAME = Anna
HATS_NAME = "Anna
HATS_PLACE =
HATS_PLACE
= 3
HATS NAME = 3
X = '3'
X = 3x
X = "3" 4
X = "3\\"
HATS_NAME = "a\\q"
HATS_REVEAL_MS = 1.5
HATS_SOUND = true
HATS_PLACE = 1\rHATS_PLAYERS = 2
""".split("\n")[:-1]


def firmware(monkeypatch, **modules):
    """Let modules of the firmware be there, each with the attributes in a dict."""
    for name, attributes in modules.items():
        monkeypatch.setitem(sys.modules, name, types.SimpleNamespace(**attributes))


def start(monkeypatch, name):
    """Run a file as CircuitPython does."""
    exec(compile((ROOT / name).read_text("utf-8"), name, "exec"), {"__name__": "__main__"})


@pytest.fixture
def toml(monkeypatch):
    firmware(monkeypatch, supervisor={})
    monkeypatch.delitem(sys.modules, "boards.toml", raising=False)
    return importlib.import_module("boards.toml")


def test_every_line_that_can_be_read_is_no_problem(toml, monkeypatch, tmp_path):
    (tmp_path / "settings.toml").write_text(GOOD)
    monkeypatch.setattr(toml, "PATH", str(tmp_path / "settings.toml"))
    assert toml.problems() == []
    monkeypatch.setattr(toml, "PATH", str(tmp_path / "none"))
    assert toml.problems() == []


@pytest.mark.parametrize("line", BAD)
def test_a_line_that_is_none_is_named_by_its_number(toml, monkeypatch, tmp_path, line):
    (tmp_path / "settings.toml").write_text(f"{GOOD}\n{line}\n")
    monkeypatch.setattr(toml, "PATH", str(tmp_path / "settings.toml"))
    (problem,) = toml.problems()
    assert Words().say(*problem).startswith(f"settings.toml, line {len(GOOD.splitlines()) + 1}: NAME = ")


def test_bytes_that_are_no_text_a_bom_and_names_that_come_twice_are_told(toml, monkeypatch, tmp_path):
    path = tmp_path / "settings.toml"
    monkeypatch.setattr(toml, "PATH", str(path))
    for text, told in (
        (b'HATS_BOT = 1\nHATS_NAME = "J\xf6rg"\nHATS_PLACE = x\n', [("the_bad_line", 2), ("the_bad_line", 3)]),
        (b"\xef\xbb\xbfHATS_BOT = 1\nHATS_PLACE = 1\n", [("the_bad_line", 1)]),
        (b"\xef\xbb\xbf# mine\nHATS_PLACE = 1\n", []),
        (b"HATS_BOT = 1\r\nHATS_BOT = 0\r\nHATS_BOT = 1\r\n", [("the_double", "HATS_BOT")]),
        (b"HATS_BOT = 1\rHATS_PLACE = 1\r", [("the_bad_line", 1)]),
        (b"HATS_PLAYER = 3\nPLACE = 1\nHATS_PLACE = 1\n", [("the_unknown", "HATS_PLAYER")]),
    ):
        path.write_bytes(text)
        assert toml.problems() == told


@pytest.mark.parametrize("language", languages())
def test_what_is_wrong_with_a_boards_settings_is_told_in_full_on_the_smallest_display(language):
    small = Font(str(ROOT / "assets" / "mono" / "small.font"))
    words = Words(language)
    for problem in (
        words.say("the_bad_line", 99),
        words.say("the_unknown", "HATS_CHANEL"),
        words.say("must_be", "HATS_PIEZO_PIN", ("want_pin_name",)),
        words.say("must_be", "HATS_CHANNEL", ("want_range", 1, 13)),
    ):
        assert " ".join(fit(problem, [small], 128 - 4, 64 - 2 * small.height)[1]) == problem


def test_numbers_are_numbers_on_old_and_new_firmware(toml, monkeypatch):
    monkeypatch.setattr(toml.os, "getenv", {"HATS_PLACE": 3}.get)  # up to 10.1
    assert toml.read("HATS_PLACE") == 3
    monkeypatch.setattr(toml.os, "getenv", {"HATS_PLACE": "3"}.get)  # from 10.2 on
    monkeypatch.setattr(toml.supervisor, "get_setting", {"HATS_PLACE": 3}.get, raising=False)
    assert toml.read("HATS_PLACE") == 3

    def refuse(name):
        raise ValueError("invalid syntax for integer with base 10")

    monkeypatch.setattr(toml.supervisor, "get_setting", refuse)
    assert toml.read("HATS_PLACE") is None


# boot.py


class Pin:
    """A pin that reads `level`."""

    level = False

    def __init__(self, pin):
        self.pin = pin

    def switch_to_input(self, pull):
        self.pull = pull

    @property
    def value(self):
        return Pin.level


@pytest.mark.parametrize(
    ("key", "level", "disabled"),
    [("D2 high", False, 1), ("D2 high", True, 0), ("D2 low", True, 1), ("D2 low", False, 0), (None, False, 0)],
)
def test_the_board_owns_its_drive_unless_a_key_is_held_or_none_is_set(monkeypatch, key, level, disabled):
    calls = []
    pulls = types.SimpleNamespace(UP="up", DOWN="down")
    firmware(
        monkeypatch,
        board={"D2": 2},
        digitalio={"DigitalInOut": Pin, "Pull": pulls},
        storage={"disable_usb_drive": lambda: calls.append(1)},
    )
    Pin.level = level
    monkeypatch.setattr("os.getenv", lambda name: key)
    start(monkeypatch, "boot.py")
    assert len(calls) == disabled


@pytest.mark.parametrize("name", FACTS)
def test_the_key_that_boot_py_reads_is_no_unless_it_is_gpio0_or_there_is_no_drive(name):
    facts, key = FACTS[name], plan.constant(name, "DRIVE_KEY", "")
    if facts["usb"] and "buttons" in facts:
        no = facts["buttons"][1]
        assert key == f"{no['pin']} {no['pressed']}"
        assert facts["pins"][no["pin"]] != 0  # held during a reset, GPIO0 of an ESP32 starts its bootloader
    else:
        assert key == ""


# safemode.py and the guard


@pytest.mark.parametrize("name", FACTS)
def test_a_board_leaves_safe_mode_three_times_and_then_stays_and_explains(monkeypatch, capsys, name):
    nvm = bytearray(b"\xff" * 32)
    runtime = types.SimpleNamespace(safe_mode_reason="supervisor.SafeModeReason.HARD_FAULT")
    done, release = [], displayio.release_displays
    with Firmware(name).installed() as board:
        monkeypatch.setattr(board.microcontroller, "nvm", nvm)
        monkeypatch.setattr(board.supervisor, "runtime", runtime, raising=False)
        monkeypatch.setattr(busdisplay.BusDisplay, "refresh", lambda display: done.append("refresh"))
        for _ in range(3):
            with pytest.raises(board.microcontroller.Reset):
                start(monkeypatch, "safemode.py")
        assert not capsys.readouterr().out
        with monkeypatch.context() as patch:
            patch.setattr(displayio, "release_displays", lambda: done.append("release") or release())
            start(monkeypatch, "safemode.py")
    told = capsys.readouterr().out.splitlines()
    if FACTS[name]["display"]["built_in"]:  # there the firmware says it
        assert (told, done) == ([], [])
    else:
        assert told == ["Safe mode:", "HARD_FAULT.", "Charge the battery,", "then press reset."]
        assert max(len(line) for line in told) <= 128 // 6  # letters of the firmware's terminal
        assert done == ["release", "refresh", "release"]  # the picture stays on the display, which is no longer driven
    assert nvm == b"\xff" * 16 + b"\1\1\1\0" + b"\xff" * 12, "what the program keeps ends before; nothing is erased"


def test_a_board_whose_marks_have_no_room_stays_in_safe_mode_until_the_program_was_well(monkeypatch, capsys):
    with Firmware("raspberry_pi_pico").installed() as board:
        monkeypatch.setattr(board.microcontroller, "nvm", bytearray(32))
        monkeypatch.setattr(board.supervisor, "runtime", types.SimpleNamespace(safe_mode_reason="X"), raising=False)
        start(monkeypatch, "safemode.py")
        assert not any(board.microcontroller.nvm)
    assert "Safe mode:" in capsys.readouterr().out


def test_a_tail_as_long_as_safemode_pys_marks_is_left_to_them():
    source = (ROOT / "safemode.py").read_text("utf-8")
    assert f"MARKS = {store.TAIL} " in source
    assert "MOST = 3\n" in source
    assert store.TAIL_USED + 4 <= store.TAIL


def test_a_display_that_does_not_answer_hides_nothing_about_safe_mode(monkeypatch, capsys):
    runtime = types.SimpleNamespace(safe_mode_reason="supervisor.SafeModeReason.BROWNOUT")
    with Firmware("raspberry_pi_pico", on_bus={}).installed() as board:
        monkeypatch.setattr(board.microcontroller, "nvm", bytearray(b"\1\1\1" + b"\xff" * 13))
        monkeypatch.setattr(board.supervisor, "runtime", runtime, raising=False)
        start(monkeypatch, "safemode.py")
        assert board.microcontroller.nvm == b"\1\1\1\0" + b"\xff" * 12
    assert len(capsys.readouterr().out.splitlines()) == 1


class Watchdog:
    """As `microcontroller.watchdog`."""

    timeout, mode, fed = None, None, 0

    def feed(self):
        self.fed += 1


def make_guard(monkeypatch, ticks, **microcontroller):
    firmware(
        monkeypatch,
        microcontroller=microcontroller,
        watchdog={"WatchDogMode": types.SimpleNamespace(RESET="reset")},
    )
    monkeypatch.delitem(sys.modules, "boards.guard", raising=False)
    module = importlib.import_module("boards.guard")
    monkeypatch.setattr(module, "ticks_ms", lambda: ticks[0])
    return module


def test_the_watchdog_is_fed_where_there_is_one_and_nothing_waits_long(monkeypatch):
    dog, ticks = Watchdog(), [0]
    module = make_guard(monkeypatch, ticks, watchdog=dog, nvm=bytearray(16))
    module.Guard(True, print).step()
    assert (dog.mode, dog.fed) == (None, 0)
    module.Guard(False, print).step()
    assert (dog.timeout, dog.mode, dog.fed) == (module.TIMEOUT_S, "reset", 1)
    make_guard(monkeypatch, ticks, nvm=None).Guard(False, print).step()


def test_a_program_that_runs_for_a_minute_says_once_that_all_is_well(monkeypatch):
    ticks, calls = [0], []
    module = make_guard(monkeypatch, ticks)
    guard = module.Guard(False, lambda: calls.append("well"))
    ticks[0] = module.WELL_MS - 1
    guard.step()
    assert calls == []
    ticks[0] = module.WELL_MS
    guard.step()
    guard.step()
    assert calls == ["well"]


@pytest.mark.parametrize(
    ("marks", "after"),
    [
        (b"\1\1", b"\1\1\0"),
        (b"", b""),
        (b"\1\0", b"\1\0"),
        (b"\1\1\1\0\1\1\1\0\1\0\1", b""),  # there is little room left
        (bytes(store.TAIL), b""),  # as where nothing was ever written on some chips
    ],
)
def test_when_all_is_well_earlier_restarts_are_forgiven(marks, after):
    nvm = bytearray(512 - store.TAIL) + marks.ljust(store.TAIL, b"\xff")
    keep = Store(nvm)
    keep.save(Memory(b"self", 1))
    keep.all_is_well()
    assert nvm.endswith(b"\0" + after.ljust(store.TAIL, b"\xff"))
    assert Store(nvm).load().boot == 1
    Store(None).all_is_well()


@pytest.mark.parametrize("drawn", [True, False])
def test_a_crash_is_shown_for_seconds_that_the_watchdog_allows_and_then_the_board_restarts(monkeypatch, capsys, drawn):
    happened = []

    def crash(*_):
        raise MemoryError("too little of it")

    with Firmware("raspberry_pi_pico").installed() as board, monkeypatch.context() as changed:
        dog = types.SimpleNamespace(feed=lambda: happened.append("fed"))
        changed.setattr(board.microcontroller, "watchdog", dog, raising=False)
        firmware(changed, watchdog={"WatchDogMode": types.SimpleNamespace(RESET="reset")})
        changed.setattr("time.sleep", happened.append)
        changed.setattr("pocket.app.App.step", crash)
        changed.setattr("pocket.app.App.crashed", lambda *_: happened.append("drawn") if drawn else crash())
        with pytest.raises(board.microcontroller.Reset):
            runpy.run_path(str(ROOT / "code.py"), run_name="__main__")
    assert happened == ["fed"] + ["drawn"] * drawn + ["fed", 1] * 8
    assert "MemoryError: too little of it" in capsys.readouterr().err


@pytest.mark.parametrize("appends", [True, False])
def test_what_a_device_keeps_leaves_the_bytes_of_safemode_py_alone(appends):
    marks = b"\1\1".ljust(store.TAIL, b"\xff")
    nvm = bytearray(512 - len(marks)) + marks
    keep = Store(nvm, appends=appends)
    for boot in (1, 2):
        keep.save(Memory(b"self", boot, table=b"tabl", roster_data=b"roster", choices=bytes([7] * 1000)))
        assert nvm.endswith(marks)
    assert nvm[-len(marks) - 1] == 7
    assert Store(nvm).load().boot == 2


# boards/start.py, when something is missing


def started(name, settings=(), on_bus=None):
    """What a board's lamp shows, each time that the program sleeps, until it starts again."""
    seen, firmware = [], Firmware(name, settings, on_bus=on_bus)
    pixel = FACTS[name]["neopixel"]["pin"]

    def script(firmware):
        while True:
            seen.append(bytes(firmware.pin(pixel)._data))
            yield

    with pytest.raises(BaseException) as raised:  # noqa: PT011  # its class is loaded for each board anew
        firmware.run(script)
    assert type(raised.value).__name__ == "Reload"
    return seen


@pytest.mark.parametrize("name", [name for name, facts in FACTS.items() if not facts["display"]["built_in"]])
def test_a_board_without_its_display_blinks_red_says_so_and_starts_again(name, capsys):
    seen = started(name, on_bus={})
    red, dark = bytes((0, 40, 0)), bytes(3)  # green comes first on the wire
    assert seen == [red, dark] * 10
    told = capsys.readouterr()
    assert "No display answers" in told.err
    assert "Pocket Hats cannot start. It tries again every 5 s." in told.out


def test_a_program_that_is_not_whole_blinks_with_the_boards_own_light_and_starts_again(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pocket.session", None)  # it cannot be imported
    monkeypatch.delitem(sys.modules, "pocket.app")
    seen = []

    def script(firmware):
        while True:
            seen.append(firmware.pin("LED")._output)
            yield

    with pytest.raises(BaseException) as raised:  # noqa: PT011  # its class is loaded for each board anew
        Firmware("raspberry_pi_pico").run(script)
    assert type(raised.value).__name__ == "Reload"
    assert seen == [True, False] * 10
    assert "pocket.session" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["nonsense", "toml", "a.b", 5, "adafruit_feather_rp2040", "lilygo_tdisplay_s3"])
def test_a_profile_that_does_not_exist_or_fit_gives_way_to_the_boards_own_and_is_named(wrong):
    def script(firmware):
        yield from firmware.until(firmware.shows("HATS_PROFILE must be one of: raspberry_pi_pico."))
        yield from firmware.wait(SURPRISE_MS)
        yield from firmware.press(0)
        yield from firmware.until(firmware.shows("Blue"))
        told.append(firmware.texts())

    told = []
    Firmware("raspberry_pi_pico", {"HATS_PROFILE": wrong}).run(script)
    assert told


def test_a_link_whose_module_the_firmware_lacks_is_named_and_the_board_plays_alone():
    with Firmware("lilygo_tdisplay_s3").installed() as firmware:
        sys.modules["espnow"] = None
        device = firmware.device()
    assert [problem[0] for problem in device.problems] == ["no_link"]
    assert "espnow" in Words().say(*device.problems[0])


# An added display that loses its power, or has the other chip


@pytest.mark.parametrize("address", [0x3C, 0x3D])
@pytest.mark.parametrize("chip", [0x06, 0x08])  # an SSD1306 and an SH1106, by their status
def test_an_added_display_of_either_chip_and_address_shows_the_same(address, chip):
    shown = []

    def script(firmware):
        yield from firmware.until(firmware.shows("Blue"))
        shown.append(firmware.busio._displays[address].rgb())

    Firmware("raspberry_pi_pico", on_bus={address: {0: chip}}).run(script)
    Firmware("raspberry_pi_pico").run(lambda firmware: script_of(firmware, shown))
    assert any(shown[0])
    assert shown[0] == shown[1]


def script_of(firmware, shown):
    yield from firmware.until(firmware.shows("Blue"))
    shown.append(firmware.busio._displays[0x3C].rgb())


def loses_power(panel):
    panel._on, panel._memory[:] = False, bytes(len(panel._memory))


@pytest.mark.parametrize("chip", [0x06, 0x08])
@pytest.mark.parametrize("way", ["unnoticed", pytest.param("asleep", marks=pytest.mark.slow)])
def test_an_added_display_that_lost_its_power_comes_up_again(chip, way):
    on_bus, done = {0x3C: {0: chip}}, []

    def script(firmware):
        yield from firmware.until(firmware.shows("Blue"))
        panel = firmware.busio._displays[0x3C]
        before = panel.rgb()
        if way == "asleep":
            yield from firmware.wait(DARK_MS + 1000)
            assert not any(panel.rgb())
        loses_power(panel)
        if way == "asleep":
            yield from firmware.press(0)
        else:
            yield from firmware.wait(3000)
            assert not any(panel.rgb())
            yield from firmware.press(1, ms=1000)  # the menu
            yield from firmware.press(1, ms=1000)
        assert panel._on
        assert panel.rgb() == before
        done.append(way)

    Firmware("raspberry_pi_pico", on_bus=on_bus).run(script)
    assert done
