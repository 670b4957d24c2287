"""What was weighed for a number, for a person who asks: its best candidates and their reasons.

Nothing here decides anything, and nothing of it is done unless EXPLAIN is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.bound import Bound
from sidecar.binding.engine.comparing import Weighed
from sidecar.binding.engine.formulas import FORMULAS
from sidecar.binding.engine.places import Places
from sidecar.binding.engine.ranking import Ranked
from sidecar.model.report import Considered, Grade, Reading
from sidecar.model.why import Link, Odds, Origin, Part, Reason, Why

Mask = NDArray[np.bool_]

_MOST = 20
_LEAST = 0.001  # of the probability
_DIGITS = 4  # all machines agree on them
_ORIGINS = {1: Origin.SENTENCE, 2: Origin.SENTENCE, 3: Origin.EARLIER}
"""By the strength of links, see ``options.STRENGTHS``."""

_STRENGTHS = {1: 1.0, 2: 0.7, 3: 0.4}


def explained(
    bound: Bound,
    weighed: Weighed,
    places: Places,
    weights: Mapping[str, float],
) -> Bound:
    """A number that was bound, with all that was weighed for it.

    Args:
        bound: The number.
        weighed: The same with all that is known of it.
        places: What candidates come to.
        weights: Of features.
    """
    one, ranked, agrees = weighed.one, weighed.ranked, weighed.agrees
    p = ranked.probabilities
    listed = []
    for at in np.argsort(-p, kind="stable")[:_MOST].tolist():
        if p[at] >= _LEAST:
            shown = places.reading(ranked, at, one)
            grade = Grade.EXACT if agrees[at] else Grade.NONE
            shown = None if shown is None else shown._replace(grade=grade)
            why = _why(ranked, at, places, weights, agrees=bool(agrees[at]))
            listed.append(Considered(shown, why))
    features = ranked.parts.features[ranked.parts.outside]
    rest = ranked.outside
    outside = Why("outside", _short(rest), "", "", "", 1, 1.0, (), _reasons(features, weights))
    if rest >= _LEAST:
        listed.append(Considered(None, outside))
        listed.sort(key=_weight, reverse=True)
    chosen = bound.binding.reading
    if chosen is not None:
        same = next((c for c in listed if _is_at(c.reading, chosen)), Considered(chosen))
        listed = [same._replace(reading=chosen), *(c for c in listed if c is not same)]
    right, wrong = float(p[agrees].sum()), float(p[~agrees].sum())
    odds = Odds(_short(right), _short(wrong), _short(rest + ranked.unfound))
    return bound._replace(binding=bound.binding._replace(considered=listed[:_MOST], odds=odds))


def _weight(one: Considered) -> float:
    return one.why.weight if one.why else 0.0


def _short(value: float) -> float:
    return round(value, _DIGITS)


def _is_at(one: Reading | None, other: Reading) -> bool:
    return one is not None and (one.query_id, one.location) == (other.query_id, other.location)


def _why(
    ranked: Ranked, at: int, places: Places, weights: Mapping[str, float], *, agrees: bool
) -> Why:
    """What spoke for a candidate."""
    found, rows = ranked.found, ranked.links.sets[int(ranked.found.rows[at])]
    known, column = places.catalog(rows.view), ""
    links = list(_row_links(ranked, at, places))
    if found.column[at] >= 0:
        measure = places.evidence.measures[int(found.column[at])]
        column = known.table.columns[measure.column].name
        named = ranked.links.columns[rows.view][int(found.at[at])].named
        if named > 0:
            links.append(Link(Part.COLUMN, column, Origin.SENTENCE, _short(min(1.0, named))))
    parts = ranked.parts.features
    features = [each for part in ranked.parts.of[at].tolist() if part >= 0 for each in parts[part]]
    here = places.rows(rows)
    row = known.row_names.label(int(here[0])) if here.size == 1 else ""
    return Why(
        FORMULAS[int(found.formula[at])].name, _short(float(ranked.probabilities[at])),
        known.table.query_id, row, column, 1, float(agrees), links, _reasons(features, weights),
    )  # fmt: skip


def _row_links(ranked: Ranked, at: int, places: Places) -> Iterator[Link]:
    """What names the rows of a candidate."""
    rows = ranked.links.sets[int(ranked.found.rows[at])]
    dimensions = places.evidence.views[rows.view].dimensions
    for dimension, codes in zip(dimensions, rows.options, strict=True):
        dated = dimension.periods is not None
        strength = rows.period if dated else rows.entity
        for code in codes or () if strength else ():
            part = Part.PERIOD if dated else Part.ROW
            name = dimension.labels[code]
            yield Link(part, name, _ORIGINS[strength], _STRENGTHS[strength])


def _reasons(features: Iterable[tuple[str, float]], weights: Mapping[str, float]) -> list[Reason]:
    """Features with what they add to the log odds; those that add nothing are left out."""
    told: dict[str, float] = {}
    for name, value in features:
        told[name] = told.get(name, 0.0) + weights.get(name, 0.0) * value
    return [Reason(name, _short(weight)) for name, weight in told.items() if _short(weight)]
