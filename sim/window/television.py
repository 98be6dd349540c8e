"""The public view of a table, large enough to be read from the other side of a room: how to join, what is said and
shown right now as a picture, the row of a game that has one, and at the end the ranking and the titles.

Letters are LEAST units high or more, of 720 that a picture is high: that is what four metres take on a small set.
"""

from typing import TYPE_CHECKING

import pygame

from engine import SEATS_MAX
from engine.caps import LOOK, OPEN, SWAP
from engine.caps import View as RowView
from engine.gift_game import SPOKEN
from pocket.screens.pages import words_in
from pocket.words import ENGLISH
from sim import words
from sim.window import art, pictograms
from sim.window.layout import around

if TYPE_CHECKING:
    from engine.core import View
    from engine.gift_game import View as GiftView
    from pocket.session import Session
    from ring.lobby import Offer
    from sim.runs.watch import Onlooker


SIZE = (1280, 720)  # pixels, where a unit is one
FRAMES_PER_S = 30
LEAST = 30
INK, PALE, GOLD = (52, 42, 38), (176, 206, 194), (255, 214, 110)
LEFT, RIGHT = (44, 104, 214), (226, 120, 30)
ROUNDNESS = 8  # of the rim on which cards lie: almost a rectangle
CARDS = {2: (300, 168), 3: (300, 168), 4: (300, 168), 5: (264, 150), 6: (264, 150)}  # units; with more players CARD
CARD = (236, 140)
DONE = {LOOK: "looked", SWAP: "swapped", OPEN: "opened"}  # the words for what a turn in a row was


def show(onlooker: "Onlooker") -> None:
    """Open a window and show the table until it is closed. Raises RuntimeError when there is no display."""
    try:
        pygame.display.init()
        pygame.display.set_caption("Pocket Hats")
        pygame.display.set_icon(art.gift(64))
        pygame.display.set_mode(SIZE, pygame.RESIZABLE)
    except pygame.error as error:
        pygame.display.quit()
        raise RuntimeError(f"A window cannot be opened here ({error}). Look on with --headless.") from error
    try:
        television, clock = Television(), pygame.time.Clock()
        while not _closed():
            onlooker.step()
            if television.draw(pygame.display.get_surface(), onlooker.session):
                pygame.display.flip()
            clock.tick(FRAMES_PER_S)
    finally:
        pygame.display.quit()


def _closed() -> bool:
    for event in pygame.event.get():
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_q)):
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_F11, pygame.K_f):
            full = pygame.display.get_surface().get_flags() & pygame.FULLSCREEN
            pygame.display.set_mode(SIZE if full else (0, 0), pygame.RESIZABLE if full else pygame.FULLSCREEN)
    return False


