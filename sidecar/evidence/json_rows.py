"""Query results from JSON text, with every number exact.

    [{"region": "North", "sales": 12.5}, …]                     rows with names
    [["North", 12.5], …]                                        names from the header's columns
    {"columns": ["region", "sales"], "rows": [["North", 12.5], …]}
    [{"data": {"region": "North", "sales": 12.5}}, …]           unwrapped
    {"query_id": "sales", "rows": […], …}                       the rows alone are data

A key that a row lacks is a missing value there. ``NaN`` and ``Infinity``, which JSON does not have
and Python writes, are missing values too. A key that stands twice in one object is refused, since
it cannot be known which value is intended; so is a row that is null.
"""

from __future__ import annotations

import codecs
import json
from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from functools import partial
from itertools import chain, islice

from sidecar.evidence import tables
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceMalformed, EvidenceTypeUnsupported
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column, Table
from sidecar.work import check_abandoned

# What Python objects take, with their places in lists, and with what finds equal ones for strings.
_VALUE_BYTES = 40
_ARRAY_BYTES = 64
_OBJECT_BYTES = 232
_TEXT_BYTES = 100

_MOST_LEVELS, _MOST_MEMBERS, _MOST_NAMED = 8, 100, 3  # of what is searched for rows elsewhere

_SPARE_BRACKETS = 1000  # those that are no rows: the frame, and some in strings


def decode_json(text: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
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
    return _table(_parse(payload, header), budget)


def decode_json_lines(data: bytes, header: Header, limits: EvidenceLimits) -> Table:
    """Decode JSON Lines: one row in each line that is not blank.

    Raises:
        EvidenceMalformed: If a line is no JSON, with the line and column.
        VerifydError: As ``decode_json``.
    """
    budget = Budget(header, limits)
    _check_size(data, budget)
    keys: dict[str, str] = {}  # one object for a key, however many rows have it

    def members(pairs: list[tuple[str, object]]) -> dict[str, object]:
        return {keys.setdefault(name, name): value for name, value in _object(pairs).items()}

    decoder = json.JSONDecoder(
        parse_float=_exact_float, parse_constant=lambda _: None, object_pairs_hook=members
    )
    records: list[object] = []
    for number, line in enumerate(data.removeprefix(codecs.BOM_UTF8).splitlines(), 1):
        if line.strip():
            budget.rows(len(records) + 1)
            records.append(_read(partial(_decoded, decoder, line), header, number))
    return _table(records, budget)


def _decoded(decoder: json.JSONDecoder, line: bytes) -> object:
    return decoder.decode(line.decode())


def _table(document: object, budget: Budget) -> Table:
    header, limits = budget.header, budget.limits
    names, records = _shape(document, header)
    budget.rows(len(records))
    if records and isinstance(records[0], dict):
        names, columns = _from_objects(names or [], records, budget)
    else:
        if names is None:
            names = [column.name for column in header.columns]
        columns = _from_arrays(names, records, budget)
    described = [Column(name=name) for name in names]
    return tables.build_table(described, columns, header, limits, row_count=len(records))


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
    return _read(
        lambda: json.loads(
            payload.decode("utf-8-sig"),
            parse_float=_exact_float,
            parse_constant=lambda _: None,
            object_pairs_hook=_object,
        ),
        header,
    )


def _read(parse: Callable[[], object], header: Header, line: int = 0) -> object:
    """What a parser finds; its errors as ours, with the place of each.

    Args:
        parse: The parser, with its text.
        header: Of the query result.
        line: The line of the file that it reads, or 0 where it reads the whole.
    """
    place = {"line": line} if line else {}
    try:
        return parse()
    except RecursionError:
        raise EvidenceTypeUnsupported(
            f"query result {header.query_id} is nested too deeply",
            query_id=header.query_id,
            column="",
            type="nested",
        ) from None
    except json.JSONDecodeError as error:
        at = line or error.lineno
        why = f"{error.msg} (line {at}, column {error.colno})"
        raise _malformed(header, why, line=at, character=error.colno) from None
    except UnicodeDecodeError as error:
        at = line or error.object.count(b"\n", 0, error.start) + 1
        raise _malformed(header, f"it is not UTF-8 (line {at})", line=at) from None
    except _AmbiguousJson as error:
        raise _malformed(header, f"{error}{_in_line(line)}", **place) from None
    except ValueError:  # of int()
        why = f"a number has thousands of digits{_in_line(line)}"
        raise _malformed(header, why, **place) from None


def _in_line(line: int) -> str:
    return f" (line {line})" if line else ""


class _AmbiguousJson(Exception):
    """JSON that is read by nobody alike."""


def _exact_float(text: str) -> float | Decimal:
    """Read a number as a float where its shortest decimal is what stands there."""
    check_abandoned()
    value = float(text)
    # At most 15 digits beside the point, and far from the ends of the range: always so.
    if (len(text) <= 16 and 1e-290 < abs(value) < 1e290) or repr(value) == text:
        return value
    try:
        exact = Decimal(text)
    except InvalidOperation:  # 1e9999999999999999999
        raise _AmbiguousJson("a number has an exponent of too many digits") from None
    return value if Decimal(repr(value)) == exact else exact


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    check_abandoned()
    result = dict(pairs)
    if len(result) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise _AmbiguousJson(f"the key {twice!r:.80} appears twice in one object")
    return result


def _shape(document: object, header: Header) -> tuple[list[str] | None, list[object]]:
    """Find the rows, and the names where they are given beside them."""
    if isinstance(document, list):
        return None, document
    if not isinstance(document, dict) or "rows" not in document:
        why = f"neither an array of rows nor an object that has rows{_elsewhere(document)}"
        raise _malformed(header, why)
    names, records = document.get("columns"), document.get("rows")
    strings = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not isinstance(records, list) or not (names is None or strings):
        raise _malformed(header, "columns are an array of strings, rows an array")
    return names, records


def _elsewhere(document: object) -> str:
    """Where arrays of objects stand in a document, which somebody may take for rows."""
    found: list[str] = []
    level: list[tuple[str, object]] = [("", document)]
    for _ in range(_MOST_LEVELS):
        below = [
            (f"{path}/{name}", value)
            for path, inside in level
            if isinstance(inside, dict)
            for name, value in islice(inside.items(), _MOST_MEMBERS)
        ]
        found += [path for path, value in below if _are_objects(value)]
        level = below[:_MOST_MEMBERS]
    named = ", ".join(found[:_MOST_NAMED]) + (", ..." if len(found) > _MOST_NAMED else "")
    return f"; arrays of objects stand at {named}: send the one that has the rows" if found else ""


def _are_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


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
