"""Obeying a hint corrects the answer: in every case that fails, and in generated texts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from case_files import Case, load
from in_process import in_process
from obeying import obey, reshape
from sampled import sampled
from verifyd import Client, Decision, EvidenceItem, QueryResult, Severity, Source
from verifyd.v1 import report_pb2, verify_pb2

from bench.generated.__main__ import statements
from bench.generated.tables import tables

FAILING = [case for case in load() if case.want.get("decision") == "FAIL"]
IMPOSSIBLE = {"structure/schema/a_schema_that_allows_nothing"}
"""Cases that no answer passes."""

ROUNDS = 3
"""A hint that lists all it can may leave something for the next one: of a response that is no JSON,
what its fields should be; of a text whose only cited sentence was wrong, that it cites nothing; of
one that lost a sentence, what the words after it now mean."""


def answer_of(request: verify_pb2.VerifyRequest) -> str:
    own = request.structured_response
    return own.response if own.HasField("response") else request.narrative


def answered(case: Case, answer: str) -> Case:
    request = verify_pb2.VerifyRequest()
    request.CopyFrom(case.request)
    if request.structured_response.HasField("response"):
        request.structured_response.response = answer
    else:
        request.narrative = answer
    return case._replace(request=request)


def known(case: Case) -> str:
    """A statement that the first query result supports."""
    rows = json.loads(case.request.evidence.query_results[0].json)
    return next(f"The {name} is {value}." for name, value in rows[0].items() if value != str(value))


def corrected(case: Case, report: report_pb2.Report) -> str:
    answer, hint = answer_of(case.request), report.retry_hint
    if "required shape" in hint:
        return reshape(answer, hint)
    lacking = "it has nothing" in hint
    return obey(answer, hint, known=known(case) if lacking else "")


def judge(case: Case) -> report_pb2.Report:
    report = asyncio.run(in_process(case))
    assert isinstance(report, report_pb2.Report), f"{case.id}: {report}"
    return report


def rounds(case: Case) -> int:
    """How many hints it takes until the answer no longer fails."""
    report, taken = judge(case), 0
    while report.decision == report_pb2.DECISION_FAIL and taken < ROUNDS:
        answer = corrected(case, report)
        assert answer != answer_of(case.request), (
            f"{case.id}: nothing to obey in\n{report.retry_hint}"
        )
        case, taken = answered(case, answer), taken + 1
        report = judge(case)
    assert report.decision != report_pb2.DECISION_FAIL, f"{case.id}: {report.retry_hint}"
    return taken


@pytest.fixture(scope="module", params=sampled([FAILING[::5], FAILING], 2, ["sample", "all"]))
def taken(
    request: pytest.FixtureRequest, judged: Callable[[Mapping[str, Any]], dict[str, Any]]
) -> dict[str, int]:
    cases = [case._replace(settings=judged(case.settings)) for case in request.param]
    return {case.id: rounds(case) for case in cases if case.id not in IMPOSSIBLE}


def test_obeying_the_hint_of_a_case_corrects_it(taken: dict[str, int]) -> None:
    assert len(taken) > 66
    assert {case.split("/")[0] for case in taken} == {
        "citations", "claims", "consistency", "context", "numeric", "structure", "support",
    }  # fmt: skip


def test_nearly_always_one_hint_is_enough(taken: dict[str, int]) -> None:
    again = [case for case, count in taken.items() if count > 1]
    assert len(again) * 50 < len(taken), again


@pytest.fixture(scope="module")
def client(server: Any) -> Iterator[Client]:
    with Client(server.target, timeout=60) as client:
        yield client


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [10, 200])
def test_obeying_the_hint_of_a_generated_text_corrects_it(
    client: Client, seed: int, size: int
) -> None:
    # Where a wrong sentence is removed, the next may be read with another column or period than
    # before, and have an error of its own.
    hints = []
    for table in tables(size, 4, seed):
        handle = client.put(table.result)
        made = sorted(statements(table, 6, seed), key=lambda one: one.text.startswith("#"))
        for first in range(0, len(made), 4):
            text = "\n\n".join(one.text for one in made[first : first + 4])
            report = client.verify(text, handles=[handle])
            hints.append(0)
            while report.decision is Decision.FAIL and hints[-1] < ROUNDS:
                hints[-1] += 1
                text = obey(text, report.feedback())
                report = client.verify(text, handles=[handle])
            assert report.decision is not Decision.FAIL, report.feedback()
    assert hints.count(1) > 4
    assert len(hints) - hints.count(0) - hints.count(1) <= 1


def mixed(random: Random) -> str:
    """A text with mistakes of several checks in its sentences, list items and table rows."""
    part, other = random.randint(20, 90), random.randint(20, 90)
    off = part + other + random.choice([-9, -5, 4, 7])
    made = [
        f"There were {part} men and {other} women, together {off}.",
        f"Staff rose from {part} to {part * 2}, up {random.choice([20, 35, 60])} % [ev-1].",
        f"Exports were flat [ev-{random.randint(2, 99)}].",
        f"Exports were flat [Source {random.randint(2, 9)}].",
        f"Oslo had {random.randint(5000, 9000):,} visits [ev-1].",
        "- Roads: 45 %\n- Rail: 30 %\n- Air: 35 %",
        f"| Place | Visits |\n| --- | --- |\n| Oslo | {off:,} |\n| Bergen | 9,183 |",
        "Oslo had 4,127 visits [Source 1].",
    ]
    return "\n\n".join(random.sample(made, random.randint(2, len(made))))


def test_obeying_the_hint_of_mistakes_of_several_checks_corrects_them(client: Client) -> None:
    rows = [{"place": "Oslo", "visits": 4127}, {"place": "Bergen", "visits": 9183}]
    evidence: dict[str, Any] = {
        "items": [EvidenceItem("ev-1", "Exports were flat. Oslo had 4,127 visits.")],
        "sources": [Source("s", text="Oslo had 4,127 visits.")],
    }
    hints = []
    for seed in range(24):
        text = mixed(Random(seed))
        report = client.verify(text, [QueryResult("q", rows)], **evidence)
        hints.append(0)
        while report.decision is Decision.FAIL and hints[-1] < ROUNDS:
            hints[-1] += 1
            text = obey(text, report.feedback())
            report = client.verify(text, [QueryResult("q", rows)], **evidence)
        assert report.decision is not Decision.FAIL, report.feedback()
    assert hints.count(0) < 4
    assert hints.count(1) > 15


def test_swapped_values_are_put_right_and_nothing_else_is_changed(client: Client) -> None:
    rows = [
        {"city": "Oslo", "visits": 4127},
        {"city": "Bergen", "visits": 9183},
        {"city": "Narvik", "visits": 7755},
    ]
    for one in range(3):
        for other in {0, 1, 2} - {one}:
            said = {row["city"]: row["visits"] for row in rows}
            told = {
                **said,
                rows[one]["city"]: rows[other]["visits"],
                rows[other]["city"]: rows[one]["visits"],
            }
            text, right = (
                "\n".join(
                    ["# Visits", *(f"{city} had {count:,} visits." for city, count in each.items())]
                )
                for each in (told, said)
            )
            report = client.verify(text, [QueryResult("q", rows)])
            assert report.decision is Decision.FAIL
            assert obey(text, report.feedback()) == right


def test_a_report_that_passes_has_no_feedback(client: Client) -> None:
    rows = [{"city": "Oslo", "visits": 4127}, {"city": "Bergen", "visits": 9183}]
    report = client.verify("Oslo had 4,127 visits.", [QueryResult("q", rows)])
    assert (report.decision, report.feedback()) == (Decision.PASS, "")


def test_every_error_and_warning_is_listed_or_counted(client: Client) -> None:
    rows = [{"city": f"City{at}", "visits": 4127 + 97 * at} for at in range(60)]
    text = "\n\n".join(f"City{at} had {9001 + 89 * at:,} visits." for at in range(60))
    report = client.verify(text, [QueryResult("q", rows)], checks=["numeric"])
    found = [
        f
        for f in report.findings
        if f.severity is not Severity.INFO and f.code != "NUMBERS_UNSUPPORTED"
    ]
    assert f"\n{len(found) - 20} more problems are left out.\n" in report.feedback()


def test_the_page_shows_what_comes(client: Client) -> None:
    page = Path("docs/feedback.md").read_text("utf-8")
    shown = page.partition("```text\n")[2].partition("```")[0]
    staff = QueryResult("q", [
        {"sector": "Energy", "month": "2024-01", "staff": 1234},
        {"sector": "Energy", "month": "2024-02", "staff": 1301},
        {"sector": "Banking", "month": "2024-01", "staff": 980},
        {"sector": "Banking", "month": "2024-02", "staff": 1004},
    ])  # fmt: skip
    text = (
        "In January 2024 Energy had 1,301 staff and Banking 980."
        " The ministry agrees [Source 4]. Staff is counted monthly [Source 1]."
    )
    source = Source("s", text="Staff is counted monthly.")
    report = client.verify(text, [staff], sources=[source])
    assert report.feedback().split() == shown.split()
