"""Statements that there is nothing to cite: abstentions, and denials that a source speaks of it.

"No evidence was found", "I do not know", "The data cannot answer this", "The text never mentions
it". Each has one of the forms below, which are made of slots; a sentence that denies something of
the world ("The company did not report a profit") has none of them.
"""

from __future__ import annotations

import re

_SLOTS = {
    "thing": "evidence|data|information|records?|results?|sources?|documents?|documentation"
    "|mentions?|references?|citations?|indications?|match(?:es)?|details?|passages?|figures?",
    "found": "found|available|exists?|existed|provided|located|identified|retrieved|returned|given"
    "|(?:to )?(?:support|suggest|show|indicate|confirm)s?|that|of|on|about|for|regarding",
    "gathered": "evidence|sources?|texts?|data|datasets?|documents?|documentation|passages?|search"
    "|query|queries|results?|context|materials?|excerpts?|snippets?|code|records?|verses?|chapters?"
    "|sections?|paragraphs?|pages?|tables?|filings?|minutes|transcripts?|scriptures?",
    # These say things about the world as well: "the policy does not cover floods".
    "written": "<gathered>|commentar(?:y|ies)|reports?|articles?|papers?|stud(?:y|ies)|books?"
    "|contracts?|agreements?|polic(?:y|ies)|notes?|files?|manuals?|letters?|literature"
    r"|(?:source|document|ref\.?) \d{1,3}\]?|ev[-_][\w-]{1,40}\]|\[\d{1,3}\]",
    "tells": "mention|discuss|state|say|specify|address|describe|indicate|reveal|tell|disclose"
    "|explain|speak (?:of|to|about)|touch (?:on|upon)|report|give|comment on|refer to",
    "treats": "mention|discuss|specify|address|touch (?:on|upon)|comment on|refer to",
    "holds": "contain|include|provide|support|confirm|show|cover|list|offer|hold|answer",
    "told": "mentioned|discussed|stated|said|specified|addressed|described|indicated|disclosed"
    "|explained|covered|given|reported|provided|listed|available|included|contained|answered",
    "finds": "find|found|locate|identify|determine|verify|confirm|see|seen|establish",
    "answers": "answer|determine|establish|settle|verify|confirm|resolve|conclude|infer|derive",
    "learned": "determined|established|inferred|concluded|ascertained|verified|confirmed|known"
    "|answered|derived|deduced|settled|judged|assessed",
    "asked": "whether|if|how|what|why|when|where|who|which|for (?:sure|certain)|the answer|this"
    "|from|based on|given",
    "unsure": "unknown|unclear|not (?:known|clear|certain|possible)|unanswerable|undetermined"
    "|uncertain|impossible",
    "not": r"(?:does|do|did)(?: not|n['’]t)(?! (?:only|just|merely|simply)\b)(?: [\w-]+)?",
    "cannot": "can(?:not| not|['’]t|n['’]t)|could(?: not|n['’]t)",
    "I": "I|we|one",
    "also": r"(?: [\w-]+){0,3}",
    "here": "(?: (?:[a-z]+ed|given|at hand|itself|themselves|above|here"
    r"|(?:in|from|of) (?:the|this|these) [\w-]+))?",
    "such": "(?:(?:the|these|those|my|our|single|other|such|available|provided|cited|listed)"
    " ){0,2}",
    "from": "from|by|with|on|using|based on|given",
    "about": "on|about|regarding|concerning|as to|as regards|with (?:respect|regard) to",
    "alone": r"(?![^.!?\n]{0,80}\b(?:alone|only)\b)",
    "near": r"[^.!?\n]{0,40}?",
    "end": r"(?=\s*(?:[.,;:!?]|\Z))",
}

