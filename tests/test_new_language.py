"""A seventh language is one file: everything that knows languages finds it there."""

import pytest

from boards.assets import deck, language
from boards.tool import plan
from pocket import words
from pocket.settings import Settings
from sim.measure import sentences

HEAD = """[alphabet]
capitals = "ÈŻ"

[sentences]
this_language = "Novessa"
yes = "è"

[gifts]
"hat" = ["żat", "a nice żat", "a żat"]
"""


@pytest.fixture
def seventh(tmp_path, monkeypatch):
    """A tree in which somebody has written one file more."""
    tables = tmp_path / "tables"
    tables.mkdir()
    for path in language.TABLES.glob("*.toml"):
        (tables / path.name).write_bytes(path.read_bytes())
    (tables / "xx.toml").write_text(HEAD, encoding="utf-8")
    monkeypatch.setattr(language, "TABLES", tables)
    language.make(tmp_path / "assets" / "words")
    monkeypatch.setattr(words, "folder", lambda: str(tmp_path / "assets" / "words"))
    monkeypatch.setattr("pocket.settings.folder", words.folder)
    return tmp_path


def test_a_device_finds_it_and_speaks_it(seventh):
    assert words.languages() == language.languages() == ["en", "de", "fr", "it", "ru", "vi", "xx"]
    spoken = words.Words("xx")
    assert (spoken.say("this_language"), spoken.say("yes"), spoken.say("no")) == ("Novessa", "è", "no")
    assert spoken.gift(5) == "żat"


def test_its_letters_are_drawn(seventh):
    assert language.alphabet("xx") == "ÈŻèż"


def test_a_player_can_choose_it_and_the_device_keeps_that(seventh):
    made = Settings({}.get)
    made.prefer("language", "xx")
    kept = Settings({}.get)
    kept.recall(made.preferences)
    assert kept.language == "xx"


def test_a_deck_can_have_it(seventh):
    assert deck._gift({"en": "pot", "xx": ["pò", "pò", "pò"], "picture": "1F372"}, 1, seventh).names["xx"][0] == "pò"


def test_it_is_installed_on_boards(seventh, monkeypatch):
    monkeypatch.setattr(plan, "ROOT", seventh)
    (seventh / "assets" / "mono").mkdir()
    assert sorted(plan.assets("mono", ["xx"])) == ["assets/words/en.words", "assets/words/xx.words"]


@pytest.mark.slow
def test_its_sentences_are_printed_with_the_screens_on_which_they_stand(seventh, capsys):
    assert sentences.main(["xx"]) == 0
    told = capsys.readouterr().out.splitlines()
    keys = language.table("en")["sentences"]
    assert [line.split("\t")[0] for line in told[: len(keys)]] == list(keys)
    assert "language\tLanguage: Novessa\t[the menu]" in told
    assert not [line for line in told if "{" in line]
