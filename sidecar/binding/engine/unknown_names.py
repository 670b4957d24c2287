"""Names of the kind that the labels of rows are, of which there is no row.

"Norway has 5 million people" where rows are other countries; "Store 109" among stores; "Revenue
from Hooli" among customers; an item or a row of a table whose siblings are led by labels.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from sidecar.binding.engine.clauses import ITEM, ROW
from sidecar.binding.engine.dimensions import label_words
from sidecar.binding.engine.evidence import Dimension, EngineEvidence
from sidecar.binding.engine.lexicon import CUES, PRONOUNS, STRONG
from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.language import world_names
from sidecar.binding.language.words import COPULAS, STOP, is_past
from sidecar.binding.world import WorldKind
from sidecar.text.vocabulary import one_of

_GAP, _LONGEST, _TWO = 12, 5, 2
_LEAST_LETTERS = 3
_SIBLINGS = 8  # items or rows on either side that are looked at
_MOST_LABELS = 5_000
_OF = one_of("of from at for in by")
_CLOSES = one_of(": – — ( |")
_OPENS = one_of('. : ; ! ? * • ( | > – — - " “ , while whereas and but although though the our')
_SAYS = one_of(
    "reports reported says said estimates estimated shows showed finds found notes noted puts "
    "expects expected according lists listed published cites cited asked wrote"
)
_OTHERS = one_of(
    "what let everyone everybody someone nobody several however meanwhile today yesterday each"
)


class UnknownName(NamedTuple):
    """A name of which there is no row.

    Attributes:
        token, end: Its tokens.
        dimension: The dimension whose labels are of its kind.
    """

    token: int
    end: int
    dimension: int


class UnknownNames:
    """Finds the names in a text of which there is no row.

    Args:
        reading: The text.
        evidence: The query results.
    """

    def __init__(self, reading: TextArrays, evidence: EngineEvidence) -> None:
        self._reading, self._evidence = reading, evidence
        self._found: dict[int, list[UnknownName]] = {}
        r = reading
        spans = [(m.token, m.end) for m in (*r.mentions, *r.periods)]
        self._labelled = {k for first, end in spans for k in range(first, end)}
        self._mention_at = [m.token for m in r.mentions]
        self._taken = {*self._labelled, *r.measured_at, *(k for k, _ in r.titled)}

    def of(self, place: int, view: int) -> UnknownName | None:
        """The name that is the subject of a number, of which a view has no row; None for others."""
        for one in self._evidence.views[view].dimensions:
            if one.periods is not None or not _TWO <= len(one.labels) <= _MOST_LABELS:
                continue
            found = self._leading(place, one) or self._named(place, one)
            if found is not None:
                return found
        return None

    def _named(self, place: int, one: Dimension) -> UnknownName | None:
        """The name in the sentence of a number, with no row named between the two."""
        r, first, last = self._reading, self._reading.first[place], self._reading.last[place]
        names = self._names(one)
        at = bisect_right(names, first, key=lambda s: s.end)
        before = names[at - 1] if at else None
        if before is not None and self._reaches(before, place):
            return before
        behind = names[at] if at < len(names) and names[at].token >= last else None
        if behind is None or behind.token - last > _TWO or r.word[behind.token - 1] not in _OF:
            return None
        free = self._labelled.isdisjoint(range(self._start(first), first))
        return behind if free and r.sentence[behind.token] == r.sentence[first] else None

    def _reaches(self, name: UnknownName, place: int) -> bool:
        """Whether no row is named between a name and a number, or of the number right behind it."""
        r, first, last = self._reading, self._reading.first[place], self._reading.last[place]
        sentence = r.sentence[name.token]
        if first >= r.size or first - name.end > _GAP or r.sentence[first] != sentence:
            return False
        end = last
        while end < r.size and r.sentence[end] == sentence and r.number[end] < 0:
            if r.word[end] in STRONG or r.word[end] == ",":
                break
            end += 1
        return self._labelled.isdisjoint((*range(name.end, first), *range(last, end)))

    def _start(self, token: int) -> int:
        return bisect_left(self._reading.sentence, self._reading.sentence[token])

    def _names(self, one: Dimension) -> list[UnknownName]:
        found = self._found.get(one.place)
        if found is None:
            spans = self._spans(one)
            free = [(a, b) for a, b in spans if self._taken.isdisjoint(range(a, b))]
            found = self._found[one.place] = [UnknownName(a, b, one.place) for a, b in free]
        return found

    def _spans(self, one: Dimension) -> Iterator[tuple[int, int]]:
        kinds = world_names.places_among(one.labels, " ".join(one.name))
        noun = _noun(one)
        if kinds:
            yield from self._places(kinds)
        elif noun:
            yield from self._numbered(noun)
        elif _is_capital(one):
            yield from self._proper(one)

    def _places(self, kinds: tuple[WorldKind, ...]) -> Iterator[tuple[int, int]]:
        r, end = self._reading, 0
        for k in range(r.size):
            if k >= end and r.capital[k] and (end := world_names.end_of(kinds, r.stem, k)) > k:
                yield k, end

    def _numbered(self, noun: str) -> Iterator[tuple[int, int]]:
        r = self._reading
        for k in range(r.size - 1):
            if r.stem[k] == noun and r.word[k] == noun and r.word[k + 1].isdecimal():
                yield k, k + _TWO

    def _proper(self, one: Dimension) -> Iterator[tuple[int, int]]:
        """Runs of words with capitals that are subjects, or stated "of" something."""
        r, k = self._reading, 0
        called = {*one.name}
        while k < r.size:
            end = k
            while end < min(r.size, k + _LONGEST) and r.capital[end] and r.word[end][0].isalpha():
                end += 1
            if end > k and self._may_be_name(k, end):
                before = r.word[k - 1] if k and r.block[k - 1] == r.block[k] else "."
                opens = before in _OPENS or r.stem[k - 1] in called
                leads = opens and self._is_followed(end)
                said = any(word in _SAYS for word in r.word[self._start(k) : k])
                if leads or (before in _OF and not said):
                    yield k, end
            k = max(k + 1, end)

    def _may_be_name(self, k: int, end: int) -> bool:
        r = self._reading
        begun = r.word[k].replace("’", "'").split("'")[0]
        plain = begun in STOP or begun in PRONOUNS or begun in _OTHERS or begun in CUES
        several = end - k == 1 and r.word[k].endswith("s") and r.stem[k] != r.word[k]
        letters = sum(len(word) for word in r.word[k:end])
        return not (plain or several) and letters >= _LEAST_LETTERS

    def _is_followed(self, end: int) -> bool:
        """Whether what a name was or did follows it."""
        r = self._reading
        if end >= r.size or r.word[end] in _SAYS:
            return False
        return r.word[end] in COPULAS or is_past(r.word[end])

    def _leading(self, place: int, one: Dimension) -> UnknownName | None:
        """What leads an item or a row whose siblings are led by labels, and is no label itself."""
        r = self._reading
        block = r.block[min(r.first[place], r.size - 1)]
        if r.kinds[block] not in (ITEM, ROW):
            return None
        own = self._head(block)
        if own is None or own[1] > r.first[place] or not self._taken.isdisjoint(range(*own)):
            return None
        if not self._labelled.isdisjoint(range(own[0], r.first[place])):
            return None
        led = [self._is_led(other, one) for other in self._siblings(block)]
        is_one = 2 * sum(led) > len(led) and self._is_like(own, one)
        return UnknownName(*own, one.place) if is_one else None

    def _is_like(self, own: tuple[int, int], one: Dimension) -> bool:
        """Whether words look as labels do, and none begins as they do: "Wed" of "Wednesday"."""
        r = self._reading
        words = [r.word[k] for k in range(*own)]
        alike = _is_capital(one) <= r.capital[own[0]] and all(w[0].isalpha() for w in words)
        sums = any(w in CUES or w in STOP for w in words)
        begins = any(label.lower().startswith(" ".join(words)) for label in one.labels)
        return alike and not (sums or begins)

    def _head(self, block: int) -> tuple[int, int] | None:
        """The words that lead a block, up to a mark."""
        r = self._reading
        first, end = bisect_left(r.block, block), bisect_right(r.block, block)
        while first < end and not r.word[first][0].isalnum():
            first += 1
        at = first
        while at < end and r.word[at] not in _CLOSES and r.cell[at] == r.cell[first]:
            at += 1
        return (first, at) if first < at < end and at - first <= _LONGEST else None

    def _siblings(self, block: int) -> Iterator[int]:
        r = self._reading
        for step in (-1, 1):
            for other in range(block + step, block + step * _SIBLINGS, step):
                if not 0 <= other < len(r.kinds) or r.kinds[other] != r.kinds[block]:
                    break
                if r.head_row.get(other) == r.head_row.get(block) != other:
                    yield other

    def _is_led(self, block: int, one: Dimension) -> bool:
        head = self._head(block)
        if head is None:
            return False
        first, end = (bisect_left(self._mention_at, at) for at in head)
        return any(m.dimension == one.place for m in self._reading.mentions[first:end])


def _noun(one: Dimension) -> str:
    """The noun of labels that are a noun and a number, all of them the same one."""
    forms = [label_words(label) for label in one.labels]
    nouns = {f[0] for f in forms if len(f) == _TWO and f[1].isdecimal()}
    numbered = all(len(f) == _TWO and f[1].isdecimal() for f in forms)
    return nouns.pop() if numbered and len(nouns) == 1 else ""


def _is_capital(one: Dimension) -> bool:
    """Whether labels are names, written with capitals, and no values of a scale."""
    return all(_is_name(label) for label in one.labels)


def _is_name(label: str) -> bool:
    return bool(label) and label[0].isalpha() and label[0] == label[0].upper()
