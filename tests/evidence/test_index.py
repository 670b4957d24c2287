"""Lookups against an obvious loop over all cells, in decimals."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampled import sampled

from fastpath._jit import KernelForm, forced
from sidecar.evidence import column_lookup, tables
from sidecar.evidence.header import Header
from sidecar.evidence.index import LARGE, OFTEN, Match, TableIndex
from sidecar.evidence.index_builder import Buildable, IndexBuilder
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import EXACT, Column

FORMS = [KernelForm.COMPILED, KernelForm.NUMPY]
"""Numba takes seconds to compile them."""


def index_of(*data: Sequence[object]) -> TableIndex:
    columns = [Column(name=f"c{place}") for place in range(len(data))]
    return TableIndex(tables.build_table(columns, data, Header(query_id="q"), EvidenceLimits()))


def expected(
    index: TableIndex, column: int, low: Decimal, high: Decimal, near: Decimal
) -> Match | None:
    """What a lookup means: every cell, one after the other."""
    cells = index.table.cells[column]
    best: Match | None = None
    best_key: tuple[bool, Decimal, int] | None = None
    for cell in range(cells.values.size):
        value = cells.exact(cell)
        agrees = low <= value <= high
        key = (not agrees, EXACT.subtract(value, near).copy_abs(), cell)
        if best_key is None or key < best_key:
            best, best_key = Match(column, cell, value, agrees), key
    return best


D = Decimal
# Ties on borders, neighbours that are one float, values that differ past 2**53, the ends.
NUMBERS = [
    *(D("1.05"), D("1.1"), D("1.15"), D("1.0500000000000000001"), D("0"), D("-0.0"), D("5e-324")),
    *(D(2**53), D(2**53 + 1), D(2**53 + 2), D(10**20), D(10**20 + 1), D("0.3"), D("-1.05")),
    D("0.30000000000000004"),
]
decimals = st.sampled_from(NUMBERS) | st.decimals(-1000, 1000, places=3)
floats = st.sampled_from(
    [0.1 + 0.2, 0.3, 1.05, 1.15, -0.0, 0.0, 5e-324, 1.7e308, -1.7e308, 2.0**53]
)
columns = st.one_of(
    st.lists(floats | st.floats(allow_nan=False, allow_infinity=False), max_size=12),
    st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(2**53, 2**53 + 3), max_size=12),
    st.lists(st.integers(2**63, 2**63 + 3) | st.integers(-9, 9), max_size=12),
    st.lists(decimals, max_size=12),
    st.lists(st.sampled_from(["1.05 x 1.15", "7", "none", None, 1.1]), max_size=12),
)


@st.composite
def claims(draw: st.DrawFn) -> tuple[Decimal, Decimal, Decimal]:
    near = draw(decimals | floats.map(lambda number: D(repr(number))))
    below, above = draw(st.tuples(*[st.sampled_from([D(0), D("0.05"), D(1), D("1e-17")])] * 2))
    return EXACT.subtract(near, below), EXACT.add(near, above), near


@settings(deadline=None)
@given(st.lists(columns, min_size=1, max_size=3), st.lists(claims(), min_size=1, max_size=5))
def test_lookups_equal_the_loop(
    data: list[list[object]], wanted: list[tuple[Decimal, Decimal, Decimal]]
) -> None:
    length = max(map(len, data))
    index = index_of(*([*column, *[None] * (length - len(column))] for column in data))
    matches = index.find_many(*zip(*wanted, strict=True))
    for claim, (low, high, near) in enumerate(wanted):
        for column in range(len(data)):
            match = expected(index, column, low, high, near)
            assert index.match(matches, claim, column) == match
            assert index.find(column, low, high, near) == match


@pytest.mark.slow
@pytest.mark.parametrize("form", list(KernelForm))
def test_index_and_buckets_are_equal_in_every_form(
    form: KernelForm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(column_lookup, "SMALL", 0)

    @settings(deadline=None)  # numba compiles, and machines are busy
    @given(st.lists(columns, min_size=1, max_size=3), st.lists(claims(), min_size=1, max_size=9))
    def equal(data: list[list[object]], wanted: list[tuple[Decimal, Decimal, Decimal]]) -> None:
        length = max(map(len, data))
        padded = [[*column, *[None] * (length - len(column))] for column in data]
        asked = list(zip(*wanted, strict=True))
        index = index_of(*padded)
        in_buckets = index.find_many(*asked)
        index.build()
        in_order = index.find_many(*asked)
        assert in_buckets.cells.tobytes() == in_order.cells.tobytes()
        assert in_buckets.agrees.tobytes() == in_order.agrees.tobytes()
        for claim, (low, high, near) in enumerate(wanted):
            for column in range(len(data)):
                match = expected(index, column, low, high, near)
                assert index.match(in_buckets, claim, column) == match

    with forced(form):
        equal()


@pytest.mark.parametrize("forms", sampled([FORMS, [*FORMS, KernelForm.NUMBA]], 2, ["most", "all"]))
def test_index_and_buckets_are_equal_on_many_values(
    forms: list[KernelForm], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Enough for a bucket to have more than a few values, with ties and outliers.
    random = np.random.default_rng(5)
    values = np.round(random.lognormal(3, 3, 60_000), 1)
    values[random.integers(0, values.size, 50)] *= -1e200
    near = [D(repr(v)) for v in [*random.choice(values, 40).tolist(), 0.05, -1e300, 1e300, 3.35]]
    low, high = [n - D("0.05") for n in near], [n + D("0.05") for n in near]
    answers = []
    for form in forms:
        with forced(form):
            index = index_of(values.tolist())
            answers.append(index.find_many(low, high, near))
            assert index.unsorted == values.size
            index.build()
            answers.append(index.find_many(low, high, near))
    for answer in answers:
        assert answer.cells.tolist() == answers[0].cells.tolist()
        assert answer.agrees.tolist() == answers[0].agrees.tolist()
    for claim in (0, 7, 40, 41, 42, 43):
        match = expected(index, 0, low[claim], high[claim], near[claim])
        assert index.match(answers[0], claim, 0) == match


class Asked(IndexBuilder):
    """Builds nothing, and remembers what it is asked."""

    def __init__(self, *, full: bool = False) -> None:
        super().__init__()
        self.asked: list[object] = []
        self.full = full

    def ask(self, wanted: Buildable) -> bool:
        self.asked.append(wanted)
        return not self.full


def large_index(builder: IndexBuilder) -> TableIndex:
    return TableIndex(index_of(list(range(10_000))).table, builder)


def ask_once(index: TableIndex, claims: int = 1) -> None:
    index.find_many([D(1)] * claims, [D(2)] * claims, [D(1)] * claims)


def test_columns_are_sorted_once_that_pays() -> None:
    builder = Asked()
    index = large_index(builder)
    for _ in range(OFTEN - 1):
        ask_once(index)
    assert builder.asked == []
    for _ in range(OFTEN):
        ask_once(index)
    assert builder.asked == [index]


def test_many_claims_have_columns_sorted_at_once() -> None:
    builder = Asked()
    index = large_index(builder)
    ask_once(index, LARGE)
    assert builder.asked == [index]


def test_a_full_builder_is_asked_again() -> None:
    builder = Asked(full=True)
    index = large_index(builder)
    ask_once(index, LARGE)
    builder.full = False
    ask_once(index)
    assert builder.asked == [index]
    for _ in range(OFTEN):
        ask_once(index)
    assert builder.asked == [index, index]


def test_small_columns_need_no_builder() -> None:
    builder = Asked()
    index = TableIndex(index_of([3.0, 1.0]).table, builder)
    for _ in range(OFTEN + 1):
        ask_once(index)
    assert builder.asked == []
    assert index.unsorted == 0


def find(values: Sequence[object], low: str, high: str, near: str) -> tuple[int, bool]:
    match = index_of(values).find(0, D(low), D(high), D(near))
    assert match is not None
    return match.cell, match.agrees


def test_cells_on_the_border_agree() -> None:
    # As floats, 1.1 - 0.05 is 1.05 and 1.1 + 0.05 is 1.1500000000000001.
    assert find([1.05], "1.05", "1.15", "1.1") == (0, True)
    assert find([1.15], "1.05", "1.15", "1.1") == (0, True)
    assert find([1.1500000000000001], "1.05", "1.15", "1.1") == (0, False)
    assert find([1.0499999999999998], "1.05", "1.15", "1.1") == (0, False)


def test_equally_close_cells_give_the_first() -> None:
    # As floats, 1.15 - 1.1 is less than 1.1 - 1.05.
    assert find([1.05, 1.15], "1.05", "1.15", "1.1") == (0, True)
    assert find([1.15, 1.05], "1.05", "1.15", "1.1") == (0, True)
    assert find([3.0, 1.0, 1.0, 3.0], "1.9", "2.1", "2") == (0, False)


def test_integers_past_2_to_the_53_are_told_apart() -> None:
    near = str(2**53 + 1)
    assert find([2**53, 2**53 + 2], near, near, near) == (0, False)
    assert find([2**53, 2**53 + 1, 2**53 + 2], near, near, near) == (1, True)


def test_integers_at_the_ends_of_64_bits() -> None:
    ends = [-(2**63), 2**63 - 1]
    assert find(ends, str(2**63), str(2**70), str(2**69)) == (1, False)
    assert find(ends, str(-(2**70)), str(-(2**63) - 1), str(-(2**69))) == (0, False)
    assert find(ends, str(2**63 - 1), str(2**70), str(2**69)) == (1, True)


def test_agreement_beats_closeness() -> None:
    # "at least 5" near 5: 4.9 is closer and does not agree.
    assert find([4.9, 7.0], "5", "100", "5") == (1, True)


def test_a_column_without_numbers_has_no_match() -> None:
    index = index_of(["x", None], [1, 2])
    assert index.find(0, D(0), D(1), D(1)) is None
    matches = index.find_many([D(0)], [D(1)], [D(1)])
    assert index.match(matches, 0, 0) is None
    assert matches.cells.tolist() == [[-1, 0]]
    assert matches.agrees.tolist() == [[False, True]]


def test_no_claims_and_no_columns() -> None:
    assert index_of([1]).find_many([], [], []).cells.shape == (0, 1)
    assert index_of().find_many([D(1)], [D(1)], [D(1)]).cells.shape == (1, 0)


def test_memory_covers_the_index_before_it_is_built() -> None:
    index = index_of([1.5, 2.5], [2**60, 2**60 + 1], ["x", "y"])
    before = index.nbytes
    index.build()
    orders = [each.ordered for each in index._indexes if each.ordered is not None]
    built = sum(ordered.keys.nbytes + ordered.order.nbytes for ordered in orders)
    assert index.nbytes == before == index.table.nbytes + built


@pytest.mark.parametrize("bad", ["NaN", "sNaN"])
def test_claims_that_are_no_numbers_are_refused(bad: str) -> None:
    with pytest.raises((ValueError, ArithmeticError)):
        index_of([1]).find_many([D(bad)], [D(1)], [D(1)])
