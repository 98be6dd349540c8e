"""Stands in for `pwmio`: a pin that swings. What is heard at a pin is its frequency, or 0 where it stands still."""


class PWMOut:
    def __init__(self, pin, *, duty_cycle=0, frequency=500, variable_frequency=False):
        pin._claim(self)
        self._pin, self._variable = pin, variable_frequency
        self._frequency, self._duty_cycle = frequency, duty_cycle

    @property
    def duty_cycle(self):
        return self._duty_cycle

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle):
        self._duty_cycle = duty_cycle

    @property
    def frequency(self):
        return self._frequency

    @frequency.setter
    def frequency(self, frequency):
        if not self._variable:
            raise AttributeError("can't set attribute")  # as the firmware says
        self._frequency = frequency
