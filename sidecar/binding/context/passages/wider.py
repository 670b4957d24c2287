"""Scopes made of scopes: what one lies in, and several of them together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.passages.choices import PERIODS, Choice
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scopes import Scope, shared
from sidecar.binding.language.periods import Period
from sidecar.binding.language.row_sets import row_key
from sidecar.binding.language.words import Token
from sidecar.binding.tables.catalog import Catalog
from sidecar.text.vocabulary import one_of

_JOINED, _TOGETHER = 12, 4
_OF_YEAR = 0.5  # how well a year is linked whose part is named
_NAMED = 0.7  # of a label that is said
_LISTED = 0.9  # how well the rows of a list are linked with what sums it up
_SUMMING = one_of("together altogether combined total sum that that's that’s these jointly")
_OPENING = 3  # words of a sentence that may say that it sums up
_JOINS = frozenset({"and", "nor", ",", "&", "+", "plus", "the"})


class _Member(NamedTuple):
    """A scope, and the label that is told apart from others in it."""

    scope: Scope
    choice: Choice


def parents(scope: Scope, whole: float, known: Catalog) -> Iterator[Scope]:
    """The scopes that a scope lies in: one choice, or all, left out, or the year of its month.

    Args:
        scope: The scope.
        whole: How strongly all rows are linked.
        known: Its table.
    """
    for dropped in scope.choices:
        year = _year(dropped, known)
        if year is not None:
            choices = tuple(year if c is dropped else c for c in scope.choices)
            link = scope.link - dropped.link + year.link
            yield Scope(scope.table, shared(choices), link, choices)
        rest = tuple(c for c in scope.choices if c is not dropped)
        if rest:
            yield Scope(scope.table, shared(rest), scope.link - dropped.link, rest)
    if scope.rows is not None:
        yield Scope(scope.table, None, whole, ())


def _year(choice: Choice, known: Catalog) -> Choice | None:
    """The year that a period lies in, where the table has others of it, and other years."""
    year = None if choice.period is None else choice.period.year
    if choice.dimension != PERIODS or year is None:
        return None
    rows = known.rows_in(Period(year))
    if not choice.rows.size < rows.size < known.rows:
        return None
    return choice._replace(rows=rows, period=Period(year), link=_OF_YEAR * choice.link)


def unions(scopes: Sequence[Scope], *, several: bool) -> list[Scope]:
    """Rows of several labels of one dimension together, all else being equal: lists of names first.

    Args:
        scopes: The scopes of one table, most strongly linked first.
        several: Whether words take up all that is named: "both", "together", "between them".
    """
    found: dict[bytes | None, Scope] = {}
    chosen = [s for s in scopes[:_JOINED] if s.choices and s.rows is not None]
    for dimension in {c.dimension for s in chosen for c in s.choices} - {PERIODS}:
        alike: defaultdict[object, list[_Member]] = defaultdict(list)
        for scope in chosen:
            own = [c for c in scope.choices if c.dimension == dimension]
            rest = tuple(
                (c.dimension, c.value, c.period) for c in scope.choices if c.dimension != dimension
            )
            alike[rest] += [_Member(scope, choice) for choice in own]
        for members in map(_distinct, alike.values()):
            lists = list(_listed(members))
            for listed in lists:
                _keep(found, listed, max(member.scope.link for member in listed))
            taken_up = several and not lists
            for many in range(2, min(_TOGETHER, len(members)) + 1):
                links = [member.scope.link for member in members[:many]]
                _keep(found, members[:many], max(links) if taken_up else min(links))
    return list(found.values())


def listed(place: Place, table: int) -> Iterator[Scope]:
    """The rows that a list tells of, for a sentence that sums it up: "Together that's 50"."""
    rows = [
        named[0].rows
        for passage in _summed_up(place)
        if (named := [m for m in passage.labels_of(table) if m.whole >= _NAMED])
    ]
    if len(rows) > 1:
        yield Scope(table, np.unique(np.concatenate(rows)), _LISTED, ())


def _summed_up(place: Place) -> Sequence[Passage]:
    """The list that a sentence sums up, where it does so right behind one."""
    passage = place.passage
    told = any(word.word in _SUMMING for word in passage.words[:_OPENING])
    return place.scene.listed_above(passage.start) if told else ()


def _distinct(members: Sequence[_Member]) -> list[_Member]:
    """The same, of groups that the same words may pick only the first."""
    seen: set[int] = set()
    found = []
    for member in members:
        start = member.choice.start
        if not (member.choice.is_party and start in seen):
            found.append(member)
            seen.add(start)
    return found


def _keep(found: dict[bytes | None, Scope], members: Sequence[_Member], link: float) -> None:
    """Add the rows of some scopes, unless they are known together."""
    rows = np.unique(np.concatenate([m.scope.rows for m in members if m.scope.rows is not None]))
    found.setdefault(row_key(rows), Scope(members[0].scope.table, rows, link, ()))


def _listed(members: Sequence[_Member]) -> Iterator[list[_Member]]:
    """The names that a text joins to one list: "the North, the South and the West"."""
    placed = [m for m in members if m.choice.source is not None and m.choice.mention is not None]
    placed.sort(key=_place)
    run = placed[:1]
    for one, other in pairwise(placed):
        if _is_joined(one.choice, other.choice):
            run.append(other)
            continue
        if len(run) > 1:
            yield run
        run = [other]
    if len(run) > 1:
        yield run


def _place(member: _Member) -> tuple[int, int]:
    """Where its label is named."""
    choice = member.choice
    start = choice.source.passage.start if choice.source is not None else 0
    return start, choice.mention.start if choice.mention is not None else 0


def _is_joined(one: Choice, other: Choice) -> bool:
    """Whether nothing but commas and the like parts two names."""
    if one.source is None or other.source is None or one.mention is None or other.mention is None:
        return False
    passage = one.source.passage
    between = set(_outside(passage.words[one.mention.end : other.mention.start]))
    return passage is other.source.passage and bool(between) and between <= _JOINS


def _outside(words: Sequence[Token]) -> Iterator[str]:
    """The words that stand in no brackets: "A (61), B (30) and C" is a list."""
    opened = False
    for word in words:
        if word.word in ("(", ")"):
            opened = word.word == "("
        elif not opened:
            yield word.word
