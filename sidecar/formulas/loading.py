"""Tables in the engine, made of what ``packing`` sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from sidecar.formulas.columns import quoted
from sidecar.formulas.tree import Connection

Buffers = Iterator[bytearray]


def load(connection: Connection, tables: Sequence[Mapping[str, Any]], payloads: Buffers) -> None:
    """Make the tables.

    Args:
        connection: To the engine, before it is locked.
        tables: As ``Packed.told`` has them.
        payloads: As ``Packed.payloads`` has them, all of them in one row.
    """
    for table in tables:
        _load(connection, table, payloads)


def _load(connection: Connection, table: Mapping[str, Any], payloads: Buffers) -> None:
    rows, columns = table["rows"], table["columns"]
    # the engine finds this variable by its name, which is quicker than to register a view
    columns_to_load = {
        f"c{number}": _array(column, rows, list(islice(payloads, len(column["sizes"]))))
        for number, column in enumerate(columns)
    }
    if not columns_to_load:  # the engine has no tables without columns
        return
    name = quoted(table["name"])
    selected = ", ".join(
        f"{_converted(f'c{number}', column)} AS {quoted(column['name'])}"
        for number, column in enumerate(columns)
    )
    connection.execute(f"CREATE TABLE {name} AS SELECT {selected} FROM columns_to_load")  # noqa: S608
    del columns_to_load


def _array(column: Mapping[str, Any], rows: int, buffers: Sequence[bytearray]) -> Any:
    """The cells of a column, as an array that the engine reads."""
    if column["form"] == "texts":
        distinct = np.array([*json.loads(buffers[0]), None], object)
        return distinct[np.frombuffer(buffers[1], np.int32)]
    numbers = np.frombuffer(buffers[0], column["form"])
    if len(buffers) == 1:
        return numbers
    places = np.frombuffer(buffers[1], np.uint32)
    every, missing = np.zeros(rows, numbers.dtype), np.ones(rows, bool)
    every[places] = numbers
    missing[places] = False
    return np.ma.masked_array(every, mask=missing)


def _converted(name: str, column: Mapping[str, Any]) -> str:
    """An array as the type of its column."""
    scale, sql_type = column["scale"], column["sql_type"]
    if not scale:
        return f"{name}::{sql_type}"
    unit = f"0.{1:0{scale}d}"
    return f"({name}::DECIMAL(19,0) * '{unit}'::DECIMAL({scale},{scale}))::{sql_type}"
