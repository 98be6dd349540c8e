"""The device's menu, which holding NO opens at any time: language, brightness, sound, hints, the rules in short."""

import engine
from pocket import lamp
from pocket.player import Player
from pocket.screens.page import Page, pieces
from pocket.words import Words, languages

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable

    from pocket.settings import Settings


_LIGHTS = range(lamp.TO_LEFT, lamp.LOW + 1)  # meanings of the lamp, each with a sentence
VERSION = "1"  # of the program, for people
BRIGHTNESS = (10, 30, 60, 100)  # per cent
RULES = 6  # sentences in the rules of each game


def rules_page(words: Words, game: str, back: tuple) -> Page:
    """The rules of a game in short, to be leafed through. back: what YES does."""
    items = []
    for number in range(1, RULES + 1):
        items += [(piece, back) for piece in pieces(words.say("rules_{}_{}".format(game, number)))]
    gives = engine.rules(game).TURN_PHASE == "give"  # else nothing goes left or right, and nobody doubts
    lights = [words.say("light_{}".format(one)) for one in _LIGHTS if gives or one > lamp.DECIDE]
    items += [(piece, back) for piece in pieces(" ".join(lights))]
    return Page("rules", words.say(game), items=items, yes=(words.say("back"), None))


class Menu:
    """An open menu. shown: which of its pages is: the menu, the rules, about this device, a pause, leaving."""

    def __init__(self, words: Words, close: "Callable[[int], None]") -> None:
        """words: whose language it can change. close: called with now when the player is done."""
        self._words, self._close = words, close
        self.shown = "the menu"

    def page(self, me: Player, over: bool) -> Page:
        """What it shows. over: whether the match is."""
        pages = {"the rules": self._rules, "about this device": self._about}
        pages["a pause"], pages["leaving"] = self._paused, self._leaving
        return pages[self.shown](me) if self.shown in pages else self._main(me, over)

    def _open(self, what: str, now: int) -> None:
        self.shown = what

    def _main(self, me: Player, over: bool) -> Page:
        say, settings, do = self._words.say, me.settings, me.do
        at_table = me.table is not None
        items: list = [(say("back_to_game" if at_table else "back"), (self._close,))]
        items.append((say("rules"), (self._open, "the rules")))
        items.append((say("hints", say("on" if settings.hints else "off")), (do.prefer, "hints", 1 - settings.hints)))
        items.append((say("language", say("this_language")), (self._next_language, me)))
        items.append((say("brightness", settings.brightness), (do.prefer, "brightness", _brighter(settings))))
        items.append((say("sound", say("on" if settings.sound else "off")), (do.prefer, "sound", 1 - settings.sound)))
        if at_table:
            items.append((say("pause"), (self._pause, me)))
        items.append((say("about"), (self._open, "about this device")))
        if at_table:
            items.append((say("leave_table"), (self._leave, me) if over else (self._open, "leaving")))
        return Page("menu", say("menu"), items=items)

    def _next_language(self, me: Player, now: int) -> None:
        """The next one that this device has words for."""
        known = languages()
        language = known[(known.index(self._words.language) + 1) % len(known)]
        if self._words.speak(language):
            me.do.prefer("language", language, now)

    def _rules(self, me: Player) -> Page:
        return rules_page(self._words, me.game, (self._open, "the menu"))

    def _about(self, me: Player) -> Page:
        say, back = self._words.say, (self._open, "the menu")
        texts = [say("about_text", VERSION), say("radio_state", *me.radio), say("your_name", me.name)]
        texts += [say("public_key"), say("anybody_joins")] if me.public else []
        items = [(piece, back) for text in texts for piece in pieces(text)]
        return Page("about", say("about"), items=items, yes=(say("back"), None))

    def _pause(self, me: Player, now: int) -> None:
        me.do.member.keeper.save_now()
        self.shown = "a pause"

    def _paused(self, me: Player) -> Page:
        say = self._words.say
        return Page("paused", say("paused"), say("go_on_playing"), yes=(say("yes"), (self._close,)))

    def _leaving(self, me: Player) -> Page:
        say = self._words.say
        yes, no = (say("yes"), (self._leave, me)), (say("no"), (self._open, "the menu"))
        return Page("leaving", say("leave_table"), say("leave_sure"), yes=yes, no=no)

    def _leave(self, me: Player, now: int) -> None:
        self._close(now)
        me.do.leave(now)


def _brighter(settings: "Settings") -> int:
    """The next brightness, the least after the most."""
    return ([one for one in BRIGHTNESS if one > settings.brightness] + [BRIGHTNESS[0]])[0]
