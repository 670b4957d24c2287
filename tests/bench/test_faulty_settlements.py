"""Nothing is booked by a fault, and what is wrong would be told."""

from __future__ import annotations

from bench.faulty_settlements import RIGHT, SettlementTally, faults, run


def test_a_short_run_books_each_task_once_and_in_the_right_way() -> None:
    tally, ledger = run(12, 0.4, seed=2)
    assert faults(12, tally, ledger) == []
    assert tally.refused  # else nothing had failed
    assert len(ledger) == len(tally.settled) == 12


def test_what_is_wrong_is_told() -> None:
    ledger = {"key-0": RIGHT[0], "key-1": (False, 0, 200_000_000), "key-7": RIGHT[1]}
    tally = SettlementTally(wrong=["key-2: INTERNAL"], settled={"key-0": RIGHT[1]})
    found = faults(3, tally, ledger)
    assert [one.partition(":")[0] for one in found] == ["key-2", "key-1", "key-2", "key-7", "key-0"]
