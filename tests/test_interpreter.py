"""MicroPython differs from CPython where boards do, and a script that fails there fails its test."""

import pytest

from tests import interpreter
from tests.interpreter import requires_micropython, run

SLACK = 1_000  # bytes of heap that the interpreter may take for itself between two measurements


@requires_micropython
def test_output_comes_back_whole():
    assert run("print('Schöner Hut', end='!')") == "Schöner Hut!"


@requires_micropython
@pytest.mark.parametrize("before", ["", "from heap import live_bytes\nawait live_bytes()\n"], ids=["plain", "awaiting"])
def test_an_exception_fails_the_test_with_its_message_and_place(before):
    with pytest.raises(AssertionError, match=r'(?s)so far.*"<stdin>", line \d+, in no_hat\nValueError: not a hat'):
        run(before + "def no_hat():\n    raise ValueError('not a hat')\nprint('so far')\nno_hat()")


@requires_micropython
def test_a_script_without_end_fails_the_test():
    with pytest.raises(AssertionError, match="still running"):
        run("while True: pass", timeout_s=0.5)


@requires_micropython
def test_dicts_are_unordered():
    keys = ["hat", "cap", "crown", "beret", "bowler", "fez", "helmet"]
    found = run(f"made = {{}}\nfor key in {keys}: made[key] = 0\nprint(','.join(made))").strip().split(",")
    assert sorted(found) == sorted(keys)
    assert found != keys


@requires_micropython
def test_modules_come_from_where_a_board_has_them():
    found = """
import sys, adafruit_ticks
print(sys.path, adafruit_ticks.ticks_add(2**29 - 1, 2), adafruit_ticks.__file__)
for absent in ("itertools", "functools", "hmac", "typing"):
    try:
        __import__(absent)
    except ImportError as error:
        print(error)
"""
    absent = [f"no module named '{name}'" for name in ("itertools", "functools", "hmac", "typing")]
    assert run(found).splitlines() == ["['', '/lib'] 1 /lib/adafruit_ticks.py", *absent]


@requires_micropython
def test_the_call_stack_is_as_short_as_a_boards():
    with pytest.raises(AssertionError, match=r"(?s)so far.*pystack exhausted"):
        run("def nest(depth):\n    return depth and nest(depth - 1)\nnest(20)\nprint('so far')\nnest(200)")


@requires_micropython
def test_sha1_gives_the_standards_example_at_once_in_parts_and_in_pure_python():
    digests = """
import hashlib, os, sys
print(hashlib.new('sha1', b'abc').digest().hex())
sha1 = hashlib.new('sha1')
sha1.update(b'a')
sha1.update(b'bc')
print(sha1.digest().hex())
os.remove('/lib/hashlib.py')
del sys.modules['hashlib']
from adafruit_hashlib import sha1
print(sha1(b'abc').digest().hex())
"""
    assert run(digests).split() == ["a9993e364706816aba3e25717850c26c9cd0d89d"] * 3  # FIPS 180


@requires_micropython
def test_other_hashes_are_refused_as_on_an_rp2040():
    with pytest.raises(AssertionError, match="ValueError: Unsupported hash algorithm"):
        run("import hashlib\nhashlib.new('sha256')")


@requires_micropython
def test_live_bytes_counts_what_is_alive_and_nothing_else():
    empty, garbage, kept, later = map(
        int,
        run(
            """
            from heap import live_bytes

            print(await live_bytes())
            for _ in range(100):
                bytearray(10_000)
            print(await live_bytes())
            keep = bytearray(100_000)
            print(await live_bytes())
            for _ in range(20):
                await live_bytes()
            print(await live_bytes())
            """
        ).split(),
    )
    assert abs(garbage - empty) < SLACK
    assert abs(kept - garbage - 100_000) < SLACK
    assert abs(later - kept) < SLACK


def test_without_node_the_reason_to_skip_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "Node.js" in interpreter.what_is_missing()


def test_without_the_package_the_reason_to_skip_says_where_it_was_sought(monkeypatch, tmp_path):
    monkeypatch.setattr(interpreter.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setenv("POCKET_HATS_MICROPYTHON", str(tmp_path))
    assert str(tmp_path) in interpreter.what_is_missing()
    (tmp_path / interpreter.PACKAGE).mkdir(parents=True)
    assert interpreter.what_is_missing() == ""
