"""Raspberry Pi Pico W: Wi-Fi, on a network that is there or one that one of the boards opens.

With HATS_PROFILE = "raspberry_pi_pico" it takes part in a ring of wires instead.
"""

from boards.parts import pico
from boards.radio import over_wifi


def device():
    """The device. Raises RuntimeError or ValueError when no display answers."""
    return pico(over_wifi)
