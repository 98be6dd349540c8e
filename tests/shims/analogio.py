"""Stands in for `analogio`: a pin's voltage."""


class AnalogIn:
    reference_voltage = 3.3

    def __init__(self, pin):
        pin._claim(self)
        self._pin = pin

    @property
    def value(self):
        return self._pin._millivolts * 65535 // 3300
