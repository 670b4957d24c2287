"""Words that tell an opinion, or a remark of a text about itself, from a statement of fact."""

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

_OPENING = r"[\s\"“*_(>-]*(?:(?:and|but|so|overall|however|therefore|thus),? )?"
_OPINION = re.compile(rf"{_OPENING}(?:{_OPINIONS})\b", re.IGNORECASE)
_REMARK = re.compile(rf"{_OPENING}(?:{_COMMENTARY})", re.IGNORECASE)


def is_opinion(sentence: str) -> bool:
    """Whether a sentence begins as an opinion does."""
    return _OPINION.match(sentence) is not None


def is_commentary(sentence: str) -> bool:
    """Whether a sentence begins as a remark about its own text does."""
    return _REMARK.match(sentence) is not None
