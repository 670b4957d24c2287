"""Each measurement runs once, and measures what it says."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import context, prose, server_cpu, warm_verify
from bench.__main__ import BENCHMARKS
from bench.figures import Figures, higher, lower
from bench.scoring import Predictions, extraction, score

ROOT = Path(__file__).parents[2]


def run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def record(name: str, text: str, *gold: tuple[str, str]) -> dict[str, Any]:
    """A record over a table with the cells 1,234 and 40."""
    items = [
        {
            "kind": "number",
            "scored": True,
            "form": "digit",
            "label": label,
            "start": text.index(written),
            "end": text.index(written) + len(written),
        }
        for written, label in gold
    ]
    result = {"query_id": "q", "columns": ["n", "share"], "rows": [[1234, 40], [None, 7]]}
    return {"id": name, "domain": "d", "narrative": text, "query_results": [result], "gold": items}


RECORDS = [
    record("a", "😀 There are 1,234 people.", ("1,234", "supported")),
    record("b", "There are 9,999 people.", ("9,999", "unsupported")),
    record("c", "There are 40 people.", ("40", "unsupported")),  # occurs by chance: missed
]


def test_accuracy_writes_predictions_and_prints_the_table(tmp_path: Path) -> None:
    records, out = tmp_path / "set.dev.jsonl.gz", tmp_path / "predictions.jsonl"
    with gzip.open(records, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(r) + "\n" for r in RECORDS)
    done = run("bench.accuracy", str(records), "--mode", "value", "--out", str(out))
    assert done.returncode == 0, done.stderr
    predictions = {p["id"]: p["claims"] for p in map(json.loads, out.read_text().splitlines())}
    assert predictions["a"] == [{"start": 12, "end": 17, "verdict": "supported", "value": "1234"}]
    assert [claims[0]["verdict"] for claims in predictions.values()] == [
        "supported",
        "flagged",
        "supported",
    ]
    row = next(line for line in done.stdout.splitlines() if line.startswith("| balanced | all"))
    assert [cell.strip() for cell in row.split("|")[3:7]] == ["1.0", "0.5", "0.667", "0.0"]


@pytest.mark.slow
def test_column_metadata_reaches_the_check(tmp_path: Path) -> None:
    told = record("a", "It was 40%.", ("40", "supported"))
    told["columns_meta"] = {"q": {"share": {"unit": "count"}, "absent": {"unit": "km"}}}
    records, out = tmp_path / "set.jsonl", tmp_path / "predictions.jsonl"
    records.write_text(json.dumps(told) + "\n")
    done = run("bench.accuracy", str(records), "--mode", "value", "--out", str(out))
    assert done.returncode == 0
    assert json.loads(out.read_text())["claims"][0]["verdict"] == "flagged"  # a share of nothing


def test_a_refused_record_fails_the_run(tmp_path: Path) -> None:
    records = tmp_path / "set.jsonl"
    records.write_text(json.dumps({**RECORDS[0], "narrative": " "}) + "\n")
    done = run("bench.accuracy", str(records))
    assert done.returncode == 1
    assert "refused: a: AGENT_ANSWER_INVALID: the answer is empty" in done.stdout


def test_an_unknown_mode_is_refused(tmp_path: Path) -> None:
    assert run("bench.accuracy", "x.jsonl", "--mode", "guess").returncode == 2


def test_scores_count_what_is_open() -> None:
    def claim(start: int, verdict: str) -> dict[str, Any]:
        return {"start": start, "end": start + 5, "verdict": verdict}

    gold = [RECORDS[0], RECORDS[1]]
    predictions: Predictions = {"a": [claim(12, "inconclusive")], "b": [claim(10, "inconclusive")]}
    (row,) = (group.row() for group in score(gold, predictions, None))
    assert (row["open_right"], row["open_wrong"], row["recall"]) == (1.0, 1.0, 0.0)
    assert row["false_alarms"] == 0.0  # what is not settled is no alarm


def test_numbers_that_annotators_disagree_on_are_left_out_of_their_group() -> None:
    def voted(name: str, people: int, *votes: int) -> dict[str, Any]:
        told = record(name, "1234 and 40.", ("1234", "supported"), ("40", "unsupported"))
        for item, marked in zip(told["gold"], votes, strict=True):
            item["votes"] = [marked, people]
        return told | {"annotators": people}

    gold = [voted("a", 2, 0, 2), voted("b", 2, 1, 2), voted("c", 1, 0, 1)]
    everything, agreed = (group.row() for group in score(gold, {}, None))
    assert (everything["right"], everything["wrong"]) == (3, 3)
    assert (agreed["group"], agreed["right"], agreed["wrong"]) == ("annotators agree", 1, 2)


def test_statements_with_a_number_are_a_group_of_their_own() -> None:
    def statement(name: str, label: str, *, has_number: bool) -> dict[str, Any]:
        gold = {"kind": "statement", "label": label, "start": 0, "end": 5}
        return {"id": name, "has_number": has_number, "gold": [gold]}

    gold = [
        statement("a", "unsupported", has_number=True),
        statement("b", "unsupported", has_number=False),  # nothing that could be flagged
    ]
    predictions: Predictions = {"a": [{"start": 0, "end": 1, "verdict": "flagged"}]}
    everything, numeric = (group.row() for group in score(gold, predictions, None))
    assert (everything["recall"], numeric["recall"]) == (0.5, 1.0)
    assert numeric["group"] == "with a number"


def test_extraction_takes_a_fraction_for_its_percentage() -> None:
    gold = {
        "id": "a",
        "spec": "percentage",
        "gold": [{"start": 0, "end": 3, "value": "50%"}, {"start": 5, "end": 8, "value": "7"}],
    }
    predictions: Predictions = {
        "a": [{"start": 0, "end": 4, "value": "0.5", "verdict": "supported"}]
    }
    assert extraction([gold], predictions) == [
        {"kind": "percentage", "recall": 0.5, "value": 0.5, "gold": 2}
    ]


@pytest.mark.slow
def test_the_bench_prints_every_figure() -> None:
    """All but those that may take longer than a test, as 5,000 claims bound by context do."""
    long = {"context", "evals", "eval_processes", "eval_scale", "streams"}
    done = run("bench", "--quick", "--json", *(name for name in BENCHMARKS if name not in long))
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["figures"]
    assert {"warm_verify_over_echo", "echo_p99_ms", "claims_50_s"} <= figures.keys()
    for figure in figures.values():
        assert figure["value"] > 0
        assert figure["better"] in ("lower", "higher")


@pytest.mark.parametrize("modes", [("value",), ("value", "context")])
def test_figures_of_context_binding_need_the_mode(
    modes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other figures stay those of the mode value, whatever becomes the default."""
    asked: list[str] = []

    def measure(quick: bool, mode: str) -> Figures:
        asked.append(mode)
        names = ("verify_cpu_ms_over_echo", "claims_5000_s", "warm_verify_over_echo")
        return {name: lower(2.5, 0.1) for name in names}

    monkeypatch.setattr(context, "MODES", modes)
    monkeypatch.setattr(warm_verify, "measure", measure)
    monkeypatch.setattr(server_cpu, "measure", measure)
    monkeypatch.setattr(prose, "measure", lambda _: {"context_prose_per_s": higher(1.0)})
    bars = {name: figure["bar"] for name, figure in context.measure(quick=True).items()}
    if "context" not in modes:
        assert (bars, asked) == ({}, [])
        return
    assert set(asked) == {"context"}
    assert bars == {
        "context_verify_cpu_ms_over_echo": 5.0,
        "context_claims_5000_s": 1.0,
        "context_unnamed_over_echo": None,
        "context_prose_per_s": None,
    }


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_the_fuzzer_finds_nothing_in_a_short_run() -> None:
    done = run("bench.fuzz", "--count", "900", "--seed", "7")
    assert done.stdout.splitlines()[-1] == "900 passed, 0 failed", done.stdout + done.stderr
