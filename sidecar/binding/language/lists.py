"""Names and numbers that a sentence lists side by side: "A and B had 12 and 9, respectively"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.language.words import STOP, Token

_MARKS = frozenset({",", "and", "&"})
_HEDGES = frozenset({"roughly", "nearly", "almost", "approximately", "number", "total"})
_PARTING = frozenset(",;.()") | {"and", "but", "while"}
_LONGEST = 5  # words between two items of a list

_AGAINST = frozenset({"vs", "versus", "against"})
_TWO = 2
_VERB = 6  # words between a list of names and that of their numbers: "had", ":", "lead with"

Span = tuple[int, int]
"""The first token of an item, and the one past its last."""


class Turn(NamedTuple):
    """The place of a number among those that are attributed to as many names.

    Attributes:
        place: Its place, from 0.
        many: How many numbers there are.
    """

    place: int
    many: int


def lists(
    words: Sequence[Token], spans: Iterable[Span], marks: frozenset[str] = _MARKS
) -> Iterator[list[Span]]:
    """The items that are joined by nothing but some marks: commas and "and"."""
    found: list[Span] = []
    for span in sorted(set(spans)):
        if found and span[0] < found[-1][1]:
            continue
        if found and not _joined(words[found[-1][1] : span[0]], marks):
            yield found
            found = []
        found.append(span)
    if found:
        yield found


def _joined(between: Sequence[Token], marks: frozenset[str]) -> bool:
    said = {word.word for word in between}
    rest = said - marks
    return bool(said & marks) and len(between) <= _LONGEST and rest <= STOP | _HEDGES


def turns(words: Sequence[Token], numbers: Sequence[Span]) -> dict[Span, Turn]:
    """Which turn each number has, where the sentence says "respectively"."""
    if all(word.word != "respectively" for word in words):
        return {}
    return {
        span: Turn(index, len(listed))
        for listed in lists(words, numbers)
        if len(listed) > 1
        for index, span in enumerate(listed)
    }


def side_by_side(
    words: Sequence[Token], names: Iterable[Span], numbers: Iterable[Span]
) -> dict[Span, Turn]:
    """Which turn numbers have where as many names stand right before: "A and B had 12 and 9"."""
    known = sorted(set(names))
    listed = [each for each in lists(words, known) if len(each) > 1]
    found = in_brackets(words, known, sorted(numbers))
    for many in lists(words, numbers):
        for each in listed if len(many) > 1 else ():
            between = words[each[-1][1] : many[0][0]]
            near = many[0][0] >= each[-1][1] and len(between) <= _VERB
            if len(each) == len(many) and near and not any(w.word in _PARTING for w in between):
                found |= {span: Turn(at, len(many)) for at, span in enumerate(many)}
    return found


def in_brackets(
    words: Sequence[Token], names: Sequence[Span], numbers: Sequence[Span]
) -> dict[Span, Turn]:
    """The turns of two numbers in brackets behind two names: "A beats B by 3 (12 vs 9)"."""
    for one, other in pairwise(numbers):
        between = [word.word for word in words[one[1] : other[0]] if word.word != "."]
        if len(between) != 1 or between[0] not in _AGAINST or words[one[0] - 1].word != "(":
            continue
        if len(names) == _TWO and names[-1][1] < one[0]:
            return {one: Turn(0, _TWO), other: Turn(1, _TWO)}
    return {}


def chosen(words: Sequence[Token], spans: Iterable[Span], turn: Turn) -> Span | None:
    """The item of the list of names whose turn it is; None where no list is as long."""
    known = list(spans)
    fitting = [listed for listed in lists(words, known) if len(listed) == turn.many]
    if turn.many == len(set(known)) == _TWO:
        return sorted(set(known))[turn.place]
    return fitting[0][turn.place] if len(fitting) == 1 else None
