"""Findings with what people made of them: their decisions, read as labels.

REMOVE and EDIT say that the finding was right, KEEP that the text was. The last decision of an item
is its label; what nobody has decided is open, and counts for neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sidecar.model.report import Severity, Verdict

_SETTLING = frozenset({Verdict.CONTRADICTED, Verdict.UNSUPPORTED})
_SURE_OF_ONE_SOURCE = frozenset({"CLAIM_SOURCES_DISAGREE"})
"""Codes whose confidence is that in the source that supports the claim, not in the finding."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision of a person about a finding.

    Attributes:
        person: Who decided.
        agrees: Whether the text was changed.
        repairs: Whether it was changed to what the finding's own repair writes there.
    """

    person: str
    agrees: bool
    repairs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedFinding:
    """A flagged finding and its decisions.

    Attributes:
        check: Who found it.
        code: What was found.
        model: The model whose verdict it is; empty where no model judged.
        severity: How bad it is, after the settings of then.
        verdict: What the evidence says.
        confidence: From 0 to 1, where the finding has one.
        judgements: In their order; empty while it is open.
    """

    check: str
    code: str
    model: str = ""
    severity: Severity = Severity.ERROR
    verdict: Verdict = Verdict.UNSUPPORTED
    confidence: float | None = None
    judgements: Sequence[Judgement] = ()

    @property
    def label(self) -> Judgement | None:
        """The decision that counts."""
        return self.judgements[-1] if self.judgements else None

    @property
    def leaves_open(self) -> bool:
        """Whether the check itself does not say that the text is wrong: not covered, uncertain."""
        return self.verdict not in _SETTLING

    @property
    def verdict_confidence(self) -> float | None:
        """How sure the check is of its verdict; None where it has none, or does not say."""
        if self.verdict is Verdict.INCONCLUSIVE or self.code in _SURE_OF_ONE_SOURCE:
            return None
        return self.confidence

    @property
    def verdict_holds(self) -> bool | None:
        """Whether the verdict is right, as people decided; None while it is open, or without one.

        That a claim is supported, though uncertain, is right where the text was kept.
        """
        if self.label is None or self.verdict is Verdict.INCONCLUSIVE:
            return None
        return self.label.agrees is (self.verdict is not Verdict.SUPPORTED)
