"""The rules of docs/protocol.md, a scenario each: what the boards do when one restarts, is missed, or comes back."""

import pytest

from pocket import lobby_host
from ring import successor
from ring.frames import ASK, NOBODY, SETUP, STATUS
from ring.memory import SAVE_ENTRIES
from ring.messages import ECHO, NONCE, STATUS_LENGTH, WHOLE, pack_roster
from tests.scenes import MINUTE_MS, Scene, doubting, going_on
from tests.tables import Failing, PowerCut, settled

# The log, with the frames carried by hand. Actions are numbers.


def bare(body, devices):
    """A status without the entries that follow in it."""
    return body[: STATUS_LENGTH + ECHO * devices]


def test_an_entry_is_settled_only_when_every_device_holds_it():
    seats = settled(4)
    assert seats.write(0, 5)
    seats.tell(0, 1, 2)  # 3 hears nothing
    seats.tell(1)
    seats.tell(2)
    for me in range(3):
        assert not seats.write(me, 6), "device 3 has not been heard to hold entry 0"
    seats.tell(0, 3)
    seats.tell(3)
    assert seats.write(1, 6)


def test_a_restarted_device_writes_nothing_until_everybody_has_echoed_it():
    """That is: its new boot number."""
    seats = settled(3)
    seats.restart(0)
    seats.tell(0, 1)  # 2 does not hear it
    for _ in range(3):
        seats.tell(1)
        seats.tell(2)
        assert not seats.tables[0].whole
        assert not seats.write(0, 5)
        assert not seats.write(1, 5), "nobody else writes either"
    seats.tell(0)  # under the next number, since the first word of 1 had this one already
    assert not seats.write(0, 5)
    seats.tell(1)
    assert not seats.tables[0].whole
    seats.tell(2)  # the echo that was missing
    assert seats.tables[0].whole
    seats.all_tell()
    assert seats.write(0, 5)


def test_a_restarted_device_is_not_whole_before_it_holds_what_others_hold():
    seats = settled(3)
    seats.write(1, 5)
    seats.all_tell()
    seats.restart(0)
    seats.tell(0)
    for me in (1, 2):  # their entries are lost on the way
        seats.tables[0].hear(me, bare(seats.status(me), 3), seats.now)
    assert seats.games[0] == []
    assert not seats.tables[0].whole
    for _ in range(3):
        seats.all_tell()
    assert seats.games[0] == [(1, 5)]
    assert seats.tables[0].whole


def test_entries_are_copied_only_from_who_is_whole():
    seats = settled(3)
    seats.write(1, 5)
    body = bytearray(seats.status(1))
    body[STATUS_LENGTH - 1] = 0  # the same from one who has restarted
    seats.tables[0].hear(1, bytes(body), seats.now)
    assert seats.games[0] == []
    seats.tell(1)
    assert seats.games[0] == [(1, 5)]


def test_what_an_author_wrote_just_before_its_crash_and_nobody_heard_it_may_write_anew():
    seats = settled(3)
    seats.write(0, 5)
    seats.restart(0)
    for _ in range(3):
        seats.all_tell()
    assert seats.write(0, 6)
    seats.tell(0)
    assert seats.games == [[(0, 6)]] * 3
    assert seats.tables[2].entry(0) == (0, seats.boots[0], 6), "under its new boot number"


@pytest.mark.parametrize("heard_by", [1, 2])
def test_what_an_author_wrote_just_before_its_crash_and_somebody_heard_survives(heard_by):
    seats = settled(3)
    seats.write(0, 5)
    seats.tell(0, heard_by)
    seats.restart(0)
    for _ in range(20):
        assert seats.games[0] or not seats.write(0, 6)  # it is still its turn
        seats.all_tell()
    assert seats.games == [[(0, 5)]] * 3


def test_a_word_from_before_a_restart_does_not_hide_what_was_said_before_it():
    seats = settled(3)
    late = [seats.status(me) for me in (1, 2)]  # nothing was written yet
    seats.write(0, 5)
    seats.tell(0, 1)
    seats.restart(0)
    seats.tables[0].hear(1, late[0], seats.now)
    seats.tables[0].hear(2, late[1], seats.now)
    assert not seats.tables[0].whole
    assert not seats.write(0, 6)
    for _ in range(20):
        seats.all_tell()
    assert seats.games == [[(0, 5)]] * 3


