"""What the decisions of people say about the checks, as plain frozen data.

An edited or removed item was found rightly, a kept one is a false alarm, and one that nobody has
decided is open, which is neither.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proportion:
    """A share with its 95 % confidence interval after Wilson."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AgreementCounts:
    """What people decided of some items.

    Attributes:
        agreed: Edited or removed.
        repaired: Of these, edited to what the finding's repair writes there.
        false_alarms: Kept.
        open: Not decided.
        share: Agreed of all decided; None where nothing is decided.
    """

    agreed: int
    repaired: int
    false_alarms: int
    open: int
    share: Proportion | None


@dataclass(frozen=True, slots=True)
class AgreementGroup:
    """What people decided of the findings of one check, code and model.

    Attributes:
        check: The check.
        code: The code.
        model: The model whose verdict was flagged; empty where no model judged.
        leaves_open: Whether the findings do not say that the text is wrong.
        counts: What people decided.
    """

    check: str
    code: str
    model: str
    leaves_open: bool
    counts: AgreementCounts


@dataclass(frozen=True, slots=True)
class ReviewerPair:
    """Two people over the items that both decided.

    Attributes:
        first: One of them.
        second: The other.
        items: How many both decided.
        same: Of how many they say the same.
        kappa: Cohen's kappa; None where it is undefined, as both said one and the same of all.
    """

    first: str
    second: str
    items: int
    same: int
    kappa: float | None


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """The decided items whose confidence is from ``low`` to below ``high``."""

    low: float
    high: float
    items: int
    mean_confidence: float
    share_held: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Stated confidence beside what people decided, for one check and model.

    Attributes:
        check: The check.
        model: The model whose verdict was flagged; empty where no model judged.
        bins: Those that hold items, the least confidence first.
        with_confidence: Items in the bins.
        without_confidence: Decided items that state no confidence in a verdict of theirs.
        brier: The Brier score; None where no item states a confidence.
    """

    check: str
    model: str
    bins: tuple[CalibrationBin, ...]
    with_confidence: int
    without_confidence: int
    brier: float | None


@dataclass(frozen=True, slots=True)
class HoldingEffect:
    """How many items a setting holds and releases: rightly, wrongly, and not decided."""

    held_right: int
    held_wrong: int
    held_open: int
    released_right: int
    released_wrong: int
    released_open: int


@dataclass(frozen=True, slots=True)
class ThresholdEffect:
    """What one value of a setting would have held."""

    threshold: float
    effect: HoldingEffect


@dataclass(frozen=True, slots=True)
class ThresholdSweep:
    """What values of a setting would have held, the least value first."""

    setting: str
    effects: tuple[ThresholdEffect, ...]


@dataclass(frozen=True, slots=True)
class SeverityEffects:
    """What the severity of a code held, and would have held as another one."""

    check: str
    code: str
    unchanged: HoldingEffect
    as_error: HoldingEffect
    as_warning: HoldingEffect


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the decisions say about the checks.

    Attributes:
        decisions: How many were read, of the newest texts.
        truncated: Whether there are more decisions, or more open items, than were read.
        settled: Items whose finding says that the text is wrong.
        left_open: Items whose finding does not: not covered, or uncertain.
        groups: By check, code and model.
        pairs: People who decided the same items, at most 100 pairs.
        more_pairs: Pairs that are not among them.
        calibrations: By check and model.
        thresholds: By setting. Only what was flagged is known.
        severities: By check and code.
    """

    decisions: int
    truncated: bool
    settled: AgreementCounts
    left_open: AgreementCounts
    groups: tuple[AgreementGroup, ...]
    pairs: tuple[ReviewerPair, ...]
    more_pairs: int
    calibrations: tuple[Calibration, ...]
    thresholds: tuple[ThresholdSweep, ...]
    severities: tuple[SeverityEffects, ...]
