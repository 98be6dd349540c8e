"""What the build guides draw and tabulate: which part goes to which pin. `python -m boards.assets.wiring`
writes it into them.

Drawings and tables come from the same data, so they cannot disagree; a test checks that docs/build/ is up to date, and
another that the profiles use these pins.
"""

import pathlib
from collections import namedtuple

GUIDES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "build"

# A board from above, USB at the top: the names of its pins down both sides. `power` and `ground` are those that feed
# the parts; where a name occurs more than once, with its place on that side, counted from 1.
Board = namedtuple("Board", "title left right power ground")
# pins: (pin of the part, pin of the board); POWER and GROUND stand for the board's.
Part = namedtuple("Part", "name side pins")
# needs: (what, how many for one device, how many for a set of four)
Guide = namedtuple("Guide", "board parts needs ring", defaults=((), ()))

POWER, GROUND = "power", "ground"

PICO = Board(
    "Raspberry Pi Pico",
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15".split(),
    "VBUS VSYS GND 3V3_EN 3V3 ADC_VREF GP28 GND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 GP16".split(),
    ("right", 5),
    ("right", 3),
)
FEATHER_RP2040 = Board(
    "Adafruit Feather RP2040",
    "RST 3V3 3V3 GND A0 A1 A2 A3 D24 D25 SCK MO MI RX TX D4".split(),
    ["", "", "", "", *"BAT EN USB D13 D12 D11 D10 D9 D6 D5 SCL SDA".split()],
    ("left", 2),
    ("left", 4),
)
FEATHER_TFT = Board(
    "Adafruit Feather ESP32-S3 TFT",
    "RST 3V3 3V3 GND A0 A1 A2 A3 A4 A5 SCK MO MI RX TX DB".split(),
    ["", "", "", "", *"BAT EN USB D13 D12 D11 D10 D9 D6 D5 SCL SDA".split()],
    ("left", 2),
    ("left", 4),
)
T_DISPLAY = Board("LILYGO T-Display S3", ["3V", "GND", "IO1"], [], ("left", 1), ("left", 2))
STICK = Board("M5StickC Plus2, Grove socket", ["5V", "GND", "G32"], [], ("left", 1), ("left", 2))


def button(side, meaning, pin):
    return Part(f"Button {meaning}", side, (("one side", pin), ("other side", GROUND)))


def oled(side, sda, scl):
    return Part("OLED SSD1306", side, (("SDA", sda), ("SCL", scl), ("VCC", POWER), ("GND", GROUND)))


def pixel(side, pin):
    return Part("NeoPixel", side, (("DIN", pin), ("VCC", POWER), ("GND", GROUND)))


def named(pin, kind):
    """A pin with what it does, RX or TX, unless that is its name."""
    return pin if pin == kind else f"{pin} ({kind})"


def neighbour(which, side, ours, theirs):
    """ours, theirs: pairs (TX, RX) of pins. Each TX goes to the other's RX."""
    rx, tx = named(theirs[1], "RX"), named(theirs[0], "TX")
    return Part(f"{which} neighbour", side, ((f"its {rx}", ours[0]), (f"its {tx}", ours[1]), ("its GND", GROUND)))


PICO_PARTS = [
    oled("left", "GP4", "GP5"),
    button("left", "MORE", "GP13"),
    button("left", "YES", "GP14"),
    button("left", "NO", "GP15"),
    pixel("right", "GP16"),
]


PICO_NEEDS = [
    ("OLED display SSD1306, 128×64, I2C, four pins", 1, 4),
    ("push button", 2, 8),
    ("push button for MORE, if you like", 1, 4),
    ("NeoPixel (WS2812B) on a small board", 1, 4),
    ("breadboard, or a perforated board to solder on", 1, 4),
    ("wires", 15, 60),
    ("USB cable that carries data", 1, 4),
    ("USB power bank or charger", 1, 4),
]
LIPO = ("LiPo battery 3.7 V with a JST-PH plug, 400 mAh or more (for play without a cable)", 1, 4)
CABLE = ("USB-C cable that carries data", 1, 1)
PICO_RING, FEATHER_RING = (("GP0", "GP1"), ("GP8", "GP9")), (("TX", "RX"), ("D24", "D25"))
NEOPIXEL = ("NeoPixel (WS2812B) on a small board, and three wires, if you like", 1, 4)

