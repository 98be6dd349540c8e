"""The tables of words: every language says all that English says, with the same gaps, and in letters of its own."""

import re
import unicodedata
from string import Formatter

import pytest

from boards.assets import build, grammar, language
from pocket.screens.page import pieces

ENGLISH = language.table("en")
OWN_SCRIPT = {"ru"}  # these languages use none of the letters a to z
CAPTIONS = """thank_you not_so given give_it here another draw turn_over draw_next welcome not_now yes no ok next leave
lots it_was_me again next_round go_on look_hold done_looking""".split()
# In letters. A rule or a hint fills at most four lines of the smallest screen; two captions stand side by side.
LONGEST, LONGEST_NAME, LONGEST_CAPTION = 84, 21, 10

WHOLE = [spoken for spoken in language.languages() if not language.complete(spoken)[1]]
LANGUAGES = pytest.mark.parametrize("spoken", WHOLE)


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


def test_six_languages_are_whole():
    """One that is being written need not be."""
    assert set(WHOLE) >= {"en", "de", "fr", "it", "ru", "vi"}


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


# The kinds of faults that a native editor found: each test here failed on the words of that day.

QUOTES = ('"', "„“", "“”", "«»")
CODE = {"the_bad_line"}  # its quotation marks are those of the file
FORMAL = {  # devices say du, tu, ты; what all are to do is said to all
    "de": r"\b(Sie|Ihnen|Ihre?)\b",
    "fr": r"\b(?!chez)\w+ez\b|\b(vous|votre|vos)\b",
    "it": r"\b(voi|vostr\w)\b|\w+atevi\b|\b(scusate|guardate|premete)\b",
    "ru": r"\w+[йи]те\b|\b(вы|вас|вам|ваш\w*)\b",
}
TO_ALL = {"agree_on_it", "rules_zsa_1"}
UNFIT = {  # words that change before a vowel, or that ask for a form that a name does not have
    "fr": r"\b(de|que|ne|se|ce|je|me|te|le|la|du|au) \{\}",
    "it": r"\b(a|lo|la|un|una) \{\}",
    "ru": r"\b(с|у|к|от|для|за|без|перед|про|о|об) \{\}",
}
FITS = {"needs", "solo"}  # what is filled in there is no name of a person, and fits
COUNTS = {"standing", "radio_state"}  # of none, one or more
LISTS = {"deck_lacks", "people_here", "clockwise", "waiting", "with_bot", "without"}  # of one name or more
GENDERED = {"i_have"}  # stands for every gift
GENERAL = {  # what more than one gift is
    "en": "vegetable, fruit, flower, bird, animal, shellfish, pastry, jewel, bag, ball, shoe, key, clock, cake, hat",
    "de": "gemüse, frucht, obst, blume, vogel, tier, krebs, gebäck, schmuck, tasche, ball, schuh, uhr, kuchen, hut",
    "fr": "légume, fruit, fleur, oiseau, animal, crustacé, bijou, sac, ballon, clé, horloge murale, gâteau, chapeau",
    "it": "verdura, frutto, fiore, uccello, animale, crostaceo, gioiello, borsa, palla, scarpa, chiave, torta",
    "ru": "овощ, фрукт, цветок, птица, зверь, украшение, сумка, мяч, обувь, ключ, часы, торт, шляпа",
    "vi": "rau, quả, hoa, bông hoa, chim, con vật, trang sức, túi, bóng, giày, chìa khóa, đồng hồ, bánh, mũ",
}
OTHER_THINGS = {  # what is another thing than the one in the picture, or another gift too
    "en": "cauliflower, camper, flame, root, quince",
    "de": "flamme, quitte",
    "fr": "violoncelle, racine, coing",
    "it": "viola, pila, fiamma, radice, cucciolo",
    "ru": "дудка, айва, колючка",
    "vi": "củ cải đỏ",
}
MASCULINE = r"\b(schön\w*|beau|bel|bell\w|nice|чудесн\w*|đẹp)\b"


@LANGUAGES
def test_each_form_of_a_gift_has_its_article(spoken):
    table = language.table(spoken)
    rows = [*table["gifts"].values(), *table["other_names"].values()]
    assert [grammar.fault(spoken, row) for row in rows if grammar.fault(spoken, row)] == []


@LANGUAGES
def test_no_gift_is_a_kind_of_another(spoken):
    table = language.table(spoken)
    names = [[table["gifts"][key][0], table["other_names"][key][0]] for key in table["gifts"]]
    assert grammar.inside(spoken, names) == []


@LANGUAGES
def test_no_gift_is_called_what_others_are_too(spoken):
    table = language.table(spoken)
    names = [words[key][0].casefold() for words in (table["gifts"], table["other_names"]) for key in words]
    assert set(names) & set(GENERAL.get(spoken, "").split(", ")) == set()


@LANGUAGES
def test_no_gift_is_called_what_another_thing_is(spoken):
    names = {words[0].casefold() for words in language.table(spoken)["other_names"].values()}
    assert names & set(OTHER_THINGS.get(spoken, "").split(", ")) == set()


