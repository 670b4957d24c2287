"""The state of a query result, by what its caller declares: how old it is, and whether it is whole.

Whether the data are whole is decided once, when they are decoded. Whether they have expired depends
on the time, and is decided once for each request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, localcontext

from sidecar.evidence.errors import EvidenceColumnUnknown, EvidenceMalformed
from sidecar.evidence.header import Header
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import EXACT, Cells, Column, Gap, Table
from sidecar.work import check_abandoned

_AT_ONCE = 10_000
"""Cells that are added up before somebody may have stopped waiting."""

_NS = Decimal(1_000_000_000)


def find_gaps(
    header: Header, columns: Sequence[Column], cells: Sequence[Cells], row_count: int
) -> Iterator[Gap]:
    """Where the data of a query result are not what is declared of the complete result.

    Args:
        header: With what is declared.
        columns: The columns of the data.
        cells: Their numbers.
        row_count: The rows of the data.

    Raises:
        EvidenceMalformed: If the complete result has fewer rows than its data, or one column two
            totals.
        EvidenceColumnUnknown: If a total is that of a column that is not there.
    """
    declared, query_id = header.declared, header.query_id
    rows = Decimal(row_count)
    if declared.row_count is not None:
        if declared.row_count < row_count:
            why = f"{row_count} rows, of {declared.row_count} in the complete result"
            raise _malformed(header, why)
        if declared.row_count > row_count:
            yield Gap("row_count", Decimal(declared.row_count), rows)
    elif declared.row_limit is not None and row_count >= declared.row_limit:
        yield Gap("row_limit", Decimal(declared.row_limit), rows)
    totals = dict(declared.control_totals)
    if len(totals) < len(declared.control_totals):
        raise _malformed(header, "a column has two control totals")
    places = {column.name: place for place, column in enumerate(columns)}
    for name, total in totals.items():
        if name not in places:
            message = f"query result {query_id} has no column {name!r}, which has a control total"
            raise EvidenceColumnUnknown(message, query_id=query_id, column=name)
        found = _total(cells[places[name]])
        if found != total:
            yield Gap(f"total of {name}", total, found)


def find_expired(tables: Iterable[Table], now_ns: int, max_age_s: float) -> frozenset[str]:
    """The query ids of the results that have expired, or are too old.

    Args:
        tables: The query results of a request.
        now_ns: The time of the request, in nanoseconds since 1970.
        max_age_s: Most seconds that may have passed since the data were true; 0 allows any age.
    """
    oldest = now_ns - int(Decimal(max_age_s) * _NS) if max_age_s else None
    expired = set[str]()
    for table in tables:
        declared = table.declared
        is_over = declared.expires_at is not None and declared.expires_at <= now_ns
        is_old = oldest is not None and declared.as_of is not None and declared.as_of < oldest
        if is_over or is_old:
            expired.add(table.query_id)
    return frozenset(expired)


def digest_expired(digest: str, expired: frozenset[str]) -> str:
    """The digest of the evidence of a request, and of which of it has expired."""
    if not expired:
        return digest
    return sha256_of_parts(one.encode() for one in (digest, "expired", *sorted(expired)))


def _total(cells: Cells) -> Decimal:
    """The exact sum of the numbers of a column."""
    if cells.unscaled is not None:
        return Decimal(sum(cells.unscaled.tolist())).scaleb(-cells.scale, EXACT)
    total = Decimal(0)
    with localcontext(EXACT):
        for start in range(0, cells.values.size, _AT_ONCE):
            check_abandoned()
            some = cells.values[start : start + _AT_ONCE].tolist()
            total += sum(map(Decimal, map(repr, some)), Decimal(0))
    return total


def _malformed(header: Header, why: str) -> EvidenceMalformed:
    return EvidenceMalformed(
        f"query result {header.query_id} is malformed: {why}",
        query_id=header.query_id,
        format=header.format,
    )
