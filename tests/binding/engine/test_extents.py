"""How far row sets reach."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from ranked_numbers import evidence_of

from sidecar.binding.engine.extents import SCOPES, TIMES, extent

MONTHS = ["2024-01", "2024-02", "2024-03"]
CITIES = ["Oslo", "Bergen"]
ROWS = [
    {"city": city, "month": month, "visits": 4000 + 7 * at + row}
    for at, city in enumerate(CITIES)
    for row, month in enumerate(MONTHS)
]
VIEW = evidence_of(ROWS).views[0]

CODES = st.none() | st.sets(st.integers(0, 2), min_size=1).map(sorted).map(tuple)


@given(CODES, st.none() | st.sampled_from([(0,), (1,)]))
def test_time_and_labels_tell_how_far_a_row_set_reaches(
    months: tuple[int, ...] | None, cities: tuple[int, ...] | None
) -> None:
    time, scope = extent(VIEW, (cities, months))
    assert SCOPES[scope] == ("one" if cities else "all of few")
    reach, _, grain = TIMES[time].partition(" ")
    assert grain == "month"
    if months is None or len(months) > 1:
        assert reach == ("all" if months is None else "several")
    else:
        assert reach == ("latest" if months == (2,) else "one")
