"""Formulas: the queries that numbers of a narrative are the values of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

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


_INSTRUCTIONS: Final = """\
Every number that you take or compute from a query result gets a footnote with the query that
gives it.
Write the marker straight behind the number and its unit: "USD 4.2 million[^f1]", "12 %[^f2]".
At the end of the text write one definition for each marker, on a line of its own:
[^f1]: SELECT sum(price) / 1e6 FROM q1 WHERE year = 2023
Rules for these queries:
1. One SELECT in DuckDB's dialect. Its tables are the query results that you were given, under
   their query ids (q1, q2), not the tables of the database.
2. It returns one row with one column: the number, in the unit and scale in which you wrote it.
   "4.2 million" is 4.2, "12 %" is 12, "3 points" is 3.
3. "Fell by 5 %" is the size of the fall: 5.
4. Do not round; write as many digits as you mean.
5. Filter by what your sentence names: the very labels of the table, years, periods.
6. Use no constants but units (100, 1000, 1e6, 12), and numbers that your text states itself,
   such as a threshold.
7. Never write the number itself into its query.
8. No comments, no VALUES, no table functions, no CASE around the result.
9. Names with spaces or capitals go into double quotes.
10. Numbers that come from no query result (plans, dates, names) get no footnote.
11. Use a marker again where the same number stands again.
"""


def prompt(tables: Mapping[str, Iterable[str]] | None = None) -> str:
    """The part of an agent's system prompt that makes it declare the query behind each number.

    Args:
        tables: The columns of query results that are known in advance, by query id.
    """
    known = [f"- {query_id}: {', '.join(names)}\n" for query_id, names in (tables or {}).items()]
    return "".join([_INSTRUCTIONS, *(["Tables and their columns:\n"] if known else []), *known])
