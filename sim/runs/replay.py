"""`python -m sim replay`: a run that is over, once more: a recording, a seed of chaos, or what a board has kept."""

import argparse
import json
import pathlib
import sys
from collections.abc import Callable, Sequence

from sim.room import Seen, deck_folder
from sim.runs import chaos, record, reload, saved
from sim.runs.run import Run

AT_MAX_S = 24 * 3600


class ChaosReplay(Run):
    """A seed of chaos that is played again up to the step that failed, or to its end where none does."""

    def __init__(self, seed: int, without: Sequence[int] = ()) -> None:
        self._seed, self._without = seed, without
        run, broken = chaos.play(seed, without)
        self.end_ms = run.room.now_ms
        self.trouble = f"{broken.kind}: {broken}" if broken else None
        self.faults = run.faults
        self.seek(0)

    def _start(self) -> None:
        self._run = chaos.Run(self._seed, self._without, blind=Seen)
        self.room = self._run.room
        self._steps = self._run.steps()
        self._next_ms = next(self._steps)

    def _advance(self) -> None:
        try:
            self._next_ms = next(self._steps)
        except Exception:  # the end, or what `trouble` tells
            self._next_ms = None

    def run_to(self, ms: int) -> None:
        ms = min(ms, self.end_ms)
        while self._next_ms is not None and self._next_ms <= ms:
            self._advance()
        self.room.now_ms = max(self.room.now_ms, ms)

    def step(self) -> None:
        if self._next_ms is not None:
            self._advance()

    def seek(self, ms: int) -> None:
        if not ms or ms < self.room.now_ms:
            self._start()
        self.run_to(ms)


def add_arguments(
    parser: argparse.ArgumentParser,
    whole: Callable[[int, int], Callable[[str], int]],
    numbers: Callable[[str], tuple[int, ...]],
) -> None:
    """Tell an argparse parser what the command takes. whole(least, most), numbers: parsers of its arguments."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a recording, a saved log (JSON), or a dump (.bin)")
    parser.add_argument("--chaos", type=whole(0, 2**32 - 1), metavar="SEED", help="a seed of `sim chaos` instead")
    parser.add_argument("--without", type=numbers, default=(), metavar="N,N", help="leave out these faults of a seed")
    parser.add_argument("--key", default=saved.DEFAULT_KEY, metavar="HEX", help="of the set that a dump comes from")
    parser.add_argument("--deck", metavar="FILE.json", help="the deck with which a dump or a saved log was played")
    parser.add_argument("--headless", action="store_true", help="no window: as fast as it goes")
    parser.add_argument("--json", action="store_true", help="print digests as one JSON object (with --headless)")
    parser.add_argument("--at", type=_seconds, metavar="SECONDS", help="where to begin, or which moment to save")
    parser.add_argument("--png", metavar="FILE", help="save the picture of that moment and end")
    parser.add_argument("--gif", metavar="FILE", help="save what happens as a film and end")
    parser.add_argument("--panel", action="store_true", help="with the side panel on the picture or film")
    parser.add_argument("--night", action="store_true", help="in a dim room")
    parser.add_argument("--everything", action="store_true", help="with the faces of hidden cards")
    parser.add_argument("--from", type=_seconds, dest="start", metavar="S", help="where the film begins")
    parser.add_argument("--to", type=_seconds, metavar="S", help="and where it ends")
    reload.add_argument(parser)


def _seconds(text: str) -> float:
    """A moment of a run in seconds, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= AT_MAX_S:
        raise argparse.ArgumentTypeError(f"must be a number of seconds from 0 to {AT_MAX_S}")
    return value


def load(path: str, key: str, deck: str | None = None) -> Run:
    """The run in the file `path`. deck: the folder of the deck that a saved log needs, or None.

    Raises OSError or, with a sentence, ValueError.
    """
    if not pathlib.Path(path).is_file():  # a device's file may never end
        raise ValueError(f"there is no file {path}.")
    data = pathlib.Path(path).read_bytes()
    if not data.lstrip().startswith(b"{"):
        return saved.Album(saved.from_nvm(data, key, deck))
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is no JSON ({error}).") from error
    if "recording" in value and deck is not None:
        raise ValueError("a recording names its deck itself: leave out --deck.")
    if "recording" in value:
        return record.Replay(record.read(value))
    if "log" in value:
        return saved.Album(saved.from_json(value, deck))
    raise ValueError(f"{path} is neither a recording nor a saved log.")


