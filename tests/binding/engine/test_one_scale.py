"""Columns whose scale nothing says: all numbers of a table have one."""

from __future__ import annotations

from bound_numbers import bound, table
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sidecar.model.report import Verdict

SCALES = ["million", "billion", "thousand"]
FIRMS = ("Acme", "Bolt", "Cask")
TENTHS = st.integers(11, 999).filter(lambda value: value % 10)
TWO = st.lists(TENTHS, min_size=6, max_size=6, unique=True)


def verdicts(values: list[int], first: str, second: str) -> list[Verdict]:
    """Of the profit and the revenue of the first firm, each with the word of a scale."""
    told = [value / 10 for value in values]
    rows = [
        {"company": firm, "profit": told[at], "revenue": told[at + 3]}
        for at, firm in enumerate(FIRMS)
    ]
    text = f"Acme made a profit of ${told[0]} {first} on a revenue of ${told[3]} {second}."
    return [one.binding.verdict for one in bound(text, table(rows))]


@settings(max_examples=20)
@given(TWO, st.sampled_from(SCALES))
def test_two_numbers_in_one_scale_are_right(values: list[int], scale: str) -> None:
    found = verdicts(values, scale, scale)
    assert Verdict.SUPPORTED in found
    # the other may be undecided where one happens to be a multiple or share of another
    assert not {Verdict.CONTRADICTED, Verdict.UNSUPPORTED} & {*found}


@settings(max_examples=20)
@given(TWO)
@example([78, 13, 11, 156, 12, 14])  # one is the difference of both, in a scale that nothing tells
def test_two_scales_in_one_table_are_not(values: list[int]) -> None:
    assert Verdict.SUPPORTED not in verdicts(values, "million", "billion")


@settings(max_examples=20)
@given(TWO)
def test_one_number_alone_is_undecided(values: list[int]) -> None:
    told = [value / 10 for value in values]
    known = table([{"company": f, "profit": told[at]} for at, f in enumerate(FIRMS)])
    (one,) = bound(f"Acme made a profit of ${told[0]} million.", known)
    assert (one.binding.verdict, one.codes) == (Verdict.INCONCLUSIVE, ("UNIT_MISMATCH",))
    (other,) = bound(f"Acme made a profit of ${told[1]} million.", known)
    assert other.binding.verdict is not Verdict.SUPPORTED


@settings(max_examples=20)
@given(st.lists(TENTHS, min_size=3, max_size=3, unique=True), st.sampled_from(SCALES))
def test_a_scale_is_no_more_certain_of_a_sum(values: list[int], scale: str) -> None:
    profits = [value / 10 for value in values]
    rows = [{"company": f, "profit": p} for f, p in zip(FIRMS, profits, strict=True)]
    total = f"{sum(values) / 10:.1f}"
    (untold,) = bound(f"The total profit was ${total} {scale}.", table(rows))
    assert untold.binding.verdict is not Verdict.SUPPORTED
    (plain,) = bound(f"The total profit was ${total}.", table(rows))
    assert plain.binding.verdict is Verdict.SUPPORTED
