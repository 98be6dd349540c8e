"""What somebody who develops can do to a run: stop it, hurry it, break it, look behind it. Nothing here draws."""

import functools
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

import engine
from pocket.screens.pages import words_in
from pocket.words import ENGLISH
from sim.runs.record import SEED_MAX, Recorder
from sim.window import film

if TYPE_CHECKING:
    from sim.room import Room
    from sim.runs.run import Run
    from sim.window.picture import Picture


SPEEDS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
NORMAL = SPEEDS.index(1)
ELAPSED_MAX_MS = 100  # of a frame: a machine that was asleep does not make up for it
SLICE_MS = 100  # of simulated time, between two looks at how long a frame has taken
FRAME_BUDGET_S = 0.012  # how much of a frame the devices may take; with more speed than that allows, time falls behind
MESSAGE_MS = 6000  # how long a message stays
KEYS_SHEET, QUESTION = "keys", "question"  # what may lie over the table

Looks = dict[str, Any]  # of a window, as JSON can hold them
LASTING = ("paused", "speed", "panel", "sheet")  # attributes of a desk that outlive a reload
LASTING_LOOKS = ("dark", "everything", "chosen")  # and of its picture


class Desk:
    """A run under somebody's hands. picture: a `Picture`, whose attributes are set here. path: where the run is saved.

    tools: whether there is a laboratory; lab: whether it is open, which the attribute `panel` tells from then on.
    paused, speed (an index into SPEEDS); sheet: which lies over the table, KEYS_SHEET, QUESTION or ""; over: whether
    the window is to be closed; message: a sentence, or "".
    """

    def __init__(
        self, run: "Run", picture: "Picture", path: str | None = None, tools: bool = True, lab: bool = True
    ) -> None:
        self.run = run
        self.picture = picture
        self.path = path or "run.json"
        self.paused = False
        self.speed = NORMAL
        self.panel, self._tools = lab, tools
        self._at_table = tools and not lab  # from the start: somebody plays, and goes on another time
        self.sheet, self.over = "", False
        self._film: film.Film | None = None  # that is being made
        self.message = ""
        self.failure = ""  # why the program that was saved last does not run
        self._told_ms = 0
        self._owed_ms = 0.0  # simulated time that has not been played yet

    @property
    def live(self) -> bool:
        """Whether somebody can act on the run."""
        return self.run.live

    @property
    def made_anew(self) -> bool:
        """Whether the run is a room of this program's, which can stand still, be kept, filmed and made anew."""
        return isinstance(self.run, Recorder)

    @property
    def room(self) -> "Room":
        return self.run.room

    def advance(self, elapsed_ms: int) -> None:
        """Let so much real time pass."""
        self._told_ms += elapsed_ms
        if self._told_ms > MESSAGE_MS:
            self.message = ""
        if self._film and (told := self._film.told()):
            self._film = None
            self.say(told)
        if self.paused or (self.sheet and self.made_anew):
            return
        self._owed_ms += min(elapsed_ms, ELAPSED_MAX_MS) * SPEEDS[self.speed]
        until_ms = self.room.now_ms + int(self._owed_ms)
        self._owed_ms -= int(self._owed_ms)
        start = time.perf_counter()
        while self.room.now_ms < until_ms and time.perf_counter() - start < FRAME_BUDGET_S:
            self.run.run_to(min(until_ms, self.room.now_ms + SLICE_MS))
            if self.run.end_ms is not None and self.room.now_ms >= self.run.end_ms:
                self.paused = True
                return

    def looks(self) -> Looks:
        """What another process needs to go on at this desk, as JSON can hold it."""
        mine = {name: getattr(self, name) for name in LASTING}
        return mine | {name: getattr(self.picture, name) for name in LASTING_LOOKS}

    def restore(self, looks: Looks) -> None:
        """Go on where another process was with another program. looks: what `looks` told there."""
        for name in LASTING:
            setattr(self, name, looks[name])
        for name in LASTING_LOOKS:
            setattr(self.picture, name, looks[name])
        self.say("The new program is running.")

    def say(self, sentence: str) -> None:
        """Show a sentence for a while."""
        self.message, self._told_ms = sentence, 0

    # time

    def pause(self) -> None:
        self.paused = not self.paused
        if not self.paused and self.run.end_ms is not None and self.room.now_ms >= self.run.end_ms:
            self.run.seek(0)  # it was at its end: once more

    def step(self) -> None:
        """Let one more thing happen."""
        self.paused = True
        self.run.step()

    def faster(self) -> None:
        self.speed = min(len(SPEEDS) - 1, self.speed + 1)

    def slower(self) -> None:
        self.speed = max(0, self.speed - 1)

    def seek(self, ms: int) -> None:
        self.run.seek(ms)

    # devices

    def choose_next(self, way: int = 1) -> None:
        """The next device clockwise is the chosen one."""
        count = len(self.room.devices)
        chosen = self.picture.chosen
        self.picture.chosen = (0 if way > 0 else count - 1) if chosen is None else (chosen + way) % count

    def choose(self, seat: int) -> None:
        """A device is the chosen one, or, if it is already, none."""
        self.picture.chosen = None if seat == self.picture.chosen else seat

    def plug(self) -> None:
        """Unplug the chosen device, or plug it in."""
        if self._may_act():
            self.run.do(
                "switch_on" if self.room.apps[self.picture.chosen] is None else "switch_off", self.picture.chosen
            )

    def restart(self) -> None:
        if self._may_act():
            self.run.do("switch_off", self.picture.chosen)
            self.run.do("switch_on", self.picture.chosen)

    def erase(self) -> None:
        """Empty the chosen device's store; it notices at its next start."""
        if self._may_act():
            self.run.do("erase", self.picture.chosen)
            self.say(f"{self.room.names[self.picture.chosen]} will have forgotten everything when it starts again.")

    def charge(self, percent: int) -> None:
        if self._may_act():
            self.run.do("charge", self.picture.chosen, percent)

    def drain(self) -> None:
        """A tenth less in the chosen device's battery; from empty to full."""
        if self._may_act():
            percent = self.room.devices[self.picture.chosen].percent
            self.charge(100 if percent == 0 else max(0, percent - 10))

    def _may_act(self) -> bool:
        if self.live and self.picture.chosen is None:
            self.say("Choose a device first: click it, or press Tab.")
        return self.live and self.picture.chosen is not None

    # the radio

    def radio(self, name: str, value: float) -> None:
        if self.live:
            self.run.do("radio", name, value)

    def far(self) -> list[int]:
        """The seats that are cut off from the others."""
        cuts = self.room.air.cuts if self.room.air else ()
        return sorted({far for _, far in cuts[::2]})  # each pair, and then the other way

    def part(self, far: list[int]) -> None:
        if self.live:
            self.run.do("part", far)

    def cut(self) -> None:
        """Cut the chosen device off, or take it back."""
        if self._may_act():
            far, chosen = self.far(), self.picture.chosen
            self.part([seat for seat in far if seat != chosen] if chosen in far else sorted([*far, chosen]))

    # looks

    def toggle_everything(self) -> None:
        self.picture.everything = not self.picture.everything

    def toggle_dark(self) -> None:
        self.picture.dark = not self.picture.dark

    def toggle_panel(self) -> None:
        self.panel = not self.panel

    # sheets over the table

    def may(self, code: int) -> bool:
        """Whether a key is one of KEYS that can be used here: what breaks things can in the laboratory only."""
        do = KEY_OF.get(code)
        return bool(do) and (self.panel if do not in ALWAYS else self._tools or do != Desk.toggle_panel)

    def toggle_help(self) -> None:
        self.sheet = "" if self.sheet else KEYS_SHEET

    def escape(self) -> None:
        """Take away what lies over the table, or ask; where nothing can be lost, end."""
        if self.live or self.sheet:
            self.sheet = "" if self.sheet else QUESTION
        else:
            self.stop()

    def choices(self) -> list[tuple[str, Callable[[], object]]]:
        """What the question offers."""
        made: list[tuple[str, Callable[[], object]]] = []
        if self._at_table:
            words = words_in(ENGLISH)
            for game in engine.GAMES:
                called = words.say(game) if words.knows(game) else game
                made.append((f"New game: {called}", functools.partial(self.begin_anew, game)))
        elif self.made_anew:
            made.append(("From the beginning", self.begin_anew))
        stop = "Stop, and go on another time" if self._at_table else "Stop"
        return [("Go on", self.escape), *made, ("Keys", self.help), (stop, self.stop)]

    def help(self) -> None:
        self.sheet = KEYS_SHEET

    def begin_anew(self, game: str = "") -> None:
        """A new game of this name with new cards, at a table like this one; "": the same run once more."""
        assert isinstance(self.run, Recorder)
        setup = self.room.setup.copy()
        if game:
            setup["seed"] = random.randrange(SEED_MAX)
            setup["options"] = setup["options"] | {"game": game, "claims": "picked"}
        self.run.begin(setup)
        self.sheet = ""

    def stop(self) -> None:
        self.over = True

    def close(self) -> None:
        """Let a film that is being made be made to its end."""
        if self._film:
            self._film.end()

    # pictures

    def shoot(self) -> None:
        """Save what the window shows."""
        path = film.free_path("png")
        try:
            pygame.image.save(pygame.display.get_surface(), path)
        except (OSError, pygame.error) as error:
            self.say(f"The picture cannot be saved: {error}.")
        else:
            self.say(f"Saved: {path}")

    def film(self) -> None:
        """Save the last seconds as a film."""
        if not self.made_anew or self._film:
            self.say("A film is being made." if self._film else "There are films of a table on this computer only.")
            return
        self._film = film.Film(self.run.recording(), self.picture.dark)
        self.say("A film of the last ten seconds is being made.")

    def save(self) -> None:
        """Save the run so far."""
        if not self.live:
            self.say("This run has been saved already.")
            return
        try:
            self.run.recording().save(self.path)
        except OSError as error:
            self.say(f"It cannot be saved: {error}.")
        else:
            self.say(f"Saved: sim replay {self.path}")


