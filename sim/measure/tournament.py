"""Bots against bots on the bare engine, many matches on all cores: what is won, claimed, believed and doubted, and how
long it takes.
"""

import importlib.util
import json
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from array import array
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

import engine
from engine import gift_game

if TYPE_CHECKING:
    from engine.core import Game


CAP = 600  # actions, for each round, after which a match is given up
CHUNK = 25  # matches that a process plays at a time, or more where there would be too many
CHUNKS_MAX = 10000  # pieces of work, which all wait in memory
WIN = 840  # a win, shared by up to 8 seats without a remainder
Z_95 = 1.959964  # of the normal distribution, for 95 %


class Plan:
    """What is played: game, players, options, seed, and a personality for each seat, which move on by a seat from match
    to match.
    """

    def __init__(self, game: str, players: int, options: dict[str, Any], seed: int, bots: list[str]) -> None:
        self.game, self.players, self.options, self.seed, self.bots = game, players, options, seed, bots

    def bot_of(self, match: int, seat: int) -> str:
        """The personality that sits at `seat` in match number `match`."""
        return self.bots[(seat + match) % self.players]

    def starter(self, match: int) -> int:
        """Each personality begins in turn at each seat."""
        return match // self.players % self.players


def play(plan: Plan, match: int) -> "tuple[Game, Counter[Any]]":
    """Play match number `match` to its end, or to the cap. Returns the game and counts of what happened."""
    seed, players = (plan.seed << 32) + match, plan.players
    game = engine.new_game(plan.game, players, seed, plan.starter(match), plan.options)
    people_ms = dict(zip(game.PHASES, game.PEOPLE_MS, strict=True))
    bots = [
        engine.new_bot(plan.game, (seed << 3) + seat + 1, seat, plan.bot_of(match, seat)) for seat in range(players)
    ]
    seen, now_ms, actions, cap = Counter(), 0, 0, CAP * game.rounds
    while game.actor is not None and actions < cap:
        phase, actor = game.phase, game.actor
        for seat, bot in enumerate(bots):
            view = game.view(seat)
            bot.see(view, now_ms)
            if seat == actor:
                own_view = view
        action = bots[actor].choose(own_view, game.actions(), now_ms)
        now_ms += people_ms[phase]
        actions += 1
        seen["turns"] += phase == game.TURN_PHASE
        if phase == "decide" and isinstance(game, gift_game.Game):  # a claim, in the games that have claims
            count_claim(seen, bots[game.giver].said == game.card, action == game.actions()[0])
        game.apply(action)
    seen["actions"], seen["ms"], seen["rounds"] = actions, now_ms, game.round
    return game, seen


def count_claim(seen: Counter[Any], true: bool, accepted: bool) -> None:
    """Count a claim by whether it was true and what its receiver made of it."""
    seen["claims"] += 1
    seen["claims true"] += true
    seen["true accepted"] += true and accepted
    seen["false refused"] += not true and not accepted
    seen["refused"] += not accepted


def chunk(plan: Plan, first: int, end: int) -> tuple[Counter[Any], list[int], float]:
    """Play the matches `first` to `end` - 1. Returns counts, the actions of each match, and seconds of this core."""
    start_s = time.process_time()
    total, lengths = Counter(), []
    for match in range(first, end):
        game, seen = play(plan, match)
        total.update(seen)
        lengths.append(seen["actions"])
        if not game.over:
            total["unfinished"] += 1
            continue
        for seat, points in enumerate(game.scores()):
            total["points", plan.bot_of(match, seat)] += points
        winners = game.winners()
        for seat in winners:
            won = WIN // len(winners)
            total["seat", seat] += won
            total["bot", plan.bot_of(match, seat)] += won
            total["alone", plan.bot_of(match, seat)] += len(winners) == 1
            total["starter"] += won * (seat == plan.starter(match))
    return total, lengths, time.process_time() - start_s


def end_with_parent() -> None:
    """Let this process, a worker, end as soon as the one that started it has, however that ended."""
    if parent := multiprocessing.parent_process():

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all of them; the parent ends its workers


def play_all(plan: Plan, games: int, jobs: int) -> tuple[Counter[Any], "array[int]", float]:
    """Play matches 0 to `games` - 1 with `jobs` processes. Returns what `chunk` does, for all of them."""
    size = max(CHUNK, games // CHUNKS_MAX)
    firsts = range(0, games, size)
    ends = [min(first + size, games) for first in firsts]
    total, lengths, seconds = Counter(), array("H"), 0.0
    pool = ProcessPoolExecutor(jobs, initializer=end_with_parent) if jobs > 1 else None
    results: Iterator[Any] = map(chunk, repeat(plan), firsts, ends)
    if pool:  # not its own `map`, which cancels what is left: then the end of the workers is told with a traceback
        futures = deque([pool.submit(chunk, plan, first, end) for first, end in zip(firsts, ends, strict=True)])
        results = (futures.popleft().result() for _ in firsts)
    try:
        with tqdm(total=games, unit="game", file=sys.stderr, leave=False) as bar:
            for counted, more, used_s in results:
                total.update(counted)  # unlike +=, it keeps sums below 0
                lengths.extend(more)
                seconds += used_s
                bar.update(len(more))
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)
    return total, lengths, seconds


def wilson(wins: float, games: int) -> list[float]:
    """The 95 % confidence interval of a share by Wilson's score: [least, most]."""
    if not games:
        return [0.0, 1.0]
    share, square = wins / games, Z_95**2 / games
    middle = (share + square / 2) / (1 + square)
    width = Z_95 / (1 + square) * math.sqrt(share * (1 - share) / games + square / games / 4)
    return [round(max(0.0, middle - width), 4), round(min(1.0, middle + width), 4)]


