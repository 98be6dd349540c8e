"""Every board's profile, started by the real code.py under its firmware's shims, against the facts about the board."""

import ast
import re
from binascii import crc32

import pytest

import boards
from pocket.keys import SURPRISE_MS
from pocket.layout import COLOUR
from pocket.renderer import Renderer
from pocket.screens.page import Drawn, Score
from pocket.words import Words
from ring.frames import LENGTH_MAX
from ring.link_espnow import EspNowLink
from sim.hardware import colour_screen
from tests import fake_espnow
from tests.firmware import FACTS, ROOT, Firmware

WORDS = Words()
WITH = {what: [name for name, facts in FACTS.items() if what in facts] for what in ("neopixel", "battery", "uarts")}
RADIO = {kind: [name for name, facts in FACTS.items() if kind in facts["radio"]] for kind in ("espnow", "wifi")}
ALONE = {"HATS_LINK": "none"}


def test_every_profile_has_facts_and_the_other_way_round():
    assert boards.profiles() == sorted(FACTS)


def test_an_unknown_board_is_told_what_to_do():
    with pytest.raises(ValueError, match="HATS_PROFILE"):
        boards.profile("toaster")


@pytest.mark.parametrize("name", FACTS)
def test_the_facts_agree_with_the_stubs_of_the_firmware(name):
    firmware, facts = Firmware(name), FACTS[name]
    numbers = dict(re.findall(r"^(\w+): microcontroller\.Pin  # GPIO(\d+)$", firmware.definition, re.MULTILINE))
    assert {pin: int(numbers[pin]) for pin in facts["pins"]} == facts["pins"]
    assert f"port: {facts['port']}" in firmware.definition
    assert ("DISPLAY: displayio.Display" in firmware.definition) == facts["display"]["built_in"]
    assert [kind for kind in ("espnow", "wifi") if firmware.has(kind)] == facts["radio"]
    assert firmware.has("usb_cdc") == facts["usb"]
    neopixel = facts.get("neopixel", {})
    assert ("NEOPIXEL" in numbers) == (bool(neopixel) and not neopixel.get("added", False))
    assert neopixel.get("power", "") == ("NEOPIXEL_POWER" if "NEOPIXEL_POWER" in numbers else "")


@pytest.mark.parametrize("name", FACTS)
def test_a_profile_names_pins_that_the_facts_have(name):
    tree = ast.parse((ROOT / "boards" / f"{name}.py").read_text("utf-8"))
    named = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", None) == "board" and node.attr != "I2C"
    }
    assert named <= set(FACTS[name]["pins"])


@pytest.mark.parametrize("name", FACTS)
def test_keys_are_debounced_and_a_queue_that_was_full_is_told(name):
    with Firmware(name, ALONE).installed() as firmware:
        device = firmware.device()
        for press in range(70):
            if "keyboard" in FACTS[name]:
                firmware.cardputer_keyboard._edge(FACTS[name]["keyboard"][0]["keys"][0], press % 2 == 0)
            else:
                pads = [pad for pad in firmware.keypad._scanned if pad.key_count]
                assert all(pad._debounced for pad in pads)
                pads[-1].events._add(0, press % 2 == 0)
        assert device.keys.get() == (0, None)
        assert device.keys.get() is None


@pytest.mark.parametrize("name", FACTS)
def test_it_uses_the_boards_pins_and_no_others(name):
    facts = FACTS[name]
    with Firmware(name, ALONE if not facts.get("uarts") else {}).installed() as firmware:
        firmware.device()
        used = {number for number in range(49) if claimed(firmware, number)}
    added = {facts["pins"][pin] for pin in facts["pins"] if pin in ("IO1", "G26", "G32")}  # free, for a NeoPixel
    assert used == set(facts["pins"].values()) - added


def claimed(firmware, number):
    pins = [pin for pin in vars(firmware.board).values() if getattr(pin, "_number", None) == number]
    return any(pin._owner is not None for pin in pins)


