"""A one-colour display that is added to boards without one. Only their profiles import it, so that the others do
without its library.
"""

import busio
import displayio
import i2cdisplaybus
from adafruit_displayio_ssd1306 import SSD1306

from boards.parts import lock

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from microcontroller import Pin


ADDRESSES = (0x3C, 0x3D)  # of an SSD1306: as most makers solder it, and as Adafruit does


def oled(scl: "Pin", sda: "Pin") -> SSD1306:
    """An SSD1306 display, 128 x 64, one colour, at two pins. Raises RuntimeError or ValueError when none answers."""
    displayio.release_displays()
    i2c = busio.I2C(scl, sda, frequency=400_000)
    bus = i2cdisplaybus.I2CDisplayBus(i2c, device_address=_answering(i2c, ADDRESSES))
    return SSD1306(bus, width=128, height=64, auto_refresh=False)


def _answering(i2c: busio.I2C, addresses: tuple[int, ...]) -> int:
    """The first of two addresses if something answers at it, otherwise the second."""
    if not lock(i2c):
        raise RuntimeError("the I2C bus is busy")
    try:
        return addresses[0] if i2c.probe(addresses[0]) else addresses[1]
    finally:
        i2c.unlock()
