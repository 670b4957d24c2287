"""The scan of a text: which numbers it reads, and what it leaves to a reader."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from sampled import sampled

from fastpath import _jit, hedges, numbers, sorted_out
from fastpath import scan_columns as column
from fastpath import scan_words as role
from fastpath._jit import KernelForm

FORMS = [KernelForm.COMPILED, KernelForm.NUMBA]
"""Numba takes ten seconds to compile the scan."""

WORDS = role.table(
    {
        "km": (role.MEASURE | role.FOLDS, 3, 0),
        "million": (role.ANCHOR | role.SCALE, 0, 6),
        "k": (role.SUFFIX, 0, 3),
        "bps": (role.PERCENT | role.FOLDS, 4, -2),
        "USD": (role.CURRENCY | role.CODE, 1, 0),
        "six": (role.ANCHOR, 0, 0),
        "table": (role.BEFORE, 0, 0),
        "than": (role.AMOUNT, 0, 0),
        "people": (role.COUNTED, 0, 0),
        "to": (role.LINK, 0, 0),
    }
)
HEDGES = role.table({"rose": (hedges.CUE | hedges.UP, 0, 0)})
PAIRS = np.zeros(hedges.PLACES**2 + hedges.QUALIFIERS, np.int64)


@pytest.fixture(scope="module", autouse=True, params=sampled(FORMS, len(FORMS), FORMS))
def form(request: pytest.FixtureRequest) -> Iterator[None]:
    try:
        chosen = _jit.forced(request.param)
        chosen.__enter__()
    except LookupError as error:
        pytest.skip(str(error))
    yield
    chosen.__exit__(None, None, None)


def read(string: str, holes: tuple[int, ...] = (), *, years: bool = True) -> numbers.NumberScan:
    known = np.array(holes, np.int64).reshape(-1, 3)
    words = numbers.WordMeanings(*WORDS, *HEDGES, PAIRS)
    found = numbers.read(string.encode(), known, words, years=years)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("string", "covers", "mantissa", "step"),
    [
        ("of 1,234.50 people", "1,234.50", 123450, -2),
        ("of 5 km there", "5 km", 5, 0),
        ("of 5 KM there", "5 KM", 5, 0),
        ("of 1.25 million there", "1.25 million", 125, 4),
        ("of 1.2k there", "1.2k", 12, 2),
        ("of 50 bps there", "50 bps", 50, -2),
        ("of $5.5 there", "$5.5", 55, -1),
        ("of USD 5 there", "USD 5", 5, 0),
        ("of 5% there", "5%", 5, 0),
        ("007", "007", 7, 0),
    ],
)
def test_plain(string: str, covers: str, mantissa: int, step: int) -> None:
    (number,) = read(string).columns.T
    assert string[number[column.START] : number[column.END]] == covers
    assert (number[column.MANTISSA], number[column.STEP]) == (mantissa, step)


@pytest.mark.parametrize(
    "string",
    [
        "of -5", "of 1,2", "of 1.2.3", "of 5x", "than 2024", "the 2000 people", "2024-25",
        "2024 AD", "(2024)", "the six", "Table 5", "5°", "é 5", "[5]",
        "of 1234567890123456", "of 5e5", "of 5/6", "of 5 6", "of '5", "5-6", "5 to 6", "5 six",
    ],
)  # fmt: skip
def test_left_to_the_reader(string: str) -> None:
    found = read(string)
    assert len(found.places) > 0
    assert found.columns.shape[1] == len(found.skipped) == 0


@pytest.mark.parametrize("string", ["in 2024", "in 2024.", "in 2024, as", "by 2024 it"])
def test_a_year(string: str) -> None:
    ((start, end, reason),) = read(string).skipped.tolist()
    assert (string[start:end], reason) == ("2024", sorted_out.IS_YEAR)
    assert read(string, years=False).floats[sorted_out.VALUE].tolist() == [2024]


def test_a_hole_that_holds_digits_is_told_once_and_nothing_in_it_is_read() -> None:
    found = read("6 and 5 x 7 there", (0, 1, 9, 6, 11, 4, 12, 17, 4))
    assert found.skipped.tolist() == [[0, 1, 9], [6, 11, 4]]
    assert not len(found.places)
    assert found.columns.shape[1] == 0


def test_a_cue_is_noticed_near_a_number_only() -> None:
    near, far = read("It rose 5 there"), read("It rose" + " and so on" * 7 + " 5 there")
    assert near.columns[column.DIRECTION].tolist() == [hedges.UP_BY]
    assert far.columns[column.DIRECTION].tolist() == [0]


def test_a_number_that_was_plain_is_taken_back_when_the_next_one_joins_it() -> None:
    found = read("of 7 there, of 5 km to 6 km there")
    assert found.columns[column.START].tolist() == [3]
    assert found.places.tolist() == [[15, 19, 4, 34], [23, 24, 0, 34]]


def test_a_place_between_plain_numbers_ends_where_they_begin() -> None:
    far = " and so on" * 5
    string = f"of 7 there{far} -5 there{far} of 8 there"
    start, end = string.index("5"), string.index("8")
    assert read(string).places.tolist() == [[start, start + 1, len("of 7"), end]]


def test_nothing_and_the_end_of_the_text_are_no_trouble() -> None:
    assert read("").columns.shape[1] == 0
    for string in ("5", "5."):
        assert read(string).columns[column.MANTISSA].tolist() == [5]


def test_a_text_of_nothing_but_numbers_has_room() -> None:
    found = read("(1)\n" * 3 + "," + "5," * 400)
    assert found.columns.shape[1] + len(found.places) == 403


def test_without_a_compiled_form_nothing_is_scanned() -> None:
    with _jit.forced(KernelForm.NUMPY):
        words = numbers.WordMeanings(*WORDS, *HEDGES, PAIRS)
        assert numbers.read(b"5", np.empty((0, 3), np.int64), words, years=True) is None
