"""What a device keeps while it is off: it comes back as it was, and a write that is cut off anywhere harms nothing."""

import errno
import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards import spare
from pocket.keys import YES
from pocket.screens.page import pieces
from pocket.store import HEAD, WHOLE, Store
from ring.memory import SAVE_ENTRIES, Memory, unpack_memory
from ring.messages import ID
from sim.room import NVM_BYTES, Room
from tests.flash import Esp, Power, Rp, Spare
from tests.matches import WORDS
from tests.scenes import Scene
from tests.tables import Failing, PowerCut

FIELDS = ("identity", "boot", "past", "table", "roster_data", "choices", "boots")
HOUR_MS = 3600 * 1000

ids = st.binary(min_size=ID, max_size=ID)
bytes_ = st.integers(0, 255)


@st.composite
def memories(draw):
    """Any Memory, of a device that sits at a table or at none."""
    past = b"".join(draw(st.lists(ids, max_size=6)))
    memory = Memory(draw(ids), draw(st.integers(1, 65535)), past)
    if draw(st.booleans()):
        memory.table, memory.roster_data = draw(ids), draw(st.binary(max_size=230))
        memory.choices = draw(st.binary(max_size=400))
        memory.boots = draw(st.lists(st.tuples(st.integers(0, 65535), bytes_, bytes_), max_size=20))
    return memory


def contents(memory):
    return [getattr(memory, name) for name in FIELDS]


def store(*saved, size=NVM_BYTES):
    """Non-volatile memory into which `saved` have been written, one after the other, by one program."""
    nvm = bytearray(size)
    keep = Store(nvm)
    for memory in saved:
        keep.save(memory)
    return nvm


def numbered(boot, entries=20):
    return Memory(b"self", boot, b"old1old2", b"tabl", b"roster", bytes(range(entries)), [(0, 1, 7), (3, 0, 9)])


def length_of(keep):
    """Bytes of its newest copy."""
    return HEAD + len(keep._data)


@given(memories())
def test_a_memory_comes_out_as_it_went_in(memory):
    data = memory.pack(NVM_BYTES)
    assert contents(unpack_memory(data)) == contents(memory)
    assert contents(Store(store(memory)).load()) == contents(memory)


@given(st.lists(memories(), min_size=1, max_size=5))
def test_the_last_of_several_is_what_is_kept(saved):
    nvm = store(*saved)
    assert contents(Store(nvm).load()) == contents(saved[-1])
    keep = Store(nvm)  # the program starts again, and writes on
    keep.save(saved[0])
    assert keep.writes == 1
    assert contents(keep.load()) == contents(Store(nvm).load()) == contents(saved[0])


def cut_off(nvm, memory, at):
    """What is kept when the power goes as the write of `memory` has come to byte `at`."""
    failing = Failing(nvm)
    keep = Store(failing)
    failing.left = at
    with pytest.raises(PowerCut):
        keep.save(memory)
    return failing


def test_a_write_that_is_cut_off_at_any_byte_leaves_the_older_copy():
    nvm, new = store(numbered(7), numbered(8)), numbered(9, 30)
    for at in range(length_of(Store(store(new)))):
        left = cut_off(nvm, new, at)
        assert contents(Store(left).load()) == contents(numbered(8)), f"cut off at byte {at}"
        again = Failing(left)
        Store(again).save(new)
        assert contents(Store(again).load()) == contents(new), f"after a cut at byte {at}"


@given(st.lists(memories(), min_size=1, max_size=4), memories(), st.floats(0, 0.999))
def test_a_write_that_is_cut_off_anywhere_leaves_the_older_copy(saved, new, share):
    nvm = store(*saved)
    whole = bytearray(nvm)
    keep = Store(whole)
    keep.save(new)
    left = cut_off(nvm, new, int(length_of(keep) * share))
    same = left == whole  # what was not written was there already
    assert contents(Store(left).load()) == contents(new if same else saved[-1])


