"""A new game is three modules and a name: its rules, its bot, its pages, and the name in engine.GAMES. Nothing else
knows games.
"""

import sys
from types import ModuleType

import pytest

import engine
import engine.bots
from sim.room import Room
from tests.test_menu import Desk

ENGINE = '''
"""Heads or tails: whoever is first to throw three heads wins."""

from engine import core

THROW = 1


class View(core.View):
    heads: list[int]


class Game(core.Game):
    PHASES = ("throw", "over")
    PEOPLE_MS = (2000, 0)
    SHOWING = ()
    TURN_PHASE = "throw"
    FEWEST_WIN = False
    TITLES = ("thrower",)

    @staticmethod
    def choices(players):
        return (("heads", (3, 2)), ("rounds", (1,)))

    def _deal(self, starter):
        self.round += 1
        self.heads, self.actor, self.phase, self._legal = [0] * self.players, starter, "throw", [THROW << 8]

    def _do(self, kind, argument):
        self.heads[self.actor] += self._generator.below(2)
        if self.heads[self.actor] == self.options["heads"]:
            self.phase, self._legal, self.actor = "over", [], None
        else:
            self.actor = (self.actor + 1) % self.players

    def _state(self):
        return [self.actor, self.round, self.carried, self.heads]

    def scores(self):
        return self.heads[:]

    def next_starter(self):
        return 0

    def deeds(self, action):
        return [("thrower", self.actor, 1)]

    def view(self, seat):
        v = View()
        self._show(v, seat)
        v.heads = self.heads[:]
        return v
'''

BOT = '''
"""Throws the coin."""

from engine import bots


class Bot(bots.Bot):
    def __init__(self, seed, seat, personality):
        pass

    def see(self, view, now_ms):
        pass

    def choose(self, view, actions, now_ms):
        return actions[0]
'''

PAGES = '''
"""Heads or tails on the screen."""

from pocket.screens.page import Page

SENTENCES = {"coin": "Heads or Tails", "about_coin": "Three heads win.", "first_coin": "Who has a coin?"}
SENTENCES.update({"heads": "{} heads", "throw": "throw", "option_heads": "Heads", "title_thrower": "Thrower"})


def page(words, view, me):
    if view.over:
        return None
    made = Page((me.count,), words.say("your_turn"), words.say("heads", view.heads[view.seat]))
    if me.acts:
        made.yes = words.say("throw"), (me.do.act, 1 << 8)
    return made
'''


@pytest.fixture(autouse=True)
def coin(monkeypatch):
    for name, source in (("engine.coin", ENGINE), ("engine.bots.coin", BOT), ("pocket.screens.game_coin", PAGES)):
        package, _, short = name.rpartition(".")
        module = ModuleType(name)
        monkeypatch.setitem(sys.modules, name, module)
        monkeypatch.setattr(sys.modules[package], short, module, raising=False)
        exec(source, vars(module))
    monkeypatch.setattr(engine, "GAMES", (*engine.GAMES, "coin"))


def test_bots_play_it_on_virtual_boards():
    room = Room(3, 0, 1, "mono", {"game": "coin"}, {"loss": 0.1})
    assert room.run_until(room.finished, room.now_ms + 3600 * 1000)
    games = [session.game for session in room.sessions()]
    assert len({game.digest() for game in games}) == 1
    assert max(games[0].scores()) == 3
    assert [name for name, _ in room.sessions()[0].honours.titles()] in ([], ["thrower"])


def test_a_person_chooses_it_in_the_lobby_and_plays_it():
    desk = Desk(bot_ms=50)
    desk.choose("Open a table")
    desk.choose("Add a bot")
    desk.choose("Game: ")
    desk.choose("Heads or Tails")
    assert desk.session.lobby.game == "coin"
    desk.choose("Options")
    desk.choose("Heads: 3")
    desk.choose("Back")
    desk.choose("Start")
    desk.wait(1000)
    for _ in range(60):
        if desk.session.game.over:
            break
        desk.tap(0)
        desk.wait(700)
    assert desk.session.game.over
    assert max(desk.session.game.scores()) == 2
