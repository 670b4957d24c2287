"""Where the words stand that name the rows, periods and columns of candidates.

For a person who asks; nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sidecar.binding.engine.columns import NumberSurroundings, place_of_word
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.options import PLACES, STRENGTH, named_codes, place_of
from sidecar.binding.engine.quantities import Fit, Shape
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.reading import HEADING, Mention, TextArrays
from sidecar.binding.engine.stated import StatedNumber
from sidecar.model.text import Span, Text
from sidecar.model.why import Link, LinkedPart, LinkOrigin

_STRENGTHS = (0.0, 1.0, 0.7, 0.4)  # by place, see options.STRENGTH
_IN_TABLE = frozenset({PLACES.index("row-head"), PLACES.index("column-head")})
_ABOVE = PLACES.index("heading")
_ALONE, _BY_UNIT = 0.5, 0.3
_COUNTED = 2  # words between a number and what it counts
_DIGITS = 4


class _NearWords(NamedTuple):
    """Words that name something, as seen from a number."""

    first: int
    end: int
    strength: float
    origin: LinkOrigin


class NamedWords:
    """Finds the words that name what one number may be.

    Args:
        text: The text.
        reading: The same as it is read.
        evidence: The query results.
        place: The place of the number.
    """

    def __init__(
        self, text: Text, reading: TextArrays, evidence: EngineEvidence, place: int
    ) -> None:
        self._text, self._evidence = text, evidence
        self.reading = reading
        self.first = min(reading.first[place], reading.size - 1)
        self.end = reading.last[place]

    def rows(self, ranked: RankedCandidates, at: int) -> Iterator[Link]:
        """What names the rows and periods of a candidate."""
        rows = ranked.links.sets[int(ranked.found.rows[at])]
        dimensions = self._evidence.views[rows.view].dimensions
        for dimension, codes in zip(dimensions, rows.options, strict=True):
            for code in codes or ():
                near = self._of_value(dimension.place, code)
                if near is None:
                    continue
                span = self._span(near.first, near.end)
                dated = dimension.periods is not None
                name = self._text.slice(span) if dated else dimension.labels[code]
                part = LinkedPart.PERIOD if dated else LinkedPart.ROW
                yield Link(part, name, near.origin, near.strength, span)

    def column(
        self, ranked: RankedCandidates, at: int, one: StatedNumber, name: str
    ) -> Link | None:
        """What names the column of a candidate, which is called ``name``."""
        measure = int(ranked.found.column[at])
        near = self._of_measure(measure)
        if near is not None:
            span = self._span(near.first, near.end)
            return Link(LinkedPart.COLUMN, name, near.origin, near.strength, span)
        view = self._evidence.views[self._evidence.measures[measure].view]
        if len(view.measures) == 1:
            return Link(LinkedPart.COLUMN, name, LinkOrigin.ALONE, _ALONE)
        told = one.target.shape is not Shape.BARE and ranked.found.fit[at] == Fit.SAME
        return Link(LinkedPart.COLUMN, name, LinkOrigin.UNIT, _BY_UNIT) if told else None

    def words(self, first: int, end: int) -> str:
        """Some words as they stand."""
        return self._text.slice(self._span(first, end))

    def _of_value(self, dimension: int, code: int) -> _NearWords | None:
        """The words that name a value of a dimension best."""
        found = []
        for mention in (*self.reading.mentions, *self.reading.periods):
            place = place_of(self.reading, mention, self.first)
            if place >= 0 and self._names(mention, dimension, code):
                found.append((STRENGTH[place], abs(mention.token - self.first), place, mention))
        if not found:
            return None
        strength, _, place, mention = min(found, key=lambda each: each[:2])
        weight = round(_STRENGTHS[strength] * mention.covered, _DIGITS)
        return _NearWords(mention.token, mention.end, weight, self._origin(place, mention))

    def _names(self, mention: Mention, dimension: int, code: int) -> bool:
        if mention.period is None:
            return (mention.dimension, mention.code) == (dimension, code)
        told = named_codes(self._evidence, mention)
        return any(at == dimension and code in codes for at, codes in told)

    def _origin(self, place: int, mention: Mention) -> LinkOrigin:
        if place in _IN_TABLE:
            return LinkOrigin.TABLE
        if place == _ABOVE:
            is_heading = self.reading.kinds[mention.block] == HEADING
            return LinkOrigin.HEADING if is_heading else LinkOrigin.LEAD
        return LinkOrigin.SENTENCE if place < len(_IN_SENTENCE) else LinkOrigin.EARLIER

    def _of_measure(self, measure: int) -> _NearWords | None:
        """The words that name a measure best, all that stand together."""
        reading = self.reading
        around = NumberSurroundings(self.first, self.end, 0, reading.size, -1)
        told = {token: dict(worths).get(measure, 0.0) for token, worths in reading.measured}
        found = []
        for token, worth in told.items():
            where, near = place_of_word(reading, token, around)
            if worth * near:
                found.append((worth * near, -abs(token - self.first), token, where))
        if not found:
            return None
        _, _, token, where = max(found)
        first, end = token, token + 1
        while told.get(first - 1):
            first -= 1
        while told.get(end):
            end += 1
        weight = min(1.0, sum(told[at] for at in range(first, end)))
        counted = 0 <= first - self.end <= _COUNTED and where == "behind"
        origin = LinkOrigin.COUNTED if counted else _ORIGINS.get(where, LinkOrigin.SENTENCE)
        return _NearWords(first, end, round(weight, _DIGITS), origin)

    def _span(self, first: int, end: int) -> Span:
        start, word = self.reading.start, self.reading.word
        behind = start[end] if end < self.reading.size else len(self._text.string)
        return self._text.span(start[first], min(behind, start[end - 1] + len(word[end - 1])))


_IN_SENTENCE = PLACES[:4]
_ORIGINS = {
    "column-head": LinkOrigin.TABLE,
    "heading": LinkOrigin.HEADING,
    "far": LinkOrigin.EARLIER,
    "farther": LinkOrigin.EARLIER,
}
"""By the place of a word, see ``columns``; others stand in the sentence."""
