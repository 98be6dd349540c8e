"""What boards keep while they are off, as CircuitPython writes it on each kind of chip: the power may go at each step.

Read in its sources of 21 August 2026: ports/*/common-hal/nvm/ByteArray.c and ports/*/supervisor/internal_flash.c.
"""

import random

PAGE, SECTOR = 256, 4096
ERASED = b"\xff" * SECTOR


class Power:
    """Calls `look` before each step and in the middle of it, when what is there is neither all old nor all new."""

    def __init__(self, look):
        self._look, self._chance = look, random.Random(1)
        self.moments = 0

    def write(self, memory, start, data):
        """One step: `data` into a bytearray."""
        place = slice(start, start + len(data))
        torn = bytes(self._chance.choice(pair) for pair in zip(memory[place], data, strict=True))
        for now in (memory[place], torn):
            memory[place] = now
            self._look()
            self.moments += 1
        memory[place] = data


class Memory:
    """As `microcontroller.nvm`. data: what is in it, a bytearray."""

    def __init__(self, data, power):
        self.data, self.power = bytearray(data), power

    def __len__(self):
        return len(self.data)

    def __getitem__(self, place):
        return self.data[place]

    def __setitem__(self, place, data):
        if isinstance(place, int):
            place, data = slice(place, place + 1), bytes([data])
        assert len(self.data[place]) == len(data)
        self.write(place.start, data)


class Rp(Memory):
    """RP2040 and RP2350: one sector of flash. It is erased and programmed again page by page, unless only bytes are
    written that are 0xFF: then it is only programmed.
    """

    def __init__(self, power):
        super().__init__(ERASED, power)
        self.erased = 0

    def write(self, start, data):
        end = start + len(data)
        new = self.data[:start] + data + self.data[end:]
        first, last = 0, SECTOR
        if self.data[start:end].strip(b"\xff"):
            self.power.write(self.data, 0, ERASED)
            self.erased += 1
        else:
            first, last = start // PAGE * PAGE, end
        for page in range(first, last, PAGE):
            self.power.write(self.data, page, new[page : page + PAGE])


class Esp(Memory):
    """ESP32, S2 and S3: a value in NVS, which is removed, and then written anew. In between there is none, and what is
    read is whatever lay in the RAM.
    """

    def __init__(self, power):
        super().__init__(bytes(2 * SECTOR), power)

    def write(self, start, data):
        new = self.data[:start] + data + self.data[start + len(data) :]
        for lost in (bytes(len(self)), b"\xff" * len(self)):
            self.power.write(self.data, 0, lost)
        self.power.write(self.data, 0, new)


class Spare:
    """As the file of `boards.spare`, on a drive of any chip: a sector of flash is erased and programmed again."""

    def __init__(self, power, writable=True):
        self.data, self.power, self.writable = bytearray(SECTOR), power, writable

    def seek(self, place):
        assert place == SECTOR

    def read(self, most):
        return bytes(self.data[:most])

    def write(self, copy):
        if not self.writable:
            raise OSError
        assert len(copy) % 512 == 0
        new = copy + self.data[len(copy) :]
        self.power.write(self.data, 0, ERASED)
        for page in range(0, SECTOR, PAGE):
            self.power.write(self.data, page, new[page : page + PAGE])
