"""A party set: what all its boards share (the secret key, the link, the languages) and the name of each player.

It is kept in a TOML file that only its owner may read, and written onto each board between two marks in settings.toml;
what a maker wrote around them stays.
"""

import hashlib
import os
import re
import secrets
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs
import tomlkit
import tomlkit.exceptions

import engine
from boards.assets import deck
from boards.assets.language import languages
from boards.tool import ToolError
from pocket.settings import Settings, every_choice
from pocket.settings_schema import SETTINGS
from pocket.words import Words
from ring import links

FLAG = ("want_flag",)  # what a setting wants that one board of a set has: a set says whose
SHARED = {  # the settings of links, but for the key: name -> (what a set begins with, the setting)
    row[0]: ("" if isinstance(row[1], str) or row[3] == FLAG else row[1], row)
    for kind in links.LINKS
    for row in links.settings_of(kind)
    if row is not links.KEY
}
LINKS = (*[kind.name for kind in links.LINKS], links.NONE)
LANGUAGES = tuple(languages())
OF_BOARDS = ("pixel_pin", "pixels", "piezo_pin")  # settings that only boards read
FIELDS = ("key", "players", "languages", "link", *SHARED, "game", "deck", "options", "settings")
KINDS = (("players", list), ("languages", list), ("options", dict), ("settings", dict), ("boards", dict))
START = "# Pocket Hats: `dev.py boards install` writes what stands from here ..."
HEAP = "CIRCUITPY_HEAP_START_SIZE"  # what the firmware calls the bytes that Python gets in one piece at the start
END = "# ... to here. Your own lines above or below are kept, and those above win."
NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
HEAD = "A party set of Pocket Hats. The key is its secret: whoever has it can sit at your table and read the cards."


def path_of(name: str) -> Path:
    """Where the set `name` is kept. Raises ToolError for a name that cannot be a file's."""
    if not NAME.fullmatch(name):
        raise ToolError("The name of a set has up to 40 letters, digits, - and _.")
    return Path(platformdirs.user_config_dir("pocket-hats", appauthor=False)) / f"{name}.toml"


