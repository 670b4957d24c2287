"""Words that the names of columns shorten: "visits" of ``vis_fy24``, "net sales" of ``ns_fy24``.

Only names that nobody explains by a label are read so, and only shortened words that the text does
not use itself: where it speaks of reps, "reported" is none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from sidecar.binding.language.alike import ALIKE
from sidecar.binding.language.periods import MONTHS
from sidecar.binding.language.words import STOP, Token, name_words
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.column_units import is_unit
from sidecar.text.vocabulary import one_of

_SHORTEST, _LONGEST = 3, 6  # letters of a word that is shortened
_INITIALS = 2  # first letters that at least stand for as many words
_WORD = 3  # letters of such a word at least
_TAILS = tuple(
    one_of(
        "fall line less ness ful way ways time times day days side back card board book house work "
        "land field light ward wide yard holder maker owner out off over ly ing ings"
    )
)
"""What is left of a word that is made of two: the first of them does not shorten it."""

_LEFT_OUT = 3  # letters that at least are left out at its end
_VOWEL = re.compile("[aeiou]")


class Abbreviations:
    """The shortened words in the names of columns, and which words of a text they stand for.

    Args:
        catalogs: The query results.
        string: The text.
    """

    def __init__(self, catalogs: Sequence[Catalog], string: str) -> None:
        self._string = string
        self._meant: dict[str, str] = {}
        self._unsaid: dict[str, bool] = {}
        words = sorted(
            {
                word
                for known in catalogs
                for column in (known.table.columns[fact.place] for fact in known.measures)
                if not (column.label or column.synonyms)
                for word in name_words(column.name)
                if word.isalpha() and _INITIALS <= len(word) <= _LONGEST
                if word not in STOP and word not in ALIKE  # "carried" is no car
                if word not in MONTHS  # "maybe" is not May
            }
        )
        self._short: defaultdict[str, list[str]] = defaultdict(list)
        for word in words:
            if len(word) >= _SHORTEST:
                self._short[word[0]].append(word)
        self._initials: defaultdict[int, set[str]] = defaultdict(set)
        for word in words:
            if not _VOWEL.search(word, 1) and not is_unit(word):
                self._initials[len(word)].add(word)
        self._ends = frozenset(word[-1] for known in self._initials.values() for word in known)

    def meant(self, word: str) -> str:
        """The shortened word that a lower-case word of the text stands for; empty for none."""
        if word[0] not in self._short:
            return ""
        if word not in self._meant:
            told = self._short[word[0]]
            short = (each for each in told if _shortens(each, word) and self._is_unsaid(each))
            self._meant[word] = max(short, key=len, default="")
        return self._meant[word]

    def may_end(self, word: Token) -> bool:
        """Whether a word may be the last of those whose first letters a name has."""
        return word.word[0] in self._ends

    def initials(self, words: Sequence[Token]) -> Iterator[tuple[int, str]]:
        """The first letters of words that follow one another, where a name is made of them.

        With the index of the last of those words.
        """
        for last, word in enumerate(words) if self._ends else ():
            if not self.may_end(word):
                continue
            for size, known in self._initials.items():
                said = words[max(0, last + 1 - size) : last + 1]
                letters = "".join(each.word[0] for each in said)
                if letters in known and all(map(_may_name, said)):
                    yield last, letters

    def _is_unsaid(self, short: str) -> bool:
        """Whether the text does not use a shortened word itself."""
        if short not in self._unsaid:
            said = re.search(rf"\b{short}s?\b", self._string, re.IGNORECASE)
            self._unsaid[short] = said is None
        return self._unsaid[short]


def _may_name(word: Token) -> bool:
    return len(word.word) >= _WORD and word.word.isalpha() and word.word not in STOP


def _shortens(short: str, word: str) -> bool:
    """Whether a word is shortened to its beginning, or to its consonants; its first letter is."""
    if len(word) < len(short) + 2 or word in STOP:
        return False
    if word.startswith(short):
        return len(word) >= len(short) + _LEFT_OUT and not word.startswith(_TAILS, len(short))
    if _VOWEL.search(short, 1):
        return False
    consonants = word[0] + _VOWEL.sub("", word[1:])
    return consonants.startswith(short) or (
        short[-1] == word[-1] and re.fullmatch(".*".join(short), consonants) is not None
    )
