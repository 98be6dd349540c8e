"""The side panel: time, the chosen device, the radio, and the log that the devices share."""

import textwrap
from typing import TYPE_CHECKING, Any

import pygame

from sim.runs import reload
from sim.window import art, widgets
from sim.window.desk import SPEEDS, WRITTEN
from sim.window.widgets import Button, Paper, Sides, Slider, Widget
from sim.words import action_words, name_of

if TYPE_CHECKING:
    from pocket.app import App
    from pocket.session import Session
    from sim.window.desk import Desk


WIDTH = 392  # units
LARGE = 1500  # pixels: in a window that is as high, a unit is two pixels
GAP = 8  # between groups
ROW = 21  # the height of an entry of the log
LINE = 28  # of a slider
SMALL = 15  # of the log's letters


class Panel:
    """What stands beside the table, on a surface of its own; `draw` gives whether it has changed. height: in pixels.
    unit: pixels for one of its units; all its places are in units.
    """

    def __init__(self, desk: "Desk", height: int, unit: int = 1) -> None:
        self._desk = desk
        self.surface = pygame.Surface((WIDTH * unit, height), depth=32)
        self._paper, self._height = Paper(self.surface, unit), height // unit
        self._drawn: tuple[object, ...] | None = None
        self._held: Widget | None = None  # the widget under the mouse
        self._back = 0  # by how many entries the log is scrolled back
        self._focus: Slider | None = None  # the slider that the keyboard moves
        self._place()

    def _place(self) -> None:
        """Put everything where it belongs: from the top down, the log gets what is left."""
        desk = self._desk
        self._widgets: list[Widget] = []
        self._cards: list[pygame.Rect] = []
        inside = WIDTH - 2 * GAP - 20
        y = self._time(GAP, inside)
        self._tools(self._height - 40)
        if desk.live:
            y = self._device(y, inside)
            y = self._radio(y, inside)
        bottom = self._height - 48
        self._log = pygame.Rect(GAP, y, WIDTH - 2 * GAP, max(60, bottom - y))
        self._cards.append(self._log)
        self._sliders = [one for one in self._widgets if isinstance(one, Slider)]

    def _card(self, y: int, height: int) -> int:
        self._cards.append(pygame.Rect(GAP, y, WIDTH - 2 * GAP, height))
        return y + height + GAP

    def _buttons(self, x: int, y: int, width: int, *buttons: tuple[Any, ...]) -> None:
        """A row of buttons, those wider that say more. Each does what a key of the keyboard does, and shows which."""
        spare = width - 6 * (len(buttons) - 1)
        keys = [WRITTEN[do.__func__] for _, do, *_ in buttons]
        shares = [5 + len(caption()) + len(key) for (caption, *_), key in zip(buttons, keys, strict=True)]
        for (caption, do, *rest), key, share in zip(buttons, keys, shares, strict=True):
            rect = pygame.Rect(x, y, spare * share // sum(shares), 30)
            x = rect.right + 6
            self._widgets.append(Button(rect, caption, do, key, *rest))

    def _time(self, y: int, inside: int) -> int:
        desk, x = self._desk, GAP + 10
        self._clock = pygame.Rect(x, y + 8, inside, 30)
        self._buttons(
            x,
            y + 44,
            inside,
            (lambda: "Go on" if desk.paused else "Pause", desk.pause, lambda: desk.paused),
            (lambda: "Step", desk.step),
            (lambda: "Slower", desk.slower),
            (lambda: "Faster", desk.faster),
        )
        if desk.run.end_ms is None:
            return self._card(y, 84)
        moment = Slider(
            (x - 8, y + 80, inside + 16, LINE),
            "Moment",
            lambda: desk.room.now_ms,
            desk.seek,
            0,
            desk.run.end_ms,
            100,
            clock,
        )
        self._widgets.append(moment)
        return self._card(y, 114)

    def _device(self, y: int, inside: int) -> int:
        desk, x = self._desk, GAP + 10
        self._named = pygame.Rect(x, y + 8, inside, 24)

        def chosen() -> bool:
            return desk.picture.chosen is not None

        def plugged() -> bool:
            return not chosen() or desk.room.apps[desk.picture.chosen] is not None

        self._buttons(
            x,
            y + 38,
            inside,
            (lambda: "Unplug" if plugged() else "Plug in", desk.plug, lambda: not plugged(), chosen),
            (lambda: "Restart", desk.restart, lambda: False, chosen),
            (lambda: "Erase", desk.erase, lambda: False, chosen),
        )

        def percent() -> int | None:
            return desk.room.devices[desk.picture.chosen].percent if chosen() else None

        rect = (x - 8, y + 74, inside + 16, LINE)
        told = "{} %".format
        self._widgets.append(Slider(rect, "Battery", percent, desk.charge, 0, 100, 5, told))
        return self._card(y, 108)

    def _radio(self, y: int, inside: int) -> int:
        desk, x, first = self._desk, GAP + 10, y
        for caption, name, high, step, told in (
            ("Loss", "loss", 0.9, 0.05, lambda value: f"{value * 100:.0f} %"),
            ("Doubling", "duplicate", 0.9, 0.05, lambda value: f"{value * 100:.0f} %"),
            ("Delay", "delay_ms", 2000, 10, lambda value: f"{value} ms"),
        ):

            def put(value: float, name: str = name) -> None:
                desk.radio(name, max(1, round(value)) if name == "delay_ms" else round(value, 2))

            rect = (x - 8, y + 6, inside + 16, LINE)
            get = lambda name=name: getattr(desk.room.air, name)  # noqa: E731
            self._widgets.append(Slider(rect, caption, get, put, 0, high, step, told))
            y += LINE
        rect = (x + 96, y + 12, inside - 96, 60)
        self._sides = Sides(rect, desk.room.names, desk.far, desk.part)
        self._widgets.append(self._sides)
        return self._card(first, y + 80 - first)

    def _tools(self, y: int) -> None:
        desk = self._desk
        self._buttons(
            GAP,
            y,
            WIDTH - 2 * GAP,
            (lambda: "Everything", desk.toggle_everything, lambda: desk.picture.everything),
            (lambda: "Night", desk.toggle_dark, lambda: desk.picture.dark),
            (lambda: "Save", desk.save),
            (lambda: "Keys", desk.toggle_help),
        )

    # what happens to it

    def press(self, point: tuple[int, int]) -> None:
        """The mouse's button went down at `point` of the panel."""
        for widget in self._widgets:
            if widget.rect.collidepoint(point):
                self._held = widget
                widget.press(point)
                return

    def drag(self, point: tuple[int, int]) -> None:
        """The mouse moved while its button was down."""
        if self._held:
            self._held.drag(point)

    def release(self) -> None:
        self._held = None

    def scroll(self, entries: int) -> None:
        """Look further back in the log, or (below 0) further on."""
        self._back = max(0, self._back + entries)

    def focus(self, way: int) -> None:
        """The keyboard moves the next slider (1), or the one before (-1)."""
        at = self._sliders.index(self._focus) if self._focus in self._sliders else (-1 if way > 0 else 0)
        self._focus = self._sliders[(at + way) % len(self._sliders)] if self._sliders else None
        for one in self._sliders:
            one.focused = one is self._focus

    def nudge(self, steps: int) -> None:
        """Move the slider that has the keyboard."""
        if self._focus is None:
            self.focus(1)
        if self._focus:
            self._focus.nudge(steps)

    # what it looks like

    def _state(self) -> tuple[object, ...]:
        """All that the panel shows, to compare with."""
        desk, session = self._desk, self._desk.picture.session()
        tables = [
            app and (app.session.table_id, app.session.table and app.session.table.count) for app in desk.room.apps
        ]
        shown = session and (session.table_id, session.table.settled())
        time = desk.room.now_ms // 100, desk.speed, desk.paused, desk.failure
        looks = [widget.look() for widget in self._widgets]
        errors = [str(error) for error in desk.room.errors]
        return looks, time, desk.picture.dark, desk.picture.chosen, shown, tables, errors, self._back

    def draw(self) -> bool:
        """Bring the panel up to date. Returns whether anything has changed."""
        state = self._state()
        if state == self._drawn:
            return False
        self._drawn = state
        paper, paper.skin = self._paper, widgets.NIGHT if self._desk.picture.dark else widgets.DAY
        self.surface.fill(paper.skin.paper)
        for rect in self._cards:
            paper.plate(rect, paper.skin.card, radius=12)
        self._draw_time(paper)
        if self._desk.live:
            self._draw_names(paper)
        for widget in self._widgets:
            widget.draw(paper)
        self._draw_log(paper)
        return True

    def _draw_time(self, paper: Paper) -> None:
        desk, rect, skin = self._desk, self._clock, paper.skin
        paper.write(clock(desk.room.now_ms), rect.midleft, 30)
        paper.write(f"×{SPEEDS[desk.speed]}", rect.midright, 24, skin.accent, "midright")
        if not desk.live:
            paper.write("a run that is over", (rect.left + 88, rect.centery + 2), SMALL, skin.faint)

    def _draw_names(self, paper: Paper) -> None:
        desk, rect, faint = self._desk, self._named, paper.skin.faint
        chosen, sides = desk.picture.chosen, self._sides.rect
        if chosen is None:
            paper.write("Click a device, or press Tab", rect.midleft, colour=faint)
        else:
            paper.disc((rect.left + 9, rect.centery), 18, art.CASES[chosen])
            paper.write(desk.room.names[chosen], (rect.left + 26, rect.centery), 20)
            paper.write(self._where(chosen), rect.midright, SMALL, faint, "midright")
        paper.write("Partition", (GAP + 10, sides.centery - 9))
        paper.write("click, draw", (GAP + 10, sides.centery + 9), 14, faint)

    def _where(self, seat: int) -> str:
        """Where a device is, in words."""
        app = self._desk.room.apps[seat]
        if not app:
            return "unplugged"
        return f"table {app.session.table_id.hex()[:4]}" if app.session.table else "at no table"

    def _draw_log(self, paper: Paper) -> None:
        session, rect, faint = self._desk.picture.session(), self._log.inflate(-20, -12), paper.skin.faint
        y = self._draw_trouble(paper, rect)
        if session is None:
            paper.write("Nobody sits at a table yet.", (rect.left, y + 12), colour=faint)
            return
        paper.write(f"The log of table {session.table_id.hex()[:4]}", (rect.left, y + 10), 16, faint)
        y += 24
        rows = max(0, (rect.bottom - y) // ROW)
        self._back = max(0, min(self._back, session.table.count - rows))
        last = session.table.count - self._back
        for number, index in enumerate(range(max(0, last - rows), last)):
            self._draw_entry(paper, session, index, pygame.Rect(rect.left, y + number * ROW, rect.width, ROW))

    def _draw_trouble(self, paper: Paper, rect: pygame.Rect) -> int:
        """What went wrong, over the log. Returns where the log begins."""
        room, y = self._desk.room, rect.top
        told = [self._desk.failure, self._desk.run.trouble]
        if not self._desk.failure:  # else it is the same on every device
            told += [f"{room.names[seat]}: {reload.told_of(one)}" for seat, one in enumerate(room.errors) if one]
        for sentence in [one for one in told if one][:3]:
            for line in textwrap.wrap(sentence, 46)[:4]:
                paper.write(line, (rect.left, y + 9), SMALL, paper.skin.alarm, room=rect.width)
                y += 18
        return y

    def _draw_entry(self, paper: Paper, session: "Session", index: int, row: pygame.Rect) -> None:
        seat, _, action = session.table.entry(index)
        name, skin, middle = session.match.name_of(seat), paper.skin, row.centery
        names, apps = self._desk.room.names, self._desk.room.apps
        settled = index < session.table.count - 1 or session.table.settled()
        paper.write(str(index), (row.left + 24, middle), SMALL, skin.faint, "midright")
        paper.disc((row.left + 37, middle), 11, art.CASES[names.index(name)] if name in names else skin.faint)
        dots = row.right - 10 * len(apps)
        game = name_of(session.game)
        words = f"{name} {action_words(game, action, session.match.deck_in_use)}"
        ink = skin.ink if settled else skin.alarm
        paper.write(words, (row.left + 48, middle), SMALL, ink, room=dots - row.left - 74)
        paper.write("ok" if settled else "...", (dots - 6, middle), 13, skin.accent, "midright")
        for number, app in enumerate(apps):
            held = _holds(app, session, index)
            paper.disc((dots + 10 * number + 4, middle), 8, art.CASES[number] if held else skin.line)


def unit(height: int) -> int:
    """Pixels for a unit of the panel of a window that is `height` pixels high."""
    return 2 if height >= LARGE else 1


def _holds(app: "App", session: "Session", index: int) -> bool:
    """Whether a device has entry `index` of the log of `session`."""
    other = app and app.session
    return bool(other and other.table and other.table_id == session.table_id and other.table.count > index)


def clock(ms: int) -> str:
    """A time as minutes, seconds and tenths."""
    return f"{ms // 60000}:{ms // 1000 % 60:02}.{ms // 100 % 10}"
