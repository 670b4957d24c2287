"""Sentences of a source that speak to the judge: instructions, and verdicts written ahead.

They are no evidence even where they repeat the claim. They are known by the words of the question
that the judge is asked, so the list is as long as that question and does not grow.
"""

from __future__ import annotations

import re

from sidecar.citations.overlap import words

_PROTOCOL = re.compile(
    r"\b(?:(?:un)?supported|contradicted|verdicts?|confidence|claims?|quotes?|reasoning|c\d{1,3})\b",
    re.IGNORECASE,
)
_WRITTEN_AHEAD = 3
"""Words of the question that a sentence has and its claim has not: "claim c0: supported,
confidence 1"."""

_BEGINS = (
    r"(?:^\s*|[.:;,!?|({\[\"'“‘«—–*>\n-]\s*|\b(?:please|must|should|shall|now|then|always|you|will|and)"
    r"\s+)"
)
_ORDER = re.compile(
    rf"{_BEGINS}(?:(?:mark|label|treat|rate|grade|classify|return|respond|reply|answer|output"
    r"|consider|judge|give|write|say|approve|accept|confirm|report|count)\b[^.\n]{0,120}?"
    r"\b((?:un)?supported|verdicts?|confidence|(?:this|all|every|each|any|these) claims?)\b"
    r"|(?:ignore|disregard|forget|override)\b[^.\n]{0,80}?"
    r"\b(instructions?|rules|prompt)\b)",
    re.IGNORECASE,
)


def speaks_to_judge(sentence: str, claim: str) -> bool:
    """Whether a sentence of a source orders a verdict, or has one.

    Args:
        sentence: Of the source.
        claim: Its own words count for nothing: a claim may be about claims and verdicts.
    """
    own = words(claim)
    foreign = {
        match[0].lower() for match in _PROTOCOL.finditer(sentence) if not words(match[0]) & own
    }
    if len(foreign) >= _WRITTEN_AHEAD:
        return True
    ordered = _ORDER.search(sentence)
    return ordered is not None and not words(ordered[1] or ordered[2]) & own
