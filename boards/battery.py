"""What tells how full a battery is: a fuel gauge, or the voltage at a pin."""

from boards.parts import lock

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable

    from busio import I2C
    from microcontroller import Pin


GAUGE = 0x36  # the I2C address of a MAX17048
GAUGE_PERCENT = b"\x04"  # its register SOC, whose first byte is in percent


def gauge(make_i2c: "Callable[[], I2C]") -> "Callable[[], int | None] | None":
    """What tells the battery's percent by a MAX17048 on a bus that `make_i2c` gives, or None while it does not answer.
    None where nothing pulls the bus up.
    """
    try:
        i2c = make_i2c()
    except RuntimeError:  # nothing pulls the bus up
        return None
    answer = bytearray(1)

    def percent() -> int | None:
        if not lock(i2c):
            return None
        try:
            i2c.writeto_then_readfrom(GAUGE, GAUGE_PERCENT, answer)
        except OSError:
            return None
        finally:
            i2c.unlock()
        return min(answer[0], 100)

    return percent


def half_voltage(pin: "Pin") -> "Callable[[], int | None]":
    """What tells the battery's percent by half its voltage at `pin`: 3.3 V are 0, and each 8 mV one more (the rule of
    M5Stack's own library). Above 4.3 V there is a charger and no battery.
    """
    import analogio

    gauge = analogio.AnalogIn(pin)

    def percent() -> int | None:
        millivolts = gauge.value * 6600 // 65535
        return None if millivolts > 4300 else max(0, min((millivolts - 3300) // 8, 100))

    return percent
