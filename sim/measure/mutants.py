"""Mutants of the protocol: each breaks one rule in one line, and the tests of the rules must notice.

`tests/mutants/rules.toml` says what line of what file becomes what, which rule of docs/protocol.md that breaks, and why
somebody might do so. `results.json` beside it keeps what the last whole run found. Tests run in copies of the tree.
"""

import contextlib
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

from tqdm import tqdm

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "mutants"
RULES, RESULTS = FOLDER / "rules.toml", FOLDER / "results.json"
NOT_COPIED = shutil.ignore_patterns(".*", "dist", "docs", "__pycache__")
LIMIT_S = 600  # a mutant that keeps its tests running for so long has been noticed
KILLED, EQUIVALENT, SURVIVED = "killed", "equivalent", "survived"


@dataclass(frozen=True)
class Mutant:
    """One line that is changed. rule: of docs/protocol.md, or a word. within: the function that the line stands in.
    equivalent: why no test can notice it; empty for all that one must.
    """

    name: str
    rule: str
    file: str
    within: str
    old: str
    new: str
    why: str
    equivalent: str = ""

    def apply(self, source: str) -> str:
        """`source` with the line changed. Raises ValueError unless it stands there exactly once."""
        lines, function, found = source.split("\n"), "", []
        for index, line in enumerate(lines):
            started = re.match(r"\s*def (\w+)", line)
            function = started[1] if started else function
            if line.strip() == self.old and function == self.within:
                found.append(index)
        if len(found) != 1:
            raise ValueError(f"{self.name}: the line stands {len(found)} times in {self.within} of {self.file}.")
        at = found[0]
        lines[at] = lines[at].replace(self.old, self.new)
        return "\n".join(lines)


@dataclass(frozen=True)
class Result:
    """What became of a mutant. by: the test that noticed it."""

    outcome: str
    by: str = ""
    seconds: float = 0


def load() -> tuple[list[Mutant], list[str]]:
    """The mutants, and the tests that are to notice them."""
    rules = tomllib.loads(RULES.read_text("utf-8"))
    return [Mutant(**one) for one in rules["mutant"]], rules["tests"]


def recorded() -> dict[str, Result]:
    """By its name, what the last whole run found of each mutant."""
    if not RESULTS.exists():
        return {}
    return {name: Result(**one) for name, one in json.loads(RESULTS.read_text("utf-8")).items()}


class Tree:
    """A copy of the project in which lines are changed and tests run."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=NOT_COPIED, dirs_exist_ok=True)
        self._sound: set[str] = set()  # tests that pass where nothing is changed
        # No compiled modules are kept: two mutants of a file can have its size, and its second.
        path = os.pathsep.join([str(folder), str(folder / "lib")])
        self.environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}

    def failing(self, tests: list[str]) -> str:
        """The first of the tests that fails, "" when none does. Raises RuntimeError when they cannot be run."""
        command = [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        try:
            done = subprocess.run(
                [*command, *tests],
                cwd=self.folder,
                env=self.environment,
                text=True,
                capture_output=True,
                timeout=LIMIT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "time"
        found = re.search(r"^FAILED (.+?)(?: - |$)", done.stdout, re.MULTILINE)
        if done.returncode not in (0, 1) or (done.returncode and not found):
            raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
        return found[1] if found else ""

    def judge(self, mutant: Mutant, tests: list[str], suspect: str) -> Result:
        """Change the line and see which test notices. suspect: the one that did last time, tried first."""
        path, started = self.folder / mutant.file, time.monotonic()
        source = path.read_text("utf-8")
        by = ""
        try:
            path.write_text(mutant.apply(source), "utf-8")
            with contextlib.suppress(RuntimeError):  # a test of that name may be no more
                by = self.failing([suspect]) if suspect else ""
            by = by or self.failing(tests)
        finally:
            path.write_text(source, "utf-8")
        if by and by != "time" and by not in self._sound:
            if self.failing([by]):
                raise RuntimeError(f"{by} fails where nothing is changed: mend that first.")
            self._sound.add(by)
        if not by and mutant.equivalent:
            return Result(EQUIVALENT)
        return Result(KILLED if by else SURVIVED, by, round(time.monotonic() - started, 1))


def judge_all(mutants: list[Mutant], tests: list[str], jobs: int) -> dict[str, Result]:
    """What becomes of each mutant, `jobs` at a time. It tells on standard error how far it is."""
    before = recorded()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        trees: queue.SimpleQueue[Tree] = queue.SimpleQueue()
        for index in range(jobs):
            trees.put(Tree(pathlib.Path(folder) / str(index)))

        def judge(mutant: Mutant) -> Result:
            tree = trees.get()
            try:
                return tree.judge(mutant, tests, before[mutant.name].by if mutant.name in before else "")
            finally:
                trees.put(tree)

        found = tqdm(pool.map(judge, mutants), total=len(mutants), unit="mutant", disable=None)
        return {mutant.name: result for mutant, result in zip(mutants, found, strict=True)}


def run(names: list[str], listed: bool, as_json: bool, jobs: int | None) -> int:
    """The command. names: of the mutants to judge; none: all of them. Returns the exit status."""
    mutants, tests = load()
    unknown = [name for name in names if name not in [mutant.name for mutant in mutants]]
    if unknown:
        print(f"sim: there is no mutant {unknown[0]}. `sim mutants --list` names them.", file=sys.stderr)
        return 2
    chosen = [mutant for mutant in mutants if not names or mutant.name in names]
    try:
        for mutant in chosen:  # before hours go by: a line may have changed
            mutant.apply((ROOT / mutant.file).read_text("utf-8"))
        results = recorded() if listed else judge_all(chosen, tests, jobs or os.cpu_count() or 1)
    except (ValueError, RuntimeError) as error:
        print(f"sim: {error}", file=sys.stderr)
        return 2
    if not listed:
        kept = {**recorded(), **results}
        text = {mutant.name: asdict(kept[mutant.name]) for mutant in mutants if mutant.name in kept}
        RESULTS.write_text(json.dumps(text, indent=1) + "\n", "utf-8")
    return tell(chosen, results, as_json)


def tell(mutants: list[Mutant], results: dict[str, Result], as_json: bool) -> int:
    """Print what was found. Returns the exit status: 1 where a mutant lives that should not."""
    outcomes = {mutant.name: results.get(mutant.name, Result("not run")) for mutant in mutants}
    counts = {kind: [one.outcome for one in outcomes.values()].count(kind) for kind in (KILLED, EQUIVALENT)}
    survivors = [name for name, result in outcomes.items() if result.outcome not in counts]
    if as_json:
        print(json.dumps({"mutants": len(mutants), **counts, "survivors": survivors}))
    else:
        for mutant in mutants:
            result = outcomes[mutant.name]
            print(f"{mutant.name:32} {mutant.rule:8} {result.outcome:10} {result.by or mutant.equivalent}")
        print(
            f"{len(mutants)} mutants, {counts[KILLED]} killed, {counts[EQUIVALENT]} equivalent, {len(survivors)} left."
        )
    return 1 if survivors else 0
