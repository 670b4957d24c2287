"""Places of the narrative that the page marks: numbers, claims, and passages of other findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from sidecar.model.claim import ClaimVerdict, ClaimVerification
from sidecar.model.formatting import format_label
from sidecar.model.report import ClaimBinding, Finding, Grade, Reading, Report, Severity, Verdict
from sidecar.model.text import Span
from sidecar.reports.quoting import is_about_response
from sidecar.reports.summary import list_bindings, list_findings, name_reading
from sidecar.reports.verification import find_claims

_CLAIMS = "claims"
_INDEX = 200
"""Characters of an index in a message."""
_CLAIM_STYLES = {
    ClaimVerdict.SUPPORTED: "supported",
    ClaimVerdict.PARTIAL: "tolerated",
    ClaimVerdict.UNSUPPORTED: "unsupported",
    ClaimVerdict.CONTRADICTED: "contradicted",
    ClaimVerdict.NOT_JUDGED: "inconclusive",
}
"""Claims look as numbers do of which as much is known."""


class Remark(NamedTuple):
    """A finding with the check that made it and its severity; ``key`` is its id on the page."""

    key: str
    check: str
    finding: Finding
    severity: Severity

    @property
    def level(self) -> str:
        """The word for its severity."""
        return self.severity.name.lower()

    @property
    def message(self) -> str:
        """What was found, without the index of a place that the message names by its label."""
        said, details = self.finding.message, self.finding.details
        for at in ("", "found_"):
            if details.get(f"{at}place"):
                where = f"{details.get(f'{at}query_id', '')} {details.get(f'{at}location', '')}"
                said = said.replace(f" ({format_label(where, _INDEX)})", "")
        return said


class NumberAnchor(NamedTuple):
    """A number that was judged, and what was found about it.

    Attributes:
        ordinal: Which of all numbers it is, from 1.
        binding: Its verdict and the cell that it was bound to.
        remarks: The findings about it.
        words: What the row and column of that cell are called, or "".
        names: Gives the same for the readings that were weighed.
    """

    ordinal: int
    binding: ClaimBinding
    remarks: Sequence[Remark]
    words: str
    names: Callable[[Reading], str]

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.binding.claim.number.span

    @property
    def key(self) -> str:
        """Its id in the narrative."""
        return f"n{self.ordinal}"

    @property
    def card(self) -> str:
        """The id of its description."""
        return f"d{self.ordinal}"

    @property
    def style(self) -> str:
        """The word for its verdict."""
        return choose_style(self.binding)


class AnchoredPassage(NamedTuple):
    """Words that are marked as a whole: those of a finding, or of a claim.

    Attributes:
        span: Where they stand.
        key: The id of its flag in the narrative.
        card: The id of its description.
        style: The word for a finding's severity, or for a claim's verdict.
        rank: Where passages overlap, the style of the highest is shown.
        label: What the flag says to those who do not see it.
    """

    span: Span
    key: str
    card: str
    style: str
    rank: int
    label: str


class ClaimAnchor(NamedTuple):
    """A claim that was judged, and what was found about it."""

    ordinal: int
    verified: ClaimVerification
    remarks: Sequence[Remark]

    @property
    def key(self) -> str:
        """Its id in the narrative."""
        return f"c{self.ordinal}"

    @property
    def card(self) -> str:
        """The id of its description."""
        return f"v{self.ordinal}"

    @property
    def style(self) -> str:
        """The word for its verdict; support that is flagged is not shown as plain support."""
        word = _CLAIM_STYLES[self.verified.verdict]
        return "tolerated" if self.verified.flagged and word == "supported" else word

    @property
    def passage(self) -> AnchoredPassage:
        """Its words, as they are marked."""
        worst = max((remark.severity for remark in self.remarks), default=None)
        said = self.verified.verdict.words
        return AnchoredPassage(
            self.verified.claim.span,
            self.key,
            self.card,
            f"claim {self.style}",
            0 if worst is None else worst.value,
            f"Claim {self.ordinal}: {said}",
        )


class Anchors(NamedTuple):
    """Everything that is marked, in the order of the text."""

    numbers: Sequence[NumberAnchor]
    claims: Sequence[ClaimAnchor]
    passages: Sequence[AnchoredPassage]
    remarks: Sequence[Remark]
    places: Mapping[str, str]
    """From the id of a finding to the id of its place, if it is in the narrative."""


def choose_style(binding: ClaimBinding) -> str:
    """A word for a verdict: ``tolerated`` is support that is not exact, ``uncovered`` not wrong."""
    if binding.verdict is Verdict.SUPPORTED and binding.grade is Grade.TOLERATED:
        return "tolerated"
    return "uncovered" if binding.missing else binding.verdict.name.lower()


def find_anchors(report: Report) -> Anchors:
    """What to mark of a report."""
    remarks = [Remark(f"f{at}", *found) for at, found in enumerate(list_findings(report), start=1)]
    claims = _claims(report, remarks)
    numbers = _numbers(report, [remark for remark in remarks if remark.check != _CLAIMS])
    found: Sequence[NumberAnchor | ClaimAnchor] = [*numbers, *claims]
    places = {remark.key: anchor.key for anchor in found for remark in anchor.remarks}
    left = [one for one in remarks if one.key not in places and not is_about_response(one.finding)]
    passages = [*map(_passage, left), *(claim.passage for claim in claims)]
    places |= {remark.key: f"p{remark.key}" for remark in left}
    return Anchors(numbers, claims, passages, remarks, places)


def _numbers(report: Report, remarks: Sequence[Remark]) -> list[NumberAnchor]:
    """The numbers, each with the findings about it."""
    own, names = _by_span(remarks), partial(name_reading, report)
    numbers = []
    for ordinal, binding in enumerate(list_bindings(report), start=1):
        found = own.pop(binding.claim.number.span, ())
        named = "" if binding.reading is None else names(binding.reading)
        numbers.append(NumberAnchor(ordinal, binding, found, named, names))
    return numbers


def _claims(report: Report, remarks: Sequence[Remark]) -> list[ClaimAnchor]:
    """The claims, each with the findings of the check that judged it."""
    found = find_claims(report)
    if found is None:
        return []
    by_span = _by_span([remark for remark in remarks if remark.check == _CLAIMS])
    left = {span: iter(own) for span, own in by_span.items()}
    # A statement that was split is several claims at one place: their findings have their order.
    return [
        ClaimAnchor(ordinal, one, [*islice(left.get(one.claim.span, ()), one.flagged)])
        for ordinal, one in enumerate(found.claims, start=1)
    ]


def _by_span(remarks: Sequence[Remark]) -> dict[Span, Sequence[Remark]]:
    found: dict[Span, list[Remark]] = {}
    for remark in remarks:
        found.setdefault(remark.finding.span, []).append(remark)
    return {**found}


def _passage(remark: Remark) -> AnchoredPassage:
    finding, key = remark.finding, remark.key
    label = f"Finding {finding.code}"
    return AnchoredPassage(finding.span, f"p{key}", key, remark.level, remark.severity.value, label)
