"""Signs of cells that words tell, and signs that are a cell's own."""

from __future__ import annotations

from typing import Any

import pytest

_FUNDS = (
    ["fund", "ret_1y_pct", "ter_bps", "net_flows_eur_m"],
    [
        ["Alder", 5.1, 65, -34.2],
        ["Birch", 14.3, 110, 182.5],
        ["Cedar", 8.4, 85, 12.9],
        ["Dogwood", -3.6, 140, -21.7],
    ],
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Investors withdrew €34.2m from Alder and €21.7m from Dogwood.", []),
        ("They pulled €34.2m out of Alder and €21.7m out of Dogwood.", []),
        ("They pulled €21.7m out of Alder and €34.2m out of Dogwood.", ["€21.7m", "€34.2m"]),
        ("Alder saw outflows of €34.2m.", []),
        ("Alder took in €34.2m.", ["€34.2m"]),  # nothing says that it went out
        ("Cedar: a return of +8.4%, Dogwood: -3.6%.", []),  # a sign, and no change of the return
        ("Cedar: a return of +5.1%, Dogwood: -3.6%.", ["+5.1%"]),
    ],
)
def test_words_and_signs_tell_what_is_below_nothing(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _FUNDS) == wrong
