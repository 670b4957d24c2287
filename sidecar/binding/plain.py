"""The bindings of numbers that floats settled, as arrays: for replies, which tell all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fastpath import binding_bytes as written
from fastpath import scan_columns as scanned
from fastpath.settling import ABSENT, EQUAL
from sidecar.binding.settled import Settled
from sidecar.evidence.index import TableIndex
from sidecar.evidence.location import of_column
from sidecar.model.number import Qualifier
from sidecar.model.plain_bindings import Alike, PlainBindings
from sidecar.text.claims import Claims

_COPIED = slice(scanned.START, scanned.STEP + 1)
"""Span, mantissa and step, which both kinds of rows have in this order: one view, no copy."""
_QUALIFIERS = 8  # more than there are
_NOT_PLAIN = -1


def as_arrays(claims: Claims, settled: Settled, results: Sequence[TableIndex]) -> PlainBindings:
    """The bindings of all claims; of those that one cell equals, or none, what a row says.

    Args:
        claims: The numbers.
        settled: What floats tell of them.
        results: The query results.
    """
    records = claims.figures.rows
    where, columns, cells = settled.where
    equal, absent = settled.outcomes == EQUAL, settled.outcomes == ABSENT
    plain = (equal | absent) & (records[:, scanned.STATE] == scanned.PLAIN)
    rows = np.zeros((len(claims), written.COLUMNS), np.int64)
    rows[:, written.START : written.STEP + 1] = records[:, _COPIED]
    found = (plain & equal).nonzero()[0]
    held_by, held_in = where[found], columns[found]
    rows[found, written.ROW] = cells[found]
    tails: dict[tuple[int, int], int] = {}
    pairs = zip(held_by.tolist(), held_in.tolist(), strict=True)
    rows[found, written.TAIL] = [tails.setdefault(pair, len(tails) + 1) for pair in pairs]
    for result, column in tails:
        held = results[result].table.cells[column]
        if held.ordinals is not None or held.rows.size < results[result].table.row_count:
            here = found[(held_by == result) & (held_in == column)]
            rows[here, written.ROW] = held.rows[cells[here]]
            if held.ordinals is not None:
                rows[here, written.ORDINAL] = held.ordinals[cells[here]]
    hedges = records[:, scanned.QUALIFIER]
    said = claims.figures.kinds * len(claims.citations) + claims.cited
    said = (said * _QUALIFIERS + hedges) * (len(results) + 1) + (where + 1) * equal
    said[~plain] = _NOT_PLAIN
    numbers: dict[int, int] = {_NOT_PLAIN: -1}
    kinds = [numbers.setdefault(each, len(numbers) - 1) for each in said.tolist()]
    firsts = [kinds.index(number) for number in range(len(numbers) - 1)]
    alike = [
        Alike(
            claims.figures.kind(first),
            Qualifier(hedges.item(first)),
            claims.cited.item(first),
            results[where.item(first)].table.query_id if equal[first] else None,
        )
        for first in firsts
    ]
    shown = [of_column(results[result].table, column) for result, column in tails]
    return PlainBindings(rows, kinds, alike, shown, claims.spans, claims.cited, claims.citations)
