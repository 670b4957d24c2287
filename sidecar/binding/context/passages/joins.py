"""Rows of one table by what another one says of them: two tables that have the same labels.

Where the sites of a table with towns are those of a table with staff, "the staff in Alderton" are
those of the sites that lie there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

import numpy as np

from sidecar.binding.context.passages.labelled import LabelMention
from sidecar.binding.language.labels import LabelIndex, Mention
from sidecar.binding.tables.catalog import Catalog

_MOST = 2000  # labels of each of two tables that are joined
_LEAST = 3
_ENOUGH = 0.8  # of the labels of a table that another one has as well

Bridges = Mapping[int, Mapping[int, tuple[LabelIndex, LabelIndex]]]
"""For each table those that tell more of its rows, with the labels that both have."""


def bridges(catalogs: Sequence[Catalog]) -> Bridges:
    """The tables that have the same rows."""
    found: defaultdict[int, dict[int, tuple[LabelIndex, LabelIndex]]] = defaultdict(dict)
    naming = [[labels for labels in known.labels if _may_join(labels)] for known in catalogs]
    for table, other in permutations(range(len(catalogs)), 2):
        for own in naming[table]:
            for its in naming[other]:
                if _are_same(own, its):
                    found[table].setdefault(other, (own, its))
    return found


def _may_join(labels: LabelIndex) -> bool:
    """Whether labels tell rows apart, and are neither too few nor too many."""
    return labels.identifying and _LEAST <= len(labels.values) <= _MOST


def _are_same(own: LabelIndex, its: LabelIndex) -> bool:
    """Whether a table has nearly all labels of another."""
    both = sum(its.number(label) is not None for label in own.values)
    return both >= _ENOUGH * len(own.values)


def joined(labels: Sequence[LabelMention], table: int, known: Bridges) -> Iterator[Mention]:
    """The rows of a table that labels of other tables tell, where it has no such label itself."""
    own = {(m.mention.start, m.mention.end) for m in labels if m.table == table}
    for other, mention in labels:
        bridge = known.get(table, {}).get(other)
        if bridge is None or mention.column == bridge[1].column:
            continue
        if (mention.start, mention.end) in own:
            continue
        mine, its = bridge
        numbers = [
            at
            for number in its.numbers[mention.rows].tolist()
            if number >= 0 and (at := mine.number(its.values[number])) is not None
        ]
        if numbers:
            rows = np.unique(np.concatenate([mine.rows[at] for at in numbers]))
            yield mention._replace(column=mine.column, rows=rows, value=-1 - numbers[0])
