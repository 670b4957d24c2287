"""What decisions say about the checks, as messages."""

from __future__ import annotations

from dataclasses import asdict

from verifyd.v1 import review_service_pb2 as pb

from sidecar.reviews.agreement import Agreement, AgreementCounts, Share
from sidecar.reviews.calibration import Calibration
from sidecar.reviews.effects import Effect, SeverityEffects, ThresholdSweep
from sidecar.reviews.model import ReviewQuery, ReviewState
from sidecar.store.errors import PageInvalid
from sidecar.wire.requests import to_microseconds
from sidecar.wire.reviews import read_name


def read_question(request: pb.GetAgreementRequest) -> tuple[ReviewQuery, float | None]:
    """Which items are asked about, and the one threshold that is tried, if there is one.

    Raises:
        FieldTooLong: If a name is too long.
        PageInvalid: If it is none, or the threshold is no share.
    """
    query = ReviewQuery(
        state=ReviewState.ALL,
        check=read_name("check", request.check),
        code=read_name("code", request.code),
        since_us=to_microseconds(request.since),
    )
    if not request.HasField("threshold"):
        return query, None
    if not 0 <= request.threshold <= 1:
        raise PageInvalid("a threshold is from 0 to 1", field="threshold")
    return query, request.threshold


def write_agreement(found: Agreement) -> pb.GetAgreementResponse:
    """What decisions say."""
    return pb.GetAgreementResponse(
        decisions=found.decisions,
        truncated=found.truncated,
        settled=_counts(found.settled),
        left_open=_counts(found.left_open),
        groups=[
            pb.AgreementGroup(
                check=one.check,
                code=one.code,
                model=one.model,
                leaves_open=one.leaves_open,
                counts=_counts(one.counts),
            )
            for one in found.groups
        ],
        pairs=[
            pb.ReviewerPair(
                first=one.first,
                second=one.second,
                items=one.findings,
                same=one.same,
                kappa=one.kappa,
            )
            for one in found.pairs
        ],
        more_pairs=found.more_pairs,
        calibrations=map(_calibration, found.calibrations),
        thresholds=map(_sweep, found.thresholds),
        severities=map(_severity, found.severities),
    )


def _counts(counts: AgreementCounts) -> pb.AgreementCounts:
    return pb.AgreementCounts(
        agreed=counts.agreed,
        repaired=counts.repaired,
        false_alarms=counts.false_alarms,
        open=counts.open,
        share=_share(counts.share),
    )


def _share(share: Share | None) -> pb.Proportion | None:
    return None if share is None else pb.Proportion(**asdict(share))


def _calibration(one: Calibration) -> pb.Calibration:
    return pb.Calibration(
        check=one.check,
        model=one.model,
        bins=[
            pb.CalibrationBin(
                low=each.low,
                high=each.high,
                items=each.findings,
                mean_confidence=each.mean_confidence,
                share_held=each.share_held,
            )
            for each in one.bins
        ],
        with_confidence=one.with_confidence,
        without_confidence=one.without_confidence,
        brier=one.brier,
    )


def _sweep(one: ThresholdSweep) -> pb.ThresholdSweep:
    effects = [
        pb.ThresholdEffect(threshold=each.threshold, effect=_effect(each.effect))
        for each in one.effects
    ]
    return pb.ThresholdSweep(setting=one.setting, effects=effects)


def _severity(one: SeverityEffects) -> pb.SeverityEffects:
    return pb.SeverityEffects(
        check=one.check,
        code=one.code,
        unchanged=_effect(one.unchanged),
        as_error=_effect(one.as_error),
        as_warning=_effect(one.as_warning),
    )


def _effect(effect: Effect) -> pb.HoldingEffect:
    return pb.HoldingEffect(**asdict(effect))
