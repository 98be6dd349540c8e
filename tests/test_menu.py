"""The device's menu: what it changes at once, and what is still so after the device was off."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocket.keys import LONG_MS, NO, YES
from pocket.lamp import LOW, WRONG
from pocket.player import player_of
from pocket.screens.lobby_pages import lobby_page
from pocket.screens.page import PIECE, pieces
from pocket.screens.pages import HINT_MS, READ
from pocket.settings import Settings
from pocket.words import Words, languages
from sim.measure.stage import looking_round
from sim.room import Room


class Desk:
    """A device in somebody's hand, alone in a room."""

    def __init__(self, **settings):
        self.room = Room(2, 2, 1, "mono", {"players": 0, "place": 0, **settings})
        self.room.switch_off(1)
        self.wait(500)

    @property
    def session(self):
        return self.room.apps[0].session

    def wait(self, ms):
        self.room.run_to(self.room.now_ms + ms)

    def tap(self, key, ms=40):
        self.room.press(0, key, True)
        self.wait(ms)
        self.room.press(0, key, False)
        self.wait(300)

    def hold(self):
        self.tap(NO, LONG_MS + 50)

    def shown(self):
        return self.room.apps[0].face.shown

    def say(self, *about):
        """A sentence as it says it."""
        return self.room.apps[0].words.say(*about)

    def choose(self, text):
        """Go to the item that begins with `text` and take it."""
        first = self.shown().main
        while not self.shown().main.startswith(text):
            self.tap(NO)
            assert self.shown().main != first, f"there is no item {text}"
        self.tap(YES)

    def restart(self):
        self.room.switch_off(0)
        self.room.switch_on(0)
        self.wait(500)


def test_holding_no_opens_the_menu_and_closes_it():
    desk = Desk()
    before = desk.shown()
    desk.hold()
    assert desk.shown().title == "Menu"
    desk.hold()
    assert desk.shown() == before
    desk.hold()
    desk.choose("Back")
    assert desk.shown() == before


@pytest.mark.parametrize("at_table", [False, True])
def test_another_language_is_spoken_at_once_and_after_a_restart(at_table):
    desk = Desk(name="Ada")
    if at_table:
        desk.choose("Play with")
    desk.hold()
    desk.choose("Language: English")
    assert desk.shown().title == "Menü"
    assert desk.shown().main == "Sprache: Deutsch"
    desk.hold()
    if not at_table:
        assert desk.shown().title == desk.say("hello", "Ada") == "Hallo Ada"
    desk.restart()
    assert desk.session.settings.language == "de"
    assert desk.shown().title == (desk.shown().title if at_table else "Hallo Ada")


@pytest.mark.parametrize(("key", "said"), [("00" * 16, True), ("00" * 15 + "01", False)])
def test_the_public_key_is_named_under_about_and_where_a_table_is_open(key, said):
    desk, sentence = Desk(key=key), "The key is public."
    desk.choose("Open a table")
    assert (desk.shown().note == sentence) == said
    desk.hold()
    desk.choose("About")
    about = []
    while desk.shown().main not in about:
        about.append(desk.shown().main)
        desk.tap(NO)
    assert (sentence in about) == said
    of_a_set = lobby_page(Words(), player_of(looking_round("Ada", key=key, players=4, place=2), 0))
    assert (of_a_set.note == sentence) == said


def test_every_language_comes_round():
    desk = Desk()
    desk.hold()
    seen = []
    for _ in languages():
        desk.choose(desk.say("language", ("this_language",)))
        seen.append(desk.session.settings.language)
    assert seen == [*languages()[1:], languages()[0]]


def test_what_was_chosen_is_kept_and_what_was_not_follows_the_settings():
    desk = Desk(brightness=60)
    desk.hold()
    desk.choose(desk.say("brightness", 60))
    desk.choose("Hints: off")
    desk.restart()
    kept = desk.session.settings
    assert (kept.brightness, kept.hints, kept.sound, kept.language) == (100, 1, 1, "en")


