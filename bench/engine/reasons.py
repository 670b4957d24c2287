"""What the engine makes of a number, in one line."""

from __future__ import annotations

from sidecar.binding.engine.decision import DecidedNumber
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import FORMULAS
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.texts import RankedNumber


def reason(number: RankedNumber, decided: DecidedNumber, evidence: EngineEvidence) -> str:
    """The verdict with the best candidate that agrees and the best that does not."""
    parts = [f"{decided.outcome.value}, wrong by {decided.wrong:.2f}"]
    for name, at in (("agrees", decided.agreeing), ("not", decided.other)):
        if at >= 0:
            p = number.ranked.probabilities[at]
            parts.append(f"{name} {p:.2f} {describe(number.ranked, at, evidence)}")
    return f"{'; '.join(parts)}; none {number.ranked.outside:.2f}"


def describe(ranked: RankedCandidates, at: int, evidence: EngineEvidence) -> str:
    """A candidate: formula, measure, rows, value."""
    found, sets = ranked.found, ranked.links.sets
    what = FORMULAS[int(found.formula[at])].name
    if found.column[at] >= 0:
        measure = evidence.measures[int(found.column[at])]
        what += f" {' '.join(measure.names[0][0]) if measure.names else measure.column}"
    rows = [
        sets[int(found.rows[at])],
        *([sets[int(found.second[at])]] if found.second[at] >= 0 else []),
    ]
    named = []
    for one in rows:
        labels = [
            "+".join(dimension.labels[code] for code in codes)
            for dimension, codes in zip(
                evidence.views[one.view].dimensions, one.options, strict=True
            )
            if codes is not None
        ]
        named.append(f"[{', '.join(labels)}]")
    return f"{what} {' vs '.join(named)} = {found.value[at]:g}"
