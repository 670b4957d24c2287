"""Which rows a text names: an index of the labels of a query result, whole and in part.

A label is found whole ("Al Rayyan Central" before "Al Rayyan"), or by a word that few labels have
(a surname). A part that several labels share stays ambiguous: all their rows are found.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sidecar.binding.language import label_forms, namesakes, world_names
from sidecar.binding.language.cut_short import CutShort
from sidecar.binding.language.label_forms import Form
from sidecar.binding.language.numbers_alone import numbers_alone
from sidecar.binding.language.postings import Postings, among
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.language.words import STOP, Token, is_numeral
from sidecar.evidence import learnt
from sidecar.evidence.factored import RowGroups, factored
from sidecar.model import memory
from sidecar.model.cached import cached_property
from sidecar.text.vocabulary import one_of

COMMON = 0.35
"""How much a word in lower case says of a label that has it with a capital letter."""

_CUT = 0.8  # the same of a label that is cut short: "Con 20"
_PASSED_OVER = STOP - one_of("before after over under off out up down not no nor but and or")
_TURNED, _JOINTS = 3, one_of("of from for to in")
_ALL = 0.9  # of one all of whose telling words are said
_MEANT = 0.8  # the same of what else a row is called: "Germans" of Germany
_SHORT, _SHARED = 2, 6  # letters of "US"; labels that may share a word that still names them
_INITIALS = 3  # letters of an abbreviation at least
_DERIVED = 5  # letters of a word that a longer one may be made of
_BEARING = "ern"  # "western" of "West"
_PLAIN_WORDS = 24  # a longer text names nothing
_CODE = re.compile(r"\b(?:[A-Z]{1,3}\d{1,3}|[A-Z]{2})\b")
"""A short code that tells a label from those like it: "T1", "XL"."""


class Mention(NamedTuple):
    """A label found in a text.

    Attributes:
        column: Its column.
        rows: The rows that have it.
        start: Index of its first token.
        end: Index past its last token.
        whole: 1 for a whole label, less for a part of it.
        value: The label's number within the column.
    """

    column: int
    rows: Rows
    start: int
    end: int
    whole: float
    value: int


class LabelIndex:
    """The labels of one column.

    Args:
        column: Its place.
        values: Its cells; strings are labels.
        name: Its name.

    Attributes:
        values: The labels, in the order of their rows.
        rows: The rows of each.
        numbers: The number of each row's label, its place in ``values``; -1 where it has none.
        is_flag: Whether they only say yes or no of each row.
        partly: Whether some words of a label name it.
        alone: Whether no other column has labels.
    """

    is_flag = False
    partly = True
    alone = False

    def __init__(self, column: int, values: Sequence[object], name: str = "") -> None:
        self.column, self.name = column, name
        memory.fits(learnt.ROW * len(values))
        found, codes = factored(values)
        labels: dict[str, int] = {}
        places = [labels.setdefault(v, len(labels)) if isinstance(v, str) else -1 for v in found]
        self.values = list(labels)
        self.usable = len(labels) <= learnt.MOST_LABELS
        if self.usable:
            memory.spend(learnt.ROW * len(values) + learnt.of_labels(self.values))
        self.numbers = np.array(places, np.int32)[codes] if places else codes
        self.rows = RowGroups(self.numbers, len(labels) if self.usable else 0)
        self.filled = int((self.numbers >= 0).sum())
        self.capital = any(v[:1].isupper() for v in self.values[:20])
        self.whole: dict[tuple[str, ...], int] = {}
        self.first: dict[str, tuple[int, ...]] = {}
        self.parts, self.codes = Postings(), Postings()
        self._places = labels if self.usable else {}
        for value, number in self._places.items():
            self._add(number, value)

    def number(self, value: str) -> int | None:
        """The number of a label; None where the column does not have it."""
        return self._places.get(value)

    @property
    def identifying(self) -> bool:
        """Whether its labels are nearly unique, so that one names a row."""
        return self.filled > 0 and len(self.values) >= 0.8 * self.filled

    def _add(self, number: int, value: str) -> None:
        words, *others = label_forms.forms(value)
        if not words or len(words) > _PLAIN_WORDS:
            return
        for form in (words, *others):
            self.whole.setdefault(form, number)
            put(self.first, form)
        if not self.partly:
            return
        initials = "".join(word[0] for word in words)
        if len(initials) >= _INITIALS:
            self.codes.add(initials, number)  # "LNG" of "Liquefied natural gas"
        for code in _CODE.findall(value):
            self.codes.add(code.lower(), number)
        for before, word in pairwise(("", *words)):
            if before == "non":  # "nationals" are no "non-nationals"
                continue
            if len(word) > 2 and word not in STOP and not word.isdigit():
                self.parts.add(word, number)
            if len(word) > _DERIVED + 1:  # "German" of "Germany"
                self.parts.add(word[:-1], number)

    def tells(self, word: Token) -> bool:
        """Whether a label may be named where a word begins."""
        stem = word.stem
        return (
            stem in self.first
            or label_forms.begins(word) in self.first
            or stem in self.parts
            or stem in self._meant_first
            or (word.shout and word.word.upper() in self._meant_first)
            or (word.shout and word.word in self._code_words)
            or (len(stem) > _DERIVED and bool(self._part(stem)))
            or self._cut_short.begins(word)
        )

    def find(self, words: Sequence[Token]) -> list[Mention]:
        """The labels that a text names, in its order; the longest at each place."""
        found: list[Mention] = []
        end = 0
        for at, word in enumerate(words):
            if at < end or not self.tells(word):
                continue
            end, numbers, whole = self._at(words, at)
            found += [Mention(self.column, self.rows[n], at, end, whole, n) for n in numbers]
            for also, n in numbers_alone(words, at, end, self.whole) if whole == 1 else ():
                found.append(Mention(self.column, self.rows[n], also, also + 1, whole, n))
                end = also + 1
        return found

    def _at(self, words: Sequence[Token], at: int) -> tuple[int, Sequence[int], float]:
        stem = words[at].stem
        turned = self._turned(words, at)
        lengths = {*self.first.get(stem, ()), *self.first.get(label_forms.begins(words[at]), ())}
        for length in sorted(lengths, reverse=True):
            for form, end in label_forms.said(words, at, length):
                number = self.whole.get(form)
                if number is not None and (turned is None or end - at >= _TURNED):
                    return end, (number,), 1.0
        if turned is not None:
            return at + _TURNED, (turned,), _ALL
        meant = self._meant_at(words, at)
        if meant is not None:
            return meant[0], (meant[1],), _MEANT
        for end in range(min(at + 2, len(words)), at, -1):
            numbers = self._coded(words[at:end])
            if len(numbers) == 1:
                return end, numbers, 0.9
        return self._in_part(words, at)

    def _meant_at(self, words: Sequence[Token], at: int) -> tuple[int, int] | None:
        """Where what else a label is called ends, and the label; codes are in capitals."""
        stem, shout = words[at].stem, words[at].shout
        for length in sorted(self._meant_first.get(stem, ()), reverse=True):
            for form, end in label_forms.said(words, at, length):
                number = self._meant.get(form)
                if number is not None and (len(stem) > _SHORT or shout):
                    return end, number
        number = self._meant.get((words[at].word.upper(),)) if shout else None
        return None if number is None else (at + 1, number)

    def _turned(self, words: Sequence[Token], at: int) -> int | None:
        """The label that is said the other way round: "revenue from rent" of "Rent revenue"."""
        said = words[at : at + _TURNED]
        if len(said) < _TURNED or said[1].word not in _JOINTS:
            return None
        shared = among(*sorted((self._part(said[0].stem), self._part(said[2].stem)), key=len))
        return next(
            (number for number in shared if label_forms.is_all(self.values[number], said)), None
        )

    def _in_part(self, words: Sequence[Token], at: int) -> tuple[int, Sequence[int], float]:
        stem = words[at].stem
        shared = self._part(stem)
        if shared and len(shared) <= _SHARED:
            end, both = at + 1, shared
            for after in range(at + 1, len(words)):  # "Al Rayyan" of "Al Rayyan Central"
                more = among(both, self.parts.of(words[after].stem))
                if not more and not (after == end and words[after].word in _PASSED_OVER):
                    break
                both, end = (more, after + 1) if more else (both, end)
            named = words[at].capital or not self.capital
            if len(both) > 1 and not named and _is_counted(words, at):
                return at + 1, (), 0.0
            if (
                len(both) == 1
                and end > at + 1
                and label_forms.is_all(self.values[both[0]], words[at:end])
            ):
                return end, both, _ALL
            return end, both, 0.7 if named else COMMON
        cut = self._cut_short.at(words, at)
        return (at + 1, (), 0.0) if cut is None else (cut[0], (cut[1],), _CUT)

    def _coded(self, words: Sequence[Token]) -> Sequence[int]:
        """The labels that have a code which words make: "XL" of "Orso XL", "T1" of "Support T1"."""
        code = "".join(word.word for word in words)
        whole = words[0].shout and words[-1].end - words[0].start == len(code)
        return self.codes.of(code) if whole else ()

    @cached_property
    def _code_words(self) -> frozenset[str]:
        """The letters that codes begin with."""
        return frozenset(code.rstrip("0123456789") for code in self.codes)

    @cached_property
    def _meant(self) -> dict[tuple[str, ...], int]:
        """What else single labels are called that is no word of a label."""
        found: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
        called = list(self.whole.items())
        for number, name in world_names.others(self.values, self.name, alone=self.alone):
            found[name].add(number)
            called.append((name, number))
        for words, number in called:
            for other in namesakes.others(words):
                found[other].add(number)
        own = self.parts.keys() | self.whole.keys()
        return {
            said: numbers.pop()
            for said, numbers in found.items()
            if len(numbers) == 1 and said not in own and said[0] not in own
        }

    @cached_property
    def _meant_first(self) -> dict[str, tuple[int, ...]]:
        """How many words those have, by the first of them."""
        found: dict[str, tuple[int, ...]] = {}
        for said in self._meant:
            put(found, said)
        return found

    @cached_property
    def _cut_short(self) -> CutShort:
        return CutShort(self.whole)

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        """How the words begin that longer ones may be made of."""
        return frozenset(word[:_DERIVED] for word in self.parts if len(word) >= _DERIVED)

    def _part(self, stem: str) -> Sequence[int]:
        """The labels that have a word, or a word that it is made of ("Europeans")."""
        if stem in self.parts:
            return self.parts.of(stem)
        if stem.endswith(_BEARING):
            return self.parts.of(stem.removesuffix(_BEARING))
        if len(stem) > _DERIVED and stem[:_DERIVED] in self._beginnings:
            for length in range(len(stem) - 1, _DERIVED - 1, -1):
                if stem[:length] in self.parts:
                    return self.parts.of(stem[:length])
        return ()


def put(first: dict[str, tuple[int, ...]], form: Form) -> None:
    """Keep how many words a form has by the first of them."""
    first[form[0]] = _with(first.get(form[0], ()), len(form))


@lru_cache(maxsize=4096)
def _with(lengths: tuple[int, ...], length: int) -> tuple[int, ...]:
    """Some lengths and one more, which are the same object wherever they are the same."""
    return lengths if length in lengths else (*lengths, length)


def _is_counted(words: Sequence[Token], at: int) -> bool:
    """Whether a word is counted: "three houses" are no hotels with "House" in their name."""
    plural = words[at].word != words[at].stem
    return plural and at > 0 and is_numeral(words[at - 1].word)
