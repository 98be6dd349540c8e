"""Whole matches on virtual boards over the simulated link, and what they cost on the air."""

from itertools import pairwise
from types import SimpleNamespace

import pytest

from pocket.app import App
from ring.frames import FORGED, HEAD, NONSENSE, OFFER, STALE, STATUS, TAG, Key
from ring.messages import ECHO, STATUS_LENGTH
from sim.hardware import DRAW_MS
from sim.room import Blind, Room
from tests.scenes import Scene

HOUR_MS = 3600 * 1000


def play(players, seed, options=None, program=Blind, **air):
    room = Room(players, 0, seed, "mono", options, air, program=program)
    command = f"python3 dev.py sim play --headless --players {players} --seed {seed}"
    assert room.run_until(room.finished, 10 * HOUR_MS), f"unfinished: {command} ({options}, {air})"
    digests = {session.game.digest() for session in room.sessions()}
    assert len(digests) == 1, f"the boards disagree: {command} ({options}, {air})"
    return room


@pytest.mark.parametrize("seed", [0, 1, *[pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 7)]])
@pytest.mark.parametrize(
    "air",
    [
        {},
        {"loss": 0.1},
        {"loss": 0.3, "duplicate": 0.2},
        {"loss": 0.5, "duplicate": 0.4, "delay_ms": 200},
        {"loss": 0.2, "airtime": True},
    ],
    ids=["clear", "loss 0.1", "loss 0.3", "storm", "airtime"],
)
def test_a_match_ends_with_all_boards_agreed(seed, air):
    room = play(2 + seed % 7, seed, program=App if seed == 2 else Blind, **air)
    first = room.sessions()[0]
    for session in room.sessions():
        assert session.codec.dropped[:STALE] == [0, 0, 0]
        assert [session.table.entry(at) for at in range(session.table.count)] == [
            first.table.entry(at) for at in range(first.table.count)
        ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"arrows": "black"},
        {"arrows": "white"},
        {"start_gifts": 2},
        {"rounds": "each"},
        {"penalties": 2},
        {"penalties": 5},
        {"shop": "closed"},
        {"claims": "picked"},
        {"claims": "spoken", "rounds": "each", "start_gifts": 2, "shop": "closed"},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 4])
def test_every_variant_is_played_to_its_end(players, options):
    game = play(players, 7, options, loss=0.1).sessions()[0].game
    for name, value in options.items():
        assert game.options[name] == (players if value == "each" else value)


def test_loss_costs_time_but_changes_nothing_of_the_match():
    def press(game):
        """What these people do depends on the game alone."""
        return game.actions()[game.digest()[0] % len(game.actions())]

    clear, bad = Scene(4, 7), Scene(4, 7, air={"loss": 0.4, "duplicate": 0.3})
    for scene in (clear, bad):
        scene.press = press
        scene.until(scene.finished)
    assert clear.table(0).entries() == bad.table(0).entries()
    assert bad.now_ms > clear.now_ms
    assert bad.air.lost > 200
    assert clear.air.lost == 0


@pytest.mark.slow
def test_the_same_seed_gives_the_same_run_to_the_byte():
    runs = []
    for _ in range(2):
        room = play(4, 11, program=App, loss=0.2, duplicate=0.1)
        screens = [device.screen.rgb() for device in room.devices]
        runs.append((room.now_ms, room.air.frames, room.air.bytes, room.air.lost, screens))
    assert runs[0] == runs[1]


def listened(room):
    """Let `room` note each frame that is sent from now on: (milliseconds, sender, frame)."""
    notes, transmit = [], room.air.transmit

    def noting(sender, frame):
        notes.append((room.now_ms, sender, frame))
        transmit(sender, frame)

    room.air.transmit = noting
    return notes


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5, 8])
def test_without_loss_an_action_is_one_frame_of_at_most_55_bytes(players):
    room = Room(players, 0, 3, "mono", program=Blind)
    notes = listened(room)
    assert room.run_until(room.finished, HOUR_MS)
    bare = HEAD + STATUS_LENGTH + ECHO * players + TAG
    statuses = [frame for _, _, frame in notes if frame[2] == STATUS]
    carrying = [frame for frame in statuses if len(frame) > bare]
    assert len(carrying) <= room.sessions()[0].table.count * 1.02 + 1
    assert max(map(len, carrying)) <= 55
    assert {len(frame) for frame in statuses} == {bare, len(carrying[0])}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 8])
def test_an_answer_does_not_wait_for_the_screen(players):
    """Where a device takes its time to draw, the others are not kept waiting, nor is anything said twice."""
    room = Room(players, 0, 3, "mono", {"claims": "picked"}, draw_ms=DRAW_MS)
    notes = listened(room)
    assert room.run_until(room.finished, HOUR_MS)
    bare = HEAD + STATUS_LENGTH + ECHO * players + TAG
    carrying = [frame for _, _, frame in notes if frame[2] == STATUS and len(frame) > bare]
    assert len(carrying) <= room.sessions()[0].table.count * 1.3 + 1


