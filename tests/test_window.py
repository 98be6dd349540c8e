"""The window shows the real screens, lamps and buttons around a table, and fingers on them reach the devices."""

import math
import os
import re
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from sim.room import Room
from sim.runs import record
from sim.window import art, desk, export, layout, window

COLOUR, MONO = (240, 135), (128, 64)
SIZE = (1280, 830)
FRAMES_MAX = 400  # of a window, before a test gives up


def a_room(players=4, humans=1, kind="colour", seed=7):
    """A room whose devices sit at their table and wait for the first player."""
    room = Room(players, humans, seed, layout=kind)
    assert room.run_until(lambda: all(session.table is not None for session in room.sessions()), limit_ms=60000)
    room.run_to(room.now_ms + 500)
    return room


def a_room_where_the_first_begins():
    """(room, game), where it is for seat 0, a person, to draw a gift."""
    for seed in range(100):
        room = a_room(seed=seed)
        game = room.apps[0].session.game
        if game.actor == 0:
            return room, game
    raise AssertionError("seat 0 never begins")


def drawn(room, humans, size=SIZE):
    """A picture of the room and the surface that it is on, all screens up to date."""
    picture, target = window.make_picture(record.Recorder(room)), pygame.Surface(size, depth=32)
    for _ in room.devices:
        picture.draw(target)
    return picture, target


def places(room, humans, size=SIZE):
    return layout.layout(size, [(one.screen.width, one.screen.height) for one in room.devices], humans).places


def reads(room, monkeypatch):
    """The seats whose screens are read from now on."""
    seats = []
    for seat, device in enumerate(room.devices):

        def rgb(seat=seat, read=device.screen.rgb):
            seats.append(seat)
            return read()

        monkeypatch.setattr(device.screen, "rgb", rgb)
    return seats


def played(room, humans, *events, until):
    """Play in a window where one event a frame happens, and leave it when after all of them `until()` holds."""
    waiting, frames, run_to = list(events), [], room.run_to

    def frame(until_ms):
        run_to(until_ms)
        frames.append(until_ms)
        assert len(frames) < FRAMES_MAX
        if waiting:
            pygame.event.post(waiting.pop(0))
        elif until():
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    room.run_to = frame
    window.play(record.Recorder(room), lab=False)


def presses(room, monkeypatch):
    """The presses (index, key, down) that reach the room from now on."""
    seen, press = [], room.press
    monkeypatch.setattr(room, "press", lambda *one: (seen.append(one), press(*one)))
    return seen


def fingers_on(room, humans):
    return window.Fingers(lambda *one: room.press(*one), humans)


def click(place, key):
    """The events of a click on a button, with the mouse's left button."""
    return [
        pygame.event.Event(kind, button=pygame.BUTTON_LEFT, pos=place.buttons[key][0])
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    ]


def key(kind, code):
    """The event of a key by its place on a US keyboard."""
    return pygame.event.Event(kind, key=code, scancode=place_of(code))


def place_of(code):
    if not pygame.display.get_init():
        pygame.display.init()
    return pygame.key.ScancodeWrapper(range(512))[code]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("kinds", [(COLOUR,), (MONO,), (COLOUR, MONO)])
@pytest.mark.parametrize("size", [(320, 240), (400, 900), (1280, 690), SIZE, (1920, 1080), (3840, 1600)])
def test_nothing_overlaps_and_nothing_is_cut_off(players, kinds, size):
    screens = [kinds[seat % len(kinds)] for seat in range(players)]
    for humans in range(players + 1):
        found = layout.layout(size, screens, humans)
        areas = [place.area for place in found.places] + [found.middle]
        for index, area in enumerate(areas):
            assert pygame.Rect((0, 0), size).contains(area)
            assert area.collidelist(areas[:index]) == -1
        for place in found.places:
            assert place.area.contains(place.case)
            assert place.case.contains(place.screen)
            for (x, y), radius in [*place.buttons, place.lamp]:
                disc = pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius)
                assert place.case.contains(disc)
                assert not disc.colliderect(place.screen)