def heard(seats, me):
    """What device `me` believes of the others."""
    table = seats.tables[me]
    return table.lacking(), table.boots(), table.entries(), table.whole


def test_an_older_status_changes_nothing():
    seats = settled(2)
    older = seats.status(0)
    seats.write(0, 5)
    seats.tell(0)
    before = heard(seats, 1)
    seats.tables[1].hear(0, older, seats.now)
    assert heard(seats, 1) == before, "an older sequence number"
    newest = seats.status(0)
    seats.restart(0)
    seats.tell(0)
    for _ in range(2):
        seats.tell(1, 0)
        seats.tell(0)
    assert seats.tables[1].lacking() == 0
    before = heard(seats, 1)
    seats.tables[1].hear(0, newest, seats.now)
    assert heard(seats, 1) == before, "an older boot number, whatever the sequence"


def test_entries_that_do_not_continue_the_own_log_are_not_taken():
    seats, others = settled(2), settled(2)
    for one, action in ((seats, 5), (others, 7)):
        one.write(0, action)
        one.all_tell()
    others.write(0, 8)
    seats.tables[1].hear(0, others.status(0), seats.now)
    assert seats.games[1] == [(0, 5)]
    assert seats.tables[1].lacking(), "and it is seen that something is wrong"


# Whole devices, with time and a radio.


def test_a_restarted_board_comes_back_with_the_whole_log():
    scene = Scene(4, air={"loss": 0.2})
    scene.play(going_on, 30)
    digest = scene.session(0).game.digest()
    scene.off(1)
    scene.wait(500)
    scene.on(1)
    scene.until(scene.together)
    assert scene.session(1).game.digest() == digest
    scene.finish()


@pytest.mark.parametrize("at", [0, 1, 5, 11, 12, 20, 60, 80])
def test_a_boot_number_is_never_used_twice_even_when_a_write_is_cut_off(at):
    scene = Scene(3)
    scene.play(going_on, 10)
    store = scene.devices[1].nvm = Failing(scene.devices[1].nvm)
    cuts, used = 0, set()
    for life in range(6):
        scene.off(1)
        if life % 2:
            store.left = at
        try:
            scene.on(1)
        except PowerCut:
            cuts += 1
        store.left = 1 << 30
        before = len(scene.sent)
        scene.wait(700)
        said = {frame[8:10] for sender, frame in scene.sent[before:] if sender == 1 and frame[2] == STATUS}
        assert len(said) in ((0,) if scene.apps[1] is None else (1, 2))
        assert not said & used, "a boot number of an earlier start"
        used |= said
    assert cuts == 3
    scene.on(1)
    scene.finish()


def test_who_leaves_and_comes_back_has_a_new_boot_number():
    scene = Scene(3)
    scene.play(going_on, 10)
    scene.do(2, "leave")
    scene.session(2).settings.players = 0
    scene.until(lambda: scene.session(2).lobby.running())
    scene.session(2).lobby.ask(scene.session(2).lobby.running()[0], scene.now(2))
    scene.until(lambda: scene.table(2) and scene.together())
    boots = {body[:2] for sender, _, body in scene.statuses() if sender == 2}
    assert 3 <= len(boots) <= 4, "of its start, for the knock, and to come back"
    scene.finish()


def test_a_table_waits_for_a_missing_device_and_names_it():
    scene = Scene(4)
    scene.play(going_on, 20)
    before = scene.table(0).count
    scene.press = going_on
    scene.off(2)
    scene.wait(6000)
    count = scene.table(0).count
    assert count <= before + 1, "one entry, and it is not settled"
    for index in (0, 1, 3):
        assert scene.missed_by(index) == ["Green"]
    scene.wait(60000)
    assert scene.table(0).count == count
    scene.on(2)
    scene.until(lambda: scene.table(0).count > count + 10)
    assert [scene.missed_by(index) for index in range(4)] == [[]] * 4
    scene.finish()


