"""Tables of words: opinions, remarks of a text about itself, negations, speakers, verbs."""

from __future__ import annotations

import re

_OPINIONS = (
    "i think|i believe|i feel|i suspect|i would argue|we think|we believe|we feel|we suspect"
    "|we would argue|we recommend|i recommend|we suggest|i suggest|in my view|in our view"
    "|in my opinion|in our opinion|to my mind|arguably|hopefully|ideally|personally|it seems to me"
)
"""How an opinion begins."""

_ITSELF = "(?:report|section|answer|summary|analysis|article|overview|table|document|response|list)"
_TELLS = (
    "(?:describes?|covers?|summari[sz]es?|presents?|draws? on|is based on|relies on|outlines?"
    "|discusses|explains|uses|lists|looks at)"
)
_COMMENTARY = (
    rf"(?:this|the following|the present) {_ITSELF} {_TELLS}"
    r"|(?:as|see) (?:noted|discussed|mentioned|described|shown|stated) (?:above|below|earlier)"
    r"|(?:for|see) (?:more|further) (?:details?|information|reading)|see also|sources?:"
    r"|references?:"
)
"""How a text begins to speak of itself."""

NEGATING = (
    r"\b(?:not(?! (?:only|just|merely|least|to mention)\b)|never|neither|nobody|none|nothing|cannot"
    r"|without|no(?! (?:more|less|fewer|later|earlier|doubt|longer than)\b|\. ?\d)"
    r"|(?:denie[sd]|deny|denying|fail(?:s|ed|ing)? to|refus(?:e|es|ed|ing) to))\b|n['’]t\b"
)
"""What says no. A pattern for text in any case, as are those below."""

SPEAKING = (
    "said|says?|saying|told|tells?|den(?:y|ies|ied|ying)|claim(?:s|ed|ing)?|alleg(?:es?|ed|ing)"
    "|assert(?:s|ed|ing)?|argu(?:es?|ed|ing)|insist(?:s|ed|ing)?|stat(?:es|ed|ing)"
    "|announc(?:es?|ed|ing)|report(?:ed|edly|ing)|declar(?:es?|ed|ing)|den(?:ial|ials)"
    "|doubt(?:s|ed|ing)?|disput(?:es?|ed|ing)|reject(?:s|ed|ing)?|suggest(?:s|ed|ing)?"
    "|believ(?:es?|ed|ing)|think(?:s|ing)?|thought|fear(?:s|ed|ing)|hop(?:es|ed|ing)"
    "|predict(?:s|ed|ing)?|warn(?:s|ed|ing)?|promis(?:es?|ed|ing)|propos(?:es?|ed|ing)"
    "|suspect(?:s|ed|ing)?|speculat(?:es?|ed|ing)|rumou?red|admit(?:s|ted|ting)?"
    "|testif(?:y|ies|ied|ying)|accus(?:es?|ed|ing)|refus(?:es?|ed|ing)|pretend(?:s|ed|ing)?"
    "|falsely|wrongly|wr(?:ites?|iting|ote)|add(?:s|ed)(?= that)|explain(?:s|ed|ing)?"
    "|according to|allegedly|supposedly"
)
"""Verbs of those who say, deny, doubt or hope something, which is then no fact."""

FINITE = (
    "is|are|was|were|has|have|had|does|do|did|will|would|can|could|may|might|must|shall|should"
    "|rose|fell|grew|sank|shrank|went|came|became|made|took|gave|got|began|brought|bought|built"
    "|chose|drew|drove|ate|fought|found|flew|forgot|froze|held|kept|knew|led|left|lent|lost|met"
    "|paid|ran|rang|saw|sold|sent|shook|shot|slept|spoke|spent|stood|stole|swam|taught|threw"
    "|understood|won|wore|wrote|overtook|withdrew|broke|fed|hid|hung|kept|said|told|thought"
    "|sought|caught|felt|dealt|meant|stuck|struck|spun|swept|swore|tore|woke|wound"
)
"""Verbs that are finite whatever follows."""

REGULAR = (
    "increased|decreased|declined|dropped|remained|reached|doubled|tripled|quadrupled|halved"
    "|climbed|jumped|slipped|recovered|improved|worsened|expanded|contracted|stagnated|surged"
    "|plunged|soared|slowed|eased|exceeded|totall?ed|averaged|amounted|accounted|stayed|opened"
    "|closed|ended|started|continued|resumed|happened|occurred|arrived|died|resigned|retired"
    "|collapsed|exploded|existed|belonged|consisted|depended|lasted|lies|lives|remains|exceeds"
    "|includes|consists|contains|covers|costs|employs|owns|runs|serves|accounts|amounts|rises"
    "|falls|grows|shrinks|stands|depends|belongs|requires|provides|uses|holds|began"
)
"""Verbs that are finite at the place of one, though they end as others do."""

_OPENING = r"[\s\"“*_(>-]*(?:(?:and|but|so|overall|however|therefore|thus),? )?"
_OPINION = re.compile(rf"{_OPENING}(?:{_OPINIONS})\b", re.IGNORECASE)
_REMARK = re.compile(rf"{_OPENING}(?:{_COMMENTARY})", re.IGNORECASE)


def is_opinion(sentence: str) -> bool:
    """Whether a sentence begins as an opinion does."""
    return _OPINION.match(sentence) is not None


def is_commentary(sentence: str) -> bool:
    """Whether a sentence begins as a remark about its own text does."""
    return _REMARK.match(sentence) is not None
