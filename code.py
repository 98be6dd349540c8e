"""Start-up on a board: pick the board's profile and run the device program.

CircuitPython runs this file as `__main__`. On a desktop the standard library has a module of the same name, which must
not be hidden where this folder comes first on the path: there, whoever imports `code` is handed that one.
"""

TICK_MS = 3  # the longest sleep between two looks at keys and radio: a Pico W keeps only one frame that has come
DOZE_MS = 50  # while the display is off, and the link keeps at least what comes in this time
TIDY_TICKS = 100  # between two collections of garbage where there is little RAM; each takes some 15 ms on an RP2040
LITTLE_RAM = 256 * 1024  # bytes
CRASH_S = 8  # how long a crash is shown


def main():
    """Run the device for ever. A crash is told on the serial line and on the screen; then the board starts again."""
    import gc
    import sys
    import time
    import traceback

    import board
    import microcontroller
    import supervisor

    from boards import profile, toml
    from boards.guard import Guard
    from pocket import unload
    from pocket.app import App
    from pocket.settings import Settings

    settings = Settings(toml.read)
    settings.problems[:0] = toml.problems()
    device = profile(toml.read("HATS_PROFILE") or board.board_id).device()
    tight, ticks = getattr(gc, "mem_free", lambda: LITTLE_RAM)() < LITTLE_RAM, 0  # a desktop has no mem_free
    if tight:
        needless = [name for name in sys.modules if name.startswith("boards.") or name == "ring.links"]
        unload.let_go_of(needless)  # the device has been made
    app = App(device, settings, tight)
    doze_ms = DOZE_MS if device.link.KEEPS_MS >= DOZE_MS else TICK_MS
    tidied = None  # how often the screen had been drawn at the last collection
    guard = Guard(device.link.MAY_WAIT)
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
                app.session.member.keep_now()
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


if __name__ == "__main__":
    main()
else:
    import importlib.machinery
    import importlib.util
    import os.path
    import sys

    here = os.path.dirname(os.path.abspath(__file__))
    elsewhere = [path for path in sys.path if os.path.abspath(path) != here]
    spec = importlib.machinery.PathFinder.find_spec(__name__, elsewhere)
    sys.modules[__name__] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
