"""Adding a link: a module and a row. One that nobody has heard of is put into the table and goes through everything."""

import importlib
import sys
import types

import pytest

import boards
from boards.tool import ToolError, doctor, partyset, plan
from boards.tool.cli import make_parser
from pocket.words import Words
from ring import links
from ring.link import Link
from sim import __main__ as commands
from sim.runs import board
from tests.firmware import FACTS, Firmware

PIGEONS = '''
"""A link that carries frames by pigeons."""

from ring.link import Link


def make(means, values):
    return PigeonLink(means.network(values), values["loft"])


class PigeonLink(Link):
    KEEPS_MS, MAY_WAIT = 70, True

    def __init__(self, network, loft):
        self.network, self.loft = network, loft
'''
ROW = links.Kind("pigeon", "network", (("loft", 3, lambda value: value in range(1, 10), ("want_range", 1, 9)),))
WITH_WIFI = [name for name, facts in FACTS.items() if "wifi" in facts["radio"]]


@pytest.fixture(autouse=True)
def pigeons(tmp_path, monkeypatch):
    """The module lies in a folder of its own, and all that was made of the table before is made anew."""
    (tmp_path / "link_pigeon.py").write_text(PIGEONS)
    monkeypatch.setattr(sys.modules["ring"], "__path__", [*sys.modules["ring"].__path__, str(tmp_path)])
    monkeypatch.setattr(links, "LINKS", (*links.LINKS, ROW))
    monkeypatch.delitem(sys.modules, "ring.link_pigeon", raising=False)
    plan.program.cache_clear()
    yield
    plan.program.cache_clear()


@pytest.fixture
def sets(monkeypatch):
    """`partyset`, as it is when the tool starts with this table."""
    spec = importlib.util.find_spec("boards.tool.partyset")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    for name in ("SHARED", "LINKS", "FIELDS"):
        monkeypatch.setattr(partyset, name, getattr(made, name))
    return partyset


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({}, None),
        ({"HATS_LOFT": 9}, None),
        ({"HATS_LOFT": 10}, "HATS_LOFT must be from 1 to 9."),
        ({"HATS_LINK": "geese"}, "HATS_LINK must be one of: udp, mqtt, pigeon, none."),
    ],
)
def test_a_board_starts_it_and_checks_its_settings(settings, problem):
    with Firmware("raspberry_pi_pico_w", {"HATS_LINK": "pigeon", **settings}).installed() as firmware:
        device = firmware.device()
    assert [Words().say(*one) for one in device.problems] == ([problem] if problem else [])
    if problem is None:
        assert (device.link.KEEPS_MS, device.link.MAY_WAIT) == (70, True)
        assert (device.link.network[1], device.link.loft) == ("192.168.7.255", settings.get("HATS_LOFT", 3))
    else:
        assert type(device.link) is Link


def test_it_goes_on_the_boards_that_can_have_it():
    for profile in boards.profiles():
        there = "lib/ring/link_pigeon.py" in plan.modules(profile)
        assert there is (profile in WITH_WIFI)
        assert (ROW in plan.links_of(profile)) is there


def test_a_set_has_its_settings_and_gives_them_to_the_boards(sets, tmp_path, monkeypatch):
    path = tmp_path / "family.toml"
    monkeypatch.setattr("boards.tool.commands.party.PLAIN", (*sets.SHARED, "game", "deck"))
    made = ["set", "--file", str(path), "--player", "Anna", "--link", "pigeon", "--wifi", "home", "--loft", "4"]
    args = make_parser().parse_args(made)
    assert args.function(args) == 0
    party = sets.PartySet.load(path)
    assert (party.link, party.loft) == ("pigeon", 4)
    assert {("HATS_LINK", "pigeon"), ("HATS_WIFI", "home"), ("HATS_LOFT", 4)} <= set(party.values("Anna"))
    party.loft = 99
    with pytest.raises(ToolError, match="loft must be from 1 to 9"):
        party.save()
    party.loft, party.wifi = 4, ""
    with pytest.raises(ToolError, match="the link pigeon needs wifi"):
        party.save()
    party.wifi, told = "home", []
    there = {**dict(party.values("Anna")), "HATS_LOFT": 5}
    doctor._check_set(there, party, (), [], told)
    assert told == [
        "HATS_LOFT is 5 here and 4 in the set: the boards will not hear each other. Take out a line of your own for "
        "it, which would win, and run `boards install --set` again."
    ]


def test_a_device_on_the_desktop_starts_it_with_its_options(capsys):
    parser = commands.make_parser()
    arguments = parser.parse_args(["board", "--link", "pigeon", "--loft", "6"])
    made = board.make_link(arguments, bytes(16))
    assert (made.loft, made.network[1]) == (6, board.LOOPBACK)
    arguments.loft = 12
    with pytest.raises(ValueError, match="--loft must be from 1 to 9"):
        board.make_link(arguments, bytes(16))


def test_every_row_of_the_table_has_its_module_and_says_what_it_needs():
    needs = [name for name, _ in links.NEEDS]
    for kind in links.LINKS:
        module = importlib.import_module(f"ring.link_{kind.name}")
        assert isinstance(module.make, types.FunctionType)
        assert kind.needs in needs
        for name, default, allowed, wanted in links.settings_of(kind):
            assert allowed(default) or name == "broker"
            assert name == name.lower()
            assert wanted[0].startswith("want_")
    assert {need for _, has in links.BOARDS for need in has} == set(needs)
