"""One screenful, as words: what stands where, what the buttons do, what the lamp says. It knows no pixels."""

from collections import namedtuple

from pocket import lamp
from pocket.words import say

# What is drawn of a page: five texts, then as in `Page`; cursor: the place of the row that is chosen.
Drawn = namedtuple(
    "Drawn", ("title", "main", "note", "yes", "no", "arrow", "marks", "tally", "picture", "row", "cursor")
)
PIECE = 54  # letters of a small font on three lines of the smallest screen
_ENDS = ".!?,:;"  # what a sentence ends in, and what a clause


class Page:
    """key: differs between situations, so that a press meant for one cannot act in the next. title, main, note: text,
    main largest. yes, no: (caption, what it does: called with now) or None. picture: a number of `pictures`, or None.

    items: to choose from, each (text, what it does, note, picture), of which the last two can be missing; main is then
    the one at the cursor. One that does nothing has None there, and says why in its note. secret: (caption, text,
    picture) of what is shown while YES is held down. arrow: 1 left, -1 right, 0 none. light: a meaning of `lamp`.
    marks: (own penalties, how many end the round) or None. tally: everybody's, (how many end the round, ((name,
    penalties), ...) clockwise from the own seat), or None. side: of the card that it is about, True up, False down,
    None where there is none; a card that changes sides is seen turning. time: (milliseconds left to look at the page,
    of how many), or None. row: for each place (picture of a character, of a hat), each of them or None; with a row, the
    picture of an item is the place that it stands for. hint: the key of a sentence that is shown first where hints are
    on.
    """

    def __init__(self, key, title, main="", note="", yes=None, no=None, items=None, arrow=0, light=lamp.OFF):
        self.key = key
        self.title, self.main, self.note = title, main, note
        self.yes, self.no, self.items = yes, no, items
        self.arrow, self.light = arrow, light
        self.marks = self.tally = self.secret = self.picture = self.row = self.hint = self.side = self.time = None

    def at(self, cursor, held=False):
        """The page as it is `Drawn`, with the item at `cursor`. held: whether YES is held down."""
        main, note, yes, no = self.main, self.note, self.yes and self.yes[0], self.no and self.no[0]
        picture = self.picture
        if self.items:
            item = self.items[cursor]
            main = item[0]
            if len(item) > 2:
                note = item[2]
            picture = item[3] if len(item) > 3 else None
            yes = (yes or say("ok")) if item[1] else ""
            if len(self.items) > 1:
                note = note or say("choice", cursor + 1, len(self.items))
                no = say("next")
        elif self.secret:
            yes = self.secret[0]
            if held:
                (_, main, picture), note = self.secret, ""
        texts = self.title, main, note, yes or "", no or ""
        sights = (None, self.row, picture) if self.row else (picture, None, None)
        return Drawn(*(texts + (self.arrow, self.marks, self.tally) + sights))


def pieces(text, level=0):
    """A long text as a list of texts of at most PIECE letters, which the smallest screen can show: whole sentences
    where that can be (level 0), or else clauses (1), or else words (2).
    """
    parts, made, more = [], [], False
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


def act(session, action):
    """What a button does that stands for `action` of the own seat."""
    return lambda now: session.act(action, now)
