"""Makes docs/screens.md: every screen in both layouts, drawn by the program itself on virtual displays."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

import engine
from boards.assets import language
from boards.assets.build import LAYOUTS, fixed
from pocket.renderer import Renderer
from pocket.screens.pages import words_in
from sim.hardware import colour_screen, mono_screen
from sim.measure import stage

if TYPE_CHECKING:
    from pocket.screens.page import Drawn, Page
    from pocket.words import Words
    from sim.hardware import Screen


FOLDER = Path(__file__).resolve().parents[2] / "docs"
LANGUAGES = ("en", "de")  # in which all screens are shown
PEOPLE = ("Anna", "Ben", "Clara", "David", "Emil", "Frida")
SCREENS = {"colour": colour_screen, "mono": mono_screen}
COLUMNS = {"colour": 4, "mono": 7}
MATCHES: dict[
    str, list[tuple[int, dict[str, Any]]]
] = {  # (seed, options) of matches in which all screens of a game come up, where one of any options is too few
    "gifts": [(1, {"claims": "spoken"}), (1, {"claims": "picked", "start_gifts": 2}), (2, {"rounds": 4})],
    "zsa": [(1, {"claims": "spoken"}), (1, {"claims": "picked"})],
    "caps": [(1, {}), (2, {"rounds": 4})],
}
WORDIEST = 8  # screens that are shown in all languages

FACTOR, MARGIN, FRAME = 2, 10, 2  # a screen's pixel in pixels; pixels between screens, and around each
BACK, EDGE, INK = (0xF4, 0xF1, 0xEA), (0x60, 0x5C, 0x54), (0x20, 0x20, 0x20)


def make(folder: Path = FOLDER) -> None:
    """Write screens.md and screens/*.png into `folder`, a Path; pictures that no longer belong there are removed."""
    pictures = folder / "screens"
    pictures.mkdir(parents=True, exist_ok=True)
    for path in pictures.glob("*.png"):
        if path.stem not in names():
            path.unlink()
    for name in names():
        sheet(name).save(pictures / f"{name}.png", optimize=True)
    (folder / "screens.md").write_text(text(), encoding="utf-8", newline="\n")


def groups() -> dict[str, str]:
    """The title of every group of screens, by its name."""
    games = {name: words_in("en").say(name) for name in engine.GAMES}
    return {"lobby": "Before a game", **games, "table": "Between the moves"}


def names() -> list[str]:
    """The names of all sheets."""
    by_group = [f"{group}_{layout}_{spoken}" for group in groups() for spoken in LANGUAGES for layout in LAYOUTS]
    return by_group + [f"languages_{layout}" for layout in LAYOUTS]


def text() -> str:
    """The page on which the sheets are shown."""
    parts = [
        "# Screens",
        "Every screen of both layouts: 240 × 135 pixels in colour, and 128 × 64 pixels in one colour. The pictures are "
        "drawn by the program itself; `python3 dev.py sim gallery` makes them and this page again.",
    ]
    for group, title in groups().items():
        parts.append(f"## {title}")
        parts += [_picture(f"{group}_{layout}_{spoken}") for spoken in LANGUAGES for layout in LAYOUTS]
    parts += ["## The wordiest screens in all languages", *[_picture(f"languages_{layout}") for layout in LAYOUTS]]
    return "\n\n".join(parts) + "\n"


def _picture(name: str) -> str:
    return f"![{name.replace('_', ', ')}](screens/{name}.png)"


def sheet(name: str) -> Image.Image:
    """The sheet `name`, one of `names()`, as a picture."""
    group, layout, *spoken = name.split("_")
    if spoken:
        return _sheet(layout, shown(group, spoken[0]), COLUMNS[layout])
    languages = language.languages()
    albums = {one: dict(everything(one)) for one in languages}
    columns = [(f"{what} ({one})", albums[one][what]) for what in wordiest() for one in languages]
    return _sheet(layout, columns, len(languages))


@cache
def shown(group: str, spoken: str) -> "list[tuple[str, Drawn]]":
    """Pairs (what it is, what is drawn) of a group's screens in a language, none twice for other penalties alone."""
    words, frames = words_in(spoken), {}
    for what, page in _situations(words, group).items():
        for number, one in enumerate(_drawn(words, page)):
            named = what if number == 0 else f"{what}, {number + 1}"
            frames.setdefault(one._replace(score=None), (named, one))
    return list(frames.values())


def _situations(words: "Words", group: str) -> "dict[str, Page]":
    """By what it is, the first Page of each kind in a group."""
    if group in engine.GAMES:
        return {what: make(words) for what, make in _views(group).items()}
    return _firsts(stage.lobby(words, PEOPLE) if group == "lobby" else stage.interruptions(words, PEOPLE[:4]))


@cache
def _views(game: str) -> "dict[str, Callable[[Words], Page]]":
    """By what it is, a function that makes the first page of each kind in a game."""
    matches = MATCHES.get(game, [(1, {})])
    return _firsts(view for seed, options in matches for view in stage.views(game, PEOPLE[:4], seed, options))


def _firsts(pairs: "Iterable[tuple[str, Any]]") -> "dict[str, Any]":
    found: dict[str, Any] = {}
    for what, one in pairs:
        found.setdefault(what, one)
    return found


def _drawn(words: "Words", page: "Page") -> "list[Drawn]":
    """What can be seen of a page, one after the other; of a list of pictures, the first."""
    count = 1 if page.at(words, 0).picture is not None else len(page.items or "1")
    frames = [page.at(words, cursor) for cursor in range(count)]
    return frames + ([page.at(words, 0, True)] if page.secret else [])


def everything(spoken: str) -> "list[tuple[str, Drawn]]":
    """Pairs (what it is, what is drawn) of all groups."""
    return [(f"{group}: {what}", one) for group in groups() for what, one in shown(group, spoken)]


@cache
def wordiest() -> list[str]:
    """What the screens are that have most letters, all languages taken together, the first of each page."""
    letters = {}
    for one in language.languages():
        for what, drawn in everything(one):
            letters[what] = letters.get(what, 0) + sum(len(text) for text in stage.texts(drawn))
    complete = [what for what in letters if all(what in dict(everything(one)) for one in language.languages())]
    return sorted(complete, key=lambda what: (-letters[what], what))[:WORDIEST]


def _sheet(layout: str, frames: "list[tuple[str, Drawn]]", columns: int) -> Image.Image:
    pictures = [_framed(layout, what, one) for what, one in frames]
    width, height = [side + MARGIN for side in pictures[0].size]
    rows = -(-len(pictures) // columns)
    whole = Image.new("RGB", (columns * width + MARGIN, rows * height + MARGIN), BACK)
    for index, picture in enumerate(pictures):
        whole.paste(picture, (index % columns * width + MARGIN, index // columns * height + MARGIN))
    return whole


def _framed(layout: str, what: str, drawn: "Drawn") -> Image.Image:
    """A screen, enlarged, in a frame, with a line below it."""
    screen = picture(layout, drawn)
    screen = screen.resize([FACTOR * side for side in screen.size], Image.Resampling.NEAREST)
    line = _line(what, screen.width)
    whole = Image.new("RGB", (screen.width + 2 * FRAME, screen.height + 2 * FRAME + line.height), BACK)
    whole.paste(EDGE, (0, 0, whole.width, screen.height + 2 * FRAME))
    whole.paste(screen, (FRAME, FRAME))
    whole.paste(INK, (FRAME, screen.height + 2 * FRAME), line)
    return whole


def picture(layout: str, drawn: "Drawn") -> Image.Image:
    """The pixels of a display on which `drawn` is drawn."""
    face, screen = _device(layout)
    face.draw(drawn)
    return Image.frombytes("RGB", (screen.width, screen.height), screen.rgb())


@cache
def _device(layout: str) -> "tuple[Renderer, Screen]":
    screen = SCREENS[layout](lazy=True)
    return Renderer(screen.display), screen


def _line(what: str, width: int) -> Image.Image:
    """Small letters, as a mask."""
    write = fixed(LAYOUTS["mono"].fonts["small"])
    letters = [write(letter).image for letter in what]
    mask = Image.new("1", (width, letters[0].height))
    x = 0
    for letter in letters:
        mask.paste(letter, (x, 0))
        x += letter.width
    return mask
