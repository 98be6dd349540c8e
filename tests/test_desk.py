"""What a developer can do in the window: time, faults and looks, with the mouse, and with the keyboard alone."""

import os
import re

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from engine import GAMES, new_game
from sim import words
from sim.room import Room
from sim.runs import record, replay, saved
from sim.window import desk as desks
from sim.window import export, flight, panel, pictograms, widgets, window
from sim.window.layout import layout

HEIGHT = 830


class Bench:
    """A window that is stepped by hand, off screen."""

    def __init__(self, run, size=(1280 + panel.WIDTH, HEIGHT), lab=True):
        pygame.display.init()
        pygame.display.set_mode(size)
        pygame.event.clear()
        self.size = size
        self.window = window.Window(run, "unused.json", lab=lab)
        self.desk = self.window.desk
        for _ in run.room.devices:  # a screen a frame
            self.frame()

    def frame(self, *events, elapsed_ms=0):
        for event in events:
            pygame.event.post(event)
        assert self.window.frame(elapsed_ms, self.size)

    def type(self, *codes, mod=0):
        """Press keys of the keyboard."""
        place_of = pygame.key.ScancodeWrapper(range(512))
        for code in codes:
            self.frame(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, scancode=place_of[code]))
            self.frame(pygame.event.Event(pygame.KEYUP, key=code, mod=mod, scancode=place_of[code]))

    def mouse(self, *points):
        """Press the left button at the first point, draw it over the others, and let go."""
        first, *others = points
        self.frame(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=first))
        for point in others:
            self.frame(pygame.event.Event(pygame.MOUSEMOTION, pos=point, rel=(1, 1), buttons=(1, 0, 0)))
        self.frame(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=points[-1]))

    def in_panel(self, point):
        return point[0] + self.size[0] - panel.WIDTH, point[1]

    def widget(self, caption):
        """The widget of the panel that says `caption`."""
        found = [one for one in self.window._panel._widgets if said(one) == caption]
        assert len(found) == 1, caption
        return found[0]

    def press(self, caption):
        self.mouse(self.in_panel(self.widget(caption).rect.center))

    def slide(self, caption, share):
        """Draw a slider to `share` (0 to 1) of its track."""
        track = self.widget(caption)._track()
        at = track.left + round(share * track.width), track.centery
        self.mouse(self.in_panel(track.midleft), self.in_panel(at))

    def picture(self):
        return pygame.display.get_surface().get_buffer().raw


def said(widget):
    caption = getattr(widget, "_caption", "")
    return caption() if callable(caption) else caption


@pytest.fixture
def bench():
    room = Room(4, 1, 7, "mono", guarded=True)
    room.run_until(lambda: all(one.table and one.table.count > 3 for one in room.sessions()), 10**6)
    return Bench(record.Recorder(room))


@pytest.fixture(autouse=True)
def closed():
    yield
    pygame.display.quit()


def kinds(bench):
    return [event[1:] for event in bench.desk.run.events]


def test_time_stops_goes_on_and_changes_its_pace(bench):
    start = bench.desk.room.now_ms
    bench.frame(elapsed_ms=50)
    assert bench.desk.room.now_ms == start + 50
    bench.type(pygame.K_SPACE)
    bench.frame(elapsed_ms=50)
    assert bench.desk.room.now_ms == start + 50
    bench.press("Go on")
    bench.type(*[pygame.K_MINUS] * 9)
    for _ in range(10):
        bench.frame(elapsed_ms=10)
    assert desks.SPEEDS[bench.desk.speed] == 0.1
    assert bench.desk.room.now_ms == start + 60
    for _ in range(20):
        bench.press("Faster")
    assert desks.SPEEDS[bench.desk.speed] == 100


def test_a_hundred_times_as_fast_is_as_fast_as_the_machine_can(bench, monkeypatch):
    bench.type(*[pygame.K_PLUS] * 20)
    start = bench.desk.room.now_ms
    monkeypatch.setattr(desks.time, "perf_counter", lambda: 0.0)  # a machine that needs no time at all
    bench.frame(elapsed_ms=16)
    assert bench.desk.room.now_ms == start + 1600
    times = iter(range(100))
    monkeypatch.setattr(desks.time, "perf_counter", lambda: next(times))  # and one that needs a second for anything
    bench.frame(elapsed_ms=16)
    assert bench.desk.room.now_ms <= start + 1600 + desks.SLICE_MS


