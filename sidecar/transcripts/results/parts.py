"""What is found in the result of a tool: first as it stands there, then as evidence with an id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

Cell = str | int | float | Decimal | bool | None

MOST_COLUMNS = 256
MOST_CELLS = 1_000_000
MOST_CELL = 16_000  # characters
MOST_NAME = 200
MOST_TEXT = 250_000  # characters of a source
_MOST_DIGITS = 40
_INT64 = 2**63
_LOWEST, _HIGHEST = 1e-300, 1e300


@dataclass(frozen=True, slots=True)
class FoundTable:
    """Rows in a result.

    Attributes:
        path: Where they stand in its JSON (``data[0].items``); empty for the whole, and in texts.
        columns: Their names.
        rows: Of as many cells each.
        is_cut: Whether what printed them left rows out.
        is_named: Whether the names stand in the result, rather than being made up here.
    """

    path: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    is_cut: bool = False
    is_named: bool = True


@dataclass(frozen=True, slots=True)
class FoundText:
    """Prose in a result, with what it is called there."""

    path: str
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class FoundUnread:
    """A part of a result that is not read as data, and why."""

    path: str
    reason: str


Found = FoundTable | FoundText | FoundUnread


@dataclass(frozen=True, slots=True)
class ExtractedTable:
    """A query result.

    Attributes:
        query_id: Unique in the conversation, such as ``m4-get_sales``.
        title: The tool and its arguments in words.
        tool: The name of the tool; empty where it is unknown.
        message: The place of the message that brought it.
        call_id: The call that it answers; empty where it is unknown.
        path: Where it stands in the result's JSON; empty for the whole, and in texts.
        columns: Their names: filters first.
        rows: Of as many cells each.
        cut_at: How many rows there are, where a limit or what printed them may have left out more.
    """

    query_id: str
    title: str
    tool: str
    message: int
    call_id: str
    path: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    cut_at: int | None = None


@dataclass(frozen=True, slots=True)
class ExtractedSource:
    """A text, with the same places as an ``ExtractedTable``."""

    id: str
    title: str
    tool: str
    message: int
    call_id: str
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Unread:
    """What is no evidence, and why."""

    tool: str
    message: int
    call_id: str
    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """What is found in one result."""

    tables: tuple[ExtractedTable, ...] = ()
    sources: tuple[ExtractedSource, ...] = ()
    unread: tuple[Unread, ...] = ()


def make_cell(value: Cell) -> Cell:
    """A value as a cell: a number that evidence cannot hold is text, and a long text is no cell."""
    if isinstance(value, str):
        return value if len(value) <= MOST_CELL else None
    if isinstance(value, float):
        return value if value == 0 or _LOWEST < abs(value) < _HIGHEST else str(value)
    if value is None or (isinstance(value, int) and -_INT64 <= value < _INT64):
        return value
    exact = Decimal(value)
    is_short = len(exact.as_tuple().digits) <= _MOST_DIGITS
    is_small = exact == 0 or _LOWEST < exact.copy_abs() < _HIGHEST
    return exact if is_short and is_small else str(value)
