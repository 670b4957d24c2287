"""One index of the names of an evidence: labels whole and in part, acronyms, names of codes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log

from sidecar.binding.engine.dimensions import Dimension, label_words
from sidecar.binding.engine.measures import ViewMeasure
from sidecar.binding.engine.written import HOUR, NO, SEXES, YES, band_names, hour_names, time_names
from sidecar.binding.language.words import STOP
from sidecar.binding.world import kind_of, names_in, people_of
from sidecar.evidence import derived
from sidecar.work import check_abandoned, unless_abandoned

_MOST_SHARED = 500  # names of a dimension with a word, past which the next word must stand as well
_ACRONYM, _OF_CODE = 0.9, 0.95  # what such names are worth, of 1 for a label
_LETTERS = range(2, 6)
_NUMBERED = ("number", "no", "#")  # what may stand before the number of a row
_FEW_NUMBERED = 100  # rows, past which their numbers stand behind their own names alone


@dataclass(frozen=True, slots=True)
class ValueName:
    """A name of a value of a dimension.

    Attributes:
        words: Its stems.
        worths: What each of them tells, all together 1.
        rarity: In how many names of the dimension each word stands.
        dimension: The dimension.
        code: The value.
        is_whole: Whether no part of it is enough.
        in_capitals: Whether it is a code that in small letters is another word: "IN", "OR".
    """

    words: tuple[str, ...]
    worths: tuple[float, ...]
    rarity: tuple[int, ...]
    dimension: int
    code: int
    is_whole: bool = False
    in_capitals: bool = False


class NameIndex:
    """The names of the values of dimensions by their stems, each with the word's place in it."""

    def __init__(self) -> None:
        self._at: defaultdict[str, list[tuple[ValueName, int]]] = defaultdict(list)
        self._shared: defaultdict[tuple[str, str], list[tuple[ValueName, int]]] = defaultdict(list)
        self._common: set[str] = set()
        self._short: defaultdict[str, list[tuple[str, int, int]]] = defaultdict(list)

    def __contains__(self, stem: str) -> bool:
        return stem in self._at or stem in self._common

    @property
    def stems(self) -> Iterator[str]:
        """The stems by which names are known."""
        yield from self._at
        yield from self._common

    def of(self, stem: str, following: str = "") -> Sequence[tuple[ValueName, int]]:
        """The names that hold a stem; those that share it with many only if the next one follows.

        Each with the place of the stem in it.
        """
        found = self._at.get(stem, ())
        shared = self._shared.get((stem, following)) if self._shared else None
        return [*found, *shared] if shared else found

    def cut_to(self, word: str) -> Iterator[tuple[int, int]]:
        """The values that are a word cut short, "ATL2" and "SHEL" of "Atlanta" and "Shell".

        Each with its dimension, of which no other value is the same word.
        """
        found: dict[int, list[int]] = {}
        for letters, dimension, code in self._short.get(word[0], ()):
            if len(word) > len(letters) and _is_inside(letters, word):
                found.setdefault(dimension, []).append(code)
        yield from ((dimension, codes[0]) for dimension, codes in found.items() if len(codes) == 1)

    def add(self, one: Dimension) -> None:
        """Add the names of the values of a dimension."""
        codes = [_CODE.fullmatch(label) for label in one.labels]
        if not one.others and all(codes):
            for at, match in enumerate(codes):
                if match and len(match[1]) >= _LEAST_LETTERS:
                    letters = match[1].lower()
                    self._short[letters[0]].append((letters, one.place, at))
        labels = dict(enumerate(one.labels[: derived.MOST_NAMES]))
        known: set[tuple[tuple[str, ...], int]] = set()
        for each in (labels, *one.others):
            for name in unless_abandoned((*_labels(one, each), *_other_names(one, each))):
                if (name.words, name.code) in known:
                    continue
                known.add((name.words, name.code))
                if not name.is_whole:
                    self._add_words(name)
                elif len(name.words) > 1 and len(each) > _MOST_SHARED:  # "number 105"
                    self._shared[name.words[0], name.words[1]].append((name, 0))
                    self._common.add(name.words[0])
                else:
                    self._at[name.words[0]].append((name, 0))

    def _add_words(self, name: ValueName) -> None:
        """Add a name of which a part may be enough."""
        for at, word in enumerate(name.words):
            if not is_telling(name, at):
                continue
            if name.rarity[at] <= _MOST_SHARED or len(name.words) == 1:
                self._at[word].append((name, at))
            else:
                self._shared[word, name.words[at + 1]].append((name, at))
                self._common.add(word)


def _is_inside(letters: str, word: str) -> bool:
    """Whether a word has all letters in their order."""
    left = iter(word)
    return all(letter in left for letter in letters)


def is_telling(name: ValueName, at: int) -> bool:
    """Whether a word of a name may stand for it: "a" of "A1", but not of "a la carte".

    One that very many share, and the next one or none, does not.
    """
    if len(name.words) == 1:
        return True
    rare = [count <= _MOST_SHARED for count in name.rarity[at : at + 2]]
    return (name.words[at] not in STOP or is_code(name, at)) and any(rare)


def is_code(name: ValueName, at: int) -> bool:
    """Whether a word is the letter of a name that is a letter and digits: "A1"."""
    words = name.words
    return (
        at == 0
        and len(words) == 2
        and (len(words[0]) == 1 and words[0].isalpha() and words[1].isdecimal())
    )


def _is_small(words: tuple[str, ...]) -> bool:
    """Whether a label is a small numeral alone, which is a value."""
    return len(words) == 1 and words[0].isdigit() and len(words[0]) < _LEAST_DIGITS


