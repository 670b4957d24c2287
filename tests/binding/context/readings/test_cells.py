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
