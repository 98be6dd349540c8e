"""The device program under fingers: rooms of devices in which people see screens and press keys, and nothing else."""

import random
import statistics

import pytest

from engine.gifts import DRAW, GIVE, REFUSE, VERDICT
from pocket import lobby_host
from pocket.animation import FRAME_MS, TURN_MS
from pocket.keys import LONG_MS, MORE, NO, SURPRISE_MS, YES
from pocket.lamp import ACT, OFF
from sim.room import Room
from tests.matches import WORDS

BY_HAND = {"players": 0, "place": 0}  # people open a table and sit down themselves
HOUR_MS = 3600 * 1000
SETTLED_MS = SURPRISE_MS + 30  # a press has reached every device, and their screens are no longer fresh


class Table:
    """A room, and the fingers of the people in it."""

    def __init__(self, devices, humans, seed=1, air=None, /, **options):
        self.room = Room(devices, humans, seed, options=options, air=air)
        self.humans = humans
        self.wait(SETTLED_MS)

    def wait(self, ms):
        self.room.run_to(self.room.now_ms + ms)

    def until(self, condition, limit_ms=60000):
        assert self.room.run_until(condition, self.room.now_ms + limit_ms), [self.sees(i) for i in range(self.humans)]
        self.wait(SETTLED_MS)

    def sees(self, person):
        """What the screen of `person` shows."""
        return self.room.apps[person].face.shown

    def until_sees(self, person, **texts):
        """Wait until the screen of `person` shows `texts`, by part."""
        self.until(lambda: all(getattr(self.sees(person), part) == text for part, text in texts.items()))

    def tap(self, person, key, ms=40):
        self.room.press(person, key, True)
        self.wait(ms)
        self.room.press(person, key, False)
        self.wait(SETTLED_MS)

    def hold(self, person, key):
        self.tap(person, key, LONG_MS + 100)

    def choose(self, person, text):
        """Press NO until `text` is at the cursor, then YES."""
        for _ in range(40):
            if self.sees(person).main == text:
                self.tap(person, YES)
                return
            self.tap(person, NO)
        raise AssertionError(f"{text} is not among the items")

    def session(self, person=0):
        return self.room.apps[person].session

    def game(self, person=0):
        return self.session(person).game

    def playing(self):
        return all(session.table is not None for session in self.room.sessions())

    def entries(self, seat):
        """The actions that `seat` has written."""
        log = self.session().table
        return [action for who, _, action in map(log.entry, range(log.count)) if who == seat]

    def agree(self):
        """Whether all devices that sit at the table of the first hold the same."""
        return len({session.game.digest() for session in self.room.sessions() if session.table is not None}) == 1


def press_something(table, person, chance):
    """Press a button whose caption stands on the screen. Returns how many actions that means: 0 or 1."""
    fresh = table.sees(person)
    table.wait(SETTLED_MS)
    drawn = table.sees(person)
    if drawn != fresh or drawn.title.startswith(WORDS.say("waiting", "")):
        return 0
    if drawn.no == WORDS.say("next"):
        for _ in range(chance.randrange(4)):
            table.tap(person, chance.choice([NO, MORE]))
        acts = table.sees(person).yes not in ("", *map(WORDS.say, ("ok", "here")))
        table.tap(person, YES)
        return int(acts)
    if drawn.yes and not drawn.no:
        table.tap(person, YES)
    elif drawn.no:
        key = chance.choice([YES, NO])
        table.tap(person, key)
        return int(key == YES or drawn.no != WORDS.say("another"))
    else:
        return 0
    return 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "humans", "air", "options"),
    [
        (2, 1, {}, {}),
        (2, 1, {"loss": 0.5, "duplicate": 0.2}, {"rounds": "each", "penalties": 2}),
        (2, 2, {}, {}),
        (3, 3, {"loss": 0.3}, {"claims": "picked", "shop": "closed"}),
        (4, 2, {"delay_ms": 400}, {"start_gifts": 2}),
    ],
)
def test_people_play_a_match_with_keys_only_and_each_press_counts_once(players, humans, air, options):
    table = Table(players, humans, 5, air, reveal_ms=60000, **options)
    table.until(table.playing)
    chance, presses = random.Random(7), [0] * humans
    while not table.game().over:
        assert table.room.now_ms < 4 * HOUR_MS
        for person in range(humans):
            if not table.game(person).over:
                presses[person] += press_something(table, person, chance)
    table.until(table.room.finished)
    assert table.agree()
    assert [len(table.entries(person)) for person in range(humans)] == presses
    winners = table.game().winners()
    table.wait(60000)  # the last card is shown first
    table.until_sees(0, yes=WORDS.say("again"))
    assert (table.sees(0).title == WORDS.say("you_win")) == (winners == [0])


