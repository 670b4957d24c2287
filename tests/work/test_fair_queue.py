"""Callers take turns, and what was taken out is gone."""

from __future__ import annotations

from sidecar.work.fair_queue import FairQueue, Lane


def anyone(_: Lane) -> int:
    return 0


def of(*places: str) -> FairQueue[int]:
    line: FairQueue[int] = FairQueue()
    for number, place in enumerate(places):
        line.add((place[0], place[1:]), number)
    return line


def taken(line: FairQueue[int]) -> list[int]:
    numbers = []
    while (found := line.take(anyone)) is not None:
        numbers.append(found[1])
    return numbers


def test_callers_take_turns() -> None:
    line = of("a", "a", "a", "b", "c", "b")
    assert len(line) == 6
    assert taken(line) == [0, 3, 4, 1, 5, 2]
    assert len(line) == 0


def test_the_lowest_rank_is_next_and_without_one_nobody() -> None:
    line = of("a", "b")
    ranks = {("a", ""): 1, ("b", ""): 0}
    assert line.take(ranks.get) == (("b", ""), 1)
    assert line.take(lambda _: None) is None
    assert len(line) == 1


def test_what_is_removed_is_not_taken() -> None:
    line = of("a", "a", "b")
    assert line.remove(("a", ""), 0)
    assert not line.remove(("a", ""), 0)
    assert not line.remove(("x", ""), 0)
    assert taken(line) == [1, 2]


def test_it_tells_how_many_come_first() -> None:
    line = of("a", "a", "a", "ax", "b", "c", "c")
    assert line.count_ahead("new") == 3  # one of each
    assert line.count_ahead("b") == 1 + 2 + 2
    assert line.count_ahead("a") == 7
    assert line.count_waiting("a") == 4
