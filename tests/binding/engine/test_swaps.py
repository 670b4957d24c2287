"""A wrong name is one finding, and its numbers are none."""

from __future__ import annotations

from typing import Any

from sidecar.model.report import Verdict

COLUMNS = ["clerk", "calls", "sales", "returns"]
ROWS = [
    ["Amina Haddad", 41, 12, 3],
    ["Bruno Keller", 57, 19, 8],
    ["Chen Li", 33, 7, 1],
    ["Dana Novak", 62, 23, 5],
    ["Emil Berg", 48, 15, 2],
    ["Farah Aziz", 29, 9, 6],
    ["Goran Ilic", 74, 28, 4],
]


def test_numbers_of_another_row_blame_the_name(bind: Any) -> None:
    text = "Amina Haddad had 57 calls, 19 sales and 8 returns."
    bound, swaps = bind(text, COLUMNS, ROWS)
    assert [(text[s.start : s.end], s.right) for s in swaps] == [("Amina Haddad", "Bruno Keller")]
    assert [one.binding.verdict for one in bound] == [Verdict.SUPPORTED] * 3
    assert not any(one.codes for one in bound)


def test_one_number_of_another_row_blames_the_number(bind: Any) -> None:
    bound, swaps = bind("Amina Haddad had 41 calls, 19 sales and 3 returns.", COLUMNS, ROWS)
    assert swaps == []
    assert [one.binding.verdict for one in bound] == [
        Verdict.SUPPORTED,
        Verdict.CONTRADICTED,
        Verdict.SUPPORTED,
    ]


def test_numbers_of_different_rows_blame_no_name(bind: Any) -> None:
    bound, swaps = bind("Amina Haddad had 57 calls, 7 sales and 5 returns.", COLUMNS, ROWS)
    assert swaps == []
    assert all(one.binding.verdict is Verdict.CONTRADICTED for one in bound)


def test_numbers_that_few_rows_tell_apart_blame_no_name(bind: Any) -> None:
    rows = [[name, calls, 1, 2] for name, calls, *_ in ROWS]
    rows[0][2:] = [3, 4]
    _, swaps = bind("Amina Haddad had 41 calls, 1 sale and 2 returns.", COLUMNS, rows)
    assert swaps == []


def test_one_number_of_a_name_without_values_is_wrong_itself(bind: Any) -> None:
    rows = [*ROWS, ["Hana Sato", None, None, None]]
    bound, swaps = bind("Hana Sato had 18 sales.", COLUMNS, rows)
    assert swaps == []
    assert bound[0].binding.verdict in (Verdict.CONTRADICTED, Verdict.UNSUPPORTED)


def test_two_numbers_in_each_others_place_are_both_wrong(bind: Any) -> None:
    rows = [["Alder", 69, 4], ["Birch", 13, 5], ["Cedar", 41, 6], ["Dogwood", 27, 4]]
    bound, _ = bind("Alder and Birch had 13 and 69 staff, respectively.", ["s", "staff", "n"], rows)
    assert [b.binding.verdict for b in bound] == [Verdict.CONTRADICTED] * 2
