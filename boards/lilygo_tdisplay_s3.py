"""LILYGO T-Display S3: nothing to solder, and no NeoPixel unless one is added (HATS_PIXEL_PIN).

YES is the button BOOT, NO the one marked IO14.
"""

import board

from boards.battery import half_voltage
from boards.parts import Device, buttons, own_display
from boards.radio import wireless

DRIVE_KEY = "BUTTON1 low"  # boot.py: NO, held down at the start, gives the drive to the computer


def device() -> Device:
    """The device."""
    keys = buttons(board.BUTTON0, board.BUTTON1)
    return Device(own_display, keys, None, wireless, half_voltage(board.BATTERY))
