"""The build guides' tables and drawings are those of today's data, and name the pins that the profiles use."""

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from boards.assets import wiring
from tests.firmware import FACTS, STUBS

SVG = "{http://www.w3.org/2000/svg}"
GUIDE_OF = {  # where it is not named after the board
    "adafruit_feather_esp32s2_reverse_tft": "adafruit_feather_reverse_tft",
    "adafruit_feather_esp32s3_reverse_tft": "adafruit_feather_reverse_tft",
    "raspberry_pi_pico2_w": "raspberry_pi_pico_w",
}
GUIDES = wiring.guides()
BOARDS = [(GUIDE_OF.get(board, board), board) for board in FACTS]


def wired_pins(guide):
    """Which pin of the board each signal of a part goes to: (part, its pin, the board's)."""
    parts = GUIDES[guide].get("parts", ())
    return [(one["name"], name, pin) for one in parts for name, pin in one["pins"].items() if pin not in wiring.FEEDS]


def added_pins(facts):
    """Which pins of a board lead to parts that are no part of it, as the facts say."""
    pins = [button["pin"] for button in facts.get("buttons", ()) if button.get("added")]
    pins += [facts["display"][line] for line in ("sda", "scl") if line in facts["display"]]
    pins += [facts["neopixel"]["pin"]] if facts.get("neopixel", {}).get("added") else []
    pins += [pin for uart in facts.get("uarts", ()) for pin in uart.values()]
    return pins + [pin for pin in ("IO1", "G32") if pin in facts["pins"]]  # free, for a NeoPixel


def test_the_guides_are_up_to_date():
    stale = [path.name for path, content in wiring.files().items() if path.read_text("utf-8") != content]
    assert stale == [], "run: python3 dev.py wiring"


@pytest.mark.parametrize(("guide", "board"), BOARDS)
def test_a_guide_wires_all_parts_that_are_added_and_no_others(guide, board):
    pins = [pin for _, _, pin in wired_pins(guide)]
    assert sorted(pins) == sorted(added_pins(FACTS[board]))


@pytest.mark.parametrize(("guide", "board"), BOARDS)
def test_buttons_and_displays_are_where_the_facts_say(guide, board):
    facts, told = FACTS[board], {(part, name): pin for part, name, pin in wired_pins(guide)}
    for meaning, button in zip(("YES", "NO", "MORE"), facts.get("buttons", ()), strict=False):
        if button.get("added"):
            assert told["Button " + meaning, "one side"] == button["pin"]
    for line in ("sda", "scl"):
        if line in facts["display"]:
            assert told["OLED SSD1306", line.upper()] == facts["display"][line]


@pytest.mark.parametrize("name", [name for name, facts in FACTS.items() if "uarts" in facts])
def test_in_a_ring_tx_goes_to_the_neighbours_rx(name):
    first, second = FACTS[name]["uarts"]
    for which, own, other in (("First", first, second), ("Second", second, first)):
        wires = {pin: theirs for part, theirs, pin in wired_pins(name) if part == f"{which} neighbour"}
        assert other["rx"] in wires[own["tx"]]
        assert other["tx"] in wires[own["rx"]]


@pytest.mark.parametrize(("guide", "board"), BOARDS)
def test_the_drawn_board_has_pins_of_that_name_only(guide, board):
    if "board" not in GUIDES[guide]:
        return
    drawn = {pin for side in ("left", "right") for pin in GUIDES[guide][side].split()} - {"-"}
    definition = (STUBS / "board_definitions" / board / "__init__.pyi").read_text("utf-8")
    known = re.findall(r"^(\w+): microcontroller", definition, re.MULTILINE)
    others = "GND 3V3 3V 5V USB BAT EN RST RUN VBUS VSYS 3V3_EN ADC_VREF MO MI DB".split()
    assert drawn <= {*known, *others}
    assert {pin for part in GUIDES[guide]["parts"] for pin in part["pins"].values()} <= drawn


@pytest.mark.parametrize("name", FACTS)
def test_every_board_has_a_guide_with_what_to_buy_and_the_index_leads_to_it(name):
    guide = GUIDE_OF.get(name, name)
    page = (wiring.GUIDES / f"{guide}.md").read_text("utf-8")
    assert f"({guide}.md)" in (wiring.GUIDES / "README.md").read_text("utf-8")
    assert "| for one device | for a set of four |" in page
    for picture in re.findall(r"\]\(([\w/]+\.svg)\)", page):
        assert (wiring.GUIDES / picture).exists()
    assert ("<!-- wiring -->" in page) == ("parts" in GUIDES[guide])


@pytest.mark.parametrize("path", sorted(wiring.GUIDES.glob("*.svg")), ids=lambda path: path.stem)
def test_a_drawing_is_whole_and_in_its_frame(path):
    root = ElementTree.fromstring(path.read_text("utf-8"))
    left, top, width, height = map(float, root.get("viewBox").split())
    lines = [re.findall(r"(-?[\d.]+),(-?[\d.]+)", one.get("d")) for one in root.iter(f"{SVG}path")]
    lines = [[(float(x), float(y)) for x, y in line] for line in lines]
    assert lines
    for line in lines:
        bends = [(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in pairwise(line)]
        assert all(min(bend) < 0.01 for bend in bends), "no slanting wires"
    words = [(float(text.get("x")), float(text.get("y"))) for text in root.iter(f"{SVG}text")]
    for x, y in [*words, *[point for line in lines for point in line]]:
        assert left <= x <= left + width
        assert top <= y <= top + height


@pytest.mark.parametrize("name", [name for name, guide in GUIDES.items() if "parts" in guide])
def test_a_drawing_shows_every_pin_part_and_feed(name):
    guide, root = GUIDES[name], ElementTree.fromstring((wiring.GUIDES / f"{name}.svg").read_text("utf-8"))
    said = Counter([text.text for text in root.iter(f"{SVG}tspan")])
    told = Counter([guide["board"], *[pin for side in ("left", "right") for pin in guide[side].split() if pin != "-"]])
    for part in guide["parts"]:
        feeds = [pin for pin in part["pins"].values() if pin in wiring.FEEDS]
        told.update([part["name"], *feeds, *(() if part["name"] in wiring.BUTTONS else part["pins"])])
    assert said == told + Counter(["USB"])
    wires = [one for one in root.iter(f"{SVG}path") if "stroke-width:2.5" in one.get("style")]
    assert len(wires) == len(wired_pins(name))
