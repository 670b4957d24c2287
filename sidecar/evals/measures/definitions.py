"""Every measure of an eval: its name, what it means, its unit, and which direction is better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum


class MeasureUnit(StrEnum):
    """What a figure counts."""

    SHARE = "share"
    NUMBER = "number"
    SECONDS = "seconds"
    MONEY = "money"


class MeasureSection(StrEnum):
    """Where reports show a measure."""

    SUMMARY = "Summary"
    QUALITY = "Quality"
    EFFICIENCY = "Efficiency"
    CHECKS = "By check"


class MeasureKind(StrEnum):
    """How a figure comes from questions."""

    QUESTIONS = "questions"  # the share of questions of which something is true
    MEAN = "mean"  # the mean of what questions tell
    POOLED = "pooled"  # one sum over all questions by another, such as valid citations by all
    QUANTILE = "quantile"  # a quantile of what questions tell


class BetterDirection(Enum):
    """In which direction a figure improves."""

    HIGHER = 1
    LOWER = -1
    NEITHER = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalMeasure:
    """A measure.

    Attributes:
        name: As gates and JSON have it.
        title: As reports have it.
        meaning: What exactly is counted, over which questions.
        share: Of a quantile, from 0 to 1.
    """

    name: str
    title: str
    meaning: str
    unit: MeasureUnit = MeasureUnit.NUMBER
    kind: MeasureKind = MeasureKind.MEAN
    better: BetterDirection = BetterDirection.NEITHER
    section: MeasureSection = MeasureSection.QUALITY
    share: float = 0.0


def _shares() -> Iterator[EvalMeasure]:
    yield EvalMeasure(
        name="success_rate",
        title="Completed without error",
        meaning="Share of all questions whose agent gave an answer without error.",
        unit=MeasureUnit.SHARE,
        kind=MeasureKind.QUESTIONS,
        better=BetterDirection.HIGHER,
        section=MeasureSection.SUMMARY,
    )
    yield EvalMeasure(
        name="verification_pass_rate",
        title="Passed verification",
        meaning="Share of all questions whose answer passed. A warning, an error of the agent and"
        " a missing verdict do not count as passed.",
        unit=MeasureUnit.SHARE,
        kind=MeasureKind.QUESTIONS,
        better=BetterDirection.HIGHER,
        section=MeasureSection.SUMMARY,
    )
    yield EvalMeasure(
        name="verification_warning_rate",
        title="Passed with a warning",
        meaning="Share of all questions whose answer was verified with a warning.",
        unit=MeasureUnit.SHARE,
        kind=MeasureKind.QUESTIONS,
        better=BetterDirection.LOWER,
        section=MeasureSection.SUMMARY,
    )
    yield EvalMeasure(
        name="criteria_met",
        title="Success criteria met",
        meaning="Share of the questions with success criteria whose answer met them. An answer"
        " that was not verified met none.",
        unit=MeasureUnit.SHARE,
        kind=MeasureKind.QUESTIONS,
        better=BetterDirection.HIGHER,
        section=MeasureSection.SUMMARY,
    )
    yield EvalMeasure(
        name="citation_validity_rate",
        title="Valid citations",
        meaning="Citations that point at evidence, by all citations of verified answers.",
        unit=MeasureUnit.SHARE,
        kind=MeasureKind.POOLED,
        better=BetterDirection.HIGHER,
    )
    yield EvalMeasure(
        name="avg_evidence_recall",
        title="Evidence recall",
        meaning="Mean over the questions that expect files: the share of the expected files that"
        " occur among the file paths of the run's evidence. `src/main.py` occurs in"
        " `repo/src/main.py`, not in `other_src/main.py`.",
        unit=MeasureUnit.SHARE,
        better=BetterDirection.HIGHER,
    )


def _confidence() -> Iterator[EvalMeasure]:
    yield EvalMeasure(
        name="calibration_score",
        title="Calibration",
        meaning="1 less the mean distance between stated confidence and the confidence that the"
        " evidence allows, over the answers whose confidence was checked.",
        unit=MeasureUnit.SHARE,
        better=BetterDirection.HIGHER,
    )
    yield EvalMeasure(
        name="avg_confidence",
        title="Stated confidence",
        meaning="Mean confidence, over the answers for which one is known: as the support check"
        " read it (0.5 where the answer states none), else as the agent stated it.",
        unit=MeasureUnit.SHARE,
    )
    yield EvalMeasure(
        name="avg_evidence_support",
        title="Evidence support",
        meaning="Mean strength of the evidence, over the answers for which it was scored.",
        unit=MeasureUnit.SHARE,
        better=BetterDirection.HIGHER,
    )


_VERDICTS = (
    ("numbers", "supported", BetterDirection.HIGHER, "Numbers supported"),
    ("numbers", "contradicted", BetterDirection.LOWER, "Numbers contradicted"),
    ("numbers", "unsupported", BetterDirection.LOWER, "Numbers unsupported"),
    ("numbers", "inconclusive", BetterDirection.LOWER, "Numbers inconclusive"),
    ("claims", "supported", BetterDirection.HIGHER, "Claims supported"),
    ("claims", "partial", BetterDirection.LOWER, "Claims supported in part"),
    ("claims", "unsupported", BetterDirection.LOWER, "Claims unsupported"),
    ("claims", "contradicted", BetterDirection.LOWER, "Claims contradicted"),
)


def _verdicts() -> Iterator[EvalMeasure]:
    yield EvalMeasure(
        name="numbers.wrong",
        title="Numbers flagged",
        meaning="Numbers found contradicted or unsupported, by all judged numbers: mistakes and"
        " false alarms.",
        unit=MeasureUnit.SHARE,
        kind=MeasureKind.POOLED,
        better=BetterDirection.LOWER,
    )
    for family, verdict, better, title in _VERDICTS:
        yield EvalMeasure(
            name=f"{family}.{verdict}",
            title=title,
            meaning=f"{family.capitalize()} with the verdict {verdict}, by all judged {family}.",
            unit=MeasureUnit.SHARE,
            kind=MeasureKind.POOLED,
            better=better,
        )


def _effort() -> Iterator[EvalMeasure]:
    answered = "over the questions that were answered"
    told = "over all questions, if any question states it"
    for name, title, meaning, unit, better in (
        ("avg_evidence_count", "Evidence items", f"Mean, {answered}.", MeasureUnit.NUMBER, 0),
        ("avg_action_count", "Actions", f"Mean, {answered}.", MeasureUnit.NUMBER, 0),
        (
            "avg_duration_seconds",
            "Agent's time",
            "Mean, over the questions with a known time (above 0), failed ones included.",
            MeasureUnit.SECONDS,
            -1,
        ),
        (
            "avg_verification_seconds",
            "Verification time",
            "Mean, over the verified answers with a known time.",
            MeasureUnit.SECONDS,
            -1,
        ),
        (
            "tokens.agent",
            "Agent's tokens",
            f"Mean of input and output, {told}.",
            MeasureUnit.NUMBER,
            -1,
        ),
        (
            "tokens.judges",
            "Judges' tokens",
            f"Mean of input and output, {told}.",
            MeasureUnit.NUMBER,
            -1,
        ),
        ("cost.agent", "Agent's cost", f"Mean, {told} in one currency.", MeasureUnit.MONEY, -1),
        ("cost.judges", "Judges' cost", f"Mean, {told} in one currency.", MeasureUnit.MONEY, -1),
    ):
        yield EvalMeasure(
            name=name,
            title=title,
            meaning=meaning,
            unit=unit,
            better=BetterDirection(better),
            section=MeasureSection.EFFICIENCY,
        )


def _latency() -> Iterator[EvalMeasure]:
    for family, of, title in (
        ("latency", "avg_duration_seconds", "Agent's time"),
        ("verification_latency", "avg_verification_seconds", "Verification time"),
    ):
        for percent in (50, 90, 99):
            yield EvalMeasure(
                name=f"{family}.p{percent}",
                title=f"{title}, {percent} %",
                meaning=f"The shortest time that {percent} % of the questions of `{of}` did not"
                " exceed.",
                unit=MeasureUnit.SECONDS,
                kind=MeasureKind.QUANTILE,
                better=BetterDirection.LOWER,
                section=MeasureSection.EFFICIENCY,
                share=percent / 100,
            )


MEASURES = {
    measure.name: measure
    for group in (_shares, _confidence, _verdicts, _effort, _latency)
    for measure in group()
}
"""Every measure but those of checks, by name, in the order of reports."""

QUANTILE_OF = {
    "latency": "avg_duration_seconds",
    "verification_latency": "avg_verification_seconds",
}
"""The observations that quantiles are taken of, by the first part of their names."""

CHECK_MEASURES = {
    "pass_rate": EvalMeasure(
        name="pass_rate",
        title="Passed",
        meaning="Share of the answers for which the check judged something, failed or could not"
        " finish, in which it found nothing worse than severity info.",
        unit=MeasureUnit.SHARE,
        kind=MeasureKind.QUESTIONS,
        better=BetterDirection.HIGHER,
        section=MeasureSection.CHECKS,
    ),
    "error_rate": EvalMeasure(
        name="error_rate",
        title="Could not finish",
        meaning="Share of the answers of `pass_rate` for which the check could not finish.",
        unit=MeasureUnit.SHARE,
        kind=MeasureKind.QUESTIONS,
        better=BetterDirection.LOWER,
        section=MeasureSection.CHECKS,
    ),
}
"""What is measured of each check: ``checks.NAME.pass_rate`` and ``checks.NAME.error_rate``."""


def measure_of(name: str) -> EvalMeasure | None:
    """The measure of a name, those of checks included; None for a name that no measure has."""
    known = MEASURES.get(name)
    if known is not None:
        return known
    first, _, rest = name.partition(".")
    check, _, last = rest.rpartition(".")
    return CHECK_MEASURES.get(last) if first == "checks" and check else None
