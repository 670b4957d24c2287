"""A question asks for what its answer says, and claims nothing itself."""

from __future__ import annotations

from typing import Any

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["order", "amount"]
ROWS = [["A-1", 12.5], ["A-2", 40.0], ["A-3", 22.5], ["A-4", 30.0]]


def means(found: Any) -> dict[str, bool]:
    return {c.show().formula: c.agrees for c in found.readings if c.kind is Kind.MEAN}


def test_the_answer_is_what_the_question_asks_for(read: Any) -> None:
    (found,) = read("**What is the average amount?** It is 26.25.", COLUMNS, ROWS)
    assert means(found)["mean(data[0:4].amount)"]


def test_a_sentence_that_is_no_question_asks_for_nothing_later(read: Any) -> None:
    (found,) = read("The average amount is known. It is 26.25.", COLUMNS, ROWS)
    assert not means(found)


def test_a_number_in_a_question_is_no_claim(read: Any) -> None:
    asked, answer = read("Which orders are above 25? Two are.", COLUMNS, ROWS)
    assert "asked" in asked.signs
    assert "asked" not in answer.signs
