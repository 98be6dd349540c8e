"""The simulated link: radio waves in one room, which lose, double, delay and reorder frames as a seed decides.

It can also give frames a length in time, as a radio does: then frames that overlap are both lost. Plain integers and
lists, so that it runs under MicroPython as well.
"""

from engine.core import Generator
from ring import link

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable


FRAME_US = 1000  # how long a frame is on the air, about, with ESP-NOW: this much,
BYTE_US = 8  # and this much for each byte


class Air:
    """Everything that is under way between the devices of one room, and what became of it."""

    def __init__(
        self,
        seed: int,
        clock: "Callable[[], int]",
        loss: float = 0.0,
        duplicate: float = 0.0,
        delay_ms: int = 8,
        airtime: bool = False,
        corrupt: float = 0.0,
    ) -> None:
        """clock: called without arguments, gives whole milliseconds, growing. loss, duplicate: a share of the
        deliveries, 0 to 1, drawn for each receiver. delay_ms: the longest delay, 1 or more; each delivery draws its
        own. airtime: frames last as long as on a radio instead, one radio sends one frame at a time, and overlaps are
        lost. corrupt: a share of the deliveries in which one bit is wrong."""
        self.clock = clock
        self.loss = loss
        self.duplicate = duplicate
        self.delay_ms = delay_ms
        self.airtime = airtime
        self.corrupt = corrupt
        self.cuts = []  # pairs (sender, receiver) between whom nothing passes
        self.frames = 0  # sent
        self.bytes = 0
        self.lost = 0  # deliveries, so up to devices - 1 a frame
        self.doubled = 0
        self.collided = 0  # frames
        self._generator = Generator(seed)
        self.inboxes = []  # for each receiver: (due in milliseconds, frame, wave), the earliest first
        self._on_air = []  # waves

    def link(self, late_ms: "Callable[[], int] | None" = None) -> "Link":
        """A link for one more device in the room. late_ms: called without arguments, says how many milliseconds after
        the clock the device is: it has been busy so long.
        """
        self.inboxes.append([])
        return Link(self, len(self.inboxes) - 1, late_ms)

    def transmit(self, sender: int, frame: bytes, late_ms: int = 0) -> None:
        """Put `frame` on its way to everybody but `sender`, `late_ms` milliseconds from now."""
        self.frames += 1
        self.bytes += len(frame)
        wave = self._send_wave(sender, frame, late_ms) if self.airtime else None
        for receiver, inbox in enumerate(self.inboxes):
            if receiver != sender and (sender, receiver) not in self.cuts:
                copies = 2 if self._chance(self.duplicate) else 1
                self.doubled += copies - 1
                for _ in range(copies):
                    if self._chance(self.loss):
                        self.lost += 1
                        continue
                    arriving = self._corrupted(frame) if self._chance(self.corrupt) else frame
                    if wave:
                        self._deliver(inbox, -(-wave.until_us // 1000), arriving, wave)
                    else:
                        due_ms = self.clock() + late_ms + 1 + self._generator.below(self.delay_ms)
                        self._deliver(inbox, due_ms, arriving, None)

    def _send_wave(self, sender: int, frame: bytes, late_ms: int) -> "Wave":
        start_us = self.clock() * 1000
        self._on_air = [wave for wave in self._on_air if wave.until_us > start_us]
        start_us += late_ms * 1000
        for wave in self._on_air:
            if wave.sender == sender:
                start_us = max(start_us, wave.until_us)
        new = Wave(sender, start_us, start_us + FRAME_US + BYTE_US * len(frame))
        for wave in self._on_air:
            if wave.from_us < new.until_us and new.from_us < wave.until_us:
                self.collided += 2 - wave.overlapped - new.overlapped
                wave.overlapped = new.overlapped = True
        self._on_air.append(new)
        return new

    def _corrupted(self, frame: bytes) -> bytes:
        bit = self._generator.below(len(frame) * 8)
        altered = bytearray(frame)
        altered[bit // 8] ^= 1 << bit % 8
        return bytes(altered)

    def empty(self, receiver: int) -> None:
        """Forget what is under way to `receiver`: it is switched off."""
        self.inboxes[receiver].clear()

    def _chance(self, share: float) -> bool:
        return share > 0 and self._generator.below(1000000) < share * 1000000

    def _deliver(self, inbox: "list[tuple[int, bytes, Wave]]", due_ms: int, frame: bytes, wave: "Wave | None") -> None:
        at = len(inbox)
        while at and inbox[at - 1][0] > due_ms:
            at -= 1
        inbox.insert(at, (due_ms, frame, wave))

    def due_ms(self, receiver: int) -> int | None:
        """When the next frame reaches `receiver`, on the clock; None when none is under way to it."""
        inbox = self.inboxes[receiver]
        return inbox[0][0] if inbox else None

    def collect(self, receiver: int) -> bytes | None:
        """The next frame that has reached `receiver` unharmed, or None."""
        inbox = self.inboxes[receiver]
        while inbox and inbox[0][0] <= self.clock():
            _, frame, wave = inbox.pop(0)
            if wave is None or not wave.overlapped:
                return frame
        return None


class Wave:
    """One frame in the air, in microseconds of the clock."""

    def __init__(self, sender: int, from_us: int, until_us: int) -> None:
        self.sender = sender
        self.from_us = from_us
        self.until_us = until_us
        self.overlapped = False


class Link(link.Link):
    """One device's radio."""

    def __init__(self, air: Air, index: int, late_ms: "Callable[[], int] | None") -> None:
        self._air = air
        self.index = index
        self._late_ms = late_ms

    def send(self, frame: bytes) -> None:
        late_ms = self._late_ms() if self._late_ms else 0
        if late_ms:
            self._air.transmit(self.index, frame, late_ms)
        else:
            self._air.transmit(self.index, frame)

    def recv(self) -> bytes | None:
        return self._air.collect(self.index)
