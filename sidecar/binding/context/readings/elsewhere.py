"""What speaks against cells of other rows, columns and times than those that words name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sidecar.binding.context.operands.indicators import Columns
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.tables.catalog import Catalog

_PLAIN = 0.9  # how strongly a row, a key or a time is linked that is named
_UNLINKED = 0.3  # how strongly a row is not linked
_OTHER_ROW = 0.8  # how much speaks against a cell that nothing links, where a row is named
_OTHER_COLUMN = 2.0  # and where a column is, by how strongly it is
_OTHER_SCOPE = 2.0  # and against one of another time or key than the one that is stated
_WHOLE = 0.85  # how strongly a column is named that leaves no room for one with a shorter name
_PART = 0.4  # and one of which but a part is said, in words of its own
_OF_NAME = 2.0  # how much speaks against that one: active customers are not all customers
_ONE_ROW = frozenset({Kind.CELL, Kind.SOME_COLUMN})
_LUMPS = frozenset({Kind.ANYWHERE, Kind.SOME_ROW})


def told(
    found: Iterable[Candidate],
    scope: Scope,
    scopes: Sequence[Scope],
    known: Catalog,
    named: Columns,
) -> Iterator[Candidate]:
    """The cells of a scope that a number may be, those that agree though others are named faded.

    Args:
        found: The cells.
        scope: Their rows.
        scopes: All scopes of the query result, the best one first.
        known: What is known of it.
        named: The columns that words name.
    """
    against = _against(scope.table, scopes, named) if known.measures else 0.0
    wider = _OTHER_SCOPE * _is_wider(scope, scopes[0], known)
    for one in found:
        less = against * (one.kind is Kind.ANYWHERE and one.row < _UNLINKED)
        less += wider * (one.kind in _LUMPS)
        if one.agrees and one.kind in _ONE_ROW:
            less += _OF_NAME * _outdone(one, named)
        yield one._replace(bonus=one.bonus - less) if less and one.agrees else one


def _outdone(one: Candidate, named: Columns) -> bool:
    """Whether words tell that another column is intended: by what is counted, or a longer name.

    Or by a word of its own, where none names this one; or that another number is attributed to this
    one.
    """
    own = named.get((one.table, one.columns[0]))
    others = [other for (table, _), other in named.items() if table == one.table]
    if own is None or own.strength <= 0:
        return any(other.leads and other.strength >= _PART for other in named.values())
    whole = [other for other in others if other.strength >= _WHOLE]
    counts = not own.head and not one.unit
    return own.left or any(
        _covers(other, own) or (counts and other.head and not _covers(own, other))
        for other in whole
    )


def _covers(other: Naming, own: Naming) -> bool:
    a, b = other.mention, own.mention
    if a is None or b is None or other.source is not own.source:
        return False
    return a.start <= b.start and b.end <= a.end and b.end - b.start < a.end - a.start


def _against(table: int, scopes: Sequence[Scope], named: Columns) -> float:
    """What speaks against any cell at all: that words name a row plainly, or a column."""
    row = _OTHER_ROW if any(map(_is_named, scopes)) else 0.0
    columns = (one.strength for (of, _), one in named.items() if of == table)
    return max(row, _OTHER_COLUMN * max(columns, default=0.0))


def _is_named(scope: Scope) -> bool:
    """Whether a row is named plainly by what it is called, rather than by when it was."""
    called = any(choice.dimension >= 0 for choice in scope.choices)
    return called and scope.link >= _PLAIN and scope.rows is not None and scope.rows.size == 1


def _is_wider(scope: Scope, best: Scope, known: Catalog) -> bool:
    """Whether a scope leaves out the period, or a key, that words plainly tell of a number."""
    left = {choice.dimension for choice in scope.choices}
    return any(
        choice.link >= _PLAIN
        and choice.dimension not in left
        and (choice.dimension == PERIODS or (known.measures and not known.timed))
        for choice in best.choices
    )