# Keys of the keyboard that are no device's: (codes, how they are written, what they do, in words).
KEYS: tuple[tuple[tuple[int, ...], str, Callable[..., None], str], ...] = (
    ((pygame.K_TAB,), "Tab", Desk.choose_next, "choose the next device (Shift: the one before)"),
    ((pygame.K_SPACE,), "Space", Desk.pause, "stop time, or let it go on"),
    ((pygame.K_PERIOD, pygame.K_KP_PERIOD), ".", Desk.step, "one event, then stop"),
    ((pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS), "+", Desk.faster, "faster, up to ×100"),
    ((pygame.K_MINUS, pygame.K_KP_MINUS), "-", Desk.slower, "slower, down to ×0.1"),
    ((pygame.K_u,), "U", Desk.plug, "unplug the chosen device, or plug it in"),
    ((pygame.K_r,), "R", Desk.restart, "restart it"),
    ((pygame.K_DELETE,), "Del", Desk.erase, "erase what it keeps"),
    ((pygame.K_d,), "D", Desk.drain, "drain its battery by a tenth"),
    ((pygame.K_a,), "A", Desk.cut, "cut it off from the others, or heal"),
    ((pygame.K_g,), "G", Desk.toggle_everything, "show everything, also what is hidden"),
    ((pygame.K_F5,), "F5", Desk.save, "save the run"),
    ((pygame.K_t,), "T", Desk.toggle_dark, "day or night"),
    ((pygame.K_F9,), "F9", Desk.film, "a film of the last ten seconds"),
    ((pygame.K_F12,), "F12", Desk.shoot, "a picture of this window"),
    ((pygame.K_F2,), "F2", Desk.toggle_panel, "laboratory: the log, time, and all that can be broken"),
    ((pygame.K_F1, pygame.K_h), "F1", Desk.toggle_help, "this list"),
)
ALWAYS = (Desk.toggle_dark, Desk.film, Desk.shoot, Desk.toggle_panel, Desk.toggle_help)  # also at a mere table
KEY_OF = {code: do for codes, _, do, _ in KEYS for code in codes}
WRITTEN = {do: written for _, written, do, _ in KEYS}  # how the key is written that does something
