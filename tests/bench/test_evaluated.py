"""Records through the eval runner: what a server says of them, and runs that go on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench import claims, evaluated, formulas, records
from bench.evaluated import Evaluation, InTurn, numbers, read_kept_report, refusals
from bench.scoring import Record
from sidecar.evals.journal import JournalInvalid
from sidecar.evals.model import EvalResult
from sidecar.evals.verifying import AnswerVerifier
from sidecar.settings.root import Settings

STAFF = {
    "query_id": "staff by region",
    "columns": ["region", "staff"],
    "rows": [["North", 1234], ["South", 5678], ["West", 910]],
}
TEXTS = (
    "😀 The North has 1,234 staff.",
    "The South has 9,678 staff.",
    "Alle 3 sind da – am Montag, dem 5. Mai: 0.0000001.",
)
RECORDS: list[Record] = [
    {"id": f"r{place}", "narrative": text, "query_results": [STAFF]}
    for place, text in enumerate(TEXTS)
]
SETTINGS = {"numeric": {"binding": {"require_citation_first": False}}}


def evaluation(begun: Callable[[str], None] = lambda _: None) -> Evaluation:
    settings = Settings.model_validate(SETTINGS)
    verifier = AnswerVerifier(settings, checks=["numeric"], keep=numbers)
    return Evaluation(InTurn(verifier, begun), settings)


def test_predictions_are_what_a_server_says(connect: Any) -> None:
    with evaluation() as one:
        results = one.results(RECORDS, {})
    assert refusals(results) == []
    found = [read_kept_report(result) for result in results]
    assert any("repair" in claim for claim in found[1])
    with connect(SETTINGS, timeout=60) as client:
        for record, predicted in zip(RECORDS, found, strict=True):
            given = records.results(record, {})
            report = client.verify(record["narrative"], given, checks=["numeric"])
            said = [
                (b.claim.span.start, b.claim.span.end, str(b.claim.value), b.matched)
                for b in report.bindings
            ]
            assert said
            assert said == [
                (p["start"], p["end"], p["value"], p["verdict"] == "supported") for p in predicted
            ]
            offered = {f.repair.replacement for f in report.findings if f.repair is not None}
            assert offered == {p["repair"] for p in predicted if "repair" in p}


def test_a_record_that_is_refused_is_told() -> None:
    twice = RECORDS[1] | {"query_results": [STAFF, STAFF]}
    with evaluation() as one:
        found = refusals(one.results([RECORDS[0] | {"narrative": " "}, twice], {}))
    assert found[0] == "r0: AGENT_ANSWER_INVALID: the answer is empty"
    assert found[1].startswith("r1: ")
    assert "QUERY_ID_DUPLICATE" in found[1]
    assert len(found) == 2


def test_a_run_goes_on_with_what_it_has(tmp_path: Path) -> None:
    first: list[str] = []

    def interrupted(result: EvalResult) -> None:
        if result.question.id == "r1":
            raise KeyboardInterrupt

    with evaluation(first.append) as one, pytest.raises(KeyboardInterrupt):
        one.results(RECORDS, {}, folder=tmp_path / "run", ended=interrupted)
    again: list[str] = []
    with evaluation(again.append) as one:
        results = one.results(RECORDS, {}, folder=tmp_path / "run")
        whole = one.results(RECORDS, {})
    assert (first, again[:1]) == (["r0", "r1"], ["r2"])
    assert [read_kept_report(one) for one in results] == [read_kept_report(one) for one in whole]
    changed = [RECORDS[0] | {"narrative": "The North has 7 staff."}, *RECORDS[1:]]
    with evaluation() as one, pytest.raises(JournalInvalid, match="questions of the data set"):
        one.results(changed, {}, folder=tmp_path / "run")


def test_tokens_and_seconds_of_nothing_are_none_to_speak_of() -> None:
    assert evaluated.per_text([]) == {"tokens_per_text": 0, "seconds_per_text": 0}


def written(path: Path, *given: Record) -> str:
    path.write_text("".join(json.dumps(one) + "\n" for one in given), "utf-8")
    return str(path)


def predictions(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_claims_are_exported_answered_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = [{"source_id": "s", "text": "The mill opened in 1850. It burnt down in 1901."}]
    texts = {"a": "The mill burnt down in 1901.", "b": "The mill was sold in 1912."}
    labels = {"a": "supported", "b": "unsupported"}
    told = [
        {"id": id_, "narrative": text, "sources": sources, "gold": [{"label": labels[id_]}]}
        for id_, text in texts.items()
    ]
    asked, answers = tmp_path / "asked", tmp_path / "answers"
    file, out = written(tmp_path / "set.jsonl", *told), tmp_path / "out.jsonl"
    assert claims.main(["export", file, str(asked)]) == 0
    requests = sorted(asked.iterdir())
    assert [one.name[:2] for one in requests] == ["a-", "b-"]
    answers.mkdir()
    for request in requests[:1]:
        entry = {"id": "c0", "verdict": "supported", "confidence": 0.9, "reasoning": ""}
        answer = {"results": [entry | {"quotes": ["It burnt down in 1901."]}]}
        (answers / request.name).write_text(json.dumps(answer))
    capsys.readouterr()
    assert claims.main(["replay", file, str(answers), "--out", str(out)]) == 1
    assert predictions(out) == [{"id": "a", "verdict": "supported"}]
    said = capsys.readouterr().out
    assert "not judged: b: claims: " in said  # nothing is recorded for it: no verdict, no pass
    assert "JUDGE_" in said


def test_formulas_are_exported_answered_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = {
        "query_id": "staff",
        "columns": ["region", "staff"],
        "rows": [["North", 1234], ["South", 5678], ["West", 910]],
    }
    text = "Between them, the largest region and the smallest one differ by 4,768 staff."
    start = text.index("4,768")
    gold = {"kind": "number", "scored": True, "label": "supported"}
    gold |= {"start": start, "end": start + 5}
    told = {"id": "a b", "narrative": text, "query_results": [table], "gold": [gold]}
    asked, answers = tmp_path / "asked", tmp_path / "answers"
    file, out = written(tmp_path / "set.jsonl", told), tmp_path / "out.jsonl"
    assert formulas.main(["export", file, str(asked), "--propose", "all"]) == 0
    assert "1 requests of 1 records" in capsys.readouterr().out
    (request,) = asked.iterdir()
    assert request.name == "a_b.json"
    query = "SELECT max(staff) - min(staff) FROM staff"
    answers.mkdir()
    content = {"formulas": [{"id": "n1", "query": query, "none": ""}]}
    (answers / request.name).write_text(json.dumps(content))
    options = ["replay", file, str(answers), "--propose", "all", "--out", str(out)]
    assert formulas.main(options) == 0
    assert "| AGREES  | 1       |" in capsys.readouterr().out
    (line,) = predictions(out)
    (claim,) = (one for one in line["claims"] if one["start"] == start)
    assert (claim["verdict"], claim["value"]) == ("supported", "4768")
