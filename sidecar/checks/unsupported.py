"""The finding of a text as a whole, too many of whose plainly named numbers are not in the data.

One such number may be derived in a way that its words do not settle, and is a warning then. Where
most of them disagree, the text is not about these data, or invented; each alone would never say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sidecar.binding.bound import Bound
from sidecar.binding.settings import UnsupportedSettings
from sidecar.model.report import Finding, NamedNumbers, Verdict
from sidecar.model.text import Span

CODE = "NUMBERS_UNSUPPORTED"

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
        code=CODE,
        verdict=Verdict.UNSUPPORTED,
        span=Span(numbers.wrong[0].start, max(span.end for span in numbers.wrong)),
        message=f"{wrong} of the {numbers.named} numbers whose row and column are named are not"
        " what the data has there",
        details={"numbers": str(wrong), "named": str(numbers.named)},
    )
