"""Starts a board: makes its device, runs the program on it, and tells what goes wrong. Nothing gets out of here."""

import gc
import sys
import time
import traceback

import board
import microcontroller
import supervisor

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from neopixel import NeoPixel

    from boards.parts import Device
    from pocket.app import App
    from ring.link import Link


TICK_MS = 3  # the longest sleep between two looks at keys and radio: a Pico W keeps only one frame that has come
DOZE_MS = 50  # while the display is off, and the link keeps at least what comes in this time
TIDY_TICKS = 100  # between two collections of garbage where there is little RAM; each takes some 15 ms on an RP2040
LITTLE_RAM = 256 * 1024  # bytes
CRASH_S = 8  # how long a crash is shown
AGAIN_S = 5  # after a start that failed, until the next
RED = (40, 0, 0)


def main() -> None:
    """Run the device for ever. What keeps it from starting, such as a display that does not answer or a module that is
    missing, is told on the serial line and by a light that blinks twice a second. Then the board starts again: what was
    mended counts.
    """
    try:  # all that is imported may be missing or cut off, too
        from boards import toml
        from pocket import unload
        from pocket.app import App
        from pocket.settings import Settings

        settings = Settings(toml.read)
        settings.problems[:0] = toml.problems()
        device = _device(settings.problems)
        tight = getattr(gc, "mem_free", lambda: LITTLE_RAM)() < LITTLE_RAM  # a desktop has no mem_free
        if tight:
            needless = [name for name in sys.modules if name.startswith("boards.") or name == "ring.links"]
            unload.let_go_of(needless)  # the device has been made
        app = App(device, settings, tight)
    except Exception as error:
        traceback.print_exception(error)
        print("Pocket Hats cannot start. It tries again every {} s.".format(AGAIN_S))
        _blink(getattr(error, "pixels", None))
        supervisor.reload()
    run(app, device.link, tight)


def _device(problems: list) -> "Device":
    """The device of this board, by the profile that HATS_PROFILE names, or else the board's own. Raises ValueError, or
    RuntimeError where no display answers.
    """
    from boards import profile, toml

    name = toml.read("HATS_PROFILE") or board.board_id
    try:
        return profile(name).device()
    except (AttributeError, ValueError):  # there is no such profile, or the board has none of its pins
        if name == board.board_id:
            raise
        problems.append(("must_be", "HATS_PROFILE", ("one_of", board.board_id)))
        return profile(board.board_id).device()


def _blink(pixels: "NeoPixel | None") -> None:
    """Blink red for AGAIN_S, where there are pixels, or else with the board's own LED; or only wait as long."""
    led = None
    if pixels is None and hasattr(board, "LED"):
        from digitalio import DigitalInOut

        led = DigitalInOut(board.LED)
        led.switch_to_output()
    for turn in range(4 * AGAIN_S):
        if pixels is not None:
            pixels.fill((0, 0, 0) if turn % 2 else RED)
            pixels.show()
        if led is not None:
            led.value = not turn % 2
        time.sleep(0.25)


def run(app: "App", link: "Link", tight: bool) -> None:
    """Run the program for ever. A crash is told on the serial line and on the screen; then the board starts again."""
    from boards.guard import Guard

    doze_ms = DOZE_MS if link.KEEPS_MS >= DOZE_MS else TICK_MS
    tidied, ticks = None, 0  # how often the screen had been drawn at the last collection; steps
    guard = Guard(link.MAY_WAIT, app.store.all_is_well)
    try:
        while True:
            guard.step()
            ticks += 1
            wait_ms = min(app.step(), doze_ms if app.rest.dark else TICK_MS)
            if tight and (ticks % TIDY_TICKS == 0 or app.drawings != tidied):
                tidied = app.drawings
                gc.collect()  # often, and after each change, so that what lasts comes to lie close together
            time.sleep(wait_ms / 1000)
            if tight and app.may_restart():
                supervisor.reload()
    except Exception as error:  # whatever it was, the table is not to lose this device
        traceback.print_exception(error)
        quietly = isinstance(error, MemoryError) and ticks > TIDY_TICKS
        try:
            if quietly:
                app.session.member.keeper.save_now()
            else:
                app.crashed(error)
        except Exception as error:  # such as too little memory to draw
            traceback.print_exception(error)
        if quietly:
            supervisor.reload()  # there is room after a fresh start, where the game goes on: nobody needs to know
        for _ in range(CRASH_S):
            guard.step()  # or the watchdog, which waits no longer than that, would be the one to restart the board
            time.sleep(1)
        microcontroller.reset()  # it also brings back a radio that is stuck
