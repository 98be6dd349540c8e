"""A new game is three modules and a name: its rules, its bot, its pages, and the name in engine.GAMES. Nothing else
knows games.
"""

import json
import os
import sys
from types import ModuleType

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

import engine
import engine.bots
from sim import words
from sim.__main__ import main
from sim.measure import gallery, tournament
from sim.room import Room
from sim.window import television
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

    @staticmethod
    def told(action):
        return "throws the coin"

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
    made = Page((me.count,), words.say("your_turn"), words.say("heads", view.heads[view.seat or 0]))
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
    assert [name for name, _ in room.sessions()[0].match.honours.titles()] in ([], ["thrower"])


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


def test_the_tournament_plays_it():
    plan = tournament.Plan("coin", 3, {"heads": 3, "rounds": 1}, 7, ["ordinary"] * 3)
    result = tournament.report(plan, *tournament.play_all(plan, 10, 1), 1.0)
    assert (result["unfinished"], result["claim_true"]) == (0, None)
    assert result["actions_per_game"] == pytest.approx(result["turns_per_round"])
    assert result["minutes_per_game"] == pytest.approx(result["actions_per_game"] * 2 / 60, abs=0.05)


def test_the_commands_play_and_replay_it(tmp_path, capsys):
    run = str(tmp_path / "run.json")
    of_three = ["play", "--headless", "--json", "--players=3", "--bots=3", "--seed=5", f"--record={run}"]
    assert main([*of_three, "--game=coin", "--heads=2"]) == 0
    played = json.loads(capsys.readouterr().out)
    assert (played["options"], max(played["scores"])) == ({"heads": 2, "rounds": 1}, 2)
    assert main(["replay", run, "--headless", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["entries"] == played["entries"]
    assert main(["tournament", "--game=coin", "--games=3", "--heads=2", "--jobs=1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["options"]["heads"] == 2
    with pytest.raises(SystemExit):
        main(["play", "--headless", "--game=coin", "--heads=5"])
    assert "--heads must be one of 2, 3." in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    assert "coin: Heads (default: 3)" in capsys.readouterr().out


def test_what_happens_in_it_is_told_in_words():
    assert words.action_words("coin", 1 << 8) == "throws the coin"
    assert words.secrets(engine.new_game("coin", 3, 1)) == [[], [], []]


def test_the_gallery_shows_its_pages():
    assert gallery.groups()["coin"] == "Heads or Tails"
    shown = dict(gallery.shown("coin", "en"))
    assert {"throw, whose turn it is", "over, a winner"} <= set(shown)
    assert gallery.picture("mono", shown["throw, whose turn it is"]).size == (128, 64)


def test_a_television_shows_it():
    room = Room(3, 0, 1, "mono", {"game": "coin"})
    assert room.run_until(lambda: all(one.table and one.table.count > 3 for one in room.sessions()), 10**6)
    pictures, screen = set(), television.Television()
    for _ in range(3):
        target = pygame.Surface(television.SIZE)
        assert screen.draw(target, room.sessions()[0])
        pictures.add(pygame.image.tobytes(target, "RGB"))
        count = room.sessions()[0].table.count
        assert room.run_until(lambda count=count: room.sessions()[0].table.count > count, 10**6)
    assert len(pictures) == 3
