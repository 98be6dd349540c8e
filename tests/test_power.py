"""When the screen dims, goes out and wakes, and what a battery has to say: in simulated time, under fingers."""

import pytest

from pocket import lamp
from pocket.battery import EMPTY, LEVELS, LOOK_MS, LOW, SETTLE_MS, Battery
from pocket.display_sleep import DARK_MS, DIM, DisplaySleep
from pocket.keys import GUARD_MS, LONG_MS, MORE, NO, YES
from ring import link_uart
from ring.log import SILENT_MS
from sim import hardware
from sim.room import Room
from tests.firmware import Firmware
from tests.matches import WORDS
from tests.test_app import Table

MINUTE = 60000


def brightness(table, person):
    device = table.room.devices[person]
    return 0.0 if not getattr(device.display, "is_awake", True) else device.display.brightness


def in_a_game(humans=2, devices=2, **options):
    """A table at which somebody else is to act, and the person who only waits."""
    table = Table(devices, humans, **options)
    table.until(table.playing)
    waiting = next(person for person in range(humans) if table.session(person).match.awaited() is None)
    return table, waiting


def test_the_screen_dims_after_a_minute_and_goes_out_after_five():
    table, waiting = in_a_game()
    seen = []
    for _ in range(6):
        seen.append(brightness(table, waiting))
        table.wait(MINUTE)
    assert seen == [1.0, DIM, DIM, DIM, DIM, 0.0]
    assert set(table.room.devices[waiting].screen.rgb()) == {0}


def test_whose_move_it_is_has_a_screen_that_only_dims():
    table, waiting = in_a_game()
    table.wait(20 * MINUTE)
    assert brightness(table, 1 - waiting) == DIM
    assert not table.room.apps[1 - waiting].rest.dark


def test_a_move_of_anybody_lights_the_screens_of_all():
    table, waiting = in_a_game()
    table.wait(6 * MINUTE)
    assert brightness(table, waiting) == 0.0
    table.tap(1 - waiting, YES)
    assert table.session(waiting).match.awaited() is None
    assert brightness(table, waiting) == 1.0


def test_a_press_on_a_dim_screen_counts_where_it_is_somebodys_move_and_else_only_lights_it():
    table, waiting = in_a_game()
    actor, count = 1 - waiting, table.session().table.count
    table.wait(2 * MINUTE)
    before = table.sees(waiting)
    table.tap(waiting, NO)
    assert brightness(table, waiting) == 1.0
    assert table.sees(waiting) == before
    table.tap(actor, YES)
    assert brightness(table, actor) == 1.0
    assert table.session().table.count == count + 1


@pytest.mark.parametrize(("key", "ms"), [(YES, 40), (NO, 40), (NO, LONG_MS + 100), (MORE, 40)])
@pytest.mark.parametrize("layout", ["colour", "mono"])
def test_a_press_that_wakes_the_screen_does_nothing_else(key, ms, layout):
    room = Room(1, 1, 1, layout, options={"players": 0, "place": 0})
    app, device = room.apps[0], room.devices[0]
    room.run_to(6 * MINUTE)
    before = app.face.shown
    assert app.rest.dark
    assert set(device.screen.rgb()) == {0}
    room.press(0, key, True)
    room.run_to(room.now_ms + ms)
    room.press(0, key, False)
    room.run_to(room.now_ms + GUARD_MS)
    assert not app.rest.dark
    assert max(device.screen.rgb()) > 200
    assert app.face.shown == before
    room.press(0, NO, True)
    room.run_to(room.now_ms + 40)
    room.press(0, NO, False)
    room.run_to(room.now_ms + 40)
    assert app.face.shown != before


def test_a_second_press_before_anybody_can_have_read_the_screen_does_nothing_either():
    edges = [(YES, True), (YES, False), (NO, True)]
    rest = DisplaySleep(hardware.colour_screen(lazy=True).display, lambda: edges.pop(0) if edges else None, 0)
    for now in range(0, DARK_MS + 1, 1000):
        rest.step(None, now)
    assert rest.dark
    assert (rest.edge(), rest.edge()) == ((YES, False), None)
    for ms, comes in ((GUARD_MS - 1, None), (GUARD_MS, (YES, True))):
        rest.step(None, DARK_MS + ms)
        edges.append((YES, True))
        assert rest.edge() == comes


