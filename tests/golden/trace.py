"""Traces of whole games whose digests are pinned: the same lines on every interpreter.

    PYTHONPATH=. python -P tests/golden/trace.py zsa > tests/golden/zsa.txt

writes those of a game again after a change of its rules that is meant. It uses nothing that a board lacks.
"""

import sys

from engine import new_game
from engine.core import Generator

GAMES = {
    "gifts": (
        (2, 1, {}),
        (3, 2, {"claims": "picked"}),
        (4, 7, {"claims": "picked", "rounds": 4}),
        (5, 3, {"arrows": "black", "shop": "closed"}),
        (6, 4, {"arrows": "white", "penalties": 2, "claims": "picked"}),
        (7, 5, {"start_gifts": 2, "penalties": 5}),
        (8, (1 << 128) - 1, {"claims": "picked", "rounds": 8, "start_gifts": 2}),
    ),
    "zsa": (
        (2, 1, {}),
        (3, 2, {"claims": "picked", "penalties": 5}),
        (4, 7, {"claims": "picked", "rounds": 4}),
        (6, 3, {"penalties": 4}),
        (6, 4, {"suits": 8, "penalties": 2, "claims": "picked"}),
        (8, (1 << 128) - 1, {"claims": "picked", "rounds": 8}),
    ),
    "caps": (
        (2, 1, {"rounds": 2}),
        (4, 7, {}),
        (5, 3, {"caps": False}),
        (8, (1 << 128) - 1, {"caps": False}),
    ),
}


def lines(name):
    """A line for each match: players, seed, actions, scores, and the digest of every twentieth state and the last."""
    for players, seed, options in GAMES[name]:
        game = new_game(name, players, seed, seed % players, options)
        choose = Generator(seed // 2 + players)
        digests, count = [game.digest().hex()], 0
        while not game.over:
            actions = game.actions()
            game.apply(actions[choose.below(len(actions))])
            count += 1
            if count % 20 == 0 or game.over:
                digests.append(game.digest().hex())
        yield "{} {} {} {} {}".format(
            players, seed, count, ",".join([str(s) for s in game.scores()]), " ".join(digests)
        )


if __name__ == "__main__":
    for line in lines(sys.argv[1]):
        print(line)
