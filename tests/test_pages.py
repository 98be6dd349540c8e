"""Every situation of a game as words: each seat sees what it may see, and only the actor has buttons that work."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pocket import pages
from pocket.words import a_gift, gift, say

import engine
from engine.catalogue import NAMES

PEOPLE = ("Ann", "Ben", "Cem", "Dot", "Eve", "Fay", "Gil", "Hal")
CHOICES = engine.rules("gifts").choices
# Where a longer name holds a shorter one ("old key"), the longer one counts.
GIFT_NAME = re.compile(r"\b(" + "|".join(sorted(NAMES, key=len, reverse=True)) + r")\b")


class Log:
    """Stands in for the session's table: pages ask it how many entries there are."""

    count = 0


class Seat:
    """Stands in for a session that sits at a table: it notes what the buttons of its pages wish."""

    def __init__(self, game, seat):
        self.game, self.seat, self.wishes, self.left, self.table = game, seat, [], False, Log()

    def name_of(self, seat):
        return PEOPLE[seat]

    def my_turn(self):
        return self.game.actor == self.seat and not self.wishes

    def act(self, action, now):
        self.wishes.append(action)

    def leave(self, now):
        self.left = True

    def page(self, missing=()):
        return pages.table_page(self, self.game.view(self.seat), missing)


def new_game(players, seed, **options):
    return engine.new_game("gifts", players, seed, starter=seed % players, options=options)


def matches():
    """Strategy: (players, options, seed) of whole matches."""
    players = st.integers(engine.SEATS_MIN, engine.SEATS_MAX)
    return players.flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.fixed_dictionaries({name: st.sampled_from(allowed) for name, allowed in CHOICES(n)}),
            st.integers(0, 2**32 - 1),
        )
    )


def situations(match):
    """Every situation of a match of random but legal actions."""
    players, options, seed = match
    game, chance = new_game(players, seed, **options), random.Random(seed)
    while not game.over:
        yield game
        game.apply(chance.choice(game.actions()))
    yield game


def drawn(page):
    """All that can be seen of a page, wherever its cursor is."""
    return [page.at(cursor) for cursor in range(len(page.items or "1"))]


def gifts_on(page):
    """Names of the gifts that a page shows, or offers in its list."""
    return {name for one in drawn(page) for text in one[:5] for name in GIFT_NAME.findall(text)}


def actions_of(page):
    """What its buttons do, as functions."""
    if page.items:
        return [does for _, does in page.items]
    return [button[1] for button in (page.yes, page.no) if button is not None]


@given(matches())
def test_every_seat_has_a_page_in_every_situation_and_only_the_actor_has_buttons_each_of_them_legal(match):
    seen = set()
    for game in situations(match):
        seen.add(game.phase)
        for index in range(game.players):
            seat = Seat(game, index)
            page = seat.page()
            assert page.title
            assert page.marks == (len(game.piles[index]), game.penalties)
            for does in actions_of(page):
                does(0)
            if game.over:
                assert seat.left
            else:
                assert (sorted(seat.wishes), seat.left) == (game.actions() if game.actor == index else [], False)
    assert seen >= {"draw", "reveal", "give", "decide", "over"}


@given(matches())
def test_a_wish_is_made_once(match):
    for game in situations(match):
        if not game.over:
            seat = Seat(game, game.actor)
            seat.act(game.actions()[0], 0)
            assert actions_of(seat.page()) == []


@given(matches())
def test_captions_stand_where_a_button_works_and_nowhere_else(match):
    for game in situations(match):
        for index in range(game.players):
            page = Seat(game, index).page()
            for *_, yes, no, _arrow, _marks in drawn(page):
                assert bool(yes) == (page.yes is not None)
                assert bool(no) == (page.no is not None or len(page.items or "") > 1)


def allowed_gifts(view, mine):
    """Numbers of the gifts that a page of this view may name."""
    shown = [view.shop, view.shown, *view.faces[view.seat]]
    if view.claim not in (None, engine.rules("gifts").SPOKEN):
        shown.append(view.claim)
    return set(view.claims if mine and view.phase == "give" and view.picked else []) | set(shown) - {None}


@given(matches())
def test_no_page_names_a_gift_that_its_seat_may_not_see(match):
    for game in situations(match):
        for index in range(game.players):
            seat = Seat(game, index)
            allowed = allowed_gifts(game.view(index), seat.my_turn())
            assert gifts_on(seat.page()) <= {gift(one) for one in allowed}


