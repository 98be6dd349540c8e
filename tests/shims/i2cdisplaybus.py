"""Stands in for `i2cdisplaybus`: at its far end there is the simulator's panel."""

import busio

from sim.hardware import _SSD1306


class I2CDisplayBus(_SSD1306):
    def __init__(self, i2c_bus, *, device_address, reset=None):
        assert isinstance(i2c_bus, busio.I2C)
        if device_address not in busio._devices:
            raise ValueError(f"Unable to find I2C Display at {device_address:x}")
        super().__init__(128, 64)
