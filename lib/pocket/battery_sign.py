"""The sign of a battery: one tile for each level, from nearly empty to full."""

import displayio

from pocket.battery import LEVELS

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from pocket.layout import Layout


def battery_sign(layout: "Layout") -> displayio.TileGrid:
    """A TileGrid of one tile, as high as a penalty mark of `layout` or a little higher."""
    height = max(layout.mark, LEVELS + 1)
    bar = (2 * height - 3) // LEVELS
    width = bar * LEVELS + 3
    bitmap = displayio.Bitmap(width * LEVELS, height, 2)
    for level in range(LEVELS):
        for x in range(width):
            for y in range(height):
                bitmap[level * width + x, y] = _inked(x, y, width, height, level + 1, bar)
    palette = displayio.Palette(2)
    palette[0], palette[1] = layout.paper, layout.title
    return displayio.TileGrid(bitmap, pixel_shader=palette, tile_width=width, tile_height=height)


def _inked(x: int, y: int, width: int, height: int, bars: int, bar: int) -> bool:
    """Whether a pixel of a battery with so many bars is part of its case, its pole on the right, or a bar."""
    if x == width - 1:
        return 0 < y < height - 1
    if y in (0, height - 1) or x in (0, width - 2):
        return True
    return 1 <= x <= bars * bar
