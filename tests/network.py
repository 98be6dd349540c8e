"""What real links need on one machine, for tests: a free port, an MQTT broker, serial lines in a ring."""

import contextlib
import os
import select
import shutil
import socket
import subprocess
import sys
import threading
import time

import pytest

if sys.platform != "win32":
    import pty
    import tty

MOSQUITTO = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="Mosquitto, an MQTT broker, is not installed.")
needs_ptys = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals.")


def free_port(kind=socket.SOCK_DGRAM):
    """A port that nobody uses."""
    with socket.socket(socket.AF_INET, kind) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def mosquitto(folder):
    """A broker of our own, with its configuration in `folder`; gives its port."""
    port = free_port(socket.SOCK_STREAM)
    configuration = folder / "mosquitto.conf"
    configuration.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n")
    with subprocess.Popen([MOSQUITTO, "-c", configuration], stderr=subprocess.DEVNULL) as process:
        try:
            while not listens(port):
                assert process.poll() is None, "Mosquitto has ended"
                time.sleep(0.02)
            yield port
        finally:
            process.terminate()


def listens(port):
    """Whether somebody takes connections there."""
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def serial_ring(count):
    """Serial lines between neighbours in a ring; gives the two ports of each place, as paths."""
    ends = [[pty.openpty(), pty.openpty()] for _ in range(count)]  # left and right of each place: (our end, its end)
    far = {}
    for place in range(count):
        right, left = ends[place][1], ends[(place + 1) % count][0]
        far[right[0]], far[left[0]] = left[0], right[0]
        for ours, its in (right, left):
            tty.setraw(its)  # nothing is echoed, not even before a board has opened it
            os.set_blocking(ours, False)
    stop, told = os.pipe()
    carrier = threading.Thread(target=carry, args=(far, stop))
    carrier.start()
    try:
        yield [[os.ttyname(its) for _, its in pair] for pair in ends]
    finally:
        os.write(told, b"stop")
        carrier.join()
        for file in [stop, told, *[file for pair in ends for end in pair for file in end]]:
            os.close(file)


def carry(far, stop):
    """Carry bytes from each file to the one at its far end, until `stop` can be read. What nobody takes is lost."""
    while True:
        ready = select.select([stop, *far], [], [])[0]
        if stop in ready:
            return
        for file in ready:
            with contextlib.suppress(BlockingIOError):
                os.write(far[file], os.read(file, 4096))
