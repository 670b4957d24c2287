"""Numbers that are dictated digit by digit: "oh seven double four, dash, nine hundred"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_DIGITS = {
    word: digit
    for digit, words in enumerate(
        ("zero oh nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    )
    for word in words.split()
}
_REPEATED = {"double": 2, "triple": 3}
_ENDINGS = {"hundred": "00", "thousand": "000", "dash": "", "hyphen": "", "slash": "", "space": ""}
_WORDS = "|".join((*_DIGITS, *_REPEATED, *_ENDINGS))
_RUN = re.compile(rf"\b(?:(?:{_WORDS})\b[ ,.-]*){{4,40}}", re.IGNORECASE)
_WORD = re.compile(r"\w+")


def find_spoken(string: str) -> Iterator[tuple[int, int, str]]:
    """Dictated numbers of a text: their code points and digits."""
    for match in _RUN.finditer(string):
        digits, times = "", 1
        for word in (found[0].lower() for found in _WORD.finditer(match[0])):
            if word in _REPEATED:
                times = _REPEATED[word]
                continue
            digits += (str(_DIGITS[word]) if word in _DIGITS else _ENDINGS[word]) * times
            times = 1
        yield *match.span(), digits
