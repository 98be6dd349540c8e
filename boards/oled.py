"""A one-colour display that is added to boards without one, with either chip that is sold for it, at either address."""

import busio
import displayio
import i2cdisplaybus
from busdisplay import BusDisplay

from boards.parts import lock

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from microcontroller import Pin


ADDRESSES = (0x3C, 0x3D)  # as most makers solder it, and as Adafruit does
_SH1106 = 0x08  # the lower half of its status; an SSD1306 has 3, 6 or 7 there
# Commands, each with its parameters, that a display needs when power has come: command, how many parameters, these.
_START = (
    b"\xae\x00\x81\x01\xcf\xa1\x00\xa6\x00\xc8\x00\xa8\x01\x3f\xd3\x01\x00\x40\x00\xd5\x01\x80\xda\x01\x12\xdb\x01\x40"
)
_START_SSD1306 = _START + b"\x20\x01\x00\xd9\x01\xf1\x8d\x01\x14\xaf\x00"  # goes through its memory row by row
_START_SH1106 = _START + b"\xd9\x01\x1f\xad\x01\x8b\xaf\x00"


def oled(scl: "Pin", sda: "Pin") -> "Oled":
    """The display at two pins. Raises RuntimeError or ValueError when none answers."""
    displayio.release_displays()
    i2c = busio.I2C(scl, sda, frequency=400_000)
    if not lock(i2c):
        raise RuntimeError("the I2C bus is busy")
    try:
        address = ADDRESSES[0] if i2c.probe(ADDRESSES[0]) else ADDRESSES[1]
    finally:
        i2c.unlock()
    return Oled(i2cdisplaybus.I2CDisplayBus(i2c, device_address=address), i2c, address)


class Oled(BusDisplay):
    """128 x 64, one colour. It may lose its power, or a wire, and come back."""

    def __init__(self, bus: i2cdisplaybus.I2CDisplayBus, i2c: busio.I2C, address: int) -> None:
        status = _status(i2c, address)
        is_sh1106 = status is not None and status & 0x0F == _SH1106
        start = _START_SH1106 if is_sh1106 else _START_SSD1306
        super().__init__(
            bus,
            start,
            width=128,
            height=64,
            colstart=2 if is_sh1106 else 0,  # in the middle of the 132 columns that it has
            color_depth=1,
            grayscale=True,
            pixels_in_byte_share_row=False,
            set_column_command=0x21,
            set_row_command=0x22,
            data_as_commands=True,
            brightness_command=0x81,
            single_byte_bounds=True,
            SH1107_addressing=is_sh1106,
            auto_refresh=False,
        )
        self._i2c, self._start = i2c, start  # the bus does not keep the first from being collected

    def revive(self) -> None:
        """Tell it all that it needs to know when power has come, and draw all of the picture."""
        start, at = self._start, 0
        while at < len(start):
            end = at + 2 + start[at + 1]
            self.bus.send(start[at], start[at + 2 : end])
            at = end
        self.brightness = self.brightness
        root = self.root_group
        self.root_group = None
        self.root_group = root  # all of it counts as new
        self.refresh()

    def sleep(self) -> None:
        """Switch the picture off."""
        self.bus.send(0xAE, b"")

    wake = revive


def _status(i2c: busio.I2C, address: int) -> int | None:
    """What it says of itself; None when it does not answer, or something else holds the bus."""
    if not i2c.try_lock():
        return None
    status = bytearray(1)
    try:
        i2c.writeto_then_readfrom(address, b"\0", status)
    except OSError:
        return None
    finally:
        i2c.unlock()
    return status[0]
