"""Statements in words: for the command and for the page."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from sidecar.settlement.model import AMOUNTS, format_amount

if TYPE_CHECKING:
    from verifyd.settlements import CurrencyStatement, Settlement


class StatementLine(NamedTuple):
    """A line of a statement.

    Attributes:
        level: How far it is indented: a part stands below what it is a part of.
        words: What the amount is.
        amount: As exact text, with the places of its currency at least.
    """

    level: int
    words: str
    amount: str


def list_lines(one: CurrencyStatement) -> list[StatementLine]:
    """The lines of a currency, from what was carried in to what is carried on."""
    return [
        StatementLine(level, words, format_amount(amount, one.currency))
        for level, words, amount in _list_amounts(one)
    ]


def _list_amounts(one: CurrencyStatement) -> Iterator[tuple[int, str, Decimal]]:
    also = f", {one.reversed_count} of them reversed by now" if one.reversed_count else ""
    yield 0, "carried from before", one.opening_remainder
    yield 0, f"{_count(one.settlement_count, 'settlement')}{also}", one.settled.total
    for name, amount in _list_parts(one.settled):
        yield 1, name, amount
    if one.reversal_count:
        yield 0, _count(one.reversal_count, "reversal"), one.reversed.total
    yield 0, "to be paid", one.payable
    yield 0, "carried forward", one.closing_remainder


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _list_parts(amounts: Any) -> Iterator[tuple[str, Decimal]]:
    for name in AMOUNTS:
        amount = getattr(amounts, name)
        if amount:
            yield name.replace("_", " "), amount


def describe_result(entry: Settlement) -> str:
    """How an entry ended: what is reversed is no success any more."""
    if entry.reversed_by:
        return "reversed"
    return {True: "success", False: "failure", None: "reversal"}[entry.success]


def format_total(parts: Any, currency: str) -> str:
    """A total with its currency, of the server's breakdown or of the client's."""
    return f"{format_amount(parts.total, currency)} {currency}"
