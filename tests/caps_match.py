"""Matches of Cap of Invisibility between bots and players who do anything; MicroPython can play them too, since this
needs nothing that a board lacks.
"""

from engine import new_bot, new_game
from engine.caps import NEXT
from engine.core import Generator

STEP_MS = 3000  # from one player's action to the thoughts of the next


class Anything:
    """Somebody who does any legal action."""

    latency_ms = 800

    def __init__(self, seed):
        self._generator = Generator(seed)

    def see(self, view, now_ms):
        """It does not care."""

    def choose(self, view, actions, now_ms):
        """Any of `actions`."""
        return actions[self._generator.below(len(actions))]


def play(seed, personalities, caps=True, most=600):
    """A match of bots with these personalities (None: anything goes), clockwise: the game and all its actions."""
    players = len(personalities)
    game = new_game("caps", players, seed, seed % players, {"caps": caps})
    bots = [
        new_bot("caps", seed, seat, name) if name else Anything(seed + seat) for seat, name in enumerate(personalities)
    ]
    now_ms, actions = 0, []
    while not game.over and len(actions) < most:
        for seat in range(players):
            bots[seat].see(game.view(seat), now_ms)
        actor = game.actor
        action = bots[actor].choose(game.view(actor), game.actions(), now_ms)
        now_ms += bots[actor].latency_ms + (STEP_MS if action >> 8 != NEXT else 0)
        game.apply(action)
        actions.append(action)
    return game, actions


def lines():
    """Matches of bots on a line each: the scores and all actions."""
    for seed, players in ((1, 2), (2, 4), (3, 8)):
        game, actions = play(seed, ["ordinary"] * players)
        yield "{} {}".format(game.scores(), actions)


if __name__ == "__main__":
    for line in lines():
        print(line)
