"""Stands in for `neopixel_write`: the bytes stay with the pin that they were sent to."""

from digitalio import Direction


def neopixel_write(digitalinout, buf):
    assert digitalinout.direction == Direction.OUTPUT
    digitalinout._pin._data = bytes(buf)