def test_a_single_step_is_one_event(bench):
    room = bench.desk.room
    for way in (lambda: bench.type(pygame.K_PERIOD), lambda: bench.press("Step")):
        next_ms = room.next_ms()
        way()
        assert room.now_ms == next_ms
        assert bench.desk.paused


def test_a_device_is_chosen_by_a_click_or_by_tab(bench):
    places = bench.desk.picture.places
    bench.mouse(places[2].screen.center)
    assert bench.desk.picture.chosen == 2
    bench.mouse(places[2].screen.center)
    assert bench.desk.picture.chosen is None
    bench.type(pygame.K_TAB, pygame.K_TAB)
    assert bench.desk.picture.chosen == 1
    bench.type(pygame.K_TAB, pygame.K_TAB, mod=pygame.KMOD_LSHIFT)
    assert bench.desk.picture.chosen == 3


@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_device_is_unplugged_erased_restarted_and_drained(bench, by_mouse):
    def do(caption, code):
        bench.press(caption) if by_mouse else bench.type(code)

    room = bench.desk.room
    do("Unplug", pygame.K_u)
    assert kinds(bench) == [], "no device is chosen yet"
    bench.type(pygame.K_TAB, pygame.K_TAB)
    do("Unplug", pygame.K_u)
    assert room.apps[1] is None
    do("Erase", pygame.K_DELETE)
    assert not any(room.devices[1].nvm)
    do("Plug in", pygame.K_u)
    assert room.apps[1] is not None
    before = room.apps[1]
    do("Restart", pygame.K_r)
    assert room.apps[1] is not before
    if by_mouse:
        bench.slide("Battery", 0.4)
    else:
        bench.type(*[pygame.K_d] * 6)
    assert room.devices[1].battery() == 40
    assert kinds(bench)[:5] == [["switch_off", 1], ["erase", 1], ["switch_on", 1], ["switch_off", 1], ["switch_on", 1]]


def test_the_radio_is_made_worse_by_sliders(bench):
    air = bench.desk.room.air
    bench.slide("Loss", 0.5)
    bench.slide("Doubling", 1)
    bench.slide("Delay", 0.5)
    assert (air.loss, air.duplicate, air.delay_ms) == (0.45, 0.9, 1000)
    bench.slide("Delay", 0)
    assert air.delay_ms == 1


def test_sliders_need_no_mouse(bench):
    bench.type(pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_END, pygame.K_END)
    assert bench.desk.room.air.loss == 0.1
    bench.type(pygame.K_PAGEDOWN, pygame.K_END, pygame.K_PAGEUP, pygame.K_HOME)
    assert (bench.desk.room.air.loss, bench.desk.room.air.duplicate) == (0.05, 0.05)


def test_devices_are_cut_off_by_drawing_over_them(bench):
    sides = bench.window._panel._sides
    discs = [bench.in_panel(sides._centre(seat)) for seat in range(4)]
    bench.mouse(discs[1], discs[2])
    assert sorted(bench.desk.room.air.cuts) == [
        (a, b) for a in range(4) for b in range(4) if (a in (1, 2)) != (b in (1, 2))
    ]
    assert bench.desk.far() == [1, 2]
    far = bench.in_panel(sides._centre(1))
    bench.mouse(far)
    assert bench.desk.far() == [2]
    bench.mouse(far, far, bench.in_panel(sides._centre(0)))
    bench.mouse(bench.in_panel(sides._centre(2)), bench.in_panel(sides._centre(1)))
    assert bench.desk.far() == [0], "who is cut off stays where it was put, the first one too"
    bench.mouse(bench.in_panel(sides._centre(0)))
    bench.desk.part([2])
    bench.type(pygame.K_TAB, pygame.K_TAB, pygame.K_TAB, pygame.K_a)
    assert bench.desk.room.air.cuts == []


