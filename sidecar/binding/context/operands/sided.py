"""Which side of a record a number is of: a name of one side says it, as a label says which row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.source import Source
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.language.words import stem
from sidecar.binding.tables.sides import Side
from sidecar.text.vocabulary import one_of

_SURELY = 0.95
_FAVOUR = one_of("favor favour")
_REACH = 10  # words in which a number's side is said to be ahead
_AHEAD = frozenset(
    map(
        stem,
        one_of(
            "won win wins winning victory victorious beat beats beating defeated triumph "
            "triumphed edged lead leads leading led ahead favor favour advantage"
        ),
    )
)
_BEHIND = frozenset(map(stem, one_of("lost lose losing loss trailing trailed behind succumbed")))
_ARTICLES = one_of("the a an host hosts visiting")
_SAID = 0.9  # how well the word of a side itself names it
_WHOLE = 0.7  # of a label that is named as well as by all of it
_UNNAMED = 0.7  # how well the rows of a side are linked that no word names


def links(question: Question, table: int) -> dict[str, float]:
    """How strongly each side of a table is linked, by its word; empty where none is."""
    known, place = question.catalogs[table], question.place
    words = {side.word for side in known.sides.values()}
    for source in place.sources():
        found: dict[str, float] = {}
        for labelled in source.passage.labels:
            side = known.sides.get(labelled.mention.column) if labelled.table == table else None
            if side is not None and labelled.mention.whole >= _WHOLE:
                mention = labelled.mention
                near = max(place.carried(source, mention), source.nearness(mention))
                if _is_for(place, source, mention.start):
                    return {side.word: _SURELY}
                found[side.word] = max(near, found.get(side.word, 0.0))
        for at, word in enumerate(source.passage.words):
            if word.stem in words:
                near = _SAID * source.near(at, at + 1)
                found[word.stem] = max(near, found.get(word.stem, 0.0))
        if found:
            return found
    return {}


def leads(place: Place) -> bool | None:
    """Whether the one who is named is said to be ahead, or to be behind; None where neither is."""
    words = place.passage.words[max(0, place.first - _REACH) : place.last + _REACH]
    stems = {word.stem for word in words}
    ahead, behind = not stems.isdisjoint(_AHEAD), not stems.isdisjoint(_BEHIND)
    return None if ahead is behind else ahead


def _is_for(place: Place, source: Source, start: int) -> bool:
    """Whether a name is whom a number is said to be for: "a 2-1 lead for the Rovers"."""
    words = source.passage.words
    while start > 0 and words[start - 1].word in _ARTICLES:
        start -= 1
    if start < 1 or not place.goes_on(source, start):
        return False
    return words[start - 1].word == "for" or (
        words[start - 1].word == "of" and words[start - 2].word in _FAVOUR
    )


def told(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings, those as cells of a side linked as strongly as that side is."""
    linked = {
        table: links(question, table)
        for table, known in enumerate(question.catalogs)
        if known.sides and table in question.scopes
    }
    return [_sided(one, question, linked) for one in found] if linked else list(found)


def _sided(
    one: Candidate, question: Question, linked: Mapping[int, Mapping[str, float]]
) -> Candidate:
    if one.kind is not Kind.CELL or one.table not in linked or len(one.columns) != 1:
        return one
    side = question.catalogs[one.table].sides.get(one.columns[0])
    return one if side is None else one._replace(row=row_of(one.row, side, linked[one.table]))


def row_of(link: float, side: Side, linked: Mapping[str, float]) -> float:
    """How strongly a row is linked for one of its sides."""
    return link * _UNNAMED if not linked else min(1.0, link + 0.2) * linked.get(side.word, 0.0)
