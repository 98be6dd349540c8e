"""Frames and stores that somebody has altered: nothing raises, and without the set's key nothing is accepted.

`mutate(1000000, 1)` and `tagged(1000000, 1)` do by hand what the tests do with fewer.
"""

import random
import sys
import time
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocket import lobby_host
from pocket.player import player_of
from pocket.screens import lobby_pages, pages
from pocket.session import FRAMES, Session
from pocket.settings import Settings
from pocket.store import HEAD as STORE_HEAD
from pocket.store import Store
from ring.frames import ASK, FOREIGN, FORGED, HEAD, ILLEGAL, LENGTH_MAX, NONSENSE, OFFER, SETUP, STATUS, TAG
from tests.matches import WORDS
from tests.scenes import Scene, going_on

KINDS = {STATUS, SETUP, OFFER, ASK}
BATCH = 500  # frames; then everything begins anew


@cache
def captured():
    """Real frames of every kind: of a lobby, a restart, a table that follows another, somebody who looks on."""
    scene = Scene(4, spare=1, rounds="each")
    scene.play(going_on, 30)
    scene.off(3)
    scene.wait(200)
    scene.on(3)
    scene.until(lambda: scene.together(0, 1, 2, 3))
    scene.watch(4)
    scene.off(2)
    scene.until(lambda: scene.missed_by(0))
    scene.do(0, "with_bot", 2)
    scene.agree(1, 3)
    scene.on(2)
    scene.until(lambda: scene.session(2).member.went_on)
    scene.do(2, "come_back")
    scene.until(lambda: scene.session(0).member.askers.people)
    frames = sorted({frame for _, frame in scene.sent})
    assert {frame[2] for frame in frames} == KINDS
    return frames


def altered(data, chance):
    """`data` with a few bytes changed, cut off, doubled, put in or exchanged for those of another frame."""
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at, length = chance.randrange(len(data) + 1), chance.choice((1, 1, 2, 4, 9))
        way = chance.randrange(6)
        if way == 0 and at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        elif way == 1 and at < len(data):
            data[at] = chance.choice((0, 1, 127, 128, 255))
        elif way == 2:
            del data[at : at + length]
        elif way == 3:
            data[at:at] = chance.randbytes(length)
        elif way == 4:
            data[at:at] = data[at : at + length]
        else:
            other = chance.choice(captured())
            data[at : at + length] = other[at : at + length]
    return bytes(data)


class Ears:
    """Devices in every situation in which one can be: in the lobby, opening, asking, playing, missing, looking on."""

    def __init__(self, seed):
        self.scene = scene = Scene(4, seed % 8, spare=3, rounds="each")
        scene.play(going_on, 10)
        lobby_host.open_table(scene.session(4), scene.now(4))
        scene.wake(4)
        lobby, looking = scene.session(5).lobby, scene.session(6)
        scene.until(lambda: lobby.gathering() and looking.lobby.running() and scene.session(4).lobby.offers)
        lobby.ask(lobby.gathering()[0], scene.now(5))
        scene.do(6, "watch", looking.lobby.running()[0])
        if seed % 2:
            scene.off(3)
            scene.until(lambda: scene.missed_by(0))
        scene.wait(500)

    def sessions(self):
        return self.scene.sessions()


def told(count, label, started_s):
    """Say how far it has come."""
    print(f"\r{label}: {count} frames, {time.monotonic() - started_s:.0f} s", end="", file=sys.stderr, flush=True)


def state(session):
    """All that a frame could change."""
    table, lobby, member = session.table, session.lobby, session.member
    log = table and (session.table_id, table.entries(), table.boots(), table.lacking())
    seen = lobby and lobby.summary()
    return log, member.proposal, member.went_on, member.askers.people, seen, session.codec.dropped[NONSENSE:]


def mutate(count, seed):
    """Let devices hear `count` altered frames. Returns how many they dropped as foreign, as forged, and accepted.

    Raises what a device raises, and AssertionError when a frame that was dropped has changed anything.
    """
    chance, frames, known = random.Random(seed), captured(), set(captured())
    foreign = forged = accepted = sent = 0
    started_s = time.monotonic()
    ears = Ears(seed)
    sessions, now = ears.sessions(), ears.scene.now(0)
    before = [state(session) for session in sessions]
    while sent < count:
        frame = altered(chance.choice(frames), chance)
        if frame in known:
            continue  # it was put right again
        codec = sessions[sent % len(sessions)].codec
        codec.dropped[FOREIGN] = codec.dropped[FORGED] = 0
        sessions[sent % len(sessions)]._hear(frame, now)
        foreign, forged = foreign + codec.dropped[FOREIGN], forged + codec.dropped[FORGED]
        accepted += 1 - codec.dropped[FOREIGN] - codec.dropped[FORGED]
        sent += 1
        if sent % 20000 == 0:
            told(sent, "altered", started_s)
    assert [state(session) for session in sessions] == before
    return foreign, forged, accepted


