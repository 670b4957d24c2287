"""Cells that nothing links: whether a number may be one of them at all."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import UNNAMED

_WARDS = (
    ["ward", "fires", "callouts"],
    [["Alder", 1412, 1530], ["Birch", 980, 1123], ["Cedar", 2204, 2317]],
)


@pytest.mark.parametrize(
    ("said", "far"),
    [
        ("The crews went out 4,970 times.", True),
        ("The crews went out 3,217 times.", False),  # two digits of 2,317 in another order
        ("The crews spent $4,970.", True),
        ("The crews drove 4,970 km.", False),  # no cell tells kilometres
        ("Alder was quiet, and the crews went out 4,970 times.", True),
    ],
)
def test_what_is_larger_than_any_cell_is_hardly_one(read: Any, said: str, far: bool) -> None:
    # Trap: "any cell at all" was likelier than the sum of all wards, which no word names.
    (found,) = read(said, *_WARDS)
    lumps = [one for one in found.readings if one.kind in UNNAMED]
    assert lumps
    assert all(one.agreement.far is far for one in lumps)


_DOCKS = (
    ["dock", "cranes", "boxes_jan", "boxes_feb", "boxes_mar"],
    [
        ["Leith", 24, 1520, 1410, 1685],
        ["Troon", 18, 1240, 1195, 1330],
        ["Wick", 9, 610, 655, 702],
    ],
)
_MONTHS = (
    ["dock", "month", "boxes", "crews"],
    [
        ["Leith", "2025-01", 1520, 31],
        ["Leith", "2025-02", 1410, 29],
        ["Leith", "2025-03", 1685, 34],
        ["Troon", "2025-01", 1240, 22],
        ["Troon", "2025-02", 1195, 21],
        ["Troon", "2025-03", 1330, 26],
    ],
)


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("In March, Leith moved {} boxes.", _DOCKS),
        ("Leith had {} boxes in March versus 1,330 for Troon.", _DOCKS),
        ("The March figure for Leith is {}.", _DOCKS),
        ("Leith: {} (Mar)", _DOCKS),
        ("Leith: 1,520 (Jan), 1,410 (Feb), {} (Mar)", _DOCKS),
        ("| Dock | Feb | Mar |\n|---|---|---|\n| Leith | 1,410 | {} |", _DOCKS),
        ("Boxes at Leith: 1,520 (Jan), 1,410 (Feb), {} (Mar).", _MONTHS),
    ],
)
def test_the_value_of_another_month_is_wrong(flagged: Any, text: str, table: Any) -> None:
    assert not flagged(text.format("1,685"), table)
    assert flagged(text.format("1,410"), table)[-1:] == ["1,410"]


SITES = (
    ["site", "cogs", "widgets"],
    [["Aby", 4127, 812], ["Bex", 3881, 756], ["Cull", 4519, 690], ["Dene", 3674, 904]],
)


@pytest.mark.parametrize("said", ["What they poured at Bex", "The haul of Bex"])
def test_a_value_of_another_row_is_wrong_whatever_its_column_is_called(
    flagged: Any, said: str
) -> None:
    """Trap: no word names a column, so that any cell of the table would do."""
    assert flagged(f"{said} came to 3,881.", SITES) == []
    assert flagged(f"{said} came to 3,674.", SITES) == ["3,674"]


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("order_count", "orders"),
        ("n_orders", "orders"),
        ("orders_cnt", "number of orders"),
        ("pageviews", "page views"),
        ("signups", "sign-ups"),
        ("cogs", "cost of goods sold"),
        ("lead_time_d", "lead time"),
        ("water_m3", "water"),
    ],
)
def test_a_value_of_another_column_is_wrong(flagged: Any, column: str, said: str) -> None:
    rows = [["Aby", 4127, 3127], ["Bex", 3881, 2881], ["Cull", 4519, 3519]]
    table = (["site", column, "widgets"], rows)
    assert flagged(f"At Bex the {said} came to 3,881.", table) == []
    assert flagged(f"At Bex the {said} came to 2,881.", table) == ["2,881"]


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("Visits were {}.", "63", "904"),
        ("There were {} visits.", "63", "690"),
        ("The number of widgets stood at {} at the end.", "690", "3,674"),
    ],
)
def test_a_value_of_another_column_is_wrong_though_no_row_is_named(
    flagged: Any, said: str, right: str, wrong: str
) -> None:
    """Trap: the value stands in the table, under another name than the one that is told."""
    visits = [[*row, seen] for row, seen in zip(SITES[1], (51, 63, 48, 77), strict=True)]
    table = ([*SITES[0], "visits"], visits)
    assert flagged(said.format(right), table) == []
    assert flagged(said.format(wrong), table) == [wrong]


SEGMENTS = (
    ["region", "channel", "year", "units", "revenue_k"],
    [
        ["North", "Online", 2023, 1240, 186],
        ["North", "Online", 2024, 1515, 235],
        ["North", "Retail", 2023, 2310, 323],
        ["North", "Retail", 2024, 2198, 319],
        ["South", "Online", 2023, 980, 142],
        ["South", "Online", 2024, 1102, 165],
        ["South", "Retail", 2023, 1875, 253],
        ["South", "Retail", 2024, 1920, 269],
    ],
)


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("The South's retail channel earned {} in 2024.", "€269k", "€253k"),
        ("North retail is the biggest segment with {} in 2024.", "€319k", "€323k"),
    ],
)
def test_a_value_of_another_year_is_wrong_though_no_column_is_named(
    flagged: Any, said: str, right: str, wrong: str
) -> None:
    """Trap: the row of the other year is the same but for what the sentence says of time."""
    assert flagged(said.format(right), SEGMENTS) == []
    assert flagged(said.format(wrong), SEGMENTS) == [wrong]
