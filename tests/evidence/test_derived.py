"""What is accounted for a kept table is about what it takes, once checks have read its words."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from sidecar.evidence import derived, json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits

SPARE = 3 << 20
"""Bytes that the process itself comes to take meanwhile."""

MEASURED = """
import gc, json, sys
from pathlib import Path
from sidecar.binding.engine.binder import EngineBinder
from sidecar.checks import numeric
from sidecar.evals.model import EvalQuestion, ResearchRun
from sidecar.evals.verifying import AnswerVerifier
from sidecar.settings.root import Settings

tables, (rows, texts, distinct, numbers, word) = int(sys.argv[1]), json.loads(sys.argv[2])

def table(at):
    return [
        {f"text_{t}": f"{word} {row % distinct}" for t in range(texts)}
        | {f"number_{n}": 7 * row + at + n for n in range(numbers)}
        for row in range(rows)
    ]

numeric.BINDER = EngineBinder

def taken():
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096, kept._held

with AnswerVerifier(Settings()) as verifier:
    kept = verifier._tables
    for at in range(2 * tables):
        if at == tables:  # caches are warm
            before = taken()
        query = {"query_id": "staff", "rows": table(at)}
        verifier.verify(
            ResearchRun(run_id="r", question="?", answer=f"{word} 3 has {at} staff."),
            EvalQuestion(id="q", question="?", query_results=(query,)),
        )
    print(json.dumps([now - then for now, then in zip(taken(), before)]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tables", "shape"),
    [
        pytest.param(600, (1, 1, 1, 1, "Region"), id="one row"),
        pytest.param(200, (1, 1, 1, 20, "Region"), id="one row of many columns"),
        pytest.param(40, (1000, 1, 1000, 1, "Region"), id="many labels"),
        pytest.param(30, (1000, 1, 1000, 1, "Region alpha beta gamma delta"), id="long labels"),
        pytest.param(60, (1000, 4, 10, 1, "Region"), id="labels that come back"),
        pytest.param(20, (1000, 0, 1, 20, "Region"), id="numbers"),
    ],
)
def test_kept_tables_take_about_what_is_accounted(
    tables: int, shape: tuple[int, int, int, int, str]
) -> None:
    # Trap: a store that is full by its own account when the process takes many times as much.
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(tables), json.dumps(shape)],
        capture_output=True,
        check=True,
    )
    taken, accounted = json.loads(done.stdout)
    assert accounted / 2 <= taken <= 1.15 * accounted + SPARE


def index(rows: list[dict[str, object]]) -> TableIndex:
    payload = json.dumps(rows).encode()
    return TableIndex(json_rows.decode_json(payload, Header(query_id="q"), EvidenceLimits()))


def test_what_is_learnt_comes_on_top_of_the_table_and_its_indexes() -> None:
    one = index([{"region": "North", "staff": 7}])
    assert (
        one.full_nbytes
        == one.nbytes + derived.estimate_nbytes(one.table)
        > one.nbytes + 2 * derived.COLUMN
    )


@pytest.mark.parametrize(
    ("name", "values", "names"),
    [
        ("label", [f"{'a' * (row % 70)} name" for row in range(1000)], 70),
        ("store_id", [row // 2 for row in range(1000)], 500),
        ("storeId", [row // 2 for row in range(1000)], 500),
        ("day", [f"2024-{row % 12 + 1:02}-{row % 28 + 1:02}" for row in range(1000)], 84),
        ("label", [f"Region {row}" for row in range(9000)], derived.MOST_NAMES),
    ],
)
def test_what_names_rows_is_learnt(name: str, values: list[object], names: int) -> None:
    rows = len(values)
    plain = index([{"sales": 2 * row} for row in range(rows)])
    telling = index([{"sales": 2 * row, name: value} for row, value in enumerate(values)])
    more = derived.estimate_nbytes(telling.table) - derived.estimate_nbytes(plain.table)
    assert more > derived.COLUMN + derived.ROW * rows + 300 * names


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("note", [f"{row} " + "a long text " * 10 for row in range(1000)]),
        ("orders", list(range(1000))),
        ("paid", [row * row for row in range(1000)]),
    ],
)
def test_what_names_no_rows_is_not(name: str, values: list[object]) -> None:
    table = index([{"sales": 2 * row, name: value} for row, value in enumerate(values)]).table
    plain = index([{"sales": 2 * row, "other": row / 2} for row in range(1000)]).table
    assert derived.estimate_nbytes(table) <= derived.estimate_nbytes(plain)
