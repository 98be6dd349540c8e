"""dev.py, run as a person runs it, in a small project whose packages lie in a folder: no network is needed."""

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import dev

pytestmark = pytest.mark.slow  # environments are set up

SIM = """
import code, json, sys
import greeting, ring
print(json.dumps({"arguments": sys.argv[1:], "code": code.__file__, "path": sys.path}))
sys.exit(7)
"""
ASSETS = """
import pathlib, sys
if sys.argv[1:]: sys.exit(print("asked for", *sys.argv[1:]))
made = pathlib.Path(__file__).parents[2] / "assets" / "made.txt"
made.write_text(made.read_text() + "again" if made.exists() else "once")
"""
ECHO = "import sys; print({name!r}, *sys.argv[1:]); sys.exit({status})"


def write_wheel(folder):
    """Put a package `greeting`, version 1, into `folder` as a wheel."""
    info = "greeting-1.dist-info"
    with zipfile.ZipFile(folder / "greeting-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("greeting.py", "")
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: greeting\nVersion: 1\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", f"greeting.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")


class Project:
    """A copy of dev.py with a simulator, a test runner and linters that only tell how they were called."""

    def __init__(self, root):
        self.root = root
        for folder in ("requirements", "wheels", "sim", "lib/ring", "boards/assets"):
            (root / folder).mkdir(parents=True)
        shutil.copy(dev.__file__, root)
        write_wheel(root / "wheels")
        self.require("run", "greeting==1")
        self.require("test", "")
        self.require("bench", "open-spiel==0")
        self.write("code.py", "raise SystemExit('the device started')")
        self.write("sim/__main__.py", SIM)
        self.write("lib/ring/__init__.py", "")
        self.write("boards/assets/build.py", ASSETS)
        self.write("pytest.py", ECHO.format(name="pytest", status=5))
        self.write("ruff.py", ECHO.format(name="ruff", status=1))
        self.write("mypy.py", ECHO.format(name="mypy", status=0))

    def write(self, path, text):
        (self.root / path).write_text(text, encoding="utf-8")

    def require(self, part, requirement):
        self.write(f"requirements/{part}.txt", f"--no-index\n--find-links ../wheels\n{requirement}\n")

    def start(self, *arguments, **options):
        command = [sys.executable, str(self.root / "dev.py"), *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

    def run(self, *arguments, **options):
        """Returns the exit status, standard output and the lines of standard error."""
        process = self.start(*arguments, **options)
        out, err = process.communicate()
        return process.returncode, out, err.splitlines()


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project that has been set up."""
    project = Project(tmp_path_factory.mktemp("set up") / "é")
    status, out, lines = project.run("sim")
    assert status == 7, lines
    assert lines[-1].startswith("dev.py: set-up ready")
    assert json.loads(out)["arguments"] == []
    return project


def test_the_command_has_standard_output_and_the_exit_status(project, tmp_path):
    status, out, lines = project.run("play", "--seed", "a b", cwd=tmp_path)
    assert (status, lines) == (7, [])
    assert json.loads(out)["arguments"] == ["play", "--table", "--seed", "a b"]


def test_the_project_comes_last_on_the_path_so_that_its_code_hides_nothing(project):
    told = json.loads(project.run("sim", cwd=project.root)[1])
    assert told["path"][-2:] == [str(project.root), str(project.root / "lib")]
    assert Path(told["code"]).parent != project.root


def test_assets_are_made_when_they_are_missing_or_their_sources_changed(project):
    made = project.root / "assets" / "made.txt"
    assert made.read_text() == "once"
    assert project.run("assets") == (0, "", [])
    assert made.read_text() == "once"
    project.write("boards/assets/build.py", ASSETS + "# changed")
    assert project.run("sim")[0] == 7
    assert made.read_text() == "onceagain"
    shutil.rmtree(made.parent)
    assert project.run("assets")[0] == 0
    assert made.read_text() == "once"
    assert project.run("assets", "--sheet", "a b.png") == (0, "asked for --sheet a b.png\n", [])


def test_assets_that_cannot_be_made_stop_the_command_with_the_reason(project):
    project.write("boards/assets/build.py", "import sys; sys.exit('assets: no such letter')")
    status, out, lines = project.run("sim")
    project.write("boards/assets/build.py", ASSETS)
    assert (status, out) == (1, "")
    assert lines[-2:] == ["dev.py: assets: no such letter", "dev.py: The letters and pictures could not be made."]
    assert project.run("sim")[0] == 7


def test_changed_requirements_are_installed_once(project):
    project.require("run", "greeting==1  # changed")
    status, _, lines = project.run("sim")
    assert status == 7
    assert "dev.py: installing the packages of requirements/run.txt ..." in lines
    assert project.run("sim")[2] == []


def test_a_package_whose_installation_was_interrupted_is_installed_again(project):
    (record,) = (project.root / ".venv").glob("**/greeting-1.dist-info/RECORD")
    record.unlink()
    project.require("run", "greeting==1  # interrupted")
    assert project.run("sim")[0] == 7
    assert record.exists()


@pytest.mark.parametrize("name", ["PIP_TARGET", "PIP_USER", "PIP_PREFIX", "PIP_ROOT", "PIP_DRY_RUN", "PIP_NO_DEPS"])
def test_a_variable_of_pip_does_not_lead_the_set_up_astray(project, tmp_path, name):
    value = "1" if name in ("PIP_USER", "PIP_DRY_RUN", "PIP_NO_DEPS") else str(tmp_path)
    (package,) = (project.root / ".venv").glob("**/greeting-1.dist-info")
    shutil.rmtree(package)
    package.with_name("greeting.py").unlink()
    project.require("run", f"greeting==1  # {name}")
    status, _, lines = project.run("sim", env={**os.environ, name: value})
    assert (status, lines[-1][:20]) == (7, "dev.py: set-up ready")
    assert package.with_name("greeting.py").exists()
    assert list(tmp_path.iterdir()) == []


def test_packages_that_pip_puts_elsewhere_are_missed_and_nothing_counts_as_made(project, tmp_path):
    (tmp_path / "pip.conf").write_text(f"[install]\ntarget = {tmp_path / 'elsewhere'}\n")
    (package,) = (project.root / ".venv").glob("**/greeting-1.dist-info")
    shutil.rmtree(package)
    project.require("run", "greeting==1  # elsewhere")
    for _ in range(2):
        status, out, lines = project.run("sim", env={**os.environ, "PIP_CONFIG_FILE": str(tmp_path / "pip.conf")})
        assert (status, out) == (1, "")
        assert "pip has put the packages somewhere else" in lines[-1]
    assert project.run("sim")[0] == 7


def test_a_failed_set_up_says_what_to_do_and_can_be_completed(project):
    project.require("run", "greeting==2")
    status, out, lines = project.run("sim")
    assert (status, out) == (1, "")
    assert "No matching distribution found for greeting==2" in "\n".join(lines)
    assert "run the same command again" in lines[-1]
    project.require("run", "greeting==1")
    assert project.run("sim")[0] == 7


def test_the_benchmark_runs_without_its_optional_package(project):
    status, out, lines = project.run("sim", "bench")
    assert (status, json.loads(out)["arguments"]) == (7, ["bench"])
    assert [line for line in lines if "installing" not in line] == [
        "dev.py: open-spiel could not be installed: the comparison with it is left out."
    ]


def test_tests_run_with_pytest_and_without_node_it_is_told_what_is_skipped(project, tmp_path):
    environment = {**os.environ, "PATH": str(tmp_path)}
    status, out, lines = project.run("test", "-k", "a or b", env=environment)
    assert (status, out) == (5, "pytest -k a or b\n")
    assert lines[-1] == "dev.py: Node.js with npm is not installed: the MicroPython tests are skipped."
    _, out, _ = project.run("test", "--fast", "-k", "a", env=environment)
    assert out == "pytest -m not slow --hypothesis-profile=quick -k a\n"


def test_lint_runs_every_linter_and_fails_when_one_does(project):
    status, out, _ = project.run("lint")
    assert (status, out) == (1, "ruff format --check\nruff check\nmypy\n")


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C to a process group")
def test_after_an_interruption_two_at_once_complete_the_set_up_together(tmp_path):
    project = Project(tmp_path / "fresh")
    interrupted = project.start("sim", start_new_session=True)
    assert "setting up" in interrupted.stderr.readline()
    os.killpg(interrupted.pid, signal.SIGINT)
    assert interrupted.communicate() == ("", "")
    assert interrupted.returncode == 130

    both = [project.start("sim", str(number)) for number in range(2)]
    told = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [7, 7]
    assert [json.loads(out)["arguments"] for out, _ in told] == [["0"], ["1"]]
    assert [("setting up " in err) for _, err in told].count(True) == 1


@pytest.mark.parametrize(("arguments", "told"), [([], "usage: "), (["fly"], "dev.py: there is no command fly. The")])
def test_no_command_is_answered_with_the_usage_and_an_unknown_one_with_a_sentence(arguments, told, capsys):
    assert dev.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(told)
    assert err.count("\n") == 1 or not arguments


def test_an_old_python_is_told_in_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr(dev, "OLDEST_PYTHON", (99, 0))
    assert dev.main(["play"]) == 1
    assert "or newer is needed" in capsys.readouterr().err
    ast.parse(Path(dev.__file__).read_text(encoding="utf-8"), feature_version=(3, 6))  # old ones can read it
