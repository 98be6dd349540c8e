"""LILYGO T-Display S3: nothing to solder, and no NeoPixel unless one is added (HATS_PIXEL_PIN).

YES is the button BOOT, NO the one marked IO14.
"""

import board

from boards.parts import Device, buttons, half_voltage, own_display, wireless


def device():
    """The device."""
    keys = buttons(board.BUTTON0, board.BUTTON1)
    return Device(own_display(), keys, None, wireless, half_voltage(board.BATTERY))
