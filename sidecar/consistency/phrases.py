"""Pieces of the patterns that read the words between numbers.

Each is bounded in length and holds no digits, so that a pattern between two numbers is tried once,
in time linear in the words there.
"""

from __future__ import annotations

import re

HEDGE = (
    r"(?:(?:just |only |merely |well |exactly |precisely |some |about |around |roughly |nearly "
    r"|almost |approximately |approx\.? |over |under |at least |at most |up to |more than "
    r"|less than |fewer than |an estimated |an? |the |~ ?|≈ ?|c\. ?){0,3})"
)
"""Words and articles that stand right before a number."""

_CONNECTORS = r"and|but|while|whereas|with|as|or|because|despite|although|from|to|of|by|plus"
WORD = rf"(?:(?!(?:{_CONNECTORS})\b)[^\W\d_][\w'’/-]{{0,40}})"
"""A word that does not begin another part of the sentence."""

NOUNS = rf"(?: {WORD}){{0,5}}"
"""What is counted, after a number: " people in the north"."""

ASIDE = r"(?: ?\([^()\d]{0,30}(?:(?:19|20)\d\d)?\))?"
"""A remark in brackets, such as a year."""

_YEAR = rf"(?: (?:in|at|as of|by|for|during|on) (?:{WORD} ){{0,2}}(?:FY ?)?(?:19|20)\d\d)?"
DATED = rf"{NOUNS}{_YEAR}{ASIDE}"
"""What is counted, and when."""


def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern without regard to case."""
    return re.compile(pattern, re.IGNORECASE)
