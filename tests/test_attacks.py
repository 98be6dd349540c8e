"""Ways to stop or erase a game without its key, or by bad luck: each must cost a few seconds at most.

Who attacks has recorded frames and sends them again; keys and programs are as they should be. What is not held off
yet is to be marked as an expected failure, with the reason.
"""

import contextlib
import socket
import threading
import time
import tracemalloc

import pytest

from pocket import lobby_host
from pocket.app import App
from pocket.keys import NO, YES
from pocket.words import Words
from ring.frames import ASK, NOBODY, OFFER, SETUP, STATUS
from ring.link_mqtt import MqttLink, make_client
from ring.messages import GATHERING, LOOK, SEAT, STARTING, STATUS_LENGTH, Person, pack_ask, pack_offer
from sim.room import Blind, Room
from tests.scenes import MINUTE_MS, Scene, doubting, going_on
from tests.tables import settled

WHILE_KEPT_MS = 30000  # long enough for everything to be kept


def counts(scene):
    return [session.table and session.table.count for session in scene.sessions()]


def body_of(frame):
    return bytes(frame[8:-8])


def wish_of(ask):
    return body_of(ask)[0]


def at_table(scene, table):
    return sum(session.table_id == table for session in scene.sessions())


# Back to the table before


def two_restart(scene):
    """Red and Blue restart while Green, who remembers everything, is out of range: they may go on without Green."""
    scene.play(going_on, 45)
    scene.wait(WHILE_KEPT_MS)
    scene.apart((0, 1), (2,))
    scene.off(0, 1)
    scene.on(0, 1)
    scene.until(lambda: scene.missed_by(0) and scene.missed_by(1))


@pytest.mark.parametrize("seed", range(3))
def test_after_two_were_founded_at_once_all_come_back_to_who_remembers_everything(seed):
    scene = Scene(3, seed=seed)
    two_restart(scene)
    count = scene.table(2).count
    scene.do(0, "with_bot", 2)
    scene.do(1, "with_bot", 2)
    scene.until(lambda: scene.session(0).member.proposal or scene.session(1).member.proposal)
    for index in (0, 1):
        if scene.session(index).member.proposal:
            scene.do(index, "agree")
    scene.wait(300)
    scene.apart()
    scene.wait(2 * MINUTE_MS)
    assert scene.together()
    assert counts(scene) == [count] * 3


def test_who_went_back_to_the_parent_and_loses_power_there_still_has_its_log():
    scene = Scene(3)
    two_restart(scene)
    count, parent = scene.table(2).count, scene.session(2).table_id
    scene.do(0, "with_bot", 2)
    scene.agree(1)
    scene.wait(50)
    scene.apart()
    scene.until(lambda: at_table(scene, parent) == 3, 20000)
    scene.off(0, 1, 2)
    scene.on(0, 1)  # and Green never comes back
    scene.until(lambda: scene.missed_by(0) and scene.missed_by(1))
    scene.wait(2000)
    scene.do(0, "with_bot", 2)
    scene.agree(1)
    scene.until(lambda: scene.together(0, 1))
    assert scene.table(0).count >= count - 18, "no more is lost than docs/protocol.md allows"


def test_a_word_replayed_after_all_batteries_were_changed_erases_nothing():
    scene = Scene(4)
    scene.play(going_on, 45)
    scene.wait(WHILE_KEPT_MS)
    count = scene.table(0).count
    word = [frame for frame in scene.recorded(STATUS, 3) if body_of(frame)[STATUS_LENGTH - 1]][-1]
    scene.off(0, 1, 2, 3)
    scene.on(0, 1, 2, 3)
    kept, writes = [], 0
    for _ in range(60):
        scene.replay([word], 300, 300)
        before, kept = kept, [bytes(device.nvm) for device in scene.devices]
        writes += len(set(kept) - set(before))
    assert writes <= 4 * 10, "a store wears out"
    scene.until(scene.together, MINUTE_MS)
    assert scene.table(0).count >= count - 18, "no more is lost than docs/protocol.md allows"


# A board that has just restarted


def test_late_words_do_not_make_a_board_whole_at_its_256th_start():
    scene = Scene(3, rounds="each")
    scene.play(going_on, 5)
    first = [next(frame for frame in scene.recorded(STATUS, index)) for index in (1, 2)]
    for _ in range(256):
        scene.off(0)
        scene.on(0)
        for frame in first:
            scene.air.transmit(None, frame)
        scene.wait(20)
    scene.until(scene.together)
    scene.play(going_on, 15)


