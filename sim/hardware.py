"""The parts that a desktop machine does not have: panels, lamps and keys that stand in behind Adafruit's own libraries.

A panel's pixels come out of the bytes that displayio sends down its bus, a lamp's colours out of the bytes that
neopixel sends down its pin. Nothing here keeps time, draws at random or starts a thread.
"""

import array
import functools
import struct
import time
from collections import deque
from collections.abc import Sequence
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any, BinaryIO

import bitmaptools
import busdisplay
import displayio
from adafruit_blinka.microcontroller.generic_agnostic_board import neopixel as neopixel_backend
from adafruit_displayio_ssd1306 import SSD1306
from displayio import _tilegrid
from displayio._area import Area
from displayio._constants import DISPLAY_COMMAND
from fourwire import FourWire
from neopixel import NeoPixel

BLINKA = "2.7.1"  # the version of adafruit-blinka-displayio into whose insides this module reaches
_read_pixels, _copy_pixels = bitmaptools.readinto, bitmaptools.blit
_fill_pixels, _fill_packed = _tilegrid._fill_pixels, _tilegrid._fill_pixels_packed
# What of Blinka is used beyond CircuitPython's API, which is all that the types of these modules tell.
_bitmaptools: Any = bitmaptools
_busdisplay: Any = busdisplay
_displayio: Any = displayio


