"""Stands in for `keypad`: keys that are scanned whenever a level has changed."""

from collections import deque

from supervisor import ticks_ms

_NO_PULL = ()  # the numbers of pins that the chip cannot pull up or down
_NO_PULL_DOWN = False
_scanned = []


class Event:
    def __init__(self, key_number=0, pressed=True, timestamp=None):
        self.key_number, self.pressed = key_number, pressed
        self.timestamp = ticks_ms() if timestamp is None else timestamp


class EventQueue:
    overflowed = False
    _max = 64

    def get(self):
        return self._events.popleft() if self._events else None

    def clear(self):
        self._events.clear()
        self.overflowed = False

    def _add(self, key, pressed):
        if len(self._events) < self._max:
            self._events.append(Event(key, pressed))
        else:
            self.overflowed = True


def _queue(most):
    queue = EventQueue()
    queue._events, queue._max = deque(), most
    return queue


class Keys:
    def __init__(self, pins, *, value_when_pressed, pull=True, interval=0.020, max_events=64, debounce_threshold=1):
        self.key_count = len(pins)
        self.events = _queue(max_events)
        self._pins, self._value = pins, value_when_pressed
        for pin in pins:
            pin._claim(self)
            if pull:
                assert pin._number not in _NO_PULL, f"the chip cannot pull GPIO{pin._number}"
                assert not (value_when_pressed and _NO_PULL_DOWN), "this chip's pull-downs are faulty"
                pin._pull = not value_when_pressed
        self._debounced = interval <= 0.010 and debounce_threshold >= 2
        self._down = [False] * len(pins)
        _scanned.append(self)

    def _scan(self):
        for key, pin in enumerate(self._pins):
            down = pin._read() == self._value
            if down != self._down[key]:
                self._down[key] = down
                self.events._add(key, down)


def _scan():
    for keys in _scanned:
        keys._scan()