def test_a_late_word_of_an_entry_that_was_given_up_is_mended():
    seats = settled(3)
    seats.write(0, 5)
    late = seats.status(0)  # nobody at the table hears it
    seats.restart(0)
    for _ in range(3):
        seats.all_tell()
    seats.write(0, 6)  # written anew
    for _ in range(3):
        seats.all_tell()
    seats.restart(2)
    seats.tables[2].hear(0, late, seats.now)
    for _ in range(100):
        seats.all_tell()
    assert seats.games == [[(0, 6)]] * 3
    assert all(table.whole for table in seats.tables)


def test_a_recorded_word_of_an_entry_that_was_given_up_does_not_stall_the_table():
    scene = Scene(3, rounds="each")
    author = scene.session(0).game.actor
    other, third = (author + 1) % 3, (author + 2) % 3
    scene.apart((author,), (other, third))
    scene.press = lambda game: going_on(game) if game.actor == author and game.phase not in game.SHOWING else None
    scene.wait(900)
    scene.press = None
    assert scene.table(author).count > scene.table(other).count
    scene.off(author)
    scene.apart()
    scene.on(author)
    scene.until(scene.together)
    scene.play(doubting, scene.table(other).count + 6)
    scene.off(third)
    scene.on(third)
    for frame in scene.recorded(STATUS):
        scene.air.inboxes[third].append((scene.now_ms, frame, None))
    scene.wait(MINUTE_MS)
    assert scene.together()


# Recorded frames of the lobby


def switched_on_again(scene):
    """Everybody leaves; then all devices are switched on, the one that opens a bit later than the others."""
    for index in range(4):
        scene.do(index, "leave")
    scene.off(0, 1, 2, 3)
    scene.on(1, 2, 3)


@pytest.mark.parametrize("humans", [0, 4])
def test_an_old_offer_does_not_keep_a_set_from_starting(humans):
    scene = Scene(4, seed=4, humans=humans)
    offer = scene.recorded(OFFER)[-1]
    switched_on_again(scene)
    scene.air.transmit(None, offer)
    scene.wait(100)
    scene.on(0)
    assert scene.replay([offer], 3000, 2 * MINUTE_MS, lambda: at_table(scene, None) == 0) < MINUTE_MS


def test_the_offer_of_the_last_match_does_not_keep_the_next_from_starting():
    scene = Scene(4, seed=3, humans=0)
    offer, last = scene.recorded(OFFER)[-1], scene.session(0).table_id
    scene.until(scene.finished, 60 * MINUTE_MS)

    def the_next():
        return at_table(scene, last) == at_table(scene, None) == 0

    assert scene.replay([offer], 300, 2 * MINUTE_MS, the_next) < MINUTE_MS


def left(scene):
    """All leave the table; its id and the roster that founded it."""
    ghost, setup = scene.session(0).table_id, scene.recorded(SETUP)[-1]
    for index in range(len(scene.apps)):
        scene.do(index, "leave")
    return ghost, setup


def test_devices_that_knock_at_a_recorded_table_do_not_keep_it_alive():
    scene = Scene(4, seed=5)
    ghost, setup = left(scene)
    scene.replay([setup], 1000, 2000)
    scene.until(lambda: at_table(scene, None) == 0, MINUTE_MS)
    assert at_table(scene, ghost) == 0


@pytest.mark.parametrize("strangers", [False, True])
def test_a_recorded_roster_does_not_keep_a_set_from_starting(strangers):
    scene = Scene(4, seed=2)
    ghost, setup = left(scene)
    if strangers:  # whom the roster does not name
        scene.off(0, 1, 2, 3)
        for index in range(4):
            scene.erase(index)
        scene.on(0, 1, 2, 3)
    assert scene.replay([setup], 300, 2 * MINUTE_MS, lambda: at_table(scene, None) == 0) < MINUTE_MS
    assert at_table(scene, ghost) == 0


def test_nobody_sits_down_at_a_recorded_table():
    scene = Scene(4, seed=5)
    offer, setup = scene.recorded(OFFER)[-1], scene.recorded(SETUP)[-1]
    ghost = scene.session(0).table_id
    scene.play(going_on, 10)
    for index in range(4):
        scene.do(index, "leave")
    seconds_there = 0
    for _ in range(30):
        scene.replay([offer, setup], 1000, 1000)
        seconds_there += at_table(scene, ghost)
    assert seconds_there <= 4 * 5


