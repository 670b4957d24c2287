"""What can be computed of a scene, with the operands, and results of the wrong operands."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from bench.generated.facts import FactMeasure, FactPlace, FactUnit
from bench.generated.scenes import GeneratedScene, Unfit
from bench.generated.written import MULTIPLES, Form

Values = Sequence[Decimal]

COUNT = FactMeasure("", FactUnit("count"))
_SHARE = FactMeasure("", FactUnit("percent", "%"), places=1)
_POINTS = FactMeasure("", FactUnit("measure", "percentage points"), places=1)
_TIMES = FactMeasure("", FactUnit("count"), places=1)
_MOST_GROWTH = 500
_NEARLY = Decimal("0.009")  # inside of the default tolerance


class Derived(NamedTuple):
    """A result.

    Attributes:
        formula: Its name.
        value: Exact to thirty digits.
        measure: How results of this kind are written.
        operands: The facts it is made of.
        others: Results of the same formula over other facts.
        scene: The scene that it holds in, S or p being what it names.
        form: How it is written.
    """

    formula: str
    value: Decimal
    measure: FactMeasure
    operands: tuple[FactPlace, ...]
    others: tuple[Decimal, ...]
    scene: GeneratedScene
    form: Form = "number"


def mean(values: Values) -> Decimal:
    """The mean, exact until the last division."""
    exact = sum(map(Fraction, values), Fraction(0)) / len(values)
    return Decimal(exact.numerator) / Decimal(exact.denominator)


def total(values: Values) -> Decimal:
    """The sum."""
    return sum(values, Decimal(0))


_AGGREGATES: dict[str, Callable[[Values], Decimal]] = {
    "sum": total,
    "mean": mean,
    "median": statistics.median,
    "max": max,
    "min": min,
}


def derive(formula: str, scene: GeneratedScene) -> Derived:
    """The result of a formula.

    Raises:
        Unfit: Where it means nothing here, or a tie leaves it open.
    """
    head, _, scope = formula.partition(" of ")
    if scope in ("subjects", "periods"):
        return _aggregate(formula, _AGGREGATES[head], scope, scene)
    return _OTHERS[formula](scene)


def _line(scope: str, place: FactPlace, scene: GeneratedScene) -> tuple[FactPlace, ...]:
    """The facts beside one: of all subjects, or of all periods."""
    if scope == "subjects":
        return tuple(place._replace(subject=s) for s in range(len(scene.facts.subjects)))
    return tuple(place._replace(period=p) for p in range(len(scene.facts.periods)))


def _aggregate(
    formula: str, compute: Callable[[Values], Decimal], scope: str, scene: GeneratedScene
) -> Derived:
    place, measure = scene.place(), scene.measure("M")
    line = _line(scope, place, scene)
    if len(line) < 3 or (formula.startswith("sum") and not measure.additive):
        raise Unfit
    values = [scene.facts.value(one) for one in line]
    result = compute(values)
    if formula.startswith(("max", "min")):
        if values.count(result) > 1:
            raise Unfit
        scene = scene.about(line[values.index(result)])
    elif formula.startswith("mean"):
        measure = measure._replace(places=max(measure.places, measure.factor.adjusted() + 1))
    lines = [_line(scope, other, scene) for other in _beside(place, scope, scene)]
    others = [compute([scene.facts.value(one) for one in other]) for other in lines]
    return Derived(formula, result, measure, line, (*others, *_near(values, result)), scene)


def _beside(place: FactPlace, scope: str, scene: GeneratedScene) -> list[FactPlace]:
    """Facts whose line could be taken by mistake: another period, subject or like measure."""
    facts = scene.facts
    unit = facts.measures[place.measure].unit
    found = [
        place._replace(measure=m)
        for m, measure in enumerate(facts.measures)
        if m != place.measure and measure.unit == unit
    ]
    if scope == "subjects":
        found += [place._replace(period=p) for p in scene.periods if p not in (place.period, -1)]
    else:
        found += [place._replace(subject=s) for s in scene.subjects if s not in (place.subject, -1)]
    return found


def _near(values: Values, result: Decimal) -> list[Decimal]:
    """For an extreme: the next to it."""
    ordered = sorted(values)
    if result == ordered[-1]:
        return [ordered[-2]]
    return [ordered[1]] if result == ordered[0] else []


def _two(scene: GeneratedScene) -> tuple[tuple[FactPlace, FactPlace], Decimal, Decimal]:
    places = scene.place("S"), scene.place("T")
    return places, scene.facts.value(places[0]), scene.facts.value(places[1])


def _third(scene: GeneratedScene) -> list[Decimal]:
    """The value of U, which could be taken by mistake."""
    return [scene.facts.value(scene.place("U"))] if scene.subjects[2] >= 0 else []


def _sum_of_two(scene: GeneratedScene) -> Derived:
    places, first, second = _two(scene)
    if not scene.measure("M").additive:
        raise Unfit
    others = tuple(first + value for value in _third(scene))
    return Derived("sum of two", first + second, scene.measure("M"), places, others, scene)


def _difference(scene: GeneratedScene) -> Derived:
    places, first, second = _two(scene)
    measure = scene.measure("M")
    if first == second or measure.unit.kind == "percent":
        raise Unfit
    others = tuple(first - value for value in _third(scene))
    return Derived("difference", first - second, measure, places, others, scene)


def _ratio(scene: GeneratedScene) -> Derived:
    places, first, second = _two(scene)
    if second <= 0 or not Decimal("1.3") <= first / second <= 20 or scene.measure("M").signed:
        raise Unfit
    others = tuple(first / value for value in _third(scene) if value > 0)
    return Derived("ratio", first / second, _TIMES, places, others, scene)


def _share(scene: GeneratedScene) -> Derived:
    measure, place = scene.measure("M"), scene.place()
    line = _line("subjects", place, scene)
    whole = total([scene.facts.value(one) for one in line])
    if len(line) < 3 or not measure.additive or measure.signed or whole <= 0:
        raise Unfit
    part = 100 * scene.facts.value(place) / whole
    if part < 2:
        raise Unfit
    others = tuple(100 * value / whole for value in _third(scene))
    return Derived("share", part, _SHARE, (place, *line), others, scene)


def _growth(scene: GeneratedScene) -> Derived:
    places = scene.place(period="q"), scene.place()
    before, after = (scene.facts.value(place) for place in places)
    if before <= 0 or scene.measure("M").signed or scene.measure("M").unit.kind == "percent":
        raise Unfit
    result = 100 * (after - before) / before
    if not 1 <= abs(result) <= _MOST_GROWTH:
        raise Unfit
    # of the value after, not before: the usual slip
    others = [100 * (after - before) / after, *_elsewhere(scene, lambda b, a: 100 * (a - b) / b)]
    return Derived("growth", result, _SHARE, places, tuple(others), scene)


def _yearly(scene: GeneratedScene) -> Derived:
    """The compound rate from the first year to the last."""
    facts, place = scene.facts, scene.place()
    years = len(facts.periods) - 1
    places = place._replace(period=0), place._replace(period=years)
    before, after = (facts.value(place) for place in places)
    if "year" not in facts.periods[0].word or years < 2 or min(before, after) <= 0:
        raise Unfit
    if scene.measure("M").signed or scene.measure("M").unit.kind == "percent":
        raise Unfit
    result = 100 * ((after / before) ** (Decimal(1) / years) - 1)
    others = (100 * (after - before) / before, 100 * (after - before) / before / years)
    return Derived("yearly growth", result, _SHARE, places, others, scene)


def _multiple(scene: GeneratedScene) -> Derived:
    """Somebody whose value became nearly two, three or four times as much."""
    facts, place = scene.facts, scene.place()
    if scene.measure("M").signed:
        raise Unfit
    for one in _line("subjects", place, scene):
        places = one._replace(period=scene.place(period="q").period), one
        before, after = (facts.value(place) for place in places)
        times = round(after / before) if before > 0 else 0
        if times in MULTIPLES and abs(after / before - times) <= times * _NEARLY:
            named = scene.about(one)
            others = tuple(Decimal(other) for other in MULTIPLES if other != times)
            return Derived("multiple", after / before, COUNT, places, others, named, "multiple")
    raise Unfit


def _points(scene: GeneratedScene) -> Derived:
    places = scene.place(period="q"), scene.place()
    before, after = (scene.facts.value(place) for place in places)
    measure = scene.measure("M")
    if measure.unit.kind != "percent" or measure.signed or before == after:
        raise Unfit
    others = tuple(_elsewhere(scene, lambda b, a: a - b))
    return Derived("points", after - before, _POINTS, places, others, scene)


def _elsewhere(
    scene: GeneratedScene, change: Callable[[Decimal, Decimal], Decimal]
) -> list[Decimal]:
    """The same change of another subject."""
    if scene.subjects[1] < 0:
        return []
    before, after = (scene.facts.value(scene.place("T", period=p)) for p in "qp")
    return [change(before, after)] if before > 0 else []


def _rank(scene: GeneratedScene) -> Derived:
    place, facts = scene.place(), scene.facts
    line = _line("subjects", place, scene)
    values = [facts.value(one) for one in line]
    if len(line) < 5:
        raise Unfit
    ordered = sorted(values, reverse=True)
    # ranks of the first ten are stated; a rank of 1,204 is not
    rank = 2 + place.subject % min(9, len(line) - 2)
    value = ordered[rank - 1]
    if values.count(value) > 1:
        raise Unfit
    named = scene.about(line[values.index(value)])
    others = (Decimal(rank - 1), Decimal(rank + 1))
    return Derived("rank", Decimal(rank), COUNT, line, others, named, "rank")


def limit(scene: GeneratedScene) -> Decimal:
    """A round number inside the values of all subjects, near the third quarter."""
    line = _line("subjects", scene.place(), scene)
    values = sorted(scene.facts.value(one) for one in line)
    middle = values[3 * len(values) // 4]
    if middle <= 0 or len(line) < 5:
        raise Unfit
    return round(middle, 1 - middle.adjusted())


def _count_above(scene: GeneratedScene) -> Derived:
    border, place = limit(scene), scene.place()
    line = _line("subjects", place, scene)
    values = [scene.facts.value(one) for one in line]
    above = sum(value > border for value in values)
    if not above or border in values or scene.measure("M").signed:
        raise Unfit
    others = (Decimal(len(values) - above),)
    return Derived("count above", Decimal(above), COUNT, line, others, scene)


def rows(scene: GeneratedScene) -> Derived:
    """How many subjects there are."""
    line = _line("subjects", scene.place(), scene)
    if len(line) < 3:
        raise Unfit
    return Derived("rows", Decimal(len(line)), COUNT, line, (), scene)


_OTHERS: dict[str, Callable[[GeneratedScene], Derived]] = {
    "sum of two": _sum_of_two,
    "difference": _difference,
    "ratio": _ratio,
    "share": _share,
    "growth": _growth,
    "yearly growth": _yearly,
    "multiple": _multiple,
    "points": _points,
    "rank": _rank,
    "count above": _count_above,
    "rows": rows,
}
