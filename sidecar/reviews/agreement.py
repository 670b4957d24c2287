"""How often people agree with the checks, and with each other: numbers from decided findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from sidecar.model.intervals import wilson
from sidecar.reviews.calibration import Calibration, measure_calibration
from sidecar.reviews.effects import (
    SWEEP,
    SeverityEffects,
    ThresholdSweep,
    compare_severities,
    sweep_thresholds,
)
from sidecar.reviews.judgements import JudgedFinding

MAX_PAIRS = 100
"""Most pairs of people that are told of, those with the most findings in common."""

_MAX_PEOPLE = 20
"""Most people who are compared over one finding: their pairs grow with the square of that."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share with the ends of its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementCounts:
    """What people decided of some findings.

    Attributes:
        agreed: The text was changed: the finding was right.
        repaired: Of these, how many were changed to what the finding's repair writes there.
        false_alarms: The text was kept.
        open: Nobody has decided.
    """

    agreed: int
    repaired: int
    false_alarms: int
    open: int

    @property
    def share(self) -> Share | None:
        """The share of the decided findings that people agreed with; None without any."""
        decided = self.agreed + self.false_alarms
        if not decided:
            return None
        share = self.agreed / decided
        return Share(share, *wilson(share, decided))


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementGroup:
    """The findings of one check, code and model.

    Attributes:
        check: Who found them.
        code: What was found.
        model: The model whose verdict it is; empty where no model judged.
        leaves_open: Whether the check itself does not say that the text is wrong.
        counts: What people decided.
    """

    check: str
    code: str
    model: str
    leaves_open: bool
    counts: AgreementCounts


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewerPair:
    """Two people who decided the same findings.

    Attributes:
        first: One of them.
        second: The other.
        findings: How many both decided.
        same: Of how many they say the same.
        kappa: Cohen's kappa; None where it is undefined, as both said one and the same of all.
    """

    first: str
    second: str
    findings: int
    same: int
    kappa: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What the decisions of people say about the checks.

    Attributes:
        decisions: How many decisions were read.
        truncated: Whether there are more findings, of older texts, than were read.
        settled: The findings that say that the text is wrong.
        left_open: Those that do not: not covered, uncertain.
        groups: By check, code and model.
        pairs: Those with the most findings in common first.
        more_pairs: How many pairs are not among them.
        calibrations: By check and model.
        thresholds: By setting.
        severities: By check and code.
    """

    decisions: int
    truncated: bool
    settled: AgreementCounts
    left_open: AgreementCounts
    groups: Sequence[AgreementGroup]
    pairs: Sequence[ReviewerPair]
    more_pairs: int
    calibrations: Sequence[Calibration]
    thresholds: Sequence[ThresholdSweep]
    severities: Sequence[SeverityEffects]


def measure_agreement(
    findings: Sequence[JudgedFinding],
    errors: Container[str],
    threshold: float | None = None,
    *,
    truncated: bool = False,
) -> Agreement:
    """What decided findings say about the checks that found them.

    Args:
        findings: In any order.
        errors: Codes that are errors where confidence does not make them warnings.
        threshold: The one value that is tried of settings that compare confidence; None: many.
        truncated: Whether there are more findings than these.
    """
    pairs = _compare_people(findings)
    values = SWEEP if threshold is None else (threshold,)
    return Agreement(
        decisions=sum(len(finding.judgements) for finding in findings),
        truncated=truncated,
        settled=_count(finding for finding in findings if not finding.leaves_open),
        left_open=_count(finding for finding in findings if finding.leaves_open),
        groups=list(_group(findings)),
        pairs=pairs[:MAX_PAIRS],
        more_pairs=max(0, len(pairs) - MAX_PAIRS),
        calibrations=list(_calibrate(findings)),
        thresholds=sweep_thresholds(findings, values, errors),
        severities=compare_severities(findings),
    )


def cohen_kappa(both: int, first: int, second: int, findings: int) -> float | None:
    """Cohen's kappa of two people who say yes or no; None where it is undefined.

    Source: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological
    Measurement 20 (1960).

    Args:
        both: To how many both say yes.
        first: To how many one of them does.
        second: To how many the other does.
        findings: How many there are; above 0.
    """
    same = findings - first - second + 2 * both
    chance = first * second + (findings - first) * (findings - second)  # times findings
    if chance == findings * findings:
        return None
    return (same * findings - chance) / (findings * findings - chance)


def _count(findings: Iterable[JudgedFinding]) -> AgreementCounts:
    labels = [finding.label for finding in findings]
    decided = [label for label in labels if label is not None]
    agreed = sum(label.agrees for label in decided)
    return AgreementCounts(
        agreed=agreed,
        repaired=sum(label.repairs for label in decided),
        false_alarms=len(decided) - agreed,
        open=len(labels) - len(decided),
    )


def _group(findings: Iterable[JudgedFinding]) -> Iterator[AgreementGroup]:
    groups: defaultdict[tuple[str, str, str, bool], list[JudgedFinding]] = defaultdict(list)
    for one in findings:
        groups[one.check, one.code, one.model, one.leaves_open].append(one)
    for (check, code, model, leaves_open), same in sorted(groups.items()):
        counts = _count(same)
        yield AgreementGroup(
            check=check, code=code, model=model, leaves_open=leaves_open, counts=counts
        )


def _calibrate(findings: Iterable[JudgedFinding]) -> Iterator[Calibration]:
    groups: defaultdict[tuple[str, str], list[JudgedFinding]] = defaultdict(list)
    for one in findings:
        groups[one.check, one.model].append(one)
    for (check, model), same in sorted(groups.items()):
        calibration = measure_calibration(check, model, same)
        if calibration is not None:
            yield calibration


def _compare_people(findings: Iterable[JudgedFinding]) -> list[ReviewerPair]:
    """Every two people who decided the same findings, by what each of them said last."""
    said: defaultdict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for finding in findings:
        last = {one.person: one.agrees for one in finding.judgements}
        for first, second in combinations(sorted([*last][-_MAX_PEOPLE:]), 2):
            said[first, second].append((last[first], last[second]))
    pairs = [_make_pair(*people, both) for people, both in said.items()]
    return sorted(pairs, key=lambda pair: (-pair.findings, pair.first, pair.second))


def _make_pair(first: str, second: str, said: Sequence[tuple[bool, bool]]) -> ReviewerPair:
    ones, others = zip(*said, strict=True)
    both = sum(one and other for one, other in said)
    return ReviewerPair(
        first=first,
        second=second,
        findings=len(said),
        same=sum(one is other for one, other in said),
        kappa=cohen_kappa(both, sum(ones), sum(others), len(said)),
    )