def test_a_press_is_on_the_air_before_the_own_screen_is_drawn(monkeypatch):
    """Drawing takes 70 to 140 ms on the cheapest board, and everybody waits for the press."""
    table = Table(2, 2)
    table.until(table.playing)
    actor = table.game().actor
    app, happened = table.room.apps[actor], []
    send, draw = app.session._link.send, app.face.draw
    monkeypatch.setattr(app.session._link, "send", lambda frame: (happened.append("sent"), send(frame)))
    monkeypatch.setattr(app.face, "draw", lambda *what: (happened.append("drawn"), draw(*what)))
    count = table.session(actor).table.count
    table.room.press(actor, YES, True)
    app.step()
    assert table.session(actor).table.count == count + 1
    assert happened == ["sent", "drawn"]


def test_a_spoken_claim_is_judged_by_the_giver():
    table = Table(2, 2, penalties=2)
    table.until(table.playing)
    giver = table.game().actor
    other = 1 - giver
    assert table.sees(giver).yes == WORDS.say("draw")
    assert table.sees(other).yes == ""
    table.tap(giver, YES)
    assert table.sees(other).main == table.sees(giver).main != ""
    table.tap(giver, YES)
    assert (table.sees(giver).main, table.sees(giver).yes) == (WORDS.say("i_have"), WORDS.say("given"))
    assert table.sees(other).title == WORDS.say("yours")
    assert table.sees(other).note == WORDS.say("passes_you", table.session().match.name_of(giver))
    table.tap(giver, YES)
    assert table.sees(other).main == WORDS.say("said_aloud", table.session().match.name_of(giver))
    table.tap(other, MORE)  # is for lists only
    assert table.sees(other).main == WORDS.say("said_aloud", table.session().match.name_of(giver))
    table.tap(other, NO)
    assert table.sees(giver).note == WORDS.say("was_it")
    assert table.sees(giver).main == table.sees(other).main
    table.tap(giver, YES)  # it is what was said: the doubter was wrong
    assert (table.sees(other).title, table.sees(other).yes) == (WORDS.say("you_wrong"), WORDS.say("draw_next"))
    assert table.game().scores()[other] == 1
    table.tap(other, YES)
    table.tap(other, YES)
    table.tap(other, YES)
    table.tap(giver, NO)
    table.tap(other, NO)  # it is not: now the one who gave it was wrong
    assert table.game().scores()[other] == 2
    assert table.game().over
    assert (table.entries(giver)[0], table.entries(giver)[-1]) == (DRAW << 8, REFUSE << 8)
    assert table.entries(other)[-1] == VERDICT << 8
    assert table.agree()


def test_a_shown_card_is_turned_over_by_itself_once():
    table = Table(2, 2, reveal_ms=4000)
    table.until(table.playing)
    actor = table.game().actor
    table.tap(actor, YES)
    shown_ms = table.room.now_ms
    table.until(lambda: table.game().phase == "give")
    assert 3000 <= table.room.now_ms - shown_ms <= 5000
    assert len(table.entries(actor)) == 2


