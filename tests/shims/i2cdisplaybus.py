"""Stands in for `i2cdisplaybus`: at its far end there is the simulator's panel. Register 0 of the device on the bus
says which chip drives it: an SH1106 where its lower half is 8.
"""

import busio
from displayio._constants import DISPLAY_COMMAND as _COMMAND

from sim.hardware import _SSD1306


class I2CDisplayBus(_SSD1306):
    def __init__(self, i2c_bus, *, device_address, reset=None):
        assert isinstance(i2c_bus, busio.I2C)
        if device_address not in busio._devices:
            raise ValueError(f"Unable to find I2C Display at {device_address:x}")
        super().__init__(128, 64)
        self._is_sh1106 = busio._devices[device_address].get(0, 0) & 15 == 8
        busio._displays[device_address] = self

    def send(self, command, data):
        self._send(_COMMAND, 0, bytes([command]) + bytes(data))

    def _send(self, data_type, chip_select, data):
        if self._is_sh1106 and data_type == _COMMAND and data[0] >> 4 == 1:  # it has two more columns on each side
            left = ((data[0] & 15) << 4 | data[1] & 15) - 2
            self._columns = left, 127
        elif self._is_sh1106 and data_type == _COMMAND and data[0] >> 3 == 0x16:
            self._rows = data[0] & 7, data[0] & 7
        else:
            if self._is_sh1106 and data_type != _COMMAND and data:
                self._columns = self._columns[0], self._columns[0] + len(data) - 1
            super()._send(data_type, chip_select, data)