def test_a_table_at_which_somebody_was_missed_for_days_goes_on():
    """No moment that is compared is too long ago for it: a board's ticks can be compared for 74 hours only."""
    scene = Scene(3, humans=0)
    scene.until(lambda: scene.table(0).count > 10)
    scene.off(2)
    scene.wait(6000)
    count = scene.table(0).count
    for _ in range(2):
        scene.now_ms += 40 * 60 * MINUTE_MS
        scene.wait(5000)
    assert (scene.missed_by(0), scene.table(0).count) == (["Beret"], count)
    scene.on(2)
    scene.until(lambda: scene.table(0).count > count + 10, MINUTE_MS)


def without_green():
    """Four at a table, of whom the third is switched off in the middle, and missed."""
    scene = Scene(4, rounds="each")
    scene.play(going_on, 20)
    scene.off(2)
    scene.until(lambda: scene.missed_by(0) == ["Green"])
    return scene


def names(scene, index=0):
    return [seat.name + "*" * seat.bot for seat in scene.session(index).roster.seats]


def test_going_on_with_a_bot():
    scene = without_green()
    count, old = scene.table(0).count, scene.session(0).table_id
    scene.do(0, "with_bot", 2)
    scene.press = going_on
    scene.agree(1)
    scene.wait(3000)
    assert scene.table(0).count == count, "it starts when all have agreed"
    scene.agree(3)
    scene.until(lambda: scene.table(0).count > count + 10)
    assert names(scene) == ["Red", "Blue", "Green*", "Yellow"]
    assert scene.session(3).roster.parent == old
    scene.finish()


def test_going_on_without_somebody():
    scene = without_green()
    scene.do(1, "without", 2)
    scene.agree(0, 3)
    scene.until(scene.together)
    assert names(scene) == ["Red", "Blue", "Yellow"]
    assert scene.table(0).count == 0, "the round begins anew"
    assert scene.finish().rounds == 3


def test_who_does_not_agree_stays_and_is_not_asked_again():
    scene = without_green()
    scene.do(0, "without", 2)
    scene.until(lambda: scene.session(1).member.proposal)
    scene.do(1, "decline")
    scene.wait(5000)
    assert scene.session(1).member.proposal is None
    assert scene.session(1).table_id != scene.session(0).table_id


def test_going_on_on_a_new_device():
    scene = Scene(3, spare=1)
    scene.play(going_on, 20)
    digest = scene.session(0).game.digest()
    scene.off(1)
    newcomer = scene.session(3)
    scene.until(lambda: newcomer.lobby.running() and scene.missed_by(0))
    newcomer.lobby.ask(newcomer.lobby.running()[0], scene.now(3))
    scene.until(lambda: scene.session(0).member.askers.people)
    assert scene.session(0).member.can_let_in(scene.session(0).member.askers.people[0], scene.now(0))
    scene.do(0, "let_in", scene.session(0).member.askers.people[0])
    scene.agree(2)
    scene.until(scene.together)
    assert names(scene, 3) == ["Red", "Blue", "Green"]
    assert scene.session(3).seat == 1
    assert scene.session(3).game.digest() == digest
    scene.finish()


def green_is_back(scene):
    """Everybody is there again: Green asks for the seat, and all agree."""
    scene.until(lambda: scene.session(2).member.went_on)
    scene.do(2, "come_back")
    scene.until(lambda: scene.session(0).member.askers.people)
    scene.do(0, "let_in", scene.session(0).member.askers.people[0])
    scene.agree(1, 3)
    scene.until(scene.together)
    assert names(scene, 2) == ["Red", "Blue", "Green", "Yellow"]


def test_coming_back_to_the_seat_that_a_bot_has_played():
    scene = without_green()
    scene.do(0, "with_bot", 2)
    scene.agree(1, 3)
    scene.play(going_on, 40)
    scene.on(2)
    green_is_back(scene)
    assert scene.table(2).count >= 40
    scene.finish()


def test_a_device_that_stayed_at_the_old_table_is_told_and_can_come_back():
    scene = Scene(4, seed=2)
    scene.play(going_on, 20)
    scene.apart((0, 1, 3), (2,))
    scene.until(lambda: scene.missed_by(0))
    scene.do(0, "with_bot", 2)
    scene.agree(1, 3)
    scene.play(going_on, 30)
    assert scene.missed_by(2) == ["Red", "Blue", "Yellow"]
    assert scene.table(2).count < 30
    scene.apart()
    green_is_back(scene)
    assert scene.table(2).count >= 30
    scene.finish()


