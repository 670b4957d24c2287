"""Statements that there is nothing to cite: "no evidence was found", "the text does not say"."""

from __future__ import annotations

import re

_THING = (
    r"(?:evidence|data|information|records?|results?|sources?|documents?|documentation|mentions?"
    r"|references?|citations?|indications?|match(?:es)?|details?|passages?|figures?)"
)
_FOUND = (
    r"(?:found|available|exists?|existed|provided|located|identified|retrieved|returned|given"
    r"|(?:to )?(?:support|suggest|show|indicate|confirm)s?|that|of|on|about|for|regarding)"
)
_GATHERED = (
    r"(?:evidence|sources?|texts?|data|documents?|passages?|search|query|queries|results?"
    r"|context|materials?|excerpts?|code|records?)"
)
_SAYS = (
    r"(?:mention|contain|include|state|say|specify|provide|address|support|confirm|discuss"
    r"|describe|show|indicate|cover|reveal|list|tell)"
)
_FINDS = r"(?:find|found|locate|identify|determine|verify|confirm|see|seen|establish)"

_NOTHING = re.compile(
    rf"\bno (?:[\w-]+ ){{0,3}}{_THING}\b[^.!?\n]{{0,80}}?\b{_FOUND}\b"
    rf"|\b(?:there (?:is|are|was|were)|found|finds?|contains?|returned|has|have) no"
    rf" (?:[\w-]+ ){{0,3}}{_THING}\b"
    rf"|\b(?:not enough|insufficient) (?:[\w-]+ ){{0,2}}{_THING}\b"
    rf"|\b{_GATHERED}(?: [\w-]+){{0,3}} (?:does|do|did)(?: not|n['’]t) (?:[\w-]+ )?{_SAYS}\b"
    rf"|\b(?:I|we|one) (?:could|can|did|do|was|were|am|are)(?: ?not|n['’]t)"
    rf" (?:able to )?{_FINDS}\b"
    rf"|\b(?:unable|not possible|impossible) to {_FINDS}\b"
    r"|\b(?:could|can|was|were)(?: ?not|n['’]t)(?: be)? (?:found|located|identified)\b"
    rf"[^.!?\n]{{0,40}}\bin the {_GATHERED}\b"
    r"|\bnothing (?:[\w-]+ ){0,3}(?:was|is|could be) found\b",
    re.IGNORECASE,
)
_HINT = re.compile(r"\b(?:no|not|cannot|nothing|insufficient|unable|impossible)\b|n['’]t\b", re.I)


def asserts_nothing(sentence: str) -> bool:
    """Whether a sentence says that no evidence speaks of its matter."""
    return _HINT.search(sentence) is not None and _NOTHING.search(sentence) is not None
