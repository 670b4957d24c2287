"""What a table states, apart from how it is laid out: subjects, periods, measures and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NamedTuple

from verifyd import Column, QueryResult

Kind = Literal["count", "percent", "money", "measure"]


class FactUnit(NamedTuple):
    """What a measure is counted in: ``symbol`` is "QAR", "km", "%", or "" for counts."""

    kind: Kind
    symbol: str = ""


class FactPlace(NamedTuple):
    """One fact: indices of subject, period and measure."""

    subject: int
    period: int
    measure: int


class FactPeriod(NamedTuple):
    """A period as the table has it, and as prose says it.

    Attributes:
        cell: In the table.
        said: In prose: "2024", "the first quarter of 2024", "4 March 2024".
        word: What kind of period: "year", "quarter".
    """

    cell: str | int
    said: str
    word: str

    @property
    def phrase(self) -> str:
        """With its preposition."""
        return f"{'on' if self.word == 'day' else 'in'} {self.said}"


class FactMeasure(NamedTuple):
    """Something that is counted or measured.

    Attributes:
        noun: "revenue", "number of permits".
        unit: Of the values in prose.
        counted: "permits", where "had 12 permits" can be said; else "".
        factor: A cell times this is a value in the unit: 1000000 for a column in QAR m.
        told: Whether the table says what the unit is.
        places: Decimals of the cells.
        additive: Whether a sum of its values means something.
        signed: Whether its values may be negative.
        moves: What rises or falls by it ("prices"), where it is a change; else "".
        gain: The nouns for its positive and its negative ("profit", "loss"), if any.
    """

    noun: str
    unit: FactUnit
    counted: str = ""
    factor: Decimal = Decimal(1)
    told: bool = True
    places: int = 0
    additive: bool = True
    signed: bool = False
    moves: str = ""
    gain: tuple[str, str] | None = None


class Topic(NamedTuple):
    """What the subjects of a table are.

    Attributes:
        one: "city".
        many: "cities".
        at: The preposition before a subject: "in".
        pronoun: "it" or "they".
    """

    one: str
    many: str
    at: str
    pronoun: str = "it"


@dataclass(frozen=True, kw_only=True)
class Facts:
    """All that a table states. A single subject with the name "" is the table as a whole."""

    title: str
    family: str
    topic: Topic
    subjects: Sequence[str]
    periods: Sequence[FactPeriod]
    measures: Sequence[FactMeasure]
    cells: Mapping[FactPlace, Decimal]

    def value(self, place: FactPlace) -> Decimal:
        """The value of a fact in the unit of its measure."""
        return self.cells[place] * self.measures[place.measure].factor


@dataclass(frozen=True, kw_only=True)
class FactTable:
    """Facts as they are sent.

    Attributes:
        name: For people: size, layout and topic.
        facts: What it states.
        query_id: Its query id.
        columns: The header, with what is known of each column.
        rows: The cells.
        where: The row and column of each fact.
    """

    name: str
    facts: Facts
    query_id: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str | int | float]]
    where: Mapping[FactPlace, tuple[int, int]]

    @property
    def result(self) -> QueryResult:
        """The table as evidence."""
        return QueryResult(
            self.query_id,
            self.rows,
            family=self.facts.family,
            title=self.facts.title,
            columns=self.columns,
        )
