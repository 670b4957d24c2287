"""A threshold that a right count compares with is refuted by nothing."""

from __future__ import annotations

from bound_numbers import bound, table
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.model.evidence import Column
from sidecar.model.report import Verdict

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DEGREES = (2, 3, 6, 9, 13, 17, 19, 18, 15, 11, 6, 3)
TEMPERATURE = Column(name="mean_temp_c", label="Mean temperature", unit="°C")
WRITTEN = "- Months with a mean temperature above {} °C: {}\n- Fewest rainy days: 9 (September)"
FLAGGED = (Verdict.CONTRADICTED, Verdict.UNSUPPORTED)


@settings(max_examples=25)
@given(st.lists(st.integers(1, 4), min_size=12, max_size=12), st.sampled_from(DEGREES[3:9]))
def test_thresholds_of_right_counts(tenths: list[int], limit: int) -> None:
    degrees = [degree + tenth / 10 for degree, tenth in zip(DEGREES, tenths, strict=True)]
    rows = [
        {"month": month, "rain_mm": 50.5 + at, "rain_days": 9 + at % 8, "mean_temp_c": degree}
        for at, (month, degree) in enumerate(zip(MONTHS, degrees, strict=True))
    ]
    text = WRITTEN.format(limit, sum(degree > limit for degree in degrees))
    threshold, count, _ = bound(text, table(rows, columns=[TEMPERATURE]))
    assert count.binding.verdict is Verdict.SUPPORTED
    assert threshold.binding.verdict not in FLAGGED
