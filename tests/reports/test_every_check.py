"""All checks stand together in every report for people, and nothing in them acts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from sidecar.model.check_details import (
    CitationForm,
    CitationsDetail,
    CitationVerification,
    ConfidenceCalibration,
    EvidenceSupportScore,
    Marker,
    SupportDetail,
)
from sidecar.model.report import (
    CheckResult,
    Detail,
    Failure,
    Finding,
    Findings,
    Report,
    Severity,
    Verdict,
)
from sidecar.model.structure import RepairKind, StructureDetail, StructureError, StructureRepair
from sidecar.model.text import Span, Text
from sidecar.reports import html, markdown
from sidecar.reports import text as terminal
from sidecar.reports.overview import summarize_checks
from sidecar.wire import report_json

HOSTILE = "<b>`|</b>\n```\n# x \x1b[31m"


@pytest.fixture
def whole(report: Report, span: Callable[[str], Span]) -> Report:
    """The small report, with citations and a structured response beside it."""
    marker = Marker(span("Per LMIS:"), CitationForm.NAME, "LMIS", span("LMIS"))
    citations = Findings(
        judged=1,
        detail=CitationsDetail(
            citations=[
                CitationVerification(marker, ["lmis_001"], "In 2024"),
                CitationVerification(replace_key(marker, "XYZ"), []),
            ],
            statements=4,
            cited=3,
        ),
    )
    structure = Findings(
        judged=1,
        findings=[
            Finding(
                code="FIELD_INVALID",
                verdict=Verdict.CONTRADICTED,
                span=Span(0, 0),
                message="/a: not so",
                details={"path": "/a"},
            )
        ],
        detail=StructureDetail(
            valid=False,
            errors=[StructureError("/a", "/properties/a/enum", "enum", f"not {HOSTILE}")],
            repairs=[StructureRepair("", RepairKind.SYNTAX)],
            corrected=f'{{"a": "{HOSTILE}"}}',
            retry_hint=f"Correct this: {HOSTILE}",
        ),
    )
    more = (
        CheckResult(check="citations", required=True, outcome=citations),
        CheckResult(
            check="structure", required=True, outcome=structure, severities=(Severity.ERROR,)
        ),
    )
    return replace(report, results=(*report.results, *more))


def replace_key(marker: Marker, key: str) -> Marker:
    return marker._replace(key=key)


def test_each_check_has_a_line_below_the_summary_section(whole: Report, text: Text) -> None:
    lines = (
        "**Math Checks**: 0 passed, 1 failed\n"
        "**Citations**: 1 of 2 found (50.0%), 3 of 4 statements cited\n"
        "**Structure**: not valid (1 error, 1 repair, the corrected response is not valid either)\n"
    )
    assert lines in markdown.render(whole, text, detail=Detail.VERDICTS)
    assert lines in terminal.render(whole, text, path="n", color=False, detail=Detail.BINDINGS)


def test_checks_that_did_not_run_have_none(report: Report) -> None:
    assert [line.title for line in summarize_checks(report)] == ["Not judged"]


def test_a_check_that_failed_or_had_nothing_to_judge_says_so(report: Report) -> None:
    failed = CheckResult(check="structure", required=True, outcome=Failure("X", "y", False))
    empty = CheckResult(check="citations", required=True, outcome=Findings())
    assert [str(line) for line in summarize_checks(replace(report, results=(failed, empty)))] == [
        "not checked",
        "nothing to check",
    ]


def test_support_tells_score_and_confidence(report: Report) -> None:
    detail = SupportDetail(
        EvidenceSupportScore(0.724, "two pieces", ["a", "b"], 0.8, 1, True),
        ConfidenceCalibration(0.95, 0.724, 0.226, False, Span(0, 3)),
    )
    found = Findings(judged=1, detail=detail)
    result = CheckResult(check="support", required=True, outcome=found)
    (line,) = summarize_checks(replace(report, results=(result,)))
    assert f"{line.title}: {line}" == (
        "Evidence Support: 0.72 of 1 (stated confidence 0.95 does not fit)"
    )


def test_the_terminal_names_the_response_and_shows_no_line_for_it(
    whole: Report, text: Text
) -> None:
    shown = terminal.render(whole, text, path="n", color=False, detail=Detail.BINDINGS)
    assert shown.startswith("response: error FIELD_INVALID: /a: not so\n\nn:3:33: error")
    assert "corrected response:\n  {" in shown
    assert "\x1b" not in shown
    assert "to ask the model again:" not in terminal.render(
        whole, text, path="n", color=False, detail=Detail.VERDICTS
    )


def test_markdown_has_citations_errors_and_what_to_ask_again(whole: Report, text: Text) -> None:
    shown = markdown.render(whole, text, detail=Detail.BINDINGS)
    assert "| 3:1 | Per LMIS: | lmis\\_001 | In 2024 |" in shown
    assert "| response /a | error | `FIELD_INVALID` |  | /a: not so |" in shown
    assert re.search(r"^````json\n.*\n````$", shown, re.MULTILINE | re.DOTALL)
    inside = re.sub(r"^````.*?^````$", "", shown, flags=re.MULTILINE | re.DOTALL)
    assert "# x \ufffd" not in re.findall(r"^#.*$", inside, re.MULTILINE)
    assert "<b>" not in inside


def test_the_page_has_them_too_and_no_link_that_leads_nowhere(whole: Report, text: Text) -> None:
    page = html.render(whole, text, path="n", detail=Detail.BINDINGS)
    for words in ("Citations (2)", "Errors of the response (1)", "Corrected response"):
        assert words in page
    assert "<b>" not in page
    ids = set(re.findall(r' id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= ids
    assert "response /a" in page


def test_json_has_the_repairs_of_a_response_unless_only_verdicts_are_asked_for(
    whole: Report, text: Text
) -> None:
    def repairs(detail: Detail) -> list[object]:
        shown = json.loads(report_json.render(whole, text, detail=detail))
        (found,) = (one for one in shown["report"]["results"] if one["check"] == "structure")
        return list(found["findings"]["structure"]["repairs"])

    assert len(repairs(Detail.BINDINGS)) == 1
    assert repairs(Detail.VERDICTS) == []


def test_a_valid_response_needs_no_appendix(report: Report, text: Text) -> None:
    valid = Findings(judged=1, detail=StructureDetail(valid=True))
    result = CheckResult(check="structure", required=True, outcome=valid)
    shown = markdown.render(replace(report, results=(result,)), text, detail=Detail.EXPLAIN)
    assert "**Structure**: valid\n" in shown
    assert "### Response" not in shown
