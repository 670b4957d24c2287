"""Columns that a sentence adds up are one operand."""

from __future__ import annotations

from typing import Any

import pytest

_PLANTS = ["plant", "wages", "rent", "energy", "tonnes"]
_COSTS = [["Alm", 120, 31, 14, 410], ["Bux", 88, 22, 19, 380], ["Celle", 143, 40, 25, 512]]
_UNITS = dict.fromkeys(("wages", "rent", "energy"), "EUR thousand")


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Wages and rent came to €183 k in Celle, with energy on top to €208 k.", []),
        ("Wages and rent came to €183 k in Celle, with energy on top to €218 k.", ["€218 k"]),
        ("Wages, rent and energy together: €165 k in Alm.", []),
        ("In all plants, wages plus rent total €444 k.", []),
        ("Rent and energy combined cost Bux €41 k.", []),
        ("Rent and energy combined cost Bux €48 k.", ["€48 k"]),
        ("Wages and rent together average €148 k a plant.", []),
    ],
)
def test_columns_that_are_added_up(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(said, (_PLANTS, _COSTS, "", _UNITS)) == wrong


def test_columns_with_a_number_each_are_not_added_up(flagged: Any) -> None:
    said = "Bux paid wages and rent of €88 k and €22 k."
    assert flagged(said, (_PLANTS, _COSTS, "", _UNITS)) == []


def test_two_clauses_name_no_list(flagged: Any) -> None:
    # Trap: "by energy, and makes 512" adds nothing to the energy.
    said = "Celle is the largest by energy, and makes 512 of our total of 1,302 tonnes."
    assert flagged(said, (_PLANTS, _COSTS, "", _UNITS)) == []
