"""Names of letters and digits that a reader may take for a number: "65O8", "6578items"."""

from __future__ import annotations

import re

from sidecar.text.lexicon import COUNTED

_ZERO = "OoОоΟοՕօ"
_ONE = "lIІіӀӏΙι"
_OTHERS = "бЗзЧ"  # 6, 3 and 4 in Cyrillic
_DIGIT = rf"[\d{_ZERO}{_ONE}{_OTHERS}]"
_SHOWN = re.compile(
    rf"\d+[{_ZERO}{_OTHERS}]{_DIGIT}*|\d+[{_ONE}]{_DIGIT}+|[{_ONE}{_OTHERS}]\d{_DIGIT}+"
    r"|\d{1,3}(?:_\d{3})+|\d+(?:__\d+)+"
)
_GLUED = re.compile(r"([A-Za-z]{4,20})\d+|\d{2,}[a-z]{4,20}")
_HEX = re.compile(r"[\da-f]+")


def shows_number(name: str) -> bool:
    """Whether a name looks like a number, or like one with a word that lacks its space.

    Letters before digits are a name ("store12") unless they are what is counted ("staff12").

    Args:
        name: Digits with the letters, digits and joints around them.
    """
    if _SHOWN.fullmatch(name):
        return True
    glued = _GLUED.fullmatch(name)
    if glued is None or _HEX.fullmatch(name):
        return False
    return glued[1] is None or glued[1].lower() in COUNTED
