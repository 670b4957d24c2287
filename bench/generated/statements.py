"""Sentences with slots for their numbers, so that a slot can be given another value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from bench.generated.facts import FactMeasure, FactPlace, FactTable
from bench.generated.written import GeneratedText, Style, write


class Slot(NamedTuple):
    """A number of a statement.

    Attributes:
        right: Its true value, in the unit of the measure.
        said: The value that the text gives it.
        style: How it is written.
        measure: What it is a value of.
        formula: "cell", or how it is derived.
        operands: The facts it is made of.
        others: Results that wrong operands would give.
        ways: The words for a positive and a negative value, where words say the sign.
        wrong: The kind of its error, or "".
    """

    right: Decimal
    said: Decimal
    style: Style
    measure: FactMeasure
    formula: str
    operands: tuple[FactPlace, ...]
    others: tuple[Decimal, ...] = ()
    ways: tuple[str, str] | None = None
    wrong: str = ""

    @property
    def written(self) -> GeneratedText:
        """The number as it stands in the text; its value has the sign that the words say."""
        if self.ways is None:
            return write(self.said, self.style)
        bare = write(abs(self.said), self.style)
        return bare._replace(value=bare.value.copy_sign(self.said))

    @property
    def text(self) -> str:
        """The number with the words for its direction."""
        if self.ways is None:
            return self.written.text
        return self.ways[self.said < 0].replace("~", self.written.text)


class Mark(NamedTuple):
    """Where a slot's number stands: a half-open range of code points."""

    start: int
    end: int
    slot: Slot


class GeneratedStatement(NamedTuple):
    """One or a few sentences about a table.

    Attributes:
        table: The table.
        style: The name of its templates: "prose", "growth".
        pieces: Its words and numbers, in order.
    """

    table: FactTable
    style: str
    pieces: Sequence[str | Slot]

    @property
    def slots(self) -> list[Slot]:
        """Its numbers."""
        return [piece for piece in self.pieces if isinstance(piece, Slot)]

    @property
    def text(self) -> str:
        """As it is read."""
        return "".join(p if isinstance(p, str) else p.text for p in self.pieces)

    def marks(self, offset: int = 0) -> Iterator[Mark]:
        """Where its numbers stand, if it begins at an offset."""
        for piece in self.pieces:
            if isinstance(piece, Slot):
                start = offset + piece.text.index(piece.written.text)
                yield Mark(start, start + len(piece.written.text), piece)
            offset += len(piece if isinstance(piece, str) else piece.text)

    def replaced(self, new: dict[int, Slot]) -> GeneratedStatement:
        """The same with other numbers, by their index among the slots."""
        slots = iter(range(len(self.slots)))
        pieces = [p if isinstance(p, str) else new.get(next(slots), p) for p in self.pieces]
        return self._replace(pieces=pieces)