def test_who_was_sent_away_and_has_gone_is_not_shown_as_asking_by_a_recording():
    scene = Scene(3, seed=7, spare=1, rounds="each")
    scene.play(going_on, 10)
    scene.ask(3, "running")
    scene.until(lambda: all(scene.askers(index) for index in range(3)))
    wish = [frame for frame in scene.recorded(ASK, 3) if wish_of(frame) == SEAT][-1]
    for index in range(3):
        scene.do(index, "turn_away", scene.session(index).member.askers.people[0])
    scene.off(3)
    scene.wait(20000)
    shown = 0
    for _ in range(10):
        scene.replay([wish], 3000, 3000)
        shown += any(scene.askers(index) for index in range(3))
    assert shown <= 1


def test_who_restarts_while_it_asks_at_a_running_table_is_told_that_it_is_turned_away():
    scene = Scene(3, seed=7, spare=1, rounds="each")
    scene.ask(3, "running")
    scene.until(lambda: all(scene.askers(index) for index in range(3)))
    scene.off(3)
    scene.on(3)
    scene.ask(3, "running")
    scene.wait(1000)
    for index in range(3):
        scene.do(index, "turn_away", scene.session(index).member.askers.people[0])
    scene.wait(5000)
    assert scene.session(3).lobby.sent_away
    assert not any(scene.askers(index) for index in range(3))


def test_a_recorded_refusal_throws_nobody_out_who_has_been_accepted_since():
    scene = Scene(2, spare=2)
    scene.open_table(2)
    scene.ask(3)
    opener, guest = scene.session(2).lobby, scene.session(3).lobby
    scene.until(lambda: opener.asking)
    opener.refuse(opener.asking[0])
    scene.until(lambda: guest.sent_away)
    refusal = scene.recorded(OFFER, 2)[-1]
    scene.wait(2000)
    scene.ask(3)
    scene.accept(2)
    scene.until(guest.seated)
    scene.replay([refusal], 300, 10000, lambda: not guest.offer())
    scene.wait(1000)
    assert guest.seated()


def test_a_recorded_wish_to_look_on_costs_neither_air_nor_pace():
    scene = Scene(4, seed=6, spare=1, rounds="each")
    scene.play(going_on, 70)
    scene.watch(4)
    scene.wait(3000)
    look = next(frame for frame in scene.recorded(ASK, 4) if wish_of(frame) == LOOK)
    scene.off(4)

    def ten_seconds(every_ms):
        """Bytes on the air from the boards, and entries written at a press a second."""
        scene.wait(2000)
        scene.sent.clear()
        before, pressed_ms = scene.table(0).count, scene.now_ms

        def once_a_second(game):
            nonlocal pressed_ms
            if scene.now_ms - pressed_ms < 1000:
                return None
            pressed_ms = scene.now_ms
            return going_on(game)

        scene.press = once_a_second
        scene.replay([look] if every_ms else [], every_ms or 1000, 10000)
        scene.press = None
        return sum(len(frame) for sender, frame in scene.sent if sender is not None), scene.table(0).count - before

    calm_bytes, calm_entries = ten_seconds(None)
    flood_bytes, flood_entries = ten_seconds(20)
    assert flood_entries >= calm_entries - 1
    assert flood_bytes < 4 * calm_bytes


def test_a_recorded_question_of_one_who_looked_on_does_not_hide_a_running_table():
    scene = Scene(3, spare=1)
    scene.play(going_on, 10)
    scene.watch(3)
    scene.wait(3000)
    look = next(
        frame for frame in scene.recorded(ASK, 3) if wish_of(frame) == LOOK and body_of(frame)[-10:-8] != bytes(2)
    )
    scene.do(3, "leave")
    scene.wait(5000)
    scene.off(3)
    scene.on(3)
    running = scene.session(3).lobby.running
    assert scene.replay([look], 20, 5000, running) < 5000


def test_who_looks_on_goes_along_to_a_table_of_one_device():
    scene = Scene(2, spare=1, rounds="each")
    scene.play(going_on, 6)
    scene.watch(2)
    scene.wait(3000)
    scene.off(1)
    scene.until(lambda: scene.missed_by(0))
    scene.do(0, "with_bot", 1)
    scene.wait(15000)
    assert scene.session(2).table_id == scene.session(0).table_id
    assert counts(scene)[1] == scene.table(0).count


# MQTT


