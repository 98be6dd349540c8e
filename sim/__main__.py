"""The simulator's commands: `python -m sim play`, `board`, `chaos` and others; `--help` lists what they take."""

import argparse
import json
import pathlib
import random
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from tqdm import tqdm

import engine
from boards.tool import terminal
from pocket.match_config import takes_decks
from pocket.screens.pages import words_in
from pocket.settings import EACH, every_choice
from sim.measure import explore
from sim.room import Room
from sim.runs import board, kept, record, reload, replay, watch

LIMIT_MS = 12 * 3600 * 1000  # a headless match that takes longer than this on simulated time is given up
PICTURES = (".png", ".jpg", ".bmp", ".tga")  # endings that pygame can save
SHOT_MS = 60000  # when a picture is taken, if nothing else is asked for
OPTION_HELP = {
    "arrows": "both colours of arrows, or one of them only",
    "start_gifts": "gifts in a row at the start; two players always have 2",
    "rounds": "1, or as many as players: that number, or the word each",
    "penalties": "how many penalties of one player end a round",
    "shop": "whether the shop's top card can be seen before it is drawn",
    "claims": "picked from a list, or spoken aloud; with bots and people at one table always picked (default: picked)",
    "suits": "suits of the direction cards' deck; four for up to 6 players, eight from 6 on",
    "caps": "whether the caps of invisibility are in the deck",
}


def share(text: str) -> float:
    """A number from 0 to 0.9, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 0.9:
        raise argparse.ArgumentTypeError("must be a number from 0 to 0.9")
    return value


def rounds(text: str) -> int | str:
    """A number of rounds, or "each", for argparse."""
    if text != EACH and text not in "12345678":
        raise argparse.ArgumentTypeError("must be 1, the number of players, or each")
    return text if text == EACH else int(text)


def whole(least: int, most: int) -> Callable[[str], int]:
    """Whole numbers from `least` to `most`, for argparse."""

    def parse(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"must be from {least} to {most}")
        return value

    parse.__name__ = "whole number"
    return parse


def span(text: str) -> range:
    """A range of whole numbers, FIRST:END, for argparse."""
    found = re.fullmatch("([0-9]+):([0-9]+)", text)
    seeds = range(int(found[1]), int(found[2])) if found else ()
    if not seeds:
        raise argparse.ArgumentTypeError("must be FIRST:END, two whole numbers, of which the first is less")
    return seeds


def numbers(text: str) -> tuple[int, ...]:
    """Whole numbers, separated by commas, for argparse."""
    if not re.fullmatch("[0-9, ]+", text):
        raise argparse.ArgumentTypeError("must be whole numbers with commas between them")
    return tuple(int(number) for number in text.split(",") if number.strip())


def one_of(values: Sequence[Any]) -> Callable[[str], Any]:
    """One of `values`, as it is written in any case, for argparse."""

    def parse(text: str) -> Any:
        for value in values:
            if text.lower() == str(value).lower():
                return value
        raise argparse.ArgumentTypeError(f"must be one of {', '.join(str(value).lower() for value in ordered(values))}")

    return parse


def ordered(values: Sequence[Any]) -> Sequence[Any]:
    """The same values, numbers from small to large."""
    return values if any(type(value) is not int for value in values) else sorted(values)


def words(text: str) -> list[str]:
    """Words, separated by commas, for argparse."""
    return text.split(",")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of all games, with the values that a table of some size can have."""
    found, english = {}, words_in("en")
    for game in engine.GAMES:
        for name, values in every_choice(game):
            found.setdefault(name, (values, []))[1].append(game)
    for name, (values, games) in found.items():
        kind = rounds if name == "rounds" else one_of(values)
        label = f"option_{name}"  # a game brings words for its options, for the lobby
        otherwise = english.say(label) if english.knows(label) else "a house rule"
        explained = OPTION_HELP.get(name, otherwise) + ("" if name == "claims" else f" (default: {values[0]})")
        parser.add_argument(
            "--" + name.replace("_", "-"),
            type=kind,
            metavar="{" + ",".join(str(value).lower() for value in ordered(values)) + "}",
            help=f"{', '.join(games)}: {explained}",
        )
    parser.set_defaults(option_names=list(found))


