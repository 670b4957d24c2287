"""What is declared of a query result, as people write it in data sets and files of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from sidecar.evidence.row_bytes import parse_decimal
from sidecar.model.evidence import ControlTotal, Declarations

FIELDS = ("as_of", "expires_at", "row_count", "row_limit", "control_totals")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST = (1 << 64) - 1


def parse_declared(said: Mapping[str, Any]) -> Declarations:
    """What some fields declare; others are not looked at.

    Args:
        said: Times with a zone (ISO 8601), whole numbers, and totals as ``{column, sum}``.

    Raises:
        ValueError: If a field is not what it should be; the message names it.
    """
    return Declarations(
        as_of=_moment("as_of", said.get("as_of")),
        expires_at=_moment("expires_at", said.get("expires_at")),
        row_count=_count("row_count", said.get("row_count")),
        row_limit=_count("row_limit", said.get("row_limit")),
        control_totals=_totals(said.get("control_totals")),
    )


def _moment(name: str, given: object) -> int | None:
    """A time in nanoseconds since 1970."""
    if given is None:
        return None
    try:
        moment = datetime.fromisoformat(given) if isinstance(given, str) else given
    except ValueError:
        moment = None
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise ValueError(f"{name} should be a time with its zone, such as 2026-01-31T08:00:00Z")
    return (moment - _EPOCH) // timedelta(microseconds=1) * 1000


def _count(name: str, given: object) -> int | None:
    if given is None:
        return None
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= _MOST:
        raise ValueError(f"{name} should be a whole number")
    return given


def _totals(given: object) -> tuple[ControlTotal, ...]:
    if given is None:
        return ()
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise ValueError("control_totals should be a list of columns with their sums")
    return tuple(map(_total, given))


def _total(given: object) -> ControlTotal:
    match given:
        case {"column": str(column), "sum": str() | int() | float() | Decimal() as total, **rest}:
            try:
                if not rest and not isinstance(total, bool):
                    return ControlTotal(column, parse_decimal(str(total)))
            except (ValueError, InvalidOperation):
                pass
    raise ValueError("an entry of control_totals should be {column: NAME, sum: NUMBER}")
