"""What screens are made of: words, a view and a Player, and nothing else. A page is plain data, and making one changes
nothing.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from pocket.player import player_of
from pocket.screens.lobby_pages import lobby_page
from sim.measure import stage
from tests.matches import PEOPLE, WORDS

ROOT = Path(__file__).resolve().parents[1]
SCREENS = ROOT / "lib" / "pocket" / "screens"


class Sealed(stage.Hand):
    """The hand of a seat; a page that reaches for a game, or anything else behind it, is found out."""

    def __getattr__(self, name):
        raise AssertionError(f"a page asks for {name}")


def seen(made):
    """Everything that a page says and does, for comparing it with another."""
    return vars(made), [made.at(WORDS, cursor, held) for cursor in range(len(made.items or "1")) for held in (0, 1)]


def state(seat):
    """What a seat's Player and view hold, but for the time, which is set as a page is made."""
    return repr({**vars(seat.me), "since_ms": 0, **vars(seat.view)})


@pytest.mark.slow
@pytest.mark.parametrize("name", engine.GAMES)
@pytest.mark.parametrize("players", [2, 5])
def test_a_page_reaches_no_game_and_making_it_twice_gives_the_same_and_changes_nothing(name, players):
    situations = 0
    for _, make in stage.views(name, PEOPLE[:players], players):
        seat = make.func.__self__
        seat.me.do = Sealed()
        before = state(seat)
        first, second = make(WORDS), make(WORDS)
        assert seen(first) == seen(second)
        assert state(seat) == before
        situations += 1
    assert situations > 100


def test_so_it_is_before_a_game(monkeypatch):
    made = []

    def twice(words, session):
        before = repr((vars(session.lobby), vars(session.settings), session.match.draft))
        first, second = [lobby_page(words, player_of(session, 0)) for _ in range(2)]
        assert seen(first) == seen(second)
        assert repr((vars(session.lobby), vars(session.settings), session.match.draft)) == before
        assert session.game is None
        made.append(first)
        return first

    monkeypatch.setattr(stage, "before", twice)
    list(stage.lobby(WORDS, PEOPLE[:3]))
    assert len(made) > 20


TYPOS = {  # in a module of the screens: what is written, and what for
    "game_gifts": ("view.receiver", "view.recevier"),
    "game_zsa": ("view.direction_card", "view.direction_crad"),
    "game_caps": ("me.acts", "me.atcs"),
    "pages": ("view.winners", "view.winers"),
}


def test_a_field_of_a_view_that_is_misspelt_is_an_error_before_anything_runs(tmp_path):
    for module, (right, wrong) in TYPOS.items():
        text = (SCREENS / f"{module}.py").read_text(encoding="utf-8")
        assert right in text
        (tmp_path / f"typo_{module}.py").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    shutil.copy(SCREENS / "game_gifts.py", tmp_path / "right_game_gifts.py")
    command = [sys.executable, "-P", "-m", "mypy", *map(str, sorted(tmp_path.glob("*.py")))]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False).stdout
    found = [line for line in told.splitlines() if "error:" in line]
    assert len(found) == len(TYPOS), told
    for module, (_, wrong) in TYPOS.items():
        assert any(f"typo_{module}.py" in line and f'no attribute "{wrong.split(".")[1]}"' in line for line in found)