def test_a_device_that_dozes_is_not_missed_and_plays_on():
    table, waiting = in_a_game(humans=3, devices=3)
    table.wait(5 * MINUTE + SILENT_MS)
    assert table.room.apps[waiting].rest.dark
    now = table.room.devices[0].ticks()
    assert [session.member.missing(now) for session in table.room.sessions()] == [[]] * 3


@pytest.mark.slow
def test_where_bots_play_the_screen_stays_on_while_they_do():
    table = Table(3, 0)
    table.until(table.playing)
    for _ in range(60):
        table.wait(10000)
        for person in range(3):
            assert not table.room.apps[person].rest.dark


def test_somebody_who_asks_for_a_seat_wakes_the_screen():
    table = Table(2, 2, players=0, place=0)
    table.choose(0, WORDS.say("open_table"))
    table.wait(6 * MINUTE)
    assert brightness(table, 0) == 0.0
    table.room.press(1, YES, True)
    table.room.press(1, YES, False)
    table.wait(500)
    table.choose(1, WORDS.say("sit_with", "Red"))
    table.until_sees(0, title=WORDS.say("asks"))
    assert brightness(table, 0) == 1.0


def test_a_display_stays_dark_for_days():
    rest = DisplaySleep(hardware.colour_screen(lazy=True).display, lambda: None, 0)
    for hours in range(1, 300, 40):
        rest.step(None, hours * 60 * MINUTE)
        assert rest.dark


class Cell:
    """A battery that is looked at every LOOK_MS; `percents` are what is measured."""

    def __init__(self, *percents):
        self.percents, self.now = list(percents), 0
        self.battery = Battery(lambda: self.percents.pop(0), 0)

    def look(self):
        self.now += LOOK_MS
        return self.battery.step(self.now)


def test_it_is_looked_at_every_half_minute_and_more_often_at_the_start():
    looks = []
    battery = Battery(lambda: looks.append(1) or 80, 0)
    for now in range(0, 10 * LOOK_MS + 2 * SETTLE_MS + 1, 100):
        battery.step(now)
    assert len(looks) == 13


@pytest.mark.parametrize(("percent", "level"), [(0, 0), (24, 0), (25, 1), (50, 2), (75, 3), (100, 3), (None, None)])
def test_the_sign_has_four_levels_and_none_without_a_battery(percent, level):
    assert Cell(percent).battery.level == level
    assert level is None or level < LEVELS


def test_low_is_said_once_and_again_only_after_a_charge():
    cell = Cell(16, LOW, LOW, LOW + 1, LOW, LOW + 3, LOW - 1, LOW - 1)
    said = []
    while cell.percents:
        cell.look()
        page = cell.battery.page(WORDS)
        said.append(page and page.main)
        if page:
            page.yes[1][0](cell.now)
            assert cell.battery.page(WORDS) is None
    text = WORDS.say("battery_low", LOW)
    assert said == [None, text, None, None, None, None, WORDS.say("battery_low", LOW - 1)]


def test_one_dip_says_nothing():
    cell = Cell(50, 1, 50, 1, 1)
    assert [cell.look() for _ in range(4)] == [False, False, False, True]


def test_a_low_battery_shows_in_place_of_a_dark_lamp_and_in_place_of_nothing_else():
    cells = Cell(LOW, LOW, LOW), Cell(90, 90, 90)
    for cell in cells:
        cell.look(), cell.look()
    low, full = [cell.battery for cell in cells]
    assert [low.light(light) for light in (lamp.OFF, lamp.ACT)] == [lamp.LOW, lamp.ACT]
    assert full.light(lamp.OFF) == lamp.OFF


