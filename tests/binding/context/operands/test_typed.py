"""What the unit of a number says of the columns whose units nothing tells."""

from __future__ import annotations

from typing import Any

COLUMNS = ["town", "temperature", "wind_speed", "pressure"]
ROWS = [["Ayr", 14.5, 6.5, 1013.0], ["Oban", 11.5, 9.5, 1008.0]]


def test_degrees_are_no_wind_speed(flagged: Any) -> None:
    # Trap: 6.5 is a value of Ayr's, but no column of degrees holds it.
    assert flagged("Ayr has 14.5 °C.", (COLUMNS, ROWS)) == []
    assert flagged("Ayr has 6.5 °C.", (COLUMNS, ROWS)) == ["6.5 °C"]


def test_a_speed_is_looked_for_among_speeds(read: Any) -> None:
    (number,) = read("A storm is near Oban, 9.5 m/s.", COLUMNS, ROWS)
    assert {c.columns for c in number.readings if c.columns} == {(2,)}


def test_a_time_is_looked_for_where_times_are(flagged: Any) -> None:
    # Trap: calls and agents are named, but only one column is in seconds.
    table = (
        ["team", "agents", "calls", "aht_sec"],
        [["Billing", 37, 39880, 412], ["Retention", 14, 11230, 588]],
    )
    said = "Retention's agents spend {} seconds on a call."
    assert flagged(said.format(588), table) == []
    assert flagged(said.format(412), table) == ["412 seconds"]
    assert flagged("Retention needs 588 seconds per call.", table) == []