def _labels(one: Dimension, labels: Mapping[int, str]) -> Iterator[ValueName]:
    """The labels themselves, each word worth more the fewer labels have it."""
    said = [(code, label_words(label)) for code, label in unless_abandoned(labels.items())]
    used = Counter(w for _, words in said for w in set(words))
    total = max(1, len(said))
    alike: dict[tuple[object, ...], tuple[tuple[float, ...], tuple[int, ...]]] = {}
    for code, words in unless_abandoned(said):
        if not words or _is_small(words):
            continue
        key = tuple((used[w], w in STOP) for w in words)
        if key not in alike:  # labels whose words are as common share what they tell
            told = [0.15 if w in STOP else log(1 + total / used[w]) + 0.2 for w in words]
            alike[key] = tuple(t / sum(told) for t in told), tuple(used[w] for w in words)
        worths, rarity = alike[key]
        is_code = len(words) == 1 and words[0] in STOP and labels[code].isupper()
        yield ValueName(words, worths, rarity, one.place, code, in_capitals=is_code)


_CODE = re.compile(r"([A-Z]{2,5})[-_ ]?\d{0,3}")
_LEAST_LETTERS = 3  # of a code that may be a word cut short
_LEAST_DIGITS = 3  # of numbers that may be names
_LONGEST_CODE = 3  # letters of codes of countries, states and the like


def _other_names(one: Dimension, labels: Mapping[int, str]) -> Iterator[ValueName]:
    """Other names of values, of which no part is enough: acronyms, what codes stand for."""
    for said in (_world_names, _numbered_names, _names_of_two):
        for code, words, worth in said(one, labels):
            is_code = said is _world_names and worth == _OF_CODE and _is_short(words)
            yield _whole(words, worth, one.place, code, in_capitals=is_code)
    are_sexes = len(labels) <= len(SEXES) and all(v.lower() in SEXES for v in labels.values())
    for code, label in labels.items():
        words = label_words(label)
        letters = "".join(word[0] for word in words if word[0].isalpha())
        if len(letters) == len(words) and len(words) in _LETTERS:
            yield _whole((letters,), _ACRONYM, one.place, code, in_capitals=True)
        for called in (
            SEXES[label.lower()] if are_sexes else (*band_names(label), *time_names(label))
        ):
            yield _whole(called, 1.0, one.place, code)


_Called = Iterator[tuple[int, tuple[str, ...], float]]
"""Values, each with a name and its worth."""


def _world_names(one: Dimension, labels: Mapping[int, str]) -> _Called:
    """What countries, states, currencies and the like are called besides."""
    codes, values = list(labels), list(labels.values())
    kind = kind_of(values, " ".join(one.name))
    if kind is None:
        return
    for place, other in names_in((kind,), values):
        if called := label_words(other):
            yield codes[place], called, _OF_CODE
    for code, label in labels.items():
        if people := people_of(kind, label):
            yield code, label_words(people), _ACRONYM


def _numbered_names(one: Dimension, labels: Mapping[int, str]) -> _Called:
    """What numbers of rows are called: "category 2", "number 9", "8 pm" where they are hours."""
    if not all(label.strip("-").isdigit() for label in labels.values()):
        return
    is_hour = HOUR in one.name
    nouns = {*one.name, *(_NUMBERED if len(labels) <= _FEW_NUMBERED else ())}
    for code, label in labels.items():
        words = label_words(label)
        for noun in nouns if len(words) == 1 else ():
            yield code, (noun, *words), 1.0
        for called in hour_names(label) if is_hour else ():
            yield code, called, 1.0


def _names_of_two(one: Dimension, labels: Mapping[int, str]) -> _Called:
    """What yes and no of a column say: "staked", "not staked"."""
    words = tuple(w for w in one.name if w not in STOP)[-1:]
    if len(set(labels.values())) != 2 or not {v.lower() for v in labels.values()} <= YES | NO:
        return
    for code, label in labels.items() if words else ():
        if label.lower() in YES:
            yield code, words, _OF_CODE
        else:
            for called in (("not", *words), ("no", *words), (f"un{words[0]}",)):
                yield code, called, _OF_CODE


def _is_short(words: tuple[str, ...]) -> bool:
    """Whether a name is a code of letters: in small letters many are words ("at", "it", "per")."""
    return len(words) == 1 and len(words[0]) <= _LONGEST_CODE and words[0].isalpha()


def _whole(
    words: tuple[str, ...], worth: float, dimension: int, code: int, *, in_capitals: bool = False
) -> ValueName:
    worths, rarity = _even(worth, len(words))
    return ValueName(words, worths, rarity, dimension, code, in_capitals=in_capitals, is_whole=True)


@cache
def _even(worth: float, size: int) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """What the words of a name tell that counts as a whole, held once."""
    return (worth / size,) * size, (2,) * size


def measure_words(measures: Sequence[ViewMeasure]) -> dict[str, list[tuple[int, float]]]:
    """The measures whose names hold a stem, each with what part of the name it tells."""
    used = Counter(w for m in measures for w in {w for words, _ in m.names for w in words})
    found: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for each in measures:
        check_abandoned()
        best: dict[str, float] = {}
        for words, worth in each.names:
            told = {w: log(1 + len(measures) / used[w]) + 0.1 for w in words}
            whole = sum(told.values()) or 1.0
            for word, part in told.items():
                best[word] = max(best.get(word, 0.0), worth * part / whole)
        for word, part in best.items():
            found[word].append((each.place, part))
    return dict(found)
