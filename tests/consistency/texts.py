"""Texts about consistent numbers, generated from the numbers."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from hypothesis import strategies as st

from sidecar.consistency.finder import find_sums
from sidecar.consistency.settings import ConsistencySettings
from sidecar.consistency.sums import Sum
from sidecar.model.text import Text
from sidecar.text.claims import ClaimReader

NAMES = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta")


def found(text: str, **settings: object) -> list[Sum]:
    """The sums of a text."""
    return find_sums(ClaimReader(Text(text)), ConsistencySettings.model_validate(settings))


def verdicts(text: str, **settings: object) -> list[tuple[str, bool]]:
    """The kind of each sum, and whether it holds."""
    return [(one.kind, one.passed) for one in found(text, **settings)]


def rounded(value: Decimal, places: int, way: str = ROUND_HALF_UP) -> str:
    """A value as people write it, with so many decimals; a single digit is never cut off."""
    step = Decimal(1).scaleb(-places)
    written = value.quantize(step, way)
    return f"{written if written >= 10 * step else value.quantize(step, ROUND_HALF_UP):,f}"


@st.composite
def amounts(draw: st.DrawFn, least: int = 1, most: int = 10**6) -> Decimal:
    """An amount with three decimals, more than are written."""
    return Decimal(draw(st.integers(least * 1000, most * 1000))) / 1000
