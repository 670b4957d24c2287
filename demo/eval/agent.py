"""A small agent for trying evals: it answers questions about the demo's tables, without a model.

It reads the question, looks the answer up in ``europe.csv`` and ``continents.csv``, and writes a
sentence or two. Where the question's metadata names a mistake under ``planted``, it makes it: that
is how a data set knows which answers are wrong. Run it over all questions with

    verifyd eval run demo/eval/tables.yaml --agent python:demo.eval.agent:answer
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, Protocol

TABLES = Path(__file__).parent.parent
YEARS = (1957, 1982, 2007)


class Question(Protocol):
    """What the agent needs of a question of a data set."""

    @property
    def question(self) -> str:
        """The question itself."""
        ...

    @property
    def metadata(self) -> Mapping[str, object]:
        """With the mistake to make, if any, under ``planted``."""
        ...


class Measure(NamedTuple):
    """A column of ``europe.csv``.

    Attributes:
        column: Its name there.
        words: What it is called.
        write: A value, as people write it.
    """

    column: str
    words: str
    write: Callable[[Decimal], str]


def _round(value: Decimal, places: int) -> str:
    return f"{value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):,}"


def _people(value: Decimal) -> str:
    millions = value / 1_000_000
    return f"{_round(millions, 1)} million" if millions >= 1 else _round(value, 0)


MEASURES = (
    Measure("lifeExp", "life expectancy", lambda value: f"{_round(value, 1)} years"),
    Measure("pop", "population", _people),
    Measure("gdpPercap", "GDP per person", lambda value: f"${_round(value, 0)}"),
)


def answer(question: Question) -> str:
    """Answer a question about the tables.

    Args:
        question: In one of the forms of ``ANSWERS``; its metadata may name one of ``MISTAKES``.

    Raises:
        ValueError: If it is a question of no form that the agent knows, or names no such mistake.
    """
    planted = str(question.metadata.get("planted", "none"))
    if planted not in MISTAKES:
        raise ValueError(f"no such mistake: {planted}")
    for form, respond in ANSWERS:
        found = form.fullmatch(question.question)
        if found:
            return respond(found.groupdict(), planted)
    raise ValueError(f"this agent does not understand {question.question!r}")


def _value(words: Mapping[str, str], planted: str) -> str:
    """Answer ``What was the population of Italy in 2007?``."""
    place, year, measure = words["place"], int(words["year"]), _measure(words["measure"])
    written = _written(measure, place, year, planted)
    query = "world_bank" if planted == "invented citation" else "europe"
    said = f"In {year}, {place}'s {measure.words} was {written} (QID:{query})."
    if planted == "invented number":
        older = _people(_cell("pop", place, year) / 7)
        said += f" About {older} of its people were older than 65."
    if planted == "overstated confidence":
        said += " Confidence: 99%."
    return said


def _written(measure: Measure, place: str, year: int, planted: str) -> str:
    """A value as it is written, or something else in its place."""
    value = _cell(measure.column, place, year)
    match planted:
        case "wrong row":
            value = _cell(measure.column, _next(place), year)
        case "wrong period":
            value = _cell(measure.column, place, YEARS[YEARS.index(year) - 1])
        case "wrong column":
            value = _cell("gdpPercap", place, year) / 1000
        case "misplaced point":
            value *= 10
        case "rounded wrongly":
            value += 1
    written = measure.write(value)
    if planted == "wrong unit":
        return written.replace("million", "billion")
    return _swapped(written) if planted == "swapped digits" else written


def _change(words: Mapping[str, str], planted: str) -> str:
    """Answer ``How did the population of Italy change from 1957 to 2007?``."""
    place, measure = words["place"], _measure(words["measure"])
    first, last = int(words["first"]), int(words["last"])
    before, after = (_cell(measure.column, place, year) for year in (first, last))
    verb, gain = ("rose", after - before) if after > before else ("fell", before - after)
    if planted == "wrong direction":
        verb = "fell" if verb == "rose" else "rose"
    if planted == "wrong difference":
        gain += gain / 10
    share = 100 * gain / before
    if planted == "wrong base":  # of the percentage: the value after, not before
        share = 100 * gain / after
    return (
        f"{place}'s {measure.words} {verb} from {measure.write(before)} in {first} to "
        f"{measure.write(after)} in {last}, by {measure.write(gain)} or {_round(share, 1)} % "
        "(QID:europe)."
    )


def _extreme(words: Mapping[str, str], planted: str) -> str:
    """Answer ``Which country had the highest GDP per person in 1982?``."""
    year, measure = int(words["year"]), _measure(words["measure"])
    high = words["end"] == "highest"
    ranked = sorted(_countries(), key=lambda p: _cell(measure.column, p, year), reverse=high)
    first, second = ranked[:2]
    if planted == "not the first":  # every number is right, and the statement is wrong
        first, second = ranked[4:6]
    value, next_value = (measure.write(_cell(measure.column, p, year)) for p in (first, second))
    if planted == "values exchanged":
        value, next_value = next_value, value
    return (
        f"{first} had the {words['end']} {measure.words} in {year}, {value}. "
        f"{second} came next with {next_value} (QID:europe)."
    )


def _together(words: Mapping[str, str], planted: str) -> str:
    """Answer ``How many people did Norway, Sweden and Denmark have together in 2007?``."""
    places, year = _names(words["places"]), int(words["year"])
    total = sum(_cell("pop", place, year) for place in places)
    if planted == "wrong sum":  # one of them is left out
        total -= _cell("pop", places[-1], year)
    parts = [f"{place} had {_people(_cell('pop', place, year))}" for place in places]
    return (
        f"In {year}, {', '.join(parts[:-1])} and {parts[-1]}. Together, {_listed(places)} had "
        f"{_people(Decimal(total))} people (QID:europe)."
    )


def _times(words: Mapping[str, str], planted: str) -> str:
    """Answer ``How many times the population of Norway was that of Sweden in 2007?``."""
    year, measure = int(words["year"]), _measure(words["measure"])
    one, other = (_cell(measure.column, words[key], year) for key in ("one", "other"))
    ratio = one / other if planted == "wrong ratio" else other / one
    return (
        f"{words['other']}'s {measure.words} was {_round(ratio, 1)} times that of {words['one']} "
        f"in {year}: {measure.write(other)} against {measure.write(one)} (QID:europe)."
    )


def _shares(words: Mapping[str, str], planted: str) -> str:
    """Answer ``How were the world's people spread over the continents?``."""
    del words
    rows = _rows("continents")
    shares = {row["continent"]: Decimal(row["pop_share"]) for row in rows}
    if planted == "shares over 100":
        shares["Europe"] += Decimal("3.5")
    lines = "\n".join(f"- {name}: {_round(share, 1)} %" for name, share in shares.items())
    return f"Shares of the world's population in 2007, by continent (QID:continents):\n\n{lines}\n"