@pytest.mark.slow
def test_a_partition_stops_the_table_and_healing_lets_it_go_on(bench):
    room = bench.desk.room
    bench.desk.part([2])
    for _ in range(100):
        bench.frame(elapsed_ms=100)
    stopped = max(session.table.count for session in room.sessions())
    assert bench.desk.picture._mark(2) == "cut off"
    assert room.apps[0].session.member.missing(room.devices[0].ticks())
    bench.desk.part([])
    for _ in range(100):
        bench.frame(elapsed_ms=100)
        if room.apps[0].session.game.actor == 0:
            bench.type(pygame.K_z)
    assert max(session.table.count for session in room.sessions()) > stopped
    assert bench.desk.picture._mark(2) == ""


@pytest.mark.slow
def test_what_was_done_can_be_saved_and_replayed(bench, tmp_path):
    bench.desk.path = tmp_path / "run.json"
    bench.type(pygame.K_TAB, pygame.K_u)
    bench.frame(elapsed_ms=100)
    bench.type(pygame.K_u)
    for _ in range(20):
        bench.frame(elapsed_ms=100)
        bench.type(pygame.K_z)
    bench.press("Save")
    assert str(bench.desk.path) in bench.desk.message
    run = replay.load(bench.desk.path, saved.DEFAULT_KEY)
    run.run_to(run.end_ms)
    assert run.room.air.frames == bench.desk.room.air.frames
    bench.desk.path = tmp_path / "no" / "folder.json"
    bench.type(pygame.K_F5)
    assert "cannot be saved" in bench.desk.message
    for _ in range(desks.MESSAGE_MS // 100 + 1):
        bench.frame(elapsed_ms=100)
    assert bench.desk.message == ""


@pytest.mark.slow
def test_a_replay_is_moved_with_a_slider_and_refuses_what_would_change_it(bench, tmp_path):
    for _ in range(80):
        bench.frame(elapsed_ms=100)
    again = Bench(record.Replay(bench.desk.run.recording()))
    end_ms = again.desk.run.end_ms
    again.slide("Moment", 0.5)
    assert abs(again.desk.room.now_ms - end_ms / 2) < end_ms / 50
    again.slide("Moment", 0.25)
    assert abs(again.desk.room.now_ms - end_ms / 4) < end_ms / 50
    again.type(pygame.K_TAB, pygame.K_u, pygame.K_r, pygame.K_DELETE, pygame.K_d, pygame.K_a, pygame.K_z, pygame.K_F5)
    assert "saved already" in again.desk.message
    ms = again.desk.room.now_ms
    again.type(pygame.K_RIGHT, pygame.K_LEFT, pygame.K_COMMA)
    assert again.desk.room.now_ms == ms - 100
    again.type(*[pygame.K_LEFT] * 9)
    assert again.desk.room.now_ms <= 1000, "no further back than the beginning"
    again.slide("Moment", 1)
    again.frame(elapsed_ms=100)
    assert again.desk.paused, "at the end time stops"
    again.type(pygame.K_SPACE)
    assert again.desk.room.now_ms < end_ms
    assert record.Digests().results(again.desk.room)["log"] != record.Digests().results(bench.desk.room)["log"]
    again.desk.seek(end_ms)
    assert record.Digests().results(again.desk.room)["log"] == record.Digests().results(bench.desk.room)["log"]


def test_everything_shows_the_faces_of_hidden_cards():
    room = Room(3, 0, 2, "mono")
    room.run_until(lambda: room.sessions()[0].table and room.sessions()[0].table.count > 30, 10**6)
    bench = Bench(record.Recorder(room))
    picture = bench.desk.picture
    hidden = sum(len(one) for one in words.secrets(picture.session().game))
    assert hidden > 0
    before = len(picture._flying())
    bench.press("Everything")
    assert len(picture._flying()) == before + hidden
    bench.type(pygame.K_g)
    assert len(picture._flying()) == before


@pytest.mark.slow
def test_day_and_night_the_panel_and_the_keys_change_the_picture(bench):
    looks = [bench.picture()]
    for code in (pygame.K_t, pygame.K_F2, pygame.K_F1):
        bench.type(code)
        looks.append(bench.picture())
    assert len(set(looks)) == 4
    bench.type(pygame.K_ESCAPE)  # closes the list of keys, not the window
    bench.type(pygame.K_F2, pygame.K_t)
    assert bench.picture() == looks[0]


def test_the_keys_are_listed_completely_and_none_has_two_meanings():
    codes = [code for codes, *_ in desks.KEYS for code in codes] + list(window.SLIDER_KEYS)
    assert len(codes) == len(set(codes))
    pygame.display.init()
    places = pygame.key.ScancodeWrapper(range(512))
    assert [code for code in codes if places[code] in window.BUTTON_OF] == [pygame.K_SPACE], "yes, or a pause"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 480), (1200, 500), (1366, 700), (1900, 1000)])
