"""Evidence as the checks see it: query results, and what can be cited beside them.

A ``Table`` is decoded once, from Arrow, JSON or row messages, and never changes. Its numbers lie in
one float64 array per column (``Cells``), which is what the lookups of ``fastpath`` read. Where a
float cannot hold a cell exactly (an integer past 2**53, a decimal), the exact value lies beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

EXACT = Context(prec=2000)
"""For decimals that must not be rounded; the default context keeps 28 digits, cells have more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """What the caller says about a column."""

    name: str
    label: str = ""
    description: str = ""
    unit: str = ""
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cells:
    """The finite numbers of one column, in row order.

    Attributes:
        values: The numbers, rounded to float64; never NaN or infinite. Shape (n,).
        rows: The row of each. Shape (n,), uint32.
        ordinals: For numbers read out of strings ("137 x 64.5 mm"), which number of its string
            each is, from 1, and 0 where the cell itself is a number; None where all are. Shape
            (n,), uint16.
        unscaled: Exact values times 10**scale, where ``values`` are not exact: int64, or object
            (Python int) where 64 bits do not hold them. None where each value is exactly the
            shortest decimal that reads back as its float.
        scale: See ``unscaled``.
    """

    values: NDArray[np.float64]
    rows: NDArray[np.uint32]
    ordinals: NDArray[np.uint16] | None = None
    unscaled: NDArray[np.int64] | NDArray[np.object_] | None = None
    scale: int = 0

    def exact(self, index: int) -> Decimal:
        """The exact value of one number."""
        if self.unscaled is None:
            return Decimal(repr(float(self.values[index])))
        return Decimal(int(self.unscaled[index])).scaleb(-self.scale, EXACT)


class ControlTotal(NamedTuple):
    """What the numbers of a column sum to in the complete result."""

    column: str
    total: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Declarations:
    """What the caller declares of a query result as a whole.

    Attributes:
        as_of: When the data were true, in nanoseconds since 1970.
        expires_at: From when on they no longer count, in nanoseconds since 1970.
        row_count: Rows of the complete result.
        row_limit: The LIMIT that the query ran with.
        control_totals: Sums of columns of the complete result.
    """

    as_of: int | None = None
    expires_at: int | None = None
    row_count: int | None = None
    row_limit: int | None = None
    control_totals: tuple[ControlTotal, ...] = ()


NOTHING_DECLARED = Declarations()


class Gap(NamedTuple):
    """A sign that a query result is not complete.

    Attributes:
        what: ``row_count``, ``row_limit`` or ``total of COLUMN``.
        declared: What was declared of it.
        found: What the data have.
    """

    what: str
    declared: Decimal
    found: Decimal

    @property
    def is_certain(self) -> bool:
        """Whether data are missing for certain: a limit that was reached only suggests it."""
        return self.what != "row_limit"


@dataclass(frozen=True, slots=True)
class Table:
    """One query result.

    Attributes:
        query_id: The caller's name for it, unique in a request.
        family: The source it comes from ("LMIS"), or "".
        title: A caption, or "".
        columns: Metadata; names are unique (a repeated name got a suffix when it was decoded).
        row_count: Rows, with or without numbers.
        cells: The numbers of each column, parallel to ``columns``; empty arrays where it has none.
        data: The cells of each column as Python values (str, int, float, bool, Decimal, date,
            datetime, time, None), parallel to ``columns``, each of length ``row_count``.
        nbytes: Memory that the table is accounted with.
        text_numbers: Runs of digits that were read in its strings: what decoding it took.
        declared: What the caller declares of it as a whole.
        gaps: Signs that it is not complete.
    """

    query_id: str
    family: str
    title: str
    columns: tuple[Column, ...]
    row_count: int
    cells: tuple[Cells, ...]
    data: tuple[Sequence[object], ...]
    nbytes: int
    text_numbers: int = 0
    declared: Declarations = NOTHING_DECLARED
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceItem:
    """One piece of evidence that the agent gathered, cited by its id.

    Attributes:
        id: The caller's name for it ("ev-abc-001"), unique in a request.
        text: What it says, or "".
        kind: What it is ("code", "passage"), or "".
        provenance: The tool or place that it comes from, or "".
        relevance: From 0 to 1, or None where the caller does not say.
        title: A caption, or "".
    """

    id: str
    text: str = ""
    kind: str = ""
    provenance: str = ""
    relevance: float | None = None
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One document, cited by its number or name.

    Attributes:
        id: The caller's name for it, unique in a request.
        number: What "[Source 3]" cites it by, from 1; unique among the sources of a request.
        family: Whose it is ("GCC-STAT"), or "".
        title: Its title, or "".
        url: Where it was found, or "".
        text: What it says, or "".
        relevance: From 0 to 1, or None where the caller does not say.
        citation_optional: Whether a text need not cite it.
    """

    id: str
    number: int
    family: str = ""
    title: str = ""
    url: str = ""
    text: str = ""
    relevance: float | None = None
    citation_optional: bool = False


Citable = EvidenceItem | Source
"""What is cited by an id of its own, beside query results."""
