"""One label in the ways in which tables and texts write it."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.language.label_forms import forms

_VISITS = (4127, 3881, 4519, 3674, 4296)


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ("Zürich|Malmö|Łódź|Genève", ["Zurich", "Zürich"]),
        ("Zurich|Malmo|Lodz|Geneve", ["Zürich"]),
        ("Łódź|Malmö|Zürich|Genève", ["Lodz"]),
        ("Café Lumière|Café Aroma|Café Mokka|Café Stella", ["Cafe Lumiere", "Lumiere"]),
        ("O'Brien|O'Neill|O'Hara|O'Dowd", ["O'Brien", "O’Brien", "O'Brien's"]),
        ("FieldSales|InsideSales|PeopleOps|DataTeam", ["field sales", "Field Sales"]),
        ("Wi-Fi|E-mail|Set-top|Add-on", ["WiFi", "Wi-Fi"]),
        ("Mid-market|Enterprise|Startup|Public sector", ["midmarket", "mid-market"]),
        ("C & D Foods|A & B Foods|E & F Foods|Mills", ["C and D Foods", "C&D Foods"]),
        ("Store 13|Store 12|Store 14|Store 21", ["store 13", "Store #13", "store no. 13"]),
        ("store_13|store_12|store_14|store_21", ["store number 13"]),
        ("Tier 2|Tier 1|Tier 3|Tier 4", ["tier two", "tier-2"]),
        ("2-bedroom|3-bedroom|Studio|1-bedroom", ["two-bedroom flats", "2-bedroom flats"]),
        ("25-34|18-24|35-44|45-54", ["people aged 25 to 34", "the 25–34 group"]),
        ("US|UK|UAE|NZ", ["the U.S.", "the US", "America"]),
        ("United States|France|Spain|Italy", ["the U.S.", "the USA"]),
        ("DE|FR|IT|GB", ["Germany", "the Germans"]),
        ("DEU|FRA|ITA|ESP", ["Germany"]),
    ],
)
def test_a_label_is_known_however_it_is_written(flagged: Any, labels: str, said: list[str]) -> None:
    rows = [list(row) for row in zip(labels.split("|"), _VISITS, (31, 27, 44, 19), strict=False)]
    table = (["site", "visits", "staff"], rows)
    for name in said:
        text = f"In total, {name} recorded {{}} visits last year."
        assert flagged(text.format("4,127"), table) == []
        assert flagged(text.format("4,519"), table) == ["4,519"]


@pytest.mark.parametrize("column", ["store", "store_id", "StoreNo"])
@pytest.mark.parametrize("said", ["Store 13", "Store #13", "Store no. 13"])
def test_whole_numbers_name_rows_that_nothing_else_names(
    flagged: Any, column: str, said: str
) -> None:
    table = ([column, "visits"], [[12, 4127], [13, 3881], [14, 4519], [21, 3674]])
    assert flagged(f"{said} had 3,881 visits.", table) == []
    assert flagged(f"{said} had 4,519 visits.", table) == ["4,519"]


def test_a_numeral_that_counts_days_is_of_no_label(flagged: Any) -> None:
    """Trap: "the line two weeks ago" names no "Line 2"."""
    table = (["line", "parts"], [["Line 1", 412], ["Line 2", 388], ["Line 3", 451]])
    assert flagged("We left the line two weeks ago, when Line 3 made 451 parts.", table) == []


def test_words_that_look_like_codes_of_countries_are_none(flagged: Any) -> None:
    table = (["team", "goals"], [["IT", 12], ["HR", 31], ["PR", 44], ["Sales", 9], ["Law", 3]])
    assert flagged("IT scored 12 goals.", table) == []
    assert flagged("IT scored 44 goals.", table) == ["44"]


def test_a_number_alone_is_no_form_of_a_label() -> None:
    """Trap: any "12" of a text named the row "No. 12"."""
    assert all(len(form) > 1 for form in forms("No. 12"))
    assert all(form != ("1",) for form in forms("One"))
