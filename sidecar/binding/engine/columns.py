"""Which measures the words around a number name, and how much of their names."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sidecar.binding.engine.dimensions import TOTALS
from sidecar.binding.engine.evidence import EngineEvidence, TableView, ViewMeasure
from sidecar.binding.engine.reading import HEADING, TextArrays
from sidecar.work import check_abandoned

Feature = tuple[str, float]

_MOST = 8  # measures of a view
_BEFORE = 80  # tokens before a sentence that are read
_FADING, _BESIDE_FADING = 0.3, 0.15  # by content word, in the clause and in its sentence
_HEADED, _LAST, _FAR = 1.0, 0.7, 0.5
_FULLY = 0.55
_SCORES = {"far": 0.35, "heading": 0.35, "farther": 0.35, "beside": 0.6}
_IN_CLAUSE = ("measure named before", "measure named behind")
_FAR_PLACES = ("far", "heading", "farther")
_PLACES = ("before", "column-head", "behind", "beside", *_FAR_PLACES)
"""Where words of names stand, the best first: each word counts once."""


class MeasureLink(NamedTuple):
    """A measure that a number may be of: its features, and how much of its name is near."""

    measure: int
    features: tuple[Feature, ...]
    score: float
    named: float

    @property
    def is_in_clause(self) -> bool:
        """Whether the clause of the number names it."""
        return any(name in _IN_CLAUSE for name, _ in self.features)


class NumberSurroundings(NamedTuple):
    """A number among the tokens: its own, those of its sentence, and the noun behind it."""

    first: int
    end: int
    low: int
    high: int
    head: int


def columns(
    evidence: EngineEvidence, reading: TextArrays, around: NumberSurroundings
) -> tuple[dict[int, list[MeasureLink]], bool]:
    """The measures of each view, those that are named first, and whether any is."""
    said = _MeasureWords(evidence, reading, around)
    head: Mapping[int, float] = {}
    at = bisect_left(reading.measured_at, around.head)
    if around.head >= 0 and reading.measured_at[at : at + 1] == [around.head]:
        head = dict(reading.measured[at][1])
    return {v.place: _of_view(v, said, head) for v in evidence.views}, bool(said.of)


def _of_view(view: TableView, said: _MeasureWords, head: Mapping[int, float]) -> list[MeasureLink]:
    made = []
    heads = sum(m.place in head for m in view.measures)
    others = _others_named(view, said)
    last = max((said.last.get(m.place, (-1, ""))[0] for m in view.measures), default=-1)
    for place, measure in enumerate(view.measures):
        check_abandoned()
        told = said.of.get(measure.place, {})
        named = sum(v for p, v in told.items() if p not in _FAR_PLACES)
        score = sum(_SCORES.get(p, 1.0) * v for p, v in told.items())
        features = list(_naming(measure.place, said, named, others, last))
        features += _default(measure, place, is_named=measure.place in said.of)
        if measure.place in head:
            features.append(("measure is the head noun", head[measure.place]))
            features.append(("measure is the only head noun", head[measure.place] / heads))
            score += 0.5 * head[measure.place]
        if len(view.measures) == 1:
            features.append(("measure is the only one", 1.0))
        made.append(MeasureLink(measure.place, tuple(features), score, named))
    made.sort(key=lambda one: -one.score)
    return [_compared(one, made[0].score) for one in made[:_MOST]]


def _naming(
    measure: int, said: _MeasureWords, named: float, others: str, last: int
) -> Iterator[Feature]:
    """How a measure is named, or that it is not."""
    told = said.of.get(measure, {})
    if not told:
        yield "measure not named", 1.0
        yield f"measure not named, {others}", 1.0
        return
    for place, worth in told.items():
        yield f"measure named {place}", worth
    if named > _FULLY:
        yield "measure named fully", 1.0
    yield "measure unsaid part", max(0.0, 1.0 - sum(_best(told)))
    for place, worth in said.own.get(measure, {}).items():
        yield f"measure named by its own words {place}", worth
    for way, worth in said.attached.get(measure, {}).items():
        yield f"measure {way}", worth
    token, where = said.last.get(measure, (-1, ""))
    if where and token == last:
        yield f"measure named last, {where}", 1.0


def _others_named(view: TableView, said: _MeasureWords) -> str:
    """Whether other measures of the view are named, and where."""
    places = {p for m in view.measures for p in said.of.get(m.place, ())}
    if places - {*_FAR_PLACES}:
        return "another near"
    return "another far" if places else "no other"


def _best(told: Mapping[str, float]) -> Iterator[float]:
    """What is said of a name near a number."""
    return (worth for place, worth in told.items() if place not in _FAR_PLACES)


def _default(measure: ViewMeasure, place: int, *, is_named: bool) -> list[Feature]:
    """What makes a measure the one that is spoken of where none is named."""
    kind = "named" if is_named else "not named"
    found: list[Feature] = []
    if not place:
        found.append((f"measure is the first, {kind}", 1.0))
    if any(not TOTALS.isdisjoint(words) for words, _ in measure.names):
        found.append((f"measure is a total, {kind}", 1.0))
    return found


def _compared(one: MeasureLink, top: float) -> MeasureLink:
    if top <= 0:
        return one
    behind = top - one.score
    feature = ("measure is behind the best", min(2.0, behind)) if behind > 0 else (
        ("measure is best", 1.0)
    )  # fmt: skip
    return one._replace(features=(*one.features, feature))


class _MeasureWords:
    """What is said of measures around a number.

    Attributes:
        of: Of each measure, how much of its name stands where, nearer words counting more.
        own: The same, words that several measures of a view share counting less.
        last: The last token before the number in each measure's name, and where it stands.
        attached: How words of its name are stated with the number, or with another one.
    """

    def __init__(
        self, evidence: EngineEvidence, reading: TextArrays, around: NumberSurroundings
    ) -> None:
        banks: dict[str, dict[tuple[int, str], tuple[float, float]]] = {}
        self.last: dict[int, tuple[int, str]] = {}
        self.of: dict[int, dict[str, float]] = {}
        self.own: dict[int, dict[str, float]] = {}
        self.attached: dict[int, dict[str, float]] = {}
        number = reading.number[around.first]
        for token, measures in _tokens(reading, around):
            check_abandoned()
            where, near = place_of_word(reading, token, around)
            if not near:
                continue
            bank = banks.setdefault(where, {})
            stem = reading.stem[token]
            shared = evidence.sharing[stem]
            way = _attached(reading, token, number)
            for measure, worth in measures:
                check_abandoned()
                key = (measure, stem)
                if near * worth > bank.get(key, (0.0, 0.0))[0]:
                    bank[key] = near * worth, near / shared[evidence.measures[measure].view]
                if way:
                    told = self.attached.setdefault(measure, {})
                    told[way] = max(told.get(way, 0.0), worth)
                if token < around.first:
                    self.last[measure] = token, _where(reading, token, around)
        counted: set[tuple[int, str]] = set()
        for where in _PLACES:
            check_abandoned()
            for key, (worth, own) in banks.get(where, {}).items():
                if key not in counted:
                    counted.add(key)
                    told = self.of.setdefault(key[0], {})
                    told[where] = told.get(where, 0.0) + worth
                    each = self.own.setdefault(key[0], {})
                    each[where] = max(each.get(where, 0.0), own)


def _attached(reading: TextArrays, token: int, number: int) -> str:
    """How a word is stated with a number, or that it is with another one; "" for neither."""
    to = reading.attached.get(token)
    if to is None or reading.sentence[token] != reading.sentence[reading.first[number]]:
        return ""
    return f"stated {to.way} it" if to.number == number else f"stated {to.way} another"


def _where(reading: TextArrays, token: int, around: NumberSurroundings) -> str:
    k = around.first
    if reading.clause[token] == reading.clause[k]:
        return "clause"
    if reading.sentence[token] == reading.sentence[k]:
        return "sentence"
    return "earlier"


def _tokens(
    reading: TextArrays, around: NumberSurroundings
) -> Sequence[tuple[int, Sequence[tuple[int, float]]]]:
    first = bisect_left(reading.measured_at, max(0, around.low - _BEFORE))
    head = reading.head_row.get(reading.block[around.first])
    if head is not None:
        first = min(first, bisect_left(reading.measured_at, bisect_left(reading.block, head)))
    return reading.measured[first : bisect_left(reading.measured_at, around.high)]


def place_of_word(reading: TextArrays, token: int, around: NumberSurroundings) -> tuple[str, float]:
    """Where a word stands as seen from a number, and what it counts; 0 for nothing."""
    k, end = around.first, around.end
    there, block = reading.block[token], reading.block[k]
    if k <= token < end:
        return "before", 1.0
    if block in reading.head_row and reading.head_row.get(there) == reading.head_row[block]:
        return _place_in_table(reading, token, k)
    if reading.clause[token] == reading.clause[k]:
        if token >= end:
            gap = reading.content[token] - reading.content[end]
            return "behind", 1.0 / (1 + _FADING * gap)
        return "before", 1.0 / (1 + _FADING * (reading.content[k] - reading.content[token + 1]))
    if reading.sentence[token] == reading.sentence[k] and there == block:
        gap = abs(reading.content[token] - reading.content[k])
        return "beside", 1.0 / (1 + _BESIDE_FADING * gap)
    return _place_before(reading, token, k)


def _place_before(reading: TextArrays, token: int, k: int) -> tuple[str, float]:
    """Where a word of an earlier sentence stands."""
    if reading.kinds[reading.block[token]] == HEADING:
        return "heading", _LAST
    is_last = reading.sentence[k] - reading.sentence[token] == 1
    return ("far", _LAST) if is_last else ("farther", _FAR)


def _place_in_table(reading: TextArrays, token: int, k: int) -> tuple[str, float]:
    there, cell = reading.block[token], reading.cell[token]
    if there == reading.block[k]:
        return "before", 0.9 if cell in (reading.cell[k], 0) else 0.0
    is_head = there == reading.head_row[there] and cell == reading.cell[k]
    return "column-head", _HEADED if is_head else 0.0
