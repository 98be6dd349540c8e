"""Stands in for `socketpool`: datagrams that leave are kept, and one that has come can be waiting, as on a Pico W."""

import errno

_sent = []  # (data, address)
_waiting = []  # (data, address)


class Socket:
    def setsockopt(self, level, optname, value):
        assert (level, optname, value) == (SocketPool.SOL_SOCKET, SocketPool.SO_REUSEADDR, 1)

    def bind(self, address):
        self._port = address[1]

    def settimeout(self, value):
        assert value == 0, "a device never waits for the network"

    def sendto(self, bytes, address):  # noqa: A002, the firmware's name
        _sent.append((bytes, address))
        return len(bytes)

    def recvfrom_into(self, buffer):
        if not _waiting:
            raise OSError(errno.EAGAIN, "EAGAIN")
        data, address = _waiting.pop()
        buffer[: len(data)] = data
        return len(data), address

    def close(self):
        self._port = None


class SocketPool:
    AF_INET, SOCK_STREAM, SOCK_DGRAM, SOL_SOCKET, SO_REUSEADDR = range(5)
    IPPROTO_IP = 0

    def __init__(self, radio):
        self._radio = radio

    def socket(self, family=AF_INET, type=SOCK_STREAM, proto=IPPROTO_IP):  # noqa: A002
        return Socket()
