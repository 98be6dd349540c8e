"""The simulated link: radio waves in one room, which lose, double, delay and reorder frames as a seed decides.

Plain integers and lists, so that it runs under MicroPython as well.
"""

from engine.core import Generator


class Air:
    """Everything that is under way between the devices of one room, and what became of it."""

    def __init__(self, seed, clock, loss=0.0, duplicate=0.0, delay_ms=8):
        """clock: called without arguments, gives whole milliseconds, growing. loss, duplicate: a share of the
        deliveries, 0 to 1, drawn for each receiver. delay_ms: the longest delay, 1 or more; each delivery draws its
        own."""
        self.clock = clock
        self.loss = loss
        self.duplicate = duplicate
        self.delay_ms = delay_ms
        self.frames = 0  # sent
        self.bytes = 0
        self.lost = 0  # deliveries, so up to devices - 1 a frame
        self.doubled = 0
        self._generator = Generator(seed)
        self._inboxes = []

    def link(self):
        """A link for one more device in the room."""
        self._inboxes.append([])
        return Link(self, len(self._inboxes) - 1)

    def transmit(self, sender, frame):
        """Put `frame` on its way to everybody but `sender`."""
        self.frames += 1
        self.bytes += len(frame)
        for receiver, inbox in enumerate(self._inboxes):
            if receiver != sender:
                copies = 2 if self._chance(self.duplicate) else 1
                self.doubled += copies - 1
                for _ in range(copies):
                    if self._chance(self.loss):
                        self.lost += 1
                    else:
                        self._deliver(inbox, self.clock() + 1 + self._generator.below(self.delay_ms), frame)

    def _chance(self, share):
        return share > 0 and self._generator.below(1000000) < share * 1000000

    def _deliver(self, inbox, due_ms, frame):
        at = len(inbox)
        while at and inbox[at - 1][0] > due_ms:
            at -= 1
        inbox.insert(at, (due_ms, frame))

    def due_ms(self, receiver):
        """When the next frame reaches `receiver`, on the clock; None when none is under way to it."""
        inbox = self._inboxes[receiver]
        return inbox[0][0] if inbox else None

    def collect(self, receiver):
        """The next frame that has reached `receiver`, or None."""
        inbox = self._inboxes[receiver]
        if inbox and inbox[0][0] <= self.clock():
            return inbox.pop(0)[1]
        return None


class Link:
    """One device's radio: the three methods of every link."""

    def __init__(self, air, index):
        self._air = air
        self.index = index

    def send(self, frame):
        self._air.transmit(self.index, frame)

    def recv(self):
        return self._air.collect(self.index)

    def close(self):
        pass
