"""A television looks on at a table of other processes, and a laptop sits down at one with a window of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from engine import GAMES, SEATS_MAX
from pocket import lobby_host
from pocket.app import App
from sim import words
from sim.__main__ import main
from sim.room import Blind, Room
from sim.runs import board, watch
from sim.window import art, pictograms, television, window
from tests.network import free_port

ROOT = Path(__file__).resolve().parents[1]
LIMIT_S = 90


def start(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "sim", *arguments],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.slow
def test_a_television_hears_a_whole_match_of_other_processes():
    port = f"--port={free_port()}"
    processes = [start("watch", "--headless", "--json", "--until-over", port)]
    for place in (1, 2, 3):
        quick = ["--set=bot_ms=1", "--set=reveal_ms=500", "--set=claims=picked", "--set=penalties=2"]
        processes.append(
            start(
                "board", port, f"--place={place}", "--players=3", "--bot", "--seed=7", "--json", "--until-over", *quick
            )
        )
    try:
        outputs = [process.communicate(timeout=LIMIT_S) for process in processes]
    finally:
        for process in processes:
            process.kill()
    assert [errors for _, errors in outputs] == [""] * 4
    *lines, end = [json.loads(line) for line in outputs[0][0].splitlines()]
    result = json.loads(outputs[1][0])
    assert (end["digest"], end["scores"], end["names"]) == (result["digest"], result["scores"], result["names"])
    assert [line["entry"] for line in lines] == list(range(result["entries"]))
    assert lines[0]["action"] == "draws a gift"
    assert {line["name"] for line in lines} <= set(result["names"])


def a_session(game="gifts"):
    """A room some way into a match."""
    room = Room(4, 0, 7, "mono", {"game": game}, program=Blind)
    room.run_until(lambda: all(one.table and one.table.count > 20 for one in room.sessions()), 10**6)
    return room


def test_the_picture_is_drawn_once_for_each_thing_that_happens():
    room, shown = a_session(), television.Television()
    session, target = room.sessions()[1], pygame.Surface((1280, 720), depth=32)
    drawn = 0
    for _ in range(40):
        drawn += shown.draw(target, session)
        room.run_to(room.now_ms + 250)
    assert 2 < drawn < 30
    still = session.table.count, target.get_buffer().raw
    assert shown.draw(target, session) is not None
    assert not shown.draw(target, session)
    assert still[0] == session.table.count
    assert shown.draw(pygame.Surface((1920, 1080), depth=32), session)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_shown(game):
    room, shown, target = a_session(game), television.Television(), pygame.Surface((1280, 720), depth=32)
    session, drawn = room.sessions()[0], 0
    for _ in range(40):
        drawn += shown.draw(target, session)
        room.run_to(room.now_ms + 500)
    assert drawn > 5


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080)])
def test_cards_of_players_lie_apart_and_inside(players, size):
    shown = television.Television()
    shown._unit = min(size[0] / television.SIZE[0], size[1] / television.SIZE[1])
    cards = shown._cards(players, size)
    assert all(pygame.Rect((0, 0), size).contains(card) for card in cards)
    shown._target = pygame.Surface(size)
    stage = shown._rect(0, 0, 600, 300).union(shown._rect(0, 0, 640, 200))
    assert stage.collidelist(cards) < 0, "and what is said and shown lies between them"
    assert all(card.collidelist(cards[:index]) < 0 for index, card in enumerate(cards))
    assert cards[0].bottom == max(card.bottom for card in cards)
    assert players == 2 or cards[1].centerx < size[0] // 2, "the next clockwise is to the left"


def written(monkeypatch):
    """What is written from now on: (words, height of the letters in pixels)."""
    lines, text = [], art.text
    monkeypatch.setattr(
        art, "text", lambda words, height, colour: (lines.append((words, height)), text(words, height, colour))[1]
    )
    return lines


@pytest.mark.parametrize("game", GAMES)
def test_letters_are_large_and_titles_and_ranking_are_there_at_the_end(game, monkeypatch):
    lines, shown, target = written(monkeypatch), television.Television(), pygame.Surface((1280, 720), depth=32)
    room = Room(4, 0, 7, "mono", {"game": game, "bot_ms": 1, "reveal_ms": 500, "penalties": 2}, program=Blind)
    session = room.sessions()[0]
    while not room.finished():
        shown.draw(target, session)
        room.run_to(room.now_ms + 5000)
    assert min(height for _, height in lines) >= television.LEAST
    del lines[:]
    shown.draw(target, session)
    told = [words for words, _ in lines]
    assert {session.match.name_of(seat) for seat in range(4)} <= set(told)
    assert {str(score) for score in session.game.scores()} <= set(told)
    titles = session.match.honours.titles()
    say = shown._words.say
    assert sum(line.startswith(tuple(say("title_" + title) for title, _ in titles)) for line in told) == len(titles) > 0


def test_it_says_how_to_sit_down_and_who_has(monkeypatch):
    lines, shown, target = written(monkeypatch), television.Television(), pygame.Surface((1280, 720), depth=32)
    room = Room(3, 3, 7, "mono", {"players": 0, "place": 0}, program=Blind)
    host, guest, television_set = room.sessions()
    room.run_to(2000)
    assert shown.draw(target, television_set)
    assert "One of you chooses  Open a table," in [words for words, _ in lines]
    lobby_host.open_table(host, room.devices[0].ticks())
    room.run_to(5000)
    guest.ask(guest.lobby.gathering()[0], room.devices[1].ticks())
    room.run_to(8000)
    host.lobby.accept(host.lobby.asking[0], room.devices[0].ticks())
    room.run_to(11000)
    del lines[:]
    assert shown.draw(target, television_set)
    told = {words for words, _ in lines}
    assert told >= {"Red", "Blue", f"2 of {SEATS_MAX} sit here", "On your device choose  Sit down with Red"}
    assert not shown.draw(target, television_set)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["gifts", "zsa"])
def test_what_is_said_or_shown_is_a_picture(game, monkeypatch):
    room, shown, target = (
        Room(4, 0, 7, "mono", {"game": game, "claims": "picked"}, program=Blind),
        television.Television(),
        pygame.Surface((1280, 720), depth=32),
    )
    pictures, pictogram = [], pictograms.pictogram
    monkeypatch.setattr(
        pictograms, "pictogram", lambda number, *rest: (pictures.append(number), pictogram(number, *rest))[1]
    )
    lines = written(monkeypatch)
    session, claims, faces, doubts = room.sessions()[0], 0, 0, 0
    room.run_until(lambda: session.table, 10**5)
    while not (claims and faces and doubts):
        del pictures[:], lines[:]
        if shown.draw(target, session):
            view = session.game.view(None)
            claims += view.claim is not None and view.shown is None and view.claim in pictures
            faces += view.shown is not None and view.shown in pictures
            if view.loser is not None and view.shown is not None:
                said = f"{session.match.name_of(view.receiver)}: “That's not {shown._words.a_gift(view.claim)}!”"
                doubts += said in [words for words, _ in lines]
        assert room.run_until(lambda count=session.table.count: session.table.count > count, 10**6)


def test_a_television_shows_only_what_everybody_may_see(monkeypatch):
    room, shown = a_session(), television.Television()
    session, asked = room.sessions()[0], []
    view = session.game.view
    monkeypatch.setattr(session.game, "view", lambda seat: (asked.append(seat), view(seat))[1])
    shown.draw(pygame.Surface((1280, 720), depth=32), session)
    assert set(asked) == {None}


def test_without_a_table_it_waits(monkeypatch):
    class Air:
        def send(self, frame):
            """Nobody is there."""

        def recv(self):
            return None

    onlooker = watch.Onlooker(Air(), board.Settings({"HATS_NAME": "TV"}.get))
    assert onlooker.step() > 0
    assert onlooker.news() == []
    assert television.Television().draw(pygame.Surface((1280, 720), depth=32), onlooker.session)
    pygame.display.init()
    pygame.event.clear()
    events = [
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_f),
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE),
    ]
    monkeypatch.setattr(pygame.event, "get", lambda: [events.pop(0)])
    television.show(onlooker)
    assert events == []
    assert not pygame.display.get_init()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["watch", "--json"], "go with --headless"),
        (["watch", "--key=zz"], "HATS_KEY must be"),
        (["watch", "--link=uart"], "name their ports"),
        (["board", "--window", "--until-over"], "--until-over goes without --window"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arguments, words, capsys):
    assert main(arguments) == 2
    assert words in capsys.readouterr().err


def test_a_laptop_sits_down_with_a_window_of_its_own(monkeypatch):
    arguments = ["board", "--window", "--name=Ada", f"--port={free_port()}", "--seed=3"]
    pygame.display.init()
    place_of = pygame.key.ScancodeWrapper(range(512))
    typed = [pygame.K_c, pygame.K_z]  # next, and play with bots
    seen, captions, colours = [], set(), []

    def frame(self, elapsed_ms, size, draw=window.Window.frame):
        app = self.desk.run.apps[0]
        if len(seen) % 20 == 0 and len(seen) >= 40 and typed:
            code = typed.pop(0)
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, scancode=place_of[code]))
            pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, scancode=place_of[code]))
        seen.append(app.face.shown and app.face.shown.title)
        captions.add(pygame.display.get_caption()[0])
        colours.extend([one for one in self.desk.picture._colours() if one not in colours])
        if app.session.table is not None or len(seen) > 2000:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        return draw(self, elapsed_ms, size)

    monkeypatch.setattr(window.Window, "frame", frame)
    started = []
    monkeypatch.setattr(
        App, "__init__", lambda app, *rest, start=App.__init__: (started.append(app), start(app, *rest))[1]
    )
    assert main(arguments) == 0
    assert "Hello, Ada" in seen
    assert captions == {"Ada - Pocket Hats"}
    assert colours == [art.CASES[-1], art.CASES[started[0].session.seat]], "that of its seat, as on a television"
    assert started[0].session.table is not None
    assert words.name_of(started[0].session.game) == "gifts"
