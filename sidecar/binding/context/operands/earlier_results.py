"""A query result of the period before, by its title, beside that of now: whose value is intended.

"Orders rose from 1,705 to 1,842": the first number is that of the result "previous period", and
where no word speaks of what was before, none is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.language.words import stem
from sidecar.binding.tables.phrases import Phrase, is_period
from sidecar.text.vocabulary import one_of

_KEPT = 1024  # names of columns of which is known what they say
_NEAR = 5  # words behind a number that may tell that it is of the period before
_EARLIER = frozenset(
    map(stem, one_of("previous prev prior preceding earlier last before ly baseline ago"))
)
_AGAINST = frozenset(map(stem, one_of("from vs versus against compared than")))
_VALUES = frozenset({Kind.CELL, Kind.SUM, Kind.SOME_ROW, Kind.SOME_COLUMN, Kind.ANYWHERE})


def is_of_before(title: Set[str]) -> bool:
    """Whether the words of a title tell that a query result is of the period before."""
    return not _EARLIER.isdisjoint(title)


@lru_cache(maxsize=_KEPT)
def names(phrases: tuple[Phrase, ...]) -> frozenset[tuple[str, ...]]:
    """What a column is called, but for its period."""
    words = (phrase.words for phrase in phrases if phrase.weight == 1)
    return frozenset(tuple(word for word in each if not is_period(word)) for each in words) - {()}


def told(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings; values that agree in the result of the other period count as of another."""
    earlier = {t for t in question.scopes if is_of_before(question.catalogs[t].title)}
    then = _is_told_then(question.place) if 0 < len(earlier) < len(question.scopes) else None
    if then is None:
        return list(found)
    both = _in_both(question, earlier)
    return [
        one._replace(period=-1.0)
        if one.agrees
        and one.kind in _VALUES
        and not one.period
        and (one.table in earlier) != then
        and one.columns
        and both[one.table] >= {*one.columns}
        else one
        for one in found
    ]


def _in_both(question: Question, earlier: Set[int]) -> Mapping[int, Set[int]]:
    """The columns of each result that a result of the other period has as well."""
    called = {
        table: {c.place: names(c.phrases) for c in question.catalogs[table].measures}
        for table in question.scopes
    }
    said = {
        before: frozenset().union(
            *(each for t in called if (t in earlier) is before for each in called[t].values())
        )
        for before in (False, True)
    }
    return {
        table: {at for at, each in columns.items() if each & said[table not in earlier]}
        for table, columns in called.items()
    }


def _is_told_then(place: Place) -> bool | None:
    """Whether a number is attributed to the period before; None where words leave that open.

    "Orders rose from 12 to 15", "15, against 12", "12 in the month before".
    """
    words = [word.stem for word in place.passage.words]
    if place.is_left:
        return True
    if words[place.first - 1 : place.first] == ["to"]:
        return False
    own = {*words[: place.first], *words[place.last : place.last + _NEAR]}
    others = [source.passage.stems for source in place.sources() if source.first < 0]
    told_so = bool(own & (_EARLIER | _AGAINST)) or any(_EARLIER & said for said in others)
    return None if told_so else False
