"""Query results from JSON text, with every number exact.

    [{"region": "North", "sales": 12.5}, …]                     rows with names
    [["North", 12.5], …]                                        names from the header's columns
    {"columns": ["region", "sales"], "rows": [["North", 12.5], …]}
    [{"data": {"region": "North", "sales": 12.5}}, …]           unwrapped
    {"query_id": "sales", "rows": […], …}                       the rows alone are data

A key that a row lacks is a missing value there. ``NaN`` and ``Infinity``, which JSON does not have
and Python writes, are missing values too. A key that stands twice in one object is refused, since
it cannot be told which value is meant; so is a row that is null.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from itertools import chain

from sidecar.evidence import rows
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceMalformed, EvidenceTypeUnsupported
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column, Table

# What Python objects take, with their places in lists, and with what finds equal ones for strings.
_VALUE_BYTES = 40
_ARRAY_BYTES = 64
_OBJECT_BYTES = 232
_TEXT_BYTES = 100

_SPARE_BRACKETS = 1000  # those that are no rows: the frame, and some in strings


def decode(text: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
    """Decode JSON rows.

    Raises:
        EvidenceMalformed: If the text is not JSON, or not rows.
        EvidenceTypeUnsupported: If a value is a list or an object.
        EvidenceTooLarge: If a limit is passed.
        EvidenceColumnUnknown: If the header describes a column that is not there.
    """
    budget = Budget(header, limits)
    payload = bytes(text)
    _check_size(payload, budget)
    names, records = _shape(_parse(payload, header), header)
    budget.rows(len(records))
    if records and isinstance(records[0], dict):
        names, columns = _from_objects(names or [], records, budget)
    else:
        if names is None:
            names = [column.name for column in header.columns]
        columns = _from_arrays(names, records, budget)
    described = [Column(name=name) for name in names]
    return rows.build(described, columns, header, limits, row_count=len(records))


def _check_size(payload: bytes, budget: Budget) -> None:
    """Bound what parsing can allocate: each value follows a comma, each row opens a bracket."""
    budget.fits(len(payload))
    values, arrays, objects = (payload.count(mark) for mark in (b",", b"[", b"{"))
    texts = max(0, payload.count(b'"') // 2 - payload.count(b'":'))  # keys are held once
    budget.needs(
        values * _VALUE_BYTES
        + arrays * _ARRAY_BYTES
        + objects * _OBJECT_BYTES
        + texts * _TEXT_BYTES
    )
    # Rows that are wrapped open two brackets each. Brackets beyond that are nesting, or in strings.
    budget.rows((arrays + objects - _SPARE_BRACKETS) // 2)


def _parse(payload: bytes, header: Header) -> object:
    try:
        return json.loads(
            payload.decode("utf-8-sig"),
            parse_float=_exact_float,
            parse_constant=lambda _: None,
            object_pairs_hook=_object,
        )
    except RecursionError:
        raise EvidenceTypeUnsupported(
            f"query result {header.query_id} is nested too deeply",
            query_id=header.query_id,
            column="",
            type="nested",
        ) from None
    except json.JSONDecodeError as error:
        raise _malformed(header, error.msg, line=error.lineno) from None
    except UnicodeDecodeError:
        raise _malformed(header, "it is not UTF-8") from None
    except _Unusable as error:
        raise _malformed(header, str(error)) from None
    except ValueError:  # of int()
        raise _malformed(header, "a number has thousands of digits") from None


class _Unusable(Exception):
    """JSON that is read by nobody alike."""


def _exact_float(text: str) -> float | Decimal:
    """Read a number as a float where its shortest decimal is what stands there."""
    value = float(text)
    # At most 15 digits beside the point, and far from the ends of the range: always so.
    if (len(text) <= 16 and 1e-290 < abs(value) < 1e290) or repr(value) == text:
        return value
    try:
        exact = Decimal(text)
    except InvalidOperation:  # 1e9999999999999999999
        raise _Unusable("a number has an exponent of too many digits") from None
    return value if Decimal(repr(value)) == exact else exact


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _Unusable("a key appears twice in one object")
    return result


def _shape(document: object, header: Header) -> tuple[list[str] | None, list[object]]:
    """Find the rows, and the names where they are given beside them."""
    if isinstance(document, list):
        return None, document
    if not isinstance(document, dict) or "rows" not in document:
        raise _malformed(header, "neither an array of rows nor an object that has rows")
    names, records = document.get("columns"), document.get("rows")
    strings = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not isinstance(records, list) or not (names is None or strings):
        raise _malformed(header, "columns are an array of strings, rows an array")
    return names, records


def _from_objects(
    names: list[str], records: list[object], budget: Budget
) -> tuple[list[str], list[list[object]]]:
    objects = [record for record in records if isinstance(record, dict)]
    if len(objects) < len(records):
        raise _odd_row(budget.header, records, [isinstance(each, dict) for each in records])
    if all(record.keys() == {"data"} and isinstance(record["data"], dict) for record in objects):
        objects = [record["data"] for record in objects]
    names = list(dict.fromkeys(chain(names, chain.from_iterable(objects))))
    budget.columns(len(names))
    budget.fits(8 * len(names) * len(objects))  # missing values are not in the text
    return names, [[record.get(name) for record in objects] for name in names]


def _from_arrays(names: list[str], records: list[object], budget: Budget) -> list[list[object]]:
    fits = [isinstance(record, list) and len(record) == len(names) for record in records]
    arrays = [record for record in records if isinstance(record, list)]
    if not all(fits):
        raise _odd_row(budget.header, records, fits)
    return [[record[place] for record in arrays] for place in range(len(names))]


def _odd_row(header: Header, records: Sequence[object], fits: list[bool]) -> EvidenceMalformed:
    """The error for the first row that does not fit."""
    row = fits.index(False)
    if isinstance(records[row], dict | list):
        return _malformed(header, f"row {row} differs from the others or from the columns", row=row)
    kind = "null" if records[row] is None else "neither an object nor an array"
    return _malformed(header, f"row {row} is {kind}", row=row)


def _malformed(header: Header, why: str, **metadata: int) -> EvidenceMalformed:
    return EvidenceMalformed(
        f"query result {header.query_id}: {why}",
        query_id=header.query_id,
        format=header.format,
        **metadata,
    )
