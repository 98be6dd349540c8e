"""The links, one after the other: ESP-NOW on a stand-in, UDP, the ring of wires, MQTT; and whole matches over them."""

import errno
import itertools
import random
import re
import socket
import time
from contextlib import contextmanager
from types import SimpleNamespace
from unittest import mock

import pytest
from adafruit_minimqtt.adafruit_minimqtt import MMQTTException
from hypothesis import given
from hypothesis import strategies as st

from pocket.session import Session
from pocket.settings import Settings
from pocket.store import Store
from ring import link_mqtt
from ring.frames import LENGTH_MAX
from ring.link import LinkError
from ring.link_espnow import EspNowLink
from ring.link_mqtt import DEAD_MS, QUIET_MS, RETRY_MS, MqttLink, make_client, topic_of
from ring.link_uart import RECEIVER_BUFFER, UartLink
from ring.link_udp import PORT, UdpLink, broadcast_address, join, open_access_point
from sim.runs.board import sentence
from tests import fake_espnow
from tests.network import free_port, mosquitto, needs_mosquitto

FRAMES = st.binary(min_size=1, max_size=LENGTH_MAX)


def drain(link):
    """All the frames that wait."""
    frames = []
    while (frame := link.recv()) is not None:
        frames.append(frame)
    return frames


@contextmanager
def says(pattern):
    """Expect a LinkError whose sentence, as people are told it, matches `pattern`."""
    with pytest.raises(LinkError) as raised:
        yield
    assert re.search(pattern, sentence(raised.value))


def play(links, tick_ms=1):
    """A whole match of bots over the links, on simulated time: milliseconds until all know that it is over."""
    sessions = []
    for place, link in enumerate(links, 1):
        values = {"PLACE": place, "PLAYERS": len(links), "BOT": 1, "BOT_MS": 1, "REVEAL_MS": 500}
        settings = Settings({"HATS_" + name: value for name, value in values.items()}.get)
        chance = random.Random(place)
        sessions.append(Session(link, settings, Store(None), chance.randrange, chance.randbytes, 0))
    for now in range(0, 600_000, tick_ms):
        for session in sessions:
            session.step(now)
        if all(one.table is not None and one.game.over and one.table.settled() for one in sessions):
            assert len({one.game.digest() for one in sessions}) == 1
            return now
    raise AssertionError("the match does not end")


# ESP-NOW


def radios(count, **fault):
    air = fake_espnow.Air()
    boards = [fake_espnow.Board(air, **fault) for _ in range(count)]
    return boards, [EspNowLink(board.espnow, board.wifi) for board in boards]


def test_espnow_reaches_all_the_others_in_order():
    _, links = radios(3)
    links[0].send(b"one")
    links[0].send(b"two")
    assert [drain(link) for link in links] == [[], [b"one", b"two"], [b"one", b"two"]]
    assert [link.sent for link in links] == [2, 0, 0]


def test_espnow_keeps_two_of_the_longest_frames_from_each_of_eight_boards():
    boards, links = radios(8)
    for link in links[1:]:
        for number in range(2):
            link.send(bytes([number]) * LENGTH_MAX)
    assert len(drain(links[0])) == 14
    assert boards[0].running.read_failure == 0


def test_espnow_keeps_to_its_channel():
    boards, links = radios(2)
    foreign = fake_espnow.Board(boards[0].air)
    other = EspNowLink(foreign.espnow, foreign.wifi, channel=11)
    other.send(b"elsewhere")
    assert drain(links[0]) == []
    assert not any(board.wifi.radio.ap_active for board in boards)


def test_espnow_starts_the_driver_afresh_when_the_radio_has_no_memory():
    boards, links = radios(2, leak_after=5)
    for number in range(1, 21):
        links[0].send(bytes([number]))
    heard = [frame[0] for frame in drain(links[1])]
    assert heard == [number for number in range(1, 21) if number % 6]
    assert (links[0].sent, links[0].failed) == (20, 3)
    assert len(boards[0].peers) == 1