def test_a_bar_shrinks_while_a_card_is_up_and_the_card_is_seen_turning_over():
    table = Table(2, 2, reveal_ms=4000)
    table.until(table.playing)
    motions, turned = [app.face.motion for app in table.room.apps], []
    for motion in motions:
        motion.turn = lambda now, motion=motion, turn=motion.turn: (turned.append(motion), turn(now))
    table.tap(table.game().actor, YES)
    assert (table.game().phase, turned) == ("reveal", [])
    lengths = []
    while table.game().phase == "reveal":
        lengths.append([motion._group[-1].x for motion in motions])
        assert not any(motion._group[-1].hidden for motion in motions)
        table.wait(500)
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1][0] < lengths[0][0] - 150  # of 240 pixels
    assert all(motion._group[-1].hidden for motion in motions)
    assert sorted(map(id, turned)) == sorted(map(id, motions))
    table.wait(max(TURN_MS + FRAME_MS, SETTLED_MS))
    assert all(cover.hidden for motion in motions for cover in list(motion._group)[-3:-1])
    actor = table.game().actor
    table.tap(actor, YES)  # the gift is given
    assert len(turned) == 2
    table.tap(table.game().actor, NO)  # and doubted
    assert len(turned) == 4
    table.tap(actor, YES)  # it is what was said
    assert [count for _, count in table.sees(actor).score.seats] == [0, 1]
    assert len(turned) == 4


def at_the_list(seed=3):
    """A table of eight at which person 0 is to say what its oldest gift is."""
    table = Table(8, 1, seed, hints=0)
    table.until(table.playing)
    chance = random.Random(1)
    while table.game().over or table.sees(0).yes != WORDS.say("here"):
        press_something(table, 0, chance)
    return table, sorted(WORDS.gift(one) for one in table.game().view(0).claims)


def marked(table):
    """The name that is chosen in the list; None: none is."""
    rows = table.sees(0).main
    return next((row[1:-1] for row in rows if row.startswith(">")), None) if isinstance(rows, tuple) else rows


def reach(table, name):
    """Go to `name` in the list, from its beginning. Returns how many presses that took."""
    presses = 0
    while f" {name} " not in table.sees(0).main:
        table.tap(0, NO)
        presses += 1
    table.tap(0, YES)
    presses += 1
    while marked(table) != name:
        table.tap(0, NO)
        presses += 1
    return presses


@pytest.mark.slow
def test_each_claim_is_reached_in_few_presses_and_none_by_yes_alone():
    table, names = at_the_list()
    assert len(names) >= 9
    before = len(table.entries(0))
    for _ in range(6):
        table.tap(0, YES)
    assert len(table.entries(0)) == before
    presses = []
    for name in names:
        presses.append(reach(table, name))
        table.choose(0, WORDS.say("back"))
        assert table.sees(0).yes == WORDS.say("here")
    assert statistics.median(presses) <= 4, presses


def test_no_goes_forward_among_the_rows_more_goes_back_and_both_go_round():
    table, names = at_the_list()
    reach(table, names[0])
    for name in [None, WORDS.say("back"), names[2], names[1], names[0]]:
        table.tap(0, MORE)
        assert marked(table) == name


def test_yes_gives_what_stands_at_the_cursor():
    table, names = at_the_list()
    reach(table, names[5])
    table.tap(0, YES)
    action = table.entries(0)[-1]
    assert action >> 8 == GIVE
    assert f"a nice {names[5]}" in table.sees(0)


def test_a_gift_that_all_have_just_seen_is_given_by_yes_and_another_can_be_said():
    table = begun()
    table.tap(0, YES)
    table.tap(0, YES)
    drawn = table.game().card
    shown = table.sees(0)
    assert (shown.main, shown.yes, shown.no) == (WORDS.nice_gift(drawn), WORDS.say("give_it"), WORDS.say("another"))
    table.tap(0, NO)
    assert f" {WORDS.gift(drawn)} " in table.sees(0).main
    assert marked(table) is None


