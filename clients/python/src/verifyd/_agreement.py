"""The answer of ``GetAgreement`` as ``verifyd.agreement``."""

from __future__ import annotations

from verifyd.agreement import (
    Agreement,
    AgreementCounts,
    AgreementGroup,
    Calibration,
    CalibrationBin,
    HoldingEffect,
    Proportion,
    ReviewerPair,
    SeverityEffects,
    ThresholdEffect,
    ThresholdSweep,
)
from verifyd.v1 import review_service_pb2 as pb


def agreement(message: pb.GetAgreementResponse) -> Agreement:
    """What the decisions say."""
    return Agreement(
        decisions=message.decisions,
        truncated=message.truncated,
        settled=_counts(message.settled),
        left_open=_counts(message.left_open),
        groups=tuple(map(_group, message.groups)),
        pairs=tuple(map(_pair, message.pairs)),
        more_pairs=message.more_pairs,
        calibrations=tuple(map(_calibration, message.calibrations)),
        thresholds=tuple(map(_sweep, message.thresholds)),
        severities=tuple(map(_severity, message.severities)),
    )


def _counts(message: pb.AgreementCounts) -> AgreementCounts:
    share = message.share
    return AgreementCounts(
        agreed=message.agreed,
        repaired=message.repaired,
        false_alarms=message.false_alarms,
        open=message.open,
        share=(
            Proportion(share.value, share.low, share.high) if message.HasField("share") else None
        ),
    )


def _group(message: pb.AgreementGroup) -> AgreementGroup:
    return AgreementGroup(
        check=message.check,
        code=message.code,
        model=message.model,
        leaves_open=message.leaves_open,
        counts=_counts(message.counts),
    )


def _pair(message: pb.ReviewerPair) -> ReviewerPair:
    return ReviewerPair(
        first=message.first,
        second=message.second,
        items=message.items,
        same=message.same,
        kappa=message.kappa if message.HasField("kappa") else None,
    )


def _calibration(message: pb.Calibration) -> Calibration:
    bins = (
        CalibrationBin(one.low, one.high, one.items, one.mean_confidence, one.share_held)
        for one in message.bins
    )
    return Calibration(
        check=message.check,
        model=message.model,
        bins=tuple(bins),
        with_confidence=message.with_confidence,
        without_confidence=message.without_confidence,
        brier=message.brier if message.HasField("brier") else None,
    )


def _sweep(message: pb.ThresholdSweep) -> ThresholdSweep:
    effects = (ThresholdEffect(one.threshold, _effect(one.effect)) for one in message.effects)
    return ThresholdSweep(message.setting, tuple(effects))


def _severity(message: pb.SeverityEffects) -> SeverityEffects:
    return SeverityEffects(
        check=message.check,
        code=message.code,
        unchanged=_effect(message.unchanged),
        as_error=_effect(message.as_error),
        as_warning=_effect(message.as_warning),
    )


def _effect(message: pb.HoldingEffect) -> HoldingEffect:
    return HoldingEffect(
        held_right=message.held_right,
        held_wrong=message.held_wrong,
        held_open=message.held_open,
        released_right=message.released_right,
        released_wrong=message.released_wrong,
        released_open=message.released_open,
    )
