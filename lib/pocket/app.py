"""The device program: one plain loop in which keys become decisions and views become screens and light.

A device, which a board's profile or the simulator makes, has: display (displayio, auto_refresh off), keys (get() ->
None or (key number, down)), pixels (a NeoPixel or None), tone (called with Hz to start and 0 to stop; None: silent),
battery (called, it gives percent, or None while it cannot tell; None: nothing can measure it), link, nvm, uid, appends
and spare (as `Store` wants them), ticks() (milliseconds that only grow, see `ring.clock`), entropy(n) (n random bytes),
problems (sentences to show at the start, as `Words.say` wants them).
"""

from engine.core import View
from pocket import lamp, unload
from pocket.display_sleep import DisplaySleep
from pocket.keys import GUARD_MS, MENU, MORE, SURPRISE_MS, YES, Keys
from pocket.player import Player, player_of
from pocket.renderer import Renderer
from pocket.screens import pages
from pocket.screens.page import Card, Page
from pocket.session import Session
from pocket.store import Store

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pocket.battery import Battery
    from pocket.screens.menu import Menu
    from pocket.settings import Settings
    from pocket.sound import Sound
    from pocket.words import Words


ANSWER_MS = 30  # the screen waits so long for an answer that is due: eight slots of `ring.log`, and a little
LOOK_MS = 500  # how often the screen is brought up to date although nothing happened here