@given(st.lists(memories(), min_size=2, max_size=3), st.data())
def test_a_copy_that_went_bad_is_not_read(saved, data):
    nvm = store(*saved)
    newest = Store(nvm)
    start = (1 - newest._next) * (NVM_BYTES // 2)
    at = start + data.draw(st.integers(0, length_of(newest) - 1))
    nvm[at] ^= 1 << data.draw(st.integers(0, 7))
    assert contents(Store(nvm).load()) == contents(saved[-2])


class Board:
    """A board that plays matches and is switched off now and then, with a mark of safemode.py's at each start. At each
    moment at which its power might go, a board that finds what is left comes up as it was at its last save, or as it
    is at the one under way, and saves on.
    """

    def __init__(self, kind, writable=True):
        self.power = Power(self.look)
        self.nvm, self.spare = kind(self.power), Spare(self.power, writable)
        self.appends = kind is Rp
        self.kept = self.coming = None  # a Memory each
        self.saves, self.lost = 0, 0

    def start(self):
        self.store = Store(self.nvm, b"chip", self.appends, self.spare)

    def save(self, memory):
        self.coming = memory
        self.store.save(memory)
        assert self.left() == contents(memory)
        self.before, self.kept = self.kept, memory
        self.saves += 1

    def left(self):
        return contents(Store(self.nvm, b"chip", self.appends, self.spare).load())

    def look(self):
        nvm, spare = type(self.nvm)(Calm()), Spare(Calm(), self.spare.writable)
        nvm.data, spare.data = bytearray(self.nvm.data), bytearray(self.spare.data)
        after = Store(nvm, b"chip", self.appends, spare)
        found = after.load()
        if self.kept is None and found is None:
            return
        if found is None or contents(found) not in [contents(one) for one in (self.kept, self.coming) if one]:
            self.lost += 1
            return
        again = numbered(9999)
        after.save(again)
        assert contents(Store(nvm, b"chip", self.appends, spare).load()) == contents(again)

    def live(self, starts):
        """Start so often; each time sit down at a table of eight and play a match of 200 entries."""
        for boot in range(1, starts + 1):
            self.start()
            memory = Memory(b"self", boot, b"past" * (boot % 5), preferences=b"\1\2")
            self.save(memory)
            boots = [(seat, seat, 1) for seat in range(8)]
            for entries in range(0, 200, 11):
                choices = bytes(range(entries))
                self.save(Memory(b"self", boot, b"", b"tab%d" % boot, b"roster" * 30, choices, boots[:entries]))
            self.coming = None if self.appends else self.before
            self.nvm[len(self.nvm) - 16 + boot] = 1  # as safemode.py does
        self.store.all_is_well()
        assert self.left() == contents(self.kept)


class Calm:
    """Power that never goes."""

    def write(self, memory, start, data):
        memory[start : start + len(data)] = data


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "starts"), [(Rp, 7), (Esp, 4)])
def test_power_that_goes_at_any_moment_of_saving_leaves_the_older_copy(monkeypatch, kind, starts):
    monkeypatch.setattr(os, "sync", lambda: None)
    board = Board(kind)
    board.live(starts)
    assert board.power.moments >= 1000
    assert board.lost == 0


def test_nothing_is_appended_to_what_an_append_that_was_cut_off_has_left(monkeypatch):
    monkeypatch.setattr(os, "sync", lambda: None)
    board = Board(Rp)
    board.start()
    for choices in (b"\1", b"\1\2"):
        board.save(Memory(b"self", 1, b"", b"tab1", b"roster", choices))
        board.nvm.data[board.store._end] = 0
        board.start()
    assert board.lost == 0


def test_a_chip_that_can_append_erases_once_in_many_saves_and_nothing_is_lost_meanwhile():
    board = Board(Rp, writable=False)
    board.live(4)
    print(f"{board.saves} saves, {board.nvm.erased} erases, {board.lost} of {board.power.moments} moments lose all")
    assert board.nvm.erased * 6 < board.saves
    assert 0 < board.lost <= 2 * 17 * board.nvm.erased


