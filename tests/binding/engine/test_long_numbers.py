"""Numbers of more digits than the usual decimals have."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict


@pytest.mark.parametrize("digits", [29, 31])
def test_a_long_number_is_read(bind: Any, digits: int) -> None:
    bound, _ = bind(
        f"Alder has {10 ** (digits - 1):,} staff.", ["office", "staff"], [["Alder", 12]]
    )
    assert bound[0].binding.verdict is not Verdict.SUPPORTED
