"""Labels that a text cuts short before a number: "Con 20, Lib 16", "Soc Sci: 1,210"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sidecar.binding.language.periods import MONTHS
from sidecar.binding.language.words import STOP, Token

_LEAST = 3  # letters of a word that is cut short
_LEFT_OUT = 2  # letters that at least are left out
_MOST = 200  # labels of a column of which any is cut short
_OPENS = frozenset(":(=+-–−$€£")


class CutShort:
    """The labels of one column by how they begin.

    Args:
        labels: The words of each label, with its number.
    """

    def __init__(self, labels: Mapping[tuple[str, ...], int]) -> None:
        self._by_start: defaultdict[str, list[tuple[tuple[str, ...], int]]] = defaultdict(list)
        for words, number in labels.items() if len(labels) <= _MOST else ():
            self._by_start[words[0][:_LEAST]].append((words, number))

    def begins(self, word: Token) -> bool:
        """Whether a word may begin a label that is cut short."""
        return word.capital and word.stem[:_LEAST] in self._by_start

    def at(self, words: Sequence[Token], at: int) -> tuple[int, int] | None:
        """Where the only label ends that words from ``at`` cut short, and its number."""
        found = {
            (at + count, number)
            for label, number in self._by_start.get(words[at].stem[:_LEAST], ())
            for count in range(1, len(label) + 1)
            if _leads_to_number(words, at + count) and _is_cut(words[at : at + count], label)
        }
        return found.pop() if len(found) == 1 else None


def _leads_to_number(words: Sequence[Token], at: int) -> bool:
    """Whether a number, or a mark that opens one, stands at a place."""
    return at < len(words) and (words[at].word[0].isdigit() or words[at].word in _OPENS)


def _is_cut(said: Sequence[Token], label: Sequence[str]) -> bool:
    """Whether each word is the beginning of one of a label, in its order."""
    return all(
        len(word.stem) >= _LEAST
        and word.word not in STOP
        and word.word not in MONTHS
        and whole.startswith(word.stem)
        and len(whole) >= len(word.stem) + _LEFT_OUT
        for word, whole in zip(said, label, strict=False)
    )
