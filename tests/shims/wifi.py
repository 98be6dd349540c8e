"""Stands in for `wifi`: the radio of tests/fake_espnow.py, which can also join a network and open one."""

from tests import fake_espnow

PowerManagement = fake_espnow.PowerManagement
_air = fake_espnow.Air()
_chip = fake_espnow.Board(_air)
_network = ("pocket-hats", "")  # the one that is there: name and password


class Radio(fake_espnow.Radio):
    ipv4_address, ipv4_subnet = None, None
    ipv4_address_ap, ipv4_subnet_ap = None, None

    def connect(self, ssid, password=b"", *, channel=0, bssid=None, timeout=None):
        if (ssid, password) != _network:
            raise ConnectionError("No network with that ssid")
        self.connected = True
        self.ipv4_address, self.ipv4_subnet = "192.168.7.20", "255.255.255.0"

    def start_ap(self, ssid, password=b"", *, channel=1, authmode=(), max_connections=4):
        super().start_ap(ssid, password, channel=channel, authmode=authmode, max_connections=max_connections)
        self.ipv4_address_ap, self.ipv4_subnet_ap = "192.168.4.1", "255.255.255.0"


radio = _chip.wifi.radio = Radio(_chip)