class Broker:
    """A broker for one board, which gets these messages on its topic, and then silence."""

    def __init__(self, *messages):
        self._packets = [self._publish(b"\0\x05topic" + message) for message in messages]
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        board, _ = self._server.accept()
        with board, board.makefile("rb") as said, contextlib.suppress(OSError):
            self._packet(said)
            board.sendall(b"\x20\x02\0\0")  # connected
            board.sendall(b"\x90\x03" + self._packet(said)[:2] + b"\0")  # subscribed
            for packet in self._packets:
                board.sendall(packet)
            said.read()

    def _publish(self, with_topic):
        length, left = b"", len(with_topic)
        while left:
            length += bytes([left & 127 | (128 if left > 127 else 0)])
            left >>= 7
        return b"\x30" + length + with_topic

    def _packet(self, said):
        """What follows the head of the next packet, which is short."""
        return said.read(said.read(2)[1])

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        self._server.close()


def next_frame(link):
    """What a link gives next."""
    for _ in range(5000):
        frame = link.recv()
        if frame is not None:
            return frame
        time.sleep(0.002)
    raise AssertionError("no frame came")


def test_a_huge_message_of_a_broker_takes_no_memory_and_is_followed_by_the_next():
    with Broker(b"mark" + bytes(4 << 20), b"marka frame") as broker:
        link = MqttLink(make_client(socket, "127.0.0.1", "board", broker.port), "topic")
        tracemalloc.start()
        try:
            frame = next_frame(link)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        link.close()
    assert frame == b"a frame"
    assert peak < 64 << 10


# Weaknesses


def with_copy(same_chip):
    """A scene in which device 4 starts with a copy of Blue's store, as one more Blue."""
    scene = Scene(4, seed=0, spare=1, rounds="each")
    scene.play(going_on, 20)
    scene.wait(WHILE_KEPT_MS)
    scene._values[4].update({"HATS_PLAYERS": 4, "HATS_PLACE": 2, "HATS_NAME": "Blue"})
    scene.off(4)
    scene.devices[4].nvm[:] = scene.devices[1].nvm
    if same_chip:
        scene.devices[4].uid = scene.devices[1].uid
    scene.press = going_on
    scene.on(4)
    return scene


def test_a_store_that_was_copied_to_another_board_is_not_that_boards_own():
    scene = with_copy(same_chip=False)
    assert scene.session(4).me.device != scene.session(1).me.device
    count = scene.table(0).count
    scene.until(lambda: scene.table(1).count > count + 20, MINUTE_MS)
    assert scene.session(4).table is None


def test_people_are_told_of_two_devices_that_are_one():
    scene = with_copy(same_chip=True)
    scene.truth.check = lambda session: None  # what the twins believe is another matter
    scene.until(lambda: "This device is here twice" in scene.says(1)[1], 10000)
    scene.press = None
    scene.off(4)
    scene.off(1)
    scene.wait(1000)
    scene.on(1)
    scene.until(lambda: scene.together(0, 1, 2, 3), MINUTE_MS)
    assert "twice" not in scene.says(1)[1]


def test_a_board_whose_store_is_put_back_to_an_older_copy_comes_back_soon():
    scene = Scene(3, seed=0, rounds="each")
    scene.play(going_on, 20)
    scene.off(1)
    copy = bytes(scene.devices[1].nvm)
    scene.on(1)
    scene.until(scene.together)
    scene.wait(2 * MINUTE_MS)
    scene.off(1)
    scene.devices[1].nvm[:] = copy
    scene.on(1)
    scene.wait(MINUTE_MS)
    assert scene.together()


@pytest.mark.parametrize("looks_on", [False, True])
def test_a_store_from_before_its_table_does_not_make_a_device_whole_there(looks_on):
    """It takes the very boot number again that the table's roster names."""
    room = Room(3, 0, 1, "mono", {"bot_ms": 150, "rounds": "each"}, program=Blind)
    room.switch_off(1)
    before = bytes(room.devices[1].nvm)
    room.switch_on(1)
    assert room.run_until(lambda: (table := room.apps[1].session.table) and table.count > 5 and table.settled(), 60000)
    room.switch_off(1)
    room.devices[1].nvm[:] = before
    if looks_on:
        room._values[1].update({"HATS_PLAYERS": 0, "HATS_PLACE": 0})
    room.switch_on(1)
    session = room.apps[1].session
    if looks_on:
        assert room.run_until(session.lobby.running, room.now_ms + 10000)
        session.watch(session.lobby.running()[0], room.devices[1].ticks())
    assert room.run_until(lambda: session.table and session.table.whole, room.now_ms + 60000)
    assert session.table.count > 5, "it has forgotten them, and takes itself for whole"


