"""What each check came to, in a line that every report for people shows.

``numeric`` and ``consistency`` have the lines of the summary section: see ``summary``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sidecar.model.check_details import CitationsDetail, SupportDetail
from sidecar.model.claim import ClaimsDetail, ClaimVerdict
from sidecar.model.formatting import format_plain
from sidecar.model.formula import FormulaOrigin, FormulaOutcome, FormulaUse
from sidecar.model.report import Failure, Findings, NumericDetail, Report, SettledBy
from sidecar.model.structure import StructureDetail
from sidecar.reports.summary import format_share

# Who settled a number, and by which formula: the words that all reports share.

BY = {
    SettledBy.NOTHING: "",
    SettledBy.CELL: "cell",
    SettledBy.DERIVATION: "derivation",
    SettledBy.DECLARED_FORMULA: "declared formula",
    SettledBy.PROPOSED_FORMULA: "proposed formula",
}

_ORIGINS = {FormulaOrigin.DECLARED: "declared", FormulaOrigin.PROPOSED: "proposed"}
_CAME = {
    FormulaOutcome.AGREES: "agrees",
    FormulaOutcome.DISAGREES: "does not agree",
    FormulaOutcome.MISPLACED: "is misplaced",
    FormulaOutcome.REFUSED: "was refused",
    FormulaOutcome.NONE: "no query",
}


def describe_use(use: FormulaUse) -> str:
    """What came of a formula: "declared, gives 4.2, agrees"."""
    gives = "" if use.value is None else f" gives {format_plain(use.value)},"
    why = use.message or use.reason
    return f"{_ORIGINS[use.formula.origin]},{gives} {_CAME[use.outcome]}" + (
        f": {why}" if why else ""
    )


TITLES = {
    "citations": "Citations",
    "support": "Evidence Support",
    "structure": "Structure",
    "claims": "Cited Claims",
}


class CheckLine(NamedTuple):
    """What one check came to.

    Attributes:
        title: The check, for people.
        figure: What says most about it.
        note: The rest.
    """

    title: str
    figure: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.figure} {self.note}".rstrip()


def summarize_checks(report: Report) -> Iterator[CheckLine]:
    """A line for each other check that the report holds, and one for what none of them judged."""
    for result in report.results:
        title = TITLES.get(result.check)
        if title is None:
            continue
        if isinstance(result.outcome, Failure):
            yield CheckLine(title, "not checked")
        elif result.outcome.judged == 0:
            yield CheckLine(title, "nothing to check")
        else:
            yield CheckLine(title, *_told(result.outcome.detail))
    passed = dict(_passed(report))
    if passed:
        reasons = "; ".join(f"{check} ({said})" for check, said in passed.items())
        yield CheckLine("Not judged", reasons)


def _passed(report: Report) -> Iterator[tuple[str, str]]:
    """What each check passed over, and why."""
    for result in report.results:
        detail = result.outcome.detail if isinstance(result.outcome, Findings) else None
        if isinstance(detail, NumericDetail | CitationsDetail | ClaimsDetail):
            counts = sorted(detail.passed_over.items())
            said = ", ".join(f"{reason.replace('_', ' ')} {count}" for reason, count in counts)
            if said:
                yield result.check, said


def _told(detail: object) -> tuple[str, str]:
    """Figure and note of a check's detail."""
    match detail:
        case CitationsDetail():
            total = len(detail.citations)
            note = f"found ({format_share(detail.found, total)})"
            if detail.statements:
                note += f", {detail.cited} of {detail.statements} statements cited"
            return f"{detail.found} of {total}", note
        case SupportDetail():
            calibration = detail.confidence_calibration
            origin = "stated" if calibration.span is not None else "assumed"
            fits = "fits" if calibration.is_calibrated else "does not fit"
            note = f"({origin} confidence {calibration.stated_confidence:.2f} {fits})"
            return f"{detail.evidence_support.score:.2f} of 1", note
        case StructureDetail(valid=True):
            return "valid", ""
        case StructureDetail():
            counts = [
                _counted(len(detail.errors), "error"),
                _counted(len(detail.repairs), "repair"),
            ]
            if detail.repairs:
                also = "is valid" if detail.corrected_valid else "is not valid either"
                counts.append(f"the corrected response {also}")
            return "not valid", f"({', '.join(counts)})"
        case ClaimsDetail():
            total, good = len(detail.claims), detail.verdicts.get(ClaimVerdict.SUPPORTED, 0)
            flagged = f", {detail.flagged} flagged" if detail.flagged else ""
            return f"{good} of {total}", f"supported ({format_share(good, total)}){flagged}"
    return "checked", ""


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
