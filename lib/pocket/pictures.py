"""Pictures of gifts, people, hats and signs: a sheet for each size, of which one picture at a time is in RAM.

It is read when it is to be shown: 32 x 32 pixels take 2 ms on an RP2040 and as much RAM as `displayio.OnDiskBitmap`,
which keeps the file open and reads it again in every refresh.
"""

import struct

import bitmaptools
import displayio

from pocket.deck import Deck

# Where in a sheet each kind begins; `boards.assets.build` makes sheets in this order.
GIFTS = 0  # in the order of boards/assets/emoji.toml
PEOPLE = 110  # 20 of them, and their hats in the same order
HATS = 130
CAP = 150  # of invisibility
TO_LEFT = 151  # arrows
TO_RIGHT = 152
SUITS = 153  # clubs, spades, hearts, diamonds, caps, switches, stars, planets
FACE_DOWN = 161  # a hat that nobody sees
COUNT = 162

_PIXELS_AT = 10  # where a BMP file says where its pixels begin


def folder(layout: str) -> str:
    """The path of the assets of a layout, "colour" or "mono": two folders above this module, as /lib is on a board."""
    return "{}/assets/{}".format(__file__.replace("\\", "/").rsplit("/", 3)[0], layout)


class Pictures(displayio.TileGrid):
    """One picture, of `size` pixels a side; blank until `show` is called. `colours` is the palette of its two."""

    def __init__(self, folder: str, size: int) -> None:
        """Raises OSError when there is no sheet of that size in the folder."""
        self._path = "{}/pictures{}.bmp".format(folder, size)
        self._picture = displayio.Bitmap(size, size, 2)
        with open(self._path, "rb") as file:
            file.seek(_PIXELS_AT)
            self._start = struct.unpack("<I", file.read(4))[0]
        self.colours = displayio.Palette(2)
        self.colours[1] = 0xFFFFFF
        super().__init__(self._picture, pixel_shader=self.colours)

    def show(self, number: int, deck: Deck | None = None) -> None:
        """Show a picture, 0 to COUNT - 1. deck: the Deck whose gifts are shown; None: those of the game."""
        size, path, count = self._picture.height, self._path, COUNT
        if deck is not None and number < PEOPLE:
            path, count = "{}/pictures{}.bmp".format(deck.folder, size), deck.count
        row = (size + 31) // 32 * 4
        with open(path, "rb") as file:
            file.seek(self._start + (count - 1 - number) * size * row)  # a BMP file begins with its lowest row
            bitmaptools.readinto(
                self._picture, file, 1, element_size=4, reverse_pixels_in_element=True, reverse_rows=True
            )