@pytest.mark.parametrize("players", [2, 8])
def test_the_window_can_have_any_size(size, players):
    room = Room(players, 0, 3, "mono", guarded=True)
    room.run_to(30000)
    bench = Bench(record.Recorder(room), size)
    narrow = size[0] < panel.WIDTH + window.TABLE_MIN
    assert (bench.window._panel is None) == narrow == ("1092 pixels wide" in bench.desk.message)
    if bench.window._panel and size[1] >= 700:
        widgets_ = bench.window._panel._widgets
        area = bench.window._panel.surface.get_rect()
        assert all(area.contains(one.rect) for one in widgets_)
        assert all(one.rect.collidelist([other.rect for other in widgets_ if other is not one]) < 0 for one in widgets_)


def test_the_log_tells_who_holds_what_and_can_be_scrolled(bench):
    room, drawn = bench.desk.room, []
    bench.desk.part([3])
    for _ in range(60):
        bench.frame(elapsed_ms=100)
        if room.apps[0].session.game.actor == 0:
            bench.type(pygame.K_z)
    session = bench.desk.picture.session()
    last = session.table.count - 1
    held = [panel._holds(app, session, last) for app in room.apps]
    assert held[:3] == [True] * 3 or session.table.settled()
    shown = bench.window._panel
    shown._draw_entry, draw = lambda paper, session, index, row: drawn.append(index), shown._draw_entry
    shown._drawn = None
    shown.draw()
    assert drawn[-1] == last
    drawn.clear()
    shown.scroll(2)
    shown.draw()
    assert drawn == [] or drawn[-1] in (last, last - 2)  # a short log does not scroll
    shown._draw_entry = draw


def test_an_error_on_a_device_is_shown_in_the_panel_and_in_the_terminal(bench, monkeypatch, capsys):
    room, told = bench.desk.room, []

    def fail():
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(room.apps[2], "step", fail)
    for _ in range(10):
        bench.frame(elapsed_ms=100)
    assert [str(error) for error in room.errors] == ["None", "None", "a mistake", "None"]
    assert room.apps[2].face.shown.title == "Sorry!"
    assert bench.desk.picture._mark(2) == "stopped"
    write = widgets.Paper.write
    monkeypatch.setattr(
        widgets.Paper,
        "write",
        lambda paper, words, *rest, **more: (told.append(words), write(paper, words, *rest, **more))[1],
    )
    bench.window._panel._drawn = None
    bench.window._panel.draw()
    assert any("ZeroDivisionError: a mistake" in one for one in told)
    assert any(re.search(r"tests/test_desk.py, line \d+", one) for one in told), "and where"
    assert "raise ZeroDivisionError" in capsys.readouterr().err
    bench.desk.picture.chosen = 2
    bench.desk.restart()
    assert room.errors[2] is None


def test_a_gift_travels_from_the_giver_to_the_receiver():
    room = Room(4, 0, 7, "mono", {"bot_ms": 3000})
    places = layout((1280, 830), [(128, 64)] * 4, 0).places
    assert room.run_until(
        lambda: any(one.table and one.game.phase == "decide" and one.table.settled() for one in room.sessions()), 10**6
    )
    picture = window.make_picture(record.Recorder(room))
    target = pygame.Surface((1280, 830), depth=32)
    spots = []
    for _ in range(12):
        picture.draw(target)
        spots += [one.rect.center for one in picture._flew if one.key[0] == "gift"]
        room.run_to(room.now_ms + 60)
    game = room.sessions()[0].game
    giver, receiver = [pygame.Vector2(places[seat].area.center) for seat in (game.giver, game.receiver)]
    assert receiver.distance_to(spots[-1]) < receiver.distance_to(spots[0])
    assert giver.distance_to(spots[-1]) > giver.distance_to(spots[0])


