"""One table cell from a Python value, with nothing lost that a check could need.

Row messages keep what JSON would not: exact decimals, integers of any size, and whether a text is
a date. numpy and pandas scalars are recognised by what they offer; neither is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, time
from decimal import Decimal
from math import isfinite
from typing import Any, Final

from verifyd.v1 import evidence_pb2

_INT64: Final = range(-(2**63), 2**63)


def fill(cell: evidence_pb2.Cell, value: Any) -> None:
    """Set a cell. None, NaN, NaT, NA and infinities are NULL: they leave it unset.

    Raises:
        TypeError: If a table cell cannot hold the value.
    """
    kind = type(value)
    writer = _BY_TYPE.get(kind)
    if writer is None:
        writer = _BY_TYPE[kind] = _writer(kind)  # found once for each type that is met
    writer(cell, value)


def _null(cell: evidence_pb2.Cell, value: object) -> None:
    pass


def _boolean(cell: evidence_pb2.Cell, value: bool) -> None:
    cell.boolean = value


def _integer(cell: evidence_pb2.Cell, value: int) -> None:
    if value in _INT64:
        cell.integer = value
    else:
        cell.decimal = str(int(value))


def _float(cell: evidence_pb2.Cell, value: float) -> None:
    if isfinite(value):
        cell.number = value


def _decimal(cell: evidence_pb2.Cell, value: Decimal) -> None:
    if value.is_finite():
        cell.decimal = str(value)


def _text(cell: evidence_pb2.Cell, value: object) -> None:
    cell.text = str(value)


def _date(cell: evidence_pb2.Cell, value: date | time) -> None:
    cell.date = value.isoformat()


def _numpy_date(cell: evidence_pb2.Cell, value: object) -> None:
    written = str(value)  # ISO 8601; item() would give a bare number of nanoseconds
    if written != "NaT":
        cell.date = written


def _numpy_scalar(cell: evidence_pb2.Cell, value: Any) -> None:
    plain = value.item()
    if type(plain) is type(value):  # long doubles: no Python number holds them
        raise _unfit(type(value))
    fill(cell, plain)


_Writer = Callable[[evidence_pb2.Cell, Any], None]

_BY_TYPE: Final[dict[type, _Writer]] = {
    type(None): _null,
    bool: _boolean,
    int: _integer,
    float: _float,
    str: _text,
    Decimal: _decimal,
}

# Subclasses of the above (numpy.float64 is a float, pandas.Timestamp a datetime) and the rest.
_BY_CLASS: Final[tuple[tuple[type, _Writer], ...]] = (
    (int, _integer),
    (float, _float),
    (str, _text),
    (Decimal, _decimal),
    (date, _date),
    (time, _date),
)


def _writer(kind: type) -> _Writer:
    if kind.__name__ in ("NAType", "NaTType"):
        return _null  # first, since pandas.NaT calls itself a datetime
    for base, writer in _BY_CLASS:
        if issubclass(kind, base):
            return writer
    from uuid import UUID  # noqa: PLC0415 (only for a type that is none of the usual ones)

    if issubclass(kind, UUID):
        return _text
    if kind.__name__ == "datetime64":
        return _numpy_date
    if hasattr(kind, "dtype") and hasattr(kind, "item") and not hasattr(kind, "__iter__"):
        return _numpy_scalar
    raise _unfit(kind)


def _unfit(kind: type) -> TypeError:
    called = f"{kind.__module__}.{kind.__qualname__}"
    advice = "a number, a text, a date, a time, True, False or None"
    if "delta" in kind.__name__.lower():
        advice = "its seconds or days as a number, and the unit in the column's `unit`"
    elif issubclass(kind, Mapping | list | tuple | set | frozenset):
        advice = "a column of its own for each part"
    return TypeError(f"a table cell cannot hold a {called}; give {advice}")
