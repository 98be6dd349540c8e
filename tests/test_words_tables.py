"""The tables of words: every language says all that English says, with the same gaps, and in letters of its own."""

import unicodedata
from string import Formatter

import pytest

from boards.assets import build, language

ENGLISH = language.table("en")
OWN_SCRIPT = {"ru"}  # these languages use none of the letters a to z
CAPTIONS = """thank_you not_so given give_it draw turn_over draw_next welcome not_now yes no ok next leave lots
it_was_me again next_round go_on look_hold done_looking""".split()
# In letters. A rule or a hint fills at most four lines of the smallest screen; two captions stand side by side.
LONGEST, LONGEST_NAME, LONGEST_CAPTION = 84, 21, 10

LANGUAGES = pytest.mark.parametrize("spoken", language.languages())


def forms(value):
    return [value] if isinstance(value, str) else value


def texts(spoken):
    """(section, key, text in English, text) of every text in the table of a language."""
    table = language.table(spoken)
    for section, words in ENGLISH.items():
        for key, english in words.items():
            for one, other in zip(forms(english), forms(table[section][key]), strict=True):
                yield section, key, one, other


def gaps(text):
    """What is filled in, in order; "" for each {}."""
    return [field for _, field, _, _ in Formatter().parse(text) if field is not None]


def latin(letters):
    return {letter for letter in letters if letter.isascii() and letter.isalpha()}


@LANGUAGES
def test_a_table_has_the_keys_of_the_english_one_in_the_same_order(spoken):
    table = language.table(spoken)
    assert list(table) == list(ENGLISH)
    assert {section: list(words) for section, words in table.items()} == {
        section: list(words) for section, words in ENGLISH.items()
    }


@LANGUAGES
def test_a_sentence_has_as_many_gaps_as_in_english(spoken):
    assert [(key, text) for _, key, english, text in texts(spoken) if gaps(text) != gaps(english)] == []


@LANGUAGES
def test_a_word_has_as_many_forms_as_in_english(spoken):
    table = language.table(spoken)
    shapes = [(section, key) for section, words in ENGLISH.items() for key in words]
    wrong = [
        (section, key)
        for section, key in shapes
        if (type(table[section][key]), len(forms(table[section][key])))
        != (type(ENGLISH[section][key]), len(forms(ENGLISH[section][key])))
    ]
    assert wrong == []


@LANGUAGES
def test_no_text_is_empty_or_has_blanks_to_spare(spoken):
    assert [(key, text) for _, key, _, text in texts(spoken) if not text or "  " in text or text != text.strip()] == []


@LANGUAGES
def test_no_two_gifts_have_the_same_name_in_any_form(spoken):
    table = language.table(spoken)
    words = [*table["gifts"].values(), *table["other_names"].values()]
    for form in range(3):
        names = [word[form].lower() for word in words]
        assert [name for name in names if names.count(name) > 1] == []


@LANGUAGES
@pytest.mark.parametrize("section", ["characters", "hats"])
def test_no_two_characters_and_no_two_hats_have_the_same_name(spoken, section):
    names = [forms(value)[0] for value in language.table(spoken)[section].values()]
    assert [name for name in names if names.count(name) > 1] == []


@LANGUAGES
def test_all_letters_are_those_of_the_language(spoken):
    """In another script a Latin letter may stand only where English has it: a name, or the title of a card."""
    letters = set(build.ALPHABETS["en"] + build.ALPHABETS[spoken])
    strange = []
    for _, key, english, text in texts(spoken):
        own = letters - latin(letters) | latin(english) if spoken in OWN_SCRIPT else letters
        strange += [(key, letter) for letter in text if letter.isalpha() and letter not in own]
    assert strange == []


@LANGUAGES
def test_every_sign_can_be_drawn_and_is_one_code_point(spoken):
    assert [(key, text) for _, key, _, text in texts(spoken) if not set(text) <= set(build.LETTERS)] == []
    assert [(key, text) for _, key, _, text in texts(spoken) if text != unicodedata.normalize("NFC", text)] == []


@LANGUAGES
def test_texts_fit_the_smallest_screen(spoken):
    table = language.table(spoken)
    sentences = table["sentences"]
    assert [key for key in CAPTIONS if len(sentences[key]) > LONGEST_CAPTION] == []
    leafed = [key for key in sentences if key.startswith(("hint_", "rules_"))]
    assert [key for key in leafed if len(sentences[key]) > LONGEST] == []
    names = [forms(value)[0] for section in language.SECTIONS for value in table[section].values()]
    assert [name for name in names if len(name) > LONGEST_NAME] == []


@LANGUAGES
def test_the_words_fit_their_file(spoken):
    assert language.packed(spoken).startswith(language.MAGIC)