def _count(words: Mapping[str, str], planted: str) -> str:
    """Answer ``How many countries of Africa are counted?``."""
    row = next(row for row in _rows("continents") if row["continent"] == words["place"])
    number = int(row["countries"]) + (2 if planted == "wrong count" else 0)
    return (
        f"The table counts {number} countries in {words['place']}, with "
        f"{_people(Decimal(row['pop']))} people (QID:continents)."
    )


_M = "(?P<measure>population|life expectancy|GDP per person)"
ANSWERS: tuple[tuple[re.Pattern[str], Callable[[Mapping[str, str], str], str]], ...] = (
    (re.compile(rf"What was the {_M} of (?P<place>.+) in (?P<year>\d+)\?"), _value),
    (
        re.compile(
            rf"How did the {_M} of (?P<place>.+) change from (?P<first>\d+) to (?P<last>\d+)\?"
        ),
        _change,
    ),
    (
        re.compile(rf"Which country had the (?P<end>highest|lowest) {_M} in (?P<year>\d+)\?"),
        _extreme,
    ),
    (re.compile(r"How many people did (?P<places>.+) have together in (?P<year>\d+)\?"), _together),
    (
        re.compile(
            rf"How many times the {_M} of (?P<one>.+) was that of (?P<other>.+) in (?P<year>\d+)\?"
        ),
        _times,
    ),
    (re.compile(r"How were the world's people spread over the continents\?"), _shares),
    (re.compile(r"How many countries of (?P<place>.+) are counted\?"), _count),
)
"""Forms of questions, and who answers them."""

MISTAKES = frozenset(
    {
        "none",
        "invented citation",
        "invented number",
        "misplaced point",
        "not the first",
        "overstated confidence",
        "rounded wrongly",
        "shares over 100",
        "swapped digits",
        "values exchanged",
        "wrong base",
        "wrong column",
        "wrong count",
        "wrong difference",
        "wrong direction",
        "wrong period",
        "wrong ratio",
        "wrong row",
        "wrong sum",
        "wrong unit",
    }
)
"""What the agent gets wrong on purpose."""


@cache
def _rows(table: str) -> list[dict[str, str]]:
    with (TABLES / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _cell(column: str, place: str, year: int) -> Decimal:
    for row in _rows("europe"):
        if row["country"] == place and row["year"] == str(year):
            return Decimal(row[column])
    raise ValueError(f"the table has no row for {place} in {year}")


def _countries() -> list[str]:
    return list(dict.fromkeys(row["country"] for row in _rows("europe")))


def _next(place: str) -> str:
    """The country in the row below: what somebody reads who slips by a line."""
    places = _countries()
    return places[(places.index(place) + 1) % len(places)]


def _measure(words: str) -> Measure:
    return next(measure for measure in MEASURES if measure.words == words)


def _names(places: str) -> list[str]:
    return re.split(r", | and ", places)


def _listed(places: list[str]) -> str:
    return f"{', '.join(places[:-1])} and {places[-1]}"


def _swapped(written: str) -> str:
    """The first two digits that differ, exchanged: 58.1 becomes 85.1."""
    digits = [place for place, char in enumerate(written) if char.isdigit()]
    for one, other in pairwise(digits):
        if written[one] != written[other] and written[other] != "0":
            chars = list(written)
            chars[one], chars[other] = chars[other], chars[one]
            return "".join(chars)
    return written