class PartySet:
    """One attribute for each of FIELDS, and `boards`: the name that each board (by its UID) was dealt."""

    def __init__(self, path: str | Path, document: tomlkit.TOMLDocument | None = None) -> None:
        """path: the file. document: its content; a new set has a fresh key, no players and every default."""
        self.path = Path(path)
        self._document = tomlkit.document() if document is None else document
        if document is None:
            self._document.add(tomlkit.comment(HEAD))
        values = self._document.unwrap()
        unknown = sorted(set(values) - {*FIELDS, "boards"})
        if unknown:
            raise ToolError(f"{path}: nothing is called {unknown[0]}. It can hold: {', '.join(FIELDS)}.")
        self.key = values.get("key") or secrets.token_hex(16)
        self.players = values.get("players", [])
        self.languages = values.get("languages", ["en"])
        self.link = values.get("link", "")  # "": what each board has
        for name, (first, _) in SHARED.items():
            setattr(self, name, values.get(name, first))
        self.game = values.get("game", "gifts")
        self.deck = values.get("deck", "")  # the JSON file of a deck of one's own; see boards.assets.deck
        self.options = values.get("options", {})
        self.settings = values.get("settings", {})  # others, by their names without HATS_, the same on all boards
        self.boards = values.get("boards", {})

    @classmethod
    def load(cls, path: str | Path) -> "PartySet":
        """The set in a file. Raises ToolError when there is none, or what it says cannot be."""
        try:
            document = tomlkit.parse(Path(path).read_text("utf-8"))
        except FileNotFoundError:
            raise ToolError(
                f"There is no set {path}. Make it first: python3 dev.py boards set {Path(path).stem}"
            ) from None
        except (tomlkit.exceptions.ParseError, UnicodeDecodeError) as error:
            raise ToolError(f"{path} cannot be read: {error}.") from None
        made = cls(path, document)
        made.check()
        return made

    def save(self) -> None:
        """Write the file, which only its owner may read. What else stands in it, comments included, stays."""
        self.check()
        for field in (*FIELDS, "boards"):
            value = getattr(self, field)
            if value or field in self._document:
                self._document[field] = value
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(tomlkit.dumps(self._document))
        os.replace(new, self.path)

    def check(self) -> None:
        """Raises ToolError, with a sentence, when a value cannot be."""
        problems = []
        for field, kind in KINDS:
            if not isinstance(getattr(self, field), kind):
                raise ToolError(f"{self.path}: {field} must be a {'table' if kind is dict else 'list'}.")
        if len({str(one).casefold() for one in self.players}) != len(self.players):
            problems.append("each player needs a name of their own, and Anna and anna are alike")
        if self.link not in ("", *LINKS):
            problems.append(f"link must be one of: {', '.join(LINKS)}")
        if not self.languages or set(self.languages) - set(LANGUAGES):
            problems.append(f"languages must be some of: {', '.join(LANGUAGES)}")
        problems += self._link_problems()
        problems += self._settings_problems()
        if self.deck:
            try:
                deck.read(self.deck)
            except deck.DeckError as error:
                problems.append(str(error).rstrip("."))
        for name in self.players or [""]:
            for key, *wanted in Settings(dict(self.values(name)).get).problems:
                told = Words().say(key, *wanted).rstrip(".")
                told = f"{name!r}: {told}" if "HATS_NAME" in wanted else told
                problems += [told] if told not in problems else []
        if problems:
            raise ToolError(f"The set {self.path.stem} cannot be used: {'; '.join(problems)}.")

    def link_settings(self) -> list[tuple[Any, ...]]:
        """The settings of the set's link; of every link that boards have, where the set names none."""
        kinds = [kind for kind in links.LINKS if self.link in ("", kind.name)]
        found = {row[0]: row for kind in kinds for row in links.settings_of(kind)}
        return [row for name, row in found.items() if name in SHARED]

    def _shared(self, name: str, player: str) -> int | str:
        """The value of a link's setting on the board of `player`; "": the usual one."""
        value, (_, row) = getattr(self, name), SHARED[name]
        return int(bool(value) and value == player) if row[3] == FLAG else value

    def _settings_problems(self) -> Iterator[str]:
        """Parts of sentences about the settings without a field of their own."""
        for name, value in self.settings.items():
            if name not in known_settings():
                yield f"there is no setting {name} (there are: {', '.join(sorted(known_settings()))})"
            elif not isinstance(value, (int, str)):
                yield f"the setting {name} must be a text or a whole number"

    def _link_problems(self) -> Iterator[str]:
        """Parts of sentences about the settings of the link."""
        for name, default, allowed, wanted in self.link_settings():
            value = getattr(self, name)
            if wanted == FLAG:
                if value and value not in self.players:
                    yield f"{name} must be the name of a player"
            elif value == "" and self.link and isinstance(default, str) and not (default == "" and allowed("")):
                yield f"the link {self.link} needs {name}"
            elif value != "" and not allowed(value):
                yield f"{name} must be {Words().say(*wanted)}"

    def values(self, player: str, profile: str = "", drive_key: str = "") -> list[tuple[str, int | str]]:
        """(name, value) of each setting for the board of `player`.

        profile: where the board's id does not name it. drive_key: what boot.py wants to know.
        """
        found = [("HATS_NAME", player), ("HATS_KEY", self.key), ("HATS_LANGUAGE", self.languages[0])]
        found += [("HATS_PROFILE", profile), ("HATS_DRIVE_KEY", drive_key), ("HATS_LINK", self.link)]
        for name, default, *_ in self.link_settings():
            value = self._shared(name, player)
            if value not in ("", default):
                found.append((f"HATS_{name.upper()}", value))
        found.append(("HATS_GAME", self.game))
        found += [(f"HATS_{name.upper()}", value) for name, value in sorted(self.options.items())]
        known = [name for name, _ in found]
        found += [
            (f"HATS_{name}", value) for name, value in sorted(self.settings.items()) if f"HATS_{name}" not in known
        ]
        return [(name, value) for name, value in found if value != ""]

    def deal(self, uid: str, taken: Sequence[str] = ()) -> str:
        """The name for the board `uid`: the one that it had, or the first that no board has. Raises ToolError when all
        are dealt. taken: names that are not free.
        """
        name = self.boards.get(uid)
        if name not in self.players:
            used = {*taken, *(one for key, one in self.boards.items() if key != uid)}
            free = [one for one in self.players if one not in used]
            if not free:
                raise ToolError(
                    f"The set {self.path.stem} has {len(self.players)} names, and all are dealt. Add one "
                    f"(boards set {self.path.stem} --player NAME), or say whose board this is: --player NAME."
                )
            name = free[0]
        return name


@cache
def known_settings() -> set[str]:
    """The names that [settings] of a set may have: without HATS_, and without those that a set has a field for."""
    found = {row[0] for row in SETTINGS} - {"name", "key"}
    for game in engine.GAMES:
        found.update(name for name, _ in every_choice(game))
    return {name.upper() for name in (*found, *SHARED, *OF_BOARDS)}


def fingerprint(key: str) -> str:
    """A few letters that two equal keys share, and that do not give the key away."""
    return hashlib.sha1(b"pocket hats " + key.encode()).hexdigest()[:8]


def merge(old: str, values: Sequence[tuple[str, int | str]]) -> tuple[str, list[str]]:
    """The text of settings.toml: `old` with the set's lines, (name, value) pairs, in the place of those before.

    What stands above them in the maker's own lines wins, and is left out of the set's, since no name may come twice in
    TOML. Returns also the names of those.
    """
    lines = old.replace("\r\n", "\n").splitlines()
    heading = next((index for index, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    start = end = lines.index(START) if START in lines else heading
    while end < len(lines) and (lines[end] == START or lines[end].startswith(("HATS_", HEAP))):
        end += 1
    end += lines[end : end + 1] == [END]
    rest = [*lines[:start], *lines[end:]]
    place = min(start, heading)  # the firmware reads no further than to the first heading
    above = {line.partition("=")[0].strip() for line in rest[:place] if "=" in line}
    ours = [f"{name} = {_quoted(value)}" for name, value in values if name not in above]
    block = [START, *ours, END] if values else []
    text = "\n".join([*rest[:place], *block, *rest[place:]])
    return (text + "\n" if text else ""), [name for name, _ in values if name in above]


def _quoted(value: int | str) -> str:
    if isinstance(value, int):
        return str(int(value))  # true and false as 1 and 0: firmware reads no others
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
