"""Stands in for `espnow`: the chip of the shim `wifi`."""

from wifi import _chip

from tests.fake_espnow import ESPNowPacket, Peer, Peers

ESPNow = _chip.espnow.ESPNow

__all__ = ["ESPNow", "ESPNowPacket", "Peer", "Peers"]
