"""Why a number was bound as it was, with ``Detail.EXPLAIN``: what spoke for each reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verifyd.enums import LinkOrigin, LinkPart
from verifyd.results import Span


@dataclass(frozen=True, slots=True)
class Link:
    """What links a row, a column or a period with a number.

    Attributes:
        part: Which of them.
        name: The label of the row, the name of the column, or the period as the text writes it.
        origin: Where the link comes from.
        strength: From 0 to 1, plainly named; days that are named together reach 1.2.
        span: The words; None where none name it.
        text: The words that the span covers; "" where none name it.
    """

    part: LinkPart
    name: str
    origin: LinkOrigin
    strength: float
    span: Span | None
    text: str


@dataclass(frozen=True, slots=True)
class Reason:
    """One feature of a reading, and what it adds to the logarithm of the odds."""

    feature: str
    weight: float


@dataclass(frozen=True, slots=True)
class Why:
    """What spoke for a reading, and against it.

    Attributes:
        kind: What it takes the number for: "cell", "sum", "outside", "unfound".
        weight: Its part of the weight of all readings.
        query_id: The query result it lies in; "" for what none speaks of.
        row: The label of its row, with its period; "" where it has no single row.
        column: The name of its column; "" where it has no single column.
        cells: How many cells or results it stands for.
        agreeing: Which part of them agrees.
        links: What links it with the number.
        reasons: Its features times their weights.
    """

    kind: str
    weight: float
    query_id: str
    row: str
    column: str
    cells: int
    agreeing: float
    links: tuple[Link, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """The probabilities that a number is right, wrong, or about something else."""

    right: float
    wrong: float
    outside: float


@dataclass(frozen=True, slots=True)
class Hint:
    """What would fix a wrong decision about a number; ``details`` holds the message's values."""

    code: str
    message: str
    details: Mapping[str, str]
