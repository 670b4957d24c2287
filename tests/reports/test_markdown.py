"""The Markdown report renders as meant, whatever the narrative holds."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sidecar.model.report import Detail, Findings, Report
from sidecar.model.text import Text
from sidecar.reports import markdown
from sidecar.reports.quoting import escape


def cells(source: str) -> list[str]:
    """The text of every table cell, as a Markdown renderer of its own reads it."""
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(source)
    assert not any(token.type == "html_block" for token in tokens)
    shown = []
    for before, token in itertools.pairwise(tokens):
        if before.type in {"td_open", "th_open"}:
            children = token.children or []
            assert {child.type for child in children} <= {"text", "text_special", "code_inline"}
            shown.append("".join(child.content for child in children))
    return shown


def test_it_begins_with_the_summary_section(report: Report, text: Text) -> None:
    assert markdown.render(report, text, detail=Detail.BINDINGS).startswith(
        "## Result Verification Summary\n**Status**: FAIL\n**Claims Checked**: 2\n"
    )


def test_findings_have_place_code_and_remedy(report: Report, text: Text) -> None:
    shown = cells(markdown.render(report, text, detail=Detail.VERDICTS))
    assert len(shown) == 6 * 3
    assert shown[6:11] == [
        "3:33",
        "error",
        "CLAIM_NOT_FOUND",
        "9,999",
        "no value agrees with 9999; the nearest is 1234",
    ]
    assert shown[11].startswith("Write '1,234' instead of '9,999'. Correct the number")


def test_sources_are_an_appendix(report: Report, text: Text) -> None:
    shown = cells(markdown.render(report, text, detail=Detail.BINDINGS))
    row = shown.index("lmis_001")
    assert shown[row - 3 : row + 4] == [
        "3:11",
        "1,234",
        "supported",
        "lmis_001",
        "data[0].staff",
        "1234",
        "exact",
    ]


def test_detail_decides_what_is_listed(report: Report, text: Text) -> None:
    headings = {
        detail: [
            line
            for line in markdown.render(report, text, detail=detail).splitlines()
            if "###" in line
        ]
        for detail in Detail
    }
    assert headings == {
        Detail.VERDICTS: ["### Findings"],
        Detail.BINDINGS: ["### Findings", "### Sources"],
        Detail.EXPLAIN: ["### Findings", "### Sources", "### Why 3:11 1,234", "### Not judged"],
    }


def test_explain_tells_what_was_weighed_and_why(report: Report, text: Text) -> None:
    shown = markdown.render(report, text, detail=Detail.EXPLAIN)
    assert "| Weight | Value | Agrees | Reading |\n| --- | --- | --- | --- |\n| 70.0 % |" in shown
    assert "exactly | lmis\\_001 data\\[0\\].staff: “LMIS, 2024” |" in shown
    assert "- The first reading weighs most, and agrees exactly." in shown
    assert "- the row “LMIS” is named right before it (0.95)" in shown
    assert "- “人” is no known name of any column" in shown


def test_a_failed_check_is_named(failed_report: Report, text: Text) -> None:
    shown = markdown.render(failed_report, text, detail=Detail.BINDINGS)
    assert "**numeric could not finish**" in shown
    assert "(DEADLINE_EXCEEDED)" in shown


@pytest.mark.parametrize(
    "hostile",
    [
        "a | b",
        "<script>alert(1)</script>",
        "[5](javascript:alert)",
        "![5](x)",
        "`5`",
        "a\n\n# 5",
        "5 \\| 6",
        "https://example.com/5",
        "&lt;5&gt;",
    ],
)
def test_text_stays_text(hostile: str) -> None:
    table = f"| a |\n| --- |\n| {escape(hostile)} |"
    assert cells(table) == ["a", " ".join(hostile.split())]


@given(st.text(alphabet="a1 |\\`*_[]()<>&#!~$:/.-\n\t人", min_size=1, max_size=40))
def test_any_text_stays_text(hostile: str) -> None:
    table = f"| a |\n| --- |\n| x{escape(hostile)}x |"
    shown = " ".join(hostile.split())
    assert cells(table) == ["a", f"x{shown}x"]


def test_a_bare_address_does_not_become_a_link() -> None:
    # GitHub links "https://…", "www.…" and mail addresses by itself.
    assert escape("https://a.b www.a.b c@d") == r"https\://a.b www\.a.b c\@d"


def test_an_unregistered_code_has_no_remedy(report: Report, text: Text) -> None:
    # Codes of plugins are not in the registry.
    result = report.results[0]
    assert isinstance(result.outcome, Findings)
    finding = replace(result.outcome.findings[0], code="CUSTOM_CODE", repair=None)
    outcome = replace(result.outcome, findings=(finding,))
    shown = markdown.render(
        replace(report, results=(replace(result, outcome=outcome),)), text, detail=Detail.VERDICTS
    )
    assert cells(shown)[-1] == ""