def share(part: float, whole: float) -> float | None:
    """A share, or None where there is nothing to share."""
    return round(part / whole, 4) if whole else None


def wins(shares: int, games: int, expected: float) -> dict[str, Any]:
    """A rate of wins beside the one that chance would give."""
    won = shares / WIN
    return {"wins": share(won, games), "interval": wilson(won, games), "by_chance": round(expected, 4)}


def worth(plan: Plan, total: Counter[Any], name: str, games: int) -> dict[str, Any]:
    """What the bots of one personality won, how much of it alone, and the points that each of them got in a match."""
    seats = plan.bots.count(name)
    return {
        **wins(total["bot", name], games, seats / plan.players),
        "alone": share(total["alone", name], games),
        "points": round(total["points", name] / games / seats, 2) if games else None,
    }


def report(plan: Plan, total: Counter[Any], lengths: "array[int]", cpu_s: float, wall_s: float) -> dict[str, Any]:
    """The result as a dict, ready for JSON."""
    games, claims, true = len(lengths), total["claims"], total["claims true"]
    finished = games - total["unfinished"]
    in_order = sorted(lengths)
    return {
        "game": plan.game,
        "players": plan.players,
        "options": plan.options,
        "seed": plan.seed,
        "bots": plan.bots,
        "games": games,
        "games_per_s": round(games / wall_s, 1),
        "games_per_core_s": round(games / cpu_s, 1),
        "unfinished": total["unfinished"],
        "actions_per_game": round(total["actions"] / games, 1),
        "actions_median": in_order[games // 2],
        "actions_p95": in_order[games * 95 // 100],
        "minutes_per_game": round(total["ms"] / games / 60000, 1),
        "turns_per_round": round(total["turns"] / total["rounds"], 1),
        "claim_true": share(true, claims),
        "true_accepted": share(total["true accepted"], true),
        "false_refused": share(total["false refused"], claims - true),
        "doubts_right": share(total["false refused"], total["refused"]),
        "seats": [wins(total["seat", seat], finished, 1 / plan.players) for seat in range(plan.players)],
        "starter": wins(total["starter"], finished, 1 / plan.players),
        "personalities": {name: worth(plan, total, name, finished) for name in sorted(set(plan.bots))},
    }


def winners(result: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Pairs (who, wins) of a result: seats, the starter, and the personalities where there are several."""
    who = [(f"seat {seat}", one) for seat, one in enumerate(result["seats"])]
    who.append(("starter", result["starter"]))
    if len(result["personalities"]) > 1:
        who += result["personalities"].items()
    return who


def percent(value: float | None) -> str:
    return "   -  " if value is None else f"{100 * value:5.1f} %"


def table(result: dict[str, Any]) -> Iterator[str]:
    """The lines of a report for people."""
    variant = ", ".join(f"{name} {value}" for name, value in result["options"].items())
    yield f"{result['games']} matches of {result['game']} for {result['players']} ({variant})"
    yield f"bots: {', '.join(result['bots'])}; seed {result['seed']}"
    yield ""
    for name in ("games_per_s", "games_per_core_s", "unfinished", "actions_per_game", "actions_median", "actions_p95"):
        yield f"{name.replace('_', ' '):20} {result[name]:>9}"
    for name in ("minutes_per_game", "turns_per_round"):
        yield f"{name.replace('_', ' '):20} {result[name]:>9}"
    for name in ("claim_true", "true_accepted", "false_refused", "doubts_right"):
        yield f"{name.replace('_', ' '):20} {percent(result[name]):>9}"
    yield ""
    yield f"{'wins':20} {'share':>9}    95 % interval       by chance"
    for name, one in winners(result):
        least, most = one["interval"]
        row = f"{name:20} {percent(one['wins']):>9}    {percent(least)} to {percent(most)}  {percent(one['by_chance'])}"
        yield row + (f"   {percent(one['alone'])} alone, {one['points']} points" if "alone" in one else "")


def plot(result: dict[str, Any], lengths: Sequence[int], path: str) -> None:
    """Draw how long the matches were and who won them."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4), layout="constrained")
    figure.suptitle(next(table(result)))
    left.hist(lengths, bins=40, color="tab:blue")
    left.set(xlabel="actions", ylabel="matches")
    rows = winners(result)
    for at, (_, one) in enumerate(rows):
        least, most = one["interval"]
        right.plot([least, most], [at, at], color="tab:blue")
        right.plot(one["wins"] or 0, at, "o", color="tab:blue")
        right.plot(one["by_chance"], at, "|", color="black", markersize=14)
    right.set_yticks(range(len(rows)), [name for name, _ in rows])
    right.invert_yaxis()
    right.set(xlabel="share of wins with its 95 % interval; black: by chance", xlim=(0, None))
    figure.savefig(path, dpi=120)


def run(plan: Plan, games: int, jobs: int | None, as_json: bool, picture: str | None) -> int:
    """Play, and print what came of it. jobs: processes, None for one a core. Returns the exit status."""
    if picture and not importlib.util.find_spec("matplotlib"):
        command = f"{sys.executable} -m pip install -r requirements/plot.txt"
        print(f"sim: the picture needs matplotlib: {command}", file=sys.stderr)
        return 1
    start_s = time.perf_counter()
    total, lengths, cpu_s = play_all(plan, games, jobs or os.cpu_count() or 1)
    result = report(plan, total, lengths, cpu_s, time.perf_counter() - start_s)
    if as_json:
        print(json.dumps(result))
    else:
        print(*table(result), sep="\n")
    if picture:
        plot(result, lengths, picture)
    return 0
