"""Names of columns, and what is said about them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.errors import VerifydError
from sidecar.evidence import tables
from sidecar.evidence.budget import Budget
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column


@pytest.mark.parametrize(
    ("given_names", "final"),
    [
        (["a", "b"], ["a", "b"]),
        (["a", "a", "a"], ["a", "a#2", "a#3"]),
        (["a", "a", "a#2"], ["a", "a#3", "a#2"]),  # a given name stays with its column
        (["a#2", "a", "a"], ["a#2", "a", "a#3"]),
        (["", "x", " "], ["column_1", "x", "column_3"]),
        (["", "column_1"], ["column_1#2", "column_1"]),
        (["A", "a"], ["A", "a"]),
    ],
)
def test_unique(given_names: list[str], final: list[str]) -> None:
    assert tables.make_unique(given_names) == final


@given(st.lists(st.sampled_from(["a", "a#2", "a#2#2", "a#3", "", " ", "column_2"]), max_size=12))
def test_unique_names_are_unique_and_given_names_are_kept(names: list[str]) -> None:
    final = tables.make_unique(names)
    assert len(set(final)) == len(names) == len(final)
    assert all(final[names.index(name)] == name for name in set(names) if name.strip())


def describe(names: list[str], *said: Column) -> tuple[Column, ...]:
    budget = Budget(Header(query_id="q", columns=said), EvidenceLimits())
    return tables.describe_columns([Column(name=name) for name in names], budget)


def test_metadata_meets_its_column_by_name_in_any_order() -> None:
    said = (Column(name="b", unit="km"), Column(name="a", label="first"))
    assert describe(["a", "b", "c"], *said) == (
        Column(name="a", label="first"),
        Column(name="b", unit="km"),
        Column(name="c"),
    )


def test_metadata_that_names_a_twice_means_both() -> None:
    said = (Column(name="a", unit="km"), Column(name="a", unit="kg"))
    assert describe(["a", "a"], *said) == (
        Column(name="a", unit="km"),
        Column(name="a#2", unit="kg"),
    )


def test_a_column_without_a_name_is_described_by_its_place() -> None:
    assert describe(["x", ""], Column(name="column_2", unit="km"))[1].unit == "km"


@pytest.mark.parametrize("name", ["salery", "a#2", ""])
def test_metadata_of_an_absent_column_is_refused(name: str) -> None:
    with pytest.raises(VerifydError) as caught:
        describe(["a", ""], Column(name=name))
    assert caught.value.reason == "EVIDENCE_COLUMN_UNKNOWN"
    assert caught.value.metadata == {"query_id": "q", "column": name}
