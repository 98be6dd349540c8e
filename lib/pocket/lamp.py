"""What the lamp says. Left and right differ in colour (blue, orange: safe for colour-blind eyes) and in rhythm.

A meaning is a colour and a rhythm; no rhythm flashes more than three times a second. With three pixels or more, a
direction also has a place: it lights that end of the strip.
"""

OFF, TO_LEFT, TO_RIGHT, DECIDE, WRONG, ACT, WAITING = range(7)

# Colour at full brightness, and the rhythm: milliseconds of light, dark, light, dark; steady when empty.
_LOOKS = (
    ((0, 0, 0), ()),
    ((0, 60, 255), (1200, 400)),  # left: one long light
    ((255, 110, 0), (250, 250, 250, 850)),  # right: two short ones
    ((255, 255, 255), (600, 600)),  # decide: white, even
    ((255, 0, 30), ()),  # you were wrong: red, steady
    ((0, 200, 60), ()),  # your turn to press: green, steady
    ((140, 0, 160), (150, 1850)),  # waiting for a device: violet, a glint
)


class Lamp:
    """Drives a NeoPixel object (made with auto_write=False and brightness=1.0; None: this device has none)."""

    def __init__(self, pixels, brightness):
        """brightness: the most that any colour may have, 1 to 100."""
        self._pixels = pixels
        self._brightness = brightness
        self._meaning = OFF
        self._since_ms = 0
        self._lit = None

    def show(self, meaning, ms):
        """Show `meaning` at `ms` milliseconds of any growing clock. Writes to the pixels only when they change.

        Returns for how many milliseconds nothing changes; None: until the meaning does.
        """
        if meaning != self._meaning:
            self._meaning, self._since_ms = meaning, ms
        colour, rhythm = _LOOKS[meaning]
        light, rest_ms = _beat(rhythm, ms - self._since_ms)
        lit = meaning if light else OFF  # dark is dark, whatever it means
        if self._pixels is not None and lit != self._lit:
            self._lit = lit
            self._write(tuple([channel * self._brightness // 100 * light for channel in colour]))
        return rest_ms

    def _write(self, colour):
        count = len(self._pixels)
        for index in range(count):
            self._pixels[index] = colour if _has_place(self._meaning, index, count) else (0, 0, 0)
        self._pixels.show()


def _beat(rhythm, ms):
    """(1 light or 0 dark, for how many milliseconds more) after `ms` of a rhythm."""
    if not rhythm:
        return 1, None
    ms %= sum(rhythm)
    light = 1
    for part in rhythm:
        if ms < part:
            break
        ms -= part
        light = 1 - light
    return light, part - ms


def _has_place(meaning, index, count):
    if count < 3 or meaning not in (TO_LEFT, TO_RIGHT):
        return True
    half = (count + 1) // 2
    return index < half if meaning == TO_LEFT else index >= count - half
