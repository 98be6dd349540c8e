"""Players for empty seats: one module for each game, of the game's name, with a class Bot.

A bot gets views of its seat and nothing else, so it knows no more than a person there could. Bots know the rules; the
rules do not know them.
"""

from engine.core import View, is_whole

TIMES = 1 << 30  # of game time, in milliseconds


class Bot:
    """Plays one seat. Show it every view of its seat, in order, with `see`; then ask it with `choose`."""

    said: int | None = None  # the gift that it claimed last, in a game of claims
    hesitant = False  # whether it sounds unsure of that
    latency_ms = 0  # how long it thinks, 0 to 3000, about what it has just seen or chosen

    def __init__(self, seed: int, seat: int, personality: str) -> None:
        """As `engine.new_bot`, which checks what it is given."""
        raise NotImplementedError

    def see(self, view: View, now_ms: int) -> None:
        """Take in what has just changed. now_ms: game time in milliseconds, 0 to 2**30 - 1, never going back."""
        raise NotImplementedError

    def choose(self, view: View, actions: list[int], now_ms: int) -> int:
        """One of `actions`, the legal actions of the bot's seat in the situation that `view` shows; now_ms as above."""
        raise NotImplementedError


def check_shown(view: View, seat: int, now_ms: int) -> None:
    """Raise ValueError, with a sentence, unless a bot of `seat` can be shown this."""
    if view.seat != seat:
        raise ValueError("The bot of seat {} was shown what seat {!r} sees.".format(seat, view.seat))
    if not is_whole(now_ms, 0, TIMES):
        raise ValueError("The time must be a whole number from 0 to 2**30 - 1 milliseconds, not {!r}.".format(now_ms))