def test_preferences_that_make_no_sense_are_left_as_they_are_set():
    made = Settings({}.get)
    made.recall(bytes([0, 99, 7, 200]))
    made.recall(b"\xff")
    assert (made.brightness, made.language, made.sound, made.hints) == (30, "en", 1, 1)


def test_the_rules_of_the_game_can_be_read():
    desk = Desk(game="caps")
    desk.hold()
    desk.choose("Rules")
    seen = []
    while desk.shown().main not in seen:
        seen.append(desk.shown().main)
        desk.tap(NO)
    keys = [f"rules_caps_{number}" for number in range(1, 7)]
    keys += [f"light_{light}" for light in range(WRONG, LOW + 1)]
    assert " ".join(seen) == " ".join(desk.say(key) for key in keys)
    assert max(map(len, seen)) <= PIECE
    desk.tap(YES)
    assert desk.shown().title == "Menu"


def test_a_pause_keeps_the_log_at_once():
    desk = Desk()
    desk.choose("Play with")
    desk.wait(300)
    desk.tap(YES)
    writes = desk.session.member.keeper._store.writes
    desk.hold()
    desk.choose("Pause")
    assert desk.shown().title == "Paused"
    assert desk.session.member.keeper._store.writes == writes + 1
    desk.tap(YES)
    assert desk.shown().title not in ("Paused", "Menu")


def hinted(mine):
    """A desk that shows the first hint of a game, to somebody who is to act or who is not."""
    desk = Desk(hints=1, bot_ms=60000)
    desk.choose("Play with")
    desk.session.game.actor = desk.session.seat if mine else 1 - desk.session.seat
    desk.room.apps[0]._seen = None  # as if it had been seen for the first time
    desk.wait(600)
    assert desk.shown().main == desk.say("hint_start")
    return desk


def test_a_hint_stays_until_it_is_read_and_comes_once():
    desk = hinted(True)
    desk.wait(3 * HINT_MS)
    assert desk.shown().main == desk.say("hint_start")
    desk.tap(YES)
    assert desk.shown().main != desk.say("hint_start")
    assert desk.session.table.count == 0
    assert desk.session.match.hints_seen["hint_start"] == READ


def test_who_is_not_to_act_sees_a_hint_for_a_while():
    desk = hinted(False)
    desk.wait(HINT_MS)
    assert desk.shown().main != desk.say("hint_start")
    assert desk.session.match.hints_seen["hint_start"] == READ


def test_a_key_that_is_down_as_a_hint_ends_does_nothing_in_what_comes_after_it():
    desk = hinted(False)
    before = desk.shown()
    for _ in range(HINT_MS // 10):
        if desk.shown() != before:
            break
        desk.wait(10)
    after = desk.shown()
    assert after != before
    desk.room.press(0, NO, True)  # within the guard time after the hint has gone by itself
    desk.wait(40)
    desk.room.press(0, NO, False)
    desk.wait(40)
    assert desk.shown() == after


@given(st.text("ab ", max_size=300))
def test_pieces_are_short_and_lose_nothing(text):
    text = " ".join(text.split())
    if all(len(word) <= PIECE for word in text.split()):
        parts = pieces(text) if text else []
        assert " ".join(parts) == text
        assert all(len(part) <= PIECE for part in parts)


def test_a_demo_plays_match_after_match_until_somebody_presses():
    desk = Desk(bot_ms=50, reveal_ms=500)
    desk.choose("Demo")
    first = desk.session.table_id
    assert desk.session.match.played_by_bot()
    assert desk.shown().note == desk.say("demo_runs")
    assert desk.room.run_until(lambda: desk.session.table_id not in (None, first), desk.room.now_ms + 3600 * 1000)
    desk.tap(YES)
    assert desk.session.table is None
    assert desk.shown().title.startswith("Hello")
