"""Verbs that tell what was or is: "sold", "came to", "reported"."""

from __future__ import annotations

from sidecar.text.vocabulary import one_of

COPULAS = one_of("is are was were be been being has have had")
_PAST = one_of("did came made saw sold brought won got took rose fell hit went")
_NO_PASTS = "eed"  # as "need" and "exceed" end


def is_past(word: str) -> bool:
    """Whether a word tells what something did."""
    return word in _PAST or (word.endswith("ed") and not word.endswith(_NO_PASTS))
