"""How a text may call a column: by its names, and by words of its description or table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sidecar.binding.language import alike, dated_cells, periods
from sidecar.binding.language.alike import spelled
from sidecar.binding.language.periods import TimePeriod
from sidecar.binding.language.words import STOP, name_words, spelled_out, stem
from sidecar.binding.tables.column_units import is_unit
from sidecar.model.evidence import Column
from sidecar.text.vocabulary import one_of
from sidecar.work import check_abandoned

_OF_TITLE = 0.9  # of what a table's title says of columns called by a period alone, or a total
_STOP = STOP | frozenset(map(stem, STOP))
_TOTALS = frozenset(map(stem, one_of("total all overall sum combined altogether")))
_RATES = frozenset(map(stem, one_of("rate percent share ratio")))
_SPELLED = 0.95  # "handling time" of ``aht_sec``
_COUNTED = 0.98  # "orders" of ``order_count``
_COUNTS = one_of("n nb nbr number count amount quantity")
_WITHOUT_RATE = 0.9  # "churn" of a churn rate
ID_WORDS = frozenset({"id", "uuid", "code", "key", "timestamp", "zip", "phone"})
NAMELESS = ID_WORDS | {"name", "number", "no", "ref"}
"""Words of a name that do not tell what its rows are: ``ticket_no`` has tickets."""

_PARTS = frozenset({"quart", "half"})
_MONTHS = frozenset(map(stem, periods.MONTHS))  # "septemb" is no month by itself
_ORDINALS = one_of("first second third fourth final")
_BASE = re.compile(r"[_ ]per[_ ](\d[\d,]*)([kKmM]?)\b")
"""The base of a rate in a name, which is no name: ``damaged_per_10k``."""

_POWER = re.compile(r"(?<![A-Za-z])[kcdm]?m[23²³](?![A-Za-z0-9])")  # ``water_m3``
_CLOCK = re.compile(r"[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_HEADLINE = re.compile(
    r"[(\[,:;–—]|\b(?:by|per|in|for|from|during|at|as|since|between|across)\b", re.IGNORECASE
)
"""What ends the part of a title that says what is measured: "Visitors by country (thousand)"."""


class Phrase(NamedTuple):
    """One way to say a column's name.

    Attributes:
        words: Its stems, those that name nothing left out.
        weight: 1 for names, labels and synonyms, less for words of a description.
    """

    words: tuple[str, ...]
    weight: float


def phrases_of(column: Column, period: TimePeriod, title: str) -> tuple[Phrase, ...]:
    """How a text may call a column.

    Args:
        column: The column.
        period: The period in its name, which is no part of how it is called.
        title: Its table's: what a column holds that is called by a period alone, or a total.
    """
    found: dict[tuple[str, ...], float] = {}
    for name, weight in (
        (column.name, 1.0),
        (column.label, 1.0),
        *((synonym, 1.0) for synonym in column.synonyms),
        (column.description, 0.4),
    ):
        plain = spelled_out(_untranslated(name))
        undated = _without_periods(plain) if period.known else plain
        bare = _BASE.sub("", _POWER.sub(" ", _without_unit(undated)))
        words = tuple(w for w in name_words(bare) if w not in _STOP)
        if period.known:
            ordinals = _ORDINALS if _PARTS.intersection(words) else frozenset()
            words = tuple(w for w in words if not is_period(w) and w not in ordinals)
        if weight < 1:
            words = words[:8]
        elif len(words) > 1:
            words = tuple(w for w in words if not is_unit(w, name)) or words  # units are no names
        if words:
            found[words] = max(weight, found.get(words, 0))
    said = [words for words, weight in found.items() if weight == 1]
    if all(map(_TOTALS.issuperset, said)) if said else period.known:
        found = {**dict.fromkeys(_headline(title), _OF_TITLE), **found}
    for words in said:
        for other, weight in _otherwise(words):
            found.setdefault(other, weight)
    return tuple(Phrase(words, weight) for words, weight in found.items())


def _otherwise(words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], float]]:
    """How else a name may be said, and what that is worth."""
    check_abandoned()
    if len(words) > 1 and words[-1] in _RATES:
        yield words[:-1], _WITHOUT_RATE
    counted = tuple(word for word in words if word not in _COUNTS)
    if counted and counted != words:
        yield counted, _COUNTED
    yield from ((other, _SPELLED) for other in spelled(words))
    yield from ((other, alike.WORTH) for other in alike.others(words))
    yield from ((other, alike.WORTH) for other in alike.told_by(words))


def _headline(title: str) -> list[tuple[str, ...]]:
    """What a title says is measured, if it says so."""
    said = name_words(_HEADLINE.split(title, maxsplit=1)[0])
    words = tuple(w for w in said if w not in STOP and not is_period(w))
    return [words] if words else []


def _untranslated(name: str) -> str:
    """The name of a period once, where it is written in two languages: "May 2024 / mai 2024"."""
    first, *others = name.split(" / ")
    numbers = [re.findall(r"\d+", part) for part in (first, *others)]
    alike = bool(others) and all(each == numbers[0] for each in numbers)
    return first if alike and dated_cells.whole(first).known else name


def _without_periods(name: str) -> str:
    for start, end, _ in dated_cells.in_name(name):
        name = name[:start] + " " * (end - start) + name[end:]
    return _CLOCK.sub(" ", name)


def _without_unit(name: str) -> str:
    return re.sub(r"[(\[][^()\[\]]{1,24}[)\]]", " ", name)


def is_period(word: str) -> bool:
    """Whether a word of a name is part of a period."""
    return (
        word.isdigit()
        or re.fullmatch(r"q|h|fy|quart|half|year", word) is not None
        or word in _MONTHS
        or bool(dated_cells.whole(word).known)
    )
