"""The two Adafruit Feathers with a Reverse TFT, which differ in their chip only."""

import board

from boards.battery import gauge
from boards.parts import Device, Keys, lamp, own_display, scanned
from boards.radio import wireless


def reverse_tft() -> Device:
    """An Adafruit Feather with a Reverse TFT. The buttons beside the display: D0 pulls its pin low, D1 and D2 pull
    theirs high. YES is D0, NO is D2, MORE is D1 between them.
    """
    low = scanned((board.D0,), False)
    high = scanned((board.D2, board.D1), True)
    return Device(own_display, Keys((low, 0), (high, 1)), lamp(board.NEOPIXEL), wireless, gauge(board.I2C))
