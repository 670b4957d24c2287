"""One reading of a number, with what speaks for it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.model.report import Grade

if TYPE_CHECKING:
    from sidecar.binding.context.passages.scopes import Scope


class Kind(IntEnum):
    """What a reading takes the number for."""

    CELL = 0
    SOME_ROW = 1  # a cell of a linked column, in no row that is linked
    SOME_COLUMN = 2  # a cell of a linked row, in no column that is linked
    ANYWHERE = 3  # any cell at all
    COUNT = 4
    SUM = 5
    MEAN = 6
    EXTREME = 7
    CHANGE = 8
    GROWTH = 9
    SHARE = 10
    RATIO = 11
    RANK = 12
    PAIR = 13
    OUTSIDE = 14
    SOME_SUM = 15
    SOME_CHANGE = 16
    SOME_GROWTH = 17
    SOME_SHARE = 18
    SOME_RATIO = 19
    ABSENT = 21  # a name or period that the data do not have
    QUOTIENT = 22  # of two columns that the words name as what is divided, and by what
    PRODUCT = 23  # a price times a quantity
    SOME_PART = 24  # a share of one row in its whole, or of its columns in each other
    SOME_MEAN = 25
    SERIES = 26  # what most numbers of a list are by one formula, each of its own row
    NET = 27  # what is left of one amount after another
    WORKED = 28  # what a calculation comes to that the text shows


ELSEWHERE = frozenset({Kind.ANYWHERE, *(kind for kind in Kind if kind.name.startswith("SOME_"))})
"""Readings as something that nothing names."""


UNNAMED = frozenset({Kind.SOME_ROW, Kind.SOME_COLUMN, Kind.ANYWHERE})
"""Readings as a cell whose row or column nothing names."""


LOOSE_DERIVATIONS = ELSEWHERE - UNNAMED
"""Derivations of operands that nothing names: there are so many that some agrees with anything."""


class Shown(NamedTuple):
    """A reading as people see it.

    Attributes:
        location: Its place in its query result.
        value: What it comes to, in the unit of the number; None where it has no single value.
        formula: The derivation; empty for a plain cell.
        cells: The cells that it is derived from.
    """

    location: str
    value: Decimal | None
    formula: str = ""
    cells: tuple[str, ...] = ()


NOWHERE = Shown("", None)


class Candidate(NamedTuple):
    """One reading.

    Attributes:
        kind: What it takes the number for.
        agreement: How its value compares with the number.
        row: How strongly its rows are linked.
        column: How strongly its column is linked.
        head: Whether its column is the noun that the number counts.
        unit: 1 where units are the same, -1 where they clash, else 0.
        cue: Whether the words ask for this derivation.
        period: 1 where its period is the one that is named, -1 where another is, else 0.
        share: Which part of its cells agrees, for readings that stand for many cells.
        table: Its query result.
        rows: The rows it reads.
        columns: The columns it reads.
        bonus: What else speaks for it, or against it.
        other_head: Whether the number counts something that its column is not called.
        explicit: Whether row and column are plainly named, and no derivation is asked for.
        beside: Whether a reading that is explicit leaves little to it.
        worded: Whether it is what the words at the number plainly say that it is.
        siblings: Whether its pair is one row's two columns that belong together.
        alone: Whether it takes by itself what the text writes as one of a pair.
        cells: How many cells it stands for.
        scope: The rows that it adds up.
        here: Whether its column is named in the number's own sentence, or its row of a table.
        show: Its place and formula, when they are wanted.
    """

    kind: Kind
    agreement: Agreement
    row: float
    column: float
    head: bool
    unit: int
    cue: bool
    period: float
    share: float
    table: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    show: Callable[[], Shown]
    bonus: float = 0.0
    other_head: bool = False
    explicit: bool = False
    beside: bool = False
    worded: bool = False
    siblings: bool = False
    alone: bool = False
    cells: int = 1
    scope: Scope | None = None
    here: bool = False

    def judged(self, *, explicit: bool, beside: bool) -> Candidate:
        """The same, as explicit or beside what is: what ``_replace`` does at half its cost."""
        return Candidate._make((*self[:_EXPLICIT], explicit, beside, *self[_EXPLICIT + 2 :]))

    @property
    def agrees(self) -> bool:
        """Whether its value agrees."""
        return self.agreement.grade is not Grade.NONE


_EXPLICIT = Candidate._fields.index("explicit")
"""The place of ``explicit``, which ``beside`` follows."""
