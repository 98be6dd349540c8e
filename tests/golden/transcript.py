"""Transcripts of whole games: what was done, what every seat saw of it, and the digest, the same on every interpreter.

    PYTHONPATH=. python -P tests/golden/transcript.py zsa > tests/golden/zsa.txt

writes those of a game again after a change of its rules that is meant. It uses nothing that a board lacks.

A line for each step says who did what; then come, indented, what has changed for all to see and, for each seat that
sees more than somebody who only watches, those fields. Of a long match only the beginning is written out; a line with
its length, its scores and the digest of every twentieth state and the last stands for all of it.
"""

import sys

from engine import new_game, rules
from engine.core import Generator

WRITTEN_OUT = 25  # steps of each match
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
    """The transcripts of the game called `name`."""
    for players, seed, options in GAMES[name]:
        game = new_game(name, players, seed, seed % players, options)
        chosen = ", ".join(["{} {}".format(option, game.options[option]) for option in sorted(game.options)])
        yield "{} for {}, seed {}, {}".format(name, players, seed, chosen)
        choose = Generator(seed // 2 + players)
        digests, count = [game.digest().hex()], 0
        before = {}
        while not game.over:
            if count <= WRITTEN_OUT:
                yield from seen(game, before)
            actions = game.actions()
            action = actions[choose.below(len(actions))]
            count += 1
            if count <= WRITTEN_OUT:
                told = rules(name).told(action).format(action & 255)
                yield "  {}. seat {} does {}: {}".format(count, game.actor, action, told)
            game.apply(action)
            if count % 20 == 0 or game.over:
                digests.append(game.digest().hex())
        scores = ",".join([str(one) for one in game.scores()])
        yield "  {} steps, scores {}, digests {}".format(count, scores, " ".join(digests))


def seen(game, before):
    """What has changed for all to see since `before`, a dict that is brought up to date; and what seats see beyond."""
    public = fields(game, None)
    changed = ["{}={}".format(one, public[one]) for one in sorted(public) if before.get(one) != public[one]]
    yield "     all: {}; digest={}".format("; ".join(changed), game.digest().hex())
    before.update(public)
    for seat in range(game.players):
        own = fields(game, seat)
        more = ["{}={}".format(one, own[one]) for one in sorted(own) if own[one] != public[one]]
        if more:
            yield "     seat {}: {}".format(seat, "; ".join(more))


def fields(game, seat):
    """The fields of the view of a seat, but for the seat, as text."""
    view = game.view(seat).__dict__
    found = {}
    for name in view:
        if name != "seat":
            found[name] = str(view[name])
    return found


if __name__ == "__main__":
    for line in lines(sys.argv[1]):
        print(line)
