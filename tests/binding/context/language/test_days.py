"""Days by their places, days together, times of day: which rows of a series a number speaks of."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["time", "temperature", "sky"]
ROWS = [
    [f"2024-03-{day:02d} {hour:02d}:00:00", 10 * day + hour / 10, "thin clouds"]
    for day in (4, 5, 6)
    for hour in (0, 6, 12, 18)
]  # 4 March 2024 is a Monday


def highest(found: Any) -> str:
    """The formula of the highest value that is linked best."""
    best = max((c for c in found.readings if c.kind is Kind.EXTREME), key=lambda c: c.row)
    return str(best.show().formula)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("The temperature on the first day has a high of 41.8.", "0:4"),
        ("Day two has a high temperature of 51.8.", "4:8"),
        ("The last day has a high temperature of 61.8.", "8:12"),
        ("It is mild on Monday. On Tuesday there is a high temperature of 51.8.", "4:8"),
        ("The first two days have a high temperature of 51.8.", "0:8"),
        ("The second and third days have a high temperature of 61.8.", "4:12"),
        ("Monday and Tuesday have a high temperature of 51.8.", "0:8"),
        ("It is mild on March 4. The following day has a high temperature of 51.8.", "4:8"),
        ("It is mild on Monday. The next day is so too. The next day has a high of 61.8.", "8:12"),
    ],
)
def test_days_are_found_by_what_the_text_calls_them(read: Any, text: str, rows: str) -> None:
    assert highest(read(text, COLUMNS, ROWS)[-1]) == f"max(data[{rows}].temperature)"


def test_respectively_tells_days_apart(read: Any) -> None:
    text = "Monday and Tuesday have highs in temperature of 41.8 and 51.8, respectively."
    formulas = {c.show().formula for f in read(text, COLUMNS, ROWS) for c in f.readings}
    assert "max(data[0:8].temperature)" not in formulas


def test_a_day_past_the_last_one_is_not_the_last(read: Any) -> None:
    (found,) = read("Day five has a high temperature of 61.8.", COLUMNS, ROWS)[-1:]
    assert highest(found) == "max(data[0:12].temperature)"


def test_a_time_of_day_narrows_a_day(read: Any) -> None:
    (found,) = read("On Tuesday morning the temperature is 50.6.", COLUMNS, ROWS)
    assert found.link(5) > found.link(6)


@pytest.mark.parametrize("said", ["during the day", "by day", "in the daytime"])
def test_by_day_is_no_day_but_a_time_of_it(read: Any, said: str) -> None:
    # Trap: the night that is told of next is not a time of this number.
    text = f"On Tuesday it has a high temperature of 51.2 {said}, followed by a clear night."
    assert "data[5:7]" in highest(read(text, COLUMNS, ROWS)[0])


def test_a_word_of_a_label_names_no_column(read: Any) -> None:
    columns, rows = ["time", "clouds", "sky"], [[r[0], 50 + i, r[2]] for i, r in enumerate(ROWS)]
    (cover,) = read("The clouds cover 50.", columns, rows)
    (other,) = read("Thin clouds are seen with 50.", columns, rows)

    def named(found: Any) -> float:
        return float(max(c.column for c in found.readings))

    assert named(other) < named(cover)


def test_a_unit_tells_what_is_measured(read: Any) -> None:
    rows = [["Doha", 21.5, 40], ["Lusail", 22.5, 60]]
    (found,) = read("Doha has 21.5 °C.", ["city", "temperature", "humidity"], rows)
    assert found.naming(1) > 0
    assert found.naming(2) == 0


def test_a_place_that_is_named_in_another_table_has_no_temperature_there(read: Any) -> None:
    place = ["city", "latitude", "longitude"], [["Doha", 25.3, 51.5]]
    (found,) = read("Doha has 25.3 °C on Monday.", COLUMNS, ROWS, beside=[place])
    assert found.readings
    assert {c.table for c in found.readings} == {0}


def test_degrees_celsius_name_no_column_of_angles(read: Any) -> None:
    columns, rows = (
        ["time", "temperature", "wind_deg"],
        [[*r[:2], 7 * i] for i, r in enumerate(ROWS)],
    )
    (celsius,) = read("Monday has a high of 41 degrees Celsius.", columns, rows)
    (angle,) = read("Monday has a wind of 41 degrees.", columns, rows)
    assert not any(c.head for c in celsius.readings)
    assert any(2 in c.columns and c.column > 0.5 for c in angle.readings)


@pytest.mark.parametrize(
    ("said", "column"), [("low", 1), ("lowest", 1), ("high", 2), ("highest", 2)]
)
def test_a_low_is_named_by_the_column_of_the_minimum(read: Any, said: str, column: int) -> None:
    columns = ["time", "temp_min", "temp_max"]
    rows = [[r[0], 3 + i, 40 - i] for i, r in enumerate(ROWS)]
    (found,) = read(f"Monday has a {said} temperature of 5.", columns, rows)
    best = max((c for c in found.readings if c.kind is Kind.EXTREME), key=lambda c: c.column)
    assert best.columns == (column,)


def test_five_days_are_five_times_a_day_though_they_touch_six_dates(read: Any) -> None:
    rows = [
        [f"2024-03-{4 + hour // 24:02d} {hour % 24:02d}:00:00", 20.0, "thin clouds"]
        for hour in range(13, 13 + 120, 6)
    ]
    (five,) = read("Over the next five days it is mild.", COLUMNS, rows)
    (four,) = read("Over the next four days it is mild.", COLUMNS, rows)
    assert any(c.agrees for c in five.readings if c.kind is Kind.COUNT)
    assert not any(c.agrees for c in four.readings if c.kind is Kind.COUNT)


def test_a_description_after_a_temperature_is_not_what_it_counts(read: Any) -> None:
    columns, rows = (
        ["time", "temperature", "clouds"],
        [[*r[:2], 50 + i] for i, r in enumerate(ROWS)],
    )
    (found,) = read(
        "On Monday a maximum temperature of 41.8°C under clouds is seen.", columns, rows
    )
    assert not any(c.head for c in found.readings)


def test_what_a_day_is_like_does_not_narrow_its_range(read: Any) -> None:
    # Trap: half of Tuesday has rain, and the lowest value there is not that of the day.
    wet = {time for time, _, _ in ROWS[6:8]}
    rows = [[time, value, "rain" if time in wet else sky] for time, value, sky in ROWS]
    found = read(
        "On Tuesday there is rain, and temperatures vary between 50 and 51.8.", COLUMNS, rows
    )
    lowest = {c.show().formula for c in found[0].readings if c.kind is Kind.EXTREME}
    assert "min(data[4:8].temperature)" in lowest
    assert "min(data[6:8].temperature)" not in lowest
