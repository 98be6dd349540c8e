"""The tables and drawings of the build guides: which part goes to which pin. `python3 dev.py wiring` writes them.

A guide's wiring is the TOML file beside its page in docs/build/. Table and drawing come from the same file, so they
cannot disagree; a test checks that they are up to date, and another that the profiles use these pins.

    board = "Raspberry Pi Pico"                     its name, and its pins from above, USB at the top
    left = "GP0 GP1 GND ..."                        down the left side; - is a place without a pin
    right = "VBUS VSYS GND ..."
    ring = [{tx = "GP0", rx = "GP1"}, {...}]        the pairs of pins that go to the first and the second neighbour
    parts = [{name = "NeoPixel", side = "right", pins = {DIN = "GP16", VCC = "3V3", GND = "GND"}}]
    [needs]
    "push button" = [2, 8]                          what to buy for one device, and for a set of four
"""

import pathlib
import tomllib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import schemdraw
from schemdraw import elements

Guide = dict[str, Any]  # what stands in a TOML file, as above
GUIDES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "build"

# In the drawings' units: from pin to pin; boards and parts; how far parts are from the board, and from one another.
PITCH, BOARD_WIDTH, PART_WIDTH, APART, GAP, NAME = 0.65, 4.4, 4.6, 2.6, 0.35, 0.55
STEP = 0.35  # from one bend to the next, and how far a wire leads away before it bends
INK, GREEN, WHITE = "#30343b", "#1f6f54", "#ffffff"
RED = "#d64545"
FEEDS = {"GND": INK, "3V3": RED, "3V": RED, "5V": RED}  # pins that feed parts: any of that name will do
BUTTONS = {"Button YES": "#23804b", "Button NO": "#b8442f", "Button MORE": "#7a6bb5"}
SIGNALS = ("#2f6db5", "#c98a12")  # for other parts' pins, in turn
FONT = "Helvetica, Arial, sans-serif"


def guides() -> dict[str, Guide]:
    """Every guide, read from its file, by its name."""
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(GUIDES.glob("*.toml"))}


def drawing(guide: Guide) -> str:
    """The SVG of a guide's wiring."""
    sides = {side: guide[side].split() for side in ("left", "right")}
    with page() as made:
        made.add(board(guide["board"], sides))
        for side in sides:
            draw_side(made, guide, side)
    return svg(made)


def ring(guide: Guide) -> str:
    """The SVG of four boards in a ring: three wires from each to the next, and from the last to the first."""
    first, second = guide["ring"]
    rows = [
        (named(first["rx"], "RX"), named(second["tx"], "TX")),
        (named(first["tx"], "TX"), named(second["rx"], "RX")),
    ]
    sides = dict(zip(("left", "right"), zip(*rows, ("GND", "GND"), strict=True), strict=True))
    with page() as made:
        boards = [
            made.add(board(f"Player {number + 1}", sides, x=number * (BOARD_WIDTH + APART))) for number in range(4)
        ]
        for row, colour in enumerate((*SIGNALS, INK)):
            for one, other in pairwise(boards):
                wire(made, "-", pin(one, "right", row), pin(other, "left", row), colour)
            start, end, reach = pin(boards[-1], "right", row), pin(boards[0], "left", row), (row + 1) * STEP
            out, back = (start[0] + reach, start[1]), (end[0] - reach, end[1])
            wire(made, "-", start, out, colour)
            wire(made, "n", out, back, colour, -(2 - row) * (PITCH + STEP) - 2 * PITCH)
            wire(made, "-", back, end, colour)
    return svg(made)


def page() -> schemdraw.Drawing:
    made = schemdraw.Drawing(canvas="svg", show=False)
    made.config(font=FONT, fontsize=12, lw=1.5, color=INK, bgcolor="#fffdf8", margin=0.4)
    return made


def svg(made: schemdraw.Drawing) -> str:
    return made.get_imagedata("svg").decode().replace("><", ">\n<") + "\n"


def board(name: str, sides: Mapping[Any, Sequence[str]], x: float = 0) -> elements.Element:
    """A board with its pins down both sides; the first are at the height 0, and its left edge is at `x`."""
    made = box(BOARD_WIDTH, sides, WHITE, top="USB").fill(GREEN).label(name, "top", color=INK)
    return made.at((x, 0)).anchor("left0")