def begun(**options):
    """A table at which person 0 begins against a bot."""
    for seed in range(50):
        table = Table(2, 1, seed, **options)
        table.until(table.playing)
        if table.game().actor == 0:
            return table
    raise AssertionError("person 0 never begins")


def test_holding_no_opens_the_menu_and_the_game_goes_on_behind_it():
    table = begun(bot_ms=100)
    before = table.sees(0)
    table.hold(0, NO)
    assert (table.sees(0).title, table.sees(0).main) == (WORDS.say("menu"), WORDS.say("back_to_game"))
    table.tap(0, MORE)
    assert table.sees(0).main == WORDS.say("leave_table")
    table.tap(0, NO)
    table.tap(0, YES)
    assert table.sees(0) == before
    table.hold(0, NO)
    table.hold(0, NO)  # the same again closes it
    assert table.sees(0) == before
    table.tap(0, YES)
    table.hold(0, NO)
    table.until(lambda: table.game().phase == "give")
    assert table.sees(0).title == WORDS.say("menu")
    table.tap(0, YES)
    assert table.sees(0).yes == WORDS.say("give_it")
    assert len(table.entries(0)) == 2


def test_whoever_leaves_sees_the_lobby_and_is_missed_by_the_others():
    table = Table(2, 2)
    table.until(table.playing)
    table.hold(1, NO)
    table.choose(1, WORDS.say("leave_table"))
    table.tap(1, NO)  # asked whether that is meant: no
    assert (table.sees(1).title, table.session(1).table is None) == (WORDS.say("menu"), False)
    table.choose(1, WORDS.say("leave_table"))
    table.tap(1, YES)
    table.room.apps[1].session.settings.players = 0  # what it does next is its own matter
    assert table.session(1).table is None
    table.until_sees(0, title=WORDS.say("waiting", "Blue"))
    table.tap(0, YES)  # nobody answers: it is kept
    table.wait(5000)
    assert len(table.entries(0)) <= 1
    table.hold(0, NO)
    table.choose(0, WORDS.say("leave_table"))
    table.tap(0, YES)
    assert table.session(0).table is None


def test_the_table_goes_on_with_a_bot_for_whoever_is_switched_off_and_lets_them_back_in():
    table = Table(3, 3, claims="picked")
    table.until(table.playing)
    table.room.switch_off(2)
    for person in (0, 1):
        table.until_sees(person, title=WORDS.say("waiting", "Green"), main=WORDS.say("wait"))
    table.tap(0, YES)  # keep waiting
    assert table.sees(0).title == WORDS.say("waiting", "Green")
    table.choose(0, WORDS.say("with_bot", "Green"))
    table.until_sees(1, title=WORDS.say("go_on_so"))
    assert table.sees(1).main == "Red, Blue, Green*"
    table.tap(1, YES)
    table.until(lambda: table.session(0).table.settled() and table.session(1).table.settled())
    assert [seat.bot for seat in table.session().roster.seats] == [False, False, True]
    assert table.game(0).digest() == table.game(1).digest()
    table.room.switch_on(2)
    table.wait(1)
    table.until_sees(2, title=WORDS.say("went_on"))
    table.tap(2, YES)
    table.until_sees(0, title=WORDS.say("asks"))
    assert (table.sees(0).main, table.sees(0).note) == ("Green", WORDS.say("for_seat", "Green"))
    table.tap(0, YES)
    table.until_sees(1, title=WORDS.say("go_on_so"))
    table.tap(1, YES)
    table.until(lambda: table.playing() and all(session.table.settled() for session in table.room.sessions()))
    assert [seat.bot for seat in table.session(2).roster.seats] == [False] * 3
    assert table.agree()


