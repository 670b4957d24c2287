"""Where a text says that a value moved: "rose from 40 to 50", "50, up from 40".

The verb's own direction is kept only where it stands right at the pair, so that "cut growth from 5
to 3" is not read as growth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sidecar.consistency.reading import DATED, HEDGE, NumberSentence, compile_caseless
from sidecar.model.number import Number, NumberForm
from sidecar.text.vocabulary import listed

UP = listed(
    "rose rise rises risen rising grew grow grows grown growing increase increased increases "
    "increasing climbed climbs jumped surged soared up"
)
DOWN = listed(
    "fell fall falls fallen falling dropped drop drops dropping declined decline declines "
    "declining decreased decrease decreases decreasing shrank shrunk plunged plummeted slumped down"
)

_TO = compile_caseless(rf"{DATED},? to {HEDGE}")
_FROM_AFTER = compile_caseless(rf"{DATED},? from {HEDGE}")
_UP_FROM = compile_caseless(rf"{DATED}(?:,| \(|,? (?:–|—)) ?(?P<verb>up|down) from {HEDGE}")
_VERB = compile_caseless(rf".*\b(?P<verb>{'|'.join(UP + DOWN)}) (?:\w{{1,20}}ly )?\Z")
_BEFORE_FROM = compile_caseless(rf"(.*)\bfrom {HEDGE}")
_BEFORE_TO = compile_caseless(rf"(.*)\bto {HEDGE}")
_RANKED = compile_caseless(
    r"\b(?:rank\w*|places?|position|spot|seed(?:ed)?|charts?|standings|league table|no\.|number)\b"
)


class Movement(NamedTuple):
    """Two values of one thing.

    Attributes:
        start: Index in the sentence of the value before.
        end: Index of the value after.
        trend: +1 or -1 where the text says at the pair which way it went, else 0.
    """

    start: int
    end: int
    trend: int

    @property
    def first(self) -> int:
        """The index of the one that stands first."""
        return min(self.start, self.end)

    @property
    def last(self) -> int:
        """The index of the one that stands last."""
        return max(self.start, self.end)


def find_movements(sentence: NumberSentence) -> Iterator[Movement]:
    """The pairs of values in a sentence between which something moved."""
    for index in range(len(sentence.figures) - 1):
        found = _movement(sentence, index)
        if found is not None:
            pair = [sentence.figures[i].number for i in (found.start, found.end)]
            if _comparable(*pair) and not _is_range(sentence, found):
                yield found


def _movement(sentence: NumberSentence, index: int) -> Movement | None:
    before = sentence.before(index)
    if sentence.gap(index, _TO) and (lead := _BEFORE_FROM.fullmatch(before)):
        return Movement(index, index + 1, _trend(sentence, lead[1]))
    if match := sentence.gap(index, _UP_FROM):
        return Movement(index + 1, index, _signed(sentence, match["verb"]))
    if sentence.gap(index, _FROM_AFTER) and (lead := _BEFORE_TO.fullmatch(before)):
        return Movement(index + 1, index, _trend(sentence, lead[1]))
    return None


def _trend(sentence: NumberSentence, words: str) -> int:
    match = _VERB.fullmatch(words)
    return _signed(sentence, match["verb"]) if match else 0


def _signed(sentence: NumberSentence, verb: str) -> int:
    """Which way a verb goes; none where it may be ranks, which rise to smaller numbers."""
    if sentence.says(_RANKED):
        return 0
    return 1 if verb.lower() in UP else -1


def _comparable(start: Number, end: Number) -> bool:
    quantities = all(
        number.form in (NumberForm.DIGITS, NumberForm.WORDS) for number in (start, end)
    )
    return quantities and start.unit is end.unit and start.symbol == end.symbol


def _is_range(sentence: NumberSentence, found: Movement) -> bool:
    """Whether one of the two values is a range itself: "from 40 to 50-60"."""
    near = sentence.figures[max(0, found.first - 1) : found.last + 2]
    groups = {sentence.figures[i].number.group for i in (found.start, found.end)} - {0}
    return sum(figure.number.group in groups for figure in near) > 2
