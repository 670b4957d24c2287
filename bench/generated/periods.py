"""Runs of periods, as tables write them and as prose says them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from bench.generated.facts import FactPeriod
from sidecar.text.vocabulary import listed

_MONTHS = listed(
    "January February March April May June July August September October November December"
)
_ORDINALS = ("first", "second", "third", "fourth")


def _years(size: int, random: Random) -> list[FactPeriod]:
    last = random.randint(2016, 2025)
    return [FactPeriod(y, str(y), "year") for y in range(last - size + 1, last + 1)]


def _fiscal(size: int, random: Random) -> list[FactPeriod]:
    last, short = random.randint(2016, 2025), random.random() < 0.5
    said = random.choice(("FY{}", "fiscal year {}", "fiscal {}"))
    return [
        FactPeriod(f"FY{y}", said.format(y), "fiscal year")
        if short
        else FactPeriod(f"{y - 1}/{y % 100:02}", f"{y - 1}/{y % 100:02}", "fiscal year")
        for y in range(last - size + 1, last + 1)
    ]


def _seasons(size: int, random: Random) -> list[FactPeriod]:
    last = random.randint(2016, 2025)
    names = [f"{y - 1}-{y % 100:02}" for y in range(last - size + 1, last + 1)]
    return [FactPeriod(name, f"the {name} season", "season") for name in names]


def _quarters(size: int, random: Random) -> list[FactPeriod]:
    cell = random.choice(("{y}-Q{q}", "Q{q} {y}", "{y}Q{q}"))
    said = random.choice(("Q{q} {y}", "the {o} quarter of {y}"))
    first = random.randint(2016, 2025) * 4 - size
    return [
        FactPeriod(
            cell.format(y=n // 4, q=n % 4 + 1),
            said.format(y=n // 4, q=n % 4 + 1, o=_ORDINALS[n % 4]),
            "quarter",
        )
        for n in range(first, first + size)
    ]


def _months(size: int, random: Random) -> list[FactPeriod]:
    cell = random.choice(("{y}-{m:02}", "{s} {y}", "{n} {y}"))
    first = random.randint(2016, 2025) * 12 - size
    return [
        FactPeriod(
            cell.format(y=n // 12, m=n % 12 + 1, n=_MONTHS[n % 12], s=_MONTHS[n % 12][:3]),
            f"{_MONTHS[n % 12]} {n // 12}",
            "month",
        )
        for n in range(first, first + size)
    ]


def _dates(size: int, random: Random) -> list[FactPeriod]:
    said = random.choice(("{d} {n} {y}", "{n} {d}, {y}", "{y}-{m:02}-{d:02}"))
    first = date(random.randint(2012, 2019), random.randint(1, 12), random.randint(1, 28))
    days = [first + timedelta(days=n) for n in range(size)]
    return [
        FactPeriod(
            day.isoformat(),
            said.format(d=day.day, n=_MONTHS[day.month - 1], m=day.month, y=day.year),
            "day",
        )
        for day in days
    ]


def _none(size: int, random: Random) -> list[FactPeriod]:
    del random
    return [FactPeriod("", "", "")] * min(size, 1)


_RUNS: dict[str, Callable[[int, Random], list[FactPeriod]]] = {
    "year": _years,
    "fiscal": _fiscal,
    "season": _seasons,
    "quarter": _quarters,
    "month": _months,
    "date": _dates,
    "none": _none,
}


def periods(kind: str, size: int, random: Random) -> list[FactPeriod]:
    """So many periods of a kind, in order; one without a name for ``none``."""
    return _RUNS[kind](size, random)
