"""Columns whose cells are numbers written as strings: "$4,127", "12.5 %", "388*", "n/a".

They are measures as any. What names rows is written so as well, "0.5 l" of bottles and "18-24" of
ages: a string that comes again and again, or that holds more than one number, is a label.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_FIGURE = re.compile(
    r"[~≈<>≤≥]?\s*\(?\s*[+\-−–]?\s*(?:[A-Z]{0,3}[$€£¥₹]|[A-Z]{3}\s)?\s*\d[\d.,'’\s]*(?:e[+-]?\d+)?"
    r"\s*(?:(?:[A-Za-zµ]{1,6}|[$€£¥%‰°])[A-Za-z%²³/]{0,5})?\s*\)?\s*(?:\*+|†|‡|\[\w{1,2}\]|\(\w\))?"
)
_NAME = re.compile(r"0\d+|\d+(?:\.\d+){2,}(?<!\.\d{3})|\d+\.\d{1,2}\..*|\d+\.\d{4,}\..*")
"""A number, version or address that is a name: "0012", "1.2.3", "10.0.0.1"; no "4.127.512"."""

_DIGITS = re.compile(r"\d+")
_BLANK = re.compile(
    r"(?:n/?a\.?|nan|null|none|nil|tbd|unknown|missing|[-–—.…:x*?]*|\[\w{1,4}\]|\([a-z]{1,3}\))",
    re.IGNORECASE,
)
"""What stands for no number; in brackets what statistical offices write: "[c]", "(D)"."""

_LONGEST = 40
_ENOUGH = 0.6
_DISTINCT = 0.8


def are_figures(strings: Sequence[str]) -> bool:
    """Whether strings are figures, but for some that stand for none."""
    if any(len(string) > _LONGEST for string in strings):
        return False
    told = [string.strip() for string in strings]
    figures = [string for string in told if _FIGURE.fullmatch(string)]
    if len(figures) < _ENOUGH * len(told) or any(map(_NAME.fullmatch, figures)):
        return False
    if not all(_BLANK.fullmatch(string) for string in told if not _FIGURE.fullmatch(string)):
        return False
    plain = all(_DIGITS.fullmatch(string) for string in figures)
    return plain or len({*figures}) >= _DISTINCT * len(figures)
