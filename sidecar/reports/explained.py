"""What was weighed for one number, for a terminal: readings, the choice, what would fix it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.model.report import ClaimBinding, Considered
from sidecar.model.text import Text
from sidecar.reports import why
from sidecar.reports.excerpt import printable, width

_SHOWN = 6
_HEAD = ("weight", "value", "agrees", "reading")


def explained(binding: ClaimBinding, text: Text, names: why.Names) -> Iterator[str]:
    """The lines that explain a number, indented by two.

    Args:
        binding: The number, with the readings that were weighed.
        text: The narrative.
        names: Gives the words for the place of a reading; "" where it has none.
    """
    if binding.considered:
        yield from _table(binding.considered[:_SHOWN], names)
        more = len(binding.considered) - _SHOWN
        if more > 0:
            yield f"  and {more} more"
    verdict, *links = why.told(binding, text)
    yield f"  {printable(verdict)}"
    yield from (f"    - {printable(link)}" for link in links)
    first = binding.considered[0].why if binding.considered else None
    if first is not None:
        yield f"    - features, log odds: {why.reasons(first)}"
    if binding.odds is not None:
        yield f"  Weighed against chance: {why.odds(binding)}."
    if binding.hints:
        yield "  If that is wrong, this would fix it:"
        yield from (f"    - {printable(hint.message)}" for hint in binding.hints)


def _table(considered: Sequence[Considered], names: why.Names) -> Iterator[str]:
    """The readings, weight and value at the right of their columns."""
    rows = [
        _HEAD,
        *(
            (why.weight(one), why.value(one), why.agrees(one), printable(why.what(one, names)))
            for one in considered
        ),
    ]
    weights, values, agrees, _ = (max(map(width, cells)) for cells in zip(*rows, strict=True))
    for weight, value, agree, what in rows:
        yield f"  {weight:>{weights}}  {value:>{values}}  {agree:<{agrees}}  {what}"
