"""What a result only repeats from the arguments of its call, which is no evidence.

An agent that makes a number up can hand it to a tool: ``save_note {"revenue": 5000000}`` answers
``{"saved": true, "revenue": 5000000}``. Such a number counts only where the agent had it from
somewhere: the user, the system, or an earlier result. Numbers that name something (``order_id``)
count, as do years and small numbers, which a result has by itself often enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from sidecar.model.transcript import Message, Role, ToolCall, ToolResult
from sidecar.transcripts.origins.figures import read_figures
from sidecar.transcripts.origins.leaves import Leaf, read_leaves
from sidecar.transcripts.results.calls import CallFacts, is_telling, names_something
from sidecar.transcripts.results.parts import (
    Cell,
    Extracted,
    ExtractedSource,
    ExtractedTable,
    Unread,
)
from sidecar.transcripts.results.sql import is_query

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_DIGIT = re.compile(r"\d")
_ARITHMETIC = re.compile(r"(?=.*[\d)]\s*(?:[*/+^%]|-\s)\s*[\d(.-])[\d\s.,+*/()%^-]+", re.DOTALL)
_LEAST_IN_QUERY = 1000  # queries have numbers of their own: 100.0 for percentages, limits
_QUOTED = range(3, 2000)  # characters of an argument that a result may quote
_MOST_QUOTES = 8
_LONG = 20_000  # characters
_HIDDEN = "…"


class KnownNumbers:
    """The numbers that the user, the system and the results so far gave."""

    def __init__(self) -> None:
        self._said: list[str] = []
        self._returned: list[tuple[str, frozenset[float]]] = []
        self._numbers: set[float] = set()
        self._calls: list[ToolCall] = []
        self._made_up = NO_ECHOES

    def hear(self, message: Message) -> None:
        """Add what the user or the system says, and the calls of the assistant."""
        self._calls += message.calls
        if message.role in (Role.USER, Role.SYSTEM) and message.text:
            self._said.append(message.text)

    def add(self, result: ToolResult, echoes: Echoes) -> None:
        """Add what a result gives by itself."""
        if not result.failed:
            self._returned.append((result.content, echoes.numbers))

    def find_all_echoes(self) -> Echoes:
        """What a result may only repeat of which it is unknown what call it answers."""
        if self._calls:
            found = [find_echoes(call, self).numbers for call in self._calls]
            self._calls = []
            self._made_up = Echoes(numbers=self._made_up.numbers.union(*found))
        return self._made_up

    def __contains__(self, number: float) -> bool:
        for text in self._said:
            self._numbers.update(_read_words(text))
        for text, repeated in self._returned:
            self._numbers.update({*_read_numbers(text)} - repeated)
        self._said, self._returned = [], []
        return number in self._numbers


@dataclass(frozen=True, slots=True)
class Echoes:
    """What a result may only repeat.

    Attributes:
        arguments: Of its call.
        numbers: Those of the arguments that nothing supports.
        quotes: Finds arguments with numbers, as a result quotes them.
        is_worked_out: Whether the call asks for nothing but what follows from such numbers.
    """

    arguments: str = ""
    numbers: frozenset[float] = frozenset()
    quotes: re.Pattern[str] | None = None
    is_worked_out: bool = False

    def strip(self, facts: CallFacts) -> CallFacts:
        """The same without filters of such numbers."""
        kept = [one for one in facts.filters if not self._repeats(one[1])]
        return facts._replace(filters=tuple(kept))

    def remove(self, found: Extracted) -> Extracted:
        """The same without what is only repeated."""
        if self.is_worked_out and (found.tables or found.sources):
            return _leave_out(found, "it follows from numbers that nothing supports")
        if not self.numbers and self.quotes is None:
            return found
        said = " ".join(self.arguments.split())
        copied = [one for one in found.sources if " ".join(one.text.split()) in said]
        unread = [
            Unread(one.tool, one.message, one.call_id, one.path, "it only repeats its call")
            for one in copied
        ]
        return Extracted(
            tuple(self._remove_from(table) for table in found.tables),
            tuple(one for one in found.sources if one not in copied),
            (*found.unread, *unread),
        )

    def hide(self, text: str) -> str:
        """A text without what is only repeated."""
        if self.quotes is not None:
            text = self.quotes.sub(_HIDDEN, text)
        if self.numbers:
            text = _NUMBER.sub(lambda one: _HIDDEN if self._has(one[0]) else one[0], text)
        return text

    def _remove_from(self, table: ExtractedTable) -> ExtractedTable:
        keeps = [names_something(name) for name in table.columns]
        rows = tuple(
            tuple(cell if keep else self._cell(cell) for cell, keep in zip(row, keeps, strict=True))
            for row in table.rows
        )
        return replace(table, rows=rows)

    def _cell(self, cell: Cell) -> Cell:
        if isinstance(cell, str):
            return self.hide(cell)
        return None if self._repeats(cell) else cell

    def _repeats(self, cell: Cell) -> bool:
        if isinstance(cell, str):
            return self.hide(cell) != cell
        is_number = isinstance(cell, int | float | Decimal) and not isinstance(cell, bool)
        return is_number and abs(float(cell)) in self.numbers  # type: ignore[arg-type]

    def _has(self, written: str) -> bool:
        return float(written.replace(",", "")) in self.numbers


NO_ECHOES = Echoes()


def find_echoes(call: ToolCall | None, known: KnownNumbers) -> Echoes:
    """What the result of a call may only repeat.

    Args:
        call: The call, where it is known.
        known: What was said and returned before it.
    """
    if call is None:
        return known.find_all_echoes()
    if not _DIGIT.search(call.arguments):
        return NO_ECHOES
    numbers: set[float] = set()
    quotes: list[str] = []
    is_worked_out = False
    for leaf in read_leaves(call.arguments) or [_as_leaf(call.arguments)]:
        telling = [*_find_telling(leaf)]
        unknown = [one for one in telling if one not in known]
        numbers.update(unknown)
        if leaf.quoted and unknown and _ARITHMETIC.fullmatch(leaf.value):
            is_worked_out = True
        if leaf.quoted and telling and len(leaf.value) in _QUOTED and len(quotes) < _MOST_QUOTES:
            quotes.append(r"\s+".join(map(re.escape, leaf.value.split())))
    pattern = re.compile("|".join(quotes), re.IGNORECASE) if quotes else None
    return Echoes(call.arguments, frozenset(numbers), pattern, is_worked_out)


def _find_telling(leaf: Leaf) -> Iterator[float]:
    """The numbers of an argument that say something by themselves."""
    least = _LEAST_IN_QUERY if leaf.quoted and is_query(leaf.value) else 0
    if leaf.is_constant:
        return iter(())
    numbers = _read_words(leaf.value) if leaf.quoted else (abs(float(leaf.value)),)
    return (one for one in numbers if is_telling(one) and one >= least)


def _as_leaf(text: str) -> Leaf:
    """Arguments that are no JSON."""
    return Leaf((), text, True, 0, len(text), text)


def _read_words(text: str) -> Iterator[float]:
    """The numbers of a text, those in words only where that does not take long."""
    if len(text) > _LONG:
        return _read_numbers(text)
    return (abs(float(one[2])) for one in read_figures(text).numbers)


def _read_numbers(text: str) -> Iterator[float]:
    return (float(one.replace(",", "")) for one in _NUMBER.findall(text))


def _leave_out(found: Extracted, reason: str) -> Extracted:
    parts: list[ExtractedTable | ExtractedSource] = [*found.tables, *found.sources]
    first = parts[0]
    left = Unread(first.tool, first.message, first.call_id, "", reason)
    return Extracted(unread=(*found.unread, left))
