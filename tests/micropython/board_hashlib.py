"""The `hashlib` of the smallest board, for MicroPython for WebAssembly: `new`, and of the hashes SHA-1 only.

The interpreter has no SHA-1 of its own, and one in pure Python makes 100 KB of garbage a call, which is not collected
while the script runs. A board's firmware has SHA-1 built in; here Node.js does the work.
"""

import _node


class _Hash:
    def __init__(self, name, data):
        self._name = name
        self._data = bytes(data)

    def update(self, data):
        self._data += data

    def digest(self):
        return bytes.fromhex(_node.digest(self._name, self._data.hex()))


def new(name, data=b""):
    """Return a hash object with `update` and `digest`. Any name but "sha1" raises ValueError, as on an RP2040."""
    if name != "sha1":
        raise ValueError("Unsupported hash algorithm")
    return _Hash(name, data)
