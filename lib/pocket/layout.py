"""The two layouts, chosen by the display's size, and the parts of a screen that `pocket.renderer` fills.

Needed only as a device starts: where there is little RAM, this module goes then.
"""

from collections import namedtuple

import displayio

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any


Layout = namedtuple(
    "Layout",
    (
        "name",
        "titles",  # fonts by name, the largest first: the first in which the text fits is taken
        "mains",
        "padding",  # pixels beside a caption
        "mark",  # pixels, the side of a penalty mark, and the height of a battery
        "arrow_width",  # pixels
        "picture",  # pixels, the side of a picture
        "row",  # pixels, the side of a picture in a row; 0 where there is no room for one
        "paper",  # colours: background, text, title and arrow, a caption's text, what YES and NO do, penalties
        "ink",
        "title",
        "caption",
        "yes",
        "no",
        "penalty",
    ),
)

COLOUR = Layout(
    *("colour", ("medium", "small"), ("large", "medium", "small"), 6, 9, 34, 64, 28),
    *(0x1B1530, 0xFFF6E5, 0xF2C14E, 0xFFF6E5, 0x23804B, 0xB8442F, 0xE8694F),
)
MONO = Layout(
    *("mono", ("small",), ("large", "small"), 1, 3, 14, 32, 0),
    *(0x000000, 0xFFFFFF, 0xFFFFFF, 0x000000, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF),
)

MARKS_MAX = 5  # penalties that end a round, at the most


def layout_for(display: "Any") -> Layout:
    """COLOUR from 240 x 135 pixels on, else MONO, which is made for 128 x 64."""
    return COLOUR if display.width >= 240 and display.height >= 135 else MONO


def text(layout: Layout) -> "Any":
    """The class of texts for a layout."""
    if layout is MONO:
        from pocket.text_bitmap import Text  # late: a board has only the one that it needs
    else:
        from pocket.text_label import Text  # type: ignore[assignment]
    return Text


def box(width: int, height: int, colour: int) -> displayio.TileGrid:
    """A plain area of this size, in pixels."""
    palette = displayio.Palette(1)
    palette[0] = colour
    return displayio.TileGrid(displayio.Bitmap(width, height, 1), pixel_shader=palette)


def marks(layout: Layout) -> list[displayio.TileGrid]:
    """Squares for the most penalties that a round may need: full for one that was taken, hollow for one to come."""
    size = layout.mark
    bitmap = displayio.Bitmap(2 * size, size, 2)
    for y in range(size):
        for x in range(size):
            bitmap[x, y] = 1
            bitmap[size + x, y] = 0 if 0 < x < size - 1 and 0 < y < size - 1 else 1
    palette = displayio.Palette(2)
    palette[0], palette[1] = layout.paper, layout.penalty
    return [
        displayio.TileGrid(bitmap, pixel_shader=palette, tile_width=size, tile_height=size) for _ in range(MARKS_MAX)
    ]


def arrow(layout: Layout, room: int) -> displayio.TileGrid:
    """A triangle that points left, as high as `room` allows."""
    width = layout.arrow_width - 2
    height = min(room, 2 * width) | 1
    bitmap = displayio.Bitmap(width, height, 2)
    for y in range(height):
        reach = width - abs(y - height // 2) * width // (height // 2 + 1)
        for x in range(width - reach, width):
            bitmap[x, y] = 1
    palette = displayio.Palette(2)
    palette[0], palette[1] = layout.paper, layout.title
    palette.make_transparent(0)
    grid = displayio.TileGrid(bitmap, pixel_shader=palette)
    grid.hidden = True
    return grid
