"""Everything that the device says, in the language that is spoken at the moment.

The words of a language lie in a file that `boards.assets.language` makes from its table. They are read one by one, so
that they need hardly any RAM. A sentence is looked up by a key and filled with `str.format`; gifts, characters and
hats are looked up by number. Where a table plays with a deck of its own, its gifts have files like these, of gifts
only.
"""

import struct
from binascii import crc32

from pocket import deck

LANGUAGES = ("en", "de", "fr", "it", "vi", "ru")
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

_tables = {}  # language: Table, and for those of a deck, (its folder, language): Table
_extra = {}  # sentences that a game brings with itself, in English
_spoken = "en"


class Table:
    """The words of one language, in a folder."""

    def __init__(self, folder, language):
        """Raises OSError when there are no words for it."""
        self._file = open("{}/{}.words".format(folder, language), "rb")  # noqa: SIM115 (it is read for ever)
        self._start = struct.calcsize(HEADER)
        _, self._sentences, _ = struct.unpack(HEADER, self._file.read(self._start))

    def sentence(self, key):
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

    def numbered(self, number):
        """Text `number`, as `boards.assets.language` numbers them."""
        self._file.seek(self._start + self._sentences * ENTRY + 2 * number)
        high, low = self._file.read(2)
        return self._read(high << 8 | low)

    def _read(self, at):
        self._file.seek(at)
        return str(self._file.read(self._file.read(1)[0]), "utf-8")


def folder():
    """Where the files of words are: two folders above this module, as /lib is on a board."""
    return __file__.replace("\\", "/").rsplit("/", 3)[0] + "/assets/words"


def speak(language):
    """Say everything in `language` from now on. Returns whether there are words for it; if not, nothing changes."""
    global _spoken
    if language not in _tables:
        try:
            _tables[language] = Table(folder(), language)
        except OSError:
            return False
    _spoken = language
    return True


def spoken():
    """The language that is spoken at the moment."""
    return _spoken


def add(sentences):
    """Take in a game's own sentences, a dict, for keys that no table has."""
    _extra.update(sentences)


def _table():
    if _spoken not in _tables:
        _tables[_spoken] = Table(folder(), _spoken)
    return _tables[_spoken]


def _deck_table(folder):
    """The words of the deck in a folder, in English where it does not have them in the language that is spoken."""
    key = folder, _spoken
    if key not in _tables:
        try:
            _tables[key] = Table(folder, _spoken)
        except OSError:
            _tables[key] = Table(folder, "en")
    return _tables[key]


def knows(key):
    """Whether there is a sentence `key`."""
    return key in _extra or _table().sentence(key) is not None


def say(key, *values):
    """The sentence `key`, filled with `values`. Raises KeyError when neither a table nor a game has it."""
    text = _table().sentence(key)
    return (_extra[key] if text is None else text).format(*values)


def _form(form, number, other):
    if deck.in_use is not None:
        return _deck_table(deck.in_use.folder).numbered(form * deck.in_use.count + number)
    return _table().numbered(other * _OTHER_NAMES + form * GIFTS + number)


def gift(number, other=0):
    """The name of a gift; other: 1 for the other name that a table can agree on, which those of a deck do not have."""
    return _form(0, number, other)


def nice_gift(number, other=0):
    """A gift as it is offered, with its article: "a nice hat"."""
    return _form(1, number, other)


def a_gift(number, other=0):
    """The name of a gift with its article: "a hat"."""
    return _form(2, number, other)


def character(number):
    """The name of a character."""
    return _table().numbered(_CHARACTERS + number)


def above(number):
    """A character as it stands behind "above": "the king"."""
    return _table().numbered(_CHARACTERS + PEOPLE + number)


def hat(number):
    """The name of a hat; a number behind the last hat is a cap of invisibility."""
    return _table().numbered(_HATS + number) if number < PEOPLE else say("cap")
