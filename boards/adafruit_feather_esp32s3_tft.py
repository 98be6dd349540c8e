"""Adafruit Feather ESP32-S3 TFT, with two buttons added: YES between D5 and ground, NO between D6 and ground.

MORE is the board's own button BOOT. The battery is measured on boards with the gauge MAX17048; older ones have another.
"""

import board

from boards.battery import gauge
from boards.parts import Device, buttons, lamp, own_display
from boards.radio import wireless

DRIVE_KEY = "D6 low"  # boot.py: NO, held down at the start, gives the drive to the computer


def device() -> Device:
    """The device."""
    keys = buttons(board.D5, board.D6, board.BUTTON)
    return Device(own_display, keys, lamp(board.NEOPIXEL), wireless, gauge(board.I2C))
