"""`python -m sim watch`: a device without a seat that looks on at a table, and shows it large, for a television.

It joins over the same links as a board, hears what everybody hears, and shows what everybody may see.
"""

import argparse
import json
import os
import sys
import time

from adafruit_ticks import ticks_ms

from pocket.session import Session
from pocket.settings import Settings
from pocket.store import Store
from ring.clock import Clock
from ring.link import Link, LinkError
from sim import words
from sim.runs import board

NAME = "Television"


def _jitter(n: int) -> int:
    return int.from_bytes(os.urandom(2), "big") % n


class Onlooker:
    """A device that looks on at the first running table that it hears."""

    def __init__(self, link: Link, settings: Settings) -> None:
        self.ticks = Clock(ticks_ms)
        self.session = Session(link, settings, Store(None), _jitter, os.urandom, self.ticks())
        self._told: tuple[bytes | None, int] = (None, 0)  # table, and how many of its entries were told

    def step(self) -> int:
        """Do all that is due; returns in how many milliseconds something is."""
        now, session = self.ticks(), self.session
        session.step(now)
        if session.table is None and session.lobby.running():
            session.watch(session.lobby.running()[0], now)
        return session.wait_ms(now)

    def news(self) -> list[tuple[int, str, str]]:
        """Since it was last asked: a list of (number of the entry, name, what they did, in words)."""
        session = self.session
        if session.table is None:
            return []
        table, told = self._told
        first = told if table == session.table_id else 0
        self._told = session.table_id, session.table.count
        game = words.name_of(session.game)
        found = []
        for index in range(first, session.table.count):
            seat, _, action = session.table.entry(index)
            found.append(
                (index, session.match.name_of(seat), words.action_words(game, action, session.match.deck_in_use))
            )
        return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell an argparse parser what the command takes."""
    board.add_link_arguments(parser)
    parser.add_argument("--headless", action="store_true", help="no window: print what everybody does, a line each")
    parser.add_argument("--until-over", action="store_true", help="end with the match (with --headless)")
    parser.add_argument("--json", action="store_true", help="print JSON, an object a line (with --headless)")


def run(arguments: argparse.Namespace) -> int:
    """Look on until it is told to stop. Returns the exit status."""
    if (arguments.until_over or arguments.json) and not arguments.headless:
        print("sim: --until-over and --json go with --headless.", file=sys.stderr)
        return 2
    values = {"HATS_NAME": NAME}
    if arguments.key:
        values["HATS_KEY"] = arguments.key
    settings = Settings(values.get)
    try:
        board.check(settings)
        link = board.make_link(arguments, bytes.fromhex(settings.key))
    except (LinkError, OSError, ValueError) as error:
        print(f"sim: {board.sentence(error, settings)}", file=sys.stderr)
        return 2

    def work() -> None:
        if arguments.headless:
            _print(Onlooker(link, settings), arguments)
        else:
            from sim.window import television

            television.show(Onlooker(link, settings))

    return board.until_stopped(work, link, settings)


def _print(onlooker: Onlooker, arguments: argparse.Namespace) -> None:
    """Print what everybody does, until the match is over if that is wanted."""
    while True:
        wait_ms = onlooker.step()
        for index, name, what in onlooker.news():
            line = (
                json.dumps({"entry": index, "name": name, "action": what})
                if arguments.json
                else f"{index:4}  {name} {what}"
            )
            print(line, flush=True)
        session = onlooker.session
        if session.table is not None and session.game.over and arguments.until_over:
            names = [seat.name for seat in session.roster.seats]
            result = {"names": names, "scores": session.game.scores(), "digest": session.game.digest().hex()}
            scores = ", ".join(f"{name} {score}" for name, score in zip(names, result["scores"], strict=True))
            print(json.dumps(result) if arguments.json else scores, flush=True)
            return
        time.sleep(min(wait_ms, board.TICK_MS) / 1000)
