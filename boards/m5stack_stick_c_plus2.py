"""M5Stack StickC Plus2: nothing to solder, and no NeoPixel unless one is added (HATS_PIXEL_PIN).

YES is button A below the display, NO is B at the side, MORE is C opposite; C held for some seconds switches the board
off. The chip cannot pull these pins up, so resistors on the board do.
"""

import board

from boards.battery import half_voltage
from boards.parts import Device, Keys, own_display, scanned
from boards.radio import wireless


def device() -> Device:
    """The device."""
    keys = scanned((board.BTN_A, board.BTN_B, board.BTN_C), False, pull=False)
    return Device(own_display, Keys((keys, 0)), None, wireless, half_voltage(board.BAT_ADC), board.SPEAKER)
