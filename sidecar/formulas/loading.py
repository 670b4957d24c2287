"""Tables in the engine, made of what ``packing`` sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from sidecar.formulas.columns import Tables, column, quoted
from sidecar.formulas.tree import Connection

Buffers = Iterator[bytearray]


def load(connection: Connection, tables: Sequence[Mapping[str, Any]], payloads: Buffers) -> Tables:
    """Make the tables.

    Args:
        connection: To the engine, before it is locked.
        tables: As ``Packed.told`` has them.
        payloads: As ``Packed.payloads`` has them, all of them in one row.

    Returns:
        What they have; the engine has no tables without columns.
    """
    made = [table for table in tables if table["columns"]]
    for table in made:
        _load(connection, table, payloads)
    return {
        table["name"]: [
            column(connection, table["name"], each["name"], each["sql_type"])
            for each in table["columns"]
        ]
        for table in made
    }


def _load(connection: Connection, table: Mapping[str, Any], payloads: Buffers) -> None:
    rows, columns = table["rows"], table["columns"]
    # the engine finds this variable by its name, which is quicker than to register a view
    columns_to_load = {
        f"c{number}": _array(each, rows, list(islice(payloads, len(each["sizes"]))))
        for number, each in enumerate(columns)
    }
    name = quoted(table["name"])
    selected = ", ".join(
        f"{_converted(f'c{number}', each)} AS {quoted(each['name'])}"
        for number, each in enumerate(columns)
    )
    connection.execute(f"CREATE TABLE {name} AS SELECT {selected} FROM columns_to_load")  # noqa: S608
    del columns_to_load


def _array(told: Mapping[str, Any], rows: int, buffers: Sequence[bytearray]) -> Any:
    """The cells of a column, as an array that the engine reads."""
    if told["form"] == "texts":
        distinct = np.array([*json.loads(buffers[0]), None], object)
        return distinct[np.frombuffer(buffers[1], np.int32)]
    numbers = np.frombuffer(buffers[0], told["form"])
    if len(buffers) == 1:
        return numbers
    places = np.frombuffer(buffers[1], np.uint32)
    every, missing = np.zeros(rows, numbers.dtype), np.ones(rows, bool)
    every[places] = numbers
    missing[places] = False
    return np.ma.masked_array(every, mask=missing)


def _converted(name: str, told: Mapping[str, Any]) -> str:
    """An array as the type of its column."""
    scale, sql_type = told["scale"], told["sql_type"]
    if not scale:
        return f"{name}::{sql_type}"
    unit = f"0.{1:0{scale}d}"
    return f"({name}::DECIMAL(19,0) * '{unit}'::DECIMAL({scale},{scale}))::{sql_type}"
