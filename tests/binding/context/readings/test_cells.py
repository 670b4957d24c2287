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