def test_a_bad_setting_is_told_before_anything_else_one_at_a_time():
    table = Table(2, 2, brightness=0, shop="shut", **BY_HAND)
    for key in ("HATS_BRIGHTNESS", "HATS_SHOP"):
        assert table.sees(0).title == WORDS.say("settings")
        assert table.sees(0).main.startswith(key)
        table.tap(0, NO)
        table.hold(0, NO)
        table.tap(0, MORE)
        assert table.sees(0).main.startswith(key)
        table.tap(0, YES)
    assert table.sees(0).title == WORDS.say("hello", "Red")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_press_while_the_table_is_unsettled_is_kept_and_counts_once(seed):
    table = Table(3, 3, seed, {"loss": 0.5, "delay_ms": 900}, reveal_ms=60000)
    table.until(table.playing)
    unsettled = presses = 0
    while presses < 40 and not table.game().over:
        table.until(lambda: any(table.sees(person).yes for person in range(3)))
        actor = next(person for person in range(3) if table.sees(person).yes)
        unsettled += table.session(actor).table.lacking() != 0
        count = table.session(actor).table.count
        table.tap(actor, YES, ms=1)
        presses += 1
        table.until(lambda actor=actor, count=count: table.session(actor).table.count > count)
        assert table.session(actor).table.count == count + 1
    table.until(lambda: table.session().table.count == presses)
    assert unsettled >= 2


