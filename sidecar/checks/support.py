"""Support check: how strong the evidence is, and whether the stated confidence matches it.

The evidence that the text cites is scored from its count, its mean relevance and the diversity of
its provenance, by the formula below. The confidence that the text states
("Confidence: high", "85 % confident") may be a tolerance away from that score.

Example:
    text         Staff rose [ev-1]. Exports fell [ev-2]. Confidence: very high
    items        ev-1: relevance 0.7, from grep    ev-2: relevance 0.7, from grep
    support      0.56: 2 pieces of evidence are cited, with a mean relevance of 0.70, ...
    calibration  0.95 stated: CONFIDENCE_MISCALIBRATED, with the repair "medium"

Doubtful cases:
    - A text that cites nothing is scored by the weakest evidence of the request, unless the
      settings say otherwise, so that citing any of it never scores lower; that it must cite is the
      ``citations`` check's affair. One whose citations all point at nothing is supported by
      nothing.
    - A text that says that no evidence was found, and gives no number besides, needs none.
    - Several statements of confidence: the one called overall or final, else the first.
    - No statement counts as 0.5, and does not count against the text.
    - "Consumer confidence: 45 %" and "95 % confidence interval" state nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from math import fsum
from typing import ClassVar

from sidecar.checks.base import Check, CheckError, CheckSubject, Code
from sidecar.citations.library import Library, LibraryEntry
from sidecar.citations.reading import CitedText, TooMuchToRead, read_citations
from sidecar.citations.settings import CitationsSettings, SupportSettings
from sidecar.model.check_details import ConfidenceCalibration, EvidenceSupportScore, SupportDetail
from sidecar.model.formatting import format_plain, to_shortest_decimal
from sidecar.model.report import Finding, Findings, Repair, Severity, Verdict
from sidecar.model.text import Span, Text
from sidecar.text.confidence import StatedConfidence, find_confidence
from sidecar.text.options import TooManyNumbers

UNSTATED = 0.5
"""What counts as the confidence of a text that states none."""


SUPPORT_CODES = (
    Code(
        "EVIDENCE_SUPPORT_LOW",
        "support",
        Severity.ERROR,
        "The evidence that the text rests on is too weak.",
        "Gather more relevant evidence, from other places, and cite it; or say what is not known.",
        "The score from the count of pieces, their mean relevance and their provenances is under"
        " support.min_evidence_support.",
    ),
    Code(
        "CONFIDENCE_MISCALIBRATED",
        "support",
        Severity.WARNING,
        "The confidence that the text states differs from the score of its evidence.",
        "State a confidence near the score of the evidence, or gather more.",
        "The two differ by more than support.confidence_tolerance. The verdict is UNSUPPORTED where"
        " the text is too sure, INCONCLUSIVE where it is not sure enough.",
    ),
    Code(
        "CONFIDENCE_UNREADABLE",
        "support",
        Severity.WARNING,
        "A stated confidence cannot be read as a share.",
        "Write it as a percentage, as a decimal from 0 to 1, or as high, medium or low.",
        "More than 100 %, or a whole number from 2 to 10 that does not say of how many.",
    ),
)


class SupportCheck(Check):
    """Scores the evidence of a text, and compares its stated confidence."""

    name: ClassVar[str] = "support"
    summary: ClassVar[str] = "How strong is the evidence, and does the stated confidence match it?"
    codes: ClassVar[Sequence[Code]] = SUPPORT_CODES

    def __init__(self, settings: SupportSettings) -> None:
        self._settings = settings

    @classmethod
    def allowed_by(cls, subject: CheckSubject) -> bool:
        """Items or sources, whose relevance and provenance it scores."""
        return bool(subject.items or subject.sources)

    def run(self, subject: CheckSubject) -> Findings:
        """Score the evidence and compare.

        Raises:
            CheckError: ``TOO_MANY_CITATIONS``, ``TOO_MANY_STATEMENTS`` or ``TOO_MANY_NUMBERS``.
        """
        library = Library(subject.items, subject.sources, subject.results)
        try:
            reading = read_citations(
                subject.reader, library, CitationsSettings(), bare_numbers=subject.bare_numbers
            )
            unexcused = reading.unexcused
        except TooMuchToRead as error:
            raise CheckError(error.reason, str(error)) from error
        except TooManyNumbers as error:
            raise CheckError("TOO_MANY_NUMBERS", str(error)) from error
        support = self._score(reading, library)
        masks = reading.masks.excluded(subject.text)
        says = find_confidence(subject.text, masks, self._settings.confidence_words)
        calibration = self._calibrate(says, support.score)
        found = []
        low = to_shortest_decimal(support.score) < self._settings.min_evidence_support
        if low and (unexcused is not None or reading.markers):
            place = unexcused.span if unexcused else reading.markers[0].span
            found.append(_weak(place, support, self._settings))
        found.extend(self._miscalibrated(subject.text, says, calibration))
        return Findings(
            findings=sorted(found, key=lambda finding: finding.span),
            judged=1,
            detail=SupportDetail(support, calibration),
        )

    def _score(self, reading: CitedText, library: Library) -> EvidenceSupportScore:
        """The score of what the text cites, or by the weakest where it cites nothing and may."""
        named = {entry.id for entries in reading.entries for entry in entries}
        cites = any(
            marker.explicit or entries
            for marker, entries in zip(reading.markers, reading.entries, strict=True)
        )
        cited = cites or not self._settings.count_uncited
        entries = [entry for entry in library.entries if not cited or entry.id in named]
        relevance = float(self._settings.default_relevance)
        return score_evidence(entries, cited=cited, default_relevance=relevance)

    def _calibrate(self, says: StatedConfidence | None, evidence: float) -> ConfidenceCalibration:
        known = says is not None and says.value is not None
        confidence = float(says.value) if says and says.value is not None else UNSTATED
        delta = round(abs(confidence - evidence), 9)  # 0.8 is 0.2 from 0.6
        return ConfidenceCalibration(
            stated_confidence=confidence,
            evidence_confidence=evidence,
            calibration_delta=delta,
            is_calibrated=to_shortest_decimal(delta) <= self._settings.confidence_tolerance,
            span=says.span if says and known else None,
        )

    def _miscalibrated(
        self, text: Text, says: StatedConfidence | None, calibration: ConfidenceCalibration
    ) -> Iterator[Finding]:
        if says is None:
            return
        written = text.slice(says.value_span)
        if says.value is None:
            yield _unreadable(says, written)
        elif not calibration.is_calibrated:
            better = _like(written, calibration.evidence_confidence, self._settings)
            yield _off(says, calibration, better)


def _weak(place: Span, support: EvidenceSupportScore, settings: SupportSettings) -> Finding:
    least = format_plain(settings.min_evidence_support)
    return Finding(
        code="EVIDENCE_SUPPORT_LOW",
        verdict=Verdict.UNSUPPORTED,
        span=place,
        message=f"{support.reasoning}, under {least}",
        details={
            "score": f"{support.score:.2f}",
            "minimum": least,
            "evidence_count": str(len(support.supporting_evidence_ids)),
            "mean_relevance": f"{support.mean_relevance:.2f}",
            "provenance_count": str(support.provenances),
        },
    )


def _unreadable(says: StatedConfidence, written: str) -> Finding:
    return Finding(
        code="CONFIDENCE_UNREADABLE",
        verdict=Verdict.INCONCLUSIVE,
        span=says.span,
        message=f"the confidence {written!r} is not one from 0 to 1 or 0 % to 100 %",
        details={"text": written},
    )


def _off(says: StatedConfidence, calibration: ConfidenceCalibration, better: str) -> Finding:
    stated_, evidence = calibration.stated_confidence, calibration.evidence_confidence
    over = stated_ > evidence
    return Finding(
        code="CONFIDENCE_MISCALIBRATED",
        verdict=Verdict.UNSUPPORTED if over else Verdict.INCONCLUSIVE,
        span=says.span,
        message=f"the stated confidence is {stated_:.2f}, that of the evidence {evidence:.2f}",
        details={
            "stated_confidence": f"{stated_:.2f}",
            "evidence_confidence": f"{evidence:.2f}",
            "calibration_delta": f"{calibration.calibration_delta:.2f}",
        },
        repair=Repair(says.value_span, better) if better else None,
    )


def _like(written: str, value: float, settings: SupportSettings) -> str:
    """A confidence in the form in which the text writes its own; "" where that has no other."""
    if "%" in written:
        return f"{value * 100:.0f}{' ' if ' %' in written else ''}%"
    if any(c.isdecimal() for c in written):
        return f"{value:.2f}" if written.lstrip("01").startswith(".") else ""
    words: Mapping[str, Decimal] = settings.confidence_words
    best = min(words, key=lambda word: abs(float(words[word]) - value), default="")
    if best == written.lower() or written.lower() not in words:
        return ""
    return best.capitalize() if written[:1].isupper() else best


# The score of a body of evidence, from 0 to 1.
#
#     score = relevance x (0.7 + 0.2 x (1 - 1/2^(n-1)) + 0.1 x (1 - 1/2^(p-1)))
#
# for n pieces of evidence of p provenances; 0 without any. Relevance, their mean, bounds it:
# evidence that has nothing to do with the matter supports nothing, however much there is. One piece
# gives 0.7 of its relevance; further ones, and other provenances, each close half of the gap that
# they leave. So the score grows with each of the three, and never passes 1.
#
# A piece whose relevance is not stated has the least one, in hundredths, with which one piece
# passes by default: 0.72. So one cited piece passes, and a caller who states a relevance that would
# pass never scores lower than one who states none.
#
# A text that cites nothing does not tell which pieces it rests on: it scores as the weakest would
# by itself, so that to cite any of them never scores lower.

ALONE = 0.7
COUNT = 0.2
DIVERSITY = 0.1


def combine_strength(count: int, relevance: float, provenances: int) -> float:
    """The score of so much evidence.

    Args:
        count: How many pieces there are.
        relevance: Their mean relevance, from 0 to 1.
        provenances: How many different provenances they have; at least 1 where there is evidence.
    """
    if count == 0:
        return 0.0
    return relevance * (ALONE + COUNT * _closed(count) + DIVERSITY * _closed(provenances))


def _closed(number: int) -> float:
    """How much of the gap is closed: nothing by the first, half of the rest by each further one."""
    return 1 - 0.5 ** (number - 1)


def score_evidence(
    entries: Sequence[LibraryEntry], *, cited: bool, default_relevance: float
) -> EvidenceSupportScore:
    """Score evidence.

    Args:
        entries: What is counted, in the order of the request.
        cited: Whether that is what the text cites.
        default_relevance: Where an entry has none.
    """
    known = [entry.relevance for entry in entries]
    relevances = [default_relevance if one is None else one for one in known]
    mean = fsum(relevances) / len(relevances) if relevances else 0.0
    provenances = len({entry.provenance.strip().casefold() for entry in entries})
    if cited or not entries:
        value = round(combine_strength(len(entries), mean, provenances), 9)
    else:
        value = round(combine_strength(1, min(relevances), 1), 9)
    return EvidenceSupportScore(
        score=value,
        reasoning=_reasoning(len(entries), mean, provenances, value, cited=cited),
        supporting_evidence_ids=[entry.id for entry in entries],
        mean_relevance=mean,
        provenances=provenances,
        cited=cited,
    )


def _reasoning(count: int, mean: float, provenances: int, value: float, *, cited: bool) -> str:
    """The score in a sentence."""
    if not count:
        what = "the text cites none of the evidence" if cited else "there is no evidence"
        return f"{what}: score {value:.2f}"
    pieces = "1 piece of evidence" if count == 1 else f"{count} pieces of evidence"
    where = "1 provenance" if provenances == 1 else f"{provenances} provenances"
    named = "is cited" if count == 1 else "are cited"
    said = named if cited else "in the request, of which the text cites none,"
    verb = ", with" if cited else " with"
    weakest = "" if cited else ", and only the weakest counts"
    told = f"{pieces} {said}{verb} a mean relevance of {mean:.2f}, from {where}{weakest}"
    return f"{told}: score {value:.2f}"
