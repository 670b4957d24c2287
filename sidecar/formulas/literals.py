"""Whether a condition may pick rows by a value that the query writes.

It may where the text names or states the value, where the value is a border of a period that the
text names, or is nought. One label of a query may be unnamed, since tables abbreviate: with two, a
set of rows could be chosen until its sum came out.
"""

from __future__ import annotations

import calendar
import re
from datetime import date
from decimal import Decimal

from sidecar.formulas.flows import PIECE, RANK, Provenance, QueryUsage, ValueKind
from sidecar.formulas.grounds import Grounds, parse_month, parse_weekday
from sidecar.formulas.tree import Refusal

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[ T]00:00(?::00)?)?")
_PERIOD_WORD = re.compile(r"[^\W\d_]+|\d+")
_YEARS = range(1900, 2101)
_FEW = 3
"""Labels of a column that may share the words that the text names one of them by."""
_SHORTEST_PATTERN = 3
_STRUCTURAL = frozenset({"total", "totals", "balance", "all", "subtotal", "net"})
"""What tables call the row that is of all others, or what is left of them."""
_MARKS = frozenset({"fy", "cy", "q", "h", "year", "quarter", "month", "week", "fiscal"})


class Literals:
    """Judges the values in the conditions of one query."""

    def __init__(self, grounds: Grounds, ledger: QueryUsage) -> None:
        """Judge by a text, and take note in a ledger."""
        self.grounds = grounds
        self._ledger = ledger

    def equal(self, flow: Provenance, literal: Decimal | str) -> None:
        """Let rows be picked where ``flow`` is a value, or refuse it."""
        self._ledger.picked(f"{flow.core}={literal}")
        self._ledger.limited |= flow.part == RANK and literal != 1
        if flow.column is not None:
            self._ledger.selects[*flow.column, str(literal)] = None
        self._ledger.held |= flow.sources if not flow.grouped else set()
        if isinstance(literal, Decimal):
            if not (self._stated(flow, literal) or self._year_of(flow, literal)):
                self._unnamed(flow, literal)
        elif not (
            self._named(flow, literal)
            or self._period(flow, literal)
            or self._structural(flow, literal)
        ):
            self._unnamed(flow, literal)

    def ordered(self, flow: Provenance, literal: Decimal | str) -> None:
        """Let rows be picked from a threshold on, or refuse it."""
        self._ledger.picked(f"{flow.core}<{literal}")
        self._ledger.limited |= flow.part == RANK and literal != 1
        if isinstance(literal, str):
            self._ledger.held |= flow.sources
            if not self._period(flow, literal):
                raise _ungrounded(flow, literal)
            return
        if self._year_of(flow, literal) or flow.part:
            self._ledger.held |= flow.sources
        elif not flow.grouped:
            self._ledger.compared |= flow.sources
        if not (self._stated(flow, literal) or self._year_of(flow, literal)):
            raise _ungrounded(flow, literal)

    def like(self, flow: Provenance, pattern: str) -> None:
        """Let rows be picked by a part of a label, or refuse it."""
        self._ledger.picked(f"{flow.core}~{pattern}")
        self._ledger.held |= flow.sources
        part = re.sub(r"[%_]+", " ", pattern).strip()
        short = len(part) < _SHORTEST_PATTERN
        if not self._period(flow, part) and (short or not self._named(flow, part, exact=True)):
            raise _ungrounded(flow, pattern)

    def word(self, flow: Provenance, word: str) -> None:
        """Let a word say where in a text a number stands, or refuse it."""
        self._ledger.picked(f"{flow.core}~{word}")
        if self.grounds.said(word, exact=True) is None:
            raise _ungrounded(flow, word)

    def limit(self, number: Decimal) -> None:
        """Let the first rows be picked: one, or as many as the text states."""
        if number != 1 and not self.grounds.states(number):
            raise Refusal("LITERAL_NOT_GROUNDED", f"LIMIT {number}: the text does not state it")

    def offset(self, number: Decimal) -> None:
        """Let the first rows be left out: "the second" leaves out one."""
        if number and not (self.grounds.ranks(number + 1) or self.grounds.states(number)):
            raise Refusal("LITERAL_NOT_GROUNDED", f"OFFSET {number}: the text does not state it")

    def _stated(self, flow: Provenance, number: Decimal) -> bool:
        if number == 0 or self._part(flow, number):
            return True
        if flow.kind is ValueKind.COUNT and self.grounds.ranks(number):
            return True
        return not flow.part and self.grounds.states(number)

    def _part(self, flow: Provenance, number: Decimal) -> bool:
        """Whether a month, quarter or day is one that the text names."""
        named = {
            "month": self.grounds.months,
            "quarter": self.grounds.quarters,
            "isodow": self.grounds.days,
            "dayofweek": frozenset(day % 7 for day in self.grounds.days),
        }.get(flow.part)
        if flow.part == PIECE:
            named = self.grounds.months
        if named is None:
            return flow.part != "year" and bool(flow.part) and self.grounds.states(number)
        return number in named

    def _year_of(self, flow: Provenance, number: Decimal) -> bool:
        """Whether a number is a year that the text states, the one beside it, or an end of all."""
        if number != number.to_integral_value() or int(number) not in _YEARS:
            return False
        return self._year(flow, int(number))

    def _year(self, flow: Provenance, year: int) -> bool:
        if any(abs(stated - year) <= 1 for stated in self.grounds.years):
            return True
        ends = flow.info.extremes() if flow.info is not None else None
        if ends is None:
            return False
        first, last = (re.search(r"(?:19|20)\d\d", end) for end in ends)
        if first is None or last is None:
            return False
        return year in (int(first[0]), int(last[0]) - 1, int(last[0]))

    def _named(self, flow: Provenance, label: str, *, exact: bool = False) -> bool:
        """Whether the text names a label: all its words, or what tells it from nearly all others.

        Args:
            flow: What holds the label.
            label: The label, or a part of it.
            exact: Whether the beginning of a word does not count for it.
        """
        said = self.grounds.said(label, exact=exact)
        if said is None or flow.part == PIECE:
            return False
        if len(said) == len(_PERIOD_WORD.findall(label.casefold())) or flow.info is None:
            return True
        return flow.info.sharing(said) <= _FEW

    def _structural(self, flow: Provenance, label: str) -> bool:
        """Whether a label is the table's own for all of it or what is left: the only one such.

        Texts speak of a total without the word. A column has one label of a kind at most, and a
        query may use one, so that there is nothing to choose from.
        """
        word = label.casefold().strip(" :")
        if word not in _STRUCTURAL or flow.info is None or flow.column is None:
            return False
        kind = (word.removesuffix("s"),)
        return flow.info.sharing(kind) == 1 and self._ledger.structural(word)

    def _period(self, flow: Provenance, literal: str) -> bool:
        """Whether a text is a date or period that the text names, or a border of one."""
        exact = _DATE.fullmatch(literal.strip())
        if exact is not None:
            return self._border(flow, *(int(group) for group in exact.groups()))
        return self._spelt(flow, literal)

    def _border(self, flow: Provenance, year: int, month_number: int, day: int) -> bool:
        try:
            at = date(year, month_number, day)
        except ValueError:
            return False
        first = day == 1
        last = day == calendar.monthrange(year, month_number)[1]
        if not (self._year(flow, year) or (first and self._year(flow, year - 1))):
            return False
        if (first and at.month % 3 == 1) or (last and at.month % 3 == 0):
            return True
        named = {
            at.month,
            at.month % 12 + 1 if last else 0,
            (at.month - 2) % 12 + 1 if first else 0,
        }
        border = (first or last) and bool(named & self.grounds.months)
        stated = at.month in self.grounds.months and self.grounds.states(Decimal(day))
        return border or stated

    def _spelt(self, flow: Provenance, literal: str) -> bool:
        """Whether each piece of "2024-Q1", "Mar 2024", "2024-03", "2023/24" or "Mon" is named."""
        words = _PERIOD_WORD.findall(literal.casefold())
        previous = ""
        for word in words:
            if word not in _MARKS and not self._piece(flow, word, previous):
                return False
            previous = word
        return bool(set(words) - _MARKS)

    def _piece(self, flow: Provenance, word: str, previous: str) -> bool:
        if not word.isdigit():
            return (
                parse_month(word) in self.grounds.months or parse_weekday(word) in self.grounds.days
            )
        number = int(word)
        if number in _YEARS:
            return self._year(flow, number)
        if previous.isdigit():
            return number in self.grounds.months or int(previous) % 100 + 1 == number
        named = {
            "q": number in self.grounds.quarters,
            "h": {2 * number - 1, 2 * number} <= self.grounds.quarters,
            "fy": self._year(flow, 2000 + number),
        }
        return named.get(previous, False)

    def _unnamed(self, flow: Provenance, literal: Decimal | str) -> None:
        """One label, or one year or month, may be one that the text does not name."""
        year = isinstance(literal, Decimal) and int(literal) in _YEARS
        if isinstance(literal, Decimal) and not (year or flow.part in ("month", "quarter")):
            raise _ungrounded(flow, literal)
        if not isinstance(literal, Decimal) and flow.column is None:
            raise _ungrounded(flow, literal)
        self._ledger.unnamed(f"{flow.core} = {literal}")


def _ungrounded(flow: Provenance, literal: Decimal | str) -> Refusal:
    return Refusal("LITERAL_NOT_GROUNDED", f"{literal}: the text does not state it ({flow.core})")
