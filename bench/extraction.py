"""How much faster are numbers read than a regular expression finds them?

A narrative of 200 KB as analysts write them: prose, bullets and tables, about fifty numbers in
4 KB. Against it stands the plain way: a pattern over each sentence, and for each match a float, the
sentence, its citation prefix and its query id. That reads fewer forms, and some of them wrongly;
nothing is taken off for that.

``extraction`` is everything from the text to claims, blocks, sentences and citations among it: the
value, kind, span, sentence and source of each number, as arrays. ``extraction_objects`` makes an
object of every claim besides. The kernel is the pass over the bytes that reads the plain numbers,
with the arrays it fills.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import numpy as np

from bench.figures import Figures, higher, lower
from sidecar.model.number import NumericClaim
from sidecar.model.text import Text
from sidecar.text import plain
from sidecar.text.claims import extract_numbers
from sidecar.text.masks import NO_HOLES
from sidecar.text.options import ExtractOptions
from sidecar.text.units import CODES

SIZE = 200_000
_OPTIONS = ExtractOptions(max_numbers=100_000)

_TOKEN = re.compile(
    r"(?<![\w/])([+-]?\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(\s?(%|percent|pp|bps|QAR|USD))?(?![\w/])"
)
_SPLIT = re.compile(r"(?<=[.!?])\s+|\n+")
_PREFIX = re.compile(r"(?:Per|According to) ([A-Z][\w-]*)[:,]")
_QUERY_ID = re.compile(r"QID:\s?([\w-]+)")
_UNITS = {"%": "percent", "percent": "percent", "pp": "percent", "bps": "percent"}

_SENTENCES = (
    "Revenue in {region} rose by {pct}% to ${money} million, up from ${money} million in 2022.",
    "Per LMIS: {sector} employed {count} people at the end of the year, {pct}% more than planned.",
    "The average order was worth ${price}, and customers placed {count} of them.",
    "About {pct} percent of the {count} respondents in {region} were satisfied with the service.",
    "Unemployment fell to {pct}% while vacancies grew by {count}, the ministry reported.",
    "Output reached {count} tonnes; exports took {count} tonnes of it at QAR {money} million.",
    "The {sector} sector added {count} jobs and lost {count}, so that employment stood at {count}.",
    "Spending on {sector} was {money} million QAR, which is {pct}% of the budget (QID:fin_{id}).",
    "Its share of the market was nearly {pct}%, ahead of the {pct}% that rivals held together.",
    "Costs were {money} million in {region}, of which {money} million went into {sector}.",
    "Margins widened by {bps} bps, since prices rose {pct}% and volumes did not change much.",
    "Deliveries took {days} days on average, and {pct}% of the {count} parcels arrived in time.",
)
_PROSE = (
    "The ministry expects little change over the coming year, though it sees risks in trade.",
    "Analysts had expected less, and most of them have since revised their outlook for {region}.",
    "Demand from abroad stayed weak, above all in {sector}, where orders are placed long ahead.",
    "Nothing in the data suggests that the trend in {sector} will turn soon.",
    "Managers in {region} named wages, rents and the price of energy as their main concerns.",
    "The figures are seasonally adjusted; the method was revised and is described in the annex.",
)
_REGIONS = ("Doha", "the north", "Al Rayyan", "Europe", "the Gulf", "West Africa")
_SECTORS = ("construction", "services", "health care", "manufacturing", "logistics", "education")


def measure(quick: bool) -> Figures:
    """Medians over several narratives; none is read twice by the same reader."""
    texts = [narrative(seed) for seed in range(5 if quick else 21)]
    readers = (_arrays, _objects, _kernel, by_pattern)
    for read in readers:
        read(narrative(-1))
    times = np.array([[_timed(read, text) for read in readers] for text in texts])
    extraction, objects, kernel, pattern = np.median(times, axis=0)
    return {
        "extraction_over_re": higher(pattern / extraction, 8),
        "extraction_objects_over_re": higher(pattern / objects),
        "extraction_kernel_over_re": higher(pattern / kernel, 20),
        "extraction_us_per_number": lower(1e6 * objects / len(_objects(texts[0]))),
    }


def narrative(seed: int) -> str:
    """A report of about 200 KB; the same seed gives the same one."""
    source = random.Random(seed)
    parts: list[str] = []
    size = 0
    while size < SIZE:
        part = source.choices((_paragraph, _bullets, _table), (8, 2, 1))[0](source)
        parts.append(part)
        size += len(part) + 2
        if source.random() < 0.1:
            parts.append(f"## {source.choice(_SECTORS).capitalize()} in {source.choice(_REGIONS)}")
    return "\n\n".join(parts) + "\n"


def by_pattern(string: str) -> list[tuple[str, float, str, str, str, str]]:
    """What a pattern makes of a text: number, value, unit, sentence, source family, query id."""
    found = []
    for sentence in _SPLIT.split(string):
        for match in _TOKEN.finditer(sentence):
            value = float(match[1].replace(",", "") + (match[2] or ""))
            unit = _UNITS.get(match[4], "currency") if match[4] else "count"
            prefix, query = _PREFIX.search(sentence), _QUERY_ID.search(sentence)
            family, query_id = prefix[1] if prefix else "", query[1] if query else ""
            found.append((match[0], value, unit, sentence, family, query_id))
    return found


def _sentence(source: random.Random) -> str:
    return source.choice(_SENTENCES if source.random() < 0.36 else _PROSE).format(
        region=source.choice(_REGIONS),
        sector=source.choice(_SECTORS),
        pct=round(source.uniform(0, 100), source.choice((0, 1, 1, 2))),
        money=round(source.uniform(1, 900), 1),
        count=f"{source.randrange(10 ** source.randint(2, 6)):,}",
        price=f"{source.uniform(1, 500):.2f}",
        bps=source.randrange(10, 300, 5),
        days=source.randrange(2, 40),
        id=source.randrange(1000),
    )


def _paragraph(source: random.Random) -> str:
    return " ".join(_sentence(source) for _ in range(source.randint(3, 8)))


def _bullets(source: random.Random) -> str:
    return "\n".join(f"- {_sentence(source)}" for _ in range(source.randint(3, 6)))


def _table(source: random.Random) -> str:
    rows = ["| Sector | Employees | Share |", "| --- | ---: | ---: |"]
    for sector in _SECTORS:
        rows.append(
            f"| {sector} | {source.randrange(10**6):,} | {round(source.uniform(0, 40), 1)}% |"
        )
    return "\n".join(rows)


def _timed(read: Callable[[str], object], string: str) -> float:
    started = time.thread_time()  # a thread is all that any of them needs
    read(string)
    return time.thread_time() - started


def _arrays(string: str) -> object:
    claims = extract_numbers(Text(string), _OPTIONS).claims
    figures = claims.figures
    return figures.values, figures.kinds, figures.starts, figures.ends, claims.cited


def _objects(string: str) -> list[NumericClaim]:
    return list(extract_numbers(Text(string), _OPTIONS).claims)


def _kernel(string: str) -> object:
    return plain.find_plain(string.encode(), NO_HOLES.rows, CODES, years=True)