class Television:
    """Draws the table of a session; a picture that would be the same is not drawn again."""

    def __init__(self) -> None:
        pygame.font.init()
        self._words = words_in(ENGLISH)
        self._still: pygame.Surface | None = None
        self._drawn: tuple[object, ...] | None = None

    def draw(self, target: pygame.Surface, session: "Session") -> bool:
        """Bring `target` up to date. Returns whether anything has changed."""
        size = target.get_size()
        self._target, self._unit = target, min(size[0] / SIZE[0], size[1] / SIZE[1])
        if self._still is None or self._still.get_size() != size:
            margin = round(min(size) * 0.16)
            mat = pygame.Rect(0, 0, size[0], size[1]).inflate(-margin, -margin)
            self._still, self._drawn = art.table(size, mat, True), None
        count = session.table and session.table.count
        tables = [] if session.table else session.lobby.gathering()
        heard = [(one.table, one.people) for one in tables]
        state = session.table_id, count, heard
        if state == self._drawn:
            return False
        self._drawn = state
        target.blit(self._still, (0, 0))
        if session.table is None:
            self._draw_invitation(tables[0] if tables else None)
        elif session.game.phase in ("round", "over"):
            self._draw_ranking(session)
        else:
            self._draw_table(session)
        return True

    # what is needed to draw

    def _units(self, count: float) -> int:
        return max(1, round(count * self._unit))

    def _at(self, across: float, down: float) -> tuple[int, int]:
        """A point, from its distance to the middle in units."""
        centre = self._target.get_rect().center
        return centre[0] + round(across * self._unit), centre[1] + round(down * self._unit)

    def _write(
        self,
        text: str,
        at: tuple[int, int],
        height: float = LEAST,
        colour: art.Colour = art.PAPER,
        edge: str = "center",
        room: float | None = None,
    ) -> None:
        """A line of text, whose `edge` is at a point. room: units, the most that it may be wide: else it is smaller."""
        line = art.text(text, self._units(height), colour)
        while room and line.get_width() > self._units(room) and height > LEAST / 2:
            height -= 1
            line = art.text(text, self._units(height), colour)
        art.put(self._target, line, line.get_rect(**{edge: at}))

    def _plate(self, rect: pygame.Rect, colour: art.Colour, radius: float) -> None:
        art.put(self._target, art.plate(rect.size, colour, radius=self._units(radius)), rect)

    def _rect(self, across: float, down: float, width: float, height: float) -> pygame.Rect:
        rect = pygame.Rect(0, 0, self._units(width), self._units(height))
        rect.center = self._at(across, down)
        return rect

    def _gift(self, session: "Session", number: int, at: tuple[int, int], side: float, colour: art.Colour) -> None:
        """The picture of a gift. One of somebody's own deck has its name instead."""
        deck = session.match.deck_in_use
        if deck is None:
            picture = pictograms.pictogram(number, self._units(side), colour)
            art.put(self._target, picture, picture.get_rect(center=at))
        else:
            self._write(words.gift_words(number, deck), at, LEAST, colour, room=2 * side)

    # before a game

    def _draw_invitation(self, table: "Offer | None") -> None:
        """How to sit down, and who has done so."""
        self._write("Pocket Hats", self._at(0, -260), 90, GOLD)
        if table is None or not table.people:
            self._write("No table is open yet.", self._at(0, -130), 50)
            lines = ["Switch on your devices.", "One of you chooses  Open a table,", "the others  Sit down with ..."]
        else:
            host = table.people[0][1]
            game = self._words.say(table.game) if self._words.knows(table.game) else table.game
            self._write(f"{game} at {host}'s table", self._at(0, -170), 54)
            self._write(f"On your device choose  {self._words.say('sit_with', host)}", self._at(0, -110), 40, PALE)
            self._write(f"{len(table.people)} of {SEATS_MAX} sit here", self._at(0, -50), 34, PALE)
            for number, (_, name) in enumerate(table.people[:SEATS_MAX]):
                rect = self._rect(-420 + 280 * (number % 4), 40 + 100 * (number // 4), 260, 80)
                self._plate(rect, art.CASES[number], 18)
                self._write(name, rect.center, 38, _ink_on(art.CASES[number]), room=240)
            lines = []
        for number, line in enumerate(lines):
            self._write(line, self._at(0, -30 + 64 * number), 42, PALE)
        self._write(
            "A computer plays along:  python3 dev.py sim board --window --name Ada", self._at(0, 280), LEAST, PALE
        )

    # at the end of a round, and of a match

    def _draw_ranking(self, session: "Session") -> None:
        game, names = session.game, session.match.name_of
        view, say = game.view(None), self._words.say
        titles = session.match.honours.titles() if game.over else []
        if game.over:
            winners = game.winners()
            head = say("wins", names(winners[0])) if len(winners) == 1 else say("share")
        else:
            head = say("round_over", view.round, view.rounds)
        self._write(head, self._at(0, -290), 86, GOLD, room=1200)
        self._write(say("fewest_wins" if view.fewest_win else "most_points"), self._at(0, -226), 32, PALE)
        ranking = sorted(range(game.players), key=lambda seat: view.scores[seat] * (1 if view.fewest_win else -1))
        middle = -300 if titles else 0
        for number, seat in enumerate(ranking):
            rect = self._rect(middle, -160 + 62 * number, 520, 54)
            self._plate(rect, art.CASES[seat], 14)
            ink, pad = _ink_on(art.CASES[seat]), self._units(20)
            self._write(names(seat), (rect.left + pad, rect.centery), 40, ink, "midleft")
            self._write(str(view.scores[seat]), (rect.right - pad, rect.centery), 44, ink, "midright")
        step = min(100, 500 / max(1, len(titles)))
        for number, (title, seats) in enumerate(titles):
            y = -170 + step * number
            who = ", ".join(names(seat) for seat in seats)
            self._write(f"{say('title_' + title)}: {who}", self._at(-10, y), 38, GOLD, "midleft", room=630)
            if self._words.knows("deed_" + title):
                self._write(say("deed_" + title), self._at(-10, y + 36), LEAST, PALE, "midleft", room=630)

    # in a game

    def _cards(self, players: int, size: tuple[int, int]) -> list[pygame.Rect]:
        """Where players' cards lie: clockwise on the rim, the first at the bottom."""
        card = pygame.Rect(0, 0, *[self._units(side) for side in CARDS.get(players, CARD)])
        return around(pygame.Rect((0, 0), size).inflate([-self._units(28)] * 2), [card] * players, ROUNDNESS)

    def _draw_table(self, session: "Session") -> None:
        game, size = session.game, self._target.get_size()
        view, cards = game.view(None), self._cards(game.players, size)
        for seat in range(game.players):
            self._draw_seat(session, view, seat, cards)
        if words.has_gifts(view):
            self._draw_gift_stage(session, view)
        elif isinstance(view, RowView):
            self._draw_row(session, view)
        else:
            self._write(self._last(session), self._at(0, 0), 44, room=640)
        if game.players <= 4:
            host = session.match.name_of(0)
            self._write("Come along:", (self._units(24), self._units(34)), LEAST, PALE, "midleft")
            self._write(self._words.say("join", host), (self._units(24), self._units(70)), LEAST, PALE, "midleft")

    def _last(self, session: "Session") -> str:
        """What happened last, in words."""
        table, match = session.table, session.match
        if not table.count:
            return self._words.say("begins", match.name_of(session.game.actor))
        seat, _, action = table.entry(table.count - 1)
        return f"{match.name_of(seat)} {words.action_words(words.name_of(session.game), action, match.deck_in_use)}"

    def _draw_seat(self, session: "Session", view: "View", seat: int, cards: list[pygame.Rect]) -> None:
        unit, case, rect = self._units, art.CASES[seat], cards[seat]
        shadow = art.shadow(rect.size, self._unit)
        art.put(self._target, shadow, shadow.get_rect(center=rect.center).move(0, unit(6)))
        if view.actor == seat:
            self._plate(rect.inflate(unit(16), unit(16)), GOLD, 22)
        self._plate(rect, case, 16)
        paper = pygame.Rect(rect.x + unit(6), rect.y + unit(48), rect.width - unit(12), rect.height - unit(54))
        self._plate(paper, art.PAPER, 11)
        name, row = session.match.name_of(seat), rect.y + unit(25)
        self._write(name, (rect.x + unit(14), row), 36, _ink_on(case), "midleft", rect.width / self._unit - 70)
        self._write(str(view.scores[seat]), (rect.right - unit(14), row), 40, _ink_on(case), "midright")
        if words.has_gifts(view):
            self._draw_gifts(session, view, seat, paper, cards)
        elif isinstance(view, RowView):
            lines = f"pairs: {view.pairs[seat]}", f"wrong: {view.penalties[seat]}  caps: {view.caps[seat]}"
            for number, line in enumerate(lines):
                y = paper.y + paper.height * (2 * number + 1) // 4
                self._write(line, (paper.x + unit(12), y), 34, INK, "midleft", room=paper.width / self._unit - 20)

    def _draw_gifts(
        self, session: "Session", view: "GiftView", seat: int, paper: pygame.Rect, cards: list[pygame.Rect]
    ) -> None:
        """What lies before a player for all to see: gifts that are face up, arrows of the others, penalties."""
        unit, side = self._units, paper.height / self._unit - 34
        x, y = paper.x + unit(8 + side / 2), paper.y + unit(4 + side / 2)
        for number in view.faces[seat][:2]:
            self._gift(session, number, (x, y), side, INK)
            x += unit(side + 8)
        for arrow in words.backs(view, seat)[:4]:
            way = pygame.Vector2(cards[(seat + arrow) % view.players].center) - paper.center
            back = art.gift(unit(side))
            art.put(self._target, back, back.get_rect(center=(x, y)))
            self._arrow(arrow, round(pygame.Vector2(1, 0).angle_to(way)) % 360, (x, y + unit(side * 0.3)), side * 0.6)
            x += unit(side * 0.8)
        for number in range(view.penalties):
            dot = pygame.Rect(0, 0, unit(20), unit(20))
            dot.center = paper.right - unit(20 + 28 * number), paper.bottom - unit(17)
            self._plate(dot, (206, 62, 50) if number < view.discards[seat] else (226, 212, 194), 10)

    def _arrow(self, arrow: int | None, turn: int, at: tuple[int, int], side: float) -> None:
        """An arrowhead in the colour of the light that says which way a gift goes."""
        head = art.chevron(self._units(side), INK if not arrow else LEFT if arrow > 0 else RIGHT, turn)
        art.put(self._target, head, head.get_rect(center=at))

    def _draw_gift_stage(self, session: "Session", view: "GiftView") -> None:
        """What is said or shown right now, with its picture."""
        names, deck = session.match.name_of, session.match.deck_in_use
        if view.shown is None and view.claim is None:
            self._write(self._last(session), self._at(0, 0), 48, room=580)
            return
        self._plate(self._rect(0, 0, 600, 300), art.PAPER, 34)
        gift, what = view.shown, ""
        if gift is not None:
            head, what = f"{names(view.giver)} unwraps", words.gift_words(gift, deck)
            if view.phase != "reveal":
                claimed = "so" if view.claim in (None, SPOKEN) or deck else self._words.a_gift(view.claim)
                head = f"{names(view.receiver)}: “That's not {claimed}!”"
                what += "" if view.loser is None else f": {names(view.loser)} was wrong"
            self._write(head, self._at(0, -112), 46, (150, 84, 40), room=560)
        else:
            for seat, across in ((view.giver, -160), (view.receiver, 160)):
                pill = self._rect(across, -112, 240, 52)
                self._plate(pill, art.CASES[seat], 26)
                self._write(names(seat), pill.center, 38, _ink_on(art.CASES[seat]), room=210)
            self._arrow(view.arrow, 0, self._at(0, -112), 44)
            what = "says what it is"
            if view.claim != SPOKEN:
                gift = view.claim
                what = f"“I have a nice {words.gift_words(gift, deck)} for you!”"
        if gift is None:
            self._write(what, self._at(0, 20), 60, INK, room=560)
        else:
            self._gift(session, gift, self._at(0, 6), 150, INK)
            self._write(what, self._at(0, 116), 48, INK, room=560)

    def _draw_row(self, session: "Session", view: RowView) -> None:
        """The row of the game, and what the last turn was."""
        picture = pictograms.row(view, self._units(640))
        art.put(self._target, picture, picture.get_rect(center=self._at(0, -24)))
        told = self._words.say("begins", session.match.name_of(view.actor))
        if view.last is not None:
            kind = view.last >> 8
            name = self._words.character if kind == SWAP else self._words.above
            met = [name(one) for one in view.last_met]
            told = self._words.say(DONE[kind], session.match.name_of(view.last_seat), *met)
        self._write(told, self._at(0, 120), 42, room=640)


def _ink_on(colour: art.Colour) -> art.Colour:
    return art.PAPER if sum(colour) < 420 else INK
