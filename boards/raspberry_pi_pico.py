"""A plain RP2040 (Raspberry Pi Pico or any board with its pin names) and parts from the drawer.

SSD1306 OLED, 128 x 64, I2C: SDA GP4, SCL GP5, address 0x3C. NeoPixel: GP16. Buttons to ground: YES GP14, NO GP15.
Wires to the neighbours: TX GP0, RX GP1 to the RX and TX of one neighbour's second pair, TX GP8, RX GP9; three wires
each, ground being the third. A board without neighbours plays alone.
"""

import board
import busio
import displayio
import i2cdisplaybus
import keypad
from adafruit_displayio_ssd1306 import SSD1306
from neopixel import NeoPixel

from boards.parts import Device, Keys, wired

DRIVE_KEY = "GP15 low"  # boot.py: NO, held down at the start, gives the drive to the computer


def device():
    """The device. Raises RuntimeError when no display answers."""
    displayio.release_displays()
    bus = i2cdisplaybus.I2CDisplayBus(busio.I2C(board.GP5, board.GP4, frequency=400_000), device_address=0x3C)
    display = SSD1306(bus, width=128, height=64, auto_refresh=False)
    keys = keypad.Keys((board.GP14, board.GP15), value_when_pressed=False, pull=True)
    pixels = NeoPixel(board.GP16, 1, brightness=1.0, auto_write=False)
    return Device(display, Keys((keys, 0)), pixels, lambda: wired((board.GP0, board.GP1), (board.GP8, board.GP9)))
