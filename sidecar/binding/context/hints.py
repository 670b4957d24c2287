"""What would fix a wrong decision about a number: a name, a unit or a synonym that was missing.

Each hint says something that is true of the text or the metadata and that took part in the
decision. A number that agrees with what is plainly named has none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from sidecar.binding.bound import Bound
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.weighing.candidate import ELSEWHERE, Candidate
from sidecar.binding.language.words import STOP, Token, is_numeral
from sidecar.model.number import Unit
from sidecar.model.report import Considered, Grade
from sidecar.model.why import Hint, Link, Origin, Part
from sidecar.text.vocabulary import one_of

_MOST = 3
_LISTED = 4
_SHORTEST = 3  # letters of a word that may name a column
_NEAR = frozenset({Origin.COUNTED, Origin.SENTENCE, Origin.TABLE})
_FURTHER = {
    Origin.EARLIER: "a sentence before",
    Origin.HEADING: "a heading",
    Origin.LEAD: "the line above the list",
}
_JOINS = one_of(
    "was were is are stood stands reached reaches came comes amounted amounts totalled totaled hit "
    "rose rises fell falls grew climbed dropped declined increased decreased at of to by :"
)
"""What stands between the name of a measure and its number."""

_PASSED_OVER = STOP | one_of("about around roughly nearly almost some exactly approximately $ € £")

_VERBAL = ("ed", "ing")  # endings of words that seldom name a measure

_Found = Sequence[tuple[Considered, Candidate]]


def find(bound: Bound, found: _Found, question: Question, string: str) -> list[Hint]:
    """The hints about one number, most telling first.

    Args:
        bound: What it was bound to.
        found: Its readings, the chosen one first.
        question: The number, with what is linked.
        string: The text.
    """
    if not found or _is_plain(bound, found[0][1]):
        return []
    if bound.binding.reading is None:
        found = _of_named_row(found, question)
    return list(islice(_Adviser(found, question, string).all(), _MOST))


def _of_named_row(found: _Found, question: Question) -> _Found:
    """Where nothing was chosen, the readings of what the sentence itself names go first."""
    named = {
        table
        for table, scopes in question.scopes.items()
        if any(choice.start >= 0 for scope in scopes for choice in scope.choices)
    }
    return sorted(found, key=lambda each: each[1].table not in named)


def _is_plain(bound: Bound, best: Candidate) -> bool:
    """Whether a number agrees with what is plainly named."""
    sure = best.kind not in ELSEWHERE and not best.agreement.guessed
    return bound.binding.grade is Grade.EXACT and not bound.codes and sure


class _Adviser:
    """Advises on one number, by the reading that was chosen or weighs most."""

    def __init__(self, found: _Found, question: Question, string: str) -> None:
        (leading, self._best), self._found = found[0], found
        self._question, self._place, self._string = question, question.place, string
        self._known = question.catalogs[self._best.table]
        self._query_id = self._known.table.query_id
        self._links: Sequence[Link] = leading.why.links if leading.why else ()

    def all(self) -> Iterator[Hint]:
        yield from self._unit()
        yield from self._shared()
        yield from self._columns()
        yield from self._elsewhere()

    def _unit(self) -> Iterator[Hint]:
        """A column whose unit is not declared, for a number that has one."""
        target, measures = self._question.target, self._known.measures
        if target.number.unit is Unit.COUNT:
            return
        link = self._of(Part.COLUMN)
        near = link is None or link.origin in _NEAR  # else another column may be meant
        read = [c for c in measures if near and (c.place,) == self._best.columns]
        details = {"query_id": self._query_id}
        if read and read[0].guessed and self._best.unit < 0:
            told = f"the unit of column `{self._name(read[0].place)}` of {self._query_id} was read"
            message = f"{told} from its name: declare another if that is wrong"
            yield Hint("UNIT_GUESSED", message, details | {"column": self._name(read[0].place)})
        unknown = [c for c in read or measures if c.unit.kind is None and not c.fraction]
        if not unknown or any(target.fits(c) for c in measures):
            return
        names = [self._name(c.place) for c in unknown[:_LISTED]]
        if len(unknown) == 1:
            told = f"no unit is known of column `{names[0]}` of {self._query_id}: declare it"
        else:
            listed = ", ".join(f"`{name}`" for name in names)
            told = f"no column of {self._query_id} is known to be in {target.number.symbol}:"
            told += f" declare the unit of the intended one ({listed})"
        message = f"{told} in the column metadata"
        yield Hint("UNIT_UNKNOWN", message, details | {"columns": ", ".join(names)})

    def _shared(self) -> Iterator[Hint]:
        """Words of the sentence that name several rows, or several columns, alike."""
        labels: defaultdict[tuple[int, int], dict[str, None]] = defaultdict(dict)
        columns: defaultdict[tuple[int, int], dict[str, None]] = defaultdict(dict)
        passage, table = self._place.passage, self._best.table
        for labelled in passage.labels:
            if labelled.table == table:
                mention = labelled.mention
                value = self._known.labels_of(mention.column).values[mention.value]
                labels[mention.start, mention.end][value] = None
        meant = self._meant()
        for named in passage.columns:
            if named.table == table:
                columns[named.start, named.end][self._name(named.column)] = None
        yield from self._several("LABEL_SHARED", labels, meant, "rows", "“{}”", _WRITE_IN_FULL)
        yield from self._several("COLUMN_SHARED", columns, meant, "columns", "`{}`", _TELL_APART)

    def _meant(self) -> frozenset[str]:
        """The labels and columns that link the readings at hand."""
        return frozenset(link.name for one, _ in self._found if one.why for link in one.why.links)

    def _several(
        self,
        code: str,
        named: dict[tuple[int, int], dict[str, None]],
        meant: frozenset[str],
        what: str,
        form: str,
        advice: str,
    ) -> Iterator[Hint]:
        for (start, end), names in named.items():
            if len(names) < 2 or meant.isdisjoint(names):
                continue
            begin, stop = self._place.passage.span(start, end)
            said = self._string[begin:stop]
            listed = ", ".join(form.format(name) for name in list(names)[:_LISTED])
            more = " and more" if len(names) > _LISTED else ""
            message = f"“{said}” names {len(names)} {what} of {self._query_id} ({listed}{more})"
            details = {"query_id": self._query_id, "words": said, what: listed}
            yield Hint(code, f"{message}: {advice}", details)

    def _columns(self) -> Iterator[Hint]:
        """A column that the sentence does not name, and the word that may be its name."""
        link = self._of(Part.COLUMN)
        if link is not None and link.origin in _NEAR:
            return
        word = self._unknown_word()
        if word:
            column = self._likely_column()
            whose = f"`{column}` of {self._query_id}" if column else "the column that it means"
            details = {"query_id": self._query_id, "word": word}
            told = f"“{word}” is no known name of any column: add it as a synonym of {whose}"
            yield Hint("WORD_UNKNOWN", told, details | ({"column": column} if column else {}))
        elif link is None and not self._names_columns():
            told = f"no words name a column of {self._query_id}: give the right column"
            details = {"query_id": self._query_id}
            yield Hint("COLUMN_UNNAMED", f"{told} a label or synonym that the text uses", details)

    def _names_columns(self) -> bool:
        """Whether any words name a column of the query result at hand."""
        named = self._question.named.items()
        return any(key[0] == self._best.table and naming.source for key, naming in named)

    def _likely_column(self) -> str:
        """The column that a word is a name of, if it is one: of a cell that agrees."""
        for _, one in self._found:
            if one.agrees and one.table == self._best.table and len(one.columns) == 1:
                return self._name(one.columns[0])
        return ""

    def _elsewhere(self) -> Iterator[Hint]:
        """Rows, periods and columns that are named elsewhere, after the number, or not at all."""
        details = {"query_id": self._query_id}
        carried = [link for link in self._links if link.origin in _FURTHER]
        if carried:
            listed = " and ".join(dict.fromkeys(map(_named, carried)))
            told = "was carried over from" if len(carried) == 1 else "were carried over from"
            advice = "name the right one in this sentence"
            where = _FURTHER[carried[0].origin]
            message = f"{listed} {told} {where}: if that is wrong, {advice}"
            yield Hint("CARRIED_OVER", message, details | {"names": listed})
        after = [link for link in self._links if self._follows(link)]
        if after and self._best.agreement.grade is Grade.NONE:
            listed = " and ".join(dict.fromkeys(map(_named, after)))
            told = "stands after the number" if len(after) == 1 else "stand after the number"
            message = f"{listed} {told}: if that is wrong, put the right name before it"
            yield Hint("NAMED_AFTER", message, details | {"names": listed})
        if self._known.labels and not self._names_rows():
            told = f"no words name a row of {self._query_id}"
            advice = "write a label as it is in the data, or add the column that has it"
            yield Hint("ROW_UNNAMED", f"{told}: {advice}", details)

    def _follows(self, link: Link) -> bool:
        """Whether a row or a period is named after the number."""
        end = self._question.target.number.span.end
        placed = link.origin is Origin.SENTENCE and link.part is not Part.COLUMN
        return placed and link.span is not None and link.span.start >= end

    def _names_rows(self) -> bool:
        """Whether any words name a row of the query result at hand."""
        return any(scope.choices for scope in self._question.scopes.get(self._best.table, ()))

    def _of(self, part: Part) -> Link | None:
        return next((link for link in self._links if link.part is part), None)

    def _name(self, column: int) -> str:
        return self._known.table.columns[column].name

    def _unknown_word(self) -> str:
        """The noun that names what the number measures, where no query result knows it."""
        words, first, last = self._place.passage.words, self._place.first, self._place.last
        head = self._place.head() if self._question.target.number.unit is Unit.COUNT else ""
        after = next((w for w in words[last : last + 3] if head and w.stem == head), None)
        before = _measure(words[:first])
        for word in (before, after):
            if word is None or word.word.endswith(_VERBAL) or self._is_named(word):
                continue
            if self._is_unknown(word):
                return self._string[word.start : word.end]
        return ""

    def _is_named(self, word: Token) -> bool:
        """Whether a word is a part of a label or a period that the sentence names."""
        passage = self._place.passage
        labels = [(one.mention.start, one.mention.end) for one in passage.labels]
        periods = [(one.start, one.end) for one in passage.periods]
        return any(
            any(other is word for other in passage.words[start:end])
            for start, end in (*labels, *periods)
        )

    def _is_unknown(self, word: Token) -> bool:
        """Whether no query result has a word in a name or a label."""
        return not any(
            word.stem in known.title
            or any(word.stem in labels.parts for labels in known.labels)
            or any(word.stem in p.words for column in known.columns for p in column.phrases)
            for known in self._question.catalogs
        )


_WRITE_IN_FULL = "write the right one in full"
_TELL_APART = "give them labels or synonyms that tell them apart"


def _named(link: Link) -> str:
    """A link as a sentence calls it: the row “Norway”."""
    quoted = f"`{link.name}`" if link.part is Part.COLUMN else f"“{link.name}”"
    return f"the {link.part.name.lower()} {quoted}"


def _measure(words: Sequence[Token]) -> Token | None:
    """The noun before what joins a number with its measure: "turnover" of "turnover was about"."""
    joined = False
    for at in reversed(range(len(words))):
        word = words[at]
        if word.word in _JOINS:
            joined = True
        elif word.word not in _PASSED_OVER:
            noun = word.word.isalpha() and not word.capital and len(word.word) >= _SHORTEST
            counted = at > 0 and is_numeral(words[at - 1].word)  # "12 percent of 50"
            return word if joined and noun and not counted else None
    return None
