"""What is written in a cell of a row message, as a value."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time
from decimal import Decimal, InvalidOperation

from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.header import Header

MAX_DECIMAL_DIGITS = 40

CELL_BYTES = 48
"""What a cell may take on its way: as a Python object, with its place in a list."""


def read(kind: str, text: str, header: Header) -> object:
    """The value of a text, an exact decimal, a date or a time.

    Raises:
        EvidenceMalformed: If it is none.
    """
    try:
        return _READ[kind](text)
    except (ValueError, InvalidOperation) as error:
        raise malformed(f"{text[:80]!r} is not a valid {kind}", header) from error


def malformed(why: str, header: Header) -> EvidenceMalformed:
    """The error for row messages that cannot be used."""
    return EvidenceMalformed(
        f"query result {header.query_id} is malformed: {why}",
        query_id=header.query_id,
        format=header.format,
    )


def _decimal(text: str) -> Decimal:
    value = Decimal(text)
    if not value.is_finite() or len(value.as_tuple().digits) > MAX_DECIMAL_DIGITS:
        raise ValueError(text)
    if abs(value.adjusted()) > MAX_DECIMAL_DIGITS:
        raise ValueError(text)
    return value


def _moment(text: str) -> datetime | time:
    """A date, a timestamp or a time of day."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return time.fromisoformat(text)


_READ: dict[str, Callable[[str], object]] = {
    "text": str,
    "decimal": _decimal,
    "date": _moment,
}
