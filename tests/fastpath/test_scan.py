"""The scan of a text: which numbers it reads, and what it leaves to a reader."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from fastpath import _jit, scan
from fastpath import scan_columns as column
from fastpath import scan_words as role
from fastpath._jit import Form

WORDS, KEYS = role.table(
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
        "rose": (role.CUE, 0, 0),
    }
)


@pytest.fixture(scope="module", autouse=True, params=[Form.COMPILED, Form.NUMBA])
def form(request: pytest.FixtureRequest) -> Iterator[None]:
    try:
        chosen = _jit.forced(request.param)
        chosen.__enter__()
    except LookupError as error:
        pytest.skip(str(error))
    yield
    chosen.__exit__(None, None, None)


def records(string: str, holes: tuple[int, ...] = ()) -> NDArray[np.int64]:
    found = scan.scan(string.encode(), np.array(holes, np.int64), WORDS, KEYS)
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
    (record,) = records(string)
    assert record[column.STATE] == column.PLAIN
    assert string[record[column.START] : record[column.END]] == covers
    assert (record[column.MANTISSA], record[column.STEP]) == (mantissa, step)


@pytest.mark.parametrize(
    "string",
    [
        "of -5", "of 1,2", "of 1.2.3", "of 5x", "than 2024", "the 2000 people", "2024-25",
        "2024 AD", "(2024)", "the six", "Table 5", "5°", "é 5", "[5]",
        "of 1234567890123456", "of 5e5", "of 5/6", "of 5 6", "of '5", "5-6", "5 to 6", "5 six",
    ],
)  # fmt: skip
def test_left_to_the_reader(string: str) -> None:
    found = records(string)
    assert len(found) > 0
    assert (found[:, column.STATE] == column.DOUBTFUL).all()


@pytest.mark.parametrize("string", ["in 2024", "in 2024.", "in 2024, as", "by 2024 it"])
def test_a_year(string: str) -> None:
    (record,) = records(string)
    assert record[column.STATE] == column.YEAR
    assert string[record[column.START] : record[column.END]] == "2024"


def test_a_number_in_a_hole_is_left_to_the_reader() -> None:
    assert records("see 5 there", (4, 5))[0][column.STATE] == column.DOUBTFUL
    assert records("see 5 there")[0][column.STATE] == column.PLAIN


def test_a_cue_is_noticed_near_a_number_only() -> None:
    near, far = records("It rose 5 there"), records("It rose" + " and so on" * 7 + " 5 there")
    assert near[0][column.HINTED]
    assert not far[0][column.HINTED]


def test_a_number_that_was_plain_is_taken_back_when_the_next_one_joins_it() -> None:
    found = records("of 7 there, of 5 km to 6 km there")
    assert found[:, column.STATE].tolist() == [1, 0, 0]
    assert found[:, column.START].tolist() == [3, 15, 23]


def test_nothing_and_the_end_of_the_text_are_no_trouble() -> None:
    assert len(records("")) == 0
    for string in ("5", "5."):
        assert records(string)[:, column.MANTISSA].tolist() == [5]


def test_without_a_compiled_form_nothing_is_scanned() -> None:
    with _jit.forced(Form.NUMPY):
        assert scan.scan(b"5", np.empty(0, np.int64), WORDS, KEYS) is None