def open_run(arguments: argparse.Namespace) -> Run:
    """The run that `arguments` ask for. Raises OSError or, with a sentence, ValueError."""
    if (arguments.file is None) == (arguments.chaos is None):
        raise ValueError("name a file to replay, or a seed with --chaos SEED: one of them.")
    if arguments.json and not arguments.headless:
        raise ValueError("--json goes with --headless.")
    if (arguments.start is not None or arguments.to is not None) and not arguments.gif:
        raise ValueError("--from and --to go with --gif.")
    if arguments.headless and (arguments.png or arguments.gif):
        raise ValueError("--png and --gif go without --headless.")
    if arguments.deck and arguments.chaos is not None:
        raise ValueError("--deck goes with a dump or a saved log.")
    folder = arguments.deck and deck_folder(str(pathlib.Path(arguments.deck).resolve()))
    run = load(arguments.file, arguments.key, folder) if arguments.chaos is None else None
    return run or ChaosReplay(arguments.chaos, arguments.without)


def run(arguments: argparse.Namespace) -> int:
    """Do what the command line asks for. Returns the exit status."""
    try:
        shown = open_run(arguments)
        if isinstance(shown, record.Replay) and shown.made_by != record.program():
            print("sim: the program has changed since this was recorded: it may go another way now.", file=sys.stderr)
        if arguments.headless:
            return headless(shown, arguments)
        begin_ms = None if arguments.at is None else round(arguments.at * 1000)
        if arguments.png or arguments.gif:
            _export(shown, begin_ms, arguments)
        else:
            _show(shown, begin_ms, arguments.resume)
    except (OSError, ValueError, RuntimeError) as error:
        print(f"sim: {error}", file=sys.stderr)
        return 2
    return 0


def _export(shown: Run, begin_ms: int | None, arguments: argparse.Namespace) -> None:
    from sim.window import export

    looks = {"tools": arguments.panel, "dark": arguments.night, "everything": arguments.everything}
    if arguments.png:
        export.png(shown, shown.end_ms if begin_ms is None else begin_ms, arguments.png, **looks)
    if arguments.gif:
        start_ms = round((arguments.start or 0) * 1000)
        end_ms = start_ms + 1000 * export.FILM_S if arguments.to is None else round(arguments.to * 1000)
        export.gif(shown, start_ms, end_ms, arguments.gif, **looks)


def _show(shown: Run, begin_ms: int | None, resume: str | None) -> None:
    if resume is None:
        end = isinstance(shown, ChaosReplay)
        shown.seek(begin_ms if begin_ms is not None else shown.end_ms if end else 0)
    reload.show(shown, resume)


def headless(shown: Run, arguments: argparse.Namespace) -> int:
    """Play it to its end, or to --at, and tell what happened. Returns the exit status."""
    if isinstance(shown, saved.Album):
        return _tell_log(shown, arguments.json)
    if arguments.at is not None:
        shown.end_ms = min(shown.end_ms, round(arguments.at * 1000))
    digests = record.Digests()
    if arguments.json:
        digests.watch(shown)
    shown.run_to(shown.end_ms)
    room = shown.room
    result = {
        "simulated_ms": room.now_ms,
        "entries": max([session.table.count for session in room.sessions() if session.table], default=0),
        "frames": room.air.frames,
        "failed": shown.trouble,
        "errors": [f"{type(error).__name__}: {error}" for error in room.errors if error],
        **digests.results(room),
    }
    if arguments.json:
        print(json.dumps(result))
    else:
        print(f"{result['entries']} entries in {result['simulated_ms'] / 1000:.3f} s, {result['frames']} frames.")
        if isinstance(shown, ChaosReplay):
            print(f"It fails at this step: {shown.trouble}." if shown.trouble else "It does not fail.")
    return 1 if shown.trouble or result["errors"] else 0


def _tell_log(album: saved.Album, as_json: bool) -> int:
    """Print each action of a saved log in words, and how the match stood."""
    game = album.log.new_game()
    for _, action in album.log.actions():
        game.apply(action)
    if as_json:
        story = {"game": album.log.game, "names": album.names, "actions": album.story(), "over": game.over}
        print(json.dumps({**story, "scores": game.scores(), "digest": game.digest().hex()}))
    else:
        for number, line in enumerate(album.story()):
            print(f"{number:4}  {line}")
        print(", ".join([f"{name} {score}" for name, score in zip(album.names, game.scores(), strict=True)]))
    return 0
