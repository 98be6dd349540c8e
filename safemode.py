"""Gets a board out of safe mode by itself, into which a crash or a weak battery brought it; after three times it stays.

CircuitPython runs it in safe mode, before USB starts. It marks each restart in the last bytes of the board's memory, in
the next that is still 0xFF: some chips write that without erasing all they keep. Once the program has run for a minute,
it marks there that all is well.
"""

import microcontroller
import supervisor

MOST = 3
MARKS = 16  # bytes; 1: a restart, any other: what came before is forgiven
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
    marks = bytes(nvm[len(nvm) - MARKS :]).rstrip(b"\xff") if nvm else b""
    if nvm and len(marks) < MARKS:
        again = len(marks) - len(marks.rstrip(b"\1")) < MOST
        nvm[len(nvm) - MARKS + len(marks)] = 1 if again else 0  # the next reset by hand starts anew
        if again:
            microcontroller.reset()
except RuntimeError as error:  # a memory that fails cannot count: rather stay than start again for ever
    print(error)
try:
    explain()
except Exception as error:  # an error that gets out would hide why the board is in safe mode
    print(error)
