"""Periods that a text names only beside its own: "since 2021", "up on 2023", "with 2019 at 100".

A value is not of such a period itself, and no later sentence speaks of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from sidecar.binding.language.periods import Period
from sidecar.binding.language.relative import paced
from sidecar.binding.language.words import Token, is_numeral
from sidecar.text.vocabulary import one_of

_CLOSING = frozenset({"until", "till"})
_RUNNING = one_of(
    "running cumulative cumulatively cumulated accumulated tally far reached passed date ytd"
)
_BY = one_of("by after at")  # "by June", "after the first quarter", "at the end of June"
_CLOSE = 8  # words after a period
_PASSED = frozenset({"in", "of", "the"})
_ITS = frozenset({"its", "their"})
_COMPARED = frozenset({"than", "above", "below", "versus", "vs", "against"})
_TIMES = frozenset({"times", "x", "twice", "double", "triple", "half"})
_AMOUNTS = one_of("% percent points pp bps")
_ENDED = (["closed"], ["opened"], ["ended"], ["started"])
_UNTIL = one_of("to until till through - –")
_RELATIVE = (["compared", "with"], ["compared", "to"], ["relative", "to"])
_WITHIN = frozenset({"and", "including", "the", "end", "of"})
_SET = frozenset({"=", "to", "at", "as", "is", "equals", "set", "put", "taken"})
_BASE = "100"


class _Mention(Protocol):
    """A period named in a text, with its first token and the one past its last."""

    @property
    def period(self) -> Period: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def is_edge(words: Sequence[Token], mention: _Mention) -> bool:
    """Whether a value is not of this period itself."""
    return (
        opens(words, mention)
        or closes(words, mention)
        or _is_compared(words, mention)
        or _is_base(words, mention)
        or paced(words, mention.start) == mention.end
    )


def opens(words: Sequence[Token], mention: _Mention) -> bool:
    """Whether a range begins with a period: "since 2021"."""
    return mention.start > 0 and words[mention.start - 1].word == "since"


def closes(words: Sequence[Token], mention: _Mention) -> bool:
    """Whether a range ends with a period: "up to May", "until June", "a tally by June"."""
    before = [word.word for word in words[max(0, mention.start - 6) : mention.start]]
    while before and before[-1] in _WITHIN:
        before.pop()
    by = before[-1:] == ["by"] and _has_been(words[mention.end :])
    running = _is_by(before) and any(w.word in _RUNNING for w in words[: mention.start])
    return by or running or not _CLOSING.isdisjoint(before[-1:]) or before[-2:] == ["up", "to"]


def may_close(words: Sequence[Token], mention: _Mention) -> bool:
    """Whether a period may as well end what has come about: "by June you had 12 in the bag"."""
    before = [word.word for word in words[max(0, mention.start - 6) : mention.start]]
    while before and before[-1] in _WITHIN:
        before.pop()
    had = any(word.word == "had" for word in words[mention.end : mention.end + _CLOSE])
    return had and _is_by(before)


def _is_by(before: Sequence[str]) -> bool:
    """Whether words lead to when something has come about."""
    return not _BY.isdisjoint(before[-1:])


def _has_been(words: Sequence[Token]) -> bool:
    """Whether what follows had come about until then: "by June 1,366 had been recorded"."""
    return any(a.word == "had" and b.word == "been" for a, b in pairwise(words[:_CLOSE]))


def _is_compared(words: Sequence[Token], mention: _Mention) -> bool:
    """Whether a period is only compared with: "4% up on 2023", "than in May", "twice October"."""
    before = [w.word for w in words[max(0, mention.start - 3) : mention.start]]
    while before and before[-1] in _ITS:
        before.pop()
    if before and before[-1] in _TIMES:
        return True
    while before and before[-1] in _PASSED:
        before.pop()
    if not before:
        return False
    if before[-1] == "from":  # "up 12% from May", but "from May to July"
        moved, goes_on = before[-2:-1], [w.word for w in words[mention.end : mention.end + 1]]
        return _is_amount(moved) and _UNTIL.isdisjoint(goes_on)
    if before[-1] == "on":
        closed = before[-2:-1] in _ENDED  # "when the books closed on 2023"
        return not closed and mention.period.day is None and mention.period.weekday is None
    return before[-1] in _COMPARED or before[-2:] in _RELATIVE


def _is_amount(words: Sequence[str]) -> bool:
    """Whether a word ends an amount: "12", "12%", "3 points"."""
    return any(word in _AMOUNTS or is_numeral(word) for word in words)


def _is_base(words: Sequence[Token], mention: _Mention) -> bool:
    """Whether a period is but the base of an index: "with 2019 at 100", "Mar = 100"."""
    after = [word.word for word in words[mention.end : mention.end + 3]]
    at = next((i for i, word in enumerate(after) if word not in _SET), 0)
    return at > 0 and after[at] == _BASE
