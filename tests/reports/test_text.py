"""What a person reads in a terminal."""

from __future__ import annotations

from dataclasses import replace

from sidecar.model.report import Detail, Report
from sidecar.model.text import Text
from sidecar.reports import text as terminal


def test_findings_stand_in_the_order_of_the_text_with_their_lines(
    report: Report, text: Text
) -> None:
    shown = terminal.render(report, text, path="n.md", color=False, detail=Detail.BINDINGS)
    assert shown == (
        "n.md:3:33: error CLAIM_NOT_FOUND: no value agrees with 9999; the nearest is 1234\n"
        "  3 | Per LMIS: 1,234 人 in 2024 — and 9,999 more.\n"
        "    |                                  ^^^^^\n"
        "  write '1,234' instead of '9,999'\n"
        "\n"
        "n.md:5:1: error MATH_INCONSISTENT: the parts add up to 106, not 100\n"
        "  5 | - 61 %\n"
        "    | ^^^^^^\n"
        "  6 | - 45 %\n"
        "    | ^^^^^^\n"
        "\n"
        "## Result Verification Summary\n"
        "**Status**: FAIL\n"
        "**Claims Checked**: 2\n"
        "**Claims Matched**: 1 (50.0%)\n"
        "**Math Checks**: 0 passed, 1 failed\n"
        "**Not judged**: numeric (year 1)\n"
        "\n"
        "Findings: 2 error, 0 warning, 0 info. Action: HOLD (mode: enforce).\n"
    )


def test_order_does_not_depend_on_the_order_of_the_checks(report: Report, text: Text) -> None:
    turned = replace(report, results=tuple(reversed(report.results)))
    shown = terminal.render(turned, text, path="n.md", color=False, detail=Detail.BINDINGS)
    assert shown.index("n.md:3:33") < shown.index("n.md:5:1")


def test_color_is_only_paint(report: Report, text: Text) -> None:
    plain = terminal.render(report, text, path="n.md", color=False, detail=Detail.BINDINGS)
    painted = terminal.render(report, text, path="n.md", color=True, detail=Detail.BINDINGS)
    assert "\x1b[" not in plain
    assert painted != plain
    for code in ("\x1b[31m", "\x1b[1m", "\x1b[0m"):
        painted = painted.replace(code, "")
    assert painted == plain


def test_explain_lists_right_numbers_and_what_was_not_judged(report: Report, text: Text) -> None:
    shown = terminal.render(report, text, path="n.md", color=False, detail=Detail.EXPLAIN)
    assert "n.md:3:11: 1,234: supported lmis_001 data[0].staff = 1234\n" in shown
    assert "n.md:3:22: 2024: not judged, year\n" in shown
    assert "  70.0 %   1234  exactly  lmis_001 data[0].staff: “LMIS, 2024”\n" in shown
    assert "  30.0 %                  something that is in no query result\n" in shown
    assert "    - the row “LMIS” is named right before it (0.95)\n" in shown
    assert "    - features, log odds: cell -1.18 · row and column +2.81\n" in shown
    assert "    - “人” is no known name of any column\n" in shown


def test_a_failed_check_is_named(failed_report: Report, text: Text) -> None:
    shown = terminal.render(failed_report, text, path="n.md", color=False, detail=Detail.BINDINGS)
    assert shown.startswith("n.md: check numeric could not finish DEADLINE_EXCEEDED: numeric did")
