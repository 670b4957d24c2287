"""Formulas: queries that a number of the text is said to be the value of."""

from __future__ import annotations

from decimal import Decimal
from enum import IntEnum
from typing import NamedTuple

from sidecar.model.text import Span


class FormulaOrigin(IntEnum):
    """Who wrote a formula. Values equal those of the wire enum."""

    DECLARED = 1
    PROPOSED = 2


class FormulaOutcome(IntEnum):
    """What came of a formula. Values equal those of the wire enum."""

    AGREES = 1
    DISAGREES = 2
    MISPLACED = 3
    REFUSED = 4
    NONE = 5


class Formula(NamedTuple):
    """A query, and the number that it is said to give.

    Attributes:
        span: The number, in the bytes of the narrative.
        query: One SELECT in DuckDB's dialect over the query results, by their ids; empty where
            there is none.
        origin: Who wrote it.
        none: Why there is no query, in the words of ``proposals``: ``identifier``, ``plan``.
    """

    span: Span
    query: str
    origin: FormulaOrigin = FormulaOrigin.DECLARED
    none: str = ""


class FormulaUse(NamedTuple):
    """What a formula did for a number.

    Attributes:
        formula: The formula.
        outcome: What came of it.
        value: Its value over the evidence, as it was given, where it has one.
        reason: Why it was refused or is misplaced: upper snake case, as in ``formulas.tree``.
        message: The same for people.
        reads: What it reads, as places: ``sales.price``, ``sales data[5].price``; at most 20.
        query_ids: The query results that it reads.
    """

    formula: Formula
    outcome: FormulaOutcome
    value: Decimal | None = None
    reason: str = ""
    message: str = ""
    reads: tuple[str, ...] = ()
    query_ids: tuple[str, ...] = ()
