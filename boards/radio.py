"""The links of boards with a radio, and what belongs to such boards.

HATS_LINK in settings.toml says how a board talks to the others: espnow (where the chip can), udp or mqtt over the Wi-Fi
network that HATS_WIFI and HATS_PASSWORD name (udp with HATS_ACCESS_POINT = 1 on the one board that opens it), none.
"""

import microcontroller

from boards.parts import NoLink, setting
from ring.link import LinkError


def wireless():
    """The link of a board with an ESP32: ESP-NOW, if nothing else is asked for. Raises LinkError."""
    kind = setting("HATS_LINK", "espnow")
    if kind != "espnow":
        return over_wifi(kind, "espnow, ")
    import espnow
    import wifi

    from ring.link_espnow import CHANNEL, EspNowLink

    channel = setting("HATS_CHANNEL", CHANNEL)
    if type(channel) is not int or not 1 <= channel <= 13:
        raise LinkError("must_be", "HATS_CHANNEL", ("want_range", 1, 13))
    return EspNowLink(espnow, wifi, channel)


def over_wifi(kind=None, others=""):
    """The link of a board with Wi-Fi: udp, mqtt or none; `kind`, or what settings.toml says. Raises LinkError.

    others: what else HATS_LINK can be on this board, each with a comma.
    """
    kind = kind or setting("HATS_LINK", "udp")
    if kind == "none":
        return NoLink()
    if kind not in ("udp", "mqtt"):
        raise LinkError("must_be", "HATS_LINK", ("one_of", others + "udp, mqtt, none"))
    import socketpool
    import wifi

    from ring import link_udp

    name, password = str(setting("HATS_WIFI", "pocket-hats")), str(setting("HATS_PASSWORD", ""))
    if kind == "udp" and setting("HATS_ACCESS_POINT", 0):
        broadcast = link_udp.open_access_point(wifi, name, password)
    else:
        broadcast = link_udp.join(wifi, name, password)
    pool = socketpool.SocketPool(wifi.radio)
    if kind == "udp":
        return link_udp.UdpLink(pool, broadcast)
    from ring import link_mqtt

    try:
        key = bytes.fromhex(setting("HATS_KEY", "00" * 16))
    except (TypeError, ValueError):
        raise LinkError("must_be", "HATS_KEY", ("want_key",))
    name = "hat" + microcontroller.cpu.uid.hex()[-20:]
    client = link_mqtt.make_client(pool, setting("HATS_BROKER", ""), name)
    return link_mqtt.MqttLink(client, link_mqtt.topic_of(key))
