"""Stands in for `digitalio`: a pin that is driven."""


class Direction:
    INPUT, OUTPUT = "INPUT", "OUTPUT"


class DriveMode:
    PUSH_PULL = "PUSH_PULL"


class DigitalInOut:
    def __init__(self, pin):
        pin._claim(self)
        self._pin = pin

    def deinit(self):
        self._pin._free()

    def switch_to_output(self, value=False, drive_mode=DriveMode.PUSH_PULL):
        self._pin._output = value

    @property
    def direction(self):
        return Direction.INPUT if self._pin._output is None else Direction.OUTPUT

    @direction.setter
    def direction(self, direction):
        self._pin._output = False if direction == Direction.OUTPUT else None

    @property
    def value(self):
        return self._pin._output

    @value.setter
    def value(self, value):
        self._pin._output = value
