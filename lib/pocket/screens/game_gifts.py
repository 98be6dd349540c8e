"""What stands on the screen in That's Not a Hat: every phase of `engine.gifts` turned into a `Page`."""

from engine.gift_game import ACCEPT, DRAW, GIVE, REFUSE, SPOKEN, TURN, VERDICT, View
from pocket import lamp
from pocket.player import Player
from pocket.screens.page import Page, Score, Screens, card
from pocket.words import Words

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from collections.abc import Callable


ROWS = 3  # names that a list shows at once


def page(words: Words, view: View, me: Player) -> Page | None:
    """The page of what the game asks for or shows now; None once the end of a round has been seen."""
    return GiftScreens(words, view, me).page()


class GiftScreens(Screens):
    """The screens of the games in which gifts are claimed."""

    view: View
    gives_newest = True  # a card that was drawn is given at once

    def page(self) -> Page | None:
        """The page of this phase; it shows the own penalties, or everybody's where somebody was wrong."""
        view, phase = self.view, self.view.phase
        if phase == "draw" and view.loser is not None:
            phase = "wrong"
        if phase in ("round", "over"):
            if self.me.since_ms >= self.me.reveal_ms:
                return None
            phase = "wrong"  # the last card was turned up for all to see
        made = getattr(self, phase)()
        made.key = (view.round, self.me.count, phase, self.me.draft)
        made.card = card(phase not in ("give", "decide"), view, self.me)
        seats = [view.seat] if view.seat is not None else []
        if phase == "wrong":
            seats = [((view.seat or 0) + place) % view.players for place in range(view.players)]
        if seats:
            taken = [(self.me.names[seat], view.discards[seat]) for seat in seats]
            made.score = Score(view.penalties, tuple(taken))
        return made

    def called(self, one: int, name: "Callable[..., str]") -> str:
        """What a gift is called here. name: `gift`, `a_gift` or `nice_gift` of the words."""
        return name(one) if self.view.names is None else name(one, self.view.names[one])

    def a_gift(self, one: int) -> str:
        """A gift with its article, as it is called here."""
        return self.called(one, self.words.a_gift)

    def gifts(self, several: list[int]) -> str:
        """The names of some gifts."""
        return ", ".join([self.called(one, self.words.gift) for one in several])

    def own_faces(self) -> list[int]:
        """The own start gifts that are still up."""
        return [] if self.view.seat is None else self.view.faces[self.view.seat]

    def show(self, made: Page, several: list[int]) -> Page:
        """The page with the picture of a gift, if it is only one."""
        made.picture = several[0] if len(several) == 1 else None
        return made

    def draw(self) -> Page:
        """Before the first card is drawn."""
        say, view, me = self.say, self.view, self.me
        own = self.own_faces()
        title = say("your_gift")
        if view.seat is None:
            title = say("watching")
        elif len(own) > 1:
            title = say("your_gifts")
        elif view.rounds > 1:
            title = say("round_gift", view.round, view.rounds)
        made = self.show(Page(None, title, self.gifts(own), say("begins", me.names[view.actor])), own)
        draw = None
        if me.acts:
            draw = me.do.act, DRAW << 8
            made.note, made.light, made.yes = say("you_begin"), lamp.ACT, (say("draw"), draw)
        seats = [seat for seat in range(view.players) if seat != view.seat and view.faces[seat]]
        if seats and own:  # the others' gifts lie open as well: on their own devices, or nowhere else
            made.items = [(made.main, draw, made.note, made.picture)]
            made.hint = "hint_start"
            for seat in seats:
                faces = view.faces[seat]
                picture = faces[0] if len(faces) == 1 else None
                made.items.append((self.gifts(faces), draw, say("before", me.names[seat]), picture))
        return made

    def reveal(self) -> Page:
        """A drawn card is up."""
        say, view, me = self.say, self.view, self.me
        title = say("you_unwrap") if view.giver == view.seat else say("unwraps", me.names[view.giver])
        made = self.show(Page(None, title, self.gifts([view.shown]), say("remember")), [view.shown])
        if me.acts:
            made.light, made.yes = lamp.ACT, (say("turn_over"), (me.do.act, TURN << 8))
        return made

    def _on_its_way(self, claim: str = "") -> Page:
        """What those see who neither give nor receive: who gives to whom, and what is claimed or lies open."""
        say, view, me = self.say, self.view, self.me
        giver, receiver = me.names[view.giver], me.names[view.receiver]
        own = self.own_faces()
        if claim:
            return Page(None, say("says", giver), claim, say("for_whom", receiver))
        if own:  # the device lies on the table: its start gift is there for all to see
            return self.show(Page(None, say("yours"), self.gifts(own), say("passes", giver, receiver)), own)
        return Page(None, say("gives", giver), say("for_whom", receiver), self._in_shop())

    def _in_shop(self) -> str:
        return "" if self.view.shop is None else self.say("in_shop", self.gifts([self.view.shop]))

    def give(self) -> Page:
        """A card is in the air, face down."""
        say, view, me = self.say, self.view, self.me
        if view.giver != view.seat:
            made = self._on_its_way()
            if view.receiver == view.seat:
                if self.own_faces():
                    made.note = say("passes_you", me.names[view.giver])
                else:
                    made.title, made.main = say("gift_for_you", me.names[view.giver]), say("all_face_down")
            return made
        receiver, light = me.names[view.receiver], lamp.TO_LEFT if view.arrow > 0 else lamp.TO_RIGHT
        if not me.acts:
            return Page(None, say("give_spoken", receiver), say("hidden"), self._in_shop(), light=light)
        drawn = me.just_shown if self.gives_newest else None
        if not view.picked:
            note = say("your_oldest" if drawn is None else "the_new_one")
            made = Page(None, say("say_to", receiver), say("i_have"), note, light=light)
            made.yes = say("given"), (me.do.act, GIVE << 8 | SPOKEN)
        elif drawn is not None and not me.draft:  # all have seen it
            made = Page(None, say("give_spoken", receiver), self.called(drawn, self.words.nice_gift), light=light)
            self.show(made, [drawn])
            made.yes, made.no = (say("give_it"), self._claim(drawn)), (say("another"), self._step(None))
        else:
            made = self._pick(say("give_oldest") if drawn is None else say("give_spoken", receiver), light)
        made.hint = "hint_give"
        return made

    def _pick(self, title: str, light: int) -> Page:
        """The choice of what to say, in two steps: some names that stand together, then one of them. Nothing is chosen
        at first, so that YES alone gives nothing.
        """
        say, view, me = self.say, self.view, self.me
        names = sorted([(self.gifts([one]), one) for one in view.claims], key=lambda pair: pair[0].lower())
        lists = [names[first : first + ROWS] for first in range(0, len(names), ROWS)]
        at = me.draft[0] if me.draft else None
        if len(lists) == 1:
            at = 0
        if at is None:
            whole = [(_rows(rows), self._step(place), self._place(place, names)) for place, rows in enumerate(lists)]
            return Page(None, title, items=whole, yes=(say("here"), None), light=light)
        if len(lists) > 1:
            title = say("which_one")
        rows = lists[at]
        items: list = [(_rows(rows), None, self._place(at, names))]
        for place, (_, one) in enumerate(rows):
            note = say("choice", at * ROWS + place + 1, len(names))
            items.append((_rows(rows, one), self._claim(one), note, one))
        if len(lists) > 1:
            items.append((say("back"), self._step(None), self._place(at, names), None, say("ok")))
        return Page(None, title, items=items, yes=(say("give_it"), None), light=light)

    def _claim(self, gift: int) -> tuple:
        return self.me.do.act, GIVE << 8 | gift

    def _step(self, group: int | None) -> tuple:
        return self.me.do.match.choose_step, (group,)

    def _place(self, at: int, names: list) -> str:
        """Which of all names stand together at place `at`: "4-6 of 11"."""
        first, last = at * ROWS + 1, min((at + 1) * ROWS, len(names))
        return self.say("choice", "{}-{}".format(first, last) if last > first else last, len(names))

    def decide(self) -> Page:
        """A card has been offered."""
        say, view, me = self.say, self.view, self.me
        giver, aloud = me.names[view.giver], view.claim == SPOKEN
        if view.giver == view.seat and me.speech is not None:  # a bot speaks through its own screen
            said, hesitant = me.speech
            told = self.a_gift(said) if hesitant else self.called(said, self.words.nice_gift)
            title = say("give_spoken", me.names[view.receiver])
            return Page(None, title, say("speaks_unsure" if hesitant else "speaks", told))
        claim = say("said_aloud", giver) if aloud else self.called(view.claim, self.words.nice_gift)
        if view.receiver != view.seat:
            return self._on_its_way("" if aloud else claim)
        made = Page(None, say("gift_for_you" if aloud else "says", giver), claim, light=lamp.DECIDE)
        self.show(made, [] if aloud else [view.claim])
        if me.acts:
            made.note = say("answer_aloud") if aloud else say("thanks_or", self.a_gift(view.claim))
            made.hint = "hint_decide_known" if me.shown_before and self.gives_newest else "hint_decide"
            made.yes = say("thank_you"), (me.do.act, ACCEPT << 8)
            made.no = say("not_so"), (me.do.act, REFUSE << 8)
        return made

    def verdict(self) -> Page:
        """A card whose claim was said aloud has been turned up."""
        say, view, me = self.say, self.view, self.me
        title = say("you_doubt") if view.receiver == view.seat else say("doubts", me.names[view.receiver])
        note = say("owns_up", me.names[view.giver])
        made = self.show(Page(None, title, self.gifts([view.shown]), note), [view.shown])
        if me.acts:
            made.note, made.light, made.hint = say("was_it"), lamp.DECIDE, "hint_verdict"
            made.yes = say("yes"), (me.do.act, VERDICT << 8 | 1)
            made.no = say("no"), (me.do.act, VERDICT << 8)
        return made

    def wrong(self) -> Page:
        """Somebody has got a penalty."""
        say, view, me = self.say, self.view, self.me
        mine = view.loser == view.seat
        title = say("you_wrong") if mine else say("wrong", me.names[view.loser])
        made = Page(None, title, self.gifts([view.shown]), light=lamp.WRONG if mine else lamp.OFF)
        self.show(made, [view.shown]).hint = "hint_wrong"
        if view.claim != SPOKEN:
            made.note = say("called", self.a_gift(view.claim))
        else:
            made.note = say("told_wrongly" if view.loser == view.giver else "told_correctly")
        if me.acts and view.phase == "draw":
            made.yes = say("draw_next"), (me.do.act, DRAW << 8)
        return made


def _rows(names: list, chosen: int | None = None) -> tuple:
    """The rows of a list of (name, gift), with the gift `chosen` marked."""
    return tuple([(">{}<" if one == chosen else " {} ").format(name) for name, one in names])
