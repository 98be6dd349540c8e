"""What screens say of a game is true: compared with what was done, over random matches of every game."""

import random
from collections import Counter

import pytest

import engine
from engine import caps
from engine.gift_game import DRAW, GIVE, REFUSE, SPOKEN, VERDICT
from pocket import lamp
from pocket.screens.menu import rules_page
from pocket.words import Words
from sim.measure import stage

NAMES = tuple(f"N{seat}" for seat in range(8))
MATCHES = 1000  # of each game
SHARE = {"gifts": 3, "zsa": 3, "caps": 8}  # of so many situations one is looked at, beside all that are rare
LEAST = 500  # so often each sentence is compared in the matches of a game
LUCK = 0.9  # how likely the right hat is opened or laid where it belongs; by chance alone, a round hardly ends
ANYWHERE = {"begins", "hidden"}  # whole sentences, true wherever they stand
CAPTIONS = ("yes", "no")


class Told(Words):
    """Words that say only which sentence they say, and note it: (key, what it is filled with)."""

    def __init__(self):
        Words.__init__(self)
        self.said = []

    def say(self, key, *values):
        self.said.append((key, values))
        return f"<{key}>"

    def gift(self, number, other=0):
        return f"gift {number}"

    nice_gift = a_gift = gift

    def character(self, number):
        return f"character {number}"

    above = character

    def hat(self, number):
        return f"hat {number}"


WORDS = Told()


class History:
    """A match, and what was done in it, as somebody at the table remembers it."""

    def __init__(self, name, players, seed, chance):
        choices = engine.rules(name).choices(players)
        options = {key: chance.choice(values) for key, values in choices}
        self.game = engine.new_game(name, players, seed, seed % players, options)
        self.chance, self.turn, self.anew = chance, None, getattr(self.game, "relaid", 0) > 0
        self.giver = self.receiver = self.claim = self.card = self.loser = self.drawer = None

    def step(self):
        """Do anything, each kind of action as often as another, and remember it; most are right where one can be."""
        game, chance = self.game, self.chance
        kind = chance.choice(sorted({action >> 8 for action in game.actions()}))
        actions = [action for action in game.actions() if action >> 8 == kind]
        if game.phase == "turn" and chance.random() < LUCK:
            actions = [one for one in actions if self._is_right(one)] or actions
        action = chance.choice(actions)
        if isinstance(game, caps.Game):
            round_, relaid = game.round, game.relaid
            if kind in (caps.LOOK, caps.SWAP, caps.OPEN):
                places = [action >> 4 & 15, action & 15] if kind == caps.SWAP else [action & 255]
                self.turn = kind, game.actor, [game.characters[place] for place in places]
            game.apply(action)
            if game.round > round_:
                self.turn = None
            if game.phase == "turn":
                self.anew = game.relaid > (relaid if game.round == round_ else 0)
            return
        if kind == GIVE:
            self.giver, self.receiver, self.claim = game.actor, game.receiver, action & 255
            self.card, self.loser = game.card, None
        elif kind == REFUSE and self.claim != SPOKEN:
            self.loser = self.receiver if self.card == self.claim else self.giver
        elif kind == VERDICT:
            self.loser = self.receiver if action & 1 else self.giver
        elif kind == DRAW:
            self.drawer = game.actor
        game.apply(action)

    def is_rare(self):
        """Whether what is told now is seldom told."""
        game = self.game
        return self.anew or game.phase == "verdict" or (game.phase == "open" and game.hats[game.place] >= caps.CAP)

    def _is_right(self, action):
        """Whether it opens a character's own hat, or brings one there."""
        first, second, row = action >> 4 & 15, action & 15, self.game.characters
        if action >> 8 == caps.SWAP:
            return row[first] == self.game.hats[second] or row[second] == self.game.hats[first]
        return action >> 8 == caps.OPEN and row[second] == self.game.hats[second]

    def truth(self, key, seat, view):
        """What fills a sentence if it is true now for a seat: a tuple; None where anything may."""
        game = self.game
        if isinstance(game, caps.Game):
            return self._in_caps(key, game)
        way = (NAMES[game.giver], NAMES[game.receiver]) if game.receiver is not None else ()
        if key == "passes":
            return way
        if key in ("says", "gives"):
            return way[:1]
        if key == "for_whom":
            return way[1:]
        if key in ("passes_you", "gift_for_you", "said_aloud"):
            return way[:1] if seat == game.receiver else ("nobody's",)
        if key in ("say_to", "give_spoken", "give_oldest"):
            return way[1 + (key == "give_oldest") :] if seat == game.giver else ("nobody's",)
        if key == "owns_up":
            return (NAMES[self.giver],)
        if key in ("doubts", "you_doubt"):
            return (NAMES[self.receiver],) if seat != self.receiver else ()
        if key in ("wrong", "you_wrong"):
            return (NAMES[self.loser],) if seat != self.loser else ()
        if key in ("told_correctly", "told_wrongly"):
            return () if (key == "told_correctly") == (self.loser == self.receiver) else ("nobody's",)
        if key in ("called", "thanks_or"):
            return (f"gift {self.claim}",)
        if key in ("unwraps", "you_unwrap"):
            return (NAMES[self.drawer],) if seat != self.drawer else ()
        if key == "in_shop":
            return (f"gift {game.shop[-1]}",)
        return None

    def _in_caps(self, key, game):
        if key in ("looked", "swapped", "opened"):
            kind, actor, met = self.turn
            assert key == {caps.LOOK: "looked", caps.SWAP: "swapped", caps.OPEN: "opened"}[kind]
            return (NAMES[actor], *[f"character {one}" for one in met])
        if key == "laid_anew":
            return () if self.anew else ("nobody's",)
        if key in ("look_title", "hat_above"):
            return (f"character {self.turn[2][0]}",)
        if key == "looks":
            return (NAMES[game.actor],)
        if key in ("it_fits", "a_cap", "wrong_hat"):
            hat = game.hats[game.place]
            fits = hat == game.characters[game.place]
            return () if key == ("it_fits" if fits else "a_cap" if hat >= caps.CAP else "wrong_hat") else ("nobody's",)
        return None


