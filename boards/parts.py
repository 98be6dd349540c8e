"""What boards have in common: keys behind one or two `keypad` objects, their links, and the device itself.

HATS_LINK in settings.toml says how a board talks to the others: espnow (where the chip can), udp or mqtt over the Wi-Fi
network that HATS_WIFI and HATS_PASSWORD name (udp with HATS_ACCESS_POINT = 1 on the one board that opens it), uart,
none.
"""

import os

import microcontroller
from supervisor import ticks_ms

from boards import toml
from ring.link import LinkError


class Keys:
    """One queue of key edges from `keypad.Keys` objects. Pins of both polarities need two: each has one polarity."""

    def __init__(self, *keypads):
        """keypads: pairs of a keypad object and the number of its first key."""
        self._keypads = keypads

    def get(self):
        """None, or (key number, whether it went down) of the oldest edge."""
        for keypad, first in self._keypads:
            event = keypad.events.get()
            if event is not None:
                return first + event.key_number, event.pressed
        return None


class NoLink:
    """The link of a board that is alone: nobody hears it, and it hears nobody."""

    def send(self, frame):
        """Lose `frame`."""

    def recv(self):
        """None: no frame ever comes."""

    def close(self):
        """Nothing is open."""


class Device:
    """One board, as `pocket.app` wants it. make_link: called without arguments; where it raises LinkError, the board
    plays alone and says why."""

    def __init__(self, display, keys, pixels, make_link):
        self.display, self.keys, self.pixels = display, keys, pixels
        self.nvm = microcontroller.nvm
        self.ticks = ticks_ms
        self.entropy = os.urandom
        self.problems = []
        try:
            self.link = make_link()
        except LinkError as error:
            self.problems.append(str(error))
            self.link = NoLink()


def setting(name, default):
    """What settings.toml says of `name`, or the default."""
    value = toml.read(name)
    return default if value is None else value


def wireless():
    """The link of a board with an ESP32: ESP-NOW, if nothing else is asked for. Raises LinkError."""
    kind = setting("HATS_LINK", "espnow")
    if kind != "espnow":
        return over_wifi(kind)
    import espnow
    import wifi

    from ring.link_espnow import CHANNEL, EspNowLink

    return EspNowLink(espnow, wifi, setting("HATS_CHANNEL", CHANNEL))


def over_wifi(kind):
    """The link `kind` of a board with Wi-Fi: udp, mqtt or none. Raises LinkError."""
    if kind == "none":
        return NoLink()
    if kind not in ("udp", "mqtt"):
        raise LinkError("HATS_LINK cannot be {} on this board.".format(kind))
    import socketpool
    import wifi

    from ring import link_udp

    name, password = setting("HATS_WIFI", "pocket-hats"), setting("HATS_PASSWORD", "")
    if kind == "udp" and setting("HATS_ACCESS_POINT", 0):
        broadcast = link_udp.open_access_point(wifi, name, password)
    else:
        broadcast = link_udp.join(wifi, name, password)
    pool = socketpool.SocketPool(wifi.radio)
    if kind == "udp":
        return link_udp.UdpLink(pool, broadcast)
    from ring import link_mqtt

    key = bytes.fromhex(setting("HATS_KEY", "00" * 16))
    name = "hat" + microcontroller.cpu.uid.hex()[-20:]
    client = link_mqtt.make_client(pool, setting("HATS_BROKER", ""), name)
    return link_mqtt.MqttLink(client, link_mqtt.topic_of(key))


def wired(*pins):
    """The link of a board with wires to its neighbours: pairs of pins (TX, RX), one or two. Raises LinkError."""
    kind = setting("HATS_LINK", "uart")
    if kind == "none":
        return NoLink()
    if kind != "uart":
        raise LinkError("HATS_LINK cannot be {} on this board.".format(kind))
    import busio

    from ring.link_uart import BAUD, RECEIVER_BUFFER, UartLink

    return UartLink(
        [busio.UART(tx, rx, baudrate=BAUD, receiver_buffer_size=RECEIVER_BUFFER, timeout=0) for tx, rx in pins]
    )
