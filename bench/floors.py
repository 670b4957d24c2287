"""Accuracy has floors: what each set must reach, and whether it does.

``tests/yardsticks/floors.yaml`` holds for each set that ``make accuracy`` measures the least recall
and the most false alarms, with the reason for them. Figures are compared with it as they are
printed, with three digits: they are the same on every run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from bench import yaml_file

FILE = Path(__file__).parents[1] / "tests" / "yardsticks" / "floors.yaml"

_Share = Annotated[float, Field(ge=0, le=1)]
_Said = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Floor(BaseModel):
    """What a set must reach.

    Attributes:
        set: Its name.
        recall: The least share of wrong numbers that are flagged.
        false_alarms: The most of right numbers that are flagged; None where the set tells of none.
        reason: Why it is this and no other floor.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    set: _Said
    recall: _Share
    false_alarms: _Share | None
    reason: _Said


class MeasuredFloor(NamedTuple):
    """What a set was measured to have; figures are None where nothing is there to divide by."""

    set: str
    records: int
    precision: float | None
    recall: float | None
    false_alarms: float | None
    inconclusive: float | None


class FloorsError(ValueError):
    """The floors are not what they must be; the message says where."""


def load(file: Path = FILE) -> dict[str, Floor]:
    """The floors by set.

    Raises:
        FloorsError: If an entry is unsound, has no reason, or stands twice.
    """
    try:
        read = yaml_file.read(file)
        floors = TypeAdapter(list[Floor]).validate_python(read)
    except (yaml.YAMLError, ValueError) as problem:
        raise FloorsError(f"{file.name}: {problem}") from problem
    found = {floor.set: floor for floor in floors}
    if len(found) != len(floors):
        raise FloorsError(f"{file.name}: a set stands twice")
    return found


def missed(one: MeasuredFloor, floor: Floor | None) -> list[str]:
    """In which ways a set is below its floor; that it has none is one of them."""
    if floor is None:
        return ["it has no floor"]
    return [
        *_past("recall", one.recall, floor.recall, -1),
        *_past("false alarms", one.false_alarms, floor.false_alarms, 1),
    ]


def _past(name: str, measured: float | None, bound: float | None, worse: int) -> Iterator[str]:
    """What is said of a figure on the wrong side of its bound; ``worse`` is where that lies."""
    if measured is None and bound is None:
        return
    if measured is None or bound is None:
        yield f"{name}: measured {measured}, floor {bound}"
    elif (measured - bound) * worse > 0:
        yield f"{name} {measured:.3f} is {'above' if worse > 0 else 'below'} {bound:.3f}"


def rows(measured: Iterable[MeasuredFloor], floors: dict[str, Floor]) -> list[dict[str, object]]:
    """The table of what was measured, beside the floors."""
    return [
        {
            "set": one.set,
            "records": one.records,
            "precision": one.precision,
            "recall": one.recall,
            "at least": floor and floor.recall,
            "false alarms": one.false_alarms,
            "at most": floor and floor.false_alarms,
            "inconclusive": one.inconclusive,
            "met": "no" if missed(one, floor) else "yes",
        }
        for one in measured
        for floor in [floors.get(one.set)]
    ]


def complaints(measured: Sequence[MeasuredFloor], floors: dict[str, Floor]) -> list[str]:
    """Each way in which a set is below its floor, the set named."""
    return [f"{one.set}: {way}" for one in measured for way in missed(one, floors.get(one.set))]


def absent(measured: Iterable[MeasuredFloor], floors: dict[str, Floor]) -> list[str]:
    """The sets that have a floor and were not at hand."""
    return [name for name in floors if name not in {one.set for one in measured}]
