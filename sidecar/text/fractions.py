"""Fractions in digits and signs: "1/3", "10 1/2", "2½", "½"."""

from __future__ import annotations

import re
import unicodedata
from decimal import Context, Decimal

from sidecar.model.number import Form
from sidecar.text import affixes
from sidecar.text.draft import Draft
from sidecar.text.shares import FRACTION_MARGIN

_SHARES = Context()  # a fraction is seldom a decimal: 28 digits show it
SIGNS = frozenset("¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
_DENOMINATOR = re.compile(r"\s?/\s?(\d{1,4})(?![\d/,]|\.\d|\s?/)")
_MIXED = re.compile(r"[ \u00a0-](\d{1,3})/(\d{1,3})(?![\d/])")
_VULGAR = re.compile(r"[ \u00a0]?([¼-¾⅐-⅞])")


def complete(string: str, draft: Draft) -> None:
    """Makes a fraction of an integer whose fraction, or whose denominator, follows."""
    end = draft.end
    if not draft.plain:
        return
    if match := _VULGAR.match(string, end):
        share = vulgar(match[1])
    elif (match := _MIXED.match(string, end)) and 0 < int(match[1]) < int(match[2]):
        share = _SHARES.divide(Decimal(match[1]), Decimal(match[2]))
    elif (match := _DENOMINATOR.match(string, end)) and _divides(string, draft, match):
        draft.value, share = _SHARES.divide(draft.value, Decimal(match[1])), Decimal(0)
    else:
        return
    draft.value += share
    draft.end, draft.form = match.end(), Form.FRACTION
    draft.margin, draft.plain = FRACTION_MARGIN, False


def _divides(string: str, draft: Draft, match: re.Match[str]) -> bool:
    """Whether "a/b" is a share rather than two numbers: 1/3, 1/40 of; not 850/900, 4/6GB."""
    below = int(match[1])
    listed = string[draft.start - 1 : draft.start] == "/" or affixes.is_name(string, match.end())
    small = below <= 12 or string.startswith(" of", match.end())
    return 0 < draft.value < below and small and not listed


def vulgar(sign: str) -> Decimal:
    """The value of a vulgar fraction sign, exact where decimals can hold it."""
    above, _, below = unicodedata.normalize("NFKC", sign).partition("\u2044")
    return _SHARES.divide(Decimal(above), Decimal(below))


def alone(string: str, start: int, codes: frozenset[str]) -> Draft:
    """A number that is a fraction sign alone, with its unit: "½ cup"."""
    draft = Draft(
        start, start + 1, vulgar(string[start]), form=Form.FRACTION, margin=FRACTION_MARGIN
    )
    unit = affixes.unit_after(string, draft.end, codes)
    if unit is not None:
        draft.attach(unit)
    return draft