@pytest.mark.slow
@pytest.mark.parametrize(("players", "size"), [(2, (640, 480)), (8, (1440, 900))])
def test_the_whole_row_lies_on_the_cloth_and_changes_with_what_everybody_may_see(players, size):
    room = Room(players, 0, 3, "mono", {"game": "caps", "bot_ms": 1})
    picture, seen = window.make_picture(record.Recorder(room)), set()
    room.run_until(lambda: all(one.table for one in room.sessions()), 60000)
    picture.draw(pygame.Surface(size, depth=32))
    while not any(key[3] is not None for key in seen):  # until a hat has been opened
        key = pictograms.row_key(picture.session().game.view(None))
        (found,) = [one for one in picture._flying() if one.key == key]
        assert found.rect.collidelist([place.area for place in picture.places]) < 0
        assert found.rect.width > size[0] / 8
        seen.add(key)
        assert room.run_until(lambda key=key: pictograms.row_key(picture.session().game.view(None)) != key, 10**6)
    assert "shop" not in [one.key for one in picture._flying()]
    assert len(seen) > 1


def test_a_secret_look_is_not_shown_to_all():
    game = new_game("caps", 2, 7)
    before = pictograms.row_key(game.view(None))
    game.apply(game.actions()[0])
    key = pictograms.row_key(game.view(None))
    assert key != before
    other = new_game("caps", 2, 7)
    other.hats[0], other.hats[1] = other.hats[1], other.hats[0]
    other.apply(other.actions()[0])
    assert pictograms.row_key(other.view(None)) == key
    rows = [pictograms.row(one.view(None), 300).get_buffer().raw for one in (game, other)]
    assert rows[0] == rows[1]


def test_games_without_gifts_are_shown_without_them():
    view = new_game("caps", 4, 7).view(None)
    assert flight.sprites(view, 0, [pygame.Rect(0, 0, 9, 9)] * 4, pygame.Vector2(50, 50), 30, str) == []


def moments(players):
    """Public views of a gift in every state, between any two players, each with the times to look at it."""
    for giver in range(players):
        for step in range(1, players):
            view = new_game("gifts", players, 7).view(None)
            view.giver, view.receiver, view.arrow = giver, (giver + step) % players, 1 if step <= players / 2 else -1
            for view.phase in ("reveal", "give", "decide", "verdict", "draw"):
                view.shown, view.loser = (
                    (None, None) if view.phase in ("give", "decide") else (3, (giver, giver + step)[step % 2] % players)
                )
                yield view, (0, 200, 400, 600, 1200)


@pytest.mark.parametrize("size", [(640, 480), (1280, 830), (1600, 1000)])
@pytest.mark.parametrize(("players", "humans", "kind"), [(2, 1, (240, 135)), (4, 1, (128, 64)), (8, 1, (240, 135))])
def test_nothing_that_travels_covers_a_screen(players, humans, size, kind):
    pygame.font.init()
    found = layout(size, [kind] * players, humans)
    screens = [place.screen for place in found.places]
    side = max(16, round(flight.GIFT_SIDE * min(1.4, min(place.unit for place in found.places))))
    shown = looked = 0
    for view, times in moments(players):
        for ms in times:
            sprites = flight.sprites(
                view, ms, [place.area for place in found.places], pygame.Vector2(found.middle.center), side,
                lambda gift: "a video camera", screens=screens,
            )  # fmt: skip
            assert all(one.rect.collidelist(screens) < 0 for one in sprites)
            if view.phase in ("give", "decide"):
                looked += 1
                shown += any(one.key[0] == "gift" for one in sprites)
    assert shown > 0.9 * looked


@pytest.mark.slow
@pytest.mark.parametrize("tools", [True, False])
def test_a_moment_is_saved_as_a_picture_and_a_stretch_as_a_film(bench, tools, tmp_path):
    for _ in range(30):
        bench.frame(elapsed_ms=100)
    run = record.Replay(bench.desk.run.recording())
    export.png(run, 6000, tmp_path / "one.png", tools=tools)
    export.png(run, 1500, tmp_path / "two.png", tools=tools)
    export.png(run, 6000, tmp_path / "again.png", tools=tools)
    one, two, again = [(tmp_path / f"{name}.png").read_bytes() for name in ("one", "two", "again")]
    assert one == again != two
    export.gif(run, 1500, 3500, tmp_path / "film.gif", tools=tools)
    from PIL import Image

    with Image.open(tmp_path / "film.gif") as film:
        assert film.width == export.FILM_WIDTH
        assert 2 <= film.n_frames <= 20  # equal frames in a row are one