@pytest.mark.parametrize("name", FACTS)
def test_code_py_starts_and_its_keys_go_through_the_screens(name):
    def script(firmware):
        yield from firmware.until(firmware.shows("Blue"))
        yield from firmware.wait(SURPRISE_MS)
        first = firmware.texts()
        yield from firmware.press(1)
        second = firmware.texts()
        assert second != first, "NO goes to the next in the list"
        if firmware.keys() > 2:
            yield from firmware.press(2)
            assert firmware.texts() == first, "MORE goes back"
        yield from firmware.leaf_to(first)
        yield from firmware.press(0)
        assert firmware.texts()[0] == "That's Not a Hat"
        yield from firmware.choose("Close")
        yield from firmware.until(lambda: firmware.texts() == first)
        yield from firmware.choose("3 bots")
        yield from firmware.until(lambda: firmware.texts()[0] not in (first[0], "That's Not a Hat"))
        reached.append(firmware.texts())

    reached = []
    Firmware(name, {**ALONE, "HATS_PIXEL_PIN": "IO1" if name.startswith("lilygo") else "G26"}).run(script)
    assert reached


@pytest.mark.parametrize("way", [0, 1])
def test_on_a_keyboard_two_keys_mean_the_same(way):
    def script(firmware):
        yield from firmware.wait(SURPRISE_MS)
        first = firmware.texts()
        yield from firmware.press(1, way)
        assert firmware.texts() != first
        yield from firmware.leaf_to(first, way)
        yield from firmware.press(0, way)
        reached.append(firmware.texts()[0])

    reached = []
    Firmware("m5stack_cardputer", ALONE).run(script)
    assert reached == ["That's Not a Hat"]


def lit(firmware, pin):
    data = firmware.pin(pin)._data
    return any(data) and (data[1], data[0], data[2])


def in_a_game(pin, seen):
    """A script that plays against bots until the lamp at `pin` has shown a colour."""

    def script(firmware):
        yield from firmware.wait(SURPRISE_MS)
        yield from firmware.choose("3 bots")
        while len(seen) < 1:
            yield from firmware.press(0)
            if lit(firmware, pin):
                seen.append(lit(firmware, pin))

    return script


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH["neopixel"])
def test_its_neopixel_lights_up_and_has_power(name):
    neopixel, seen = FACTS[name]["neopixel"], []
    firmware = Firmware(name, ALONE)
    firmware.run(in_a_game(neopixel["pin"], seen))
    assert max(seen[0]) > 0
    assert len(firmware.pin(neopixel["pin"])._data) == 3 * neopixel["count"]
    if "power" in neopixel:
        assert firmware.pin(neopixel["power"])._output is True


@pytest.mark.parametrize("name", sorted(set(FACTS) - set(WITH["neopixel"])))
def test_a_neopixel_can_be_added_where_there_is_none(name):
    pin = next(pin for pin in ("IO1", "G26") if pin in FACTS[name]["pins"])
    seen = []
    firmware = Firmware(name, {**ALONE, "HATS_PIXEL_PIN": pin, "HATS_PIXELS": 3})
    firmware.run(in_a_game(pin, seen))
    assert len(firmware.pin(pin)._data) == 9
    with Firmware(name, ALONE).installed() as firmware:
        device = firmware.device()
        assert (device.pixels, device.problems) == (None, [])


@pytest.mark.parametrize("pin", ["GP99", "BUTTON0", "board_id", 5])
def test_a_wrong_pin_for_a_neopixel_is_told_and_ignored(pin):
    with Firmware("lilygo_tdisplay_s3", {**ALONE, "HATS_PIXEL_PIN": pin}).installed() as firmware:
        device = firmware.device()
    assert device.pixels is None
    assert [WORDS.say(*one) for one in device.problems] == ["HATS_PIXEL_PIN must be a free pin."]


