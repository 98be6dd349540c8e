"""MQTT, for tables whose boards are not in one room: all of a set speak and listen on one topic of one broker.

Messages are sent at most once (QoS 0), as on the other links. The broker hands a board its own messages back: they are
dropped, and they show that the connection is alive. When it is not, the link connects again from time to time, which
may take 2 s. There is no TLS here: the frames carry their own proof of where they come from.
"""

import os
import select

from adafruit_minimqtt.adafruit_minimqtt import MQTT, MMQTTException
from adafruit_ticks import ticks_diff, ticks_ms

from ring.frames import LENGTH_MAX, Key
from ring.link import Link, LinkError

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any


PORT = 1883
RETRY_MS = 5000  # before an attempt to connect again
QUIET_MS = 10000  # a board silent for this long sends an empty message, to keep the connection open
DEAD_MS = 15000  # a connection is given up when not even our own messages have come back for this long
_MARK = 4  # bytes
_PIECE = _MARK + LENGTH_MAX  # bytes: the longest message of ours, and the most that is read in one go
_PIECES = 64  # messages, and pieces of longer ones, that are read at a time: the device has more to do
_TROUBLE = (MMQTTException, OSError, RuntimeError, AssertionError)
_TCP, _NO_DELAY = 6, 1  # minimqtt sends a message in three pieces, of which the second would wait for an answer


def make(means: "Any", values: "dict[str, Any]") -> "MqttLink":
    """The link of a device, as `ring.links` wants it. Raises LinkError when the broker cannot be reached."""
    pool, _ = means.network(values)
    client = make_client(pool, str(values["broker"]), means.name, values["port"] or PORT)
    return MqttLink(client, topic_of(bytes.fromhex(values["key"])))


def make_client(
    pool: "Any", broker: str, name: str, port: int = PORT, user: str | None = None, password: str | None = None
) -> "Client":
    """A Client with the settings that MqttLink needs, not connected yet.

    pool: a `socketpool.SocketPool`, or CPython's module `socket`. broker: a host. name: up to 23 letters and digits
    that no other board uses, since a broker turns out the older one of two clients with one name.
    """
    return Client(
        broker=broker,
        port=port,
        client_id=name,
        username=user,
        password=password,
        socket_pool=pool,
        use_binary_mode=True,
        socket_timeout=1,
        recv_timeout=2,
        connect_retries=1,
    )


def topic_of(secret: bytes) -> str:
    """The topic of the set whose key is `secret` (bytes). It does not give the key away."""
    return "pocket-hats/" + Key(secret).sign(b"topic")[:8].hex()


class Client(MQTT):
    """Does not hold a message that is longer than ours can be, as minimqtt does: its bytes are skipped."""

    _skip = 0  # bytes still to be skipped

    def _sock_exact_recv(self, bufsize: int, timeout: float | None = None) -> bytearray:
        if bufsize <= _PIECE:
            return super()._sock_exact_recv(bufsize, timeout)
        self._skip = bufsize
        return bytearray()

    def _wait_for_msg(self, timeout: float | None = None) -> int | None:
        if not self._skip:
            return super()._wait_for_msg(timeout)
        length = min(self._skip, _PIECE)
        super()._sock_exact_recv(length, timeout)
        self._skip -= length
        return None


class MqttLink(Link):
    """`failed` counts frames that were sent while there was no connection."""

    MAY_WAIT = True  # for the broker

    def __init__(self, client: "Any", topic: str) -> None:
        """client: as from `make_client`. Raises LinkError when the broker cannot be reached."""
        self.failed = 0
        self._client, self._topic = client, topic
        self._mark = os.urandom(_MARK)
        self._frames = []
        self._socket: "Any" = None  # None: no connection
        client.on_message = self._take
        try:
            self._connect()
        except _TROUBLE:
            self._hang_up()
            raise LinkError("no_broker", client.broker)

    def send(self, frame: bytes) -> None:
        """Send `frame` to everybody on the topic."""
        if self._socket is None:
            self.failed += 1
            return
        self._sent_ms = ticks_ms()
        try:
            self._client.publish(self._topic, self._mark + frame)
        except _TROUBLE:
            self.failed += 1
            self._hang_up()

    def recv(self) -> bytes | None:
        """The oldest frame that waits, or None. Those of this board that come back are left out."""
        self._tend(ticks_ms())
        try:
            # minimqtt's public `loop` waits a second or more at each call; this takes one message that is there.
            for _ in range(_PIECES):
                if self._frames or not self._socket or not select.select([self._socket], [], [], 0)[0]:
                    break
                self._client._wait_for_msg()
                self._heard_ms = ticks_ms()
        except _TROUBLE:
            self._hang_up()
        return self._frames.pop(0) if self._frames else None

    def close(self) -> None:
        """Take leave of the broker."""
        self._hang_up()

    def _tend(self, now: int) -> None:
        """Keep the connection alive, or come back to one."""
        if self._socket is None:
            if ticks_diff(now, self._down_ms) > RETRY_MS:
                try:
                    self._connect()
                except _TROUBLE:
                    self._hang_up()
        elif ticks_diff(now, self._heard_ms) > DEAD_MS:
            self._hang_up()
        elif ticks_diff(now, self._sent_ms) > QUIET_MS:
            self.send(b"")

    def _connect(self) -> None:
        self._client.connect(session_id=self._client.client_id)
        self._client._sock.setsockopt(_TCP, _NO_DELAY, 1)
        self._client.subscribe(self._topic)
        self._socket = self._client._sock
        self._sent_ms = self._heard_ms = ticks_ms()

    def _hang_up(self) -> None:
        self._socket, self._down_ms = None, ticks_ms()
        try:
            self._client.disconnect()
        except MMQTTException:  # it was not connected
            pass

    def _take(self, client: "Any", topic: str, message: bytes) -> None:
        if len(message) > _MARK and message[:_MARK] != self._mark:
            self._frames.append(bytes(message[_MARK:]))
