"""Decides who owns the drive. CircuitPython runs it before USB starts, after a reset only.

With HATS_DRIVE_KEY in settings.toml, which the installing tool writes, the board owns it, so that files can be written
over the serial port; held down at the start, that key gives it to the computer. Without the setting the computer owns
it.
"""

import os

KEY = os.getenv("HATS_DRIVE_KEY")  # a pin of `board` and what it reads when pressed, such as "D2 high"

if KEY:
    import board
    import digitalio
    import storage

    NAME, PRESSED = KEY.split()
    pin = digitalio.DigitalInOut(getattr(board, NAME))
    pin.switch_to_input(digitalio.Pull.DOWN if PRESSED == "high" else digitalio.Pull.UP)
    if pin.value == (PRESSED == "high"):
        print("The computer owns the drive until the next reset.")
    else:
        storage.disable_usb_drive()
        print("The board owns the drive. Hold the NO button during a reset to see it on the computer.")
