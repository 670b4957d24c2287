"""Query results as agents hold them, into the data of a ``QueryResult`` message.

Recognised by what an object offers, never by importing its library: loading pandas to learn that
something is no data frame would cost every caller a second and 60 MB.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any, Final

from verifyd import _cells
from verifyd.v1 import evidence_pb2

_ACCEPTED: Final = (
    "a list of dicts, a list of sequences (with `columns`), a dict of columns, a pandas or polars"
    " DataFrame, a pyarrow Table or RecordBatch, a DuckDB relation, a DB-API cursor, Arrow IPC"
    " bytes or JSON text"
)


def fill(message: evidence_pb2.QueryResult, data: Any, names: Sequence[str]) -> None:
    """Put data into a message, as Arrow where its own library writes it, else as rows.

    Args:
        message: Its ``data`` is set.
        data: A query result in any of the accepted forms.
        names: The names of the columns, where the caller gave them; needed for bare sequences.

    Raises:
        TypeError: If the data is nothing that is accepted, or a cell is.
        ValueError: If rows or columns differ in length, or names are missing.
    """
    if isinstance(data, bytes):
        message.arrow = data
    elif isinstance(data, str):
        message.json = data
    elif hasattr(data, "write_ipc_stream"):  # polars
        message.arrow = _polars_ipc(data)
    elif hasattr(data, "iloc") and hasattr(data, "columns"):  # pandas
        message.rows.CopyFrom(_of_columns(*_pandas_columns(data)))
    elif hasattr(data, "fetchall") and hasattr(data, "description"):  # DB-API, DuckDB
        message.rows.CopyFrom(_of_cursor(data))
    elif hasattr(data, "__arrow_c_stream__") and "pyarrow" in sys.modules:
        message.arrow = _arrow_ipc(data)
    elif isinstance(data, Mapping):
        message.rows.CopyFrom(_of_columns(list(data), list(data.values())))
    elif isinstance(data, Sequence):
        message.rows.CopyFrom(_of_rows(data, names))
    else:
        kind = type(data)
        raise TypeError(
            f"a {kind.__module__}.{kind.__qualname__} is no query result; give {_ACCEPTED}"
        )


def _polars_ipc(frame: Any) -> bytes:
    # The oldest level writes plain strings, which every Arrow reader knows; no level, string views.
    oldest = sys.modules["polars"].CompatLevel.oldest()
    sink = BytesIO()
    frame.write_ipc_stream(sink, compat_level=oldest)
    return sink.getvalue()


def _arrow_ipc(data: Any) -> bytes:
    """A pyarrow object, or any other that streams Arrow, once the caller has loaded pyarrow."""
    pyarrow = sys.modules["pyarrow"]
    reader = pyarrow.RecordBatchReader.from_stream(data)
    sink = BytesIO()
    with pyarrow.RecordBatchStreamWriter(sink, reader.schema) as writer:
        for batch in reader:
            writer.write_batch(batch)
    return sink.getvalue()


def _pandas_columns(frame: Any) -> tuple[list[object], list[object]]:
    """Names and values. An index that labels rows is a column; mere row numbers are not."""
    index = frame.index
    levels = [index.get_level_values(place) for place in range(index.nlevels)]
    labels = [x for x in levels if x.name is not None or x.dtype.kind not in "iu"]
    names = ["index" if level.name is None else level.name for level in labels]
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    return [*names, *frame.columns], [*labels, *columns]


def _of_cursor(cursor: Any) -> evidence_pb2.Rows:
    if cursor.description is None:
        raise ValueError("the cursor holds no result: its last statement returns no rows")
    names = [column[0] for column in cursor.description]
    return _of_rows(cursor.fetchall(), names)


def _of_columns(names: Sequence[object], columns: Sequence[Any]) -> evidence_pb2.Rows:
    values = []
    for name, column in zip(names, columns, strict=True):
        if isinstance(column, str | bytes) or not isinstance(column, Iterable):
            raise TypeError(f"column {name!r} is no list of values; give {_ACCEPTED}")
        values.append(list(column))  # not tolist(): numpy turns dates into bare integers there
    if len({len(column) for column in values}) > 1:
        lengths = ", ".join(f"{n}: {len(c)}" for n, c in zip(names, values, strict=True))
        raise ValueError(f"the columns differ in length ({lengths})")
    return _encode(names, list(zip(*values, strict=True)))


def _of_rows(rows: Sequence[Any], names: Sequence[str]) -> evidence_pb2.Rows:
    if rows and all(_by_name(row, names) for row in rows):
        records = [dict(row) for row in rows]
        keys = list(dict.fromkeys(key for record in records for key in record))
        return _encode(keys, [[record.get(key) for key in keys] for record in records])
    if not names and rows:
        raise ValueError("rows without names: say what the columns are called with `columns`")
    return _encode(names, rows)


def _by_name(row: Any, names: Sequence[str]) -> bool:
    """Whether a row knows its columns: a mapping, or where nobody else does, a sqlite3.Row."""
    return isinstance(row, Mapping) or (not names and hasattr(row, "keys"))


def _encode(names: Sequence[object], rows: Iterable[Any]) -> evidence_pb2.Rows:
    message = evidence_pb2.Rows(columns=[_name(name) for name in names])
    for place, row in enumerate(rows):
        if isinstance(row, str | bytes | Mapping) or not isinstance(row, Iterable):
            raise TypeError(f"row {place} is a {type(row).__qualname__}, unlike the rest")
        values = tuple(row)
        if len(values) != len(names):
            raise ValueError(f"row {place} has {len(values)} cells for {len(names)} columns")
        add = message.rows.add().cells.add
        for name, value in zip(names, values, strict=True):
            try:
                _cells.fill(add(), value)
            except TypeError as error:
                raise TypeError(f"row {place}, column {_name(name)!r}: {error}") from None
    return message


def _name(name: object) -> str:
    """A column's name; the levels of a pandas MultiIndex are joined."""
    return " ".join(map(str, name)) if isinstance(name, tuple) else str(name)
