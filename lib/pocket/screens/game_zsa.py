"""What stands on the screen in the direction-card variant: `engine.zsa` turned into pages.

It is That's Not a Hat but for the names that the table agrees on, the direction card of a turn, and who draws on.
"""

from engine.zsa import NAME, TURN, View
from pocket import lamp
from pocket.pictures import SUITS
from pocket.player import Player
from pocket.screens.game_gifts import GiftScreens
from pocket.screens.page import Page
from pocket.words import Words


def page(words: Words, view: View, me: Player) -> Page | None:
    """The page of what the game asks for or shows now; None once the end of a round has been seen."""
    return Zsa(words, view, me).page()


class Zsa(GiftScreens):
    """The screens of the variant."""

    view: View
    gives_newest = False  # the oldest card is given, and not the one that was drawn

    def name(self) -> Page:
        """Each in turn says what the own gift is called."""
        say, view, me = self.say, self.view, self.me
        faces = view.faces[view.actor]
        if not me.acts:
            title = say("names_it", me.names[view.actor])
            return self.show(Page(None, title, self.gifts(faces), say("agree_on_it")), faces)
        (face,) = faces
        items = [(self.words.gift(face, other), (me.do.act, NAME << 8 | other), "", face) for other in (0, 1)]
        made = Page(None, say("name_yours"), items=items, light=lamp.ACT)
        made.hint = "hint_name"
        return made

    def agree(self) -> Page:
        """Each in turn turns the own gift face down."""
        say, view, me, own = self.say, self.view, self.me, self.own_faces()
        if me.acts:
            made = Page(None, say("your_gift"), self.gifts(own), say("all_agreed"), light=lamp.ACT)
            made.yes = say("turn_over"), (me.do.act, TURN << 8)
            return self.show(made, own)
        title = say("turning", me.names[view.actor])
        if own:
            return self.show(Page(None, title, self.gifts(own)), own)
        faces = view.faces[view.actor]  # whose own gift is turned over already has an eye for this one
        return self.show(Page(None, title, self.gifts(faces), say("remember")), faces)

    def draw(self) -> Page:
        """Before the first card is drawn; the start gifts have been turned over."""
        made, shop = GiftScreens.draw(self), self.view.shop
        if not made.main and shop is not None:
            made.title, made.main = self.say("shop_has"), self.gifts([shop])
            self.show(made, [shop])
        return made

    def give(self) -> Page:
        """A card is in the air; the direction card lies beside it."""
        made, view = GiftScreens.give(self), self.view
        if not (view.giver == view.seat and self.me.acts):  # who sees the arrow, and what to say
            suit, rank = view.direction_card // 4, view.direction_card % 4
            made.note = self.say("direction", "JQKA"[rank], self.say("suit_{}".format(suit)))
            if view.giver != view.seat and made.picture is None:
                made.picture = SUITS + suit
        return made
