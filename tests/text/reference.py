"""A slow and obvious reader of plain digits: what ``sidecar.text.numbers`` must agree with.

It knows integers, English thousands and decimals, a minus sign after white space, and "%", and only
words of letters around them.
"""

from __future__ import annotations

from decimal import Decimal


def numbers(sentence: str) -> list[tuple[str, Decimal, str]]:
    """Text, value and symbol of each number of a sentence whose words stand between spaces."""
    found = []
    for word in sentence.split(" "):
        bare = word.rstrip(".,;:!?")
        symbol = "%" if bare.endswith("%") else ""
        digits = bare.removesuffix("%")
        negative = digits.startswith("-")
        digits = digits.removeprefix("-")
        whole, _, decimals = digits.partition(".")
        groups = whole.split(",")
        right_groups = len(groups) == 1 or (
            1 <= len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])
        )
        if not all(group.isdigit() for group in groups) or not right_groups:
            continue
        if "." in digits and not decimals.isdigit():
            continue
        value = Decimal(digits.replace(",", ""))
        found.append((bare, -value if negative else value, symbol))
    return found
