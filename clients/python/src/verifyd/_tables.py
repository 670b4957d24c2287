"""Query results as agents hold them, into the data of a ``QueryResult`` message.

Recognised by what an object offers, never by importing its library: loading pandas to learn that
something is no data frame would cost every caller a second and 60 MB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, ValuesView
from itertools import chain
from typing import Any, Final

from verifyd import _arrow, _row_bytes
from verifyd.v1 import evidence_pb2

_ACCEPTED: Final = (
    "a list of dicts (or a generator), a list of sequences (with `columns`), a dict of columns, a"
    " pandas or polars DataFrame, a pyarrow Table or RecordBatch, a DuckDB relation, a DB-API"
    " cursor, Arrow IPC bytes or JSON text"
)


def fill(message: evidence_pb2.QueryResult, data: Any, names: Sequence[str]) -> None:
    """Put data into a message, as Arrow where a library that is loaded writes it, else as rows.

    Args:
        message: Its ``data`` is set.
        data: A query result in any of the accepted forms.
        names: The names of the columns, where the caller gave them; needed for bare sequences.

    Raises:
        TypeError: If the data is nothing that is accepted, or a cell is.
        ValueError: If rows or columns differ in length, or names are missing.
    """
    data = _held(data)
    if isinstance(data, bytes):
        message.arrow = data
    elif isinstance(data, str):
        message.json = _json(data)
    elif hasattr(data, "write_ipc_stream"):  # polars
        message.arrow = _arrow.of_polars(data)
    elif hasattr(data, "iloc") and hasattr(data, "columns"):  # pandas
        _fill_pandas(message, data)
    elif hasattr(data, "fetchall") and hasattr(data, "description"):  # DB-API, DuckDB
        _fill_cursor(message, data)
    elif hasattr(data, "__arrow_c_stream__") and _arrow.library() is not None:
        message.arrow = _arrow.of_stream(data)
    elif isinstance(data, Mapping):
        _fill_columns(message, list(data), list(data.values()))
    elif isinstance(data, Sequence):
        _fill_rows(message, data, names)
    else:
        kind = type(data)
        hint = "; its collect() gives one" if hasattr(data, "collect") else ""
        raise TypeError(
            f"a {kind.__module__}.{kind.__qualname__} is not a query result; give {_ACCEPTED}{hint}"
        )


def _held(data: Any) -> Any:
    """Data that is all there: a generator is drawn, a series is a frame of one column."""
    reads_itself = hasattr(data, "fetchall") or hasattr(data, "__arrow_c_stream__")
    if isinstance(data, Iterator | ValuesView) and not reads_itself:
        return list(data)
    if hasattr(data, "to_frame"):  # a series of pandas or polars
        return data.to_frame()
    if getattr(data, "ndim", 0) == 2 and not hasattr(data, "columns") and hasattr(data, "tolist"):
        return data.tolist()  # an array of numpy
    return data


def _json(text: str) -> str:
    """A text that may be JSON with rows."""
    if text.lstrip()[:1] not in ("[", "{"):
        raise ValueError(
            f"a text is read as JSON with rows, and {text[:20]!r} is not JSON; for a file, give its"
            " rows: list(csv.DictReader(file)) or pandas.read_csv(path)"
        )
    return text


def _fill_pandas(message: evidence_pb2.QueryResult, frame: Any) -> None:
    names, columns = pandas_columns(frame)
    written = _arrow.of_series(names, columns)
    if written is None:
        _fill_columns(message, names, columns)
    else:
        message.arrow = written


def pandas_columns(frame: Any) -> tuple[list[str], list[object]]:
    """Names and values. An index that labels rows is a column; mere row numbers are not."""
    index = frame.index
    levels = [index.get_level_values(place) for place in range(index.nlevels)]
    labels = [x for x in levels if x.name is not None or x.dtype.kind not in "iu"]
    names = ["index" if level.name is None else level.name for level in labels]
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    return list(map(_name, [*names, *frame.columns])), [*labels, *columns]


def _fill_cursor(message: evidence_pb2.QueryResult, cursor: Any) -> None:
    if cursor.description is None:
        raise ValueError("the cursor holds no result: its last statement returns no rows")
    names = [column[0] for column in cursor.description]
    _fill_rows(message, cursor.fetchall(), names)


def _fill_columns(
    message: evidence_pb2.QueryResult, names: Sequence[object], columns: Sequence[Any]
) -> None:
    values = []
    for name, column in zip(names, columns, strict=True):
        if isinstance(column, str | bytes) or not isinstance(column, Iterable):
            one_row = "; one row goes into a list: [row]"
            raise TypeError(f"column {name!r} is not a list of values{one_row}; give {_ACCEPTED}")
        values.append(_plain(column))
    if len({len(column) for column in values}) > 1:
        lengths = ", ".join(f"{n}: {len(c)}" for n, c in zip(names, values, strict=True))
        raise ValueError(f"the columns differ in length ({lengths})")
    _write(message, names, values, len(values[0]) if values else 0)


def _plain(column: Any) -> list[Any]:
    """The values of a column, as Python's own numbers where numpy holds such."""
    kind = getattr(getattr(column, "dtype", None), "kind", "")
    # Of other kinds not: numpy turns dates into bare integers there, and long doubles stay.
    whole = kind in {"b", "i", "u"} or (kind == "f" and column.dtype.itemsize <= 8)
    return list(column.tolist()) if whole and hasattr(column, "tolist") else list(column)


def _fill_rows(
    message: evidence_pb2.QueryResult, rows: Sequence[Any], names: Sequence[str]
) -> None:
    if rows and all(_by_name(row, names) for row in rows):
        records = [row if isinstance(row, Mapping) else dict(row) for row in rows]
        keys = list(dict.fromkeys(chain.from_iterable(records)))
        columns = [[record.get(key) for record in records] for key in keys]
        _write(message, keys, columns, len(rows))
        return
    if not names and rows:
        raise ValueError(
            "rows without names: say what the columns are called with"
            " QueryResult(id, rows, columns=[…])"
        )
    cells = [_cells_of(row, place, len(names)) for place, row in enumerate(rows)]
    columns = list(map(list, zip(*cells, strict=True))) if cells else [[] for _ in names]
    _write(message, names, columns, len(cells))


def _by_name(row: Any, names: Sequence[str]) -> bool:
    """Whether a row knows its columns: a mapping, or where nobody else does, a sqlite3.Row."""
    return isinstance(row, Mapping) or (not names and hasattr(row, "keys"))


def _cells_of(row: Any, place: int, width: int) -> tuple[Any, ...]:
    if isinstance(row, str | bytes | Mapping) or not isinstance(row, Iterable):
        raise TypeError(f"row {place} is a {type(row).__qualname__}, unlike the rest")
    values = tuple(row)
    if len(values) != width:
        raise ValueError(f"row {place} has {len(values)} cells for {width} columns")
    return values


def _write(
    message: evidence_pb2.QueryResult,
    names: Sequence[object],
    columns: Sequence[Sequence[Any]],
    row_count: int,
) -> None:
    plain = [_name(name) for name in names]
    written = _arrow.of_lists(plain, columns)
    if written is None:
        message.rows.MergeFromString(_row_bytes.encode(plain, columns, row_count))
    else:
        message.arrow = written


def _name(name: object) -> str:
    """A column's name; the levels of a pandas MultiIndex are joined."""
    return " ".join(map(str, name)) if isinstance(name, tuple) else str(name)
