"""Which rules a device plays by: programs with different ones start no match together, and say so."""

import io
import tokenize
from hashlib import sha256
from pathlib import Path
from unittest import mock

import engine
from sim.room import Blind
from tests.scenes import MINUTE_MS, Scene, going_on

ENGINE = Path(engine.__file__).parent
SILENT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
LINE = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def spoken(source):
    """What a module says to the interpreter: its tokens, without comments, docstrings and the id itself."""
    tokens = [one for one in tokenize.generate_tokens(io.StringIO(source).readline) if one.type not in SILENT]
    lines = [[]]
    for one in tokens:
        lines[-1].append(one.string if one.type not in LINE else str(LINE.index(one.type)))
        if one.type in LINE:
            lines.append([])
    for words in lines:
        if words[:1] != ["RULES_ID"] and not (len(words) == 2 and words[0][-1] == '"'):
            yield from words


def rules_id():
    """The id of the rules as they are: of all modules but those of bots and of titles, which nothing hangs upon."""
    sources = [path.read_text("utf-8") for path in sorted(ENGINE.glob("*.py")) if path.stem != "honours"]
    return sha256("\0".join("\0".join(spoken(source)) for source in sources).encode()).digest()[:4]


def test_the_id_is_that_of_the_rules():
    assert rules_id() == engine.RULES_ID, f"The rules have changed. In engine/__init__.py: RULES_ID = {rules_id()!r}"


def test_what_is_said_to_people_does_not_change_the_id():
    assert list(spoken('"""One."""\n# two\nx = 1\n')) == list(spoken("x = 1  # three\n"))
    assert list(spoken("x = 1\n")) != list(spoken("x = 2\n"))
    assert list(spoken('x = f(\n"a")\n')) != list(spoken('x = f(\n"b")\n'))


# Two programs


class Other(Blind):
    """The device program with other rules than those of this repository."""

    RULES = b"else"

    def __init__(self, *how):
        with mock.patch.object(engine, "RULES_ID", self.RULES):
            super().__init__(*how)

    def step(self):
        with mock.patch.object(engine, "RULES_ID", self.RULES):
            return super().step()


def with_other_program(scene, index):
    """Device `index` starts anew with another program."""
    scene.off(index)
    scene._program = lambda device, settings: (Other if device is scene.devices[index] else Blind)(device, settings)
    scene.on(index)


def told(scene, index, name):
    """Whether the screen of device `index` says that somebody has another program."""
    return any(f"{name}'s device has another program." in text for text in scene.says(index))


def test_who_opens_a_table_and_who_looks_for_one_are_both_told():
    scene = Scene(2, spare=2)
    with_other_program(scene, 3)
    scene.open_table(2)
    scene.until(lambda: told(scene, 2, "Yellow") and told(scene, 3, "Green"), MINUTE_MS)
    assert not scene.session(3).lobby.gathering()
    scene.off(3)
    scene.wait(MINUTE_MS)
    assert not told(scene, 2, "Yellow")


def test_a_set_with_one_other_program_does_not_begin_and_says_why():
    scene = Scene(4)
    for index in range(4):
        scene.do(index, "leave")
    with_other_program(scene, 2)
    scene.off(0, 1, 3)
    scene.on(0, 1, 3)
    scene.wait(20000)
    assert not scene.at_tables()
    assert told(scene, 0, "Green")
    for name in ("Red", "Blue", "Yellow"):  # one after the other
        scene.until(lambda name=name: told(scene, 2, name), MINUTE_MS)


def test_who_comes_back_with_another_program_is_told_and_so_is_the_table():
    scene = Scene(3)
    scene.play(going_on, 10)
    with_other_program(scene, 1)
    scene.until(lambda: told(scene, 1, "Red") and told(scene, 0, "Blue"), MINUTE_MS)
    assert scene.session(1).table is None
    assert scene.missed_by(0) == ["Blue"]
