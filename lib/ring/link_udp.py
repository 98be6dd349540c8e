"""UDP broadcast over Wi-Fi: on a network that is there, or on the access point that one of the boards opens.

A Pico W keeps one datagram that has come and drops all others until the program has taken it, so this link sends
nothing but what it is given, in one datagram each, and boards look for frames often and answer one after the other.
Linux hands a broadcast on 127.255.255.255 to every process that listens; macOS has no broadcast on its loopback, so
there processes need the address of a real network. No board was at hand: what is said of boards comes from
CircuitPython's source.
"""

import os

from ring.frames import LENGTH_MAX
from ring.link import Link, LinkError

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any


PORT = 0x4848
ACCESS_POINT_CHANNEL = 6
_STATIONS = 10  # the most that an ESP32's access point takes; a Pico W's ignores it
_JOIN_S = 15
_MARK = 4  # bytes
_ECHOES = 16  # of own datagrams that come back, so many are left out at a time
_OPTIONS = ("SO_REUSEADDR", "SO_REUSEPORT", "SO_BROADCAST")  # boards have the first and need none; desktops need all


def make(means: "Any", values: "dict[str, Any]") -> "UdpLink":
    """The link of a device, as `ring.links` wants it. Raises LinkError, and OSError when the port is taken."""
    pool, broadcast = means.network(values)
    return UdpLink(pool, broadcast, values["port"] or PORT)


class UdpLink(Link):
    """`failed` counts frames that the network did not take: it is full, or away."""

    def __init__(self, pool: "Any", broadcast: str, port: int = PORT) -> None:
        """pool: a `socketpool.SocketPool`, or CPython's module `socket`. broadcast: as `join` returns it.

        Raises OSError when the port is taken.
        """
        self.failed = 0
        self._everybody = (broadcast, port)
        self._mark = os.urandom(_MARK)
        self._buffer = bytearray(_MARK + LENGTH_MAX)
        self._socket = pool.socket(pool.AF_INET, pool.SOCK_DGRAM)
        for option in _OPTIONS:
            if hasattr(pool, option):
                self._socket.setsockopt(pool.SOL_SOCKET, getattr(pool, option), 1)
        self._socket.bind(("", port))
        self._socket.settimeout(0)

    def send(self, frame: bytes) -> None:
        """Send `frame`, at most 250 bytes, to everybody on the network."""
        try:
            self._socket.sendto(self._mark + frame, self._everybody)
        except OSError:
            self.failed += 1

    def recv(self) -> bytes | None:
        """The oldest frame that waits, or None. Those of this board that come back are left out."""
        for _ in range(_ECHOES):
            try:
                length, _ = self._socket.recvfrom_into(self._buffer)
            except OSError:  # EAGAIN: none waits; anything else passes as well, or the table waits
                break
            if self._buffer[:_MARK] != self._mark:
                return bytes(self._buffer[_MARK:length])
        return None

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()


def join(wifi: "Any", ssid: str, password: str) -> str:
    """Join a Wi-Fi network, which takes some seconds. wifi: the firmware's module.

    Returns the address that reaches everybody on it. Raises LinkError when it cannot be joined.
    """
    radio = wifi.radio
    try:
        radio.connect(ssid, password, timeout=_JOIN_S)
    except (OSError, RuntimeError, ValueError) as error:
        raise LinkError("no_wifi", ssid, error)
    radio.power_management = wifi.PowerManagement.NONE  # a radio that naps misses broadcasts
    return broadcast_address(radio.ipv4_address, radio.ipv4_subnet)


def open_access_point(wifi: "Any", ssid: str, password: str) -> str:
    """Open a Wi-Fi network of our own, which the others `join`. password: 8 to 63 characters.

    Returns as `join`. Raises LinkError when it does not start; a Pico W starts one only once after each reset (#8718).
    """
    radio = wifi.radio
    try:
        radio.start_ap(ssid, password, channel=ACCESS_POINT_CHANNEL, max_connections=_STATIONS)
    except (OSError, RuntimeError, ValueError) as error:
        raise LinkError("no_access_point", ssid, error)
    radio.power_management = wifi.PowerManagement.NONE
    return broadcast_address(radio.ipv4_address_ap, radio.ipv4_subnet_ap)


def broadcast_address(address: object, subnet: object) -> str:
    """The broadcast address of a network, from an address in it and its mask: 192.168.4.1, 255.255.255.0 give
    192.168.4.255."""
    parts = zip(str(address).split("."), str(subnet).split("."))
    return ".".join([str(int(part) | 255 - int(mask)) for part, mask in parts])
