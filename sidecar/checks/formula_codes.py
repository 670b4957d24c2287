"""The codes of findings about the formulas of numbers."""

from __future__ import annotations

from sidecar.checks.code import Code
from sidecar.model.report import Severity

FORMULA_CODES = (
    Code(
        "FORMULA_MISMATCH",
        "numeric",
        Severity.ERROR,
        "The number is not what its formula gives over the query results.",
        "Correct the number, or the formula.",
        "The finding shows the value of the formula, which the agent declared or a model proposed,"
        " and repairs the number. The formula was accepted: its value comes from the evidence. The"
        " verdict is CONTRADICTED.",
    ),
    Code(
        "FORMULA_MISPLACED",
        "numeric",
        Severity.WARNING,
        "The formula declared for the number selects another row or period than the words name.",
        "Declare a formula for the row and period of the sentence, or correct the sentence.",
        "What the formula picks by equality is nothing that the sentence of the number names of the"
        " same column, and the sentence names other labels of it. The formula decides nothing; the"
        " verdict rests only on the words.",
    ),
    Code(
        "FOOTNOTE_NOT_JUDGED",
        "numeric",
        Severity.ERROR,
        "A footnote looks like a query but is not one, or belongs to no number. It was not judged.",
        "Write one SELECT into it, and its marker right behind a number; or write it as text.",
        "Footnotes with queries are left out of the text that is judged. What one says that cannot"
        " be run might be anything, so it is an error rather than a refused formula.",
    ),
    Code(
        "FORMULA_REFUSED",
        "numeric",
        Severity.WARNING,
        "The formula declared for the number was rejected, or could not be run.",
        "See the reason in docs/formulas.md; write one SELECT that computes the number from the"
        " query results.",
        "The finding has the reason: the query is wrong or too slow, it holds values that neither"
        " the text nor the data explain, its value does not move when the data move, or it belongs"
        " to no number. The formula decides nothing; the verdict rests only on the words.",
    ),
)
