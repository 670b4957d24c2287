"""Columns that were named further back, and totals of tables that nothing names."""

from __future__ import annotations

from typing import Any

import pytest

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


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Ayr, Bern and Cork report. The latter made 2,945 t.", 2),
        ("Three works lie in the south: Bern and Cork. The former made 3,870 t.", 1),
        ("Bern grew. So did Cork. Output was 3,870 t in the former.", 1),
        ("Bern grew. So did Cork. Output was 3,870 t in the former and 2,945 t in the latter.", 2),
    ],
)
def test_the_former_and_the_latter_are_the_last_two_names(read: Any, text: str, row: int) -> None:
    last = read(text, *WORKS)[-1]
    assert max(range(3), key=last.link) == row


def test_what_is_on_average_of_a_row_is_told_of_it_alone(flagged: Any) -> None:
    clinics = (
        ["clinic", "patients", "stay_days"],
        [["Alba", 4310, 6.4], ["Bern", 3870, 5.1], ["Cork", 2945, 7.0]],
    )
    assert flagged("Alba has 4,310 patients. They stayed 6.4 days on average.", clinics) == []
    assert flagged("The clinics kept patients 6.2 days on average.", clinics) == []


def test_average_in_the_name_of_a_row_asks_for_no_mean(flagged: Any) -> None:
    rows = [["Ayr", "avg_weekly_wage", 742], ["Ayr", "jobless_rate", 6.8]]
    rows += [["Bute", "avg_weekly_wage", 655], ["Bute", "jobless_rate", 9.4]]
    table = ["town", "indicator", "value"], rows
    assert flagged("In Ayr the average weekly wage reached 742.", table) == []
    assert flagged("In Ayr the average weekly wage reached 698.", table) == ["698"]


NIGHTS = (
    ["hotel", "segment", "year", "nights"],
    [
        [hotel, segment, year, nights]
        for hotel, segment, years in (
            ("Lisbon", "Business", (17378, 17920)),
            ("Lisbon", "Leisure", (22363, 23463)),
            ("Porto", "Business", (10210, 9750)),
            ("Porto", "Leisure", (13206, 15149)),
        )
        for year, nights in zip((2024, 2025), years, strict=True)
    ],
)


def test_what_a_text_opens_with_is_what_a_table_in_it_is_about(flagged: Any) -> None:
    text = (
        "Yes, Lisbon did well in both segments. Nights of the full years:\n\n"
        "| Segment | 2024 | 2025 |\n|---|---|---|\n"
        "| Business | 17,378 | {} |\n| Leisure | 22,363 | {} |\n"
    )
    assert flagged(text.format("17,920", "23,463"), NIGHTS) == []
    assert flagged(text.format("9,750", "23,463"), NIGHTS) == ["9,750"]  # that of Porto
    assert flagged(text.format("17,920", "25,463"), NIGHTS) == ["25,463"]


def test_what_a_text_opens_with_goes_without_saying_to_its_end(flagged: Any) -> None:
    text = "Lisbon had a good year. Fine. Well done. Thanks. So there. {} leisure nights in 2025."
    assert flagged(text.format("23,463"), NIGHTS) == []
    assert flagged(text.format("15,149"), NIGHTS) == ["15,149"]


TOWNS = (
    ["kommun", "yr", "inhab", "net_migr"],
    [
        ["Asker", 2021, 60781, 310], ["Asker", 2022, 61523, 455], ["Asker", 2023, 62340, 521],
        ["Horten", 2021, 27510, -62], ["Horten", 2022, 27682, 84], ["Horten", 2023, 27951, 190],
        ["Larvik", 2021, 47777, 120], ["Larvik", 2022, 48246, 398], ["Larvik", 2023, 48801, 447],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (
            "How many people moved to Larvik in 2023?\nNet migration was 447 people, the second "
            "highest figure after Asker (521).\nWas that more?\nYes. In 2022 it was ⟨398⟩.",
            "310",
        ),
        (
            "Larvik had the second highest net migration in 2023 after Asker (521). "
            "In 2022 it was ⟨398⟩.",
            "455",
        ),
        ("Horten's migration swung from a loss of 62 in 2021 to a gain of ⟨84⟩ in 2022.", "131"),
    ],
)
def test_what_was_only_compared_with_is_not_carried_over(
    flagged: Any, text: str, wrong: str
) -> None:
    # Trap: Asker, the last name before, had 455 in that year.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, TOWNS) == []
    assert flagged(before + wrong + after, TOWNS) == [wrong]