@pytest.mark.parametrize("players", range(2, 9))
def test_seats_go_clockwise_from_the_bottom_so_that_the_next_is_the_left_neighbour(players):
    found = layout.layout(SIZE, [COLOUR] * players, 0).places
    assert found[0].area.bottom == max(place.area.bottom for place in found)
    assert abs(found[0].area.centerx - SIZE[0] // 2) <= 1
    middle = pygame.Vector2(SIZE[0] / 2, sum(place.area.centery for place in found) / players)
    turns = []
    for place in found:
        x, y = pygame.Vector2(place.area.center) - middle
        turns.append(math.degrees(math.atan2(-x, y)) % 360)  # from the bottom by the left to the top
    turns[0] = 0 if turns[0] > 359 else turns[0]
    assert turns == sorted(turns)
    assert players == 2 or found[1].area.centerx < SIZE[0] / 2 < found[-1].area.centerx


@pytest.mark.parametrize(
    ("size", "screen", "humans", "factors"),
    [
        (SIZE, COLOUR, 1, [2, 1, 1, 1]),
        (SIZE, MONO, 1, [4, 2, 2, 2]),
        ((1920, 1080), COLOUR, 4, [2, 2, 2, 2]),
        ((2560, 1440), COLOUR, 0, [3, 3, 3, 3]),
        ((3840, 2160), COLOUR, 1, [6, 4, 4, 4]),
        ((900, 640), COLOUR, 1, [1, 1, 1, 1]),
    ],
)
def test_pixels_are_enlarged_by_whole_numbers_as_far_as_the_picture_allows(size, screen, humans, factors):
    found = layout.layout(size, [screen] * 4, humans).places
    assert [place.screen.size for place in found] == [(factor * screen[0], factor * screen[1]) for factor in factors]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["colour", "mono"])
def test_a_shot_shows_the_pixels_of_the_screens_enlarged(kind, tmp_path):
    room = a_room(kind=kind)
    export.png(record.Recorder(room), room.now_ms, tmp_path / "shot.png", size=SIZE)
    picture = pygame.image.load(tmp_path / "shot.png")
    assert picture.get_size() == SIZE
    for device, place in zip(room.devices, places(room, 1), strict=True):
        width, height, rgb = device.screen.width, device.screen.height, device.screen.rgb()
        factor, glow = place.screen.width // width, round(44 * place.unit)
        for y in range(glow // factor, height):  # below the lamp's light
            for x in range(0, width, 3):
                at = place.screen.left + x * factor + factor // 2, place.screen.top + y * factor + factor // 2
                assert picture.get_at(at)[:3] == tuple(rgb[3 * (y * width + x) :][:3])


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1), (200, 150), (1000, 200)])
def test_even_a_picture_that_is_far_too_small_is_drawn(size, tmp_path):
    room = a_room(8)
    export.png(record.Recorder(room), room.now_ms, tmp_path / "shot.png", size=size)
    assert pygame.image.load(tmp_path / "shot.png").get_size() == size


@pytest.mark.parametrize(
    ("desktop", "size"), [((1366, 768), (1280, 678)), ((1920, 1080), SIZE), ((3840, 2160), (2560, 1660))]
)
def test_a_desktop_of_very_many_pixels_has_a_larger_window_and_letters(desktop, size, monkeypatch):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    assert window._window_size(4, False) == size
    assert layout.scale(size) == (2 if desktop[0] == 3840 else 1)


def test_only_what_has_changed_is_drawn():
    room = a_room()
    picture, target = drawn(room, 1)
    assert picture.draw(target) == []
    assert picture.draw(target, whole=True) == [target.get_rect()]
    room.devices[2].lamp.colours = [(0, 0, 9)]
    (changed,) = picture.draw(target)
    assert [index for index, place in enumerate(places(room, 1)) if changed.contains(place.case)] == [2]
    assert picture.draw(target) == []


def test_the_picture_follows_the_size_of_what_it_is_drawn_on():
    room = a_room()
    picture, target = drawn(room, 1, (640, 480))
    larger = pygame.Surface(SIZE, depth=32)
    assert picture.draw(larger) == [larger.get_rect()]
    assert larger.get_buffer().raw == drawn(room, 1)[1].get_buffer().raw
    assert target.get_size() == (640, 480)


def test_one_screen_is_read_per_frame_and_peoples_first(monkeypatch):
    room = a_room(8, humans=2)
    picture, target = drawn(room, 2)
    seats = reads(room, monkeypatch)
    room.devices[0].display.refresh()
    picture.draw(target)
    for device in room.devices:
        device.display.refresh()
    for count in range(2, 10):
        picture.draw(target)
        assert len(seats) == count
    assert picture.draw(target) == []
    assert seats == [0, 1, 0, 2, 3, 4, 5, 6, 7]


def test_bots_screens_take_turns(monkeypatch):
    room = a_room(4, humans=0)
    picture, target = drawn(room, 0)
    seats = reads(room, monkeypatch)
    for _ in range(8):
        for device in room.devices:
            device.display.refresh()
        picture.draw(target)
    assert seats == [0, 1, 2, 3, 0, 1, 2, 3]