@pytest.mark.parametrize(("name", "pin"), [("raspberry_pi_pico", "GP18"), ("lilygo_tdisplay_s3", "IO1")])
def test_a_sounder_can_be_added(name, pin):
    with Firmware(name, {**ALONE, "HATS_PIEZO_PIN": pin}).installed() as firmware:
        device = firmware.device()
        heard = heard_at(device, firmware.pin(pin)._owner)
    assert (heard, device.problems) == ([0, 440, 1568, 0], [])


def test_the_sticks_own_sounder_needs_no_setting():
    with Firmware("m5stack_stick_c_plus2", ALONE).installed() as firmware:
        assert heard_at(firmware.device(), firmware.board.SPEAKER._owner) == [0, 440, 1568, 0]


def heard_at(device, pwm):
    heard = [pwm.frequency * (pwm.duty_cycle > 0)]
    for hz in (440, 1568, 0):
        device.tone(hz)
        heard.append(pwm.frequency * (pwm.duty_cycle > 0))
    return heard


@pytest.mark.parametrize("pin", ["GP99", "BUTTON0", "board_id", 5])
def test_a_wrong_pin_for_a_sounder_is_told_and_ignored(pin):
    with Firmware("lilygo_tdisplay_s3", {**ALONE, "HATS_PIEZO_PIN": pin}).installed() as firmware:
        device = firmware.device()
    assert device.tone is None
    assert [WORDS.say(*one) for one in device.problems] == ["HATS_PIEZO_PIN must be a free pin."]


@pytest.mark.parametrize("count", [0, -1, 65, "3", None])
def test_a_wrong_number_of_added_neopixels_is_one(count):
    with Firmware("raspberry_pi_pico", {"HATS_PIXELS": count}).installed() as firmware:
        assert len(firmware.device().pixels) == 1


@pytest.mark.parametrize("name", FACTS)
def test_its_display_is_wider_than_high_and_only_refreshes_when_told(name):
    with Firmware(name, ALONE).installed() as firmware:
        display = firmware.device().display
    width, height = sorted([FACTS[name]["display"][side] for side in ("width", "height")], reverse=True)
    assert (display.width, display.height, display.auto_refresh) == (width, height, False)


PAGE = Drawn("Your gift", "a nice hat", "You may look", "Thank you", "Not a hat", 1, Score(3, (("", 1),)), None, 0)


@pytest.mark.parametrize("turned", [1, 90, 270])  # as the firmware has it today, and as it might have it once
def test_the_sticks_display_shows_what_one_that_lies_already_shows(turned, monkeypatch):
    monkeypatch.setitem(FACTS["m5stack_stick_c_plus2"]["display"], "rotation", turned)
    with Firmware("m5stack_stick_c_plus2", ALONE).installed() as firmware:
        Renderer(firmware.device().display).draw(PAGE)
        seen = firmware.screen.rgb()
    plain = colour_screen()
    Renderer(plain.display).draw(PAGE)
    assert seen == plain.rgb()


