"""Gets a board out of safe mode by itself, into which a crash or a weak battery brought it; after three times it stays.

CircuitPython runs it in safe mode, before USB starts. The last byte of the board's memory counts the restarts; the
program sets it back once it has run for a minute.
"""

import microcontroller
import supervisor

MOST = 3
nvm = microcontroller.nvm
count = nvm[-1] if nvm and nvm[-1] <= MOST else 0  # 255 where nothing was ever written

print("Safe mode, because of:", supervisor.runtime.safe_mode_reason)
if nvm and count < MOST:
    nvm[-1] = count + 1
    microcontroller.reset()
if nvm:
    nvm[-1] = 0  # the next reset by hand starts anew
print("Three restarts did not help. Charge or change the battery, then press reset.")
print("If it comes back here: python3 dev.py boards doctor")
