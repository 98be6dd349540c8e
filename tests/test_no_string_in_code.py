"""Everything that is drawn comes out of the tables of words: in a language whose every word is marked, no other is
seen but names of people and of settings.
"""

import re
from string import Formatter

import pytest

import engine
from boards.assets import language
from pocket.words import Words, languages
from sim.measure import stage

PEOPLE = ("Anna", "Ben", "Clara", "David")
ENGLISH = language.complete("en")[0]
NUMBERED = language.numbered(ENGLISH)
MARKED = re.compile("⟦[^⟧]*⟧")
SIGNS = {"J", "Q", "K", "A", "OK"}  # what a card of ZSA has in its corner


class Marked:
    """English, in which every word that comes out of the table stands between ⟦ and ⟧."""

    def sentence(self, key):
        text = ENGLISH["sentences"].get(key)
        if text is None:
            return None
        return "".join(each(literal) + ("{}" if field is not None else "") for literal, field, *_ in parse(text))

    def numbered(self, number):
        return each(NUMBERED[number])


def each(text):
    """Every word between marks: a long text can be shown piece by piece."""
    return re.sub(r"[^\W\d]\w*", "⟦\\g<0>⟧", text)


def parse(text):
    return Formatter().parse(text)


WORDS = Words()
WORDS.table = Marked()


def unmarked(page):
    """Words of a page that are in no table: not of a person, a setting or one of its values."""
    found = set()
    shown = [page.at(WORDS, cursor, held) for cursor in range(len(page.items or "1")) for held in (False, True)]
    for text in {text for one in shown for text in stage.texts(one)}:
        rest = MARKED.sub(" ", text)
        found |= set(re.findall(r"[^\W\d]\w*", rest))
    return found - set(PEOPLE) - SIGNS


def test_before_a_game_and_between_the_moves():
    shown = [*stage.lobby(WORDS, PEOPLE), *stage.interruptions(WORDS, PEOPLE)]
    found = {word for _, page in shown if page.key != "crash" for word in unmarked(page)}
    assert {word for word in found if not re.match("HATS_[A-Z_]+$", word)} - values() == set()


def values():
    """Every value that a setting can have, and so be named where it has another, and what firmware and makers say."""
    found = {*engine.GAMES, *languages(), "each", "mixed", "True", "False", *engine.PERSONALITIES}
    for game in engine.GAMES:
        for players in range(engine.SEATS_MIN, engine.SEATS_MAX + 1):
            found |= {str(one) for _, allowed in engine.rules(game).choices(players) for one in allowed}
    return found | set(re.findall(r"[^\W\d]\w*", " ".join(word for _, *said in stage.TROUBLES for word in said)))


@pytest.mark.slow
@pytest.mark.parametrize("claims", ["spoken", "picked"])
@pytest.mark.parametrize("game", engine.GAMES)
def test_in_a_game(game, claims):
    options = {} if game == "caps" else {"claims": claims}
    found = {word for _, page in stage.match(WORDS, game, PEOPLE, 1, options) for word in unmarked(page)}
    assert found == set()


def test_a_crash_tells_only_the_error_in_its_own_words():
    from pocket.screens.pages import crash_page

    assert unmarked(crash_page(WORDS, ValueError("this and that"))) == {"ValueError", "this", "that", "and"}