def test_people_at_a_table_that_nobody_remembers_are_told_after_a_while():
    scene = Scene(3)
    scene.play(going_on, 10)
    scene.off(2)  # and never comes back
    for index in (0, 1):
        scene.do(index, "leave")
        scene.session(index).settings.players = 0
        scene.ask(index, "running")
        scene.until(lambda index=index: scene.table(index))
    scene.wait(10000)
    early = [scene.says(index) for index in (0, 1)]
    scene.wait(MINUTE_MS)
    for index in (0, 1):
        assert scene.says(index) != early[index]
        assert scene.says(index)[1:] == ["Nobody here remembers this game.", "", "", "leave"]


def test_the_ninth_who_asks_is_told_that_the_table_is_full():
    scene = Scene(2, humans=8, spare=9)
    scene.open_table(2)
    for index in range(3, 11):
        scene.ask(index)
        scene.accept(2)
        scene.wait(600)
    scene.wait(5000)
    assert not scene.asks_itself(10)


def test_two_boards_with_the_first_place_are_told():
    scene = Scene(4)
    for index in range(4):
        scene.do(index, "leave")
    scene.off(0, 1, 2, 3)
    scene._values[1]["HATS_PLACE"] = 1
    scene.on(0, 1, 2, 3)
    scene.wait(10000)
    for index, other in ((0, "Blue"), (1, "Red")):
        assert scene.says(index)[1] == f"{other} opens a table, too: check HATS_PLACE."


def test_no_more_offers_are_kept_than_a_screen_can_show():
    scene = Scene(2, spare=2)
    scene.open_table(3)
    scene.until(lambda: scene.session(2).lobby.gathering())
    codec, body = scene.session(3).codec, body_of(scene.recorded(OFFER, 3)[-1])
    for number in range(200):
        scene.air.transmit(None, codec.pack(OFFER, number.to_bytes(4, "big"), 255, body))
    scene.wait(500)
    assert len(scene.session(2).lobby.offers) <= 20


def test_a_list_full_of_recorded_tables_hides_no_real_one():
    scene = Scene(2, spare=2)
    codec, me, lobby = scene.session(2).codec, scene.session(2).me, scene.session(3).lobby
    body = pack_offer(GATHERING, "gifts", [me], [])
    ghosts = [codec.pack(OFFER, number.to_bytes(4, "big"), 255, body) for number in range(12)]
    scene.replay(ghosts, 300, 3000)
    scene.open_table(2)
    table = scene.session(2).lobby.table
    scene.replay(ghosts, 300, MINUTE_MS, lambda: any(offer.table == table for offer in lobby.gathering()))
    found = next(offer for offer in lobby.gathering() if offer.table == table)
    scene.replay(ghosts, 300, 900)
    scene.do(3, "ask", found)
    scene.replay(ghosts, 300, 3000, lambda: scene.session(2).lobby.asking)
    scene.accept(2)
    scene.replay(ghosts, 300, 6000)
    assert lobby.seated()


