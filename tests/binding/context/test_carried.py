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


BRANCHES = (
    ["year", "branch", "loans", "losses"],
    [
        [2023, "Arden", 812, 31], [2023, "Blythe", 640, 12], [2023, "Corran", 455, 27],
        [2024, "Arden", 870, 36], [2024, "Blythe", 615, 15], [2024, "Corran", 498, 22],
    ],
)  # fmt: skip


def test_names_of_what_a_number_is_compared_with_leave_it_the_one_before(flagged: Any) -> None:
    text = "Blythe granted 615 loans in 2024. The losses were {}, compared with 36 in Arden."
    assert flagged(text.format(15), BRANCHES) == []
    assert flagged(text.format(22), BRANCHES) == ["22"]