def test_a_battery_that_cannot_be_measured_any_more_is_not_empty():
    cell = Cell(EMPTY, EMPTY, EMPTY, None, None)
    assert [cell.look() for _ in range(4)] == [False, True, False, False]


@pytest.mark.parametrize("first", [(0,), (0, 0), (None,), (None, 0), (0, None, 0, 0)])
def test_what_a_gauge_says_right_after_power_is_not_believed(first):
    cell = Cell(*first, *[97] * 5)
    while cell.percents:
        assert not cell.look()
        assert cell.battery.page(WORDS) is None
    assert cell.battery.level == LEVELS - 1


@pytest.mark.parametrize("first", [(), (None,), (None, None, None)])
def test_a_battery_that_is_low_from_the_start_is_told_also_where_the_gauge_is_late(first):
    cell = Cell(*first, *[LOW] * 3)
    while cell.percents:
        cell.look()
    assert cell.battery.page(WORDS).main == WORDS.say("battery_low", LOW)


def test_the_warning_is_a_page_that_is_read_and_gone():
    table, waiting = in_a_game()
    before = table.sees(waiting)
    table.room.charge(waiting, LOW)
    table.wait(2 * LOOK_MS)
    assert table.sees(waiting).main == WORDS.say("battery_low", LOW)
    assert table.sees(waiting).yes == WORDS.say("ok")
    table.tap(waiting, YES)
    assert table.sees(waiting) == before


def test_empty_is_kept_and_said_until_it_is_charged():
    table, waiting = in_a_game()
    actor = 1 - waiting
    table.room.charge(waiting, EMPTY)
    table.wait(2 * LOOK_MS)
    shown = table.sees(waiting)
    assert (shown.main, shown.yes, shown.no) == (WORDS.say("battery_empty"), "", "")
    for key in (YES, NO, MORE):
        table.tap(waiting, key)
    assert table.sees(waiting) == shown
    table.tap(actor, YES)  # the others go on, and what they do is kept here at once
    table.wait(500)
    kept = table.room.apps[waiting].session.member.keeper._store.load()
    assert len(kept.choices) == table.session(actor).table.count > 0
    table.room.charge(waiting, 80)
    table.wait(2 * LOOK_MS)
    assert table.sees(waiting).main != WORDS.say("battery_empty")


@pytest.mark.parametrize("layout", ["colour", "mono"])
def test_the_sign_stands_in_the_upper_right_corner_and_only_with_a_battery(layout):
    corners = []
    for percent in (10, 40, 60, 90, None):
        room = Room(1, 1, 1, layout, options={"players": 0, "place": 0})
        room.charge(0, percent)
        room.switch_on(0)
        room.run_to(room.now_ms + 200)
        screen = room.devices[0].screen
        rgb, high = screen.rgb(), room.apps[0].face._top
        rows = [rgb[3 * (y * screen.width + screen.width - 20) :][: 3 * 20] for y in range(high)]
        corners.append(b"".join(rows))
    inked = [
        sum(corner[at : at + 3] != corners[-1][at : at + 3] for at in range(0, len(corners[0]), 3))
        for corner in corners
    ]
    assert inked == [*sorted(inked[:4]), 0]
    assert len(set(inked)) == 5


def test_a_buffer_of_a_wire_holds_what_comes_while_a_device_dozes():
    bytes_a_ms = link_uart.BAUD / 10 / 1000
    assert link_uart.UartLink.KEEPS_MS * bytes_a_ms <= link_uart.RECEIVER_BUFFER


@pytest.mark.slow
def test_code_py_looks_less_often_while_the_screen_is_off():
    def sleep(firmware):
        before = firmware.supervisor._ms
        yield
        slept.append(firmware.supervisor._ms - before)

    def script(firmware):
        yield from firmware.wait(1000)
        yield from sleep(firmware)
        yield from firmware.wait(DARK_MS)
        yield from sleep(firmware)
        yield from firmware.press(1)
        yield from sleep(firmware)

    slept = []
    Firmware("raspberry_pi_pico").run(script)
    assert slept == [3, 50, 3]
