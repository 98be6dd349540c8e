"""What a match says about its players: deeds, counted entry by entry, and the titles that they earn at the end.

Everything is worked out from the log, so every board finds the same. Times are not in the log, since two boards never
measure the same: there is no title for the quickest thinker.
"""

from engine.core import ACCEPT, GIVE, REFUSE, SPOKEN, VERDICT

# Titles of the games in which claims are made, the finest first.
CLAIM_TITLES = ("mastermind", "honest", "liar", "gullible", "paranoid", "favourite")


def claim_deeds(game, action):
    """What `action`, about to be done in `game`, counts for: a list of (title, seat, points).

    mastermind: doubts that were right. honest: claims that were true, less those that were not. liar: untrue claims
    that were believed. gullible: believed them. paranoid: doubts that were wrong. favourite: gifts accepted. What was
    said aloud is known only once it has been doubted.
    """
    kind, giver, receiver = action >> 8, game.giver, game.receiver
    if kind == GIVE and game.picked:
        return [("honest", giver, 1 if action & 255 == game.card else -1)]
    if kind == ACCEPT:
        deeds = [("favourite", receiver, 1)]
        if game.claim not in (SPOKEN, game.card):
            deeds += [("liar", giver, 1), ("gullible", receiver, 1)]
        return deeds
    if kind == REFUSE and game.claim != SPOKEN:
        return [("paranoid" if game.claim == game.card else "mastermind", receiver, 1)]
    if kind == VERDICT:
        if action & 1:
            return [("honest", giver, 1), ("paranoid", receiver, 1)]
        return [("honest", giver, -1), ("mastermind", receiver, 1)]
    return []


class Honours:
    """Counts the deeds of one match. titles: names, the finest first. deeds: a function as `claim_deeds`."""

    def __init__(self, players, titles, deeds):
        self._deeds = deeds
        self._titles = titles
        self._points = [[0] * players for _ in titles]

    def note(self, game, action):
        """Take in `action`, which is about to be done in `game`."""
        for title, seat, points in self._deeds(game, action):
            self._points[self._titles.index(title)][seat] += points

    def titles(self):
        """A list of (title, seats): who has most of what it stands for; nobody where it is nothing, or all alike."""
        found = []
        for title, points in zip(self._titles, self._points):
            most = max(points)
            if most > 0 and min(points) < most:
                found.append((title, [seat for seat, one in enumerate(points) if one == most]))
        return found
