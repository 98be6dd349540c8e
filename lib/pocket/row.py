"""A row of people with a hat above or beside each, on a display."""

GAP = 2  # pixels between two pictures


class Row:
    """People with a hat above or beside each: side by side where all of a row fit, otherwise one at a time."""

    SMALL = 28  # pixels of a picture where all are shown
    PLACES = 7

    def __init__(self, add_picture, layout, width):
        self.whole = layout.name == "colour"
        self._size = self.SMALL if self.whole else layout.picture
        self._step = width // self.PLACES if self.whole else self._size + GAP
        self.width = width if self.whole else 2 * self._step
        self.height = 2 * self.SMALL + GAP  # pixels, where all are shown
        self._people = [add_picture(self._size) for _ in range(self.PLACES if self.whole else 1)]
        self._hats = [add_picture(self._size) for _ in self._people]
        self._ink, self._chosen = layout.ink, layout.title

    def show(self, row, cursor, top):
        """row: as in `Page`. cursor: the place that is chosen, or None. top: where the row begins, in pixels."""
        for cell, place in enumerate(range(self.PLACES) if self.whole else (cursor or 0,)):
            left = cell * self._step + (self._step - self._size) // 2
            x, y = (left, top + self._size + GAP) if self.whole else (left + self._step, top + GAP)
            person, hat = row[place]
            chosen = self.whole and place == cursor
            self._put(self._hats[cell], hat, left, top + (0 if self.whole else GAP), chosen)
            self._put(self._people[cell], person, x, y, chosen)

    def _put(self, picture, number, x, y, chosen):
        picture.hidden = number is None
        if number is not None:
            picture.pixel_shader[1] = self._chosen if chosen else self._ink
            picture.show(number)
            picture.x, picture.y = x, y

    def hide(self):
        """Show nothing."""
        for picture in self._people + self._hats:
            picture.hidden = True
