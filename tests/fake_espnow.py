"""Stands in for the modules `espnow` and `wifi` of CircuitPython on an ESP32: their limits, errors and buffer included.

Written after the firmware's source (ports/espressif, July 2026). Error numbers are those of ESP-IDF. A `Board` has both
modules, an `Air` carries what they send. What the driver keeps ends with `deinit`, as there.
"""

from collections import deque, namedtuple
from types import SimpleNamespace

HEADER = 13  # bytes that are stored before each message: 7 of the firmware's own and the sender's address
MESSAGE_MAX = 250
PEERS_MAX = 20
SEND_TIMEOUT_MS = 2000  # for so long `send` tries again where there is no memory
NOT_INIT, ARG, NO_MEM, FULL, NOT_FOUND, INTERNAL, EXIST, WRONG_INTERFACE = range(0x3065, 0x306D)

ESPNowPacket = namedtuple("ESPNowPacket", ("mac", "msg", "rssi", "time"))


class IDFError(OSError):
    """`espidf.IDFError`."""


def fail(number):
    raise IDFError(f"ESP-NOW error 0x{number:x}")


class Air:
    """Carries messages between boards on the same channel."""

    def __init__(self):
        self.boards = []

    def transmit(self, sender, address, message):
        for board in self.boards:
            if board is not sender and board.channel == sender.channel and address in (b"\xff" * 6, board.mac):
                board.arrive(sender.mac, message)


class Board:
    """One board: `espnow` and `wifi` are its modules.

    faulty: `ESPNow()` fails, as in #9276. leak_after: after so many messages the radio has no memory left, until the
    driver is started afresh or, where `deep`, until Wi-Fi is.
    """

    def __init__(self, air, faulty=False, leak_after=None, deep=False):
        self.air, self.faulty, self.leak_after, self.deep = air, faulty, leak_after, deep
        air.boards.append(self)
        self.mac = bytes([2, 0, 0, 0, 0, len(air.boards)])
        self.channel = 1
        self.running = None  # the firmware's only ESPNow object
        self.peers = {}  # the driver's, by address
        self.leaked = 0
        self.waited_ms = 0
        self.naps = 0
        self.wifi = SimpleNamespace(radio=Radio(self), PowerManagement=PowerManagement)
        self.espnow = SimpleNamespace(
            ESPNow=lambda buffer_size=526, phy_rate=0: ESPNow(self, buffer_size), Peer=Peer, ESPNowPacket=ESPNowPacket
        )

    def arrive(self, mac, message):
        if self.wifi.radio.power_management is not PowerManagement.NONE:
            self.naps += 1
            if self.naps % 2:
                return
        if self.running is not None and self.wifi.radio.enabled:
            self.running._store(mac, message)


class PowerManagement:
    """`wifi.PowerManagement`."""

    MIN, NONE = "MIN", "NONE"


class Radio:
    """`wifi.radio`, as far as it matters here."""

    def __init__(self, board):
        self._board = board
        self.enabled = True
        self.connected = False
        self.ap_active = False
        self.power_management = PowerManagement.MIN

    def start_ap(self, ssid, password=b"", *, channel=1, authmode=(), max_connections=4):
        if not 1 <= len(ssid) <= 32:
            raise ValueError("ssid length must be 1-32")
        if password and not 8 <= len(password) <= 64:
            raise ValueError("password length must be 8-64")
        if not 1 <= channel <= 13:
            raise ValueError("channel must be 1-13")
        if not 0 <= max_connections <= 10:
            raise ValueError("max_connections must be 0-10")
        self.ap_active = True
        if not self.connected:  # a station keeps its channel
            self._board.channel = channel

    def stop_ap(self):
        self.ap_active = False


class Peer:
    """`espnow.Peer`."""

    def __init__(self, mac, *, lmk=None, channel=0, interface=0, encrypted=False):
        if len(mac) != 6:
            raise ValueError("buffer length must be 6")
        self.mac, self.channel = bytes(mac), channel


class Peers:
    """`espnow.Peers`."""

    def __init__(self, board):
        self._board = board

    def append(self, peer):
        if not isinstance(peer, Peer):
            raise TypeError("Peer must be of type Peer")
        if self._board.running is None:
            fail(NOT_INIT)
        if peer.mac in self._board.peers:
            fail(EXIST)
        if len(self._board.peers) == PEERS_MAX:
            fail(FULL)
        self._board.peers[peer.mac] = peer


class ESPNow:
    """`espnow.ESPNow`: at most one of them runs on a board."""

    def __init__(self, board, buffer_size):
        if board.running is not None:
            raise RuntimeError("Already running")
        if buffer_size < HEADER:
            raise ValueError("buffer_size must be >= 13")
        board.wifi.radio.enabled = True
        if board.faulty:
            raise IDFError("Generic Failure")
        self.buffer_size = buffer_size
        self.read_success = self.read_failure = 0
        self._broken = False  # the buffer holds nonsense
        self.peers = Peers(board)
        self._board = board
        self._stored = deque()
        board.running = self
        if not board.deep:
            board.leaked = 0

    def _check(self):
        if self._board.running is not self:
            raise ValueError("Object has been deinitialized and can no longer be used. Create a new object.")

    def deinit(self):
        self._check()
        self._board.running = None
        self._board.peers = {}

    def __len__(self):
        self._check()
        return sum(HEADER + len(message) for _, message in self._stored)

    def __bool__(self):
        return len(self) > 0

    def _store(self, mac, message):
        if HEADER + len(message) > self.buffer_size - len(self):
            self.read_failure += 1
            return
        self._stored.append((mac, message))
        self.read_success += 1

    def send(self, message, peer=None):
        self._check()
        if peer is not None and not isinstance(peer, Peer):
            raise TypeError("peer must be of type Peer or None, not " + type(peer).__name__)
        board = self._board
        if not message:
            fail(ARG)
        if len(message) > MESSAGE_MAX:
            fail(INTERNAL)
        # Without a peer it goes to all of them, among which the driver does not count the broadcast address.
        receivers = [mac for mac in board.peers if mac != b"\xff" * 6] if peer is None else [peer.mac]
        if not receivers or any(mac not in board.peers for mac in receivers):
            fail(NOT_FOUND)
        board.leaked += 1
        if board.leak_after is not None and board.leaked > board.leak_after:
            board.waited_ms += SEND_TIMEOUT_MS
            fail(NO_MEM)
        for mac in receivers:
            board.air.transmit(board, mac, bytes(message))

    def read(self):
        self._check()
        if not self._stored:
            return None
        mac, message = self._stored.popleft()
        if self._broken:
            raise ValueError("Invalid buffer")
        return ESPNowPacket(mac, message, -50, 0)
