"""Decks of somebody's own: what a file may say, that a table plays with one, and that nobody plays who lacks it."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

import engine
from boards.assets import build, deck
from pocket import deck as decks
from pocket import lobby_host, match_config, renderer
from pocket.keys import GUARD_MS, NO, YES
from pocket.pictures import Pictures, folder
from pocket.words import Words
from ring import successor
from ring.frames import BODY_MAX
from ring.messages import NAME_MAX, NO_DECK, Person, pack_roster
from sim.__main__ import main
from sim.measure import stage
from sim.room import Blind, Room, deck_folder
from tests.test_every_string import EVERYWHERE, SIZES, Measured, cut
from tests.test_founding import NEW, Port, Table, newcomer

KITCHEN = Path(__file__).resolve().parents[1] / "docs" / "decks" / "kitchen.json"
GIFTS = json.loads(KITCHEN.read_text(encoding="utf-8"))["gifts"]
BY_HAND = {"players": 0, "place": 0}
HOUR_MS = 3600 * 1000


def written(path, gifts, name="Kitchen", **more):
    path = path / "mine.json"
    path.write_text(json.dumps({"name": name, "gifts": gifts, **more}), encoding="utf-8")
    return path


def with_first(**changes):
    """The gifts of the kitchen, the first of them changed; None takes something away."""
    first = {key: value for key, value in {**GIFTS[0], **changes}.items() if value is not None}
    return [first, *GIFTS[1:]]


# The file


def test_the_example_is_a_good_deck():
    made = deck.read(KITCHEN)
    assert (made.name, len(made.gifts), len(made.id)) == ("Kitchen", 40, 4)
    assert made.gifts[0].names["en"] == ("frying pan", "a nice frying pan", "a frying pan")
    assert ("onion", "a nice onion", "an onion") in [gift.names["en"] for gift in made.gifts]


@pytest.mark.parametrize(
    ("gifts", "sentence"),
    [
        (GIFTS[:39], "The deck has 39 gifts: it must have 40 to 110."),
        (GIFTS * 3, "The deck has 120 gifts: it must have 40 to 110."),
        ([*GIFTS[:-1], GIFTS[0]], "Gifts 1 and 40 are both called 'frying pan' (en)."),
        (with_first(en="Fork"), "Gifts 1 and 2 are both called 'fork' (en)."),
        (with_first(de=None, en="Gabel"), "Gifts 1 and 2 are both called 'Gabel' (de)."),
        (with_first(picture="1F374"), "Gifts 1 and 2 have the same picture."),
        (with_first(en=None), "Gift 1 has no English name: it stands in where another language has none."),
        (with_first(en=""), "Gift 1, en: a name must be a text without blanks to spare, not ''."),
        (with_first(en=5), "Gift 1, en: write three forms, like"),
        (with_first(de="Pfanne"), "Gift 1, de: write three forms, like"),
        (with_first(en="m" * 16), f"Gift 1, en: {'m' * 16!r} is too long for the smallest screen."),
        (with_first(en="pan for very large and very heavy eggs"), "is too long for the smallest screen. Shorten it."),
        (
            with_first(en=["enormous wooden spoon", "a nice spoon", "a spoon"]),
            "Gift 1, en: 'enormous wooden spoon' is too long for a row of the list from which gifts are picked.",
        ),
        (with_first(en="\u9365"), "Gift 1, en: a name, '\u9365', has '\u9365', which the screens cannot draw."),
        (with_first(en=["axe", "a nice axe", "a axe"]), "Gift 1, en: 'a axe' should be 'an axe'."),
        (with_first(en=["hour", "a nice hour", "a hour"]), "Gift 1, en: 'a hour' should be 'an hour'."),
        (with_first(de=["Topf", "einen schönen Topf", "einen Topf"]), "Gift 1, de: 'einen Topf' should be 'ein Topf'."),
        (with_first(de=["Kanne", "eine schöne Kanne", "ein Kanne"]), "Gift 1, de: 'ein Kanne' should be 'eine Kanne'."),
        (with_first(fr=["oeuf", "un beau oeuf", "un oeuf"]), "Gift 1, fr: 'un beau oeuf' should be 'un bel oeuf'."),
        (
            with_first(it=["zaino", "un bel zaino", "uno zaino"]),
            "Gift 1, it: 'un bel zaino' should be 'un bello zaino'.",
        ),
        (with_first(vi=["nồi", "một cái nồi đẹp", "nồi"]), "Gift 1, vi: 'một cái nồi đẹp' should be 'một nồi đẹp'."),
        (with_first(ru=["нож", "чудесный нож", "ножа"]), "Gift 1, ru: 'ножа' should be 'нож'."),
        (with_first(en="silver fork"), "'silver fork' is a 'fork' too (en), so nobody could doubt it"),
        (with_first(color="red"), "Gift 1 has 'color', which is neither picture nor a language ("),
        (with_first(picture="10FFFF"), "Noto Emoji draws nothing for the picture '10FFFF'."),
        (with_first(picture="pan"), "Gift 1, frying pan: the picture must be an emoji, like"),
        (with_first(picture=None), "the picture must be an emoji, like"),
        (with_first(picture="110000"), "the picture must be an emoji, like"),
        (with_first(picture="none.png"), "none.png cannot be read as a PNG file."),
        (["fork", *GIFTS[1:]], 'Gift 1 must be like {"en": "whisk", "picture": "1F373"}.'),
    ],
)
def test_what_is_wrong_with_gifts_is_said_in_a_sentence(tmp_path, gifts, sentence):
    with pytest.raises(deck.DeckError) as error:
        deck.read(written(tmp_path, gifts))
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{\n"name": "Kitchen",\n"gifts": [}\n}', "mine.json, line 3: this is no JSON"),
        ("[]", 'must be {"name": ..., "gifts": [...]} and have nothing else beside these.'),
        ('{"name": "K", "gifts": [], "cards": 3}', "have nothing else beside these."),
        ('{"name": 3, "gifts": []}', "The deck's name must be a text"),
        ("[" * 100_000, "has brackets within brackets"),
        ('{"name": "K", "gifts": [' + "[" * 1000 + "]" * 1000 + "]}", "has brackets within brackets"),
        ('{"name": "K", "name": "L", "gifts": []}', "has 'name' twice: take one of them away."),
        ('\ufeff{"name": "K", "gifts": []}', "The deck has 0 gifts"),
        (json.dumps({"name": "m" * 1_000_000, "gifts": []}), "has 1000000 letters, which no screen can show"),
        (json.dumps({"name": "m" * 2_000_000, "gifts": []}), "is larger than 1 MB, and no deck is."),
        ('{"name": "Kitchenalities", "gifts": []}', "The deck's name 'Kitchenalities' has 14 letters: 12 at most."),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_a_sentence(tmp_path, capsys, text, sentence):
    path = tmp_path / "mine.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(deck.DeckError) as error:
        deck.read(path)
    assert sentence in str(error.value)
    assert deck.main([str(path), str(tmp_path / "out")]) == 1
    assert sentence in capsys.readouterr().err


def picture(path, mode="RGBA", size=(40, 40), colour=(0, 0, 0, 0), ink=()):
    """A PNG file; ink: corners of a black box in it."""
    image = Image.new(mode, size, colour)
    if ink:
        image.paste("black", ink)
    image.save(path)
    return path.name


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"colour": (0, 0, 0, 0)}, "Gift 1, frying pan: nothing can be seen of the picture"),
        ({"mode": "RGB", "colour": "white"}, "Gift 1, frying pan: nothing can be seen of the picture"),
        pytest.param(
            {"mode": "1", "size": (20000, 20000), "colour": 0},
            "has more than 4096 pixels a side: make it smaller.",
            marks=pytest.mark.slow,
        ),
        ({"mode": "1", "size": (4097, 10), "colour": 0}, "has more than 4096 pixels a side: make it smaller."),
    ],
)
def test_a_picture_that_cannot_be_shown_is_refused(tmp_path, more, sentence):
    name = picture(tmp_path / "gift.png", **more)
    with pytest.raises(deck.DeckError) as error:
        deck.read(written(tmp_path, with_first(picture=name)))
    assert sentence in str(error.value)


def test_a_picture_that_is_cut_off_or_no_png_is_refused(tmp_path):
    name = picture(tmp_path / "gift.png", size=(200, 200), ink=(0, 0, 99, 99))
    whole = (tmp_path / name).read_bytes()
    bitmap = Image.new("1", (40, 40))
    for content in (whole[: len(whole) // 2], b"", b"no picture"):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(deck.DeckError, match="cannot be read as a PNG file"):
            deck.read(written(tmp_path, with_first(picture=name)))
    bitmap.save(tmp_path / name, format="BMP")
    with pytest.raises(deck.DeckError, match="cannot be read as a PNG file"):
        deck.read(written(tmp_path, with_first(picture=name)))


def test_two_gifts_that_look_the_same_are_refused_whatever_their_files(tmp_path):
    first = picture(tmp_path / "a.png", ink=(10, 0, 20, 40))
    second = picture(tmp_path / "b.png", "RGB", (80, 80), "white", (20, 0, 40, 80))
    gifts = with_first(picture=first)
    gifts[1] = {**gifts[1], "picture": second}
    with pytest.raises(deck.DeckError, match="Gifts 1 and 2 have the same picture"):
        deck.read(written(tmp_path, gifts))


def test_a_file_that_is_none_or_no_text_is_refused(tmp_path):
    with pytest.raises(deck.DeckError, match="cannot be read: "):
        deck.read(tmp_path / "absent.json")
    (tmp_path / "latin.json").write_bytes(b'{"name": "K\xfcche"}')
    with pytest.raises(deck.DeckError, match="is no text in UTF-8"):
        deck.read(tmp_path / "latin.json")


@pytest.mark.slow
def test_the_id_tells_decks_apart_but_not_copies(tmp_path):
    same = json.loads(KITCHEN.read_text(encoding="utf-8"))
    assert deck.read(written(tmp_path, same["gifts"])).id == deck.read(KITCHEN).id
    assert deck.read(written(tmp_path, with_first(picture="1F95B"))).id != deck.read(KITCHEN).id
    assert deck.read(written(tmp_path, with_first(de=None))).id != deck.read(KITCHEN).id


# What devices read of it


@pytest.fixture
def kitchen():
    """The example."""
    return decks.Deck(deck_folder(str(KITCHEN)))


def shown(number, made_of=None, size=32):
    made = Pictures(folder("mono"), size)
    made.show(number, made_of)
    return [[made.bitmap[x, y] for x in range(size)] for y in range(size)]


def drawn(image):
    return [[int(image.getpixel((x, y)) > 0) for x in range(image.width)] for y in range(image.height)]


def test_names_and_pictures_are_those_of_the_deck_that_is_in_use(kitchen):
    assert (kitchen.count, kitchen.name, kitchen.id) == (40, "Kitchen", deck.read(KITCHEN).id)
    words = Words()
    words.deck = kitchen
    assert (words.gift(1), words.nice_gift(1), words.a_gift(39)) == ("fork", "a nice fork", "a wine glass")
    assert shown(1, kitchen) == drawn(build.emoji(0x1F374, 32))
    assert shown(130) == shown(130, kitchen), "only gifts belong to a deck"
    assert Words().gift(1) == "alarm clock"


def test_a_language_that_a_deck_does_not_have_falls_back_to_english(kitchen):
    words = Words("de")
    words.deck = kitchen
    assert (words.gift(1), words.nice_gift(1)) == ("Gabel", "eine schöne Gabel")
    words.speak("ru")
    assert (words.gift(1), words.nice_gift(1), words.a_gift(1)) == ("fork",) * 3, "no English article there"


def test_a_gift_that_lacks_a_language_has_no_english_article_in_it(tmp_path):
    deck.make(written(tmp_path, with_first(de=None)), tmp_path / "out")
    words = Words("de")
    words.deck = decks.load(str(tmp_path / "out"))
    assert words.say("thanks_or", words.a_gift(0)) == "Oder: „Das ist nie frying pan!“"
    assert words.say("thanks_or", words.a_gift(2)) == "Oder: „Das ist nie ein Löffel!“"


def test_a_picture_of_ones_own_is_dark_ink_on_white_or_nothing(tmp_path):
    image = Image.new("RGBA", (100, 100))
    image.paste("black", (40, 0, 60, 100))
    image.paste("white", (0, 0, 40, 100))
    image.save(tmp_path / "bar.png")
    deck.make(written(tmp_path, with_first(picture="bar.png")), tmp_path / "out")
    lit = shown(0, decks.load(str(tmp_path / "out")))
    columns = [x for x in range(32) if any(row[x] for row in lit)]
    assert len(columns) == 6
    assert all(row[x] for row in lit for x in columns)


def test_a_deck_made_over_another_leaves_nothing_of_it(tmp_path):
    deck.make(KITCHEN, tmp_path / "out")
    english = [{"en": gift["en"], "picture": gift["picture"]} for gift in GIFTS]
    deck.make(written(tmp_path, english), tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "deck",
        "en.words",
        "pictures32.bmp",
        "pictures64.bmp",
    ]
    assert decks.load(str(tmp_path / "absent")) is None


# The game


@pytest.mark.parametrize("cards", [40, 41, 77, 110])
@pytest.mark.parametrize("arrows", ["both", "black"])
def test_a_game_plays_with_as_many_cards_as_the_deck_has(cards, arrows):
    options = {"claims": "picked", "arrows": arrows}
    for players in range(2, 7):
        game = engine.new_game("gifts", players, players, options=options, cards=cards)
        dealt = [gift for row in game.rows for gift in row] + game.shop
        assert len(set(dealt) & set(range(cards))) == len(dealt)
        assert len(dealt) == (cards if arrows == "both" else cards - cards // 2)
        twin = game.copy()
        while not game.over:
            game.apply(game.actions()[-1])
            twin.apply(twin.actions()[-1])
        assert game.digest() == twin.digest()


def test_the_usual_deck_is_the_default_and_another_is_another_game():
    usual = engine.new_game("gifts", 4, 1).digest()
    assert engine.new_game("gifts", 4, 1, cards=110).digest() == usual
    assert engine.new_game("gifts", 4, 1, cards=109).digest() != usual


@pytest.mark.parametrize(
    ("game", "cards", "options", "sentence"),
    [
        ("gifts", 24, {}, "This table needs a deck of 25 to 110 cards, not 24."),
        ("gifts", 111, {}, "This table needs a deck of 25 to 110 cards, not 111."),
        ("gifts", 60, {"arrows": "white", "start_gifts": 2}, "This table needs a deck of 65 to 110 cards, not 60."),
        ("zsa", 110, {}, "The game zsa has a deck of its own and takes no other."),
        ("caps", 40, {}, "The game caps has a deck of its own and takes no other."),
    ],
)
def test_a_deck_that_cannot_be_is_refused(game, cards, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        engine.new_game(game, 8, 1, options=options, cards=cards)


def test_a_table_that_follows_keeps_the_deck_while_it_has_cards_enough():
    table = Table(7, lambda game: game.phase == "round", rounds=7)
    own = b"kitc"
    game = engine.new_game("gifts", 7, 1, options={"claims": "picked", "rounds": 7}, cards=40)
    for cards, options, kept in ((40, {}, own), (40, {"arrows": "black"}, NO_DECK)):
        game.options = {**game.options, **options}
        data = match_config.pack_game("gifts", 7, 0, game.options, (0, [0] * 7), own)
        standing = table.standing._replace(roster=table.roster._replace(game=data))
        port = Port(game, standing.roster)
        assert match_config.deck_of(successor.with_one_more(standing, port, newcomer(), NEW)) == kept, (cards, options)
        longest = [seat._replace(name="W" * NAME_MAX) for seat in standing.roster.seats]
        standing = standing._replace(roster=standing.roster._replace(seats=longest))
        assert len(pack_roster(successor.with_one_more(standing, port, newcomer("W" * NAME_MAX), NEW))) <= BODY_MAX


# At a table


def play(room):
    assert room.run_until(room.finished, HOUR_MS)
    assert len({session.game.digest() for session in room.sessions()}) == 1
    return room.sessions()


@pytest.mark.slow
def test_bots_play_with_a_deck():
    for session in play(Room(4, 0, 3, "mixed", {"claims": "picked"}, deck=KITCHEN)):
        assert session.game.cards == 40
        assert session.match.deck_in_use.name == "Kitchen"


def test_bots_of_whom_one_lacks_the_deck_play_with_the_usual_one():
    for session in play(without(Room(3, 0, 3, options={"claims": "picked"}, deck=KITCHEN, program=Blind), 1)):
        assert (session.game.cards, session.match.deck_in_use) == (110, None)


def without(room, index):
    """The room, in which device `index` starts once more, without the deck."""
    room._values[index]["HATS_DECK"] = "/absent"
    room.switch_off(index)
    room.switch_on(index)
    return room


class Fingers:
    """A room of people."""

    def __init__(self, room):
        self.room = room
        self.wait(1000)

    def wait(self, ms=2 * GUARD_MS):
        self.room.run_to(self.room.now_ms + ms)

    def sees(self, person):
        return self.room.apps[person].face.shown

    def tap(self, person, key):
        self.room.press(person, key, True)
        self.wait(40)
        self.room.press(person, key, False)
        self.wait()

    def choose(self, person, text):
        for _ in range(40):
            if text in self.sees(person)[1]:
                return self.tap(person, YES)
            self.tap(person, NO)
        raise AssertionError(self.sees(person))

    def gather(self, people):
        self.choose(0, "Open a table")
        self.wait(1500)
        for person in range(1, people):
            self.choose(person, "Sit down")
            self.wait(1500)
            self.tap(0, YES)
            self.wait(1500)


def test_who_lacks_the_deck_is_named_and_the_table_does_not_start_with_it():
    room = without(Room(3, 3, 5, options={**BY_HAND, "claims": "picked"}, deck=KITCHEN), 2)
    people = Fingers(room)
    people.gather(3)
    texts = set()
    for _ in range(12):
        texts.add(people.sees(0).main)
        people.tap(0, NO)
    assert "Deck missing for Green: Kitchen." in texts
    assert "Start the game" not in texts
    people.choose(0, "Deck: Kitchen")
    people.choose(0, "Start the game")
    people.tap(0, NO)  # draw lots
    people.wait(3000)
    assert [(session.game.cards, session.match.deck_in_use) for session in room.sessions()] == [(110, None)] * 3


def test_people_who_all_have_the_deck_play_with_it():
    room = Room(2, 2, 5, options={**BY_HAND, "claims": "picked"}, deck=KITCHEN)
    people = Fingers(room)
    people.gather(2)
    people.choose(0, "Start the game")
    people.tap(0, NO)
    people.wait(3000)
    assert [session.match.deck_in_use.id for session in room.sessions()] == [deck.read(KITCHEN).id] * 2
    shown = people.sees(1).main.split(", ")
    assert set(shown) <= {gift.names["en"][0] for gift in deck.read(KITCHEN).gifts}


def test_a_set_that_starts_by_itself_says_who_lacks_the_deck_and_waits_for_a_word():
    people = Fingers(without(Room(2, 2, 5, options={"claims": "picked"}, deck=KITCHEN), 1))
    people.wait(3000)
    assert people.sees(0).main == "Deck missing for Blue: Kitchen."
    people.tap(0, YES)
    people.wait(3000)
    assert [session.game.cards for session in people.room.sessions()] == [110, 110]


def test_a_device_without_the_deck_refuses_the_roster_and_gets_no_seat():
    room = Room(3, 0, 3, options={"claims": "picked"}, deck=KITCHEN)
    assert room.run_until(lambda: all(session.table for session in room.sessions()), HOUR_MS)
    session = room.sessions()[0]
    with pytest.raises(ValueError, match="a deck that this device does not have"):
        match_config.read(session.member._roster_data)
    assert match_config.read(session.member._roster_data, session.match.deck) == session.roster
    assert session.member.seat_for(Person(b"newc", 1, session.name, 0, False, 0), 0) is not None
    for own, can in ((NO_DECK, False), (session.match.deck.id, True)):
        asker = Person(b"newc", 1, session.name, 0, False, 0, own)
        assert session.member.can_let_in(asker, room.devices[0].ticks()) == can


def test_a_deck_with_too_few_cards_for_the_options_gives_way_and_says_so():
    options = {**BY_HAND, "claims": "picked", "arrows": "black"}
    people = Fingers(Room(2, 2, 5, options=options, deck=KITCHEN))
    people.choose(0, "Open a table")
    session = people.room.sessions()[0]
    session.lobby.guests = 7
    people.wait(1500)
    for _ in range(12):
        if "Deck" in people.sees(0).main:
            break
        people.tap(0, NO)
    assert people.sees(0).note == "It has too few cards."
    people.choose(0, "Start the game")
    people.wait(1000)
    assert session.game.cards == 110


# Commands


@pytest.mark.slow
def test_a_match_is_played_with_a_deck_from_the_command_line(capsys):
    assert main(["play", "--headless", "--json", "--players", "3", "--deck", str(KITCHEN)]) == 0
    assert len(json.loads(capsys.readouterr().out)["scores"]) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--deck", "absent.json"], "absent.json cannot be read"),
        (["--deck", str(KITCHEN), "--game", "caps"], "sim: the game caps has a deck of its own: leave out --deck."),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused_by_the_command(arguments, sentence, capsys):
    with pytest.raises(SystemExit):
        main(["play", "--headless", *arguments])
    assert sentence in capsys.readouterr().err


def test_the_command_makes_a_deck(tmp_path, capsys):
    assert deck.main([str(KITCHEN), str(tmp_path / "deck")]) == 0
    assert capsys.readouterr().out.startswith("Kitchen: 40 gifts, id ")
    assert decks.load(str(tmp_path / "deck")).count == 40


# The screens of it


class Long:
    """A deck whose name has as many letters as one can have."""

    id, count, name = b"deck", 40, "Weihnachtsgr"


def pages_with_a_deck(words, person):
    """Every screen before a game that speaks of a deck."""
    session = stage.looking_round(person, arrows="black")
    session.match.deck, session.wants_deck, session.me.deck = Long(), True, Long.id
    lobby_host.open_table(session, 0)
    session.lobby.guests = 7
    yield stage.before(words, session)
    lobby_host.switch_deck(session, 0)
    yield stage.before(words, session)
    lobby_host.switch_deck(session, 0)
    session.lobby.guests -= 1  # for whom somebody sits down
    session.lobby.people.append(Person(b"newc", 1, person, 0, False, 0))
    yield stage.before(words, session)
    session.settings.players = 2
    yield stage.before(words, session)


@EVERYWHERE
def test_what_is_said_about_decks_fits_on_every_screen(spoken, layout, monkeypatch):
    monkeypatch.setattr("pocket.layout.text", lambda layout: Measured)
    width, height = SIZES[layout]
    made = renderer.Renderer(SimpleNamespace(width=width, height=height, refresh=lambda: None))
    words, wrong = Words(spoken), []
    for page in pages_with_a_deck(words, "Wilhelmina"):
        for cursor in range(len(page.items or "1")):
            one = page.at(words, cursor)
            made.draw(one)
            texts = [label.text for label in (made._title, made._main, made._note, made._yes, made._no)]
            wrong += cut(one, texts)
    assert [missed for missed in wrong if not may_give_way(*missed[:2])] == []


def may_give_way(part, text):
    """Whether it is a note that counts the entries of a list, or the people."""
    return part == "note" and (", " in text or any(letter.isdigit() for letter in text))
