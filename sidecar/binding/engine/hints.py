"""What would fix a wrong decision about a number: a name, a unit or a synonym that was missing.

Each hint says something that is true of the text or the metadata and that took part in the
decision. A number that agrees with what is plainly named has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from sidecar.binding.bound import BoundNumber
from sidecar.binding.engine.comparing import WeighedNumber
from sidecar.binding.engine.crosses import HEADS
from sidecar.binding.engine.formulas import FORMULAS, PLACE
from sidecar.binding.engine.measures import NO_UNIT, ViewMeasure
from sidecar.binding.engine.named_words import NamedWords
from sidecar.binding.engine.places import CandidatePlaces
from sidecar.binding.engine.quantities import Fit, fit
from sidecar.binding.engine.unsettled import NAMED
from sidecar.binding.language.words import STOP, is_numeral
from sidecar.model.number import Unit
from sidecar.model.report import Grade
from sidecar.model.why import Hint, Link, LinkedPart, LinkOrigin
from sidecar.text.vocabulary import one_of

_MOST = 3
_LISTED = 4
_LIKELY = 0.1  # the probability of a candidate, from which on it may have been intended
_CELL = FORMULAS[PLACE["cell"]]
_SHORTEST = 3  # letters of a word that may name a column
_FOREIGN = HEADS.index("foreign")
_NEAR = frozenset({LinkOrigin.COUNTED, LinkOrigin.SENTENCE, LinkOrigin.TABLE})
_FURTHER = {
    LinkOrigin.EARLIER: "a sentence before",
    LinkOrigin.HEADING: "a heading",
    LinkOrigin.LEAD: "the line above the list",
}
_JOINS = one_of(
    "was were is are stood stands reached reaches came comes amounted amounts totalled totaled hit "
    "rose rises fell falls grew climbed dropped declined increased decreased at of to by :"
)
"""What stands between the name of a measure and its number."""

_PASSED_OVER = STOP | one_of("about around roughly nearly almost some exactly approximately $ € £")
_VERBAL = ("ed", "ing")  # endings of words that seldom name a measure


def find(
    bound: BoundNumber,
    weighed: WeighedNumber,
    lead: Lead,
    words: NamedWords,
    places: CandidatePlaces,
) -> list[Hint]:
    """The hints about one number, most telling first.

    Args:
        bound: What it was bound to.
        weighed: The same with all that is known of it.
        lead: The candidate at hand.
        words: The words around the number.
        places: What candidates come to.
    """
    if lead.at < 0 or _is_plain(bound, weighed, lead.at):
        return []
    adviser = _Adviser(weighed, lead, words, places)
    return list(islice(adviser.all(agrees=bound.binding.grade is not Grade.NONE), _MOST))


def _is_plain(bound: BoundNumber, weighed: WeighedNumber, at: int) -> bool:
    """Whether a number agrees with what its words most probably name."""
    return bound.binding.grade is Grade.EXACT and not bound.codes and at == weighed.ranked.best


class Lead(NamedTuple):
    """The candidate that was chosen, or else the most probable one.

    Attributes:
        at: Its place; -1 for none.
        links: What links it with the number.
    """

    at: int
    links: Sequence[Link]


class _SharedWords(NamedTuple):
    """What words that name several things say of them."""

    code: str
    what: str
    form: str
    advice: str


_ROWS = _SharedWords("LABEL_SHARED", "rows", "“{}”", "write the right one in full")
_COLUMNS = _SharedWords(
    "COLUMN_SHARED", "columns", "`{}`", "give them labels or synonyms that tell them apart"
)


class _Adviser:
    """Advises on one number, by the candidate that was chosen or is the most probable."""

    def __init__(
        self, weighed: WeighedNumber, lead: Lead, words: NamedWords, places: CandidatePlaces
    ) -> None:
        at, self._links = lead
        self._weighed, self._words = weighed, words
        self._evidence, self._ranked = places.evidence, weighed.ranked
        found = self._ranked.found
        rows = self._ranked.links.sets[int(found.rows[at])]
        self._view = self._evidence.views[rows.view]
        self._measure = int(found.column[at])
        self._is_likely = bool(self._ranked.probabilities[at] >= _LIKELY)
        self._table = places.catalog(rows.view)
        self._query_id = self._table.table.query_id
        self._columns = self._ranked.links.columns.get(rows.view, ())

    def all(self, *, agrees: bool) -> Iterator[Hint]:
        """All hints; ``agrees``: whether the candidate does."""
        yield from self._unit()
        yield from self._shared()
        yield from self._column()
        yield from self._elsewhere(agrees=agrees)

    def _unit(self) -> Iterator[Hint]:
        """A column whose unit is not declared, for a number that has one."""
        number = self._weighed.one.number
        link = self._of(LinkedPart.COLUMN)
        if number.unit is Unit.COUNT:
            return
        is_near = link is not None and link.origin in _NEAR
        read = [m for m in self._view.measures if is_near and m.place == self._measure]
        details = {"query_id": self._query_id}
        yield from self._guessed(read)
        unknown = [m for m in read or self._view.measures if m.unit == NO_UNIT]
        same = (Fit.SAME, Fit.CONVERTED)
        if not unknown or any(self._fit(m) in same for m in self._view.measures):
            return
        names = list(dict.fromkeys(map(self._name, unknown)))[:_LISTED]
        if len(unknown) == 1:
            told = f"no unit is known of column `{names[0]}` of {self._query_id}: declare it"
        else:
            listed = ", ".join(f"`{name}`" for name in names)
            told = f"no column of {self._query_id} is known to be in {number.symbol}:"
            told += f" declare the unit of the intended one ({listed})"
        message = f"{told} in the column metadata"
        yield Hint("UNIT_UNKNOWN", message, details | {"columns": ", ".join(names)})

    def _guessed(self, read: Sequence[ViewMeasure]) -> Iterator[Hint]:
        """Columns whose units were read from their names, and do not suit the number."""
        details = {"query_id": self._query_id}
        for one in read:
            if self._table.columns[one.column].guessed and self._fit(one) >= Fit.OTHER:
                told = f"the unit of column `{self._name(one)}` of {self._query_id} was read"
                message = f"{told} from its name: declare another if that is wrong"
                yield Hint("UNIT_GUESSED", message, details | {"column": self._name(one)})

    def _fit(self, measure: ViewMeasure) -> Fit:
        """How the unit of a measure suits the number."""
        return fit(self._weighed.one.target, _CELL, measure).fit

    def _shared(self) -> Iterator[Hint]:
        """Words of the sentence that name several rows, or several columns, alike."""
        rows: dict[tuple[int, int], dict[str, None]] = {}
        reading, named = self._words.reading, self._names(LinkedPart.ROW)
        here = reading.sentence[self._words.first]
        for one in reading.mentions:
            dimension = self._evidence.dimensions[one.dimension]
            if one.sentence == here and dimension.view == self._view.place:
                rows.setdefault((one.token, one.end), {})[dimension.labels[one.code]] = None
        yield from self._several(_ROWS, rows, named)
        columns: dict[tuple[int, int], dict[str, None]] = {}
        top = self._columns[0].score if self._columns else 0.0
        alike = {c.measure for c in self._columns if c.score == top > 0}
        for token, measures in reading.measured:
            if reading.sentence[token] == here:
                told = [self._evidence.measures[m] for m, _ in measures if m in alike]
                columns[token, token + 1] = dict.fromkeys(map(self._name, told))
        yield from self._several(_COLUMNS, columns, self._names(LinkedPart.COLUMN))

    def _several(
        self,
        alike: _SharedWords,
        named: Mapping[tuple[int, int], Mapping[str, None]],
        linked: frozenset[str],
    ) -> Iterator[Hint]:
        for (first, end), names in named.items():
            if len(names) < 2 or linked.isdisjoint(names):
                continue
            said = self._words.words(first, end)
            listed = ", ".join(alike.form.format(name) for name in list(names)[:_LISTED])
            told = f"“{said}” names {len(names)} {alike.what} of {self._query_id} ({listed}"
            more = " and more" if len(names) > _LISTED else ""
            details = {"query_id": self._query_id, "words": said, alike.what: listed}
            yield Hint(alike.code, f"{told}{more}): {alike.advice}", details)

    def _column(self) -> Iterator[Hint]:
        """A column that the sentence does not name, and the word that may be its name."""
        link = self._of(LinkedPart.COLUMN)
        if link is not None and link.origin in _NEAR:
            return
        word, details = self._unknown_word(), {"query_id": self._query_id}
        if word:
            column = self._likely_column()
            whose = f"`{column}` of {self._query_id}" if column else "the column that it means"
            told = f"“{word}” is no known name of any column: add it as a synonym of {whose}"
            details |= {"word": word} | ({"column": column} if column else {})
            yield Hint("WORD_UNKNOWN", told, details)
        elif link is None and not any(c.named >= NAMED for c in self._columns):
            told = f"no words name a column of {self._query_id}: give the right column"
            yield Hint("COLUMN_UNNAMED", f"{told} a label or synonym that the text uses", details)

    def _likely_column(self) -> str:
        """The column of this table that a word may be a name of: that of a value that agrees."""
        at = self._weighed.decided.agreeing
        place = int(self._ranked.found.column[at]) if at >= 0 else -1
        return next((self._name(one) for one in self._view.measures if one.place == place), "")

    def _elsewhere(self, *, agrees: bool) -> Iterator[Hint]:
        """Rows, periods and columns that are named elsewhere, behind the number, or not at all."""
        details = {"query_id": self._query_id}
        carried = [link for link in self._links if link.origin in _FURTHER]
        if carried and self._is_likely:
            listed, told = _listed(carried), "was" if len(carried) == 1 else "were"
            where = _FURTHER[carried[0].origin]
            advice = "if that is wrong, name the right one in this sentence"
            message = f"{listed} {told} carried over from {where}: {advice}"
            yield Hint("CARRIED_OVER", message, details | {"names": listed})
        behind = [link for link in self._links if self._follows(link)]
        if behind and not agrees:
            listed, told = _listed(behind), "stands" if len(behind) == 1 else "stand"
            message = f"{listed} {told} after the number: if that is wrong, put the right name"
            yield Hint("NAMED_AFTER", f"{message} before it", details | {"names": listed})
        yield from self._row()

    def _row(self) -> Iterator[Hint]:
        """A row that no words name."""
        sets, details = self._ranked.links.sets, {"query_id": self._query_id}
        labelled = any(d.periods is None for d in self._view.dimensions) and self._view.rows > 1
        if labelled and not any(s.entity for s in sets if s.view == self._view.place):
            told = f"no words name a row of {self._query_id}"
            advice = "write a label as it is in the data, or add the column that has it"
            yield Hint("ROW_UNNAMED", f"{told}: {advice}", details)

    def _follows(self, link: Link) -> bool:
        """Whether a row or a period is named behind the number."""
        end = self._weighed.claim.number.span.end
        placed = link.origin is LinkOrigin.SENTENCE and link.part is not LinkedPart.COLUMN
        return placed and link.span is not None and link.span.start >= end

    def _of(self, part: LinkedPart) -> Link | None:
        return next((link for link in self._links if link.part is part), None)

    def _names(self, part: LinkedPart) -> frozenset[str]:
        """What the links of a part name."""
        return frozenset(link.name for link in self._links if link.part is part)

    def _name(self, measure: ViewMeasure) -> str:
        return self._table.table.columns[measure.column].name

    def _unknown_word(self) -> str:
        """The noun that names what the number measures, where no query result knows it."""
        reading, first, end = self._words.reading, self._words.first, self._words.end
        here, found = reading.sentence[first], [_measure_before(self._words)]
        counts = self._weighed.one.number.unit is Unit.COUNT
        if counts and self._ranked.links.head == _FOREIGN and end < reading.size:
            found.append(end if reading.sentence[end] == here else -1)
        named = {
            at for one in (*reading.mentions, *reading.periods) for at in range(one.token, one.end)
        }
        for at in found:
            if at < 0 or at in named or reading.word[at].endswith(_VERBAL):
                continue
            if reading.word[at].isalpha() and self._is_unknown(reading.stem[at]):
                return self._words.words(at, at + 1)
        return ""

    def _is_unknown(self, stem: str) -> bool:
        """Whether no query result has a word in a name, a label or its title."""
        evidence = self._evidence
        known = (
            evidence.measure_words, evidence.dimension_words, evidence.title_words, evidence.names,
        )  # fmt: skip
        return stem not in STOP and not any(stem in each for each in known)


def _listed(links: Iterable[Link]) -> str:
    """Links as a sentence calls them: the row “Norway” and the column `staff`."""
    return " and ".join(dict.fromkeys(map(_named, links)))


def _named(link: Link) -> str:
    quoted = f"`{link.name}`" if link.part is LinkedPart.COLUMN else f"“{link.name}”"
    return f"the {link.part.name.lower()} {quoted}"


def _measure_before(words: NamedWords) -> int:
    """The noun before what joins a number with its measure: "turnover" of "turnover was about".

    Its token, or -1.
    """
    reading, joined = words.reading, False
    at = words.first - 1
    while at >= 0 and reading.sentence[at] == reading.sentence[words.first]:
        word = reading.word[at]
        if word in _JOINS:
            joined = True
        elif word not in _PASSED_OVER:
            noun = word.isalpha() and not reading.capital[at] and len(word) >= _SHORTEST
            counted = at > 0 and is_numeral(reading.word[at - 1])  # "12 percent of 50"
            return at if joined and noun and not counted else -1
        at -= 1
    return -1
