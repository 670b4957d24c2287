"""What is counted: rows past a bound that a unit names, and their share of all."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind
from sidecar.model.report import Verdict

COLUMNS = ["order", "items", "weight", "age", "amount_eur", "returned"]
ROWS = [
    ["A", 3, 1, 5, 184.5, "no"],
    ["B", 1, 2, 6, 259.9, "no"],
    ["C", 2, 3, 7, 221.0, "yes"],
    ["D", 9, 4, 8, 21.0, "no"],
]


@pytest.mark.parametrize(("said", "right"), [("2", True), ("0", False)])
def test_a_bound_in_euro_is_one_of_the_amounts_and_not_of_the_items(
    read: Any, said: str, right: bool
) -> None:
    found = read(f"Orders with items above €200: {said}", COLUMNS, ROWS)[1]
    counts = [c for c in found.readings if c.kind is Kind.COUNT and " > " in c.show().formula]
    assert [c.agrees for c in counts] == [right]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("There was one order returned, 25% of all.", True),
        ("There were two orders returned, 25% of all.", False),
        ("There was one order returned, 25% of the sum.", False),
    ],
)
def test_a_share_of_all_is_of_the_rows_that_the_sentence_counts(
    read: Any, text: str, right: bool
) -> None:
    found = read(text, COLUMNS, ROWS)[1]
    shares = [c for c in found.readings if c.kind is Kind.SHARE]
    assert any(c.agrees and "row_count" in c.show().formula for c in shares) is right


def test_a_name_before_of_is_no_part_of_a_whole(read: Any) -> None:
    # "Four of six" counts six; "a goal difference of one" counts no team.
    columns, rows = ["team", "goal_difference"], [["Alder", -1], ["Birch", 4]]
    (found,) = read("Alder had a goal difference of one.", columns, rows)
    assert not [c for c in found.readings if c.kind is Kind.COUNT and c.cue]


TEAMS = ["team", "tickets_2023", "tickets_2024", "staff"]
TICKETS = [
    ["Alder", 120, 140, 9], ["Birch", 150, 90, 8], ["Cedar", 80, 60, 5], ["Dogwood", 90, 190, 3],
]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "right"), [("two", True), ("2", True), ("3", False), ("four", False)]
)
def test_rows_past_a_bound_are_counted_in_the_column_and_period_of_the_bound(
    flagged: Any, said: str, right: bool
) -> None:
    text = f"In 2024, {said} of the four teams had tickets above 100."
    assert flagged(text, (TEAMS, TICKETS)) == ([] if right else [said])


def test_the_whole_that_is_counted_out_of_is_that_of_the_labels(flagged: Any) -> None:
    assert flagged("Birch ranked third of the five teams by staff.", (TEAMS, TICKETS)) == [
        "third", "five",
    ]  # fmt: skip


def test_how_many_there_are_of_what_is_known_is_no_count_past_a_bound(read: Any) -> None:
    # "The four teams rose from more than 400": four is not how many have more than 400.
    four = read("Tickets of the four teams rose from more than 400 to 480.", TEAMS, TICKETS)[0]
    assert not [c for c in four.readings if c.explicit and ">" in c.show().formula]


def test_a_count_out_of_all_is_plainly_that_of_the_rows_past_the_bound(read: Any) -> None:
    two = read("In 2024, two of the four teams had tickets above 100.", TEAMS, TICKETS)[0]
    plain = [c.show().formula for c in two.readings if c.explicit]
    assert plain == ["count(data[0:4].tickets_2024 > 100)"]


LINES = (["area", "line_km"], [["North", 4100], ["East", 5260], ["South", 3900], ["West", 3400]])


def test_a_distance_that_something_stretches_over_bounds_no_rows(flagged: Any) -> None:
    assert flagged("We run over 16,660 km of line in four areas.", LINES) == []


def test_a_bound_inside_the_values_still_counts_rows(flagged: Any) -> None:
    assert flagged("Over 4,000 km of line lie in two areas.", LINES) == []


def test_a_bound_behind_a_full_stop_bounds_no_count_before_it(read: Any) -> None:
    found = read("two areas were repaired. line km over 4,000: three", *LINES)
    assert not any("> 4000" in c.show().formula for c in found[0].readings)


EVENTS = ["port", "hour", "kind", "detail"]
LOG = [
    ["Genoa", 6, "Strike", "Walkout 1"], ["Genoa", 7, "Strike", "Walkout 2"],
    ["Bari", 7, "Strike", "Walkout 1"], ["Genoa", 9, "Fire", "Quay"], ["Bari", 11, "Fire", "Ship"],
    ["Genoa", 12, "Strike", "Walkout 3"], ["Genoa", 15, "Fire", "Crane"],
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Several strikes hit the ports, with Genoa seeing three stoppages and Bari one.", []),
        ("Several strikes hit the ports, with Genoa seeing five stoppages and Bari one.", ["five"]),
        ("There were numerous walkouts, including three by the crews of Genoa.", []),
        ("There were numerous walkouts, including eight by the crews of Genoa.", ["eight"]),
    ],
)
def test_a_number_counts_for_its_row_what_there_were_several_of(
    flagged: Any, text: str, wrong: list[str]
) -> None:
    assert flagged(text, (EVENTS, LOG)) == wrong


def test_a_list_of_figures_counts_nothing_of_what_there_are_several_of(read: Any) -> None:
    first, second, _ = read("Multiple strikes hit berths 1, 2, 3 in Genoa.", EVENTS, LOG)
    assert not any(c.kind is Kind.COUNT and c.cue for c in (*first.readings, *second.readings))


def test_a_plural_is_all_labels_that_are_called_so(read: Any) -> None:
    found = read("Genoa saw three walkouts.", EVENTS, LOG)[0]
    counted = {c.show().formula for c in found.readings if c.kind is Kind.COUNT}
    assert any("Walkout 1 or Walkout 2 or Walkout 3" in one for one in counted)
    assert not any(one.endswith("=Walkout 1)") for one in counted)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("All but two clinics have more than 25 beds; they treat 9,415 patients.", []),
        ("All but three clinics have more than 25 beds.", ["three"]),
        ("All but two of the clinics are public.", []),
        ("All but one clinic have more than 20 beds. Together they have 232.", []),
    ],
)
def test_all_but_some_counts_the_others(flagged: Any, said: str, wrong: list[str]) -> None:
    # Trap: five clinics have more than 25 beds.
    rows = [
        ["Ashton", "public", 48, 2140], ["Birch", "private", 22, 980], ["Cray", "public", 64, 2985],
        ["Dene", "public", 31, 1310], ["Esk", "private", 18, 760], ["Fawley", "public", 40, 1875],
        ["Gill", "public", 27, 1105],
    ]  # fmt: skip
    assert flagged(said, (["clinic", "type", "beds", "patients"], rows)) == wrong


@pytest.mark.parametrize(
    "said", ["Four of the four depots were late.", "Four of four depots fell."]
)
def test_what_is_said_of_all_rows_is_no_count_of_rows(bind: Any, said: str) -> None:
    """Trap: there are four depots, of which nobody knows how many were late."""
    rows = [["Aix", 310], ["Bern", 268], ["Cork", 154], ["Delft", 402]]
    bound, _ = bind(said, ["depot", "parcels"], rows)
    assert bound[0].binding.verdict is not Verdict.SUPPORTED


def test_rows_of_several_keys_that_are_left_are_shown_by_their_numbers(read: Any) -> None:
    """Trap: no column tells such rows apart, so that there is no label to name them by."""
    keys = [(r, c) for r in ("North", "South", "East", "West") for c in ("web", "shop")]
    rows = [[*key, 100 + 7 * at] for at, key in enumerate(keys)]
    told = read(
        "Of these five, except South, three were good.", ["region", "channel", "orders"], rows
    )
    shown = {c.show().formula for one in told for c in one.readings if c.kind is Kind.COUNT}
    assert "count(data[0,1,4,5,6,7])" in shown