def check(name, matches):
    """Raises AssertionError where a screen says what is not true. Returns how often each sentence was compared."""
    compared = Counter()
    for number in range(matches):
        chance = random.Random(number)
        history = History(name, chance.randrange(engine.SEATS_MIN, engine.SEATS_MAX + 1), number, chance)
        while not history.game.over:
            if history.is_rare() or not chance.randrange(SHARE[name]):
                compared.update(look(history, (name, number)))
            history.step()
    return compared


def look(history, where):
    """Compare what somebody sees now with what was done. Returns the sentences that were compared."""
    game, chance = history.game, history.chance
    index = chance.choice([*range(game.players), game.actor, getattr(game, "receiver", None), None])
    seat = stage.Seat(game, index, NAMES)
    WORDS.said.clear()
    page = seat.page(WORDS, chance.choice((0, stage.LATER_MS)))
    shown = {page.title, page.note, page.main} | {text for item in page.items or () for text in (item[0], *item[2:3])}
    compared = []
    for key, values in WORDS.said:
        truth = history.truth(key, index, seat.view)
        if truth is not None and f"<{key}>" in shown:
            compared.append(key)
            assert values == truth, (where, index, key)
    assert "<said_aloud>" not in shown or game.claim == SPOKEN
    if "<yours>" in shown and page.main:
        assert page.main == ", ".join(f"gift {one}" for one in game.view(index).faces[index])
    if isinstance(game, caps.Game) and game.phase == "turn" and history.anew:
        assert "<laid_anew>" in shown, (where, index)
    return compared


TOLD = {  # which sentences say what was done
    "gifts": """passes passes_you gift_for_you says gives for_whom said_aloud say_to give_oldest owns_up
        doubts you_doubt wrong you_wrong told_correctly told_wrongly called thanks_or unwraps you_unwrap in_shop""",
    "zsa": """gift_for_you says gives for_whom said_aloud say_to give_oldest owns_up doubts you_doubt wrong
        you_wrong told_correctly told_wrongly called thanks_or unwraps you_unwrap in_shop""",
    "caps": "looked swapped opened laid_anew looks look_title hat_above it_fits a_cap wrong_hat",
}


@pytest.mark.slow  # thousands of matches
@pytest.mark.parametrize("game", engine.GAMES)
def test_what_is_said_of_a_match_is_what_was_done(game, record_property):
    compared = check(game, MATCHES)
    record_property("compared", dict(compared))
    print(MATCHES, "matches of", game, dict(sorted(compared.items(), key=lambda pair: pair[1])))
    assert {key: compared[key] for key in TOLD[game].split() if compared[key] < LEAST} == {}
    assert set(compared) == set(TOLD[game].split())


@pytest.fixture(scope="module")
def parts():
    """By sentence the parts of a page on which it stands alone, and by game the meanings of the lamp."""
    places, lights = {}, {}
    for name in engine.GAMES:
        for turn in range(2):
            options = {key: values[turn % len(values)] for key, values in engine.rules(name).choices(4)}
            for _, page in stage.match(WORDS, name, NAMES[:4], turn, options):
                lights.setdefault(name, set()).add(page.light)
                for cursor in range(len(page.items or "1")):
                    drawn = page.at(WORDS, cursor)
                    for part, text in zip(stage.TEXTS, stage.texts(drawn), strict=True):
                        if part not in CAPTIONS and text.startswith("<"):
                            places.setdefault(text[1:-1], set()).add(part)
    return places, lights


def test_no_sentence_is_now_a_title_and_now_a_note(parts):
    """As the one it may be about what stands below it, as the other it would be read so."""
    assert {key for key, found in parts[0].items() if {"title", "note"} <= found} - ANYWHERE == set()


@pytest.mark.parametrize("game", engine.GAMES)
def test_the_rules_explain_the_lights_of_the_game_and_no_others(game, parts):
    WORDS.said.clear()
    rules_page(WORDS, game, ())
    told = {int(key[6:]) for key, _ in WORDS.said if key.startswith("light_")}
    assert told == parts[1][game] - {lamp.OFF} | {lamp.WAITING, lamp.LOW}


@pytest.mark.parametrize("game", engine.GAMES)
def test_a_hint_names_only_buttons_that_its_page_has(game):
    words = Words()
    hinted = set()
    for what, page in stage.match(words, game, NAMES[:4], 1):
        if page.hint and "a hint" not in what:
            hinted.add(page.hint)
            quoted = words.say(page.hint).split('"')[1::2]
            drawn = page.at(words, 0)
            assert set(quoted) <= {drawn.yes, drawn.no}, page.hint
    assert hinted
