"""Who and what a sentence speaks of: up to three subjects, two measures and two periods."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bench.generated.facts import FactMeasure, FactPlace, Facts, FactTable


class Unfit(Exception):
    """A sentence cannot be made of this scene; another is tried."""


class GeneratedScene(NamedTuple):
    """Indices into the facts; -1 where there is no such thing."""

    table: FactTable
    subjects: tuple[int, int, int]
    measures: tuple[int, int]
    periods: tuple[int, int]

    @property
    def facts(self) -> Facts:
        """What the table states."""
        return self.table.facts

    def subject(self, letter: str) -> str:
        """The name of S, T or U."""
        index = self.subjects["STU".index(letter)]
        if index < 0 or not self.facts.subjects[index]:
            raise Unfit
        return self.facts.subjects[index]

    def measure(self, letter: str) -> FactMeasure:
        """M or N."""
        index = self.measures["MN".index(letter)]
        if index < 0:
            raise Unfit
        return self.facts.measures[index]

    def place(self, subject: str = "S", measure: str = "M", period: str = "p") -> FactPlace:
        """A fact by the letters of its subject, measure and period."""
        place = FactPlace(
            self.subjects["STU".index(subject)],
            self.periods["pq".index(period)],
            self.measures["MN".index(measure)],
        )
        if min(place) < 0:
            raise Unfit
        return place

    def about(self, place: FactPlace) -> GeneratedScene:
        """The same with the subject and period of a fact as S and p."""
        subjects = (place.subject, *(s for s in self.subjects if s != place.subject), -1)
        return self._replace(
            subjects=(subjects[0], subjects[1], subjects[2]),
            periods=(place.period, self.periods[1]),
        )


def scene(table: FactTable, random: Random) -> GeneratedScene:
    """A scene of a table; q is before p."""
    facts = table.facts
    some = [random.sample(range(len(pool)), min(len(pool), size)) for pool, size in (
        (facts.subjects, 3), (facts.measures, 2), (facts.periods, 2),
    )]  # fmt: skip
    subjects, measures, periods = ([*found, -1, -1, -1] for found in some)
    later, earlier = periods[:2] if periods[1] < 0 else sorted(periods[:2], reverse=True)
    return GeneratedScene(
        table,
        (subjects[0], subjects[1], subjects[2]),
        (measures[0], measures[1]),
        (later, earlier),
    )
