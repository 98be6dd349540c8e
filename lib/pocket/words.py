"""Everything that a device says, in the language that it speaks at the moment.

The words of a language lie in a file that `boards.assets.language` makes from its table. They are read one by one, so
that they need hardly any RAM. A sentence is looked up by a key and filled with `str.format`; gifts, characters and
hats are looked up by number. Where a table plays with a deck of its own, its gifts have files like these, of gifts
only.
"""

import os
import struct
from binascii import crc32

TYPE_CHECKING = False  # type checkers take it for True
if TYPE_CHECKING:
    from pocket.deck import Deck

ENGLISH = "en"  # which every device has, and speaks where there are no words in another language
MAGIC = b"PHW1"
HEADER = "<4sHH"  # magic; sentences; numbered texts
ENTRY = 5  # bytes in the index of sentences: checksum of the key (3, ascending), where the text is (2); big-endian
HASH_MASK = 0xFFFFFF
# Then the places of the numbered texts, 2 bytes each. A text is a length byte and UTF-8.

GIFTS, PEOPLE = 110, 20
_FORMS = 3  # of a gift: its name, as it is offered, with its article
_OTHER_NAMES = _FORMS * GIFTS
_CHARACTERS = 2 * _OTHER_NAMES
_HATS = _CHARACTERS + 2 * PEOPLE

_tables: dict = {}  # (folder, language): its Table; devices in one process share the files


class Table:
    """The words of one language, in a folder."""

    def __init__(self, folder: str, language: str) -> None:
        """Raises OSError when there are no words for it."""
        self.language = language
        self._file = open("{}/{}.words".format(folder, language), "rb")  # noqa: SIM115 (it is read for ever)
        self._start = struct.calcsize(HEADER)
        _, self._sentences, _ = struct.unpack(HEADER, self._file.read(self._start))

    def sentence(self, key: str) -> str | None:
        """The sentence `key`, not yet filled in; None when there is none."""
        wanted = (crc32(key.encode()) & HASH_MASK).to_bytes(3, "big")
        low, high = 0, self._sentences
        while low < high:
            middle = (low + high) // 2
            self._file.seek(self._start + middle * ENTRY)
            entry = self._file.read(ENTRY)
            if entry[:3] == wanted:
                return self._read(entry[3] << 8 | entry[4])
            if entry[:3] < wanted:
                low = middle + 1
            else:
                high = middle
        return None

    def numbered(self, number: int) -> str:
        """Text `number`, as `boards.assets.language` numbers them."""
        self._file.seek(self._start + self._sentences * ENTRY + 2 * number)
        high, low = self._file.read(2)
        return self._read(high << 8 | low)

    def _read(self, at: int) -> str:
        self._file.seek(at)
        return str(self._file.read(self._file.read(1)[0]), "utf-8")


def folder() -> str:
    """Where the files of words are: two folders above this module, as /lib is on a board."""
    return __file__.replace("\\", "/").rsplit("/", 3)[0] + "/assets/words"


def languages() -> list[str]:
    """The languages that this device has words for, English first."""
    found = [name[:-6] for name in os.listdir(folder()) if name[-6:] == ".words" and name[0] != "."]
    return sorted(found, key=lambda one: (one != ENGLISH, one))


def table_of(where: str, language: str, instead: str | None = None) -> Table:
    """The Table of a language in a folder, or of the language `instead`. Raises OSError when there are no words for
    either.
    """
    if (where, language) not in _tables:
        try:
            _tables[where, language] = Table(where, language)
        except OSError:
            if instead is None:
                raise
            _tables[where, language] = table_of(where, instead)
    return _tables[where, language]


class Words:
    """What one device says. language: the one that is spoken. deck: the Deck with which the table plays; None: the
    game's own.
    """

    def __init__(self, language: str = ENGLISH) -> None:
        """Speak `language`, or English where there are no words for that."""
        self.deck: "Deck | None" = None
        self._added: dict = {}
        if not self.speak(language):
            self.speak(ENGLISH)

    def speak(self, language: str) -> bool:
        """Say everything in `language` from now on. Returns whether there are words for it; if not, nothing changes."""
        try:
            self.table = table_of(folder(), language)
        except OSError:
            return False
        self.language = language
        return True

    def add(self, sentences: dict) -> None:
        """Take in a game's own sentences, for keys that no table has."""
        self._added.update(sentences)

    def knows(self, key: str) -> bool:
        """Whether there is a sentence `key`."""
        return key in self._added or self.table.sentence(key) is not None

    def say(self, key: str, *values: object) -> str:
        """The sentence `key`, filled with `values`; a value that is a tuple is a sentence itself: its key, and what it
        is filled with. Raises KeyError when neither a table nor a game has it.
        """
        text = self.table.sentence(key)
        values = tuple([self.say(*one) if type(one) is tuple else one for one in values])
        return (self._added[key] if text is None else text).format(*values)

    def _form(self, form: int, number: int, other: int) -> str:
        if self.deck is None:
            return self.table.numbered(other * _OTHER_NAMES + form * GIFTS + number)
        table = table_of(self.deck.folder, self.language, ENGLISH)  # a deck need not have every language
        if table.language != self.language:
            form = 0  # an English article would not fit into the sentence
        return table.numbered(form * self.deck.count + number)

    def gift(self, number: int, other: int = 0) -> str:
        """The name of a gift; other: 1 for the other name that a table can agree on, which those of a deck do not
        have.
        """
        return self._form(0, number, other)

    def nice_gift(self, number: int, other: int = 0) -> str:
        """A gift as it is offered, with its article: "a nice hat"."""
        return self._form(1, number, other)

    def a_gift(self, number: int, other: int = 0) -> str:
        """The name of a gift with its article: "a hat"."""
        return self._form(2, number, other)

    def character(self, number: int) -> str:
        """The name of a character."""
        return self.table.numbered(_CHARACTERS + number)

    def above(self, number: int) -> str:
        """A character as it stands behind "above": "the king"."""
        return self.table.numbered(_CHARACTERS + PEOPLE + number)

    def hat(self, number: int) -> str:
        """The name of a hat; a number behind the last hat is a cap of invisibility."""
        return self.table.numbered(_HATS + number) if number < PEOPLE else self.say("cap")