_FORMS = (
    # Nothing is there.
    r"\bno (?:(?!the |an? )[\w-]+ ){0,3}<thing>\b[^.!?\n]{0,80}?\b<found>\b",
    r"\b(?:there (?:is|are|was|were)|found|finds?|contains?|returned|has|have|makes?|offers?) no"
    r" (?:[\w-]+ ){0,3}<thing>\b",
    r"\b(?:not enough|insufficient) (?:[\w-]+ ){0,2}<thing>\b",
    r"\bnothing (?:[\w-]+ ){0,3}(?:was|is|could be) found\b",
    r"\bnothing (?:[\w-]+ ){0,2}(?:in|from) <near>\b<gathered> (?:[\w-]+ )?(?:<tells>|<holds>)s?\b",
    # A source does not speak of it.
    r"\b<written><also> <not> <tells>\b<alone>",
    r"\b<gathered><here> <not> <holds>\b<alone>",
    r"\b<written><also> (?:never (?:[\w-]+ )?<tells>e?s?|fails? to <tells>)\b",
    r"\b<gathered><here> never (?:[\w-]+ )?<holds>s?\b",
    r"(?:\A|[.;,\n] )(?:it|they|this|these|the authors?)"
    r" (?:never (?:[\w-]+ )?<treats>e?s?|<not> <treats>)\b<alone>",
    r"\b<written><also> (?:say|tell|mention|reveal|state)s? nothing\b",
    r"\b<written><also> (?:is|are|was|were|remains?) (?:[a-z]+ )?silent(?: <about>\b|[.!]?\s*\Z)",
    r"\b(?:none of|neither of|no|neither) <such><written> (?:[\w-]+ )?<tells>e?s?\b",
    r"\b(?:none of|neither of|no|neither) <such><gathered> <holds>s?\b",
    r"\b(?:is|are|was|were)(?: not|n['’]t| never) (?:[\w-]+ )?<told> (?:[\w-]+ )?(?:in|by)"
    r" [^.!?\n]{0,30}?\b<gathered>\b",
    r"\b(?:is|are|was|were|lies?|falls?) (?:outside|beyond) (?:of )?"
    r"(?:the (?:scope|range) of )?<such><gathered>\b",
    r"\b<gathered><here> lacks? (?:[\w-]+ ){0,3}<thing>\b",
    # It cannot be answered.
    r"\b<gathered><here> (?:alone )?<cannot> (?:be used to )?(?:[\w-]+ )?<answers>\b",
    r"\b<cannot> be (?:[\w-]+ )?<learned> <from> <near>\b<written>\b",
    r"\b<cannot> (?:[\w-]+ )?<answers>\b<near> <from> <near>\b<gathered>\b",
    r"(?:\A\W*|\b<I> )<cannot> (?:[\w-]+ )?answer (?:this|that|the|your|these)"
    r" (?:[\w-]+ )?(?:question|query|request)s?\b",
    r"\b<I> <cannot> (?:answer|say|tell|know|be (?:sure|certain))(?:<end>| <asked>\b)",
    r"\b<cannot> be (?:[\w-]+ )?found\b<near>\bin the <written>\b",
    r"\b(?:was|were)(?: ?not|n['’]t) (?:found|located|identified)\b<near>\bin the <written>\b",
    r"\b<cannot> be (?:located|identified)\b<near>\bin the <written>\b",
    r"\b(?:it|this|that|which|answer|question) (?:is|remains|was) (?:[\w-]+ )?<unsure>"
    r"(?:<end>|<near> <from> <near>\b<gathered>\b)",
    # The speaker does not know.
    r"\b<I> (?:could|can|did|do|was|were|am|are)(?: ?not|n['’]t) (?:able to )?<finds>\b",
    r"(?:\A\W*|\b(?:I|we|it|one) (?:am|are|is|was|were) (?:[\w-]+ )?)"
    r"(?:unable|not possible|impossible) to <finds>\b",
    r"\b(?:I am|I['’]m|we are|we['’]re|it is|it['’]s|am|are)"
    r" (?:unable|not able|not possible|impossible) to (?:answer|say|tell|know)\b",
    r"\b<I> (?:do|did)(?: not|n['’]t) (?:actually |really |currently )?know(?:<end>| <asked>\b)",
    r"\b<I> (?:do|did)(?: not|n['’]t) have (?:[\w-]+ ){0,3}(?:<thing>|answer|access|knowledge)\b",
    r"\b<I> have no (?:idea|knowledge|answer|way of knowing|way to (?:know|tell|say))\b",
    # In a word.
    r"\A\W*(?:unknown|n/a|(?:not|none) (?:known|found|available|stated|mentioned|specified|given"
    r"|provided)|no (?:answer|data|information|evidence|comment)|(?:I['’]m |I am )?not sure"
    r"|no idea)\W*\Z",
)  # fmt: skip

_NAME_SILENT = re.compile(
    r"\b[A-Z][\w’'-]+ (?:is|are|remains?) (?:[a-z]+ )?silent (?:about|regarding|concerning|as to"
    r"|on (?:this|that|whether|how|what|why|who|when|where"
    r"|the (?:question|matter|topic|subject|issue|point)))\b"
)
"""Of a work that is called by its name, which other things have, too."""

_HINT = re.compile(
    r"\b(?:no|not|cannot|nothing|insufficient|unable|impossible|silent|none|neither|never|fails?"
    r"|unknown|unclear|uncertain|unanswerable|undetermined|lacks?|outside|beyond)\b|n['’]t\b|\bn/a\b",
    re.IGNORECASE,
)


def _written_out(form: str) -> str:
    """A form with its slots filled."""
    return re.sub(r"<(\w+)>", lambda slot: f"(?:{_written_out(_SLOTS[slot[1]])})", form)


_NOTHING = re.compile("|".join(map(_written_out, _FORMS)), re.IGNORECASE)


def asserts_nothing(sentence: str) -> bool:
    """Whether a sentence says that no evidence speaks of its matter, or that it is not known."""
    if _HINT.search(sentence) is None:
        return False
    return _NOTHING.search(sentence) is not None or _NAME_SILENT.search(sentence) is not None
