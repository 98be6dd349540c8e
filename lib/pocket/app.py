"""The device program: one plain loop in which keys become decisions and views become screens and light.

A device, which a board's profile or the simulator makes, has: display (displayio, auto_refresh off), keys (get() ->
None or (key number, down)), pixels (a NeoPixel or None), tone (called with Hz to start and 0 to stop; None: silent),
battery() (percent or None), link, nvm (as `Store` wants it), ticks() (milliseconds that only grow, see `ring.clock`),
entropy(n) (n random bytes), problems (sentences to show at the start).
"""

import gc

from pocket import deck, lamp, unload
from pocket.display_sleep import DisplaySleep
from pocket.keys import GUARD_MS, MENU, MORE, SURPRISE_MS, YES, Keys
from pocket.renderer import Renderer
from pocket.screens import pages
from pocket.session import Session
from pocket.store import Store
from pocket.words import say, speak

LOOK_MS = 500  # how often the screen is brought up to date although nothing happened here


class App:
    """Runs one device: call `step` again and again. tight: whether it has so little RAM that modules have to go when
    nothing needs them any more.
    """

    def __init__(self, device, settings, tight=False):
        now = device.ticks()
        self._device, self._tight = device, tight
        self._store = Store(device.nvm)
        self.session = Session(device.link, settings, self._store, _jitter(device.entropy), device.entropy, now)
        pages.page_of(settings.game)  # at once: later there may be too little room to compile it
        if tight:
            _menu()  # the same
        self.face = Renderer(device.display)
        self.rest = DisplaySleep(device.display, device.keys.get, now)
        self._battery = _battery(device.battery, now)
        self._keys = Keys(self.rest.edge)
        self._lamp = lamp.Lamp(device.pixels, settings)
        self._sound = _sound(device.tone, settings, now)
        self._problems = settings.problems  # its own list: a choice of another game may add to it
        self._problems += device.problems
        self._failure = None  # of the store, as far as it has been read about
        self._menu = None
        self._cursor = 0
        self._page = None
        self._drawn = False  # whether the page is on the screen
        self._held = False  # whether YES was held down when it was drawn
        self._stamp = None
        self._looked_ms = now
        self._sat = False  # at a table, since the start
        self._needed = None  # what decides which modules are needed

    def step(self):
        """Do all that is due now. Returns in how many milliseconds the next step is due, if no key or frame comes
        first.
        """
        now = self._device.ticks()
        self._read_keys(now)  # what they mean leaves on the air before the screen is drawn: the others wait for it
        self.session.step(now)
        self.rest.step(self.session.awaited(), now)
        if self._battery is not None and self._battery.step(now):
            self.session.keep_now()
        self._look(now)
        if not self._drawn or (self._page.secret and self._keys.held(YES) != self._held):
            self._draw()
        light = self._page.light
        shown = self._battery.light(light) if self._battery else light
        wait_ms = min(LOOK_MS, self.session.wait_ms(now), self._keys.wait_ms(now))
        if self._sound is not None:
            self._sound.hear(self.session, light)
            wait_ms = min(wait_ms, self._sound.step(now))
        due = self.face.motion.step(now), self._lamp.show(shown, now)
        return min([wait_ms] + [ms for ms in due if ms is not None])

    def _read_keys(self, now):
        """Do what the player means by the keys, as far as the page goes that is on the screen."""
        while self._page is not None:
            meaning = self._keys.read(now)
            if meaning is None:
                break
            self._mean(meaning, now)
            self._look(now, GUARD_MS)

    def crashed(self, error):
        """Keep the log, and say in one line what happened. Then the board is to be started again."""
        self.session.keep_now()
        self.face.draw(pages.crash_page(error).at(0))

    def _mean(self, meaning, now):
        page = self._page
        if self._tight and self.session.table is None:
            gc.collect()  # what is chosen in the lobby may be imported now, which needs large pieces of memory
        if self.session.demonstrates:
            self.session.leave(now)
        elif meaning == MENU:
            self._menu = None if self._menu else self._open_menu()
            self._stamp = None
        elif page.items:
            if meaning == YES:
                item = page.items[self._cursor]
                if item[1] is not None:
                    item[1](now)
            else:
                self._cursor = (self._cursor + (-1 if meaning == MORE else 1)) % len(page.items)
            self._stamp = None
        else:
            item = page.yes if meaning == YES else page.no
            if item is not None and meaning != MORE:
                item[1](now)
                self._stamp = None

    def _open_menu(self):
        return _menu()(self.session, self._close_menu)

    def _close_menu(self, now):
        self._menu = None
        self._stamp = None

    def _problem_read(self, now):
        self._problems.pop(0)

    def _failure_read(self, now):
        self._failure = self._store.failure

    def _look(self, now, limit_ms=SURPRISE_MS):
        """Bring the page up to date, if something may have changed. Then presses do nothing for `limit_ms`."""
        if self._stamp == self.session.version and now - self._looked_ms < LOOK_MS:
            return
        self._stamp = self.session.version
        self._looked_ms = now
        if self._tight:
            self._make_room()
        page, before = self._make_page(now), self._page
        if before is None or page.key != before.key:
            self._cursor = 0
            if before and page.side is not None and before.side is not None and page.side != before.side:
                self.face.motion.turn(now)
            if not self.session.demonstrates:
                self._keys.screen_changed(now, limit_ms)
            self.rest.wake()  # everybody at the table is to see what happens there
        self._page = page
        self.face.motion.count(page.time, now)
        if page.items:
            self._cursor = min(self._cursor, len(page.items) - 1)
        self._drawn = False

    def _make_room(self):
        session = self.session
        needed = session.game_at_hand(), session.seats_bots(), session.table is None
        if needed != self._needed:
            self._needed = needed
            pages.page_of(needed[0])  # before anything else that it needs, while there is most room to compile it
            unload.let_go(*needed)
        self._sat = self._sat or session.table is not None

    def may_restart(self):
        """Whether a table has been left, and nothing else has begun: the moment for a tight board to start afresh, so
        that no game finds its memory in small pieces.
        """
        return self._sat and self.session.table is None and self.session.lobby.table is None

    def _draw(self):
        self._drawn = True
        self._held = self._keys.held(YES)
        self.face.draw(self._page.at(self._cursor, self._held), self._battery and self._battery.level)

    def _make_page(self, now):
        session = self.session
        speak(session.settings.language)  # devices of a simulator share the words, and what deck they are of
        deck.use(session.deck_in_use)
        page = self._battery and self._battery.page()
        if page is not None:
            return page
        if self._problems:
            return pages.problem_page(self._problems[0], self._problem_read)
        if self._store.failure != self._failure:
            return pages.problem_page(say("store_fails", self._store.failure), self._failure_read)
        if self._menu:
            return self._menu.page()
        if session.table is None:
            return _lobby_page()(session)
        return pages.table_page(session, now)


def _menu():
    from pocket.screens.menu import Menu  # late: most games need none

    return Menu


def _lobby_page():
    from pocket.screens.lobby_pages import lobby_page  # late: a game does not need its room

    return lobby_page


def _jitter(entropy):
    return lambda n: int.from_bytes(entropy(2), "big") % n


def _battery(percent, now):
    """What watches the battery; None where there is none to be measured."""
    if percent() is None:
        return None
    from pocket.battery import Battery

    return Battery(percent, now)


def _sound(tone, settings, now):
    """What makes sounds; None where nothing can."""
    if tone is None:
        return None
    from pocket.sound import Sound

    return Sound(tone, settings, now)
