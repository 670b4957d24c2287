"""Tables of a wanted size: facts from the vocabulary, laid out in one of six ways.

Layouts: ``wide`` (a row a subject, a column a measure), ``spread`` (a column a measure and period),
``pivoted`` (one measure, a column a period), ``long`` (a row a subject and period), ``tidy`` (a row
a fact) and ``series`` (one subject, a row a period).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml
from verifyd import Column

from bench.generated.facts import FactPeriod, FactPlace, Facts, FactTable, Topic
from bench.generated.labels import labels
from bench.generated.layouts import LAYOUTS, Laid, lay
from bench.generated.measures import Described, describe, manner
from bench.generated.periods import periods
from bench.generated.values import series

Domain = Mapping[str, Any]

_MONTHS = 400


@cache
def domains() -> Sequence[Domain]:
    """What tables can be about."""
    text = (Path(__file__).parent / "domains.yaml").read_text(encoding="utf-8")
    found: Sequence[Domain] = yaml.safe_load(text)
    return found


def tables(size: int, count: int, seed: int) -> Iterator[FactTable]:
    """So many tables of a size; their kinds are another choice with every seed."""
    random = Random(f"tables/{seed}/{size}")
    chosen: list[Domain] = []
    while len(chosen) < count:
        chosen += random.sample(domains(), len(domains()))
    layouts: list[str] = []
    for number, domain in enumerate(chosen[:count]):
        fitting = [name for name in LAYOUTS if _fits(name, domain, size)]
        layout = next((name for name in layouts if name in fitting), None)
        if layout is None:
            layouts += random.sample(LAYOUTS, len(LAYOUTS))
            layout = next(name for name in layouts if name in fitting)
        layouts.remove(layout)
        yield _table(layout, domain, size, number, random)


def _fits(layout: str, domain: Domain, size: int) -> bool:
    """Whether a domain has the periods that a layout needs."""
    if layout == "series":
        return bool(_runs(domain, size))
    return layout == "wide" or domain["periods"] != ["none"]


def _runs(domain: Domain, size: int) -> list[str]:
    """The kinds of periods that a series of so many rows may have: months of no centuries."""
    kinds = ("date",) if size > _MONTHS else ("date", "month", "quarter")
    return [kind for kind in domain["periods"] if kind in kinds]


def _table(layout: str, domain: Domain, size: int, number: int, random: Random) -> FactTable:
    kind = _period_kind(layout, domain, size, random)
    subjects, runs, width = _extent(layout, size, random)
    way = manner(random)
    while layout in ("spread", "pivoted", "tidy") and way.style == "coded":
        way = manner(random)
    chosen = _measures(domain, width, random)
    described = describe(chosen, way, random)
    run = periods(kind, runs, random)
    names = labels(domain["labels"], subjects, random)
    facts = Facts(
        title=_title(domain, described, run, layout, names[0]),
        family=domain["family"],
        topic=Topic(domain["one"], domain["many"], domain["at"], domain.get("pronoun", "it")),
        subjects=("",) if layout == "series" else names,
        periods=run,
        measures=[one.measure for one in described],
        cells=dict(_cells(chosen, described, len(names), len(run), random)),
    )
    laid: Laid = lay(layout, facts, described, _first(domain, way.style), way.told)
    query_id = f"{domain['labels']}_{size}_{number}"
    name = f"{size} rows, {layout}, {way.style} headers, {domain['topic']}"
    return FactTable(
        name=name,
        facts=facts,
        query_id=query_id,
        columns=laid.columns,
        rows=laid.rows,
        where=laid.where,
    )


def _measures(domain: Domain, width: int, random: Random) -> list[Domain]:
    """Some measures, most often with one among them that may be negative."""
    lines = random.sample(domain["measures"], min(width, len(domain["measures"])))
    signed = [m for m in domain["measures"] if {"signed", "gain", "change"} & set(m)]
    if signed and not any(line in signed for line in lines) and random.random() < 0.7:
        lines[0] = random.choice(signed)
    return lines


def _period_kind(layout: str, domain: Domain, size: int, random: Random) -> str:
    kinds = [kind for kind in domain["periods"] if layout == "wide" or kind != "none"]
    if layout == "series":
        kinds = _runs(domain, size)
    return str(random.choice(kinds))


def _extent(layout: str, size: int, random: Random) -> tuple[int, int, int]:
    """How many subjects, periods and measures make so many rows."""
    if layout == "series":
        return 1, size, random.randint(3, 5)
    if layout == "wide":
        return size, 1, random.randint(4, 7)
    if layout == "spread":
        return size, random.randint(2, 3), random.randint(2, 4)
    if layout == "pivoted":
        return size, random.randint(3, 6), 1
    if layout == "long":
        runs = 2 if size <= 10 else random.choice((4, 5, 10))
        return size // runs, runs, random.randint(3, 6)
    width, runs = (2, 1) if size <= 10 else random.choice(((5, 1), (2, 2), (4, 5)))
    return size // (width * runs), runs, width


def _first(domain: Domain, style: str) -> Column:
    name = domain["one"].split()[-1]
    return Column(name.capitalize() if style == "title" else name)


def _cells(
    chosen: Sequence[Domain],
    described: Sequence[Described],
    subjects: int,
    runs: int,
    random: Random,
) -> Iterator[tuple[FactPlace, Decimal]]:
    for number, (line, one) in enumerate(zip(chosen, described, strict=True)):
        typical = float(line["typical"]) / float(one.measure.factor)
        for subject, run in enumerate(series(typical, one.measure, subjects, runs, random)):
            for period, value in enumerate(run):
                yield FactPlace(subject, period, number), value


def _title(
    domain: Domain,
    described: Sequence[Described],
    run: Sequence[FactPeriod],
    layout: str,
    first: str,
) -> str:
    what = domain["topic"]
    if layout == "series":
        return f"{what[0].upper()}{what[1:]}: {domain['one']} {first}"
    if layout == "pivoted":  # the only place that says what is measured
        noun, unit = described[0].measure.noun, described[0].unit
        what = f"{noun} ({unit})" if unit and described[0].measure.told else noun
    when = f", {run[0].said}" if len(run) == 1 and run[0].said else ""
    return f"{what[0].upper()}{what[1:]} by {domain['one']}{when}"
