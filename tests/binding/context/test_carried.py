"""Columns that were named further back, and totals of tables that nothing names."""

from __future__ import annotations

from typing import Any

from sidecar.binding.context.weighing.candidate import Kind

WORKS = (
    ["works", "steel_t", "scrap_t"],
    [["Alba", 4310, 212], ["Bern", 3870, 166], ["Cork", 2945, 301]],
)
STAFF = (
    ["team", "hc_24", "hc_23", "leavers"],
    [["Ops", 412, 398, 31], ["Sales", 187, 203, 44], ["Legal", 29, 27, 3]],
)


def test_a_column_named_two_sentences_before_still_counts(read: Any) -> None:
    text = "All works made 11,125 t of steel. Scrap was 679 t. Alba led with 4,310."
    last = read(text, *WORKS)[-1]
    assert last.naming(2) > last.naming(1) > 0  # the nearer one more


def test_a_total_is_found_where_no_word_names_its_column(read: Any) -> None:
    (found,) = read("Everybody counted, 628 people work here.", *STAFF)
    assert any(c.kind is Kind.SOME_SUM and c.agrees for c in found.readings)
