"""Carrying out the repairs of a report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verifyd.results import Finding


def repaired(narrative: str, findings: Iterable[Finding]) -> str:
    """A narrative with its repairs, none over another.

    Of two that change the same words the one that begins first is carried out, and of those the
    one that changes more. Findings about a response that is not the narrative are left alone.
    """
    wanted = {
        (repair.span.start, -repair.span.end, repair.replacement)
        for finding in findings
        if (repair := finding.repair) is not None and finding.span.start < finding.span.end
    }
    pieces, position = [], 0
    for start, negative_end, replacement in sorted(wanted):
        if start >= position:
            pieces += [narrative[position:start], replacement]
            position = -negative_end
    return "".join([*pieces, narrative[position:]])
