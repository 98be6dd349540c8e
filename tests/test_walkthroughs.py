"""docs/developing.md can be followed: its patches apply, its commands print what it quotes, its diffs are the patches'.

A section that names a patch of docs/walkthroughs/ is about the tree with that patch; its commands run there.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).resolve().parents[1]
DOC = (ROOT / "docs" / "developing.md").read_text("utf-8")
PATCHES = {path.name: path for path in sorted((ROOT / "docs" / "walkthroughs").glob("*.patch"))}
NOT_COPIED = shutil.ignore_patterns(".*", "dist", "__pycache__")
COMMAND = "    $ python3 "
GOLDEN = [f"tests/test_golden.py::test_{python}_plays_the_golden_games[gifts]" for python in ("cpython", "micropython")]

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git, which applies patches, is not installed.")


def sections():
    """Of each section of the page: (heading, the patch that it is about or None, its text)."""
    for text in re.split(r"\n##+ ", DOC)[1:]:
        named = re.search(r"\(walkthroughs/(\S+\.patch)\)", text)
        yield text.split("\n")[0], named and named[1], text


def quoted(text):
    """The commands of a section whose output is quoted: (arguments, the output)."""
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE):
        for piece in block.split(COMMAND)[1:]:
            command, _, output = piece.partition("\n")
            if output.strip():
                yield command.split("#")[0].split(), re.sub("^    ", "", output, flags=re.MULTILINE).strip("\n")


def named_as_failing(patch):
    (text,) = [text for _, named, text in sections() if named == patch]
    return re.findall(r"^    FAILED (\S+)", text, re.MULTILINE)


QUOTED = [(patch, *one) for _, patch, text in sections() for one in quoted(text)]


class Tree:
    """A copy of the project in a folder of its own, with the environment that it needs, set up as dev.py does it."""

    def __init__(self, folder, like=ROOT):
        self.folder = folder / "tree"
        shutil.copytree(like, self.folder, ignore=NOT_COPIED)
        venv = self.folder / dev.VENV.name
        subprocess.run([sys.executable, "-I", "-m", "venv", "--without-pip", venv], check=True)
        packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(venv)}))
        packages.rmdir()
        packages.symlink_to(sysconfig.get_path("purelib"))  # where relative paths lead to the tree's own program
        for made in dev.VENV.glob("made-*"):
            shutil.copy(made, venv)

    def apply(self, patch):
        apply = ["git", "apply", str(PATCHES[patch])]
        environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(self.folder.parent)}
        subprocess.run(apply, cwd=self.folder, env=environment, check=True)

    def run(self, *arguments):
        """(standard output, standard error) of `python3` with these arguments."""
        done = subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, text=True, capture_output=True, timeout=600, check=False
        )
        return done.stdout, done.stderr

    def failed(self, *arguments):
        """The names of the tests that fail, of those that the arguments for pytest choose."""
        told, _ = self.run("dev.py", "test", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=quick", *arguments)
        assert " passed" in told, told
        return re.findall(r"^FAILED (\S+)", told, re.MULTILINE)


@pytest.fixture(scope="module")
def trees(tmp_path_factory):
    """A function that gives the tree with a patch, or with none."""
    made = {}

    def tree(patch):
        if patch not in made:
            made[patch] = Tree(tmp_path_factory.mktemp("walk"))
            if patch:
                made[patch].apply(patch)
        return made[patch]

    return tree


def test_the_page_names_every_patch_and_quotes_outputs():
    assert {patch for _, patch, _ in sections() if patch} == set(PATCHES)
    assert len(QUOTED) > 3


def test_the_size_of_each_patch_is_as_the_page_says():
    for _, patch, text in sections():
        if patch:
            lines = PATCHES[patch].read_text("utf-8").splitlines()
            changed = [line for line in lines if re.match(r"[+-](?![+-]{2} )", line)]
            files = [line for line in lines if line.startswith("+++ ")]
            assert re.search(rf"\b{len(changed)} lines? in {len(files)} files?\b", text), f"{patch}: {len(changed)}"


@pytest.mark.parametrize("diff", re.findall(r"```diff\n(.*?)```", DOC, re.DOTALL), ids=lambda diff: diff.split("+")[-1])
def test_a_diff_of_the_page_stands_in_a_patch(diff):
    assert any(diff in path.read_text("utf-8") for path in PATCHES.values())


@pytest.mark.slow
@pytest.mark.parametrize(("patch", "arguments", "output"), QUOTED, ids=lambda value: value and " ".join(value)[:40])
def test_a_command_of_the_page_prints_what_is_quoted(trees, patch, arguments, output):
    assert output in "\n".join(trees(patch).run(*arguments))


@pytest.mark.slow
def test_the_house_rule_passes_its_own_tests_and_changes_the_golden_games(trees):
    failed = trees("house-rule.patch").failed("tests/test_gifts.py", "tests/test_pages.py", "tests/test_golden.py")
    assert failed == [name for name in GOLDEN if name in failed]
    assert GOLDEN[0] in failed


@pytest.mark.slow
def test_without_its_tests_the_house_rule_fails_those_that_the_page_names(trees, tmp_path):
    tree = Tree(tmp_path, trees("house-rule.patch").folder)  # whose letters and pictures are made
    shutil.rmtree(tree.folder / "tests")
    shutil.copytree(ROOT / "tests", tree.folder / "tests", ignore=NOT_COPIED)
    tests = "tests/test_pages.py", "tests/test_golden.py", "tests/test_rules_id.py"
    failed = tree.failed(*tests, "-k", "not micropython")
    assert failed == named_as_failing("house-rule.patch")


@pytest.mark.slow
def test_what_is_added_passes_the_tests_that_the_page_names(tmp_path):
    tree, added = Tree(tmp_path), {patch: text for _, patch, text in sections() if patch and patch.startswith("new-")}
    for patch in added:
        tree.apply(patch)
    for text in added.values():
        (command,) = re.findall(r"^    python3 dev\.py test (.+)$", text, re.MULTILINE)
        assert tree.failed(*shlex.split(command)) == []


@pytest.mark.slow
def test_the_bug_is_noticed_by_the_test_that_the_page_names(trees):
    assert set(named_as_failing("bug-hunt.patch")) <= set(trees("bug-hunt.patch").failed("tests/test_rules.py"))
