"""All rows but those that a sentence leaves out: "excluding Ulm it was 12, with it 14"."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sidecar.binding.context.operands.picked import Pick
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.language.words import is_numeral
from sidecar.binding.tables.catalog import Catalog
from sidecar.text.vocabulary import one_of

_REST = 0.95  # how plainly all but what is left out are intended
_IT = one_of("it him her them these those")
_NOUN = 3  # words between a count and what is left out: "the five shops other than Ulm"


def rest(passage: Passage, table: int, known: Catalog) -> Iterator[Pick]:
    """The rows that are left, and all of them where what was left out is taken in again."""
    for start, end in passage.left_out:
        named = [m.rows for m in passage.labels_of(table) if start <= m.start < end]
        named += [
            known.rows_in(m.period, m.until)
            for m in passage.periods
            if known.has_periods and start <= m.start < end
        ]
        rows = np.setdiff1d(known.totals.parts, np.concatenate(named)) if named else None
        if rows is None or not 0 < rows.size < known.rows:
            continue
        yield Pick(rows, _counted(passage, start), end, _REST)
        for at in range(end, len(passage.words) - 1):
            if passage.words[at].word == "with" and passage.words[at + 1].word in _IT:
                yield Pick(np.arange(known.rows), at, at + 2, _REST, leads=True)


def _counted(passage: Passage, start: int) -> int:
    """Where a count of those that are left begins, if one is stated right before."""
    near = range(start - 1, max(-1, start - 1 - _NOUN), -1)
    return next((at for at in near if is_numeral(passage.words[at].word)), start)
