"""From key edges to what a player means: yes, no, more, menu. A press is never lost and never counted twice.

YES acts when it goes down. NO acts when it comes up, so that holding it can mean the menu; MORE, on devices with a
third button, acts when it goes down. A key that was down while the screen changed does nothing until it has been
released, but for opening the menu.
"""

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable


YES, NO, MORE = range(3)  # key numbers: in the order in which a profile lists them
MENU = 3  # what holding NO means
LONG_MS = 800  # NO held for this long means the menu
GUARD_MS = 150  # a key that goes down so soon after the screen has changed was meant for the screen before
SURPRISE_MS = 500  # and so soon where it changed without a press here: nobody has read it yet


class Keys:
    """Reads a device's key edges. get: called without arguments, gives None or (key number, whether it is down). The
    latter is None where edges were lost, so that nobody knows what is down.
    """

    def __init__(self, get: "Callable[[], tuple[int, bool | None] | None]") -> None:
        self._get = get
        self._down_ms: list = [None, None, None]  # since when each key is down and still means something
        # Since when NO is down, whatever the screen has shown since: a menu does no harm.
        self._hold_ms: int | None = None
        self._guard_ms = 0  # until when a press does nothing, since the screen has changed

    def screen_changed(self, now: int, limit_ms: int = GUARD_MS) -> None:
        """The screen shows something else now: keys that are down, or go down within `limit_ms` milliseconds, were
        meant for what it showed before.
        """
        self._down_ms = [None, None, None]
        self._guard_ms = now + limit_ms

    def read(self, now: int) -> int | None:
        """What the player means next: YES, NO, MORE or MENU; None when nothing (more) has happened."""
        while True:
            edge = self._get()
            if edge is None:
                break
            key, down = edge
            if down is None:  # nothing opens or shows by itself, and what is held must be pressed again
                self._down_ms = [None, None, None]
                self._hold_ms = None
            elif key <= MORE:
                meaning = self._press(key, now) if down else self._release(key)
                if meaning is not None:
                    return meaning
        if self._hold_ms is not None and now - self._hold_ms >= LONG_MS:
            self._hold_ms = self._down_ms[NO] = None
            return MENU
        return None

    def held(self, key: int) -> bool:
        """Whether `key` is down, and went down on what the screen shows now."""
        return self._down_ms[key] is not None

    def wait_ms(self, now: int) -> int:
        """Milliseconds until a held key means the menu; LONG_MS when none is held."""
        return LONG_MS if self._hold_ms is None else max(0, self._hold_ms + LONG_MS - now)

    def _press(self, key: int, now: int) -> int | None:
        if key == NO:
            self._hold_ms = now
        if now < self._guard_ms:
            return None
        self._down_ms[key] = now
        return None if key == NO else key

    def _release(self, key: int) -> int | None:
        if key == NO:
            self._hold_ms = None
        meant = self._down_ms[key] is not None
        self._down_ms[key] = None
        return NO if key == NO and meant else None
