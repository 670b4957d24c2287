"""The findings of the ``numeric`` check: what there is to say about a number, and how bad it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sidecar.binding.bound import Bound, Swap
from sidecar.binding.settings import NumericSettings, UnsupportedSettings
from sidecar.binding.tables.place_names import PlaceNames
from sidecar.checks.numeric_wording import Subject, sentence
from sidecar.model.formatting import format_label
from sidecar.model.number import Skipped
from sidecar.model.report import Finding, NamedNumbers, Repair, Severity, Verdict
from sidecar.model.text import Span, Text
from sidecar.model.why import UNCOVERED
from sidecar.text.render import like

_DOUBTFUL = re.compile(r"\d+[.,]\d+")


def unreadable(skip: Skipped, text: Text) -> Finding:
    """What shows a number, or looks like one, and cannot be read without guessing."""
    written = text.slice(skip.span)[:80]
    return Finding(
        code="NUMBER_UNREADABLE",
        verdict=Verdict.INCONCLUSIVE,
        span=skip.span,
        message=f"{written!r} {_why(written)}",
        details={"text": written},
    )


def _why(written: str) -> str:
    """Why a number cannot be read, and what to do about it."""
    if _DOUBTFUL.fullmatch(written):
        return "can be read in two ways; set numeric.locale to match how the text writes numbers"
    return "shows a number that cannot be read without guessing"


def wrong_name(swap: Swap, text: Text) -> Finding:
    """One finding for a name whose numbers are those of another row, or of no row."""
    span = Span(text.byte_offset(swap.start), text.byte_offset(swap.end))
    said, count = text.slice(span), len(swap.numbers)
    message = f"{said!r} has no values in {swap.query_id}; the text gives it {count} numbers"
    details = {"text": said, "numbers": str(count), "source": swap.query_id}
    repair = None
    if swap.right:
        count, right = len(swap.readings), format_label(swap.right)
        message = f"{count} numbers given for {said!r} are those of {right!r} in {swap.query_id}"
        details |= {"right": swap.right, "numbers": str(count)}
        repair = Repair(span, swap.right)
    return Finding(
        code="WRONG_ROW",
        verdict=Verdict.CONTRADICTED,
        span=span,
        message=message,
        details=details,
        repair=repair,
    )


def _repair(bound: Bound, text: Text) -> Repair | None:
    """What belongs in the place of the number, or of the name that it is stated of."""
    name, number, reading = bound.name, bound.binding.claim.number, bound.binding.reading
    if name is not None and name.right:
        span = Span(text.byte_offset(name.start), text.byte_offset(name.end))
        return Repair(span, name.right)
    cell = reading is not None and not reading.formula
    if bound.right is None:
        return None
    return Repair(number.span, like(bound.right, number, text, own=cell))


_OF_FORMULAS = frozenset({"FORMULA_MISPLACED", "FORMULA_REFUSED", "FOOTNOTE_NOT_JUDGED"})
"""What is said about the formula of a number beside what its context says."""

_UNDECLARED = frozenset({"UNIT_MISMATCH"})
"""Errors that a number in a scale which nothing declares has as a warning."""


_ON_UNCOVERED = {"pass": Severity.INFO, "warn": Severity.WARNING, "fail": Severity.ERROR}


def findings_of(
    bound: Bound, text: Text, names: PlaceNames, settings: NumericSettings | None = None
) -> Iterator[Finding]:
    """What there is to say about one number: a warning where it is less probably wrong.

    A number that is less probably wrong is given nothing to write in its place.
    """
    unsure = settings is not None and _is_unsure(bound, settings.binding.error_at)
    number = bound.binding.claim.number
    written = text.slice(number.span)
    for code in bound.codes:
        message, details = sentence(code, Subject(bound, written, names))
        if code in _OF_FORMULAS:
            yield Finding(
                code=code,
                verdict=bound.binding.verdict,
                span=number.span,
                message=message,
                details=details,
            )
            continue
        contradicted = bound.binding.verdict is Verdict.CONTRADICTED
        yield Finding(
            code=code,
            verdict=bound.binding.verdict,
            span=number.span,
            message=message,
            details=details,
            repair=_repair(bound, text) if contradicted and not unsure else None,
            confidence=bound.confidence,
            severity=_severity(code, bound, settings, unsure=unsure),
        )


def _is_unsure(bound: Bound, error_at: float) -> bool:
    """Whether a number is less probably wrong than it takes for an error."""
    return bound.confidence is not None and bound.confidence < error_at


def _severity(
    code: str, bound: Bound, settings: NumericSettings | None, *, unsure: bool
) -> Severity | None:
    """The severity of a finding; None where it is the code's own."""
    if code == UNCOVERED and settings is not None:
        return _ON_UNCOVERED[settings.on_uncovered]
    undecided = bound.binding.verdict is Verdict.INCONCLUSIVE
    return Severity.WARNING if unsure or (undecided and code in _UNDECLARED) else None


# A text as a whole, too many of whose plainly named numbers are not in the data. One such number
# may be derived in a way that its words do not settle, and is a warning then. Where most of them
# disagree, the text is not about these data, or invented; each alone would never say so.

NUMBERS_UNSUPPORTED = "NUMBERS_UNSUPPORTED"

_AGAINST = frozenset({Verdict.CONTRADICTED, Verdict.UNSUPPORTED})
_ROUNDED = "ROUNDING_MISMATCH"
"""What is the value of its row and column, only written too coarsely."""


def named_numbers(bounds: Iterable[Bound]) -> NamedNumbers:
    """Where those numbers stand whose row and column are plainly named, and the wrong ones."""
    named = [bound for bound in bounds if bound.named]
    wrong = (one for one in named if one.binding.verdict in _AGAINST and _ROUNDED not in one.codes)
    return NamedNumbers(len(named), [one.binding.claim.number.span for one in wrong])


def of_text(numbers: NamedNumbers, settings: UnsupportedSettings) -> Iterator[Finding]:
    """The finding, from the first to the last of the wrong numbers, where they are too many."""
    wrong = len(numbers.wrong)
    if wrong < settings.least or wrong < settings.share * numbers.named:
        return
    yield Finding(
        code=NUMBERS_UNSUPPORTED,
        verdict=Verdict.UNSUPPORTED,
        span=Span(numbers.wrong[0].start, max(span.end for span in numbers.wrong)),
        message=f"{wrong} of the {numbers.named} numbers whose row and column are named are not"
        " what the data has there",
        details={"numbers": str(wrong), "named": str(numbers.named)},
    )
