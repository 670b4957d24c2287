"""Statements that there is nothing to cite: "no evidence was found", "the text is silent on it"."""

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
    r"(?:evidence|sources?|texts?|data|datasets?|documents?|documentation|passages?|search|query"
    r"|queries|results?|context|materials?|excerpts?|snippets?|code|records?|verses?|chapters?"
    r"|sections?|paragraphs?|pages?|tables?|filings?|minutes|transcripts?|scriptures?)"
)
_WRITTEN = (  # says things about the world as well: "the policy does not cover floods"
    rf"(?:{_GATHERED}|commentar(?:y|ies)|reports?|articles?|papers?|stud(?:y|ies)|books?|contracts?"
    r"|agreements?|polic(?:y|ies)|notes?|files?|manuals?|letters?|literature)"
)
_TELLS = (
    r"(?:mention|discuss|state|say|specify|address|describe|indicate|reveal|tell|disclose|explain"
    r"|speak (?:of|to|about)|touch (?:on|upon)|report|give|comment on|refer to)"
)
_HOLDS = r"(?:contain|include|provide|support|confirm|show|cover|list|offer|hold|answer)"
_TOLD = (
    r"(?:mentioned|discussed|stated|said|specified|addressed|described|indicated|disclosed"
    r"|explained|covered|given|reported|provided|listed)"
)
_FINDS = r"(?:find|found|locate|identify|determine|verify|confirm|see|seen|establish)"
_LEARNED = (
    r"(?:determined|established|inferred|concluded|ascertained|verified|confirmed|known|answered"
    r"|derived|deduced|settled|judged|assessed)"
)
_NOT = r"(?:does|do|did)(?: not|n['’]t)(?! (?:only|just|merely|simply)\b)(?: [\w-]+)?"
_CANNOT = r"(?:can(?:not| not|['’]t|n['’]t)|could(?: not|n['’]t))"
_ALSO = r"(?: [\w-]+){0,3}"
_HERE = (
    r"(?: (?:[a-z]+ed|given|at hand|itself|themselves|above|here"
    r"|(?:in|from|of) (?:the|this|these) [\w-]+))?"
)
_SUCH = r"(?:(?:the|these|those|my|our|single|other|such|available|provided|cited|listed) ){0,2}"
_ON = r"(?:on|about|regarding|concerning|as to|as regards|with (?:respect|regard) to)"
_ALONE = r"(?![^.!?\n]{0,80}\b(?:alone|only)\b)"

_NOTHING = re.compile(
    rf"\bno (?:(?!the |an? )[\w-]+ ){{0,3}}{_THING}\b[^.!?\n]{{0,80}}?\b{_FOUND}\b"
    rf"|\b(?:there (?:is|are|was|were)|found|finds?|contains?|returned|has|have|makes?|offers?) no"
    rf" (?:[\w-]+ ){{0,3}}{_THING}\b"
    rf"|\b(?:not enough|insufficient) (?:[\w-]+ ){{0,2}}{_THING}\b"
    rf"|\b{_WRITTEN}{_ALSO} {_NOT} {_TELLS}\b{_ALONE}"
    rf"|\b{_GATHERED}{_HERE} {_NOT} {_HOLDS}\b{_ALONE}"
    rf"|\b{_WRITTEN}{_ALSO} (?:never (?:[\w-]+ )?{_TELLS}e?s?|fails? to {_TELLS})\b"
    rf"|\b{_WRITTEN}{_ALSO} (?:say|tell|mention|reveal|state)s? nothing\b"
    rf"|\b{_WRITTEN}{_ALSO} (?:is|are|was|were|remains?) (?:[a-z]+ )?silent"
    rf"(?: {_ON}\b|[.!]?\s*$)"
    rf"|\b(?:none of|neither of|no|neither) {_SUCH}{_WRITTEN} (?:[\w-]+ )?{_TELLS}e?s?\b"
    rf"|\b(?:none of|neither of|no|neither) {_SUCH}{_GATHERED} {_HOLDS}s?\b"
    rf"|\b(?:is|are|was|were)(?: not|n['’]t) (?:[\w-]+ )?{_TOLD} (?:[\w-]+ )?(?:in|by)"
    rf" [^.!?\n]{{0,30}}?\b{_GATHERED}\b"
    rf"|\b{_CANNOT} be (?:[\w-]+ )?{_LEARNED} (?:from|by|with|on|using|based on)"
    rf" [^.!?\n]{{0,40}}?\b{_WRITTEN}\b"
    rf"|\b(?:I|we|one) (?:could|can|did|do|was|were|am|are)(?: ?not|n['’]t)"
    rf" (?:able to )?{_FINDS}\b"
    rf"|\b(?:unable|not possible|impossible) to {_FINDS}\b"
    rf"|\b(?:could|can|was|were)(?: ?not|n['’]t)(?: be)? (?:found|located|identified)\b"
    rf"[^.!?\n]{{0,40}}\bin the {_WRITTEN}\b"
    r"|\bnothing (?:[\w-]+ ){0,3}(?:was|is|could be) found\b",
    re.IGNORECASE,
)
_NAME_SILENT = re.compile(
    r"\b[A-Z][\w’'-]+ (?:is|are|remains?) (?:[a-z]+ )?silent (?:about|regarding|concerning|as to"
    r"|on (?:this|that|whether|how|what|why|who|when|where"
    r"|the (?:question|matter|topic|subject|issue|point)))\b"
)
"""Of a work that is called by its name, which other things have, too."""

_HINT = re.compile(
    r"\b(?:no|not|cannot|nothing|insufficient|unable|impossible|silent|none|neither|never|fails?)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)


def asserts_nothing(sentence: str) -> bool:
    """Whether a sentence says that no evidence speaks of its matter."""
    if _HINT.search(sentence) is None:
        return False
    return _NOTHING.search(sentence) is not None or _NAME_SILENT.search(sentence) is not None
