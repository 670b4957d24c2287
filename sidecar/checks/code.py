"""What is known of a code that a finding can have."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.model.report import Severity


@dataclass(frozen=True, slots=True)
class Code:
    """One code.

    Attributes:
        code: Upper snake case.
        check: The check that gives it.
        severity: How bad it is, unless the settings change it.
        summary: When it is given, in a sentence.
        remedy: What to do about it, in a sentence.
        details: More, in a few sentences.
        also: Other checks that give it.
        optional: How bad it is where its check is not required; None where that is the same.
    """

    code: str
    check: str
    severity: Severity
    summary: str
    remedy: str
    details: str = ""
    also: tuple[str, ...] = ()
    optional: Severity | None = None

    def given_by(self, check: str) -> bool:
        """Whether a check has findings of this code."""
        return check == self.check or check in self.also
