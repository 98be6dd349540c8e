"""docs/architecture.md tells what happens: its walks are compared with a real press in a room of two devices."""

import re
import sys
from pathlib import Path

import pytest

from pocket.keys import YES
from sim.room import Room

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def walk(heading):
    """The functions that a section of the page names, one a step."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. `(\S+)`", section, re.MULTILINE)


def name_of(code):
    """module.function of what is called, for code of the boards; None for any other."""
    for folder in (ROOT / "lib", ROOT / "engine"):
        if code.co_filename.startswith(str(folder)):
            path = Path(code.co_filename).relative_to(folder if folder.name == "lib" else ROOT)
            return ".".join([*path.with_suffix("").parts, code.co_qualname])
    return None


@pytest.fixture(scope="module")
def called():
    """The functions that a press calls, in order: on the device that is pressed, and on the one that hears of it."""
    room = Room(2, 2, 1, "mono", {"claims": "picked"})
    room.run_until(lambda: all(one.table and one.table.settled() for one in room.sessions()), room.now_ms + 60000)
    room.run_to(room.now_ms + 2000)
    (presser,) = [index for index, one in enumerate(room.sessions()) if one.match.my_turn()]
    found = {presser: [], 1 - presser: []}
    stepping = None

    def note(frame, event, argument):
        nonlocal stepping
        name = name_of(frame.f_code) if event == "call" else None
        if name == "pocket.app.App.step":
            stepping = room.apps.index(frame.f_locals["self"])
        if name:
            found[stepping if stepping is not None else presser].append(name)

    room.press(presser, YES, True)
    sys.setprofile(note)
    try:
        room.run_to(room.now_ms + 200)
    finally:
        sys.setprofile(None)
    return found[presser], found[1 - presser]


@pytest.mark.parametrize(("heading", "device"), [("A key press", 0), ("A frame from the air", 1)])
def test_a_walk_is_the_real_one(called, heading, device):
    calls = iter(called[device])
    for step in walk(heading):
        assert step in calls, f"{step} is not called, or not after the step before"  # `in` reads on from there


def test_the_walk_of_a_press_is_as_long_as_the_page_says():
    steps = walk("A key press")
    modules = {re.match(r"[a-z_.0-9]+(?=\.)", step.replace("._", ".X"))[0] for step in steps}
    assert f"{len(steps)} steps through {len(modules)} modules" in PAGE
    assert len(steps) <= 16