@pytest.mark.parametrize("ways", [("with_bot", "without"), ("without", "with_bot"), ("with_bot", "with_bot")])
@pytest.mark.parametrize("seed", range(3))
def test_when_two_are_founded_at_once_all_end_at_the_same(ways, seed):
    scene = Scene(5, seed)
    scene.play(going_on, 20)
    scene.off(4)
    scene.until(lambda: scene.missed_by(0) and scene.missed_by(1))
    for index, way in enumerate(ways):
        scene.do(index, way, 4)
    assert scene.session(0).table_id != scene.session(1).table_id

    def all_agree():
        for index in range(4):
            if scene.session(index).member.proposal:
                scene.do(index, "agree")
        return scene.together()

    scene.until(all_agree)
    scene.finish()


def test_who_is_asked_about_two_tables_is_asked_about_the_one_at_which_all_will_end():
    scene = Scene(5)
    scene.play(going_on, 20)
    scene.off(4)
    scene.until(lambda: all(scene.missed_by(index) for index in range(4)))
    scene.do(0, "with_bot", 4)
    scene.do(1, "without", 4)
    scene.until(lambda: scene.session(2).member.proposal)
    scene.wait(2000)
    asked = set()
    for _ in range(40):
        scene.wait(50)
        asked.add(scene.session(2).member.proposal[0])
    assert asked == {max(scene.session(index).table_id for index in (0, 1))}


@pytest.mark.parametrize("seed", range(4))
def test_a_newcomer_whom_only_one_of_two_new_tables_has_is_told_where_the_others_went(seed):
    scene = Scene(4, seed, spare=1, rounds="each")
    scene.play(going_on, 20)
    newcomer = scene.session(4)
    scene.off(3)
    scene.until(lambda: newcomer.lobby.running() and scene.missed_by(0) and scene.missed_by(1))
    newcomer.lobby.ask(newcomer.lobby.running()[0], scene.now(4))
    scene.until(lambda: scene.session(0).member.askers.people)
    scene.do(0, "let_in", scene.session(0).member.askers.people[0])
    scene.do(1, "with_bot", 3)
    both = [scene.session(index).table_id for index in (0, 1)]

    def all_agree():
        for index in range(3):
            if scene.session(index).member.proposal:
                scene.do(index, "agree")
        return scene.session(2).table_id == max(both) and scene.together(0, 1, 2)

    scene.until(all_agree)
    if scene.session(0).table_id == both[1]:
        scene.until(lambda: newcomer.member.went_on)
        scene.do(4, "come_back")
        the_round_ends(scene)
        scene.until(lambda: scene.session(0).member.askers.people)
        scene.do(0, "let_in", scene.session(0).member.askers.people[0])
        scene.agree(1, 2)
    scene.until(scene.together)
    assert names(scene) in (["Red", "Blue", "Green", "Yellow"], ["Red", "Blue", "Green", "Yellow*", "Pink"])
    scene.finish()


def the_round_ends(scene):
    """People play until a round is over, and leave it at that."""
    scene.press = lambda game: doubting(game) if game.phase != "round" else None
    scene.until(lambda: scene.session(0).game.phase == "round" and scene.settled())


def public(session):
    return vars(session.game.view(None))


def test_a_watcher_sees_the_public_view_at_any_time_and_holds_nobody_up():
    scene = Scene(3, spare=1)
    scene.play(going_on, 20)
    watcher = scene.session(3)
    scene.watch(3)
    for entries in (30, 40, 50):
        scene.play(going_on, entries)
        scene.until(lambda: watcher.table.count == scene.table(0).count, 3000)
        assert public(watcher) == public(scene.session(0))
    assert (watcher.seat, watcher.table.me) == (None, None)
    scene.apart((0, 1, 2), (3,))
    scene.play(going_on, 80)
    assert scene.missed_by(0) == []
    assert not any(sender == 3 and frame[2] == STATUS for sender, frame in scene.sent)
    scene.press = doubting
    scene.until(lambda: all(scene.session(index).game.over for index in range(3)))


