"""Makes a deck of somebody's own, a JSON file, into what devices read: `python3 dev.py deck FILE.json FOLDER`.

docs/decks.md tells what stands in such a file. Everything that could go wrong at a table is found here, and said in a
sentence.
"""

import hashlib
import json
import sys
import warnings
from collections import namedtuple
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps

from boards.assets import build, grammar, language
from boards.tool import terminal

LEAST, MOST = 40, 110  # gifts
NAME_LONGEST = 12  # letters of the deck's own name
TEXT_LONGEST = 60  # letters: more never fit into two lines, and measuring them takes time
FILE_LARGEST = 1 << 20  # bytes of a deck's file
SIDE_LONGEST = 4096  # pixels of a picture
WIDTH, LINES = 94, 2  # pixels beside a picture on the smallest screen, and lines there
ROW = 124  # pixels of a row, with its marks, in a list on the smallest screen
SMALLEST = min(max(layout.pictures) for layout in build.LAYOUTS.values())  # pixels a side: of a gift on small screens
FORMS = 3  # of a gift's name: alone, as it is offered, with its article

Gift = namedtuple("Gift", ("names", "picture"))  # {language: its forms}; a code point, or the path of a PNG file
Deck = namedtuple("Deck", ("name", "gifts", "id"))


class DeckError(ValueError):
    """A deck cannot be played with. The message is a sentence that says why."""