ALL = {
    "raspberry_pi_pico": Guide(
        PICO,
        [
            neighbour("First", "left", *PICO_RING),
            PICO_PARTS[0],
            neighbour("Second", "left", *PICO_RING[::-1]),
            *PICO_PARTS[1:],
        ],
        [("Raspberry Pi Pico with header pins", 1, 4), *PICO_NEEDS, ("long wires to the neighbours", 0, 12)],
        PICO_RING,
    ),
    "raspberry_pi_pico_w": Guide(
        PICO._replace(title="Raspberry Pi Pico W or Pico 2 W"),
        PICO_PARTS,
        [("Raspberry Pi Pico W or Pico 2 W with header pins", 1, 4), *PICO_NEEDS],
    ),
    "adafruit_feather_rp2040": Guide(
        FEATHER_RP2040,
        [
            neighbour("Second", "left", *FEATHER_RING[::-1]),
            neighbour("First", "left", *FEATHER_RING),
            button("right", "MORE", "D11"),
            button("right", "YES", "D10"),
            button("right", "NO", "D9"),
            oled("right", "SDA", "SCL"),
        ],
        [
            ("Adafruit Feather RP2040 with header pins", 1, 4),
            ("OLED display SSD1306, 128×64, I2C, four pins or STEMMA QT", 1, 4),
            ("STEMMA QT cable, if the display has such a socket", 1, 4),
            ("push button", 2, 8),
            ("push button for MORE, if you like", 1, 4),
            ("breadboard, or a perforated board to solder on", 1, 4),
            ("wires", 12, 48),
            ("long wires to the neighbours", 0, 12),
            CABLE,
            LIPO,
        ],
        FEATHER_RING,
    ),
    "adafruit_feather_esp32s3_tft": Guide(
        FEATHER_TFT,
        [button("right", "NO", "D6"), button("right", "YES", "D5")],
        [
            ("Adafruit Feather ESP32-S3 TFT", 1, 4),
            ("push button", 2, 8),
            ("wires", 4, 16),
            CABLE,
            LIPO,
        ],
    ),
    "lilygo_tdisplay_s3": Guide(
        T_DISPLAY,
        [pixel("left", "IO1")],
        [
            ("LILYGO T-Display S3", 1, 4),
            NEOPIXEL,
            CABLE,
            ("LiPo battery 3.7 V with a 1.25 mm JST plug, 400 mAh or more (for play without a cable)", 1, 4),
        ],
    ),
    "m5stack_stick_c_plus2": Guide(
        STICK,
        [pixel("left", "G32")],
        [
            ("M5Stack StickC Plus2 (battery inside)", 1, 4),
            ("NeoPixel with a Grove plug, if you like", 1, 4),
            CABLE,
        ],
    ),
    "m5stack_cardputer": Guide(None, [], [("M5Stack Cardputer (battery inside)", 1, 4), CABLE]),
    "adafruit_feather_reverse_tft": Guide(
        None, [], [("Adafruit Feather ESP32-S3 Reverse TFT, or the ESP32-S2 one", 1, 4), CABLE, LIPO]
    ),
}

