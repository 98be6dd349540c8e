"""What the lamp says. Left and right differ in colour (blue, orange: safe for colour-blind eyes) and in rhythm.

A meaning is a colour and a rhythm: any two differ in rhythm, or in how bright they are to every kind of eyes. It never
lights up more than three times a second. With three pixels or more, a direction also has a place: it lights that end of
the strip, whose first pixel is on the left. A ring is a strip if its first pixel is the one nearest the player and the
others follow clockwise.
"""

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any

    from pocket.settings import Settings


OFF, TO_LEFT, TO_RIGHT, DECIDE, WRONG, ACT, WAITING, LOW = range(8)
FLASH_MS = 334  # from one lighting up to the next, at least

# Colour at full brightness, and the rhythm: milliseconds of light, dark, light, dark; steady when empty.
_LOOKS = (
    ((0, 0, 0), ()),
    ((0, 60, 255), (1200, 400)),  # left: one long light
    ((255, 110, 0), (250, 250, 250, 850)),  # right: two short ones
    ((255, 255, 255), (600, 600)),  # decide: white, even
    ((255, 0, 30), ()),  # you were wrong: red, steady
    ((0, 200, 60), ()),  # your turn to press: green, steady
    ((140, 0, 160), (150, 1850)),  # waiting for a device that is lost: violet, a glint
    ((180, 160, 0), (150, 450, 150, 4250)),  # the battery is low: yellow, two glints and a long pause
)


class Lamp:
    """Drives a NeoPixel object (made with auto_write=False and brightness=1.0; None: this device has none)."""

    def __init__(self, pixels: "Any", settings: "Settings") -> None:
        """settings: its `brightness`, 1 to 100, is the most that any colour may have; it may change at any time."""
        self._pixels = pixels
        self._settings = settings
        self._meaning = OFF
        self._since_ms = 0
        self._shown: tuple[int, ...] | None = None
        self._lit_ms = -FLASH_MS  # when it last lit up, or changed its colour

    def show(self, meaning: int, ms: int) -> int | None:
        """Show `meaning` at `ms` milliseconds of any growing clock. Writes to the pixels only when they change.

        Where it has just lit up, the meaning from before stays for a moment. Returns for how many milliseconds nothing
        changes; None: until the meaning does.
        """
        stays_ms = 0 if meaning in (OFF, self._meaning) else self._lit_ms + FLASH_MS - ms
        if meaning != self._meaning and stays_ms <= 0:
            self._meaning, self._since_ms = meaning, ms
        colour, rhythm = _LOOKS[self._meaning]
        light, wait_ms = _beat(rhythm, ms - self._since_ms)
        shown = tuple([channel * self._settings.brightness // 100 * light for channel in colour])
        if shown != self._shown:
            self._shown = shown
            if any(shown):
                self._lit_ms = ms
            if self._pixels is not None:
                self._write(shown)
        return stays_ms if stays_ms > 0 and (wait_ms is None or stays_ms < wait_ms) else wait_ms

    def _write(self, colour: tuple[int, ...]) -> None:
        count = len(self._pixels)
        for index in range(count):
            self._pixels[index] = colour if _has_place(self._meaning, index, count) else (0, 0, 0)
        self._pixels.show()


def _beat(rhythm: tuple[int, ...], ms: int) -> tuple[int, int | None]:
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


def _has_place(meaning: int, index: int, count: int) -> bool:
    if count < 3 or meaning not in (TO_LEFT, TO_RIGHT):
        return True
    middle = (count + 1) // 2
    return index < middle if meaning == TO_LEFT else index >= count - middle
