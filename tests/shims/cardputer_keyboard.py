"""Stands in for `cardputer_keyboard`, which only the Cardputer's firmware has: a keyboard that types until detached."""

from types import SimpleNamespace

from keypad import _queue

KEYBOARD = SimpleNamespace(events=_queue(20), key_count=56)
_typing = True


def detach_serial():
    global _typing
    _typing = False


def _edge(key, down):
    if not _typing:
        KEYBOARD.events._add(key, down)