def add_tournament(commands: Any) -> None:
    parser = commands.add_parser("tournament", help="bots against bots on the bare engine")
    parser.add_argument("--game", default="gifts", choices=engine.GAMES, help="which game (default: %(default)s)")
    parser.add_argument("--games", type=whole(1, 10**7), default=2000, help="matches (default: %(default)s)")
    parser.add_argument("--players", type=whole(2, 8), default=4, help="seats, 2 to 8 (default: %(default)s)")
    parser.add_argument("--seed", type=whole(0, 2**32 - 1), default=0, help="decides cards and bots (default: 0)")
    parser.add_argument(
        "--bots",
        type=words,
        default=["ordinary"],
        help="who plays: names of bots, separated by commas; perfect is one",
    )
    parser.add_argument("--jobs", type=whole(1, 256), help="processes (default: one a core)")
    parser.add_argument("--plot", metavar="FILE.png", help="draw lengths and wins (needs matplotlib)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    add_options(parser)


def tournament(arguments: argparse.Namespace) -> int:
    from sim.measure import tournament

    players, bots = arguments.players, arguments.bots
    unknown = [name for name in bots if name not in (*engine.PERSONALITIES, "perfect")]
    if unknown:
        fail(f"there is no bot called {unknown[0]!r}. The bots are: {', '.join(engine.PERSONALITIES)}, perfect.")
    if players % len(bots):
        fail(f"{len(bots)} bots cannot be shared out to {players} seats evenly.")
    folder_exists(arguments.plot)
    options = {name: value for name in arguments.option_names if (value := getattr(arguments, name)) is not None}
    if options.get("rounds") == EACH:
        options["rounds"] = players
    if "claims" in dict(engine.rules(arguments.game).choices(players)):
        options.setdefault("claims", "picked")
    try:
        options = engine.new_game(arguments.game, players, 0, options=options).options
    except ValueError as error:
        fail(str(error))
    plan = tournament.Plan(arguments.game, players, options, arguments.seed, bots * (players // len(bots)))
    return tournament.run(plan, arguments.games, arguments.jobs, arguments.json, arguments.plot)


def make_parser() -> argparse.ArgumentParser:
    parser = terminal.Parser(prog="python3 dev.py sim", description="Pocket Hats on a desktop.")
    commands = parser.add_subparsers(dest="command")
    play = commands.add_parser("play", help="play on virtual devices")
    play.add_argument("--game", default="gifts", choices=engine.GAMES, help="which game (default: %(default)s)")
    play.add_argument("--players", type=whole(2, 8), default=4, help="devices at the table, 2 to 8 (default: 4)")
    play.add_argument("--bots", type=whole(0, 8), help="how many of them bots play (default: all that people do not)")
    play.add_argument("--humans", type=whole(0, 8), help="how many people play (default: 1 in the window, 0 without)")
    play.add_argument("--seed", type=whole(0, 2**32 - 1), help="decides cards, bots and radio (default: 0)")
    play.add_argument("--loss", type=share, default=0.0, help="share of frames lost, for each receiver")
    play.add_argument("--duplication", type=share, default=0.0, help="share of frames that arrive twice")
    play.add_argument("--delay", type=whole(1, 5000), default=8, metavar="MS", help="longest delay of a frame, in ms")
    play.add_argument("--layout", choices=("colour", "mono", "mixed"), default="colour", help="which displays")
    play.add_argument("--table", action="store_true", help="a game without the laboratory; it is kept (`dev.py play`)")
    play.add_argument("--headless", action="store_true", help="no window: a whole match as fast as it goes")
    play.add_argument("--shot", metavar="FILE.png", help="save the window's picture and end")
    play.add_argument("--at", type=whole(0, 3600), metavar="SECONDS", help="when, in simulated time (default: 60)")
    play.add_argument("--record", metavar="FILE", help="save the run, for `sim replay`; in the window F5 saves it too")
    play.add_argument("--json", action="store_true", help="print one JSON object and nothing else (with --headless)")
    play.add_argument("--deck", metavar="FILE.json", help="a deck of your own, for gifts (see docs/decks.md)")
    reload.add_argument(play)
    add_options(play)
    chaos = commands.add_parser("chaos", help="whole matches under faults")
    chaos.add_argument("--seeds", type=span, default=range(200), metavar="FIRST:END", help="seeds (default: 0:200)")
    chaos.add_argument("--without", type=numbers, default=(), metavar="N,N", help="leave out these faults of a seed")
    chaos.add_argument("--plans", metavar="FILE", help="play these instead, a line of JSON each (tests/corpus)")
    chaos.add_argument("--guided", action="store_true", help="change the plans of --plans, and keep what is new there")
    chaos.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    explore.add_arguments(commands.add_parser("explore", help="small worlds of devices, searched whole"), whole)
    again = commands.add_parser("replay", help="a run that is over, once more")
    replay.add_arguments(again, whole, numbers)
    board.add_arguments(commands.add_parser("board", help="one device as a process of its own"))
    add_tournament(commands)
    commands.add_parser("gallery", help="make docs/screens.md: every screen as a picture")
    watch.add_arguments(commands.add_parser("watch", help="look on at a table, for a TV"))
    mutants = commands.add_parser("mutants", help="break the protocol's rules, line by line")
    mutants.add_argument("names", nargs="*", metavar="NAME", help="of those to judge (default: all)")
    mutants.add_argument("--list", action="store_true", help="say what the last whole run found, and run nothing")
    mutants.add_argument("--jobs", type=whole(1, 256), help="processes (default: one a core)")
    mutants.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    bench = commands.add_parser("bench", help="measure engine, radio and memory")
    bench.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser


def fail(sentence: str) -> NoReturn:
    """End with a sentence for the user and exit status 2."""
    print(f"sim: {sentence}", file=sys.stderr)
    raise SystemExit(2)


def folder_exists(path: str | None) -> None:
    """Refuse the path of a file, unless it is None, where it cannot be saved."""
    if path and not pathlib.Path(path).resolve().parent.is_dir():
        fail(f"there is no folder for the file {path}.")


def check(arguments: argparse.Namespace) -> None:
    """Refuse what would be ignored."""
    if arguments.json and not arguments.headless:
        fail("--json goes with --headless.")
    if arguments.at is not None and not arguments.shot:
        fail("--at goes with --shot.")
    if arguments.shot and not arguments.shot.endswith(PICTURES):
        fail(f"--shot saves a picture: its name ends in {', '.join(PICTURES)}.")
    folder_exists(arguments.shot)
    folder_exists(arguments.record)


def seats(arguments: argparse.Namespace) -> int:
    """How many people play, after checking that everybody finds a seat."""
    players, humans, bots = arguments.players, arguments.humans, arguments.bots
    if humans is None:
        humans = players - bots if bots is not None else (0 if arguments.headless else 1)
    if bots is None:
        bots = players - humans
    if max(humans, bots) > players:
        who = f"{humans} people" if humans > players else f"{bots} bots"
        fail(f"{who} need a table for as many: say --players {max(humans, bots)}.")
    if humans + bots != players:
        fail(f"{humans} people and {bots} bots do not make {players} players. Leave out --bots or --humans.")
    if arguments.headless and humans:
        fail("without a window nobody can press a button: let bots play all seats (--bots " + str(players) + ").")
    return humans


def options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The game's options as the devices' settings have them."""
    chosen = {"game": arguments.game}
    allowed = dict(engine.rules(arguments.game).choices(arguments.players))
    if "claims" in allowed:
        chosen["claims"] = "picked"  # a simulator hears nobody speak
    for name in arguments.option_names:
        value = getattr(arguments, name)
        if value is None:
            continue
        if name not in allowed:
            fail(f"the game {arguments.game} has no option {name}. It has: {', '.join(allowed)}.")
        if name != "rounds" and value not in allowed[name]:
            values = ", ".join(map(str, allowed[name]))
            fail(f"with {arguments.players} players, {name} cannot be {value}. It can be: {values}.")
        chosen[name] = value
    wanted = chosen.get("rounds", 1)
    if wanted == arguments.players:
        chosen["rounds"] = EACH
    elif wanted not in (1, EACH):
        fail(f"a match has 1 round or as many as players ({arguments.players}), not {wanted}.")
    return chosen


def deck(arguments: argparse.Namespace) -> str | None:
    """The path of the deck that all devices have, or None."""
    if arguments.deck and not takes_decks(arguments.game):
        fail(f"the game {arguments.game} has a deck of its own: leave out --deck.")
    return arguments.deck and str(pathlib.Path(arguments.deck).resolve())


def play(arguments: argparse.Namespace) -> int:
    check(arguments)
    windowed = not arguments.headless and not arguments.shot
    table = arguments.table and windowed
    run = kept.load() if table and is_plain(arguments) else None
    run = run or record.Recorder(make_room(arguments, windowed))
    status = 0
    if arguments.shot:
        from sim.window import export

        export.png(run, run.room.now_ms + (SHOT_MS if arguments.at is None else arguments.at * 1000), arguments.shot)
    elif arguments.headless:
        status = headless(run.room, arguments)
    else:
        status = in_window(run, arguments)
    try:
        if arguments.record:
            run.recording().save(arguments.record)
        if table:
            kept.keep(run)
    except OSError as error:
        fail(f"what was played cannot be saved: {error}.")
    return status


def is_plain(arguments: argparse.Namespace) -> bool:
    """Whether no other table is asked for than the one that was kept."""
    plain = vars(make_parser().parse_args(["play", "--table"]))
    return all(getattr(arguments, name) == plain[name] for name in plain if name != "record")


def make_room(arguments: argparse.Namespace, windowed: bool) -> Room:
    """The room that `arguments` ask for."""
    humans = seats(arguments)
    air = {"loss": arguments.loss, "duplicate": arguments.duplication, "delay_ms": arguments.delay}
    chosen = options(arguments)
    if windowed:
        chosen["hints"] = 1  # somebody may play for the first time
    seed = arguments.seed
    if seed is None:
        seed = random.randrange(record.SEED_MAX) if arguments.table and windowed else 0
    table = arguments.players, humans, seed, arguments.layout, chosen, air
    try:
        return Room(*table, guarded=windowed, deck=deck(arguments))
    except ValueError as error:
        fail(str(error))


def in_window(run: record.Recorder, arguments: argparse.Namespace) -> int:
    """Play in the window until it is closed. Returns the exit status."""
    try:
        if arguments.table:
            from sim.window import window

            window.play(run, arguments.record, lab=False)
        else:
            reload.show(run, arguments.resume, arguments.record)
    except RuntimeError as error:
        fail(str(error))
    except KeyboardInterrupt:  # after the last frame
        return terminal.INTERRUPTED
    return 0


def headless(room: Room, arguments: argparse.Namespace) -> int:
    """Play a whole match; print what came of it. Returns the exit status."""
    with tqdm(desc="playing", unit=" actions", leave=False, disable=None) as bar:  # on a terminal only

        def finished() -> bool:
            bar.update(max([one.table.count for one in room.sessions() if one.table], default=0) - bar.n)
            return room.finished()

        ended = room.run_until(finished, LIMIT_MS)
    sessions = room.sessions()
    if not ended:
        print("sim: the match did not end within 12 hours of simulated time.", file=sys.stderr)
        return 1
    digests = {session.game.digest().hex() for session in sessions}
    if len(digests) != 1:
        print(f"sim: the boards disagree: their digests are {', '.join(sorted(digests))}.", file=sys.stderr)
        return 1
    game, roster = sessions[0].game, sessions[0].roster
    result = {
        "seed": room.seed,
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


def main(argv: Sequence[str] | None = None) -> int | None:
    """Run one command. Returns the exit status."""
    return terminal.run(lambda: run(argv))


def run(argv: Sequence[str] | None) -> int | None:
    arguments = make_parser().parse_args(argv)
    for name, value in vars(arguments).items():
        if value == "":
            fail(f"--{name.replace('_', '-')} is empty.")
        if isinstance(value, str) and not value.isprintable():
            fail(f"--{name.replace('_', '-')} has letters that nobody can read: {value!a}.")
    if arguments.command == "bench":
        from sim.measure import bench

        return bench.run(arguments.json)
    if arguments.command == "mutants":
        from sim.measure import mutants

        return mutants.run(arguments.names, arguments.list, arguments.json, arguments.jobs)
    if arguments.command == "gallery":
        from sim.measure import gallery

        gallery.make()
        return 0
    if arguments.command == "replay":
        return replay.run(arguments)
    if arguments.command == "board":
        return board.run(arguments)
    if arguments.command == "watch":
        return watch.run(arguments)
    if arguments.command == "explore":
        return explore.main(arguments)
    if arguments.command == "chaos":
        from sim.runs import chaos

        if arguments.without:
            if len(arguments.seeds) != 1:
                fail("--without goes with one seed: --seeds 7:8.")
            last = len(chaos.draw_faults(arguments.seeds[0])[-1]) - 1
            if max(arguments.without) > last:
                fail(f"--without {max(arguments.without)}: the faults of that seed are 0 to {last}.")
        if arguments.guided and not arguments.plans:
            fail("--guided goes with --plans FILE, where what it finds is kept.")
        plans = pathlib.Path(arguments.plans) if arguments.plans else None
        try:
            return chaos.main(arguments.seeds, arguments.without, arguments.json, plans, arguments.guided)
        except (OSError, ValueError, TypeError, IndexError) as error:
            if not plans:
                raise
            fail(f"{plans} cannot be used: {error}.")
    if arguments.command == "tournament":
        return tournament(arguments)
    return play(arguments)


if __name__ == "__main__":
    sys.exit(main())
