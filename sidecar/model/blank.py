"""Texts that show nothing: they say nothing, and nothing is no pass."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are blank."""

_BEGINNING = 100  # characters among which most texts show one


def is_blank(text: str) -> bool:
    """Whether a text has no character that can be seen.

    ``str.isspace`` tells less: NUL and a space of zero width are no white space.
    """
    return not _shows(text[:_BEGINNING]) and not _shows(set(text))


def _shows(text: Iterable[str]) -> bool:
    return any(unicodedata.category(one)[0] not in "CMZ" and one not in _BLANK for one in text)
