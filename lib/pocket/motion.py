"""What moves on a display: a card that is turned over, and the bar that shrinks while a card can still be seen."""

import displayio
from adafruit_ticks import ticks_add, ticks_diff

TURN_MS = 240  # a card opens to both sides in this time
FRAME_MS = 40  # between two pictures of a card that turns: as long as an RP2040 needs for one
BAR_FRAMES = 32  # so many lengths the bar has in all
_BAR = {"colour": 4, "mono": 2}  # its height in pixels


class Motion:
    """Two covers, which part like a card that is seen edge-on at first, and a bar above them."""

    def __init__(self, display, group, layout, top, foot):
        """group: of all that the display shows; new things must not come into it later, where they would lie above.
        top, foot: where what is turned begins and ends, in pixels from above."""
        self._display, self._half = display, (display.width + 1) // 2
        self._since = self._until = None  # ticks: when a card began to turn, and when the time for one is over
        self._shown_ms = self._all_ms = 0
        palette = displayio.Palette(2)
        palette[0], palette[1] = layout.paper, layout.title
        bitmap = displayio.Bitmap(self._half, foot - top, 2)
        for y in range(bitmap.height):
            bitmap[0, y] = 1  # the edge of the card
        self._covers = [_grid(group, bitmap, palette, top) for _ in range(2)]
        self._covers[0].flip_x = True
        paint = displayio.Palette(1)
        paint[0] = layout.title
        self._bar = _grid(group, displayio.Bitmap(display.width, _BAR[layout.name], 1), paint, top)

    def turn(self, now):
        """Hide what is about to be drawn behind a card on its edge; it opens as `step` is called."""
        self._since = self._shown_ms = now
        self._open(0)

    def count(self, left_ms, all_ms, now):
        """Show that `left_ms` of `all_ms` milliseconds are left; no bar where all_ms is 0."""
        self._all_ms = all_ms
        self._until = ticks_add(now, max(0, left_ms)) if all_ms else None
        self._bar.hidden = not all_ms
        self._shorten(now)

    def step(self, now):
        """Move what is to be moved by now. Returns in how many milliseconds to call it again; None: nothing moves."""
        if self._since is None and self._until is None:
            return None
        moved = self._until is not None and self._shorten(now)
        wait_ms = self._all_ms // BAR_FRAMES + 1
        if self._since is not None:
            wait_ms = FRAME_MS
            if ticks_diff(now, self._shown_ms) >= FRAME_MS:
                self._shown_ms, moved = now, True
                self._open(ticks_diff(now, self._since))
        if moved:
            self._display.refresh()
        return wait_ms

    def _open(self, ms):
        """Put the covers where they are so long after a card began to turn."""
        done = ms >= TURN_MS
        reach = self._half * ms // TURN_MS
        self._covers[0].x, self._covers[1].x = -reach, self._display.width - self._half + reach
        for cover in self._covers:
            cover.hidden = done
        if done:
            self._since = None

    def _shorten(self, now):
        """Let the bar be as long as it is to be now. Returns whether that is another length than before."""
        if self._until is None:
            return False
        left_ms = max(0, ticks_diff(self._until, now))
        gone = BAR_FRAMES - min(BAR_FRAMES, (left_ms * BAR_FRAMES + self._all_ms - 1) // self._all_ms)
        x = -(self._display.width * gone // BAR_FRAMES)
        moved = self._bar.x != x
        self._bar.x = x
        if not left_ms:
            self._until = None
        return moved


def _grid(group, bitmap, palette, y):
    grid = displayio.TileGrid(bitmap, pixel_shader=palette, y=y)
    grid.hidden = True
    group.append(grid)
    return grid
