"""Adafruit Feather ESP32-S3 Reverse TFT, the reference board: nothing to solder.

The three buttons beside the display: D0 pulls its pin low, D1 and D2 pull theirs high. YES is D0, NO is D2, MORE is D1
between them.
"""

import board
import digitalio
import keypad
from neopixel import NeoPixel

from boards.parts import Device, Keys, wireless

DRIVE_KEY = "D2 high"  # boot.py: NO, held down at the start, gives the drive to the computer


def device():
    """The device."""
    display = board.DISPLAY
    display.auto_refresh = False
    power = digitalio.DigitalInOut(board.NEOPIXEL_POWER)
    power.switch_to_output(True)  # without it the NeoPixel stays dark
    pixels = NeoPixel(board.NEOPIXEL, 1, brightness=1.0, auto_write=False)
    low = keypad.Keys((board.D0,), value_when_pressed=False, pull=True)
    high = keypad.Keys((board.D2, board.D1), value_when_pressed=True, pull=True)
    return Device(display, Keys((low, 0), (high, 1)), pixels, wireless)
