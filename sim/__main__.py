"""The simulator's commands: `python -m sim play`, `replay`, `board`, `watch`, `chaos` and `bench`; see `--help`."""

import argparse
import json
import os
import pathlib
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for results
ROOT = pathlib.Path(__file__).resolve().parent.parent
for folder in (ROOT, ROOT / "lib"):  # as on a board, where /lib is on the path; behind everything else, since this
    while str(folder) in sys.path:  # folder's code.py must not hide the standard library's module `code`
        sys.path.remove(str(folder))
    sys.path.append(str(folder))

import engine
from pocket.settings import EACH
from sim import board, record, replay, watch

LIMIT_MS = 12 * 3600 * 1000  # a headless match that takes longer than this on simulated time is given up
SHOT_MS = 60000  # when a picture is taken, if nothing else is asked for
OPTION_HELP = {
    "arrows": "both colours of arrows, or one of them only",
    "start_gifts": "gifts in a row at the start; two players always have 2",
    "rounds": "1, or as many as players: that number, or the word each",
    "penalties": "how many penalties of one player end a round",
    "shop": "whether the shop's top card can be seen before it is drawn",
    "claims": "picked from a list, or spoken aloud; with bots and people at one table always picked (default: picked)",
}


def share(text):
    """A number from 0 to 0.9, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 0.9:
        raise argparse.ArgumentTypeError("must be a number from 0 to 0.9")
    return value


def rounds(text):
    """A number of rounds, or "each", for argparse."""
    if text != EACH and text not in "12345678":
        raise argparse.ArgumentTypeError("must be 1, the number of players, or each")
    return text if text == EACH else int(text)


def whole(least, most):
    """Whole numbers from `least` to `most`, for argparse."""

    def parse(text):
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"must be from {least} to {most}")
        return value

    parse.__name__ = "whole number"
    return parse


def span(text):
    """A range of whole numbers, FIRST:END, for argparse."""
    first, _, end = text.partition(":")
    seeds = range(int(first), int(end))
    if not seeds or seeds[0] < 0:
        raise argparse.ArgumentTypeError("must be FIRST:END with 0 <= FIRST < END")
    return seeds


def numbers(text):
    """Whole numbers, separated by commas, for argparse."""
    return tuple(int(number) for number in text.split(",") if number)


def make_parser():
    parser = argparse.ArgumentParser(prog="sim", description="Pocket Hats on a desktop.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="play on virtual devices", allow_abbrev=False)
    play.add_argument("--game", default="gifts", choices=engine.GAMES, help="which game (default: %(default)s)")
    play.add_argument("--players", type=whole(2, 8), default=4, help="devices at the table, 2 to 8 (default: 4)")
    play.add_argument("--bots", type=whole(0, 8), help="how many of them bots play (default: all that people do not)")
    play.add_argument("--humans", type=whole(0, 8), help="how many people play (default: 1 in the window, 0 without)")
    play.add_argument("--seed", type=whole(0, 2**32 - 1), default=0, help="decides cards, bots and radio (default: 0)")
    play.add_argument("--loss", type=share, default=0.0, help="share of frames lost, for each receiver")
    play.add_argument("--duplication", type=share, default=0.0, help="share of frames that arrive twice")
    play.add_argument("--delay", type=whole(1, 5000), default=8, metavar="MS", help="longest delay of a frame, in ms")
    play.add_argument("--layout", choices=("colour", "mono", "mixed"), default="colour", help="which displays")
    play.add_argument("--headless", action="store_true", help="no window: a whole match as fast as it goes")
    play.add_argument("--shot", metavar="FILE.png", help="save the window's picture and end")
    play.add_argument("--at", type=whole(0, 3600), metavar="SECONDS", help="when, in simulated time (default: 60)")
    play.add_argument("--record", metavar="FILE", help="save the run, for `sim replay`; in the window F5 saves it too")
    play.add_argument("--json", action="store_true", help="print one JSON object and nothing else (with --headless)")
    for name, allowed in engine.rules("gifts").choices(8):
        kind, values = (rounds, None) if name == "rounds" else (type(allowed[0]), allowed)
        explained = OPTION_HELP.get(name, "a house rule") + ("" if name == "claims" else f" (default: {allowed[0]})")
        play.add_argument("--" + name.replace("_", "-"), type=kind, choices=values, help=explained)
    chaos = commands.add_parser("chaos", help="whole matches under faults", allow_abbrev=False)
    chaos.add_argument("--seeds", type=span, default=range(200), metavar="FIRST:END", help="seeds (default: 0:200)")
    chaos.add_argument("--without", type=numbers, default=(), metavar="N,N", help="leave out these faults of a seed")
    chaos.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    again = commands.add_parser("replay", help="a run that is over, once more", allow_abbrev=False)
    replay.add_arguments(again, whole, numbers)
    board.add_arguments(commands.add_parser("board", help="one device as a process of its own", allow_abbrev=False))
    watch.add_arguments(commands.add_parser("watch", help="look on at a table, for a TV", allow_abbrev=False))
    bench = commands.add_parser("bench", help="measure engine, radio and memory", allow_abbrev=False)
    bench.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser


def fail(sentence):
    """End with a sentence for the user and exit status 2."""
    print(f"sim: {sentence}", file=sys.stderr)
    raise SystemExit(2)


def check(arguments):
    """Refuse what would be ignored."""
    if arguments.json and not arguments.headless:
        fail("--json goes with --headless.")
    if arguments.at is not None and not arguments.shot:
        fail("--at goes with --shot.")
    if arguments.record and not pathlib.Path(arguments.record).resolve().parent.is_dir():
        fail(f"there is no folder for the recording {arguments.record}.")
    if arguments.shot and not pathlib.Path(arguments.shot).resolve().parent.is_dir():
        fail(f"there is no folder for the picture {arguments.shot}.")


def seats(arguments):
    """How many people play, after checking that everybody finds a seat."""
    players, humans, bots = arguments.players, arguments.humans, arguments.bots
    if humans is None:
        humans = players - bots if bots is not None else (0 if arguments.headless else 1)
    if bots is None:
        bots = players - humans
    if humans < 0 or bots < 0 or humans + bots != players:
        fail(f"{humans} people and {bots} bots do not make {players} players. Leave out --bots or --humans.")
    if arguments.headless and humans:
        fail("without a window nobody can press a button: let bots play all seats (--bots " + str(players) + ").")
    return humans


def options(arguments):
    """The game's options as the devices' settings have them."""
    chosen = {"game": arguments.game, "claims": "picked"}  # a simulator hears nobody speak
    for name, _ in engine.rules(arguments.game).choices(arguments.players):
        value = getattr(arguments, name)
        if value is not None:
            chosen[name] = value
    wanted = chosen.get("rounds", 1)
    if wanted == arguments.players:
        chosen["rounds"] = EACH
    elif wanted not in (1, EACH):
        fail(f"a match has 1 round or as many as players ({arguments.players}), not {wanted}.")
    return chosen


def play(arguments):
    from sim.room import Room

    check(arguments)
    humans = seats(arguments)
    air = {"loss": arguments.loss, "duplicate": arguments.duplication, "delay_ms": arguments.delay}
    windowed = not arguments.headless and not arguments.shot
    room = Room(arguments.players, humans, arguments.seed, arguments.layout, options(arguments), air, guarded=windowed)
    run = record.Recorder(room)
    status = 0
    if arguments.shot:
        from sim import export

        export.png(run, room.now_ms + (SHOT_MS if arguments.at is None else arguments.at * 1000), arguments.shot)
    elif arguments.headless:
        status = headless(room, arguments)
    else:
        run = in_window(run, arguments)
    if arguments.record:
        try:
            run.recording().save(arguments.record)
        except OSError as error:
            fail(f"the recording cannot be saved: {error}.")
    return status


def in_window(run, arguments):
    """Play in the window. Returns the run as it was when the window was closed."""
    from sim import window
    from sim.reload import Reloader

    try:
        return window.play(run, arguments.record, reloader=Reloader())
    except RuntimeError as error:
        return fail(str(error))


def headless(room, arguments):
    """Play a whole match; print what came of it. Returns the exit status."""
    finished = room.run_until(room.finished, LIMIT_MS)
    sessions = room.sessions()
    if not finished:
        print("sim: the match did not end within 12 hours of simulated time.", file=sys.stderr)
        return 1
    digests = {session.game.digest().hex() for session in sessions}
    if len(digests) != 1:
        print(f"sim: the boards disagree: their digests are {', '.join(sorted(digests))}.", file=sys.stderr)
        return 1
    game, roster = sessions[0].game, sessions[0].roster
    result = {
        "seed": arguments.seed,
        "game": arguments.game,
        "options": game.options,
        "names": [seat.name for seat in roster.seats],
        "scores": game.scores(),
        "winners": game.winners(),
        "entries": sessions[0].table.count,
        "frames": room.air.frames,
        "bytes": room.air.bytes,
        "frames_lost": room.air.lost,
        "simulated_ms": room.now_ms,
        "digest": digests.pop(),
    }
    if arguments.json:
        print(json.dumps(result))
    else:
        for seat, name in enumerate(result["names"]):
            print(f"{name:10} {result['scores'][seat]:3}{'  wins' if seat in result['winners'] else ''}")
        seconds = result["simulated_ms"] / 1000
        print(f"{result['entries']} actions in {seconds:.0f} s at the table, {result['frames']} frames on the air")
    return 0


def main(argv=None):
    arguments = make_parser().parse_args(argv)
    if arguments.command == "bench":
        from sim import bench

        return bench.run(arguments.json)
    if arguments.command == "replay":
        return replay.run(arguments)
    if arguments.command == "board":
        return board.run(arguments)
    if arguments.command == "watch":
        return watch.run(arguments)
    if arguments.command == "chaos":
        from sim import chaos

        return chaos.main(arguments.seeds, arguments.without, arguments.json)
    return play(arguments)


if __name__ == "__main__":
    sys.exit(main())
