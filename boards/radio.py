"""The links of boards with a radio.

HATS_LINK in settings.toml says which: espnow (where the chip can), udp or mqtt over the Wi-Fi network that HATS_WIFI
and HATS_PASSWORD name (with HATS_ACCESS_POINT = 1 on the one board that opens it), or none.
"""

import microcontroller

from boards.links import made
from ring.link import Link


class Radio:
    """What links are made from on a board with a radio; `name` is one that no other board has."""

    def __init__(self) -> None:
        self.name = "hat" + microcontroller.cpu.uid.hex()[-20:]

    def radio(self) -> tuple:
        """The firmware's modules."""
        import espnow
        import wifi

        return espnow, wifi

    def network(self, values: dict) -> tuple:
        """Join the Wi-Fi network, or open it. Returns the sockets, and the address that reaches everybody on it."""
        import socketpool
        import wifi

        from ring import link_udp

        start = link_udp.open_access_point if values["access_point"] else link_udp.join
        broadcast = start(wifi, str(values["wifi"]), str(values["password"]))
        return socketpool.SocketPool(wifi.radio), broadcast


def wireless() -> Link:
    """The link of a board with an ESP32: ESP-NOW, if nothing else is asked for. Raises LinkError."""
    return made("wireless", Radio())


def over_wifi() -> Link:
    """The link of a board with Wi-Fi: UDP, if nothing else is asked for. Raises LinkError."""
    return made("over_wifi", Radio())
