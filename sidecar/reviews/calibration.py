"""Whether stated confidence is how often the verdict holds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from sidecar.reviews.judgements import JudgedFinding

BINS = 10
_EDGES = [edge / BINS for edge in range(1, BINS)]


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """The decided findings whose confidence lies in a tenth.

    Attributes:
        low: Least confidence.
        high: The confidence that it stays below, but for the last bin, which has 1.
        findings: How many there are.
        mean_confidence: Of these.
        share_held: Of how many the verdict holds.
    """

    low: float
    high: float
    findings: int
    mean_confidence: float
    share_held: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The stated confidence of decided findings, beside what people decided.

    Attributes:
        check: Of the findings.
        model: Of the findings.
        bins: Those that hold any, the least confidence first.
        with_confidence: Findings in the bins.
        without_confidence: Decided findings that state none about a verdict of theirs.
        brier: The mean squared difference of confidence and outcome; None without any.
    """

    check: str
    model: str
    bins: Sequence[CalibrationBin]
    with_confidence: int
    without_confidence: int
    brier: float | None


def measure_calibration(
    check: str, model: str, findings: Iterable[JudgedFinding]
) -> Calibration | None:
    """The calibration of one check and model; None where nothing of it is decided."""
    binned: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    without = 0
    for finding in findings:
        confidence, holds = finding.verdict_confidence, finding.verdict_holds
        if confidence is not None and holds is not None:
            binned[bisect_right(_EDGES, confidence)].append((confidence, holds))
        elif finding.label is not None:
            without += 1
    stated = [pair for pairs in binned for pair in pairs]
    if not stated and not without:
        return None
    return Calibration(
        check=check,
        model=model,
        bins=[_make_bin(at, pairs) for at, pairs in enumerate(binned) if pairs],
        with_confidence=len(stated),
        without_confidence=without,
        brier=_mean((confidence - holds) ** 2 for confidence, holds in stated) if stated else None,
    )


def _make_bin(at: int, pairs: Sequence[tuple[float, bool]]) -> CalibrationBin:
    return CalibrationBin(
        low=at / BINS,
        high=(at + 1) / BINS,
        findings=len(pairs),
        mean_confidence=_mean(confidence for confidence, _ in pairs),
        share_held=_mean(holds for _, holds in pairs),
    )


def _mean(values: Iterable[float]) -> float:
    """The mean of at least one value, the same in whatever order."""
    given = [*values]
    return fsum(given) / len(given)
