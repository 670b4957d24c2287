"""Numbers that a count compares with: "Months above 15 °C: four" states 15 °C of no row.

Where the count is right, the threshold is the text's own, and no value of the data refutes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.ranking import Ranked
from sidecar.model.number import NumericClaim, Qualifier

_COMPARED = (PLACE["rows above"], PLACE["rows below"])
_LIMITS = frozenset({Qualifier.OVER, Qualifier.UNDER, Qualifier.AT_LEAST, Qualifier.AT_MOST})


def thresholds_of(
    ranked: Ranked,
    at: int,
    near: Iterable[tuple[int, NumericClaim]],
    evidence: Evidence,
    aggregates: Aggregates,
) -> Iterator[int]:
    """The places of the numbers that a count of rows compares with, if it is one.

    Args:
        ranked: What the count may be.
        at: The candidate that agrees with it; -1 for none.
        near: The other numbers of its sentence, with their places.
        evidence: The query results.
        aggregates: Of row sets.
    """
    found = ranked.found
    if at < 0 or found.formula[at] not in _COMPARED:
        return
    rows, measure = ranked.links.sets[int(found.rows[at])], evidence.measures[int(found.column[at])]
    own = np.array([measure.place - evidence.views[rows.view].measures[0].place])
    for place, claim in near:
        if claim.number.qualifier not in _LIMITS:
            continue
        limit = np.array([[float(claim.number.value) / measure.factor]])
        compared = aggregates.beyond(rows, own, limit)
        side = _COMPARED.index(int(found.formula[at]))
        if compared is not None and compared[side][0, 0] == found.value[at]:
            yield place
