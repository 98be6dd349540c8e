"""One screenful, as words: what stands where, what the buttons do, what the lamp says. It knows no pixels.

A page is plain data: making one twice gives equal pages. What a button does is a tuple: a function and its arguments,
to which the time is added when it is called.
"""

from collections import namedtuple

from engine.core import View
from pocket import lamp
from pocket.player import Player
from pocket.words import Words

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any


# What is drawn of a page: five texts, an arrow (1 left, -1 right, 0 none), then as in `Page`; cursor: the place of a
# row that is chosen, or None.
Drawn = namedtuple("Drawn", ("title", "main", "note", "yes", "no", "arrow", "score", "picture", "cursor"))

# Penalties. limit: how many end the round. seats: ((name, penalties), ...), clockwise from the own seat; the own ones
# alone stand beside the title, several in a line.
Score = namedtuple("Score", ("limit", "seats"))

# The card that a page is about. up: whether its face is; one that changes sides is seen turning. time: (milliseconds
# left to look at it, of how many), or None.
Card = namedtuple("Card", ("up", "time"))

PIECE = 54  # letters of a small font on three lines of the smallest screen
_ENDS = ".!?,:;"  # what a sentence ends in, and what a clause
_ARROWS = {lamp.TO_LEFT: 1, lamp.TO_RIGHT: -1}


def notice(words: Words, me: Player) -> str:
    """Why somebody who is about cannot play along; "" where there is nothing to say."""
    return "" if me.notice is None else words.say(*me.notice)


class Page:
    """What a screen shows, and what a press on it means."""

    picture: int | tuple | None = None  # a number of `pictures`, or a row: (of a character, of a hat) for each place
    score: Score | None = None
    card: Card | None = None
    secret: tuple | None = None  # (caption, text, picture) of what is shown while YES is held down
    hint: str | None = None  # the key of a sentence that is shown first where hints are on
    hint_over: str | None = None  # the hint that has been shown for long enough

    def __init__(
        self,
        key: "Any",
        title: str,
        main: str = "",
        note: str = "",
        yes: tuple | None = None,
        no: tuple | None = None,
        items: list | None = None,
        light: int = lamp.OFF,
    ) -> None:
        """key: differs between situations, so that a press meant for one cannot act in the next.
        title, main, note: text, main largest.
        yes, no: (caption, what it does) or None.
        items: to choose from, each (text, what it does, note, picture, caption of YES), of which the last three can be
            missing; main is then the one at the cursor: a text, or a tuple of rows. One that does nothing has None
            there, and says why in its note. On a page with a row, the picture of an item is the place that it stands
            for.
        light: a meaning of `lamp`; one for a direction also shows an arrow.
        """
        self.key = key
        self.title, self.main, self.note = title, main, note
        self.yes, self.no, self.items = yes, no, items
        self.light = light

    def at(self, words: Words, cursor: int, held: bool = False) -> Drawn:
        """The page as it is drawn, with the item at `cursor`. words: for the captions of a list. held: whether YES is
        held down.
        """
        main, note, yes, no = self.main, self.note, self.yes and self.yes[0], self.no and self.no[0]
        picture, place = self.picture, None
        if self.items:
            item = self.items[cursor]
            main = item[0]
            if len(item) > 2:
                note = item[2]
            chosen = item[3] if len(item) > 3 else None
            if type(picture) is tuple:
                place = chosen
            else:
                picture = chosen
            yes = (item[4] if len(item) > 4 else yes or words.say("ok")) if item[1] else ""
            if len(self.items) > 1:
                note = note or words.say("choice", cursor + 1, len(self.items))
                no = words.say("next")
        elif self.secret:
            yes = self.secret[0]
            if held:
                (_, main, picture), note = self.secret, ""
        arrow = _ARROWS.get(self.light, 0)
        return Drawn(self.title, main, note, yes or "", no or "", arrow, self.score, picture, place)


def card(up: bool, view: View, me: Player) -> Card:
    """The card that a page is about; while it lies open for all to see, with the time that is left for that."""
    ends = view.showing or view.phase in ("round", "over")
    return Card(up, (me.reveal_ms - me.since_ms, me.reveal_ms) if ends else None)


def pieces(text: str, level: int = 0) -> list:
    """A long text as a list of texts of at most PIECE letters, which the smallest screen can show: whole sentences
    where that can be (level 0), or else clauses (1), or else words (2).
    """
    parts: list = []
    made: list = []
    more = False
    for word in text.split(" "):
        if more:
            parts[-1] += " " + word
        else:
            parts.append(word)
        more = level < 2 and (word[-1] not in _ENDS[3 * level : 3 * level + 3] or not word.strip("."))
    for part in parts:
        if made and len(made[-1]) + 1 + len(part) <= PIECE:
            made[-1] += " " + part
        elif len(part) <= PIECE or level == 2:
            made.append(part)
        else:
            made += pieces(part, level + 1)
    return made


class Screens:
    """What makes the pages of one game for one seat: a subclass has a method for each phase."""

    def __init__(self, words: Words, view: "Any", me: Player) -> None:
        """view: of the game, for this seat."""
        self.words, self.view, self.me = words, view, me
        self.say = words.say

    def page(self) -> Page | None:
        """The page of the phase that the game is in."""
        return getattr(self, self.view.phase)()


def nothing(now: int) -> None:
    """What an item does that is only read."""