@pytest.mark.parametrize("count", [1, 30])
def test_presses_in_the_lobby_count_whatever_tables_come_and_go(count):
    room = Room(1, 1, 0, "mono", {"players": 0, "place": 0})
    session, page, words = room.apps[0].session, room.apps[0].face, Words()
    room.run_to(2000)
    opener = Person(b"else", 1, "Ana", 0, False, 0, rules=session.me.rules)
    ghosts = [
        session.codec.pack(OFFER, number.to_bytes(4, "big"), 255, pack_offer(stage, "gifts", [opener], []))
        for stage in (GATHERING, STARTING)
        for number in range(count)
    ]

    def replay():
        for ghost in ghosts:
            room.air.transmit(None, ghost)
            room.run_to(room.now_ms + 400 // len(ghosts))

    replay()
    for _ in range(40):
        key = YES if page.shown.main == words.say("solo", lobby_host.SOLO_BOTS) else NO
        for down in (True, False):
            room.press(0, key, down)
            replay()
        if session.table:
            break
    assert session.table


@pytest.mark.parametrize("at_table", [True, False])
def test_frames_of_another_program_redraw_a_screen_once_a_second_at_most(at_table):
    """Recorded before a set got its new program."""
    scene = Scene(2, program=App)
    if not at_table:
        scene._values[0].update({"HATS_PLAYERS": 0, "HATS_PLACE": 0})
        scene.off(0)
        scene.erase(0)
        scene.on(0)
    codec, app = scene.session(1).codec, scene.apps[0]
    blue, green = [Person(name.encode()[:4], 3, name, 0, False, 0, bytes(4), b"old!") for name in ("Blue", "Green")]
    offer = codec.pack(OFFER, b"tabl", NOBODY, pack_offer(GATHERING, "gifts", [green], []))
    frames = [codec.pack(ASK, b"tabl", NOBODY, pack_ask(SEAT, blue, 0)), offer]
    scene.wait(5000)
    calm = app.drawings
    scene.wait(5000)
    calm, before, told = app.drawings - calm, app.drawings, []
    for _ in range(125):
        scene.replay(frames, 20, 40)
        told += [notice] if (notice := scene.session(0).notice(scene.now(0))) not in told[-1:] else []
    assert app.drawings - before <= calm + (0 if at_table else 6)
    assert 1 <= len(told) <= 6


def test_a_step_hears_a_bounded_number_of_frames():
    scene = Scene(2)
    forged = bytearray(scene.recorded(STATUS)[-1])
    forged[-1] ^= 1
    waiting = len(scene.air.inboxes[0])
    for _ in range(5000):
        scene.air.inboxes[0].append((scene.now_ms, bytes(forged), None))
    scene.session(0).step(scene.now(0))
    assert len(scene.air.inboxes[0]) > waiting + 4000


def test_who_asks_at_a_finished_table_is_told():
    scene = Scene(2, spare=1)
    scene.press = doubting
    scene.until(lambda: scene.session(0).game.over and scene.settled())
    scene.ask(2, "running")
    scene.wait(20000)
    assert not scene.asks_itself(2)


def to_decide(scene):
    """Play until somebody may press what turns something up. Returns the index of their device."""
    scene.press = lambda game: going_on(game) if game.phase != "decide" else None
    scene.until(lambda: scene.session(0).game.phase == "decide" and scene.together(0, 1, 2))
    scene.press = None
    return scene.session(0).game.actor


def test_a_press_that_reveals_is_kept_before_it_is_said_and_not_taken_back():
    scene = Scene(3)
    author = to_decide(scene)
    count, said, press = scene.table(author).count, len(scene.sent), doubting(scene.session(author).game)
    store = scene.session(author).member.keeper._store
    writes = store.writes
    scene.do(author, "act", press)
    assert (scene.table(author).count, store.writes, len(scene.sent)) == (count + 1, writes + 1, said)
    scene.off(author)
    scene.on(author)
    scene.until(lambda: scene.together() and scene.table(author).count == count + 1)
    assert scene.table(0).entry(count)[2] == press


@pytest.mark.parametrize("watches", [False, True])
def test_what_another_board_shows_of_a_press_is_not_taken_back(watches):
    """One board out of range with that which is pressed, of somebody who plays or looks on: both lose power then."""
    scene = Scene(3, spare=int(watches))
    if watches:
        scene.watch(3)
    author = to_decide(scene)
    other = 3 if watches else (author + 1) % 3
    scene.until(lambda: scene.table(other).count == scene.table(author).count)
    count, press = scene.table(author).count, doubting(scene.session(author).game)
    scene.apart((author, other), [index for index in range(3) if index not in (author, other)])
    scene.do(author, "act", press)
    scene.until(lambda: scene.table(other).count == count + 1, 100)
    scene.off(author, other)
    scene.apart()
    scene.on(author, other)
    scene.until(lambda: scene.together(0, 1, 2) and scene.table(author).count == count + 1)
    assert scene.table(author).entry(count)[2] == press


@pytest.mark.parametrize("restarts", [False, True])
def test_who_leaves_after_a_press_that_reveals_and_comes_back_is_not_asked_anew(restarts):
    scene = Scene(3)
    author = to_decide(scene)
    count = scene.table(0).count
    press = doubting(scene.session(author).game)
    scene.apart((author,), [index for index in range(3) if index != author])
    scene.do(author, "act", press)
    scene.do(author, "leave")
    if restarts:
        scene.off(author)
        scene.on(author)
    scene.wait(1000)
    scene.apart()
    scene.press = lambda game: going_on(game) if game.phase == "decide" else None
    scene.until(lambda: scene.together() and scene.table(author).count > count)
    assert scene.table(0).entry(count)[2] == press
