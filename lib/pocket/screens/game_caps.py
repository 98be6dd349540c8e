"""What stands on the screen in Cap of Invisibility: the row of seven, secret looks, and what a seat can do."""

from engine.caps import LOOK, NEXT, OPEN, SWAP, View
from pocket import lamp
from pocket.pictures import CAP, FACE_DOWN, HATS, PEOPLE
from pocket.player import Player
from pocket.screens.page import Page, Screens, card
from pocket.words import Words

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from typing import Any


CAP_HAT = 20  # hats from this number on are caps of invisibility
_KINDS = ((LOOK, "look"), (SWAP, "swap"), (OPEN, "open"))
_TITLES = {LOOK: "look_where", SWAP: "swap_where", OPEN: "open_where"}


def page(words: Words, view: View, me: Player) -> Page | None:
    """The page of what the game asks for or shows now; None at the end of a round."""
    if view.phase in ("round", "over"):
        return None
    made = Caps(words, view, me).page()
    made.key = (view.round, me.count, me.draft)
    made.card = card(view.phase == "open", view, me)
    return made


class Caps(Screens):
    """The screens of the game."""

    view: View

    def turn(self) -> Page:
        """Somebody is to look at a hat, to swap two or to open one."""
        if not self.me.acts:
            items = self._happened() + [(self._who(place), None, "", place) for place in self._places()]
            return self._with_row(Page(None, self.say("begins", self.me.names[self.view.actor]), items=items))
        return self._where(*self.me.draft) if self.me.draft else self._what()

    def _what(self) -> Page:
        """The choice of what to do."""
        items = [(self.say(title), self._step(kind), self._standing()) for kind, title in _KINDS]
        swapped = self.view.last is not None and self.view.last >> 8 == SWAP
        if swapped or self.view.anew:  # of the rest there were pages to see
            items = self._happened() + items
        made = self._with_row(Page(None, self.say("your_turn"), items=items, light=lamp.ACT))
        made.hint = "hint_caps"
        return made

    def _where(self, kind: int, first: int | None = None) -> Page:
        """The choice of a place. first: the one that was chosen before, of two that are to be swapped."""
        items: list = []
        for place in self._places():
            if kind == SWAP and first is None:
                items.append((self._who(place), self._step(kind, place), "", place))
            elif place != first:
                items.append(self._place(kind, first, place))
        items.append((self.say("back"), self._step()))
        title = self.say(_TITLES[kind]) if first is None else self.say("swap_with", self._who(first))
        return self._with_row(Page(None, title, items=items, light=lamp.ACT))

    def _place(self, kind: int, first: int | None, place: int) -> "tuple[Any, ...]":
        """The choice of `place`; greyed out where the player before did just that."""
        argument = place if first is None else min(first, place) << 4 | max(first, place)
        action = kind << 8 | argument
        if action in self.view.actions:
            return self._who(place), (self.me.do.act, action), "", place
        return "({})".format(self._who(place)), None, self.say("just_done"), place

    def _step(self, *steps: int) -> "tuple[Any, ...]":
        return self.me.do.match.choose_step, steps

    def _with_row(self, made: Page) -> Page:
        """The page with the row as pictures."""
        pairs = zip(self.view.characters, self.view.covered)
        made.picture = tuple(
            [(None if one is None else PEOPLE + one, FACE_DOWN if covered else None) for one, covered in pairs]
        )
        return made

    def _standing(self) -> str:
        """The own pairs, penalties and caps in short."""
        view = self.view
        return self.say("standing", view.pairs[view.seat], view.penalties[view.seat], view.caps[view.seat])

    def _happened(self) -> "list[tuple[Any, ...]]":
        """What the player before did, as items to read, and whether the row was laid anew."""
        view, say = self.view, self.say
        told = []
        if view.last is not None:
            key = {LOOK: "looked", SWAP: "swapped", OPEN: "opened"}[view.last >> 8]
            name = self.words.character if key == "swapped" else self.words.above
            met = [name(one) for one in view.last_met]
            told.append((say(key, self.me.names[view.last_seat], *met), None))
        if view.anew:
            told.append((say("laid_anew"), None))
        return told

    def look(self) -> Page:
        """Somebody looks at a hat."""
        view, say, me = self.view, self.say, self.me
        if view.looked is None:
            hat = say("hat_above", self._above(view.place))
            made = Page(None, say("looks", me.names[view.actor]), hat, say("secretly"))
            made.picture = PEOPLE + view.characters[view.place]
            return made
        place, found = view.looked
        title = say("look_title", self._above(place))
        made = Page(None, title, say("hidden"), say("hold_to_look"), light=lamp.ACT)
        made.picture, made.hint = FACE_DOWN, "hint_look"
        made.secret = say("look_hold"), self.words.hat(found), _hat_picture(found)
        if me.acts:
            made.no = say("done_looking"), (me.do.act, NEXT << 8)
        return made

    def open(self) -> Page:
        """A hat is open for all to see."""
        view, say, me = self.view, self.say, self.me
        made = Page(None, say("look_title", self._above(view.place)), self.words.hat(view.shown))
        made.picture = _hat_picture(view.shown)
        fits, is_cap = view.shown == view.characters[view.place], view.shown >= CAP_HAT
        made.note = say("it_fits" if fits else "a_cap" if is_cap else "wrong_hat")
        if me.acts:
            made.light = lamp.ACT if fits or is_cap else lamp.WRONG
            made.yes = say("go_on"), (me.do.act, NEXT << 8)
        return made

    def _places(self) -> list[int]:
        return [place for place, covered in enumerate(self.view.covered) if covered]

    def _who(self, place: int) -> str:
        return self.words.character(self.view.characters[place])

    def _above(self, place: int) -> str:
        return self.words.above(self.view.characters[place])


def _hat_picture(number: int) -> int:
    return HATS + number if number < CAP_HAT else CAP
