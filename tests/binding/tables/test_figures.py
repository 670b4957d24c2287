"""Numbers that cells write as strings are measures; what names rows stays a label."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.tables.columns import are_figures

_SITES = ("Aby", "Bex", "Cull", "Dene", "Ekby")


def _table(name: str, cells: list[str]) -> tuple[list[str], list[list[str]]]:
    return ["site", name], [list(row) for row in zip(_SITES, cells, strict=True)]


@pytest.mark.parametrize(
    ("cells", "right", "wrong"),
    [
        (["412", "388", "451", "367", "429"], "388", "367"),
        (["412", "388", "n/a", "367", "—"], "388", "367"),
        (["412", "388", "<5", "367", "429"], "388", "367"),
        (["412*", "388*", "451", "367", "429"], "388", "367"),
        (["412 (r)", "388 [1]", "451", "367", "429"], "388", "367"),
        (["~412", "~388", "~451", "~367", "~429"], "388", "367"),
        (["41 kg", "39 kg", "45 kg", "37 kg", "43 kg"], "39 kg", "45 kg"),
        (["12.5 %", "13.1 %", "9.8 %", "15.2 %", "11.4 %"], "13.1%", "9.8%"),
        (["€4.1m", "€3.9m", "€4.5m", "€3.7m", "€4.3m"], "€3.9 million", "€4.5 million"),
        (["388", "(412)", "(451)", "367", "(429)"], "-412", "-451"),
        (["$388", "($412)", "($451)", "$367", "($429)"], "minus $412", "minus $451"),
    ],
)
def test_a_figure_of_another_row_is_wrong(
    flagged: Any, cells: list[str], right: str, wrong: str
) -> None:
    """Trap: each string is a label too, and named its own row."""
    table = _table("amount", cells)
    assert flagged(f"The amount of Bex was {right}.", table) == []
    assert len(flagged(f"The amount of Bex was {wrong}.", table)) == 1


def test_figures_are_added_up_and_compared(flagged: Any) -> None:
    table = _table("cost", ["$4,127", "$3,881", "$4,519", "$3,674", "$4,296"])
    text = "The total cost was {}, and Cull cost {} more than Bex."
    assert flagged(text.format("$20,497", "$638"), table) == []
    assert flagged(text.format("$20,947", "$368"), table) == ["$20,947", "$368"]


@pytest.mark.parametrize(
    "cells",
    [
        ["0.5 l", "1 l", "0.5 l", "1 l", "2 l"],  # sizes of bottles
        ["18-24", "25-34", "35-44", "45-54", "55+"],
        ["13 of 24", "9 of 20", "7 of 11"],
        ["Android 11", "Android 12", "Android 13"],
        ["0012", "0013", "0127"],
        ["1.2.3", "1.2.4", "1.3.0"],
        ["10.0.0.1", "10.0.0.2", "10.0.1.100"],
        ["1" + " " * 100_000 + "x"],  # told at once, however long
        ["n/a", "-", ""],
    ],
)
def test_what_is_no_figure(cells: list[str]) -> None:
    assert not are_figures(cells)


def test_dots_between_thousands_make_no_name() -> None:
    assert are_figures(["4.127.512", "3.881.377", "0.5"])
