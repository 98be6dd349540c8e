"""The tests of the protocol bite: each rule is broken in one line, and one of them notices.

`python3 dev.py sim mutants` judges all mutants anew; here a few are judged, and what it found last is looked through.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sim.__main__ import main
from sim.measure import mutants
from sim.measure.mutants import EQUIVALENT, KILLED, SURVIVED, Mutant, Result, Tree

MUTANTS, TESTS = mutants.load()
RECORDED = mutants.recorded()
CHAOS = "import sys; from sim.runs import chaos; sys.exit(chaos.main(range({}, {}), (), True))"


def test_the_rules_are_broken_in_at_least_sixty_ways():
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 60
    assert {str(rule) for rule in (2, 3, *range(5, 14))} <= {mutant.rule for mutant in MUTANTS}, "1 and 4 have no line"


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_follows_the_code_and_was_noticed(mutant):
    source = (mutants.ROOT / mutant.file).read_text("utf-8")
    assert mutant.apply(source) != source
    assert RECORDED[mutant.name].outcome == (EQUIVALENT if mutant.equivalent else KILLED)


def test_a_line_that_is_not_there_once_is_told():
    mutant = Mutant("m", "1", "file.py", "f", "x = 1", "x = 2", "")
    assert (
        mutant.apply("def f():\n    x = 1\n\n\ndef g():\n    x = 1\n")
        == "def f():\n    x = 2\n\n\ndef g():\n    x = 1\n"
    )
    for source in ("def g():\n    x = 1\n", "def f():\n    x = 1\n    x = 1\n"):
        with pytest.raises(ValueError, match=r"m: the line stands [02] times in f of file.py"):
            mutant.apply(source)


def test_a_line_that_has_changed_is_told_before_any_is_judged(monkeypatch, capsys):
    gone = Mutant("gone", "2", MUTANTS[0].file, "settled", "return 7", "return 8", "")
    monkeypatch.setattr(mutants, "load", lambda: ([MUTANTS[0], gone], TESTS))
    monkeypatch.setattr(mutants, "judge_all", lambda *rest: pytest.fail("judged"))
    assert main(["mutants"]) == 2
    assert "gone: the line stands 0 times" in capsys.readouterr().err


def test_survivors_are_told_and_the_command_fails(monkeypatch, capsys):
    found = {name: Result(SURVIVED) if name == MUTANTS[0].name else one for name, one in RECORDED.items()}
    monkeypatch.setattr(mutants, "recorded", lambda: found)
    assert main(["mutants", "--list", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["mutants"], told["survivors"]) == (len(MUTANTS), [MUTANTS[0].name])
    assert main(["mutants", "nobody"]) == 2
    assert "there is no mutant nobody" in capsys.readouterr().err


def test_what_the_last_whole_run_found_is_listed(capsys):
    assert main(["mutants", "--list"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [mutant.name for mutant in MUTANTS]
    assert last.endswith(" 0 left.")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return Tree(tmp_path_factory.mktemp("mutants"))


def named(name):
    return next(mutant for mutant in MUTANTS if mutant.name == name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mended_at_the_shortest", "follows_two_short"])
def test_a_mutant_is_noticed(tree, name):
    by = RECORDED[name].by
    assert tree.judge(named(name), [by], by).outcome == KILLED


@pytest.mark.slow
def test_what_changes_nothing_survives(tree):
    (equivalent,) = [mutant for mutant in MUTANTS if mutant.name == "listener_mends"]
    assert tree.judge(equivalent, ["tests/test_log.py"], "").outcome == EQUIVALENT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seeds"), [("settled_by_all_but_one", (0, 2)), ("never_forgets", (8, 9)), ("kept_short", (9, 10))]
)
def test_chaos_notices(tree, name, seeds):
    mutant = named(name)
    path = Path(tree.folder / mutant.file)
    source = path.read_text("utf-8")
    path.write_text(mutant.apply(source), "utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", CHAOS.format(*seeds)],
            env=tree.environment,
            text=True,
            capture_output=True,
            check=False,
        )
    finally:
        path.write_text(source, "utf-8")
    assert json.loads(done.stdout)["failed_seeds"], done.stderr
