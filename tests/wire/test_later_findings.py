"""Reports of numbers that chance explains: written from arrays as they are from objects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from verifyd.v1 import report_pb2

from sidecar.binding.settings import NumericSettings
from sidecar.checks import Subject
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.later_findings import LaterFindings, codes
from sidecar.model.report import (
    Action,
    Bindings,
    CheckResult,
    Decision,
    Detail,
    Findings,
    Mode,
    NumericDetail,
    Report,
    Severity,
)
from sidecar.model.text import Text
from sidecar.wire.report import written

ROWS = 4200
"""More than are sorted with the catalog."""

CHECK = NumericCheck(NumericSettings())
random = Random(4)
NAMES = ["größe", "size#2", "gamma", "kappa", "omega", "alpha"]
CELLS = [[round(random.lognormvariate(7, 2), 2) for _ in NAMES] for _ in range(2 * ROWS)]
for row in CELLS[::50]:
    row[3] = round(row[3]) + 0.5  # a short number is a coincidence, a long one is not
    row[4] = 123_456_789_000 + round(row[4], 2)
RESULTS = [
    TableIndex(
        json_rows.decode(
            json.dumps([dict(zip(NAMES, row, strict=True)) for row in rows]).encode(),
            Header(query_id=name),
            EvidenceLimits(),
        )
    )
    for name, rows in (("LMIS", CELLS[:ROWS]), ("b" * 150, CELLS[ROWS:]))
]
stated = st.tuples(st.integers(0, ROWS // 25 - 1), st.integers(0, 5)).map(
    lambda place: CELLS[50 * place[0]][place[1]]
)
sentences = st.sampled_from(
    [
        "It came to {:,}. ",
        "- About {:.2f} there\n",
        "It's “{:,}”, then. ",
        "Über {:,} kamen. ",
        "Per LMIS: then {} (QID:LMIS). ",
        "Not {:,.1f}. ",
        "About the gamma we know {}. ",
        "So 98,765,432,198,765 and not {}. ",
        "\n\n## More\n\nThen {:,}. ",
    ]
)


def _report(outcome: Findings) -> Report:
    severities = [Severity.WARNING] * len(outcome.findings)
    result = CheckResult(check="numeric", required=True, outcome=outcome, severities=severities)
    return Report(
        decision=Decision.WARN,
        action=Action.RELEASE,
        mode=Mode.ENFORCE,
        results=[result],
        text_digest="t",
        evidence_digest="e",
        settings_digest="s",
        engine_version="1",
    )


@settings(deadline=None)
@given(st.lists(st.tuples(sentences, stated), min_size=1, max_size=8), st.sampled_from(Detail))
def test_both_ways_write_the_same_bytes(parts: Sequence[tuple[str, float]], level: Detail) -> None:
    text = Text("".join(sentence.format(number) for sentence, number in parts))
    outcome = CHECK.run(Subject(text, RESULTS))
    by_arrays = written(_report(outcome), level)
    assert isinstance(outcome.detail, NumericDetail)
    whole = Bindings.of(list(outcome.detail.bindings))
    detail = NumericDetail(whole, uncovered=outcome.detail.uncovered)
    singly = replace(outcome, findings=list(outcome.findings), detail=detail)
    assert by_arrays == written(_report(singly), level)
    message = report_pb2.Report.FromString(by_arrays)
    assert message.SerializeToString(deterministic=True) == by_arrays


@pytest.fixture
def outcome() -> Findings:
    """Of numbers that chance explains, and one that nothing equals."""
    cells = [CELLS[row][column] for row, column in ((0, 3), (50, 3), (100, 3))]
    text = "".join(f"It came to {cell:,}. " for cell in cells) + "Then 98,765,432,198,765, so. "
    return CHECK.run(Subject(Text(text), RESULTS[:1]))


def test_most_findings_are_not_made(outcome: Findings) -> None:
    findings = outcome.findings
    assert isinstance(findings, LaterFindings)
    assert [place >= 0 for place in findings.places] == [True, True, True, False]


def test_codes_are_known_of_those_that_are_not_made(outcome: Findings) -> None:
    known = [*codes(outcome.findings)]
    assert known == [(one.code, one.severity) for one in outcome.findings]
    assert known == [*codes(list(outcome.findings))]
    assert {code for code, _ in known} == {"COINCIDENCE_LIKELY", "OUT_OF_EVIDENCE"}


def test_what_a_finding_tells_stands_in_its_details(outcome: Findings) -> None:
    message = report_pb2.Report.FromString(written(_report(outcome), Detail.VERDICTS))
    first = message.results[0].findings.findings[0]
    keys = {"text", "value", "closest", "query_id", "location", "place", "chance"}
    assert set(first.details) == keys
    written_once = {"value", "closest"}  # as the text writes it
    assert all(v in first.message for k, v in first.details.items() if k not in written_once)
