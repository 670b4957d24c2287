"""What is missing for a number that words and data do not settle, and how people are told."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

UNCOVERED = "OUT_OF_EVIDENCE"
"""What is said of a number that words and data do not settle: it is not covered."""


class Missing(StrEnum):
    """What words and data lack."""

    ROW = "row"
    COLUMN = "column"
    FORMULA = "formula"
    EVIDENCE = "evidence"


_LACKS = {
    Missing.ROW: "its words name no row",
    Missing.COLUMN: "its words name no column",
    Missing.FORMULA: "no derivation that its words ask for gives it",
    Missing.EVIDENCE: "it measures something that is in no query result",
}


def lacks(missing: Sequence[Missing]) -> str:
    """What is missing, in words."""
    return " and ".join(_LACKS[each] for each in missing)
