"""The gifts: 110 of them, told apart by name and by picture; the font of the screens can draw every picture."""

from pathlib import Path

import manimgx_fonts
import pytest
from PIL import ImageFont

from boards.assets import language

NAMES, PICTURES = tuple(language.EMOJI), tuple(language.EMOJI.values())
# The toaster of the rule texts is not among them: there is no emoji of one.
IN_THE_RULE_TEXTS = "hat guitar piano muffin broccoli book key camera duck hourglass football plant".split()


@pytest.fixture(scope="module")
def emoji_font():
    return ImageFont.truetype(str(Path(manimgx_fonts.__file__).parent / "NotoEmoji[wght].ttf"), 32)


def drawing(font, character):
    mask = font.getmask(character)
    return mask.size, bytes(mask)


def names(section):
    """What the gifts are called in English, or can be called instead."""
    return [forms[0] for forms in language.table("en")[section].values()]


def test_there_are_110_different_gifts():
    assert len(NAMES) == len(set(NAMES)) == 110
    assert len(PICTURES) == len(set(PICTURES)) == 110


def test_the_gifts_of_the_rule_texts_are_among_them():
    assert [name for name in IN_THE_RULE_TEXTS if name not in NAMES] == []


def test_every_gift_has_another_name_that_is_no_gift_s_name():
    assert tuple(language.table("en")["gifts"]) == NAMES
    assert tuple(language.table("en")["other_names"]) == NAMES
    assert len({*names("gifts"), *names("other_names")}) == 220


def test_names_are_lower_case_ascii_words_that_fit_the_smallest_screen():
    def fits(name):
        return len(name) <= 14 and all(word.isascii() and word.isalpha() and word.islower() for word in name.split(" "))

    assert [name for name in [*NAMES, *names("gifts"), *names("other_names")] if not fits(name)] == []
    assert [name for name in names("other_names") if len(name.split(" ")) > 2] == []


def test_a_picture_is_one_code_point_that_the_emoji_font_draws(emoji_font):
    absent = drawing(emoji_font, "\U0010ffff")  # a font draws the same box for every character that it lacks
    drawings = [drawing(emoji_font, picture) for picture in PICTURES]
    assert [picture for picture in PICTURES if len(picture) != 1] == []
    assert [hex(ord(picture)) for picture, drawn in zip(PICTURES, drawings, strict=True) if drawn == absent] == []
    assert len(set(drawings)) == 110, "two gifts look the same"
