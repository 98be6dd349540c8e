"""The side panel: time, the chosen device, the radio, and the log that the devices share."""

import pygame

import sim.words  # by its full name below: `sim.reload` puts a newer one in its place
from sim.window import art, widgets
from sim.window.desk import SPEEDS
from sim.window.widgets import Button, Sides, Slider, write

WIDTH = 392  # pixels
GAP = 8  # between groups
ROW = 21  # the height of an entry of the log
LINE = 28  # of a slider
SMALL = 15  # of the log's letters


class Panel:
    """What stands beside the table, on a surface of its own; `draw` gives whether it has changed."""

    def __init__(self, desk, height):
        self._desk = desk
        self.surface = pygame.Surface((WIDTH, height), depth=32)
        self._drawn = None
        self._held = None  # the widget under the mouse
        self._back = 0  # by how many entries the log is scrolled back
        self._focus = None  # the slider that the keyboard moves
        self._place()

    def _place(self):
        """Put everything where it belongs: from the top down, the log gets what is left."""
        desk, self._widgets, self._cards = self._desk, [], []
        inside = WIDTH - 2 * GAP - 20
        y = self._time(GAP, inside)
        self._tools(self.surface.get_height() - 40)
        if desk.live:
            y = self._device(y, inside)
            y = self._radio(y, inside)
        bottom = self.surface.get_height() - 48
        self._log = pygame.Rect(GAP, y, WIDTH - 2 * GAP, max(60, bottom - y))
        self._cards.append(self._log)
        self._sliders = [one for one in self._widgets if isinstance(one, Slider)]

    def _card(self, y, height):
        self._cards.append(pygame.Rect(GAP, y, WIDTH - 2 * GAP, height))
        return y + height + GAP

    def _buttons(self, x, y, width, *buttons):
        """A row of buttons, those wider that say more."""
        spare = width - 6 * (len(buttons) - 1)
        shares = [5 + len(caption()) + len(key) for caption, _, key, *_ in buttons]
        for (caption, do, key, *rest), share in zip(buttons, shares, strict=True):
            rect = pygame.Rect(x, y, spare * share // sum(shares), 30)
            x = rect.right + 6
            self._widgets.append(Button(rect, caption, do, key, *rest))

    def _time(self, y, inside):
        desk, x = self._desk, GAP + 10
        self._clock = pygame.Rect(x, y + 8, inside, 30)
        self._buttons(
            x,
            y + 44,
            inside,
            (lambda: "Go on" if desk.paused else "Pause", desk.pause, "Space", lambda: desk.paused),
            (lambda: "Step", desk.step, "."),
            (lambda: "Slower", desk.slower, "-"),
            (lambda: "Faster", desk.faster, "+"),
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

    def _device(self, y, inside):
        desk, x = self._desk, GAP + 10
        self._named = pygame.Rect(x, y + 8, inside, 24)

        def chosen():
            return desk.picture.chosen is not None

        def plugged():
            return not chosen() or desk.room.apps[desk.picture.chosen] is not None

        self._buttons(
            x,
            y + 38,
            inside,
            (lambda: "Unplug" if plugged() else "Plug in", desk.plug, "U", lambda: not plugged(), chosen),
            (lambda: "Restart", desk.restart, "R", lambda: False, chosen),
            (lambda: "Erase", desk.erase, "Del", lambda: False, chosen),
        )

        def percent():
            return desk.room.devices[desk.picture.chosen].percent if chosen() else None

        rect = (x - 8, y + 74, inside + 16, LINE)
        told = "{} %".format
        self._widgets.append(Slider(rect, "Battery", percent, desk.charge, 0, 100, 5, told))
        return self._card(y, 108)

    def _radio(self, y, inside):
        desk, x, first = self._desk, GAP + 10, y
        for caption, name, high, step, told in (
            ("Loss", "loss", 0.9, 0.05, lambda value: f"{value * 100:.0f} %"),
            ("Doubling", "duplicate", 0.9, 0.05, lambda value: f"{value * 100:.0f} %"),
            ("Delay", "delay_ms", 2000, 10, lambda value: f"{value} ms"),
        ):

            def put(value, name=name):
                desk.radio(name, max(1, round(value)) if name == "delay_ms" else round(value, 2))

            rect = (x - 8, y + 6, inside + 16, LINE)
            get = lambda name=name: getattr(desk.room.air, name)  # noqa: E731
            self._widgets.append(Slider(rect, caption, get, put, 0, high, step, told))
            y += LINE
        rect = (x + 96, y + 12, inside - 96, 60)
        self._sides = Sides(rect, desk.room.names, desk.far, desk.part)
        self._widgets.append(self._sides)
        return self._card(first, y + 80 - first)

    def _tools(self, y):
        desk = self._desk
        self._buttons(
            GAP,
            y,
            WIDTH - 2 * GAP,
            (lambda: "Everything", desk.toggle_everything, "G", lambda: desk.picture.everything),
            (lambda: "Night", desk.toggle_dark, "T", lambda: desk.picture.dark),
            (lambda: "Save", desk.save, "F5"),
            (lambda: "Keys", desk.toggle_help, "F1", lambda: desk.helping),
        )

    # what happens to it

    def press(self, point):
        """The mouse's button went down at `point` of the panel."""
        for widget in self._widgets:
            if widget.rect.collidepoint(point):
                self._held = widget
                widget.press(point)
                return

    def drag(self, point):
        """The mouse moved while its button was down."""
        if self._held:
            self._held.drag(point)

    def release(self):
        self._held = None

    def scroll(self, entries):
        """Look further back in the log, or (below 0) further on."""
        self._back = max(0, self._back + entries)

    def focus(self, way):
        """The keyboard moves the next slider (1), or the one before (-1)."""
        at = self._sliders.index(self._focus) if self._focus in self._sliders else (-1 if way > 0 else 0)
        self._focus = self._sliders[(at + way) % len(self._sliders)] if self._sliders else None
        for one in self._sliders:
            one.focused = one is self._focus

    def nudge(self, steps):
        """Move the slider that has the keyboard."""
        if self._focus is None:
            self.focus(1)
        if self._focus:
            self._focus.nudge(steps)

    # what it looks like

    def _state(self):
        """All that the panel shows, to compare with."""
        desk, session = self._desk, self._desk.picture.session()
        tables = [
            app and (app.session.table_id, app.session.table and app.session.table.count) for app in desk.room.apps
        ]
        shown = session and (session.table_id, session.table.settled())
        time_and_words = desk.room.now_ms // 100, desk.speed, desk.paused, desk.message, desk.failure
        looks = [widget.look() for widget in self._widgets]
        errors = [str(error) for error in desk.room.errors]
        return looks, time_and_words, desk.picture.dark, desk.picture.chosen, shown, tables, errors, self._back

    def draw(self):
        """Bring the panel up to date. Returns whether anything has changed."""
        state = self._state()
        if state == self._drawn:
            return False
        self._drawn = state
        skin = widgets.NIGHT if self._desk.picture.dark else widgets.DAY
        self.surface.fill(skin.paper)
        for rect in self._cards:
            art.put(self.surface, art.plate(rect.size, skin.card, radius=12), rect)
        self._draw_time(skin)
        if self._desk.live:
            self._draw_names(skin)
        for widget in self._widgets:
            widget.draw(self.surface, skin)
        self._draw_log(skin)
        return True

    def _draw_time(self, skin):
        desk, middle = self._desk, self._clock.centery
        write(self.surface, clock(desk.room.now_ms), (self._clock.left, middle), skin, 30)
        speed = f"×{SPEEDS[desk.speed]}"
        write(self.surface, speed, (self._clock.right, middle), skin, 24, skin.accent, right=True)
        told = desk.message or ("" if desk.live else "a run that is over")
        colour = skin.accent if desk.message else skin.faint
        write(
            self.surface, told, (self._clock.left + 88, middle + 2), skin, SMALL, colour, room=self._clock.width - 136
        )

    def _draw_names(self, skin):
        desk, rect = self._desk, self._named
        chosen = desk.picture.chosen
        if chosen is None:
            write(self.surface, "Click a device, or press Tab", (rect.left, rect.centery), skin, colour=skin.faint)
        else:
            disc = art.plate((18, 18), art.CASES[chosen])
            art.put(self.surface, disc, disc.get_rect(midleft=(rect.left, rect.centery)))
            write(self.surface, desk.room.names[chosen], (rect.left + 26, rect.centery), skin, 20)
            session = desk.room.apps[chosen] and desk.room.apps[chosen].session
            at = (
                "unplugged"
                if not session
                else f"table {session.table_id.hex()[:4]}"
                if session.table
                else "at no table"
            )
            write(self.surface, at, (rect.right, rect.centery), skin, SMALL, skin.faint, right=True)
        sides = self._sides.rect
        write(self.surface, "Partition", (GAP + 10, sides.centery - 9), skin)
        write(self.surface, "drag devices", (GAP + 10, sides.centery + 9), skin, 14, skin.faint)

    def _draw_log(self, skin):
        session, rect = self._desk.picture.session(), self._log.inflate(-20, -12)
        y = self._draw_trouble(skin, rect)
        if session is None:
            write(self.surface, "Nobody sits at a table yet.", (rect.left, y + 12), skin, colour=skin.faint)
            return
        title = f"The log of table {session.table_id.hex()[:4]}"
        write(self.surface, title, (rect.left, y + 10), skin, 16, skin.faint)
        y += 24
        rows = max(0, (rect.bottom - y) // ROW)
        self._back = max(0, min(self._back, session.table.count - rows))
        last = session.table.count - self._back
        for number, index in enumerate(range(max(0, last - rows), last)):
            self._draw_entry(skin, session, index, pygame.Rect(rect.left, y + number * ROW, rect.width, ROW))

    def _draw_trouble(self, skin, rect):
        """What went wrong, over the log. Returns where the log begins."""
        room, y = self._desk.room, rect.top
        told = [self._desk.failure, self._desk.run.trouble]
        if not self._desk.failure:  # else it is the same on every device
            told += [f"{room.names[seat]}: {type(one).__name__}: {one}" for seat, one in enumerate(room.errors) if one]
        for sentence in [one for one in told if one][:3]:
            for line in wrapped(sentence, 46)[:4]:
                write(self.surface, line, (rect.left, y + 9), skin, SMALL, skin.alarm, room=rect.width)
                y += 18
        return y

    def _draw_entry(self, skin, session, index, row):
        seat, _, action = session.table.entry(index)
        name, middle = session.match.name_of(seat), row.centery
        names, apps = self._desk.room.names, self._desk.room.apps
        held = [_holds(app, session, index) for app in apps]
        settled = index < session.table.count - 1 or session.table.settled()
        write(self.surface, str(index), (row.left + 24, middle), skin, SMALL, skin.faint, right=True)
        colour = art.CASES[names.index(name)] if name in names else skin.faint
        disc = art.plate((11, 11), colour)
        art.put(self.surface, disc, disc.get_rect(center=(row.left + 37, middle)))
        dots = row.right - 10 * len(apps)
        game = sim.words.name_of(session.game)
        words = f"{name} {sim.words.action_words(game, action, session.match.deck_in_use)}"
        ink = skin.ink if settled else skin.alarm
        write(self.surface, words, (row.left + 48, middle), skin, SMALL, ink, room=dots - row.left - 74)
        write(self.surface, "ok" if settled else "...", (dots - 6, middle), skin, 13, skin.accent, right=True)
        for number, one in enumerate(held):
            dot = art.plate((8, 8), art.CASES[number] if one else skin.line)
            art.put(self.surface, dot, dot.get_rect(midleft=(dots + 10 * number, middle)))


def _holds(app, session, index):
    """Whether a device has entry `index` of the log of `session`."""
    other = app and app.session
    return bool(other and other.table and other.table_id == session.table_id and other.table.count > index)


def clock(ms):
    """A time as minutes, seconds and tenths."""
    return f"{ms // 60000}:{ms // 1000 % 60:02}.{ms // 100 % 10}"


def wrapped(sentence, columns):
    """The lines of `sentence`, broken at blanks."""
    lines = [""]
    for word in sentence.replace("\n", " ").split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= columns:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines
