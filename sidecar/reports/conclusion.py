"""What a report comes to, in one sentence: never that nothing is wrong where something may be."""

from __future__ import annotations

from collections.abc import Set

from sidecar.model.missing import UNCOVERED
from sidecar.model.report import Decision, Findings, Report, Verdict

_DECIDED = {
    Decision.FAIL: "Something in this text is wrong or not supported.",
    Decision.UNVERIFIED: "The text could not be verified; it has not passed.",
}
_FOUND = {
    Verdict.CONTRADICTED: "Something in this text is contradicted.",
    Verdict.UNSUPPORTED: "Something in this text is not supported.",
    Verdict.INCONCLUSIVE: "Something in this text could not be settled.",
}
"""What findings say that alone do not make a text fail, the worst first."""

_UNCOVERED = "Something in this text is not covered by the data."


def conclusion(report: Report) -> str:
    """What was found, for people who read no further."""
    if report.decision in _DECIDED:
        return _DECIDED[report.decision]
    ended = [one.outcome for one in report.results if isinstance(one.outcome, Findings)]
    told = {(finding.verdict, finding.code) for one in ended for finding in one.findings}
    found = _found(told)
    if report.decision is Decision.WARN:
        return found or "Something in this text needs a look."
    if found:
        return f"Nothing holds this text back, but: {found[0].lower()}{found[1:]}"
    judged = any(one.judged for one in ended)
    return "Everything that was checked is supported." if judged else "There was nothing to check."


def _found(told: Set[tuple[Verdict, str]]) -> str:
    """The worst of what findings say, by their verdicts and codes; "" where they say nothing."""
    for verdict, said in _FOUND.items():
        codes = {code for of, code in told if of is verdict}
        if codes:
            return _UNCOVERED if codes == {UNCOVERED} else said
    return ""
