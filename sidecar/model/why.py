"""Why a number was bound as it was, or what is missing to bind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum, StrEnum
from typing import NamedTuple

from sidecar.model.text import Span

UNCOVERED = "OUT_OF_EVIDENCE"
"""What is said of a number that words and data do not settle: it is not covered."""


class Missing(StrEnum):
    """What words and data lack."""

    ROW = "row"
    COLUMN = "column"
    FORMULA = "formula"
    EVIDENCE = "evidence"


_LACKS = {
    Missing.ROW: "its words name no row",
    Missing.COLUMN: "its words name no column",
    Missing.FORMULA: "no derivation that its words ask for gives it",
    Missing.EVIDENCE: "it measures something that is in no query result",
}


def describe_missing(missing: Sequence[Missing]) -> str:
    """What is missing, in words."""
    return " and ".join(_LACKS[each] for each in missing)


# Why a number was bound as it was: what spoke for each reading, and what would fix a mistake.
#
# Made only where EXPLAIN is asked for.


class LinkedPart(IntEnum):
    """What of a reading is linked with its number. Values equal those of the wire enum."""

    ROW = 1
    COLUMN = 2
    PERIOD = 3


class LinkOrigin(IntEnum):
    """Where a link comes from. Values equal those of the wire enum."""

    COUNTED = 1  # the noun that the number counts
    SENTENCE = 2
    TABLE = 3  # the row or the header of a table in the text
    LEAD = 4  # the line that leads the list
    EARLIER = 5  # a sentence before
    HEADING = 6
    UNIT = 7  # the number's unit alone
    ALONE = 8  # the table has nothing else


class Link(NamedTuple):
    """What links a row, column or period with a number.

    Attributes:
        part: Which of them.
        name: The label of the row, the name of the column, or the period as the text writes it.
        origin: Where the link comes from.
        strength: How strong it is: 1 is plainly named.
        span: The words that name it; None where none do.
    """

    part: LinkedPart
    name: str
    origin: LinkOrigin
    strength: float
    span: Span | None = None


class Reason(NamedTuple):
    """A feature of a reading, by its name in the weights, and what it adds to the log odds."""

    feature: str
    weight: float


class Why(NamedTuple):
    """What spoke for a reading, and against it.

    Attributes:
        kind: What it takes the number for: ``cell``, ``sum``, ``outside``, ``unfound``.
        weight: Its part of the weight of all readings, from 0 to 1.
        query_id: The query result it lies in; "" for what no query result speaks of.
        row: The label of its row, with its period; "" where it has no single row.
        column: The name of its column; "" where it has no single column.
        cells: How many cells or results it stands for.
        agreeing: Which part of them agrees.
        links: What links it with the number.
        reasons: Its features times their weights; their sum is the logarithm of its odds.
    """

    kind: str
    weight: float
    query_id: str
    row: str
    column: str
    cells: int
    agreeing: float
    links: Sequence[Link]
    reasons: Sequence[Reason]


class Odds(NamedTuple):
    """The probabilities that a number is right, wrong, or about something else."""

    right: float
    wrong: float
    outside: float


class Hint(NamedTuple):
    """What would fix a wrong decision about a number.

    Attributes:
        code: Upper snake case; docs/checks/numeric.md lists them.
        message: A sentence for people.
        details: Its values, for programs.
    """

    code: str
    message: str
    details: Mapping[str, str]
