"""Packs the tables of words, `words/<language>.toml`, into the files that `pocket.words` reads on a device."""

import re
import struct
import tomllib
from binascii import crc32
from pathlib import Path
from typing import Any

from pocket.words import ENTRY, HASH_MASK, HEADER, MAGIC

Table = dict[str, dict[str, Any]]  # texts by section and key; of a gift, the forms of its name
TABLES = Path(__file__).parent / "words"
# The picture of each gift, one character, by its English name and in the order of gifts.
EMOJI = tomllib.loads((Path(__file__).parent / "emoji.toml").read_text(encoding="utf-8"))["gifts"]
SECTIONS = ("gifts", "other_names", "characters", "hats")  # in the order in which they are numbered


def languages() -> list[str]:
    """The languages that have a table, English first."""
    return ["en", *sorted(path.stem for path in TABLES.glob("*.toml") if path.stem != "en")]


def table(language: str) -> Table:
    """The table of a language as a dict of sections."""
    return _set_type(tomllib.loads((TABLES / f"{language}.toml").read_text(encoding="utf-8")))


def _set_type(value: Any) -> Any:
    """Texts with a no-break space for each blank at which no line may end: before : ; ! ? » %, a dash and dots that
    stand alone, and behind «.
    """
    if isinstance(value, dict):
        return {key: _set_type(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_set_type(one) for one in value]
    return re.sub(r" (?=[:;!?»%—]|…$)|(?<=«) ", "\N{NO-BREAK SPACE}", value)


def alphabet(language: str) -> str:
    """The letters that a language has beside A to Z, in both cases."""
    capitals = table(language)["alphabet"]["capitals"]
    return capitals + capitals.lower()  # the lower case of "ẞ" is "ß"


def complete(language: str) -> tuple[Table, list[str]]:
    """(the table of a language, with English where a word is missing; a list of "section.key" of those)."""
    english, own, missing = table("en"), table(language), []
    whole = {}
    for section, words in english.items():
        whole[section] = {key: own.get(section, {}).get(key, text) for key, text in words.items()}
        missing += [f"{section}.{key}" for key in words if key not in own.get(section, {})]
    return whole, missing


def numbered(words: Table) -> list[str]:
    """The texts that are looked up by number: form by form, section by section."""
    texts = []
    for section in SECTIONS:
        forms = [(form,) if isinstance(form, str) else form for form in words[section].values()]
        for form in range(len(forms[0])):
            texts += [one[form] for one in forms]
    return texts


def packed(language: str) -> bytes:
    """The file of a language. Raises ValueError when two keys look alike, or a text is too long."""
    words, _ = complete(language)
    return pack(words["sentences"], numbered(words), language)


def pack(sentences: dict[str, str], texts: list[str], language: str) -> bytes:
    """A file of `sentences`, a dict, and numbered `texts`. Raises ValueError as `packed` does."""
    index, blob = [], bytearray()
    start = struct.calcsize(HEADER) + ENTRY * len(sentences) + 2 * len(texts)

    def place(text: str) -> int:
        data = text.encode()
        if len(data) > 255:
            raise ValueError(f"{language}: {text!r} is longer than 255 bytes.")
        at = start + len(blob)
        blob.extend(bytes([len(data)]) + data)
        return at

    for key, text in sentences.items():
        index.append((crc32(key.encode()) & HASH_MASK, place(text)))
    if len({key for key, _ in index}) < len(index):
        raise ValueError(f"{language}: two keys have the same checksum. Rename one of them.")
    numbers = [place(text) for text in texts]
    if start + len(blob) > 0xFFFF:
        raise ValueError(f"{language}: the words need more than 64 KB.")
    head = struct.pack(HEADER, MAGIC, len(index), len(texts))
    entries = b"".join(key.to_bytes(3, "big") + at.to_bytes(2, "big") for key, at in sorted(index))
    return head + entries + b"".join(at.to_bytes(2, "big") for at in numbers) + bytes(blob)


def make(folder: Path) -> None:
    """Write the files of all languages into `folder`, a Path."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in languages():
        put(folder / f"{language}.words", packed(language))


def put(path: Path, data: bytes) -> None:
    """Let a file be `data`, in one step: devices that play meanwhile go on reading what they have opened."""
    if path.exists() and path.read_bytes() == data:
        return
    made = path.with_name(f"{path.name}.new")
    made.write_bytes(data)
    try:
        made.replace(path)
    except PermissionError:  # Windows, where a file that is open stays
        path.write_bytes(data)
        made.unlink()
