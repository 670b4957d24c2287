"""How texts write values that tables write short: hours, bands, sexes, ratings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sidecar.binding.language.words import stem
from sidecar.text.vocabulary import one_of

Words = tuple[str, ...]

HOUR = stem("hour")

_WORDS_OF_SEXES = {
    "f": ("women", "female", "females", "girls"),
    "m": ("men", "male", "males", "boys"),
}
SEXES: Mapping[str, tuple[Words, ...]] = {
    label: tuple({(stem(word),) for word in words})
    for code, words in _WORDS_OF_SEXES.items()
    for label in (code, *words, "woman" if code == "f" else "man")
}
"""What values of a column of sexes are called."""

YES, NO = one_of("yes y true t 1"), one_of("no n false f 0")
"""How columns of two values write them."""

_NUMERALS = tuple(
    stem(number)
    for number in (
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    )
)  # fmt: skip
_BAND = re.compile(
    r"(?P<below><|under |below |less than |up to )?\s*[$€£]?(?P<low>\d+)"
    r"(?:\s*[-–]\s*(?P<high>\d+))?\s*(?P<above>\+|and over|and above|or more)?"
    r"\s*(?P<star>\*|stars?)?"
    r"(?P<unit>\s*[a-z]+)?",
    re.IGNORECASE,
)
_TIME = re.compile(r"(\d\d):(\d\d)")
_OVER = ("over", "above", "beyond", "more than", "at least", "older than", "past")
_OR_OVER = ("+", "or more", "or older", "or over", "and over", "and older", "and above", "and up")
_UNDER = ("under", "below", "less than", "fewer than", "up to", "younger than")


def hour_names(label: str) -> Iterator[Words]:
    """How a text writes an hour of the day: "8 pm", "20:00", "20 h", "noon"."""
    hour = int(label) if label.isdigit() else -1
    if not 0 <= hour < 24:
        return
    half, twelfth = ("pm" if hour >= 12 else "am"), str(hour % 12 or 12)
    yield twelfth, half
    yield twelfth, half[0], ".", "m"
    for written in {str(hour), f"{hour:02}"}:
        yield written, ":", "00"
        yield written, "h"
    if not hour % 12:
        yield (stem("noon" if hour else "midnight"),)


def time_names(label: str) -> Iterator[Words]:
    """How a text writes a time of day: "02:45"; full hours as hours are written."""
    match = _TIME.fullmatch(label)
    if match:
        yield match[1], ":", match[2]
        if match[2] == "00":
            yield from hour_names(match[1].removeprefix("0") or "0")


def band_names(label: str) -> Iterator[Words]:
    """How a text writes a band with one border, or a rating: "65+", "over 65", "four-star"."""
    match = _BAND.fullmatch(label.strip())
    if match is None:
        return
    for number in _spelt(match["low"]):
        if match["star"] and match["high"]:
            joined = (("-",), ("to",), ("and",), ("or",))
            yield from (
                (number, *joint, other, "star")
                for joint in joined
                for other in _spelt(match["high"])
            )
        elif match["star"]:
            yield from ((number, mark) for mark in ("star", "*"))
        elif match["above"]:
            yield from ((*_stems(word), number) for word in _OVER)
            yield from ((number, *_stems(word)) for word in _OR_OVER)
        elif match["below"]:
            yield from ((*_stems(word), number) for word in _UNDER)


def _spelt(number: str) -> Iterator[str]:
    yield number
    if int(number) < len(_NUMERALS):
        yield _NUMERALS[int(number)]


def _stems(words: str) -> Words:
    return tuple(stem(word) for word in words.split())
