"""Formulas: the queries that numbers of a narrative are the values of."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from verifyd.enums import FormulaOrigin, FormulaOutcome
from verifyd.results import Span
from verifyd.v1 import common_pb2, formulas_pb2


@dataclass(frozen=True, slots=True)
class Formula:
    """The query of one number, for ``Client.verify``.

    Attributes:
        number: The number, as it stands in the narrative once ("4.2 million"), or its place.
        query: One SELECT in DuckDB's dialect over the query results, by their ids. It gives the
            number in the unit and scale of the text.
        origin: Who wrote it; ``PROPOSED`` where a formula of an earlier report is given back.
        none: Why there is no query, in a formula that is given back.
    """

    number: str | Span
    query: str
    origin: FormulaOrigin = FormulaOrigin.DECLARED
    none: str = ""

    def _message(self, narrative: str) -> formulas_pb2.Formula:
        message = formulas_pb2.Formula(
            query=self.query, origin=f"FORMULA_ORIGIN_{self.origin}", none=self.none
        )
        if isinstance(self.number, str):
            message.text = self.number
        else:
            start, end = self.number
            before = len(narrative[:start].encode())
            size = len(narrative[start:end].encode())
            message.span.CopyFrom(common_pb2.Span(start=before, end=before + size))
        return message


@dataclass(frozen=True, slots=True)
class FormulaUse:
    """What a formula did for a number.

    Attributes:
        query: The query as it was run; empty where there is none.
        origin: Who wrote it.
        outcome: What came of it.
        value: Its value over the evidence, in the unit and scale of the text, where it has one.
        reason: Why it decides nothing, such as ``VALUE_DOES_NOT_MOVE``.
        message: The same for people.
        reads: What it reads, as places.
    """

    query: str
    origin: FormulaOrigin
    outcome: FormulaOutcome
    value: Decimal | None
    reason: str
    message: str
    reads: tuple[str, ...]
