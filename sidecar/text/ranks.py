"""Ordinals that tell a rank: "the third-highest", "ranked 4th", "came second", "in fifth place".

Other ordinals number things or name them ("the third quarter", "second half", "the 53rd minute"):
no data say that they are right.
"""

from __future__ import annotations

import re

from sidecar.model.number import SkipReason
from sidecar.text.draft import Draft
from sidecar.text.exclusions import Excluded
from sidecar.text.options import Ordinals
from sidecar.text.vocabulary import one_of

_SUPERLATIVE = re.compile(
    r"(?:[\s-]{1,2}|,?\s(?:and|or)\s\S{1,20}[\s-])(?P<word>[a-z]{3,16})\b(?!-)", re.IGNORECASE
)
_MOST = one_of("most least best worst")
_NO_SUPERLATIVES = one_of(
    "latest interest interests harvest forest request test guest west midwest northwest southwest "
    "rest nest quest contest protest invest honest modest"
)
_RANKED = re.compile(
    r"\b(?:rank(?:s|ed|ing)?|placed|positioned)\s(?:(?:only|just|joint|equal|a|at|as|in|it|them"
    r"|overall)\s){0,2}\Z",
    re.IGNORECASE,
)
_CAME = re.compile(
    r"\b(?:c[oa]mes?|coming|finish(?:es|ed|ing)?|ends?|ended)\s"
    r"(?:(?:only|just|joint|equal|in|a|close|distant|up)\s){0,2}\Z",
    re.IGNORECASE,
)
_LAST = re.compile(r"\s*(?:$|[.,;:!?)(]|(?:of|out|among|by|in|on|with|behind|and|overall|place)\b)")
_PLACE = re.compile(r"\s(?:place|position|rank)\b")
_REACH = 32


def chosen(string: str, ordinal: Draft, ordinals: Ordinals) -> Draft | Excluded:
    """An ordinal, where it is one of those that are read as numbers."""
    read = ordinals == "all" or (ordinals == "ranks" and tells(string, ordinal.start, ordinal.end))
    return ordinal if read else Excluded(ordinal.start, ordinal.end, SkipReason.ORDINAL)


def tells(string: str, start: int, end: int) -> bool:
    """Whether the ordinal ``string[start:end]`` (code points) tells a rank."""
    match = _SUPERLATIVE.match(string, end)
    if match is not None and _is_superlative(match["word"].lower()):
        return True
    if _PLACE.match(string, end):
        return True
    before = string[max(0, start - _REACH) : start]
    return bool(_RANKED.search(before)) or bool(_CAME.search(before) and _LAST.match(string, end))


def _is_superlative(word: str) -> bool:
    return word in _MOST or (word.endswith("est") and word not in _NO_SUPERLATIVES)
