"""The device's menu, which holding NO opens at any time: language, brightness, sound, hints, the rules in short."""

from pocket.screens.page import Page, pieces
from pocket.words import LANGUAGES, say, speak

VERSION = "1"  # of the program, for people
BRIGHTNESS = (10, 30, 60, 100)  # per cent
RULES = 6  # sentences in the rules of each game


def rules_page(game, back):
    """The rules of a game in short, to be leafed through. back: what YES does, called with now."""
    items = []
    for key in ["rules_{}_{}".format(game, number) for number in range(1, RULES + 1)] + ["rules_light"]:
        items += [(piece, back) for piece in pieces(say(key))]
    return Page("rules", say(game), items=items, yes=(say("back"), None))


class Menu:
    """An open menu. close: called with now when the player is done."""

    def __init__(self, session, close):
        self._session, self._close = session, close
        self._pages = {"the menu": self._main, "the rules": self._rules, "about this device": self._about}
        self._pages["a pause"], self._pages["leaving"] = self._paused, self._leaving
        self.open("the menu")

    def open(self, what):
        """Show another of its pages: the menu, the rules, about this device, a pause, leaving."""
        self._page = self._pages[what]
        self._session.version += 1

    def page(self):
        """What it shows."""
        return self._page()

    def _go(self, what):
        return lambda now: self.open(what)

    def _main(self):
        session, settings = self._session, self._session.settings
        at_table = session.table is not None
        items = [(say("back_to_game" if at_table else "back"), self._close)]
        items.append((say("rules"), self._go("the rules")))
        items.append((say("hints", say("on" if settings.hints else "off")), self._flip("hints")))
        items.append((say("language", say("this_language")), self._next_language))
        items.append((say("brightness", settings.brightness), self._next_brightness))
        items.append((say("sound", say("on" if settings.sound else "off")), self._flip("sound")))
        if at_table:
            items.append((say("pause"), self._pause))
        items.append((say("about"), self._go("about this device")))
        if at_table:
            items.append((say("leave_table"), self._leave if session.game.over else self._go("leaving")))
        return Page("menu", say("menu"), items=items)

    def _flip(self, name):
        return lambda now: self._prefer(name, 1 - getattr(self._session.settings, name))

    def _prefer(self, name, value):
        self._session.settings.prefer(name, value)
        self._session.keep_preferences()

    def _next_language(self, now):
        """The next one that this device has words for."""
        at = LANGUAGES.index(self._session.settings.language)
        for step in range(1, len(LANGUAGES) + 1):
            language = LANGUAGES[(at + step) % len(LANGUAGES)]
            if speak(language):
                self._prefer("language", language)
                break

    def _next_brightness(self, now):
        brighter = [one for one in BRIGHTNESS if one > self._session.settings.brightness]
        self._prefer("brightness", brighter[0] if brighter else BRIGHTNESS[0])

    def _rules(self):
        session = self._session
        return rules_page(session.game_at_hand(), self._go("the menu"))

    def _about(self):
        session, back = self._session, self._go("the menu")
        codec = session.codec
        radio = say("radio_state", session.sent, session.heard, codec.forged + codec.foreign + session.nonsense)
        items = [(piece, back) for text in (say("about_text", VERSION), radio) for piece in pieces(text)]
        items.append((say("your_name", session.name), back))
        return Page("about", say("about"), items=items, yes=(say("back"), None))

    def _pause(self, now):
        self._session.keep_now()
        self.open("a pause")

    def _paused(self):
        return Page("paused", say("paused"), say("go_on_playing"), yes=(say("yes"), self._close))

    def _leaving(self):
        back = say("no"), self._go("the menu")
        return Page("leaving", say("leave_table"), say("leave_sure"), yes=(say("yes"), self._leave), no=back)

    def _leave(self, now):
        self._close(now)
        self._session.leave(now)