def shuffled(game, chance):
    """The same game to whoever sees no face-down card: their faces are exchanged, their arrows lie where they lay."""
    other = game.copy()
    places = [(row, place) for row, up in zip(other.rows, other.face_up, strict=True) for place in range(up, len(row))]
    hidden = [row[place] for row, place in places]
    in_the_air = game.card is not None and game.shown is None
    if in_the_air:
        hidden.append(game.card)
    mixed = hidden[:]
    chance.shuffle(mixed)
    for (row, place), one in zip(places, mixed, strict=False):
        row[place] = one
    if in_the_air:
        other.card = mixed[-1]
    for old, new in zip(hidden, mixed, strict=True):
        other.arrows[new] = game.arrows[old]
    shop = other.shop[:-1] if other.options["shop"] == "open" else other.shop[:]
    chance.shuffle(shop)
    other.shop[: len(shop)] = shop
    return other


@given(matches())
def test_pages_do_not_depend_on_what_lies_face_down(match):
    chance = random.Random(match[2])
    mixed = 0
    for game in situations(match):
        other = shuffled(game, chance)
        mixed += other.rows != game.rows or other.card != game.card
        for index in range(game.players):
            one, two = Seat(game, index).page(), Seat(other, index).page()
            assert (one.key, one.light, drawn(one)) == (two.key, two.light, drawn(two))
    assert mixed or not any(game.phase == "decide" for game in situations(match))


@given(matches())
def test_the_list_of_claims_is_in_the_order_of_names(match):
    match[1]["claims"] = "picked"
    lists = 0
    for game in situations(match):
        if game.phase == "give":
            lists += 1
            names = [name for name, _ in Seat(game, game.actor).page().items]
            assert names == sorted(set(names))
            assert gift(game.card) in names
    assert lists


@given(matches())
@settings(max_examples=20)
def test_a_press_meant_for_one_situation_cannot_act_in_the_next(match):
    keys = []
    for count, game in enumerate(situations(match)):
        seat = Seat(game, 0)
        seat.table.count = count
        keys.append(seat.page().key)
    assert len(set(keys)) == len(keys)


@given(matches())
@settings(max_examples=20)
def test_who_is_missing_is_told_until_the_match_is_over(match):
    for game in situations(match):
        for index in range(game.players):
            page = Seat(game, index).page(missing=["Ida", "Joe"])
            assert (page.title == say("waiting", "Ida, Joe")) == (not game.over)
            assert (page.light == pages.lamp.WAITING) == (not game.over)


def light_of(game, seat):
    return Seat(game, seat).page().light


@given(matches())
@settings(max_examples=30)
def test_the_lamp_tells_the_giver_the_way_and_calls_whoever_is_to_act(match):
    lamp = pages.lamp
    for game in situations(match):
        for seat in range(game.players):
            light, mine = light_of(game, seat), game.actor == seat
            if game.phase == "give":
                way = lamp.TO_LEFT if game.receiver == (seat + 1) % game.players else lamp.TO_RIGHT
                if game.players > 2:  # else both neighbours are the same
                    assert light == (way if mine else lamp.OFF)
                assert (light in (lamp.TO_LEFT, lamp.TO_RIGHT)) == mine
            elif game.phase in ("decide", "verdict"):
                assert light == (lamp.DECIDE if mine else lamp.OFF)
            elif game.phase == "draw" and game.loser is not None:
                assert light == (lamp.WRONG if mine else lamp.OFF)
            elif not game.over:
                assert light == (lamp.ACT if mine else lamp.OFF)
            else:
                assert light == (lamp.ACT if seat in game.winners() else lamp.OFF)


def after(players=3, actions=(), **options):
    game = new_game(players, 1, **options)
    for action in actions:
        game.apply(game.actions()[0] if action is None else action)
    return game


@pytest.mark.parametrize("index", range(3))
def test_a_refused_card_is_shown_to_all_when_it_ends_the_match(index):
    game = after(claims="picked", penalties=2)
    while not game.over:
        refuse = [action for action in game.actions() if action >> 8 == engine.rules("gifts").REFUSE]
        game.apply((refuse or game.actions())[0])
        if game.shown is not None:
            assert gift(game.shown) in gifts_on(Seat(game, index).page())


AN = """accordion alarm-clock apple hourglass ice-cream ice-skate old-key orange owl umbrella""".split()


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_each_gift_has_its_article(number):
    article = "an" if NAMES[number].replace(" ", "-") in AN else "a"
    assert a_gift(number) == f"{article} {NAMES[number]}"


def test_the_article_list_names_gifts_only():
    assert {name.replace("-", " ") for name in AN} <= set(NAMES)


@pytest.mark.parametrize(
    ("name", "article"),
    [("hourglass", "an"), ("unicycle", "a"), ("unicorn", "a"), ("ukulele", "a"), ("ufo", "a"), ("umbrella", "an")],
)
def test_the_article_follows_the_sound_and_not_the_spelling(monkeypatch, name, article):
    monkeypatch.setattr("pocket.words.NAMES", (name,))
    assert a_gift(0) == f"{article} {name}"
