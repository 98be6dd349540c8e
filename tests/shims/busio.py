"""Stands in for `busio`: an I2C bus with the devices that hang on it, and serial ports with their wires."""

_devices = {}  # I2C address: {register: value}; with none of them nothing pulls the bus up
_displays = {}  # I2C address: the panel that shows what was sent there
_rp2 = False  # whether pins have to fit the RP2040's or RP2350's two units of each kind
_ports = []  # serial ports, in the order in which they were opened


def _fit(pins, first, units, used):
    """Check that two neighbouring pins belong to a unit, not used yet, of an RP2 chip."""
    low, high = [pin._number for pin in pins]
    assert (low % first, high) == (0, low + 1), f"GPIO{low} and GPIO{high} make no pair"
    unit = units(low)
    assert unit not in used, f"unit {unit} is used twice"
    return unit


class I2C:
    def __init__(self, scl, sda, *, frequency=100000, timeout=255):
        if _rp2:
            _fit((sda, scl), 2, lambda low: low // 2 % 2, ())
        scl._claim(self)
        sda._claim(self)
        if not _devices:
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        self._locked = False

    def try_lock(self):
        assert not self._locked
        self._locked = True
        return True

    def unlock(self):
        assert self._locked
        self._locked = False

    def probe(self, address):
        assert self._locked
        return address in _devices

    def writeto_then_readfrom(
        self, address, out_buffer, in_buffer, *, out_start=0, out_end=None, in_start=0, in_end=None
    ):
        assert self._locked
        if address not in _devices:
            raise OSError(19, "No such device")
        in_buffer[:] = bytes([_devices[address].get(out_buffer[0], 0)])


class UART:
    def __init__(
        self,
        tx=None,
        rx=None,
        *,
        rts=None,
        cts=None,
        rs485_dir=None,
        rs485_invert=False,
        baudrate=9600,
        bits=8,
        parity=None,
        stop=1,
        timeout=1,
        receiver_buffer_size=64,
    ):
        self._unit = (
            _fit((tx, rx), 4, lambda low: (low + 4) // 8 % 2, [port._unit for port in _ports]) if _rp2 else None
        )
        tx._claim(self)
        rx._claim(self)
        self._baudrate, self._timeout = baudrate, timeout
        self._sent = self._received = b""
        _ports.append(self)

    @property
    def in_waiting(self):
        return len(self._received)

    def read(self, nbytes=None):
        data, self._received = self._received[:nbytes], self._received[nbytes:]
        return data

    def write(self, buf):
        self._sent += bytes(buf)
        return len(buf)
