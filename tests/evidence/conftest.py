"""Payloads and readable tables for the tests of evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from sidecar.model.evidence import Cells, Table

Written = Callable[..., bytes]
Shown = Callable[[Table, str], list[tuple[int, int, object]]]


@pytest.fixture(scope="session")
def written() -> Written:
    """Writes an Arrow table (or a dict of columns, or a batch) as a stream or a file."""

    def write(
        table: Any, *, file: bool = False, compression: str | None = None, batch: int = 2
    ) -> bytes:
        table = pa.table(table) if isinstance(table, dict) else table
        sink = pa.BufferOutputStream()
        options = pa.ipc.IpcWriteOptions(compression=compression, unify_dictionaries=file)
        new = pa.ipc.new_file if file else pa.ipc.new_stream
        with new(sink, table.schema, options=options) as writer:
            if isinstance(table, pa.RecordBatch):
                writer.write_batch(table)
            else:
                writer.write_table(table, max_chunksize=batch)
        payload: bytes = sink.getvalue().to_pybytes()
        return payload

    return write


@pytest.fixture(scope="session")
def shown() -> Shown:
    """Shows the numbers of a column by name: row, ordinal (0: the cell itself), exact value."""

    def show(table: Table, name: str) -> list[tuple[int, int, object]]:
        cells: Cells = table.cells[[column.name for column in table.columns].index(name)]
        ordinals = [0] * cells.values.size if cells.ordinals is None else cells.ordinals.tolist()
        exact = [cells.exact(index) for index in range(cells.values.size)]
        return list(zip(cells.rows.tolist(), ordinals, exact, strict=True))

    return show