def test_what_is_no_film_is_refused(bench, tmp_path):
    run = record.Replay(bench.desk.run.recording())
    with pytest.raises(ValueError, match="a film ends after it begins"):
        export.gif(run, 5000, 5000, tmp_path / "film.gif")
    with pytest.raises(OSError, match="no folder"):
        export.gif(run, 0, 100, tmp_path / "no" / "film.gif")
    with pytest.raises(OSError, match="cannot be saved"):
        export.png(run, 0, tmp_path / "no" / "one.png")


def test_a_kept_log_is_shown_in_the_window(bench):
    album = saved.Album(saved.from_nvm(kept()), "mono")
    shown = Bench(album)
    before = shown.picture()
    shown.type(pygame.K_PERIOD, pygame.K_PERIOD)
    assert album.now_ms == 2 * saved.STEP_MS
    assert shown.picture() != before
    shown.slide("Moment", 1)
    assert album.sessions()[0].table.count == len(album.log.choices)


def kept():
    room = Room(3, 0, 2, "mono")
    room.run_to(60000)
    room.apps[0].session.member.keeper.save_now()
    return room.devices[0].nvm


@pytest.mark.parametrize("unit", [1, 2])
def test_text_that_is_too_long_ends_in_dots(unit):
    pygame.font.init()
    paper = widgets.Paper(pygame.Surface((300 * unit, 40 * unit), depth=32), unit)
    assert 60 < paper.write("a sentence that is far too long for this", (0, 20), room=120) <= 120


@pytest.mark.slow
def test_a_high_window_has_a_panel_twice_as_large_whose_buttons_are_where_they_are_drawn():
    room = Room(4, 1, 7, "mono", guarded=True)
    bench = Bench(record.Recorder(room), (2 * panel.WIDTH + 1400, panel.LARGE))
    shown = bench.window._panel
    assert shown.surface.get_size() == (2 * panel.WIDTH, panel.LARGE)
    button, track = bench.widget("Night").rect, bench.widget("Loss")._track()
    bench.mouse((1400 + 2 * button.centerx, 2 * button.centery))
    assert bench.desk.picture.dark
    bench.mouse(*[(1400 + 2 * x, 2 * track.centery) for x in (track.left, track.centerx)])
    assert bench.desk.room.air.loss == 0.45
    bench.type(pygame.K_F1)
    assert bench.desk.sheet


# a table, as `dev.py play` opens it


def a_table(size=(1280, HEIGHT), **setup):
    room = Room(**{"players": 4, "humans": 1, "seed": 7, "layout": "mono", "guarded": True} | setup)
    room.run_until(lambda: all(one.table and one.table.count > 3 for one in room.sessions()), 10**6)
    return Bench(record.Recorder(room), size, lab=False)


def test_a_table_tells_no_claims_and_no_key_breaks_a_device():
    table = a_table()
    table.mouse(table.desk.picture.places[0].screen.center)
    table.type(*[codes[0] for codes, _, do, _ in desks.KEYS if do not in desks.ALWAYS and codes[0] != pygame.K_SPACE])
    assert (table.window._panel, table.desk.picture.chosen, table.desk.paused) == (None, None, False)
    assert kinds(table) == []
    assert table.desk.picture.everything is False
    table.type(pygame.K_F2)
    assert table.window._panel
    table.type(pygame.K_TAB, pygame.K_u)
    assert kinds(table) == [["switch_off", 0]]


def test_space_says_yes_at_a_table_and_a_pause_in_the_laboratory_is_seen_on_the_cloth():
    table = a_table()
    table.type(pygame.K_SPACE)
    assert kinds(table) == [["press", 0, window.YES, True], ["press", 0, window.YES, False]]
    before = table.picture()
    table.type(pygame.K_F2, pygame.K_SPACE)
    assert table.desk.paused
    table.type(pygame.K_F2)
    assert [one.key for one in table.desk.picture._flew if one.key == "Paused"]
    assert table.picture() != before


