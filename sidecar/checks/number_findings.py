"""The findings of the ``numeric`` check: what there is to say about a number, and how bad it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from sidecar.binding.bound import BoundNumber, NameSwap, uncovered
from sidecar.binding.bounds import BoundNumbers
from sidecar.binding.selection import Selection
from sidecar.binding.settings import BindingSettings, NumericSettings, UnsupportedSettings
from sidecar.binding.tables.place_names import PlaceNames
from sidecar.checks.numeric_wording import SentenceSubject, write_sentence
from sidecar.checks.premises import PREMISE_ONLY
from sidecar.evidence.index import TableIndex
from sidecar.model.formatting import format_label
from sidecar.model.number import Skipped, Unit
from sidecar.model.report import Finding, Grade, NamedNumbers, Repair, Severity, Verdict
from sidecar.model.text import Span, Text
from sidecar.model.why import UNCOVERED, Missing
from sidecar.text.lexicon import find_word_before
from sidecar.text.render import format_like
from sidecar.text.vocabulary import one_of

_DOUBTFUL = re.compile(r"\d+[.,]\d+")


def unreadable_number(skip: Skipped, text: Text) -> Finding:
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


def wrong_name_finding(swap: NameSwap, text: Text) -> Finding:
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


def _repair(bound: BoundNumber, text: Text) -> Repair | None:
    """What belongs in the place of the number, or of the name that it is stated of."""
    name, number, reading = bound.name, bound.binding.claim.number, bound.binding.reading
    if name is not None and name.right:
        span = Span(text.byte_offset(name.start), text.byte_offset(name.end))
        return Repair(span, name.right)
    cell = reading is not None and not reading.formula
    if bound.right is None:
        return None
    return Repair(number.span, format_like(bound.right, number, text, own=cell))


_OF_FORMULAS = frozenset({"FORMULA_MISPLACED", "FORMULA_REFUSED", "FOOTNOTE_NOT_JUDGED"})
"""What is said about the formula of a number beside what its context says."""

_UNDECLARED = frozenset({"UNIT_MISMATCH"})
"""Errors that a number in a scale which nothing declares has as a warning."""


_ON_UNCOVERED = {"pass": Severity.INFO, "warn": Severity.WARNING, "fail": Severity.ERROR}


def make_findings(
    bound: BoundNumber, text: Text, names: PlaceNames, settings: NumericSettings | None = None
) -> Iterator[Finding]:
    """What there is to say about one number: a warning where it is less probably wrong.

    A number that is less probably wrong is given nothing to write in its place.
    """
    unsure = settings is not None and _is_unsure(bound, settings.binding.error_at)
    number = bound.binding.claim.number
    written = text.slice(number.span)
    for code in bound.codes:
        message, details = write_sentence(code, SentenceSubject(bound, written, names))
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


def _is_unsure(bound: BoundNumber, error_at: float) -> bool:
    """Whether a number is less probably wrong than it takes for an error."""
    return bound.confidence is not None and bound.confidence < error_at


def _severity(
    code: str, bound: BoundNumber, settings: NumericSettings | None, *, unsure: bool
) -> Severity | None:
    """The severity of a finding; None where it is the code's own."""
    undecided = bound.binding.verdict is Verdict.INCONCLUSIVE
    uncovered = code == UNCOVERED or (code == PREMISE_ONLY and undecided)
    if uncovered and settings is not None:
        return _ON_UNCOVERED[settings.on_uncovered]
    return Severity.WARNING if unsure or (undecided and code in _UNDECLARED) else None


# A text as a whole, too many of whose plainly named numbers are not in the data. One such number
# may be derived in a way that its words do not settle, and is a warning then. Where most of them
# disagree, the text is not about these data, or invented; each alone would never say so.

NUMBERS_UNSUPPORTED = "NUMBERS_UNSUPPORTED"

_AGAINST = frozenset({Verdict.CONTRADICTED, Verdict.UNSUPPORTED})
_ROUNDED = "ROUNDING_MISMATCH"
"""What is the value of its row and column, only written too coarsely."""


def find_named_numbers(bounds: Iterable[BoundNumber]) -> NamedNumbers:
    """Where those numbers stand whose row and column are plainly named, and the wrong ones."""
    named = [bound for bound in bounds if bound.named]
    wrong = (one for one in named if one.binding.verdict in _AGAINST and _ROUNDED not in one.codes)
    return NamedNumbers(len(named), [one.binding.claim.number.span for one in wrong])


def make_text_findings(numbers: NamedNumbers, settings: UnsupportedSettings) -> Iterator[Finding]:
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


# Numbers of which only query results without rows may speak: none of them can be right but zero.
#
# A query that found nothing is an answer: "There are 37 products" is then wrong, not merely outside
# of the evidence. How far back a question looks ("in the last 30 days") is no figure of its answer.

_WINDOW = one_of("last past previous preceding prior trailing next coming first")
_JUDGED_OTHERWISE = frozenset({"CLAIM_UNCITED"})


def judge_empty_results(
    bounds: BoundNumbers, text: Text, results: Sequence[TableIndex], settings: BindingSettings
) -> BoundNumbers:
    """The numbers of a text, those unsupported that only results without rows may speak of.

    Args:
        bounds: The numbers as they were bound.
        text: Where they stand.
        results: The query results.
        settings: Which of them may speak for a number.
    """
    if all(result.table.row_count for result in results):
        return bounds
    selection = Selection(results, prefer_query_id=settings.prefer_query_id)

    def judged(one: BoundNumber) -> BoundNumber:
        spoken = selection.of(one.binding.claim.citation)
        if not spoken or any(results[at].table.row_count for at in spoken):
            return one
        return _refused(one, text)

    return BoundNumbers(dict(enumerate(map(judged, bounds))), None, len(bounds))


def _refused(one: BoundNumber, text: Text) -> BoundNumber:
    """A number of which nothing speaks: unsupported, unless it is zero or tells a window."""
    one = one._replace(empty=True)
    if one.binding.matched or not _JUDGED_OTHERWISE.isdisjoint(one.codes):
        return one
    if _tells_window(one, text):
        claim, chance = one.binding.claim, one.binding.chance or 0.0
        return uncovered(claim, [Missing.EVIDENCE], chance=chance)._replace(empty=True)
    binding = one.binding._replace(
        verdict=Verdict.UNSUPPORTED, grade=Grade.NONE, reading=None, sources=()
    )
    return BoundNumber(binding, ("CLAIM_NOT_FOUND",), empty=True)


def _tells_window(one: BoundNumber, text: Text) -> bool:
    """Whether a number tells how much time a question covers: "in the last 30 days"."""
    number = one.binding.claim.number
    before, _ = find_word_before(text.string, text.char_offset(number.span.start), 0, " \n")
    return number.unit is Unit.MEASURE and before in _WINDOW