def test_an_idle_board_sends_at_most_one_frame_a_second():
    room = Room(8, 8, 3, "mono", program=Blind)  # nobody presses anything
    room.run_to(5000)
    assert all(session.table for session in room.sessions())
    notes = listened(room)
    room.run_to(35000)
    for sender in range(8):
        times = [ms for ms, who, _ in notes if who == sender]
        assert 25 <= len(times) <= 30
        assert min(b - a for a, b in pairwise(times)) >= 1000


@pytest.mark.parametrize("seed", range(5))
def test_eight_devices_switched_on_at_once_have_found_each_other_within_3_seconds(seed):
    room = Room(8, 0, seed, "mono", air={"loss": 0.2}, program=Blind)
    start_ms = room.now_ms
    assert room.run_until(lambda: all(session.table for session in room.sessions()), HOUR_MS)
    assert room.now_ms - start_ms <= 3000


def test_devices_sit_in_the_order_of_their_places():
    room = Room(5, 2, 9, "mono", air={"loss": 0.3}, program=Blind)
    room.run_until(lambda: all(session.table for session in room.sessions()), HOUR_MS)
    assert [seat.name for seat in room.sessions()[3].roster.seats] == list(room.names)
    assert [session.seat for session in room.sessions()] == [0, 1, 2, 3, 4]
    assert [seat.bot for seat in room.sessions()[0].roster.seats] == [False, False, True, True, True]


def test_a_bot_can_neither_speak_to_people_nor_hear_them_so_claims_are_picked():
    mixed = Room(3, 1, 1, "mono", {"claims": "spoken"}, program=Blind)
    people = Room(3, 3, 1, "mono", {"claims": "spoken"}, program=Blind)
    for room in (mixed, people):
        room.run_until(lambda room=room: all(session.table for session in room.sessions()), HOUR_MS)
    assert mixed.sessions()[0].game.options["claims"] == "picked"
    assert people.sessions()[0].game.options["claims"] == "spoken"


def test_a_device_with_another_key_hears_nothing_and_is_counted():
    room = Room(3, 0, 1, "mono", program=Blind)
    stranger = room.sessions()[2]
    stranger.codec.__init__(Key(b"another key here"))
    room.run_to(10000)
    assert [session.table for session in room.sessions()] == [None] * 3, "the table waits for its third device"
    assert stranger.codec.dropped[FORGED] > 0
    assert stranger.lobby.offers == []


def test_an_action_out_of_turn_is_forgotten():
    room = Room(3, 3, 1, "mono", program=Blind)
    room.run_to(5000)
    actor = room.sessions()[0].game.actor
    other = room.sessions()[(actor + 1) % 3]
    before = other.game.digest()
    other.act(other.game.actions()[0], room.devices[0].ticks())
    room.run_to(10000)
    assert {session.game.digest() for session in room.sessions()} == {before}


def test_frames_of_a_table_that_makes_no_sense_are_dropped():
    room = Room(2, 2, 1, "mono", program=Blind)
    session = room.sessions()[0]
    forger = session.codec
    for kind in (STATUS, OFFER, 3, 4, 9):
        for body in (b"", b"\xff" * 40, bytes(40)):
            room.air.transmit(1, forger.pack(kind, session.lobby.table or b"abcd", 255, body))
    room.run_to(5000)
    assert all(session.table for session in room.sessions()), "the table comes together all the same"
    assert session.codec.dropped[NONSENSE] > 0


def test_who_draws_sends_nothing_and_hears_nothing_meanwhile():
    room = Room(2, 2, 1, "mono", draw_ms=100)
    device, heard = room.devices[0], []
    room.apps[0].step = lambda: heard.append(device.link.recv()) or (device.late_ms or 1000)
    room.run_to(room.now_ms + 500)
    face = SimpleNamespace(draw=lambda changed: changed)
    device.takes_time(face)
    before, sent_ms = device.ticks(), room.now_ms
    assert [face.draw(changed) for changed in (False, True, True)] == [False, True, True]
    assert device.ticks() - before == 200
    device.link.send(b"late")
    (due_ms,) = [due_ms for due_ms, frame, _ in room.air.inboxes[1] if frame == b"late"]
    assert sent_ms + 200 < due_ms <= sent_ms + 208
    room.apps[0].step = lambda: (face.draw(True) and heard.append(device.link.recv())) or 1
    room.apps[1].step = lambda: 1000
    room.press(0, 0, True)
    device.late_ms = 0
    room.run_next()
    begun_ms = room.now_ms
    room.air.transmit(1, b"while it draws")
    while b"while it draws" not in heard:
        room.run_next()
    assert room.now_ms == begun_ms + 100
