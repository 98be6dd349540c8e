"""Every situation of a game as words: each seat sees what it may see, and only the actor has buttons that work."""

import random
import re

import pytest
from hypothesis import given

import engine
from engine.caps import SWAP
from engine.gifts import GIVE, REFUSE, SPOKEN
from pocket.lamp import ACT, DECIDE, OFF, TO_LEFT, TO_RIGHT, WRONG
from pocket.screens.game_gifts import ROWS
from pocket.words import Words
from sim.measure import stage
from sim.measure.stage import steps, texts
from sim.words import ENGLISH
from tests.matches import LATER_MS, PEOPLE, WORDS, Seat, drawn, matches, new_game, situations

# Where a longer name holds a shorter one ("old key"), the longer one counts.
GIFT_NAME = re.compile(r"\b(" + "|".join(sorted(ENGLISH, key=len, reverse=True)) + r")\b")


def gifts_on(page):
    """Names of the gifts that a page shows, or offers in its list."""
    return {name for one in drawn(page) for text in texts(one) for name in GIFT_NAME.findall(text)}


def actions_of(page):
    """What its buttons do."""
    buttons = page.items or [page.yes, page.no]
    return [button[1] for button in buttons if button is not None and button[1] is not None]


def press_all(page):
    """Press every button that there is, and take every item."""
    for does, *about in actions_of(page):
        does(*about, 0)


def pages_of(seat, game):
    """All pages of a seat: of whoever is to act, those that a choice of several steps comes to."""
    for _, change in steps(game) if seat.me.acts else [("", {})]:
        vars(seat.me).update(change)
        yield seat.page()


@given(matches())
def test_every_seat_has_a_page_in_every_situation_and_only_the_actor_has_buttons_each_of_them_legal(match):
    seen = set()
    for game in situations(match):
        seen.add(game.phase)
        for index in range(game.players):
            seat = Seat(game, index)
            page = seat.page()
            assert page.title
            if game.phase not in ("round", "over"):
                taken = [len(pile) for pile in game.piles]
                around = taken[index:] + taken[:index]
                if len(page.score.seats) > 1:  # somebody was wrong: everybody's are to be seen
                    seen.add("tally")
                else:
                    around = around[:1]
                assert (page.score.limit, [count for _, count in page.score.seats]) == (game.penalties, around)
                assert page.score.seats[0][0] == PEOPLE[index]
            for one in pages_of(seat, game):
                press_all(one)
            if game.over:
                assert seat.hand.left
            else:
                legal = game.actions() if game.actor == index else []
                assert (sorted(set(seat.hand.wishes)), seat.hand.left) == (legal, False)
    assert seen >= {"draw", "reveal", "give", "decide", "over", "tally"}


@given(matches())
def test_somebody_who_looks_on_sees_every_situation_and_has_no_buttons(match):
    for game in situations(match):
        seat = Seat(game, None)
        page = seat.page()
        assert page.title
        assert page.score is None or len(page.score.seats) == game.players
        assert page.light == OFF
        assert gifts_on(page) <= {WORDS.gift(one) for one in allowed_gifts(game.view(None), False)}
        press_all(page)
        assert (seat.hand.wishes, seat.hand.left) == ([], game.over)


@given(matches())
def test_a_wish_is_made_once(match):
    for game in situations(match):
        if not game.over:
            seat = Seat(game, game.actor)
            seat.me.acts = False
            assert actions_of(seat.page()) == []


@given(matches())
def test_captions_stand_where_a_button_works_and_nowhere_else(match):
    for game in situations(match):
        for index in range(game.players):
            page = Seat(game, index).page()
            for one in drawn(page):
                assert bool(one.yes) == (page.yes is not None)
                assert bool(one.no) == (page.no is not None or len(page.items or "") > 1)


def allowed_gifts(view, mine):
    """Numbers of the gifts that a page of this view may name."""
    shown = [view.shop, view.shown]
    if view.phase == "draw" and view.loser is None:  # they lie open
        shown += [gift for row in view.faces for gift in row]
    elif view.seat is not None:
        shown += view.faces[view.seat]
    if view.claim not in (None, SPOKEN):
        shown.append(view.claim)
    return set(view.claims if mine and view.phase == "give" and view.picked else []) | set(shown) - {None}


@given(matches())
def test_no_page_names_a_gift_that_its_seat_may_not_see(match):
    for game in situations(match):
        for index in range(game.players):
            seat = Seat(game, index)
            allowed = allowed_gifts(game.view(index), seat.me.acts)
            for page in pages_of(seat, game):
                assert gifts_on(page) <= {WORDS.gift(one) for one in allowed}


def exchanged(game, chance):
    """The same game to whoever sees no face-down card: their faces are exchanged, their arrows lie where they lay."""
    other = game.copy()
    places = [(row, place) for row, up in zip(other.rows, other.face_up, strict=True) for place in range(up, len(row))]
    hidden = [row[place] for row, place in places]
    if game.card is not None and game.shown is None:
        hidden.append(game.card)
    turns = chance.randrange(1, max(2, len(hidden)))
    moved = hidden[turns:] + hidden[:turns]
    for (row, place), one in zip(places, moved, strict=False):
        row[place] = one
    if len(moved) > len(places):
        other.card = moved[-1]
    for old, new in zip(hidden, moved, strict=True):
        other.arrows[new] = game.arrows[old]
    shop = other.shop[:-1] if other.options["shop"] == "open" else other.shop[:]
    chance.shuffle(shop)
    other.shop[: len(shop)] = shop
    return other


