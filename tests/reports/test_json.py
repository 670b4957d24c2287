"""The report as JSON: what the client writes and reads, with indices that slice a Python string."""

from __future__ import annotations

import json
from typing import Any

import pytest
from verifyd.report import Report as ClientReport

from sidecar.model.report import Detail, Report
from sidecar.model.text import Text
from sidecar.wire import report as sent
from sidecar.wire import report_json


def render(report: Report, text: Text, detail: Detail = Detail.BINDINGS) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(report_json.render(report, text, detail=detail))["report"]
    return loaded


def numeric(report: Report, text: Text, detail: Detail = Detail.BINDINGS) -> dict[str, Any]:
    found: dict[str, Any] = render(report, text, detail)["results"][0]["findings"]["numeric"]
    return found


def test_spans_count_code_points_of_the_narrative_beside_them(report: Report, text: Text) -> None:
    # The narrative holds 人 and — before the number: five bytes more than code points.
    shown = json.loads(report_json.render(report, text, detail=Detail.BINDINGS))
    (finding,) = shown["report"]["results"][0]["findings"]["findings"]
    start, end = finding["span"]["start"], finding["span"]["end"]
    assert shown["narrative"][start:end] == "9,999"
    assert finding["repair"]["span"] == finding["span"]


@pytest.mark.parametrize("detail", Detail)
def test_the_client_reads_it_back(report: Report, text: Text, detail: Detail) -> None:
    shown = report_json.render(report, text, detail=detail)
    read = ClientReport.from_json(shown)
    assert read.to_json(indent=2) + "\n" == shown
    (finding,) = read.raw.report.results[0].findings.findings
    assert text.data[finding.span.start : finding.span.end] == b"9,999"


def test_nothing_is_left_out_for_its_size(
    report: Report, text: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent, "MAX_REPORT_BYTES", 100)
    assert len(numeric(report, text)["bindings"]) == 2
    assert render(report, text)["bindings_dropped"] is False


def test_values_are_exact_strings(report: Report, text: Text) -> None:
    binding = numeric(report, text)["bindings"][0]
    assert binding["value"] == "1234"
    assert binding["matched_source_qid"] == "lmis_001"
    assert binding["matched_location"] == "data[0].staff"
    assert binding["matched"] is True


def test_detail_decides_what_is_listed(report: Report, text: Text) -> None:
    verdicts, bindings, explain = (numeric(report, text, detail) for detail in Detail)
    assert verdicts["bindings"] == []
    assert verdicts["claims_total"] == 2
    assert bindings["skipped"] == []
    assert explain["skipped"][0]["reason"] == "YEAR"
    assert bindings["bindings"][0]["readings"] == []


def test_what_was_weighed_is_told_with_spans_in_code_points(report: Report, text: Text) -> None:
    binding = numeric(report, text, Detail.EXPLAIN)["bindings"][0]
    first, outside = binding["readings"]
    assert (first["location"], first["value"], first["grade"]) == ("data[0].staff", "1234", "EXACT")
    assert (first["why"]["kind"], first["why"]["weight"], first["why"]["cells"]) == ("cell", 0.7, 1)
    assert first["why"]["reasons"][1] == {"feature": "row_and_column", "weight": 2.81}
    (link,) = first["why"]["links"]
    assert (link["part"], link["origin"], link["name"]) == ("ROW", "SENTENCE", "LMIS")
    assert text.string[link["span"]["start"] : link["span"]["end"]] == "LMIS"
    assert outside["location"] == ""
    assert outside["why"]["kind"] == "outside"
    assert binding["odds"] == {"right": 0.9, "wrong": 0.06, "outside": 0.04}
    assert binding["hints"][0]["code"] == "WORD_UNKNOWN"
    assert binding["hints"][0]["details"] == {"word": "人"}


def test_a_failure_is_no_findings(failed_report: Report, text: Text) -> None:
    result = render(failed_report, text)["results"][0]
    assert result["failure"]["reason"] == "DEADLINE_EXCEEDED"
    assert "findings" not in result


def test_sums_are_listed(report: Report, text: Text) -> None:
    consistency = render(report, text)["results"][1]["findings"]["consistency"]
    assert consistency["checks_failed"] == 1
    assert consistency["math_checks"][0]["name"] == "percent_sum_L5"
    assert consistency["math_checks"][0]["total"] == "106"