def read(path: str | Path) -> Deck:
    """The Deck in the JSON file `path`. Raises DeckError."""
    path = Path(path)
    try:
        if path.stat().st_size > FILE_LARGEST:
            raise DeckError(f"{path} is larger than {FILE_LARGEST >> 20} MB, and no deck is.")
        data = json.loads(path.read_text(encoding="utf-8-sig"), object_pairs_hook=_without_doubles)
    except OSError as error:
        raise DeckError(f"The deck {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise DeckError(f"{path} is no text in UTF-8: save it as such.") from error
    except json.JSONDecodeError as error:
        raise DeckError(f"{path}, line {error.lineno}: this is no JSON ({error.msg}).") from error
    except RecursionError as error:
        raise DeckError(f"{path} has brackets within brackets within brackets: docs/decks.md shows a deck.") from error
    if not isinstance(data, dict) or set(data) != {"name", "gifts"} or not isinstance(data["gifts"], list):
        raise DeckError(f'{path} must be {{"name": ..., "gifts": [...]}} and have nothing else beside these.')
    name = _checked(data["name"], "The deck's name")
    if len(name) > NAME_LONGEST:
        raise DeckError(f"The deck's name {name!r} has {len(name)} letters: {NAME_LONGEST} at most.")
    if not LEAST <= len(data["gifts"]) <= MOST:
        raise DeckError(f"The deck has {len(data['gifts'])} gifts: it must have {LEAST} to {MOST}.")
    gifts = [_gift(one, number, path.parent) for number, one in enumerate(data["gifts"], 1)]
    _check_doubles(gifts)
    return Deck(name, gifts, _id(name, gifts))


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The dict of an object in JSON. Raises DeckError where a key comes twice, of which one would be lost."""
    keys = [key for key, _ in pairs]
    doubled = [key for key in keys if keys.count(key) > 1] if len(set(keys)) < len(keys) else []
    if doubled:
        raise DeckError(f"{dict(pairs)!r:.60} ... has {doubled[0]!r} twice: take one of them away.")
    return dict(pairs)


def _gift(data: object, number: int, folder: Path) -> Gift:
    """The Gift in an entry, the `number`-th of its deck, counted from 1."""
    where = f"Gift {number}"
    if not isinstance(data, dict):
        raise DeckError(f'{where} must be like {{"en": "whisk", "picture": "1F373"}}.')
    unknown = sorted(set(data) - {*language.languages(), "picture"})
    if unknown:
        raise DeckError(
            f"{where} has {unknown[0]!r}, which is neither picture nor a language ({', '.join(language.languages())})."
        )
    if "en" not in data:
        raise DeckError(f"{where} has no English name: it stands in where another language has none.")
    names = {spoken: _forms(data[spoken], spoken, where) for spoken in language.languages() if spoken in data}
    return Gift(names, _picture(data.get("picture"), f"{where}, {names['en'][0]}", folder))


def _forms(value: object, spoken: str, where: str) -> tuple[str, ...]:
    """The three forms of a name in a language. In English they can be made from the name."""
    if isinstance(value, str) and spoken == "en":
        value = [value, f"a nice {value}", f"{grammar.article(value)} {value}"]
    if not isinstance(value, list) or len(value) != FORMS:
        raise DeckError(f'{where}, {spoken}: write three forms, like ["whisk", "a nice whisk", "a whisk"].')
    for form in value:
        _checked(form, f"{where}, {spoken}: a name")
        lines = _lines(form)
        if len(lines) > LINES or max(map(_width, lines)) > WIDTH:
            raise DeckError(f"{where}, {spoken}: {form!r} is too long for the smallest screen. Shorten it.")
    if _width(f">{value[0]}<") > ROW:
        too_long = f"{value[0]!r} is too long for a row of the list from which gifts are picked"
        raise DeckError(f"{where}, {spoken}: {too_long}. Shorten it.")
    fault = grammar.fault(spoken, value)
    if fault:
        raise DeckError(f"{where}, {spoken}: {fault}")
    return tuple(value)


def _checked(text: object, what: str) -> str:
    """`text`, if every screen can show it."""
    if isinstance(text, str) and len(text) > TEXT_LONGEST:
        raise DeckError(f"{what} has {len(text)} letters, which no screen can show: {text[:20]!r} ... Shorten it.")
    if not isinstance(text, str) or not text or text != " ".join(text.split()):
        raise DeckError(f"{what} must be a text without blanks to spare, not {text!r}.")
    strange = sorted(set(text) - set(build.LETTERS))
    if strange:
        raise DeckError(f"{what}, {text!r}, has {strange[0]!r}, which the screens cannot draw.")
    return text


def _lines(text: str) -> list[str]:
    """`text` broken at blanks, as a screen breaks it."""
    lines = []
    for word in text.split(" "):
        if lines and _width(f"{lines[-1]} {word}") <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _width(text: str) -> int:
    """Pixels of a line in the smallest letters."""
    draw = build.fixed(build.LAYOUTS["mono"].fonts["small"])
    return sum(draw(letter).image.width for letter in text)


def _picture(value: Any, where: str, folder: Path) -> int | Path:
    """The code point, or the path of the PNG file, that an entry names."""
    if isinstance(value, str) and value.lower().endswith(".png"):
        path = folder / value
        _check_picture(path, where)
        return path
    try:
        code = int(value, 16)
        character = chr(code)
    except (TypeError, ValueError, OverflowError) as error:
        wanted = 'an emoji, like "1F373", or a PNG file beside the deck, like "whisk.png"'
        raise DeckError(f"{where}: the picture must be {wanted}, not {value!r}.") from error
    font = build.noto("NotoEmoji", 32, build.EMOJI_WEIGHT)
    absent = bytes(font.getmask("\U0010ffff", "1"))
    drawn = bytes(font.getmask(character, "1"))
    if drawn == absent or not any(drawn):
        raise DeckError(f"{where}: Noto Emoji draws nothing for the picture {value!r}. Look for another one.")
    return code


def _check_picture(path: Path, where: str) -> None:
    """A picture must be a PNG file of which something can be seen."""
    try:
        with warnings.catch_warnings(), Image.open(path, formats=["PNG"]) as image:
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            too_large = max(image.size) > SIDE_LONGEST
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        too_large = True
    except (OSError, SyntaxError, ValueError) as error:
        raise DeckError(f"{where}: the picture {path} cannot be read as a PNG file.") from error
    if too_large:
        raise DeckError(f"{where}: the picture {path} has more than {SIDE_LONGEST} pixels a side: make it smaller.")
    try:
        drawn = _drawn(path, SMALLEST)
    except (OSError, SyntaxError, ValueError) as error:
        raise DeckError(f"{where}: the picture {path} cannot be read as a PNG file.") from error
    if drawn.getbbox() is None:
        raise DeckError(f"{where}: nothing can be seen of the picture {path}: draw in black, on white or on nothing.")


def _look(picture: int | Path) -> int | bytes:
    """What tells pictures apart that look the same."""
    return _drawn(picture, SMALLEST).tobytes() if isinstance(picture, Path) else picture


def _check_doubles(gifts: list[Gift]) -> None:
    """No two gifts may be called the same, nor look the same."""
    for spoken in _languages(gifts):
        seen = {}
        for number, gift in enumerate(gifts, 1):
            for form in range(FORMS):
                name = _names(gift, spoken)[form]
                other = seen.setdefault((form, name.casefold()), number)
                if other != number:
                    raise DeckError(f"Gifts {other} and {number} are both called {name!r} ({spoken}).")
        for name, longer in grammar.inside(spoken, [_names(gift, spoken)[:1] for gift in gifts]):
            raise DeckError(f"{longer!r} is a {name!r} too ({spoken}), so nobody could doubt it: rename one of them.")
    seen = {}
    for number, gift in enumerate(gifts, 1):
        other = seen.setdefault(_look(gift.picture), number)
        if other != number:
            raise DeckError(f"Gifts {other} and {number} have the same picture.")


def _languages(gifts: list[Gift]) -> list[str]:
    return [spoken for spoken in language.languages() if any(spoken in gift.names for gift in gifts)]


def _names(gift: Gift, spoken: str) -> tuple[str, ...]:
    """Its forms; in a language that it lacks its English name alone, for an English article would not fit there."""
    return gift.names.get(spoken) or gift.names["en"][:1] * FORMS


def _id(name: str, gifts: list[Gift]) -> bytes:
    """Four bytes that tell this deck from others: of the SHA-1 of what it says and shows."""
    content = hashlib.sha1(name.encode(), usedforsecurity=False)
    for gift in gifts:
        content.update(json.dumps(gift.names, sort_keys=True).encode())
        picture = gift.picture
        content.update(picture.read_bytes() if isinstance(picture, Path) else str(picture).encode())
    return content.digest()[:4]


def make(path: str | Path, folder: str | Path) -> Deck:
    """Make the deck in the JSON file `path` into `folder`, which is made too. Returns the Deck. Raises DeckError, and
    OSError when the folder cannot be written.
    """
    deck, folder = read(path), Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.words"):  # a deck that was there before may have had more languages
        old.unlink()
    for spoken in _languages(deck.gifts):
        texts = [_names(gift, spoken)[form] for form in range(FORMS) for gift in deck.gifts]
        (folder / f"{spoken}.words").write_bytes(language.pack({}, texts, spoken))
    for layout in build.LAYOUTS.values():
        size = max(layout.pictures)  # in the smaller ones no gifts are shown
        build.stacked([_drawn(gift.picture, size) for gift in deck.gifts], size).save(folder / f"pictures{size}.bmp")
    (folder / "deck").write_bytes(deck.id + bytes([len(deck.gifts)]) + deck.name.encode())
    return deck


def _drawn(picture: int | Path, size: int) -> Image.Image:
    if not isinstance(picture, Path):
        return build.emoji(picture, size)
    with Image.open(picture) as file:
        image = file.convert("RGBA")
    paper = Image.new("RGBA", image.size, "white")
    dark = ImageOps.invert(Image.alpha_composite(paper, image).convert("L"))  # ink is what a screen lights
    return build.fitted(dark, size)


def main(arguments: list[str] | None = None) -> int:
    """The command. Returns the exit status."""
    parser = terminal.Parser(
        prog="python3 dev.py deck", description="Make a deck of your own into the folder of a device."
    )
    parser.add_argument("deck", metavar="FILE.json", help="the deck; docs/decks.md tells how to write one")
    parser.add_argument("folder", metavar="FOLDER", help="where to, on a board /assets/deck")
    options = parser.parse_args(arguments)
    try:
        deck = make(options.deck, options.folder)
    except (OSError, ValueError) as error:
        print(f"deck: {error}", file=sys.stderr)
        return 1
    print(f"{deck.name}: {len(deck.gifts)} gifts, id {deck.id.hex()}")
    return 0


if __name__ == "__main__":
    sys.exit(terminal.run(main))
