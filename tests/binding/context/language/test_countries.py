"""Codes of countries: those of the standard, and those that are in wide use beside them."""

from __future__ import annotations

import pytest

from sidecar.binding.context.language.countries import are_codes, named


@pytest.mark.parametrize(
    "labels", [["US", "UK", "DE", "FR"], ["UK", "FR"], ["EL", "UK", "DE"], ["EU", "UK", "US"]]
)
def test_a_code_in_wide_use_leaves_the_others_readable(labels: list[str]) -> None:
    assert are_codes(labels)
    assert [place for place, _ in named(labels)] == list(range(len(labels)))


def test_uk_is_the_united_kingdom_as_gb_is() -> None:
    assert len({name for _, name in named(["UK", "GB", "GBR"])}) == 1


def test_departments_are_no_countries_though_it_and_hr_are_codes() -> None:
    assert not are_codes(["IT", "HR", "Sales", "Finance"])
