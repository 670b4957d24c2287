"""Why a formula is refused: every reason, what it means and what to do about it."""

from __future__ import annotations

REASONS = {
    "QUERY_TOO_LONG": "The query is longer than the settings allow. Say the same in fewer words.",
    "SQL_INVALID": "The engine cannot read the query, or knows no such column. Correct it.",
    "NOT_ONE_SELECT": "The text is not one SELECT. Leave out everything else.",
    "SQL_NOT_ALLOWED": "The query uses a clause, function or type that formulas may not use. "
    "Write it with the functions that the page on formulas lists.",
    "TABLE_UNKNOWN": "The query reads a table that is not a query result of the request, or gives "
    "a name of its own to something that is called like one. Use the query ids as they are.",
    "LITERAL_NOT_GROUNDED": "A value in a condition is neither named nor stated in the text, so "
    "it could have been chosen to make the number come out. Name it in the text, or take it from "
    "the data.",
    "VALUE_NOT_OF_DATA": "A number in the query flows into its value. Only units of measure may: "
    "powers of ten, the months of a year and the like.",
    "TOO_COMPLEX": "The query combines so many values that nearly any number could come out. "
    "Take fewer steps.",
    "TOO_SLOW": "The query took longer than the settings allow.",
    "TOO_LARGE": "The query needed more memory than the settings allow.",
    "NOT_ONE_VALUE": "The query gives no row, several rows or several columns. Give one value.",
    "NOT_A_NUMBER": "The value of the query is not a finite number.",
    "VALUE_NOT_REPEATABLE": "The query gives another value when it is run again. Order the rows "
    "that it picks from.",
    "VALUE_JUMPS": "The value changes by leaps when the data change by next to nothing: the query "
    "asks whether the data are those of the request.",
    "VALUE_DOES_NOT_MOVE": "The value stays when the data change, so it is not taken from them.",
    "NO_ENGINE": "Formulas need the engine of the extra `formulas`, which is not installed.",
    "ENGINE_FAILED": "The engine could not run, or has a fault. Tell the operator of the server.",
    "NO_NUMBER": "The formula belongs to no number of the text, or to one that has a formula"
    " already. Put the marker right behind the number, or give its span.",
    "MISPLACED": "The formula is of another row or period than the words name. Write a formula"
    " for the row and period of the sentence.",
}
"""What each reason means, and what to do."""


class Refusal(Exception):
    """A query that is not believed.

    Attributes:
        reason: A key of ``REASONS``.
        message: What it is about, for people and for anyone who writes the query.
    """

    def __init__(self, reason: str, message: str) -> None:
        """Say why."""
        super().__init__(message)
        self.reason = reason
        self.message = message