PITCH, GAP, NAME = 26, 14, 22  # pixels: from pin to pin, between parts, for a name above a part
WIDTH, TOP = 960, 150  # of the drawing; where the first pin is
BOARD_X, BOARD_WIDTH, PART_X, PART_WIDTH = 395, 170, 90, 205
BUS_Y = {POWER: 62, GROUND: 82}  # of the lines above the board that feed the parts
RAIL_X = {POWER: 62, GROUND: 40}  # of those down the sides, from the edge
INK, PAPER, GREEN, WHITE = "#30343b", "#fffdf8", "#1f6f54", "#ffffff"
COLOURS = {POWER: "#d64545", GROUND: INK, "Button YES": "#23804b", "Button NO": "#b8442f", "Button MORE": "#7a6bb5"}
SIGNALS = ("#2f6db5", "#c98a12")  # for other parts' pins, in turn
FONT = "font-family='Helvetica, Arial, sans-serif'"


def drawing(guide):
    """The SVG of a guide's wiring."""
    places = [*placed(guide, "left"), *placed(guide, "right")]
    rows = max(len(guide.board.left), len(guide.board.right))
    out = feeds(guide, places)
    for side in ("left", "right"):
        out += signals(guide, [place for place in places if place[0].side == side], side)
    out += outline(guide.board, rows)
    for place in places:
        out += box(guide, *place)
    bottom = max([TOP + rows * PITCH] + [y + part_rows * PITCH for _, y, part_rows in places])
    width = WIDTH if any(place[0].side == "right" for place in places) else BOARD_X + BOARD_WIDTH + 40
    return page(width, bottom + 14, f"{guide.board.title}: wiring", out)


