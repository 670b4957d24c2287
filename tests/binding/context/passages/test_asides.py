"""Periods that a sentence tells of other numbers: compared with, or in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.passages import asides
from sidecar.binding.language.words import Token, tokens

STOCK = (
    ["warehouse", "year", "crates", "pallets"],
    [
        ["Leith", 2022, 740, 61],
        ["Leith", 2023, 815, 66],
        ["Troon", 2022, 390, 34],
        ["Troon", 2023, 362, 29],
    ],
)
OLD, NEW = 0, 1


@pytest.mark.parametrize(
    "text",
    [
        "In 2023 Leith held 815 crates (2022: 740), and 66 pallets.",
        "Leith held 815 crates in 2023, up from 740 in 2022. There were 66 pallets.",
        "Leith held 815 crates in 2023 (740 in 2022). It also has 66 pallets.",
        "Leith held 815 crates in 2023, compared with 740 in 2022. It also has 66 pallets.",
    ],
)
def test_a_period_beside_is_no_topic_of_what_follows(read: Any, text: str) -> None:
    last = read(text, *STOCK)[-1]
    assert last.link(NEW) > last.link(OLD) + 0.2


def test_a_period_of_what_was_compared_is_not_that_of_the_number(read: Any) -> None:
    found = read("At Leith there were 815 crates, against 740 crates in 2022.", *STOCK)
    assert found[0].link(OLD) == 0
    assert found[1].link(OLD) > 1


def test_what_a_list_in_brackets_goes_on_with_keeps_its_period(read: Any) -> None:
    last = read("Leith held 815 crates (in 2022 740 crates and 61 pallets).", *STOCK)[-1]
    assert last.link(OLD) > 1


def test_a_number_in_brackets_is_of_the_period_right_before_them(read: Any) -> None:
    last = read("In 2023 Troon held fewer crates than in 2022 (390).", *STOCK)[-1]
    assert last.link(2) > last.link(3)


def test_a_step_is_told_from_the_topic_and_not_from_what_is_compared(read: Any) -> None:
    rows = [["Leith", y, c] for y, c in ((2021, 702), (2022, 740), (2023, 815))]
    text = "Leith held 815 crates in 2023, after 702 in 2021. The year before, it held 740."
    last = read(text, ["warehouse", "year", "crates"], rows)[-1]
    assert last.link(1) > max(last.link(0), last.link(2))


BERTHS = (
    ["quarter", "calls", "berths", "tugs"],
    [
        ["Q4 2023", 398, 19, 7], ["Q1 2024", 410, 17, 8], ["Q2 2024", 433, 18, 5],
        ["Q3 2024", 421, 21, 9], ["Q4 2024", 485, 28, 6],
    ],
)  # fmt: skip
DEPOTS = (["depot", "vans", "drivers"], [["Leith", 64, 81], ["Troon", 29, 37], ["Oban", 47, 58]])


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        # What stands behind a number in brackets is told of that number alone.
        ("Q4 had ⟨485⟩ calls, 17.3 a berth (20.9 in the same quarter of 2023).", "398"),
        ("Calls: ⟨485⟩ (Q4 2024), 421 (Q3 2024).", "398"),
        ("Calls: 485 (Q4 2024), ⟨421⟩ (Q3 2024).", "410"),
        # What is told in brackets goes on in the next ones.
        ("In the latest quarter there were ⟨485⟩ calls, 421 in the one before.", "433"),
        ("In the latest quarter there were 485 calls, ⟨421⟩ in the one before.", "433"),
        ("The latest figure is ⟨485⟩ calls.", "421"),
        ("In the most recent quarter ⟨485⟩ calls came in.", "410"),
    ],
)
def test_the_period_of_each_number(flagged: Any, text: str, wrong: str) -> None:
    right = text[text.index("⟨") + 1 : text.index("⟩")]
    said = text.replace("⟨", "").replace("⟩", "")
    assert flagged(said, BERTHS) == []
    assert flagged(said.replace(right, wrong), BERTHS) != []


def test_a_name_in_brackets_is_that_of_the_number_before(flagged: Any) -> None:
    said = "The best have {} vans (Leith), 47 (Oban) and 29 (Troon)."
    assert flagged(said.format("64"), DEPOTS) == []
    assert flagged(said.format("47"), DEPOTS) == ["47"]


def test_what_brackets_tell_goes_on_in_the_next_ones(flagged: Any) -> None:
    said = "Leith is the fullest (815 crates in 2023), ahead of Troon ({})."
    assert flagged(said.format("362"), STOCK) == []
    assert flagged(said.format("390"), STOCK) == ["390"]


def test_the_one_before_no_period_is_none(flagged: Any) -> None:
    assert flagged("Leith has 64 vans, Oban 47 in the one before.", DEPOTS) == []


def test_what_a_number_is_held_against_is_looked_for_nearby() -> None:
    # Trap: all words before each name were searched, for each number of a sentence of many.
    text = "9 " + "sold of " * 2000 + "in Leith"
    seen = _Seen(tokens(text, 0, len(text)))
    assert not asides.is_compared(seen, len(seen) - 1)
    assert seen.asked < 20


class _Seen(list[Token]):
    """Words that count how often one is looked at."""

    asked = 0

    def __getitem__(self, at: Any) -> Any:
        self.asked += 1
        return super().__getitem__(at)


def test_a_list_may_be_what_a_number_is_held_against() -> None:
    # Trap: a long list took as many nested calls as it has numbers.
    text = "5 after " + ", ".join(str(100 + at) for at in range(3000)) + " in Leith"
    words = tokens(text, 0, len(text))
    assert asides.is_compared(words, len(words) - 1, 0)
