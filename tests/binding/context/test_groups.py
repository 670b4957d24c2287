"""What groups of cells come to: amounts add up, prices and temperatures do not."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.candidate import Kind


@pytest.mark.parametrize(("measure", "adds"), [("cost", True), ("price", False), ("share", True)])
def test_prices_do_not_add_up_even_where_a_total_is_asked_for(
    read: Any, measure: str, adds: bool
) -> None:
    rows = [["Alder", 0.09], ["Birch", 0.24]]
    (found,) = read(f"The {measure} came to 0.33 in total.", ["plant", measure], rows)
    assert any(c.agrees for c in found.readings if c.kind is Kind.SUM) is adds
