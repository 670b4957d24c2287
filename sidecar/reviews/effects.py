"""What other settings would have held or released, on the decisions that there are.

Only what was flagged is known: nothing is said of what a stricter setting would flag anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from sidecar.model.report import Severity, Verdict
from sidecar.reviews.judgements import JudgedFinding

SWEEP = tuple(step / 20 for step in range(1, 20))
"""The thresholds that are tried where none is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """How many findings a setting holds, and what people decided of these.

    Attributes:
        held_right: Held, and the text was changed.
        held_wrong: Held, and the text was kept.
        held_open: Held, and nobody has decided.
        released_right: Released, and the text was kept.
        released_wrong: Released, and the text was changed.
        released_open: Released, and nobody has decided.
    """

    held_right: int = 0
    held_wrong: int = 0
    held_open: int = 0
    released_right: int = 0
    released_wrong: int = 0
    released_open: int = 0


@dataclass(frozen=True, slots=True)
class ThresholdEffect:
    """What a threshold would have done."""

    threshold: float
    effect: Effect


@dataclass(frozen=True, slots=True)
class ThresholdSweep:
    """What values of one setting would have done.

    Attributes:
        setting: Its name.
        effects: Of each value, the least first.
    """

    setting: str
    effects: Sequence[ThresholdEffect]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityEffects:
    """What the severity of a code does, as it was and as it could be.

    Attributes:
        check: Of the findings.
        code: Of the findings.
        unchanged: With the severities that the findings had: errors are held.
        as_error: Where all of them were errors.
        as_warning: Where all of them were warnings.
    """

    check: str
    code: str
    unchanged: Effect
    as_error: Effect
    as_warning: Effect


@dataclass(frozen=True, slots=True)
class _Threshold:
    """A setting that confidence is compared with: what it is about, and what it holds."""

    setting: str
    concerns: Callable[[JudgedFinding, Container[str]], bool]
    holds: Callable[[float, float], bool]


_THRESHOLDS = (
    _Threshold(
        "numeric.binding.error_at",  # below it an error is a warning
        lambda finding, errors: (
            finding.check == "numeric" and finding.code in errors and not finding.leaves_open
        ),
        lambda confidence, threshold: confidence >= threshold,
    ),
    _Threshold(
        "claims.confidence_threshold",  # a supported claim below it is flagged
        lambda finding, _: finding.check == "claims" and finding.verdict is Verdict.SUPPORTED,
        lambda confidence, threshold: confidence < threshold,
    ),
)


def sweep_thresholds(
    findings: Sequence[JudgedFinding], values: Sequence[float], errors: Container[str]
) -> list[ThresholdSweep]:
    """What values of the settings that compare confidence would have done.

    Settings that none of the findings is about are left out.

    Args:
        findings: In any order.
        values: Of the settings.
        errors: Codes that are errors where confidence does not make them warnings.
    """
    sweeps = []
    for threshold in _THRESHOLDS:
        stated = Counter(
            (finding.confidence, _agreed(finding))
            for finding in findings
            if finding.confidence is not None and threshold.concerns(finding, errors)
        )
        effects = [
            ThresholdEffect(
                value,
                _count(
                    (threshold.holds(confidence, value), agreed, count)
                    for (confidence, agreed), count in stated.items()
                ),
            )
            for value in sorted(values)
        ]
        if stated:
            sweeps.append(ThresholdSweep(threshold.setting, effects))
    return sweeps


def compare_severities(findings: Iterable[JudgedFinding]) -> list[SeverityEffects]:
    """What the severity of each code does, and would do."""
    codes: defaultdict[tuple[str, str], list[JudgedFinding]] = defaultdict(list)
    for finding in findings:
        codes[finding.check, finding.code].append(finding)
    return [
        SeverityEffects(
            check=check,
            code=code,
            unchanged=_count((one.severity is Severity.ERROR, _agreed(one), 1) for one in same),
            as_error=_count((True, _agreed(one), 1) for one in same),
            as_warning=_count((False, _agreed(one), 1) for one in same),
        )
        for (check, code), same in sorted(codes.items())
    ]


def _agreed(finding: JudgedFinding) -> bool | None:
    return None if finding.label is None else finding.label.agrees


def _count(findings: Iterable[tuple[bool, bool | None, int]]) -> Effect:
    """The effect on findings: whether each is held, whether it was right, and how many it is."""
    counts: Counter[tuple[bool, bool | None]] = Counter()
    for held, agreed, count in findings:
        counts[held, agreed] += count
    return Effect(
        held_right=counts[True, True],
        held_wrong=counts[True, False],
        held_open=counts[True, None],
        released_right=counts[False, False],
        released_wrong=counts[False, True],
        released_open=counts[False, None],
    )