def test_a_watcher_goes_along_to_the_table_that_follows():
    scene = Scene(3, spare=1)
    watcher = scene.session(3)
    scene.watch(3)
    scene.off(2)
    scene.until(lambda: scene.missed_by(0))
    scene.do(0, "with_bot", 2)
    scene.agree(1)
    scene.play(going_on, 10)
    scene.wait(5000)
    assert (watcher.table_id, watcher.table.count) == (scene.session(0).table_id, scene.table(0).count)


def test_a_late_joiner_plays_in_the_next_round():
    scene = Scene(3, spare=1, rounds="each")
    scene.play(going_on, 10)
    newcomer = scene.session(3)
    scene.until(lambda: newcomer.lobby.running())
    newcomer.lobby.ask(newcomer.lobby.running()[0], scene.now(3))
    scene.until(lambda: scene.session(0).member.askers.people)
    asker = scene.session(0).member.askers.people[0]
    assert not scene.session(0).member.can_let_in(asker, scene.now(0)), "not in the middle of a round"
    the_round_ends(scene)
    scores = scene.session(0).game.scores()
    scene.do(0, "let_in", scene.session(0).member.askers.people[0])
    scene.agree(1, 2)
    scene.until(scene.together)
    game = scene.session(3).game
    assert (game.players, game.round, game.rounds) == (4, 2, 4)
    assert game.carried == [*scores, max(scores)]
    scene.finish()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_when_all_power_goes_at_once_the_game_goes_on_and_only_the_last_entries_are_lost(seed):
    scene = Scene(4, seed, rounds="each")
    scene.play(going_on, 60 + seed)
    count, old = scene.table(0).count, scene.session(0).table_id
    entries = scene.table(0).entries()
    scene.off(0, 1, 2, 3)
    scene.wait(3000)
    scene.on(2, 0, 3, 1)
    scene.until(lambda: scene.together() and scene.session(0).table_id != old)
    assert scene.session(0).roster.parent == old
    kept = scene.table(0).count
    assert count - (2 * SAVE_ENTRIES + 2) <= kept <= count
    assert scene.table(1).entries() == entries[: 4 * kept]
    assert [session.member.resumed for session in scene.sessions()] == [True] * 4, "all screens say so"
    scene.finish()


@pytest.mark.parametrize("players", [2, 4, 8])
def test_a_set_that_is_switched_off_device_by_device_goes_on_where_it_stopped(players):
    scene = Scene(players)
    scene.play(going_on, 21)
    count = scene.table(0).count
    scene.off(0)
    scene.wait(5000)  # the others miss it
    old = scene.session(1).table_id
    scene.off(*range(1, players))
    scene.wait(60000)
    scene.on(*range(players))
    scene.until(lambda: scene.together() and scene.session(0).table_id != old)
    assert scene.table(0).count == count
    scene.finish()


def test_a_set_that_was_left_alone_and_then_switched_off_at_once_goes_on_where_it_stopped():
    scene = Scene(4)
    scene.play(going_on, 21)
    count, old = scene.table(0).count, scene.session(0).table_id
    scene.wait(30000)
    scene.off(0, 1, 2, 3)
    scene.on(0, 1, 2, 3)
    scene.until(lambda: scene.together() and scene.session(0).table_id != old)
    assert scene.table(0).count == count
    scene.finish()


@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_after_a_restart_is_the_log_byte_for_byte(seed):
    """Also where it was moved to a table that follows, and some of its authors had restarted."""
    scene = Scene(4, seed)
    scene.play(going_on, 40)
    scene.off(1)
    scene.on(1)
    scene.until(scene.together)
    scene.play(going_on, scene.table(0).count + 6)
    scene.off(2)
    scene.do(0, "with_bot", 2)
    scene.until(lambda: scene.session(3).member.proposal)
    log = scene.table(3).entries()
    scene.do(3, "agree")
    scene.off(3)
    scene.on(3)
    remembered = scene.session(3).member.keeper.known()
    assert len(log) - 4 * (2 * SAVE_ENTRIES + 2) <= len(remembered) <= len(log)
    assert remembered == log[: len(remembered)]


