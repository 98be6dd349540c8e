"""Stands in for `board`: the pins of one board as circuitpython-stubs list them."""

import re

import busio
from microcontroller import Pin

_PIN = re.compile(r"^(\w+): microcontroller\.Pin  # GPIO(\d+)$", re.MULTILINE)


def _define(definition, display, bus_pins):
    """Take over the pins of a board's definition. bus_pins: the names of SCL and SDA of `I2C`, where there is one."""
    pins = {}
    for name, number in _PIN.findall(definition):
        pins.setdefault(number, Pin())._number = int(number)
        globals()[name] = pins[number]
    if display is not None:
        globals()["DISPLAY"] = display
    if bus_pins:
        globals()["I2C"] = lambda: busio.I2C(*[globals()[name] for name in bus_pins])
