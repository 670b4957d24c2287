"""Numbers inside names of things: the "three" of "three-point shots" counts nothing.

A lead, a win or a rise is so many points large ("a three-point lead"); a shot, a line or a
percentage is only called by them, and only by two or three.
"""

from __future__ import annotations

import re

from sidecar.model.number import SkipReason, Unit
from sidecar.text.draft import Draft
from sidecar.text.exclusions import Excluded

_CALLED = (2, 3)
_POINT = re.compile(
    r"[-‑](?:pointers?\b|point\b(?!\s(?:[a-z]+\s)?(?:leads?|gaps?|margins?|edge|advantage|deficit|"
    r"difference|cushion|wins?|victor(?:y|ies)|loss(?:es)?|defeats?|rise|gains?|increase|jump|swing|"
    r"improvement|falls?|drops?|declines?|decrease|dip|change|games?|runs?)\b))",
    re.IGNORECASE,
)


def named(string: str, draft: Draft) -> Draft | Excluded:
    """A number as it was read, unless it is part of what something is called."""
    if draft.value in _CALLED and draft.unit is Unit.COUNT:
        tail = _POINT.match(string, draft.end)
        if tail is not None:
            return Excluded(draft.start, tail.end(), SkipReason.IDENTIFIER)
    return draft
