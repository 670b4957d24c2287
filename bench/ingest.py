"""How fast do rows become evidence, at the client and at the server?

A table of five columns (two of floats, one of whole numbers, two of labels) as a list of dicts,
with and without pyarrow at hand, and as a pandas frame. The client's part ends with its message,
the server's with the decoded table; the baselines are a message object for each cell, and Arrow.
Processor time of one thread.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from unittest.mock import patch

import pandas as pd
from verifyd import QueryResult, _arrow, _cells
from verifyd.v1 import evidence_pb2

from bench.figures import Figures, higher, lower
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.wire import evidence

ROWS = 100_000
LIMITS = EvidenceLimits()


def measure(quick: bool) -> Figures:
    """Medians, in millions of cells a second, and the ratios to the baselines."""
    count = ROWS // 10 if quick else ROWS
    records = [
        {
            "region": f"r{i % 50}",
            "id": i,
            "pay": i * 0.37,
            "share": i % 97 / 8,
            "kind": "abcd"[i % 4],
        }
        for i in range(count)
    ]
    frame = pd.DataFrame(records)
    written = _rows(records).message.rows.SerializeToString()
    arrow = QueryResult("q", frame).message.arrow
    text = json.dumps(records).encode()
    seconds = _seconds(
        1 if quick else 5,
        write_dicts=partial(QueryResult, "q", records),
        write_rows=partial(_rows, records),
        write_cells=partial(_by_cells, records),
        write_pandas=partial(QueryResult, "q", frame),
        read_rows=partial(
            evidence.decode_rows, written, Header(query_id="q", format=Format.ROWS), LIMITS
        ),
        read_cells=partial(
            evidence.parse_rows, written, Header(query_id="q", format=Format.ROWS), LIMITS
        ),
        read_json=partial(evidence.decode, text, Header(query_id="q", format=Format.JSON), LIMITS),
        read_arrow=partial(
            evidence.decode, arrow, Header(query_id="q", format=Format.ARROW), LIMITS
        ),
    )
    cells = 5 * count / 1e6
    return {
        "client_dicts_mcells_s": higher(cells / seconds["write_dicts"]),
        "client_rows_mcells_s": higher(cells / seconds["write_rows"]),
        "client_pandas_mcells_s": higher(cells / seconds["write_pandas"]),
        "client_dicts_over_cells": lower(seconds["write_dicts"] / seconds["write_cells"]),
        "client_rows_over_cells": lower(seconds["write_rows"] / seconds["write_cells"]),
        "server_rows_mcells_s": higher(cells / seconds["read_rows"]),
        "server_json_mcells_s": higher(cells / seconds["read_json"]),
        "server_arrow_mcells_s": higher(cells / seconds["read_arrow"]),
        "server_rows_over_cells": lower(seconds["read_rows"] / seconds["read_cells"]),
        "server_rows_over_arrow": lower(seconds["read_rows"] / seconds["read_arrow"]),
    }


def _seconds(rounds: int, **actions: Callable[[], object]) -> dict[str, float]:
    """Median seconds of actions that take turns."""
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(rounds):
        for name, action in actions.items():
            started = time.thread_time()
            action()
            times[name].append(time.thread_time() - started)
    return {name: median(each) for name, each in times.items()}


def _rows(records: list[dict[str, object]]) -> QueryResult:
    with patch.object(_arrow, "library", lambda: None):
        return QueryResult("q", records)


def _by_cells(records: list[dict[str, object]]) -> evidence_pb2.Rows:
    """What a client does that fills one message after another."""
    message = evidence_pb2.Rows(columns=records[0])
    for record in records:
        add = message.rows.add().cells.add
        for value in record.values():
            _cells.fill(add(), value)
    return message
