"""Pictures of gifts, people, hats and signs: one sheet a size, of which a display shows one at a time.

They stay in the file, which costs next to no RAM: a 32 x 32 picture is on an emulated RP2040's display after 12 ms.
"""

import displayio

# Where in a sheet each kind begins; `boards.assets` makes sheets in this order.
GIFTS = 0  # as in engine.catalogue
PEOPLE = 110  # 20 of them, and their hats in the same order
HATS = 130
CAP = 150  # of invisibility
TO_LEFT = 151  # arrows
TO_RIGHT = 152
SUITS = 153  # clubs, spades, hearts, diamonds, caps, switches, stars, planets
COUNT = 161


def folder(layout):
    """The path of the assets of a layout, "colour" or "mono": two folders above this module, as /lib is on a board."""
    return "{}/assets/{}".format(__file__.replace("\\", "/").rsplit("/", 3)[0], layout)


class Pictures(displayio.TileGrid):
    """A picture of `size` pixels a side. Its number, set as `pictures[0]`, chooses which."""

    def __init__(self, folder, size):
        """Raises OSError when there is no sheet of that size in the folder."""
        sheet = displayio.OnDiskBitmap("{}/pictures{}.bmp".format(folder, size))
        super().__init__(sheet, pixel_shader=sheet.pixel_shader, tile_width=size, tile_height=size)
