"""Answers with declared queries: what is recorded, and what a real server makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from verifyd import FormulaOutcome

from bench import declared
from sidecar.text.footnotes import find_footnotes

ANSWERS = declared.answers()


def test_the_tables_are_small() -> None:
    files = list(Path(declared.DATA, "tables").iterdir())
    assert len(files) == 4
    assert sum(file.stat().st_size for file in files) < 30_000


@pytest.mark.parametrize("record", ANSWERS, ids=lambda record: str(record["id"]))
def test_every_answer_declares_queries_and_has_its_wrong_number_once(
    record: dict[str, str],
) -> None:
    answer = record["answer"]
    assert find_footnotes(answer)
    if "wrong" in record:
        assert answer.count(record["wrong"]) == 1
        assert record["right"] != record["wrong"]


def test_half_of_the_answers_are_wrong_in_five_ways() -> None:
    kinds = [record["kind"] for record in ANSWERS if "kind" in record]
    assert len(kinds) * 2 == len(ANSWERS)
    assert {kinds.count(kind) for kind in kinds} == {4}


def test_the_tool_shows_what_was_recorded() -> None:
    recorder, shown = declared.record_results(ANSWERS[0])
    assert shown[0].startswith("Query result q1: 17 rows\nyear,source,net_generation\n2001,")
    assert [query.sql for query in recorder.queries] == ANSWERS[0]["sql"]


def test_declared_queries_settle_most_numbers_and_flag_no_right_one() -> None:
    with declared.warm_client() as client:
        numbers = [
            number
            for record in ANSWERS
            for number in declared.label(record, declared.verify(record, record["answer"], client))
        ]
    notes = [note for record in ANSWERS for note in find_footnotes(record["answer"])]
    uses = [one.binding.formula_use for one in numbers if one.binding.formula_use is not None]
    assert len(uses) == sum(len(note.markers) for note in notes)
    # "More than $3 in 3 years": the threshold equals the number, which no query may write.
    assert [use.reason for use in uses if use.outcome is FormulaOutcome.REFUSED] == [
        "LITERAL_NOT_GROUNDED"
    ]
    right = [one.binding for one in numbers if not one.kind]
    assert sum(map(declared.is_settled, right)) > 0.8 * len(right)
    assert not any(one.verdict in declared.FLAGGED for one in right)
    slips = [one.binding.formula_use for one in numbers if one.kind == "slip"]
    assert [use and use.outcome for use in slips] == [FormulaOutcome.DISAGREES] * 4
