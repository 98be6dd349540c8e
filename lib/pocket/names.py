"""What a player can be called. A name is taken whole or refused with a sentence: what differs here differs on every
screen and on the air, where a name has `NAME_MAX` bytes; nothing is cut, and nothing invisible is let in.
"""

from ring.messages import NAME_MAX

LETTERS_MAX = 10  # what the smallest screen has room for
# Pairs: the first and the last of letters that follow each other. They are those of every font, but for the no-break
# space, which looks like a blank.
LETTERS = " ~««°°··»»ÀÄÆÏÒ×ÙÝßäæïòöùýÿÿĂăĐđĨĩŒœŨũŸŸƠơƯưЁЁАяёёẞẞẠỹ–—‘‚“„……€€№№"


def wrong(name: str) -> tuple | None:
    """What `name` should be, as `Words.say` wants it: at most 10 letters and 15 bytes of UTF-8, which are 7 Cyrillic
    letters, all of them letters that screens have; no blanks at the ends, and no two together. None where it is.
    """
    if not isinstance(name, str) or not 0 < len(name) <= LETTERS_MAX:
        return "want_name", LETTERS_MAX, NAME_MAX
    for letter in name:  # combining, control and zero-width signs are no letters of a font
        if not any([LETTERS[at] <= letter <= LETTERS[at + 1] for at in range(0, len(LETTERS), 2)]):
            return "want_letters", "U+{:04X}".format(ord(letter))
    if len(name.encode()) > NAME_MAX or name[0] == " " or name[-1] == " " or "  " in name:
        return "want_name", LETTERS_MAX, NAME_MAX
    return None
