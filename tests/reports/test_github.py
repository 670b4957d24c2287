"""Annotations and summaries: GitHub reads them as they are meant, whatever a text holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from sidecar.model.report import (
    Action,
    CheckResult,
    Decision,
    Failure,
    Finding,
    Findings,
    Mode,
    Repair,
    Report,
    Severity,
    Verdict,
)
from sidecar.model.text import Span, Text
from sidecar.reports import github
from sidecar.reports.github import VerifiedReport
from sidecar.reports.quoting import sanitize

COMMAND = re.compile(r"::(?P<level>\w+) (?P<properties>[^:]*)::(?P<message>.*)")


def report_of(
    findings: Sequence[tuple[Finding, Severity]] = (),
    decision: Decision = Decision.FAIL,
    failure: Failure | None = None,
) -> Report:
    found = Findings(findings=[finding for finding, _ in findings], judged=1)
    result = CheckResult(
        check="numeric",
        required=True,
        outcome=failure or found,
        severities=() if failure else [severity for _, severity in findings],
    )
    held = decision in {Decision.FAIL, Decision.UNVERIFIED}
    action = Action.HOLD if held else Action.RELEASE
    return Report(
        decision=decision,
        action=action,
        mode=Mode.ENFORCE,
        results=[result],
        text_digest="",
        evidence_digest="",
        settings_digest="",
        engine_version="",
    )


def found(text: Text, words: str, message: str = "wrong") -> Finding:
    start = text.data.index(words.encode())
    span = Span(start, start + len(words.encode()))
    return Finding(code="CLAIM_NOT_FOUND", verdict=Verdict.CONTRADICTED, span=span, message=message)


def read(output: str) -> list[tuple[str, dict[str, str], str]]:
    """The commands of an output, as the runner of GitHub reads them."""

    def plain(string: str) -> str:
        for sign, code in ((",", "%2C"), (":", "%3A"), ("\n", "%0A"), ("\r", "%0D"), ("%", "%25")):
            string = string.replace(code, sign)
        return string

    commands = []
    for line in output.splitlines():
        match = COMMAND.fullmatch(line)
        if match:
            pairs = (pair.split("=", 1) for pair in match["properties"].split(","))
            properties = {name: plain(value) for name, value in pairs}
            commands.append((match["level"], properties, plain(match["message"])))
    return commands


def test_columns_count_characters() -> None:
    text = Text("# Städte\n\nIn Zürich 12 Läden.\n")
    finding = found(text, "12")
    ((level, properties, message),) = read(
        github.render(report_of([(finding, Severity.ERROR)]), text, path="a.md")
    )
    assert (level, message) == ("error", "wrong")
    assert properties == {
        "file": "a.md",
        "line": "3",
        "col": "11",
        "endColumn": "13",
        "title": "verifyd CLAIM_NOT_FOUND",
    }


def test_a_finding_over_several_lines_has_no_columns() -> None:
    # GitHub refuses columns there.
    text = Text("one\n- 60 %\n- 50 %\nend")
    finding = found(text, "60 %\n- 50 %")
    ((_, properties, _),) = read(
        github.render(report_of([(finding, Severity.WARNING)], Decision.WARN), text, path="a.md")
    )
    assert properties.keys() == {"file", "line", "endLine", "title"}
    assert (properties["line"], properties["endLine"]) == ("2", "3")


def test_information_is_no_annotation() -> None:
    text = Text("one 12")
    report = report_of([(found(text, "12"), Severity.INFO)], Decision.PASS)
    assert read(github.render(report, text, path="a.md")) == []


def test_a_repair_is_in_the_message() -> None:
    text = Text("one 12")
    at = found(text, "12")
    finding = Finding(
        code=at.code,
        verdict=at.verdict,
        span=at.span,
        message="wrong",
        repair=Repair(at.span, "13"),
    )
    ((_, _, message),) = read(
        github.render(report_of([(finding, Severity.ERROR)]), text, path="a.md")
    )
    assert message == "wrong (write '13' instead of '12')"


@pytest.mark.parametrize(
    "hostile", ["100 %", "a,b:c", "x\n::error::y", "x\r\n::add-mask::y", "%0A"]
)
def test_nothing_of_a_text_or_a_name_becomes_a_command(hostile: str) -> None:
    text = Text("one 12")
    report = report_of([(found(text, "12", hostile), Severity.ERROR)])
    output = github.render(report, text, path=hostile)
    ((_, properties, message),) = read(output)
    shown = sanitize(hostile)
    assert (message, properties["file"]) == (shown, shown)
    assert [line for line in output.splitlines() if line.startswith("::")] == output.splitlines()[
        :1
    ]


@pytest.mark.parametrize(
    ("report", "title"),
    [
        (report_of(decision=Decision.UNVERIFIED), "verifyd UNVERIFIED"),
        (report_of(decision=Decision.FAIL), "verifyd FAIL"),
        (
            report_of(
                decision=Decision.UNVERIFIED,
                failure=Failure("DEADLINE_EXCEEDED", "too late", retryable=True),
            ),
            "verifyd DEADLINE_EXCEEDED",
        ),
    ],
)
def test_what_is_held_has_an_error(report: Report, title: str) -> None:
    # Nothing to judge may hold a text, with no finding.
    ((level, properties, _),) = read(github.render(report, Text("one"), path="a.md"))
    assert (level, properties) == ("error", {"file": "a.md", "title": title})


def test_a_pass_has_no_annotation() -> None:
    output = github.render(report_of(decision=Decision.PASS), Text("one"), path="a.md")
    assert read(output) == []
    assert output.startswith("verifyd: a.md: PASS. ")


def test_the_summary_has_every_file_and_what_was_found() -> None:
    text = Text("one 12")
    wrong = report_of([(found(text, "12", "not <b>there</b>"), Severity.ERROR)])
    ended = [
        VerifiedReport("a.md", report_of(decision=Decision.PASS), text),
        VerifiedReport("b|c.md", wrong, text),
        VerifiedReport("d.md", error="d.csv is missing [FILE_UNREADABLE]"),
    ]
    summary = github.write_summary(ended)
    assert summary.startswith("# verifyd: UNVERIFIED\n")
    assert "| a.md | PASS | 0 | 0 |" in summary
    assert r"| b\|c.md | FAIL | 1 | 0 |" in summary
    assert r"| d.md | UNVERIFIED |  |  | d.csv is missing \[FILE\_UNREADABLE\] |" in summary
    assert (r"# b\|c.md" in summary, "# a.md" in summary) == (True, False)
    assert r"not \<b\>there\</b\>" in summary


def test_a_summary_is_never_longer_than_github_takes() -> None:
    text = Text("one 12")
    long = report_of([(found(text, "12", "x" * 400_000), Severity.ERROR)])
    ended = [VerifiedReport(f"{name}.md", long, text) for name in "abcd"]
    summary = github.write_summary(ended)
    assert len(summary.encode()) < 1 << 20
    assert "The findings of 2 more reports are too long for this summary." in summary
    assert summary.count("| FAIL | 1 | 0 |") == 4


def test_no_file_is_no_pass() -> None:
    assert github.find_worst([]) is Decision.UNVERIFIED