def test_espnow_says_so_when_a_fresh_driver_does_not_help():
    boards, links = radios(2, leak_after=5, deep=True)
    for number in range(6):
        links[0].send(bytes([number]))
    with says(r"stuck.*0x3067.*off and on"):
        links[0].send(b"6")
    assert len(drain(links[1])) == 5
    assert boards[0].waited_ms == 2 * fake_espnow.SEND_TIMEOUT_MS


def test_espnow_says_which_firmware_is_needed():
    with says(r"Generic Failure.*10\.3"):
        radios(1, faulty=True)


def test_espnow_says_that_a_network_holds_the_radio():
    board = fake_espnow.Board(fake_espnow.Air())
    board.wifi.radio.connected = True
    with says(r"CIRCUITPY_WIFI_SSID"):
        EspNowLink(board.espnow, board.wifi)


def test_espnow_comes_back_from_a_buffer_that_makes_no_sense():
    boards, links = radios(2)
    links[0].send(b"lost")
    boards[1].running._broken = True
    assert links[1].recv() is None
    links[0].send(b"heard")
    assert drain(links[1]) == [b"heard"]


def test_espnow_gives_the_radio_back():
    boards, links = radios(2)
    links[1].close()
    links[0].close()
    again, other = EspNowLink(boards[0].espnow, boards[0].wifi), EspNowLink(boards[1].espnow, boards[1].wifi)
    again.send(b"still here")
    assert drain(other) == [b"still here"]


def test_a_match_over_espnow_outlives_leaks():
    _, links = radios(4, leak_after=40)
    play(links)
    assert sum(link.failed for link in links) > 3


# UDP


class PicoPool:
    """`socketpool.SocketPool` of a Pico W: a datagram that comes while one waits is dropped. All share one network."""

    AF_INET, SOCK_DGRAM, SOL_SOCKET, SO_REUSEADDR = 0, 1, 1, 4

    def __init__(self, network):
        self.network, self.waiting, self.dropped, self.away = network, None, 0, False
        network.append(self)

    def socket(self, family, kind):
        return self

    def setsockopt(self, level, option, value):
        assert (level, option, value) == (self.SOL_SOCKET, self.SO_REUSEADDR, 1)

    def bind(self, address):
        assert address == ("", PORT)

    def settimeout(self, seconds):
        assert seconds == 0

    def sendto(self, data, address):
        assert address == ("192.168.4.255", PORT)
        if self.away:
            raise OSError(errno.EHOSTUNREACH)
        for pool in self.network:
            if pool is not self:
                pool.dropped += pool.waiting is not None
                pool.waiting = pool.waiting or bytes(data)

    def recvfrom_into(self, buffer):
        if self.waiting is None:
            raise OSError(errno.EAGAIN)
        data, self.waiting = self.waiting, None
        buffer[: len(data)] = data
        return len(data), ("192.168.4.2", PORT)

    def close(self):
        self.network.remove(self)


def picos(count):
    network = []
    links = [UdpLink(PicoPool(network), "192.168.4.255") for _ in range(count)]
    return network, links


def test_udp_on_a_board():
    network, links = picos(3)
    links[0].send(b"one")
    assert [drain(link) for link in links] == [[], [b"one"], [b"one"]]
    network[0].away = True
    links[0].send(b"two")
    assert (links[0].failed, drain(links[1])) == (1, [])
    links[2].close()
    assert len(network) == 2


@pytest.mark.parametrize("tick_ms", [1, 10])
def test_a_match_of_pico_ws_that_look_for_frames_at_each_tick(tick_ms):
    network, links = picos(4)
    play(links, tick_ms)
    assert tick_ms == 1 or sum(pool.dropped for pool in network) > 0


def wait_for(link):
    """The next frame; fails when none comes."""
    for _ in range(1000):
        frame = link.recv()
        if frame is not None:
            return frame
        time.sleep(0.005)
    raise AssertionError("no frame came")


def test_udp_reaches_every_socket_of_a_machine_but_not_the_sender():
    port = free_port()
    links = [UdpLink(socket, "127.255.255.255", port) for _ in range(3)]
    for number in range(3):
        links[0].send(b"%d" % number)
        links[0].send(b"again")
    for link in links[1:]:
        assert [wait_for(link) for _ in range(6)] == [b"0", b"again", b"1", b"again", b"2", b"again"]
    assert drain(links[0]) == []
    for link in links:
        link.close()