def test_what_earlier_versions_kept_is_read_and_goes_on():
    nvm = bytearray(b"\xff" * 4096)
    for start, copy in (
        (0, "5048030001001faa29bcbb82cb642f73656c660007016f6c6431007461626c06726f737465720100000107010203"),
        (2048, "50480300020020aa29bcbbf320703873656c660008016f6c6431007461626c06726f73746572010000010701020304"),
    ):
        nvm[start : start + len(copy) // 2] = bytes.fromhex(copy)
    for appends in (False, True):
        mine = bytearray(nvm)
        keep = Store(mine, b"chip", appends)
        kept = keep.load()
        assert (kept.identity, kept.boot, kept.choices) == (b"self", 8, b"\1\2\3\4")
        keep.save(numbered(9))
        assert Store(mine, b"chip").load().boot == 9
        assert Store(mine, b"else").load() is None


@pytest.fixture
def kept(monkeypatch, tmp_path):
    """The folder of the spare file on a drive."""
    monkeypatch.setattr(spare, "FOLDERS", (str(tmp_path / "kept"), str(tmp_path / "kept" / "in")))
    return tmp_path / "kept"


def test_a_spare_file_has_bytes_of_its_own_on_both_sides_and_keeps_its_size(kept):
    nvm = bytearray(4096)
    for boot in range(1, 6):  # every second copy goes there
        with spare.opened() as file:
            Store(nvm, None, False, file).save(numbered(boot))
        assert (kept / "in" / "spare").stat().st_size == 3 * 4096
    assert (kept / "room").stat().st_size == 4096
    held = (kept / "in" / "spare").read_bytes()
    assert not any(held[:4096])
    assert held[4096 : 4096 + 3] == WHOLE
    assert not any(held[4096 + 512 :])
    with spare.opened() as file:
        assert Store(bytearray(4096), None, False, file).load().boot == 4


@pytest.mark.parametrize("made", [None, b"", bytes(4096)])
def test_a_spare_file_is_made_where_an_earlier_start_had_no_time_for_it(kept, made):
    (kept / "in").mkdir(parents=True)
    if made is not None:
        (kept / "in" / "spare").write_bytes(made)
    spare.opened().close()
    assert (kept / "in" / "spare").stat().st_size == 3 * 4096


def test_where_the_computer_owns_the_drive_a_spare_is_read_only_or_there_is_none(kept, monkeypatch):
    def refuse(path, mode="r"):
        if mode != "rb":
            raise OSError(errno.EROFS, "read-only")
        return open(path, mode)

    monkeypatch.setattr(spare, "open", refuse, raising=False)
    assert spare.opened() is None
    monkeypatch.undo()
    monkeypatch.setattr(spare, "FOLDERS", (str(kept), str(kept / "in")))
    nvm = bytearray(4096)
    with spare.opened() as file:
        keep = Store(nvm, None, False, file)
        keep.save(numbered(1))
        keep.save(numbered(2))
    monkeypatch.setattr(spare, "open", refuse, raising=False)
    for boot in (3, 4):
        with spare.opened() as file:
            keep = Store(nvm, None, False, file)
            assert keep.load().boot == boot - 1
            keep.save(numbered(boot))
            assert Store(nvm).load().boot == boot


def test_numbers_of_copies_go_round():
    nvm = bytearray(NVM_BYTES)
    keep = Store(nvm)
    keep._number = 65535 - 3
    for boot in range(1, 8):
        keep.save(numbered(boot))
        assert Store(nvm).load().boot == boot
        assert Store(nvm)._number == (65535 - 3 + boot) % 65536


def test_two_copies_take_turns_and_neither_touches_the_other():
    nvm = store(numbered(1), numbered(2))
    halves = [bytes(nvm[: NVM_BYTES // 2]), bytes(nvm[NVM_BYTES // 2 :])]
    Store(nvm).save(numbered(3))
    assert bytes(nvm[NVM_BYTES // 2 :]) == halves[1]
    Store(nvm).save(numbered(4))
    assert bytes(nvm[: NVM_BYTES // 2]) != halves[0]
    assert [Store(nvm).load().boot, len(nvm)] == [4, NVM_BYTES]


@pytest.mark.parametrize("fill", [b"\0", b"\xff", b"PH\x01"])
def test_a_board_that_has_never_kept_anything_has_no_memory(fill):
    nvm = bytearray((fill * NVM_BYTES)[:NVM_BYTES])
    assert Store(nvm).load() is None
    Store(nvm).save(numbered(1))
    assert Store(nvm).load().boot == 1


@given(st.binary(min_size=64, max_size=64), st.binary(min_size=64, max_size=64))
def test_noise_in_the_store_is_no_memory(first, second):
    nvm = bytearray(NVM_BYTES)
    nvm[:64], nvm[NVM_BYTES // 2 : NVM_BYTES // 2 + 64] = b"PH\x01" + first[3:], b"PH\x01" + second[3:]
    assert Store(nvm).load() is None


def test_a_board_without_a_store_keeps_nothing():
    keep = Store(None)
    keep.save(numbered(1))
    assert (keep.load(), keep.writes) == (None, 0)


@given(memories(), st.integers(0, 300))
def test_entries_that_do_not_fit_are_left_out_the_latest_first(memory, less):
    whole = memory.pack(NVM_BYTES)
    bare = len(whole) - len(memory.choices)
    room = max(bare, len(whole) - less)
    data = memory.pack(room)
    assert len(data) <= room
    kept = unpack_memory(data)
    assert kept.choices == memory.choices[: room - bare]
    assert (kept.table, kept.roster_data, kept.boots) == (memory.table, memory.roster_data, memory.boots)


@settings(max_examples=500)
@given(st.binary(max_size=400))
def test_unpacking_noise_gives_a_memory_or_a_value_error(noise):
    try:
        memory = unpack_memory(noise)
    except ValueError:
        return
    assert memory.pack(len(noise)) == noise


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "rounds"),
    [("gifts", 2, 1), ("gifts", 4, 1), ("gifts", 8, 1), ("gifts", 4, 4), ("gifts", 8, 8), ("zsa", 4, 1)],
)
def test_a_match_is_written_a_few_times_and_for_each_press_that_reveals(game, players, rounds):
    options = {"rounds": "each" if rounds > 1 else 1, "game": game}
    scene = Scene(players, 5, air={"loss": 0.1}, **options)
    chance = random.Random(players)
    scene.press = lambda game: chance.choice(game.actions())
    scene.until(scene.finished, HOUR_MS)
    scene.wait(2000)
    sessions, match = scene.sessions(), scene.session(0).match
    entries = [scene.table(0).entry(index) for index in range(match.count)]
    turned_up = [seat for seat, _, action in entries if action >> 8 in match.game.REVEALS]
    reveal = [turned_up.count(session.seat) for session in sessions]
    writes = [session.member.keeper._store.writes for session in sessions]
    print(f"{game}, {players} players, {rounds} rounds, {match.count} entries: {min(writes)} to {max(writes)} writes a")
    print(f"board, of which {min(reveal)} to {max(reveal)} were for a press that reveals")
    for count, own in zip(writes, reveal, strict=True):
        assert match.count // (2 * SAVE_ENTRIES) <= count <= match.count // SAVE_ENTRIES + 5 + rounds + own


def test_a_log_with_too_many_restarts_is_kept_as_far_as_it_goes():
    boots = [(index, 0, index & 255) for index in range(300)]
    memory = Memory(b"self", 1, b"", b"tabl", b"r" * 10, bytes(300), boots)
    kept = unpack_memory(memory.pack(4000))
    assert (len(kept.boots), len(kept.choices)) == (255, 255)
    assert len(memory.pack(1100)) == 1100


class Broken(bytearray):
    """Non-volatile memory whose flash fails: on reading, or on writing."""

    def __init__(self, size, reads):
        super().__init__(size)
        self.reads = reads

    def __getitem__(self, piece):
        if not self.reads:
            raise RuntimeError("flash read failed")
        return super().__getitem__(piece)

    def __setitem__(self, piece, data):
        raise RuntimeError("flash write failed")


@pytest.mark.parametrize("reads", [True, False])
def test_a_store_whose_flash_fails_says_so_and_keeps_nothing(reads):
    keep = Store(Broken(NVM_BYTES, reads))
    keep.save(numbered(1))
    keep.save(numbered(2))
    assert (str(keep.failure), keep.load(), keep.writes) == (f"flash {'write' if reads else 'read'} failed", None, 0)


@pytest.mark.parametrize("reads", [True, False])
def test_a_device_whose_flash_fails_tells_its_player_once_and_plays_all_the_same(reads):
    room = Room(2, 1, 1, "mono", {"bot_ms": 100})
    room.devices[0].nvm = Broken(NVM_BYTES, reads)
    room.switch_off(0)
    room.switch_on(0)
    room.run_to(room.now_ms + 2000)
    shown = room.apps[0].face
    assert shown.shown.main in pieces(WORDS.say("store_fails", room.apps[0].store.failure))
    for down in (True, False):
        room.press(0, YES, down)
        room.run_to(room.now_ms + 600)
    assert shown.shown.title != WORDS.say("settings")
    assert room.run_until(lambda: all(one.table for one in room.sessions()), room.now_ms + 20000)
    room.run_to(room.now_ms + 60000)
    assert shown.shown.title != WORDS.say("settings"), "it is said once"
