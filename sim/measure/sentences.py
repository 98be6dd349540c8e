"""Every sentence of a language as it appears, filled in, with the screen on which it stands: `python3 dev.py words de`.

For whoever reviews a language, and for tests that look at whole sentences.
"""

import sys
from collections.abc import Iterator, Sequence

import engine
from boards.assets import language
from boards.tool import terminal
from pocket.screens.page import Page
from pocket.words import GIFTS, PEOPLE, Words
from sim.measure import stage

NAMES = ("Anna", "Ben", "Hugo", "Irina")  # that begin with vowels, an h and none of these
EIGHT = (*NAMES, "Karl", "Lena", "Ole", "Ulla")
MATCHES = ((NAMES, 0), (EIGHT, 1))  # who plays, and which of its values each option has
SAMPLES = {  # what fills the gaps of sentences that are on none of the screens below; others are filled with names
    "deck": ("Kitchen",),
    "deck_lacks": ("Anna, Ben", "Kitchen"),
    "battery_low": (15,),
    "the_bad_line": (12,),
    "the_double": ("HATS_NAME",),
    "the_unknown": ("HATS_PLAYER",),
    "want_letters": ("☺",),
}
CARRIERS = (("speaks", Words.nice_gift), ("thanks_or", Words.a_gift), ("speaks_unsure", Words.a_gift))


class Overheard(Words):
    """Words that note what they say: `said`, by key the first text."""

    def __init__(self, spoken: str) -> None:
        self.said: dict[str, str] = {}
        Words.__init__(self, spoken)

    def say(self, key: str, *values: object) -> str:
        text = Words.say(self, key, *values)
        self.said.setdefault(key, text)
        return text


def screens(words: Words) -> Iterator[tuple[str, Page]]:
    """(which one it is, its Page) of every kind of screen."""
    for group in (stage.lobby(words, NAMES), stage.interruptions(words, NAMES)):
        yield from group
    for name in engine.GAMES:
        for people, turn in MATCHES:
            choices = engine.rules(name).choices(len(people))
            options = {key: values[turn % len(values)] for key, values in choices}
            for what, page in stage.match(words, name, people, turn + 1, options):
                yield f"{name}: {what}", page


def heard(spoken: str) -> dict[str, tuple[str, str]]:
    """By key (the sentence as it appears first, on which screen); without those that appear on none of `screens`."""
    words, found = Overheard(spoken), {}
    for what, page in screens(words):
        for cursor in range(len(page.items or "1")):
            page.at(words, cursor)
        for key, text in words.said.items():
            found.setdefault(key, (text, what))
        words.said.clear()
    return found


def lines(spoken: str) -> Iterator[str]:
    """What is printed for a language."""
    words, found = Words(spoken), heard(spoken)
    for key, text in language.complete(spoken)[0]["sentences"].items():
        sample = text.format(*SAMPLES.get(key, NAMES))
        told, screen = found.get(key, (sample, "now and then"))
        yield f"{key}\t{told}\t[{screen}]"
    for number in range(GIFTS):
        for other in (0, 1):
            carried = [words.say(key, form(words, number, other)) for key, form in CARRIERS]
            yield "\t".join([words.gift(number, other), *carried])
    for number in range(PEOPLE):
        sentences = words.say("look_title", words.above(number)), words.say("looked", NAMES[0], words.above(number))
        yield "\t".join([words.character(number), *sentences, words.hat(number)])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns the exit status."""
    parser = terminal.Parser(prog="python3 dev.py words", description="Print every sentence as it appears, and where.")
    parser.add_argument("language", metavar="LANGUAGE", choices=language.languages())
    for line in lines(parser.parse_args(arguments).language):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(terminal.run(main))
