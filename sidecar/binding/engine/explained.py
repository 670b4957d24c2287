"""What was weighed for a number, for a person who asks: its best candidates and their reasons.

Nothing here decides anything, and nothing of it is done unless EXPLAIN is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from sidecar.binding.bound import BoundNumber
from sidecar.binding.engine import hints
from sidecar.binding.engine.comparing import WeighedNumber
from sidecar.binding.engine.formulas import FORMULAS
from sidecar.binding.engine.named_words import NamedWords
from sidecar.binding.engine.places import CandidatePlaces
from sidecar.model.report import Considered, Grade, Reading
from sidecar.model.why import Odds, Reason, Why

_MOST = 20
_LEAST = 0.001  # of the probability
_DIGITS = 4  # all machines agree on them


def explained(
    bound: BoundNumber,
    weighed: WeighedNumber,
    places: CandidatePlaces,
    weights: Mapping[str, float],
    words: NamedWords,
) -> BoundNumber:
    """A number that was bound, with all that was weighed for it and what would fix a mistake.

    Args:
        bound: The number.
        weighed: The same with all that is known of it.
        places: What candidates come to.
        weights: Of features.
        words: The words around it.
    """
    ranked, agrees = weighed.ranked, weighed.agrees
    p, chosen = ranked.probabilities, bound.binding.reading
    teller = _Explainer(weighed, places, weights, words)
    listed: dict[int, Considered] = {}
    for at in np.argsort(-p, kind="stable")[:_MOST].tolist():
        if p[at] >= _LEAST:
            listed[at] = teller.told(at)
    first = _find_chosen(chosen, listed, weighed, teller)
    others = [one for at, one in listed.items() if at != first]
    found = sorted([*others, *teller.others()], key=_weight, reverse=True)
    if chosen is not None:
        top = listed[first] if first >= 0 else Considered(chosen)
        found.insert(0, top._replace(reading=chosen))
    right, wrong = float(p[agrees].sum()), float(p[~agrees].sum())
    odds = Odds(_short(right), _short(wrong), _short(ranked.outside + ranked.unfound))
    at = first if first >= 0 else ranked.best
    lead_why = listed[at].why if at in listed else None
    links = lead_why.links if lead_why is not None else ()
    lead = hints.Lead(at, links)
    binding = bound.binding._replace(
        considered=found[:_MOST],
        odds=odds,
        hints=hints.find(bound, weighed, lead, words, places),
    )
    return bound._replace(binding=binding)


def _find_chosen(
    chosen: Reading | None,
    listed: dict[int, Considered],
    weighed: WeighedNumber,
    teller: _Explainer,
) -> int:
    """The candidate that was chosen, listed if it was not yet; -1 where none was."""
    decided = (weighed.decided.agreeing, weighed.decided.other)
    for at in (*listed, *(at for at in decided if chosen is not None and at >= 0)):
        one = listed.get(at) or teller.told(at)
        if _is_at(one.reading, chosen):
            listed[at] = one
            return at
    return -1


def _weight(one: Considered) -> float:
    return one.why.weight if one.why else 0.0


def _short(value: float) -> float:
    return round(value, _DIGITS)


def _is_at(one: Reading | None, other: Reading | None) -> bool:
    if one is None or other is None:
        return False
    return (one.query_id, one.location) == (other.query_id, other.location)


class _Explainer:
    """Tells what spoke for the candidates of a number."""

    def __init__(
        self,
        weighed: WeighedNumber,
        places: CandidatePlaces,
        weights: Mapping[str, float],
        words: NamedWords,
    ) -> None:
        self._weighed, self._places = weighed, places
        self._weights, self._words = weights, words
        self._parts = weighed.ranked.parts.features

    def told(self, at: int) -> Considered:
        """A candidate with what spoke for it."""
        agrees = bool(self._weighed.agrees[at])
        shown = self._places.reading(self._weighed.ranked, at, self._weighed.one)
        grade = Grade.EXACT if agrees else Grade.NONE
        return Considered(
            None if shown is None else shown._replace(grade=grade), self._why(at, agrees=agrees)
        )

    def others(self) -> Iterator[Considered]:
        """That it is of none of the evidence, or of the evidence and none of the candidates."""
        ranked = self._weighed.ranked
        for kind, p, part in (
            ("outside", ranked.outside, ranked.parts.outside),
            ("unfound", ranked.unfound, ranked.parts.unfound),
        ):
            if p >= _LEAST:
                reasons = _reasons(self._parts[part], self._weights)
                yield Considered(None, Why(kind, _short(p), "", "", "", 1, 1.0, (), reasons))

    def _why(self, at: int, *, agrees: bool) -> Why:
        ranked, places = self._weighed.ranked, self._places
        found, rows = ranked.found, ranked.links.sets[int(ranked.found.rows[at])]
        known, column = places.catalog(rows.view), ""
        links = list(dict.fromkeys(self._words.rows(ranked, at)))
        if found.column[at] >= 0:
            measure = places.evidence.measures[int(found.column[at])]
            column = known.table.columns[measure.column].name
            link = self._words.column(ranked, at, self._weighed.one, column)
            links += [link] if link is not None else []
        parts = ranked.parts.of[at].tolist()
        features = [each for part in parts if part >= 0 for each in self._parts[part]]
        here = places.rows(rows)
        row = known.row_names.label(int(here[0])) if here.size == 1 else ""
        return Why(
            FORMULAS[int(found.formula[at])].name, _short(float(ranked.probabilities[at])),
            known.table.query_id, row, column, 1, float(agrees), links,
            _reasons(features, self._weights),
        )  # fmt: skip


def _reasons(features: Iterable[tuple[str, float]], weights: Mapping[str, float]) -> list[Reason]:
    """Features with what they add to the log odds; those that add nothing are left out."""
    told: dict[str, float] = {}
    for name, value in features:
        told[name] = told.get(name, 0.0) + weights.get(name, 0.0) * value
    return [Reason(name, _short(weight)) for name, weight in told.items() if _short(weight)]