def test_udp_does_not_listen_for_ever_to_what_bears_its_own_mark():
    network, (link,) = picos(1)
    network[0].recvfrom_into = lambda buffer: (len(buffer), None)  # as it is: it begins with the mark
    link._buffer[:4] = link._mark
    assert link.recv() is None


class Wifi:
    """The module `wifi`, for a network called Home."""

    PowerManagement = SimpleNamespace(NONE="none")

    def __init__(self):
        self.radio, self.power_management = self, "min"
        self.ipv4_address, self.ipv4_subnet = "10.1.77.3", "255.255.240.0"
        self.ipv4_address_ap, self.ipv4_subnet_ap = "192.168.4.1", "255.255.255.0"

    def connect(self, ssid, password, timeout):
        if ssid != "Home":
            raise ConnectionError("No network with that ssid")

    def start_ap(self, ssid, password, channel, max_connections):
        assert max_connections >= 7
        if len(password) < 8:
            raise ValueError("password length must be 8-63")


def test_wifi_is_joined_or_opened():
    wifi = Wifi()
    assert join(wifi, "Home", "secret") == "10.1.79.255"
    assert wifi.power_management == "none"
    assert open_access_point(wifi, "Hats", "long enough") == "192.168.4.255"
    with says(r"The Wi-Fi Hom cannot be joined.*password"):
        join(wifi, "Hom", "secret")
    with says(r"access point Hats does not start.*8-63"):
        open_access_point(wifi, "Hats", "short")


@pytest.mark.parametrize(
    ("address", "subnet", "broadcast"),
    [("127.0.0.1", "255.0.0.0", "127.255.255.255"), ("192.168.1.130", "255.255.255.128", "192.168.1.255")],
)
def test_a_broadcast_address(address, subnet, broadcast):
    assert broadcast_address(address, subnet) == broadcast


# the ring of wires


class Uart:
    """One end of a wire, with the API of `busio.UART`: `far` is where what is written arrives."""

    def __init__(self):
        self.received, self.far = bytearray(), None

    @property
    def in_waiting(self):
        return len(self.received)

    def read(self, count):
        assert 0 < count <= len(self.received), "a real one would wait"
        piece = bytes(self.received[:count])
        del self.received[:count]
        return piece

    def write(self, data):
        if self.far is not None:
            self.far.received += data[: RECEIVER_BUFFER - len(self.far.received)]  # what does not fit is lost

    def deinit(self):
        self.far = None


def connect(one, other):
    one.far, other.far = other, one


def ring(count, closed=True):
    """Links in a ring, or in a chain whose ends have one UART; and the UARTs."""
    uarts = [[Uart(), Uart()] for _ in range(count)]
    for index in range(count if closed else count - 1):
        connect(uarts[index][1], uarts[(index + 1) % count][0])
    if not closed:
        del uarts[0][0], uarts[-1][1]
    return [UartLink(pair) for pair in uarts], uarts


def settle(links):
    """Let frames go round until none is under way; what each link gave, in order."""
    heard = [[] for _ in links]
    for _ in range(3 * len(links) + 60):
        for link, frames in zip(links, heard, strict=True):
            frames += drain(link)
    return heard


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("closed", [True, False])
def test_a_frame_reaches_everybody_once_in_a_ring_and_in_a_chain(count, closed):
    links, _ = ring(count, closed)
    for index, link in enumerate(links):
        link._count = 100 * index  # drawn, two of seven are near each other once in a thousand times
        link.send(bytes([index]))
        link.send(b"the same again")
        link.send(b"the same again")
    for index, frames in enumerate(settle(links)):
        others = [other for other in range(count) if other != index]
        assert sorted(frame[0] for frame in frames if len(frame) == 1) == others
        assert frames.count(b"the same again") == 2 * len(others)


def test_a_ring_that_breaks_goes_on_as_a_chain():
    links, uarts = ring(5)
    uarts[2][1].far = uarts[3][0].far = None
    for index, link in enumerate(links):
        link.send(bytes([index]))
    assert [sorted(frames) for frames in settle(links)] == [
        [bytes([other]) for other in range(5) if other != index] for index in range(5)
    ]


