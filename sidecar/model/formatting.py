"""How decimals and names from the data are written for people."""

from __future__ import annotations

import unicodedata
from decimal import Decimal


def to_shortest_decimal(value: float) -> Decimal:
    """A float as the shortest decimal that reads back as it: 0.1 is one tenth."""
    return Decimal(repr(value))


def format_plain(value: Decimal) -> str:
    """A decimal without exponent and trailing zeros: ``1200000``, ``0.5``."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def format_grouped(value: Decimal) -> str:
    """A decimal as people read it: ``61,083,916``, and ``2007``."""
    written = format_plain(value)
    return written if abs(value) < 10_000 else f"{Decimal(written):,f}"


# Names from the data in a sentence for people: on one line, short, and without hidden signs.

LONGEST = 40
"""Characters of a name that are shown."""

_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # some scripts need them
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_HIDDEN = "\N{REPLACEMENT CHARACTER}"


def format_label(value: object, longest: int = LONGEST) -> str:
    """A value as a name; "" where there is nothing to show.

    Control and format characters, which could break or reorder the sentence, are shown as one
    replacement character each.
    """
    if value is None:
        return ""
    if isinstance(value, str) and len(value) <= longest and value.isprintable():
        return value.strip() if "  " not in value else " ".join(value.split())  # as most are
    words = str(value)[: 4 * longest].split()
    name = "".join(map(_seen, " ".join(words)))
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"


def _seen(character: str) -> str:
    unseen = unicodedata.category(character) in _UNSEEN and character not in _JOINERS
    return _HIDDEN if unseen else character
