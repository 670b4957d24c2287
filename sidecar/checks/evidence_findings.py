"""Findings about the evidence that numbers rest on: it has expired, or it is not complete.

They stand beside what a number is found to be, and change no verdict. What has expired counts
against each number that rests on it alone. What is missing counts against those that rest on all
rows (counts, sums, means, extremes, shares and ranks), and not against single cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sidecar.binding.bound import BoundNumber
from sidecar.binding.bounds import BoundNumbers
from sidecar.binding.tables.place_names import ROW_COUNT
from sidecar.evidence.index import TableIndex
from sidecar.formulas.columns import AGGREGATES, COUNTS, ENDS, NEIGHBOURS, RANKS, SHARES
from sidecar.model.evidence import Gap, Table
from sidecar.model.formatting import format_plain
from sidecar.model.report import ClaimBinding, Finding, Reading, Severity
from sidecar.model.text import Text
from sidecar.work import check_abandoned

EXPIRED = "EVIDENCE_EXPIRED"
INCOMPLETE = "EVIDENCE_INCOMPLETE"


class DoubtfulEvidence:
    """The query results of a request that numbers should not rest on.

    Args:
        results: The query results.
        expired: The query ids of those that have expired.
    """

    def __init__(self, results: Sequence[TableIndex], expired: frozenset[str]) -> None:
        self._expired = expired
        tables = (result.table for result in results)
        self._incomplete = {table.query_id: table for table in tables if table.gaps}

    def withhold_repair(self, bound: BoundNumber) -> BoundNumber:
        """A number without the value that belongs in its place, if that rests on such evidence."""
        doubted = self._expired_of(bound.binding) or self._gaps_of(bound.binding)
        return bound._replace(right=None) if doubted else bound

    def findings(self, bounds: BoundNumbers, text: Text) -> Iterator[Finding]:
        """What there is to say of what the numbers of a text rest on."""
        if not (self._expired or self._incomplete):
            return
        for bound in bounds.items(range(len(bounds))):
            check_abandoned()
            yield from self._findings_of(bound.binding, text)

    def _findings_of(self, binding: ClaimBinding, text: Text) -> Iterator[Finding]:
        """What there is to say of what one number rests on."""
        if query_ids := self._expired_of(binding):
            yield _make_finding(EXPIRED, binding, text, query_ids, "which has expired")
        for query_id, gap in self._gaps_of(binding).items():
            finding = _make_finding(INCOMPLETE, binding, text, [query_id], _describe(gap))
            yield finding if gap.is_certain else replace(finding, severity=Severity.WARNING)

    def _expired_of(self, binding: ClaimBinding) -> list[str]:
        """The expired query results that a number rests on; none if others explain it as well."""
        if (declared := _queried(binding)) is not None:
            return [query_id for query_id in declared if query_id in self._expired]
        sources = binding.sources or _place(binding)
        return list(sources) if self._expired.issuperset(sources) else []

    def _gaps_of(self, binding: ClaimBinding) -> dict[str, Gap]:
        """The worst gap of each query result of which a number rests on all rows."""
        queried, reading = _queried(binding), binding.reading
        sources = _place(binding) if queried is None else queried
        tables = [self._incomplete[each] for each in sources if each in self._incomplete]
        if reading is None or not tables:
            return {}
        rests = _queries_all(reading.formula) if queried is not None else _reads_all(reading)
        if not rests or _is_declared(reading, tables):
            return {}
        return {table.query_id: max(table.gaps, key=_certainty) for table in tables}


def _certainty(gap: Gap) -> bool:
    return gap.is_certain


def _queried(binding: ClaimBinding) -> Sequence[str] | None:
    """The query results that the formula of a number reads; None where none has settled it."""
    use, reading = binding.use, binding.reading
    settled = use is not None and reading is not None and reading.formula == use.formula.query
    return use.query_ids if use is not None and settled else None


def _place(binding: ClaimBinding) -> tuple[str, ...]:
    reading = binding.reading
    return (reading.query_id,) if reading is not None and reading.query_id else ()


def _is_declared(reading: Reading, tables: Sequence[Table]) -> bool:
    """Whether a reading is the declared count of rows, rather than that of the data."""
    counted = [table.declared.row_count for table in tables]
    return not reading.formula and reading.location == ROW_COUNT and counted == [reading.value]


# Which readings rest on all rows of a query result.

_SEVERAL = re.compile(r"data\[\d+[:,]")
_OF_CELLS = ("data[", "1 - data[")
"""How derivations of single cells begin; those of several begin with a function, or a rank."""


def _reads_all(reading: Reading) -> bool:
    """Whether a reading is a count, or is derived from several rows at once."""
    if reading.location.startswith("total of "):
        return False
    formula = reading.formula or reading.location
    return not formula.startswith(_OF_CELLS) or _SEVERAL.search(formula) is not None


_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"")
_OF_ROWS = "|".join(sorted(AGGREGATES | COUNTS | ENDS | NEIGHBOURS | RANKS | SHARES))
_OVER_ROWS = re.compile(
    rf"\b(?:{_OF_ROWS})\s*\(|\bin\s*\(\s*(?:select|from)\b"
    r"|\b(?:all|any|distinct|except|exists|group|having|intersect|limit|order|over|qualify|union)\b"
)


def _queries_all(query: str) -> bool:
    """Whether the value of a query depends on more rows than it picks one by one."""
    return _OVER_ROWS.search(_QUOTED.sub("", query).casefold()) is not None


def _make_finding(
    code: str, binding: ClaimBinding, text: Text, query_ids: Sequence[str], why: str
) -> Finding:
    span, listed = binding.claim.number.span, ", ".join(query_ids)
    written = text.slice(span)
    return Finding(
        code=code,
        verdict=binding.verdict,
        span=span,
        message=f"{written!r} rests on {listed}, {why}",
        details={"text": written, "query_ids": listed, "reason": why},
    )


def _describe(gap: Gap) -> str:
    """What is missing, in words."""
    declared, found = format_plain(gap.declared), format_plain(gap.found)
    if gap.what == "row_limit":
        return f"which was cut at {declared} rows, or has exactly so many"
    if gap.what == ROW_COUNT:
        return f"which has {found} of {declared} rows"
    return f"whose {gap.what} is declared as {declared} and comes to {found}"