@pytest.mark.parametrize("size", [(640, 480), (1280, 830)])
def test_a_click_at_a_table_shows_a_screen_from_close_by_pixel_for_pixel_and_up_to_date(size):
    table = a_table(size, layout="colour")
    table.mouse(table.desk.picture.places[2].screen.center)
    table.type(pygame.K_SPACE)
    for _ in range(30):
        table.frame(elapsed_ms=100)
    for _ in range(4):
        table.frame()
    times, screen, shown = size[0] // 256, table.desk.room.devices[2].screen, pygame.display.get_surface()
    rect = pygame.Rect(0, 0, 240 * times, 135 * times)
    rect.center = size[0] // 2, size[1] // 2
    rgb = screen.rgb()
    for x, y in [(x, y) for x in range(0, 240, 7) for y in range(0, 135, 5)]:
        at = 3 * (240 * y + x)
        assert tuple(shown.get_at((rect.left + x * times, rect.top + y * times)))[:3] == tuple(rgb[at : at + 3])
    table.mouse((5, 5))
    assert table.desk.picture.close is None


def test_escape_asks_and_time_stands_still_meanwhile():
    table = a_table()
    before, ms = table.picture(), table.desk.room.now_ms
    table.type(pygame.K_ESCAPE)
    table.frame(elapsed_ms=100)
    assert (table.desk.room.now_ms, table.desk.over) == (ms, False)
    assert table.picture() != before
    table.type(pygame.K_x, pygame.K_ESCAPE)
    assert kinds(table) == [], "keys are the question's"
    table.frame(elapsed_ms=100)
    assert table.desk.room.now_ms == ms + 100
    for key in (pygame.K_SPACE, pygame.K_z):  # yes is yes here, too
        table.type(pygame.K_ESCAPE, key)
        assert not table.desk.sheet, "Go on is marked first"
    table.type(pygame.K_ESCAPE, pygame.K_DOWN, pygame.K_RETURN)
    assert table.desk.room.now_ms < ms, "a new game"
    assert table.desk.room.seed != 7
    assert table.desk.room.setup["humans"] == 1
    for game in GAMES:
        table.type(pygame.K_ESCAPE, *[pygame.K_DOWN] * (1 + GAMES.index(game)), pygame.K_RETURN)
        table.desk.room.run_until(lambda: table.desk.room.sessions()[0].table, 60000)
        assert words.name_of(table.desk.room.sessions()[0].game) == game
    table.type(pygame.K_ESCAPE, pygame.K_UP)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, scancode=pygame.KSCAN_RETURN))
    assert not table.window.frame(0, table.size), "Stop is the last"


def test_the_laboratory_begins_the_same_run_again(bench):
    bench.type(pygame.K_TAB, pygame.K_u, pygame.K_ESCAPE, pygame.K_DOWN, pygame.K_RETURN)
    assert (bench.desk.room.seed, bench.desk.room.now_ms, kinds(bench)) == (7, 1000, [])


def test_the_question_can_be_clicked():
    table = a_table()
    for choice, over in ((0, False), (-1, True)):
        table.mouse(table.desk.picture.help_rect.center)
        at = table.window._sheet._buttons[choice].rect.center
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
        assert table.window.frame(0, table.size) != over


def test_a_replay_which_nobody_can_lose_ends_without_a_question(bench):
    again = Bench(record.Replay(bench.desk.run.recording()))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, scancode=pygame.KSCAN_ESCAPE))
    assert not again.window.frame(0, again.size)


@pytest.mark.slow
def test_a_picture_and_a_film_are_saved_beside_others(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pocket-hats-1.png").touch()
    table = a_table()
    table.type(pygame.K_F12)
    assert pygame.image.load(tmp_path / "pocket-hats-2.png").get_size() == table.size
    table.type(pygame.K_F9)
    table.desk._film._child.wait()
    table.frame()
    assert table.desk.message == "Saved: pocket-hats-1.gif"
    assert (tmp_path / "pocket-hats-1.gif").read_bytes().startswith(b"GIF")