@LANGUAGES
def test_a_problem_is_a_whole_sentence(spoken):
    """What a setting must be comes behind a colon at most once, and one that does not exist is part of the sentence."""
    said = language.table(spoken)["sentences"]
    assert said["must_be"].count(":") + said["one_of"].count(":") <= 1
    assert not re.search(r":\W*\{\}", said["the_unknown"])


@pytest.mark.parametrize(
    ("spoken", "name", "other"),
    [
        ("en", "key", "old key"),
        ("en", "watch", "stopwatch"),
        ("en", "cake", "slice of cake"),
        ("de", "Buch", "Notizbuch"),
        ("de", "Bus", "Kleinbus"),
        ("de", "Katze", "Kätzchen"),
        ("de", "Torte", "Tortenstück"),
        ("de", "Schlüssel", "alter Schlüssel"),
        ("fr", "ballon", "ballon de foot"),
        ("fr", "bus", "minibus"),
        ("fr", "gâteau", "part de gâteau"),
        ("it", "pallone", "palloncino"),
        ("it", "torta", "fetta di torta"),
        ("ru", "автобус", "микроавтобус"),
        ("ru", "телефон", "мобильный телефон"),
        ("ru", "торт", "кусок торта"),
        ("ru", "шар", "шарик"),
        ("vi", "bánh nướng", "bánh nướng nhỏ"),
        ("vi", "bánh kem", "miếng bánh kem"),
    ],
)
def test_a_name_is_found_inside_another(spoken, name, other):
    assert grammar.inside(spoken, [[name], [other]]) == [(name.casefold(), other.casefold())]


@pytest.mark.parametrize(
    ("spoken", "name", "other"),
    [
        ("en", "baseball", "baseball cap"),  # what it is comes last
        ("en", "lock", "clock"),
        ("en", "apple", "pineapple"),
        ("de", "Eis", "Reisebus"),
        ("de", "Tee", "Teekanne"),
        ("de", "Türschlüssel", "alter Schlüssel"),
        ("fr", "thé", "théière"),
        ("it", "auto", "autobus"),
        ("ru", "чай", "чайник"),
        ("vi", "mèo", "cú mèo"),
    ],
)
def test_a_name_that_sounds_alike_is_none(spoken, name, other):
    assert grammar.inside(spoken, [[name], [other]]) == []


@LANGUAGES
def test_a_language_has_one_kind_of_quotation_marks_and_of_dots(spoken):
    sentences = {key: text for key, text in language.table(spoken)["sentences"].items() if key not in CODE}
    marks = {sign for text in sentences.values() for sign in text} & set("".join(QUOTES))
    assert any(marks <= set(pair) for pair in QUOTES), marks
    together = " ".join(sentences.values())
    assert not ("..." in together and "…" in together)
    before = [blank for text in sentences.values() for blank in re.findall(r"\w(\s?)…(?:$| \{)", text)]
    assert len({bool(blank) for blank in before}) <= 1, "a sentence that trails off"


@LANGUAGES
def test_no_line_ends_before_a_sign(spoken):
    """And in French there is a blank, at which it cannot."""
    for _, key, _, text in texts(spoken):
        assert not re.search(r" [:;!?»%]|« ", text), (key, text)
        if spoken == "fr":
            assert not re.search(r"[^\N{NO-BREAK SPACE}:;!?][:;!?»]|«[^\N{NO-BREAK SPACE}]", text), (key, text)


@LANGUAGES
def test_a_device_speaks_to_a_player_as_to_a_friend(spoken):
    formal = re.compile(FORMAL.get(spoken, "$^"), re.IGNORECASE if spoken != "de" else 0)
    sentences = language.table(spoken)["sentences"]
    assert {key: text for key, text in sentences.items() if key not in TO_ALL and formal.search(text)} == {}


@LANGUAGES
def test_what_is_filled_in_fits_what_stands_before_it(spoken):
    unfit = re.compile(UNFIT.get(spoken, "$^") + r"|\w\{\}|\ban? (\{\}|\.\.\.)|\ba\.\.\.$", re.IGNORECASE)
    sentences = language.table(spoken)["sentences"].items()
    chosen = {key: text for key, text in sentences if key not in FITS and not key.startswith(("want_", "rules_"))}
    assert {key: text for key, text in chosen.items() if unfit.search(text)} == {}


@LANGUAGES
def test_counts_and_lists_need_no_plural(spoken):
    """A number never stands before its noun, nor a list of names before its verb; and no line ends before a number."""
    sentences = language.table(spoken)["sentences"]
    assert [sentences[key] for key in COUNTS if " {}" in sentences[key]] == []
    assert [sentences[key] for key in COUNTS if re.search(r"\{\} \w", sentences[key])] == []
    assert [sentences[key] for key in LISTS if re.match(r"\{\} \w", sentences[key])] == []


@LANGUAGES
def test_what_must_be_said_of_any_gift_has_no_gender(spoken):
    sentences = language.table(spoken)["sentences"]
    assert [sentences[key] for key in GENDERED if re.search(MASCULINE, sentences[key])] == []


@LANGUAGES
def test_a_rule_is_read_in_whole_clauses(spoken):
    """No page of the rules ends in the middle of a clause."""
    for key, text in language.table(spoken)["sentences"].items():
        if key.startswith("rules_"):
            assert [piece for piece in pieces(text) if piece[-1] not in '.!?:,;"“”»'] == [], key
