"""Words that the names of columns shorten: "visits" of ``vis_fy24``, "claims" of ``clms_open``.

Only names that nobody explains by a label are read so, and only shortened words that the text does
not use itself: where it speaks of reps, "reported" is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.words import STOP, name_words

_SHORTEST, _LONGEST = 3, 6  # letters of a word that is shortened
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
        self._short = sorted(
            {
                word
                for known in catalogs
                for column in known.table.columns
                if not (column.label or column.synonyms)
                for word in name_words(column.name)
                if word.isalpha() and _SHORTEST <= len(word) <= _LONGEST and word not in STOP
            }
        )

    def meant(self, word: str) -> str:
        """The shortened word that a lower-case word of the text stands for; empty for none."""
        if word not in self._meant:
            short = (s for s in self._short if _shortens(s, word) and self._is_unsaid(s))
            self._meant[word] = max(short, key=len, default="")
        return self._meant[word]

    def _is_unsaid(self, short: str) -> bool:
        """Whether the text does not use a shortened word itself."""
        if short not in self._unsaid:
            said = re.search(rf"\b{short}s?\b", self._string, re.IGNORECASE)
            self._unsaid[short] = said is None
        return self._unsaid[short]


def _shortens(short: str, word: str) -> bool:
    """Whether a word is shortened to its beginning, or to its consonants."""
    if word[0] != short[0] or len(word) < len(short) + 2 or word in STOP:
        return False
    if word.startswith(short):
        return len(word) >= len(short) + _LEFT_OUT
    if _VOWEL.search(short, 1):
        return False
    consonants = word[0] + _VOWEL.sub("", word[1:])
    return consonants.startswith(short) or (
        short[-1] == word[-1] and re.fullmatch(".*".join(short), consonants) is not None
    )