def test_a_store_that_was_erased_makes_a_stranger_who_gets_the_seat_back_on_asking():
    scene = Scene(3)
    scene.play(going_on, 20)
    count, identity = scene.table(0).count, scene.session(1).me.device
    scene.off(1)
    scene.erase(1)
    scene.on(1)
    assert scene.session(1).me.device != identity
    scene.until(lambda: scene.session(0).member.askers.people)
    asker = scene.session(0).member.askers.people[0]
    scene.until(lambda: scene.session(0).member.can_let_in(asker, scene.now(0)))
    assert scene.session(0).member.seat_for(asker, scene.now(0)) == 1
    scene.do(0, "let_in", scene.session(0).member.askers.people[0])
    scene.agree(2)
    scene.until(scene.together)
    assert names(scene) == ["Red", "Blue", "Green"]
    assert (scene.session(1).seat, scene.table(1).count) == (1, count)
    scene.finish()


@pytest.mark.parametrize("key", ["00" * 16, "ab" * 16], ids=["same key", "other key"])
def test_two_tables_in_one_room_do_not_disturb_each_other(key):
    scene = Scene(3, spare=3, air={"loss": 0.2}, rounds="each")
    digest = scene.session(0).game.digest()
    for index in (3, 4, 5):
        scene._values[index]["HATS_KEY"] = key
        scene.erase(index)
        scene.on(index)
    lobby_host.open_table(scene.session(3), scene.now(3))
    scene.wake(3)
    for index in (4, 5):
        lobby = scene.session(index).lobby
        scene.until(lobby.gathering)
        lobby.ask(lobby.gathering()[0], scene.now(index))
    scene.until(lambda: len(scene.session(3).lobby.asking) == 2)
    assert scene.session(0).game.digest() == digest
    for person in scene.session(3).lobby.asking[:]:
        scene.session(3).lobby.accept(person, scene.now(3))
    lobby_host.found(scene.session(3), scene.now(3))
    scene.wake(3)
    scene.until(lambda: scene.together(3, 4, 5))
    scene.play(going_on, 40)
    scene.off(4)
    scene.wait(6000)
    assert (scene.missed_by(0), scene.missed_by(3)) == ([], ["Pink"])
    scene.on(4)
    scene.press = doubting
    scene.until(scene.finished)
    for table in ((0, 1, 2), (3, 4, 5)):
        assert scene.together(*table)
        assert len({scene.session(index).game.digest() for index in table}) == 1
    members = [session.member for session in scene.sessions()]
    assert not any(member.went_on or member.proposal or member.askers.people for member in members)


def back_after_ms(scene, index):
    """How long it takes after its start until a device that restarted is back in the game, and all agree."""
    scene.off(index)
    scene.wait(1000)
    start_ms = scene.now_ms
    scene.on(index)
    scene.until(scene.together)
    return scene.now_ms - start_ms


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 8])
def test_a_restarted_board_is_back_in_the_game_within_one_and_a_half_seconds(players):
    times = []
    for seed in range(10):
        scene = Scene(players, seed, air={"loss": 0.1})
        scene.play(going_on, 100)
        times.append(back_after_ms(scene, seed % players))
    print(f"{players} boards, 10 % loss, 100 entries: back after {sorted(times)} ms")
    assert max(times) <= 1500


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 8])
def test_a_log_of_300_entries_is_caught_up_with_4_kilobytes_on_the_air(players):
    scene = Scene(players)
    scene.play(going_on, 300)
    scene.off(1)
    scene.wait(1000)
    scene.sent.clear()
    scene.on(1)
    scene.until(scene.together)
    carrying = [
        frame for _, frame in scene.sent if frame[2] == STATUS and len(frame) > 16 + STATUS_LENGTH + ECHO * players
    ]
    everything = sum(len(frame) for _, frame in scene.sent)
    with_entries = sum(len(frame) for frame in carrying)
    print(f"{players} boards: {len(carrying)} frames with entries, {with_entries} bytes; {everything} bytes in all")
    assert everything <= 4096


def state(session):
    """All that a frame could change of a device, but for what it has heard when."""
    table = session.table
    log = table and (session.table_id, table.entries(), table.boots(), table.lacking(), table.whole)
    lobby = session.lobby
    people = lobby and [person.device for person in lobby.people + lobby.asking]
    member = session.member
    return log, member.proposal, member.went_on, member.askers.people, member.resumed, people


