"""ESP-NOW: boards with an ESP32 speak to one another directly, each frame to all, without any network.

What is known of it comes from CircuitPython's source and from reports, not from boards on a bench. When the radio has
no memory for a frame, `send` waits up to 2 s and fails; then the driver is started afresh. Where that does not help,
only a restart of the whole program does, since Wi-Fi itself has to go down for it: LinkError says so (esp-idf #18682,
reported after some 78,000 broadcasts, longer ones than ours among them).
"""

import sys

from ring.frames import LENGTH_MAX
from ring.link import Link, LinkError

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any


CHANNEL = 6
_EVERYBODY = b"\xff" * 6
_PACKET = 13  # bytes that the firmware stores with each frame that has come
_BUFFER = 16 * (_PACKET + LENGTH_MAX)  # two frames, of any length, from each of eight boards


def make(means: "Any", values: "dict[str, Any]") -> "EspNowLink":
    """The link of a device, as `ring.links` wants it. Raises LinkError."""
    espnow, wifi = means.radio()
    return EspNowLink(espnow, wifi, values["channel"])


class EspNowLink(Link):
    """`sent` counts frames, and `failed` those of them for which the radio had no memory."""

    KEEPS_MS = 50  # how long frames can wait unread: at most 50 short ones come in this time, and 68 fit

    def __init__(self, espnow: "Any", wifi: "Any", channel: int = CHANNEL) -> None:
        """espnow, wifi: the firmware's modules. channel: 1 to 13, the same on every board.

        Raises LinkError when the firmware cannot do it, or a Wi-Fi network holds the radio.
        """
        self.sent = self.failed = 0
        self._espnow = espnow
        self._restarted = False  # and nothing has been sent since
        radio = wifi.radio
        if radio.connected:
            raise LinkError("espnow_alone")
        radio.enabled = True
        radio.start_ap(" ", "", channel=channel, max_connections=0)  # nothing else sets the channel, which then stays
        radio.stop_ap()
        radio.power_management = wifi.PowerManagement.NONE  # a radio that naps misses frames
        try:
            self._start()
        except (OSError, MemoryError) as error:  # bug #9276: a plain failure, on some boards and versions only
            version = ".".join([str(part) for part in sys.implementation.version[:3]])
            raise LinkError("espnow_old", error, version)

    def _start(self) -> None:
        self._now = self._espnow.ESPNow(buffer_size=_BUFFER)
        self._everybody = self._espnow.Peer(_EVERYBODY)
        self._now.peers.append(self._everybody)

    def _restart(self, error: Exception) -> None:
        """Start the driver afresh; frames that wait in it are lost. Raises LinkError when that was of no use before."""
        try:
            if self._restarted:
                raise error
            self._restarted = True
            self._now.deinit()
            self._start()
        except (OSError, MemoryError, ValueError):
            raise LinkError("radio_stuck", error)

    def send(self, frame: bytes) -> None:
        """Send `frame`, at most 250 bytes, to everybody on the channel. Raises LinkError when the radio is stuck."""
        self.sent += 1
        try:
            self._now.send(frame, self._everybody)  # without a peer it would need another one than this (#9380)
            self._restarted = False
        except (OSError, MemoryError) as error:
            self.failed += 1
            self._restart(error)

    def recv(self) -> bytes | None:
        """The oldest frame that waits, or None."""
        try:
            packet = self._now.read()
        except ValueError as error:  # the buffer makes no sense any more, and would not again
            self._restart(error)
            return None
        return None if packet is None else packet.msg

    def close(self) -> None:
        """Leave the air."""
        self._now.deinit()