def test_a_key_held_while_the_screen_changes_does_nothing():
    table = Table(2, 2, reveal_ms=2000)
    table.until(table.playing)
    actor = table.game().actor
    table.tap(actor, YES)
    assert table.game().phase == "reveal"
    table.room.press(actor, NO, True)  # and then the card is turned over, by time
    table.until(lambda: table.game().phase == "give")
    before = table.sees(actor)
    table.wait(LONG_MS // 4)
    table.room.press(actor, NO, False)
    table.wait(300)
    assert table.sees(actor) == before


def open_table(players=3, seed=4, **options):
    """People at a table that person 0 has opened and at which the others have asked, and nobody sits yet."""
    table = Table(players, players, seed, **BY_HAND, **options)
    assert {table.sees(person).main for person in range(players)} == {WORDS.say("open_table")}
    table.choose(0, WORDS.say("open_table"))
    for person in range(1, players):
        table.until_sees(person, main=WORDS.say("sit_with", "Red"))
        table.tap(person, YES)
        table.until_sees(person, main=WORDS.say("asking"))
    return table


def welcome(table, names):
    """Person 0 welcomes whoever asks, in the order in which they ask, until those in `names` sit."""
    while len(table.session().lobby.people) < 1 + len(names):
        table.until_sees(0, title=WORDS.say("asks"))
        assert table.sees(0).main in names
        table.tap(0, YES)


def seated():
    """A table in the lobby at which three people and a bot sit."""
    table = open_table()
    welcome(table, ("Blue", "Green"))
    for person in (1, 2):
        table.until_sees(person, title=WORDS.say("gifts"), main=WORDS.say("they_start", "Red"))
    table.choose(0, WORDS.say("add_bot"))
    assert len(table.sees(0).note.split(", ")) == 4 or table.sees(0).main == WORDS.say("start")
    assert lobby_host.people(table.session())[0] == "Red"
    return table


@pytest.mark.parametrize("last", [0, 1, 2])
def test_three_people_and_a_bot_sit_down_by_hand_and_the_last_to_get_a_present_begins(last):
    table = seated()
    table.choose(0, WORDS.say("start"))
    for person in range(3):
        table.until_sees(person, yes=WORDS.say("it_was_me"))
    table.tap(last, YES)
    table.until(table.playing)
    roster = table.session().roster
    names = [seat.name for seat in roster.seats]
    assert (names[0], sorted(names[1:3]), names[3]) == ("Red", ["Blue", "Green"], "Bowler")
    assert [seat.bot for seat in roster.seats] == [False] * 3 + [True]
    assert names[table.game().actor] == ("Red", "Blue", "Green")[last]
    assert table.game().picked  # nobody can speak to the bot
    assert table.agree()
    assert table.sees(last).yes == WORDS.say("draw")


def test_lots_may_be_drawn_for_who_begins():
    table = seated()
    table.room.run_to(63000)  # the ticks wrap while the table starts
    table.choose(0, WORDS.say("start"))
    table.until_sees(0, yes=WORDS.say("it_was_me"), no=WORDS.say("lots"))
    table.tap(0, NO)
    table.until(table.playing)
    assert table.agree()


def test_a_table_by_hand_can_be_closed_and_left():
    table = open_table()
    table.tap(1, NO)
    assert table.sees(1).title == WORDS.say("hello", "Blue")
    table.until(lambda: [one.name for one in table.session().lobby.asking] == ["Green"])
    welcome(table, ("Green",))
    table.choose(0, WORDS.say("close_table"))
    assert table.sees(0).title == WORDS.say("hello", "Red")
    table.until_sees(2, title=WORDS.say("hello", "Green"))


@pytest.mark.slow
def test_two_tables_in_one_room_do_not_disturb_each_other():
    table = Table(4, 4, 8, **BY_HAND)
    table.choose(0, WORDS.say("open_table"))
    table.choose(1, WORDS.say("open_table"))
    for guest, opener, name in ((2, 0, "Red"), (3, 1, "Blue")):
        table.until(lambda guest=guest: len(table.session(guest).lobby.gathering()) == 2)
        table.choose(guest, WORDS.say("sit_with", name))
        table.until_sees(opener, title=WORDS.say("asks"))
        table.tap(opener, YES)
        table.until_sees(guest, title=WORDS.say("gifts"))
    for opener in (0, 1):
        table.choose(opener, WORDS.say("start"))
        table.until_sees(opener, no=WORDS.say("lots"))
        table.tap(opener, NO)
    table.until(table.playing)
    chance = random.Random(5)
    while not (table.game(0).over and table.game(1).over):
        assert table.room.now_ms < HOUR_MS
        for person in range(4):
            if not table.game(person).over:
                press_something(table, person, chance)
    digests = [table.game(person).digest() for person in range(4)]
    assert (digests[:2], len(set(digests))) == (digests[2:], 2)


def test_one_device_alone_is_played_against_three_bots():
    table = Table(2, 2, 6, bot_ms=200, **BY_HAND)
    table.choose(0, WORDS.say("solo", 3))
    assert [seat.bot for seat in table.session().roster.seats] == [False, True, True, True]
    chance = random.Random(2)
    while not table.game().over:
        assert table.room.now_ms < HOUR_MS
        press_something(table, 0, chance)
    table.until_sees(0, yes=WORDS.say("again"))
    table.tap(0, YES)
    assert table.sees(0).title == WORDS.say("hello", "Red")
    assert table.session(1).table is None


def test_a_press_in_a_game_against_bots_is_not_taken_back_by_pulling_the_plug():
    table = Table(2, 2, 6, bot_ms=200, **BY_HAND)
    table.choose(0, WORDS.say("solo", 3))
    plain = 0
    while plain < 5:
        session = table.session()
        table.until(lambda session=session: session.game.actor == session.seat and session.match.due_ms() is None)
        count, action = session.table.count, session.game.actions()[0]
        session.act(action, table.room.devices[0].ticks())
        plain += not session.match.reveals()
        table.room.switch_off(0)
        table.room.switch_on(0)
        table.until(lambda count=count: table.session().table is not None and table.session().table.count > count)
        assert table.session().table.entry(count)[2] == action


@pytest.mark.slow
def test_bots_alone_play_on_and_on_at_a_table_with_fixed_places():
    table = Table(3, 0, bot_ms=1)
    for _ in range(2):
        table.until(table.room.finished, HOUR_MS)
        first = table.session().table_id
        table.until(lambda first=first: table.playing() and table.session().table_id != first)


def test_the_lamp_shows_what_the_page_says():
    table = Table(2, 2)
    table.until(table.playing)
    actor = table.game().actor
    assert [table.room.apps[person]._page.light for person in (actor, 1 - actor)] == [ACT, OFF]
    lit = [table.room.devices[person].lamp.colours[0] for person in (actor, 1 - actor)]
    assert lit == [(0, 60, 18), (0, 0, 0)]


def test_the_screen_is_drawn_only_when_something_changes():
    table = Table(2, 2)
    table.until(table.playing)
    table.wait(1000)
    versions = [device.screen.version for device in table.room.devices]
    table.wait(3000)
    assert [device.screen.version for device in table.room.devices] == versions
    table.tap(table.game().actor, YES)
    table.tap(table.game().actor, YES)  # no card is up any more, nor a bar that would shrink
    table.wait(1000)
    versions = [device.screen.version for device in table.room.devices]
    table.tap(table.game().actor, YES)  # the gift is given
    assert [device.screen.version for device in table.room.devices] == [version + 1 for version in versions]


def test_lots_are_drawn_among_those_who_are_still_there():
    table = open_table(2)
    welcome(table, ("Blue",))
    table.choose(0, WORDS.say("start"))
    table.until_sees(1, yes=WORDS.say("it_was_me"), no="")  # the doors are closed: nobody leaves now
    table.room.switch_off(1)
    table.wait(6000)
    table.tap(0, NO)  # lots
    assert table.session().table is None
    assert table.sees(0).main == WORDS.say("add_bot")


def test_no_more_than_eight_sit_down_bots_included():
    table = Table(6, 6, **BY_HAND)
    table.choose(0, WORDS.say("open_table"))
    for _ in range(3):
        table.choose(0, WORDS.say("add_bot"))
    for person in range(1, 6):
        table.until_sees(person, main=WORDS.say("sit_with", "Red"))
        table.tap(person, YES)
    for _ in range(5):
        table.wait(2000)
        if table.sees(0).title == WORDS.say("asks"):
            table.tap(0, YES)
    if table.sees(0).title == WORDS.say("asks"):
        table.tap(0, NO)
    table.choose(0, WORDS.say("start"))
    table.until_sees(0, no=WORDS.say("lots"))
    table.tap(0, NO)
    assert len(table.session().roster.seats) == 8


def test_a_table_for_one_is_a_bad_setting():
    table = Table(2, 2, players=1)
    table.wait(5000)
    assert table.sees(0).title == WORDS.say("settings")


@pytest.mark.parametrize("air", [{}, {"loss": 0.4}])
def test_whoever_is_sent_away_is_told_and_comes_back_only_by_asking_again(air):
    table = open_table(2)
    for name, value in air.items():
        table.room.radio(name, value)
    for _ in range(2):
        table.until_sees(0, title=WORDS.say("asks"))
        table.tap(0, NO)
        table.until_sees(1, main=WORDS.say("sent_away"))
        for _ in range(10):
            table.wait(500)
            assert table.sees(0).main == WORDS.say("add_bot")
        table.tap(1, YES)
        table.until_sees(1, main=WORDS.say("sit_with", "Red"))
        table.tap(1, YES)
    table.until_sees(0, title=WORDS.say("asks"))
    table.tap(0, YES)
    table.until_sees(1, main=WORDS.say("they_start", "Red"))


def test_who_asks_at_a_table_that_is_closed_looks_round_again():
    table = open_table(2)
    table.until_sees(0, title=WORDS.say("asks"))
    table.tap(0, YES)
    table.choose(0, WORDS.say("close_table"))
    table.until_sees(1, title=WORDS.say("hello", "Blue"))


def test_the_rules_can_be_read_before_a_game():
    table = Table(2, 2, **BY_HAND)
    assert table.sees(0).note == WORDS.say("how_to_menu", WORDS.say("next"))
    table.choose(0, WORDS.say("how_to_play"))
    assert table.sees(0).title == WORDS.say("gifts")
    read = [table.sees(0).main]
    while table.sees(0).main not in read[:-1]:
        table.tap(0, NO)
        read.append(table.sees(0).main)
    assert " ".join(read).startswith(WORDS.say("rules_gifts_1"))
    assert " ".join(read[:-1]).endswith(WORDS.say("light_7"))
    table.tap(0, YES)
    assert table.sees(0).title == WORDS.say("hello", "Red")


def test_whoever_plays_on_with_a_bot_for_another_keeps_the_own_seat():
    table = Table(3, 3)
    table.until(table.playing)
    table.room.switch_off(0)  # whose seat comes before theirs
    table.until(lambda: table.sees(1).title.startswith(WORDS.say("waiting", "")))
    table.choose(1, WORDS.say("with_bot", "Red"))
    table.until_sees(2, yes=WORDS.say("yes"))
    table.tap(2, YES)
    table.until(lambda: len(table.session(1).roster.devices) == 2)
    assert [table.session(person).seat for person in (1, 2)] == [1, 2]
    assert not any(table.session(person).match.played_by_bot() for person in (1, 2))
    chance = random.Random(1)
    while not table.game(1).over:
        assert table.room.now_ms < HOUR_MS
        for person in (1, 2):
            if not table.game(person).over:
                press_something(table, person, chance)
    assert all(
        any(seat == person for person, _, _ in map(table.session(1).table.entry, range(table.session(1).table.count)))
        for seat in range(3)
    )


def test_devices_that_are_to_start_by_themselves_need_places():
    table = Table(2, 2, place=0)
    table.wait(20000)
    assert table.playing() or table.sees(0).title == WORDS.say("settings")


def test_who_is_not_wanted_at_a_running_table_is_told_and_may_ask_again():
    table = open_table(3)
    welcome(table, ("Blue", "Green"))
    table.choose(0, WORDS.say("start"))
    table.until_sees(0, no=WORDS.say("lots"))
    table.tap(0, NO)
    table.until(table.playing)
    table.hold(2, NO)
    table.choose(2, WORDS.say("leave_table"))
    table.tap(2, YES)
    table.room.switch_off(2)
    table.room.erase(2)  # somebody else has the device now
    table.room.switch_on(2)
    for _ in range(2):
        table.until(lambda: table.session(2).lobby.running())
        table.choose(2, WORDS.say("join", "Red"))
        for person in (0, 1):
            table.until_sees(person, title=WORDS.say("asks"), main="Green")
        table.tap(0, NO)
        table.until_sees(2, title=WORDS.say("their_table", "Red"), main=WORDS.say("sent_away"))
        table.tap(2, YES)
        table.wait(5000)
        assert WORDS.say("asks") not in (table.sees(0).title, table.sees(1).title)
    table.choose(2, WORDS.say("join", "Red"))
    table.until_sees(0, title=WORDS.say("asks"), main="Green")
    table.tap(0, YES)
    table.until_sees(1, yes=WORDS.say("yes"))
    table.tap(1, YES)
    table.until(table.playing)


def test_a_bad_setting_of_a_game_is_told_when_that_game_is_chosen():
    table = Table(2, 2, suits=5, **BY_HAND)
    table.choose(0, WORDS.say("open_table"))
    for _ in range(2):
        table.choose(0, WORDS.say("game", WORDS.say(table.session().lobby.game)))
        table.choose(0, WORDS.say("zsa"))
        assert table.sees(0).title == WORDS.say("settings")
        assert table.sees(0).main.startswith("HATS_SUITS")
        table.tap(0, YES)
        assert table.sees(0).title == WORDS.say("zsa")
