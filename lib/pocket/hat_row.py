"""A row of people with a hat above each, on a display."""

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable

    from pocket.layout import Layout
    from pocket.pictures import Pictures


GAP = 2  # pixels between two pictures
PLACES = 7


class Row:
    """People with a hat above each, side by side over the whole width."""

    def __init__(self, add_picture: "Callable[[int], Pictures]", layout: "Layout", width: int) -> None:
        self._size = layout.row
        self._step = width // PLACES
        self.height = 2 * self._size + GAP  # pixels
        self._people = [add_picture(self._size) for _ in range(PLACES)]
        self._hats = [add_picture(self._size) for _ in range(PLACES)]
        self._ink, self._chosen = layout.ink, layout.title

    def show(self, row: tuple, cursor: int | None, top: int) -> None:
        """row: as in `Page`. cursor: the place that is chosen, or None. top: where the row begins, in pixels."""
        for place, (person, hat) in enumerate(row):
            left = place * self._step + (self._step - self._size) // 2
            self._put(self._hats[place], hat, left, top, place == cursor)
            self._put(self._people[place], person, left, top + self._size + GAP, place == cursor)

    def _put(self, picture: "Pictures", number: int | None, x: int, y: int, chosen: bool) -> None:
        picture.hidden = number is None
        if number is not None:
            picture.colours[1] = self._chosen if chosen else self._ink
            picture.show(number)
            picture.x, picture.y = x, y

    def hide(self) -> None:
        """Show nothing."""
        for picture in self._people + self._hats:
            picture.hidden = True
