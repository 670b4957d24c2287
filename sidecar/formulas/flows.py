"""What an expression gives, and what a whole query has used so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, auto

from sidecar.formulas.columns import ColumnInfo
from sidecar.formulas.tree import Refusal

Place = tuple[str, str]
"""A column of a query result: query id and the column's name; no name is the rows themselves."""


class ValueKind(Enum):
    """What an expression's values are."""

    NUMBER = auto()
    COUNT = auto()
    """A number of rows, a rank, or a nought or one for whether something holds."""
    TEXT = auto()
    DATE = auto()
    TRUTH = auto()


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What an expression gives.

    Attributes:
        kind: What its values are.
        core: What it is, without units and rounding: two operands with the same core are one.
        sources: The columns that flow into its value.
        column: The column that it is, where it is one as it stands.
        info: What is known of that column.
        literal: The number or text that the query writes, where it is nothing else.
        null: Whether it is NULL and nothing else.
        ratio: Whether it is a quotient of data.
        factor: The units that it is multiplied by.
        nudged: Whether a one has been added or taken away.
        grouped: Whether it is made of many rows: an aggregate, a window or a subquery.
        indicator: Whether it is nought or one for each row.
        against_zero: Whether it holds where data are nought or missing, and asks nothing else.
        part: The part of a date that it is, "year" or "month", or ``PIECE``, ``PICK`` or ``RANK``.
        terms: How many values are added up in it.
        altered: Whether it is a text in another form than its column has it.
    """

    kind: ValueKind
    core: str = ""
    sources: frozenset[Place] = frozenset()
    column: Place | None = None
    info: ColumnInfo | None = None
    literal: Decimal | str | None = None
    null: bool = False
    ratio: bool = False
    factor: Decimal = Decimal(1)
    nudged: bool = False
    grouped: bool = False
    indicator: bool = False
    against_zero: bool = False
    part: str = ""
    terms: int = 1
    altered: bool = False

    @property
    def constant(self) -> bool:
        """Whether the query writes it, and no data take part."""
        return self.null or self.literal is not None


@dataclass(frozen=True)
class QueryPosition:
    """Where in a query an expression stands.

    Attributes:
        condition: It decides which rows count, and is no part of the value.
        aggregate: It is the argument of an aggregate.
        outermost: It is the value of the query, not of a subquery.
        depth: How deep it lies in the tree.
    """

    condition: bool = False
    aggregate: bool = False
    outermost: bool = False
    depth: int = 0


def merge_places(flows: Iterable[Provenance]) -> frozenset[Place]:
    """The columns that flow into any of some expressions."""
    return frozenset(place for flow in flows for place in flow.sources)


PIECE = "piece"
"""The ``part`` of a text that was taken apart or put together: rows are picked by it, and it is no
value, since nearly any number is a piece of some text."""

PICK = "pick"
"""The ``part`` of a number that was picked out of a text, and is not yet read as one."""

RANK = "rank"
"""The ``part`` of a place in an order: rows that are picked by it are as many as is written."""

MAX_OPERATORS = 8
"""Sums, differences, products and quotients of data in a query."""
MAX_COUNTS = 4
"""Different counts in a query: counts that are added up make any integer."""
MAX_LITERALS = 16
"""Different values that conditions pick by."""


@dataclass
class QueryUsage:
    """What a query has used: its bounds are over the whole query.

    Attributes:
        reads: The columns that it reads.
        selects: The columns and values that it picks by equality.
        held: The columns whose cells pick, join or group rows: changed, they would say nothing.
        compared: The columns that are compared with a threshold of the text.
        limited: Whether a written number says how many rows count.
    """

    reads: dict[Place, None] = field(default_factory=dict)
    selects: dict[tuple[str, str, str], None] = field(default_factory=dict)
    held: set[Place] = field(default_factory=set)
    compared: set[Place] = field(default_factory=set)
    limited: bool = False
    _operators: int = 0
    _counts: set[str] = field(default_factory=set)
    _units: set[Decimal] = field(default_factory=set)
    _literals: set[str] = field(default_factory=set)
    _free: set[str] = field(default_factory=set)
    _structural: set[str] = field(default_factory=set)

    def operators(self, number: int) -> None:
        """Take note of arithmetic with data."""
        self._operators += number
        if self._operators > MAX_OPERATORS:
            raise Refusal("TOO_COMPLEX", f"more than {MAX_OPERATORS} arithmetic operators")

    def count(self, core: str) -> None:
        """Take note of a count."""
        self._counts.add(core)
        if len(self._counts) > MAX_COUNTS:
            raise Refusal("TOO_COMPLEX", f"more than {MAX_COUNTS} counts")

    def unit(self, factor: Decimal) -> None:
        """Take note of a unit that is no power of ten: one of time, and the months of a year."""
        self._units.add(factor)
        if len(self._units - {Decimal(12)}) > 1:
            raise Refusal("VALUE_NOT_OF_DATA", f"several units of time, the last is {factor}")

    def picked(self, literal: str) -> None:
        """Take note of a value that a condition picks by."""
        self._literals.add(literal)
        if len(self._literals) > MAX_LITERALS:
            raise Refusal("TOO_COMPLEX", f"more than {MAX_LITERALS} values to pick by")

    def unnamed(self, literal: str) -> None:
        """Take note of a label that the text does not name: one may be an abbreviation."""
        self._free.add(literal)
        if len(self._free) > 1:
            raise Refusal("LITERAL_NOT_GROUNDED", f"{literal}: the text does not name it")

    def structural(self, label: str) -> bool:
        """Whether a label of the table's structure may pick rows: one of a query may."""
        self._structural.add(label)
        return len(self._structural) == 1
