"""The hint as it reads: in order, bounded, stable, and with all that is not its own quoted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.checks import CODES
from sidecar.feedback.hint import write_retry_hint
from sidecar.feedback.settings import FeedbackSettings
from sidecar.feedback.wording import FIGURES, PROBLEMS
from sidecar.model.report import CheckResult, Finding, Findings, Repair, Severity, Verdict
from sidecar.model.structure import StructureDetail
from sidecar.model.text import Span, Text

TEXT = Text("In January 2024 Energy had 1,301 staff. Banking had 1,004.")
NUMBER = Span(27, 32)
DETAILS = {
    "text": "1,301",
    "value": "1301",
    "closest": "1234",
    "query_id": "q",
    "location": "data[0].staff",
    "place": "Energy, 2024-01, staff",
    "found_place": "Energy, 2024-02, staff",
    "found_value": "1301",
}


def finding(
    span: Span = NUMBER,
    code: str = "WRONG_PERIOD",
    repair: str | None = "1,234",
    **details: str,
) -> Finding:
    return Finding(
        code=code,
        verdict=Verdict.CONTRADICTED,
        span=span,
        message="a sentence for people",
        details={**DETAILS, **details},
        repair=None if repair is None else Repair(span, repair),
    )


def result(
    findings: Sequence[Finding],
    severity: Severity = Severity.ERROR,
    check: str = "numeric",
    **more: Any,
) -> CheckResult:
    return CheckResult(
        check=check,
        required=True,
        outcome=Findings(findings=findings, judged=1, **more),
        severities=[severity] * len(findings),
    )


def hint(
    *results: CheckResult, text: Text = TEXT, on_nothing: Mapping[str, str] = {}, **own: int
) -> str:
    return write_retry_hint(results, text, FeedbackSettings(**own), on_nothing)


def test_it_says_what_is_wrong_what_the_data_have_and_what_to_write() -> None:
    assert hint(result([finding()])).splitlines()[1:-1] == [
        '1. "In January 2024 Energy had 1,301 staff."',
        '   - Error: "1,301" does not belong to the period that the text names.'
        ' The value of "Energy, 2024-02, staff" is 1,301.'
        ' The data have "Energy, 2024-01, staff": 1,234.',
        '   Write instead: "In January 2024 Energy had 1,234 staff."',
    ]


def test_what_has_no_repair_is_to_be_corrected_or_removed() -> None:
    assert "   Correct it, or remove it.\n" in hint(result([finding(repair=None)]))
    assert "   Check it, and correct" in hint(result([finding(repair=None)], Severity.WARNING))


def test_one_error_without_a_repair_makes_the_passage_one_without() -> None:
    both = [finding(), finding(Span(11, 15), repair=None)]
    assert "Write instead" not in hint(result(both))
    assert "Write instead" in hint(result(both[:1]), result(both[1:], Severity.WARNING))


def test_a_mark_behind_a_statement_corrects_nothing() -> None:
    marked = finding(code="CLAIM_UNSUPPORTED", source_id="s", repair=None)
    object.__setattr__(marked, "repair", Repair(Span(38, 38), " [unsupported]"))
    assert "Correct it, or remove it." in hint(result([marked], check="claims"))


def test_where_nothing_is_wrong_it_is_empty() -> None:
    assert hint(result([])) == ""
    assert hint(result([finding()], Severity.INFO)) == ""
    shape = StructureDetail(valid=False, retry_hint="- /a: write 1")
    assert hint(result([], check="structure", detail=shape)) == ""
    assert hint(result([finding()]), max_problems=0) == ""


def test_what_is_said_of_the_shape_is_in_it() -> None:
    shape = StructureDetail(valid=False, retry_hint="- /a: write 1")
    off = finding(Span(0, 0), "FIELD_INVALID", None)
    said = hint(result([finding()]), result([off], check="structure", detail=shape))
    assert "\n- /a: write 1\n" in said
    assert said.count("Error") == 1


def test_a_text_without_anything_to_judge() -> None:
    empty = CheckResult(check="numeric", required=True, outcome=Findings(judged=0))
    assert hint(empty) == ""
    assert "nothing that the check numeric could judge" in hint(
        empty, on_nothing={"numeric": "fail"}
    )


def test_errors_come_before_warnings_where_there_is_no_room_and_all_in_order_of_the_text() -> None:
    text = Text(" ".join(f"Row {at} had {at}." for at in range(100)))
    spans = [Span(m.start(1), m.end(1)) for m in re.finditer(r"had (\d+)", text.string)]
    warned = result([finding(span, repair=None) for span in spans[::2]], Severity.WARNING)
    wrong = result([finding(span) for span in spans[1::2]])
    said = hint(warned, wrong, text=text, max_problems=60)
    rows = [int(row) for row in re.findall(r'^\d+\. "Row (\d+) ', said, re.MULTILINE)]
    assert rows == sorted(rows)
    assert set(range(1, 100, 2)) <= {*rows}
    assert "40 more problems are left out." in said or len(rows) < 60


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 40), st.integers(8192, 20_000), st.sampled_from(["a", "数", "\u200b", '"']))
def test_it_is_bounded_and_counts_what_it_leaves_out(most: int, room: int, filler: str) -> None:
    text = Text(" ".join(f"Row {at} {filler * 60} had {at}." for at in range(60)))
    starts = [text.byte_offset(m.start(1)) for m in re.finditer(r"had (\d+)", text.string)]
    found = [finding(Span(at, at + 1), place=filler * 300) for at in starts]
    said = hint(result(found), text=text, max_problems=most, max_bytes=room)
    assert len(said.encode()) <= room
    shown = len(re.findall(r"^\d+\. ", said, re.MULTILINE))
    left = re.search(r"^(\d+) more problems? (?:is|are) left out\.$", said, re.MULTILINE)
    assert said == "" if most == 0 else shown + int(left[1] if left else 0) == 60
    assert said == hint(result(found), text=text, max_problems=most, max_bytes=room)


def test_the_first_problem_always_fits() -> None:
    text = Text("\U000e0001" * 500)
    said = hint(result([finding(Span(0, 2000))]), text=text, max_bytes=8192)
    assert "1. From " in said


STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
HOSTILE = st.text(
    st.sampled_from('aB1 "\\\n\r\t\x1b\u202e\u2028{}-./:數') | st.characters(codec="utf-8"),
    min_size=1,
    max_size=300,
)


@pytest.mark.parametrize("code", sorted(CODES))
@settings(deadline=None, max_examples=20)
@given(words=HOSTILE)
def test_nothing_of_the_evidence_stands_outside_of_quotation_marks(code: str, words: str) -> None:
    names = {
        name for words in PROBLEMS.values() for _, name, _, _ in Formatter().parse(words) if name
    } | {"text", *DETAILS}
    names |= {"quote", "reasoning", "right", "numbers", "source", "problem"}
    names -= FIGURES
    usual = dict.fromkeys(names, "x") | dict.fromkeys(FIGURES, "7")
    plain = hint(result([finding(NUMBER, code, "y", **usual)]))
    hostile = hint(result([finding(NUMBER, code, words, **usual | dict.fromkeys(names, words))]))
    assert STRINGS.sub("", hostile) == STRINGS.sub("", plain)
    assert all(line.isprintable() for line in hostile.split("\n"))


@settings(deadline=None, max_examples=20)
@given(words=HOSTILE)
def test_nor_does_a_message_of_a_check_that_is_not_ours(words: str) -> None:
    own = finding(code="THEIR_CODE", repair=None)
    object.__setattr__(own, "message", words)
    said = hint(result([own], check="theirs"))
    assert STRINGS.sub("", said) == STRINGS.sub(
        "", hint(result([finding(code="OTHER", repair=None)], check="x"))
    )