def replay(scene, frames):
    """Send recorded frames once more to everybody. Returns the devices that they changed."""
    before = [state(session) for session in scene.sessions()]
    for _, frame in frames:
        scene.air.transmit(None, frame)
    scene.wait(50)
    return [index for index, session in enumerate(scene.sessions()) if state(session) != before[index]]


def test_frames_of_this_table_that_are_replayed_change_nothing():
    scene = Scene(3, rounds="each")
    scene.play(going_on, 20)
    scene.off(1)
    scene.wait(500)
    scene.on(1)
    scene.until(scene.together)
    scene.play(going_on, 40)
    recorded = list(scene.sent)
    assert {frame[2] for _, frame in recorded} >= {STATUS, SETUP, ASK}
    assert replay(scene, recorded) == []
    scene.finish()


def test_frames_of_older_tables_that_are_replayed_change_nothing():
    scene = without_green()
    recorded = list(scene.sent)
    scene.do(0, "with_bot", 2)
    scene.agree(1, 3)
    scene.play(going_on, 40)
    assert replay(scene, recorded) == []
    recorded = list(scene.sent)
    scene.on(2)
    green_is_back(scene)
    scene.play(going_on, 60)
    assert replay(scene, recorded) == []
    scene.finish()


def test_who_has_left_a_table_that_is_over_is_not_brought_back_by_replayed_frames():
    scene = Scene(2)
    scene.finish()
    recorded = list(scene.sent)
    scene.press = None
    for index in range(2):
        scene.session(index).settings.players = 0
        scene.do(index, "leave")
    scene.wait(6000)
    assert replay(scene, recorded) == []
    assert [session.table for session in scene.sessions()] == [None, None]
    assert [session.lobby.running() for session in scene.sessions()] == [[], []]


def test_devices_of_which_one_remembers_everything_go_on_with_its_log():
    """All but one restart: nothing is lost, whatever the others had kept."""
    scene = Scene(4)
    scene.play(going_on, 45)
    count, table = scene.table(0).count, scene.session(0).table_id
    scene.off(0, 1, 3)
    scene.wait(1000)
    scene.on(0, 1, 3)
    scene.until(scene.together)
    assert (scene.session(0).table_id, scene.table(0).count) == (table, count)
    assert not any(session.member.resumed for session in scene.sessions())
    scene.finish()


def test_those_who_restarted_and_went_on_return_to_who_remembers_everything():
    scene = Scene(3)
    scene.play(going_on, 45)
    scene.wait(30000)  # all of it is kept
    count, table = scene.table(0).count, scene.session(0).table_id
    scene.apart((0, 1), (2,))
    scene.off(0, 1)
    scene.on(0, 1)
    scene.until(lambda: scene.missed_by(0))
    scene.do(0, "with_bot", 2)
    assert not scene.session(0).roster.flags & WHOLE
    assert scene.table(0).count == count
    scene.apart()
    scene.until(lambda: scene.together() or scene.session(2).member.proposal)
    assert scene.session(2).member.proposal is None, "who remembers everything does not follow those who do not"
    assert (scene.session(0).table_id, scene.table(0).count) == (table, count)
    if scene.session(2).member.went_on:  # they were elsewhere for a moment
        scene.do(2, "decline")
    scene.wait(5000)
    assert scene.session(2).member.went_on is None, "nobody is asked again"
    scene.finish()


def test_who_remembers_everything_does_not_follow_who_has_forgotten():
    scene = Scene(3)
    scene.play(going_on, 45)
    scene.wait(30000)  # all of it is kept
    table = scene.session(0).table_id
    scene.off(0, 1)
    scene.apart((0,), (2,))
    scene.on(0)
    scene.until(lambda: scene.missed_by(0) == ["Blue", "Green"])
    scene.do(0, "with_bot", 1)
    assert not scene.session(0).roster.flags & WHOLE
    scene.air.cuts = [(2, 0)]
    scene.wait(3000)
    assert scene.session(2).member.proposal is None
    scene.apart()
    scene.on(1)
    scene.until(scene.together)
    assert scene.session(0).table_id == table, "it goes back to where somebody remembers everything"
    scene.finish()


