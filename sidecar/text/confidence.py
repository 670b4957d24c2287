"""How sure a text says that it is: "Confidence: high", "85 % confident", "with low confidence".

Only the text's own confidence counts. "Consumer confidence: 45 %", "95 % confidence interval" and
"high confidence in the banks" say something else, and so does "Confidence: low/medium/high".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import islice
from typing import NamedTuple

from fastpath.hints import CONFIDENCE
from sidecar.model.text import Span, Text
from sidecar.text.exclusions import Exclusion, is_covered, select_unread
from sidecar.text.layout import TextHints, find_hints, read_layout
from sidecar.text.vocabulary import one_of

_HUNDRED = Decimal(100)
_LEAST_PERCENT = 10  # "Confidence: 8" may be of 10 or of 100; "Confidence: 80" is of 100

_HINT = re.compile(r"\bconfiden(?:ce|t)\b", re.IGNORECASE)
_BEFORE = re.compile(r"((?:(?:level|degree) of)|[^\W\d_]+)?[ *_`]{0,4}$", re.IGNORECASE)
_REACH = 32
_MOST = 1000  # words that are looked at; figures beside later ones are judged as quantities
# What may stand right before the word: it is the text's own, and nobody else's.
_OWN = one_of("overall my our answer final stated estimated model with a an the and is") | {
    "level of",
    "degree of",
}
_OVERALL = one_of("overall final")

_DIGITS = r"(?:\d{1,3}(?:[.,]\d{1,6})?|\.\d{1,6})"
_FIGURE = (
    rf"(?P<low>{_DIGITS})(?:\s?(?:%\s?)?(?:[-–—]|to)\s?(?P<high>{_DIGITS}))?"
    r"(?:\s?(?P<unit>%|percent\b|per\s?cent\b)|\s?(?:/|out\sof)\s?(?P<of>100|10|5|1)(?:\.0)?\b)?"
)
_WORD = r"(?P<word>(?:very[ -])?[^\W\d_]{2,12})"
_LABEL = re.compile(
    r"confidence(?:\s(?:level|score|rating|estimate))?"
    r"(?:\sin\s(?:this|the|my|our)\s(?:answer|response|result|finding|conclusion|analysis|claim)s?)?"
    r"[*_`]{0,3}\s?(?::|=|\bis\b|\bof\b|\(|–|—)[*_`\s]{0,4}(?:(?:about|around|roughly)\s|[~≈]\s?)?"
    rf"(?P<value>(?>{_FIGURE})(?![\w.,]*\d)|{_WORD}\b)"
    r"(?!\s?[/|]\s?[\w<]|-\w|\s(?:to|or|of)\b)",
    re.IGNORECASE,
)
_FIGURE_BEFORE = re.compile(rf"(?<![\w.,])(?P<value>{_FIGURE})[ -]$", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"\b(?P<value>(?P<word>(?:very[ -])?[^\W\d_]{2,12}))[ -]$", re.IGNORECASE)
_OPENS = re.compile(r"(?:^|[\n.!?;:(\[*_>|–—-]\s?|\b(?:with|have|has|having|is)\s(?:a\s)?)$", re.I)
_ENDS = re.compile(r"\s?(?:$|[\n.,;:!?)\]*_|–—]|in\sth(?:is|e)\sanswer\b|that\b)", re.IGNORECASE)
_SAYS = re.compile(
    r"(?:^|[\n.!?;:(\[*_>–—-]\s?|\b(?:I|we)(?: am| are|['’]m|['’]re)(?: about| around)?\s)$", re.I
)
_SURE = re.compile(
    r"\b(?:I|we)(?: am| are|['’]m|['’]re) (?P<value>(?P<word>[^\W\d_]{3,12}(?: very)?)) $", re.I
)
_DEGREES = {
    "very": "high",
    "highly": "high",
    "extremely": "high",
    "fairly": "medium",
    "quite": "medium",
    "reasonably": "medium",
    "moderately": "medium",
    "somewhat": "medium",
    "not": "low",
    "not very": "low",
}


class StatedConfidence(NamedTuple):
    """A statement of confidence.

    Attributes:
        span: All of it.
        value_span: The figure or word alone.
        value: From 0 to 1; None where the figure can be read in no or in several ways.
        overall: Whether it says that it holds for all of the text.
    """

    span: Span
    value_span: Span
    value: Decimal | None
    overall: bool


def find_confidence(
    text: Text, masks: Iterable[Exclusion], words: Mapping[str, Decimal]
) -> StatedConfidence | None:
    """The confidence that a text states: the overall one, else the first.

    Args:
        text: Any text.
        masks: Its places without prose, in code points; code and addresses state nothing.
        words: What words of confidence stand for.
    """
    hidden = select_unread(masks)
    found = [
        one.stated(text, words)
        for one in _read(text.string, find_hints(text, read_layout(text)))
        if not is_covered(hidden, one.hint.start()) and one.is_known(words)
    ]
    return next((one for one in found if one.overall), found[0] if found else None)


def find_confidence_figures(string: str, hints: TextHints) -> Iterator[tuple[int, int]]:
    """The places of the figures, from 0 to 1, that state a confidence: no quantities."""
    for one in _read(string, hints):
        if not one.match.groupdict().get("word") and one.figure() is not None:
            yield one.place


class _Statement(NamedTuple):
    """What may be a statement of confidence: a match, and where the string it was found in lies."""

    hint: re.Match[str]
    match: re.Match[str]
    offset: int
    overall: bool

    @property
    def place(self) -> tuple[int, int]:
        """Of the value."""
        start, end = self.match.span("value")
        return self.offset + start, self.offset + end

    @property
    def _word(self) -> str:
        return (self.match.groupdict().get("word") or "").lower().replace("-", " ")

    def is_known(self, words: Mapping[str, Decimal]) -> bool:
        """Whether it states a confidence at all, readable or not."""
        return not self._word or self._graded in words

    @property
    def _graded(self) -> str:
        return _DEGREES.get(self._word, "") if self.match.re is _SURE else self._word

    def stated(self, text: Text, words: Mapping[str, Decimal]) -> StatedConfidence:
        start, end = self.place
        value = words[self._graded] if self._word else self.figure()
        span = text.span(min(start, self.hint.start()), max(end, self.hint.end()))
        return StatedConfidence(span, text.span(start, end), value, self.overall)

    def figure(self) -> Decimal | None:
        """The value of a figure, from 0 to 1, if it can be read."""
        low, high = self.match["low"], self.match["high"] or self.match["low"]
        middle = (_number(low) + _number(high)) / 2
        if self.match["unit"] or (not self.match["of"] and middle > _LEAST_PERCENT):
            middle /= _HUNDRED
        elif self.match["of"]:
            middle /= Decimal(self.match["of"])
        return middle if 0 <= middle <= 1 else None


def _read(string: str, hints: TextHints) -> Iterator[_Statement]:
    """What may state a confidence, in order; words are not looked up yet."""
    found = (_HINT.match(string, place) for place in hints.select(CONFIDENCE).tolist())
    for hint in islice(filter(None, found), _MOST):
        begin = max(0, hint.start() - _REACH)
        before = string[begin : hint.start()]
        match = _labelled(string, hint, before) or _leading(string, hint, before)
        if match is not None:
            offset = 0 if match.re is _LABEL else begin
            yield _Statement(hint, match, offset, _word_before(before) in _OVERALL)


def _word_before(before: str) -> str:
    match = _BEFORE.search(before)
    return (match[1] or "").lower() if match else ""


def _labelled(string: str, hint: re.Match[str], before: str) -> re.Match[str] | None:
    """A label and its value: "Confidence: 80 %"."""
    word = _word_before(before)
    return None if word and word not in _OWN else _LABEL.match(string, hint.start())


def _leading(string: str, hint: re.Match[str], before: str) -> re.Match[str] | None:
    """A value before the word: "85 % confident", "with high confidence"."""
    if hint[0].lower() == "confident":
        match = _percent(_FIGURE_BEFORE.search(before))
        own = match is not None and _SAYS.search(before, 0, match.start()) is not None
        return match if own else _SURE.search(before)
    if _ENDS.match(string, hint.end()) is None:
        return None
    match = _percent(_FIGURE_BEFORE.search(before)) or _WORD_BEFORE.search(before)
    return match if match and _OPENS.search(before, 0, match.start()) else None


def _percent(match: re.Match[str] | None) -> re.Match[str] | None:
    return match if match and match["unit"] else None


def _number(written: str) -> Decimal:
    return Decimal(written.replace(",", "."))
