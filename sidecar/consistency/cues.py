"""Whether a text can hold anything to judge: a few looks, before its numbers are read."""

from __future__ import annotations

import re

_PERCENT = ("%", "percent", "per cent", "pct")
_WORDS = (
    "=", "together", "altogether", "in total", "in all", "combined", "a total of", "sum of",
    "adds up", "add up", "adding up", "sums to", "sum to", "totaling", "totalling", "difference",
    "gap of", "up from", "down from",
)  # fmt: skip
_FROM = re.compile(
    r"from [^.;:]{0,30}?(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|twenty|thirty|forty|fifty)\b)"
)


def has_shares(lowered: str) -> bool:
    """Whether the text, in lower case, writes percentages."""
    return any(cue in lowered for cue in _PERCENT)


def has_tables(string: str) -> bool:
    """Whether the text can hold a table."""
    return "|" in string and "-" in string


def has_arithmetic(lowered: str) -> bool:
    """Whether the text, in lower case, can state a sum, a change or a part of a whole."""
    return any(cue in lowered for cue in _WORDS) or _FROM.search(lowered) is not None
