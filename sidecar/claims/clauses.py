"""Which parts of a sentence are clauses that can be judged by themselves.

A part that lost a "not", a "may", an "if" or a speaker of its sentence says something else than the
sentence does, and a part without subject and verb says nothing. There is no parser here: what is
in doubt is not split. The words are tables of ``lexicon``; ``independent`` is what reads them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from sidecar.claims.lexicon import FINITE, NEGATING, REGULAR, SPEAKING

Place = tuple[int, int]
"""A part of a string, in characters."""

_SUBJECT = 8
"""Words before a verb that are looked at."""

_MOST_PARTS = 8

_NEGATED = re.compile(rf"{NEGATING}|\b(?:false|untrue|un(?:likely|clear|certain))\b", re.IGNORECASE)
_MODAL = re.compile(
    r"\b(?:may|might|could|would|should|must|can|shall|possibly|perhaps|probably|maybe|likely"
    r"|reportedly|apparently|seem(?:s|ed)?|appear(?:s|ed)?|expected|planned|projected|only)\b",
    re.IGNORECASE,
)
_SPOKEN = re.compile(rf"\b(?:{SPEAKING}|that|whether|if|unless|provided|assuming)\b", re.IGNORECASE)
_STOP = re.compile(r"[;\n]|[.!?]\s")
_TURN = re.compile(r"[;\n]|[.!?]\s|\b(?:but|while|whereas)\b|,\s*(?:and|or)\b", re.IGNORECASE)
_GOVERNORS = ((_NEGATED, _TURN), (_MODAL, _TURN), (_SPOKEN, _STOP))
"""Words that speak of what follows them, and the border past which they do not.

Behind a comma and "and", a verb with a subject of its own is no longer that of "did not".
"""

_BORDER = re.compile(r"[;\n]|[.!?]\s|\b(?:and|but|while|whereas|or|yet)\b", re.IGNORECASE)
_JOINED = re.compile(r"[\W_]*(?:(?:and|but|while|whereas|or|yet)\b)?[\W_]*", re.IGNORECASE)
_TAIL = re.compile(r"\b(?:and|but|while|whereas|or|yet)\W*\Z", re.IGNORECASE)
_CLOSING = re.compile(
    rf",[^,;.]*\b(?:{SPEAKING})\b[^,;]*$|\b(?:if|unless|provided|assuming)\b", re.IGNORECASE
)
"""What speaks of a whole sentence from its end: ", the ministry denied"."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
_FINITE = re.compile(rf"(?:{FINITE})(?:n['’]t)?|(?:{REGULAR})", re.IGNORECASE)
_PARTICIPLE = re.compile(
    r"\s+(?:by|on|in|at|from|with|to|for|of|as|under)\b|[\W_]*$", re.IGNORECASE
)
"""What may follow a participle: "offices located in Oslo"."""

_RELATIVE = re.compile(r"who|whom|whose|which|that|where|when|how|why|what", re.IGNORECASE)
_OPENING = re.compile(r"(?:in|on|by|since|after|during|at|from|for|as)\b[^,]*,", re.IGNORECASE)


def independent(sentence: str, parts: Sequence[Place]) -> bool:
    """Whether each of some parts of a sentence can be judged without the others.

    Args:
        sentence: The sentence, or several.
        parts: Where the parts stand, in order.
    """
    return _first_dependent(sentence, parts) is None


def joined(sentence: str, parts: Sequence[Place]) -> list[Place]:
    """The parts of a sentence, those that cannot be judged alone joined to the ones beside them.

    Args:
        sentence: The sentence, or several.
        parts: Where the parts stand, in order; more than eight are not told apart.
    """
    if len(parts) > _MOST_PARTS:
        return [(parts[0][0], parts[-1][1])]
    found = list(parts)
    while len(found) > 1 and (at := _first_dependent(sentence, found)) is not None:
        first = max(at - 1, 0)
        found[first : first + 2] = [(found[first][0], found[first + 1][1])]
    return found


def _first_dependent(sentence: str, parts: Sequence[Place]) -> int | None:
    """Which part is the first that cannot be judged alone."""
    for at, (start, end) in enumerate(parts):
        lead, before = start + _lead(sentence[start:end]), parts[at - 1] if at else (0, 0)
        tail = _TAIL.search(sentence[before[0] : before[1]])
        joint = before[1] - (len(tail[0]) if tail else 0)
        apart = at == 0 or _BORDER.search(sentence[joint:lead])
        if not apart or not has_verb(sentence[start:end]) or _is_governed(sentence, start, end):
            return at
    return None


def has_verb(part: str) -> bool:
    """Whether a part begins with a subject and its verb; what is in doubt does not."""
    at = _lead(part)
    opening = _OPENING.match(part, at)
    at = opening.end() if opening else at
    for before, word in pairwise([*_WORD.finditer(part, at)][: _SUBJECT + 1]):
        if _RELATIVE.fullmatch(before[0]) or "," in part[at : word.start()]:
            return False
        if _FINITE.fullmatch(word[0]):
            return True
        if len(word[0]) > len("need") and word[0].endswith("ed"):
            return not _PARTICIPLE.match(part, word.end())
    return False


def _lead(part: str) -> int:
    """How far what joins a part to the one before reaches into it."""
    found = _JOINED.match(part)
    return found.end() if found else 0


def _is_governed(sentence: str, start: int, end: int) -> bool:
    """Whether words outside a part may speak of it: a "not", a "may", an "if", a speaker."""
    lead = start + _lead(sentence[start:end])
    for pattern, border in _GOVERNORS:
        ends = [match.end() for match in pattern.finditer(sentence, 0, start)]
        if ends and not border.search(sentence[ends[-1] : max(lead, ends[-1])]):
            return True
    closing = _CLOSING.search(sentence, end)
    return closing is not None and not _STOP.search(sentence[end : closing.start()])
