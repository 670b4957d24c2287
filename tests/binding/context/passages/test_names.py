"""Which columns a text names."""

from __future__ import annotations

from typing import Any

import pytest

ROW = [["Amina Haddad", 4, 9, 44, 2, 6, 11]]
SHOTS = ["player", "shotsMade", "shotsAttempted", "shotsPct", "threes", "rebounds", "freeRebounds"]


def test_a_count_is_no_name_of_a_column(read: Any) -> None:
    # "three rebounds" says nothing of "threes".
    found = read("Amina Haddad had three rebounds.", SHOTS, ROW)[0]
    assert found.naming(4) == 0


def test_a_whole_name_leaves_little_to_the_names_it_is_a_part_of(read: Any) -> None:
    found = read("Amina Haddad had 6 rebounds.", SHOTS, ROW)[0]
    assert found.naming(5) == 1
    assert found.naming(6) < 0.4


def test_the_columns_of_a_family_share_their_synonyms(read: Any) -> None:
    synonyms = {"shotsPct": ["FG", "shots percentage"]}
    first, second = read("Amina Haddad (4-9 FG) sat out.", SHOTS, ROW, synonyms)
    assert first.naming(1) > first.naming(5) == 0
    assert second.naming(2) > second.naming(5) == 0


def test_a_list_does_not_make_one_name_of_two_items(read: Any) -> None:
    columns = ["player", "points", "three points"]
    found = read("Amina Haddad had 9 points, three assists.", columns, [["Amina Haddad", 9, 1]])[0]
    assert found.naming(2) < found.naming(1)


def test_a_prefix_that_most_columns_share_names_none(read: Any) -> None:
    columns = ["club", *(f"CLUB_{name}" for name in ("wins", "goals", "fouls", "saves", "corners"))]
    found = read("The club won 3 cups.", columns, [["Falcons", 1, 2, 3, 4, 5]])[0]
    assert found.naming(3) == 0


def test_each_percentage_of_a_list_has_its_own_name(read: Any) -> None:
    synonyms = {"fieldRate": ["from the field"], "lineRate": ["from the line"]}
    first, second = read(
        "Amina Haddad hit 40 percent from the field and 90 percent from the line.",
        ["player", "fieldRate", "lineRate"],
        [["Amina Haddad", 40, 90]],
        synonyms,
    )
    assert first.naming(1) > first.naming(2)
    assert second.naming(2) > second.naming(1)


def test_a_column_without_numbers_takes_no_name_from_one_with(read: Any) -> None:
    # The column of units is called "temp" as a whole; its cells are no temperatures.
    columns = ["city", "temp", "outside temp"]
    rows = [["Doha", "in degrees", 31], ["Lusail", "in degrees", 29]]
    (found,) = read("In Doha the temp was 31.", columns, rows)
    assert found.naming(2) > 0.3


def test_two_names_that_share_a_word_are_each_told_of_their_own_number(read: Any) -> None:
    # Trap: "price and dealer price" is one stretch that has both words of "dealer price".
    columns, rows = ["model", "list_price", "dealer_price"], [["Alba", 281, 215]]
    text = "The list price and dealer price of Alba were 281 and 215, respectively."
    first, second = read(text, columns, rows)
    assert first.naming(1) > 2 * first.naming(2)
    assert second.naming(2) > 2 * second.naming(1)


@pytest.mark.parametrize("month", ["July", "September", "December"])
def test_columns_that_are_called_by_months_alone_are_of_one_kind(read: Any, month: str) -> None:
    # Trap: "septemb", the stem, is no month.
    columns = ["airport", "July 2023", "September 2023", "December 2023"]
    (found,) = read(f"In {month} 2023 Alder had 41.", columns, [["Alder", 41, 41, 41]])
    assert found.naming(columns.index(f"{month} 2023")) > 0.5


def test_a_code_before_a_name_numbers_nothing(read: Any) -> None:
    # Trap: "v 01" as one of several numbered things, of which the text names none.
    (found,) = read("Alder had 41 staff.", ["site", "v01_staff", "v02_pupils"], [["Alder", 41, 9]])
    assert {c.period for c in found.readings if c.columns == (1,)} == {0.0}


def test_codes_of_columns_with_labels_are_no_parts(read: Any) -> None:
    # Trap: "v02" and "v03", whose other letters are dropped, as the second and third "v".
    columns = ["player", "v01_t", "v02_a", "v03_g"]
    rows = [["Ash", 40, 3, 12], ["Elm", 31, 6, 9]]
    (found,) = read(
        "Ash's number of assists was 3.",
        columns,
        rows,
        synonyms={"v01_t": ["tackles"], "v02_a": ["assists"], "v03_g": ["goals"]},
    )
    assert [(c.rows, c.columns) for c in found.readings if c.explicit] == [((0,), (2,))]


def test_digits_in_names_are_words_as_in_texts(read: Any) -> None:
    # Trap: "5G" of a text is a numeral and a letter.
    columns, rows = (
        ["region", "cov_5g_pct", "masts"],
        [["Glenroy", 41.7, 88], ["Inverlan", 57.3, 96]],
    )
    assert read("In Glenroy 5G reaches 41.7%.", columns, rows)[0].naming(1) > 0.4


def test_what_is_all_of_one_label_is_no_part_of_another(flagged: Any) -> None:
    stock = (
        ["item", "kind", "on_hand"],
        [
            ["Dome Tent", "Camping", 142],
            ["Camp Stove", "Camping", 87],
            ["Lantern", "Lighting", 233],
            ["Bike Light Set", "Lighting", 527],
        ],
    )
    text = (
        "| Kind | Items | On hand |\n|---|---|---|\n| Camping | {} | {} |\n| Lighting | 2 | 760 |"
    )
    assert not flagged(text.format(2, 229), stock)
    assert flagged(text.format(2, 314), stock) == ["314"]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("In W36 we took in {} tickets and closed 2,590.", "2,713", "2,480"),
        ("In W36 we took in 2,713 tickets and closed {}.", "2,590", "2,713"),
        ("In W36 we took in 2,713 tickets, and {} were closed.", "2,590", "2,561"),
    ],
)
def test_a_second_verb_is_told_of_its_own_number(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    """It goes on with the noun of the first one, which it does not name."""
    columns = ["week", "tickets_opened", "tickets_closed", "backlog"]
    table = columns, [["W35", 2480, 2561, 761], ["W36", 2713, 2590, 884], ["W37", 2401, 2652, 633]]
    assert flagged(text.format(right), table) == []
    assert flagged(text.format(wrong), table) == [wrong]
