"""An emulated board: what it shows, says and takes. Where its firmware is not named, most of this is skipped."""

import shutil

import pytest

from pocket.store import WHOLE, Store
from tests.rp2040 import board as rig
from tests.rp2040 import measure, screen

missing = rig.what_is_missing()
needs_board = pytest.mark.skipif(missing != "", reason=missing)


def drawn(*texts):
    """What an SSD1306 holds when it shows texts: (x, y, inverted, font, text)."""
    pixels = [[0] * screen.WIDTH for _ in range(screen.HEIGHT)]
    for x, y, inverted, font, text in texts:
        rows, blank, letters = screen.fonts()[font]
        shapes = {letter: shape for shape, letter in letters.items()}
        if inverted:
            for row in pixels[y : y + rows]:
                row[:] = [1] * screen.WIDTH
        for letter in text:
            for column in shapes.get(letter, (0,) * blank):
                for row in range(rows):
                    pixels[y + row][x] ^= column >> row & 1
                x += 1
    return bytes(
        sum(pixels[8 * page + bit][x] << bit for bit in range(8)) for page in range(8) for x in range(screen.WIDTH)
    )


def test_a_screen_is_read_line_by_line_with_what_the_keys_do():
    shown = drawn((0, 0, False, 1, "Hello, Anna"), (2, 14, False, 0, "Open it"), (0, 51, True, 1, "OK"))
    assert screen.read(shown) == (["Hello, Anna", "Open it"], ["OK"])
    two = drawn((0, 51, True, 1, "OK"), (100, 51, False, 1, "next"))
    assert screen.read(bytes(1024)) == ([], [])
    assert screen.read(two)[1][:1] == ["OK"]


def test_samples_of_the_heap_are_summed_up():
    samples = [(1.0, 40, 8, 100), (2.0, 20, 16, 100), (3.0, 30, 4, 120)]
    assert measure.heap([]) is None
    assert measure.heap(samples) == {
        "n": 3,
        "free_min": 20,
        "free_median": 30,
        "all": 120,
        "largest_min": 4,
        "largest_median": 8,
    }


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    return measure.make(tmp_path_factory.mktemp("board"), [], ['HATS_NAME = "Kim"'])


@needs_board
def test_an_installed_board_starts_and_its_keys_do_what_the_screen_says(installed):
    with rig.Board(installed[0]) as board:
        board.run(measure.FIRST_MS, draws=1)
        assert board.draws, board.serial
        assert board.read()[0][0] == "Hello, Kim"
        board.settle()
        first, captions = board.read()
        assert captions == ["OK", "next"]
        assert 50 < board.press(rig.NO) < 300
        board.settle()
        assert board.read()[0] != first
        assert "Traceback" not in board.serial
        free = [sample[1] for sample in board.heaps[-3:]]
        assert all(20_000 < one < 100_000 for one in free), free


@needs_board
def test_a_board_that_hangs_is_restarted_by_its_watchdog(installed, tmp_path):
    folder = tmp_path / "drive"
    folder.mkdir()
    (folder / "code.py").write_text(
        "import microcontroller, watchdog\n"
        "microcontroller.watchdog.timeout = 1\n"
        "microcontroller.watchdog.mode = watchdog.WatchDogMode.RESET\n"
        "while True:\n    pass\n"
    )
    rig.make_drive(folder, tmp_path / "drive.img")
    with rig.Board(tmp_path / "drive.img") as board, pytest.raises(RuntimeError, match=r"reset at (3|4)\d\d\d ms"):
        board.run(9000)


@needs_board
def test_a_glitch_on_a_key_is_no_press_and_one_that_bounces_is_one(installed):
    with rig.Board(installed[0]) as board:
        board.run(measure.FIRST_MS, draws=1)
        board.settle()
        first = board.read()
        for _ in range(30):
            for key in (rig.YES, rig.NO):
                board.run(2, keys=[(key, True)])
                board.run(11.3, keys=[(key, False)])
        board.run(200)
        assert board.read() == first
        for pause in (0.3, 1.1, 0.7):
            board.run(pause, keys=[(rig.NO, True)])
            board.run(pause, keys=[(rig.NO, False)])
        board.press(rig.NO)
        board.settle()
        second = board.read()
        assert second != first
        board.press(rig.NO)
        board.settle()
        assert board.read() not in (first, second)


@needs_board
@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_a_display_that_comes_late_and_one_that_loses_its_power_are_used(installed, chip):
    with rig.Board(installed[0]) as board:
        board.run(6000, display="none")
        assert "No display answers" in board.serial
        board.run(0, display=chip)
        board.run(2 * measure.FIRST_MS, draws=1)
        board.settle()
        shown = board.read()
        assert shown[0][0] == "Hello, Kim"
        board.run(1500, display="none")
        assert not any(board.screen)
        board.run(1500, display=chip)
        for _ in range(2):  # the menu, and back
            board.press(rig.NO, 1000)
            board.settle()
        assert board.read() == shown


SAVES = """
import microcontroller, supervisor
from boards.spare import opened
from pocket.store import Store
from ring.memory import Memory

print("GO")
for boot in range(1, 4):
    store = Store(microcontroller.nvm, b"chip", True, opened())
    for count in range(0, 200, 20):
        store.save(Memory(b"self", boot, b"", b"tabl" if count else None, b"roster" * 30, bytes(range(count))))
print("END")
"""


class Spare:
    """The spare on a drive that was read from the board."""

    def __init__(self, drive):
        places = range(0, len(drive), 512)
        self.copy = next((drive[at : at + 2048] for at in places if drive[at : at + 3] == WHOLE), b"")

    def seek(self, place):
        """It has the copy only."""

    def read(self, most):
        return self.copy[:most]


@needs_board
def test_power_that_goes_while_a_board_saves_leaves_what_it_had_saved_before(tmp_path):
    drive, image, now = tmp_path / "drive", tmp_path / "drive.img", tmp_path / "now.img"
    for name in ("boards", "pocket", "ring"):
        (drive / name).mkdir(parents=True)
        (drive / name / "__init__.py").write_text("")
    for path in (
        rig.ROOT / "boards" / "spare.py",
        rig.ROOT / "lib" / "pocket" / "copies.py",
        rig.ROOT / "lib" / "pocket" / "store.py",
    ):
        shutil.copy(path, drive / path.parent.name)
    for path in (rig.ROOT / "lib" / "ring").glob("*.py"):
        shutil.copy(path, drive / "ring")
    (drive / "boot.py").write_text("import storage\nstorage.disable_usb_drive()\n")
    (drive / "code.py").write_text(SAVES)
    rig.make_drive(drive, image)
    moments, states = 0, []
    with rig.Board(image) as board:
        board.run(1000)
        while "END" not in board.serial:
            assert "Traceback" not in board.serial, board.serial
            assert board.ms < 9000, board.serial
            if "GO" not in board.serial:
                board.run(10)
                continue
            board.run(1, save=str(now))
            kept = now.read_bytes()
            found = Store(bytearray(kept[:4096]), b"chip", True, Spare(kept[4096:])).load()
            moments += 1
            state = found and (found.boot, len(found.choices))
            if state and state not in states:
                states.append(state)
            assert state == (states[-1] if states else None), f"after {moments} moments, at {board.ms} ms"
    print(f"{moments} moments, {len(states)} states, all in order")
    assert states == [(boot, count) for boot in range(1, 4) for count in range(0, 200, 20)]
