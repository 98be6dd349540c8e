"""Every command line of the project says in a sentence what is wrong with it, and where to read what it takes."""

import argparse
from pathlib import Path

import pytest

from boards.assets import build, deck
from boards.tool import cli
from sim import __main__ as sim
from sim.measure import sentences

ROOT = Path(__file__).resolve().parents[1]
JARGON = ("usage", "invalid", "unrecognized", "argument", "expected", "choose from", " int ", "lambda", "Traceback")
ODD = "?:-1"  # what hardly any option can be


def commands(parser):
    """A parser, and those of its commands."""
    found = [parser]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in dict.fromkeys(action.choices.values()):
                found += commands(one)
    return found


COMMANDS = {one.prog: one for made in (sim.make_parser(), cli.make_parser()) for one in commands(made)}
EVERY = pytest.mark.parametrize("command", COMMANDS)
OPTIONS = [
    (command, action.option_strings[-1])
    for command, parser in COMMANDS.items()
    for action in parser._actions
    if action.option_strings and action.nargs is None
]


def refusal(capsys, parse, arguments):
    """What is said of arguments: one line, in which nothing is meant for programmers."""
    with pytest.raises(SystemExit) as ended:
        parse(arguments)
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert err.count("\n") == 1
    assert [word for word in JARGON if word in err] == []
    assert err.endswith("--help\n")
    return err


@EVERY
def test_an_option_that_it_does_not_have_is_named_by_the_command_that_lacks_it(command, capsys):
    told = refusal(capsys, COMMANDS[command].parse_args, ["--nothing-of-the-kind", "7"])
    assert told.startswith(f"{command}: ")
    needed = [action for action in COMMANDS[command]._actions if action.required]
    assert "there is no option --nothing-of-the-kind." in told or needed


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_an_option_without_its_value_says_so(command, option, capsys):
    assert f"{option} needs a value behind it." in refusal(capsys, COMMANDS[command].parse_args, [option])


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_a_value_that_cannot_be_is_refused_with_what_can(command, option, capsys):
    action = next(action for action in COMMANDS[command]._actions if option in action.option_strings)
    if action.choices or action.type not in (None, str, sim.words, cli.party.deck_path):
        told = refusal(capsys, COMMANDS[command].parse_args, [f"{option}={ODD}"])
        assert option in told
        assert " must be " in told or "It can be: " in told


@pytest.mark.parametrize(
    ("parse", "arguments", "sentence"),
    [
        (cli.make_parser().parse_args, "uninstall --set A", "boards uninstall: there is no option --set."),
        (cli.make_parser().parse_args, "reset now", "boards reset: 'now' is too much."),
        (cli.make_parser().parse_args, "fly", "boards: there is no command 'fly'. The commands are: list,"),
        (cli.make_parser().parse_args, "run", "boards run: this is missing: FILE."),
        (sim.make_parser().parse_args, "", "sim: say which command."),
        (sim.make_parser().parse_args, "play --plyers 3", "there is no option --plyers. Did you mean --players?"),
        (sim.make_parser().parse_args, "play --json=1", "--json takes no value."),
        (sim.make_parser().parse_args, "replay --at 99999", "--at must be a number of seconds from 0 to 86400."),
        (sim.make_parser().parse_args, "replay --at soon", "--at must be a number of seconds from 0 to 86400."),
        (sim.make_parser().parse_args, "chaos --seeds 9", "--seeds must be FIRST:END, two whole numbers,"),
        (sim.make_parser().parse_args, "board --place x", "--place must be a whole number, not 'x'."),
        (sim.make_parser().parse_args, "board --place 9", "--place cannot be 9. It can be: 0, 1, 2, 3, 4, 5, 6, 7, 8."),
        (sentences.main, "", "words: this is missing: LANGUAGE."),
        (sentences.main, "xx", "LANGUAGE cannot be 'xx'. It can be: en, de, fr, it, ru, vi."),
        (build.main, "--shet a.png", "assets: there is no option --shet. Did you mean --sheet?"),
        (deck.main, "a.json", "deck: this is missing: FOLDER."),
    ],
)
def test_a_slip_is_told_in_a_sentence_that_helps(parse, arguments, sentence, capsys):
    assert sentence in refusal(capsys, parse, arguments.split())


def test_no_command_line_is_read_by_a_parser_that_speaks_to_programmers():
    files = [path for folder in ("boards", "sim", "tests/rp2040") for path in (ROOT / folder).rglob("*.py")]
    plain = [str(path) for path in files if "ArgumentParser(" in path.read_text(encoding="utf-8")]
    assert plain == []
