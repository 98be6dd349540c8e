"""Measures the heap of MicroPython for WebAssembly.

`gc.collect()` only asks for a collection there. It happens when the script gives up control, which is at an `await`;
until then the heap grows (to 2 GB), and `gc.mem_alloc()` counts the garbage too.
"""

import gc

import _node


async def live_bytes():
    """Collect garbage and return how many bytes of heap are in use."""
    gc.collect()
    await _node.collect()
    return gc.mem_alloc()