def box(width: float, sides: Mapping[Any, Sequence[str]], ink: str, top: str | None = None) -> elements.Element:
    """A box with names of pins down its sides, whose anchors are called after side and row: left0, right3."""
    rows = max(len(names) for names in sides.values())
    pins = [elements.IcPin(top, side="top", color=ink)] if top else []
    for side, names in sides.items():
        for row, name in enumerate(names):
            if name != "-":
                slot = f"{rows - row}/{rows}"  # counted from below
                pins.append(elements.IcPin(name, side=side, slot=slot, color=ink, anchorname=f"{side}{row}"))
    return elements.Ic(size=(width, rows * PITCH), pins=pins, pinspacing=PITCH, leadlen=0, lsize=11).theta(0)


def pin(made: elements.Element, side: str, row: int) -> tuple[float, float]:
    """Where a pin of a box is."""
    return made.absanchors[f"{side}{row}"]


def wire(
    made: schemdraw.Drawing,
    shape: str,
    start: tuple[float, float],
    end: tuple[float, float],
    colour: str,
    turn: float = 0,
) -> None:
    """A wire. shape: - straight; c, n: level (upright) at both ends, and across at the distance `turn` from `start`."""
    made.add(elements.Wire(shape, k=turn).at(start).to(end).color(colour).linewidth(2.5))


def draw_side(made: schemdraw.Drawing, guide: Guide, side: str) -> None:
    """The parts on one side of the board, each beside its pins or as near below as there is room, and their wires.

    All wires that bend go down to their part, and the higher one turns nearer to the part: so they do not cross.
    """
    names = guide[side].split()
    inner, x, way = ("right", 0, -1) if side == "left" else ("left", BOARD_WIDTH, 1)
    wires, free = [], PITCH + NAME  # free: how high the next part may reach
    for part in [part for part in guide["parts"] if part["side"] == side]:
        name, pins = part["name"], part["pins"].items()
        signals = sorted([(names.index(to), one) for one, to in pins if to not in FEEDS])
        feeds = [(one, to) for one, to in pins if to in FEEDS]
        button = name in BUTTONS
        rows = max(len(signals), len(feeds))
        top = min(-signals[0][0] * PITCH, free - PITCH / 2 - NAME * (not button))
        free = top - (rows - 0.5) * PITCH - GAP
        sides = {inner: [one for _, one in signals], side: [one for one, _ in feeds]}
        shape = box(PART_WIDTH, {one: [""] for one in sides} if button else sides, INK)
        shape.label(name, "center" if button else "top", color=BUTTONS.get(name, INK), ofst=0 if button else None)
        made.add(shape.at((x + way * APART, top)).anchor(f"{inner}0"))
        for row, (place, _) in enumerate(signals):
            wires.append((-place * PITCH, top - row * PITCH, BUTTONS.get(name, SIGNALS[row % len(SIGNALS)])))
        for row, (_, to) in enumerate(feeds):
            tag = elements.Tag(width=1.2, height=0.46).theta(90 - 90 * way).at(pin(shape, side, row))
            made.add(tag.color(FEEDS[to]).fill(FEEDS[to]).label(to, color=WHITE))
    bent = [start for start, end, _ in wires if start != end]
    for start, end, colour in wires:
        turn = STEP * (len(bent) - bent.index(start)) if start in bent else 0
        wire(made, "c", (x, start), (x + way * APART, end), colour, way * turn)


def named(pin: str, kind: str) -> str:
    """A pin with what it does, RX or TX, unless that is its name."""
    return pin if pin == kind else f"{pin} ({kind})"


def table(guide: Guide) -> str:
    """What goes where, as a table in Markdown."""
    lines = ["| part | its pin | the board's pin |", "|---|---|---|"]
    for part in guide["parts"]:
        lines += [f"| {part['name']} | {name} | {pin} |" for name, pin in part["pins"].items()]
    return "\n".join(lines)


def needs(guide: Guide) -> str:
    """What to buy, as a table in Markdown."""
    lines = ["| what | for one device | for a set of four |", "|---|---|---|"]
    return "\n".join(lines + [f"| {what} | {one or ''} | {four} |" for what, (one, four) in guide["needs"].items()])


def filled(page: str, guide: Guide) -> str:
    """A guide's page with its tables as they are now."""
    for name, make in (("wiring", table), ("parts", needs)):
        marks = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        if marks[0] in page:
            before, _, rest = page.partition(marks[0])
            page = before + marks[0] + make(guide) + "\n" + marks[1] + rest.partition(marks[1])[2]
    return page


def files() -> dict[pathlib.Path, str]:
    """Every file that is written, by its path, with its content."""
    written = {}
    for name, guide in guides().items():
        path = GUIDES / f"{name}.md"
        written[path] = filled(path.read_text("utf-8"), guide)
        if "parts" in guide:
            written[GUIDES / f"{name}.svg"] = drawing(guide)
        if "ring" in guide:
            written[GUIDES / f"{name}_ring.svg"] = ring(guide)
    return written


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content, "utf-8", newline="\n")
