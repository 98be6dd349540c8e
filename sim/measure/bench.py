"""What things cost: the engine beside OpenSpiel on the same core, frames and bytes on the air, time to the other
screens.
"""

import json
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import engine
from ring.frames import HEAD, TAG
from ring.messages import ECHO, STATUS_LENGTH
from sim.hardware import DRAW_MS
from sim.room import Room

if TYPE_CHECKING:
    from engine.core import Game


SLICES, SLICE_S = 8, 0.4  # measured time of each engine; in slices, so that a busy machine slows all of them alike
MATCHES = 3  # measured on the air for each number of boards and each loss
LOSSES = (0, 10, 30)  # per cent
HOURS_MS = 3600 * 1000 * 10


class Engine:
    """Plays whole games with random legal actions and keeps the time. new_game(seed) gives an object that has `actions`
    and `apply` under the names given, and `over(game)` tells its end."""

    def __init__(self, new_game: Callable[[int], Any], actions: str, apply: str, over: Callable[[Any], bool]) -> None:
        self._parts = new_game, actions, apply, over
        self._games = self._actions = 0
        self._seconds = 0.0

    def run(self, seconds: float) -> None:
        """Play for so long."""
        new_game, actions_name, apply_name, over = self._parts
        draw = random.Random(self._games).random
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            game = new_game(self._games)
            self._games += 1
            legal, apply = getattr(game, actions_name), getattr(game, apply_name)
            while not over(game):
                allowed = legal()
                count = len(allowed)
                apply(allowed[0 if count == 1 else int(draw() * count)])  # what is forced needs no random number
                self._actions += 1
        self._seconds += time.perf_counter() - start

    def rate(self) -> int:
        """Actions per second."""
        return round(self._actions / self._seconds)


def engines(result: dict[str, Any]) -> None:
    """Our engine, OpenSpiel's liars_dice (rolls of the dice included), taking turns on this core."""

    def gifts(**options: Any) -> Engine:
        def new_game(seed: int) -> "Game":
            return engine.new_game("gifts", 4, seed, options=options)

        return Engine(new_game, "actions", "apply", lambda game: game.phase == "over")

    running = {"engine_actions_per_s": gifts(), "engine_actions_per_s_picked": gifts(claims="picked")}
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed: no comparison", file=sys.stderr)
    else:
        new_game = pyspiel.load_game("liars_dice").new_initial_state
        running["openspiel_actions_per_s"] = Engine(
            lambda seed: new_game(), "legal_actions", "apply_action", lambda state: state.is_terminal()
        )
    for _ in range(SLICES):
        for one in running.values():
            one.run(SLICE_S)
    result["openspiel_actions_per_s"] = result["ratio"] = None
    result.update({name: one.rate() for name, one in running.items()})
    if result["openspiel_actions_per_s"]:
        result["ratio"] = round(result["engine_actions_per_s"] / result["openspiel_actions_per_s"], 2)


class Counts:
    """What went over the air of one match, and how long each action took to reach the others."""

    def __init__(self, players: int, loss: int, seed: int) -> None:
        """players: boards. loss: per cent."""
        self.actions = self.frames = self.entry_frames = self.bytes = 0
        self.show_ms, self.settle_ms = [], []
        self._bare = HEAD + STATUS_LENGTH + ECHO * players + TAG  # bytes of a status without entries
        self.room = Room(
            players, 0, seed, "mono", {"claims": "picked"}, {"loss": loss / 100, "airtime": True}, draw_ms=DRAW_MS
        )
        self._count_frames()
        self._play()

    def _count_frames(self) -> None:
        air: Any = self.room.air  # one of its methods is replaced
        transmit = air.transmit

        def counted(sender: int, frame: bytes, *late: int) -> None:
            if self.actions:
                self.frames += 1
                self.bytes += len(frame)
                self.entry_frames += len(frame) > self._bare
            transmit(sender, frame, *late)

        air.transmit = counted

    def _play(self) -> None:
        room = self.room
        room.run_until(lambda: all(session.table for session in room.sessions()), HOURS_MS)
        sessions = room.sessions()
        written_ms = shown = None
        while not room.finished():
            held = [session.table.count for session in sessions]
            if max(held) > self.actions:
                self.actions, written_ms, shown = max(held), room.now_ms, False
            if written_ms is not None and min(held) == self.actions:
                if not shown:
                    shown = True
                    self.show_ms.append(room.now_ms - written_ms)
                actor = sessions[0].game.actor
                if actor is not None and sessions[actor].table.settled():
                    self.settle_ms.append(room.now_ms - written_ms)
                    written_ms = None
            room.run_to(room.next_ms())


def p95(values: list[int]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def on_the_air(result: dict[str, Any]) -> None:
    """Frames and bytes per action for 2, 4 and 8 boards without loss; times for 8 boards at each loss."""
    for name in ("frames_per_action", "status_frames_per_action", "bytes_per_action"):
        result[name] = {}
    for players in (2, 4, 8):
        print(f"on the air: {players} boards", file=sys.stderr)
        matches = [Counts(players, 0, seed) for seed in range(MATCHES)]
        actions = sum(match.actions for match in matches)
        result["frames_per_action"][str(players)] = round(sum(m.entry_frames for m in matches) / actions, 3)
        result["status_frames_per_action"][str(players)] = round(sum(m.frames for m in matches) / actions, 1)
        result["bytes_per_action"][str(players)] = round(sum(m.bytes for m in matches) / actions)
    for loss in LOSSES:
        print(f"on the air: 8 boards, {loss} % loss", file=sys.stderr)
        matches = [Counts(8, loss, seed) for seed in range(MATCHES)]
        result[f"show_ms_p95_loss_{loss}"] = p95([ms for match in matches for ms in match.show_ms])
        result[f"settle_ms_p95_loss_{loss}"] = p95([ms for match in matches for ms in match.settle_ms])


def speed_of_the_room() -> float:
    """Simulated over wall time of a match of eight devices whose screens are all drawn."""
    start = time.perf_counter()
    room = Room(8, 0, 1, "colour", lazy=False)
    room.run_until(room.finished, HOURS_MS)
    return round(room.now_ms / 1000 / (time.perf_counter() - start), 1)


def memory_of_a_game() -> int:
    """Bytes of one game of eight players on this interpreter, beside what the module needs."""
    engine.new_game("gifts", 8, 1)
    tracemalloc.start()
    game = engine.new_game("gifts", 8, 1)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size if game else 0


def run(as_json: bool) -> int:
    """Measure all of it and print it; progress goes to standard error. Returns the exit status."""
    print("actions per second", file=sys.stderr)
    result: dict[str, Any] = {}
    engines(result)
    result["game_bytes"] = memory_of_a_game()
    on_the_air(result)
    print("eight devices", file=sys.stderr)
    result["headless_speedup"] = speed_of_the_room()
    from sim.window.window import frame_ms_p95

    result["frame_ms_p95_8_devices"] = round(frame_ms_p95(), 1)
    if as_json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:28} {value}")
    return 0
