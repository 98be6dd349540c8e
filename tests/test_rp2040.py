"""An emulated board: what it shows, says and takes. Where its firmware is not named, most of this is skipped."""

import pytest

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
