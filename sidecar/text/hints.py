"""The places of a text that are worth a look, found once for all who look."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import hints as scan
from sidecar.model.text import Text
from sidecar.text.layout import Layout

_SPACE = r"[\s\x1c-\x1f\x80-\U0010ffff]"  # may be white space
_EXPRESSIONS = {
    scan.SOURCE: rf"(?:per|according){_SPACE}|source",
    scan.QUERY: "qid:",
    scan.ADDRESS: r"://|www\.",
    scan.TARGET: r"\]\(",
    scan.CONFIDENCE: "confiden",
}
_ANY = re.compile("|".join(f"({each})" for each in _EXPRESSIONS.values()), re.IGNORECASE | re.ASCII)
_WHAT = (0, *_EXPRESSIONS)


class Hints(NamedTuple):
    """What may be where.

    Attributes:
        what: What may be there, as in ``fastpath.hints``.
        places: Where, in code points; ascending among those of one sort.
    """

    what: NDArray[np.int64]
    places: NDArray[np.int64]

    def at(self, *what: int) -> NDArray[np.int64]:
        """The places of some sorts, ascending."""
        if not self.what.size:  # most short texts
            return self.places
        return np.sort(self.places[np.logical_or.reduce([self.what == each for each in what])])


def hints(text: Text, found: Layout) -> Hints:
    """The places of a text that are worth a look.

    Args:
        text: The text.
        found: Its layout.
    """
    if found.hints is None:
        return hints_slowly(text)
    return Hints(found.hints[:, 0], text.char_offsets(found.hints[:, 1]))


def hints_slowly(text: Text) -> Hints:
    """The same by an expression, where there is no compiled pass."""
    found = [(_WHAT[hint.lastindex or 0], hint.start()) for hint in _ANY.finditer(text.string)]
    what, places = np.array(found, np.int64).reshape(-1, 2).T
    return Hints(what, places)
