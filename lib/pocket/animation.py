"""What moves on a display: a card that is turned over, and the bar that shrinks while a card can still be seen."""

import displayio

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from pocket.layout import Layout


SMALL = 128 * 64  # pixels: on a display of no more, everything is quicker drawn than its parts
TURN_MS = 240  # a card opens to both sides in this time
FRAME_MS = 40  # between two pictures of a card that turns: as long as an RP2040 needs for one
BAR_STEPS = 32  # how many lengths the bar can have


def refresh(display: "Any") -> None:
    """Bring a display up to date.

    displayio draws each part that has changed by itself, even where they lie above each other: on an RP2040 that takes
    40 to 170 ms for 128 x 64 pixels, and all of them at once take 15 to 50 (measured).
    """
    if display.width * display.height <= SMALL:
        root = display.root_group
        display.root_group = None  # a group that is new to the display is drawn as a whole
        display.root_group = root
    display.refresh()


class Motion:
    """Two covers, which part like a card that is seen edge-on at first, and a bar above them."""

    def __init__(
        self, display: "Any", group: "Any", middle: displayio.Group, layout: "Layout", top: int, height: int
    ) -> None:
        """group: of all that the display shows; new things must not come into it later, where they would lie above.
        middle: the group of what is turned. top, height: where that begins, and how high it is, in pixels.
        """
        self._display, self._group, self._middle, self._step = display, group, middle, (display.width + 1) // 2
        self._since_ms: int | None = None  # when the card began to turn
        self._time: tuple | None = None  # (when it was told, milliseconds that were left then, of how many)
        self._looked_ms = 0
        palette = displayio.Palette(2)
        palette[0], palette[1] = layout.paper, layout.title
        bitmap = displayio.Bitmap(self._step, height, 2)
        for y in range(height):
            bitmap[0, y] = 1  # the edge of the card
        for one in (bitmap, bitmap, displayio.Bitmap(display.width, 2 + layout.padding // 3, 2)):
            group.append(displayio.TileGrid(one, pixel_shader=palette, y=top))
            group[-1].hidden = True
        group[-1].bitmap.fill(1)  # the bar; the two before it are the covers
        group[-3].flip_x = True

    def turn(self, now: int) -> None:
        """Hide what is about to be drawn behind a card on its edge; it opens as `step` is called."""
        self._since_ms = self._looked_ms = now
        self._open(0)

    def count(self, time: tuple[int, int] | None, now: int) -> None:
        """time: (milliseconds that are left, of how many), for the bar to show; None: no bar."""
        self._group[-1].hidden = time is None
        self._time = time and (now, max(0, time[0]), time[1])
        self._shorten(now)

    def step(self, now: int) -> int | None:
        """Move what is to be moved by now. Returns in how many milliseconds to call it again; None: nothing moves."""
        if self._since_ms is None and self._time is None:
            return None
        shorter = self._time is not None and self._shorten(now)
        if self._since_ms is not None and now - self._looked_ms >= FRAME_MS:
            self._looked_ms = now
            self._open(now - self._since_ms)
            refresh(self._display)
        elif shorter:
            self._display.refresh()  # of the bar alone
        return FRAME_MS

    def _open(self, ms: int) -> None:
        """Put the covers where they are `ms` after a card began to turn."""
        at = self._step * ms // TURN_MS
        self._group[-3].x, self._group[-2].x = -at, self._display.width - self._step + at
        self._group[-3].hidden = self._group[-2].hidden = ms >= TURN_MS
        self._middle.hidden = ms == 0  # before the first step the covers hide everything: drawing it would cost time
        if ms >= TURN_MS:
            self._since_ms = None

    def _shorten(self, now: int) -> bool:
        """Let the bar be as long as it is to be now. Returns whether that is another length than before."""
        if self._time is None:
            return False
        since_ms, wait_ms, limit_ms = self._time
        left = max(0, since_ms + wait_ms - now)
        step = BAR_STEPS - (left * BAR_STEPS + limit_ms - 1) // limit_ms
        x, before = -(self._display.width * step // BAR_STEPS), self._group[-1].x
        self._group[-1].x = x
        if not left:
            self._time = None
        return x != before
