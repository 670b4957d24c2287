"""What each number is linked with: row sets, measures, cue words, the noun behind it.

A feature is a name and a value; what it weighs is fitted (``ranking``). Nothing here sees the value
of a number.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sidecar.binding.engine.columns import MeasureLink, NumberSurroundings, columns
from sidecar.binding.engine.cues import Cues, cues_of
from sidecar.binding.engine.evidence import EngineEvidence, TableView
from sidecar.binding.engine.groups import groups
from sidecar.binding.engine.lexicon import CUE_NAMES, JOINERS, PRONOUNS, UNIT_WORDS
from sidecar.binding.engine.options import Options, options
from sidecar.binding.engine.reading import HEADING, TextArrays
from sidecar.binding.engine.row_sets import RowSet, UnnamedRows, Weigh, row_sets
from sidecar.binding.language.words import STOP

__all__ = ["Linker", "Links", "MeasureLink", "RowSet"]

_MEASURE, _DIMENSION, _VALUE, _FOREIGN, _NOTHING, _UNIT = range(6)
_MOST_VIEWS = 4
_NEAR = 60  # tokens on either side that are read
_OF = "of"
_NOUNS = 3  # words behind a number that are looked at
_TITLED = 2  # sentences in which a table's title counts
_OF_ROWS = (
    "sum", "mean", "count", "rest", "highest", "lowest", "share", "rank", "now", "before", "not",
)  # fmt: skip
"""The cue classes that say something of rows that are not named."""
_MARKUP = ("*", "_", "-", "%")


class Links(NamedTuple):
    """What a number is linked with.

    Attributes:
        sets: The row sets, best first, those that are only compared with behind.
        columns: The measures of each view, best first.
        cues: What is said around it.
        head: What the noun behind it names, an index into ``crosses.HEADS``.
        outside: Features of its being of none of the evidence.
    """

    sets: Sequence[RowSet]
    columns: Mapping[int, Sequence[MeasureLink]]
    cues: Cues
    head: int
    outside: Sequence[str]


class Linker:
    """Links the numbers of one text.

    Args:
        evidence: The query results.
        reading: The text.
        weigh: What features weigh together: of many row sets only the best are kept.
    """

    def __init__(self, evidence: EngineEvidence, reading: TextArrays, weigh: Weigh) -> None:
        self._evidence, self._reading, self._weigh = evidence, reading, weigh
        self._mention_at = [m.token for m in reading.mentions]
        self._period_at = [m.token for m in reading.periods]

    def link(self, place: int) -> Links:
        """What the number at a place of the text is linked with."""
        r, evidence = self._reading, self._evidence
        k, end = min(r.first[place], r.size - 1), r.last[place]
        low, high = self._sentence(k, end)
        labels = options(evidence, r, r.mentions, self._mention_at, k)
        dates = options(evidence, r, r.periods, self._period_at, k)
        head, token = self._head(k, end, high)
        around = NumberSurroundings(k, end, low, high, token)
        said = cues_of(r, around)
        found, is_named = columns(evidence, r, around)
        views = list(self._views((labels, dates), found, k))
        cues = [CUE_NAMES[j] for j in said.near if CUE_NAMES[j] in _OF_ROWS]
        together = {
            **groups(evidence, r, r.mentions, self._mention_at, k),
            **groups(evidence, r, r.periods, self._period_at, k),
        }
        asked = UnnamedRows(cues, r.role[place], self._has_pronoun(around), together)
        sets = row_sets(evidence, views, (labels, dates), asked, self._weigh)
        outside = []
        if not is_named:
            outside.append("out: no measure named")
        if not any(o.place != _FAR_AWAY for named in labels.values() for o in named.values()):
            outside.append("out: no row named")
        if not dates:
            outside.append("out: no period named")
        if self._names_no_row(around):
            outside.append("out: period without a row")
        return Links(sets, found, said, head, outside)

    def _sentence(self, k: int, end: int) -> tuple[int, int]:
        r, low, high = self._reading, k, end
        here = (r.sentence[k], r.block[k])
        while low > 0 and (r.sentence[low - 1], r.block[low - 1]) == here and k - low < _NEAR:
            low -= 1
        while high < r.size and (r.sentence[high], r.block[high]) == here and high - k < _NEAR:
            high += 1
        return low, high

    def _names_no_row(self, around: NumberSurroundings) -> bool:
        """Whether the clause names a period that no row has."""
        r = self._reading
        first, last = (bisect_left(self._period_at, at) for at in (around.low, around.high))
        return any(
            m.period is not None
            and m.clause == r.clause[around.first]
            and not self._evidence.codes_in(m.period)
            for m in r.periods[first:last]
        )

    def _has_pronoun(self, around: NumberSurroundings) -> bool:
        return any(word in PRONOUNS for word in self._reading.word[around.low : around.first])

    def _head(self, k: int, end: int, high: int) -> tuple[int, int]:
        """What the noun behind a number names, and its token or -1."""
        r = self._reading
        words = [t for t in range(self._behind_joined(end, high), high) if r.stem[t] not in _MARKUP]
        for steps, t in enumerate(words[:_NOUNS]):
            if not r.stem[t][0].isalpha() or r.stem[t] in STOP:
                return (_FOREIGN if steps else _NOTHING), -1
            named = self._noun(t)
            if named == _MEASURE and not self._is_whole(k):
                return named, self._last_of_compound(t, high)
            if named is not None:
                return named, t
        return (_FOREIGN if words else _NOTHING), -1

    def _is_whole(self, k: int) -> bool:
        """Whether a number is what another is a part of: "77% of 2,098 candidates passed"."""
        before = self._reading.word[max(0, k - 2) : k]
        return before[-1:] == [_OF] or (before[:1] == [_OF] and before[-1] in STOP)

    def _last_of_compound(self, t: int, high: int) -> int:
        """The last of words that name measures one after the other: "patients responded"."""
        words, stem = self._evidence.measure_words, self._reading.stem
        while t + 1 < high and stem[t + 1] in words and stem[t + 1] not in STOP:
            t += 1
        return t

    def _noun(self, t: int) -> int | None:
        evidence, stem = self._evidence, self._reading.stem[t]
        for names, head in (
            (evidence.measure_words, _MEASURE),
            (evidence.dimension_words, _DIMENSION),
            (evidence.names, _VALUE),
        ):
            if stem in names:
                return head
        return _UNIT if self._reading.word[t] in UNIT_WORDS else None

    def _behind_joined(self, end: int, high: int) -> int:
        """The token behind numbers that are stated together: "5-9 goals", "12 of 20 shots"."""
        r, t = self._reading, end
        for _ in range(2):
            j = t
            while j < high and j - t < _NOUNS and r.number[j] < 0 and r.word[j] in JOINERS:
                j += 1
            if not (t < j < high and r.number[j] >= 0):
                break
            t = r.last[r.number[j]]
        return t

    def _views(
        self, named: tuple[Options, Options], found: Mapping[int, Sequence[MeasureLink]], k: int
    ) -> Iterator[tuple[TableView, Sequence[str]]]:
        """The views worth a look, by what is linked in them, with features of their own."""
        evidence = self._evidence
        titled = self._titled(k)
        score = [0.3 * (view.place in titled) for view in evidence.views]
        for each, worth in zip(named, (0.5, 0.2), strict=True):
            for dimension, ways in each.items():
                best = max(option.score for option in ways.values())
                score[evidence.dimensions[dimension].view] += worth * best
        for place, measures in found.items():
            score[place] += 2 * measures[0].score if measures else 0.0
        for view in sorted(evidence.views, key=lambda v: -score[v.place])[:_MOST_VIEWS]:
            features = ["view is the only one"] if len(evidence.views) == 1 else []
            if view.place in titled:
                features.append("view named by its title")
            yield view, features

    def _titled(self, k: int) -> set[int]:
        """The views that words of their titles name near a number, or in a heading above it."""
        r = self._reading
        return {
            view
            for token, views in r.titled
            for view in views
            if 0 <= (behind := r.sentence[k] - r.sentence[token]) <= _TITLED
            or (behind > 0 and r.kinds[r.block[token]] == HEADING)
        }


_FAR_AWAY = 7
