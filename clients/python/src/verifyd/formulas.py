"""Formulas: the queries that numbers of a narrative are the values of."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from verifyd import _arguments
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
        origin = _arguments.choice("formula.origin", self.origin, FormulaOrigin)
        given = {"query": self.query, "origin": f"FORMULA_ORIGIN_{origin}", "none": self.none}
        message = _arguments.message(formulas_pb2.Formula, "formula", given)
        if isinstance(self.number, str):
            message.text = _arguments.text("formula.number", self.number)
        else:
            start, end = _span(self.number)
            before = len(narrative[:start].encode())
            size = len(narrative[start:end].encode())
            message.span.CopyFrom(common_pb2.Span(start=before, end=before + size))
        return message


def _span(given: Any) -> Span:
    """A place in the narrative: two indices."""
    is_pair = isinstance(given, tuple) and len(given) == 2
    if not is_pair or not all(isinstance(one, int) for one in given):
        wanted = "the number as it is written, or the Span where it stands"
        raise _arguments.wrong("formula.number", given, wanted)
    return Span(*given)


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
