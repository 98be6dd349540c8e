"""What a match says about its players: deeds, counted entry by entry, and the titles that they earn at the end.

Everything is worked out from the log, so every board finds the same. Times are not in the log, since two boards never
measure the same: there is no title for the quickest thinker.
"""

from engine.core import Game


class Honours:
    """Counts the deeds of one match of `game`, a Game or its class."""

    def __init__(self, game: Game | type[Game], players: int) -> None:
        self._titles = game.TITLES
        self._points = [[0] * players for _ in self._titles]

    def note(self, game: Game, action: int) -> None:
        """Take in `action`, which is about to be done in `game`."""
        for title, seat, points in game.deeds(action):
            self._points[self._titles.index(title)][seat] += points

    def titles(self) -> list[tuple[str, list[int]]]:
        """A list of (title, seats): who has most of what it stands for; nobody where it is nothing, or all alike."""
        found = []
        for title, points in zip(self._titles, self._points):
            most = max(points)
            if most > 0 and min(points) < most:
                found.append((title, [seat for seat, one in enumerate(points) if one == most]))
        return found