def test_who_has_forgotten_founds_no_table_while_it_hears_who_has_not():
    scene = Scene(3)
    scene.play(going_on, 30)
    scene.off(1, 2)
    scene.wait(1000)
    scene.on(2)
    scene.until(lambda: scene.missed_by(2) == ["Blue"])
    assert not scene.table(2).whole, "Blue has not echoed its boot number"
    assert not scene.session(2).member.may_follow(scene.now(2))
    assert scene.session(0).member.may_follow(scene.now(0))
    scene.off(0)
    scene.until(lambda: scene.missed_by(2) == ["Red", "Blue"])
    assert scene.session(2).member.may_follow(scene.now(2)), "it remembers what it had kept"
    scene.on(0, 1)
    scene.until(scene.together)
    scene.finish()


def test_who_restarted_takes_nobody_for_present_on_a_word_from_before_its_start():
    """Blue restarts and goes on with a bot for Red. Red comes back while Blue is off, and hears what Blue said at
    the table before: too old to found a table upon at which Blue would give its own entries up."""
    scene = Scene(2)
    scene.play(going_on, 30)
    scene.wait(30000)  # all of it is kept
    table, before = scene.session(0).table_id, len(scene.sent)
    scene.off(0, 1)
    scene.on(1)
    scene.until(lambda: scene.missed_by(1))
    old = [frame for _, frame in scene.sent[before:] if frame[2] == STATUS]
    scene.do(1, "with_bot", 0)
    scene.play(going_on, 34)
    apart, count = scene.session(1).table_id, scene.table(1).count
    scene.wait(30000)
    scene.off(1)
    scene.on(0)
    for frame in old:
        scene.air.transmit(1, frame)
    scene.wait(20000)
    assert (scene.session(0).table_id, scene.missed_by(0)) == (table, ["Blue"]), "it waits"
    scene.on(1)
    scene.until(lambda: scene.session(0).member.went_on)
    assert scene.session(1).roster.parent == apart, "it went on once more, from what it had kept"
    assert scene.table(1).count == count
    scene.do(0, "come_back")
    scene.until(lambda: scene.session(1).member.askers.people)
    scene.do(1, "let_in", scene.session(1).member.askers.people[0])
    scene.until(scene.together)
    scene.finish()


def test_a_follow_up_whose_founder_had_fewer_entries_is_not_moved_to():
    scene = Scene(3)
    scene.play(going_on, 20)
    stale = scene.session(0).member.standing()
    scene.play(going_on, 30)
    game, nonce = scene.session(0).match, bytes(NONCE)
    for roster in (successor.with_bot(stale, game, 1, 0, nonce), successor.without(stale, game, 1, nonce)):
        scene.air.transmit(0, scene.session(0).codec.pack(SETUP, b"late", NOBODY, pack_roster(roster)))
        scene.wait(100)
        assert scene.session(2).member.proposal is None
    scene.finish()


def test_who_restarts_after_having_spoken_at_a_table_that_followed_is_not_whole_there():
    scene = Scene(3, rounds="each")
    scene.play(going_on, 20)
    scene.off(2)
    scene.until(lambda: scene.missed_by(0))
    scene.do(0, "without", 2)
    scene.agree(1)
    scene.until(lambda: scene.together(0, 1))
    author = scene.session(0).game.actor
    other = 1 - author
    scene.air.cuts = [(other, author)]
    scene.press = going_on
    scene.until(lambda: scene.table(other).count == 1)
    assert scene.table(other).settled(), "the author holds it, and so does the other"
    scene.press = None
    scene.off(author)
    scene.air.cuts = []
    scene.on(author)
    assert not scene.table(author).whole
    scene.press = doubting
    scene.until(lambda: scene.together(0, 1))
    scene.finish()


def test_who_looks_on_is_in_the_lobby_again_when_the_table_has_gone():
    scene = Scene(2, spare=1)
    scene.watch(2)
    scene.wait(2000)
    scene.off(0, 1)
    scene.until(lambda: scene.session(2).table is None, 20000)
    assert scene.session(2).lobby is not None
