"""What the figures of prose are of: which narratives, which numbers, which calls."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from verifyd import QueryResult
from verifyd.v1 import verify_pb2

from bench import prose
from bench.narratives import ANALYSTS, Narrative, NarrativeSource, parted, sources
from bench.prose import Spent, figures, judged
from bench.records import FOLDER_VARIABLE


def numbered(count: int) -> list[dict[str, Any]]:
    return [{"id": str(at)} for at in range(count)]


def test_a_part_is_spread_over_the_whole_set() -> None:
    loaded = numbered(10)
    chosen, rest = parted(loaded, 4)
    assert [each["id"] for each in chosen] == ["0", "2", "5", "7"]
    assert len(rest) == 1
    assert rest[0] not in chosen  # a text that warms the server is not measured


def test_a_small_set_is_taken_whole() -> None:
    loaded = numbered(3)
    assert parted(loaded, 20) == (loaded, [])


def test_sets_of_others_are_taken_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = {"query_id": "q", "columns": ["n"], "rows": [[40]]}
    record = {"id": "a", "narrative": "There were 40.", "query_results": [result], "gold": []}
    for name in ("quintd", "tabfact"):  # of statements: no narratives
        with gzip.open(tmp_path / f"{name}.dev.jsonl.gz", "wt", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    analysts, quintd = sources(2)
    assert (analysts.name, len(analysts.chosen), len(analysts.rest)) == (ANALYSTS, 2, 1)
    assert (quintd.name, [each.text for each in quintd.chosen]) == ("quintd", ["There were 40."])
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert [each.name for each in sources(2)] == [ANALYSTS]


def test_the_median_is_of_narratives_with_10_to_25_numbers() -> None:
    times = np.array([[1.0, 1.0], [30.0, 1.0], [50.0, 1.0], [900.0, 1.0]])
    spent = {
        "few": Spent([9, 10], 38.0, times[:2]),
        "many": Spent([25, 26], 204.0, times[2:]),
    }
    found = {name: figure["value"] for name, figure in figures(spent, 5.0).items()}
    assert found["context_prose_over_echo"] == found["context_prose_p50_ms"] == 40.0
    assert found["context_prose_few_ms_per_number"] == 2.0
    assert found["context_prose_many_ms_per_number"] == 4.0
    assert found["context_prose_ms_per_number"] == round(242 / 70, 6)  # of numbers, not of sets
    assert found["context_prose_many_numbers"] == 51


def test_a_check_that_did_not_finish_is_no_cheap_one() -> None:
    response = verify_pb2.VerifyResponse()
    result = response.report.results.add(check="numeric")
    result.findings.numeric.claims_total = 12
    assert judged(response.SerializeToString()) == 12
    result.failure.reason = "DEADLINE_EXCEEDED"
    with pytest.raises(RuntimeError, match="DEADLINE_EXCEEDED"):
        judged(response.SerializeToString())


def test_prose_is_measured_on_the_real_server(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        {"region": f"Region {letter}", "staff": 40 + at} for at, letter in enumerate("ABCDEFGHIJ")
    ]
    text = " ".join(f"{row['region']} has {row['staff']} staff." for row in rows)
    narratives = [Narrative(text, [QueryResult("staff", rows)])] * 3
    monkeypatch.setattr(prose, "sources", lambda _: [NarrativeSource("regions", narratives, [])])
    found = prose.measure(quick=True)
    assert found["context_prose_regions_numbers"]["value"] == 30
    assert found["context_prose_regions_narratives"]["value"] == 3
    assert found["context_prose_over_echo"]["value"] > 1
    assert found["context_prose_per_s"]["value"] > 0
    assert {figure["bar"] for figure in found.values()} == {None}
