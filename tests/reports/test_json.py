"""The JSON report, with indices that slice a Python string."""

from __future__ import annotations

import json
from typing import Any

from sidecar.model.report import Detail, Report
from sidecar.model.text import Text
from sidecar.reports import json as report_json


def render(report: Report, text: Text, detail: Detail = Detail.BINDINGS) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(report_json.render(report, text, detail=detail))
    return loaded


def test_spans_count_code_points(report: Report, text: Text) -> None:
    # The narrative holds 人 and — before the number: five bytes more than code points.
    finding = render(report, text)["results"][0]["findings"][0]
    start, end = finding["span"]["start"], finding["span"]["end"]
    assert text.string[start:end] == "9,999" == finding["text"]
    assert (finding["line"], finding["column"]) == (3, 33)


def test_values_are_exact_strings(report: Report, text: Text) -> None:
    binding = render(report, text)["results"][0]["numeric"]["bindings"][0]
    assert binding["value"] == "1234"
    assert binding["matched_source_qid"] == "lmis_001"
    assert binding["matched_location"] == "data[0].staff"
    assert binding["matched"] is True


def test_detail_decides_what_is_listed(report: Report, text: Text) -> None:
    verdicts, bindings, explain = (render(report, text, detail) for detail in Detail)
    assert "bindings" not in verdicts["results"][0]["numeric"]
    assert verdicts["results"][0]["numeric"]["claims_total"] == 2
    assert "skipped" not in bindings["results"][0]["numeric"]
    assert explain["results"][0]["numeric"]["skipped"][0]["reason"] == "YEAR"
    assert "readings" not in bindings["results"][0]["numeric"]["bindings"][0]


def test_what_was_weighed_is_told_with_spans_in_code_points(report: Report, text: Text) -> None:
    binding = render(report, text, Detail.EXPLAIN)["results"][0]["numeric"]["bindings"][0]
    first, outside = binding["readings"]
    assert (first["location"], first["value"], first["grade"]) == ("data[0].staff", "1234", "EXACT")
    assert (first["why"]["kind"], first["why"]["weight"], first["why"]["cells"]) == ("cell", 0.7, 1)
    assert first["why"]["reasons"][1] == {"feature": "row_and_column", "weight": 2.81}
    (link,) = first["why"]["links"]
    assert (link["part"], link["origin"], link["name"]) == ("ROW", "SENTENCE", "LMIS")
    assert text.string[link["span"]["start"] : link["span"]["end"]] == "LMIS"
    assert "location" not in outside
    assert outside["why"]["kind"] == "outside"
    assert binding["odds"] == {"right": 0.9, "wrong": 0.06, "outside": 0.04}
    assert binding["hints"][0]["code"] == "WORD_UNKNOWN"
    assert binding["hints"][0]["details"] == {"word": "人"}


def test_a_failure_is_no_findings(failed_report: Report, text: Text) -> None:
    result = render(failed_report, text)["results"][0]
    assert result["failure"]["reason"] == "DEADLINE_EXCEEDED"
    assert "findings" not in result


def test_sums_are_listed(report: Report, text: Text) -> None:
    consistency = render(report, text)["results"][1]["consistency"]
    assert consistency["checks_failed"] == 1
    assert consistency["math_checks"][0]["name"] == "percent_sum_L5"
    assert consistency["math_checks"][0]["total"] == "106"
