"""Who settled a number, and by which formula: the words that all reports share."""

from __future__ import annotations

from sidecar.model.decimals import plain
from sidecar.model.formula import FormulaOrigin, FormulaOutcome, FormulaUse
from sidecar.model.report import SettledBy

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


def came(use: FormulaUse) -> str:
    """What came of a formula: "declared, gives 4.2, agrees"."""
    gives = "" if use.value is None else f" gives {plain(use.value)},"
    why = use.message or use.reason
    return f"{_ORIGINS[use.formula.origin]},{gives} {_CAME[use.outcome]}" + (
        f": {why}" if why else ""
    )
