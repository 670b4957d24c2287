"""One index of the names of an evidence: labels whole and in part, acronyms, names of codes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from sidecar.binding.context.language.words import STOP
from sidecar.binding.engine.views import Dimension, Measure, label_words
from sidecar.binding.world import kind_of, names_of

_MOST_LABELS = 5_000
_ACRONYM, _OF_CODE = 0.9, 0.95  # what such names are worth, of 1 for a label
_LETTERS = range(2, 6)


@dataclass(frozen=True)
class Name:
    """A name of a value of a dimension.

    Attributes:
        words: Its stems.
        worths: What each of them tells, all together 1.
        rarity: In how many names of the dimension each word stands.
        dimension: The dimension.
        code: The value.
    """

    words: tuple[str, ...]
    worths: tuple[float, ...]
    rarity: tuple[int, ...]
    dimension: int
    code: int


class Names:
    """The names of the values of dimensions by their stems, each with the word's place in it."""

    def __init__(self) -> None:
        self._at: defaultdict[str, list[tuple[Name, int]]] = defaultdict(list)

    def __contains__(self, stem: str) -> bool:
        return stem in self._at

    def of(self, stem: str) -> Sequence[tuple[Name, int]]:
        """The names that hold a stem."""
        return self._at.get(stem, ())

    def add(self, one: Dimension) -> None:
        """Add the names of the values of a dimension."""
        for name in (*_labels(one), *_others(one)):
            for at, word in enumerate(name.words):
                if word not in STOP or len(name.words) == 1:
                    self._at[word].append((name, at))


def _labels(one: Dimension) -> Iterator[Name]:
    """The labels themselves, each word worth more the fewer labels have it."""
    said = [(code, label_words(label)) for code, label in enumerate(one.labels[:_MOST_LABELS])]
    used = Counter(w for _, words in said for w in set(words))
    total = max(1, len(one.labels))
    numbers = _are_numbers(one)
    for code, words in said:
        if not words or (numbers and len(words) == 1):
            continue
        told = [0.15 if w in STOP else log(1 + total / used[w]) + 0.2 for w in words]
        worths = tuple(t / sum(told) for t in told)
        yield Name(words, worths, tuple(used[w] for w in words), one.place, code)


def _others(one: Dimension) -> Iterator[Name]:
    """Other names of values, of which no part is enough: acronyms, what codes stand for."""
    labels = one.labels[:_MOST_LABELS]
    numbers = _are_numbers(one)
    kind = kind_of(labels, " ".join(one.name))
    for code, label in enumerate(labels):
        words = label_words(label)
        letters = "".join(word[0] for word in words if word[0].isalpha())
        if len(letters) == len(words) and len(words) in _LETTERS:
            yield _whole((letters,), _ACRONYM, one.place, code)
        if numbers and len(words) == 1 and one.name:  # "category 2", "hour 18"
            yield _whole((one.name[-1], *words), 1.0, one.place, code)
        for other in names_of(kind, label) if kind is not None else ():
            if called := label_words(other):
                yield _whole(called, _OF_CODE, one.place, code)


def _are_numbers(one: Dimension) -> bool:
    return all(label.strip("-").isdigit() for label in one.labels)


def _whole(words: tuple[str, ...], worth: float, dimension: int, code: int) -> Name:
    size = len(words)
    return Name(words, (worth / size,) * size, (2,) * size, dimension, code)


def measure_words(measures: Sequence[Measure]) -> dict[str, list[tuple[int, float]]]:
    """The measures whose names hold a stem, each with what part of the name it tells."""
    used = Counter(w for m in measures for w in {w for words, _ in m.names for w in words})
    found: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for each in measures:
        best: dict[str, float] = {}
        for words, worth in each.names:
            told = {w: log(1 + len(measures) / used[w]) + 0.1 for w in words}
            whole = sum(told.values()) or 1.0
            for word, part in told.items():
                best[word] = max(best.get(word, 0.0), worth * part / whole)
        for word, part in best.items():
            found[word].append((each.place, part))
    return dict(found)