def test_the_largest_display_is_filled_to_its_edges():
    with Firmware("lilygo_tdisplay_s3", ALONE).installed() as firmware:
        Renderer(firmware.device().display).draw(PAGE)
        rgb, width, height = firmware.screen.rgb(), firmware.screen.width, firmware.screen.height
    paper = COLOUR.paper >> 16 & 0xF8, COLOUR.paper >> 8 & 0xFC, COLOUR.paper & 0xF8  # as 16 bits hold it
    pixels = [tuple(rgb[at : at + 3]) for at in range(0, len(rgb), 3)]
    near = [all(abs(have - want) < 8 for have, want in zip(pixel, paper, strict=True)) for pixel in pixels]
    across = [at % width for at, is_paper in enumerate(near) if not is_paper]
    down = [at // width for at, is_paper in enumerate(near) if not is_paper]
    assert (min(across), max(across)) == (0, width - 1)  # the captions stand in the corners
    assert min(down) < 8
    assert max(down) == height - 1


@pytest.mark.parametrize("name", WITH["battery"])
@pytest.mark.parametrize(("millivolts", "percent"), [(4100, 100), (3900, 75), (3300, 0)])
def test_its_battery_is_measured(name, millivolts, percent):
    with Firmware(name, ALONE, battery_mv=millivolts).installed() as firmware:
        assert firmware.device().battery() in (percent, percent - 1)  # a converter rounds


@pytest.mark.parametrize("name", [name for name in WITH["battery"] if "pin" in FACTS[name]["battery"]])
def test_without_a_battery_the_charger_is_not_taken_for_one(name):
    with Firmware(name, ALONE, battery_mv=4400).installed() as firmware:
        assert firmware.device().battery() is None


@pytest.mark.parametrize("name", [name for name in WITH["battery"] if "gauge" in FACTS[name]["battery"]])
@pytest.mark.parametrize("on_bus", [{}, {0x0B: {}}, {0x36: {4: 104}}])
def test_a_board_works_whatever_its_gauge_says(name, on_bus):
    with Firmware(name, ALONE, on_bus=on_bus).installed() as firmware:
        battery = firmware.device().battery
        assert battery is None if not on_bus else battery() == (100 if 0x36 in on_bus else None)


@pytest.mark.parametrize("name", sorted(set(FACTS) - set(WITH["battery"])))
def test_a_board_that_cannot_tell_its_battery_says_so(name):
    with Firmware(name, ALONE).installed() as firmware:
        assert firmware.device().battery is None


@pytest.mark.parametrize("name", [name for name in WITH["battery"] if "gauge" in FACTS[name]["battery"]])
def test_a_bus_that_something_else_holds_does_not_stop_the_board(name, monkeypatch):
    with Firmware(name, ALONE, on_bus={0x36: {4: 50}}).installed() as firmware:
        device = firmware.device()
        monkeypatch.setattr(firmware.busio.I2C, "try_lock", lambda bus: False)
        assert device.battery() is None


@pytest.mark.parametrize("name", FACTS)
def test_a_device_has_the_number_of_its_chip(name):
    with Firmware(name, ALONE).installed() as firmware:
        assert firmware.device().uid == bytes(firmware.microcontroller.cpu.uid)


@pytest.mark.parametrize("address", [0x3C, 0x3D])
@pytest.mark.parametrize("name", [name for name in FACTS if not FACTS[name]["display"]["built_in"]])
def test_an_added_display_is_found_at_either_address(name, address):
    with Firmware(name, ALONE, on_bus={address: {}}).installed() as firmware:
        assert firmware.device().display.width == 128


@pytest.mark.parametrize("name", [name for name in FACTS if not FACTS[name]["display"]["built_in"]])
@pytest.mark.parametrize("on_bus", [{}, {0x20: {}}])
def test_without_its_display_a_board_stops(name, on_bus):
    with Firmware(name, ALONE, on_bus=on_bus).installed() as firmware, pytest.raises((RuntimeError, ValueError)):
        firmware.device()


@pytest.mark.parametrize("name", RADIO["espnow"])
def test_boards_with_espnow_are_heard_by_others(name):
    heard = []

    def script(firmware):
        other = fake_espnow.Board(firmware.wifi._air)
        link = EspNowLink(other.espnow, other.wifi, 11)
        yield from firmware.wait(SURPRISE_MS)
        yield from firmware.choose("Open")
        yield from firmware.until(lambda: heard.append(link.recv()) or heard[-1])

    Firmware(name, {"HATS_CHANNEL": 11}).run(script)
    assert 0 < len(heard[-1]) <= LENGTH_MAX


@pytest.mark.parametrize("name", RADIO["wifi"])
@pytest.mark.parametrize(
    ("settings", "everybody"),
    [({}, "192.168.7.255"), ({"HATS_ACCESS_POINT": 1, "HATS_PASSWORD": "12345678"}, "192.168.4.255")],
)
def test_boards_with_wifi_talk_over_a_network_or_open_one(name, settings, everybody):
    def script(firmware):
        yield from firmware.wait(SURPRISE_MS)
        yield from firmware.choose("Open")
        yield from firmware.until(lambda: firmware.socketpool._sent)
        sent.extend(firmware.socketpool._sent)

    sent = []
    Firmware(name, {"HATS_LINK": "udp", **settings}).run(script)
    assert {address for _, address in sent} == {(everybody, 0x4848)}


def test_a_pico_w_talks_over_wifi_if_nothing_is_said():
    with Firmware("raspberry_pi_pico_w").installed() as firmware:
        assert type(firmware.device().link).__name__ == "UdpLink"


@pytest.mark.parametrize("name", WITH["uarts"])
def test_boards_without_radio_talk_to_both_neighbours_and_pass_on(name):
    def script(firmware):
        yield from firmware.wait(SURPRISE_MS)
        yield from firmware.choose("Open")
        yield from firmware.until(lambda: all(port._sent for port in firmware.busio._ports))
        first, second = firmware.busio._ports
        assert first._sent == second._sent
        first._sent = second._sent = b""
        first._received = b"\xc0\x05\0\1hello" + crc32(b"\0\1hello").to_bytes(4, "big") + b"\xc0"
        yield from firmware.until(lambda: b"hello" in second._sent)
        assert b"hello" not in first._sent
        passed.append(second._baudrate)

    passed = []
    Firmware(name).run(script)
    assert passed == [115200]


@pytest.mark.parametrize(
    ("name", "settings", "problem"),
    [
        ("raspberry_pi_pico", {"HATS_LINK": "udp"}, "HATS_LINK must be one of: uart, none."),
        ("raspberry_pi_pico_w", {"HATS_LINK": "espnow"}, "HATS_LINK must be one of: udp, mqtt, none."),
        ("lilygo_tdisplay_s3", {"HATS_LINK": "uart"}, "HATS_LINK must be one of: espnow, udp, mqtt, none."),
        ("lilygo_tdisplay_s3", {"HATS_CHANNEL": 14}, "HATS_CHANNEL must be from 1 to 13."),
        ("lilygo_tdisplay_s3", {"HATS_CHANNEL": "6"}, "HATS_CHANNEL must be from 1 to 13."),
        ("raspberry_pi_pico_w", {"HATS_WIFI": 12345}, "The Wi-Fi 12345 cannot be joined"),
        ("raspberry_pi_pico_w", {"HATS_WIFI": "w" * 33}, "HATS_WIFI must be 1 to 32 characters."),
        ("raspberry_pi_pico_w", {"HATS_PASSWORD": "short"}, "HATS_PASSWORD must be 8 to 63 characters."),
        ("raspberry_pi_pico_w", {"HATS_LINK": "mqtt"}, "HATS_BROKER must be 1 to 255 characters."),
        (
            "raspberry_pi_pico_w",
            {"HATS_LINK": "mqtt", "HATS_BROKER": "b", "HATS_KEY": "hat"},
            "HATS_KEY must be 32 hexadecimal digits",
        ),
    ],
)
def test_a_link_that_cannot_work_is_told_on_the_screen_and_the_board_plays_alone(name, settings, problem):
    def script(firmware):
        yield from firmware.until(firmware.shows(problem[:12]))
        yield from firmware.wait(SURPRISE_MS)
        yield from firmware.press(0)
        if "HATS_KEY" in settings:
            yield from firmware.press(0)  # the settings say the same of the key
        yield from firmware.until(firmware.shows("Blue"))
        told.append(firmware.texts())

    told = []
    with Firmware(name, settings).installed() as firmware:
        assert WORDS.say(*firmware.device().problems[0]).startswith(problem)
    Firmware(name, settings).run(script)
    assert told