def ring(guide):
    """The SVG of four boards in a ring: three wires from each to the next, and from the last to the first."""
    first, second = guide.ring
    rows = [(named(first[1], "RX"), named(second[0], "TX")), (named(first[0], "TX"), named(second[1], "RX"))]
    colours, step, width, y = (*SIGNALS, COLOURS[GROUND]), 230, 150, 90
    xs = [60 + step * number for number in range(4)]
    out = []
    for row, colour in enumerate(colours):
        height, below, reach = y + 30 + row * PITCH, y + 140 + 14 * (2 - row), 18 + 14 * row
        out += [wire(colour, (x + width, height), (x + step, height)) for x in xs[:3]]
        out_x, in_x = xs[3] + width + 60 - reach, xs[0] - 60 + reach
        way = [(xs[3] + width, height), (out_x, height), (out_x, below), (in_x, below), (in_x, height), (xs[0], height)]
        out.append(wire(colour, *way))
    for number, x in enumerate(xs):
        out.append(f"<rect x='{x}' y='{y}' width='{width}' height='112' rx='10' fill='{GREEN}'/>")
        out.append(text(x + width // 2, y - 8, f"Player {number + 1}", 13, INK, "middle", bold=True))
        for row, (left, right) in enumerate([*rows, ("GND", "GND")]):
            out.append(text(x + 10, y + 34 + row * PITCH, left, 12, WHITE))
            out.append(text(x + width - 10, y + 34 + row * PITCH, right, 12, WHITE, "end"))
    return page(xs[3] + width + 60, y + 190, f"{guide.board.title}: a ring of four", out)


def page(width, height, title, lines):
    head = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'>",
        f"<title>{title}</title>",
        f"<rect width='{width}' height='{height}' rx='14' fill='{PAPER}'/>",
        text(24, 34, title, 18, bold=True),
    ]
    return "\n".join([*head, *lines, "</svg>"]) + "\n"


def text(x, y, words, size=13, colour=INK, anchor="start", bold=False):
    look = f"{FONT} font-size='{size}' fill='{colour}' text-anchor='{anchor}'" + " font-weight='bold'" * bold
    return f"<text x='{x}' y='{y}' {look}>{words}</text>"


def wire(colour, *points):
    """A line through points, on a pale edge that keeps it apart from what it crosses."""
    way = " ".join([f"{x},{y}" for x, y in points])
    style = f"<polyline points='{way}' fill='none' stroke-linejoin='round' stroke-linecap='butt'"
    return f"{style} stroke='{PAPER}' stroke-width='7'/>{style} stroke='{colour}' stroke-width='3'/>"


def dot(x, y, colour):
    return f"<circle cx='{x}' cy='{y}' r='5' fill='{colour}'/>"


def mirrored(side, x):
    """x on the left side, or its like on the right."""
    return x if side == "left" else WIDTH - x


def pin_y(row):
    return TOP + row * PITCH


def edge(side):
    """(x of the board's edge on a side, which way is away from it)."""
    return mirrored(side, BOARD_X), -1 if side == "left" else 1


def split(guide, part):
    """The pins of a part that carry signals, in the order of the board's, and those that feed it."""
    power = [pin for pin in part.pins if pin[1] in (POWER, GROUND)]
    order = getattr(guide.board, part.side)
    return sorted([pin for pin in part.pins if pin not in power], key=lambda pin: order.index(pin[1])), power


def placed(guide, side):
    """(part, y of its first row, rows) of each part on a side: beside its pins, or as near below as there is room."""
    places, free = [], 0
    for part in [part for part in guide.parts if part.side == side]:
        signal, power = split(guide, part)
        rows = max(len(signal), len(power))
        free += NAME if rows > 1 else 0
        y = max(pin_y(getattr(guide.board, side).index(signal[0][1])), free)
        places.append((part, y, rows))
        free = y + rows * PITCH + GAP
    return places


def signals(guide, places, side):
    """The wires from the board's pins to the parts on one side. All that bend go down to their part, and the higher
    one turns nearer to the part: so they do not cross.
    """
    x, way = edge(side)
    ends = []
    for part, top, _ in places:
        for index, (_, pin) in enumerate(split(guide, part)[0]):
            colour = COLOURS.get(part.name, SIGNALS[index % len(SIGNALS)])
            ends.append((pin_y(getattr(guide.board, side).index(pin)), top + index * PITCH, colour))
    bent = sorted([end for end in ends if end[0] != end[1]])
    part_x, out = mirrored(side, PART_X + PART_WIDTH), []
    for end in ends:
        board_y, part_y, colour = end
        turn = x + way * 14 * (len(bent) - bent.index(end)) if end in bent else x
        out.append(wire(colour, (x, board_y), (turn, board_y), (turn, part_y), (part_x, part_y)))
    return out


def feeds(guide, places):
    """What feeds the parts: from the board's pins to the lines above it, down the outer sides, and to each part."""
    out, dots = [], []
    for kind in (POWER, GROUND):
        ends = []
        for part, top, _ in places:
            ends += [(part.side, top + row * PITCH) for row, pin in enumerate(split(guide, part)[1]) if pin[1] == kind]
        if ends:
            colour, y, way = COLOURS[kind], BUS_Y[kind], feed(guide.board, kind)
            branches = [branch(side, kind, [end for at, end in ends if at == side]) for side in ("left", "right")]
            xs = [way[-1][0], *[x for x, _ in branches if x is not None]]
            out.append(wire(colour, (min(xs), y), (max(xs), y)))
            out += [line for _, lines in branches for line in lines] + [wire(colour, *way)]
            dots += [
                dot(way[-1][0], y, colour),
                *[dot(mirrored(side, RAIL_X[kind]), end, colour) for side, end in ends],
            ]
            dots.append(
                text((min(xs) + max(xs)) // 2, y - 5, name_of(guide.board, kind), 12, colour, "middle", bold=True)
            )
    return out + dots


def feed(board, kind):
    """The way from the board's pin of a kind up to the line above the board; the upper one turns first."""
    side, place = getattr(board, kind)
    x, way = edge(side)
    turn = x + way * (14 if place == min(board.power[1], board.ground[1]) else 30)
    return (x, pin_y(place - 1)), (turn, pin_y(place - 1)), (turn, BUS_Y[kind])


def branch(side, kind, ys):
    """(x, lines) of what goes down a side to parts at the heights `ys`; (None, []) where there are none."""
    if not ys:
        return None, []
    x, y, colour = mirrored(side, RAIL_X[kind]), BUS_Y[kind], COLOURS[kind]
    corner = (mirrored(side, RAIL_X[kind] + 20), y), (x, y), (x, max(ys))
    return x, [wire(colour, *corner), *[wire(colour, (x, end), (mirrored(side, PART_X), end)) for end in ys]]


def outline(board, rows):
    """The board with its pins."""
    middle = BOARD_X + BOARD_WIDTH // 2
    out = [
        f"<rect x='{BOARD_X}' y='{TOP - 34}' width='{BOARD_WIDTH}' height='{rows * PITCH + 34}' rx='10' "
        f"fill='{GREEN}'/>",
        f"<rect x='{middle - 26}' y='{TOP - 42}' width='52' height='24' rx='4' fill='#b9bec7'/>",
        text(middle, TOP - 25, "USB", 12, INK, "middle"),
    ]
    for side, anchor in (("left", "start"), ("right", "end")):
        x, way = edge(side)
        for row, name in enumerate(getattr(board, side)):
            if name:
                out.append(f"<circle cx='{x - way * 9}' cy='{pin_y(row)}' r='5' fill='#e7c766' stroke='#0f3b2d'/>")
                out.append(text(x - way * 20, pin_y(row) + 4, name, 12, WHITE, anchor))
    return out


def box(guide, part, y, rows):
    """A part, with the names of its pins: signals towards the board, power on the outer side."""
    left = min(mirrored(part.side, PART_X), mirrored(part.side, PART_X + PART_WIDTH))
    top, tall = y - PITCH // 2 - 3, rows * PITCH + 6
    colour = COLOURS.get(part.name, INK)
    name_y = y + 4 if rows == 1 else top - 6
    out = [
        f"<rect x='{left}' y='{top}' width='{PART_WIDTH}' height='{tall}' rx='8' fill='{WHITE}' stroke='{INK}'/>",
        text(left + PART_WIDTH // 2, name_y, part.name, 13, colour, "middle", bold=True),
    ]
    anchors = ("end", "start") if part.side == "left" else ("start", "end")
    xs = mirrored(part.side, PART_X + PART_WIDTH - 10), mirrored(part.side, PART_X + 10)
    if rows == 1:  # a button, whose two sides are alike
        return out
    for pins, x, anchor in zip(split(guide, part), xs, anchors, strict=True):
        out += [text(x, y + row * PITCH + 4, name, 12, INK, anchor) for row, (name, _) in enumerate(pins)]
    return out


def table(guide):
    """The wiring as a table in Markdown."""
    lines = ["| part | its pin | the board's pin |", "|---|---|---|"]
    for part in guide.parts:
        lines += [f"| {part.name} | {name} | {name_of(guide.board, pin)} |" for name, pin in part.pins]
    return "\n".join(lines)


def name_of(board, pin):
    """The board's name for a pin, POWER and GROUND included."""
    if pin not in (POWER, GROUND):
        return pin
    side, place = getattr(board, pin)
    return getattr(board, side)[place - 1]


def needs(guide):
    """What to buy, as a table in Markdown."""
    lines = ["| what | for one device | for a set of four |", "|---|---|---|"]
    return "\n".join(lines + [f"| {what} | {one or ''} | {four} |" for what, one, four in guide.needs])


def filled(page, guide):
    """A guide's page with its tables as they are now."""
    for name, content in (("wiring", table(guide)), ("parts", needs(guide))):
        marks = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        if marks[0] in page:
            before, _, rest = page.partition(marks[0])
            page = before + marks[0] + content + "\n" + marks[1] + rest.partition(marks[1])[2]
    return page


def files():
    """Every file that is written, by its path, with its content."""
    written = {}
    for name, guide in ALL.items():
        path = GUIDES / f"{name}.md"
        written[path] = filled(path.read_text("utf-8"), guide)
        if guide.parts:
            written[GUIDES / f"{name}.svg"] = drawing(guide)
        if guide.ring:
            written[GUIDES / f"{name}_ring.svg"] = ring(guide)
    return written


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content, "utf-8", newline="\n")