def test_nothing_goes_round_for_ever_even_when_boards_forget(monkeypatch):
    monkeypatch.setattr(UartLink, "_remember", lambda self, crc: True)
    links, uarts = ring(3)
    links[0].send(b"round and round")
    heard = settle(links)
    assert not any(uart.in_waiting for pair in uarts for uart in pair)
    assert len(heard[1]) < 20


@pytest.mark.slow
def test_a_match_of_eight_in_a_ring():
    links, _ = ring(8)
    play(links)


def test_two_boards_wired_both_ways_play_a_match():
    links, _ = ring(2)
    play(links)


def receive(wire, cuts=()):
    """What a link makes of these bytes, when they come in pieces that end at `cuts`."""
    uart = Uart()
    link = UartLink([uart])
    frames, start = [], 0
    for end in [*sorted(cut % (len(wire) + 1) for cut in cuts), len(wire)]:
        uart.received += wire[start:end]
        start = end
        frames += drain(link)
    return frames


def on_the_wire(frames):
    """Each of the frames as a neighbour sends it."""
    far, near = Uart(), Uart()
    connect(far, near)
    with mock.patch("os.urandom", lambda length: b"\xff" * length):  # the same on every run
        link = UartLink([far])
    pieces = []
    for frame in frames:
        link.send(frame)
        pieces.append(near.read(near.in_waiting))
    return pieces


def test_the_longest_piece_is_not_cut():
    special = bytes([0xC0, 0xDB, 0xDC, 0xDD])
    frame = bytes(byte for pair in itertools.product(special, repeat=2) for byte in pair) * (LENGTH_MAX // 32)
    wire = on_the_wire([frame])[0]
    assert receive(wire, range(len(wire))) == [frame]


def test_what_is_longer_than_a_frame_is_not_passed_on():
    links, uarts = ring(3)
    links[0].send(bytes(LENGTH_MAX + 1))
    assert settle(links) == [[], [], []]
    assert not any(uart.in_waiting for pair in uarts for uart in pair)


def test_frames_of_wires_do_not_pile_up_where_more_come_than_are_taken():
    links, _ = ring(2, closed=False)
    for number in range(2000):
        links[0].send(number.to_bytes(4, "big"))
        if not number % 5:
            links[1].recv()
    assert len(links[1]._frames) <= RECEIVER_BUFFER // 10


@given(st.lists(st.tuples(st.binary(max_size=700), FRAMES), max_size=6), st.lists(st.integers(0, 5000), max_size=9))
def test_garbage_between_frames_costs_none(mixed, cuts):
    frames = [frame for _, frame in mixed]
    wire = b"".join(garbage + piece for (garbage, _), piece in zip(mixed, on_the_wire(frames), strict=True))
    assert receive(wire, cuts) == frames


@given(
    st.lists(FRAMES, min_size=1, max_size=6),
    st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 3), st.binary(max_size=5)), min_size=1, max_size=4),
)
def test_damage_costs_the_frames_that_it_meets_and_nothing_wrong_is_delivered(frames, damages):
    pieces = on_the_wire(frames)
    owner = [index for index, piece in enumerate(pieces) for _ in piece]
    wire, hit = [bytes([byte]) for byte in b"".join(pieces)], set()
    for at, length, replacement in damages:
        at %= len(wire)
        meets = slice(at, at + max(length, 1))
        hit.update(owner[meets])
        spared = b"" if length else wire[at]
        wire[meets] = [replacement + spared] + [b""] * (len(wire[meets]) - 1)
    delivered = receive(b"".join(wire))
    whole = [frame for index, frame in enumerate(frames) if index not in hit]
    rest = iter(delivered)
    assert all(frame in rest for frame in whole), "in order, and none is missing that was not met"
    assert [frame for frame in delivered if frame not in frames] == []


# MQTT


