"""Lists whose numbers are what one formula makes of their rows, though no word names its parts."""

from __future__ import annotations

from typing import Any

import pytest

FLEET = (
    ["depot", "fuel_l", "trips", "km_k", "punctual_frac"],
    [
        ["Ashby", 41230, 1846, 152.4, 0.88],
        ["Corby", 28710, 917, 88.9, 0.69],
        ["Derby", 63980, 3312, 241.7, 0.92],
        ["Selby", 17455, 1204, 61.3, 0.78],
    ],
)
LEDGER = (
    ["unit", "opening", "closing"],
    [["Foundry", 812, 779], ["Paint", 455, 508], ["Press", 1290, 1201], ["Tooling", 377, 391]],
)


@pytest.mark.parametrize(
    "text",
    [
        "How thirsty they are: Ashby 22.3, Corby {}, Derby 19.3.",
        "Thirst: Ashby 22.3. Corby: {}. Derby: 19.3.",
        "| Depot | Thirst |\n|---|---|\n| Ashby | 22.3 |\n| Corby | {} |\n| Derby | 19.3 |",
        "- Ashby: 22.3\n- Corby: {}\n- Derby: 19.3",
    ],
)
def test_a_formula_that_gives_several_numbers_of_a_list_gives_the_others(
    flagged: Any, text: str
) -> None:
    assert flagged(text.format("31.3"), FLEET) == []  # litres a trip, though nothing says so
    assert flagged(text.format("28.6"), FLEET) == ["28.6"]


def test_rates_on_time_take_part_in_a_formula(flagged: Any) -> None:
    text = "Litres spent on each punctual one: Ashby 25.4, Derby {} and Selby 18.6."
    assert flagged(text.format("21.0"), FLEET) == []
    assert flagged(text.format("24.5"), FLEET) == ["24.5"]


def test_changes_in_brackets_have_the_sign_of_their_row(flagged: Any) -> None:
    text = "At the close: Foundry 779 (-33), Paint 508 ({}), Press 1,201 (-89)."
    assert flagged(text.format("+53"), LEDGER) == []
    assert flagged(text.format("-53"), LEDGER) == ["-53"]


def test_two_rough_numbers_that_some_formula_gives_prove_nothing(flagged: Any) -> None:
    # 2 is about 3312 / 1846 and 1 is about 917 / 1204: of so many formulas some always agree
    assert flagged("The foremen of Ashby are 2, those of Corby 7.", FLEET) == ["2", "7"]


LINES = (
    ["week", "plant", "started", "finished"],
    [
        ["W7", "Alm", 420, 377],
        ["W7", "Berg", 466, 451],
        ["W8", "Alm", 448, 409],
        ["W8", "Berg", 470, 447],
        ["W9", "Alm", 460, 427],
        ["W9", "Berg", 475, 462],
    ],
)


def test_the_line_above_a_table_says_whose_rows_it_tells(flagged: Any) -> None:
    text = (
        "Weekly summary, Alm plant\n\n| Week | Finished | Out rate, % |\n|---|---|---|\n"
        "| W7 | 377 | 89.8 |\n| W8 | {} | {} |\n| W9 | 427 | 92.8 |"
    )
    assert flagged(text.format("409", "91.3"), LINES) == []
    assert flagged(text.format("447", "95.1"), LINES) == ["447", "95.1"]  # those of Berg


STOCKS = (
    ["firm", "staff", "share_pct", "stake_usd_k"],
    [["Amber", 212, 8.8, 23100], ["Beryl", 390, 12.4, 14300], ["Coral", 145, 15.2, 9000]],
)


def test_an_amount_may_be_divided_by_the_part_that_it_is(flagged: Any) -> None:
    text = "Taken whole, Amber is worth USD 262.5 million, Beryl {} million and Coral 59.2 million."
    assert flagged(text.format("115.3"), STOCKS) == []
    assert flagged(text.format("11.5"), STOCKS) == ["11.5 million"]


SHELTERS = (
    ["shelter", "district", "guests", "families", "beds", "full_share"],
    [
        ["Ark", "Docks", 1540, 1371, 60, 0.92],
        ["Haven", "Docks", 1650, 1199, 85, 0.81],
        ["Manse", "Hill", 4015, 3212, 120, 0.64],
        ["Priory", "Hill", 2870, 1722, 40, 0.77],
    ],
)


def test_all_rows_may_begin_a_list(flagged: Any) -> None:
    text = "74.5% of those who come bring children. In the Docks it is more: at the Ark it is {}, "
    text += "at the Manse 80%."
    assert flagged(text.format("89%"), SHELTERS) == []
    assert flagged(text.format("98%"), SHELTERS) == ["98%"]


def test_groups_of_a_list_may_have_weighted_means(flagged: Any) -> None:
    text = (
        "Weighted by beds, the Docks are 85.6% full. The corresponding figure for the Hill is {}."
    )
    assert flagged(text.format("67.2%"), SHELTERS) == []
    assert flagged(text.format("76.2%"), SHELTERS) == ["76.2%"]


def test_weights_of_other_rows_weigh_nothing(flagged: Any) -> None:
    # Trap: there are as many beds as rates, and one by one they give both means.
    columns = ["shelter", "district", "beds", "full_share"]
    rows = [
        ["Ark", "Docks", None, 0.92], ["Haven", "Docks", 60, 0.81], ["Quay", "Docks", 85, None],
        ["Manse", "Hill", None, 0.64], ["Priory", "Hill", 120, 0.77], ["Vista", "Hill", 40, None],
    ]  # fmt: skip
    text = (
        "Weighted by beds, the Docks are 85.6% full. The corresponding figure for the Hill is "
        "67.2%."
    )
    assert flagged(text, (columns, rows)) == ["85.6%", "67.2%"]
