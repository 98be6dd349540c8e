"""What is wrong with names of gifts in a language: the article, what the next sound makes of it, a name in a name.

Only what is certain: a form that is built in another way than those of the game's own tables is left alone.
"""

import re
from collections.abc import Callable, Sequence

Forms = Sequence[str]  # of a gift's name: alone, as it is offered, with its article

_SOUNDS_LIKE_YOU = re.compile("uni|use|ut[ei]|eu|uk|one|once")
_SILENT_H = re.compile("hour|honest|heir")
_ASPIRATED = re.compile(
    "ha[cimnrsu]|hé[rt]i|héro|hibou|hoch|homard|hot|hou|hutte|huit"
)  # French, before which nothing is elided
_VOWEL = re.compile("[aeiouyhàâéèêëîïôœùûìò]")
_IMPURE = re.compile("s[^aeiouàèéìòù]|z|gn|ps|pn|x|y")  # Italian: uno, bello, lo
_HEAD_FIRST = ("fr", "it", "vi")  # what a thing is comes first in its name
_HEAD_LAST = ("en",)
_PART_OF_WORD = 3  # letters of either part of a compound, at the least
_NO_KIND = ("pineapple", "маршрутка")  # which end in another name without being such a thing
_ENDINGS = "aeiouаеояь"  # what a noun may lose before other endings
_SMALLER = {"de": "chen|lein", "it": "c?in[oa]", "ru": "ч?ик"}  # endings of small things; others often mean new things
_UMLAUTS = str.maketrans("äöü", "aou")
_PART = re.compile("^(slice of|piece of|stück|part de|tranche de|fetta di|pezzo di|miếng|кусок) |stück$")


def article(name: str) -> str:
    """The English article of a name: "a" or "an"."""
    vowel = name[:1].lower() in "aeiou" and not _SOUNDS_LIKE_YOU.match(name.lower())
    return "an" if vowel or _SILENT_H.match(name.lower()) else "a"


def _english(name: str, nice: str, with_article: str) -> str | None:
    made = re.match("an? (.*)", with_article)
    return f"{article(made[1])} {made[1]}" if made else None


def _as_offered(with_any: str, articles: dict[str, str]) -> "Rule":
    """The rule that a name has the article of its gender, which its offer shows. with_any: a pattern of a name with
    any article. articles: by patterns of offers.
    """

    def rule(name: str, nice: str, with_article: str) -> str | None:
        made = re.match(with_any, with_article)
        wanted = next((one for pattern, one in articles.items() if re.match(pattern, nice)), None)
        return f"{wanted} {made[1]}" if made and wanted else None

    return rule


def _french_offer(name: str, nice: str, with_article: str) -> str | None:
    made = re.match("un (?:beau|bel) (.*)", nice)
    if made is None:
        return None
    elided = _VOWEL.match(made[1]) and not _ASPIRATED.match(made[1]) and not made[1].startswith("y")
    return f"un {'bel' if elided else 'beau'} {made[1]}"


def _italian(name: str, nice: str, with_article: str) -> str | None:
    made = re.match("(un'|uno |una |un )(.*)", with_article)
    if made is None:
        return None
    if made[1] in ("un'", "una "):
        return ("un'" if _VOWEL.match(made[2]) else "una ") + made[2]
    return ("uno " if _IMPURE.match(made[2]) else "un ") + made[2]


def _italian_offer(name: str, nice: str, with_article: str) -> str | None:
    made = re.match("(una?) (?:bell'|bello |bella |bel )(.*)", nice)
    if made is None:
        return None
    one, rest = made[1], made[2]
    if _VOWEL.match(rest):
        return f"{one} bell'{rest}"
    return f"{one} {'bella' if one == 'una' else 'bello' if _IMPURE.match(rest) else 'bel'} {rest}"


def _vietnamese_offer(name: str, nice: str, with_article: str) -> str | None:
    made = re.match("một (.*) (đẹp|ngon)$", nice)
    return f"một {with_article} {made[2]}" if made else None


def _russian(name: str, nice: str, with_article: str) -> str | None:
    return name


Rule = Callable[[str, str, str], str | None]  # how a form should be; None where it is not certain
# For the offer and for the name with its article. In German that stands in the nominative, the offer in the accusative.
_RULES: dict[str, tuple[Rule | None, Rule | None]] = {
    "en": (None, _english),
    "de": (None, _as_offered("ein(?:|e|en|em|er) (.*)", {"eine ": "eine", "ein(en)? ": "ein"})),
    "fr": (_french_offer, _as_offered("une? (.*)", {"une belle ": "une", "un (beau|bel) ": "un"})),
    "it": (_italian_offer, _italian),
    "vi": (_vietnamese_offer, None),
    "ru": (None, _russian),
}


def fault(spoken: str, forms: Forms) -> str | None:
    """A sentence that says which form of a name is wrong in a language and how it should be; None where none is."""
    for form, rule in zip(forms[1:], _RULES.get(spoken, ()), strict=False):
        wanted = rule(*forms) if rule else None
        if wanted is not None and wanted != form:
            return f"{form!r} should be {wanted!r}."
    return None


def inside(spoken: str, names: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """Pairs (a name, one of another gift that can be called so, too): "key" and "old key", "Buch" and "Notizbuch",
    "cake" and "slice of cake". What is called by the one is not wrong where the other comes up, so nobody could judge.
    names: those of each gift.
    """
    gift_of = {name.casefold(): number for number, own in enumerate(names) for name in own}
    return [
        (name, other)
        for other, number in gift_of.items()
        for name, owner in gift_of.items()
        if owner != number and other not in _NO_KIND and _is_kind(spoken, other, name)
    ]


def _is_kind(spoken: str, other: str, name: str) -> bool:
    """Whether all that is called `other` can be called `name`."""
    words, own = other.replace("-", " ").split(), name.replace("-", " ").split()
    ends = [words[: len(own)]] if spoken not in _HEAD_LAST else []
    ends += [words[-len(own) :]] if spoken not in _HEAD_FIRST else []
    if any(end[:-1] == own[:-1] and _is_made_of(spoken, end[-1], own[-1]) for end in ends):
        return True
    whole = _PART.sub("", other)
    return whole != other and whole.startswith(_stem(name)) and len(whole) <= len(name) + 1


def _is_made_of(spoken: str, word: str, noun: str) -> bool:
    """Whether a word is a noun, a compound of which that is the last part, or a small one of that kind."""
    if word.endswith(noun):
        return word == noun or min(len(word) - len(noun), len(noun)) >= _PART_OF_WORD
    plain, stem = (one.translate(_UMLAUTS) if spoken == "de" else one for one in (word, _stem(noun)))
    return plain.startswith(stem) and re.fullmatch(_SMALLER.get(spoken, "$^"), plain[len(stem) :]) is not None


def _stem(noun: str) -> str:
    return noun[:-1] if noun[-1] in _ENDINGS else noun
