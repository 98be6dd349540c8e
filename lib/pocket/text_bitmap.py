"""Text on a display drawn into one bitmap, with a fraction of a label's RAM: for boards that have little.

On an RP2040 labels would take some 20 KB more: their library, and a tile and a bitmap for every letter (measured).
"""

import displayio

from pocket.font import Font


class Text:
    """As `pocket.text_label.Text`."""

    def __init__(
        self, group: displayio.Group, font: Font, colour: int, background: int | None = None, padding: int = 0
    ) -> None:
        self._group = displayio.Group()
        group.append(self._group)
        self._palette = displayio.Palette(2)
        self._palette[1] = colour
        if background is None:
            self._palette.make_transparent(0)
        else:
            self._palette[0] = background
        self._padding = padding
        self._shown: tuple = None, []
        self._bitmap: displayio.Bitmap | None = None

    def show(self, font: Font, lines: list[str], across: float, down: float, x: int, y: int) -> None:
        """As `pocket.text_label.Text.show`."""
        if (font, lines) != self._shown:
            self._shown = font, lines
            self._draw(font, lines)
        if self._bitmap is not None:
            inner = self._bitmap.width - 2 * self._padding
            self._group.x = x - self._padding - int(across * inner)
            self._group.y = y - int(down * self._bitmap.height)

    def _draw(self, font: Font, lines: list[str]) -> None:
        if not any(lines):
            self._bitmap = None
            if len(self._group):
                self._group.pop()
            return
        widths = [font.width(line) for line in lines]
        width, height = max(widths) + 2 * self._padding, font.height * len(lines)
        if self._bitmap is None or (self._bitmap.width, self._bitmap.height) != (width, height):
            self._bitmap = displayio.Bitmap(width, height, 2)
            if len(self._group):
                self._group.pop()
            self._group.append(displayio.TileGrid(self._bitmap, pixel_shader=self._palette))
        else:
            self._bitmap.fill(0)
        for index, line in enumerate(lines):
            font.draw(self._bitmap, (width - widths[index]) // 2, index * font.height, line)
