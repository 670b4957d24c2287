"""Names in one form, and which words are none: what compares the names of a claim and a source.

Nations and their people, titles and the legal forms of companies are tables, and so are the common
words of English (``words/common.txt``), by which a name at the beginning of a sentence is
distinguished from a word that is only written large there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

from sidecar.text.vocabulary import one_of

_NATIONS = (
    "britain british uk kingdom briton britons", "us usa america american americans states",
    "france french", "spain spanish spaniards", "netherlands dutch holland", "switzerland swiss",
    "denmark danish danes", "greece greek greeks", "wales welsh", "ireland irish",
    "poland polish poles", "turkey turkish turkiye turks", "sweden swedish swedes",
    "finland finnish finns", "norway norwegian norwegians", "scotland scottish scots",
    "england english", "philippines filipino filipinos", "cyprus cypriot", "peru peruvian",
    "argentina argentine argentinian", "thailand thai", "hungary hungarian", "ukraine ukrainian",
    "czechia czech", "slovakia slovak", "serbia serb serbian", "croatia croat croatian",
    "china chinese", "japan japanese", "soviet ussr", "iceland icelandic", "belgium belgian",
    "kazakhstan kazakh", "afghanistan afghan", "uzbekistan uzbek", "somalia somali", "eu union",
)  # fmt: skip
"""Nations, and what their people and things are called where no ending says it."""

_CLASS = {word: line.split()[0] for line in _NATIONS for word in line.split()}
_ALSO_COMMON = one_of("us states union turkey kingdom china polish")
_ENDINGS = frozenset(
    {
        ("", "n"), ("", "an"), ("", "ian"), ("", "ese"), ("", "ish"), ("", "i"), ("", "er"),
        ("", "ern"), ("", "s"), ("", "es"), ("", "ns"), ("", "ans"), ("", "ians"), ("", "is"),
        ("", "ic"), ("", "ism"), ("", "ist"), ("a", "ian"), ("a", "ese"), ("y", "ian"), ("y", ""),
        ("y", "s"), ("y", "ies"), ("y", "ians"), ("e", "ean"), ("er", "rian"), ("", "sm"),
        ("al", "uese"), ("s", "ic"), ("", "ers"), ("i", "is"),
    }
)  # fmt: skip
"""How two forms of a name may end: Asia and Asian, Italy and Italian, Canada and Canadian."""

_LEAST_STEM = 3
COMPANIES = one_of(
    "corp corporation inc incorporated ltd limited llc plc gmbh ag sa nv bv co holding holdings"
)
"""Legal forms: what stands before one is a name."""

MONEY = one_of("dollar dollars pound pounds franc francs peso pesos rupee rupees krona kronor yen")
_NO_NAMES = COMPANIES | one_of(
    "mr mrs ms miss dr prof professor sir dame lord lady president vice chancellor minister prime"
    " chief executive officer ceo cfo cto chairman chairwoman chair judge justice councillor"
    " senator governor mayor king queen prince princess pope general captain colonel director"
    " secretary ambassador commissioner spokesman spokeswoman company group january february march"
    " april may june july august september october november december jan feb mar apr jun jul aug"
    " sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday spring summer"
    " autumn winter fall first second third the a an i it its this that these those not no only"
    " never all and or prefecture county province city town district region river municipality"
    " republic usd eur gbp chf jpy fy am pm gmt utc ad bc bce ce"
)
"""Written large, and yet not what a source must have: titles, companies, kinds of places, dates."""

_PLAIN = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "đ": "d"})
_SUFFIXES = (
    ("ies", ("y",)), ("es", ("", "e")), ("s", ("",)), ("ied", ("y",)), ("ed", ("", "e")),
    ("ing", ("", "e")), ("ly", ("", "le", "y")), ("er", ("", "e")), ("ers", ("", "e")),
    ("est", ("", "e")), ("ness", ("",)), ("ment", ("",)), ("ments", ("",)), ("able", ("", "e")),
    ("ier", ("y",)), ("iest", ("y",)),
)  # fmt: skip


OWNED = re.compile(r"['’]s?\Z")
TOKEN = re.compile(r"[^\W\d_][\w&]*(?:['’.&][^\W\d_]\w*)*['’]?|[^\W_]+")
_HYPHENS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_RUN = re.compile(
    r"[A-Z][\w’'-]*(?:\s+(?:(?:of|the|and|for|in|on|de|du|des|la|&)\s+){0,2}[A-Z][\w’'-]*)+"
)


class NameWord(NamedTuple):
    """A word of a name.

    Attributes:
        said: As it is written.
        word: In one form.
        start: Where it begins.
        end: Where it ends.
        needed: Whether it is a name for certain.
    """

    said: str
    word: str
    start: int
    end: int
    needed: bool


class NameVocabulary:
    """The words of a text, in which names are looked for.

    Args:
        string: The text.
    """

    def __init__(self, string: str) -> None:
        tokens = {match[0] for match in TOKEN.finditer(string)}
        self._words = {*map(fold_word, tokens)}
        self._words |= {fold_word(match[0].replace("-", "")) for match in _HYPHENS.finditer(string)}
        self._near: dict[str, list[str]] = {}
        for word in self._words:
            self._near.setdefault(word[:_LEAST_STEM], []).append(word)
        self._nations = {_CLASS[word] for word in self._words if word in _CLASS}
        self._large = {token.replace(".", "") for token in tokens if not token.islower()}
        runs = {run[0] for run in _RUN.finditer(string)}
        self._initials = {_initials(run, small=small) for run in runs for small in (False, True)}

    def has(self, group: Sequence[NameWord]) -> bool:
        """Whether it has all of a name, in any form."""
        if all(self.has_word(one) for one in group if one.needed):
            return True
        letters = "".join(one.said[0] for one in group)
        needed = "".join(one.said[0] for one in group if one.needed)
        return any(len(one) > 1 and one in self._large for one in (letters, needed))

    def has_word(self, one: NameWord) -> bool:
        """Whether it has a word of a name."""
        near = self._near.get(one.word[:_LEAST_STEM], ())
        if _CLASS.get(one.word) in self._nations or any(are_alike(one.word, word) for word in near):
            return True
        said = one.said.replace(".", "")
        return said.isupper() and len(said) > 1 and any(said in run for run in self._initials)


def _initials(run: str, *, small: bool) -> str:
    """The first letters of words, of those alone that are written large unless ``small``."""
    return "".join(word[0] for word in run.split() if small or word[0].isupper()).upper()


@lru_cache(maxsize=8192)
def fold_word(word: str) -> str:
    """A word in small letters without accents, and without the "'s" of an owner."""
    word = OWNED.sub("", word.replace(".", ""))
    if not word.isascii():
        word = unicodedata.normalize("NFKD", word.translate(_PLAIN))
        word = "".join(sign for sign in word if not unicodedata.combining(sign))
    return word.casefold()


@lru_cache(maxsize=8192)
def are_alike(one: str, other: str) -> bool:
    """Whether two folded words are forms of one name."""
    if one == other:
        return True
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    stem = min(len(one), len(other)) if at is None else at
    # "Austria" and "Austrian" part behind all of the first, "Italy" and "Italian" before its end
    return any(
        (one[cut:], other[cut:]) in _ENDINGS or (other[cut:], one[cut:]) in _ENDINGS
        for cut in range(max(_LEAST_STEM, stem - 2), stem + 1)
    )


def is_no_name(word: str) -> bool:
    """Whether a folded word is a title, a form of company, a date or the like."""
    return len(word) < 2 or word in _NO_NAMES


def is_nation(word: str) -> bool:
    """Whether a folded word is a nation or its people, by the table."""
    return word in _CLASS and word not in _ALSO_COMMON


@lru_cache(maxsize=8192)
def is_common(word: str) -> bool:
    """Whether a folded word, or what it is a form of, is a common word of English."""
    return len(word) < _LEAST_STEM or any(
        one in _common() for one in (*_stems(word), *_stems(_american(word)))
    )


def _american(word: str) -> str:
    return word.replace("our", "or").replace("is", "iz").replace("re", "er")


def _stems(word: str) -> Iterator[str]:
    """A word, and what it may be a form of."""
    yield word
    for suffix, endings in _SUFFIXES:
        if word.endswith(suffix):
            base = word[: -len(suffix)]
            yield from (base + ending for ending in endings)
            if base[-2:-1] == base[-1:]:
                yield base[:-1]


@cache
def _common() -> frozenset[str]:
    file = resources.files("sidecar.claims").joinpath("words", "common.txt")
    return frozenset(file.read_text("ascii").split())
