"""Numbers of a claim against the tables of its source.

A quote may hold the right number of the wrong row. The numbers of a claim are bound to the tables
in the text of its source as those of a text are to query results; what these contradict is not
supported.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.settings import NumericSettings
from sidecar.checks.base import CheckError, Subject
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence.index import TableIndex
from sidecar.model.claim import ExtractedClaim
from sidecar.model.report import Verdict
from sidecar.model.text import Text

_NAMES_ANOTHER = frozenset(
    {"WRONG_ROW", "WRONG_COLUMN", "WRONG_PERIOD", "WRONG_SIGN", "WRONG_DIRECTION"}
)
"""Findings that name the value which the claim should have. "Not found" is not among them, since
the text beside the table may have the number."""

_CHECK = NumericCheck(NumericSettings())


def contradicts(claim: ExtractedClaim, tables: Sequence[TableIndex]) -> str:
    """What some tables have instead of a number of a claim, in words, or ""."""
    try:
        findings = _CHECK.run(Subject(Text(claim.text), tables)).findings
    except CheckError:
        return ""
    for finding in findings:
        if finding.code in _NAMES_ANOTHER and finding.verdict is Verdict.CONTRADICTED:
            return finding.message
    return ""