def _read_rows(
    bitmap: Any,
    file: BinaryIO,
    bits: int,
    element_size: int = 1,
    reverse_pixels_in_element: bool = False,
    swap_bytes: bool = False,
    reverse_rows: bool = False,
) -> None:
    """`bitmaptools.readinto`, quick for one bit a pixel, the leftmost first."""
    if (bits, bitmap._bits_per_value, reverse_pixels_in_element, swap_bytes) != (1, 1, True, False):
        _read_pixels(bitmap, file, bits, element_size, reverse_pixels_in_element, swap_bytes, reverse_rows)
        return
    length = -(-bitmap.width // (8 * element_size)) * element_size
    data = file.read(length * bitmap.height)
    if len(data) < length * bitmap.height:
        raise EOFError
    bitmap._data[:] = _words(data, length, bitmap._stride, reverse_rows)
    bitmap.dirty()


def _fill_rows(
    buffer: Any,
    mask: Any,
    colours: list[int],
    opaque: bytearray,
    geometry: tuple[int, ...],
    grid: Any,
    bitmap: Any,
    pack: tuple[int, int, bool, bool, int] | None = None,
) -> bool:
    """`displayio._tilegrid._fill_pixels`, and with `pack` `_fill_pixels_packed`: quick for a tile of one bit a pixel.

    A row of the bitmap, and of `mask`, which tells the pixels that have been set, is a number, its lowest bit leftmost.
    """
    start, x_stride, y_stride, x_shift, y_shift, left, right, top, bottom = geometry
    count, words = right - left, bitmap._stride
    tile_y, tile_x = divmod(grid._tiles[0], grid._bitmap_width_in_tiles)
    beside = 32 * words - tile_x * grid._tile_width - right
    plain = (x_stride, grid._absolute_transform.scale, len(grid._tiles), bitmap._bits_per_value) == (1, 1, 1, 1)
    if not plain or beside < 0 or (pack and (pack[0], pack[3]) != (1, False)):
        if pack:
            return _fill_packed(buffer, mask, colours, opaque, geometry, grid, bitmap, pack)
        return _fill_pixels(buffer, mask, colours, opaque, geometry, grid, bitmap)
    every, covered, taken = (1 << count) - 1, True, mask.cast("B")
    for y in range(top, bottom):
        line, at = tile_y * grid._tile_height + y, start + (y - top + y_shift) * y_stride + x_shift
        row = _number(bitmap._data, line * words, words) >> beside & every if line < bitmap.height else 0
        ones = int(f"{row:0{count}b}"[::-1], 2)
        span = slice(at // 8, (at + count + 7) // 8)
        before = int.from_bytes(taken[span], "little")
        free = ~(before >> at % 8) & every
        new = free & ((ones if opaque[1] else 0) | (~ones if opaque[0] else 0))
        covered = covered and new == free
        taken[span] = (before | new << at % 8).to_bytes(span.stop - span.start, "little")
        if pack:
            _, _, reverse, _, width = pack
            bit = 1 << (7 - at // width % 8 if reverse else at // width % 8)
            for x in _bits((new & ones if colours[1] else 0) | (new & ~ones if colours[0] else 0)):
                buffer[at // width // 8 * width + at % width + x] |= bit
        elif new == every and row in (0, every):
            buffer[at : at + count] = array.array("H", [colours[row > 0]]) * count
        else:
            for x in _bits(new & ones):
                buffer[at + x] = colours[1]
            for x in _bits(new & ~ones):
                buffer[at + x] = colours[0]
    return covered


def _bits(number: int) -> list[int]:
    """The places of the ones of a number, from the lowest."""
    return [at for at, bit in enumerate(f"{number:b}"[::-1]) if bit == "1"]


@functools.lru_cache(maxsize=1024)  # mostly letters, which come again and again
def _words(data: bytes, length: int, count: int, reverse: bool) -> "array.array[int]":
    """Rows of `length` bytes each as `count` words of 32 bits each."""
    rows = [data[at : at + min(length, 4 * count)].ljust(4 * count, b"\0") for at in range(0, len(data), length)]
    joined = b"".join(rows[::-1] if reverse else rows)
    return array.array("L", struct.unpack(f">{len(joined) // 4}L", joined))


def _copy_rows(target: Any, source: Any, x: int, y: int, *, x2: int | None = None, **how: int | None) -> None:
    """`bitmaptools.blit`, quick from the upper left corner of a bitmap of one bit a pixel into another: a row is a
    number, which is put in place of another, or, where 0 is skipped, beside it.
    """
    width = min(source.width if x2 is None else x2, source.width, target.width - x)
    height = min(source.height, target.height - y)
    depths = target._bits_per_value, source._bits_per_value
    if depths != (1, 1) or how not in ({}, {"skip_source_index": 0}) or min(x, y, width - 1, height - 1) < 0:
        _copy_pixels(target, source, x, y, x2=x2, **how)
        return
    first, last = x // 32, (x + width - 1) // 32  # the words of a row of the target in which they lie
    left, mask = 32 * (last + 1) - x - width, (1 << width) - 1
    keep = -1 if how else ~(mask << left)
    for row in range(height):
        pixels = _number(source._data, row * source._stride, source._stride) >> (32 * source._stride - width) & mask
        if how and not pixels:
            continue
        at = (y + row) * target._stride + first
        words = _number(target._data, at, last - first + 1) & keep | pixels << left
        for word in range(at + last - first, at - 1, -1):
            target._data[word] = words & 0xFFFFFFFF
            words >>= 32
    target.dirty(x, y, x + width, y + height)


def _number(words: Sequence[int], at: int, count: int) -> int:
    """The number that `count` words of 32 bits make, from `at` on."""
    number = words[at]
    for word in words[at + 1 : at + count]:
        number = number << 32 | word
    return number


def patch_blinka() -> None:
    """Change what Blinka does for all displays and lamps of this process. A `Screen` changes three more things of its
    own display.

    Raises ImportError when another version is installed: somebody has to look first whether all of this fits it.
    """
    found = version("adafruit-blinka-displayio")
    if found != BLINKA:
        raise ImportError(
            f"The simulator fits adafruit-blinka-displayio {BLINKA}, and {found} is installed. Let python3 dev.py set "
            "everything up; after an update of the requirements see whether patch_blinka in sim/hardware.py still fits."
        )
    # Blinka redraws displays from a thread of its own; here they are drawn when asked to, by whoever asks.
    _displayio._stop_background()
    # BusDisplay waits 10 ms after every start-up command; a panel made of memory has nothing to settle.
    _busdisplay.time = SimpleNamespace(monotonic=time.monotonic, sleep=lambda seconds: None)
    # Blinka reads, copies and fills pixel by pixel; what letters and pictures are made of goes row by row here.
    _bitmaptools.readinto, _bitmaptools.blit = _read_rows, _copy_rows
    _displayio._tilegrid._fill_pixels = _displayio._tilegrid._fill_pixels_packed = _fill_rows
    # Blinka's back end for a board without hardware drops the data; this is where they would leave for the pin.
    neopixel_backend.neopixel_write = lambda gpio, data: gpio._pin.id._receive(data)


patch_blinka()

DRAW_MS = 97  # a press until a board's own screen shows a page: the median on an RP2040 (docs/flashing.md)
# What a lazy screen's changes may pile up to, in refreshes, before they are merged into "everything changed".
MAX_OWED = 100
MAX_KEY_EVENTS = 64


class _Controller(FourWire):
    """The chip behind a panel, at the far end of a display bus: a memory that is written window by window."""

    def __init__(self, width: int, rows: int, cell: int) -> None:
        # FourWire's own start is left out: it claims the pins of an SPI bus, and a desktop has none.
        self.version = 0
        self._width = width
        self._cell = cell  # bytes that hold one column of a row
        self._memory = bytearray(width * rows * cell)
        self._columns: Sequence[int] = ()  # the window: first and last
        self._rows: Sequence[int] = ()
        self._reset = None
        self._claimed = False

    def _free(self) -> bool:
        return not self._claimed

    def _begin_transaction(self) -> bool:
        # BusDisplay's start-up claims the bus again and again until it is refused: a claimed bus has to refuse.
        if self._claimed:
            return False
        self._claimed = True
        return True

    def _end_transaction(self) -> None:
        self._claimed = False

    def _write(self, data: bytes) -> None:
        left, right = self._columns
        top, bottom = self._rows
        span = (right + 1 - left) * self._cell
        for row in range(top, bottom + 1):
            start = (row * self._width + left) * self._cell
            source = (row - top) * span
            self._memory[start : start + span] = data[source : source + span]


def _dimmed(rgb: bytearray, light: int) -> bytes:
    """The pixels under a light of 0 (dark) to 255 (full)."""
    return bytes(rgb if light == 255 else rgb.translate(bytes(value * light // 255 for value in range(256))))


class _ST7789(_Controller):
    """A colour panel: RGB565, most significant byte first."""

    COLUMNS, ROWS, WRITE, BRIGHTNESS = 0x2A, 0x2B, 0x2C, 0x51
    # From a pixel's first byte (RRRRRGGG) and second byte (GGGBBBBB) to 8-bit colours.
    RED = bytes(first & 0xF8 | first >> 5 for first in range(256))
    GREEN_FIRST = bytes((first & 7) << 5 | (first & 7) >> 1 for first in range(256))
    GREEN_SECOND = bytes(second >> 3 & 0x1C for second in range(256))
    BLUE = bytes((second & 0x1F) << 3 | (second & 0x1F) >> 2 for second in range(256))

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, 2)
        self._command = None
        self._brightness = 255

    def _send(self, data_type: int, chip_select: int, data: Any) -> None:
        if data_type == DISPLAY_COMMAND:
            self._command = data[0]
        elif self._command == self.COLUMNS:
            self._columns = struct.unpack(">HH", data)
        elif self._command == self.ROWS:
            self._rows = struct.unpack(">HH", data)
        elif self._command == self.WRITE:
            self._write(data)
        elif self._command == self.BRIGHTNESS:
            self._brightness = data  # BusDisplay sends this parameter as a bare int, unlike all others
            self.version += 1

    def rgb(self) -> bytes:
        first, second = bytes(self._memory[0::2]), bytes(self._memory[1::2])
        rgb = bytearray(3 * len(first))
        rgb[0::3] = first.translate(self.RED)
        # One "or" of two very long numbers joins the two halves of green, for all pixels at once.
        halves = [first.translate(self.GREEN_FIRST), second.translate(self.GREEN_SECOND)]
        green = int.from_bytes(halves[0], "big") | int.from_bytes(halves[1], "big")
        rgb[1::3] = green.to_bytes(len(first), "big")
        rgb[2::3] = second.translate(self.BLUE)
        return _dimmed(rgb, self._brightness)


class _SSD1306(_Controller):
    """A one-colour panel: rows of eight pixels' height ("pages"), a byte for each column, lowest bit uppermost."""

    COLUMNS, PAGES, CONTRAST, OFF, ON = 0x21, 0x22, 0x81, 0xAE, 0xAF
    # From a page's byte to the pixel in each of its eight lines.
    LINES = tuple(bytes(255 * (byte >> line & 1) for byte in range(256)) for line in range(8))

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height // 8, 1)
        self._contrast = 255
        self._on = False

    def _send(self, data_type: int, chip_select: int, data: bytes) -> None:
        if data_type != DISPLAY_COMMAND:
            if data:  # commands without parameters are followed by empty data
                self._write(data)
        elif data[0] == self.COLUMNS:
            self._columns = data[1:3]
        elif data[0] == self.PAGES:
            self._rows = data[1:3]
        elif data[0] == self.CONTRAST:
            self._contrast = data[1]
            self.version += 1
        elif data[0] in (self.OFF, self.ON):
            self._on = data[0] == self.ON
            self.version += 1

    def rgb(self) -> bytes:
        grey = bytearray()
        for start in range(0, len(self._memory), self._width):
            page = self._memory[start : start + self._width]
            for line in self.LINES:
                grey += page.translate(line)
        rgb = bytearray(3 * len(grey))
        rgb[0::3] = rgb[1::3] = rgb[2::3] = grey
        return _dimmed(rgb, self._contrast if self._on else 0)


def _merge(area: Area, apart: list[Area]) -> None:
    """Put `area` among the areas of `apart`, made one with each where both are no more together."""
    both = Area()
    for other in apart:
        area.union(other, both)
        if both.size() <= area.size() + other.size():
            apart.remove(other)
            _merge(both, apart)
            return
    apart.append(area)


class Screen:
    """A virtual display: `display` is what the program draws on, `rgb()` what a person sees on it.

    `width` and `height` are in pixels. `version` is a number that grows with every `display.refresh()` and every
    change of brightness, so whoever shows the screen needs to ask for its pixels only when it has grown.
    """

    def __init__(self, display: Any, controller: _ST7789 | _SSD1306, lazy: bool) -> None:
        self.display = display
        self.width = display.width
        self.height = display.height
        self._controller = controller
        self._lazy = lazy
        self._owed = 0
        # Blinka numbers a machine's displays and allows one; these belong to many boards, and end with their Screen.
        _displayio.displays.remove(display)
        display.root_group = None  # instead of the start-up picture, which only one display at a time can show
        display.refresh = self._refresh
        display._get_refresh_areas = self._areas

    @property
    def version(self) -> int:
        return self._controller.version

    def rgb(self) -> bytes:
        """What the panel shows: three bytes (red, green, blue) a pixel, row by row from the top left."""
        if self._owed:
            self._draw()
        return self._controller.rgb()

    def _refresh(self, *, target_frames_per_second: int | None = None, minimum_frames_per_second: int = 0) -> bool:
        """Stands in for `BusDisplay.refresh`, whose pacing would wait in real time: a virtual panel is always ready."""
        self._controller.version += 1
        self._owed += 1
        if not self._lazy:
            self._draw()
        elif self._owed > MAX_OWED:
            self._settle()
            self._owed = 1
        return True

    def _draw(self) -> None:
        if self.display._core.full_refresh:
            self._settle()
        busdisplay.BusDisplay.refresh(self.display)
        self._owed = 0

    def _areas(self) -> list[Area]:
        """What Blinka is to draw: the parts that have changed, but as one where together they are no more than apart.

        It draws each part by itself, and new letters lie above those they replace, which are changes as well.
        """
        apart: list[Area] = []
        for part in _busdisplay.BusDisplay._get_refresh_areas(self.display):
            area = Area()
            if self.display._core.clip_area(part, area):
                _merge(area, apart)
        return apart

    def _settle(self) -> None:
        """Take note of all changes in the picture at once, so that the next drawing is of everything.

        Without it Blinka would draw all again after each full refresh, since that leaves every tile marked as changed;
        and vectorio shapes would queue up their changes without end on a screen that nobody looks at.
        """
        core = self.display._core
        core.full_refresh = True
        if core.current_group is not None:
            core.current_group._get_refresh_areas([])


def colour_screen(lazy: bool = False) -> Screen:
    """A 240×135 display in 16-bit colour, as on Adafruit's Feather boards with TFT.

    A lazy screen only counts refreshes and draws when its pixels are asked for: then it shows the picture of that
    moment, which is the refreshed one as long as the program refreshes after every change.
    """
    controller = _ST7789(240, 135)
    display = busdisplay.BusDisplay(
        controller,
        b"",
        width=240,
        height=135,
        brightness_command=_ST7789.BRIGHTNESS,
        auto_refresh=False,
    )
    return Screen(display, controller, lazy)


def mono_screen(lazy: bool = False) -> Screen:
    """A 128×64 one-colour OLED behind its real driver. `lazy` as in `colour_screen`."""
    controller = _SSD1306(128, 64)
    return Screen(SSD1306(controller, width=128, height=64, auto_refresh=False), controller, lazy)


class Lamp:
    """A chain of `n` NeoPixels; `pixels` is the real `neopixel.NeoPixel` that the program sets and shows.

    `colours` is a list of (red, green, blue), 0 to 255 each, as last shown; `writes` counts how often they were.
    """

    def __init__(self, n: int = 1) -> None:
        self.colours = [(0, 0, 0)] * n
        self.writes = 0
        pin: Any = self  # see `id`
        self.pixels = NeoPixel(pin, n, brightness=1.0, auto_write=False)

    @property
    def id(self) -> "Lamp":
        """A lamp is its own pin: Blinka makes a pin from this, and hands it back with the data to send."""
        return self

    def _receive(self, data: bytes) -> None:
        self.colours = [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data), 3)]  # sent in the order GRB
        self.writes += 1


class Keys:
    """Buttons: the simulator presses and releases them, the program gets (key number, pressed) in that order.

    As with CircuitPython's `keypad`, only changes count; when 64 events wait, the newest is dropped and `overflowed`
    is set until `clear()`.
    """

    def __init__(self) -> None:
        self.overflowed = False
        self._held: list[int] = []
        self._events: deque[tuple[int, bool]] = deque()

    def press(self, key: int) -> None:
        if key not in self._held:
            self._held.append(key)
            self._record((key, True))

    def release(self, key: int) -> None:
        if key in self._held:
            self._held.remove(key)
            self._record((key, False))

    def held(self) -> tuple[int, ...]:
        """The keys that are down, as a tuple."""
        return tuple(self._held)

    def get(self) -> tuple[int, bool] | None:
        """The oldest waiting event as (key number, whether it was pressed), or None."""
        return self._events.popleft() if self._events else None

    def clear(self) -> None:
        """Drop all waiting events."""
        self._events.clear()
        self.overflowed = False

    def _record(self, event: tuple[int, bool]) -> None:
        if len(self._events) < MAX_KEY_EVENTS:
            self._events.append(event)
        else:
            self.overflowed = True
