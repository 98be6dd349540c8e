"""What a program draws, lights and reads on the simulator's parts is what a person would see and has pressed."""

import gc
import io
import itertools
import random
import weakref

import displayio
import pytest
import terminalio
import vectorio
from adafruit_display_text.label import Label

import sim.hardware
from sim.hardware import MAX_OWED, Keys, Lamp, colour_screen, mono_screen

BOTH = pytest.mark.parametrize("screen_of", [colour_screen, mono_screen])


def palette(*colours):
    result = displayio.Palette(len(colours))
    for index, colour in enumerate(colours):
        result[index] = colour
    return result


def show(screen, *layers):
    group = displayio.Group()
    for layer in layers:
        group.append(layer)
    screen.display.root_group = group
    screen.display.refresh()
    return group


def pixel(screen, x, y):
    start = 3 * (y * screen.width + x)
    return tuple(screen.rgb()[start : start + 3])


def lit(screen):
    """The places of all pixels that are not black."""
    rgb = screen.rgb()
    indices = range(screen.width * screen.height)
    return {(i % screen.width, i // screen.width) for i in indices if rgb[3 * i : 3 * i + 3] != b"\0\0\0"}


def writes_to(screen, monkeypatch):
    """The pieces of picture that are sent to the panel from now on."""
    pieces = []
    write = screen.display.bus._write
    monkeypatch.setattr(screen.display.bus, "_write", lambda data: (pieces.append(bytes(data)), write(data)))
    return pieces


@BOTH
def test_a_screen_is_black_and_complete_before_anything_is_drawn(screen_of):
    screen = screen_of()
    assert (screen.display.width, screen.display.height) == (screen.width, screen.height)
    assert screen.rgb() == bytes(3 * screen.width * screen.height)
    assert screen.display.auto_refresh is False
    assert screen.display.root_group is None


def test_the_two_sizes():
    assert [(screen.width, screen.height) for screen in (colour_screen(), mono_screen())] == [(240, 135), (128, 64)]


@pytest.mark.parametrize(
    ("colour", "seen"),
    [
        (0xFF0000, (255, 0, 0)),
        (0x00FF00, (0, 255, 0)),
        (0x0000FF, (0, 0, 255)),
        (0xFFFFFF, (255, 255, 255)),
        (0x808080, (132, 130, 132)),
        (0x123456, (16, 52, 82)),
    ],
)
def test_colours_are_those_of_a_16_bit_panel(colour, seen):
    screen = colour_screen()
    show(screen, vectorio.Rectangle(pixel_shader=palette(colour), width=240, height=135))
    assert screen.rgb() == bytes(seen) * (240 * 135)


@BOTH
@pytest.mark.parametrize("place", [(0, 0), (3, 5), (7, 8), (100, 40)])
def test_a_rectangle_covers_its_own_pixels_only(screen_of, place):
    screen = screen_of()
    x, y = place
    show(screen, vectorio.Rectangle(pixel_shader=palette(0xFFFFFF), width=13, height=11, x=x, y=y))
    assert lit(screen) == {(x + i, y + j) for i in range(13) for j in range(11)}


@BOTH
def test_a_tile_grid_shows_the_chosen_tile_and_lets_through_what_is_transparent(screen_of):
    screen = screen_of()
    sheet = displayio.Bitmap(16, 8, 2)
    for i in range(8):
        sheet[i, i] = 1  # the first tile falls to the right, the second to the left
        sheet[15 - i, i] = 1
    shader = palette(0xFFFFFF, 0x000000)
    grid = displayio.TileGrid(sheet, pixel_shader=shader, tile_width=8, tile_height=8, x=5, y=3)
    show(screen, grid)
    square = {(5 + i, 3 + j) for i in range(8) for j in range(8)}
    assert square - lit(screen) == {(5 + i, 3 + i) for i in range(8)}
    grid[0] = 1
    screen.display.refresh()
    assert square - lit(screen) == {(12 - i, 3 + i) for i in range(8)}
    shader.make_transparent(0)
    screen.display.refresh()
    assert lit(screen) == set()


@BOTH
@pytest.mark.parametrize("scale", [1, 2, 3])
def test_text_has_the_shapes_of_the_font_at_every_scale(screen_of, scale):
    screen = screen_of()
    label = Label(terminalio.FONT, text="Ox", scale=scale, anchor_point=(0, 0), anchored_position=(4, 2))
    show(screen, label)
    dots = set()
    for index, letter in enumerate("Ox"):
        glyph = terminalio.FONT.get_glyph(ord(letter))
        for x in range(glyph.width):
            for y in range(glyph.height):
                if glyph.bitmap[x + glyph.tile_index * glyph.width, y]:
                    dots.add((index * glyph.shift_x + glyph.dx + x, y - glyph.height - glyph.dy))
    seen = lit(screen)
    left, top = min(x for x, y in seen), min(y for x, y in seen)
    first, highest = min(x for x, y in dots), min(y for x, y in dots)
    corners = [(left + scale * (x - first), top + scale * (y - highest)) for x, y in dots]
    assert seen == {(x + i, y + j) for x, y in corners for i in range(scale) for j in range(scale)}


def scene(screen):
    """A picture with something of every kind that the program draws with, and the parts of it that change."""
    corner = displayio.Group(x=5, y=7)
    labels = [Label(terminalio.FONT, text="abc", scale=scale, x=4 * scale, y=14 * scale) for scale in (1, 2, 3)]
    labels.append(Label(terminalio.FONT, text="boxed", color=0, background_color=0xFFFFFF, x=60, y=30))
    shapes = [
        vectorio.Circle(pixel_shader=palette(0xFFFFFF), radius=9, x=20, y=20),
        vectorio.Polygon(pixel_shader=palette(0xFFFF00), points=[(0, 0), (12, 6), (0, 13)], x=70, y=9),
    ]
    sheet = displayio.Bitmap(24, 11, 2)
    for i in range(11):
        sheet[i, i] = sheet[12 + i, 5] = 1
    grid = displayio.TileGrid(sheet, pixel_shader=palette(0x404040, 0x00FF00), tile_width=12, tile_height=11, width=2)
    ground = vectorio.Rectangle(pixel_shader=palette(0x000040), width=screen.width, height=screen.height)
    for layer in (labels[1], shapes[0]):
        corner.append(layer)
    show(screen, ground, labels[0], corner, shapes[1], grid, labels[2], labels[3])
    return labels, [*labels, *shapes, grid, corner], grid


def change(labels, movable, grid, chance):
    kind = chance.randrange(5)
    if kind == 0:
        chance.choice(labels).text = "".join(chance.choice("ab Mj\n") for _ in range(chance.randrange(7)))
    elif kind == 1:
        chance.choice(labels).color = chance.choice([0xFFFFFF, 0xFF0000, 0x00FF00, 0])
    elif kind == 2:
        thing = chance.choice(movable)
        thing.hidden = not thing.hidden
    elif kind == 3:
        thing = chance.choice(movable)
        thing.x, thing.y = chance.randrange(-9, 120), chance.randrange(-9, 60)
    else:
        grid[chance.randrange(2)] = chance.randrange(2)


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("seed", range(6))
def test_drawing_what_changed_gives_the_same_picture_as_drawing_everything(screen_of, seed):
    # An eager screen draws every change as it comes, a lazy one draws everything once, at the end.
    pictures = []
    for lazy in (False, True):
        screen = screen_of(lazy=lazy)
        parts = scene(screen)
        chance = random.Random(seed)
        for _ in range(40):
            change(*parts, chance)
            screen.display.refresh()
        pictures.append(screen.rgb())
    assert pictures[0] == pictures[1]


@BOTH
def test_nothing_is_sent_again_when_nothing_changed(screen_of, monkeypatch):
    screen = screen_of()
    labels, _, _ = scene(screen)
    pieces = writes_to(screen, monkeypatch)
    screen.display.refresh()
    assert pieces == []
    labels[0].text = "abd"
    screen.display.refresh()
    assert 0 < sum(map(len, pieces)) < len(screen.display.bus._memory) // 4


@BOTH
def test_changes_that_lie_above_each_other_are_drawn_once_and_those_apart_apart(screen_of, monkeypatch):
    screen = screen_of()
    pile = [displayio.TileGrid(displayio.Bitmap(32, 16, 2), pixel_shader=palette(0, 0xFFFFFF)) for _ in range(5)]
    alone = displayio.TileGrid(displayio.Bitmap(8, 8, 2), pixel_shader=palette(0, 0xFFFFFF), x=112, y=40)
    show(screen, *pile, alone)
    pieces = writes_to(screen, monkeypatch)
    for one in (*pile, alone):
        one.bitmap.fill(1)
    screen.display.refresh()
    memory = len(screen.display.bus._memory)
    assert sum(map(len, pieces)) == memory * (32 * 16 + 8 * 8) // (screen.width * screen.height)
    assert len(lit(screen)) == 32 * 16 + 8 * 8


@BOTH
def test_a_lazy_screen_draws_when_somebody_looks(screen_of, monkeypatch):
    screen = screen_of(lazy=True)
    pieces = writes_to(screen, monkeypatch)
    before = screen.version
    box = vectorio.Rectangle(pixel_shader=palette(0xFFFFFF), width=2, height=2)
    show(screen, box)
    for x in range(1000):
        box.x = x % 90
        screen.display.refresh()
    assert pieces == []
    assert screen.version == before + 1001
    assert lit(screen) == {(9, 0), (10, 0), (9, 1), (10, 1)}
    drawn = len(pieces)
    screen.rgb()
    assert len(pieces) == drawn > 0


@BOTH
def test_a_lazy_screen_misses_no_change_however_long_nobody_looks(screen_of):
    screen = screen_of(lazy=True)
    box = vectorio.Rectangle(pixel_shader=palette(0xFFFFFF), width=1, height=1)
    show(screen, box)
    assert lit(screen) == {(0, 0)}
    for refreshes in (1, MAX_OWED, MAX_OWED + 1, MAX_OWED + 2):
        box.x = refreshes
        for _ in range(refreshes):
            screen.display.refresh()
        assert lit(screen) == {(refreshes, 0)}


@BOTH
def test_a_lazy_screen_that_nobody_looks_at_does_not_pile_up_its_changes(screen_of):
    screen = screen_of(lazy=True)
    box = vectorio.Rectangle(pixel_shader=palette(0xFFFFFF), width=2, height=2)
    show(screen, box)
    for x in range(1000):
        box.x = x % 90
        screen.display.refresh()
    assert len(box._pending_dirty_areas) <= 2 * MAX_OWED


@BOTH
def test_many_screens_live_side_by_side_and_leave_nothing_behind(screen_of):
    screens = [screen_of() for _ in range(12)]
    for x, screen in enumerate(screens):
        show(screen, vectorio.Rectangle(pixel_shader=palette(0xFFFFFF), width=1, height=1, x=x))
    assert [lit(screen) for screen in screens] == [{(x, 0)} for x in range(12)]
    displays = [weakref.ref(screen.display) for screen in screens]
    del screens, screen
    gc.collect()
    assert [display() for display in displays] == [None] * 12


def test_displays_are_drawn_by_no_other_thread():
    assert not displayio.background_thread.is_alive()


@BOTH
def test_brightness_dims_the_picture(screen_of):
    screen = screen_of()
    show(screen, vectorio.Rectangle(pixel_shader=palette(0xFFFFFF), width=9, height=9))
    before = screen.version
    screen.display.brightness = 0.5
    assert screen.version > before
    assert pixel(screen, 0, 0) == (128, 128, 128)
    screen.display.brightness = 1.0
    assert pixel(screen, 0, 0) == (255, 255, 255)


def test_a_sleeping_oled_is_dark_and_keeps_its_picture():
    screen = mono_screen()
    show(screen, vectorio.Rectangle(pixel_shader=palette(0xFFFFFF), width=9, height=9))
    awake = screen.rgb()
    screen.display.sleep()
    screen.display.brightness = 0.5
    assert lit(screen) == set()
    screen.display.brightness = 1.0
    screen.display.wake()
    assert screen.rgb() == awake


def test_a_lamp_lights_when_it_is_shown_and_not_before():
    lamp = Lamp(2)
    lamp.pixels[0] = (1, 2, 3)
    lamp.pixels[1] = 0x0A0B0C
    assert (lamp.colours, lamp.writes) == ([(0, 0, 0), (0, 0, 0)], 0)
    lamp.pixels.show()
    assert (lamp.colours, lamp.writes) == ([(1, 2, 3), (10, 11, 12)], 1)


def test_lamps_do_not_light_each_other():
    left, right = Lamp(), Lamp()
    left.pixels.fill((0, 0, 200))
    left.pixels.show()
    right.pixels.show()
    assert (left.colours, right.colours) == ([(0, 0, 200)], [(0, 0, 0)])
    left.pixels.deinit()
    assert left.colours == [(0, 0, 0)]


def test_keys_arrive_in_order_and_once():
    keys = Keys()
    keys.press(0)
    keys.press(0)
    keys.press(1)
    keys.release(0)
    keys.release(2)
    assert [keys.get() for _ in range(4)] == [(0, True), (1, True), (0, False), None]


def test_when_too_many_key_events_wait_the_newest_are_dropped_and_it_shows():
    keys = Keys()
    for _ in range(32):
        keys.press(0)
        keys.release(0)
    assert not keys.overflowed
    keys.press(1)
    assert keys.overflowed
    events = [keys.get() for _ in range(65)]
    assert events == [(0, True), (0, False)] * 32 + [None]
    assert keys.overflowed
    keys.clear()
    assert not keys.overflowed
    keys.release(1)
    assert keys.get() == (1, False)


def test_the_board_module_is_there_on_any_desktop():
    import board

    assert board.board_id == "OS_AGNOSTIC_BOARD"


@pytest.mark.parametrize(("width", "element", "flipped"), [(5, 1, False), (16, 1, True), (33, 1, False), (64, 4, True)])
def test_rows_are_read_and_copied_as_pixel_by_pixel(width, element, flipped):
    import bitmaptools

    data = random.Random(width).randbytes(64)
    quick, slow = displayio.Bitmap(width, 4, 2), displayio.Bitmap(width, 4, 2)
    for bitmap, read in ((quick, bitmaptools.readinto), (slow, sim.hardware._read_pixels)):
        read(bitmap, io.BytesIO(data), 1, element, reverse_pixels_in_element=True, reverse_rows=flipped)
    assert pixels_of(quick) == pixels_of(slow)
    assert 0 < sum(pixels_of(quick)) < 4 * width
    narrow = displayio.Bitmap(width - 2, 4, 2)
    bitmaptools.blit(narrow, quick, 0, 0, x2=width - 2)
    assert pixels_of(narrow) == [quick[x, y] for y in range(4) for x in range(width - 2)]
    for x, y, over in ((0, 0, {}), (29, 1, {"skip_source_index": 0}), (65, 2, {"x2": 3}), (90, 0, {"x2": 40})):
        targets = [displayio.Bitmap(96, 5, 2) for _ in range(2)]
        for target, copy in zip(targets, (bitmaptools.blit, sim.hardware._copy_pixels), strict=True):
            bitmaptools.fill_region(target, 30, 0, 70, 5, 1)
            copy(target, quick, x, y, **over)
        assert pixels_of(targets[0]) == pixels_of(targets[1])
    with pytest.raises(EOFError):
        bitmaptools.readinto(quick, io.BytesIO(b""), 1, reverse_pixels_in_element=True)


def pixels_of(bitmap):
    return [bitmap[x, y] for y in range(bitmap.height) for x in range(bitmap.width)]


@BOTH
@pytest.mark.parametrize("transparent", [(), (0,), (1,)])
def test_rows_are_filled_as_pixel_by_pixel(screen_of, transparent, monkeypatch):
    def pictures():
        screen, found = screen_of(), []
        paper = displayio.TileGrid(displayio.Bitmap(screen.width, screen.height, 1), pixel_shader=palette(0x123456))
        sheet = displayio.Bitmap(80, 20, 2)
        chance = random.Random(1)
        for x, y in itertools.product(range(80), range(20)):
            sheet[x, y] = chance.randrange(2)
        shader = palette(0xFFFFFF, 0)
        for one in transparent:
            shader.make_transparent(one)
        grids = [displayio.TileGrid(sheet, pixel_shader=shader, tile_width=40, tile_height=10) for _ in range(2)]
        label = Label(terminalio.FONT, text="abc", scale=2, x=33, y=30)
        show(screen, paper, label, *grids)
        for x, y, tile in ((0, 0, 3), (90, 20, 2), (-7, 55, 1), (3, -4, 0)):
            grids[0].x, grids[0].y, grids[0][0] = x, y, tile
            grids[1].x = paper.x = label.x = x // 2
            screen.display.refresh()
            found.append(screen.rgb())
        return found

    quick = pictures()
    monkeypatch.setattr("displayio._tilegrid._fill_pixels", sim.hardware._fill_pixels)
    monkeypatch.setattr("displayio._tilegrid._fill_pixels_packed", sim.hardware._fill_packed)
    assert pictures() == quick
    assert len(set(quick)) == 4
