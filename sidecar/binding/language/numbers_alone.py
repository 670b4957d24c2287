"""Labels of which a list says only the numbers: "lines 12, 18 and 40" of "Line 12", "Line 18"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sidecar.binding.language.words import Token

_JOINTS = frozenset({",", "and", "or", "&", "+"})
_TWO = 2


def numbers_alone(
    words: Sequence[Token], start: int, end: int, labels: Mapping[tuple[str, ...], int]
) -> Iterator[tuple[int, int]]:
    """The numerals that go on behind a label whose noun is stated in the plural, and their labels.

    Args:
        words: The text.
        start: The first token of the label.
        end: The one past its last, which is a numeral.
        labels: The labels by their stems.
    """
    noun, at = words[start], end
    if end - start != _TWO or noun.word == noun.stem or not noun.word.endswith("s"):
        return
    while at < len(words):
        begin = at
        while at < len(words) and words[at].word in _JOINTS:
            at += 1
        label = labels.get((noun.stem, words[at].stem)) if begin < at < len(words) else None
        if label is None:
            return
        yield at, label
        at += 1
