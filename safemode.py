"""Gets a board out of safe mode by itself, into which a crash or a weak battery brought it; after three times it stays.

CircuitPython runs it in safe mode, before USB starts. The last byte of the board's memory counts the restarts; the
program sets it back once it has run for a minute.
"""

import microcontroller
import supervisor

MOST = 3
WORDS = "Safe mode:\n{}.\nCharge the battery,\nthen press reset."  # the four lines of a small display's terminal


def explain() -> None:
    """Say on an added display what is the matter. On its own displays, and on the serial line, the firmware says it."""
    import board
    import displayio

    from boards import profile, toml

    make_display = getattr(profile(toml.read("HATS_PROFILE") or board.board_id), "display", None)
    if make_display is not None:
        display = make_display()
        print(WORDS.format(str(supervisor.runtime.safe_mode_reason).split(".")[-1]), end="")
        display.refresh()
        displayio.release_displays()  # it keeps its picture, which the firmware's own words would push off


try:
    nvm = microcontroller.nvm
    count = nvm[-1] if nvm and nvm[-1] <= MOST else 0  # 255 where nothing was ever written
    if nvm and count < MOST:
        nvm[-1] = count + 1
        microcontroller.reset()
    if nvm:
        nvm[-1] = 0  # the next reset by hand starts anew
except RuntimeError as error:  # a memory that fails cannot count: rather stay than start again for ever
    print(error)
try:
    explain()
except Exception as error:  # an error that gets out would hide why the board is in safe mode
    print(error)
