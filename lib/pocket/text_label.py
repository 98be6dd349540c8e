"""Text on a display as Adafruit's labels draw it, with a tile for each letter: for boards with RAM enough."""

from adafruit_display_text import label

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from displayio import Group


class Text:
    """A few lines of text. background: a colour behind it, `padding` pixels wider on the left and right; or None."""

    def __init__(
        self, group: "Group", font: "Any", colour: int, background: int | None = None, padding: int = 0
    ) -> None:
        self._label = label.Label(
            font,
            text="",
            color=colour,
            background_color=background,
            padding_left=padding,
            padding_right=padding,
            line_spacing=1.0,
        )
        group.append(self._label)

    def show(self, font: "Any", lines: list[str], across: float, down: float, x: int, y: int) -> None:
        """Show `lines`, the shorter ones in the middle, with the point `across`, `down` of all (0 left or top, 0.5
        middle, 1 right or bottom) at (x, y).
        """
        made = self._label
        if len(lines) > 1:
            widths, blank = [font.width(line) for line in lines], font.width(" ")
            lines = [" " * ((max(widths) - wide) // (2 * blank)) + line for wide, line in zip(widths, lines)]
        text = "\n".join(lines)
        if made.font is not font:
            made.text = ""  # a font is set for the text that is there
            made.font = font  # type: ignore[misc]
        if made.text != text:  # a new text costs a tile for every letter
            made.text = text
        made.anchor_point = (across, down)
        made.anchored_position = (x, y)