class Client:
    """Stands in for `adafruit_minimqtt.MQTT`: what is published comes back, as from a broker, unless it is `silent`."""

    def __init__(self):
        self.broker, self.client_id = "broker", "me"
        self.refuses = self.silent = False
        self.published = []
        self.calls = []
        self._sock = None

    def connect(self, session_id):
        self.calls.append("connect")
        if self.refuses:
            raise OSError(errno.ECONNREFUSED)
        self._sock, self._far = Sock.pair()

    def subscribe(self, topic):
        assert topic == "topic"

    def publish(self, topic, message):
        assert topic == "topic"
        self.published.append(message)
        if not self.silent:
            self.arrive(message)

    def arrive(self, message):
        self._far.send(bytes([len(message)]) + message)

    def _wait_for_msg(self):
        length = self._sock.recv(1)
        if not length:
            raise MMQTTException("closed")
        self.on_message(self, "topic", bytearray(self._sock.recv(length[0])))

    def disconnect(self):
        self.calls.append("disconnect")
        if self._sock is None:
            raise MMQTTException("not connected")
        self._sock.close()
        self._far.close()
        self._sock = None


class Sock(socket.socket):
    """A socket that takes every option."""

    @classmethod
    def pair(cls):
        return [cls(fileno=one.detach()) for one in socket.socketpair()]

    def setsockopt(self, *option):
        pass


@pytest.fixture
def clock(monkeypatch):
    """The milliseconds that the MQTT link goes by."""
    now = SimpleNamespace(ms=1000)
    monkeypatch.setattr(link_mqtt, "ticks_ms", lambda: now.ms)
    return now


def test_mqtt_leaves_out_what_it_sent_itself(clock):
    client = Client()
    link = MqttLink(client, "topic")
    assert link.recv() is None
    link.send(b"mine")
    client.arrive(b"0123theirs")
    client.arrive(b"0123")
    client.arrive(b"0")
    client.arrive(b"0123theirs")
    assert drain(link) == [b"theirs", b"theirs"]
    assert [message[4:] for message in client.published] == [b"mine"]
    link.close()


def test_mqtt_keeps_the_way_open_and_gives_up_a_dead_connection(clock):
    client = Client()
    link = MqttLink(client, "topic")
    for _ in range(3):
        clock.ms += QUIET_MS + 1
        assert link.recv() is None
    assert [message[4:] for message in client.published] == [b""] * 3
    client.silent = client.refuses = True
    clock.ms += DEAD_MS + 1
    link.recv()
    assert client.calls == ["connect", "disconnect"]
    for attempts in (0, 1):
        for _ in range(3):
            link.send(b"into the void")
            assert link.recv() is None
        assert client.calls.count("connect") == 1 + attempts
        clock.ms += RETRY_MS + 1
    client.silent = client.refuses = False
    link.send(b"into the void")  # does not put the next attempt off
    link.recv()
    client.arrive(b"0123here again")
    assert drain(link) == [b"here again"]
    assert link.failed == 7
    link.close()


def test_mqtt_comes_back_after_the_broker_has_hung_up(clock):
    client = Client()
    link = MqttLink(client, "topic")
    client._far.close()
    assert link.recv() is None
    clock.ms += RETRY_MS + 1
    link.recv()
    client.arrive(b"0123here again")
    assert drain(link) == [b"here again"]
    link.close()


def test_mqtt_says_when_there_is_no_broker():
    client = Client()
    client.refuses = True
    with says(r"broker cannot be reached: check its address"):
        MqttLink(client, "topic")


def test_a_topic_belongs_to_a_key_and_does_not_give_it_away():
    topics = {topic_of(bytes([number]) * 16) for number in range(3)}
    assert len(topics) == 3
    assert all(topic.startswith("pocket-hats/") and len(topic) == 28 for topic in topics)
    assert not any("00000000" in topic for topic in topics)


@needs_mosquitto
def test_mqtt_through_a_real_broker(tmp_path):
    with mosquitto(tmp_path) as port:
        links = [MqttLink(make_client(socket, "127.0.0.1", f"board{index}", port), "topic") for index in range(3)]
        stranger = MqttLink(make_client(socket, "127.0.0.1", "stranger", port), "another topic")
        frames = [bytes([number]) * (number + 1) for number in range(LENGTH_MAX)]
        for frame in frames:
            links[0].send(frame)
        for link in links[1:]:
            assert [wait_for(link) for _ in frames] == frames
        links[1].send(b"last")
        assert wait_for(links[0]) == b"last"
        assert [drain(link) for link in [*links[:2], stranger]] == [[], [], []]
        for link in [*links, stranger]:
            link.close()