def test_a_lamp_shines_in_its_colour_whatever_its_brightness():
    room = a_room(4, humans=0)
    for device in room.devices:
        device.lamp.colours = [(0, 0, 0)]
    picture, target = drawn(room, 0)
    beside = [place.lamp[0][0] + 2 * place.lamp[1] for place in places(room, 0)], places(room, 0)[0].lamp[0][1]
    at = (beside[0][0], beside[1])
    dark = target.get_at(at)
    looks = []
    for colours in [(0, 18, 76)], [(0, 2, 8)]:
        room.devices[0].lamp.colours = colours
        picture.draw(target)
        looks.append(target.get_at(at))
    assert all(look.b > dark.b + 40 for look in looks)
    assert all(abs(one - other) <= 4 for one, other in zip(*looks, strict=True))
    room.devices[0].lamp.colours = [(0, 0, 0)]
    picture.draw(target)
    assert target.get_at(at) == dark


def test_a_held_button_looks_pressed_and_bots_buttons_look_dim():
    room = a_room()
    picture, target = drawn(room, 1)
    person, bot = [place.buttons[window.YES] for place in places(room, 1)[:2]]

    def look(button):
        (x, y), radius = button
        return pygame.transform.average_color(target, pygame.Rect(x - radius // 2, y - radius // 2, radius, radius))

    up, dim = look(person), look(bot)
    assert up[1] - up[0] > dim[1] - dim[0]  # greener
    room.press(0, window.YES, True)
    picture.draw(target)
    assert sum(look(person)) < sum(up)
    room.press(0, window.YES, False)
    picture.draw(target)
    assert look(person) == up


def test_every_button_is_found_under_a_point_and_nothing_beside():
    room = a_room(8, humans=3)
    picture, _ = drawn(room, 3)
    for seat, place in enumerate(places(room, 3)):
        for number, (centre, radius) in enumerate(place.buttons):
            assert picture.button_at(centre) == (seat, number)
            assert picture.button_at((centre[0], centre[1] - 0.9 * radius)) == (seat, number)
        assert picture.button_at(place.screen.center) is None


def test_a_button_comes_up_with_the_last_finger(monkeypatch):
    room = a_room()
    seen, fingers = presses(room, monkeypatch), fingers_on(room, 2)
    fingers.press("mouse", (1, 0))
    fingers.press("q", (1, 0))
    fingers.release("mouse")
    assert (1, 0, False) not in seen
    fingers.release("q")
    fingers.release("q")
    assert seen.count((1, 0, False)) == 1


def test_only_peoples_buttons_can_be_pressed_and_repeats_do_nothing(monkeypatch):
    room = a_room()
    seen, fingers = presses(room, monkeypatch), fingers_on(room, 1)
    fingers.press("mouse", (1, 0))
    fingers.press("z", (0, 0))
    fingers.press("z", (0, 0))
    assert seen == [(0, 0, True)]


def test_no_key_of_the_keyboard_stands_for_two_buttons():
    keys = "".join(window.KEYBOARD)
    assert len(set(keys)) == len(keys) == 12
    right_hand = set("YUIOPHJKLNM")
    assert right_hand.isdisjoint(keys[:3])
    assert right_hand.issuperset(keys[3:6])
    assert len(window.BUTTON_OF) == 12 + 7


def test_letters_lie_as_the_buttons_do_from_left_to_right():
    for seat, letters in enumerate(window.KEYBOARD):
        buttons = [window.BUTTON_OF[getattr(pygame, f"KSCAN_{letter}")] for letter in letters]
        assert buttons == [(seat, window.YES), (seat, window.MORE), (seat, window.NO)]
        place = places(a_room(2), 2)[0]
        xs = [place.buttons[key][0][0] for _, key in buttons]
        assert xs == sorted(xs)


def test_keys_are_meant_by_their_places_and_named_by_the_layout(monkeypatch):
    """On a German keyboard the letter Y stands where a US one has its Z."""
    german = dict.fromkeys(range(0x600), 0) | {ord("y"): pygame.KSCAN_Z, ord("z"): pygame.KSCAN_Y}
    monkeypatch.setattr(pygame.key, "ScancodeWrapper", lambda _: german)
    assert window.letters()[0] == ["Y", "X", "C"]
    room = a_room()
    picture, target = drawn(room, 1)
    monkeypatch.undo()
    before = target.get_buffer().raw
    picture.write_letters(window.letters())
    picture.draw(target)
    assert target.get_buffer().raw != before


def test_a_click_draws_a_gift(monkeypatch):
    monkeypatch.setattr(window, "_window_size", lambda players, tools: SIZE)
    room, game = a_room_where_the_first_begins()
    seen = presses(room, monkeypatch)
    played(room, 1, *click(places(room, 1)[0], window.YES), until=lambda: game.phase == "reveal" and len(seen) == 2)
    assert seen == [(0, window.YES, True), (0, window.YES, False)]


@pytest.mark.slow
@pytest.mark.parametrize("code", [pygame.K_z, pygame.K_LEFT, pygame.K_RETURN, pygame.K_SPACE])
def test_a_key_of_the_keyboard_draws_a_gift(code):
    room, game = a_room_where_the_first_begins()
    played(room, 1, key(pygame.KEYDOWN, code), key(pygame.KEYUP, code), until=lambda: game.phase == "reveal")


def test_keys_come_up_when_the_window_loses_the_focus(monkeypatch):
    room = a_room()
    seen = presses(room, monkeypatch)
    lost = pygame.event.Event(pygame.WINDOWFOCUSLOST)
    events = [key(pygame.KEYDOWN, pygame.K_x), key(pygame.KEYDOWN, pygame.K_c), lost, key(pygame.KEYUP, pygame.K_x)]
    played(room, 1, *events, until=lambda: len(seen) >= 4)
    assert seen == [(0, window.MORE, True), (0, window.NO, True), (0, window.MORE, False), (0, window.NO, False)]


def test_closing_the_window_ends_the_game():
    room = a_room()
    played(room, 1, pygame.event.Event(pygame.QUIT), until=lambda: pytest.fail("the window is still open"))
    assert not pygame.display.get_init()


def test_time_that_the_machine_slept_is_not_made_up_for(monkeypatch):
    class Clock:
        def tick(self, _):
            return 3600_000

    monkeypatch.setattr(pygame.time, "Clock", Clock)
    room = a_room()
    start_ms = room.now_ms
    played(room, 1, until=lambda: room.now_ms >= start_ms + 3 * desk.ELAPSED_MAX_MS)
    assert room.now_ms <= start_ms + 4 * desk.ELAPSED_MAX_MS


@pytest.mark.parametrize(("driver", "why"), [("missing", "missing not available"), (None, "no display was found")])
def test_without_a_display_a_sentence_says_what_else_to_do(driver, why, monkeypatch):
    pygame.display.quit()
    if driver is None:
        monkeypatch.delenv("SDL_VIDEODRIVER")
        monkeypatch.setattr(pygame.display, "init", lambda: None)
        monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    else:
        monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    with pytest.raises(RuntimeError, match=rf"{why}.*--headless.*--shot"):
        window.play(record.Recorder(Room(2, humans=1, seed=7)))


def test_the_help_names_the_keys_of_every_person():
    pygame.font.init()
    assert "Z X C: yes, more, no" in window.help_lines(["Red"])[0]
    for name, letters in zip(("Red", "Blue", "Green", "Yellow"), ("Z X C", "I O P", "Q W E", "B N M"), strict=True):
        assert all(
            f"{name}: {letters}" in line for line in window.help_lines(["Red", "Blue", "Green", "Yellow", "Pink"])
        )
    for people in ([], ["Red"], ["Red", "Blue"], ["Red", "Blue", "Green", "Yellow"]):
        widths = [art.label(line, 19).get_width() for line in window.help_lines(people)]
        assert widths == sorted(widths, reverse=True)
        assert widths[0] <= SIZE[0]


def test_every_svg_file_is_used_and_no_other_is_asked_for():
    asked = re.findall(r'(?:picture|drawn|stretched)\("(\w+)"', Path(art.__file__).read_text("utf-8"))
    assert sorted(set(asked)) == sorted(path.stem for path in art.SVG.iterdir())


@pytest.mark.parametrize("name", [path.stem for path in art.SVG.glob("*.svg")])
def test_what_an_svg_file_hides_can_be_shown_and_its_size_is_the_one_that_is_asked_for(name):
    source = (art.SVG / f"{name}.svg").read_text("utf-8")
    hidden = set(re.findall(r'class="(\w+)" display="none"', source))
    looks = {art.drawn(name, (70, 40), (200, 20, 20), shown).get_buffer().raw for shown in shown_together(hidden)}
    assert len(looks) == len(shown_together(hidden))
    for size in ((70, 40), (33.4, 90)):
        assert art.drawn(name, size).get_size() == (round(size[0]), round(size[1]))


def shown_together(hidden):
    """The sets of parts that are shown together: of a button its sign and how it stands, for a bot's one more."""
    if "up" not in hidden:
        return [(), *[(one,) for one in sorted(hidden)]]
    assert hidden == {*art.KEYS, "up", "down", "bot"}
    return [(key, way, *bot) for key in art.KEYS for way in ("up", "down") for bot in ((), ("bot",))]


def test_a_picture_is_stretched_in_its_middle_only():
    small, large = [art.case(size, 1, art.CASES[1]) for size in ((160, 144), (400, 300))]
    for corner in ("topleft", "topright", "bottomleft", "bottomright"):
        cuts = []
        for picture in (small, large):
            cut = pygame.Rect(0, 0, 45, 50)
            setattr(cut, corner, getattr(picture.get_rect(), corner))
            cuts.append(pygame.image.tobytes(picture.subsurface(cut), "RGBA"))
        assert cuts[0] == cuts[1], corner


def test_the_bench_measures_frames():
    assert window.frame_ms_p95(players=2, frames=20) > 0
