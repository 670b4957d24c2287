"""What counts as a citation, and what as an explicit negative assertion."""

from __future__ import annotations

import time

import pytest

from sidecar.structure.examination import check_rules

T1 = ["citation_or_negation"]


@pytest.mark.parametrize(
    "answer",
    [
        "No evidence was found.",
        "No relevant data on this are available.",
        "There is no mention of wages in the report.",
        "I found no evidence of that.",
        "The sources do not mention a date.",
        "The text doesn't say who paid.",
        "I could not find any information on this.",
        "We were unable to locate a source for it.",
        "I do not know.",
        "The data cannot answer this.",
        "I cannot answer from the given data.",
        "The report never mentions rain.",
        "Rain fell [Source 3].",
        "Rain fell 【3†source】.",
        "Rain fell [3].",
        "Rain fell [ev_abc_001].",
        "Per LMIS: rain fell.",
        "According to GCC-STAT: rain fell.",
        "Rain fell (QID:lmis_001).",
    ],
)
def test_cited_or_denied(answer: str) -> None:
    assert check_rules(T1, {"answer": answer}) == []


@pytest.mark.parametrize(
    "answer",
    [
        "Rain fell.",
        "There is no doubt that rain fell.",
        "No new data breach occurred.",
        "The bank did not raise its rate.",
        "I could not sleep.",
        "Rain fell [3](http://example.com).",
        "Rain fell [sic].",
        "Rain fell [S3].",
        "They do not know that rain fell.",
        "It was 30 per cent: more than ever.",
        "Prices are not found everywhere.",
        "",
    ],
)
def test_neither(answer: str) -> None:
    assert [error.keyword for error in check_rules(T1, {"answer": answer})] == T1


def test_rules_leave_what_is_no_object_to_the_schema() -> None:
    assert check_rules([*T1, "limit_of_certainty"], ["x"]) == []


@pytest.mark.parametrize(
    "unit",
    [
        "no evidence ",
        "the text ",
        "no such ",
        "could not find ",
        "[ev-",
        "cannot be known from ",
        "text of the ",
        "Gita is ",
        "the data never ",
    ],
)
def test_answers_that_almost_match_take_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        answer = {"answer": unit * (size // len(unit))}
        started = time.thread_time()
        check_rules(T1, answer)
        return time.thread_time() - started

    seconds(1000)
    assert seconds(160_000) < 60 * max(seconds(10_000), 0.001)