@given(matches())
def test_pages_do_not_depend_on_what_lies_face_down(match):
    chance = random.Random(match[2])
    for game in situations(match):
        other = exchanged(game, chance)
        assert other.shop != game.shop
        for index in range(game.players):
            one, two = Seat(game, index).page(), Seat(other, index).page()
            assert (one.key, one.light, drawn(one)) == (two.key, two.light, drawn(two))


def test_the_exchange_above_reaches_the_cards_in_rows_and_in_the_air():
    reached = set()
    for game in situations((4, {"claims": "picked"}, 1)):
        other = exchanged(game, random.Random(0))
        reached |= {"rows"} if other.rows != game.rows else set()
        reached |= {"air"} if other.card != game.card else set()
    assert reached == {"rows", "air"}


@given(matches())
def test_the_list_of_claims_is_in_the_order_of_names(match):
    match[1]["claims"] = "picked"
    lists = 0
    for game in situations(match):
        if game.phase == "give":
            lists += 1
            page = Seat(game, game.actor).page()
            listed = page.items if page.yes[0] == WORDS.say("here") else page.items[:1]  # few are chosen from at once
            names = [name.strip() for rows, *_ in listed for name in rows]
            assert names == sorted(WORDS.gift(one) for one in game.view(game.actor).claims)
            assert WORDS.gift(game.card) in names
    assert lists


class Mixed(Words):
    """Words in which every other gift begins with a small letter."""

    def gift(self, number, other=0):
        return f"a{number}" if number % 2 else f"B{number}"


def test_names_with_small_letters_stand_among_those_with_capitals():
    game = next(game for game in situations((8, {"claims": "picked"}, 1)) if game.phase == "give")
    seat = Seat(game, game.actor)
    seat.me.draft = (None,)
    names = "".join(name.strip()[0] for rows, *_ in stage.Seat.page(seat, Mixed()).items for name in rows)
    assert set(names) == {"a", "B"}
    assert names == "a" * names.count("a") + "B" * names.count("B")


@given(matches())
def test_a_claim_is_given_only_by_yes_after_no_but_for_a_gift_that_all_have_just_seen(match):
    match[1]["claims"] = "picked"
    for game in situations(match):
        if game.phase == "give":
            seat = Seat(game, game.actor)
            for step in ((), (None,), *[(group,) for group in range(-(-len(game.actions()) // ROWS))]):
                seat.me.draft = step
                first = seat.page().items[0][1]
                assert first is None or first[0] == seat.hand.choose_step
            seat.me.draft, seat.me.just_shown = (), game.card
            page = seat.page()
            assert (page.main, page.yes[1]) == (WORDS.nice_gift(game.card), (seat.hand.act, GIVE << 8 | game.card))


@given(matches())
def test_a_press_meant_for_one_situation_cannot_act_in_the_next(match):
    keys = []
    for count, game in enumerate(situations(match)):
        keys.append(Seat(game, 0, count).page().key)
    assert len(set(keys)) == len(keys)


def light_of(game, seat):
    return Seat(game, seat).page().light


@given(matches())
def test_the_lamp_tells_the_giver_the_way_and_calls_whoever_is_to_act(match):
    for game in situations(match):
        for seat in range(game.players):
            light, mine = light_of(game, seat), game.actor == seat
            if game.phase == "give":
                way = TO_LEFT if game.receiver == (seat + 1) % game.players else TO_RIGHT
                if game.players > 2:  # else both neighbours are the same
                    assert light == (way if mine else OFF)
                assert (light in (TO_LEFT, TO_RIGHT)) == mine
            elif game.phase in ("decide", "verdict"):
                assert light == (DECIDE if mine else OFF)
            elif game.phase == "draw" and game.loser is not None:
                assert light == (WRONG if mine else OFF)
            elif not game.over:
                assert light == (ACT if mine else OFF)
            else:
                assert light == (ACT if seat in game.winners() else OFF)


@pytest.mark.parametrize("place", range(7))
def test_a_swap_shows_which_hat_was_chosen_first(place):
    game = engine.new_game("caps", 3, 5)
    seat = Seat(game, game.actor)
    seat.me.draft = (SWAP, place)
    page = seat.page()
    first = WORDS.character(game.characters[place])
    assert first in page.title
    assert first not in [item[0] for item in page.items]


@pytest.mark.parametrize("options", [{"rounds": 1}, {"rounds": 3}], ids=["match", "round"])
def test_a_refused_card_is_shown_to_all_when_it_ends_a_round(options):
    game = new_game(3, 1, claims="picked", **options)
    while game.phase not in ("round", "over"):
        actions = game.actions()
        game.apply(REFUSE << 8 if REFUSE << 8 in actions else actions[0])
    assert game.shown is not None
    for index in range(3):
        now, later = [Seat(game, index).page(ms) for ms in (0, LATER_MS)]
        assert gifts_on(now) == {WORDS.gift(game.shown), WORDS.gift(game.claim)}
        assert (now.light == WRONG) == (index == game.loser)
        assert actions_of(now) == []
        assert gifts_on(later) == set()
        assert now.key != later.key


AN = (
    "accordion",
    "alarm clock",
    "apple",
    "hourglass",
    "ice cream",
    "ice skate",
    "old key",
    "orange",
    "owl",
    "umbrella",
)


@pytest.mark.parametrize("number", range(len(ENGLISH)))
def test_each_gift_has_its_article(number):
    article = "an" if ENGLISH[number] in AN else "a"
    assert WORDS.a_gift(number) == f"{article} {ENGLISH[number]}"


def test_the_gifts_that_take_an_are_gifts():
    assert set(AN) <= set(ENGLISH)