def tagged(count, seed):
    """Let devices hear `count` frames with an altered body under a good tag, and show what they make of them.

    Returns how many of them made no sense. Raises what a device raises.
    """
    chance, frames = random.Random(seed), captured()
    nonsense = 0
    started_s = time.monotonic()
    for start in range(0, count, BATCH):
        ears = Ears(seed + start // BATCH)
        sessions, scene = ears.sessions(), ears.scene
        tables = [session.table_id or session.lobby.table or bytes(4) for session in sessions]
        for number in range(min(BATCH, count - start)):
            session = sessions[number % len(sessions)]
            frame = chance.choice(frames)
            kind = frame[2] if chance.randrange(8) else chance.randrange(8)
            body = altered(frame[HEAD:-TAG], chance)[: LENGTH_MAX - HEAD - TAG]
            table = chance.choice([*tables, frame[3:7], chance.randbytes(4)])
            sender = chance.choice((0, 1, 2, 3, 7, 255))
            session._hear(session.codec.pack(kind, table, sender, body), scene.now(0))
            if number % 25 == 0:
                use(session, scene.now(0), chance)
        nonsense += sum(session.codec.dropped[NONSENSE] + session.codec.dropped[ILLEGAL] for session in sessions)
        scene.wait(3000)
        if start % 20000 == 0:
            told(start, "under a good tag", started_s)
    return nonsense


def use(session, now, chance):
    """Let a device do what is due, show its page, and press one of its buttons, mostly."""
    session.step(now)
    assert session.wait_ms(now) >= 0
    me = player_of(session, now)
    page = pages.table_page(WORDS, session.match.view(), me) if me.table else lobby_pages.lobby_page(WORDS, me)
    for cursor in range(len(page.items or "1")):
        page.at(WORDS, cursor)
    buttons = [button for button in [*(page.items or ()), page.yes, page.no] if button and button[1]]
    if buttons and chance.randrange(4):
        does, *about = chance.choice(buttons)[1]
        does(*about, now)


@pytest.mark.slow
def test_altered_frames_are_dropped_and_change_nothing():
    foreign, forged, accepted = mutate(100000, 1)
    print(f"\n100000 altered frames: {foreign} foreign, {forged} forged, {accepted} accepted")
    assert (accepted, foreign + forged) == (0, 100000)
    assert min(foreign, forged) > 5000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_altered_bodies_under_a_good_tag_raise_nothing(seed):
    nonsense = tagged(5000, seed)
    print(f"\n5000 altered bodies: {nonsense} made no sense")
    assert 100 < nonsense < 5000


@pytest.mark.parametrize("frame", [b"noise", captured])
def test_a_step_reads_no_more_than_so_many_frames(frame):
    """However much is on the air, keys, lamp and screen have their turn."""
    session = Scene(2).session(0)
    frame, read = frame if frame == b"noise" else frame()[0], []
    session._link.recv = lambda: read.append(frame) or frame
    for step in (1, 2, 3):
        session.step(1000 + step)
        assert len(read) == step * FRAMES
        assert session.wait_ms(1000 + step) == 0, "there may be more"


bodies = st.binary(max_size=LENGTH_MAX - HEAD - TAG)


@given(st.data())
def test_what_hypothesis_makes_of_a_frame_is_dropped(data):
    frame = bytearray(data.draw(st.sampled_from(captured())))
    for at, byte in data.draw(st.lists(st.tuples(st.integers(0, len(frame) - 1), st.integers(0, 255)), max_size=4)):
        frame[at] = byte
    frame = bytes(frame[: data.draw(st.integers(0, len(frame)))]) + data.draw(st.binary(max_size=12))
    codec = Scene(2).session(0).codec
    message = codec.unpack(frame)
    assert (message is not None) == (frame in captured())
    assert codec.dropped[FOREIGN] + codec.dropped[FORGED] == (message is None)


@given(st.sampled_from(sorted(KINDS)), bodies, st.integers(0, 255), st.integers(0, 6))
def test_noise_under_a_good_tag_raises_nothing(kind, body, sender, listener):
    ears = quiet_ears()
    session = ears.sessions()[listener]
    for table in (session.table_id or session.lobby.table, b"none"):
        session._hear(session.codec.pack(kind, table or bytes(4), sender, body), ears.scene.now(0))
    use(session, ears.scene.now(0), random.Random(0))


@cache
def quiet_ears():
    return Ears(0)


def device(nvm):
    """A device that starts with this in its store."""
    return Session(Silence(), Settings({"HATS_NAME": "Ana"}.get), Store(nvm), lambda n: 0, bytes, 1000)


class Silence:
    """A link over which nothing comes."""

    def send(self, frame):
        """Lose it."""

    def recv(self):
        return None


@cache
def stores():
    """What devices in the middle of a match keep."""
    scene = Scene(4, rounds="each")
    scene.play(going_on, 40)
    scene.off(1)
    scene.on(1)
    scene.until(scene.together)
    scene.play(going_on, 80)
    return [Store(device.nvm)._data for device in scene.devices]


def restart_with(data):
    """Start a device in whose store `data` lies under a good checksum: it comes up, in a lobby or at a table."""
    nvm = bytearray(4096)
    whole = Store(nvm)
    whole.save(Raw(data[:2000]))
    session = device(nvm)
    for now in range(1000, 3000, 100):
        session.step(now)
    assert (session.lobby is None) == (session.table is not None)
    assert session.member.me.boot in range(1, 65536)


class Raw:
    """Something to keep that is already packed."""

    def __init__(self, data):
        self.data = data

    def pack(self, room):
        return self.data


@pytest.mark.slow
def test_a_device_starts_whatever_its_store_says_under_a_good_checksum():
    chance = random.Random(1)
    for _ in range(3000):
        restart_with(altered(chance.choice(stores()), chance))


@given(st.binary(max_size=300))
def test_a_device_starts_with_noise_under_a_good_checksum(noise):
    restart_with(noise)
    restart_with(stores()[0][:40] + noise)


def test_the_store_is_read_by_its_checksum():
    chance = random.Random(2)
    for _ in range(2000):
        nvm = bytearray(4096)
        store = Store(nvm)
        store.save(Raw(stores()[0]))
        length = STORE_HEAD + len(stores()[0])
        nvm[:length] = altered(nvm[:length], chance)[:length].ljust(length, b"\0")
        if nvm[:length] != store._nvm[:length]:
            assert Store(nvm).load() is None
