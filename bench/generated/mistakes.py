"""One error put into a true statement.

What a number says instead lies outside of everything that the default settings tolerate (the
written precision, 1 %, half a point, half of the step that money is rounded to, what a hedge
reaches), so that no true reading is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from random import Random

from bench.generated.facts import FactTable, FactUnit
from bench.generated.measures import CURRENCIES
from bench.generated.statements import GeneratedStatement, Slot
from bench.generated.written import MULTIPLES, GeneratedText, style, write

_RELATIVE, _HEDGED = Decimal("0.011"), Decimal("0.051")
_HALF, _MOST_MONEY = Decimal("0.5"), Decimal(50)
_LEAST_OFF, _MOST_OFF = 0.05, 0.10
_UNITS = {
    "km": "miles", "mm": "inches", "m": "feet", "g": "oz", "t": "lb", "°C": "°F", "km/h": "mph",
    "km²": "square miles", "ha": "acres", "MW": "kW", "MWh": "kWh", "kWh": "MWh", "mAh": "Wh",
    "hPa": "psi", "min": "hours", "days": "weeks",
}  # fmt: skip
_SUFFIXES = {
    " thousand": " million", " million": " billion", " billion": " million", "k": "M", "M": "bn",
    "m": "bn", "bn": "M", " mn": " bn",
}  # fmt: skip

Change = Iterator[dict[int, Slot]]


def spoil(statement: GeneratedStatement, kind: str, random: Random) -> GeneratedStatement | None:
    """The statement with an error of a kind; None where it cannot have one."""
    for new in KINDS[kind](statement, random):
        if all(_is_clear(slot) for slot in new.values()):
            return statement.replaced(new)
    return None


def possible(table: FactTable) -> list[str]:
    """The kinds of errors that a table allows."""
    facts = table.facts
    units = [measure.unit for measure in facts.measures]
    allowed = {
        "row": len(facts.subjects) > 1,
        "column": len(set(units)) < len(units),
        "period": len(facts.periods) > 1,
        "unit": any(m.told and m.unit.kind != "count" for m in facts.measures),
        "sign": any(measure.signed for measure in facts.measures),
    }
    return [kind for kind in KINDS if allowed.get(kind, True)]


def _is_clear(slot: Slot) -> bool:
    """Whether what is said is false by more than anything allows."""
    written = slot.written
    if slot.wrong == "unit":  # any other quantity than nothing at all
        return bool(slot.right)
    return abs(written.value - slot.right) > _reach(slot, written)


def _reach(slot: Slot, written: GeneratedText) -> Decimal:
    """How far from what is written a value may lie and still be taken for right."""
    kind, size = slot.style.unit.kind, abs(written.value)
    step = _seeming_step(written)
    allowed = {
        "percent": _HALF,
        "money": min(_MOST_MONEY, step / 2),
        "count": _HALF,
        "measure": _HALF,
    }[kind]
    hedged = min(step, size * _HEDGED) if slot.style.hedge else Decimal(0)
    return max(allowed, written.step, size * _RELATIVE, hedged)


def _seeming_step(written: GeneratedText) -> Decimal:
    """The value of the last digit that is not a trailing zero."""
    if not written.value:
        return written.step
    exponent = int(written.value.normalize().as_tuple().exponent)
    return max(written.step, Decimal(1).scaleb(exponent))


def _cells(statement: GeneratedStatement, random: Random) -> list[tuple[int, Slot]]:
    """Its numbers that are cells, in any order."""
    found = [(i, slot) for i, slot in enumerate(statement.slots) if slot.formula == "cell"]
    return random.sample(found, len(found))


def _instead(slot: Slot, value: Decimal, kind: str, random: Random) -> Slot:
    """Another value, written as fits it."""
    how = slot.style
    ratio = abs(value / slot.right) if slot.right else Decimal(0)
    if not Decimal("0.2") < ratio < 5:
        fresh = style(abs(value) if slot.ways else value, slot.measure, random, exact=True)
        how = fresh._replace(unit=how.unit, form=how.form)
    return slot._replace(said=value, style=how, wrong=kind)


def _row(statement: GeneratedStatement, random: Random) -> Change:
    cells = _cells(statement, random)
    if swapped := _exchanged(cells, random):
        yield swapped
    facts = statement.table.facts
    for index, slot in cells:
        place = slot.operands[0]
        for subject in _others(place.subject, facts.subjects, random):
            value = facts.value(place._replace(subject=subject))
            yield {index: _instead(slot, value, "row", random)}


def _exchanged(cells: list[tuple[int, Slot]], random: Random) -> dict[int, Slot]:
    """Two subjects' numbers in each other's place, half of the time."""
    if len(cells) != 2 or random.random() < 0.5:
        return {}
    (i, one), (j, other) = cells
    a, b = one.operands[0], other.operands[0]
    if a.subject == b.subject or (a.period, a.measure) != (b.period, b.measure):
        return {}
    return {
        i: _instead(one, other.right, "row", random),
        j: _instead(other, one.right, "row", random),
    }


def _others(own: int, subjects: Sequence[str], random: Random) -> list[int]:
    """Some other subjects, those that share a word with this one first, half of the time."""
    pool = [i for i in range(len(subjects)) if i != own]
    some = random.sample(pool, min(len(pool), 8))
    if random.random() < 0.5:
        words = set(subjects[own].split())
        alike = [i for i in pool if words & set(subjects[i].split())][:50]
        some = random.sample(alike, min(len(alike), 4)) + some
    return some


def _column(statement: GeneratedStatement, random: Random) -> Change:
    facts = statement.table.facts
    for index, slot in _cells(statement, random):
        place = slot.operands[0]
        alike = [
            m
            for m, measure in enumerate(facts.measures)
            if m != place.measure and measure.unit == slot.measure.unit
        ]
        for measure in random.sample(alike, len(alike)):
            value = facts.value(place._replace(measure=measure))
            yield {index: _instead(slot, value, "column", random)}


def _period(statement: GeneratedStatement, random: Random) -> Change:
    facts = statement.table.facts
    for index, slot in _cells(statement, random):
        place = slot.operands[0]
        pool = [p for p in range(len(facts.periods)) if p != place.period]
        near = [p for p in pool if abs(p - place.period) == 1]
        for period in random.sample(near, len(near)) + random.sample(pool, min(len(pool), 4)):
            value = facts.value(place._replace(period=period))
            yield {index: _instead(slot, value, "period", random)}


def _unit(statement: GeneratedStatement, random: Random) -> Change:
    for index, slot in _cells(statement, random):
        kind, symbol = slot.style.unit
        if not slot.measure.told or slot.style.words:
            continue
        if kind == "money":
            other = FactUnit("money", random.choice([c for c in CURRENCIES if c != symbol]))
        elif kind == "percent":
            other = FactUnit("measure", random.choice(("basis points", "bps")))
        elif symbol in _UNITS:
            other = FactUnit("measure", _UNITS[symbol])
        else:
            continue
        yield {index: slot._replace(style=slot.style._replace(unit=other), wrong="unit")}


def _sign(statement: GeneratedStatement, random: Random) -> Change:
    for index, slot in _cells(statement, random):
        if slot.measure.signed and not slot.style.hedge:
            yield {index: slot._replace(said=-slot.right, wrong="sign")}


def _scale(statement: GeneratedStatement, random: Random) -> Change:
    for index, slot in _cells(statement, random):
        how, factor = slot.style, slot.measure.factor
        if how.suffix in _SUFFIXES:
            suffix = _SUFFIXES[how.suffix]
            power = 6 if suffix in (" million", "M") else 9
            said = write(slot.right, how).value.scaleb(power - how.scale)
            other = how._replace(suffix=suffix, scale=power)
            yield {index: slot._replace(said=said, style=other, wrong="scale")}
        elif factor != 1 and how.unit.kind in ("money", "percent"):
            said = slot.right / factor  # the cell, as if it were in whole units
            places = slot.measure.places
            other = how._replace(places=places, scale=0, suffix="", hedge="", words=False)
            yield {index: slot._replace(said=said, style=other, wrong="scale")}


def _perturbed(statement: GeneratedStatement, random: Random) -> Change:
    for index, slot in _cells(statement, random):
        for said in _off(slot, random):
            yield {index: slot._replace(said=said, wrong="perturbed")}


def _off(slot: Slot, random: Random) -> Iterator[Decimal]:
    """What is written for values 5 to 10 % off, where its digits can be that far off."""
    true = write(slot.right, slot.style).value
    for _ in range(6):
        by = Decimal(str(random.uniform(_LEAST_OFF, _MOST_OFF))) * random.choice((-1, 1))
        said = write(slot.right * (1 + by), slot.style).value
        if true and Decimal("0.045") <= abs(said / true - 1) <= Decimal("0.105"):
            yield said


def _derived(statement: GeneratedStatement, random: Random) -> Change:
    results = [
        (i, slot) for i, slot in enumerate(statement.slots) if slot.formula not in ("cell", "limit")
    ]
    for index, slot in random.sample(results, len(results)):
        if slot.formula == "rows" and statement.style != "rows":
            continue  # how many there are is stated in passing
        said = [*_off(slot, random), *slot.others]
        if slot.ways:
            said.append(-slot.right)
        if slot.measure.unit.kind == "count" and slot.measure.places == 0:
            said += [slot.right + by for by in (-2, -1, 1, 2) if slot.right + by > 0]
        for value in random.sample(said, len(said)):
            if _can_be(value, slot):
                yield {index: _instead(slot, value, "derived", random)}


def _can_be(value: Decimal, slot: Slot) -> bool:
    """Whether there is a word for it, and a rank of that height."""
    if slot.style.form == "rank":
        return 0 < value <= len(slot.operands)
    return slot.style.form == "number" or value in MULTIPLES


KINDS: dict[str, Callable[[GeneratedStatement, Random], Change]] = {
    "row": _row,
    "column": _column,
    "period": _period,
    "unit": _unit,
    "sign": _sign,
    "scale": _scale,
    "perturbed": _perturbed,
    "derived": _derived,
}
