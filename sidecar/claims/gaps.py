"""What a quote leaves out between its parts ("The director ... that the bridge would close").

It may leave out words, but no "not", nobody who says, denies or doubts the rest, and no border
between two sentences that makes the end of one the end of the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from sidecar.claims.document import Document, Quoted
from sidecar.claims.lexicon import NEGATING, SPEAKING

_HIDDEN = re.compile(rf"{NEGATING}|\b(?:{SPEAKING})\b", re.IGNORECASE)
_LEAST_WORDS = 3
"""Of a part that is joined to one of another sentence."""


def left_out(document: Document, quoted: Sequence[Quoted]) -> str:
    """What a quote must not leave out and does, in words; "" where there is nothing.

    Args:
        document: The source.
        quoted: The parts of one quote, in order.
    """
    for one, other in pairwise(quoted):
        ends, begins = document.sentence_at(one.end - 1)[1], document.sentence_at(other.start)[0]
        if ends > other.start:
            gaps = [document.plain[one.end : other.start]]
        else:
            gaps = [document.plain[one.end : ends], document.plain[begins : other.start]]
            if min(len(one.text.split()), len(other.text.split())) < _LEAST_WORDS:
                return "the end of a sentence"
        for gap in gaps:
            if found := _HIDDEN.search(gap):
                return f"{found[0]!r}"
    return ""