class App:
    """Runs one device: call `step` again and again. tight: whether it has so little RAM that modules have to go when
    nothing needs them any more.
    """

    _menu: "Menu | None"
    _seen: tuple | None

    def __init__(self, device: "Any", settings: "Settings", tight: bool = False) -> None:
        now = device.ticks()
        self._device, self._tight = device, tight
        self.store = Store(device.nvm, device.uid, device.appends, device.spare)
        self.session = Session(device.link, settings, self.store, _jitter(device.entropy), device.entropy, now)
        self.words = pages.words_in(settings.language)
        self.face = Renderer(device.display)
        self.rest = DisplaySleep(device.display, device.keys.get, now)
        self._battery = _battery(device.battery, now)
        self._keys = Keys(self.rest.edge)
        self._lamp = lamp.Lamp(device.pixels, settings)
        self._sound = _sound(device.tone, settings, now)
        self._problems = settings.problems  # its own list: a choice of another game may add to it
        self._problems += device.problems
        self._failure: RuntimeError | None = None  # of the store, as far as it has been read about
        self._menu = None
        # What may have a page to show; the first that has one does.
        self._screens = (
            self._battery_page,
            self._problem_page,
            self._failure_page,
            self._menu_page,
            self._lobby_page,
            self._table_page,
        )
        self._cursor = 0
        self._page: Page | None = None
        self.drawings = 0  # how often the screen has been drawn
        self._drawn = False  # whether the page is on the screen
        self._held = False  # whether YES was held down when it was drawn
        self._seen = None  # what of the session was seen when the page was made; None: it is to be made anew
        self._looked_ms = now
        self._sat = False  # at a table, since the start
        self._needed: tuple | None = None  # what decides which modules are needed

    def step(self) -> int:
        """Do all that is due now. Returns in how many milliseconds the next step is due, if no key or frame comes
        first.
        """
        now = self._device.ticks()
        self._read_keys(now)  # what they mean leaves on the air before the screen is drawn: the others wait for it
        self.session.step(now)
        self.rest.step(self.session.match.awaited(), now)
        if self._battery is not None and self._battery.step(now):
            self.session.member.keeper.save_now()
        self._look(now)
        if self._page.secret and self._keys.held(YES) != self._held:
            self._drawn = False
        if not self._drawn and not self._answers_first(now):
            self._draw()
        light = self._page.light
        shown = self._battery.light(light) if self._battery else light
        wait_ms = min(LOOK_MS, self.session.wait_ms(now), self._keys.wait_ms(now))
        if self._sound is not None:
            wait_ms = min(wait_ms, self._sound.step(now))
        due = self.face.motion.step(now), self._lamp.show(shown, now)
        return min([wait_ms] + [ms for ms in due if ms is not None])

    def _answers_first(self, now: int) -> bool:
        """Whether an answer leaves so soon that it had better not wait for this screen to be drawn: all others would
        wait with it. What keeps asking holds the screen up for ANSWER_MS at most.
        """
        return self.drawings > 0 and now - self._looked_ms < ANSWER_MS and self.session.wait_ms(now) < ANSWER_MS

    def _read_keys(self, now: int) -> None:
        """Do what the player means by the keys, as far as the page goes that is on the screen."""
        while self._page is not None:
            meaning = self._keys.read(now)
            if meaning is None:
                break
            self._mean(meaning, now)
            self._look(now, GUARD_MS)

    def crashed(self, error: Exception) -> None:
        """Keep the log, and say in one line what happened. Then the board is to be started again."""
        self.session.member.keeper.save_now()
        self.face.draw(pages.crash_page(self.words, error).at(self.words, 0))

    def _mean(self, meaning: int, now: int) -> None:
        page = self._page
        if self.session.demonstrates:
            self.session.leave(now)
        elif meaning == MENU:
            self._menu = None if self._menu else _menu()(self.words, self._close_menu)
            self.rest.revive()
            self._seen = None
        elif page.items and meaning != YES:
            self._cursor = (self._cursor + (-1 if meaning == MORE else 1)) % len(page.items)
            self._seen = None
        elif meaning != MORE:
            chosen = page.items[self._cursor] if page.items else page.yes if meaning == YES else page.no
            if chosen is not None and chosen[1] is not None:
                does = chosen[1]
                does[0](*(does[1:] + (now,)))
                self._seen = None

    def _close_menu(self, now: int) -> None:
        self._menu = None
        self._seen = None

    def _problem_read(self, now: int) -> None:
        self._problems.pop(0)

    def _failure_read(self, now: int) -> None:
        self._failure = self.store.failure

    def _look(self, now: int, limit_ms: int = SURPRISE_MS) -> None:
        """Bring the page up to date, if something may have changed. Then presses do nothing for `limit_ms`."""
        seen = self.session.seen(now)
        if self._seen == seen and now - self._looked_ms < LOOK_MS:
            return
        self._seen = seen
        self._looked_ms = now
        if self._tight:
            self._make_room()
        me, view = player_of(self.session, now), None
        if me.table is not None:
            view = self.session.match.view()
        self.words.deck = self.session.match.deck_in_use
        page, before = self._make_page(view, me), self._page
        if before is None or page.key != before.key:
            self._cursor = 0
            if before and _is_turned(before.card, page.card):
                self.face.motion.turn(now)
            if not self.session.demonstrates:
                self._keys.screen_changed(now, limit_ms)
            self.rest.wake()  # everybody at the table is to see what happens there
        elif page.items and before.items:
            self._follow_item(before.items[self._cursor][0], [item[0] for item in page.items])
        self._page = page
        self.face.motion.count(page.card and page.card.time, now)
        if page.hint_over is not None:
            self.session.match.read_hint(page.hint_over, pages.READ, now)
        if self._sound is not None and view is not None:
            self._sound.hear(view, me, page.light)
        if page.items:
            self._cursor = min(self._cursor, len(page.items) - 1)
        self._drawn = False

    def _follow_item(self, text: str, texts: list[str]) -> None:
        """Let the cursor stay at the item that it is at, wherever that stands by now."""
        if text in texts and text not in texts[self._cursor : self._cursor + 1]:
            self._cursor = texts.index(text)

    def _make_room(self) -> None:
        session = self.session
        needed = session.game_at_hand(), session.match.seats_bots(), session.table is None
        if needed != self._needed:
            self._needed = needed
            unload.let_go(*needed)
        self._sat = self._sat or session.table is not None

    def may_restart(self) -> bool:
        """Whether a table has been left, and nothing else has begun: the moment for a tight board to start afresh, so
        that no game finds its memory in small pieces.
        """
        return self._sat and self.session.table is None and self.session.lobby.table is None

    def _draw(self) -> None:
        self._drawn = True
        self.drawings += 1
        self._held = self._keys.held(YES)
        drawn = self._page.at(self.words, self._cursor, self._held)
        self.face.draw(drawn, self._battery.level if self._battery else None, self.session.match.deck_in_use)

    def _make_page(self, view: View | None, me: Player) -> Page:
        for screen in self._screens:
            page = screen(view, me)
            if page is not None:
                break
        return page

    def _battery_page(self, view: View | None, me: Player) -> Page | None:
        return self._battery.page(self.words) if self._battery else None

    def _problem_page(self, view: View | None, me: Player) -> Page | None:
        return pages.problem_page(self.words, self._problems[0], self._problem_read) if self._problems else None

    def _failure_page(self, view: View | None, me: Player) -> Page | None:
        if self.store.failure == self._failure:
            return None
        return pages.problem_page(self.words, ("store_fails", self.store.failure), self._failure_read)

    def _menu_page(self, view: View | None, me: Player) -> Page | None:
        return self._menu.page(me, view is not None and view.over) if self._menu else None

    def _lobby_page(self, view: View | None, me: Player) -> Page | None:
        return _lobby_page()(self.words, me) if view is None else None

    def _table_page(self, view: View | None, me: Player) -> Page:
        return pages.table_page(self.words, view, me)


def _is_turned(before: Card | None, card: Card | None) -> bool:
    """Whether a card that was seen on one side is seen on the other now."""
    return None not in (before, card) and None not in (before.up, card.up) and before.up != card.up


def _menu() -> "type[Menu]":
    from pocket.screens.menu import Menu  # late: most games need none

    return Menu


def _lobby_page() -> "Callable[[Words, Player], Page]":
    from pocket.screens.lobby_pages import lobby_page  # late: a game does not need its room

    return lobby_page


def _jitter(entropy: "Callable[[int], bytes]") -> "Callable[[int], int]":
    return lambda n: int.from_bytes(entropy(2), "big") % n


def _battery(percent: "Callable[[], int | None] | None", now: int) -> "Battery | None":
    """What watches the battery; None where nothing can measure one."""
    if percent is None:
        return None
    from pocket.battery import Battery

    return Battery(percent, now)


def _sound(tone: "Callable[[int], object] | None", settings: "Settings", now: int) -> "Sound | None":
    """What makes sounds; None where nothing can."""
    if tone is None:
        return None
    from pocket.sound import Sound

    return Sound(tone, settings, now)
